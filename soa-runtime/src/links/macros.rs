//! What the derive states about the marked fields of a record.

/// Implements `Links` for a record, over its marked fields, and for its hub.
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
