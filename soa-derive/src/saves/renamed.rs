//! Words that give a name, once or for each direction.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::parse::ParseStream;
use syn::{LitStr, Result};

use crate::syntax::{at_end, once, parts, text, value};
use crate::words::{Keyword, words};

words! {
    /// The parts of `rename(..)` and `rename_all(..)`.
    Direction { Serialize = "serialize", Deserialize = "deserialize" }
}

/// Reads a word without a value.
pub(super) fn flag(word: &Ident, input: ParseStream<'_>) -> Result<TokenStream> {
    if at_end(input) {
        return Ok(quote!(#word));
    }
    Err(input.error(format!("`{word}` takes no value; write `{word}` alone")))
}

/// A name, or one for each direction.
pub(super) struct Renamed {
    pub(super) words: TokenStream,
    /// The name when it is read.
    pub(super) read: Option<LitStr>,
    /// The name when it is written.
    pub(super) written: Option<LitStr>,
}

/// Reads a name, or one for each direction.
pub(super) fn renamed(word: &Ident, input: ParseStream<'_>, example: &str) -> Result<Renamed> {
    if !input.peek(syn::token::Paren) {
        let name = value(word, input, example, text)?;
        return Ok(Renamed {
            words: quote!(#word = #name),
            read: Some(name.clone()),
            written: Some(name),
        });
    }
    let (mut known, mut names) = (Vec::new(), Vec::new());
    let (mut read, mut written) = (None, None);
    parts(word, input, example, |direction, input| {
        let Some(which) = Direction::find(direction) else {
            return Err(Direction::unknown(
                direction,
                &format!("unknown `{word}` part"),
            ));
        };
        once(&mut known, which, direction, &format!("`{word}`"))?;
        let name = value(direction, input, &format!("{direction} = \"name\""), text)?;
        names.push(quote!(#direction = #name));
        match which {
            Direction::Serialize => written = Some(name),
            Direction::Deserialize => read = Some(name),
        }
        Ok(())
    })?;
    Ok(Renamed {
        words: quote!(#word(#(#names),*)),
        read,
        written,
    })
}
