//! A grid of ids over the world, which is filled again in each frame.

/// A place in the world.
pub(crate) type Pair = [i32; 2];

/// The length of the world's sides.
pub(crate) const SIZE: i32 = 1_024;

/// The number of cells in a row of the grid.
const CELLS: usize = 32;

/// The ids of what is in each cell.
pub(crate) struct Grid<I> {
    cells: Vec<Vec<I>>,
}

impl<I: Copy> Grid<I> {
    pub(crate) fn new() -> Self {
        let mut cells = Vec::new();
        cells.resize_with(CELLS * CELLS, Vec::new);
        Self { cells }
    }

    pub(crate) fn clear(&mut self) {
        self.cells.iter_mut().for_each(Vec::clear);
    }

    pub(crate) fn push(&mut self, at: Pair, id: I) {
        let [x, y] = at.map(cell);
        self.cells[y * CELLS + x].push(id);
    }

    /// Returns the ids in the nine cells around a place.
    pub(crate) fn near(&self, at: Pair) -> impl Iterator<Item = I> {
        let [columns, rows] = at.map(|at| cell(at).saturating_sub(1)..(cell(at) + 2).min(CELLS));
        rows.flat_map(move |row| &self.cells[row * CELLS..][columns.clone()])
            .flatten()
            .copied()
    }
}

/// Returns the row or column of the grid in which a coordinate is.
fn cell(at: i32) -> usize {
    let cell = usize::try_from(at.max(0)).unwrap_or(0) * CELLS / SIZE.unsigned_abs() as usize;
    cell.min(CELLS - 1)
}

/// Returns the square of the distance of two places.
pub(crate) fn square(a: Pair, b: Pair) -> i32 {
    let [x, y] = [a[0] - b[0], a[1] - b[1]];
    x * x + y * y
}

/// Moves a place towards another one by at most `step` along each axis, and returns whether
/// it arrived.
pub(crate) fn approach(at: &mut Pair, goal: Pair, step: i32) -> bool {
    for axis in 0..2 {
        at[axis] += (goal[axis] - at[axis]).clamp(-step, step);
    }
    *at == goal
}
