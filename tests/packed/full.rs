//! The error of a full buffer, which states correctly whether a compaction helps.

use proptest::prelude::*;
use soa_runtime::packed::{
    Compaction, PackedBuffer, PackedConfig, PackedError, PackedSpace, Placement,
};

use crate::support::{PLACEMENTS, ROOM, assert_consistent, cases, manual, most};

#[test]
fn what_a_stride_keeps_out_is_not_fragmented_before_or_after_a_compaction() {
    let mut buffer = PackedBuffer::with_config(manual(40));
    let ids = [(); 2].map(|()| buffer.alloc(4, ()).expect(ROOM));
    buffer.remove(ids[0]);
    for _ in 0..2 {
        let error = buffer.insert_slice(&[[0_u32; 9]], ()).expect_err("4 live");
        assert!(!error.error.is_fragmented());
        assert_eq!(
            error.error.to_string(),
            "no room for 36 units: 36 are free, but the strides of the blocks keep them apart; \
             remove blocks or increase the capacity"
        );
        buffer.compact();
    }
    buffer.remove(ids[1]);
    assert!(buffer.insert_slice(&[[0_u32; 9]], ()).is_ok());
}

#[test]
fn a_rejected_block_says_what_is_free_and_why_it_is_not_enough() {
    let mut buffer = PackedBuffer::with_config(manual(48));
    let ids = [16, 16, 16].map(|len| buffer.alloc(len, "mesh").expect(ROOM));
    buffer.remove_many([ids[0], ids[2]]);
    let rejected = buffer
        .alloc(32, "cube")
        .expect_err("16 in each of two pieces");
    assert_eq!(rejected.meta, "cube");
    let sentence = "no room for 32 units: 32 are free, at most 16 in a piece that the placement can use; \
                    call `compact` to make room";
    assert_eq!(rejected.error.to_string(), sentence);
    assert_eq!(
        rejected.to_string(),
        format!("the block was not created: {sentence}")
    );
    let source = std::error::Error::source(&rejected).expect("the reason");
    assert_eq!(source.to_string(), sentence);
}

#[test]
fn the_gap_of_a_living_stride_counts_as_free_but_not_as_fragmented() {
    let mut buffer = PackedBuffer::with_config(manual(48).placement(Placement::Append));
    let hole = buffer.alloc(4, ()).expect(ROOM);
    buffer.alloc(4, ()).expect(ROOM);
    buffer.insert_slice(&[[0_u32; 5]], ()).expect(ROOM);
    buffer.remove(hole);
    // The element stays at 20, so the end of 8 bytes stays all there is.
    let error = buffer.alloc(12, ()).expect_err("8 at the end").error;
    let sizes = PackedError::Full {
        requested: 12,
        total_free: 24,
        largest_free: 8,
        fragmented: false,
    };
    assert_eq!(error, sizes);
    buffer.compact();
    assert_eq!(buffer.alloc(12, ()).expect_err("as before").error, sizes);
}

#[test]
fn a_piece_that_is_long_enough_but_starts_wrong_is_fragmented_if_it_moves() {
    let mut buffer = PackedBuffer::with_config(manual(52));
    let ids = [4, 40, 4].map(|len| buffer.alloc(len, ()).expect(ROOM));
    buffer.remove(ids[1]);
    let error = buffer
        .insert_slice(&[[0_u8; 24]], ())
        .expect_err("at 4 to 44, from 24 on only 20")
        .error;
    assert_eq!(
        error.to_string(),
        "no room for 24 units: 44 are free, but no piece fits the block at a multiple of its \
         stride; call `compact` to make room"
    );
    buffer.compact();
    assert!(buffer.insert_slice(&[[0_u8; 24]], ()).is_ok());
}

#[test]
fn a_block_that_could_grow_where_it_slides_to_is_told_so() {
    let mut buffer = PackedBuffer::with_config(manual(100));
    let hole = buffer.alloc(8, ()).expect(ROOM);
    let block = buffer.alloc(40, ()).expect(ROOM);
    buffer.remove(hole);
    let error = buffer.resize(block, 96).expect_err("52 behind it");
    assert_eq!(
        error.to_string(),
        "no room for 96 units: 60 are free beside the block's own, at most 52 in a piece that \
         the placement can use; call `compact` to make room"
    );
    buffer.compact();
    assert_eq!(buffer.resize(block, 96), Ok(()));
}

#[test]
fn under_append_a_hole_is_free_but_of_no_use() {
    let mut buffer = PackedBuffer::with_config(manual(32).placement(Placement::Append));
    let ids = [(); 2].map(|()| buffer.alloc(16, ()).expect(ROOM));
    buffer.remove(ids[0]);
    let error = buffer.alloc(16, ()).expect_err("the end is taken").error;
    assert_eq!(
        error.to_string(),
        "no room for 16 units: 16 are free, at most 0 in a piece that the placement can use; \
         call `compact` to make room"
    );
    buffer.compact();
    assert!(buffer.alloc(16, ()).is_ok());
}

#[derive(Debug, Clone)]
enum Call {
    /// A block of this many elements of 1, 12, 20 or 36 bytes.
    Insert(usize, usize),
    Resize(prop::sample::Index, usize),
    Release(prop::sample::Index),
}

fn call() -> impl Strategy<Value = Call> {
    let block = any::<prop::sample::Index>();
    prop_oneof![
        4 => (0..4_usize, 1..6_usize).prop_map(|(kind, count)| Call::Insert(kind, count)),
        1 => (block.clone(), 0..120_usize).prop_map(|(block, len)| Call::Resize(block, len)),
        2 => block.prop_map(Call::Release),
    ]
}

fn insert(buffer: &mut PackedBuffer<()>, kind: usize, count: usize) -> Result<(), PackedError> {
    match kind {
        0 => buffer.insert(&vec![1; count], ())?,
        1 => buffer.insert_slice(&vec![[1_u8; 12]; count], ())?,
        2 => buffer.insert_slice(&vec![[1_u8; 20]; count], ())?,
        _ => buffer.insert_slice(&vec![[1_u32; 9]; count], ())?,
    };
    Ok(())
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn a_compaction_makes_room_exactly_where_the_buffer_is_fragmented(
        placement in prop::sample::select(&PLACEMENTS[..]),
        align in prop::sample::select(vec![1, 4, 12]),
        calls in prop::collection::vec(call(), 1..most(60)),
    ) {
        let mut buffer = PackedBuffer::with_config(manual(400).align(align).placement(placement));
        for call in calls {
            let ids: Vec<_> = buffer.iter().map(|(id, _)| id).collect();
            let apply = |buffer: &mut PackedBuffer<()>| match &call {
                &Call::Insert(kind, count) => insert(buffer, kind, count),
                Call::Resize(block, len) if !ids.is_empty() => buffer.resize(*block.get(&ids), *len),
                Call::Release(block) if !ids.is_empty() => {
                    buffer.remove(*block.get(&ids));
                    Ok(())
                }
                _ => Ok(()),
            };
            let Err(error) = apply(&mut buffer) else { continue };
            let is_full = matches!(error, PackedError::Full { .. });
            prop_assert!(is_full, "{:?} is no reason to refuse a block", error);
            buffer.compact();
            prop_assert_eq!(apply(&mut buffer).is_ok(), error.is_fragmented());
            assert_consistent(&buffer, align);
        }
    }
}

#[test]
fn a_piece_of_the_requested_length_may_start_wrong() {
    let mut buffer = PackedBuffer::with_config(manual(40).align(1));
    let ids = [2, 2].map(|len| buffer.alloc(len, ()).expect(ROOM));
    buffer.remove(ids[0]);
    // From 4 to 40 no multiple of 3 has 36 units after it; after a compaction 3 has.
    let error = buffer
        .alloc_strided(36, 3, ())
        .expect_err("it starts at 4")
        .error;
    assert_eq!(
        error.to_string(),
        "no room for 36 units: 38 are free, but no piece fits the block at a multiple of its \
         stride; call `compact` to make room"
    );
    buffer.compact();
    assert!(buffer.alloc_strided(36, 3, ()).is_ok());
}

#[test]
fn a_hole_that_a_stride_keeps_open_may_grow_by_a_compaction() {
    let mut buffer = PackedBuffer::with_config(manual(80).align(1));
    let ids = [32, 1].map(|len| buffer.alloc(len, ()).expect(ROOM));
    buffer.alloc_strided(16, 64, ()).expect(ROOM);
    buffer.remove(ids[0]);
    let error = buffer.alloc(50, ()).expect_err("32 and 31 are free").error;
    assert!(error.is_fragmented());
    buffer.compact();
    assert!(buffer.alloc(50, ()).is_ok());
}

#[test]
fn more_than_the_largest_container_has_does_not_fit_after_a_compaction() {
    let units = u32::MAX as usize;
    let config = PackedConfig::new(units, 8).align(1);
    let mut space = PackedSpace::with_config(config.compaction(Compaction::Manual));
    let ids = [8, 8].map(|len| space.alloc(len, ()).expect(ROOM));
    space.remove(ids[0]);
    let error = space.alloc(units, ()).expect_err("8 are in use").error;
    assert!(!error.is_fragmented());
    space.remove(ids[1]);
    assert!(space.alloc(units, ()).is_ok());
}
