//! Which bounds a field's type needs.

use quote::quote;
use syn::{Generics, ItemStruct, Type, parse_quote};

use super::{bounds, inferred, of_alias, whole};

fn item() -> ItemStruct {
    parse_quote!(
        struct S<T, U>
        where
            U: Copy, {}
    )
}

fn whole_of(types: &[Type]) -> Vec<String> {
    let wanted = whole(&item().generics, types, &quote!(B));
    wanted.iter().map(ToString::to_string).collect()
}

#[test]
fn a_whole_type_is_bounded_if_it_depends_on_a_parameter() {
    let types = [
        parse_quote!(Option<T>),
        parse_quote!(Option<T>),
        parse_quote!(Option<u8>),
        parse_quote!(PhantomData<T>),
        parse_quote!((T, U::Out)),
    ];
    assert_eq!(whole_of(&types), ["(T , U :: Out) : B", "Option < T > : B"]);
}

#[test]
fn types_that_differ_in_lifetimes_alone_are_not_bounded_as_a_whole() {
    let types = [
        parse_quote!(Option<&'a T>),
        parse_quote!(Option<&'b T>),
        parse_quote!(Option<&'b U>),
    ];
    assert_eq!(whole_of(&types), ["T : B", "Option < & 'b U > : B"]);
}

#[test]
fn parameters_and_projections_in_a_field_are_bounded() {
    for (types, expected) in [
        (vec![parse_quote!(Vec<Option<T>>)], " , T : B"),
        // A projection is bounded instead of its parameter, wherever that is in it.
        (
            vec![parse_quote!(T::Item), parse_quote!((u8, <U as Tr>::Out))],
            " , T :: Item : B , < U as Tr > :: Out : B",
        ),
        (
            vec![
                parse_quote!(<(u8, [T; 2]) as Tr>::Out),
                parse_quote!(<u8 as Tr>::Out),
            ],
            " , < (u8 , [T ; 2]) as Tr > :: Out : B",
        ),
        // What owns no value needs no bound.
        (
            vec![
                parse_quote!(PhantomData<T>),
                parse_quote!(fn(T) -> U),
                parse_quote!(Box<dyn Tr<T>>),
                parse_quote!(u8),
            ],
            "",
        ),
    ] {
        let generics = item().generics;
        let bounds = bounds(&generics, inferred(&generics, &types, &quote!(B)));
        assert_eq!(bounds.to_string(), format!("where U : Copy{expected}"));
    }
}

#[test]
fn an_alias_keeps_defaults_and_drops_bounds() {
    let item: ItemStruct = parse_quote!(
        struct S<'a: 'b, 'b, T: Copy = u8, const N: usize = 4>
        where
            T: 'a, {}
    );
    let alias = of_alias(&item.generics, None);
    let expected: Generics = parse_quote!(<'a, 'b, T = u8, const N: usize = 4>);
    assert_eq!(quote!(#alias).to_string(), quote!(#expected).to_string());
    assert!(alias.where_clause.is_none());
}

#[test]
fn an_alias_with_a_marker_has_the_parameters_in_it() {
    let item: ItemStruct = parse_quote!(
        struct S<'a, T: Copy, const N: usize> {}
    );
    let alias = |marker: Type| of_alias(&item.generics, Some(&marker));
    let none = alias(parse_quote!(Tag));
    assert!(quote!(#none).is_empty());
    let some = alias(parse_quote!(Tag<fn(&'a u8), [u8; { N }]>));
    assert_eq!(quote!(#some).to_string(), "< 'a , const N : usize >");
}
