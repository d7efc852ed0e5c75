//! Which bounds a field's type needs.

use quote::quote;
use syn::{Generics, ItemStruct, Type, parse_quote};

use super::{bounds, inferred, of_alias, of_view, whole};

fn item() -> ItemStruct {
    parse_quote!(
        struct S<T, U>
        where
            U: Copy, {}
    )
}

fn bounds_of(types: &[Type]) -> String {
    let generics = item().generics;
    bounds(&generics, inferred(&generics, types, &quote!(B))).to_string()
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
    let wanted = whole(&item().generics, &types, &quote!(B));
    let wanted: Vec<_> = wanted.iter().map(ToString::to_string).collect();
    assert_eq!(wanted, ["(T , U :: Out) : B", "Option < T > : B"]);
}

#[test]
fn types_that_differ_in_lifetimes_alone_are_not_bounded_as_a_whole() {
    let types = [
        parse_quote!(Option<&'a T>),
        parse_quote!(Option<&'b T>),
        parse_quote!(Option<&'b U>),
    ];
    let wanted = whole(&item().generics, &types, &quote!(B));
    let wanted: Vec<_> = wanted.iter().map(ToString::to_string).collect();
    assert_eq!(wanted, ["T : B", "Option < & 'b U > : B"]);
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
fn a_projection_is_bounded_if_a_parameter_is_anywhere_in_it() {
    let bounds = bounds_of(&[
        parse_quote!(<(u8, [T; 2]) as Tr>::Out),
        parse_quote!(<u8 as Tr>::Out),
    ]);
    assert_eq!(
        bounds,
        "where U : Copy , < (u8 , [T ; 2]) as Tr > :: Out : B"
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

#[test]
fn a_view_has_its_lifetime_first() {
    let item: ItemStruct = parse_quote!(
        struct S<'a, T> {}
    );
    let view = of_view(&item.generics);
    assert_eq!(quote!(#view).to_string(), "< '__soa , 'a , T >");
}
