//! The views and the walks: what they yield, from both ends.

use soa_runtime::packed::{BlockMut, PackedBuffer};

use crate::support::{ROOM, manual};

#[test]
fn views_refuse_what_is_no_whole_number_of_elements_or_not_aligned() {
    let mut buffer = PackedBuffer::with_capacity(64, 8);
    let seven = buffer.insert(&[1; 7], ()).expect(ROOM);
    let twelve = buffer.insert(&[1; 12], ()).expect(ROOM);
    let odd = buffer.insert(&[1; 8], ()).expect(ROOM);
    assert!(
        buffer
            .get(seven)
            .expect("it is live")
            .as_slice::<u16>()
            .is_err()
    );
    let block = buffer.get(odd).expect("it is live");
    assert_eq!(
        (block.offset(), block.as_slice::<u32>().map(<[u32]>::len)),
        (20, Ok(2))
    );
    let error = block.as_slice::<u64>().expect_err("20 is no multiple of 8");
    assert_eq!(
        (error.offset, error.len, error.size, error.align),
        (20, 8, 8, 8)
    );
    assert_eq!(
        error.to_string(),
        "8 bytes at offset 20 are not a slice of `u64`, which has a size of 8 and an alignment of 8"
    );
    let mut block = buffer.get_mut(twelve).expect("it is live");
    assert_eq!(
        block
            .as_mut_slice::<[u8; 12]>()
            .map(|elements| elements.len()),
        Ok(1)
    );
}

#[test]
fn mutable_blocks_live_side_by_side_from_both_ends() {
    let mut buffer = PackedBuffer::with_config(manual(256));
    let ids: Vec<_> = (0..5)
        .map(|nth| buffer.alloc(8, nth).expect(ROOM))
        .collect();
    buffer.remove(ids[1]);
    let mut walk = buffer.iter_mut();
    assert_eq!(walk.len(), 4);
    let (_, mut first) = walk.next().expect("one of four");
    let (_, mut last) = walk.next_back().expect("two of four");
    let (id, mut third) = walk.next().expect("three of four");
    assert_eq!((id, *third.meta()), (ids[2], 2));
    let blocks: [&mut BlockMut<'_, _>; 3] = [&mut first, &mut last, &mut third];
    for block in blocks {
        let meta = u8::try_from(*block.meta()).expect("below 5");
        block.bytes_mut().fill(meta + 1);
        *block.meta_mut() += 10;
    }
    let (_, fourth) = walk.next_back().expect("four of four");
    fourth.into_bytes().fill(4);
    assert!(walk.next().is_none() && walk.next_back().is_none());
    for (_, block) in &buffer {
        let was = u8::try_from(*block.meta() % 10).expect("below 5");
        assert_eq!(block.bytes(), [was + 1; 8]);
    }
    let visited: Vec<_> = (&mut buffer).into_iter().map(|(id, _)| id).collect();
    assert_eq!(visited, [ids[0], ids[2], ids[3], ids[4]]);
}

#[test]
fn a_view_has_the_offset_and_the_length_of_its_block() {
    let mut buffer = PackedBuffer::with_config(manual(256));
    buffer.alloc(8, ()).expect(ROOM);
    for len in [0, 7] {
        let id = buffer.alloc(len, ()).expect(ROOM);
        let block = buffer.get(id).expect("it is live");
        assert_eq!(
            (block.offset(), block.len(), block.is_empty()),
            (8, len, len == 0)
        );
        let block = buffer.get_mut(id).expect("it is live");
        assert_eq!(
            (block.offset(), block.len(), block.is_empty()),
            (8, len, len == 0)
        );
    }
}

#[test]
fn walks_from_both_ends_meet_once() {
    let mut buffer = PackedBuffer::with_capacity(1 << 16, 1000);
    let ids: Vec<_> = (0..200)
        .map(|nth| buffer.alloc(4, nth).expect(ROOM))
        .collect();
    buffer.remove_many(ids.iter().skip(1).step_by(3));
    for front in [0, 1, 28, 29, 30, 66, 133] {
        let mut walk = buffer.iter();
        let mut seen: Vec<_> = walk.by_ref().take(front).map(|(id, _)| id).collect();
        let left = walk.len();
        let folded: Vec<_> = walk.clone().map(|(id, _)| id).collect();
        let mut back: Vec<_> = walk.rev().map(|(id, _)| id).collect();
        assert_eq!(back.len(), left);
        back.reverse();
        assert_eq!(folded, back);
        seen.extend(back);
        assert!(buffer.iter().map(|(id, _)| id).eq(seen));
    }
}

#[test]
fn debug_shows_counts_and_blocks() {
    let mut buffer = PackedBuffer::with_capacity(64, 8);
    buffer.insert(&[1, 2, 3], "cube").expect(ROOM);
    let shown = "PackedBuffer { blocks: 1, allocated: 3, top: 4, capacity: 64 }";
    assert_eq!(format!("{buffer:?}"), shown);
    let shown = "{0v1: Block { offset: 0, len: 3, meta: \"cube\" }}";
    assert_eq!(format!("{:?}", buffer.iter()), shown);
}
