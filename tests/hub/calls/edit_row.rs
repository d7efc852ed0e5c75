//! `EditRow`: values by name, rows made and freed, without the type of the record.

use serde::de::DeserializeOwned;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use soa_runtime::{EditRow, Hub, IdAllocator, SetFieldError};

use crate::layouts::in_both_layouts;

fn set<T: EditRow>(hub: &mut Hub<T>, id: T::Id, column: &str, value: Value) -> Result<(), String> {
    let row = hub.get_mut(id).expect("it is live");
    T::set_field(row, column, value).map_err(|error| error.to_string())
}

fn get<T: EditRow>(hub: &Hub<T>, id: T::Id, column: &str) -> Option<Value> {
    let row = hub.get(id).expect("it is live");
    let written = T::get_field(row, column, serde_json::value::Serializer)?;
    Some(written.expect("it can be written"))
}

in_both_layouts! {
    {
        #[soa(tracked, derive(Serialize, Deserialize))]
        #[serde(rename_all = "camelCase")]
        struct Unit {
            #[soa(tracked)]
            max_hp: u64,
            #[serde(alias = "title")]
            name: Option<String>,
            #[serde(with = "crate::calls::halved")]
            armor: u8,
            #[serde(serialize_with = "as_text")]
            gold: u32,
            #[serde(skip)]
            seen: bool,
            #[serde(default, skip_serializing)]
            secret: u8,
            #[serde(skip_deserializing)]
            computed: u8,
            #[serde(skip_serializing_if = "Option::is_none")]
            target: Option<UnitId>,
            #[serde(rename(serialize = "out", deserialize = "in"))]
            way: u8,
            r#type: u8,
        }
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it")]
    fn as_text<S: Serializer>(value: &u32, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    fn case() -> (UnitHub, UnitId) {
        let mut hub = UnitHub::new();
        let id = Unit::make(&mut hub).expect("each field has a default");
        (hub, id)
    }

    #[test]
    fn each_field_has_the_name_under_which_it_is_read() {
        let names = Unit::FIELDS.iter().map(|name| name.unwrap_or("-"));
        let names: Vec<_> = names.collect();
        let expected = ["maxHp", "name", "armor", "gold", "-", "secret", "-", "target", "in", "type"];
        assert_eq!(names, expected);
        assert_eq!(Unit::FIELDS.len(), Unit::COLUMNS.len());
    }

    #[test]
    fn a_value_that_was_set_is_the_value_that_is_read() {
        let (mut hub, id) = case();
        let own = json!(id.to_string());
        for (column, value) in [
            ("maxHp", json!(u64::MAX)),
            ("name", json!("ant")),
            ("title", json!("bee")),
            ("title", Value::Null),
            ("armor", json!(8)),
            ("target", own),
            ("in", json!(3)),
            ("type", json!(4)),
        ] {
            assert_eq!(set(&mut hub, id, column, value.clone()), Ok(()), "{column}");
            assert_eq!(get(&hub, id, column), Some(value), "{column}");
        }
        assert_eq!((*hub.row(id).armor, *hub.row(id).target), (4, Some(id)));
        assert_eq!(set(&mut hub, id, "gold", json!(5)), Ok(()));
        assert_eq!(get(&hub, id, "gold"), Some(json!("5")));
        // One that is left out if it is empty, and one that is never written.
        assert_eq!(set(&mut hub, id, "target", Value::Null), Ok(()));
        assert_eq!(get(&hub, id, "target"), Some(Value::Null));
        assert_eq!(set(&mut hub, id, "secret", json!(7)), Ok(()));
        assert_eq!((*hub.row(id).secret, get(&hub, id, "secret")), (7, None));
    }

    #[test]
    fn other_names_are_unknown() {
        let (mut hub, id) = case();
        for column in ["max_hp", "seen", "computed", "out", "way", "", "r#type"] {
            let unknown = Err("no column is read under this name".to_owned());
            assert_eq!(set(&mut hub, id, column, json!(1)), unknown, "{column}");
            assert_eq!(get(&hub, id, column), None, "{column}");
        }
        let row = hub.row_mut(id);
        let unknown = Unit::set_field(row, "seen", json!(true)).unwrap_err();
        assert!(matches!(unknown, SetFieldError::UnknownColumn));
    }

    #[test]
    fn a_write_is_stamped_and_a_refused_one_is_not() {
        let (mut hub, id) = case();
        let seen = hub.advance();
        let error = set(&mut hub, id, "maxHp", json!(-1)).unwrap_err();
        assert_eq!(error, "invalid value: integer `-1`, expected u64");
        assert_eq!(hub.rows_changed_since(seen).count(), 0);
        set(&mut hub, id, "maxHp", json!(1)).unwrap();
        assert_eq!(hub.columns().max_hp.changed_since(seen, 0).collect::<Vec<_>>(), [0..1]);
    }

    #[test]
    fn rows_are_made_and_freed_like_any_others() {
        let (mut hub, id) = case();
        let seen = hub.advance();
        let other = Unit::make(&mut hub).unwrap();
        assert!(Unit::free(&mut hub, id));
        assert!(!Unit::free(&mut hub, id), "it is stale");
        assert_eq!(hub.ids().collect::<Vec<_>>(), [other]);
        assert_eq!(hub.slots_changed_since(seen).count(), 2);
        hub.detach(other);
        assert!(Unit::free(&mut hub, other), "it was reserved");
        assert_eq!(hub.reserved().count(), 0);
    }
}

#[test]
fn a_row_with_a_required_field_is_not_made() {
    #[derive(IdAllocator)]
    #[soa(layout = dense, derive(Serialize, Deserialize))]
    struct Player {
        #[soa(required)]
        name: String,
    }

    let mut hub = PlayerHub::new();
    assert_eq!(Player::make(&mut hub), None);
    assert_eq!((hub.len(), hub.capacity()), (0, 0));
    let id = hub.insert(Player { name: "ada".into() });
    assert_eq!(set(&mut hub, id, "name", json!("eva")), Ok(()));
    assert_eq!(get(&hub, id, "name"), Some(json!("eva")));
}

#[test]
#[should_panic(expected = "SmallHub has no room")]
fn making_a_row_in_a_full_hub_panics_like_alloc() {
    #[derive(IdAllocator)]
    #[soa(bits(index = 1, generation = 4), derive(Serialize, Deserialize))]
    struct Small {
        value: u8,
    }

    let mut hub = SmallHub::new();
    while hub.len() < 100 {
        Small::make(&mut hub);
    }
}

#[test]
fn a_record_of_any_value_is_edited() {
    #[derive(IdAllocator)]
    #[soa(derive(Serialize, Deserialize))]
    struct Pair<T> {
        first: Option<T>,
        list: Vec<[T; 1]>,
    }

    fn run<T: Serialize + DeserializeOwned>(value: &Value) {
        let mut hub = PairHub::<T>::new();
        let id = Pair::make(&mut hub).expect("each field has a default");
        assert_eq!(get(&hub, id, "first"), Some(Value::Null));
        assert_eq!(set(&mut hub, id, "first", value.clone()), Ok(()));
        assert_eq!(get(&hub, id, "first").as_ref(), Some(value));
        assert_eq!(set(&mut hub, id, "list", json!([[value]])), Ok(()));
        assert_eq!(get(&hub, id, "list"), Some(json!([[value]])));
    }

    run::<u8>(&json!(7));
    run::<String>(&json!("ant"));
}
