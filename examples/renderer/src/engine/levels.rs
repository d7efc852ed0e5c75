//! Enters and leaves levels: their files, their instances and their lamps.

use std::thread;

use super::Engine;
use crate::lamp::Light;
use crate::level::{Level, MAKERS};
use crate::model;

impl Engine {
    /// Requests the files of a level, and creates its instances on workers, each with a lease. Files
    /// that another level uses are loaded already.
    pub(crate) fn enter(&mut self, level: Level) {
        self.request(level);
        let names = self.names.at(&self.models);
        let makers = std::array::from_fn::<_, MAKERS, _>(|maker| maker);
        let share = level.instances() / MAKERS;
        let leases = makers.map(|_| self.instances.lease(share));
        let leases = thread::scope(|scope| {
            let makers = makers.into_iter().zip(leases);
            let makers = makers.map(|(maker, mut lease)| {
                scope.spawn(move || {
                    level.make(maker, names, &mut lease);
                    lease
                })
            });
            let makers = makers.collect::<Vec<_>>().into_iter();
            let leases = makers.map(|maker| maker.join().expect("a maker does not panic"));
            leases.collect::<Vec<_>>()
        });
        let lost = self.instances.settle(leases);
        debug_assert!(lost.is_empty(), "nothing frees a leased id");
        self.light_lamps(level);
        self.levels.push(level);
        self.update_levels();
    }

    /// Releases the files of a level, and frees its instances. The memory of the files is freed after
    /// the GPU has finished the submitted frames.
    pub(crate) fn leave(&mut self, level: Level) {
        let tag = level.tag();
        self.mesh_files.release_all(tag);
        self.texture_files.release_all(tag);
        self.levels.retain(|other| *other != level);
        let freed = [level, Level::Everywhere];
        self.instances.retain(|_, row| !freed.contains(row.level));
        self.instances.shrink_to_fit();
        self.update_levels();
    }

    /// Updates what depends on the current levels.
    fn update_levels(&mut self) {
        let fires = self.levels.iter().filter_map(|level| level.fire());
        self.simulation.fires = fires.collect();
        self.update_layers();
    }

    /// Requests the files of the models of a level.
    pub(super) fn request(&mut self, level: Level) {
        for (_, row) in &mut self.models {
            if row.levels.contains(&level) {
                *row.mesh = Some(self.mesh_files.request(row.mesh_name, level.tag()));
                let texture = row.texture_name.as_deref();
                *row.texture = texture.map(|name| self.texture_files.request(name, level.tag()));
            }
        }
    }

    /// Inserts lamps for the instances of a level that shine.
    fn light_lamps(&mut self, level: Level) {
        let lights = [
            ("lantern", 9.0, [1.0, 0.62, 0.26]),
            ("fire", 17.0, [1.3, 0.36, 0.06]),
        ];
        for (name, reach, colour) in lights {
            let model = model::find(self.names.at(&self.models), name);
            let rows = self.instances.iter();
            let shining = rows.filter(|(_, row)| (*row.level, *row.model) == (level, model));
            let shining: Vec<_> = shining
                .map(|(id, row)| (id, row.place.map(|row| row[3])))
                .collect();
            for (id, place) in shining {
                let light = Light::new(place.into(), reach, colour.into());
                // An instance is dark if no lamp is left.
                let _lamp = self.lamps.light(&mut self.instances, id, light);
            }
        }
    }
}
