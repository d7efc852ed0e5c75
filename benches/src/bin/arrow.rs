//! What it costs to make an Arrow batch of a million rows of five columns, and to read it back,
//! beside copies of the same columns. Writes `arrow.md`.
//!
//! The copies are what one would write by hand: a builder for each column, which gets each live
//! row. Every batch is compared with the hub.

use std::hint::black_box;
use std::sync::Arc;

use arrow_array::builder::{
    FixedSizeListBuilder, Float32Builder, UInt8Builder, UInt32Builder, UInt64Builder,
};
use arrow_array::cast::AsArray;
use arrow_array::types::UInt32Type;
use arrow_array::{Array, ArrayRef, RecordBatch};
use soa_bench::harness::{Failure, Options, Table, measure, seconds};
use soa_runtime::IdAllocator;

macro_rules! layouts {
    ($($layout:ident)*) => {$(
        mod $layout {
            use super::*;

            #[derive(IdAllocator)]
            #[soa(layout = $layout)]
            struct Unit {
                position: [f32; 3],
                velocity: [f32; 3],
                hp: u32,
                team: u8,
            }

            fn hub(rows: u32, freed: fn(u32) -> bool) -> Arc<UnitHub> {
                let unit = |hp| Unit {
                    position: [0.5; 3],
                    velocity: [1.5; 3],
                    hp,
                    team: 3,
                };
                let mut units: UnitHub = (0..rows).map(unit).collect();
                units.retain(|_, unit| !freed(*unit.hp));
                Arc::new(units)
            }

            /// Makes batches by this crate.
            pub(super) fn batches(rows: u32, freed: fn(u32) -> bool, compact: bool) -> Contender {
                let units = hub(rows, freed);
                let sum = sum(&units);
                let make = move || {
                    let batch = soa_arrow::batch(units.clone())
                        .ids("id")
                        .column("position", |columns| columns.position)
                        .column("velocity", |columns| columns.velocity)
                        .column("hp", |columns| columns.hp)
                        .column("team", |columns| columns.team);
                    let batch = if compact { batch.compact() } else { batch };
                    batch.finish().expect("five columns")
                };
                let read = |batch: &RecordBatch| {
                    let mut units = UnitHub::new();
                    soa_arrow::read::<Unit>(batch)
                        .ids("id")
                        .column("position", |unit| &mut unit.position)
                        .column("velocity", |unit| &mut unit.velocity)
                        .column("hp", |unit| &mut unit.hp)
                        .column("team", |unit| &mut unit.team)
                        .fill(&mut units)
                        .expect("the batch of a hub");
                    self::sum(&units)
                };
                Contender { make: Box::new(make), read: Some(Box::new(read)), sum }
            }

            /// Makes batches by hand.
            pub(super) fn copies(rows: u32, freed: fn(u32) -> bool) -> Contender {
                let units = hub(rows, freed);
                let sum = sum(&units);
                let make = move || {
                    let mut ids = UInt64Builder::with_capacity(units.len());
                    let list = || FixedSizeListBuilder::new(Float32Builder::new(), 3);
                    let (mut position, mut velocity) = (list(), list());
                    let mut hp = UInt32Builder::with_capacity(units.len());
                    let mut team = UInt8Builder::with_capacity(units.len());
                    for (id, unit) in &*units {
                        ids.append_value(id.to_bits());
                        position.values().append_slice(unit.position);
                        position.append(true);
                        velocity.values().append_slice(unit.velocity);
                        velocity.append(true);
                        hp.append_value(*unit.hp);
                        team.append_value(*unit.team);
                    }
                    let columns: [(&str, ArrayRef); 5] = [
                        ("id", Arc::new(ids.finish())),
                        ("position", Arc::new(position.finish())),
                        ("velocity", Arc::new(velocity.finish())),
                        ("hp", Arc::new(hp.finish())),
                        ("team", Arc::new(team.finish())),
                    ];
                    RecordBatch::try_from_iter(columns).expect("five columns")
                };
                Contender { make: Box::new(make), read: None, sum }
            }

            fn sum(units: &UnitHub) -> u64 {
                units.columns().hp.iter_live().map(|(_, hp)| u64::from(*hp)).sum()
            }
        }
    )*};
}

layouts!(slots dense);

struct Contender {
    make: Box<dyn Fn() -> RecordBatch>,
    read: Option<Box<Read>>,
    /// The sum of the hit points of the hub.
    sum: u64,
}

/// Reads a batch, and returns the sum of the hit points.
type Read = dyn Fn(&RecordBatch) -> u64;

/// Returns the sum of the hit points in a batch.
fn sum(batch: &RecordBatch) -> u64 {
    let hp = batch["hp"].as_primitive::<UInt32Type>();
    let live = |row: &usize| hp.is_valid(*row);
    (0..hp.len())
        .filter(live)
        .map(|row| u64::from(hp.value(row)))
        .sum()
}

fn main() -> Result<(), Failure> {
    let options = Options::from_args()?;
    let rounds = options.rounds(41);
    let rows = if options.quick { 1000 } else { 1_000_000 };
    let tenth = |row| row % 10 == 3;
    let mut contenders = [
        (
            "`layout = slots`, without holes",
            slots::batches(rows, |_| false, false),
        ),
        (
            "`layout = slots`, one row in ten is a hole",
            slots::batches(rows, tenth, false),
        ),
        ("the same, `compact`", slots::batches(rows, tenth, true)),
        ("`layout = dense`", dense::batches(rows, tenth, false)),
        (
            "`layout = slots`, one row in ten is a hole, by builders",
            slots::copies(rows, tenth),
        ),
        ("`layout = dense`, by builders", dense::copies(rows, tenth)),
    ];
    let taken = measure(rounds, &mut contenders, |(name, contender)| {
        let mut batch = None;
        let made = seconds(|| batch = Some(black_box((contender.make)())));
        let batch = batch.expect("made above");
        assert_eq!(sum(&batch), contender.sum, "{name} lost a row");
        let Some(read) = &contender.read else {
            return Ok([made, f64::NAN]);
        };
        let mut found = 0;
        let took = seconds(|| found = black_box(read(&batch)));
        assert_eq!(found, contender.sum, "{name} was not read back");
        Ok([made, took])
    })?;

    let mut table = Table::new("| making the batch, ms | reading it into a new hub, ms");
    for ((name, _), [makes, reads]) in contenders.iter().zip(&taken) {
        table.row([(*name).to_owned(), makes.spread(1e3), reads.spread(1e3)]);
    }
    let page = format!(
        "# Arrow batches\n\n\
         Written by `cargo run --release -p soa-bench --features arrow --bin arrow`: {rows} slots with the ids and four columns of \
         29 bytes; {rounds} rounds; medians, with the quartiles in parentheses. Every batch is compared with its \
         hub.\n\n{table}"
    );
    options.publish("arrow.md", &page)
}
