//! The cells of a grid: which one a place is in, and their order.

/// The length of the edges of all cells. It is finite and above 0.
#[derive(Debug, Clone, Copy)]
pub(super) struct CellSize(f32);

impl CellSize {
    /// # Panics
    ///
    /// Panics if the size is not finite and above 0.
    #[track_caller]
    pub(super) fn new(size: f32) -> Self {
        assert!(
            size.is_finite() && size > 0.0,
            "a grid was made with cells of size {size:?}; expected a finite number above 0"
        );
        CellSize(size)
    }

    pub(super) fn get(self) -> f32 {
        self.0
    }

    /// Returns the coordinates of the cell of a place. An infinite coordinate is in an infinite
    /// cell.
    #[inline]
    pub(super) fn corner<const D: usize>(self, place: &[f32; D]) -> [f32; D] {
        place.map(|x| floor(x / self.0))
    }

    /// Returns the cell of a place, or [`Cell::NOWHERE`] if the place is not finite.
    #[inline]
    pub(super) fn cell<const D: usize>(self, place: &[f32; D]) -> Cell<D> {
        if is_finite(place) {
            Cell::at(self.corner(place))
        } else {
            Cell::NOWHERE
        }
    }
}

/// Returns whether all coordinates are finite.
#[inline]
pub(super) fn is_finite<const D: usize>(place: &[f32; D]) -> bool {
    place.iter().all(|x| x.is_finite())
}

/// Rounds down. The standard library has this function, and `core` does not.
#[inline]
fn floor(x: f32) -> f32 {
    /// From here on every `f32` is a whole number.
    const WHOLE: f32 = 8_388_608.0; // 2^23
    if (-WHOLE..WHOLE).contains(&x) {
        #[expect(clippy::cast_possible_truncation, reason = "it is below 2^23")]
        let towards_zero = x as i32;
        #[expect(clippy::cast_precision_loss, reason = "it is below 2^23")]
        let whole = towards_zero as f32;
        if whole > x { whole - 1.0 } else { whole }
    } else {
        x
    }
}

/// A cell, in the order in which answers list cells: the last coordinate is the slowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Cell<const D: usize> {
    /// The coordinates as numbers in the same order, the last coordinate first.
    reversed: [i32; D],
}

impl<const D: usize> Cell<D> {
    /// Where rows are whose places are not finite. It follows all other cells.
    pub(super) const NOWHERE: Self = Cell {
        reversed: [i32::MAX; D],
    };

    /// Returns the cell with these coordinates, which are not NaN.
    #[inline]
    pub(super) fn at(corner: [f32; D]) -> Self {
        let mut reversed = corner.map(ordered);
        reversed.reverse();
        Cell { reversed }
    }
}

/// Returns a number that is as large among numbers as `x` is among all `f32` but NaN.
#[inline]
fn ordered(x: f32) -> i32 {
    // Both zeros are the same coordinate.
    let bits = i32::from_ne_bytes((x + 0.0).to_ne_bytes());
    // The larger a negative number's bits are, the smaller it is.
    if bits < 0 { bits ^ i32::MAX } else { bits }
}

/// All cells between two corners, both included.
#[derive(Debug, Clone, Copy)]
pub(super) struct CellBlock<const D: usize> {
    /// The coordinates of the first cell in each direction. None is NaN.
    pub(super) first: [f32; D],
    /// The coordinates of the last cell in each direction. None is NaN.
    pub(super) last: [f32; D],
}

impl<const D: usize> CellBlock<D> {
    /// A block without cells.
    pub(super) const EMPTY: Self = CellBlock {
        first: [f32::INFINITY; D],
        last: [f32::NEG_INFINITY; D],
    };

    /// Returns the first cell and the last one.
    pub(super) fn ends(&self) -> (Cell<D>, Cell<D>) {
        (Cell::at(self.first), Cell::at(self.last))
    }
}

/// Returns the first cell from `cell` on that is in the block between `first` and `last`, if there
/// is one.
#[inline]
pub(super) fn next_between<const D: usize>(
    first: &Cell<D>,
    last: &Cell<D>,
    cell: Cell<D>,
) -> Option<Cell<D>> {
    let (first, last, mut at) = (&first.reversed, &last.reversed, cell.reversed);
    if (0..D).any(|axis| first[axis] > last[axis]) {
        return None;
    }
    for axis in 0..D {
        if at[axis] < first[axis] {
            at[axis..].copy_from_slice(&first[axis..]);
            break;
        }
        if at[axis] > last[axis] {
            // The row of cells ended, so a slower coordinate goes on by one.
            let slower = (0..axis).rev().find(|slower| at[*slower] < last[*slower])?;
            at[slower] += 1;
            at[slower + 1..].copy_from_slice(&first[slower + 1..]);
            break;
        }
    }
    Some(Cell { reversed: at })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floor_rounds_down_as_the_standard_library_does() {
        let edges = [
            0.0,
            0.5,
            1.0,
            1.5,
            8_388_607.5,
            8_388_608.0,
            1e10,
            f32::MAX,
            1e-45,
            f32::INFINITY,
        ];
        for x in edges.into_iter().flat_map(|x| [x, -x]) {
            assert_eq!(ordered(floor(x)), ordered(x.floor()), "{x}");
        }
        assert!(floor(f32::NAN).is_nan());
    }

    #[test]
    fn numbers_keep_their_order() {
        let ascending = [
            f32::NEG_INFINITY,
            f32::MIN,
            -1.0,
            -1e-45,
            0.0,
            1e-45,
            1.0,
            f32::MAX,
            f32::INFINITY,
        ];
        assert!(ascending.is_sorted_by(|a, b| ordered(*a) < ordered(*b)));
        assert_eq!(ordered(-0.0), ordered(0.0));
        assert!(ordered(f32::INFINITY) < i32::MAX);
    }

    #[test]
    fn the_last_coordinate_is_the_slowest() {
        let cells = [[0.0, 0.0], [1.0, 0.0], [-1.0, 1.0], [0.0, 1.0]].map(Cell::at);
        assert!(cells.is_sorted());
        assert!(cells[3] < Cell::NOWHERE);
    }

    #[test]
    fn the_next_cell_of_a_block_skips_what_is_beside_it() {
        let (first, last) = (Cell::at([0.0, 0.0, 0.0]), Cell::at([2.0, 2.0, 2.0]));
        let next = |corner| next_between(&first, &last, Cell::at(corner));
        assert_eq!(next([1.0, 1.0, 1.0]), Some(Cell::at([1.0, 1.0, 1.0])));
        assert_eq!(next([-5.0, 1.0, 1.0]), Some(Cell::at([0.0, 1.0, 1.0])));
        assert_eq!(next([9.0, -9.0, 1.0]), Some(Cell::at([0.0, 0.0, 1.0])));
        assert_eq!(next([9.0, 9.0, -9.0]), Some(first));
        assert_eq!(next([3.0, 2.0, 2.0]), None);
        // The next row of cells begins somewhere after this one.
        let after = next([3.0, 1.0, 1.0]).unwrap();
        assert!(after > Cell::at([2.0, 1.0, 1.0]) && after <= Cell::at([0.0, 2.0, 1.0]));
        assert_eq!(next_between(&last, &first, first), None);
    }
}
