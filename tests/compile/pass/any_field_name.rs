//! No field name is reserved, and raw identifiers are names like others. A struct and a
//! parameter may be called as the runtime might call its own.

use soa_runtime::IdAllocator;

#[derive(IdAllocator, Clone)]
#[soa(derive(Clone, Debug, PartialEq, Eq))]
struct Names {
    len: u8,
    get: u8,
    new: u8,
    clone: u8,
    default: u8,
    row: u8,
    columns: u8,
    keys: u8,
    fields: u8,
    refs: u8,
    hub: u8,
    id: u8,
    f: u8,
    other: u8,
    record: u8,
    this: u8,
    self_: u8,
    r#type: u8,
    r#fn: u8,
    r#gen: u8,
    _unused: u8,
    soa: u8,
}

#[allow(non_camel_case_types)]
#[derive(IdAllocator)]
#[soa(id = r#enum)]
struct r#match {
    #[soa(default = 7)]
    r#in: u8,
}

#[derive(IdAllocator)]
struct Records {
    value: u8,
}

#[derive(IdAllocator)]
struct Generic<Records, const N: usize> {
    value: [Records; N],
}

#[test]
fn compiles_and_runs() {
    let records: RecordsHub = (0..3).map(|value| Records { value }).collect();
    assert_eq!(*records.columns().value, [0, 1, 2]);
    let mut generic = GenericHub::<u8, 2>::new();
    generic.extend([Generic { value: [1, 2] }]);
    assert_eq!(*generic.columns().value, [[1, 2]]);

    let mut names = NamesHub::new();
    let id = names.alloc();
    *names.row_mut(id).r#type = 3;
    assert_eq!(
        (*names.row(id).len, *names.row(id).r#type, names.len()),
        (0, 3, 1)
    );
    assert!(format!("{:?}", names.row(id)).contains("type: 3"));

    let mut matches = matchHub::new();
    let id: r#enum = matches.alloc();
    assert_eq!(*matches.row(id).r#in, 7);
}
