//! The numbers of pages, and what they see of each other.

use serde_json::{Value, json};

use super::Edited;
use crate::client::{hub, json as look};

#[test]
fn each_page_has_a_number_and_sees_the_cells_of_the_others() {
    let program = Edited::start();
    let url = &program.url;
    let number = hub(url);
    let first = look(url, "look?page=0");
    assert_eq!((&first["page"], &first["pages"]), (&json!(1), &json!([])));
    let second = look(url, "look?page=0");
    assert_eq!(
        (&second["page"], &second["pages"]),
        (&json!(2), &json!([{ "page": 1 }]))
    );
    look(
        url,
        &format!("look?page=1&hub={number}&id=1v1&column=%3Cb%3E"),
    );
    let second = look(url, "look?page=2");
    let cell = json!({ "page": 1, "hub": number, "id": "1v1", "column": "<b>" });
    assert_eq!(second["pages"], json!([cell]));
    // A look without a number is no page.
    assert_eq!(look(url, "look")["page"], Value::Null);
    let long = "a".repeat(401);
    look(
        url,
        &format!("look?page=1&hub={number}&id=1v1&column={long}"),
    );
    assert_eq!(look(url, "look?page=2")["pages"], json!([{ "page": 1 }]));
}

#[test]
fn a_look_has_the_names_by_which_columns_are_edited() {
    let program = Edited::start();
    let own = &look(&program.url, "look?page=0")["hubs"][0];
    assert_eq!(own["editable"], true);
    let columns = own["columns"].as_array().unwrap().iter();
    let names: Vec<_> = columns
        .map(|column| (&column["name"], &column["edit"]))
        .collect();
    let none = Value::Null;
    let [name, size] = [json!("name"), json!("max_size")];
    assert_eq!(names[0], (&name, &name));
    assert_eq!(names[1], (&size, &json!("maxSize")));
    assert_eq!(names[3], (&json!("seen"), &none));
}

#[test]
fn a_page_that_may_not_edit_has_no_number() {
    let inspector = soa_inspect::Inspector::bind("127.0.0.1:0").unwrap();
    let program = Edited::with(inspector);
    let own = look(&program.url, "look?page=0");
    assert_eq!((&own["page"], &own["pages"]), (&Value::Null, &Value::Null));
}
