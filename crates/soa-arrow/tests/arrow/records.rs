//! The records of the tests, in both layouts.

use std::borrow::Cow;
use std::sync::Arc;

use arrow_array::RecordBatch;
use half::f16;
use soa_arrow::{Batch, Reader};
use soa_runtime::{Hub, IdAllocator};

use crate::random::Random;

/// Adds all columns but the tracked one to a batch or a reader. What is in brackets borrows a field.
macro_rules! all_columns {
    ($to:ident, [$($borrow:tt)*]) => {
        all_columns!(
            $to, [$($borrow)*],
            "i8" i8, "i16" i16, "i32" i32, "i64" i64, "isize" isize, "u8" u8, "u16" u16, "u32" u32,
            "u64" u64, "usize" usize, "f16" f16, "f32" f32, "f64" f64, "matrix" matrix, "key" id,
            "next" next, "flag" flag, "flags" flags, "string" string, "arc" arc, "boxed" boxed,
            "cow" cow, "words" words, "maybe" maybe, "maybe_flag" maybe_flag,
            "maybe_text" maybe_text, "maybe_array" maybe_array, "array_of_maybe" array_of_maybe
        )
        .column_as::<[u64; 2], _>("wide", |all| $($borrow)* all.wide)
    };
    ($to:ident, $borrow:tt, $($name:literal $field:ident),*) => {
        $to$(.column($name, all_columns!(# $borrow $field)))*
    };
    (# [$($borrow:tt)*] $field:ident) => {
        |all| $($borrow)* all.$field
    };
}

macro_rules! records {
    ($($module:ident, $layout:ident;)*) => {$(
        pub(crate) mod $module {
            use super::*;

            /// One field of each type.
            #[derive(IdAllocator, Debug, PartialEq)]
            #[soa(layout = $layout, derive(Clone, Debug, PartialEq))]
            pub(crate) struct All {
                pub(crate) i8: i8,
                pub(crate) i16: i16,
                pub(crate) i32: i32,
                pub(crate) i64: i64,
                pub(crate) isize: isize,
                pub(crate) u8: u8,
                pub(crate) u16: u16,
                pub(crate) u32: u32,
                pub(crate) u64: u64,
                pub(crate) usize: usize,
                pub(crate) f16: f16,
                pub(crate) f32: f32,
                pub(crate) f64: f64,
                pub(crate) matrix: [[f32; 4]; 3],
                #[soa(tracked)]
                pub(crate) tracked: [i16; 2],
                #[soa(default = AllId::DANGLING)]
                pub(crate) id: AllId,
                pub(crate) next: Option<AllId>,
                pub(crate) flag: bool,
                pub(crate) flags: [bool; 3],
                pub(crate) string: String,
                #[soa(default = "".into())]
                pub(crate) arc: Arc<str>,
                pub(crate) boxed: Box<str>,
                pub(crate) cow: Cow<'static, str>,
                pub(crate) words: [String; 2],
                pub(crate) maybe: Option<u16>,
                pub(crate) maybe_flag: Option<bool>,
                pub(crate) maybe_text: Option<String>,
                pub(crate) maybe_array: Option<[f64; 2]>,
                pub(crate) array_of_maybe: [Option<i8>; 2],
                pub(crate) wide: u128,
            }

            impl All {
                /// A record whose values tell it from others.
                pub(crate) fn of(seed: usize) -> Self {
                    let mut random = Random::new(seed as u64);
                    let mut bits = || random.below(1 << 31) as u64;
                    let id = AllId::from_parts(bits() as u32, 1 + bits() as u32 % 1000);
                    All {
                        i8: bits() as i8,
                        i16: bits() as i16,
                        i32: bits() as i32,
                        i64: bits() as i64 - (1 << 40),
                        isize: -(bits() as isize),
                        u8: bits() as u8,
                        u16: bits() as u16,
                        u32: bits() as u32,
                        u64: bits() << 20,
                        usize: bits() as usize,
                        f16: f16::from_f32(f32::from(bits() as u8)),
                        f32: bits() as f32,
                        f64: -(bits() as f64),
                        matrix: [[0.0; 4]; 3].map(|row| row.map(|_| bits() as f32)),
                        tracked: [bits() as i16, seed as i16],
                        id: id.unwrap_or(AllId::DANGLING),
                        next: id.filter(|_| bits() % 2 == 0),
                        flag: bits() % 2 == 0,
                        flags: [0; 3].map(|_| bits() % 2 == 0),
                        string: format!("unit {seed} \u{e9}"),
                        arc: bits().to_string().into(),
                        boxed: "x".repeat(seed % 5).into(),
                        cow: Cow::Borrowed("borrowed"),
                        words: [0; 2].map(|_| bits().to_string()),
                        maybe: (bits() % 3 > 0).then_some(seed as u16),
                        maybe_flag: (bits() % 3 > 0).then_some(seed % 2 == 0),
                        maybe_text: (bits() % 3 > 0).then(|| seed.to_string()),
                        maybe_array: (bits() % 3 > 0).then_some([seed as f64, 0.5]),
                        array_of_maybe: [0; 2].map(|_| (bits() % 2 > 0).then_some(seed as i8)),
                        wide: u128::from(bits()) << 64 | 7,
                    }
                }
            }

            /// Adds all columns.
            pub(crate) fn all(batch: Batch<All>) -> Batch<All> {
                let batch = batch.tracked_column("tracked", |columns| columns.tracked);
                all_columns!(batch, [])
            }

            /// Reads all columns.
            pub(crate) fn read(batch: &RecordBatch) -> Reader<'_, All> {
                let reader = soa_arrow::read::<All>(batch);
                let reader = reader.column("tracked", |all| &mut all.tracked);
                all_columns!(reader, [&mut])
            }

            /// A hub of `rows` rows, of which `freed` were freed again.
            pub(crate) fn hub(rows: usize, freed: impl Fn(usize) -> bool) -> AllHub {
                let mut hub: AllHub = (0..rows).map(All::of).collect();
                let ids: Vec<AllId> = hub.ids().collect();
                for (row, id) in ids.into_iter().enumerate() {
                    if freed(row) {
                        hub.dealloc(id);
                    }
                }
                hub
            }

            /// A batch of all columns, with the ids.
            pub(crate) fn batch(hub: &Arc<AllHub>) -> RecordBatch {
                all(soa_arrow::batch(hub.clone()).ids("id")).finish().unwrap()
            }

            /// The hub that a batch of all columns is read into.
            pub(crate) fn copy(batch: &RecordBatch) -> AllHub {
                let mut copy = Hub::new();
                read(batch).ids("id").fill(&mut copy).unwrap();
                copy.into()
            }
        }
    )*};
}

records! {
    slots, slots;
    dense, dense;
}

/// Runs a test with the records of each layout.
macro_rules! in_both_layouts {
    ($(#[test] fn $name:ident() $body:block)*) => {
        mod slots {
            #[allow(unused_imports, reason = "not every test needs them")]
            use super::*;
            #[allow(unused_imports, reason = "not every test needs them")]
            use crate::records::slots::*;
            $(#[test] fn $name() $body)*
        }
        mod dense {
            #[allow(unused_imports, reason = "not every test needs them")]
            use super::*;
            #[allow(unused_imports, reason = "not every test needs them")]
            use crate::records::dense::*;
            $(#[test] fn $name() $body)*
        }
    };
}
pub(crate) use in_both_layouts;
