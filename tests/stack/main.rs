//! How many values of a large record hubs put on the stack of a build without optimisation.
//!
//! A stack that is too small ends the program. So each step is done by another run of this program,
//! in a thread whose stack has room for a number of values. The guide page `debug_builds` has the
//! numbers.
#![cfg(all(debug_assertions, not(miri)))]
#![expect(
    clippy::unwrap_used,
    clippy::large_stack_arrays,
    reason = "what fails here fails the test, and large values on the stack are its subject"
)]

use std::process::{Command, Stdio};
use std::{env, fmt, thread};

use serde::de::{DeserializeOwned, Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use soa_runtime::generic::{DefaultRow, Vacate};
use soa_runtime::{Hub, IdAllocator, Mirror, Tick};

/// The bytes of a value.
const VALUE: usize = 256 * 1024;
/// The bytes of stack for everything else.
const REST: usize = 96 * 1024;

/// A value whose `Default` itself puts one value on the stack.
struct Map([u8; VALUE]);

impl Default for Map {
    fn default() -> Self {
        Map([7; VALUE])
    }
}

impl Serialize for Map {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Map {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Bytes;

        impl Visitor<'_> for Bytes {
            type Value = Map;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the bytes of a map")
            }

            fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Map, E> {
                bytes.try_into().map(Map).map_err(E::custom)
            }
        }

        deserializer.deserialize_bytes(Bytes)
    }
}

#[derive(IdAllocator, Serialize, Deserialize)]
#[soa(tracked = all, derive(Serialize, Deserialize))]
struct InSlot {
    map: Map,
    name: String,
}

#[derive(IdAllocator, Serialize, Deserialize)]
#[soa(layout = dense, tracked = all, derive(Serialize, Deserialize))]
struct InRow {
    map: Map,
    name: String,
}

#[derive(IdAllocator)]
#[soa(holes = kept)]
struct Plain {
    map: Map,
}

/// Does `step` in a thread whose stack has room for this number of values.
fn on_stack<T: Send>(values: usize, subject: &mut T, step: impl FnOnce(&mut T) + Send) {
    let thread = thread::Builder::new().stack_size(values * VALUE + REST);
    thread::scope(|scope| {
        let step = thread.spawn_scoped(scope, || step(subject)).unwrap();
        step.join().unwrap();
    });
}

fn remove<T: Vacate>(hub: &mut Hub<T>, id: T::Id) {
    assert!(hub.remove(id).is_some());
}

/// Does one of the steps that every hub can do.
fn change<T: DefaultRow + Vacate<Id: Send> + Send>(step: &str, values: usize) {
    let mut hub = Hub::<T>::with_capacity(4);
    let ids = hub.alloc_many(3);
    on_stack(values, &mut hub, |hub| match step {
        "alloc" => drop(hub.alloc()),
        "alloc in a hole" => drop((hub.dealloc(ids[0]), hub.alloc())),
        "dealloc" => assert!(hub.dealloc(ids[0])),
        "dealloc_many" => assert_eq!(hub.dealloc_many(ids), 3),
        "clear" => hub.clear(),
        "retain" => hub.retain(|_, _| false),
        "grow" => hub.reserve(100),
        "remove" => remove(hub, ids[0]),
        _ => panic!("there is no step {step}"),
    });
}

/// Does one of the steps of hubs that are read.
fn read<T>(step: &str, values: usize)
where
    T: DefaultRow + Vacate + soa_runtime::generic::SerializeDelta + DeserializeOwned + Serialize,
    T: for<'de> soa_runtime::generic::DeserializeDelta<'de>,
    Hub<T>: Serialize,
{
    let mut hub = Hub::<T>::new();
    hub.alloc_many(2);
    hub.advance();
    let mut bytes = match step {
        "vec" => postcard::to_allocvec(&hub.drain().map(|(_, record)| record).collect::<Vec<_>>()),
        "load" => postcard::to_allocvec(&hub),
        _ => postcard::to_allocvec(&hub.delta(Tick::START)),
    }
    .unwrap();
    on_stack(values, &mut bytes, |bytes| match step {
        "vec" => assert_eq!(postcard::from_bytes::<Vec<T>>(bytes).unwrap().len(), 2),
        "load" => assert_eq!(postcard::from_bytes::<Hub<T>>(bytes).unwrap().len(), 2),
        _ => {
            let mut delta = postcard::Deserializer::from_bytes(bytes);
            let mut mirror = Mirror::<T>::new();
            mirror.apply(&mut delta).unwrap();
            assert_eq!(mirror.len(), 2);
        }
    });
}

fn do_step(step: &str, values: usize) {
    match step.split_once(": ").unwrap() {
        ("slots", step @ ("vec" | "load" | "mirror")) => read::<InSlot>(step, values),
        ("dense", step @ ("vec" | "load" | "mirror")) => read::<InRow>(step, values),
        ("slots", "insert") => on_stack(values, &mut InSlotHub::new(), |hub| {
            hub.insert(InSlot::default_row());
        }),
        ("plain", "insert") => on_stack(values, &mut PlainHub::new(), |hub| {
            hub.insert(Plain::default_row());
        }),
        ("dense", "swap_rows") => {
            let mut hub = InRowHub::new();
            hub.alloc_many(2);
            on_stack(values, &mut hub, |hub| hub.swap_rows(0, 1));
        }
        ("slots", step) => change::<InSlot>(step, values),
        ("dense", step) => change::<InRow>(step, values),
        (_, step) => change::<Plain>(step, values),
    }
}

/// The step that this run of the program was started for, if it was.
#[test]
fn step_of_another_run() {
    let Ok(step) = env::var("STACK_STEP") else {
        return;
    };
    let values = env::var("STACK_VALUES").unwrap().parse().unwrap();
    let thread = thread::Builder::new().stack_size(64 << 20);
    let step = thread.spawn(move || do_step(&step, values)).unwrap();
    step.join().unwrap();
}

fn fits(step: &str, values: usize) -> bool {
    let status = Command::new(env::current_exe().unwrap())
        .args(["--exact", "step_of_another_run"])
        .env("STACK_STEP", step)
        .env("STACK_VALUES", values.to_string())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.unwrap().success()
}

/// Of the numbers, one is the `Default` of the value itself.
#[test]
fn changes_of_a_hub_put_few_copies_of_a_record_on_the_stack() {
    let most = [
        (4, "slots: alloc"),
        (3, "plain: alloc"),
        (4, "slots: alloc in a hole"),
        (3, "slots: dealloc"),
        (3, "plain: dealloc"),
        (0, "dense: dealloc"),
        (3, "slots: dealloc_many"),
        (0, "dense: dealloc_many"),
        (3, "slots: clear"),
        (0, "dense: clear"),
        (3, "slots: retain"),
        (0, "dense: retain"),
        (0, "slots: grow"),
        (0, "dense: grow"),
        (0, "dense: swap_rows"),
        (5, "slots: remove"),
        (5, "dense: remove"),
        (5, "slots: insert"),
        (3, "plain: insert"),
    ];
    let fails = most.iter().filter(|(values, step)| !fits(step, *values));
    assert_eq!(fails.collect::<Vec<_>>(), [&(0, ""); 0]);
}

#[test]
fn loads_and_mirrors_take_no_more_stack_than_a_list_of_the_records() {
    for layout in ["slots", "dense"] {
        let of = |step| format!("{layout}: {step}");
        let list = (8..64).find(|values| fits(&of("vec"), *values));
        let list = list.expect("a list is read");
        assert!(fits(&of("load"), list), "{layout}: {list} values");
        assert!(fits(&of("mirror"), list), "{layout}: {list} values");
    }
}
