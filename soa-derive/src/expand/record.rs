//! The facts about the struct: the traits that the runtime requires.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;

use super::views::View;
use super::{Context, derived, shape};
use crate::generics;
use crate::model::{ColumnDefault, Field};
use crate::names::lifetime;
use crate::syntax::Number;
use crate::words::{Exhausted, Holes, Layout, Recycle};

/// Writes the traits of the struct itself.
pub(super) fn impls(context: &Context<'_>) -> TokenStream {
    let facts = [
        shape::impls(context),
        id_allocator(context),
        derived::clone_row(context),
        derived::debug_row(context),
        derived::hash_row(context),
        derived::default(context),
    ];
    facts.into_iter().collect()
}

/// Returns the handle type, with the smallest word that has room for the bits.
pub(super) fn handle(context: &Context<'_>) -> TokenStream {
    let Context { this, record, .. } = context;
    let runtime = &context.runtime;
    let [index, generation] = record.options.bits.index_and_generation();
    let tag = record.options.bits.tag.as_ref().map(|tag| tag.value);
    let word = match index + generation + tag.unwrap_or(0) {
        0..=16 => quote!(u16),
        17..=32 => quote!(u32),
        _ => quote!(u64),
    };
    let marker = record.options.marker.as_ref();
    let names = marker.map_or_else(|| this.clone(), ToTokens::to_token_stream);
    let tag = tag.map(|tag| quote!(, #tag));
    quote!(#runtime::Handle<#names, ::core::primitive::#word, #index, #generation #tag>)
}

fn id_allocator(context: &Context<'_>) -> TokenStream {
    let Context { this, record, .. } = context;
    let (generics, _, clause) = record.generics.split_for_impl();
    let options = &record.options;
    let (id, shape) = (&record.names.id, &record.names.shape);
    let id_generics = generics::of_alias(&record.generics, options.marker.as_ref());
    let (_, id_arguments, _) = id_generics.split_for_impl();
    let layout = match options.layout() {
        Layout::Slots => quote!(Slots),
        Layout::Dense => quote!(Dense),
    };
    let recycle = match (options.recycle, &options.min_free) {
        (None | Some(Recycle::Lifo), _) => quote!(Lifo),
        (Some(Recycle::Fifo), None) => quote!(Fifo),
        (Some(Recycle::Fifo), Some(Number { value, .. })) => quote!(Fifo<#value>),
    };
    let exhausted = match options.exhausted.as_ref().map(|given| given.value) {
        None | Some(Exhausted::Retire) => quote!(Retire),
        Some(Exhausted::Wrap) => quote!(Wrap),
    };
    let has_tracked = record.fields.iter().any(|field| field.tracked);
    let ticking = match (options.tracked, has_tracked, options.layout()) {
        (false, false, _) => quote!(Untracked),
        (false, true, _) => quote!(TrackedColumns),
        // The stamps of a tracked column record which rows moved, too.
        (true, true, _) | (true, false, Layout::Slots) => quote!(TrackedSlots),
        (true, false, Layout::Dense) => quote!(TrackedMoves),
    };
    let tracked = options.tracked.then(|| {
        quote! {
            #[automatically_derived]
            impl #generics __soa::TrackedRecord for #this #clause {}
        }
    });
    let whole = record.is_whole().then(|| {
        quote! {
            #[automatically_derived]
            impl #generics __soa::TrackedWhole for #this #clause {}
        }
    });
    let holes = match options.holes.as_ref().map(|given| given.value) {
        None | Some(Holes::Defaults) => None,
        Some(Holes::Kept) => Some(quote!(
            const LEFT_BEHIND: __soa::HolePolicy = __soa::HolePolicy::Kept;
        )),
    };
    let lifetime = lifetime();
    let (_, view_arguments, _) = context.view_generics.split_for_impl();
    let views =
        View::all(context).map(|View { name, ty, .. }| quote!(type #ty = #name #view_arguments;));
    let (view_generics, _, view_clause) = context.view_generics.split_for_impl();
    let hub = record.names.hub.unraw().to_string();
    let columns = record.fields.iter().map(|field| {
        let (name, ty, type_name) = (field.ident.unraw().to_string(), &field.ty, &field.type_name);
        let tracked = field.tracked.then(|| quote!(.tracked()));
        quote!(__soa::ColumnInfo::of::<#ty>(#name, #type_name) #tracked)
    });
    quote! {
        #[automatically_derived]
        impl #generics __soa::IdAllocator for #this #clause {
            type Id = #id #id_arguments;
            type Layout = __soa::#layout;
            type Recycle = __soa::#recycle;
            type Exhausted = __soa::#exhausted;
            type Ticking = __soa::#ticking;
            const HUB: &'static ::core::primitive::str = #hub;
            const COLUMNS: &'static [__soa::ColumnInfo] = &[#(#columns),*];
            #holes
            #[inline]
            fn shape() -> impl __soa::Shape<Record = Self> {
                #shape(::core::marker::PhantomData)
            }
        }
        #tracked
        #whole
        #[automatically_derived]
        impl #view_generics __soa::Views<#lifetime> for #this #view_clause {
            #(#views)*
        }
    }
}

/// Implements `DefaultRow`, unless a field is required.
pub(super) fn default_row(context: &Context<'_>) -> TokenStream {
    let Context { this, record, .. } = context;
    let fields = &record.fields;
    if fields
        .iter()
        .any(|field| field.default == ColumnDefault::Required)
    {
        return TokenStream::new();
    }
    let clause = generics::bounds(&record.generics, derived::default_bounds(context));
    let (generics, _, _) = record.generics.split_for_impl();
    let value = context.literal(fields.iter().map(|field| {
        let Field { ty, options, .. } = field;
        match field.default {
            ColumnDefault::Expression => options.default.to_token_stream(),
            ColumnDefault::Trait => {
                quote_spanned!(field.span()=> <#ty as __soa::ColumnDefault>::column_default())
            }
            ColumnDefault::Required | ColumnDefault::Refused => {
                quote!(::core::option::Option::unwrap(::core::option::Option::<#ty>::None))
            }
        }
    }));
    quote! {
        #[automatically_derived]
        impl #generics __soa::DefaultRow for #this #clause {
            #[inline]
            fn default_row() -> Self {
                #value
            }
        }
    }
}
