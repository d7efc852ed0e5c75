//! A move in copies that do not overlap themselves.

use proptest::prelude::*;
use soa_runtime::packed::Move;

use crate::support::cases;

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn chunks_make_the_move_and_none_overlaps_itself(
        src in 0..200_usize,
        dst in 0..200_usize,
        len in 0..200_usize,
    ) {
        let whole = Move { src, dst, len };
        let before: Vec<usize> = (0..400).collect();
        let (mut moved, mut copied) = (before.clone(), before);
        moved.copy_within(src..src + len, dst);
        let chunks: Vec<Move> = whole.chunks().collect();
        for &Move { src, dst, len } in &chunks {
            prop_assert!(len > 0 && len <= src.abs_diff(dst), "it overlaps itself");
            copied.copy_within(src..src + len, dst);
        }
        prop_assert_eq!(copied, moved);
        prop_assert_eq!(whole.chunks().len(), chunks.len());
        if len > 0 && len <= src.abs_diff(dst) {
            prop_assert_eq!(chunks, [whole]);
        } else if src != dst {
            prop_assert_eq!(chunks.len(), len.div_ceil(src.abs_diff(dst)));
        }
    }
}

#[test]
fn chunks_go_down_from_the_first_byte_and_up_from_the_last() {
    let step = |src, dst, len| Move { src, dst, len };
    let down = [step(4, 0, 4), step(8, 4, 4), step(12, 8, 2)];
    assert!(step(4, 0, 10).chunks().eq(down));
    let up = [step(8, 12, 2), step(4, 8, 4), step(0, 4, 4)];
    assert!(step(0, 4, 10).chunks().eq(up));
    let touching = step(4, 0, 4);
    assert!(touching.chunks().eq([touching]));
}

#[test]
fn what_moves_nothing_has_no_chunks() {
    for nothing in [(5, 5, 9), (0, 0, 0), (7, 3, 0)] {
        let (src, dst, len) = nothing;
        assert_eq!(Move { src, dst, len }.chunks().count(), 0);
    }
    let far = Move {
        src: usize::MAX - 8,
        dst: 0,
        len: 8,
    };
    assert!(far.chunks().eq([far]));
}
