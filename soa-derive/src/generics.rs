//! Parameters and bounds of what is generated.

use std::collections::HashSet;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{
    GenericParam, Generics, Lifetime, LifetimeParam, Type, TypeFnPtr, TypePath, TypeTraitObject,
};

use crate::names::{self, expanded_tokens};

/// The parameters of a view: those of the struct, behind the view's lifetime.
pub(crate) fn of_view(generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    generics.params.insert(
        0,
        GenericParam::Lifetime(LifetimeParam::new(names::lifetime())),
    );
    generics
}

/// The parameters of what is read from a deserializer, whose lifetime `serde`
/// calls `'de` and may borrow from.
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

/// The parameters of an alias: names and defaults, because bounds there are not checked.
pub(crate) fn of_alias(generics: &Generics) -> Generics {
    let mut generics = generics.clone();
    generics.where_clause = None;
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

/// The where clause under which values of the types implement the traits beside
/// them: the struct's own, and what is [`inferred`].
pub(crate) fn bounds<const N: usize>(
    generics: &Generics,
    wanted: [(&TokenStream, Vec<&Type>); N],
) -> TokenStream {
    let own = generics
        .where_clause
        .iter()
        .flat_map(|clause| &clause.predicates);
    let mut predicates: Vec<_> = own.map(ToTokens::to_token_stream).collect();
    for (bound, types) in wanted {
        predicates.extend(inferred(generics, types, bound));
    }
    if predicates.is_empty() {
        return TokenStream::new();
    }
    quote!(where #(#predicates),*)
}

/// The bound on every type parameter and every projection that occurs in the types.
pub(crate) fn inferred<'a>(
    generics: &Generics,
    types: impl IntoIterator<Item = &'a Type>,
    bound: &TokenStream,
) -> Vec<TokenStream> {
    let mut found = Found {
        parameters: generics.type_params().map(|ty| &ty.ident).collect(),
        types: Vec::new(),
    };
    for ty in types {
        found.visit_type(ty);
    }
    let mut known = HashSet::new();
    found
        .types
        .retain(|ty| known.insert(ty.to_token_stream().to_string()));
    let found = found.types.iter().map(expanded_tokens);
    found.map(|ty| quote!(#ty: #bound)).collect()
}

/// The types that a bound is needed for.
struct Found<'a> {
    parameters: Vec<&'a Ident>,
    types: Vec<&'a TypePath>,
}

impl Found<'_> {
    /// Whether a type parameter occurs anywhere in these tokens.
    fn is_mentioned(&self, tokens: TokenStream) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Group(group) => self.is_mentioned(group.stream()),
            TokenTree::Ident(ident) => self.parameters.contains(&&ident),
            _ => false,
        })
    }
}

impl<'a> Visit<'a> for Found<'a> {
    fn visit_type_path(&mut self, ty: &'a TypePath) {
        let segments = &ty.path.segments;
        let needs_bound = match &ty.qself {
            Some(_) => self.is_mentioned(ty.to_token_stream()),
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

    // Neither owns a value of the types that it names.
    fn visit_type_fn_ptr(&mut self, _: &'a TypeFnPtr) {}
    fn visit_type_trait_object(&mut self, _: &'a TypeTraitObject) {}
}

#[cfg(test)]
mod tests {
    use quote::quote;
    use syn::{Generics, ItemStruct, Type, parse_quote};

    use super::{bounds, of_alias, of_view};

    fn bounds_of(types: &[Type]) -> String {
        let item: ItemStruct = parse_quote!(
            struct S<T, U>
            where
                U: Copy, {}
        );
        bounds(&item.generics, [(&quote!(B), types.iter().collect())]).to_string()
    }

    #[test]
    fn a_parameter_in_a_field_is_bounded() {
        let bounds = bounds_of(&[parse_quote!(Vec<Option<T>>)]);
        assert_eq!(bounds, "where U : Copy , T : B");
    }

    #[test]
    fn a_projection_is_bounded_instead_of_its_parameter() {
        let bounds = bounds_of(&[parse_quote!(T::Item), parse_quote!((u8, <U as Tr>::Out))]);
        assert_eq!(
            bounds,
            "where U : Copy , T :: Item : B , < U as Tr > :: Out : B"
        );
    }

    #[test]
    fn what_owns_no_value_needs_no_bound() {
        let types = [
            parse_quote!(PhantomData<T>),
            parse_quote!(fn(T) -> U),
            parse_quote!(Box<dyn Tr<T>>),
            parse_quote!(u8),
        ];
        assert_eq!(bounds_of(&types), "where U : Copy");
    }

    #[test]
    fn an_alias_keeps_defaults_and_drops_bounds() {
        let item: ItemStruct = parse_quote!(
            struct S<'a: 'b, 'b, T: Copy = u8, const N: usize = 4>
            where
                T: 'a, {}
        );
        let alias = of_alias(&item.generics);
        let expected: Generics = parse_quote!(<'a, 'b, T = u8, const N: usize = 4>);
        assert_eq!(quote!(#alias).to_string(), quote!(#expected).to_string());
        assert!(alias.where_clause.is_none());
    }

    #[test]
    fn a_view_has_its_lifetime_first() {
        let item: ItemStruct = parse_quote!(
            struct S<'a, T> {}
        );
        let view = of_view(&item.generics);
        assert_eq!(quote!(#view).to_string(), "< '__soa , 'a , T >");
    }
}
