//! The lamps: an array that shaders index by the slot of the lamp.
//!
//! An instance that is a lamp contains the index of the lamp, and so does its copy on the GPU, which
//! is some frames behind. A lamp that goes out is therefore *detached*: its slot stays reserved and
//! dark until the GPU has finished the last frame that refers to it. Then `dealloc` frees the slot.
//! (wgpu orders writes after the frames that were submitted before. Lower graphics APIs do not, and
//! a slot that is reused too early would light up the wrong place there.)

use std::collections::VecDeque;

use bytemuck::{Pod, Zeroable};
use glam::Vec3;
use soa_runtime::{AllocError, IdAllocator};

use crate::instance::{InstanceHub, InstanceId};

/// The struct `Lamp` of the shaders. The default is dark.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Pod, Zeroable)]
pub(crate) struct Light {
    pub(crate) position: [f32; 3],
    /// The range of the light in metres.
    pub(crate) reach: f32,
    pub(crate) colour: [f32; 3],
    padding: f32,
}

impl Light {
    pub(crate) fn new(position: Vec3, reach: f32, colour: Vec3) -> Self {
        Self {
            position: position.to_array(),
            reach,
            colour: colour.to_array(),
            padding: 0.0,
        }
    }
}

/// A lamp. In the slots layout its row is the index of its id and never changes, so the column is the
/// array of the shaders. Holes are dark, so the shaders need not check which lamps are live.
#[derive(IdAllocator, Debug)]
#[soa(bits(index = 6, generation = 26), derive(Debug))]
pub(crate) struct Lamp {
    #[soa(tracked)]
    pub(crate) light: Light,
    /// The instance that carries the lamp. When the instance is freed, the lamp goes out.
    pub(crate) carrier: InstanceId,
}

/// All lamps, and the detached lamps that frames in flight may still read.
#[derive(Debug, Default)]
pub(crate) struct Lamps {
    pub(crate) hub: LampHub,
    /// Detached lamps, each with the last frame that may read it.
    detached: VecDeque<(u64, LampId)>,
    /// The number of detached lamps that were freed.
    pub(crate) freed: u64,
}

impl Lamps {
    /// Inserts a lamp for an instance.
    ///
    /// # Errors
    ///
    /// Returns an error if all slots are in use or reserved.
    pub(crate) fn light(
        &mut self,
        instances: &mut InstanceHub,
        carrier: InstanceId,
        light: Light,
    ) -> Result<LampId, AllocError> {
        let lamp = self.hub.try_insert(Lamp { light, carrier });
        let lamp = lamp.map_err(|error| error.source)?;
        if let Some(mut row) = instances.get_mut(carrier) {
            row.appearance.lamp = lamp.index();
        }
        Ok(lamp)
    }

    /// Moves the lamps with their carriers, and detaches the lamps whose carrier was freed. `frame` is
    /// the last frame that was submitted.
    pub(crate) fn follow(&mut self, instances: &InstanceHub, frame: u64) {
        let mut orphans = Vec::new();
        for (id, mut lamp) in &mut self.hub {
            match instances.get(*lamp.carrier) {
                Some(carrier) => {
                    let light = Light {
                        position: carrier.place.map(|row| row[3]),
                        ..*lamp.light
                    };
                    // Every write is a change that is sent, so equal lights are not written.
                    if *lamp.light != light {
                        *lamp.light = light;
                    }
                }
                None => orphans.push(id),
            }
        }
        for id in orphans {
            self.hub.detach(id);
            self.detached.push_back((frame, id));
        }
    }

    /// Frees the detached lamps that no frame after `finished` reads.
    pub(crate) fn collect(&mut self, finished: u64) {
        let free = self
            .detached
            .iter()
            .take_while(|(frame, _)| *frame <= finished);
        for (_, id) in self.detached.drain(..free.count()) {
            self.freed += u64::from(self.hub.dealloc(id));
        }
    }

    /// Returns the number of slots, which bounds the index of every lamp.
    pub(crate) fn slots(&self) -> u32 {
        u32::try_from(self.hub.slots()).unwrap_or_default()
    }
}
