//! The lamps, which need no device.

use glam::Vec3;

use crate::instance::{Instance, InstanceHub, NO_LAMP};
use crate::lamp::{Lamps, Light};
use crate::level::Level;
use crate::model::ModelId;

#[test]
fn the_slot_of_a_lamp_is_not_reused_while_the_gpu_reads_it() {
    let mut instances = InstanceHub::new();
    let thing = || {
        Instance::new(
            ModelId::DANGLING,
            Level::Village,
            Vec3::ZERO,
            0.0,
            Vec3::ONE,
            [0; 3],
        )
    };
    let ids = [(); 2].map(|()| instances.insert(thing()));
    let mut lamps = Lamps::default();
    let mut light = |lamps: &mut Lamps, carrier| {
        let light = Light::new(Vec3::ZERO, 5.0, Vec3::ONE);
        let lamp = lamps.light(&mut instances, carrier, light);
        lamp.expect("there is room")
    };
    let old = light(&mut lamps, ids[0]);
    let layer = |id| instances.row(id).appearance.lamp;
    assert_eq!((layer(ids[0]), layer(ids[1])), (old.index(), NO_LAMP));

    instances.dealloc(ids[0]);
    lamps.follow(&instances, 7);
    assert!(lamps.hub.is_reserved(old));
    assert_eq!(lamps.hub.columns().light[0], Light::default(), "it is dark");
    lamps.collect(6);
    assert!(lamps.hub.is_reserved(old));
    lamps.collect(7);
    assert!(!lamps.hub.is_reserved(old));
    assert_eq!(lamps.freed, 1);
}
