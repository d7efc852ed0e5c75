//! A program that shows a whole world.

#[cfg(feature = "edit")]
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

#[cfg(feature = "edit")]
use soa_inspect::Edited;
use soa_inspect::Inspector;
use soa_runtime::{IdAllocator, World};

use crate::client::json;
use crate::rounds::Rounds;
use crate::{RockHub, rock};

#[derive(IdAllocator, Debug)]
#[soa(derive(Debug))]
#[cfg_attr(feature = "edit", soa(derive(Serialize, Deserialize)))]
pub(crate) struct Tree {
    height: u32,
}

#[derive(World, Default)]
struct Field {
    rocks: RockHub,
    #[world(name = "oaks")]
    trees: TreeHub,
    #[world(value)]
    seed: u64,
}

#[cfg(feature = "edit")]
#[derive(World, Default)]
struct Wood {
    oaks: TreeHub,
    elms: TreeHub,
    #[world(value)]
    seed: u64,
}

/// Calls `frame` again and again, while `look` looks at the page.
fn while_shown<R>(
    inspector: Inspector,
    mut frame: impl FnMut(&Inspector) + Send + 'static,
    look: impl FnOnce(&str) -> R,
) -> R {
    let url = inspector.url();
    let _runs = Rounds::start(move || frame(&inspector));
    look(&url)
}

/// Returns the name and the number of live rows of each hub, once all of them are shown.
fn hubs(url: &str, number: usize) -> Vec<(String, u64)> {
    for _ in 0..500 {
        let look = json(url, "look");
        let hubs = look["hubs"].as_array().unwrap();
        if hubs.len() == number {
            let shown = |hub: &serde_json::Value| {
                (
                    hub["name"].as_str().unwrap().to_owned(),
                    hub["live"].as_u64().unwrap(),
                )
            };
            return hubs.iter().map(shown).collect();
        }
        thread::sleep(Duration::from_millis(2));
    }
    panic!("the hubs are not shown");
}

#[test]
fn each_hub_of_a_world_is_shown_under_its_name() {
    let mut field = Field {
        seed: 7,
        ..Field::default()
    };
    field.rocks.extend((0..3).map(rock));
    field.trees.insert(Tree { height: 2 });
    assert_eq!(field.seed, 7);
    let show = move |inspector: &Inspector| inspector.show_world(&field);
    let seen = while_shown(Inspector::bind("127.0.0.1:0").unwrap(), show, |url| {
        hubs(url, 2)
    });
    assert_eq!(seen, [("rocks".to_owned(), 3), ("oaks".to_owned(), 1)]);
}

#[cfg(feature = "edit")]
#[test]
fn each_hub_of_a_world_is_edited_under_its_name() {
    use crate::client::edit;

    let mut wood = Wood {
        seed: 7,
        ..Wood::default()
    };
    wood.elms.insert(Tree { height: 2 });
    assert_eq!(wood.seed, 7);
    let inspector = Inspector::bind("127.0.0.1:0").unwrap().allow_edits();
    let edited = Arc::new(Mutex::new(Vec::new()));
    let tell = Arc::clone(&edited);
    let show = move |inspector: &Inspector| {
        let (oaks, (elms, ())) = inspector.show_world_mut(&mut wood);
        assert!(elms.is_empty());
        tell.lock().unwrap().extend(oaks);
    };
    let seen = while_shown(inspector, show, |url| {
        hubs(url, 2);
        let look = json(url, "look");
        let oaks = &look["hubs"].as_array().unwrap()[0];
        assert_eq!(oaks["name"], "oaks");
        let made = edit(
            url,
            &serde_json::json!({ "hub": oaks["number"], "do": "make" }),
        );
        assert_eq!(made.status, 200, "{}", made.body);
        hubs(url, 2)
    });
    assert_eq!(seen, [("oaks".to_owned(), 1), ("elms".to_owned(), 1)]);
    let id = TreeHub::new().alloc();
    assert_eq!(*edited.lock().unwrap(), [Edited::Made { id }]);
}
