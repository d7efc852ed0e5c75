//! The rows that were written in any of several columns.

use core::ops::{ControlFlow, Range};

/// Calls `each` with the ranges of rows that are in any of the iterators. Each of these has
/// ranges in ascending order.
pub(super) fn union<const N: usize>(
    mut columns: [impl Iterator<Item = Range<usize>>; N],
    each: &mut dyn FnMut(Range<usize>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut heads = columns.each_mut().map(Iterator::next);
    let first = |heads: &[Option<Range<usize>>; N]| {
        let starts = heads.iter().enumerate();
        let starts = starts.filter_map(|(column, head)| Some((head.as_ref()?.start, column)));
        starts.min().map(|(_, column)| column)
    };
    while let Some(column) = first(&heads) {
        let Some(mut rows) = heads[column].take() else {
            break;
        };
        heads[column] = columns[column].next();
        // Takes every range that begins in this one or at its end.
        while let Some(next) = first(&heads) {
            match &heads[next] {
                Some(range) if range.start <= rows.end => rows.end = rows.end.max(range.end),
                _ => break,
            }
            heads[next] = columns[next].next();
        }
        each(rows)?;
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
#[expect(clippy::single_range_in_vec_init, reason = "columns with one range")]
mod tests {
    use alloc::vec::Vec;
    use core::ops::{ControlFlow, Range};

    use super::union;

    fn joined<const N: usize>(columns: [&[Range<usize>]; N]) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let _ = union(columns.map(|ranges| ranges.iter().cloned()), &mut |rows| {
            found.push(rows);
            ControlFlow::Continue(())
        });
        found
    }

    #[test]
    fn a_row_in_two_columns_is_in_one_range() {
        let found = joined([&[0..2, 5..6, 9..12], &[1..3, 6..7, 10..11, 20..21]]);
        assert_eq!(found, [0..3, 5..7, 9..12, 20..21]);
    }

    #[test]
    fn a_range_can_cover_many_of_another_column() {
        assert_eq!(joined([&[0..100], &[3..4, 7..8, 99..103], &[]]), [0..103]);
    }

    #[test]
    fn one_column_passes_through() {
        assert_eq!(joined([&[3..4, 7..9]]), [3..4, 7..9]);
        assert_eq!(joined([&[]]), []);
    }

    #[test]
    fn a_break_ends_the_walk() {
        let mut calls = 0;
        let ranges = [0..1, 2..3, 4..5];
        let flow = union([ranges.into_iter()], &mut |_| {
            calls += 1;
            ControlFlow::Break(())
        });
        assert_eq!((calls, flow), (1, ControlFlow::Break(())));
    }
}
