//! Inspecting a hub: its columns, its memory, its rows as a table.

use core::fmt;
use std::borrow::Cow;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use soa_runtime::generic::DebugRow;
use soa_runtime::inspect::ColumnInfo;
use soa_runtime::{Hub, IdAllocator};

#[derive(IdAllocator, Clone)]
#[soa(derive(Debug))]
struct Texture {
    name: &'static str,
    #[soa(default = 1)]
    mips: u32,
    r#type: Option<u8>,
}

#[derive(IdAllocator, Clone)]
#[soa(layout = dense, derive(Debug))]
struct Sprite {
    #[soa(required)]
    name: &'static str,
    layer: u16,
}

fn texture(name: &'static str, mips: u32) -> Texture {
    Texture {
        name,
        mips,
        r#type: None,
    }
}

#[derive(IdAllocator)]
struct Everything<'a, T, const N: usize> {
    array: [T; N],
    map: HashMap<u32, Vec<&'a str>>,
    callback: Option<fn(&mut T) -> u8>,
    next: Option<Box<Self>>,
    nothing: (),
    page: Page,
}

#[derive(Clone, Copy, Default)]
#[repr(align(4096))]
#[expect(dead_code, reason = "its alignment is looked at, not its byte")]
struct Page(u8);

#[derive(IdAllocator)]
#[soa(derive(Debug))]
struct Nothing {}

/// Name, type, size and alignment.
fn facts(column: &ColumnInfo) -> (&str, &str, usize, usize) {
    (column.name, column.type_name, column.size, column.align)
}

#[test]
fn columns_are_listed_in_the_order_of_the_fields() {
    const FIRST: ColumnInfo = Sprite::COLUMNS[0];
    let columns: Vec<_> = Texture::COLUMNS.iter().map(facts).collect();
    assert_eq!(FIRST.name, "name");
    let word = size_of::<usize>();
    let expected = [
        ("name", "&'static str", 2 * word, word),
        ("mips", "u32", 4, 4),
        ("type", "Option<u8>", 2, 1),
    ];
    assert_eq!(columns, expected);
    assert!(Nothing::COLUMNS.is_empty());
}

#[test]
fn a_columns_type_reads_as_it_was_written() {
    type Of = Everything<'static, u16, 3>;
    let columns: Vec<_> = Of::COLUMNS.iter().map(facts).collect();
    let word = size_of::<usize>();
    let map = size_of::<HashMap<u32, Vec<&str>>>();
    let expected = [
        ("array", "[T; N]", 6, 2),
        ("map", "HashMap<u32, Vec<&'a str>>", map, word),
        ("callback", "Option<fn(&mut T) -> u8>", word, word),
        ("next", "Option<Box<Self>>", word, word),
        ("nothing", "()", 0, 1),
        ("page", "Page", 4096, 4096),
    ];
    assert_eq!(columns, expected);
}

/// Checks the sums of a hub's memory.
fn check_memory<T: IdAllocator>(hub: &Hub<T>) {
    let (memory, stats) = (hub.memory(), hub.stats());
    let mut columns = 0;
    for ((column, bytes), info) in memory.columns().zip(T::COLUMNS) {
        assert_eq!((column, bytes), (info, stats.slots * info.size));
        columns += bytes;
    }
    assert_eq!(memory.columns().len(), T::COLUMNS.len());
    assert_eq!(memory.total(), columns + memory.slot_table + memory.spare);
    assert_eq!(memory.total(), stats.bytes);
    assert_eq!(memory.spare == 0, stats.slots == stats.capacity);
}

#[test]
fn memory_adds_up_to_the_block_in_every_state_of_a_hub() {
    fn check<T: IdAllocator + soa_runtime::generic::Vacate + Clone>(record: &T) {
        let mut hub = Hub::<T>::new();
        check_memory(&hub);
        assert_eq!(hub.memory().total(), 0);
        for rows in [1, 4, 5, 63, 64, 65, 127, 128, 129] {
            while hub.slots() < rows {
                hub.insert(record.clone());
                check_memory(&hub);
            }
        }
        let first = hub.ids().next().expect("there are rows");
        hub.remove(first);
        check_memory(&hub);
        hub.shrink_to_fit();
        check_memory(&hub);
        assert_eq!(hub.memory().spare, 0);
        hub.clear();
        check_memory(&hub);
        check_memory(&Hub::<T>::with_capacity(100));
    }
    check(&texture("brick", 4));
    check(&Sprite {
        name: "brick",
        layer: 1,
    });
}

#[test]
fn a_bit_for_each_slot_follows_the_columns_from_64_slots_on() {
    #[derive(IdAllocator)]
    struct Wide {
        value: u64,
    }
    let row = size_of::<u64>() + size_of::<WideId>();
    for (slots, words) in [(63, 0), (64, 1), (65, 2), (128, 2), (129, 3)] {
        let hub = WideHub::with_capacity(slots);
        assert_eq!(hub.memory().total(), slots * row + words * size_of::<u64>());
    }
}

#[test]
fn memory_without_columns_is_tables_alone() {
    let mut hub = NothingHub::new();
    hub.alloc_many(4);
    let memory = hub.memory();
    assert_eq!(
        (memory.slot_table, memory.columns().len()),
        (memory.total(), 0)
    );
    assert!(memory.total() >= 4 * size_of::<NothingId>());
}

#[test]
fn memory_prints_a_line_per_column_and_three_for_the_rest() {
    // The total has more digits than the heading has letters, or fewer.
    for rows in [0, 250, 12_000] {
        let mut textures = TextureHub::with_capacity(4 * rows);
        textures.alloc_many(rows);
        let memory = textures.memory();
        let text = memory.to_string();
        let sizes = [
            ("name", rows * size_of::<&str>()),
            ("mips", rows * 4),
            ("type", rows * 2),
            ("(slot table)", memory.slot_table),
            ("(spare)", memory.spare),
            ("(total)", memory.total()),
        ];
        let sizes = sizes.map(|(name, size)| format!("{name} {size}"));
        let lines = text
            .lines()
            .map(|line| line.split("  ").filter(|word| !word.is_empty()));
        let lines = lines.map(|line| line.map(str::trim).collect::<Vec<_>>().join(" "));
        assert!(
            lines.eq(["column bytes".to_owned()].into_iter().chain(sizes)),
            "{text}"
        );
        let width = text.lines().map(str::len).min();
        assert_eq!(text.lines().map(str::len).max(), width, "{text}");
    }
}

#[test]
fn a_table_has_a_header_and_a_line_per_live_row() {
    let mut textures = TextureHub::new();
    assert_eq!(textures.table().to_string(), "id  name  mips  type");
    let ids = ["brick", "sand", "cobblestone"].map(|name| textures.insert(texture(name, 11)));
    textures.dealloc(ids[1]);
    let table = r#"
id   name           mips  type
0v1  "brick"        11    None
2v1  "cobblestone"  11    None"#;
    assert_eq!(format!("\n{}", textures.table()), table);
    textures.insert(Texture {
        r#type: Some(7),
        ..texture("sand", 1)
    });
    let table = r#"
id   name           mips  type
0v1  "brick"        11    None
1v2  "sand"         1     Some(7)
2v1  "cobblestone"  11    None"#;
    assert_eq!(format!("\n{}", textures.table()), table);
}

#[test]
fn a_dense_table_is_in_the_order_of_the_rows() {
    let mut sprites = SpriteHub::new();
    let ids = ["a", "b", "c"].map(|name| sprites.insert(Sprite { name, layer: 7 }));
    sprites.dealloc(ids[0]);
    let table = r#"
id   name  layer
2v1  "c"   7
1v1  "b"   7"#;
    assert_eq!(format!("\n{}", sprites.table()), table);
}

#[test]
fn a_table_shows_twenty_rows_unless_it_is_told_which() {
    let textures: TextureHub = (0..30).map(|mips| texture("", mips)).collect();
    let ids = |table: String| -> Vec<String> {
        let words = table.lines().skip(1).map(|line| line.split(' ').next());
        words.map(|word| word.expect("a line").to_owned()).collect()
    };
    let expected =
        |rows: core::ops::Range<u32>| rows.map(|row| format!("{row}v1")).collect::<Vec<_>>();
    assert_eq!(ids(textures.table().to_string()), expected(0..20));
    let backwards = core::ops::Range { start: 9, end: 2 };
    for (rows, shown) in [
        (0..30, 0..30),
        (28..99, 28..30),
        (29..usize::MAX, 29..30),
        (30..99, 0..0),
        (7..7, 0..0),
        (backwards, 0..0),
        (usize::MAX..usize::MAX, 0..0),
    ] {
        let table = textures.table().rows(rows).to_string();
        assert_eq!(ids(table), expected(shown));
    }
}

#[test]
fn a_table_without_columns_lists_the_ids() {
    let mut hub = NothingHub::new();
    hub.alloc_many(2);
    assert_eq!(hub.table().to_string(), "id\n0v1\n1v1");
}

/// Shows itself on several lines.
struct Verse;

impl fmt::Debug for Verse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("roses\r\n\tare ré")
    }
}

#[derive(IdAllocator)]
#[soa(layout = dense, derive(Debug))]
struct Poem<T> {
    #[soa(required)]
    verse: T,
    lines: u8,
}

/// Refuses to be shown.
struct Shy;

impl fmt::Debug for Shy {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Err(fmt::Error)
    }
}

/// Writes the table of a hub with one row.
fn written<T: fmt::Debug>(verse: T) -> Result<String, fmt::Error> {
    use fmt::Write;
    let poems: PoemHub<T> = [Poem { verse, lines: 3 }].into_iter().collect();
    let mut table = String::new();
    write!(table, "\n{}", poems.table()).map(|()| table)
}

#[test]
fn a_row_is_a_line_whatever_its_values_print_or_the_error_of_the_table() {
    let table = r"
id   verse              lines
0v1  roses\r\n\tare ré  3";
    assert_eq!(written(Verse).as_deref(), Ok(table));
    assert_eq!(written(Shy), Err(fmt::Error));
}

/// Every type of text, beside fields that are none.
#[derive(IdAllocator)]
#[soa(derive(Debug))]
struct Texts<'a, T> {
    owned: String,
    lent: &'a str,
    boxed: Box<str>,
    counted: Rc<str>,
    shared: Arc<str>,
    either: Cow<'a, str>,
    any: T,
    optional: Option<String>,
    list: Vec<u16>,
}

#[test]
fn a_text_is_shown_in_part_where_a_part_is_wanted() {
    let long = "é\n".repeat(5000);
    let mut texts = TextsHub::new();
    let id = texts.insert(Texts {
        owned: long.clone(),
        lent: &long,
        boxed: long.as_str().into(),
        counted: long.as_str().into(),
        shared: long.as_str().into(),
        either: Cow::Borrowed(&long),
        any: long.clone(),
        optional: Some(long.clone()),
        list: vec![7; 5000],
    });
    let (mut whole, mut part) = (Vec::new(), Vec::new());
    Texts::debug_row(texts.row(id), &mut |field| {
        whole.push(format!("{field:?}"));
        part.push(format!("{field:-?}"));
    });
    let beginning = format!("{:?}…", "é\n".repeat(1024));
    for (whole, part) in whole[..6].iter().zip(&part[..6]) {
        assert_eq!(*whole, format!("{long:?}"));
        assert_eq!(*part, beginning);
    }
    assert_eq!(whole[6..], part[6..], "a type parameter may be anything");
    assert!(texts.table().to_string().contains(&format!("{long:?}")));

    let short = "é".repeat(2048);
    let old = texts.remove(id).unwrap();
    let id = texts.insert(Texts {
        owned: short.clone(),
        ..old
    });
    let mut part = Vec::new();
    Texts::debug_row(texts.row(id), &mut |field| {
        part.push(format!("{field:-?}"));
    });
    assert_eq!(part[0], format!("{short:?}"), "it has no more characters");
}
