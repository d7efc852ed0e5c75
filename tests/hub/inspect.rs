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
    let columns: Vec<_> = Texture::COLUMNS.iter().map(facts).collect();
    let expected = [
        (
            "name",
            "&'static str",
            size_of::<&str>(),
            align_of::<&str>(),
        ),
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

#[test]
fn columns_are_known_to_code_for_any_record() {
    fn row_bytes<T: IdAllocator>() -> usize {
        T::COLUMNS.iter().map(|column| column.size).sum()
    }
    const FIRST: ColumnInfo = Sprite::COLUMNS[0];
    assert_eq!(row_bytes::<Sprite>(), size_of::<&str>() + 2);
    assert_eq!(FIRST.name, "name");
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
fn the_sizes_in_the_text_of_memory_end_in_one_column() {
    #[derive(IdAllocator)]
    struct Block {
        #[soa(default = [0; 1000])]
        bytes: [u8; 1000],
    }

    // The total has six digits, and the heading five letters.
    let mut blocks = BlockHub::new();
    blocks.alloc_many(120);
    let text = blocks.memory().to_string();
    let ends: Vec<usize> = text.lines().map(str::len).collect();
    assert_eq!(ends, [ends[0]; 5], "{text}");
}

#[test]
fn memory_prints_a_line_per_column_and_three_for_the_rest() {
    let mut textures = TextureHub::with_capacity(1000);
    textures.alloc_many(250);
    let memory = textures.memory();
    let text = memory.to_string();
    let words = |line: &str| {
        line.split("  ")
            .map(|word| word.trim().to_owned())
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
    };
    let lines: Vec<_> = text.lines().map(words).collect();
    let sizes = [
        ("column", "bytes".to_owned()),
        ("name", (250 * size_of::<&str>()).to_string()),
        ("mips", 1000.to_string()),
        ("type", 500.to_string()),
        ("(slot table)", memory.slot_table.to_string()),
        ("(spare)", memory.spare.to_string()),
        ("(total)", memory.total().to_string()),
    ];
    assert_eq!(lines, sizes.map(|(name, size)| vec![name.to_owned(), size]));
    let mut widths = text.lines().map(|line| line.chars().count());
    let first = widths.next();
    assert!(widths.all(|width| Some(width) == first), "{text}");
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
    for (rows, shown) in [
        (0..30, 0..30),
        (28..99, 28..30),
        (30..99, 0..0),
        (7..7, 0..0),
    ] {
        assert_eq!(
            ids(textures.table().rows(rows).to_string()),
            expected(shown)
        );
    }
    let backwards = core::ops::Range { start: 9, end: 2 };
    for none in [backwards, usize::MAX..usize::MAX] {
        assert_eq!(
            textures.table().rows(none).to_string(),
            "id  name  mips  type"
        );
    }
    assert_eq!(
        ids(textures.table().rows(29..usize::MAX).to_string()),
        ["29v1"]
    );
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

#[test]
fn a_row_is_a_line_whatever_its_values_print() {
    let poems: PoemHub<Verse> = [Poem {
        verse: Verse,
        lines: 3,
    }]
    .into_iter()
    .collect();
    let table = r"
id   verse              lines
0v1  roses\r\n\tare ré  3";
    assert_eq!(format!("\n{}", poems.table()), table);
}

/// Refuses to be shown.
struct Shy;

impl fmt::Debug for Shy {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Err(fmt::Error)
    }
}

#[test]
fn a_value_that_cannot_be_shown_is_the_tables_error() {
    use fmt::Write;
    let poems: PoemHub<Shy> = [Poem {
        verse: Shy,
        lines: 3,
    }]
    .into_iter()
    .collect();
    assert_eq!(write!(String::new(), "{}", poems.table()), Err(fmt::Error));
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
