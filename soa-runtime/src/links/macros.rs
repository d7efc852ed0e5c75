//! What the derive states about the marked fields of a record.

/// Implements `Links` for a record, over its marked fields, and for its hub.
///
/// The fields are expressions of the derive. The compiler does not lint the use of a deprecated
/// field there, as it would here.
#[doc(hidden)]
#[macro_export]
macro_rules! __links {
    (
        $hub:ident of $record:ty;
        [$($generics:tt)*] [$($arguments:tt)*] [$($clause:tt)*] [$($hub_clause:tt)*]
        in $view:ident => $([$field:expr])*
    ) => {
        #[automatically_derived]
        impl $($generics)* $crate::Links for $record $($clause)* {
            #[inline]
            fn visit_links(&mut self, visit: &mut impl $crate::generic::VisitLinks) {
                let $view = self;
                let _ = (&$view, &visit);
                $($crate::Links::visit_links(&mut $field, visit);)*
            }

            #[inline]
            fn visit_row_links(
                row: $crate::RowMut<'_, Self>,
                visit: &mut impl $crate::generic::VisitLinks,
            ) {
                let $view = row;
                let _ = (&$view, &visit);
                $($crate::__private::LinkedField::visit_field($field, visit);)*
            }
        }

        #[automatically_derived]
        impl $($generics)* $crate::Links for $hub $($arguments)* $($hub_clause)* {
            #[inline]
            fn visit_links(&mut self, visit: &mut impl $crate::generic::VisitLinks) {
                $crate::Links::visit_links(&mut self.0, visit);
            }
        }
    };
}
