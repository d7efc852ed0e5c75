/** A hub of `Instance` records: one column per field, and ids for the rows.

 An id (`T::Id` below) is a [`InstanceId`], a row is a [`InstanceRow`] or [`InstanceRowMut`], and all columns together are [`InstanceColumns`] or [`InstanceColumnsMut`]. A hub is not indexed by ids: write `hub.row(id)`, or `hub.columns().field[id]` for one value.

 `#[soa(derive(Clone, PartialEq, Hash))]` above `struct Instance` adds `clone`, `==` and `hash_state`.*/
#[allow(rustdoc::all)]
struct InstanceHub(::soa_runtime::Hub<Instance>);
/** The id of a `Instance` in its [`InstanceHub`]: a [`Handle`](soa_runtime::Handle).

 It is `Copy`, it is compared, ordered and hashed, and it is printed and parsed as text, for example `3v1`. [`index`](soa_runtime::Handle::index) and [`generation`](soa_runtime::Handle::generation) return its parts, and [`to_bits`](soa_runtime::Handle::to_bits) and [`from_bits`](soa_runtime::Handle::from_bits) convert it to a number and back. `InstanceId::DANGLING` is an id that no hub issues. An `Option<InstanceId>` is not larger. `hub.contains(id)` returns whether its row is live.*/
#[allow(rustdoc::all)]
type InstanceId = ::soa_runtime::Handle<Instance, ::core::primitive::u64, 32u32, 32u32>;
/** One `Instance` of a [`InstanceHub`]: a reference per field.

 `#[soa(derive(Clone, PartialEq))]` above `struct Instance` adds `to_record` and `==`.*/
#[allow(rustdoc::all)]
struct InstanceRow<'__soa> {
    ///
    transform: &'__soa [f32; 16],
    ///
    pub tint: &'__soa u32,
    ///
    velocity: &'__soa [f32; 3],
}
/** One `Instance` of a [`InstanceHub`]: a mutable reference per field, or a [`TrackedMut`](soa_runtime::TrackedMut) if the field is tracked.

 `#[soa(derive(Clone, PartialEq))]` above `struct Instance` adds `to_record` and `==`.*/
#[allow(rustdoc::all)]
struct InstanceRowMut<'__soa> {
    ///
    transform: ::soa_runtime::TrackedMut<'__soa, [f32; 16]>,
    ///
    pub tint: ::soa_runtime::TrackedMut<'__soa, u32>,
    ///
    velocity: &'__soa mut [f32; 3],
}
/// All columns of a [`InstanceHub`], by field.
#[allow(rustdoc::all)]
struct InstanceColumns<'__soa> {
    ///
    transform: ::soa_runtime::TrackedColumn<'__soa, Instance, [f32; 16]>,
    ///
    pub tint: ::soa_runtime::TrackedColumn<'__soa, Instance, u32>,
    ///
    velocity: ::soa_runtime::Column<'__soa, Instance, [f32; 3]>,
}
/// All columns of a [`InstanceHub`], by field, mutable.
#[allow(rustdoc::all)]
struct InstanceColumnsMut<'__soa> {
    ///
    transform: ::soa_runtime::TrackedColumnMut<'__soa, Instance, [f32; 16]>,
    ///
    pub tint: ::soa_runtime::TrackedColumnMut<'__soa, Instance, u32>,
    ///
    velocity: ::soa_runtime::ColumnMut<'__soa, Instance, [f32; 3]>,
}
const _: () = {
    use ::soa_runtime::__private as __soa;
    #[automatically_derived]
    impl __soa::DefaultRow for Instance {
        #[inline]
        fn default_row() -> Self {
            Instance {
                transform: <[f32; 16] as __soa::ColumnDefault>::column_default(),
                tint: WHITE,
                velocity: <[f32; 3] as __soa::ColumnDefault>::column_default(),
            }
        }
    }
    const _: () = const {
        use __soa::Undropped as _;
        ::core::assert!(
            ! __soa::Dropped:: < Instance < > > ::IS_DROPPED,
            "`Instance` implements `Drop`, so its fields cannot be moved into columns; implement `Drop` for the type of a field instead"
        )
    };
    struct __SoaShape(::core::marker::PhantomData<fn() -> Instance>);
    #[automatically_derived]
    unsafe impl __soa::Facts for __SoaShape {
        type Record = Instance;
        type Fields = __soa::Pair<
            __soa::Tracked<[f32; 16]>,
            __soa::Pair<__soa::Tracked<u32>, __soa::One<[f32; 3]>>,
        >;
        const OFFSETS: &'static [::core::primitive::usize] = {
            let _ = |
                __soa_from: &mut Instance,
                __soa_to: &mut <Self as __soa::Facts>::Fields|
            {
                __soa::same(&raw mut __soa_to.0.0, &raw mut __soa_from.transform);
                __soa::same(&raw mut __soa_to.1.0.0, &raw mut __soa_from.tint);
                __soa::same(&raw mut __soa_to.1.1.0, &raw mut __soa_from.velocity);
            };
            let _: fn(Instance) -> Instance = |__soa_record| Instance {
                transform: __soa_record.transform,
                tint: __soa_record.tint,
                velocity: __soa_record.velocity,
            };
            __soa::offsets!(
                Instance : __soa_record => [(* __soa_record).transform, (* __soa_record)
                .tint, (* __soa_record).velocity]
            )
        };
    }
    #[automatically_derived]
    impl __soa::Shape for __SoaShape {
        #[inline(always)]
        fn row<'__soa>(__soa_parts: __soa::Refs<'__soa, Self>) -> InstanceRow<'__soa>
        where
            Self: '__soa,
        {
            InstanceRow {
                transform: __soa_parts.0,
                tint: __soa_parts.1.0,
                velocity: __soa_parts.1.1,
            }
        }
        #[inline(always)]
        fn row_mut<'__soa>(
            __soa_parts: __soa::RefsMut<'__soa, Self>,
        ) -> InstanceRowMut<'__soa>
        where
            Self: '__soa,
        {
            InstanceRowMut {
                transform: __soa_parts.0,
                tint: __soa_parts.1.0,
                velocity: __soa_parts.1.1,
            }
        }
        #[inline(always)]
        fn columns<'__soa>(
            __soa_rows: __soa::LiveRows<'__soa, Instance>,
            __soa_parts: __soa::Slices<'__soa, Self>,
        ) -> InstanceColumns<'__soa>
        where
            Self: '__soa,
        {
            InstanceColumns {
                transform: __soa_rows.tracked_column(__soa_parts.0),
                tint: __soa_rows.tracked_column(__soa_parts.1.0),
                velocity: __soa_rows.column(__soa_parts.1.1),
            }
        }
        #[inline(always)]
        fn columns_mut<'__soa>(
            __soa_rows: __soa::LiveRows<'__soa, Instance>,
            __soa_parts: __soa::SlicesMut<'__soa, Self>,
        ) -> InstanceColumnsMut<'__soa>
        where
            Self: '__soa,
        {
            InstanceColumnsMut {
                transform: __soa_rows.tracked_column_mut(__soa_parts.0),
                tint: __soa_rows.tracked_column_mut(__soa_parts.1.0),
                velocity: __soa_rows.column_mut(__soa_parts.1.1),
            }
        }
        #[inline]
        fn row_as_ref<'__soa_lent, '__soa: '__soa_lent>(
            __soa_view: &'__soa_lent __soa::RowMut<'__soa, Instance>,
        ) -> __soa::Row<'__soa_lent, Instance>
        where
            Self: '__soa,
        {
            InstanceRow {
                transform: &__soa_view.transform,
                tint: &__soa_view.tint,
                velocity: &__soa_view.velocity,
            }
        }
        #[inline]
        fn columns_as_ref<'__soa_lent, '__soa: '__soa_lent>(
            __soa_view: &'__soa_lent __soa::ColumnsMut<'__soa, Instance>,
        ) -> __soa::Columns<'__soa_lent, Instance>
        where
            Self: '__soa,
        {
            InstanceColumns {
                transform: __soa_view.transform.share(),
                tint: __soa_view.tint.share(),
                velocity: __soa_view.velocity.share(),
            }
        }
    }
    #[automatically_derived]
    impl __soa::IdAllocator for Instance {
        type Id = InstanceId;
        type Layout = __soa::Dense;
        type Recycle = __soa::Lifo;
        type Exhausted = __soa::Retire;
        type Ticking = __soa::TrackedColumns;
        const HUB: &'static ::core::primitive::str = "InstanceHub";
        const COLUMNS: &'static [__soa::ColumnInfo] = &[
            __soa::ColumnInfo::of::<[f32; 16]>("transform", "[f32; 16]").tracked(),
            __soa::ColumnInfo::of::<u32>("tint", "u32").tracked(),
            __soa::ColumnInfo::of::<[f32; 3]>("velocity", "[f32; 3]"),
        ];
        #[inline]
        fn shape() -> impl __soa::Shape<Record = Self> {
            __SoaShape(::core::marker::PhantomData)
        }
    }
    #[automatically_derived]
    impl<'__soa> __soa::Views<'__soa> for Instance {
        type Row = InstanceRow<'__soa>;
        type RowMut = InstanceRowMut<'__soa>;
        type Columns = InstanceColumns<'__soa>;
        type ColumnsMut = InstanceColumnsMut<'__soa>;
    }
    #[automatically_derived]
    impl __soa::DebugRow for Instance {
        #[inline]
        fn debug_row<'__soa>(
            __soa_row: InstanceRow<'__soa>,
            __soa_show: &mut dyn ::core::ops::FnMut(&dyn ::core::fmt::Debug),
        ) {
            use __soa::{AnyField as _, TextField as _};
            __soa::Shown(__soa_row.transform).show(__soa_show);
            __soa::Shown(__soa_row.tint).show(__soa_show);
            __soa::Shown(__soa_row.velocity).show(__soa_show);
        }
    }
    __soa::hub! {
        InstanceHub of Instance; [] [] [] lent for '__soa : [< '__soa >] []
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for InstanceHub {
        #[inline]
        fn fmt(&self, __soa_f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            __soa::debug_rows(&self.0, __soa_f)
        }
    }
    #[automatically_derived]
    impl<'__soa> ::core::fmt::Debug for InstanceRow<'__soa> {
        #[inline]
        fn fmt(&self, __soa_f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            ::core::fmt::Formatter::debug_struct(__soa_f, "InstanceRow")
                .field("transform", &self.transform)
                .field("tint", &self.tint)
                .field("velocity", &self.velocity)
                .finish()
        }
    }
    #[automatically_derived]
    impl<'__soa> ::core::fmt::Debug for InstanceRowMut<'__soa> {
        #[inline]
        fn fmt(&self, __soa_f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            ::core::fmt::Formatter::debug_struct(__soa_f, "InstanceRowMut")
                .field("transform", &self.transform)
                .field("tint", &self.tint)
                .field("velocity", &self.velocity)
                .finish()
        }
    }
    #[automatically_derived]
    impl<'__soa> ::core::fmt::Debug for InstanceColumns<'__soa> {
        #[inline]
        fn fmt(&self, __soa_f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            ::core::fmt::Formatter::debug_struct(__soa_f, "InstanceColumns")
                .field("transform", &self.transform)
                .field("tint", &self.tint)
                .field("velocity", &self.velocity)
                .finish()
        }
    }
    #[automatically_derived]
    impl<'__soa> ::core::fmt::Debug for InstanceColumnsMut<'__soa> {
        #[inline]
        fn fmt(&self, __soa_f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            ::core::fmt::Formatter::debug_struct(__soa_f, "InstanceColumnsMut")
                .field("transform", &self.transform)
                .field("tint", &self.tint)
                .field("velocity", &self.velocity)
                .finish()
        }
    }
    __soa::views! {
        InstanceRow InstanceRowMut InstanceColumns InstanceColumnsMut of Instance; [<
        '__soa >] [< '__soa >] [] lent for '__soa : [< '_, >] rows by __soa_view =>
        __soa_view.transform,
        " Example: [`row_as_ref`](soa_runtime::row_as_ref#examples), the same for generic code."
        " Example: [`columns_as_ref`](soa_runtime::columns_as_ref#examples), the same for generic code."
    }
    __soa::links! {
        InstanceHub of Instance; [] [] [] [] in __soa_view =>
    }
};
