/** A hub of `Texture` records: one column per field, and ids for the rows.

 An id (`T::Id` below) is a [`TextureId`], a row is a [`TextureRow`] or [`TextureRowMut`], and all columns together are [`TextureColumns`] or [`TextureColumnsMut`]. A hub is not indexed by ids: write `hub.row(id)`, or `hub.columns().field[id]` for one value.

 `#[soa(derive(Clone, Debug, PartialEq, Hash))]` above `struct Texture` adds `clone`, `{:?}` of the rows, `==` and `hash_state`.*/
#[allow(rustdoc::all)]
pub struct TextureHub(::soa_runtime::Hub<Texture>);
/** The id of a `Texture` in its [`TextureHub`]: a [`Handle`](soa_runtime::Handle).

 It is `Copy`, it is compared, ordered and hashed, and it is printed and parsed as text, for example `3v1`. [`index`](soa_runtime::Handle::index) and [`generation`](soa_runtime::Handle::generation) return its parts, and [`to_bits`](soa_runtime::Handle::to_bits) and [`from_bits`](soa_runtime::Handle::from_bits) convert it to a number and back. `TextureId::DANGLING` is an id that no hub issues. An `Option<TextureId>` is not larger. `hub.contains(id)` returns whether its row is live.*/
#[allow(rustdoc::all)]
pub type TextureId = ::soa_runtime::Handle<
    Texture,
    ::core::primitive::u64,
    32u32,
    32u32,
>;
/** One `Texture` of a [`TextureHub`]: a reference per field.

 `#[soa(derive(Clone, Debug, PartialEq))]` above `struct Texture` adds `to_record`, `{:?}` and `==`.*/
#[allow(rustdoc::all)]
pub struct TextureRow<'__soa> {
    /// Where shaders read it.
    pub view: &'__soa Option<View>,
    ///
    pub mips: &'__soa u32,
    ///
    usage: &'__soa Usage,
    ///
    names: &'__soa HashMap<u32, String>,
    ///
    pub(crate) label: &'__soa String,
}
/** One `Texture` of a [`TextureHub`]: a mutable reference per field.

 `#[soa(derive(Clone, Debug, PartialEq))]` above `struct Texture` adds `to_record`, `{:?}` and `==`.*/
#[allow(rustdoc::all)]
pub struct TextureRowMut<'__soa> {
    /// Where shaders read it.
    pub view: &'__soa mut Option<View>,
    ///
    pub mips: &'__soa mut u32,
    ///
    usage: &'__soa mut Usage,
    ///
    names: &'__soa mut HashMap<u32, String>,
    ///
    pub(crate) label: &'__soa mut String,
}
/** All columns of a [`TextureHub`], by field.

 `#[soa(derive(Debug))]` above `struct Texture` adds `{:?}`.*/
#[allow(rustdoc::all)]
pub struct TextureColumns<'__soa> {
    /// Where shaders read it.
    pub view: ::soa_runtime::Column<'__soa, Texture, Option<View>>,
    ///
    pub mips: ::soa_runtime::Column<'__soa, Texture, u32>,
    ///
    usage: ::soa_runtime::Column<'__soa, Texture, Usage>,
    ///
    names: ::soa_runtime::Column<'__soa, Texture, HashMap<u32, String>>,
    ///
    pub(crate) label: ::soa_runtime::Column<'__soa, Texture, String>,
}
/** All columns of a [`TextureHub`], by field, mutable.

 `#[soa(derive(Debug))]` above `struct Texture` adds `{:?}`.*/
#[allow(rustdoc::all)]
pub struct TextureColumnsMut<'__soa> {
    /// Where shaders read it.
    pub view: ::soa_runtime::ColumnMut<'__soa, Texture, Option<View>>,
    ///
    pub mips: ::soa_runtime::ColumnMut<'__soa, Texture, u32>,
    ///
    usage: ::soa_runtime::ColumnMut<'__soa, Texture, Usage>,
    ///
    names: ::soa_runtime::ColumnMut<'__soa, Texture, HashMap<u32, String>>,
    ///
    pub(crate) label: ::soa_runtime::ColumnMut<'__soa, Texture, String>,
}
const _: () = {
    use ::soa_runtime::__private as __soa;
    #[automatically_derived]
    impl __soa::DefaultRow for Texture {
        #[inline]
        fn default_row() -> Self {
            Texture {
                view: <Option<View> as __soa::ColumnDefault>::column_default(),
                mips: 1,
                usage: Usage::Immutable,
                names: <HashMap<u32, String> as __soa::ColumnDefault>::column_default(),
                label: <String as __soa::ColumnDefault>::column_default(),
            }
        }
    }
    const _: () = const {
        use __soa::Undropped as _;
        ::core::assert!(
            ! __soa::Dropped:: < Texture < > > ::IS_DROPPED,
            "`Texture` implements `Drop`, so its fields cannot be moved into columns; implement `Drop` for the type of a field instead"
        )
    };
    struct __SoaShape(::core::marker::PhantomData<fn() -> Texture>);
    #[automatically_derived]
    unsafe impl __soa::Facts for __SoaShape {
        type Record = Texture;
        type Fields = __soa::Pair<
            __soa::Pair<__soa::One<Option<View>>, __soa::One<u32>>,
            __soa::Pair<
                __soa::One<Usage>,
                __soa::Pair<__soa::One<HashMap<u32, String>>, __soa::One<String>>,
            >,
        >;
        const OFFSETS: &'static [::core::primitive::usize] = {
            let _ = |
                __soa_from: &mut Texture,
                __soa_to: &mut <Self as __soa::Facts>::Fields|
            {
                __soa::same(&raw mut __soa_to.0.0.0, &raw mut __soa_from.view);
                __soa::same(&raw mut __soa_to.0.1.0, &raw mut __soa_from.mips);
                __soa::same(&raw mut __soa_to.1.0.0, &raw mut __soa_from.usage);
                __soa::same(&raw mut __soa_to.1.1.0.0, &raw mut __soa_from.names);
                __soa::same(&raw mut __soa_to.1.1.1.0, &raw mut __soa_from.label);
            };
            let _: fn(Texture) -> Texture = |__soa_record| Texture {
                view: __soa_record.view,
                mips: __soa_record.mips,
                usage: __soa_record.usage,
                names: __soa_record.names,
                label: __soa_record.label,
            };
            __soa::offsets!(
                Texture : __soa_record => [(* __soa_record).view, (* __soa_record).mips,
                (* __soa_record).usage, (* __soa_record).names, (* __soa_record).label]
            )
        };
    }
    #[automatically_derived]
    impl __soa::Shape for __SoaShape {
        #[inline(always)]
        fn row<'__soa>(__soa_parts: __soa::Refs<'__soa, Self>) -> TextureRow<'__soa>
        where
            Self: '__soa,
        {
            TextureRow {
                view: __soa_parts.0.0,
                mips: __soa_parts.0.1,
                usage: __soa_parts.1.0,
                names: __soa_parts.1.1.0,
                label: __soa_parts.1.1.1,
            }
        }
        #[inline(always)]
        fn row_mut<'__soa>(
            __soa_parts: __soa::RefsMut<'__soa, Self>,
        ) -> TextureRowMut<'__soa>
        where
            Self: '__soa,
        {
            TextureRowMut {
                view: __soa_parts.0.0,
                mips: __soa_parts.0.1,
                usage: __soa_parts.1.0,
                names: __soa_parts.1.1.0,
                label: __soa_parts.1.1.1,
            }
        }
        #[inline(always)]
        fn columns<'__soa>(
            __soa_rows: __soa::LiveRows<'__soa, Texture>,
            __soa_parts: __soa::Slices<'__soa, Self>,
        ) -> TextureColumns<'__soa>
        where
            Self: '__soa,
        {
            TextureColumns {
                view: __soa_rows.column(__soa_parts.0.0),
                mips: __soa_rows.column(__soa_parts.0.1),
                usage: __soa_rows.column(__soa_parts.1.0),
                names: __soa_rows.column(__soa_parts.1.1.0),
                label: __soa_rows.column(__soa_parts.1.1.1),
            }
        }
        #[inline(always)]
        fn columns_mut<'__soa>(
            __soa_rows: __soa::LiveRows<'__soa, Texture>,
            __soa_parts: __soa::SlicesMut<'__soa, Self>,
        ) -> TextureColumnsMut<'__soa>
        where
            Self: '__soa,
        {
            TextureColumnsMut {
                view: __soa_rows.column_mut(__soa_parts.0.0),
                mips: __soa_rows.column_mut(__soa_parts.0.1),
                usage: __soa_rows.column_mut(__soa_parts.1.0),
                names: __soa_rows.column_mut(__soa_parts.1.1.0),
                label: __soa_rows.column_mut(__soa_parts.1.1.1),
            }
        }
        #[inline]
        fn row_as_ref<'__soa_lent, '__soa: '__soa_lent>(
            __soa_view: &'__soa_lent __soa::RowMut<'__soa, Texture>,
        ) -> __soa::Row<'__soa_lent, Texture>
        where
            Self: '__soa,
        {
            TextureRow {
                view: &__soa_view.view,
                mips: &__soa_view.mips,
                usage: &__soa_view.usage,
                names: &__soa_view.names,
                label: &__soa_view.label,
            }
        }
        #[inline]
        fn columns_as_ref<'__soa_lent, '__soa: '__soa_lent>(
            __soa_view: &'__soa_lent __soa::ColumnsMut<'__soa, Texture>,
        ) -> __soa::Columns<'__soa_lent, Texture>
        where
            Self: '__soa,
        {
            TextureColumns {
                view: __soa_view.view.share(),
                mips: __soa_view.mips.share(),
                usage: __soa_view.usage.share(),
                names: __soa_view.names.share(),
                label: __soa_view.label.share(),
            }
        }
    }
    #[automatically_derived]
    impl __soa::IdAllocator for Texture {
        type Id = TextureId;
        type Layout = __soa::Slots;
        type Recycle = __soa::Lifo;
        type Exhausted = __soa::Retire;
        type Ticking = __soa::Untracked;
        const HUB: &'static ::core::primitive::str = "TextureHub";
        const COLUMNS: &'static [__soa::ColumnInfo] = &[
            __soa::ColumnInfo::of::<Option<View>>("view", "Option<View>"),
            __soa::ColumnInfo::of::<u32>("mips", "u32"),
            __soa::ColumnInfo::of::<Usage>("usage", "Usage"),
            __soa::ColumnInfo::of::<
                HashMap<u32, String>,
            >("names", "HashMap<u32, String>"),
            __soa::ColumnInfo::of::<String>("label", "String"),
        ];
        #[inline]
        fn shape() -> impl __soa::Shape<Record = Self> {
            __SoaShape(::core::marker::PhantomData)
        }
    }
    #[automatically_derived]
    impl<'__soa> __soa::Views<'__soa> for Texture {
        type Row = TextureRow<'__soa>;
        type RowMut = TextureRowMut<'__soa>;
        type Columns = TextureColumns<'__soa>;
        type ColumnsMut = TextureColumnsMut<'__soa>;
    }
    __soa::hub! {
        pub TextureHub of Texture; [] [] [] lent for '__soa : [< '__soa >] []
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for TextureHub {
        #[inline]
        fn fmt(&self, __soa_f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            ::core::fmt::Debug::fmt(&self.0, __soa_f)
        }
    }
    __soa::views! {
        pub TextureRow TextureRowMut TextureColumns TextureColumnsMut of Texture; [<
        '__soa >] [< '__soa >] [] lent for '__soa : [< '_, >] rows by __soa_view =>
        __soa_view.view,
        " Example: [`row_as_ref`](soa_runtime::row_as_ref#examples), the same for generic code."
        " Example: [`columns_as_ref`](soa_runtime::columns_as_ref#examples), the same for generic code."
    }
    __soa::links! {
        TextureHub of Texture; [] [] [] [] in __soa_view =>
    }
};
