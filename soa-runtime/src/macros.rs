//! What every generated hub and view implements in the same way, so that the
//! derive states only their names and parameters.
//!
//! Every function is `#[inline]`, however large: what is not, is compiled to machine
//! code in the crate of the struct, with all that it calls, whether it is used or not.

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

            #[inline]
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

/// The ids in a record's marked fields, and in its hub.
#[doc(hidden)]
#[macro_export]
macro_rules! __links {
    (
        $hub:ident of $record:ty;
        [$($generics:tt)*] [$($arguments:tt)*] [$($clause:tt)*] [$($hub_clause:tt)*]
        in $($field:ident)*
    ) => {
        #[automatically_derived]
        impl $($generics)* $crate::Links for $record $($clause)* {
            #[inline]
            #[allow(deprecated, reason = "a field may be")]
            fn visit_links(&mut self, visit: &mut impl $crate::VisitLinks) {
                let _ = &visit;
                $($crate::Links::visit_links(&mut self.$field, visit);)*
            }

            #[inline]
            #[allow(deprecated, reason = "a field may be")]
            fn visit_row_links(
                row: $crate::RowMut<'_, Self>,
                visit: &mut impl $crate::VisitLinks,
            ) {
                let _ = (&row, &visit);
                $($crate::__private::LinkedField::visit_field(row.$field, visit);)*
            }
        }

        #[automatically_derived]
        impl $($generics)* $crate::Links for $hub $($arguments)* $($hub_clause)* {
            #[inline]
            fn visit_links(&mut self, visit: &mut impl $crate::VisitLinks) {
                $crate::Links::visit_links(&mut self.0, visit);
            }
        }
    };
}

/// What all views of a record have in common.
#[doc(hidden)]
#[macro_export]
macro_rules! __views {
    (
        $vis:vis $row:ident $row_mut:ident $columns:ident $columns_mut:ident of $record:ty;
        [$($generics:tt)*] [$($arguments:tt)*] [$($clause:tt)*]
        lent for $lifetime:lifetime: [$($lent:tt)*] rows by $first:ident
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
            $columns of $record; [$($generics)*] [$($arguments)*] [$($clause)*]
            $lifetime by $first
        }
        $crate::__rows! {
            $columns_mut of $record; [$($generics)*] [$($arguments)*] [$($clause)*]
            $lifetime by $first
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

/// The unique view of a row or of all columns, lent shared.
#[doc(hidden)]
#[macro_export]
macro_rules! __as_ref {
    (
        $vis:vis $view:ident of $record:ty;
        [$($generics:tt)*] [$($arguments:tt)*] [$($clause:tt)*]
        by $function:ident as [$shared:ty] $doc:literal
    ) => {
        impl $($generics)* $view $($arguments)* $($clause)* {
            /// The same, shared, for as long as `self` is borrowed: what only reads
            /// is written once, for the shared view. O(fields).
            ///
            #[doc = $doc]
            #[must_use]
            #[inline]
            $vis fn as_ref(&self) -> $shared {
                $crate::$function::<$record>(self)
            }
        }
    };
}

/// Which rows are live, and by which ids, asked of the columns as of [`Rows`](crate::Rows).
#[doc(hidden)]
#[macro_export]
macro_rules! __rows {
    (
        $view:ident of $record:ty;
        [$($generics:tt)*] [$($arguments:tt)*] [$($clause:tt)*]
        $lifetime:lifetime by $first:ident
    ) => {
        #[automatically_derived]
        impl $($generics)* ::core::ops::Deref for $view $($arguments)* $($clause)* {
            type Target = $crate::Rows<$lifetime, $record>;

            #[inline]
            #[allow(deprecated, reason = "the first column may be")]
            fn deref(&self) -> &$crate::Rows<$lifetime, $record> {
                self.$first.as_rows()
            }
        }
    };
}

/// Copying a row out as the struct, with `#[soa(derive(Clone))]`.
#[doc(hidden)]
#[macro_export]
macro_rules! __copied {
    (
        $vis:vis $row:ident $row_mut:ident of $record:ty;
        [$($generics:tt)*] [$($arguments:tt)*] [$($clause:tt)*] $doc:literal
    ) => {
        impl $($generics)* $row $($arguments)* $($clause)* {
            /// A copy of the row, as the struct.
            ///
            #[doc = $doc]
            #[must_use]
            #[inline]
            $vis fn to_record(&self) -> $record {
                <$record as $crate::CloneRow>::clone_row(*self)
            }
        }

        impl $($generics)* $row_mut $($arguments)* $($clause)* {
            /// A copy of the row, as the struct.
            ///
            #[doc = $doc]
            #[must_use]
            #[inline]
            $vis fn to_record(&self) -> $record {
                <$record as $crate::CloneRow>::clone_row(self.as_ref())
            }
        }
    };
}

/// Views that are not shown, with a message that says what is to be written.
///
/// In these three the bound is one that nobody meets; a bound that is known to
/// fail is no error as long as it is "for every" lifetime. As nobody calls them,
/// the bodies are what the compiler is done with soonest.
#[doc(hidden)]
#[macro_export]
macro_rules! __not_shown {
    ([$($view:ident)*] of $record:ty; $generics:tt $arguments:tt $clause:tt) => {$(
        $crate::__not_shown! { @ $view of $record; $generics $arguments $clause }
    )*};
    (
        @ $view:ident of $record:ty;
        [$($generics:tt)*] [$($arguments:tt)*] [$($clause:tt)*]
    ) => {
        #[automatically_derived]
        impl $($generics)* ::core::fmt::Debug for $view $($arguments)*
        where
            for<'__soa_any> $record: $crate::__private::ShownRow,
            $($clause)*
        {
            fn fmt(&self, _: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                loop {}
            }
        }
    };
}

/// Hubs or rows that are not compared, with a message that says what is to be written.
#[doc(hidden)]
#[macro_export]
macro_rules! __not_compared {
    ([$($name:ident)*] of $record:ty; $generics:tt $arguments:tt $clause:tt) => {$(
        $crate::__not_compared! { @ $name of $record; $generics $arguments $clause }
    )*};
    (
        @ $name:ident of $record:ty;
        [$($generics:tt)*] [$($arguments:tt)*] [$($clause:tt)*]
    ) => {
        #[automatically_derived]
        impl $($generics)* ::core::cmp::PartialEq for $name $($arguments)*
        where
            for<'__soa_any> $record: $crate::__private::ComparedRow,
            $($clause)*
        {
            fn eq(&self, _: &Self) -> ::core::primitive::bool {
                loop {}
            }
        }
    };
}

/// Rows that are not copied out, with a message that says what is to be written.
#[doc(hidden)]
#[macro_export]
macro_rules! __not_copied {
    ($vis:vis [$($row:ident)*] of $record:ty; $generics:tt $arguments:tt $clause:tt) => {$(
        $crate::__not_copied! { @ $vis $row of $record; $generics $arguments $clause }
    )*};
    (
        @ $vis:vis $row:ident of $record:ty;
        [$($generics:tt)*] [$($arguments:tt)*] [$($clause:tt)*]
    ) => {
        impl $($generics)* $row $($arguments)*
        where
            $($clause)*
        {
            #[doc(hidden)]
            $vis fn to_record(&self) -> $record
            where
                for<'__soa_any> $record: $crate::__private::CopiedRow,
            {
                loop {}
            }
        }
    };
}
