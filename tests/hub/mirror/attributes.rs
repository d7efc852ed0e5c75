//! The attributes of serde on fields.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use soa_runtime::{IdAllocator, Mirror, Tick};

use super::{follow, packed};

/// A type without serde.
#[derive(Debug, Clone, PartialEq, Default)]
struct Foreign(u16);

mod foreign {
    use super::{Deserialize, Deserializer, Foreign, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(
        value: &Foreign,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        format!("#{}", value.0).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Foreign, D::Error> {
        let text = String::deserialize(deserializer)?;
        let number = text
            .strip_prefix('#')
            .and_then(|digits| digits.parse().ok());
        number
            .map(Foreign)
            .ok_or_else(|| serde::de::Error::custom("no foreign value"))
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn rounded<S: Serializer>(value: &f32, serializer: S) -> Result<S::Ok, S::Error> {
    #[expect(clippy::cast_possible_truncation, reason = "that is what it is for")]
    let tenths = (value * 10.0).round() as i32;
    serializer.serialize_i32(tenths)
}

fn unrounded<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f32, D::Error> {
    i16::deserialize(deserializer).map(|tenths| f32::from(tenths) / 10.0)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(value: &u8) -> bool {
    *value == 0
}

#[derive(IdAllocator, Clone, Debug, PartialEq)]
#[soa(tracked, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
#[serde(rename_all = "camelCase")]
struct Ship {
    #[soa(tracked)]
    #[serde(with = "foreign")]
    hull_plating: Foreign,
    #[soa(tracked)]
    #[serde(
        rename = "angle",
        serialize_with = "rounded",
        deserialize_with = "unrounded"
    )]
    heading: f32,
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
        hull_plating: Foreign(number),
        heading: f32::from(number) / 4.0,
        shown: 5,
        shield: 3,
        texture: "ship.png",
    }
}

#[test]
fn the_functions_that_attributes_name_write_and_read_each_value() {
    let (mut ships, mut copy) = (ShipHub::new(), Mirror::<Ship>::new());
    let id = ships.insert(ship(10));
    follow(&mut ships, &mut copy);
    assert_eq!(*copy.row(id).hull_plating, Foreign(10));
    assert_eq!(copy.row(id).heading.to_bits(), 2.5_f32.to_bits());

    let mut row = ships.row_mut(id);
    *row.hull_plating = Foreign(11);
    *row.heading = 1.24;
    follow(&mut ships, &mut copy);
    assert_eq!(*copy.row(id).hull_plating, Foreign(11));
    assert_eq!(copy.row(id).heading.to_bits(), 1.2_f32.to_bits());
}

#[test]
fn a_field_with_skip_never_travels() {
    let (mut ships, mut copy) = (ShipHub::new(), Mirror::<Ship>::new());
    let id = ships.insert(ship(10));
    follow(&mut ships, &mut copy);
    assert_eq!((*copy.row(id).shown, *copy.row(id).texture), (100, "none"));
    *ships.row_mut(id).shown = 77;
    follow(&mut ships, &mut copy);
    assert_eq!(*copy.row(id).shown, 100);
}

#[test]
fn skip_serializing_if_is_ignored_for_changed_values() {
    let mut ships = ShipHub::new();
    let id = ships.insert(ship(10));
    let seen = ships.advance();
    *ships.row_mut(id).shield = 0;
    ships.advance();
    let late = serde_json::to_value(ships.delta(Tick::START)).unwrap();
    assert_eq!(late["made"][0][2].get("shield"), None);
    let delta = serde_json::to_value(ships.delta(seen)).unwrap();
    assert_eq!(delta["changed"]["shield"], serde_json::json!([[0, 0]]));
}

#[test]
fn columns_have_their_serialized_names() {
    let mut ships = ShipHub::new();
    let id = ships.insert(ship(10));
    let seen = ships.advance();
    *ships.row_mut(id).heading = 3.0;
    ships.advance();
    let delta = serde_json::to_value(ships.delta(seen)).unwrap();
    assert_eq!(
        delta["changed"],
        serde_json::json!({"hullPlating": [], "angle": [[0, 30]], "shield": []})
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
#[soa(
    tracked,
    derive(Clone, Debug, PartialEq, Default, Serialize, Deserialize)
)]
struct Named {
    #[soa(tracked)]
    version: u8,
    #[soa(tracked)]
    tick: u8,
    #[soa(tracked)]
    slots: u8,
    #[soa(tracked)]
    freed: u8,
    #[soa(tracked)]
    changed: u8,
    #[soa(tracked)]
    columns: u8,
    #[soa(tracked)]
    rows: u8,
    #[soa(tracked)]
    serializer: u8,
    #[soa(tracked)]
    visit: u8,
    #[soa(tracked)]
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
