//! A column that a shader reads and writes, in the order of the submits.

use soa_runtime::IdAllocator;
use soa_wgpu::ColumnBuffer;
use wgpu::BufferUsages;

use crate::support::{assert_bytes, dispatch, pipeline, update, with_gpu};

#[derive(IdAllocator)]
struct Unit {
    #[soa(tracked)]
    hp: u32,
}

/// Doubles all numbers of a storage buffer.
const DOUBLE: &str = "
@group(0) @binding(0) var<storage, read_write> hp: array<u32>;
@compute @workgroup_size(64)
fn double(@builtin(global_invocation_id) id: vec3u) {
    if id.x < arrayLength(&hp) {
        hp[id.x] *= 2u;
    }
}";

#[test]
fn updates_take_effect_between_the_submits_around_them() {
    with_gpu(|tested| {
        let gpu = &tested.gpu;
        let pipeline = pipeline(gpu, DOUBLE.to_owned());
        let mut hp =
            ColumnBuffer::<Unit, _>::new(&gpu.device, BufferUsages::STORAGE, |units| units.hp);
        let mut units: UnitHub = (0..1000).map(|hp| Unit { hp }).collect();
        let ids: Vec<UnitId> = units.ids().collect();
        units.advance();
        update(gpu, &mut hp, &units).expect("it is sent");
        let double = || dispatch(gpu, &pipeline, &[hp.buffer()], 16);
        // Recorded before the update, and submitted after it.
        let (before, after) = (double(), double());
        gpu.queue.submit([before]);
        for id in ids.iter().step_by(10) {
            units.columns_mut().hp[*id] = 7;
        }
        units.advance();
        let sent = update(gpu, &mut hp, &units).expect("it is sent");
        assert_eq!((sent.rows, sent.grown), (100, false));
        gpu.queue.submit([after]);
        let expected: Vec<u32> = (0..1000)
            .map(|hp| if hp % 10 == 0 { 14 } else { hp * 4 })
            .collect();
        assert_bytes(gpu, hp.buffer(), bytemuck::cast_slice(&expected));
    });
}
