//! The operators of sets of slots.

use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Sub, SubAssign};

use super::Slots;

/// Implements an operator for each way in which its two sides are borrowed or owned.
macro_rules! operator {
    ($operator:ident::$call:ident, $assign:ident::$call_assign:ident, $result:literal) => {
        impl $operator<&Slots> for &Slots {
            type Output = Slots;

            #[doc = $result]
            #[inline]
            fn $call(self, other: &Slots) -> Slots {
                let bits = $operator::$call(&self.bits, &other.bits);
                Slots { bits }
            }
        }

        impl $operator<&Slots> for Slots {
            type Output = Slots;

            #[doc = $result]
            #[inline]
            fn $call(self, other: &Slots) -> Slots {
                let bits = $operator::$call(self.bits, &other.bits);
                Slots { bits }
            }
        }

        impl $operator<Slots> for &Slots {
            type Output = Slots;

            #[doc = $result]
            #[inline]
            fn $call(self, other: Slots) -> Slots {
                let bits = $operator::$call(&self.bits, other.bits);
                Slots { bits }
            }
        }

        impl $operator for Slots {
            type Output = Slots;

            #[doc = $result]
            #[inline]
            fn $call(self, other: Slots) -> Slots {
                let bits = $operator::$call(self.bits, other.bits);
                Slots { bits }
            }
        }

        impl $assign<&Slots> for Slots {
            #[inline]
            fn $call_assign(&mut self, other: &Slots) {
                $assign::$call_assign(&mut self.bits, &other.bits);
            }
        }

        impl $assign for Slots {
            #[inline]
            fn $call_assign(&mut self, other: Slots) {
                $assign::$call_assign(&mut self.bits, other.bits);
            }
        }
    };
}

operator!(
    BitAnd::bitand,
    BitAndAssign::bitand_assign,
    "Returns the slots that are in both sets."
);
operator!(
    BitOr::bitor,
    BitOrAssign::bitor_assign,
    "Returns the slots that are in one of the sets, or in both."
);
operator!(
    Sub::sub,
    SubAssign::sub_assign,
    "Returns the slots of this set that are not in the other."
);
