/** A hub of `Sprite` records: one column per field, and ids for the rows.

 An id (`T::Id` below) is a [`SpriteKey`], a row is a [`SpriteRow`] or [`SpriteRowMut`], and all columns together are [`SpriteColumns`] or [`SpriteColumnsMut`]. A hub is not indexed by ids: write `hub.row(id)`, or `hub.columns().field[id]` for one value.*/
#[allow(rustdoc::all)]
pub struct Sprites<T: Copy, const N: usize>(
    ::engine::soa::Hub<Sprite<T, N>>,
)
where
    T: Shown;
/** The id of a `Sprite` in its [`Sprites`]: a [`Handle`](engine::soa::Handle).

 It is `Copy`, it is compared, ordered and hashed, and it is printed and parsed as text, for example `3v1`. [`index`](engine::soa::Handle::index), [`generation`](engine::soa::Handle::generation) and [`tag`](engine::soa::Handle::tag) return its parts, and [`to_bits`](engine::soa::Handle::to_bits) and [`from_bits`](engine::soa::Handle::from_bits) convert it to a number and back. `SpriteKey::DANGLING` is an id that no hub issues. An `Option<SpriteKey>` is not larger. `hub.contains(id)` returns whether its row is live.

 All hubs with the marker `Marked<T>` and the same bits have this one id type.*/
#[allow(rustdoc::all)]
pub type SpriteKey<T> = ::engine::soa::Handle<
    Marked<T>,
    ::core::primitive::u64,
    20u32,
    20u32,
    16u32,
>;
/// One `Sprite` of a [`Sprites`]: a reference per field.
#[allow(rustdoc::all)]
pub struct SpriteRow<'__soa, T: Copy, const N: usize>
where
    T: Shown,
{
    ///
    pub parent: &'__soa Option<SpriteKey<T>>,
    ///
    children: &'__soa Vec<Link<T>>,
    ///
    #[deprecated]
    #[allow(clippy::ref_option_ref, reason = "a view contains references")]
    r#type: &'__soa Option<&'static str>,
    ///
    frames: &'__soa [<T as Shown>::Frame; N],
    ///
    inner: &'__soa Box<[Sprite<T, N>; 0]>,
}
/// One `Sprite` of a [`Sprites`]: a mutable reference per field, or a [`TrackedMut`](engine::soa::TrackedMut) if the field is tracked.
#[allow(rustdoc::all)]
pub struct SpriteRowMut<'__soa, T: Copy, const N: usize>
where
    T: Shown,
{
    ///
    pub parent: &'__soa mut Option<SpriteKey<T>>,
    ///
    children: ::engine::soa::TrackedMut<'__soa, Vec<Link<T>>>,
    ///
    #[deprecated]
    r#type: &'__soa mut Option<&'static str>,
    ///
    frames: &'__soa mut [<T as Shown>::Frame; N],
    ///
    inner: &'__soa mut Box<[Sprite<T, N>; 0]>,
}
/// All columns of a [`Sprites`], by field.
#[allow(rustdoc::all)]
pub struct SpriteColumns<'__soa, T: Copy, const N: usize>
where
    T: Shown,
{
    ///
    pub parent: ::engine::soa::Column<'__soa, Sprite<T, N>, Option<SpriteKey<T>>>,
    ///
    children: ::engine::soa::TrackedColumn<'__soa, Sprite<T, N>, Vec<Link<T>>>,
    ///
    #[deprecated]
    r#type: ::engine::soa::Column<'__soa, Sprite<T, N>, Option<&'static str>>,
    ///
    frames: ::engine::soa::Column<'__soa, Sprite<T, N>, [<T as Shown>::Frame; N]>,
    ///
    inner: ::engine::soa::Column<'__soa, Sprite<T, N>, Box<[Sprite<T, N>; 0]>>,
}
/// All columns of a [`Sprites`], by field, mutable.
#[allow(rustdoc::all)]
pub struct SpriteColumnsMut<'__soa, T: Copy, const N: usize>
where
    T: Shown,
{
    ///
    pub parent: ::engine::soa::ColumnMut<'__soa, Sprite<T, N>, Option<SpriteKey<T>>>,
    ///
    children: ::engine::soa::TrackedColumnMut<'__soa, Sprite<T, N>, Vec<Link<T>>>,
    ///
    #[deprecated]
    r#type: ::engine::soa::ColumnMut<'__soa, Sprite<T, N>, Option<&'static str>>,
    ///
    frames: ::engine::soa::ColumnMut<'__soa, Sprite<T, N>, [<T as Shown>::Frame; N]>,
    ///
    inner: ::engine::soa::ColumnMut<'__soa, Sprite<T, N>, Box<[Sprite<T, N>; 0]>>,
}
const _: () = {
    use ::engine::soa::__private as __soa;
    #[automatically_derived]
    impl<T: Copy, const N: usize> __soa::DefaultRow for Sprite<T, N>
    where
        T: Shown,
        Box<[Sprite<T, N>; 0]>: ::core::default::Default,
        Option<SpriteKey<T>>: ::core::default::Default,
        Vec<Link<T>>: ::core::default::Default,
    {
        #[inline]
        fn default_row() -> Self {
            Sprite {
                parent: <Option<SpriteKey<T>> as __soa::ColumnDefault>::column_default(),
                children: <Vec<Link<T>> as __soa::ColumnDefault>::column_default(),
                r#type: <Option<&'static str> as __soa::ColumnDefault>::column_default(),
                frames: [Self::FIRST; N],
                inner: <Box<[Sprite<T, N>; 0]> as __soa::ColumnDefault>::column_default(),
            }
        }
    }
    struct __SoaShape<T: Copy, const N: usize>(
        ::core::marker::PhantomData<fn() -> Sprite<T, N>>,
    )
    where
        T: Shown;
    #[automatically_derived]
    unsafe impl<T: Copy, const N: usize> __soa::Facts for __SoaShape<T, N>
    where
        T: Shown,
    {
        type Record = Sprite<T, N>;
        type Fields = __soa::Aligned<
            64usize,
            __soa::Pair<
                __soa::Pair<
                    __soa::One<Option<SpriteKey<T>>>,
                    __soa::Tracked<Vec<Link<T>>>,
                >,
                __soa::Pair<
                    __soa::One<Option<&'static str>>,
                    __soa::Pair<
                        __soa::One<[<T as Shown>::Frame; N]>,
                        __soa::One<Box<[Sprite<T, N>; 0]>>,
                    >,
                >,
            >,
        >;
        const OFFSETS: &'static [::core::primitive::usize] = {
            const {
                use __soa::Undropped as _;
                ::core::assert!(
                    ! __soa::Dropped:: < Sprite < T, N > > ::IS_DROPPED,
                    "`Sprite` implements `Drop`, so its fields cannot be moved into columns; implement `Drop` for the type of a field instead"
                )
            };
            let _ = |
                __soa_from: &mut Sprite<T, N>,
                __soa_to: &mut <Self as __soa::Facts>::Fields|
            {
                __soa::same(&raw mut __soa_to.0.0.0.0, &raw mut __soa_from.parent);
                __soa::same(&raw mut __soa_to.0.0.1.0, &raw mut __soa_from.children);
                __soa::same(&raw mut __soa_to.0.1.0.0, &raw mut __soa_from.r#type);
                __soa::same(&raw mut __soa_to.0.1.1.0.0, &raw mut __soa_from.frames);
                __soa::same(&raw mut __soa_to.0.1.1.1.0, &raw mut __soa_from.inner);
            };
            let _: fn(Sprite<T, N>) -> Sprite<T, N> = |__soa_record| Sprite {
                parent: __soa_record.parent,
                children: __soa_record.children,
                r#type: __soa_record.r#type,
                frames: __soa_record.frames,
                inner: __soa_record.inner,
            };
            __soa::offsets!(
                Sprite < T, N > : __soa_record => [(* __soa_record).parent, (*
                __soa_record).children, (* __soa_record).r#type, (* __soa_record).frames,
                (* __soa_record).inner]
            )
        };
    }
    #[automatically_derived]
    impl<T: Copy, const N: usize> __soa::Shape for __SoaShape<T, N>
    where
        T: Shown,
    {
        #[inline(always)]
        fn row<'__soa>(__soa_parts: __soa::Refs<'__soa, Self>) -> SpriteRow<'__soa, T, N>
        where
            Self: '__soa,
        {
            SpriteRow {
                parent: __soa_parts.0.0,
                children: __soa_parts.0.1,
                r#type: __soa_parts.1.0,
                frames: __soa_parts.1.1.0,
                inner: __soa_parts.1.1.1,
            }
        }
        #[inline(always)]
        fn row_mut<'__soa>(
            __soa_parts: __soa::RefsMut<'__soa, Self>,
        ) -> SpriteRowMut<'__soa, T, N>
        where
            Self: '__soa,
        {
            SpriteRowMut {
                parent: __soa_parts.0.0,
                children: __soa_parts.0.1,
                r#type: __soa_parts.1.0,
                frames: __soa_parts.1.1.0,
                inner: __soa_parts.1.1.1,
            }
        }
        #[inline(always)]
        fn columns<'__soa>(
            __soa_rows: __soa::LiveRows<'__soa, Sprite<T, N>>,
            __soa_parts: __soa::Slices<'__soa, Self>,
        ) -> SpriteColumns<'__soa, T, N>
        where
            Self: '__soa,
        {
            SpriteColumns {
                parent: __soa_rows.column(__soa_parts.0.0),
                children: __soa_rows.tracked_column(__soa_parts.0.1),
                r#type: __soa_rows.column(__soa_parts.1.0),
                frames: __soa_rows.column(__soa_parts.1.1.0),
                inner: __soa_rows.column(__soa_parts.1.1.1),
            }
        }
        #[inline(always)]
        fn columns_mut<'__soa>(
            __soa_rows: __soa::LiveRows<'__soa, Sprite<T, N>>,
            __soa_parts: __soa::SlicesMut<'__soa, Self>,
        ) -> SpriteColumnsMut<'__soa, T, N>
        where
            Self: '__soa,
        {
            SpriteColumnsMut {
                parent: __soa_rows.column_mut(__soa_parts.0.0),
                children: __soa_rows.tracked_column_mut(__soa_parts.0.1),
                r#type: __soa_rows.column_mut(__soa_parts.1.0),
                frames: __soa_rows.column_mut(__soa_parts.1.1.0),
                inner: __soa_rows.column_mut(__soa_parts.1.1.1),
            }
        }
        #[inline]
        fn row_as_ref<'__soa_lent, '__soa: '__soa_lent>(
            __soa_view: &'__soa_lent __soa::RowMut<'__soa, Sprite<T, N>>,
        ) -> __soa::Row<'__soa_lent, Sprite<T, N>>
        where
            Self: '__soa,
        {
            SpriteRow {
                parent: &__soa_view.parent,
                children: &__soa_view.children,
                r#type: &__soa_view.r#type,
                frames: &__soa_view.frames,
                inner: &__soa_view.inner,
            }
        }
        #[inline]
        fn columns_as_ref<'__soa_lent, '__soa: '__soa_lent>(
            __soa_view: &'__soa_lent __soa::ColumnsMut<'__soa, Sprite<T, N>>,
        ) -> __soa::Columns<'__soa_lent, Sprite<T, N>>
        where
            Self: '__soa,
        {
            SpriteColumns {
                parent: __soa_view.parent.share(),
                children: __soa_view.children.share(),
                r#type: __soa_view.r#type.share(),
                frames: __soa_view.frames.share(),
                inner: __soa_view.inner.share(),
            }
        }
    }
    #[automatically_derived]
    impl<T: Copy, const N: usize> __soa::IdAllocator for Sprite<T, N>
    where
        T: Shown,
    {
        type Id = SpriteKey<T>;
        type Layout = __soa::Slots;
        type Recycle = __soa::Fifo<64u32>;
        type Exhausted = __soa::Wrap;
        type Ticking = __soa::TrackedColumns;
        const HUB: &'static ::core::primitive::str = "Sprites";
        const COLUMNS: &'static [__soa::ColumnInfo] = &[
            __soa::ColumnInfo::of::<
                Option<SpriteKey<T>>,
            >("parent", "Option<SpriteKey<T>>"),
            __soa::ColumnInfo::of::<Vec<Link<T>>>("children", "Vec<Link<T>>").tracked(),
            __soa::ColumnInfo::of::<
                Option<&'static str>,
            >("type", "Option<&'static str>"),
            __soa::ColumnInfo::of::<
                [<T as Shown>::Frame; N],
            >("frames", "[<T as Shown>::Frame; N]"),
            __soa::ColumnInfo::of::<Box<[Sprite<T, N>; 0]>>("inner", "Box<[Self; 0]>"),
        ];
        const LEFT_BEHIND: __soa::HolePolicy = __soa::HolePolicy::Kept;
        #[inline]
        fn shape() -> impl __soa::Shape<Record = Self> {
            __SoaShape(::core::marker::PhantomData)
        }
    }
    #[automatically_derived]
    impl<'__soa, T: Copy, const N: usize> __soa::Views<'__soa> for Sprite<T, N>
    where
        T: Shown,
    {
        type Row = SpriteRow<'__soa, T, N>;
        type RowMut = SpriteRowMut<'__soa, T, N>;
        type Columns = SpriteColumns<'__soa, T, N>;
        type ColumnsMut = SpriteColumnsMut<'__soa, T, N>;
    }
    #[automatically_derived]
    impl<T: Copy, const N: usize> __soa::CloneRow for Sprite<T, N>
    where
        T: Shown,
        T: ::core::clone::Clone,
        <T as Shown>::Frame: ::core::clone::Clone,
    {
        #[inline]
        fn clone_row<'__soa>(__soa_row: SpriteRow<'__soa, T, N>) -> Self {
            Sprite {
                parent: ::core::clone::Clone::clone(__soa_row.parent),
                children: ::core::clone::Clone::clone(__soa_row.children),
                r#type: ::core::clone::Clone::clone(__soa_row.r#type),
                frames: ::core::clone::Clone::clone(__soa_row.frames),
                inner: ::core::clone::Clone::clone(__soa_row.inner),
            }
        }
        #[inline]
        fn with_clone_shape<__SoaW: __soa::WithCloneShape<Self>>(
            __soa_with: __SoaW,
        ) -> __SoaW::Output {
            __soa::WithCloneShape::call(
                __soa_with,
                __SoaShape(::core::marker::PhantomData),
            )
        }
    }
    #[automatically_derived]
    impl<T: Copy, const N: usize> __soa::DebugRow for Sprite<T, N>
    where
        T: Shown,
        T: ::core::fmt::Debug,
        <T as Shown>::Frame: ::core::fmt::Debug,
    {
        #[inline]
        fn debug_row<'__soa>(
            __soa_row: SpriteRow<'__soa, T, N>,
            __soa_show: &mut dyn ::core::ops::FnMut(&dyn ::core::fmt::Debug),
        ) {
            use __soa::{AnyField as _, TextField as _};
            __soa::Shown(__soa_row.parent).show(__soa_show);
            __soa::Shown(__soa_row.children).show(__soa_show);
            __soa::Shown(__soa_row.r#type).show(__soa_show);
            __soa::Shown(__soa_row.frames).show(__soa_show);
            __soa::Shown(__soa_row.inner).show(__soa_show);
        }
    }
    #[automatically_derived]
    impl<T: Copy, const N: usize> __soa::HashRow for Sprite<T, N>
    where
        T: Shown,
        T: ::core::hash::Hash,
        <T as Shown>::Frame: ::core::hash::Hash,
    {
        #[inline]
        fn hash_row<'__soa, __SoaHasher: ::core::hash::Hasher>(
            __soa_row: SpriteRow<'__soa, T, N>,
            __soa_state: &mut __SoaHasher,
        ) {
            ::core::hash::Hash::hash(__soa_row.parent, __soa_state);
            ::core::hash::Hash::hash(__soa_row.children, __soa_state);
            ::core::hash::Hash::hash(__soa_row.r#type, __soa_state);
            ::core::hash::Hash::hash(__soa_row.frames, __soa_state);
            ::core::hash::Hash::hash(__soa_row.inner, __soa_state);
        }
    }
    #[automatically_derived]
    impl<T: Copy, const N: usize> ::core::default::Default for Sprite<T, N>
    where
        T: Shown,
        Box<[Sprite<T, N>; 0]>: ::core::default::Default,
        Option<SpriteKey<T>>: ::core::default::Default,
        Vec<Link<T>>: ::core::default::Default,
    {
        #[inline]
        fn default() -> Self {
            <Self as __soa::DefaultRow>::default_row()
        }
    }
    __soa::hub! {
        pub Sprites of Sprite < T, N >; [< T : Copy, const N : usize >] [< T, N >] [where
        T : Shown,] lent for '__soa : [< '__soa, T : Copy, const N : usize >] [where T :
        Shown,]
    }
    __soa::tagged! {
        pub Sprites of Sprite < T, N >; [< T : Copy, const N : usize >] [< T, N >] [where
        T : Shown,]
    }
    #[automatically_derived]
    impl<T: Copy, const N: usize> ::core::fmt::Debug for Sprites<T, N>
    where
        T: Shown,
        T: ::core::fmt::Debug,
        <T as Shown>::Frame: ::core::fmt::Debug,
    {
        #[inline]
        fn fmt(&self, __soa_f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            __soa::debug_rows(&self.0, __soa_f)
        }
    }
    #[automatically_derived]
    impl<T: Copy, const N: usize> ::core::clone::Clone for Sprites<T, N>
    where
        T: Shown,
        T: ::core::clone::Clone,
        <T as Shown>::Frame: ::core::clone::Clone,
    {
        #[inline]
        fn clone(&self) -> Self {
            Sprites(::core::clone::Clone::clone(&self.0))
        }
        #[inline]
        fn clone_from(&mut self, __soa_source: &Self) {
            ::core::clone::Clone::clone_from(&mut self.0, &__soa_source.0);
        }
    }
    #[automatically_derived]
    impl<T: Copy, const N: usize> ::core::cmp::PartialEq for Sprites<T, N>
    where
        T: Shown,
        T: ::core::cmp::PartialEq,
        <T as Shown>::Frame: ::core::cmp::PartialEq,
    {
        #[inline]
        fn eq(&self, __soa_other: &Self) -> ::core::primitive::bool {
            ::core::cmp::PartialEq::eq(&self.0, &__soa_other.0)
        }
    }
    #[automatically_derived]
    impl<T: Copy, const N: usize> ::core::cmp::Eq for Sprites<T, N>
    where
        T: Shown,
        T: ::core::cmp::Eq,
        <T as Shown>::Frame: ::core::cmp::Eq,
    {}
    #[automatically_derived]
    impl<'__soa, T: Copy, const N: usize> ::core::fmt::Debug for SpriteRow<'__soa, T, N>
    where
        T: Shown,
        T: ::core::fmt::Debug,
        <T as Shown>::Frame: ::core::fmt::Debug,
    {
        #[inline]
        fn fmt(&self, __soa_f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            ::core::fmt::Formatter::debug_struct(__soa_f, "SpriteRow")
                .field("parent", &self.parent)
                .field("children", &self.children)
                .field("type", &self.r#type)
                .field("frames", &self.frames)
                .field("inner", &self.inner)
                .finish()
        }
    }
    #[automatically_derived]
    impl<'__soa, T: Copy, const N: usize> ::core::fmt::Debug
    for SpriteRowMut<'__soa, T, N>
    where
        T: Shown,
        T: ::core::fmt::Debug,
        <T as Shown>::Frame: ::core::fmt::Debug,
    {
        #[inline]
        fn fmt(&self, __soa_f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            ::core::fmt::Formatter::debug_struct(__soa_f, "SpriteRowMut")
                .field("parent", &self.parent)
                .field("children", &self.children)
                .field("type", &self.r#type)
                .field("frames", &self.frames)
                .field("inner", &self.inner)
                .finish()
        }
    }
    #[automatically_derived]
    impl<'__soa, T: Copy, const N: usize> ::core::fmt::Debug
    for SpriteColumns<'__soa, T, N>
    where
        T: Shown,
        T: ::core::fmt::Debug,
        <T as Shown>::Frame: ::core::fmt::Debug,
    {
        #[inline]
        fn fmt(&self, __soa_f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            ::core::fmt::Formatter::debug_struct(__soa_f, "SpriteColumns")
                .field("parent", &self.parent)
                .field("children", &self.children)
                .field("type", &self.r#type)
                .field("frames", &self.frames)
                .field("inner", &self.inner)
                .finish()
        }
    }
    #[automatically_derived]
    impl<'__soa, T: Copy, const N: usize> ::core::fmt::Debug
    for SpriteColumnsMut<'__soa, T, N>
    where
        T: Shown,
        T: ::core::fmt::Debug,
        <T as Shown>::Frame: ::core::fmt::Debug,
    {
        #[inline]
        fn fmt(&self, __soa_f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            ::core::fmt::Formatter::debug_struct(__soa_f, "SpriteColumnsMut")
                .field("parent", &self.parent)
                .field("children", &self.children)
                .field("type", &self.r#type)
                .field("frames", &self.frames)
                .field("inner", &self.inner)
                .finish()
        }
    }
    #[automatically_derived]
    impl<'__soa, T: Copy, const N: usize> ::core::cmp::PartialEq
    for SpriteRow<'__soa, T, N>
    where
        T: Shown,
        T: ::core::cmp::PartialEq,
        <T as Shown>::Frame: ::core::cmp::PartialEq,
    {
        #[inline]
        fn eq(&self, __soa_other: &Self) -> ::core::primitive::bool {
            true && ::core::cmp::PartialEq::eq(&self.parent, &__soa_other.parent)
                && ::core::cmp::PartialEq::eq(&self.children, &__soa_other.children)
                && ::core::cmp::PartialEq::eq(&self.r#type, &__soa_other.r#type)
                && ::core::cmp::PartialEq::eq(&self.frames, &__soa_other.frames)
                && ::core::cmp::PartialEq::eq(&self.inner, &__soa_other.inner)
        }
    }
    #[automatically_derived]
    impl<'__soa, T: Copy, const N: usize> ::core::cmp::PartialEq
    for SpriteRowMut<'__soa, T, N>
    where
        T: Shown,
        T: ::core::cmp::PartialEq,
        <T as Shown>::Frame: ::core::cmp::PartialEq,
    {
        #[inline]
        fn eq(&self, __soa_other: &Self) -> ::core::primitive::bool {
            true && ::core::cmp::PartialEq::eq(&self.parent, &__soa_other.parent)
                && ::core::cmp::PartialEq::eq(&self.children, &__soa_other.children)
                && ::core::cmp::PartialEq::eq(&self.r#type, &__soa_other.r#type)
                && ::core::cmp::PartialEq::eq(&self.frames, &__soa_other.frames)
                && ::core::cmp::PartialEq::eq(&self.inner, &__soa_other.inner)
        }
    }
    #[automatically_derived]
    impl<'__soa, T: Copy, const N: usize> ::core::cmp::Eq for SpriteRow<'__soa, T, N>
    where
        T: Shown,
        T: ::core::cmp::Eq,
        <T as Shown>::Frame: ::core::cmp::Eq,
    {}
    #[automatically_derived]
    impl<'__soa, T: Copy, const N: usize> ::core::cmp::Eq for SpriteRowMut<'__soa, T, N>
    where
        T: Shown,
        T: ::core::cmp::Eq,
        <T as Shown>::Frame: ::core::cmp::Eq,
    {}
    fn __soa_is_eq<__SoaField: ::core::cmp::Eq>() {}
    impl<T: Copy, const N: usize> __SoaShape<T, N>
    where
        T: Shown,
        T: ::core::cmp::Eq,
        <T as Shown>::Frame: ::core::cmp::Eq,
    {
        fn __soa_fields_are_eq() {
            __soa_is_eq::<Option<SpriteKey<T>>>();
            __soa_is_eq::<Vec<Link<T>>>();
            __soa_is_eq::<Option<&'static str>>();
            __soa_is_eq::<[<T as Shown>::Frame; N]>();
            __soa_is_eq::<Box<[Sprite<T, N>; 0]>>();
        }
    }
    __soa::views! {
        pub SpriteRow SpriteRowMut SpriteColumns SpriteColumnsMut of Sprite < T, N >; [<
        '__soa, T : Copy, const N : usize >] [< '__soa, T, N >] [where T : Shown,] lent
        for '__soa : [< '_, T, N >] rows by __soa_view => __soa_view.parent,
        " Example: [`row_as_ref`](engine::soa::row_as_ref#examples), the same for generic code."
        " Example: [`columns_as_ref`](engine::soa::columns_as_ref#examples), the same for generic code."
    }
    __soa::copied! {
        pub SpriteRow SpriteRowMut of Sprite < T, N >; [< '__soa, T : Copy, const N :
        usize >] [< '__soa, T, N >] [where T : Shown, T : ::core::clone::Clone, < T as
        Shown > ::Frame : ::core::clone::Clone]
        " Example: [`CloneRow`](engine::soa::CloneRow#examples), the same for generic code."
    }
    __soa::links! {
        Sprites of Sprite < T, N >; [< T : Copy, const N : usize >] [< T, N >] [where T :
        Shown, Option < SpriteKey < T > > : __soa::Links, Vec < Link < T > > :
        __soa::Links] [where T : Shown, Sprite < T, N > : __soa::Links] in __soa_view =>
        [__soa_view.parent] [__soa_view.children]
    }
};
