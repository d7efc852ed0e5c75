//! The facts about the struct: its fields as a tree, and the traits that the
//! runtime asks of it.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;

use super::views::View;
use super::{Context, messages, methods};
use crate::attributes::{Exhausted, Holes, Layout, Recycle, Trait};
use crate::generics;
use crate::model::{ColumnDefault, Field, Form};
use crate::names::{lifetime, local};
use crate::syntax::Number;

/// The implementations for the struct itself.
pub(super) fn impls(context: &Context<'_>) -> TokenStream {
    let facts = [
        shape(context),
        id_allocator(context),
        default_row(context),
        clone_row(context),
    ];
    facts.into_iter().collect()
}

/// The handle type: the smallest word that holds the bits.
pub(super) fn handle(context: &Context<'_>) -> TokenStream {
    let Context {
        runtime,
        this,
        record,
        ..
    } = context;
    let bits = |number: &Option<Number>| number.as_ref().map_or(32, |number| number.value);
    let (index, generation) = (
        bits(&record.options.bits.index),
        bits(&record.options.bits.generation),
    );
    let word = match index + generation {
        0..=16 => quote!(u16),
        17..=32 => quote!(u32),
        _ => quote!(u64),
    };
    quote!(#runtime::Handle<#this, ::core::primitive::#word, #index, #generation>)
}

/// The fields as a balanced tree, so that the compiler's recursion is shallow.
fn tree(
    leaves: &[TokenStream],
    empty: &TokenStream,
    pair: &TokenStream,
    brackets: Brackets,
) -> TokenStream {
    match leaves {
        [] => empty.clone(),
        [leaf] => leaf.clone(),
        leaves => {
            let (left, right) = leaves.split_at(leaves.len() / 2);
            let left = tree(left, empty, pair, brackets);
            let right = tree(right, empty, pair, brackets);
            match brackets {
                Brackets::Type => quote!(#pair<#left, #right>),
                Brackets::Value => quote!(#pair(#left, #right)),
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Brackets {
    Type,
    Value,
}

/// The place of every leaf in such a tree: `.0.1`.
fn places(leaves: usize) -> Vec<TokenStream> {
    if leaves < 2 {
        return vec![TokenStream::new(); leaves];
    }
    let left = leaves / 2;
    let behind = |side: TokenStream, leaves| {
        places(leaves)
            .into_iter()
            .map(move |place| quote!(.#side #place))
    };
    behind(quote!(0), left)
        .chain(behind(quote!(1), leaves - left))
        .collect()
}

/// The list of fields, for which the expansion vouches by its one `unsafe`: it is
/// made of the types of the struct's fields, one column for each. (Its tokens are
/// of a macro of another crate, where the user's lints do not look.)
fn shape(context: &Context<'_>) -> TokenStream {
    let Context { this, record, .. } = context;
    let (names, fields) = (&record.names, &record.fields);
    let (generics, arguments, clause) = record.generics.split_for_impl();
    let shape = &names.shape;

    let (empty, pair) = (quote!(__soa::Empty), quote!(__soa::Pair));
    let types: Vec<_> = fields
        .iter()
        .map(|Field { ty, .. }| quote!(__soa::One<#ty>))
        .collect();
    let types = tree(&types, &empty, &pair, Brackets::Type);
    let locals: Vec<_> = (0..fields.len()).map(local).collect();
    let values: Vec<_> = locals
        .iter()
        .map(|local| quote!(__soa::One(#local)))
        .collect();
    let values = tree(&values, &empty, &pair, Brackets::Value);
    let (split, values) = match record.form {
        Form::Struct => (
            context.literal(locals.iter().map(ToTokens::to_token_stream)),
            values,
        ),
        Form::Refused => (quote!(_), quote!(::core::unreachable!())),
    };
    let places = places(fields.len());
    let joined = context.literal(places.iter().map(|place| quote!(__soa_fields #place.0)));

    let views = View::all(context).map(|view| named(context, &view, &places));
    let as_refs = methods::as_refs(context);

    let [where_declared, where_kept] = messages::without_drop(context);
    quote! {
        #where_declared
        struct #shape #generics (::core::marker::PhantomData<fn() -> #this>) #clause;
        #[automatically_derived]
        unsafe impl #generics __soa::Facts for #shape #arguments #clause {
            type Record = #this;
            type Fields = #types;
        }
        #[automatically_derived]
        impl #generics __soa::Shape for #shape #arguments #clause {
            #[inline]
            fn split(__soa_record: #this) -> <Self as __soa::Facts>::Fields {
                #where_kept
                let #split = __soa_record;
                #values
            }
            #[inline]
            fn join(__soa_fields: <Self as __soa::Facts>::Fields) -> #this {
                #joined
            }
            #(#views)*
            #as_refs
        }
    }
}

/// The function that gives the parts of a view their names.
fn named(context: &Context<'_>, view: &View<'_>, places: &[TokenStream]) -> TokenStream {
    let Context {
        runtime,
        this,
        record,
        ..
    } = context;
    let View {
        name,
        function,
        parts,
        ..
    } = view;
    let (_, arguments, _) = context.view_generics.split_for_impl();
    let lifetime = lifetime();
    let mut values: Vec<_> = places
        .iter()
        .map(|place| quote!(__soa_parts #place))
        .collect();
    let mut keys = TokenStream::new();
    if let Some(column) = view.column() {
        keys = quote!(__soa_keys: __soa::KeysOf<#lifetime, #this>,);
        for value in &mut values {
            *value = quote!(#runtime::#column::new(__soa_keys, #value));
        }
    }
    let fields = record.fields.iter().map(|field| &field.ident);
    let marker = view.marker_value(context);
    quote! {
        #[inline]
        fn #function<#lifetime>(
            #keys
            __soa_parts: __soa::#parts<#lifetime, Self>,
        ) -> #name #arguments
        where
            Self: #lifetime,
        {
            #name { #(#fields: #values,)* #marker }
        }
    }
}

fn id_allocator(context: &Context<'_>) -> TokenStream {
    let Context {
        runtime,
        this,
        record,
        ..
    } = context;
    let (generics, arguments, clause) = record.generics.split_for_impl();
    let options = &record.options;
    let (id, shape) = (&record.names.id, &record.names.shape);
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
    let holes = match options.holes.as_ref().map(|given| given.value) {
        None | Some(Holes::Defaults) => None,
        Some(Holes::Kept) => Some(quote!(
            const LEFT_BEHIND: __soa::Holes = __soa::Holes::Kept;
        )),
    };
    let lifetime = lifetime();
    let (_, view_arguments, _) = context.view_generics.split_for_impl();
    let views =
        View::all(context).map(|View { name, ty, .. }| quote!(type #ty = #name #view_arguments;));
    let (view_generics, _, view_clause) = context.view_generics.split_for_impl();
    let hub = record.names.hub.unraw().to_string();
    quote! {
        #[automatically_derived]
        impl #generics #runtime::IdAllocator for #this #clause {
            type Id = #id #arguments;
            type Layout = #runtime::#layout;
            type Recycle = #runtime::#recycle;
            type Exhausted = #runtime::#exhausted;
            const HUB: &'static ::core::primitive::str = #hub;
            #holes
            #[inline]
            fn shape() -> impl __soa::Shape<Record = Self> {
                #shape(::core::marker::PhantomData)
            }
        }
        #[automatically_derived]
        impl #view_generics #runtime::Views<#lifetime> for #this #view_clause {
            #(#views)*
        }
    }
}

/// What the columns that start with their type's `Default` ask of the parameters.
pub(super) fn default_bounds(context: &Context<'_>) -> Vec<TokenStream> {
    let record = context.record;
    let types = record
        .fields
        .iter()
        .filter(|field| field.default == ColumnDefault::Trait)
        .map(|field| &field.ty);
    generics::whole(&record.generics, types, &quote!(::core::default::Default))
}

/// What a row is made of by `alloc`; nothing if a field is required.
fn default_row(context: &Context<'_>) -> TokenStream {
    let Context {
        runtime,
        this,
        record,
        ..
    } = context;
    let fields = &record.fields;
    if fields
        .iter()
        .any(|field| field.default == ColumnDefault::Required)
    {
        return TokenStream::new();
    }
    let clause = generics::bounds(&record.generics, default_bounds(context));
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
        impl #generics #runtime::DefaultRow for #this #clause {
            #[inline]
            fn default_row() -> Self {
                #value
            }
        }
    }
}

fn clone_row(context: &Context<'_>) -> TokenStream {
    let Context {
        runtime,
        this,
        record,
        ..
    } = context;
    if !record.options.derives(Trait::Clone) {
        return TokenStream::new();
    }
    let clone = quote!(::core::clone::Clone);
    let clause = context.bounds(&clone);
    let (generics, _, _) = record.generics.split_for_impl();
    let (row, shape, lifetime) = (&record.names.row, &record.names.shape, lifetime());
    let (_, view_arguments, _) = context.view_generics.split_for_impl();
    let value = context.literal(record.fields.iter().map(|field| {
        let ident = &field.ident;
        quote_spanned!(field.span()=> ::core::clone::Clone::clone(__soa_row.#ident))
    }));
    quote! {
        #[automatically_derived]
        impl #generics #runtime::CloneRow for #this #clause {
            fn clone_row<#lifetime>(__soa_row: #row #view_arguments) -> Self {
                #value
            }
            #[inline]
            fn clone_shape() -> impl __soa::Shape<Record = Self, Fields: __soa::CloneFields> {
                #shape(::core::marker::PhantomData)
            }
        }
    }
}
