//! What every generated hub and view implements in the same way, so that the
//! derive states only their names and parameters.

/// The interface of a hub's newtype: from and to the [`Hub`](crate::Hub) inside,
/// by dereferencing, making and walking.
#[doc(hidden)]
#[macro_export]
macro_rules! __hub {
    (
        $vis:vis $hub:ident of $record:ty;
        [$($generics:tt)*] [$($arguments:tt)*] [$($clause:tt)*]
        lent for $lifetime:lifetime: [$($lent:tt)*] [$($lent_clause:tt)*]
    ) => {
        impl $($generics)* $hub $($arguments)* $($clause)* {
            /// Creates a hub without rows and without memory.
            #[must_use]
            #[inline]
            $vis const fn new() -> Self {
                $hub(<$crate::Hub<$record>>::new())
            }

            /// Creates a hub with memory for `rows` rows.
            ///
            /// # Panics
            ///
            /// If the id's index bits cannot tell so many rows apart, or there is no memory.
            #[must_use]
            #[track_caller]
            $vis fn with_capacity(rows: ::core::primitive::usize) -> Self {
                $hub(<$crate::Hub<$record>>::with_capacity(rows))
            }
        }

        #[automatically_derived]
        impl $($generics)* ::core::ops::Deref for $hub $($arguments)* $($clause)* {
            type Target = $crate::Hub<$record>;

            #[inline]
            fn deref(&self) -> &$crate::Hub<$record> {
                &self.0
            }
        }

        #[automatically_derived]
        impl $($generics)* ::core::ops::DerefMut for $hub $($arguments)* $($clause)* {
            #[inline]
            fn deref_mut(&mut self) -> &mut $crate::Hub<$record> {
                &mut self.0
            }
        }

        #[automatically_derived]
        impl $($generics)* ::core::convert::From<$crate::Hub<$record>>
            for $hub $($arguments)* $($clause)*
        {
            #[inline]
            fn from(hub: $crate::Hub<$record>) -> Self {
                $hub(hub)
            }
        }

        #[automatically_derived]
        impl $($generics)* ::core::convert::From<$hub $($arguments)*>
            for $crate::Hub<$record> $($clause)*
        {
            #[inline]
            fn from(hub: $hub $($arguments)*) -> Self {
                hub.0
            }
        }

        #[automatically_derived]
        impl $($generics)* ::core::default::Default for $hub $($arguments)* $($clause)* {
            #[inline]
            fn default() -> Self {
                Self::new()
            }
        }

        #[automatically_derived]
        impl $($generics)* ::core::iter::FromIterator<$record>
            for $hub $($arguments)* $($clause)*
        {
            fn from_iter<Records: ::core::iter::IntoIterator<Item = $record>>(
                records: Records,
            ) -> Self {
                $hub(::core::iter::FromIterator::from_iter(records))
            }
        }

        #[automatically_derived]
        impl $($generics)* ::core::iter::Extend<$record> for $hub $($arguments)* $($clause)* {
            fn extend<Records: ::core::iter::IntoIterator<Item = $record>>(
                &mut self,
                records: Records,
            ) {
                ::core::iter::Extend::extend(&mut self.0, records);
            }
        }

        #[automatically_derived]
        impl $($generics)* ::core::iter::IntoIterator for $hub $($arguments)* $($clause)* {
            type Item = <$crate::IntoIter<$record> as ::core::iter::Iterator>::Item;
            type IntoIter = $crate::IntoIter<$record>;

            fn into_iter(self) -> $crate::IntoIter<$record> {
                ::core::iter::IntoIterator::into_iter(self.0)
            }
        }

        #[automatically_derived]
        impl $($lent)* ::core::iter::IntoIterator
            for &$lifetime $hub $($arguments)* $($lent_clause)*
        {
            type Item = <$crate::Iter<$lifetime, $record> as ::core::iter::Iterator>::Item;
            type IntoIter = $crate::Iter<$lifetime, $record>;

            #[inline]
            fn into_iter(self) -> $crate::Iter<$lifetime, $record> {
                self.0.iter()
            }
        }

        #[automatically_derived]
        impl $($lent)* ::core::iter::IntoIterator
            for &$lifetime mut $hub $($arguments)* $($lent_clause)*
        {
            type Item = <$crate::IterMut<$lifetime, $record> as ::core::iter::Iterator>::Item;
            type IntoIter = $crate::IterMut<$lifetime, $record>;

            #[inline]
            fn into_iter(self) -> $crate::IterMut<$lifetime, $record> {
                self.0.iter_mut()
            }
        }
    };
}

/// A view that is copied as the references it is made of are.
#[doc(hidden)]
#[macro_export]
macro_rules! __copy {
    ($view:ident; [$($generics:tt)*] [$($arguments:tt)*] [$($clause:tt)*]) => {
        #[automatically_derived]
        impl $($generics)* ::core::clone::Clone for $view $($arguments)* $($clause)* {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }

        #[automatically_derived]
        impl $($generics)* ::core::marker::Copy for $view $($arguments)* $($clause)* {}
    };
}
