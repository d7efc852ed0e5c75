//! The code of a world: the list of its parts, and its mirror.

use proc_macro2::{Ident, TokenStream};
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
    let trait_of_world = list.world();
    let mirror = world.options.mirror.as_ref().map(|_| {
        let span = world.ident.span();
        let name = format_ident!("{}Mirror", world.ident.unraw(), span = span);
        let name = expanded(&name);
        let (mirror, impls) = (list.mirror(&name), list.mirror_impls(&name));
        quote!(#mirror #impls)
    });
    quote!(#trait_of_world #mirror)
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

    /// Returns pairs of the tokens of a part and of those after it: of a hub, and of a value.
    fn of(
        &self,
        hub: impl Fn(&Field) -> TokenStream,
        value: impl Fn(&Field) -> TokenStream,
    ) -> TokenStream {
        let tokens = |field: &Field| match field.kind {
            Kind::Hub => hub(field),
            Kind::Value | Kind::Skipped => value(field),
        };
        let parts = self.parts().rev().map(tokens);
        parts.fold(quote!(()), |rest, part| quote!((#part, #rest)))
    }

    /// Returns the types of the parts, lent.
    fn types(&self, lent: &TokenStream, hub: &str, value: &str) -> TokenStream {
        let runtime = self.runtime;
        let [hub, value] = [hub, value].map(|name| format_ident!("{name}"));
        self.of(
            |field| {
                let record = self.record(field);
                quote!(#runtime::Part<#lent #runtime::#hub<#record>>)
            },
            |Field { ty, .. }| {
                let lifetime = lifetime();
                quote!(#runtime::Part<#runtime::#value<#lifetime, #ty>>)
            },
        )
    }

    /// Returns the parts with their names, as what a function returns. A list without parts is not
    /// written, because clippy warns about a `()` that users did not write.
    fn named(
        &self,
        hub: impl Fn(&Field) -> TokenStream,
        value: impl Fn(&Field) -> TokenStream,
    ) -> TokenStream {
        if self.parts().next().is_none() {
            return TokenStream::new();
        }
        let runtime = self.runtime;
        let named =
            |Field { name, .. }: &Field, part| quote!(#runtime::Part { name: #name, part: #part });
        self.of(
            |field| named(field, hub(field)),
            |field| named(field, value(field)),
        )
    }

    /// Returns the record of a hub. Errors point at the field's type.
    fn record(&self, Field { ty, .. }: &Field) -> TokenStream {
        let runtime = self.runtime;
        quote_spanned!(ty.span()=> <#ty as #runtime::AnyHub>::Record)
    }

    /// Implements `World`.
    fn world(&self) -> TokenStream {
        let List { world, runtime } = self;
        let (generics, arguments, clause) = world.generics.split_for_impl();
        let (ident, lints, lifetime) = (&world.ident, &world.lints, lifetime());
        let types = self.types(&quote!(&#lifetime), "Hub", "Value");
        let types_mut = self.types(&quote!(&#lifetime mut), "Hub", "ValueMut");
        let owned = self.of(
            |field| {
                let record = self.record(field);
                quote!(::core::option::Option<#runtime::Hub<#record>>)
            },
            |Field { ty, .. }| quote!(::core::option::Option<#runtime::generic::OwnedValue<#ty>>),
        );
        let parts = self.named(
            |Field { ident, ty, .. }| {
                quote_spanned!(ty.span()=> <#ty as #runtime::AnyHub>::as_hub(&self.#ident))
            },
            |Field { ident, .. }| quote!(#runtime::Value(&self.#ident)),
        );
        let parts_mut = self.named(
            |Field { ident, ty, .. }| {
                quote_spanned!(ty.span()=> <#ty as #runtime::AnyHub>::as_hub_mut(&mut self.#ident))
            },
            |Field { ident, .. }| quote!(#runtime::ValueMut(&mut self.#ident)),
        );
        let (keys, names): (_, Vec<_>) = (KEYS, self.parts().map(|field| &field.name).collect());
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
        }
    }

    /// Returns the field of a mirror that mentions all parameters, if there are any.
    fn marker(&self) -> Option<Ident> {
        (!self.world.generics.params.is_empty()).then(marker)
    }

    /// Writes the mirror, with a public field for each part.
    fn mirror(&self, name: &Ident) -> TokenStream {
        let List { world, runtime } = self;
        let World {
            vis,
            ident,
            lints,
            generics,
            ..
        } = world;
        let (_, arguments, clause) = generics.split_for_impl();
        let of = ident.unraw();
        let about = format!(" A copy of a `{of}` that lives elsewhere and follows it by deltas.");
        let fields = self.parts().map(|field| {
            let (record, ty, place) = (self.record(field), &field.ty, &field.ident);
            let (doc, ty) = match field.kind {
                Kind::Hub => ("mirror", quote!(#runtime::Mirror<#record>)),
                Kind::Value | Kind::Skipped => ("value", ty.to_token_stream()),
            };
            let doc = format!(" The {doc} of `{of}::{}`.", place.unraw());
            quote!(#[doc = #doc] pub #place: #ty)
        });
        let marker = self.marker().map(|marker| {
            quote!(#[doc(hidden)] pub #marker: ::core::marker::PhantomData<fn() -> #ident #arguments>)
        });
        quote! {
            #[doc = #about]
            #lints
            #vis struct #name #generics #clause {
                #(#fields,)*
                #marker
            }
        }
    }

    /// Writes the traits and methods of the mirror.
    fn mirror_impls(&self, name: &Ident) -> TokenStream {
        let List { world, runtime } = self;
        let World {
            vis,
            ident,
            lints,
            fields,
            ..
        } = world;
        let (generics, arguments, clause) = world.generics.split_for_impl();
        let (lifetime, marker) = (lifetime(), self.marker());
        let types = self.types(&quote!(&#lifetime mut), "Mirror", "ValueMut");
        let parts = self.named(
            |Field { ident, .. }| quote!(&mut self.#ident),
            |Field { ident, .. }| quote!(#runtime::ValueMut(&mut self.#ident)),
        );
        let default = quote!(::core::default::Default);
        let bounds = |kind| {
            let fields = fields.iter().filter(|field| field.kind == kind);
            let types = fields.map(|field| &field.ty);
            let generic = types.filter(|ty| generics::mentions(&world.generics, ty));
            generics::bounds(&world.generics, generic.map(|ty| quote!(#ty: #default)))
        };
        let (of_values, of_skipped) = (bounds(Kind::Value), bounds(Kind::Skipped));
        let names = self.parts().map(|field| &field.ident).chain(&marker);
        let hubs = fields.iter().filter(|field| field.kind == Kind::Hub);
        let mirrors = hubs.map(|field| &field.ident);
        let promoted = fields.iter().map(
            |Field {
                 ident, ty, kind, ..
             }| match kind {
                Kind::Hub => {
                    quote!(#ident: <#ty as #runtime::AnyHub>::from_hub(self.#ident.promote()))
                }
                Kind::Value => quote!(#ident: self.#ident),
                Kind::Skipped => quote!(#ident: #default::default()),
            },
        );
        quote! {
            #lints
            const _: () = {
                use #runtime::__private as __soa;
                #[automatically_derived]
                impl #generics #default for #name #arguments #of_values {
                    fn default() -> Self {
                        #name { #(#names: #default::default()),* }
                    }
                }
                #[automatically_derived]
                impl #generics #runtime::generic::WorldMirror for #name #arguments #clause {
                    type World = #ident #arguments;
                    type PartsMut<#lifetime> = #types where Self: #lifetime;
                    fn tick(&self) -> #runtime::Tick {
                        __soa::lowest(&[#(self.#mirrors.tick()),*])
                    }
                    fn parts_mut(&mut self) -> Self::PartsMut<'_> {
                        #parts
                    }
                }
                impl #generics #name #arguments #of_skipped {
                    /// Makes a world of the mirror, with hubs that issue ids. Its fields that are no
                    /// parts have their defaults.
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
}
