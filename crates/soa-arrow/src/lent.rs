//! The columns of a hub, lent to arrays.

use std::fmt;
use std::sync::Arc;

use arrow_array::{ArrowPrimitiveType, PrimitiveArray};
use arrow_buffer::{Buffer, NullBuffer, ScalarBuffer, ToByteSlice};
use bytemuck::{AnyBitPattern, NoUninit};
use bytes::Bytes;
use soa_runtime::generic::{AsHub, LentColumns};
use soa_runtime::{AnyHandle, Column, IdAllocator};

use crate::error::BatchError;
use crate::rows::Chosen;

/// A hub, or what contains it.
pub(crate) type Shared<T> = Arc<dyn AsHub<T> + Send + Sync>;

/// Lends a column of `F` for as long as the lender lives.
///
/// Closures and implementations of [`AsHub`] of users run in it, and may return something else each
/// time. So whoever asks checks what it got, and keeps it.
pub(crate) trait Lend<F>: Send + Sync {
    /// Returns the values of all rows, or an error if they are not a column of the hub.
    fn lend(&self) -> Result<&[F], BatchError>;
}

/// Lends the column that a closure returns.
pub(crate) struct ByClosure<T: IdAllocator, P> {
    pub(crate) hub: Shared<T>,
    pub(crate) pick: P,
}

impl<T, F, P> Lend<F> for ByClosure<T, P>
where
    T: IdAllocator + 'static,
    P: for<'a> Fn(LentColumns<'a, T>) -> Column<'a, T, F> + Send + Sync,
{
    fn lend(&self) -> Result<&[F], BatchError> {
        let hub = self.hub.as_hub();
        let values = (self.pick)(LentColumns::new(hub)).as_slice();
        match hub.column_of(values) {
            Some(_) => Ok(values),
            None => Err(BatchError::other_hub(values.len(), hub.id_bits().len())),
        }
    }
}

/// Lends the bits of the ids.
pub(crate) struct IdsOf<T: IdAllocator>(pub(crate) Shared<T>);

impl<T: IdAllocator> Lend<<T::Id as AnyHandle>::Word> for IdsOf<T> {
    fn lend(&self) -> Result<&[<T::Id as AnyHandle>::Word], BatchError> {
        Ok(self.0.as_hub().id_bits())
    }
}

/// Lends the elements of arrays.
struct Elements<F, const N: usize>(Arc<dyn Lend<[F; N]>>);

impl<F, const N: usize> Lend<F> for Elements<F, N> {
    fn lend(&self) -> Result<&[F], BatchError> {
        self.0.lend().map(<[_]>::as_flattened)
    }
}

/// Lends plain data as another type with the same size.
struct Cast<F>(Arc<dyn Lend<F>>);

impl<F: NoUninit, A: AnyBitPattern> Lend<A> for Cast<F> {
    fn lend(&self) -> Result<&[A], BatchError> {
        self.0.lend().map(bytemuck::cast_slice)
    }
}

/// Shares the bytes of a column with an Arrow buffer.
struct Owner<F>(Arc<dyn Lend<F>>);

impl<F> AsRef<[u8]> for Owner<F>
where
    [F]: ToByteSlice,
{
    fn as_ref(&self) -> &[u8] {
        self.0.lend().map_or(&[], ToByteSlice::to_byte_slice)
    }
}

/// The values of a column that become an array.
pub struct Values<F> {
    lend: Arc<dyn Lend<F>>,
    pub(crate) chosen: Chosen,
}

impl<F> fmt::Debug for Values<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Values")
            .field("chosen", &self.chosen)
            .finish_non_exhaustive()
    }
}

impl<F: 'static> Values<F> {
    /// Creates the values of the chosen rows.
    pub(crate) fn new(lend: impl Lend<F> + 'static, chosen: Chosen) -> Self {
        Values {
            lend: Arc::new(lend),
            chosen,
        }
    }

    /// Returns the values of all rows, if there are as many as expected.
    pub(crate) fn all(&self) -> Result<&[F], BatchError> {
        let values = self.lend.lend()?;
        self.check(values.len())?;
        Ok(values)
    }

    fn check(&self, found: usize) -> Result<(), BatchError> {
        let expected = self.chosen.rows;
        if found == expected {
            Ok(())
        } else {
            Err(BatchError::other_hub(found, expected))
        }
    }

    /// Returns the values as another type of the same size, which does not compile for other
    /// sizes.
    pub(crate) fn cast<A: AnyBitPattern>(&self) -> Values<A>
    where
        F: NoUninit,
    {
        const {
            assert!(
                size_of::<F>() == size_of::<A>(),
                "the column and the type that it is read as have different sizes"
            );
            assert!(
                align_of::<F>() >= align_of::<A>(),
                "the type that the column is read as needs a larger alignment than the column has"
            );
        }
        Values {
            lend: Arc::new(Cast(Arc::clone(&self.lend))),
            chosen: self.chosen.clone(),
        }
    }

    /// Makes an array of numbers. Its memory is the column's, if no row is left out.
    pub(crate) fn numbers<P: ArrowPrimitiveType<Native = F>>(
        &self,
        nulls: Option<NullBuffer>,
    ) -> Result<PrimitiveArray<P>, BatchError>
    where
        F: arrow_buffer::ArrowNativeType,
    {
        let values: ScalarBuffer<F> = match &self.chosen.runs {
            None => {
                // It asks once, and what it gets is borrowed for as long as the owner lives.
                let shared = Bytes::from_owner(Owner(Arc::clone(&self.lend)));
                self.check(shared.len() / size_of::<F>())?;
                Buffer::from(shared).into()
            }
            Some(runs) => {
                let all = self.all()?;
                let mut live = Vec::with_capacity(self.chosen.len);
                for run in &**runs {
                    live.extend_from_slice(&all[run.clone()]);
                }
                live.into()
            }
        };
        PrimitiveArray::try_new(values, nulls).map_err(BatchError::Arrow)
    }
}

impl<F: 'static, const N: usize> Values<[F; N]> {
    /// Returns the elements of the arrays.
    pub(crate) fn elements(&self) -> Values<F> {
        Values {
            lend: Arc::new(Elements(Arc::clone(&self.lend))),
            chosen: self.chosen.elements(N),
        }
    }
}
