//! The parameters and bounds of the generated code.

use core::mem;
use std::collections::{BTreeMap, HashSet};

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{
    ConstParam, GenericParam, Generics, Lifetime, LifetimeParam, Type, TypeFnPtr, TypeParam,
    TypeParamBound, TypePath, TypeTraitObject, WherePredicate,
};

use crate::names::{self, expanded_tokens, find_name, map_tokens};

/// Returns the parameters of a view: its lifetime, then the struct's parameters.
pub(crate) fn of_view(generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    generics.params.insert(
        0,
        GenericParam::Lifetime(LifetimeParam::new(names::lifetime())),
    );
    generics
}

/// Returns the arguments of a view that a method borrows from `self`.
pub(crate) fn of_lent_view(generics: &Generics) -> TokenStream {
    let names = generics.params.iter().map(|parameter| match parameter {
        GenericParam::Lifetime(LifetimeParam { lifetime, .. }) => lifetime.to_token_stream(),
        GenericParam::Type(TypeParam { ident, .. })
        | GenericParam::Const(ConstParam { ident, .. }) => ident.to_token_stream(),
    });
    quote!(<'_, #(#names),*>)
}

/// Returns the parameters of an implementation of `Deserialize<'de>`. The record may
/// borrow from the input, so `'de` outlives its lifetimes.
pub(crate) fn of_deserializer(generics: &Generics) -> Generics {
    let mut de = LifetimeParam::new(Lifetime::new("'de", Span::mixed_site()));
    de.bounds.extend(
        generics
            .lifetimes()
            .map(|borrowed| borrowed.lifetime.clone()),
    );
    let mut generics = generics.clone();
    generics.params.insert(0, GenericParam::Lifetime(de));
    generics
}

/// Returns the parameters of the alias for ids: names and defaults, because bounds of an
/// alias are not checked. An id with a marker has only the parameters that occur in the
/// marker, because the compiler refuses unused ones.
pub(crate) fn of_alias(generics: &Generics, marker: Option<&Type>) -> Generics {
    let mut generics = generics.clone();
    generics.where_clause = None;
    if let Some(marker) = marker {
        let marker = marker.to_token_stream();
        let params = mem::take(&mut generics.params).into_iter();
        generics.params = params
            .filter(|parameter| occurs(name_of(parameter), marker.clone()))
            .collect();
    }
    if generics.params.is_empty() {
        return Generics::default();
    }
    for parameter in &mut generics.params {
        match parameter {
            GenericParam::Lifetime(lifetime) => {
                lifetime.colon_token = None;
                lifetime.bounds = Punctuated::new();
            }
            GenericParam::Type(ty) => {
                ty.colon_token = None;
                ty.bounds = Punctuated::new();
            }
            GenericParam::Const(_) => {}
        }
    }
    generics
}

/// Returns the name of a parameter; a lifetime's is without the quote.
fn name_of(parameter: &GenericParam) -> &Ident {
    match parameter {
        GenericParam::Lifetime(LifetimeParam { lifetime, .. }) => &lifetime.ident,
        GenericParam::Type(TypeParam { ident, .. })
        | GenericParam::Const(ConstParam { ident, .. }) => ident,
    }
}

/// Returns whether a type depends on a type or const parameter.
pub(crate) fn mentions(generics: &Generics, ty: &Type) -> bool {
    let parameters = generics.params.iter();
    let mut parameters =
        parameters.filter(|parameter| !matches!(parameter, GenericParam::Lifetime(_)));
    parameters.any(|parameter| occurs(name_of(parameter), ty.to_token_stream()))
}

/// Returns whether the name occurs in the tokens.
fn occurs(name: &Ident, tokens: TokenStream) -> bool {
    find_name(tokens, &|other| other == name).is_some()
}

/// Returns whether there are type or const parameters.
pub(crate) fn has_types_or_consts(generics: &Generics) -> bool {
    generics.type_params().next().is_some() || generics.const_params().next().is_some()
}

/// Returns whether the parameter has a `?Sized` bound, at its declaration or in the
/// where clause.
pub(crate) fn may_be_unsized(generics: &Generics, parameter: &Ident) -> bool {
    let declared = generics
        .type_params()
        .filter(|ty| ty.ident == *parameter)
        .flat_map(|ty| &ty.bounds);
    let clause = generics.where_clause.iter();
    let demanded = clause
        .flat_map(|clause| &clause.predicates)
        .filter_map(|predicate| match predicate {
            WherePredicate::Type(predicate) => Some(predicate),
            _ => None,
        })
        .filter(|predicate| {
            matches!(&predicate.bounded_ty, Type::Path(ty) if ty.path.is_ident(parameter))
        })
        .flat_map(|predicate| &predicate.bounds);
    // `Sized` is the only trait that may follow a `?`.
    declared
        .chain(demanded)
        .any(|bound| matches!(bound, TypeParamBound::Trait(bound) if bound.maybe.is_some()))
}

/// Returns the struct's own where clause with more predicates.
pub(crate) fn bounds(
    generics: &Generics,
    wanted: impl IntoIterator<Item = TokenStream>,
) -> TokenStream {
    let own = generics
        .where_clause
        .iter()
        .flat_map(|clause| &clause.predicates);
    let mut predicates: Vec<_> = own.map(ToTokens::to_token_stream).collect();
    predicates.extend(wanted);
    if predicates.is_empty() {
        return TokenStream::new();
    }
    quote!(where #(#predicates),*)
}

/// Returns the bound on every type parameter and every projection in the types.
pub(crate) fn inferred<'a>(
    generics: &Generics,
    types: impl IntoIterator<Item = &'a Type>,
    bound: &TokenStream,
) -> Vec<TokenStream> {
    let found = types
        .into_iter()
        .flat_map(|ty| Found::in_type(generics, ty).types);
    on_each(found, bound)
}

/// Returns the bound on every type that depends on a type parameter, as a whole: an
/// `Option<T>` may have a trait that `T` does not have.
///
/// The compiler cannot choose between bounds on types that differ only in lifetimes, so
/// those types get the [`inferred`] bounds.
pub(crate) fn whole<'a>(
    generics: &Generics,
    types: impl IntoIterator<Item = &'a Type>,
    bound: &TokenStream,
) -> Vec<TokenStream> {
    let dependent = types
        .into_iter()
        .filter(|ty| !Found::in_type(generics, ty).types.is_empty());
    let mut alike: BTreeMap<String, Vec<&Type>> = BTreeMap::new();
    for ty in dependent {
        alike.entry(without_lifetimes(ty)).or_default().push(ty);
    }
    let bounds = alike.into_values().flat_map(|types| {
        let bounds = on_each(types.iter().copied(), bound);
        if bounds.len() == 1 {
            return bounds;
        }
        inferred(generics, types, bound)
    });
    bounds.collect()
}

fn without_lifetimes(ty: &Type) -> String {
    let mut after_quote = false;
    let rest = map_tokens(ty.to_token_stream(), &mut |token| {
        let quote = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\'');
        if mem::replace(&mut after_quote, quote) || quote {
            TokenStream::new()
        } else {
            token.into()
        }
    });
    rest.to_string()
}

/// Returns the bound on every type, without repetitions.
fn on_each<'a, T: ToTokens + 'a>(
    types: impl Iterator<Item = &'a T>,
    bound: &TokenStream,
) -> Vec<TokenStream> {
    let mut known = HashSet::new();
    types
        .filter(|ty| known.insert(ty.to_token_stream().to_string()))
        .map(expanded_tokens)
        .map(|ty| quote!(#ty: #bound))
        .collect()
}

/// The types that need a bound.
struct Found<'g, 'a> {
    parameters: Vec<&'g Ident>,
    types: Vec<&'a TypePath>,
}

impl<'g, 'a> Found<'g, 'a> {
    fn in_type(generics: &'g Generics, ty: &'a Type) -> Self {
        let mut found = Found {
            parameters: generics.type_params().map(|ty| &ty.ident).collect(),
            types: Vec::new(),
        };
        found.visit_type(ty);
        found
    }
}

impl<'a> Visit<'a> for Found<'_, 'a> {
    fn visit_type_path(&mut self, ty: &'a TypePath) {
        let segments = &ty.path.segments;
        let needs_bound = match &ty.qself {
            Some(_) => find_name(ty.to_token_stream(), &|name| {
                self.parameters.contains(&name)
            })
            .is_some(),
            None => segments
                .first()
                .is_some_and(|first| self.parameters.contains(&&first.ident)),
        };
        if needs_bound {
            self.types.push(ty);
        } else if ty.qself.is_none()
            && segments
                .last()
                .is_some_and(|last| last.ident != "PhantomData")
        {
            visit::visit_type_path(self, ty);
        }
    }

    // A function pointer or a trait object owns no value of the types in it.
    fn visit_type_fn_ptr(&mut self, _: &'a TypeFnPtr) {}
    fn visit_type_trait_object(&mut self, _: &'a TypeTraitObject) {}
}

#[cfg(test)]
mod tests;
