//! The components of `hecs` and `gecs`. Both find a component by its type, so every field needs
//! a type of its own, and `[f32; 3]` cannot be flattened.

#![expect(
    unreachable_pub,
    reason = "the macro of `gecs` makes a public world of them"
)]

use crate::element::Element;

#[derive(Debug)]
pub struct Pos(pub [f32; 3]);
#[derive(Debug)]
pub struct Vel(pub [f32; 3]);
#[derive(Debug)]
pub struct Mass(pub f32);
#[derive(Debug)]
pub struct Flags(pub u32);
#[derive(Debug)]
pub struct NameId(pub u64);

pub(crate) type Components = (Pos, Vel, Mass, Flags, NameId);

#[inline]
pub(crate) fn components(element: Element) -> Components {
    let (pos, vel, mass, flags, name_id) = element.fields();
    (
        Pos(pos),
        Vel(vel),
        Mass(mass),
        Flags(flags),
        NameId(name_id),
    )
}
