//! Repeats moves on the GPU.

use std::ops::Range;

use soa_runtime::packed::Move;
use wgpu::{Buffer, BufferUsages, CommandEncoderDescriptor};

use crate::error::UploadError;
use crate::growing::{Growing, Grown};
use crate::link::{Gpu, create};
use crate::unit::WORD;

/// The largest scratch buffer in bytes. Longer moves are made in pieces.
const SCRATCH: usize = 1 << 20;

/// Returns whether a move of units can be made on the GPU, which copies whole words.
pub(super) fn is_of_words(step: &Move, unit: usize) -> bool {
    // Wrapping leaves the lowest bits as they are, and only these decide.
    [step.src, step.dst, step.len]
        .iter()
        .all(|at| at.wrapping_mul(unit).is_multiple_of(WORD))
}

/// Returns whether a move begins and ends within the first `units` units.
pub(super) fn is_inside(step: &Move, units: usize) -> bool {
    step.src.max(step.dst) + step.len <= units
}

/// Makes moves of whole words one after another. wgpu copies between two buffers only, so each piece
/// goes through a scratch buffer.
pub(super) fn replay(gpu: &mut Gpu, buffer: &Buffer, moves: &[Move]) -> Result<(), UploadError> {
    let lengths = moves.iter().flat_map(|step| step.pieces(SCRATCH));
    let Some(longest) = lengths.map(|piece| piece.len).max() else {
        return Ok(());
    };
    gpu.scoped(|gpu| {
        let usage = BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
        let scratch = create(&gpu.device, "scratch", longest as u64, usage);
        let descriptor = CommandEncoderDescriptor::default();
        let mut encoder = gpu.device.create_command_encoder(&descriptor);
        for piece in moves.iter().flat_map(|step| step.pieces(longest)) {
            let [src, dst, len] = [piece.src, piece.dst, piece.len].map(|at| at as u64);
            encoder.copy_buffer_to_buffer(buffer, src, &scratch, 0, len);
            encoder.copy_buffer_to_buffer(&scratch, 0, buffer, dst, len);
        }
        gpu.submit([encoder.finish()]);
        Some(())
    })
}

/// Returns where the first `units` units have come from after moves in this order, and leaves out
/// what was never among them. The pieces are in ascending order of their new offsets, and can be
/// copied from the old memory to a new one.
///
/// A buffer that is shorter than the container cannot repeat moves one by one: a block that moved
/// past the end of the buffer and back would lose its bytes.
pub(super) fn composed(moves: &[Move], units: usize) -> Vec<Move> {
    let mut pieces = vec![Move {
        src: 0,
        dst: 0,
        len: units,
    }];
    for step in moves {
        let (from, to) = (step.src..step.src + step.len, step.dst..step.dst + step.len);
        let taken = pieces.iter().filter_map(|piece| part(piece, from.clone()));
        let taken = taken.map(|piece| Move {
            dst: piece.dst - step.src + step.dst,
            ..piece
        });
        let around = [0..to.start, to.end..usize::MAX];
        let kept = around.into_iter().flat_map(|range| {
            let pieces = pieces.iter();
            pieces.filter_map(move |piece| part(piece, range.clone()))
        });
        pieces = kept.chain(taken).collect();
    }
    let inside = pieces.iter().filter_map(|piece| part(piece, 0..units));
    let mut inside: Vec<Move> = inside.collect();
    inside.sort_by_key(|piece| piece.dst);
    inside
}

/// Returns the part of a piece whose new place is in a range.
fn part(piece: &Move, range: Range<usize>) -> Option<Move> {
    let start = piece.dst.max(range.start);
    let end = (piece.dst + piece.len).min(range.end);
    (start < end).then(|| Move {
        src: piece.src + (start - piece.dst),
        dst: start,
        len: end - start,
    })
}

/// Returns a new buffer of `size` bytes with copies of pieces of `old`, which are in ascending order
/// and begin at whole words.
pub(super) fn rearranged(
    gpu: &mut Gpu,
    growing: &Growing,
    old: &Buffer,
    size: u64,
    pieces: &[Move],
) -> Result<Grown, UploadError> {
    let copies = pieces.iter().map(|piece| {
        // If the buffer ends in the middle of a word, the last copy has the rest of the word.
        let len = piece.len.next_multiple_of(WORD);
        (piece.src as u64, piece.dst as u64, len as u64)
    });
    growing.with_copies(gpu, size, old, copies)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with moves one by one in memory that has all units.
    #[test]
    fn composed_moves_are_equal_to_moves_in_longer_memory() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..500 {
            let (units, capacity) = (random.usize(1..40), 60);
            let moves: Vec<Move> = (0..random.usize(..8))
                .map(|_| {
                    let len = random.usize(..20);
                    let [src, dst] = [(); 2].map(|()| random.usize(..=capacity - len));
                    Move { src, dst, len }
                })
                .collect();
            let mut whole = vec![None; capacity];
            for (unit, value) in whole.iter_mut().enumerate().take(units) {
                *value = Some(unit);
            }
            for step in &moves {
                whole.copy_within(step.src..step.src + step.len, step.dst);
            }
            let mut copied = vec![None; units];
            let mut end = 0;
            for piece in composed(&moves, units) {
                assert!(piece.dst >= end, "{piece:?} overlaps, or is out of order");
                end = piece.dst + piece.len;
                for at in 0..piece.len {
                    copied[piece.dst + at] = Some(piece.src + at);
                }
            }
            assert_eq!(copied, whole[..units], "{moves:?}");
        }
    }

    #[test]
    fn words_are_found_in_any_unit() {
        let step = |src| Move {
            src,
            dst: 0,
            len: 2,
        };
        assert!(is_of_words(&step(6), 2) && !is_of_words(&step(3), 2));
        assert!(is_of_words(&step(3), usize::MAX - 3) && !is_of_words(&step(3), usize::MAX));
    }
}
