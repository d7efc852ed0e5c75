//! Enters and leaves levels: their files, their instances and their lamps.

use std::thread;

use super::Engine;
use crate::lamp::Light;
use crate::level::{self, Level, MAKERS};
use crate::model::Kind;

impl Engine {
    /// Requests the files of a level, and creates its instances on workers, each with a lease. Files
    /// that another level uses are loaded already.
    pub(crate) fn enter(&mut self, level: Level) {
        self.request(level);
        let kinds = self.kinds.at(&self.models);
        let shares = std::array::from_fn::<_, MAKERS, _>(|maker| {
            let (patches, instances) = level::share(level, maker);
            (patches, self.instances.lease(instances))
        });
        let leases = thread::scope(|scope| {
            let makers = shares.map(|(patches, mut lease)| {
                scope.spawn(move || {
                    level.make(patches, kinds, &mut lease);
                    lease
                })
            });
            makers.map(|maker| maker.join().expect("a maker does not panic"))
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
        let fires = self.levels.iter().flat_map(|level| level.fires());
        self.simulation.fires = fires.collect();
        self.update_layers();
    }

    pub(super) fn request(&mut self, level: Level) {
        for kind in level.kinds() {
            let id = kind.model(self.kinds.at(&self.models));
            let row = self.models.row_mut(id);
            let mesh = self.mesh_files.request(kind.mesh_name(), level.tag());
            *row.mesh = Some(mesh);
            let name = kind.texture_name();
            *row.texture = name.map(|name| self.texture_files.request(name, level.tag()));
        }
    }

    /// Inserts lamps for the instances of a level that shine.
    fn light_lamps(&mut self, level: Level) {
        let lights = [
            (Kind::Lantern, 9.0, [1.0, 0.62, 0.26]),
            (Kind::Fire, 17.0, [1.3, 0.36, 0.06]),
        ];
        for (kind, reach, colour) in lights {
            let model = kind.model(self.kinds.at(&self.models));
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
