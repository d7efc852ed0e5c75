//! The struct's fields as a tree: taken apart, put together, and given the names
//! of the views.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

use super::views::View;
use super::{Context, messages, methods};
use crate::model::{Field, Form};
use crate::names::{lifetime, local};

/// The list of fields, for which the expansion vouches by its one `unsafe`: it is
/// made of the types of the struct's fields, one column for each. (Its tokens are
/// of a macro of another crate, where the user's lints do not look.)
pub(super) fn impls(context: &Context<'_>) -> TokenStream {
    let Context { this, record, .. } = context;
    let (names, fields) = (&record.names, &record.fields);
    let (generics, arguments, clause) = record.generics.split_for_impl();
    let shape = &names.shape;

    let (empty, pair) = (quote!(__soa::Empty), quote!(__soa::Pair));
    let types: Vec<_> = fields
        .iter()
        .map(|field| {
            let (node, ty) = (node(field), &field.ty);
            quote!(#node<#ty>)
        })
        .collect();
    let types = tree(&types, &empty, &pair, Brackets::Type);
    let locals: Vec<_> = (0..fields.len()).map(local).collect();
    let values: Vec<_> = fields
        .iter()
        .zip(&locals)
        .map(|(field, local)| {
            let node = node(field);
            quote!(#node(#local))
        })
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

/// The leaf of the tree that a field is.
fn node(field: &Field) -> TokenStream {
    if field.options.tracked {
        quote!(__soa::Tracked)
    } else {
        quote!(__soa::One)
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
    let rows = view
        .has_columns()
        .then(|| quote!(__soa_rows: #runtime::Rows<#lifetime, #this>,));
    let values = record.fields.iter().zip(places).map(|(field, place)| {
        let part = quote!(__soa_parts #place);
        match view.maker(field) {
            Some(maker) => quote!(__soa_rows.#maker(#part)),
            None => part,
        }
    });
    let fields = record.fields.iter().map(|field| &field.ident);
    let marker = view.marker_value(context);
    quote! {
        #[inline]
        fn #function<#lifetime>(
            #rows
            __soa_parts: __soa::#parts<#lifetime, Self>,
        ) -> #name #arguments
        where
            Self: #lifetime,
        {
            #name { #(#fields: #values,)* #marker }
        }
    }
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
