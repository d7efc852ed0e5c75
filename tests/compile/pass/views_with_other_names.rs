//! The views have other names, so that the default names mean other types.
#![deny(warnings)]

use soa_runtime::IdAllocator;

mod html {
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct TableRow(pub u8);
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct TableColumnsMut(pub u8);
}

use html::*;

#[derive(IdAllocator)]
#[soa(row = Entry, columns = Table_)]
#[soa(derive(Clone, Debug, PartialEq, Serialize))]
#[allow(non_camel_case_types)]
struct Table {
    #[serde(skip)]
    first: TableRow,
    #[serde(skip)]
    columns: TableColumnsMut,
}

fn both(entry: Entry<'_>) -> u8 {
    entry.first.0 + entry.columns.0
}

fn raise(entry: EntryMut<'_>) -> EntryMut<'_> {
    entry.first.0 += 1;
    entry
}

fn firsts(columns: Table_<'_>, of: &mut Table_Mut<'_>) -> (usize, usize) {
    (columns.first.len(), of.columns.len())
}

/// With another name for the view, a parameter may have the default name.
#[derive(IdAllocator)]
#[soa(row = TableCell)]
struct Cell<CellRow: Default> {
    value: CellRow,
}

#[test]
fn compiles_and_runs() {
    let mut tables = TableHub::new();
    let id = tables.insert(Table {
        first: TableRow(1),
        columns: TableColumnsMut(2),
    });
    assert_eq!(both(raise(tables.row_mut(id)).as_ref()), 4);
    let mut other = tables.clone();
    assert_eq!(firsts(tables.columns(), &mut other.columns_mut()), (1, 1));
    assert!(format!("{:?}", tables.row(id)).starts_with("Entry {"));
    let mut cells = CellHub::<u8>::new();
    let cell = cells.alloc();
    assert_eq!(*cells.row(cell).value, 0);
}
