//! The code of a world: the list of its parts, and its mirror.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use super::{Field, KEYS, Kind, World};
use crate::generics;
use crate::names::{expanded, lifetime, marker};

/// Returns the code that is generated for the world.
pub(super) fn expand(world: &World) -> TokenStream {
    let runtime = world.options.runtime.as_ref();
    let runtime = runtime.map_or_else(|| quote!(::soa_runtime), ToTokens::to_token_stream);
    let list = List {
        world,
        runtime: &runtime,
    };
    let (generics, arguments, clause) = world.generics.split_for_impl();
    let (ident, lints, lifetime) = (&world.ident, &world.lints, lifetime());
    let [types, types_mut, owned] = [
        list.of(|field| list.part_type(field, &quote!(&#lifetime), "Value", "Hub")),
        list.of(|field| list.part_type(field, &quote!(&#lifetime mut), "ValueMut", "Hub")),
        list.of(|field| {
            let (record, ty) = (list.record(field), &field.ty);
            match field.kind {
                Kind::Hub => quote!(::core::option::Option<#runtime::Hub<#record>>),
                _ => quote!(::core::option::Option<#runtime::generic::OwnedValue<#ty>>),
            }
        }),
    ];
    let [parts, parts_mut] = ["as_hub", "as_hub_mut"].map(|method| {
        list.of(|field| {
            let (name, place, ty) = (&field.name, &field.ident, &field.ty);
            let method = format_ident!("{method}", span = span(field));
            let mutable = (method == "as_hub_mut").then(|| quote!(mut));
            let part = match (field.kind, &mutable) {
                (Kind::Hub, _) => quote_spanned! {span(field)=>
                    <#ty as #runtime::AnyHub>::#method(&#mutable self.#place)
                },
                (_, None) => quote!(#runtime::Value(&self.#place)),
                (_, Some(_)) => quote!(#runtime::ValueMut(&mut self.#place)),
            };
            quote!(#runtime::Part { name: #name, part: #part })
        })
    });
    let (keys, names): (_, Vec<_>) = (KEYS, list.parts().map(|field| &field.name).collect());
    let mirror = world.options.mirror.as_ref().map(|_| mirror(&list));
    quote! {
        #lints
        #[automatically_derived]
        impl #generics #runtime::World for #ident #arguments #clause {
            const NAMES: &'static [&'static ::core::primitive::str] = &[#(#names),*];
            const KEYS: &'static [&'static ::core::primitive::str] = &[#(#keys,)* #(#names),*];
            type Parts<#lifetime> = #types where Self: #lifetime;
            type PartsMut<#lifetime> = #types_mut where Self: #lifetime;
            type Owned = #owned;
            #[inline]
            fn parts(&self) -> Self::Parts<'_> {
                #parts
            }
            #[inline]
            fn parts_mut(&mut self) -> Self::PartsMut<'_> {
                #parts_mut
            }
        }
        #mirror
    }
}

/// The parts as a list.
struct List<'a> {
    world: &'a World,
    runtime: &'a TokenStream,
}

impl List<'_> {
    fn parts(&self) -> impl DoubleEndedIterator<Item = &Field> {
        self.world.fields.iter().filter(|field| field.is_part())
    }

    /// Returns pairs of the tokens of a part and of those after it.
    fn of(&self, tokens: impl Fn(&Field) -> TokenStream) -> TokenStream {
        let parts = self.parts().rev().map(tokens);
        parts.fold(quote!(()), |rest, part| quote!((#part, #rest)))
    }

    /// Returns the record of a hub.
    fn record(&self, Field { ty, .. }: &Field) -> TokenStream {
        let runtime = self.runtime;
        quote_spanned!(ty.span().resolved_at(Span::call_site())=> <#ty as #runtime::AnyHub>::Record)
    }

    fn part_type(&self, field: &Field, lent: &TokenStream, value: &str, hub: &str) -> TokenStream {
        let (runtime, record, ty) = (self.runtime, self.record(field), &field.ty);
        let [value, hub] = [value, hub].map(|name| format_ident!("{name}"));
        let lifetime = lifetime();
        match field.kind {
            Kind::Hub => quote!(#runtime::Part<#lent #runtime::#hub<#record>>),
            _ => quote!(#runtime::Part<#runtime::#value<#lifetime, #ty>>),
        }
    }
}

/// Returns the span for errors about the field's type.
fn span(field: &Field) -> Span {
    field.ty.span().resolved_at(Span::call_site())
}

/// Writes the mirror of the world.
fn mirror(list: &List<'_>) -> TokenStream {
    let List { world, runtime } = list;
    let World {
        vis, ident, lints, ..
    } = world;
    let (generics, arguments, clause) = world.generics.split_for_impl();
    let span = ident.span();
    let name = expanded(&format_ident!("{}Mirror", ident.unraw(), span = span));
    let lifetime = lifetime();
    let of = |field: &Field| {
        let (record, ty) = (list.record(field), &field.ty);
        match field.kind {
            Kind::Hub => quote!(#runtime::Mirror<#record>),
            _ => ty.to_token_stream(),
        }
    };
    let fields: Vec<_> = list.parts().map(|field| &field.ident).collect();
    let types: Vec<_> = list.parts().map(of).collect();
    let about = format!(
        " A copy of a `{}` that lives elsewhere and follows it by deltas.",
        ident.unraw()
    );
    let docs = list.parts().map(|field| match field.kind {
        Kind::Hub => format!(" The mirror of `{}`.", field.ident.unraw()),
        _ => format!(" The value `{}`.", field.ident.unraw()),
    });
    // Parameters that only skipped fields mention.
    let marker = marker();
    let unused = (!world.generics.params.is_empty())
        .then(|| quote!(#[doc(hidden)] pub #marker: ::core::marker::PhantomData<fn() -> #ident #arguments>));
    let parts = list.of(|field| {
        let (name, place) = (&field.name, &field.ident);
        let part = match field.kind {
            Kind::Hub => quote!(&mut self.#place),
            _ => quote!(#runtime::ValueMut(&mut self.#place)),
        };
        quote!(#runtime::Part { name: #name, part: #part })
    });
    let parts_mut =
        list.of(|field| list.part_type(field, &quote!(&#lifetime mut), "ValueMut", "Mirror"));
    let mirrors = list
        .parts()
        .filter(|field| field.kind == Kind::Hub)
        .map(|field| &field.ident);
    let default = quote!(::core::default::Default);
    let bounds = |kind| {
        let types = world
            .fields
            .iter()
            .filter(|field| field.kind == kind)
            .map(|field| &field.ty);
        generics::bounds(
            &world.generics,
            generics::whole(&world.generics, types, &default),
        )
    };
    let (of_values, of_skipped) = (bounds(Kind::Value), bounds(Kind::Skipped));
    let none = unused
        .as_ref()
        .map(|_| quote!(#marker: ::core::marker::PhantomData));
    let promoted = world.fields.iter().map(
        |Field {
             ident, ty, kind, ..
         }| match kind {
            Kind::Hub => quote!(#ident: <#ty as #runtime::AnyHub>::from_hub(self.#ident.promote())),
            Kind::Value => quote!(#ident: self.#ident),
            Kind::Skipped => quote!(#ident: #default::default()),
        },
    );
    quote! {
        #[doc = #about]
        #lints
        #vis struct #name #generics #clause {
            #(#[doc = #docs] pub #fields: #types,)*
            #unused
        }
        #lints
        const _: () = {
            use #runtime::__private as __soa;
            #[automatically_derived]
            impl #generics #default for #name #arguments #of_values {
                fn default() -> Self {
                    #name { #(#fields: #default::default(),)* #none }
                }
            }
            #[automatically_derived]
            impl #generics #runtime::generic::WorldMirror for #name #arguments #clause {
                type World = #ident #arguments;
                type PartsMut<#lifetime> = #parts_mut where Self: #lifetime;
                fn tick(&self) -> #runtime::Tick {
                    __soa::lowest(&[#(self.#mirrors.tick()),*])
                }
                fn parts_mut(&mut self) -> Self::PartsMut<'_> {
                    #parts
                }
            }
            impl #generics #name #arguments #of_skipped {
                /// Makes a world of the mirror, with hubs that issue ids. Its fields that are no parts
                /// have their defaults.
                #[must_use]
                #vis fn promote(self) -> #ident #arguments {
                    #ident { #(#promoted),* }
                }
            }
            __soa::world_mirror! {
                #vis #name of #ident #arguments;
                [#generics] [#arguments] [#clause]
            }
        };
    }
}
