//! The operators of sets of slots.

use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

use super::Slots;

/// Implements an operator for each way in which its two sides are borrowed or owned.
macro_rules! operator {
    ($operator:ident::$call:ident, $assign:ident::$call_assign:ident, $form:ident, $result:literal) => {
        impl $assign<&Slots> for Slots {
            #[inline]
            fn $call_assign(&mut self, other: &Slots) {
                self.form.$form(&other.form);
                self.len = self.form.count();
            }
        }

        impl $assign for Slots {
            #[inline]
            fn $call_assign(&mut self, other: Slots) {
                $assign::$call_assign(self, &other);
            }
        }

        operator!(
            $operator::$call,
            $assign::$call_assign,
            $result,
            &Slots,
            &Slots
        );
        operator!(
            $operator::$call,
            $assign::$call_assign,
            $result,
            &Slots,
            Slots
        );
        operator!(
            $operator::$call,
            $assign::$call_assign,
            $result,
            Slots,
            &Slots
        );
        operator!(
            $operator::$call,
            $assign::$call_assign,
            $result,
            Slots,
            Slots
        );
    };
    ($operator:ident::$call:ident, $assign:ident::$call_assign:ident, $result:literal, $left:ty, $right:ty) => {
        impl $operator<$right> for $left {
            type Output = Slots;

            #[doc = $result]
            #[inline]
            fn $call(self, other: $right) -> Slots {
                let mut slots = own(self);
                $assign::$call_assign(&mut slots, other);
                slots
            }
        }
    };
}

/// Returns a set that is owned already, or its copy.
fn own(slots: impl Into<Slots>) -> Slots {
    slots.into()
}

impl From<&Slots> for Slots {
    /// Clones the set.
    fn from(slots: &Slots) -> Self {
        slots.clone()
    }
}

operator!(
    BitAnd::bitand,
    BitAndAssign::bitand_assign,
    and,
    "Returns the slots that are in both sets."
);
operator!(
    BitOr::bitor,
    BitOrAssign::bitor_assign,
    or,
    "Returns the slots that are in one of the sets, or in both."
);
operator!(
    Sub::sub,
    SubAssign::sub_assign,
    sub,
    "Returns the slots of this set that are not in the other."
);
