//! What it costs to send the changed rows of a column to the GPU: a column of 4.5 million rows of 64
//! bytes, by each strategy, on each adapter. Writes `wgpu.md`.
//!
//! The time is the one of the thread that calls `update`. The rows are written just before each call,
//! and the GPU is idle.

use std::hint::black_box;
use std::iter;
use std::time::Instant;

use example_gpu::Gpu;
use fastrand::Rng;
use soa_bench::harness::{Failure, Options, Samples, Table, digits, measure, real, seconds};
use soa_runtime::{IdAllocator, Tick};
use soa_wgpu::{ColumnBuffer, Sent, Strategy};
use wgpu::{Backends, BufferUsages, DeviceDescriptor, InstanceDescriptor, Limits, PollType};

type Transform = [[f32; 4]; 4];

#[derive(IdAllocator)]
struct Unit {
    #[soa(tracked)]
    transform: Transform,
}

const STRATEGIES: [(&str, Strategy); 4] = [
    ("`Auto`", Strategy::Auto),
    ("`Ranges`", Strategy::Ranges),
    ("`Scatter`", Strategy::Scatter),
    ("`Whole`", Strategy::Whole),
];

/// The hub, and a copy for each strategy.
struct World {
    gpu: Gpu,
    units: UnitHub,
    copies: Vec<ColumnBuffer<Unit, Transform>>,
    random: Rng,
}

impl World {
    fn new(gpu: Gpu, rows: usize) -> Result<Self, Failure> {
        let mut units = UnitHub::new();
        units.alloc_many(rows);
        units.advance();
        let mut copies = Vec::new();
        for (_, strategy) in STRATEGIES {
            let usage = BufferUsages::STORAGE | BufferUsages::VERTEX;
            let copy = ColumnBuffer::<Unit, _>::new(&gpu.device, usage, |units| units.transform);
            let mut copy = copy.strategy(strategy);
            copy.update(&gpu.device, &gpu.queue, &units)?;
            gpu.device.poll(PollType::wait_indefinitely())?;
            copies.push(copy);
        }
        Ok(Self {
            gpu,
            units,
            copies,
            random: Rng::with_seed(3),
        })
    }

    /// Writes these rows, or all of them, in a tick of their own. Returns the tick before.
    fn write(&mut self, rows: Option<&[usize]>) -> Tick {
        let before = self.units.advance();
        let mut columns = self.units.columns_mut();
        match rows {
            Some(rows) => rows
                .iter()
                .for_each(|row| columns.transform[*row][0][0] += 1.0),
            None => columns.transform.all_mut()[0][0][0] += 1.0,
        }
        self.units.advance();
        before
    }

    /// Measures the update of each copy after `count` random rows were written, also until the GPU is
    /// done, and last how long it takes to ask the ticks. Returns also what each copy has sent.
    ///
    /// As in a frame, the rows are written just before: the same rows for each contender of a round,
    /// so that all find the caches alike and send the same rows.
    fn measure(
        &mut self,
        count: usize,
        rounds: usize,
    ) -> Result<(Vec<[Samples; 2]>, Vec<Sent>), Failure> {
        let copies = self.copies.len();
        let mut contenders: Vec<usize> = (0..=copies).collect();
        let mut sent = vec![Sent::default(); copies];
        let (mut turns, mut chosen) = (0, None);
        let taken = measure(rounds, &mut contenders, |&mut contender| {
            if turns % (copies + 1) == 0 {
                self.catch_up()?;
                let rows = self.units.len();
                chosen = (count < rows).then(|| self.random.choose_multiple(0..rows, count));
            }
            turns += 1;
            let before = self.write(chosen.as_deref());
            let (device, queue) = (&self.gpu.device, &self.gpu.queue);
            let Some(copy) = self.copies.get_mut(contender) else {
                let column = self.units.columns().transform;
                let asked = seconds(|| _ = black_box(column.changed_since(before, 0).count()));
                return Ok([asked, f64::NAN]);
            };
            device.poll(PollType::wait_indefinitely())?;
            let start = Instant::now();
            sent[contender] = copy.update(device, queue, &self.units)?;
            let called = start.elapsed();
            queue.submit([]);
            device.poll(PollType::wait_indefinitely())?;
            Ok([called, start.elapsed()].map(|time| time.as_secs_f64()))
        })?;
        self.catch_up()?;
        Ok((taken, sent))
    }

    /// Updates all copies.
    fn catch_up(&mut self) -> Result<(), Failure> {
        let (device, queue) = (&self.gpu.device, &self.gpu.queue);
        for copy in &mut self.copies {
            copy.update(device, queue, &self.units)?;
            device.poll(PollType::wait_indefinitely())?;
        }
        Ok(())
    }

    /// Compares all copies with the column.
    fn check(&self) -> Result<(), Failure> {
        let column = self.units.columns().transform;
        for ((name, _), copy) in STRATEGIES.iter().zip(&self.copies) {
            let size = size_of_val(column.as_slice());
            let bytes = self.gpu.read_buffer(copy.buffer(), size)?;
            let rows = bytes.chunks_exact(size_of::<Transform>());
            let same = rows.zip(column.as_slice()).all(|(there, here)| {
                let here = here.as_flattened().iter();
                let here = here.flat_map(|number| number.to_ne_bytes());
                there.iter().copied().eq(here)
            });
            if !same {
                return Err(format!("the copy of {name} differs").into());
            }
        }
        Ok(())
    }
}

/// Opens a device that can have the column, if there is an adapter.
fn connect(backends: Backends) -> Option<Gpu> {
    let mut descriptor = InstanceDescriptor::new_without_display_handle();
    descriptor.backends = backends;
    // The layers that validate calls would be measured, too.
    let api = wgpu::Instance::new(descriptor);
    let adapter = pollster::block_on(api.request_adapter(&wgpu::RequestAdapterOptions {
        power_preference: wgpu::PowerPreference::HighPerformance,
        ..Default::default()
    }));
    let adapter = adapter.ok()?;
    let limits = adapter.limits();
    let descriptor = DeviceDescriptor {
        required_limits: Limits {
            max_buffer_size: limits.max_buffer_size,
            max_storage_buffer_binding_size: limits.max_storage_buffer_binding_size,
            ..Limits::downlevel_defaults()
        },
        ..DeviceDescriptor::default()
    };
    let (device, queue) = pollster::block_on(adapter.request_device(&descriptor)).ok()?;
    let info = adapter.get_info();
    Some(Gpu {
        device,
        queue,
        description: format!("{} ({:?})", info.name, info.backend),
    })
}

fn main() -> Result<(), Failure> {
    let options = Options::from_args()?;
    let rows = if options.quick { 20_000 } else { 4_500_000 };
    let scattered = rows / 900;
    let rounds = options.rounds(21);
    let asked = Backends::from_env();
    let mut page = format!(
        "# Columns on the GPU\n\n\
         Written by `cargo run --release -p soa-bench --features wgpu --bin wgpu`: a column of {rows} rows of 64 bytes; times of \
         `ColumnBuffer::update` on the thread that calls it, in milliseconds; {rounds} rounds; medians, with \
         the quartiles in parentheses. The rows are written just before each call, as in a frame. All copies \
         are compared with the column.\n"
    );
    let mut is_first = true;
    for backends in [Backends::PRIMARY, Backends::GL] {
        if asked.is_some_and(|asked| !asked.intersects(backends)) {
            continue;
        }
        let Some(gpu) = connect(backends) else {
            continue;
        };
        page.extend(["\n## ", &gpu.description, "\n\n"]);
        let mut world = World::new(gpu, rows)?;
        page += &table(&mut world, scattered, rounds)?;
        world.check()?;
        if is_first {
            is_first = false;
            page += &by_rows(&mut world, rows, options.rounds(5))?;
            world.check()?;
        }
    }
    if is_first {
        return Err("this machine has no graphics adapter".into());
    }
    options.publish("wgpu.md", &page)
}

/// Measures the strategies with no changed rows, and with some.
fn table(world: &mut World, scattered: usize, rounds: usize) -> Result<String, Failure> {
    let (quiet, _) = world.measure(0, rounds)?;
    let (changed, sent) = world.measure(scattered, rounds)?;
    let mut table = Table::new(&format!(
        "| nothing changed | {scattered} scattered rows changed | until the GPU was done | bytes sent | of what changed | writes"
    ));
    let times = quiet.iter().zip(&changed);
    for (((name, _), sent), ([quiet, _], [called, whole])) in STRATEGIES.iter().zip(sent).zip(times)
    {
        table.row([
            (*name).to_owned(),
            quiet.spread(1e3),
            called.spread(1e3),
            whole.spread(1e3),
            sent.bytes.to_string(),
            digits(real(sent.bytes as u64) / real(scattered as u64 * 64)),
            sent.writes.to_string(),
        ]);
    }
    let [asked, _] = &changed[STRATEGIES.len()];
    Ok(format!(
        "{table}\nAsking the ticks which rows changed takes {} of it.\n",
        asked.spread(1e3)
    ))
}

/// Measures the strategies with more and more changed rows.
fn by_rows(world: &mut World, rows: usize, rounds: usize) -> Result<String, Failure> {
    let names = STRATEGIES.map(|(name, _)| name).join(" | ");
    let mut table = Table::new(&format!("random rows that changed | {names}"));
    let counts = iter::successors(Some(1), |count| {
        (*count < rows).then(|| rows.min(count * 4))
    });
    for count in counts {
        let (taken, _) = world.measure(count, rounds)?;
        let taken = taken.iter().take(STRATEGIES.len());
        let times = taken.map(|[called, _]| digits(called.median() * 1e3));
        table.row(iter::once(count.to_string()).chain(times));
    }
    Ok(format!("\nMilliseconds of `update`, medians:\n\n{table}"))
}
