//! Hubs in Python, with the interpreter inside the test. The example `python` has the tests of a module.

mod closures;
mod threads;

use std::sync::Arc;

use glam::Vec3;
use pyo3::exceptions::{PyAttributeError, PyBufferError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use soa_python::{Edit, SharedHub};
use soa_runtime::{Hub, IdAllocator, Tick};

#[derive(IdAllocator, Debug)]
#[soa(layout = dense, bits(index = 20, generation = 12), tracked, derive(Clone))]
struct Body {
    #[soa(tracked)]
    pos: Vec3,
    mass: f64,
    bits: [[u8; 2]; 3],
    count: usize,
    friend: BodyId,
    #[soa(default = true)]
    awake: bool,
}

fn bodies(count: u8) -> Hub<Body> {
    let mut hub = BodyHub::new();
    for body in 0..count {
        let id = hub.alloc();
        let row = hub.row_mut(id);
        *row.mass = f64::from(body);
        *row.count = usize::from(body);
        *row.friend = id;
    }
    hub.into()
}

fn shared(count: u8) -> SharedHub<Body> {
    SharedHub::new(bodies(count))
        .ids("id")
        .live("live")
        .column_as::<[f32; 3], _>(
            "pos",
            |bodies| bodies.pos.as_column(),
            |bodies| &mut bodies.pos,
        )
        .column("mass", |bodies| bodies.mass, |bodies| &mut bodies.mass)
        .column("bits", |bodies| bodies.bits, |bodies| &mut bodies.bits)
        .column("count", |bodies| bodies.count, |bodies| &mut bodies.count)
        .read_only("friend", |bodies| bodies.friend)
        .read_only("awake", |bodies| bodies.awake)
}

/// Runs code of Python that knows an edit by this name.
fn run(py: Python<'_>, edit: PyResult<Edit>, code: &std::ffi::CStr) -> PyResult<()> {
    let names = PyDict::new(py);
    names.set_item("edit", edit?)?;
    py.run(code, Some(&names), None)
}

fn with_python(test: impl FnOnce(Python<'_>) -> PyResult<()>) {
    Python::initialize();
    Python::attach(|py| test(py).unwrap_or_else(|error| panic!("{error}")));
}

const NONE: &[&str] = &[];

#[test]
fn fields_of_every_kind_have_numpys_types() {
    with_python(|py| {
        let hub = shared(4);
        run(
            py,
            hub.edit(py, NONE),
            c"
with edit as bodies:
    kinds = {name: (getattr(bodies, name).dtype.str, getattr(bodies, name).shape) for name in dir(bodies)}
assert kinds == {
    'id': ('<u4', (4,)), 'live': ('|b1', (4,)), 'pos': ('<f4', (4, 3)), 'mass': ('<f8', (4,)),
    'bits': ('|u1', (4, 3, 2)), 'count': ('<u8', (4,)), 'friend': ('<u4', (4,)), 'awake': ('|b1', (4,)),
}, kinds
",
        )
    });
}

#[test]
fn vectors_and_nested_arrays_are_written_in_place() {
    with_python(|py| {
        let hub = shared(3);
        run(
            py,
            hub.edit(py, &["pos", "bits"]),
            c"
with edit as bodies:
    bodies.pos[1] = [1, 2, 3]
    bodies.bits[2, 1, 0] = 255
    assert bodies.friend.tolist() == bodies.id.tolist()
    assert bodies.awake.all() and bodies.live.all()
",
        )?;
        hub.read(py, |bodies| {
            let columns = bodies.columns();
            let expected = Vec3 {
                x: 1.0,
                y: 2.0,
                z: 3.0,
            };
            assert_eq!(columns.pos[1], expected);
            assert_eq!(columns.bits[2], [[0, 0], [255, 0], [0, 0]]);
        })
    });
}

/// Freeing a dense row moves the last one into its place.
#[test]
fn a_private_edit_finds_rows_that_moved() {
    with_python(|py| {
        let hub = shared(4);
        let edit = Bound::new(py, hub.edit_copy(py, &["mass"])?)?;
        let bodies = edit.call_method0("__enter__")?;
        bodies.setattr("mass", (10, 11, 2, 13))?;
        hub.write(py, |bodies| {
            let first = bodies.ids().next().unwrap();
            bodies.dealloc(first);
        })?;
        edit.call_method1("__exit__", (py.None(), py.None(), py.None()))?;
        hub.read(py, |bodies| {
            let mut masses = bodies.columns().mass.to_vec();
            masses.sort_by(f64::total_cmp);
            assert_eq!(masses, [2.0, 11.0, 13.0]);
            for (id, row) in bodies {
                assert_eq!(*row.friend, id);
                let expected = [10.0, 11.0, 2.0, 13.0][*row.count];
                assert!(
                    row.mass.total_cmp(&expected).is_eq(),
                    "another row was written"
                );
            }
        })
    });
}

#[test]
fn private_edits_stamp_exactly_and_edits_in_place_stamp_whole() {
    with_python(|py| {
        let hub = shared(100);
        let changed = |since: Tick| {
            hub.read(py, |bodies| {
                let ranges = bodies.columns().pos.changed_since(since, 0);
                ranges.flatten().collect::<Vec<_>>()
            })
        };
        let first = hub.write(py, Hub::advance)?;
        run(
            py,
            hub.edit_copy(py, NONE),
            c"with edit as bodies: bodies.pos[7:9, 1] = 5",
        )?;
        assert_eq!(changed(first)?, vec![7, 8]);
        let second = hub.write(py, Hub::advance)?;
        run(
            py,
            hub.edit(py, &["mass"]),
            c"with edit as bodies: bodies.mass += 1",
        )?;
        assert!(changed(second)?.is_empty());
        run(py, hub.edit(py, &["pos"]), c"with edit as bodies: pass")?;
        assert_eq!(changed(second)?, (0..100).collect::<Vec<_>>());
        Ok(())
    });
}

/// A reader that follows the hub starts anew after a copy.
#[test]
fn a_copy_has_another_incarnation_and_an_edit_keeps_it() {
    with_python(|py| {
        let hub = shared(2);
        let incarnation = || hub.read(py, Hub::incarnation);
        let first = incarnation()?;
        run(
            py,
            hub.edit(py, &["pos"]),
            c"with edit as bodies: bodies.pos = 1",
        )?;
        assert_eq!(incarnation()?, first);
        let batch = hub.batch(py)?;
        hub.write(py, |_| ())?;
        assert_ne!(incarnation()?, first);
        assert_eq!((batch.batch().num_rows(), hub.copies(py)?), (2, 1));
        Ok(())
    });
}

#[test]
fn errors_are_raised_by_the_edit_and_lend_nothing() {
    with_python(|py| {
        let hub = shared(2);
        let refused = |edit: PyResult<Edit>| edit.unwrap_err();
        let unknown = refused(hub.edit(py, &["speed"]));
        assert!(unknown.is_instance_of::<PyAttributeError>(py));
        assert!(refused(hub.edit(py, &["awake"])).is_instance_of::<PyTypeError>(py));
        assert!(refused(hub.edit_copy(py, &["id"])).is_instance_of::<PyTypeError>(py));
        let lent = Bound::new(py, hub.edit(py, NONE)?)?;
        lent.call_method0("__enter__")?;
        let error = hub.write(py, |_| ()).unwrap_err();
        assert_eq!(
            error.value(py).to_string(),
            "the columns of `BodyHub` are lent to an `edit` block; end the block first",
        );
        assert!(error.is_instance_of::<PyBufferError>(py));
        drop(lent);
        hub.write(py, |_| ())
    });
}

#[test]
fn a_panic_in_a_write_leaves_a_hub_that_can_be_used() {
    with_python(|py| {
        let hub = shared(2);
        let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            hub.write(py, |_| panic!("mine"))
        }));
        assert!(panicked.is_err());
        assert_eq!(hub.read(py, Hub::len)?, 2);
        Ok(())
    });
}

#[test]
#[should_panic(expected = "the column `mass` is added twice")]
fn a_column_is_added_once() {
    let _ = shared(0).column("mass", |bodies| bodies.mass, |bodies| &mut bodies.mass);
}

/// A value that counts how many of it are alive.
#[derive(Clone, Debug, Default)]
struct Alive(Arc<()>);

#[derive(IdAllocator, Debug)]
#[soa(derive(Clone))]
struct Counted {
    hp: i32,
    alive: Alive,
}

#[test]
fn an_edit_that_has_ended_keeps_no_hub_alive() {
    with_python(|py| {
        for copied in [false, true] {
            let alive = Alive::default();
            let record = Counted {
                hp: 1,
                alive: alive.clone(),
            };
            let hub = SharedHub::new(CountedHub::from(vec![record])).column(
                "hp",
                |units| units.hp,
                |units| &mut units.hp,
            );
            let edit = if copied {
                hub.edit_copy(py, &["hp"])?
            } else {
                hub.edit(py, &["hp"])?
            };
            let edit = Bound::new(py, edit)?;
            pyo3::py_run!(py, edit, "with edit as units: units.hp = 7");
            assert!(edit.repr()?.to_string().starts_with("<Edit, ended: hp"));
            assert!(edit.getattr("hp").is_err() && edit.getattr("x").is_err());
            drop(hub);
            assert_eq!(Arc::strong_count(&alive.0), 1, "copied: {copied}");
        }
        Ok(())
    });
}
