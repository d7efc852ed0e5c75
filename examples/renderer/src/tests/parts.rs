//! The parts that do not need a device.

use std::io;

use example_gpu::lexopt::Parser;
use glam::Vec3;

use crate::instance::{InstanceHub, NO_LAMP};
use crate::lamp::{Lamps, Light};
use crate::level::Level;
use crate::model::{self, Kind, ModelHub};
use crate::options::{Options, Task};
use crate::shader::source;

fn instances(count: usize) -> InstanceHub {
    let mut instances = InstanceHub::new();
    let models = ModelHub::of_kinds();
    let mut lease = instances.lease(250);
    Level::Village.make([0], model::kinds().at(&models), &mut lease);
    assert!(instances.settle([lease]).is_empty());
    while instances.len() > count {
        let last = instances.id_at(instances.len() - 1);
        instances.dealloc(last.expect("it has a row"));
    }
    instances
}

#[test]
fn the_slot_of_a_lamp_is_not_reused_while_the_gpu_reads_it() {
    let mut instances = instances(3);
    let ids: Vec<_> = instances.ids().collect();
    let mut lamps = Lamps::default();
    let light = Light::new(Vec3::ZERO, 5.0, Vec3::ONE);
    let old = lamps
        .light(&mut instances, ids[0], light)
        .expect("there is room");
    assert_eq!(instances.row(ids[0]).appearance.lamp, old.index());
    assert_eq!(instances.row(ids[1]).appearance.lamp, NO_LAMP);

    instances.dealloc(ids[0]);
    lamps.follow(&instances, 7);
    assert!(lamps.hub.is_reserved(old));
    assert_eq!(lamps.hub.columns().light[0], Light::default(), "it is dark");
    let next = lamps
        .light(&mut instances, ids[1], light)
        .expect("there is room");
    assert_ne!(next.index(), old.index());

    lamps.collect(6);
    assert!(lamps.hub.is_reserved(old));
    lamps.collect(7);
    assert!(!lamps.hub.is_reserved(old));
    let last = lamps
        .light(&mut instances, ids[2], light)
        .expect("there is room");
    assert_eq!(last.index(), old.index());
    assert_eq!(lamps.freed, 1);
}

#[test]
fn lamps_beyond_the_index_bits_are_refused() {
    let mut instances = instances(1);
    let id = instances.id_at(0).expect("there is one");
    let mut lamps = Lamps::default();
    let light = Light::default();
    // The largest index is reserved.
    for _ in 1..1 << 6 {
        lamps
            .light(&mut instances, id, light)
            .expect("there is room");
    }
    assert!(lamps.light(&mut instances, id, light).is_err());
}

#[test]
fn instances_are_drawn_by_model_whatever_went() {
    let models = ModelHub::of_kinds();
    let mut instances = instances(250);
    assert!(instances.arrange(&models) || instances.runs().len() <= models.len() * 2);
    let mut gone = false;
    instances.retain(|_, _| {
        gone = !gone;
        gone
    });
    instances.sort_by_key(|row| *row.model);
    let runs = instances.runs();
    assert!((3..=11).contains(&runs.len()), "{runs:?}");
    let rows: usize = runs.iter().map(|run| run.rows.len()).sum();
    assert_eq!(rows, instances.len());
}

#[test]
fn the_models_are_in_the_order_of_their_kinds() {
    let models = ModelHub::of_kinds();
    let mut kinds = model::kinds();
    let kinds = kinds.at(&models);
    for kind in Kind::ALL {
        assert_eq!(models.row_of(kind.model(kinds)), Some(kind as usize));
    }
    assert_eq!(size_of::<model::ModelId>(), 2);
}

#[test]
fn a_shader_declares_its_features_its_defaults_and_its_block() {
    let text = "override a: bool = true; override b: bool = false; override n: f32 = 1.0;\n\
        struct S {\n/// how much; default: 2.5\nx: f32,\ny: f32 }\n\
        @group(1) @binding(0) var<uniform> s: S;\n\
        @fragment fn fs_plain() -> @location(0) vec4f { return vec4f(select(s.x, n, a || b)); }";
    let nothing = |_: &str| Err(io::ErrorKind::NotFound.into());
    let reflection = source::read("test", text.into(), &nothing).expect("it is a shader");
    assert_eq!(reflection.switches, ["a", "b"]);
    assert_eq!(reflection.features(&[]), reflection.default_features);
    assert_ne!(reflection.features(&["b"]), reflection.default_features);
    assert_eq!(
        reflection.features(&["unknown"]),
        reflection.default_features
    );
    let members = reflection
        .members
        .iter()
        .map(|member| (&*member.name, member.offset, member.default));
    assert_eq!(members.collect::<Vec<_>>(), [("x", 0, 2.5), ("y", 4, 0.0)]);
    assert_eq!(reflection.block, 8);
}

#[test]
fn the_command_line_is_read() {
    let parse = |text: &str| Options::parse(Parser::from_args(text.split_whitespace()));
    let options = parse("--frames 20 --size 128x72 --out somewhere").expect("it is valid");
    assert_eq!(options.task, Task::Churn { frames: 20 });
    assert_eq!(options.size, [128, 72]);
    for wrong in [
        "--frames",
        "--frames many",
        "--size 100x72",
        "--size big",
        "--speed",
    ] {
        assert!(parse(wrong).is_err(), "{wrong}");
    }
}
