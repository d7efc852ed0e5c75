//! A crate without the standard library that contains hubs. It only needs to build.

#![no_std]
#![forbid(unsafe_code)]
#![deny(
    clippy::alloc_instead_of_core,
    clippy::std_instead_of_alloc,
    clippy::std_instead_of_core
)]

extern crate alloc;

pub mod world;

use alloc::string::String;

use soa_runtime::{Handle, IdAllocator, IdPool};

/// A device on a bus.
#[derive(IdAllocator, Debug)]
#[soa(layout = dense, bits(index = 6, generation = 10), derive(Clone, Debug, PartialEq))]
pub struct Device {
    /// What it calls itself.
    pub name: String,
    /// Where it answers.
    #[soa(default = 0x40)]
    pub address: u8,
}

/// A pool of interrupt lines.
pub static LINES: IdPool<Handle<(), u16, 8, 8>> = IdPool::new();

/// The address of the device, if it is still there.
pub fn address(devices: &DeviceHub, id: DeviceId) -> Option<u8> {
    devices.get(id).map(|device| *device.address)
}
