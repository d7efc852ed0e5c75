//! The value of `bits(..)`.

use proc_macro2::Ident;
use syn::parse::ParseStream;
use syn::{LitInt, Result};

use crate::syntax::{Number, number, twice};
use crate::words::{BitsPart, Keyword};

/// The bits of a handle. A missing part has its default, and without a tag there are no
/// bits for it.
#[derive(Default)]
pub(crate) struct Bits {
    pub(crate) index: Option<Number>,
    pub(crate) generation: Option<Number>,
    pub(crate) tag: Option<Number>,
    /// The numbers in the order in which they are written, for errors. Bits that replace wrong ones
    /// have none.
    pub(crate) written: Vec<LitInt>,
}

impl Bits {
    /// Reads a part: `= number` after its name.
    pub(super) fn read_part(&mut self, part: &Ident, input: ParseStream<'_>) -> Result<()> {
        let Some(which) = BitsPart::find(part) else {
            return Err(BitsPart::unknown(part, "unknown `bits` part"));
        };
        let bits = match which {
            BitsPart::Index => &mut self.index,
            BitsPart::Generation => &mut self.generation,
            BitsPart::Tag => &mut self.tag,
        };
        if bits.is_some() {
            return Err(twice(part, "`bits`"));
        }
        let number = number(part, input, &format!("{part} = 16"))?;
        self.written.push(number.literal.clone());
        *bits = Some(number);
        Ok(())
    }
}
