//! Closures of the program that return other columns, or change hubs, while columns are lent to
//! Python.
//!
//! Before an address leaves the crate, each of these must be an error.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use soa_python::{SharedHub, WriteColumn};
use soa_runtime::{Hub, IdAllocator};

use crate::{run, with_python};

#[derive(IdAllocator, Debug)]
#[soa(derive(Clone))]
struct Shot {
    x: f32,
    y: f32,
}

/// A record whose rows have a hub of another record, a hub of the same record, and memory of their own.
#[derive(IdAllocator, Debug)]
#[soa(tracked, derive(Clone))]
struct Unit {
    pos: f32,
    vel: f32,
    #[soa(tracked)]
    hp: f32,
    shots: ShotHub,
    parts: Vec<Hub<Unit>>,
    bytes: Vec<f32>,
}

fn unit(pos: f32) -> Unit {
    Unit {
        pos,
        vel: 1.0,
        hp: 7.0,
        shots: ShotHub::from(vec![Shot { x: pos, y: 0.0 }, Shot { x: pos, y: 1.0 }]),
        parts: Vec::new(),
        bytes: vec![pos; 2],
    }
}

/// Two units, which have as many rows as all the hubs in them.
fn units() -> Hub<Unit> {
    let mut units: Hub<Unit> = [1.0, 2.0].map(unit).into_iter().collect();
    let mut inner: Hub<Unit> = [3.0, 4.0].map(unit).into_iter().collect();
    // The inner hub has its own memory, and later calls may make it grow.
    inner.reserve(1);
    units.columns_mut().parts[0].push(inner);
    units
}

type Units = SharedHub<Unit>;

/// Asserts that an edit of these columns is refused when it begins, that no array was made, and that the hub can be
/// used and edited afterwards.
fn is_refused(hub: Units, columns: &[&str], reason: &str) {
    with_python(|py| {
        let hub = hub.column("safe", |units| units.vel, |units| &mut units.vel);
        let edit = Bound::new(py, hub.edit(py, columns)?)?;
        let error = edit
            .call_method0("__enter__")
            .expect_err("no column of the hub");
        assert!(error.is_instance_of::<PyValueError>(py), "{error}");
        assert!(error.to_string().contains(reason), "{error}");
        assert!(edit.getattr("safe").is_err(), "the block has not begun");
        assert_eq!(hub.read(py, Hub::len)?, 2);
        hub.write(py, |units| units.columns_mut().vel.fill(5.0))
    });
}

const READS: &str = "the closure that reads the column `x` returned no column of this UnitHub; \
                     return a column of the argument";
const WRITES: &str = "the closure that writes the column `x` did not return the column of this \
                      UnitHub that is read; return the same column of the argument";

/// The program that wrote into freed memory: one closure leaks the column of a nested hub, and the next one replaces
/// that hub.
#[test]
fn a_leaked_column_of_a_nested_hub_is_refused() {
    let hub = SharedHub::new(units())
        .column(
            "x",
            |units| units.pos,
            |units| {
                let shots: &mut ShotHub = &mut units.shots[0];
                Box::leak(Box::new(shots.columns_mut().x))
            },
        )
        .column(
            "pos",
            |units| units.pos,
            |units| {
                units.shots[0] = ShotHub::new();
                &mut units.pos
            },
        );
    is_refused(hub, &["x", "pos"], WRITES);
}

#[test]
fn a_column_of_a_nested_hub_of_the_same_record_is_refused_where_it_is_read() {
    let hub = SharedHub::new(units()).read_only("x", |units| {
        let parts: &[Vec<Hub<Unit>>] = units.parts.as_slice();
        parts[0][0].columns().pos
    });
    is_refused(hub, &[], READS);
}

#[test]
fn a_column_of_a_nested_hub_of_the_same_record_is_refused_where_it_is_written() {
    let hub = SharedHub::new(units()).column(
        "x",
        |units| units.pos,
        |units| Box::leak(Box::new(units.parts[0][0].columns_mut().pos)),
    );
    is_refused(hub, &["x"], WRITES);
}

/// Both closures agree on the nested hub, so only the hub itself can tell.
#[test]
fn a_nested_hub_that_both_closures_choose_is_refused() {
    let hub = SharedHub::new(units()).column(
        "x",
        |units| units.parts.as_slice()[0][0].columns().pos,
        |units| Box::leak(Box::new(units.parts[0][0].columns_mut().pos)),
    );
    is_refused(hub, &["x"], READS);
}

/// Returns columns of a hub that nobody frees, with as many rows as the shared one.
fn leaked() -> &'static mut Hub<Unit> {
    Box::leak(Box::new(units()))
}

#[test]
fn columns_of_a_leaked_hub_are_refused() {
    static LEAKED: OnceLock<Hub<Unit>> = OnceLock::new();
    let read = SharedHub::new(units()).read_only("x", |_| LEAKED.get_or_init(units).columns().pos);
    is_refused(read, &[], READS);
    let written = SharedHub::new(units()).column(
        "x",
        |units| units.pos,
        |_| Box::leak(Box::new(leaked().columns_mut().pos)),
    );
    is_refused(written, &["x"], WRITES);
}

/// The closure puts the column of another hub in the place of the hub's own, and returns what the others
/// would return.
#[test]
fn a_column_that_was_put_in_the_place_of_another_is_refused() {
    let hub = SharedHub::new(units()).column(
        "x",
        |units| units.pos,
        |units| {
            units.pos = leaked().columns_mut().pos;
            &mut units.pos
        },
    );
    is_refused(hub, &["x"], WRITES);
}

/// All columns at once are swapped by one closure; the next closures get the hub's own.
#[test]
fn columns_that_a_closure_swaps_are_lent_to_no_other_closure() {
    with_python(|py| {
        let hub = SharedHub::new(units())
            .column(
                "pos",
                |units| units.pos,
                |units| {
                    let mut others = leaked().columns_mut();
                    std::mem::swap(&mut units.vel, &mut others.vel);
                    std::mem::swap(&mut units.hp, &mut others.hp);
                    &mut units.pos
                },
            )
            .column("vel", |units| units.vel, |units| &mut units.vel)
            .column("hp", |units| units.hp.as_column(), |units| &mut units.hp);
        let code = c"with edit as units: units.pos, units.vel, units.hp = 8, 9, 10";
        run(py, hub.edit(py, &["pos", "vel", "hp"]), code)?;
        hub.read(py, |units| {
            let columns = units.columns();
            let written = (columns.pos[0], columns.vel[0], columns.hp[1]);
            assert_eq!(written, (8.0, 9.0, 10.0));
        })
    });
}

/// A nested hub is replaced while the outer one is lent. Its rows are no part of any array.
#[test]
fn a_closure_may_replace_a_nested_hub() {
    with_python(|py| {
        let hub = SharedHub::new(units()).column(
            "pos",
            |units| units.pos,
            |units| {
                drop(std::mem::take(&mut units.shots[0]));
                let mut other = leaked();
                std::mem::swap(&mut units.parts[0], &mut other.columns_mut().parts[1]);
                other = leaked();
                drop(std::mem::replace(&mut *other, Hub::new()));
                &mut units.pos
            },
        );
        run(
            py,
            hub.edit(py, &["pos"]),
            c"with edit as units: units.pos = 8",
        )?;
        hub.read(py, |units| assert_eq!(*units.columns().pos, [8.0, 8.0]))
    });
}

#[test]
fn closures_that_choose_different_columns_are_refused() {
    let hub = SharedHub::new(units()).column("x", |units| units.pos, |units| &mut units.vel);
    is_refused(hub, &["x"], WRITES);
}

/// `Rows` has hidden methods for generated code, which make a column of the hub's rows and of any values. So the
/// hub of a column says nothing of its memory.
#[test]
fn a_column_that_is_made_by_hand_is_refused() {
    let hub = SharedHub::new(units()).column(
        "x",
        |units| units.pos,
        |units| {
            let rows = units.pos.rows();
            let bytes: &mut Vec<f32> = &mut units.bytes[0];
            Box::leak(Box::new(rows.column_mut(bytes.as_mut_slice())))
        },
    );
    is_refused(hub, &["x"], WRITES);
    let hub = SharedHub::new(units()).read_only("x", |units| {
        let bytes: &[Vec<f32>] = units.bytes.as_slice();
        units.pos.rows().column(bytes[0].as_slice())
    });
    is_refused(hub, &[], READS);
}

/// The closure returns its column when it is checked, and another one later.
#[test]
fn a_closure_that_changes_its_mind_lends_the_column_of_the_hub() {
    with_python(|py| {
        let calls = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&calls);
        let hub = SharedHub::new(units()).column(
            "pos",
            move |units| {
                if counted.fetch_add(1, Ordering::Relaxed) == 0 {
                    units.pos
                } else {
                    units.parts.as_slice()[0][0].columns().pos
                }
            },
            |units| &mut units.pos,
        );
        let code = c"
with edit as units:
    first = units.pos
    assert first.tolist() == [1, 2]
    first[:] = 8
    del first
";
        run(py, hub.edit(py, &["pos"]), code)?;
        assert_eq!(calls.load(Ordering::Relaxed), 1);
        hub.read(py, |units| assert_eq!(*units.columns().pos, [8.0, 8.0]))?;
        assert!(run(py, hub.edit(py, &["pos"]), code).is_err());
        hub.write(py, |_| ())
    });
}

#[test]
fn a_closure_that_panics_lends_nothing() {
    with_python(|py| {
        let panics = AtomicUsize::new(0);
        let turn = move |at: usize| {
            let call = panics.fetch_add(1, Ordering::Relaxed);
            assert!(call % 3 != at, "the closure panics");
        };
        let turn = Arc::new(turn);
        let (reads, writes) = (Arc::clone(&turn), turn);
        let hub = SharedHub::new(units())
            .column("vel", |units| units.vel, |units| &mut units.vel)
            .column(
                "pos",
                move |units| {
                    reads(0);
                    units.pos
                },
                move |units| {
                    writes(2);
                    &mut units.pos
                },
            );
        for _ in 0..2 {
            let panicked = catch_unwind(AssertUnwindSafe(|| {
                run(
                    py,
                    hub.edit(py, &["vel", "pos"]),
                    c"with edit as units: units.pos = 8",
                )
            }));
            assert!(!matches!(panicked, Ok(Ok(()))));
            hub.write(py, |units| assert_eq!(units.len(), 2))?;
        }
        Ok(())
    });
}

/// An edit of copies compares with the same column, and writes the same column.
#[test]
fn an_edit_of_copies_refuses_other_columns() {
    with_python(|py| {
        let nested = SharedHub::new(units()).column(
            "x",
            |units| units.parts.as_slice()[0][0].columns().pos,
            |units| &mut units.pos,
        );
        let code = c"with edit as units: units.x = 8";
        let error = run(py, nested.edit_copy(py, &["x"]), code).unwrap_err();
        assert_eq!(error.value(py).to_string(), READS);

        let other = SharedHub::new(units())
            .column("pos", |units| units.pos, |units| &mut units.pos)
            .column("x", |units| units.vel, |units| &mut units.hp);
        let edit = Bound::new(py, other.edit_copy(py, &["pos", "x"])?)?;
        edit.call_method0("__enter__")?;
        edit.setattr("pos", 8)?;
        edit.setattr("x", 9)?;
        let nothing = || (py.None(), py.None(), py.None());
        for _ in 0..2 {
            let error = edit.call_method1("__exit__", nothing()).unwrap_err();
            assert_eq!(error.value(py).to_string(), WRITES);
            other.read(py, |units| assert_eq!(*units.columns().pos, [1.0, 2.0]))?;
        }
        edit.setattr("x", 1)?; // as it was
        edit.call_method1("__exit__", nothing())?;
        other.read(py, |units| assert_eq!(*units.columns().pos, [8.0, 8.0]))
    });
}

/// The column of an edit is any column that can be written, tracked or not.
#[test]
fn a_closure_may_return_its_column_by_a_trait_object() {
    with_python(|py| {
        let hub = SharedHub::new(units()).column(
            "hp",
            |units| units.hp.as_column(),
            |units| {
                let column: &mut dyn WriteColumn<f32> = &mut units.hp;
                column.row_mut(0).expect("a row");
                column
            },
        );
        run(
            py,
            hub.edit(py, &["hp"]),
            c"with edit as units: units.hp = 8",
        )?;
        hub.read(py, |units| assert_eq!(*units.columns().hp, [8.0, 8.0]))
    });
}

/// A hub without rows has no memory, so all its columns are at one address.
#[test]
fn hubs_without_rows_are_edited() {
    with_python(|py| {
        let hub = SharedHub::new(UnitHub::new())
            .ids("id")
            .live("live")
            .column("pos", |units| units.pos, |units| &mut units.pos)
            .column("hp", |units| units.hp.as_column(), |units| &mut units.hp);
        let code = c"
with edit as units:
    units.pos += 1
    units.hp = 3
    assert units.id.shape == units.live.shape == units.hp.shape == (0,)
";
        run(py, hub.edit(py, &["pos", "hp"]), code)?;
        run(py, hub.edit_copy(py, &["pos", "hp"]), code)
    });
}
