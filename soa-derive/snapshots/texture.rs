/// The hub that keeps every `Texture`: a column a field, reached by id.
pub struct TextureHub(::soa_runtime::Hub<Texture>);
/// The id of a `Texture` in its hub.
pub type TextureId = ::soa_runtime::Handle<
    Texture,
    ::core::primitive::u64,
    32u32,
    32u32,
>;
/// One `Texture` of a `TextureHub`: a reference a field.
pub struct TextureRow<'__soa> {
    /// Where shaders read it.
    pub view: &'__soa Option<View>,
    /// The column `mips`.
    pub mips: &'__soa u32,
    /// The column `usage`.
    usage: &'__soa Usage,
    /// The column `names`.
    names: &'__soa HashMap<u32, String>,
    /// The column `label`.
    pub(crate) label: &'__soa String,
}
/// One `Texture` of a `TextureHub`: a unique reference a field.
pub struct TextureRowMut<'__soa> {
    /// Where shaders read it.
    pub view: &'__soa mut Option<View>,
    /// The column `mips`.
    pub mips: &'__soa mut u32,
    /// The column `usage`.
    usage: &'__soa mut Usage,
    /// The column `names`.
    names: &'__soa mut HashMap<u32, String>,
    /// The column `label`.
    pub(crate) label: &'__soa mut String,
}
/// The columns of a `TextureHub`, each by its field's name.
pub struct TextureColumns<'__soa> {
    /// Where shaders read it.
    pub view: ::soa_runtime::Column<'__soa, Texture, Option<View>>,
    /// The column `mips`.
    pub mips: ::soa_runtime::Column<'__soa, Texture, u32>,
    /// The column `usage`.
    usage: ::soa_runtime::Column<'__soa, Texture, Usage>,
    /// The column `names`.
    names: ::soa_runtime::Column<'__soa, Texture, HashMap<u32, String>>,
    /// The column `label`.
    pub(crate) label: ::soa_runtime::Column<'__soa, Texture, String>,
}
///The columns of a `TextureHub`, each by its field's name, borrowed uniquely.
pub struct TextureColumnsMut<'__soa> {
    /// Where shaders read it.
    pub view: ::soa_runtime::ColumnMut<'__soa, Texture, Option<View>>,
    /// The column `mips`.
    pub mips: ::soa_runtime::ColumnMut<'__soa, Texture, u32>,
    /// The column `usage`.
    usage: ::soa_runtime::ColumnMut<'__soa, Texture, Usage>,
    /// The column `names`.
    names: ::soa_runtime::ColumnMut<'__soa, Texture, HashMap<u32, String>>,
    /// The column `label`.
    pub(crate) label: ::soa_runtime::ColumnMut<'__soa, Texture, String>,
}
const _: () = {
    use ::soa_runtime::__private as __soa;
    trait __SoaMustNotImplementDrop {}
    impl<__SoaRecord: ::core::ops::Drop> __SoaMustNotImplementDrop for __SoaRecord {}
    impl __SoaMustNotImplementDrop for Texture {}
    struct __SoaShape(::core::marker::PhantomData<fn() -> Texture>);
    #[automatically_derived]
    impl __soa::Shape for __SoaShape {
        type Record = Texture;
        type Fields = __soa::Pair<
            __soa::Pair<__soa::One<Option<View>>, __soa::One<u32>>,
            __soa::Pair<
                __soa::One<Usage>,
                __soa::Pair<__soa::One<HashMap<u32, String>>, __soa::One<String>>,
            >,
        >;
        #[inline]
        fn split(__soa_record: Texture) -> <Self as __soa::Shape>::Fields {
            let Texture {
                view: __soa_0,
                mips: __soa_1,
                usage: __soa_2,
                names: __soa_3,
                label: __soa_4,
            } = __soa_record;
            __soa::Pair(
                __soa::Pair(__soa::One(__soa_0), __soa::One(__soa_1)),
                __soa::Pair(
                    __soa::One(__soa_2),
                    __soa::Pair(__soa::One(__soa_3), __soa::One(__soa_4)),
                ),
            )
        }
        #[inline]
        fn join(__soa_fields: <Self as __soa::Shape>::Fields) -> Texture {
            Texture {
                view: __soa_fields.0.0.0,
                mips: __soa_fields.0.1.0,
                usage: __soa_fields.1.0.0,
                names: __soa_fields.1.1.0.0,
                label: __soa_fields.1.1.1.0,
            }
        }
        #[inline]
        fn row<'__soa>(
            __soa_parts: <<Self as __soa::Shape>::Fields as __soa::Fields>::Refs<'__soa>,
        ) -> TextureRow<'__soa>
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
        #[inline]
        fn row_mut<'__soa>(
            __soa_parts: <<Self as __soa::Shape>::Fields as __soa::Fields>::RefsMut<
                '__soa,
            >,
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
        #[inline]
        fn columns<'__soa>(
            __soa_keys: __soa::KeysOf<'__soa, Texture>,
            __soa_parts: <<Self as __soa::Shape>::Fields as __soa::Fields>::Slices<
                '__soa,
            >,
        ) -> TextureColumns<'__soa>
        where
            Self: '__soa,
        {
            TextureColumns {
                view: ::soa_runtime::Column::new(__soa_keys, __soa_parts.0.0),
                mips: ::soa_runtime::Column::new(__soa_keys, __soa_parts.0.1),
                usage: ::soa_runtime::Column::new(__soa_keys, __soa_parts.1.0),
                names: ::soa_runtime::Column::new(__soa_keys, __soa_parts.1.1.0),
                label: ::soa_runtime::Column::new(__soa_keys, __soa_parts.1.1.1),
            }
        }
        #[inline]
        fn columns_mut<'__soa>(
            __soa_keys: __soa::KeysOf<'__soa, Texture>,
            __soa_parts: <<Self as __soa::Shape>::Fields as __soa::Fields>::SlicesMut<
                '__soa,
            >,
        ) -> TextureColumnsMut<'__soa>
        where
            Self: '__soa,
        {
            TextureColumnsMut {
                view: ::soa_runtime::ColumnMut::new(__soa_keys, __soa_parts.0.0),
                mips: ::soa_runtime::ColumnMut::new(__soa_keys, __soa_parts.0.1),
                usage: ::soa_runtime::ColumnMut::new(__soa_keys, __soa_parts.1.0),
                names: ::soa_runtime::ColumnMut::new(__soa_keys, __soa_parts.1.1.0),
                label: ::soa_runtime::ColumnMut::new(__soa_keys, __soa_parts.1.1.1),
            }
        }
    }
    #[automatically_derived]
    impl ::soa_runtime::IdAllocator for Texture {
        type Id = TextureId;
        type Layout = ::soa_runtime::Slots;
        type Recycle = ::soa_runtime::Lifo;
        type Exhausted = ::soa_runtime::Retire;
        type Row<'__soa> = TextureRow<'__soa> where Self: '__soa;
        type RowMut<'__soa> = TextureRowMut<'__soa> where Self: '__soa;
        type Columns<'__soa> = TextureColumns<'__soa> where Self: '__soa;
        type ColumnsMut<'__soa> = TextureColumnsMut<'__soa> where Self: '__soa;
        const HUB: &'static ::core::primitive::str = "TextureHub";
        #[inline]
        fn shape() -> impl __soa::Shape<Record = Self> {
            __SoaShape(::core::marker::PhantomData)
        }
    }
    #[automatically_derived]
    impl ::soa_runtime::DefaultRow for Texture {
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
    impl TextureHub {
        /// Creates a hub without rows and without memory.
        #[must_use]
        #[inline]
        pub const fn new() -> Self {
            TextureHub(<::soa_runtime::Hub<Texture>>::new())
        }
        /// Creates a hub with memory for `rows` rows.
        ///
        /// # Panics
        ///
        /// If the id's index bits cannot tell so many rows apart, or there is no memory.
        #[must_use]
        #[track_caller]
        pub fn with_capacity(rows: ::core::primitive::usize) -> Self {
            TextureHub(<::soa_runtime::Hub<Texture>>::with_capacity(rows))
        }
    }
    #[automatically_derived]
    impl ::core::ops::Deref for TextureHub {
        type Target = ::soa_runtime::Hub<Texture>;
        #[inline]
        fn deref(&self) -> &::soa_runtime::Hub<Texture> {
            &self.0
        }
    }
    #[automatically_derived]
    impl ::core::ops::DerefMut for TextureHub {
        #[inline]
        fn deref_mut(&mut self) -> &mut ::soa_runtime::Hub<Texture> {
            &mut self.0
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<::soa_runtime::Hub<Texture>> for TextureHub {
        #[inline]
        fn from(__soa_hub: ::soa_runtime::Hub<Texture>) -> Self {
            TextureHub(__soa_hub)
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<TextureHub> for ::soa_runtime::Hub<Texture> {
        #[inline]
        fn from(__soa_hub: TextureHub) -> Self {
            __soa_hub.0
        }
    }
    #[automatically_derived]
    impl ::core::default::Default for TextureHub {
        #[inline]
        fn default() -> Self {
            Self::new()
        }
    }
    #[automatically_derived]
    impl ::core::iter::FromIterator<Texture> for TextureHub {
        fn from_iter<__SoaRows: ::core::iter::IntoIterator<Item = Texture>>(
            __soa_rows: __SoaRows,
        ) -> Self {
            TextureHub(::core::iter::FromIterator::from_iter(__soa_rows))
        }
    }
    #[automatically_derived]
    impl ::core::iter::Extend<Texture> for TextureHub {
        fn extend<__SoaRows: ::core::iter::IntoIterator<Item = Texture>>(
            &mut self,
            __soa_rows: __SoaRows,
        ) {
            ::core::iter::Extend::extend(&mut self.0, __soa_rows);
        }
    }
    #[automatically_derived]
    impl<'__soa> ::core::iter::IntoIterator for &'__soa TextureHub {
        type Item = <&'__soa ::soa_runtime::Hub<
            Texture,
        > as ::core::iter::IntoIterator>::Item;
        type IntoIter = <&'__soa ::soa_runtime::Hub<
            Texture,
        > as ::core::iter::IntoIterator>::IntoIter;
        #[inline]
        fn into_iter(self) -> <Self as ::core::iter::IntoIterator>::IntoIter {
            ::core::iter::IntoIterator::into_iter(&self.0)
        }
    }
    #[automatically_derived]
    impl<'__soa> ::core::iter::IntoIterator for &'__soa mut TextureHub {
        type Item = <&'__soa mut ::soa_runtime::Hub<
            Texture,
        > as ::core::iter::IntoIterator>::Item;
        type IntoIter = <&'__soa mut ::soa_runtime::Hub<
            Texture,
        > as ::core::iter::IntoIterator>::IntoIter;
        #[inline]
        fn into_iter(self) -> <Self as ::core::iter::IntoIterator>::IntoIter {
            ::core::iter::IntoIterator::into_iter(&mut self.0)
        }
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for TextureHub {
        fn fmt(&self, __soa_f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            ::core::fmt::Debug::fmt(&self.0, __soa_f)
        }
    }
    #[automatically_derived]
    impl<'__soa> ::core::clone::Clone for TextureRow<'__soa> {
        #[inline]
        fn clone(&self) -> Self {
            *self
        }
    }
    #[automatically_derived]
    impl<'__soa> ::core::marker::Copy for TextureRow<'__soa> {}
    #[automatically_derived]
    impl<'__soa> ::core::clone::Clone for TextureColumns<'__soa> {
        #[inline]
        fn clone(&self) -> Self {
            *self
        }
    }
    #[automatically_derived]
    impl<'__soa> ::core::marker::Copy for TextureColumns<'__soa> {}
};
