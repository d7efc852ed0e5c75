//! Arrays of `N`, which are lists of a fixed size.

use std::array;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, FixedSizeListArray};
use arrow_buffer::NullBuffer;
use arrow_schema::{DataType, Field};

use super::{Cell, Cells, FromArrow, ToArrow};
use crate::error::BatchError;
use crate::lent::Values;

impl<F: ToArrow, const N: usize> ToArrow for [F; N] {
    fn data_type() -> DataType {
        DataType::FixedSizeList(element::<F>(), size::<N>())
    }

    fn shared(values: &Values<Self>) -> Result<ArrayRef, BatchError> {
        let elements = F::shared(&values.elements())?;
        list::<F, N>(elements, values.chosen.nulls.clone())
    }

    fn copied(values: &mut dyn Iterator<Item = Option<&Self>>) -> Result<ArrayRef, BatchError> {
        let arrays: Vec<Option<&Self>> = values.collect();
        let live: Vec<bool> = arrays.iter().map(Option::is_some).collect();
        let elements = arrays
            .iter()
            .flat_map(|array| (0..N).map(move |at| array.map(|array| &array[at])));
        let elements = F::copied(&mut { elements })?;
        let nulls = live.contains(&false).then(|| NullBuffer::from(live));
        list::<F, N>(elements, nulls)
    }
}

/// Describes the elements of a list.
fn element<F: ToArrow>() -> Arc<Field> {
    Arc::new(Field::new_list_field(F::data_type(), F::OPTIONAL))
}

/// Returns the number of elements as Arrow counts them.
fn size<const N: usize>() -> i32 {
    const {
        assert!(
            N > 0,
            "an array without elements cannot become an Arrow array"
        );
        assert!(
            N <= i32::MAX as usize,
            "an Arrow list has at most 2^31 - 1 elements"
        );
    }
    i32::try_from(N).expect("checked above")
}

fn list<F: ToArrow, const N: usize>(
    elements: ArrayRef,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, BatchError> {
    let list = FixedSizeListArray::try_new(element::<F>(), size::<N>(), elements, nulls);
    Ok(Arc::new(list.map_err(BatchError::Arrow)?))
}

/// A function from a row of a list to its first element and the number of its elements.
type Spans<'a> = Box<dyn Fn(usize) -> (usize, usize) + 'a>;

/// Returns the elements of an array of lists, and where the elements of each row are.
fn spans(array: &dyn Array) -> Option<(&ArrayRef, Spans<'_>)> {
    fn between(start: usize, end: usize) -> (usize, usize) {
        (start, end.saturating_sub(start))
    }
    macro_rules! of {
        ($list:expr) => {{
            let list = $list;
            let offsets = list.value_offsets();
            let at = |row: usize| usize::try_from(offsets[row]).unwrap_or(usize::MAX);
            (
                list.values(),
                Box::new(move |row| between(at(row), at(row + 1))),
            )
        }};
    }
    Some(match array.data_type() {
        DataType::List(_) => of!(array.as_list_opt::<i32>()?),
        DataType::LargeList(_) => of!(array.as_list_opt::<i64>()?),
        DataType::FixedSizeList(..) => {
            let list = array.as_fixed_size_list_opt()?;
            let size = usize::try_from(list.value_length()).ok()?;
            (list.values(), Box::new(move |row| (row * size, size)))
        }
        _ => return None,
    })
}

impl<F: FromArrow, const N: usize> FromArrow for [F; N] {
    fn cells(array: &dyn Array) -> Option<Cells<'_, Self>> {
        let (elements, spans) = spans(array)?;
        let elements = F::cells(elements.as_ref())?;
        Some(Box::new(move |row| {
            if array.is_null(row) {
                return Err(Cell::Null);
            }
            let (first, found) = spans(row);
            if found != N {
                let problem = format!("the list has {found} elements; expected {N}");
                return Err(Cell::Wrong(problem));
            }
            let mut wrong = None;
            let cells: [Option<F>; N] = array::from_fn(|at| {
                let cell = elements(first + at);
                cell.map_err(|cell| wrong = Some((at, cell))).ok()
            });
            match wrong {
                None => Ok(cells.map(|cell| cell.expect("no element is wrong"))),
                Some((at, Cell::Null)) => Err(Cell::Wrong(format!("element {at} is null"))),
                Some((at, Cell::Wrong(problem))) => {
                    Err(Cell::Wrong(format!("element {at}: {problem}")))
                }
            }
        }))
    }
}
