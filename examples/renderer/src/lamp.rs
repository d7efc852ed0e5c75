//! The lamps: places of an array that shaders index, and what the GPU still reads of them.
//!
//! An instance that is a lamp has the lamp's index, and so has the GPU, which is some frames
//! behind. A lamp that goes out is *detached*: its place stays withheld, dark, until the GPU is
//! done with the last frame that knew it; then `dealloc` gives it back. (wgpu puts writes behind
//! the frames that were submitted before; graphics APIs below it do not, and there a place that
//! is used again too early is a lamp that flares up elsewhere.)

use std::collections::VecDeque;

use bytemuck::{Pod, Zeroable};
use glam::Vec3;
use soa_runtime::{AllocError, IdAllocator, Reader};

use crate::instance::{InstanceHub, InstanceId};

/// Places of the shaders' array.
pub(crate) const PLACES: usize = 64;

/// `Lamp` of the shaders. The default is dark.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Pod, Zeroable)]
pub(crate) struct Light {
    pub(crate) position: [f32; 3],
    /// Metres.
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

/// A lamp. Its place in the array is its index, which never changes: the slots layout. A hole is
/// dark, so the shader's loop over the array needs no look at what lives.
#[derive(IdAllocator, Debug)]
#[soa(bits(index = 6, generation = 26))]
pub(crate) struct Lamp {
    #[soa(tracked)]
    pub(crate) light: Light,
    /// The instance that carries it; it goes out with it.
    pub(crate) carrier: InstanceId,
}

/// All lamps, and those that frames in flight may still read.
#[derive(Debug, Default)]
pub(crate) struct Lamps {
    pub(crate) hub: LampHub,
    /// With the last frame that knew the lamp.
    going: VecDeque<(u64, LampId)>,
    /// How many places were given back.
    pub(crate) given_back: u64,
}

const GPU: Reader = Reader::new(0);

impl Lamps {
    /// A lamp for an instance, which shows its light from now on.
    ///
    /// # Errors
    ///
    /// If all places are taken, or still read.
    pub(crate) fn light(
        &mut self,
        instances: &mut InstanceHub,
        carrier: InstanceId,
        light: Light,
    ) -> Result<LampId, AllocError> {
        let lamp = self.hub.try_insert_with(|_| Lamp { light, carrier })?;
        if let Some(mut row) = instances.get_mut(carrier) {
            row.look.lamp = lamp.index();
        }
        Ok(lamp)
    }

    /// Lamps go where their carriers went, and out with those that are gone. `frame` is the
    /// last one that was submitted.
    pub(crate) fn follow(&mut self, instances: &InstanceHub, frame: u64) {
        let mut out = Vec::new();
        for (id, mut lamp) in &mut self.hub {
            match instances.get(*lamp.carrier) {
                Some(carrier) => {
                    let light = Light {
                        position: carrier.place.map(|row| row[3]),
                        ..*lamp.light
                    };
                    // Written to, it would be marked, and sent.
                    if *lamp.light != light {
                        *lamp.light = light;
                    }
                }
                None => out.push(id),
            }
        }
        for id in out {
            self.hub.detach(id);
            self.going.push_back((frame, id));
        }
    }

    /// Gives the places back that the GPU is done with.
    pub(crate) fn collect(&mut self, done: u64) {
        let free = self.going.iter().take_while(|(frame, _)| *frame <= done);
        for (_, id) in self.going.drain(..free.count()) {
            self.given_back += u64::from(self.hub.dealloc(id));
        }
    }

    /// Sends the places that changed. Returns writes and bytes.
    pub(crate) fn send(&mut self, queue: &wgpu::Queue, buffer: &wgpu::Buffer) -> (usize, usize) {
        let mut columns = self.hub.columns_mut();
        let changes = columns.light.take_changes(GPU, 4);
        let mut bytes = 0;
        for places in &changes {
            let sent: &[u8] = bytemuck::cast_slice(&columns.light[places.clone()]);
            let at = places.start * size_of::<Light>();
            queue.write_buffer(buffer, at as wgpu::BufferAddress, sent);
            bytes += sent.len();
        }
        (changes.len(), bytes)
    }

    /// Places of the array that were ever used.
    pub(crate) fn places(&self) -> u32 {
        u32::try_from(self.hub.slots()).unwrap_or_default()
    }
}
