//! The uniform variables of a state: where each lives in the state's bytes.

use std::ops::Range;
use std::sync::Arc;

use soa_runtime::IdAllocator;

use crate::error::Error;
use crate::value::{Type, Uniform};

/// One member of a uniform block.
#[derive(IdAllocator, Debug, Clone)]
#[soa(bits(index = 10, generation = 6))]
pub(crate) struct Variable {
    /// Block and member: `material.roughness`.
    pub(crate) name: Arc<str>,
    pub(crate) r#type: Type,
    /// Bytes from the start of the state's uniform bytes.
    pub(crate) offset: u32,
    /// In bytes.
    pub(crate) size: u32,
}

impl VariableHub {
    /// The variable of this name.
    pub(crate) fn find(&self, name: &str) -> Option<VariableId> {
        let columns = self.columns();
        columns
            .name
            .iter_live()
            .find_map(|(id, other)| (**other == *name).then_some(id))
    }

    /// Where a variable is in the state's bytes, if it holds a `U`.
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
