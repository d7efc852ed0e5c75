//! The error of a full buffer, which states correctly whether a compaction helps.

use soa_runtime::packed::{Compaction, PackedBuffer, PackedConfig, PackedSpace};

use crate::support::{ROOM, manual};

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
