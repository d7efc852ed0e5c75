//! The errors of this example.

use std::fmt;

use soa_runtime::StaleIdError;

use crate::binding::Slot;
use crate::program::ProgramId;
use crate::shader::ShaderId;
use crate::value::Type;
use crate::variable::VariableId;

/// The reason why a call failed.
#[derive(Debug)]
pub(crate) enum Error {
    /// The shader does not exist.
    Shader(ShaderId),
    /// The shader has no such state. The state may be one of another shader.
    State(StaleIdError),
    /// The state has no such variable.
    Variable(VariableId),
    /// The shader has no such program.
    Program(ProgramId),
    /// The shader declares nothing with this name.
    NoSuchName(String),
    /// The shader takes no resource at this slot.
    NoSuchSlot(Slot),
    /// The value does not have the type of the variable.
    WrongType { variable: Type, value: Type },
    /// The source does not compile. Contains the report of the compiler.
    Compile(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Shader(id) => write!(f, "shader {id:?} does not exist"),
            Error::State(why) => why.fmt(f),
            Error::Variable(id) => write!(f, "the state has no variable {id:?}"),
            Error::Program(id) => write!(f, "the shader has no program {id:?}"),
            Error::NoSuchName(name) => write!(f, "the shader declares no `{name}`"),
            Error::NoSuchSlot(slot) => write!(f, "the shader takes no resource at {slot}"),
            Error::WrongType { variable, value } => {
                write!(
                    f,
                    "the variable is a `{variable}`; found a value of type `{value}`"
                )
            }
            Error::Compile(report) => f.write_str(report.trim_end()),
        }
    }
}

impl std::error::Error for Error {}
