//! A move in pieces, over a scratch buffer or without one.

use proptest::prelude::*;
use soa_runtime::packed::Move;

use crate::support::{cases, step};

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn pieces_over_a_scratch_buffer_make_the_move(
        src in 0..200_usize,
        dst in 0..200_usize,
        len in 0..200_usize,
        max_len in 1..250_usize,
    ) {
        let whole = Move { src, dst, len };
        let before: Vec<usize> = (0..400).collect();
        let (mut moved, mut copied) = (before.clone(), before);
        moved.copy_within(src..src + len, dst);
        let pieces: Vec<Move> = whole.pieces(max_len).collect();
        for &Move { src, dst, len } in &pieces {
            prop_assert!((1..=max_len).contains(&len));
            let scratch = copied[src..src + len].to_vec();
            copied[dst..dst + len].copy_from_slice(&scratch);
        }
        prop_assert_eq!(copied, moved);
        let count = if src == dst { 0 } else { len.div_ceil(max_len) };
        prop_assert_eq!((pieces.len(), whole.pieces(max_len).len()), (count, count));
    }

    #[test]
    fn pieces_no_longer_than_the_distance_do_not_overlap_themselves(
        src in 0..200_usize,
        dst in 0..200_usize,
        len in 0..200_usize,
    ) {
        let whole = Move { src, dst, len };
        for Move { src, dst, len } in whole.pieces(src.abs_diff(dst).max(1)) {
            prop_assert!(len > 0 && (src + len <= dst || dst + len <= src));
        }
    }
}

#[test]
fn pieces_go_up_from_the_first_unit_of_a_move_down_and_down_from_the_last_of_a_move_up() {
    let down = [step(4, 0, 4), step(8, 4, 4), step(12, 8, 2)];
    assert!(step(4, 0, 10).pieces(4).eq(down));
    let up = [step(8, 12, 2), step(4, 8, 4), step(0, 4, 4)];
    assert!(step(0, 4, 10).pieces(4).eq(up));
    let touching = step(4, 0, 4);
    assert!(touching.pieces(4).eq([touching]));
}

#[test]
fn what_moves_nothing_has_no_pieces() {
    for nothing in [(5, 5, 9), (0, 0, 0), (7, 3, 0)] {
        let (src, dst, len) = nothing;
        assert_eq!(Move { src, dst, len }.pieces(0).len(), 0);
    }
    let far = step(usize::MAX - 8, 0, 8);
    assert!(far.pieces(usize::MAX).eq([far]));
}

#[test]
#[should_panic(expected = "a move of 3 units has no pieces of length 0")]
fn pieces_without_a_length_are_refused() {
    let _ = step(3, 0, 3).pieces(0);
}

#[test]
fn a_move_that_ends_past_the_largest_offset_has_no_pieces() {
    let end = usize::MAX;
    for (src, dst) in [(end - 7, 0), (0, end - 7), (end - 7, end - 20)] {
        let pieces = |len| Move { src, dst, len }.pieces(4).count();
        assert_eq!(pieces(7), 2);
        let refused = std::panic::catch_unwind(|| pieces(8)).expect_err("it ends too late");
        let message = refused.downcast::<String>().expect("it is a sentence");
        assert!(
            message.ends_with("ends past the largest offset"),
            "{message}"
        );
    }
}
