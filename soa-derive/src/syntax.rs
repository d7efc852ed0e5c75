//! The grammar of option lists, whatever the options are.

use proc_macro2::{Ident, TokenTree};
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::parse::discouraged::Speculative;
use syn::{
    Attribute, Error, Expr, LitInt, LitStr, Meta, Path, Result, Token, Type, parenthesized, token,
};

use crate::error::Errors;
use crate::words::Keyword;

/// A number and its literal, for errors.
pub(crate) struct Number {
    pub(crate) value: u32,
    pub(crate) literal: LitInt,
}

/// Reads a list of options. After a mistake it continues at the next comma.
pub(crate) fn each(
    input: ParseStream<'_>,
    example: &str,
    mut read: impl FnMut(&Ident, ParseStream<'_>) -> Result<()>,
) -> Result<()> {
    let mut errors = Errors::default();
    while !input.is_empty() {
        let result = match input.call(Ident::parse_any) {
            Ok(word) => read(&word, input),
            Err(_) => Err(input.error(format!(
                "expected the name of an option, for example `{example}`"
            ))),
        };
        let result = result.and_then(|()| {
            if at_end(input) {
                return Ok(());
            }
            Err(input.error("expected `,` between options"))
        });
        if let Err(error) = result {
            errors.push(error);
            skip(input)?;
        }
        input.parse::<Option<Token![,]>>()?;
    }
    errors.into_result()
}

/// Skips an invalid option up to the comma after it. A comma in its value does not count.
fn skip(input: ParseStream<'_>) -> Result<()> {
    if input.parse::<Option<Token![=]>>()?.is_some() {
        // `Map<u32, u8>` is a type; as an expression it would end at its comma.
        skip_value(input, |value| value.parse::<Type>().is_ok());
        skip_value(input, |value| value.parse::<Expr>().is_ok());
    }
    while !at_end(input) {
        input.parse::<TokenTree>()?;
    }
    Ok(())
}

/// Skips a whole value that `parse` accepts.
fn skip_value(input: ParseStream<'_>, parse: impl FnOnce(ParseStream<'_>) -> bool) {
    let value = input.fork();
    if parse(&value) && at_end(&value) {
        input.advance_to(&value);
    }
}

/// Returns whether an option ends here.
pub(crate) fn at_end(input: ParseStream<'_>) -> bool {
    input.is_empty() || input.peek(Token![,])
}

/// Makes the error that `word` is given twice.
pub(crate) fn twice(word: &Ident, of: &str) -> Error {
    Error::new(
        word.span(),
        format!("`{word}` is given twice for {of}; keep one of them"),
    )
}

/// Reads `= value`.
pub(crate) fn value<T>(
    word: &Ident,
    input: ParseStream<'_>,
    example: &str,
    parse: impl FnOnce(ParseStream<'_>) -> Result<T>,
) -> Result<T> {
    let missing = || {
        Error::new(
            word.span(),
            format!("missing value for `{word}`; write for example `{example}`"),
        )
    };
    if at_end(input) {
        return Err(missing());
    }
    if !input.peek(Token![=]) {
        let message = format!("`{word}` takes its value after `=`; write for example `{example}`");
        return Err(input.error(message));
    }
    input.parse::<Token![=]>()?;
    if at_end(input) {
        return Err(missing());
    }
    parse(input)
}

/// Reads `(word .., word ..)`.
pub(crate) fn parts(
    word: &Ident,
    input: ParseStream<'_>,
    example: &str,
    read: impl FnMut(&Ident, ParseStream<'_>) -> Result<()>,
) -> Result<()> {
    if !input.peek(token::Paren) {
        let message =
            format!("`{word}` takes its parts in parentheses; write for example `{example}`");
        return Err(Error::new(word.span(), message));
    }
    let content;
    parenthesized!(content in input);
    each(&content, example, read)
}

/// Reads the name of a type.
pub(crate) fn name(input: ParseStream<'_>) -> Result<Ident> {
    let error = input.error("expected the name of the type to generate, without quotes");
    input.parse().map_err(|_| error)
}

/// Reads the path of a module.
pub(crate) fn path(input: ParseStream<'_>) -> Result<Path> {
    let error = input.error("expected the path of the `soa-runtime` crate, without quotes");
    input.call(Path::parse_mod_style).map_err(|_| error)
}

/// Reads a type that the struct's user has a name for.
pub(crate) fn named_type(input: ParseStream<'_>) -> Result<Type> {
    let error = input.error("expected a type, without quotes");
    let ty = input.parse().map_err(|_| error)?;
    if matches!(ty, Type::Infer(_) | Type::ImplTrait(_)) {
        let message = "expected a type that can be written out, for example `TextureTag`";
        return Err(Error::new_spanned(ty, message));
    }
    Ok(ty)
}

/// Reads a string literal.
pub(crate) fn text(input: ParseStream<'_>) -> Result<LitStr> {
    let error = input.error("expected a string literal");
    input.parse().map_err(|_| error)
}

/// Reads the value of an option that is a whole number: `= number` after its name.
pub(crate) fn number(word: &Ident, input: ParseStream<'_>, example: &str) -> Result<Number> {
    value(word, input, example, |input| whole(input, example))
}

/// Reads a whole number.
fn whole(input: ParseStream<'_>, example: &str) -> Result<Number> {
    let error = input.error(format!(
        "expected a whole number; write for example `{example}`"
    ));
    let literal: LitInt = input.parse().map_err(|_| error)?;
    let value = literal.base10_parse().map_err(|_| {
        let message = format!(
            "`{literal}` is out of range; expected a number from 0 to {}",
            u32::MAX
        );
        Error::new(literal.span(), message)
    })?;
    Ok(Number { value, literal })
}

/// A value with the word that it was assigned to or read from.
pub(crate) struct Given<T> {
    pub(crate) value: T,
    pub(crate) word: Ident,
}

/// Reads the options of all attributes of this name.
pub(crate) fn for_each_option(
    name: &str,
    attributes: &[Attribute],
    example: &str,
    errors: &mut Errors,
    mut read: impl FnMut(&Ident, ParseStream<'_>) -> Result<()>,
) {
    for attribute in attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident(name))
    {
        let result = match &attribute.meta {
            Meta::List(list) => {
                list.parse_args_with(|input: ParseStream<'_>| each(input, example, &mut read))
            }
            Meta::Path(_) | Meta::NameValue(_) => Err(Error::new_spanned(
                attribute,
                format!(
                    "`#[{name}]` takes its options in parentheses; write for example `{example}`"
                ),
            )),
        };
        if let Err(error) = result {
            errors.push(error);
        }
    }
}

/// Refuses an option that is given a second time.
pub(crate) fn once<O: Keyword>(
    mentioned: &mut Vec<O>,
    option: O,
    word: &Ident,
    of: &str,
) -> Result<()> {
    if mentioned.contains(&option) {
        return Err(twice(word, of));
    }
    mentioned.push(option);
    Ok(())
}

/// Reads an option without a value.
pub(crate) fn flag(word: &Ident, input: ParseStream<'_>) -> Result<Ident> {
    if at_end(input) {
        return Ok(word.clone());
    }
    Err(input.error(format!("`{word}` takes no value; write `{word}` alone")))
}

/// Reads one of a set of words. `unknown` starts the error about any other word.
pub(crate) fn choice<W: Keyword>(unknown: &str) -> impl Fn(ParseStream<'_>) -> Result<Given<W>> {
    move |input| {
        let Ok(word) = input.call(Ident::parse_any) else {
            return Err(input.error(format!("expected {}, without quotes", W::expected())));
        };
        let value = W::read(&word, unknown)?;
        Ok(Given { value, word })
    }
}
