//! The implementations that all generated hubs and views share. The derive states
//! only the names and the parameters of the types.
//!
//! Every function is `#[inline]`, however large. Otherwise it would be compiled to
//! machine code in the crate of the struct, with everything that it calls, even if
//! no code calls it.

/// Implements the interface of a hub's newtype: constructors, conversions from and to
/// the [`Hub`](crate::Hub) inside, dereferencing and iteration.
#[doc(hidden)]
#[macro_export]
macro_rules! __hub {
    (
        $vis:vis $hub:ident of $record:ty;
        [$($generics:tt)*] [$($arguments:tt)*] [$($clause:tt)*]
        lent for $lifetime:lifetime: [$($lent:tt)*] [$($lent_clause:tt)*]
    ) => {
        impl $($generics)* $hub $($arguments)* $($clause)* {
            /// Creates an empty hub. Allocates nothing.
            #[must_use]
            #[inline]
            $vis const fn new() -> Self {
                $hub(<$crate::Hub<$record>>::new())
            }

            /// Creates an empty hub with memory for `rows` rows.
            ///
            /// # Panics
            ///
            /// If the id type cannot address that many rows, or if there is no memory.
            #[must_use]
            #[inline]
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
        impl $($generics)* $crate::AnyHub for $hub $($arguments)* $($clause)* {
            type Record = $record;

            #[inline]
            fn from_hub(hub: $crate::Hub<$record>) -> Self {
                $hub(hub)
            }

            #[inline]
            fn as_hub(&self) -> &$crate::Hub<$record> {
                &self.0
            }

            #[inline]
            fn as_hub_mut(&mut self) -> &mut $crate::Hub<$record> {
                &mut self.0
            }

            #[inline]
            fn into_hub(self) -> $crate::Hub<$record> {
                self.0
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
        impl $($generics)* ::core::convert::From<$crate::__private::Vec<$record>>
            for $hub $($arguments)* $($clause)*
        {
            #[inline]
            fn from(records: $crate::__private::Vec<$record>) -> Self {
                $hub(::core::convert::From::from(records))
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
            fn from_iter<__SoaRecords: ::core::iter::IntoIterator<Item = $record>>(
                records: __SoaRecords,
            ) -> Self {
                $hub(::core::iter::FromIterator::from_iter(records))
            }
        }

        #[automatically_derived]
        impl $($generics)* ::core::iter::Extend<$record> for $hub $($arguments)* $($clause)* {
            fn extend<__SoaRecords: ::core::iter::IntoIterator<Item = $record>>(
                &mut self,
                records: __SoaRecords,
            ) {
                ::core::iter::Extend::extend(&mut self.0, records);
            }
        }

        #[automatically_derived]
        impl $($generics)* ::core::iter::IntoIterator for $hub $($arguments)* $($clause)* {
            type Item = <$crate::iter::IntoIter<$record> as ::core::iter::Iterator>::Item;
            type IntoIter = $crate::iter::IntoIter<$record>;

            #[inline]
            fn into_iter(self) -> $crate::iter::IntoIter<$record> {
                ::core::iter::IntoIterator::into_iter(self.0)
            }
        }

        #[automatically_derived]
        impl $($lent)* ::core::iter::IntoIterator
            for &$lifetime $hub $($arguments)* $($lent_clause)*
        {
            type Item = <$crate::iter::Iter<$lifetime, $record> as ::core::iter::Iterator>::Item;
            type IntoIter = $crate::iter::Iter<$lifetime, $record>;

            #[inline]
            fn into_iter(self) -> $crate::iter::Iter<$lifetime, $record> {
                self.0.iter()
            }
        }

        #[automatically_derived]
        impl $($lent)* ::core::iter::IntoIterator
            for &$lifetime mut $hub $($arguments)* $($lent_clause)*
        {
            type Item = <$crate::iter::IterMut<$lifetime, $record> as ::core::iter::Iterator>::Item;
            type IntoIter = $crate::iter::IterMut<$lifetime, $record>;

            #[inline]
            fn into_iter(self) -> $crate::iter::IterMut<$lifetime, $record> {
                self.0.iter_mut()
            }
        }
    };
}

/// Implements the constructors of a hub's newtype for ids with tag bits.
#[doc(hidden)]
#[macro_export]
macro_rules! __tagged {
    (
        $vis:vis $hub:ident of $record:ty;
        [$($generics:tt)*] [$($arguments:tt)*] [$($clause:tt)*]
    ) => {
        impl $($generics)* $hub $($arguments)* $($clause)* {
            /// Creates an empty hub whose ids have this tag. Allocates nothing.
            ///
            /// # Panics
            ///
            /// If the tag bits of the id have no room for `tag`.
            #[must_use]
            #[inline]
            #[track_caller]
            $vis fn with_tag(tag: ::core::primitive::u32) -> Self {
                $hub(<$crate::Hub<$record>>::with_tag(tag))
            }

            /// Creates an empty hub whose ids have this tag. Allocates nothing.
            ///
            /// # Errors
            ///
            /// If the tag bits of the id have no room for `tag`.
            #[inline]
            $vis fn try_with_tag(
                tag: ::core::primitive::u32,
            ) -> ::core::result::Result<Self, $crate::TagError> {
                ::core::result::Result::map(<$crate::Hub<$record>>::try_with_tag(tag), $hub)
            }
        }
    };
}

/// Implements the constructor of a hub's newtype for ids whose tag is the id of a parent.
#[doc(hidden)]
#[macro_export]
macro_rules! __nested {
    (
        $vis:vis $hub:ident of $record:ty;
        [$($generics:tt)*] [$($arguments:tt)*] [$($clause:tt)*]
    ) => {
        impl $($generics)* $hub $($arguments)* $($clause)* {
            /// Creates an empty hub whose ids contain the id of this parent. Allocates nothing.
            ///
            /// # Panics
            ///
            /// If `parent` is dangling.
            #[must_use]
            #[inline]
            #[track_caller]
            $vis fn with_parent(parent: $crate::__private::ParentId<$record>) -> Self {
                $hub(<$crate::Hub<$record>>::with_parent(parent))
            }
        }
    };
}

/// Implements what all views of a record have in common.
#[doc(hidden)]
#[macro_export]
macro_rules! __views {
    (
        $vis:vis $row:ident $row_mut:ident $columns:ident $columns_mut:ident of $record:ty;
        [$($generics:tt)*] [$($arguments:tt)*] [$($clause:tt)*]
        lent for $lifetime:lifetime: [$($lent:tt)*] rows by $view:ident => $first:expr,
        $row_doc:literal $columns_doc:literal
    ) => {
        $crate::__copy! { $row; [$($generics)*] [$($arguments)*] [$($clause)*] }
        $crate::__copy! { $columns; [$($generics)*] [$($arguments)*] [$($clause)*] }
        $crate::__as_ref! {
            $vis $row_mut of $record; [$($generics)*] [$($arguments)*] [$($clause)*]
            by row_as_ref as [$row $($lent)*] $row_doc
        }
        $crate::__as_ref! {
            $vis $columns_mut of $record; [$($generics)*] [$($arguments)*] [$($clause)*]
            by columns_as_ref as [$columns $($lent)*] $columns_doc
        }
        $crate::__rows! {
            $vis $columns of $record; [$($generics)*] [$($arguments)*] [$($clause)*]
            $lifetime by $view => $first
        }
        $crate::__rows! {
            $vis $columns_mut of $record; [$($generics)*] [$($arguments)*] [$($clause)*]
            $lifetime by $view => $first
        }
    };
}

/// Implements `Clone` and `Copy` for a shared view.
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

/// Implements `as_ref` for the mutable view of a row or of all columns.
#[doc(hidden)]
#[macro_export]
macro_rules! __as_ref {
    (
        $vis:vis $view:ident of $record:ty;
        [$($generics:tt)*] [$($arguments:tt)*] [$($clause:tt)*]
        by $function:ident as [$shared:ty] $doc:literal
    ) => {
        impl $($generics)* $view $($arguments)* $($clause)* {
            /// Returns the shared view of the same rows, for as long as `self` is
            /// borrowed. A function that only reads can take the shared view.
            /// O(fields).
            ///
            #[doc = $doc]
            #[must_use]
            #[inline]
            $vis fn as_ref(&self) -> $shared {
                $crate::generic::$function::<$record>(self)
            }
        }
    };
}

/// Implements the access from all columns to their [`LiveRows`](crate::LiveRows).
#[doc(hidden)]
#[macro_export]
macro_rules! __rows {
    (
        $vis:vis $columns:ident of $record:ty;
        [$($generics:tt)*] [$($arguments:tt)*] [$($clause:tt)*]
        $lifetime:lifetime by $view:ident => $first:expr
    ) => {
        impl $($generics)* $columns $($arguments)* $($clause)* {
            /// Returns the rows of the hub: which are live, and by which ids. O(1).
            #[must_use]
            #[inline]
            $vis fn rows(&self) -> $crate::LiveRows<$lifetime, $record> {
                let $view = self;
                $first.rows()
            }
        }
    };
}

/// Implements `to_record` for both views of a row, with `#[soa(derive(Clone))]`.
#[doc(hidden)]
#[macro_export]
macro_rules! __copied {
    (
        $vis:vis $row:ident $row_mut:ident of $record:ty;
        [$($generics:tt)*] [$($arguments:tt)*] [$($clause:tt)*] $doc:literal
    ) => {
        impl $($generics)* $row $($arguments)* $($clause)* {
            /// Returns a copy of the row as the struct.
            ///
            #[doc = $doc]
            #[must_use]
            #[inline]
            $vis fn to_record(&self) -> $record {
                <$record as $crate::generic::CloneRow>::clone_row(*self)
            }
        }

        impl $($generics)* $row_mut $($arguments)* $($clause)* {
            /// Returns a copy of the row as the struct.
            ///
            #[doc = $doc]
            #[must_use]
            #[inline]
            $vis fn to_record(&self) -> $record {
                <$record as $crate::generic::CloneRow>::clone_row(self.as_ref())
            }
        }
    };
}
