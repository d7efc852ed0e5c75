//! The hub as a type of the user's own crate, and the alias for its ids.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use super::{Context, record};
use crate::attributes::Parent;
use crate::generics;
use crate::names::lifetime;
use crate::words::Trait;

/// Writes the public types.
pub(super) fn types(context: &Context<'_>) -> TokenStream {
    let Context {
        docs,
        inner,
        record,
        ..
    } = context;
    let (vis, names) = (&record.vis, &record.names);
    let (hub, id) = (&names.hub, &names.id);
    let (about_hub, about_id) = (context.about(&docs.hub), context.about(&docs.id));
    let generics = &record.generics;
    let clause = &generics.where_clause;
    let alias = generics::of_alias(generics, record.options.marker.as_ref());
    let handle = record::handle(context);
    quote! {
        #about_hub
        #vis struct #hub #generics (#inner) #clause;
        #about_id
        #vis type #id #alias = #handle;
    }
}

/// Writes the traits of the hub.
pub(super) fn impls(context: &Context<'_>) -> TokenStream {
    let mut impls = newtype(context);
    impls.extend(tagged(context));
    impls.extend(debug(context));
    let asked = [Trait::Clone, Trait::PartialEq, Trait::Eq].into_iter();
    impls.extend(asked.filter_map(|asked| as_inside(context, asked)));
    impls
}

/// Implements constructors, dereferencing and iteration by the runtime's macro.
fn newtype(context: &Context<'_>) -> TokenStream {
    let Context {
        this,
        record,
        view_generics,
        ..
    } = context;
    let (generics, arguments, clause) = record.generics.split_for_impl();
    let (lent, _, lent_clause) = view_generics.split_for_impl();
    let (vis, hub, lifetime) = (&record.vis, &record.names.hub, lifetime());
    quote! {
        __soa::hub! {
            #vis #hub of #this;
            [#generics] [#arguments] [#clause]
            lent for #lifetime: [#lent] [#lent_clause]
        }
    }
}

/// Implements the constructors with a tag or with a parent by the runtime's macros, if ids have tag
/// bits.
fn tagged(context: &Context<'_>) -> Option<TokenStream> {
    let Context { this, record, .. } = context;
    let tag = record.options.bits.tag.as_ref()?;
    let (generics, arguments, clause) = record.generics.split_for_impl();
    let (vis, hub) = (&record.vis, &record.names.hub);
    let Some(Parent { record: parent, .. }) = &record.options.parent else {
        return Some(quote! {
            __soa::tagged! {
                #vis #hub of #this;
                [#generics] [#arguments] [#clause]
            }
        });
    };
    // A parent that depends on a parameter is checked where a hub is made.
    let is_known = generics::of_alias(&record.generics, Some(parent))
        .params
        .is_empty();
    let is_checked = is_known && !record.options.bits.written.is_empty();
    let fits = is_checked.then(|| {
        let (span, tag) = (tag.literal.span().resolved_at(Span::call_site()), tag.value);
        quote_spanned!(span=> const _: () = __soa::check_parent::<#parent>(#tag);)
    });
    Some(quote! {
        __soa::nested! {
            #vis #hub of #this;
            [#generics] [#arguments] [#clause]
        }
        #[automatically_derived]
        impl #generics __soa::Nested for #this #clause {
            type Parent = #parent;
        }
        #fits
    })
}

/// Implements `Debug`: by rows on request, else by counts.
fn debug(context: &Context<'_>) -> TokenStream {
    let record = context.record;
    let (generics, arguments, clause) = record.generics.split_for_impl();
    let hub = &record.names.hub;
    let debug = quote!(::core::fmt::Debug);
    let (clause, format) = if record.options.derives(Trait::Debug) {
        let rows = quote!(__soa::debug_rows(&self.0, __soa_f));
        (context.bounds(&debug), rows)
    } else {
        (
            clause.to_token_stream(),
            quote!(#debug::fmt(&self.0, __soa_f)),
        )
    };
    quote! {
        #[automatically_derived]
        impl #generics #debug for #hub #arguments #clause {
            #[inline]
            fn fmt(&self, __soa_f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                #format
            }
        }
    }
}

/// Implements a trait as the hub inside does, if the user asks for it.
fn as_inside(context: &Context<'_>, asked: Trait) -> Option<TokenStream> {
    let record = context.record;
    let hub = &record.names.hub;
    let of = match asked {
        Trait::Clone => quote!(::core::clone::Clone),
        Trait::PartialEq => quote!(::core::cmp::PartialEq),
        _ => quote!(::core::cmp::Eq),
    };
    let items = match asked {
        Trait::Clone => quote! {
            #[inline]
            fn clone(&self) -> Self {
                #hub(#of::clone(&self.0))
            }
            #[inline]
            fn clone_from(&mut self, __soa_source: &Self) {
                #of::clone_from(&mut self.0, &__soa_source.0);
            }
        },
        Trait::PartialEq => quote! {
            #[inline]
            fn eq(&self, __soa_other: &Self) -> ::core::primitive::bool {
                #of::eq(&self.0, &__soa_other.0)
            }
        },
        _ => TokenStream::new(),
    };
    (record.options.derives(asked)).then(|| context.implement(&of, &record.generics, hub, &items))
}
