//! The struct's fields as a tree: how a record is split into it and joined from it,
//! and how its parts get the names of the views.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

use super::views::View;
use super::{Context, methods};
use crate::generics;
use crate::model::{Field, Form, Record};
use crate::names::{lifetime, map_tokens};

/// Implements `Facts` and `Shape`.
///
/// The one `unsafe` of the expansion states the list of fields, and where they start in the struct.
/// The list is made of the tokens of the struct, and may differ from it: an attribute below the
/// derive may still change the struct, and a macro in a type is expanded again wherever its tokens
/// are. So closures that are never called compare the list with the struct: one field by field,
/// and one by a literal of the struct, which no field may miss, of fields that are moved out. (The tokens are the tokens of a macro of another crate,
/// where the user's lints do not apply.)
pub(super) fn impls(context: &Context<'_>) -> TokenStream {
    let Context { this, record, .. } = context;
    let (names, fields) = (&record.names, &record.fields);
    let (generics, arguments, clause) = record.generics.split_for_impl();
    let shape = &names.shape;

    let types: Vec<_> = fields
        .iter()
        .map(|field| {
            let (node, ty) = (node(field), &field.ty);
            quote!(#node<#ty>)
        })
        .collect();
    let types = tree(&types);
    let align = align(record);
    let types = match align {
        Some(align) => quote!(__soa::Aligned<#align, #types>),
        None => types,
    };
    let places = places(fields.len());
    let inside = align.map(|_| quote!(.0));
    let columns: Vec<_> = places
        .iter()
        .map(|place| quote!(#inside #place.0))
        .collect();
    let checks = types_are_exact(context, &columns);
    let moved = fields
        .iter()
        .map(|Field { ident, .. }| quote!(__soa_record.#ident));
    let moved = context.literal(moved);

    let offsets = fields
        .iter()
        .filter(|_| record.form == Form::Struct)
        .map(|Field { ident, .. }| quote!((*__soa_record).#ident));

    let views = View::all(context).map(|view| named(context, &view, &places));
    let as_refs = methods::as_refs(context);

    let [where_declared, where_kept] = refuse_destructor(context);
    quote! {
        #where_declared
        struct #shape #generics (::core::marker::PhantomData<fn() -> #this>) #clause;
        #[automatically_derived]
        unsafe impl #generics __soa::Facts for #shape #arguments #clause {
            type Record = #this;
            type Fields = #types;
            const OFFSETS: &'static [::core::primitive::usize] = {
                #where_kept
                #checks
                let _: fn(#this) -> #this = |__soa_record| #moved;
                __soa::offsets!(#this: __soa_record => [#(#offsets),*])
            };
        }
        #[automatically_derived]
        impl #generics __soa::Shape for #shape #arguments #clause {
            #(#views)*
            #as_refs
        }
    }
}

/// Checks that each field has the type of its column, not one that coerces to it: raw
/// pointers to types with a size do not coerce, and `*mut` is invariant. No type is
/// written again, because a macro in it could then say something else.
///
/// The closure is never called, so no machine code is made of it.
fn types_are_exact(context: &Context<'_>, columns: &[TokenStream]) -> TokenStream {
    let Context { this, record, .. } = context;
    if record.form == Form::Refused || columns.is_empty() {
        return TokenStream::new();
    }
    let checks = record.fields.iter().zip(columns).map(|(field, column)| {
        let (ident, span) = (&field.ident, field.span());
        // An error points to the type of the field alone.
        let column = map_tokens(column.clone(), &mut |mut token| {
            token.set_span(span);
            token.into()
        });
        quote_spanned!(span=> __soa::same(&raw mut __soa_to #column, &raw mut __soa_from.#ident);)
    });
    quote! {
        let _ = |__soa_from: &mut #this, __soa_to: &mut <Self as __soa::Facts>::Fields| {
            #(#checks)*
        };
    }
}

/// Returns the multiple of bytes at which each column starts, if there is one.
fn align(record: &Record) -> Option<usize> {
    let align = record.options.align.as_ref()?.value;
    usize::try_from(align).ok().filter(|&align| align > 1)
}

/// Returns the leaf of the tree for a field.
fn node(field: &Field) -> TokenStream {
    if field.tracked {
        quote!(__soa::Tracked)
    } else {
        quote!(__soa::One)
    }
}

/// Writes the function that gives the parts of a view their names.
fn named(context: &Context<'_>, view: &View<'_>, places: &[TokenStream]) -> TokenStream {
    let Context { this, record, .. } = context;
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
        .then(|| quote!(__soa_rows: __soa::LiveRows<#lifetime, #this>,));
    let values = record.fields.iter().zip(places).map(|(field, place)| {
        let part = quote!(__soa_parts #place);
        match view.column(field) {
            Some([_, maker]) => quote!(__soa_rows.#maker(#part)),
            None => part,
        }
    });
    let fields = record.fields.iter().map(|field| &field.ident);
    let marker = view.marker_value(context);
    quote! {
        #[inline(always)]
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

/// Returns the types of the fields as a balanced tree, so that the compiler's recursion is shallow.
pub(super) fn tree(leaves: &[TokenStream]) -> TokenStream {
    match leaves {
        [] => quote!(__soa::Empty),
        [leaf] => leaf.clone(),
        leaves => {
            let (left, right) = leaves.split_at(leaves.len() / 2);
            let (left, right) = (tree(left), tree(right));
            quote!(__soa::Pair<#left, #right>)
        }
    }
}

/// Returns the path to each leaf in the tree, for example `.0.1`.
pub(super) fn places(leaves: usize) -> Vec<TokenStream> {
    if leaves < 2 {
        return vec![TokenStream::new(); leaves];
    }
    let left = leaves / 2;
    let inside = |side: TokenStream, leaves| {
        places(leaves)
            .into_iter()
            .map(move |place| quote!(.#side #place))
    };
    inside(quote!(0), left)
        .chain(inside(quote!(1), leaves - left))
        .collect()
}

/// Checks that the record does not implement `Drop`, because its fields are moved out.
///
/// The first part of the code is beside the struct. A constant there has no type
/// parameters, so a generic record is checked by the second part, in
/// `Facts::OFFSETS`.
fn refuse_destructor(context: &Context<'_>) -> [TokenStream; 2] {
    let Context { this, record, .. } = context;
    let ident = &record.ident;
    let text = format!(
        "`{}` implements `Drop`, so its fields cannot be moved into columns; implement `Drop` for the type of a field instead",
        record.text()
    );
    let check = |this: TokenStream| {
        let span = ident.span().resolved_at(Span::call_site());
        quote_spanned! {span=>
            const {
                use __soa::Undropped as _;
                ::core::assert!(!__soa::Dropped::<#this>::IS_DROPPED, #text)
            };
        }
    };
    if generics::has_types_or_consts(&record.generics) {
        return [TokenStream::new(), check(quote!(#this))];
    }
    let lifetimes = record.generics.lifetimes().map(|_| quote!('static));
    let check = check(quote!(#ident<#(#lifetimes),*>));
    [quote!(const _: () = #check), TokenStream::new()]
}
