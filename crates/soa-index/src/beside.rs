//! Several indexes beside the columns of one hub.

use soa_runtime::generic::TrackedRecord;
use soa_runtime::{ColumnsMut, Hub};

/// Two to four indexes that are asked beside the columns of one hub.
///
/// [`beside`](crate::Grid::beside) of one index borrows the hub mutably, so a second index could not follow
/// the hub meanwhile. A tuple of indexes brings all of them up to date, and then borrows the hub.
///
/// Each index can be a [`Groups`](crate::Groups), a [`Sorted`](crate::Sorted), a
/// [`Grid`](crate::Grid), a [`Boxes`](crate::Boxes) or a [`Backlinks`](crate::Backlinks). A [`Hashed`](crate::Hashed) compares
/// values in the hub, and so has no answers beside its columns.
///
/// # Examples
///
/// ```
/// use soa_index::{Beside, Grid, Groups};
/// use soa_runtime::IdAllocator;
///
/// #[derive(IdAllocator)]
/// #[soa(tracked)]
/// struct Unit { #[soa(tracked)] pos: [f32; 2], #[soa(tracked)] team: u8, hp: u32 }
///
/// let rows = [([0.0, 0.0], 1), ([1.0, 0.0], 2), ([9.0, 0.0], 2)];
/// let mut units: UnitHub = rows.map(|(pos, team)| Unit { pos, team, hp: 10 }).into_iter().collect();
/// let mut near = Grid::<Unit, 2>::new(2.0, |units| units.pos);
/// let mut teams = Groups::<Unit, _>::new(|units| units.team);
///
/// // Each unit of team 1 weakens what is near.
/// let ((near, teams), mut columns) = (&mut near, &mut teams).beside(&mut units);
/// for id in teams.ids(&1) {
///     for other in near.within(columns.pos[id], 2.0).filter(|other| *other != id) {
///         columns.hp[other] -= 1;
///     }
/// }
/// assert_eq!(*units.columns().hp, [10, 9, 10]);
/// ```
pub trait Beside<T: TrackedRecord + 'static> {
    /// The views of the indexes, in a tuple.
    type Views<'h>;

    /// Brings the indexes up to date, and returns the answers of this moment together with the
    /// columns, which can be written meanwhile, also in parallel.
    ///
    /// It costs as much as [`refresh`](crate::Grid::refresh) of each index.
    ///
    /// # Panics
    ///
    /// Panics where `refresh` of one of the indexes does.
    ///
    /// # Examples
    ///
    /// ```
    /// use soa_index::{Backlinks, Beside, Sorted};
    /// use soa_runtime::IdAllocator;
    ///
    /// #[derive(IdAllocator)]
    /// #[soa(tracked)]
    /// struct Task { #[soa(tracked)] due: u32, #[soa(tracked)] after: Option<TaskId> }
    ///
    /// let mut tasks = TaskHub::new();
    /// let dig = tasks.insert(Task { due: 5, after: None });
    /// let build = tasks.insert(Task { due: 6, after: Some(dig) });
    /// let mut order = Sorted::<Task, _>::new(|tasks| tasks.due);
    /// let mut blocked = Backlinks::<Task, Task>::new(|tasks| tasks.after);
    ///
    /// // All that waits for a late task is due later.
    /// let ((order, blocked), mut columns) = (&mut order, &mut blocked).beside(&mut tasks);
    /// for (_, late) in order.range(..6) {
    ///     blocked.descendants(late).for_each(|id| columns.due[id] += 10);
    /// }
    /// assert_eq!(*tasks.row(build).due, 16);
    /// ```
    ///
    /// The answers cannot be used after a change of the hub:
    ///
    /// ```compile_fail,E0499
    /// # use soa_index::{Beside, Groups, Sorted};
    /// # use soa_runtime::IdAllocator;
    /// # #[derive(IdAllocator)]
    /// # #[soa(tracked)]
    /// # struct Unit { #[soa(tracked)] team: u8 }
    /// # let mut units = UnitHub::new();
    /// # let mut teams = Groups::<Unit, _>::new(|units| units.team);
    /// # let mut order = Sorted::<Unit, _>::new(|units| units.team);
    /// let ((teams, _), _) = (&mut teams, &mut order).beside(&mut units);
    /// units.clear();
    /// teams.count(&1);
    /// ```
    fn beside(self, hub: &mut Hub<T>) -> (Self::Views<'_>, ColumnsMut<'_, T>);
}

/// An index whose view has copies of all that it returns, and so needs no hub.
pub trait Copies<T: TrackedRecord + 'static> {
    type View<'i, 'h>
    where
        Self: 'i;

    /// Brings the index up to date, and returns its answers. The caller borrows the hub for `'h`.
    fn copies<'h>(&mut self, hub: &Hub<T>) -> Self::View<'_, 'h>;
}

macro_rules! tuples {
    ($($($index:ident)+;)*) => {$(
        impl<'i, T: TrackedRecord + 'static, $($index: Copies<T>),+> Beside<T>
            for ($(&'i mut $index,)+)
        {
            type Views<'h> = ($($index::View<'i, 'h>,)+);

            fn beside(self, hub: &mut Hub<T>) -> (Self::Views<'_>, ColumnsMut<'_, T>) {
                #[expect(non_snake_case, reason = "a type and its value have one name")]
                let ($($index,)+) = self;
                (($($index.copies(hub),)+), hub.columns_mut())
            }
        }
    )*};
}

tuples! {
    A B;
    A B C;
    A B C D;
}
