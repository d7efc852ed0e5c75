//! Ids that a shader looks up, after their rows were freed, reused and moved.

use fastrand::Rng;
use soa_runtime::{Hub, IdAllocator};
use soa_wgpu::{IdBuffer, Sent, UploadError};
use wgpu::util::{BufferInitDescriptor, DeviceExt};
use wgpu::{BufferUsages, ComputePipeline, Limits};

use crate::support::{Tested, assert_refused, dispatch, pipeline, programs, with_gpu, with_limits};

/// What no row is.
const STALE: u32 = u32::MAX;

/// A shader that looks up all ids of a buffer.
fn look_up<T: IdAllocator>(tested: &Tested, words: usize) -> ComputePipeline {
    let shader = format!(
        "{}
        @group(0) @binding(1) var<storage, read> asked: array<{}>;
        @group(0) @binding(2) var<storage, read_write> rows: array<u32>;
        @compute @workgroup_size(64)
        fn look_up(@builtin(global_invocation_id) thread: vec3u) {{
            if thread.x < arrayLength(&asked) {{
                rows[thread.x] = unit_row(asked[thread.x]);
            }}
        }}",
        IdBuffer::<T>::wgsl("unit", 0, 0),
        ["u32", "vec2u"][words - 1],
    );
    pipeline(&tested.gpu, shader)
}

/// Returns the rows that the shader finds for ids, which are given by their bits.
fn rows<T: IdAllocator>(
    tested: &Tested,
    pipeline: &ComputePipeline,
    ids: &IdBuffer<T>,
    asked: &[u32],
    count: usize,
) -> Vec<u32> {
    let gpu = &tested.gpu;
    let storage = |contents: &[u8]| {
        gpu.device.create_buffer_init(&BufferInitDescriptor {
            label: None,
            contents,
            usage: BufferUsages::STORAGE | BufferUsages::COPY_SRC,
        })
    };
    let asked = storage(bytemuck::cast_slice(asked));
    let found = storage(&vec![7; 4 * count]);
    let groups = u32::try_from(count.div_ceil(64)).expect("there are few");
    let buffers = [ids.buffer(), &asked, &found];
    gpu.queue
        .submit([dispatch(gpu, pipeline, &buffers, groups)]);
    let bytes = gpu.read_buffer(&found, 4 * count);
    bytemuck::pod_collect_to_vec(&bytes.expect("the device is alive"))
}

fn update<T: IdAllocator>(
    tested: &Tested,
    ids: &mut IdBuffer<T>,
    hub: &Hub<T>,
) -> Result<Sent, UploadError> {
    ids.update(&tested.gpu.device, &tested.gpu.queue, hub)
}

/// A module with a record of these options, whose ids have words of this type.
macro_rules! programs {
    ($module:ident, $word:ty, $($options:tt)*) => {
        mod $module {
            use super::*;

            #[derive(IdAllocator)]
            #[soa($($options)*)]
            struct Unit {
                hp: u32,
            }

            /// Returns the bits of an id for the shader.
            fn words(bits: $word) -> Vec<u32> {
                let wide = u64::from(bits).to_le_bytes();
                let words = <$word>::BITS.div_ceil(u32::BITS) as usize;
                bytemuck::pod_collect_to_vec(&wide[..4 * words])
            }

            /// Asks for all ids that were ever made, and for bits of no id.
            fn check(tested: &Tested, buffer: &IdBuffer<Unit>, hub: &UnitHub, ever: &[UnitId]) {
                let made_up = [0, 1, <$word>::MAX, <$word>::MAX / 2, <$word>::MAX << 8];
                let unknown = made_up.into_iter().filter(|&bits| {
                    UnitId::from_bits(bits).is_none_or(|id| !hub.contains(id))
                });
                let bits = ever.iter().map(|id| id.to_bits()).chain(unknown);
                let bits: Vec<$word> = bits.collect();
                let asked: Vec<u32> = bits.iter().flat_map(|&bits| words(bits)).collect();
                let pipeline = look_up::<Unit>(tested, words(0).len());
                let found = rows(tested, &pipeline, buffer, &asked, bits.len());
                for (nth, row) in found.into_iter().enumerate() {
                    let id = ever.get(nth).copied();
                    let expected = id.and_then(|id| hub.row_of(id));
                    let expected = expected.map_or(STALE, |row| row.try_into().expect("it fits"));
                    assert_eq!(row, expected, "{id:?}, or {:x}", bits[nth]);
                }
            }

            pub(super) fn run(tested: &Tested, seed: u64) {
                let mut random = Rng::with_seed(seed);
                let mut hub = UnitHub::new();
                let mut buffer = IdBuffer::<Unit>::new(&tested.gpu.device, BufferUsages::STORAGE);
                let mut ever = Vec::new();
                check(tested, &buffer, &hub, &ever);
                for _ in 0..20 {
                    for _ in 0..random.usize(..12) {
                        let any = random.choice(hub.ids());
                        match (random.u8(..12), any) {
                            (0..6, _) => ever.extend(hub.try_insert(Unit { hp: 1 }).ok()),
                            (6..10, Some(id)) => drop(hub.remove(id)),
                            (10, Some(id)) => ever.extend(hub.renew(id)),
                            (11, _) if random.u8(..6) == 0 => hub.clear(),
                            (11, _) if random.u8(..6) == 0 => hub = UnitHub::new(),
                            _ => {}
                        }
                    }
                    update(tested, &mut buffer, &hub).expect("it is sent");
                    check(tested, &buffer, &hub, &ever);
                }
            }
        }
    };
}

programs!(slots, u64, layout = slots);
programs!(dense, u64, layout = dense);
programs!(
    short_slots,
    u32,
    layout = slots,
    bits(index = 20, generation = 12)
);
programs!(
    short_dense,
    u32,
    layout = dense,
    bits(index = 12, generation = 12, tag = 8)
);
programs!(small, u16, layout = dense, bits(index = 8, generation = 8));
programs!(
    tagged,
    u64,
    layout = slots,
    bits(index = 24, generation = 24, tag = 16)
);

programs!(bare, u16, layout = slots, bits(index = 6, generation = 0));

#[test]
fn a_shader_finds_the_row_of_an_id_and_refuses_stale_ones() {
    with_gpu(|tested| {
        for seed in 0..programs() {
            slots::run(tested, seed);
            dense::run(tested, seed);
            short_slots::run(tested, seed);
            short_dense::run(tested, seed);
            small::run(tested, seed);
            tagged::run(tested, seed);
            bare::run(tested, seed);
        }
    });
}

#[derive(IdAllocator)]
struct Unit {
    hp: u32,
}

#[test]
fn only_slots_that_changed_are_sent() {
    with_gpu(|tested| {
        let mut units = UnitHub::new();
        let made = units.alloc_many(1000);
        let mut ids = IdBuffer::<Unit>::new(&tested.gpu.device, BufferUsages::STORAGE);
        let sent = update(tested, &mut ids, &units).expect("it is sent");
        assert_eq!((sent.rows, sent.bytes, sent.grown), (1000, 8000, true));
        units.columns_mut().hp.fill(7);
        units.dealloc(made[10]);
        units.insert(Unit { hp: 1 });
        units.dealloc(made[999]);
        let sent = update(tested, &mut ids, &units).expect("it is sent");
        assert_eq!((sent.rows, sent.writes, sent.grown), (2, 2, false));
        assert_eq!(update(tested, &mut ids, &units), Ok(Sent::default()));
    });
}

#[test]
fn after_an_error_no_stale_id_is_found() {
    let limits = |_| Limits {
        max_buffer_size: 4096,
        ..Limits::downlevel_defaults()
    };
    with_limits(limits, |tested| {
        let mut units = UnitHub::new();
        let old = units.alloc_many(300);
        let mut ids = IdBuffer::<Unit>::new(&tested.gpu.device, BufferUsages::STORAGE);
        update(tested, &mut ids, &units).expect("it fits");
        let more = units.alloc_many(300);
        units.dealloc(old[0]);
        let (needed, limit) = (4800, 4096);
        let refused = update(tested, &mut ids, &units);
        assert_eq!(refused, Err(UploadError::TooLarge { needed, limit }));
        let other = tested.sibling();
        assert_refused(&ids.update(&tested.gpu.device, &other.queue, &units));
        // Without the last rows the ids fit again, and all of them are sent.
        assert_eq!(more.iter().filter(|&&id| units.dealloc(id)).count(), 300);
        let sent = update(tested, &mut ids, &units).expect("it fits again");
        assert!(sent.rows >= 300, "{sent:?}");
        let pipeline = look_up::<Unit>(tested, 2);
        let found = |asked: &[UnitId]| {
            let bits: Vec<u64> = asked.iter().map(|id| id.to_bits()).collect();
            let words = bytemuck::cast_slice(&bits);
            rows(tested, &pipeline, &ids, words, bits.len())
        };
        let old = found(&old);
        assert_eq!(old[0], STALE);
        assert!(old.into_iter().skip(1).eq(1..300));
        assert_eq!(found(&more), [STALE; 300]);
    });
}
