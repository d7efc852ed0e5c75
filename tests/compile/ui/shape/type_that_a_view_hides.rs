//! A generated view hides a type of its name that came by a glob import.

use soa_runtime::IdAllocator;

mod html {
    #[derive(Default)]
    pub struct TableRow;
    pub type TableColumnsMut<'a> = Option<&'a str>;
}

use html::*;

#[derive(IdAllocator)]
struct Table<'a> {
    first: TableRow,
    rest: Vec<[TableRow; 2]>,
    columns: TableColumnsMut<'a>,
    named: html::TableRow,
    id: Option<TableId<'a>>,
}

fn main() {}
