//! Hubs that several threads of Python use at once.

use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use pyo3::prelude::*;
use soa_runtime::Hub;

use crate::{NONE, shared, with_python};

/// Gives other threads time to wait for the hub.
const PAUSE: Duration = Duration::from_millis(50);

type Call<'a> = &'a (dyn Fn(Python<'_>) -> PyResult<()> + Sync);

/// Every call waits for a write that runs. Whoever waits keeps nobody from running Python.
#[test]
fn a_write_may_use_python_while_others_wait() {
    with_python(|py| {
        let hub = &shared(2);
        let private = Bound::new(py, hub.edit_copy(py, &["mass"])?)?;
        private.call_method0("__enter__")?.setattr("mass", 7)?;
        let private = &private.unbind();
        let calls: [Call<'_>; 6] = [
            &|py| hub.read(py, |bodies| assert!(bodies.len() >= 2)),
            &|py| hub.write(py, |bodies| _ = bodies.alloc()),
            &|py| hub.copies(py).map(drop),
            &|py| hub.edit(py, NONE).map(drop),
            &|py| hub.batch(py).map(drop),
            &|py| {
                let nothing = (py.None(), py.None(), py.None());
                private.call_method1(py, "__exit__", nothing).map(drop)
            },
        ];
        py.detach(|| {
            thread::scope(|scope| {
                let (started, start) = mpsc::channel();
                let write = scope.spawn(move || {
                    Python::attach(|py| {
                        hub.write(py, |_| {
                            started.send(()).unwrap();
                            thread::sleep(PAUSE);
                            Python::attach(|py| {
                                py.run(c"import time; time.sleep(0.01)", None, None)
                            })
                        })
                    })
                });
                start.recv().unwrap();
                let waits = calls.map(|call| scope.spawn(move || Python::attach(call).unwrap()));
                write.join().unwrap().unwrap().unwrap();
                for wait in waits {
                    wait.join().unwrap();
                }
            });
        });
        hub.read(py, |bodies| {
            assert_eq!(bodies.len(), 3);
            assert_eq!(bodies.columns().mass[..2], [7.0, 7.0]);
        })
    });
}

/// Only a batch or an edit of copies costs a copy.
#[test]
fn a_write_waits_for_a_read_and_copies_nothing() {
    with_python(|py| {
        let hub = &shared(2);
        py.detach(|| {
            thread::scope(|scope| {
                let (started, start) = mpsc::channel();
                scope.spawn(move || {
                    let read = |bodies: &Hub<_>| {
                        started.send(()).unwrap();
                        thread::sleep(PAUSE);
                        assert_eq!(bodies.len(), 2);
                    };
                    Python::attach(|py| hub.read(py, read).unwrap());
                });
                start.recv().unwrap();
                Python::attach(|py| hub.write(py, |bodies| _ = bodies.alloc()).unwrap());
            });
        });
        assert_eq!((hub.read(py, Hub::len)?, hub.copies(py)?), (3, 0));
        Ok(())
    });
}
