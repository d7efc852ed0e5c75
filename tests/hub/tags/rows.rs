//! Which hub's tag the ids have of rows that are copied, moved or made elsewhere.

use soa_runtime::{IdAllocator, Outside};

use super::state;
use crate::layouts::in_both_layouts;
use crate::support::panic_message;

in_both_layouts! {
    {
        #[derive(Debug, Clone, PartialEq)]
        #[soa(bits(index = 8, generation = 8, tag = 8))]
        #[soa(derive(Clone, Debug, Hash, PartialEq, Serialize, Deserialize))]
        struct Item {
            weight: u32,
            #[soa(links)]
            other: Option<ItemId>,
        }
    }

    fn item(weight: u32) -> Item {
        Item { weight, other: None }
    }

    fn hub(tag: u32, rows: u32) -> ItemHub {
        let mut hub = ItemHub::with_tag(tag);
        hub.extend((0..rows).map(item));
        hub
    }

    fn have_tag(ids: impl IntoIterator<Item = ItemId>, tag: u32) -> bool {
        ids.into_iter().all(|id| id.tag() == tag)
    }

    #[test]
    fn a_hub_that_is_made_in_another_way_has_tag_0() {
        let collected: ItemHub = (0..2).map(item).collect();
        let taken = std::mem::take(&mut hub(7, 1));
        assert_eq!((collected.tag(), taken.tag()), (0, 7));
        let made = [ItemHub::new(), ItemHub::default(), ItemHub::with_capacity(4)];
        assert!(made.iter().all(|hub| hub.tag() == 0));
        assert_eq!(ItemHub::from(vec![item(0)]).ids().next().unwrap().tag(), 0);
    }

    #[test]
    fn a_tag_that_does_not_fit_is_refused_with_the_limit() {
        assert_eq!(ItemHub::try_with_tag(255).unwrap().tag(), 255);
        let error = ItemHub::try_with_tag(256).unwrap_err();
        assert_eq!((error.tag, error.limit), (256, 255));
        assert_eq!(error.to_string(), "tag 256 does not fit; the largest tag is 255");
        assert_eq!(
            panic_message(|| drop(ItemHub::with_tag(256))),
            "ItemHub cannot be made: tag 256 does not fit; the largest tag is 255",
        );
    }

    #[test]
    fn the_tag_is_a_part_of_equality_and_of_the_state() {
        for rows in [0, 3] {
            assert_eq!(hub(7, rows), hub(7, rows));
            assert_ne!(hub(7, rows), hub(2, rows));
            assert_eq!(state(&hub(7, rows)), state(&hub(7, rows)));
            let (a, b) = (state(&hub(7, rows)), state(&hub(2, rows)));
            assert!(a.0 != b.0 && a.1 != b.1);
        }
    }

    #[test]
    fn rows_that_are_copied_or_moved_get_ids_of_the_target() {
        let mut from = hub(7, 5);
        let ids: Vec<ItemId> = from.ids().collect();
        from.row_mut(ids[3]).other.replace(ids[1]);
        from.dealloc(ids[0]);
        let mut to = hub(2, 1);
        let check = |to: &mut ItemHub, map: soa_runtime::IdMap<Item>| {
            assert!(have_tag(map.iter().map(|(old, _)| old), 7));
            assert!(have_tag(map.new_ids(), 2));
            assert_eq!(map.get(ids[0]), None);
            let foreign = ItemId::from_parts_tagged(1, 1, 2).unwrap();
            assert_eq!(map.get(foreign), None, "an id of the target is no old id");
            let outside = to.relink(map.new_ids(), &map, Outside::Keep);
            assert_eq!(outside, 0);
            let new = to.row(map.get(ids[3]).unwrap());
            assert_eq!(*new.other, map.get(ids[1]));
        };
        let map = to.copy_rows(&from); // with a hole in the slots layout
        check(&mut to, map);
        let map = to.append(&mut from.clone());
        check(&mut to, map);
        let whole = hub(7, 4);
        assert!(have_tag(to.copy_rows(&whole).new_ids(), 2));
        let map = to.append(&mut from);
        check(&mut to, map);
        assert_eq!((from.len(), from.tag(), from.alloc().tag()), (0, 7, 7));
    }
}

/// Ids with 32 tag bits have all tags but one.
#[test]
fn the_largest_tags_work_with_a_table_of_links_too() {
    #[derive(IdAllocator, Debug, PartialEq)]
    #[soa(
        bits(index = 16, generation = 16, tag = 32),
        derive(Clone, Debug, PartialEq)
    )]
    struct Item {
        weight: u32,
    }
    assert_eq!(
        ItemHub::try_with_tag(u32::MAX).unwrap_err().limit,
        u32::MAX - 1
    );
    let mut hub = ItemHub::with_tag(u32::MAX - 1);
    let ids = hub.alloc_many(5);
    hub.dealloc_many(ids);
    for slot in [2, 0, 4, 1, 3] {
        let id = ItemId::from_parts_tagged(slot, 9, u32::MAX - 1).unwrap();
        hub.insert_at(id, Item { weight: slot }).unwrap();
    }
    assert_eq!(hub.clone(), hub);
    let mut copy = ItemHub::with_tag(3);
    copy.alloc();
    copy.clone_from(&hub);
    assert_eq!(copy, hub);
    // A hub whose block has the table and no slots.
    hub.clone_from(&ItemHub::with_tag(4));
    assert_eq!((hub.tag(), hub.slots(), hub.alloc().tag()), (4, 0, 4));
    hub.clear();
    hub.shrink_to_fit();
    assert_eq!(hub.tag(), 4);
}
