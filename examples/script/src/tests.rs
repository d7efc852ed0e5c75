//! Scripts, and what they say about mistakes.

use super::*;

/// Runs a script on two hubs, and returns the hub of units and the error.
fn run(source: &str) -> (UnitHub, String) {
    let [units, rocks] = [0, 1].map(|_| Rc::new(RefCell::new(UnitHub::new())));
    let mut scope = Scope::new();
    let rows = Rows::new("units", units.clone(), &[("target", "units")]);
    scope.push_constant("units", rows);
    scope.push_constant("rocks", Rows::new("rocks", rocks, &[]));
    let done = engine(10_000).run_with_scope(&mut scope, source);
    (
        units.take(),
        done.map_or_else(|error| error.to_string(), |()| String::new()),
    )
}

#[test]
fn a_script_makes_reads_writes_and_frees_rows() {
    let source = r#"
        let ada = units.make();
        let bob = units.make();
        units[ada].name = "ada";
        units[ada].hp -= 30;
        units[ada].place[1] = 2.5;
        units[bob].target = ada;
        units[bob].name = units[units[bob].target].name + "'s";
        units.free(units.make());
        for id in units.ids() {
            if units[id].target == () { units[id].hp += 1; }
        }
        if units[bob].target != ada || ada == bob { throw "ids are compared"; }
    "#;
    let (units, error) = run(source);
    assert_eq!((units.len(), error.as_str()), (2, ""));
    let [ada, bob] = [0, 1].map(|row| units.row(units.id_at(row).expect("live")));
    assert_eq!(
        (ada.name.as_str(), *ada.hp, *ada.place),
        ("ada", 71, [0.0, 2.5])
    );
    assert_eq!((bob.name.as_str(), *bob.target), ("ada's", units.id_at(0)));
}

#[test]
fn a_stale_id_is_an_error_even_if_its_slot_is_used_again() {
    let freed = "let id = units.make();\nunits.free(id);\nunits.make();\n";
    for use_of_it in ["units[id].hp", "units[id].hp = 1", "units.free(id)"] {
        let error = run(&format!("{freed}{use_of_it}")).1;
        assert!(
            error.contains("stale") && error.contains("line 4"),
            "{error}"
        );
    }
}

#[test]
fn errors_name_the_mistake_with_its_line_and_column() {
    for (rest, expected) in [
        (
            ".hp = -1",
            "column `hp`: invalid value: integer `-1`, expected u32",
        ),
        (".mp", "no column `mp`"),
        (
            ".hp = units[rocks.make()].hp",
            "0v1 is an id of `rocks`, not of `units`",
        ),
        (".target = rocks.make()", "`target` takes an id of `units`"),
        (".target = \"0v1\"", "`target` takes an id of `units`"),
        (".hp = units.make()", "`hp` takes no id"),
        (" = = 3", "Syntax error"),
    ] {
        let error = run(&format!("\n  units[units.make()]{rest}")).1;
        let place = error.contains("(line 2, position ");
        assert!(place && error.contains(expected), "{rest}: {error}");
    }
}

#[test]
fn a_script_that_runs_for_ever_is_stopped() {
    let (units, error) = run("loop { units.make(); }");
    assert!(
        error.contains("Too many operations") && units.len() < 10_000,
        "{error}"
    );
    let (_, error) = run("let a = \"ab\"; loop { a += a; }");
    assert!(error.contains("Length of string too large"), "{error}");
}
