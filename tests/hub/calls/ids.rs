//! Ids as values: made from parts, cast, printed, and found by their slot.

use soa_runtime::Handle;

type Small = Handle<str, u16, 4, 4>;
type Plain = Handle<u8, u16, 4, 0>;
type Word = Handle<u8, u32, 20, 12>;
type Wide = Handle<u8>;

#[test]
fn from_parts_gives_the_ids_that_could_have_been_issued_and_no_others() {
    for index in (0..40).chain([u32::MAX]) {
        for generation in (0..40).chain([u32::MAX]) {
            let id = Small::from_parts(index, generation);
            let issued = index < 15 && (1..=15).contains(&generation);
            assert_eq!(id.is_some(), issued, "{index}v{generation}");
            if let Some(id) = id {
                assert_eq!((id.index(), id.generation()), (index, generation));
                assert_eq!(Small::from_bits(id.to_bits()), Some(id));
            }
        }
    }
}

#[test]
fn from_parts_without_generations_takes_generation_0_alone() {
    assert_eq!(Plain::from_parts(0, 0).map(Plain::index), Some(0));
    assert_eq!(Plain::from_parts(13, 0).map(Plain::index), Some(13));
    assert_eq!(Plain::from_parts(14, 0), None);
    assert_eq!(Plain::from_parts(3, 1), None);
}

#[test]
fn from_parts_knows_the_last_id_of_every_word() {
    assert!(Word::from_parts((1 << 20) - 2, 4095).is_some());
    assert_eq!(Word::from_parts((1 << 20) - 1, 4095), None);
    assert_eq!(Word::from_parts(0, 4096), None);
    let last = Wide::from_parts(u32::MAX - 1, (1 << 31) - 1).expect("the last one");
    assert_eq!(
        (last.index(), last.generation()),
        (u32::MAX - 1, (1 << 31) - 1)
    );
    assert_eq!(Wide::from_parts(u32::MAX, 1), None);
    assert_eq!(Wide::from_parts(0, 1 << 31), None);
}

#[test]
fn from_parts_works_in_a_const() {
    const WHITE: Option<Word> = Word::from_parts(3, 1);
    const NONE: Option<Small> = Small::from_parts(15, 1);
    assert_eq!(WHITE.map(|id| id.to_string()), Some("3v1".to_owned()));
    assert_eq!(NONE, None);
}

#[test]
fn a_cast_keeps_the_bits_and_names_another_record() {
    const DANGLING: Handle<String, u16, 4, 4> = Small::DANGLING.cast();
    let id = Small::from_parts(3, 7).expect("it fits");
    let cast: Handle<[u8], u16, 4, 4> = id.cast();
    assert_eq!(cast.to_bits(), id.to_bits());
    assert_eq!(cast.cast::<str>(), id);
    assert_eq!(DANGLING, Handle::DANGLING);
}

#[test]
fn an_id_is_written_as_a_text_is() {
    let id = Word::from_parts(12, 3).expect("it fits");
    assert_eq!(
        (format!("{id}"), format!("{id:?}")),
        ("12v3".into(), "12v3".into())
    );
    assert_eq!(
        format!("{id:8}|{id:<8}|{id:>8}|{id:^8}"),
        "12v3    |12v3    |    12v3|  12v3  "
    );
    assert_eq!(
        format!("{id:8?}|{id:>8?}|{id:.>7?}|{id:2}"),
        "12v3    |    12v3|...12v3|12v3"
    );
    let dangling = Word::DANGLING;
    assert_eq!(
        format!("{dangling}|{dangling:>10}|{dangling:?}"),
        "dangling|  dangling|dangling"
    );
    let width = 6;
    assert_eq!(format!("{id:>width$}"), "  12v3");
}

#[test]
fn a_precision_does_not_cut_an_id() {
    let id = Word::from_parts(12, 3).expect("it fits");
    assert_eq!(format!("{:.1?}", (id, 0.25)), "(12v3, 0.2)");
    assert_eq!(format!("{id:.2}"), "12v3");
}

#[test]
fn the_width_counts_every_digit() {
    for (index, generation) in [(0, 1), (9, 9), (10, 10), (99, 100), (1_000_000, 999)] {
        let id = Handle::<(), u64, 32, 32>::from_parts(index, generation).expect("it fits");
        let text = format!("{index}v{generation}");
        assert_eq!(format!("{id:>20}"), format!("{text:>20}"));
    }
}
