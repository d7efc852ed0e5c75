//! The order of dense rows, which a mirror has from its source.

use soa_runtime::{Applied, IdAllocator, Mirror, OwnedDelta, Tick};

use super::{Short, assert_follows, follow, packed, short};

#[derive(IdAllocator)]
#[soa(tracked, derive(Serialize, Deserialize, PartialEq))]
struct Plain {
    number: u32,
}

/// The same in the other layout, without a tracked column.
mod dense {
    #[derive(soa_runtime::IdAllocator)]
    #[soa(tracked, layout = dense, derive(Serialize, Deserialize, PartialEq))]
    pub(super) struct Plain {
        pub(super) number: u32,
    }
}

#[test]
fn rows_that_moved_are_sent_as_runs_of_slots() {
    let (mut shorts, mut copy) = (super::ShortHub::new(), Mirror::<Short>::new());
    let ids = shorts.insert_many((0..100).map(short));
    let moved = |hub: &super::ShortHub, seen| {
        serde_json::to_value(hub.delta(seen)).unwrap()["order"].to_string()
    };
    assert_eq!(moved(&shorts, Tick::START), "[[0,0,99]]");
    follow(&mut shorts, &mut copy);

    shorts.columns_mut().hp[ids[7]] = 700;
    assert_eq!(moved(&shorts, copy.tick()), "[]");
    shorts.swap_rows(10, 20);
    shorts.dealloc_many([ids[3], ids[50]]);
    assert_eq!(
        moved(&shorts, copy.tick()),
        "[[3,98,0],[6,-79,0],[9,-11,0],[29,88,0]]"
    );
    follow(&mut shorts, &mut copy);
    assert_follows(&shorts, &copy);

    // If only one of the tracked columns was written, the list stays empty.
    shorts.columns_mut().hp.all_mut().fill(7);
    assert_eq!(moved(&shorts, copy.tick()), "[]");
    follow(&mut shorts, &mut copy);
    assert_follows(&shorts, &copy);
}

#[test]
fn rows_without_a_tracked_column_are_in_the_order_of_the_source() {
    let (mut source, mut copy) = (dense::PlainHub::new(), Mirror::<dense::Plain>::new());
    for number in 0..200 {
        source.insert(dense::Plain { number });
        source.sort_by_key(|row| (row.number * 7919) % 31);
        if number % 5 == 4 {
            source.retain(|id, _| id.index() % 7 != number % 7);
        }
        if number % 3 == 0 {
            follow(&mut source, &mut copy);
            assert_follows(&source, &copy);
        }
    }
}

#[test]
fn an_order_that_does_not_fit_moves_rows_and_nothing_else() {
    let mut shorts = super::ShortHub::new();
    shorts.insert_many((0..9).map(short));
    shorts.advance();
    let delta = serde_json::to_value(shorts.delta(Tick::START)).unwrap();
    let apply = |order: serde_json::Value| {
        let (mut delta, mut copy) = (delta.clone(), Mirror::<Short>::new());
        delta["order"] = order;
        let delta = serde_json::from_value::<OwnedDelta<Short>>(delta);
        let delta = delta.map_err(|error| error.to_string())?;
        assert!(matches!(copy.apply_owned(delta), Ok(Applied::Now(_))));
        assert!(*copy == *shorts);
        Ok::<_, String>(
            copy.ids()
                .map(soa_runtime::Handle::index)
                .collect::<Vec<_>>(),
        )
    };
    let order = |order| apply(order).unwrap();
    assert_eq!(order(serde_json::json!([])), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(
        order(serde_json::json!([[0, 4, 2], [0, -7, 0]])),
        [4, 5, 6, 0, 3, 1, 2, 7, 8]
    );
    assert_eq!(
        order(serde_json::json!([[0, 2, 0], [0, -1, 0]])),
        [1, 2, 0, 3, 4, 5, 6, 7, 8]
    );
    for past in [[0, 9, 0], [9, 0, 0], [0, 0, 9], [5, 0, 4]] {
        let error = apply(serde_json::json!([past])).unwrap_err();
        assert_eq!(error, "the delta names a slot past its last one");
    }
    let numbers = [0, u32::MAX - 1, u32::MAX];
    for row in numbers {
        for (slot, more) in numbers
            .into_iter()
            .flat_map(|slot| numbers.map(|more| (slot, more)))
        {
            let fits = (row, slot, more) == (0, 0, 0);
            assert_eq!(apply(serde_json::json!([[row, slot, more]])).is_ok(), fits);
        }
    }
    assert!(apply(serde_json::json!([[0, -1, 0]])).is_err());
    assert!(apply(serde_json::json!([[0, 0]])).is_err());
}

#[test]
fn between_layouts_a_delta_goes_in_formats_that_name_fields() {
    let (mut slots, mut rows) = (PlainHub::new(), dense::PlainHub::new());
    for number in [3, 1, 2] {
        slots.insert(Plain { number });
        rows.insert(dense::Plain { number });
    }
    rows.sort_by_key(|row| *row.number);
    slots.advance();
    rows.advance();

    let json = serde_json::to_string(&rows.delta(Tick::START)).unwrap();
    let mut copy = Mirror::<Plain>::new();
    copy.apply(&mut serde_json::Deserializer::from_str(&json))
        .unwrap();
    assert_eq!(*copy.columns().number, [3, 1, 2]);
    let json = serde_json::to_string(&slots.delta(Tick::START)).unwrap();
    let mut copy = Mirror::<dense::Plain>::new();
    copy.apply(&mut serde_json::Deserializer::from_str(&json))
        .unwrap();
    assert_eq!(*copy.columns().number, [3, 1, 2]);

    let list = rmp_serde::to_vec(&rows.delta(Tick::START)).unwrap();
    let error = Mirror::<Plain>::new()
        .apply(&mut rmp_serde::Deserializer::new(&list[..]))
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "the delta is of a `PlainHub` with another layout; expected the same layout, or a format \
         that names fields"
    );
    let other =
        postcard::from_bytes::<OwnedDelta<dense::Plain>>(&packed(&slots.delta(Tick::START)));
    assert!(other.is_err());
}
