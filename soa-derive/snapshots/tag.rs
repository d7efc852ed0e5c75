/** A hub of `Tag` records: one column per field, and ids for the rows.

 An id (`T::Id` below) is a [`TagId`], a row is a [`TagRow`] or [`TagRowMut`], and all columns together are [`TagColumns`] or [`TagColumnsMut`]. A hub is not indexed by ids: write `hub.row(id)`, or `hub.columns().field[id]` for one value.

 `#[soa(derive(Clone, PartialEq, Hash))]` above `struct Tag` adds `clone`, `==` and `hash_state`.*/
#[allow(rustdoc::all)]
pub struct TagHub(::soa_runtime::Hub<Tag>);
/** The id of a `Tag` in its [`TagHub`]: a [`Handle`](soa_runtime::Handle).

 It is `Copy`, it is compared, ordered and hashed, and it is printed and parsed as text, for example `3v1`. [`index`](soa_runtime::Handle::index), [`generation`](soa_runtime::Handle::generation), [`tag`](soa_runtime::Handle::tag) and [`parent`](soa_runtime::Handle::parent) return its parts, and [`to_bits`](soa_runtime::Handle::to_bits) and [`from_bits`](soa_runtime::Handle::from_bits) convert it to a number and back. `TagId::DANGLING` is an id that no hub issues. An `Option<TagId>` is not larger. `hub.contains(id)` returns whether its row is live.*/
#[allow(rustdoc::all)]
pub type TagId = ::soa_runtime::Handle<Tag, ::core::primitive::u32, 8u32, 8u32, 16u32>;
/** One `Tag` of a [`TagHub`]: a reference per field.

 `#[soa(derive(Clone, PartialEq))]` above `struct Tag` adds `to_record` and `==`.*/
#[allow(rustdoc::all)]
pub struct TagRow<'__soa> {
    #[doc(hidden)]
    __soa_marker: ::core::marker::PhantomData<&'__soa Tag>,
}
/** One `Tag` of a [`TagHub`]: a mutable reference per field.

 `#[soa(derive(Clone, PartialEq))]` above `struct Tag` adds `to_record` and `==`.*/
#[allow(rustdoc::all)]
pub struct TagRowMut<'__soa> {
    #[doc(hidden)]
    __soa_marker: ::core::marker::PhantomData<&'__soa mut Tag>,
}
/// All columns of a [`TagHub`], by field.
#[allow(rustdoc::all)]
pub struct TagColumns<'__soa> {
    #[doc(hidden)]
    __soa_marker: ::soa_runtime::LiveRows<'__soa, Tag>,
}
/// All columns of a [`TagHub`], by field, mutable.
#[allow(rustdoc::all)]
pub struct TagColumnsMut<'__soa> {
    #[doc(hidden)]
    __soa_marker: ::soa_runtime::LiveRows<'__soa, Tag>,
}
const _: () = {
    use ::soa_runtime::__private as __soa;
    #[automatically_derived]
    impl __soa::DefaultRow for Tag {
        #[inline]
        fn default_row() -> Self {
            Tag {}
        }
    }
    const _: () = const {
        use __soa::Undropped as _;
        ::core::assert!(
            ! __soa::Dropped:: < Tag < > > ::IS_DROPPED,
            "`Tag` implements `Drop`, so its fields cannot be moved into columns; implement `Drop` for the type of a field instead"
        )
    };
    struct __SoaShape(::core::marker::PhantomData<fn() -> Tag>);
    #[automatically_derived]
    unsafe impl __soa::Facts for __SoaShape {
        type Record = Tag;
        type Fields = __soa::Empty;
        const OFFSETS: &'static [::core::primitive::usize] = {
            let _: fn(Tag) -> Tag = |__soa_record| Tag {};
            __soa::offsets!(Tag : __soa_record => [])
        };
    }
    #[automatically_derived]
    impl __soa::Shape for __SoaShape {
        #[inline(always)]
        fn row<'__soa>(__soa_parts: __soa::Refs<'__soa, Self>) -> TagRow<'__soa>
        where
            Self: '__soa,
        {
            TagRow {
                __soa_marker: ::core::marker::PhantomData,
            }
        }
        #[inline(always)]
        fn row_mut<'__soa>(
            __soa_parts: __soa::RefsMut<'__soa, Self>,
        ) -> TagRowMut<'__soa>
        where
            Self: '__soa,
        {
            TagRowMut {
                __soa_marker: ::core::marker::PhantomData,
            }
        }
        #[inline(always)]
        fn columns<'__soa>(
            __soa_rows: __soa::LiveRows<'__soa, Tag>,
            __soa_parts: __soa::Slices<'__soa, Self>,
        ) -> TagColumns<'__soa>
        where
            Self: '__soa,
        {
            TagColumns {
                __soa_marker: __soa_rows,
            }
        }
        #[inline(always)]
        fn columns_mut<'__soa>(
            __soa_rows: __soa::LiveRows<'__soa, Tag>,
            __soa_parts: __soa::SlicesMut<'__soa, Self>,
        ) -> TagColumnsMut<'__soa>
        where
            Self: '__soa,
        {
            TagColumnsMut {
                __soa_marker: __soa_rows,
            }
        }
        #[inline]
        fn row_as_ref<'__soa_lent, '__soa: '__soa_lent>(
            __soa_view: &'__soa_lent __soa::RowMut<'__soa, Tag>,
        ) -> __soa::Row<'__soa_lent, Tag>
        where
            Self: '__soa,
        {
            TagRow {
                __soa_marker: ::core::marker::PhantomData,
            }
        }
        #[inline]
        fn columns_as_ref<'__soa_lent, '__soa: '__soa_lent>(
            __soa_view: &'__soa_lent __soa::ColumnsMut<'__soa, Tag>,
        ) -> __soa::Columns<'__soa_lent, Tag>
        where
            Self: '__soa,
        {
            TagColumns {
                __soa_marker: __soa_view.__soa_marker,
            }
        }
    }
    #[automatically_derived]
    impl __soa::IdAllocator for Tag {
        type Id = TagId;
        type Layout = __soa::Slots;
        type Recycle = __soa::Lifo;
        type Exhausted = __soa::Retire;
        type Ticking = __soa::Untracked;
        const HUB: &'static ::core::primitive::str = "TagHub";
        const COLUMNS: &'static [__soa::ColumnInfo] = &[];
        #[inline]
        fn shape() -> impl __soa::Shape<Record = Self> {
            __SoaShape(::core::marker::PhantomData)
        }
    }
    #[automatically_derived]
    impl<'__soa> __soa::Views<'__soa> for Tag {
        type Row = TagRow<'__soa>;
        type RowMut = TagRowMut<'__soa>;
        type Columns = TagColumns<'__soa>;
        type ColumnsMut = TagColumnsMut<'__soa>;
    }
    #[automatically_derived]
    impl __soa::DebugRow for Tag {
        #[inline]
        fn debug_row<'__soa>(
            __soa_row: TagRow<'__soa>,
            __soa_show: &mut dyn ::core::ops::FnMut(&dyn ::core::fmt::Debug),
        ) {
            use __soa::{AnyField as _, TextField as _};
        }
    }
    __soa::hub! {
        pub TagHub of Tag; [] [] [] lent for '__soa : [< '__soa >] []
    }
    __soa::nested! {
        pub TagHub of Tag; [] [] []
    }
    #[automatically_derived]
    impl __soa::Nested for Tag {
        type Parent = Shader;
    }
    const _: () = __soa::check_parent::<Shader>(16u32);
    #[automatically_derived]
    impl ::core::fmt::Debug for TagHub {
        #[inline]
        fn fmt(&self, __soa_f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            __soa::debug_rows(&self.0, __soa_f)
        }
    }
    #[automatically_derived]
    impl<'__soa> ::core::fmt::Debug for TagRow<'__soa> {
        #[inline]
        fn fmt(&self, __soa_f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            ::core::fmt::Formatter::debug_struct(__soa_f, "TagRow").finish()
        }
    }
    #[automatically_derived]
    impl<'__soa> ::core::fmt::Debug for TagRowMut<'__soa> {
        #[inline]
        fn fmt(&self, __soa_f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            ::core::fmt::Formatter::debug_struct(__soa_f, "TagRowMut").finish()
        }
    }
    #[automatically_derived]
    impl<'__soa> ::core::fmt::Debug for TagColumns<'__soa> {
        #[inline]
        fn fmt(&self, __soa_f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            ::core::fmt::Formatter::debug_struct(__soa_f, "TagColumns").finish()
        }
    }
    #[automatically_derived]
    impl<'__soa> ::core::fmt::Debug for TagColumnsMut<'__soa> {
        #[inline]
        fn fmt(&self, __soa_f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            ::core::fmt::Formatter::debug_struct(__soa_f, "TagColumnsMut").finish()
        }
    }
    __soa::views! {
        pub TagRow TagRowMut TagColumns TagColumnsMut of Tag; [< '__soa >] [< '__soa >]
        [] lent for '__soa : [< '_, >] rows by __soa_view => __soa_view.__soa_marker,
        " Example: [`row_as_ref`](soa_runtime::row_as_ref#examples), the same for generic code."
        " Example: [`columns_as_ref`](soa_runtime::columns_as_ref#examples), the same for generic code."
    }
    __soa::links! {
        TagHub of Tag; [] [] [] [] in __soa_view =>
    }
};
