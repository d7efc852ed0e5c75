//! The uniform variables of a state, and their locations in the bytes of the state.

use std::ops::Range;
use std::sync::Arc;

use soa_runtime::IdAllocator;

use crate::error::Error;
use crate::value::{Type, Uniform};

/// One member of a uniform block.
#[derive(IdAllocator, Debug, Clone)]
#[soa(bits(index = 10, generation = 6))]
pub(crate) struct Variable {
    /// The names of the block and the member, such as `material.roughness`.
    pub(crate) name: Arc<str>,
    pub(crate) r#type: Type,
    /// The offset in the uniform bytes of the state.
    pub(crate) offset: u32,
    /// The size in bytes.
    pub(crate) size: u32,
}

impl VariableHub {
    /// Returns the variable with this name.
    pub(crate) fn find(&self, name: &str) -> Option<VariableId> {
        let columns = self.columns();
        columns
            .name
            .iter_live()
            .find_map(|(id, other)| (**other == *name).then_some(id))
    }

    /// Returns the range of a variable in the bytes of the state, if its type is `U`.
    pub(crate) fn place_of<U: Uniform>(&self, variable: VariableId) -> Result<Range<usize>, Error> {
        let row = self.get(variable).ok_or(Error::Variable(variable))?;
        if *row.r#type != U::TYPE {
            return Err(Error::WrongType {
                variable: *row.r#type,
                value: U::TYPE,
            });
        }
        let (offset, size) = (*row.offset as usize, *row.size as usize);
        Ok(offset..offset + size)
    }
}
