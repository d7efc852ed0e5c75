//! What can go wrong, in the words of the one who reads the log.

use std::fmt;

use crate::binding::Slot;
use crate::program::ProgramId;
use crate::shader::ShaderId;
use crate::state::StateId;
use crate::value::Type;
use crate::variable::VariableId;

/// Why a call of this example was refused.
#[derive(Debug)]
pub(crate) enum Error {
    /// The shader is gone.
    Shader(ShaderId),
    /// The state is gone, or was never one of this shader.
    State(StateId),
    /// The state has no such variable.
    Variable(VariableId),
    /// The shader has no such program.
    Program(ProgramId),
    /// Nothing in the shader has this name.
    NoSuchName(String),
    /// The shader takes no resource there.
    NoSuchSlot(Slot),
    /// The value is not of the variable's type.
    WrongType { variable: Type, value: Type },
    /// The source is not a shader; the compiler's own report.
    Compile(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Shader(id) => write!(f, "shader {id:?} is gone"),
            Error::State(id) => write!(f, "state {id:?} is gone"),
            Error::Variable(id) => write!(f, "the state has no variable {id:?}"),
            Error::Program(id) => write!(f, "the shader has no program {id:?}"),
            Error::NoSuchName(name) => write!(f, "nothing in the shader is called `{name}`"),
            Error::NoSuchSlot(slot) => write!(f, "the shader takes no resource at {slot}"),
            Error::WrongType { variable, value } => {
                write!(f, "the variable is a {variable}, the value is a {value}")
            }
            Error::Compile(report) => f.write_str(report.trim_end()),
        }
    }
}

impl std::error::Error for Error {}
