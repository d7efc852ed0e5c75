//! The attributes of serde on fields.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use soa_runtime::{IdAllocator, Mirror, Tick};

use super::{follow, packed};

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(value: &u8) -> bool {
    *value == 0
}

#[derive(IdAllocator, Clone, Debug, PartialEq)]
#[soa(tracked, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
#[serde(rename_all = "camelCase")]
struct Ship {
    #[soa(tracked)]
    hull_plating: u16,
    #[soa(tracked)]
    #[serde(rename = "angle")]
    heading: u16,
    #[soa(tracked, default = 100)]
    #[serde(skip)]
    shown: u32,
    #[soa(tracked)]
    #[serde(default, skip_serializing_if = "is_zero")]
    shield: u8,
    #[serde(skip)]
    #[soa(default = "none")]
    texture: &'static str,
}

fn ship(number: u16) -> Ship {
    Ship {
        hull_plating: number,
        heading: number,
        shown: 5,
        shield: 3,
        texture: "ship.png",
    }
}

#[test]
fn columns_have_their_serialized_names_and_skip_serializing_if_is_ignored_for_changed_values() {
    let mut ships = ShipHub::new();
    let id = ships.insert(ship(10));
    let seen = ships.advance();
    *ships.row_mut(id).shield = 0;
    *ships.row_mut(id).heading = 30;
    ships.advance();
    let late = serde_json::to_value(ships.delta(Tick::START)).unwrap();
    assert_eq!(late["made"][0][2].get("shield"), None);
    let delta = serde_json::to_value(ships.delta(seen)).unwrap();
    assert_eq!(
        delta["changed"],
        serde_json::json!({"hullPlating": [], "angle": [[0, 30]], "shield": [[0, 0]]})
    );
}

/// Parameters, a lifetime, and a function that a word names.
#[derive(IdAllocator, Clone, Debug, PartialEq)]
#[soa(tracked, layout = dense, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
struct Generic<'a, V, const N: usize>
where
    V: Clone,
{
    #[soa(tracked)]
    values: Vec<V>,
    #[soa(tracked)]
    #[serde(serialize_with = "as_list", deserialize_with = "of_list")]
    #[soa(default = [0; N])]
    array: [u8; N],
    name: &'a str,
}

fn as_list<const N: usize, S: Serializer>(
    array: &[u8; N],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    array[..].serialize(serializer)
}

fn of_list<'de, const N: usize, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<[u8; N], D::Error> {
    let list = Vec::deserialize(deserializer)?;
    list.try_into()
        .map_err(|_| serde::de::Error::custom("another length"))
}

#[test]
fn records_with_parameters_travel() {
    let mut hub = GenericHub::<'_, u32, 40>::new();
    let id = hub.insert(Generic {
        values: vec![1, 2],
        array: [3; 40],
        name: "borrowed",
    });
    let first = hub.advance();
    let bytes = packed(&hub.delta(Tick::START));
    hub.columns_mut().array[id][39] = 9;
    hub.columns_mut().values[id].push(3);
    hub.advance();
    let later = packed(&hub.delta(first));
    // Its names are in the packets.
    let mut copy = Mirror::<Generic<'_, u32, 40>>::new();
    copy.apply(&mut postcard::Deserializer::from_bytes(&bytes))
        .unwrap();
    copy.apply(&mut postcard::Deserializer::from_bytes(&later))
        .unwrap();
    let (_, row) = copy.iter().next().unwrap();
    assert_eq!(
        (&row.values[..], row.array[39], *row.name),
        (&[1, 2, 3][..], 9, "borrowed")
    );
}

/// A record whose struct is tracked and whose columns are not.
#[derive(IdAllocator, Clone, Debug, PartialEq)]
#[soa(tracked, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
struct Plain {
    value: u8,
}

#[derive(IdAllocator, Clone, Debug, PartialEq)]
#[soa(tracked, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
struct Nothing {}

#[test]
fn records_without_tracked_columns_or_without_columns_travel() {
    let (mut plains, mut copy) = (PlainHub::new(), Mirror::<Plain>::new());
    let id = plains.insert(Plain { value: 1 });
    follow(&mut plains, &mut copy);
    plains.columns_mut().value[id] = 2;
    follow(&mut plains, &mut copy);
    assert_eq!(*copy.row(id).value, 1);
    plains.dealloc(id);
    follow(&mut plains, &mut copy);
    super::assert_follows(&plains, &copy);

    let (mut nothings, mut copy) = (NothingHub::new(), Mirror::<Nothing>::new());
    let id = nothings.insert(Nothing {});
    follow(&mut nothings, &mut copy);
    assert!(copy.contains(id));
    nothings.dealloc(id);
    nothings.insert(Nothing {});
    follow(&mut nothings, &mut copy);
    super::assert_follows(&nothings, &copy);
}

/// Columns with the names of methods, of the parts of a delta, and of what the expansion uses.
#[derive(IdAllocator, Clone, Debug, PartialEq)]
#[soa(tracked = all, derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize))]
struct Named {
    version: u8,
    tick: u8,
    slots: u8,
    freed: u8,
    changed: u8,
    columns: u8,
    rows: u8,
    serializer: u8,
    visit: u8,
    r#type: u8,
}

#[test]
fn columns_with_the_names_of_parts_and_methods_travel() {
    let (mut hub, mut copy) = (NamedHub::new(), Mirror::<Named>::new());
    let id = hub.insert(Named::default());
    let seen = hub.advance();
    follow(&mut hub, &mut copy);
    *hub.row_mut(id).r#type = 9;
    *hub.row_mut(id).slots = 7;
    follow(&mut hub, &mut copy);
    assert_eq!((*copy.row(id).r#type, *copy.row(id).slots), (9, 7));
    assert!(*copy == *hub);
    let delta = serde_json::to_value(hub.delta(seen)).unwrap();
    assert_eq!(delta["changed"]["type"], serde_json::json!([[0, 9]]));
}
