/** A hub of `Star` records: one column per field, and ids for the rows.

 An id (`T::Id` below) is a [`StarId`], a row is a [`StarRow`] or [`StarRowMut`], and all columns together are [`StarColumns`] or [`StarColumnsMut`]. A hub is not indexed by ids: write `hub.row(id)`, or `hub.columns().field[id]` for one value.

 `#[soa(derive(Clone, Debug, PartialEq, Hash))]` above `struct Star` adds `clone`, `{:?}` of the rows, `==` and `hash_state`.*/
#[allow(rustdoc::all)]
struct StarHub<T>(::soa_runtime::Hub<Star<T>>);
/** The id of a `Star` in its [`StarHub`]: a [`Handle`](soa_runtime::Handle).

 It is `Copy`, it is compared, ordered and hashed, and it is printed and parsed as text, for example `3v1`. [`index`](soa_runtime::Handle::index) and [`generation`](soa_runtime::Handle::generation) return its parts, and [`to_bits`](soa_runtime::Handle::to_bits) and [`from_bits`](soa_runtime::Handle::from_bits) convert it to a number and back. `StarId::DANGLING` is an id that no hub issues. An `Option<StarId>` is not larger. `hub.contains(id)` returns whether its row is live.*/
#[allow(rustdoc::all)]
type StarId<T> = ::soa_runtime::Handle<Star<T>, ::core::primitive::u64, 32u32, 32u32>;
/** One `Star` of a [`StarHub`]: a reference per field.

 `#[soa(derive(Clone, Debug, PartialEq))]` above `struct Star` adds `to_record`, `{:?}` and `==`.*/
#[allow(rustdoc::all)]
struct StarRow<'__soa, T> {
    ///
    light: &'__soa T,
    ///
    shown: &'__soa bool,
}
/** One `Star` of a [`StarHub`]: a mutable reference per field, or a [`TrackedMut`](soa_runtime::TrackedMut) if the field is tracked.

 `#[soa(derive(Clone, Debug, PartialEq))]` above `struct Star` adds `to_record`, `{:?}` and `==`.*/
#[allow(rustdoc::all)]
struct StarRowMut<'__soa, T> {
    ///
    light: ::soa_runtime::TrackedMut<'__soa, T>,
    ///
    shown: ::soa_runtime::TrackedMut<'__soa, bool>,
}
/** All columns of a [`StarHub`], by field.

 `#[soa(derive(Debug))]` above `struct Star` adds `{:?}`.*/
#[allow(rustdoc::all)]
struct StarColumns<'__soa, T> {
    ///
    light: ::soa_runtime::TrackedColumn<'__soa, Star<T>, T>,
    ///
    shown: ::soa_runtime::TrackedColumn<'__soa, Star<T>, bool>,
}
/** All columns of a [`StarHub`], by field, mutable.

 `#[soa(derive(Debug))]` above `struct Star` adds `{:?}`.*/
#[allow(rustdoc::all)]
struct StarColumnsMut<'__soa, T> {
    ///
    light: ::soa_runtime::TrackedColumnMut<'__soa, Star<T>, T>,
    ///
    shown: ::soa_runtime::TrackedColumnMut<'__soa, Star<T>, bool>,
}
const _: () = {
    use ::soa_runtime::__private as __soa;
    #[automatically_derived]
    impl<T> __soa::DefaultRow for Star<T>
    where
        T: ::core::default::Default,
    {
        #[inline]
        fn default_row() -> Self {
            Star {
                light: <T as __soa::ColumnDefault>::column_default(),
                shown: <bool as __soa::ColumnDefault>::column_default(),
            }
        }
    }
    struct __SoaShape<T>(::core::marker::PhantomData<fn() -> Star<T>>);
    #[automatically_derived]
    unsafe impl<T> __soa::Facts for __SoaShape<T> {
        type Record = Star<T>;
        type Fields = __soa::Pair<__soa::Tracked<T>, __soa::Tracked<bool>>;
        const OFFSETS: &'static [::core::primitive::usize] = {
            const {
                use __soa::Undropped as _;
                ::core::assert!(
                    ! __soa::Dropped:: < Star < T > > ::IS_DROPPED,
                    "`Star` implements `Drop`, so its fields cannot be moved into columns; implement `Drop` for the type of a field instead"
                )
            };
            let _ = |
                __soa_from: &mut Star<T>,
                __soa_to: &mut <Self as __soa::Facts>::Fields|
            {
                __soa::same(&raw mut __soa_to.0.0, &raw mut __soa_from.light);
                __soa::same(&raw mut __soa_to.1.0, &raw mut __soa_from.shown);
            };
            let _: fn(Star<T>) -> Star<T> = |__soa_record| Star {
                light: __soa_record.light,
                shown: __soa_record.shown,
            };
            __soa::offsets!(
                Star < T > : __soa_record => [(* __soa_record).light, (* __soa_record)
                .shown]
            )
        };
    }
    #[automatically_derived]
    impl<T> __soa::Shape for __SoaShape<T> {
        #[inline(always)]
        fn row<'__soa>(__soa_parts: __soa::Refs<'__soa, Self>) -> StarRow<'__soa, T>
        where
            Self: '__soa,
        {
            StarRow {
                light: __soa_parts.0,
                shown: __soa_parts.1,
            }
        }
        #[inline(always)]
        fn row_mut<'__soa>(
            __soa_parts: __soa::RefsMut<'__soa, Self>,
        ) -> StarRowMut<'__soa, T>
        where
            Self: '__soa,
        {
            StarRowMut {
                light: __soa_parts.0,
                shown: __soa_parts.1,
            }
        }
        #[inline(always)]
        fn columns<'__soa>(
            __soa_rows: __soa::LiveRows<'__soa, Star<T>>,
            __soa_parts: __soa::Slices<'__soa, Self>,
        ) -> StarColumns<'__soa, T>
        where
            Self: '__soa,
        {
            StarColumns {
                light: __soa_rows.tracked_column(__soa_parts.0),
                shown: __soa_rows.tracked_column(__soa_parts.1),
            }
        }
        #[inline(always)]
        fn columns_mut<'__soa>(
            __soa_rows: __soa::LiveRows<'__soa, Star<T>>,
            __soa_parts: __soa::SlicesMut<'__soa, Self>,
        ) -> StarColumnsMut<'__soa, T>
        where
            Self: '__soa,
        {
            StarColumnsMut {
                light: __soa_rows.tracked_column_mut(__soa_parts.0),
                shown: __soa_rows.tracked_column_mut(__soa_parts.1),
            }
        }
        #[inline]
        fn row_as_ref<'__soa_lent, '__soa: '__soa_lent>(
            __soa_view: &'__soa_lent __soa::RowMut<'__soa, Star<T>>,
        ) -> __soa::Row<'__soa_lent, Star<T>>
        where
            Self: '__soa,
        {
            StarRow {
                light: &__soa_view.light,
                shown: &__soa_view.shown,
            }
        }
        #[inline]
        fn columns_as_ref<'__soa_lent, '__soa: '__soa_lent>(
            __soa_view: &'__soa_lent __soa::ColumnsMut<'__soa, Star<T>>,
        ) -> __soa::Columns<'__soa_lent, Star<T>>
        where
            Self: '__soa,
        {
            StarColumns {
                light: __soa_view.light.share(),
                shown: __soa_view.shown.share(),
            }
        }
    }
    #[automatically_derived]
    impl<T> __soa::IdAllocator for Star<T> {
        type Id = StarId<T>;
        type Layout = __soa::Slots;
        type Recycle = __soa::Lifo;
        type Exhausted = __soa::Retire;
        type Ticking = __soa::TrackedSlots;
        const HUB: &'static ::core::primitive::str = "StarHub";
        const COLUMNS: &'static [__soa::ColumnInfo] = &[
            __soa::ColumnInfo::of::<T>("light", "T").tracked(),
            __soa::ColumnInfo::of::<bool>("shown", "bool").tracked(),
        ];
        #[inline]
        fn shape() -> impl __soa::Shape<Record = Self> {
            __SoaShape(::core::marker::PhantomData)
        }
    }
    #[automatically_derived]
    impl<T> __soa::TrackedRecord for Star<T> {}
    #[automatically_derived]
    impl<T> __soa::TrackedWhole for Star<T> {}
    #[automatically_derived]
    impl<'__soa, T> __soa::Views<'__soa> for Star<T> {
        type Row = StarRow<'__soa, T>;
        type RowMut = StarRowMut<'__soa, T>;
        type Columns = StarColumns<'__soa, T>;
        type ColumnsMut = StarColumnsMut<'__soa, T>;
    }
    __soa::hub! {
        StarHub of Star < T >; [< T >] [< T >] [] lent for '__soa : [< '__soa, T >] []
    }
    #[automatically_derived]
    impl<T> ::core::fmt::Debug for StarHub<T> {
        #[inline]
        fn fmt(&self, __soa_f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            ::core::fmt::Debug::fmt(&self.0, __soa_f)
        }
    }
    __soa::views! {
        StarRow StarRowMut StarColumns StarColumnsMut of Star < T >; [< '__soa, T >] [<
        '__soa, T >] [] lent for '__soa : [< '_, T >] rows by __soa_view => __soa_view
        .light,
        " Example: [`row_as_ref`](soa_runtime::row_as_ref#examples), the same for generic code."
        " Example: [`columns_as_ref`](soa_runtime::columns_as_ref#examples), the same for generic code."
    }
    __soa::links! {
        StarHub of Star < T >; [< T >] [< T >] [] [] in __soa_view =>
    }
};
