//! What the fields of a record must be.

use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{GenericParam, Generics, Type};

use crate::error::Errors;
use crate::generics;
use crate::model::{ColumnDefault, Field, Form, Record, bare};
use crate::names::{PREFIX, find_name, is_reserved};
use crate::read_names;
use crate::words::{Layout, StructOption, Trait};

/// Checks the name and the default of each column.
pub(super) fn check_fields(record: &mut Record, errors: &mut Errors) {
    let name = record.text();
    let layout = record.options.layout();
    let layout_refused =
        record.options.layout.is_none() && record.options.mentioned.contains(&StructOption::Layout);
    let borrows = record.generics.lifetimes().next().is_some();
    for field in &mut record.fields {
        let column = field.ident.unraw().to_string();
        if let (Some(links), true) = (&field.options.links, borrows) {
            errors.at(
                links,
                format!(
                    "column `{column}` cannot have `links`, because `{name}` has a lifetime and the ids of such a record \
                     cannot be told from others when the program runs; leave `links` out, or keep what is borrowed outside of `{name}`"
                ),
            );
        }
        if let (Some(tracked), true) = (&field.options.tracked, record.options.all_tracked) {
            errors.at(
                tracked,
                format!(
                    "column `{column}` is already tracked by `tracked = all` above `struct {name}`; remove this `tracked`"
                ),
            );
        }
        if column.starts_with(PREFIX) {
            errors.at(
                &field.written,
                format!("names that start with `{PREFIX}` are reserved for generated code; rename the field `{column}`"),
            );
        }
        let Some(required) = &field.options.required else {
            continue;
        };
        if field.options.default.is_some() {
            errors.at(
                required,
                format!("column `{column}` has a `default`, so it cannot be `required`; keep one of them"),
            );
        } else if layout != Layout::Dense {
            field.default = ColumnDefault::Refused;
            if !layout_refused {
                errors.at(
                    required,
                    format!(
                        "a `required` column cannot be used with the slots layout, whose holes contain defaults; \
                         write `#[soa(layout = dense)]` above `struct {name}`, or give column `{column}` a `default = ..`"
                    ),
                );
            }
        }
    }
}

/// Checks that a hub that is written can be read, although a column is left out, and reads each
/// column under the name under which it is written.
pub(super) fn check_saves(record: &mut Record, errors: &mut Errors) {
    if !record.is_written_and_read() {
        return;
    }
    read_what_is_written(record, errors);
    for field in &record.fields {
        let Some(word) = field.lost_by() else {
            continue;
        };
        let default = if field.options.required.is_some() {
            "`default = \"path\"` with a function that makes the value,"
        } else {
            "`default` beside it,"
        };
        errors.at(
            word,
            format!(
                "`{word}` leaves column `{}` out of a save, and without a default that save cannot be loaded; \
                 write {default} or remove `{word}`",
                field.ident.unraw()
            ),
        );
    }
}

/// Adds the name under which a column is written to those under which it is read.
fn read_what_is_written(record: &mut Record, errors: &mut Errors) {
    let Record { fields, saves, .. } = record;
    let own = |field: &Field| field.ident.unraw().to_string();
    let names = |field: &Field| field.saves.read_names.of(&own(field), saves.rule.as_ref());
    let (mut added, mut all_written) = (Vec::new(), Vec::new());
    for (position, field) in fields.iter().enumerate() {
        if !field.saves.is_written() {
            continue;
        }
        let (own, rule) = (own(field), saves.written_rule.as_ref());
        let written = read_names::name(field.saves.written_name.as_ref(), &own, rule);
        if all_written.contains(&written) {
            errors.at(
                &field.ident,
                format!(
                    "column `{own}` is written under the name `{written}`, like another column; \
                     a save could not be loaded, so give them different names"
                ),
            );
            continue;
        }
        let is_known = names(field).contains(&written);
        if is_known && field.saves.is_read() {
            all_written.push(written);
            continue;
        }
        let others = fields.iter().filter(|other| other.saves.is_read());
        match others.into_iter().find(|other| names(other).contains(&written)) {
            Some(other) => errors.at(
                &field.ident,
                format!(
                    "column `{own}` is written under the name `{written}`, and column `{}` is read under it; \
                     a save could not be loaded, so give them different names",
                    other.ident.unraw()
                ),
            ),
            None if is_known => all_written.push(written),
            None => {
                all_written.push(written.clone());
                added.push((position, written));
            }
        }
    }
    for (position, name) in added {
        let field = &mut fields[position];
        if field.saves.is_read() || saves.denies_unknown_fields() {
            field.saves.read_also_as(&name, field.ident.span());
        }
    }
}

/// Refuses parameters with a name that generated code uses beside it.
pub(super) fn check_parameters(record: &Record, errors: &mut Errors) {
    let reads = record.options.derives(Trait::Deserialize);
    for parameter in &record.generics.params {
        let name = match parameter {
            GenericParam::Lifetime(lifetime) => &lifetime.lifetime.ident,
            GenericParam::Type(ty) => &ty.ident,
            GenericParam::Const(value) => &value.ident,
        };
        let is_lifetime = matches!(parameter, GenericParam::Lifetime(_));
        let whose = if is_reserved(name) {
            "names that start with `__soa` are reserved for generated code"
        } else if is_lifetime && name == "de" && reads {
            "the lifetime `'de` is reserved for `Deserialize`"
        } else if !is_lifetime && record.names.types().contains(&name) {
            "a generated type has the same name"
        } else {
            continue;
        };
        let mark = if is_lifetime { "'" } else { "" };
        errors.at(
            name,
            format!("{whose}; rename the parameter `{mark}{name}`"),
        );
    }
}

/// Refuses a field whose type names an item of the expansion.
///
/// The type would mean one thing in the struct and another in the expansion.
pub(super) fn check_types(record: &Record, errors: &mut Errors) {
    for Field { ty, .. } in &record.fields {
        if let Some(name) = find_name(ty.to_token_stream(), &is_reserved) {
            errors.at(
                &name,
                format!("names that start with `__soa` are reserved for generated code; the type of a column cannot contain `{name}`"),
            );
        }
    }
}

/// Refuses a field with a view of the struct in its type.
///
/// The author means a type that came by a glob import, which the view hides.
pub(super) fn check_views(record: &Record, errors: &mut Errors) {
    let is_parameter = |name: &Ident| record.generics.type_params().any(|ty| ty.ident == *name);
    let mut views = record.names.views().to_vec();
    views.retain(|name| !is_parameter(name));
    for Field { ty, .. } in &record.fields {
        if let Some(name) = first_of(&views, ty.to_token_stream()) {
            let is_row = name == record.names.row || name == record.names.row_mut;
            let option = if is_row { "row" } else { "columns" };
            errors.at(
                &name,
                format!(
                    "`{name}` is also the name of a generated view, so it cannot mean an imported type; \
                     write the path of the type, or `#[soa({option} = ..)]` above `struct {}` to rename the view",
                    record.text()
                ),
            );
        }
    }
}

/// Finds one of these names in a type, where no path is before it.
fn first_of(names: &[&Ident], tokens: TokenStream) -> Option<Ident> {
    let mut colons = 0;
    tokens.into_iter().find_map(|token| {
        let is_in_module = colons == 2;
        colons = match &token {
            TokenTree::Punct(punct) if punct.as_char() == ':' => colons + 1,
            _ => 0,
        };
        match token {
            TokenTree::Group(group) => first_of(names, group.stream()),
            TokenTree::Ident(ident) => (!is_in_module && names.contains(&&ident)).then_some(ident),
            _ => None,
        }
    })
}

/// Removes a field whose name another field has. The compiler reports that in the
/// struct, and would repeat it for every generated line that names the field.
pub(super) fn check_field_names(record: &mut Record) {
    let mut names = HashSet::new();
    let fields = record.fields.len();
    record
        .fields
        .retain(|field| names.insert(field.written.unraw()));
    if record.fields.len() < fields {
        record.form = Form::Refused;
    }
}

/// Refuses columns without a size. For such a column, the compiler
/// would refuse the expansion line by line.
pub(super) fn check_sizes(record: &Record, errors: &mut Errors) {
    for Field { ty, .. } in &record.fields {
        if let Some((what, instead)) = without_size(&record.generics, ty) {
            errors.at(
                ty,
                format!(
                    "a column is an array, so its type must have a size, and {what} has none; {instead}"
                ),
            );
        }
    }
}

/// Returns the name of a type without a size, and what to write instead. The compiler
/// reports such a type itself if an alias hides it.
fn without_size(generics: &Generics, ty: &Type) -> Option<(&'static str, &'static str)> {
    match bare(ty) {
        Type::Slice(_) => Some((
            "a slice",
            "write an array `[T; N]`, a `Box<[T]>` or a `Vec<T>`",
        )),
        Type::TraitObject(_) => Some(("a trait object", "write `Box<dyn Trait>`")),
        Type::Path(path) if path.path.is_ident("str") => {
            Some(("`str`", "write `&'static str` or `String`"))
        }
        Type::Path(path) => {
            let parameter = path.path.get_ident()?;
            generics::may_be_unsized(generics, parameter)
                .then_some(("a `?Sized` parameter", "remove the `?Sized`"))
        }
        _ => None,
    }
}
