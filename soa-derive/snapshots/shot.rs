/** A hub of `Shot` records: one column per field, and ids for the rows.

 An id (`T::Id` below) is a [`ShotId`], a row is a [`ShotRow`] or [`ShotRowMut`], and all columns together are [`ShotColumns`] or [`ShotColumnsMut`]. A hub is not indexed by ids: write `hub.row(id)`, or `hub.columns().field[id]` for one value.

 `#[soa(derive(Clone, Debug, PartialEq, Hash))]` above `struct Shot` adds `clone`, `{:?}` of the rows, `==` and `hash_state`.*/
#[allow(rustdoc::all)]
struct ShotHub<'a, T>(::soa_runtime::Hub<Shot<'a, T>>);
/** The id of a `Shot` in its [`ShotHub`]: a [`Handle`](soa_runtime::Handle).

 It is `Copy`, it is compared, ordered and hashed, and it is printed and parsed as text, for example `3v1`. [`index`](soa_runtime::Handle::index) and [`generation`](soa_runtime::Handle::generation) return its parts, and [`to_bits`](soa_runtime::Handle::to_bits) and [`from_bits`](soa_runtime::Handle::from_bits) convert it to a number and back. `ShotId::DANGLING` is an id that no hub issues. An `Option<ShotId>` is not larger. `hub.contains(id)` returns whether its row is live.*/
#[allow(rustdoc::all)]
type ShotId<'a, T> = ::soa_runtime::Handle<
    Shot<'a, T>,
    ::core::primitive::u64,
    32u32,
    32u32,
>;
/** One `Shot` of a [`ShotHub`]: a reference per field.

 `#[soa(derive(Clone, Debug, PartialEq))]` above `struct Shot` adds `to_record`, `{:?}` and `==`.*/
#[allow(rustdoc::all)]
struct ShotRow<'__soa, 'a, T> {
    ///
    target: &'__soa Option<T>,
    ///
    speed: &'__soa f32,
    ///
    owner: &'__soa &'a str,
    ///
    colour: &'__soa u32,
    ///
    hits: &'__soa Vec<T>,
}
/** One `Shot` of a [`ShotHub`]: a mutable reference per field, or a [`TrackedMut`](soa_runtime::TrackedMut) if the field is tracked.

 `#[soa(derive(Clone, Debug, PartialEq))]` above `struct Shot` adds `to_record`, `{:?}` and `==`.*/
#[allow(rustdoc::all)]
struct ShotRowMut<'__soa, 'a, T> {
    ///
    target: ::soa_runtime::TrackedMut<'__soa, Option<T>>,
    ///
    speed: ::soa_runtime::TrackedMut<'__soa, f32>,
    ///
    owner: ::soa_runtime::TrackedMut<'__soa, &'a str>,
    ///
    colour: &'__soa mut u32,
    ///
    hits: &'__soa mut Vec<T>,
}
/** All columns of a [`ShotHub`], by field.

 `#[soa(derive(Debug))]` above `struct Shot` adds `{:?}`.*/
#[allow(rustdoc::all)]
struct ShotColumns<'__soa, 'a, T> {
    ///
    target: ::soa_runtime::TrackedColumn<'__soa, Shot<'a, T>, Option<T>>,
    ///
    speed: ::soa_runtime::TrackedColumn<'__soa, Shot<'a, T>, f32>,
    ///
    owner: ::soa_runtime::TrackedColumn<'__soa, Shot<'a, T>, &'a str>,
    ///
    colour: ::soa_runtime::Column<'__soa, Shot<'a, T>, u32>,
    ///
    hits: ::soa_runtime::Column<'__soa, Shot<'a, T>, Vec<T>>,
}
/** All columns of a [`ShotHub`], by field, mutable.

 `#[soa(derive(Debug))]` above `struct Shot` adds `{:?}`.*/
#[allow(rustdoc::all)]
struct ShotColumnsMut<'__soa, 'a, T> {
    ///
    target: ::soa_runtime::TrackedColumnMut<'__soa, Shot<'a, T>, Option<T>>,
    ///
    speed: ::soa_runtime::TrackedColumnMut<'__soa, Shot<'a, T>, f32>,
    ///
    owner: ::soa_runtime::TrackedColumnMut<'__soa, Shot<'a, T>, &'a str>,
    ///
    colour: ::soa_runtime::ColumnMut<'__soa, Shot<'a, T>, u32>,
    ///
    hits: ::soa_runtime::ColumnMut<'__soa, Shot<'a, T>, Vec<T>>,
}
const _: () = {
    use ::soa_runtime::__private as __soa;
    struct __SoaShape<'a, T>(::core::marker::PhantomData<fn() -> Shot<'a, T>>);
    #[automatically_derived]
    unsafe impl<'a, T> __soa::Facts for __SoaShape<'a, T> {
        type Record = Shot<'a, T>;
        type Fields = __soa::Pair<
            __soa::Pair<__soa::Tracked<Option<T>>, __soa::Tracked<f32>>,
            __soa::Pair<
                __soa::Tracked<&'a str>,
                __soa::Pair<__soa::One<u32>, __soa::One<Vec<T>>>,
            >,
        >;
        const OFFSETS: &'static [::core::primitive::usize] = {
            const {
                use __soa::Undropped as _;
                ::core::assert!(
                    ! __soa::Dropped:: < Shot < 'a, T > > ::IS_DROPPED,
                    "`Shot` implements `Drop`, so its fields cannot be moved into columns; implement `Drop` for the type of a field instead"
                )
            };
            let _ = |
                __soa_from: &mut Shot<'a, T>,
                __soa_to: &mut <Self as __soa::Facts>::Fields|
            {
                __soa::same(&raw mut __soa_to.0.0.0, &raw mut __soa_from.target);
                __soa::same(&raw mut __soa_to.0.1.0, &raw mut __soa_from.speed);
                __soa::same(&raw mut __soa_to.1.0.0, &raw mut __soa_from.owner);
                __soa::same(&raw mut __soa_to.1.1.0.0, &raw mut __soa_from.colour);
                __soa::same(&raw mut __soa_to.1.1.1.0, &raw mut __soa_from.hits);
            };
            let _: fn(Shot<'a, T>) -> Shot<'a, T> = |__soa_record| Shot {
                target: __soa_record.target,
                speed: __soa_record.speed,
                owner: __soa_record.owner,
                colour: __soa_record.colour,
                hits: __soa_record.hits,
            };
            __soa::offsets!(
                Shot < 'a, T > : __soa_record => [(* __soa_record).target, (*
                __soa_record).speed, (* __soa_record).owner, (* __soa_record).colour, (*
                __soa_record).hits]
            )
        };
    }
    #[automatically_derived]
    impl<'a, T> __soa::Shape for __SoaShape<'a, T> {
        #[inline(always)]
        fn row<'__soa>(__soa_parts: __soa::Refs<'__soa, Self>) -> ShotRow<'__soa, 'a, T>
        where
            Self: '__soa,
        {
            ShotRow {
                target: __soa_parts.0.0,
                speed: __soa_parts.0.1,
                owner: __soa_parts.1.0,
                colour: __soa_parts.1.1.0,
                hits: __soa_parts.1.1.1,
            }
        }
        #[inline(always)]
        fn row_mut<'__soa>(
            __soa_parts: __soa::RefsMut<'__soa, Self>,
        ) -> ShotRowMut<'__soa, 'a, T>
        where
            Self: '__soa,
        {
            ShotRowMut {
                target: __soa_parts.0.0,
                speed: __soa_parts.0.1,
                owner: __soa_parts.1.0,
                colour: __soa_parts.1.1.0,
                hits: __soa_parts.1.1.1,
            }
        }
        #[inline(always)]
        fn columns<'__soa>(
            __soa_rows: __soa::LiveRows<'__soa, Shot<'a, T>>,
            __soa_parts: __soa::Slices<'__soa, Self>,
        ) -> ShotColumns<'__soa, 'a, T>
        where
            Self: '__soa,
        {
            ShotColumns {
                target: __soa_rows.tracked_column(__soa_parts.0.0),
                speed: __soa_rows.tracked_column(__soa_parts.0.1),
                owner: __soa_rows.tracked_column(__soa_parts.1.0),
                colour: __soa_rows.column(__soa_parts.1.1.0),
                hits: __soa_rows.column(__soa_parts.1.1.1),
            }
        }
        #[inline(always)]
        fn columns_mut<'__soa>(
            __soa_rows: __soa::LiveRows<'__soa, Shot<'a, T>>,
            __soa_parts: __soa::SlicesMut<'__soa, Self>,
        ) -> ShotColumnsMut<'__soa, 'a, T>
        where
            Self: '__soa,
        {
            ShotColumnsMut {
                target: __soa_rows.tracked_column_mut(__soa_parts.0.0),
                speed: __soa_rows.tracked_column_mut(__soa_parts.0.1),
                owner: __soa_rows.tracked_column_mut(__soa_parts.1.0),
                colour: __soa_rows.column_mut(__soa_parts.1.1.0),
                hits: __soa_rows.column_mut(__soa_parts.1.1.1),
            }
        }
        #[inline]
        fn row_as_ref<'__soa_lent, '__soa: '__soa_lent>(
            __soa_view: &'__soa_lent __soa::RowMut<'__soa, Shot<'a, T>>,
        ) -> __soa::Row<'__soa_lent, Shot<'a, T>>
        where
            Self: '__soa,
        {
            ShotRow {
                target: &__soa_view.target,
                speed: &__soa_view.speed,
                owner: &__soa_view.owner,
                colour: &__soa_view.colour,
                hits: &__soa_view.hits,
            }
        }
        #[inline]
        fn columns_as_ref<'__soa_lent, '__soa: '__soa_lent>(
            __soa_view: &'__soa_lent __soa::ColumnsMut<'__soa, Shot<'a, T>>,
        ) -> __soa::Columns<'__soa_lent, Shot<'a, T>>
        where
            Self: '__soa,
        {
            ShotColumns {
                target: __soa_view.target.share(),
                speed: __soa_view.speed.share(),
                owner: __soa_view.owner.share(),
                colour: __soa_view.colour.share(),
                hits: __soa_view.hits.share(),
            }
        }
    }
    #[automatically_derived]
    impl<'a, T> __soa::IdAllocator for Shot<'a, T> {
        type Id = ShotId<'a, T>;
        type Layout = __soa::Dense;
        type Recycle = __soa::Lifo;
        type Exhausted = __soa::Retire;
        type Ticking = __soa::TrackedSlots;
        const HUB: &'static ::core::primitive::str = "ShotHub";
        const COLUMNS: &'static [__soa::ColumnInfo] = &[
            __soa::ColumnInfo::of::<Option<T>>("target", "Option<T>").tracked(),
            __soa::ColumnInfo::of::<f32>("speed", "f32").tracked(),
            __soa::ColumnInfo::of::<&'a str>("owner", "&'a str").tracked(),
            __soa::ColumnInfo::of::<u32>("colour", "u32"),
            __soa::ColumnInfo::of::<Vec<T>>("hits", "Vec<T>"),
        ];
        #[inline]
        fn shape() -> impl __soa::Shape<Record = Self> {
            __SoaShape(::core::marker::PhantomData)
        }
    }
    #[automatically_derived]
    impl<'a, T> __soa::TrackedRecord for Shot<'a, T> {}
    #[automatically_derived]
    impl<'__soa, 'a, T> __soa::Views<'__soa> for Shot<'a, T> {
        type Row = ShotRow<'__soa, 'a, T>;
        type RowMut = ShotRowMut<'__soa, 'a, T>;
        type Columns = ShotColumns<'__soa, 'a, T>;
        type ColumnsMut = ShotColumnsMut<'__soa, 'a, T>;
    }
    __soa::hub! {
        ShotHub of Shot < 'a, T >; [< 'a, T >] [< 'a, T >] [] lent for '__soa : [<
        '__soa, 'a, T >] []
    }
    #[automatically_derived]
    impl<'a, T> ::core::fmt::Debug for ShotHub<'a, T> {
        #[inline]
        fn fmt(&self, __soa_f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            ::core::fmt::Debug::fmt(&self.0, __soa_f)
        }
    }
    __soa::views! {
        ShotRow ShotRowMut ShotColumns ShotColumnsMut of Shot < 'a, T >; [< '__soa, 'a, T
        >] [< '__soa, 'a, T >] [] lent for '__soa : [< '_, 'a, T >] rows by __soa_view =>
        __soa_view.target,
        " Example: [`row_as_ref`](soa_runtime::row_as_ref#examples), the same for generic code."
        " Example: [`columns_as_ref`](soa_runtime::columns_as_ref#examples), the same for generic code."
    }
    #[derive(__soa::serde::Serialize)]
    #[serde(
        crate = ":: soa_runtime :: __private :: serde",
        bound = "T : __soa :: serde :: Serialize",
        rename = "Bullet",
        deny_unknown_fields
    )]
    #[serde(remote = "ShotRow")]
    struct __SoaLent<'__soa, 'a, T> {
        target: Option<T>,
        #[serde(skip_deserializing, rename(serialize = "v"), alias = "v")]
        speed: f32,
        #[serde(skip_serializing)]
        owner: &'a str,
        #[serde(serialize_with = "to_hex", deserialize_with = "from_hex")]
        colour: u32,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        hits: Vec<T>,
        #[serde(skip)]
        __soa_marker: ::core::marker::PhantomData<&'__soa Shot<'a, T>>,
    }
    #[automatically_derived]
    impl<'__soa, 'a, T> __soa::serde::Serialize for ShotRow<'__soa, 'a, T>
    where
        T: __soa::serde::Serialize,
    {
        fn serialize<__SoaSerializer: __soa::serde::Serializer>(
            &self,
            __soa_serializer: __SoaSerializer,
        ) -> __soa::Written<__SoaSerializer> {
            if __soa::serde::Serializer::is_human_readable(&__soa_serializer) {
                <__SoaLent<'__soa, 'a, T>>::serialize(self, __soa_serializer)
            } else {
                #[derive(__soa::serde::Serialize)]
                #[serde(
                    crate = ":: soa_runtime :: __private :: serde",
                    bound = "T : __soa :: serde :: Serialize",
                    rename = "Bullet",
                    deny_unknown_fields
                )]
                #[serde(remote = "ShotRow")]
                struct __SoaLent<'__soa, 'a, T> {
                    target: Option<T>,
                    #[serde(rename(serialize = "v"), alias = "v", skip)]
                    speed: f32,
                    #[serde(skip)]
                    owner: &'a str,
                    #[serde(serialize_with = "to_hex", deserialize_with = "from_hex")]
                    colour: u32,
                    hits: Vec<T>,
                    #[serde(skip)]
                    __soa_marker: ::core::marker::PhantomData<&'__soa Shot<'a, T>>,
                }
                <__SoaLent<'__soa, 'a, T>>::serialize(self, __soa_serializer)
            }
        }
    }
    #[automatically_derived]
    impl<'a, T> __soa::serde::Serialize for ShotHub<'a, T>
    where
        T: __soa::serde::Serialize,
    {
        fn serialize<__SoaSerializer: __soa::serde::Serializer>(
            &self,
            __soa_serializer: __SoaSerializer,
        ) -> __soa::Written<__SoaSerializer> {
            __soa::serde::Serialize::serialize(&self.0, __soa_serializer)
        }
    }
    #[derive(__soa::serde::Deserialize)]
    #[serde(
        crate = ":: soa_runtime :: __private :: serde",
        bound = "T : __soa :: serde :: Deserialize < 'de > , Option < T > : :: core :: default :: Default , Vec < T > : :: core :: default :: Default",
        rename = "Bullet",
        deny_unknown_fields
    )]
    #[serde(expecting = "struct Shot", remote = "Shot")]
    struct __SoaOwned<'a, T> {
        target: Option<T>,
        #[serde(
            rename(serialize = "v"),
            alias = "v",
            default = "__SoaOwned :: < 'a , T > :: __soa_default_1",
            deserialize_with = "__SoaOwned :: < 'a , T > :: __soa_ignored_1"
        )]
        speed: f32,
        #[serde(skip_serializing, default = "owner")]
        owner: &'a str,
        #[serde(serialize_with = "to_hex", deserialize_with = "from_hex")]
        colour: u32,
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        hits: Vec<T>,
    }
    impl<'a, T> __SoaOwned<'a, T>
    where
        Option<T>: ::core::default::Default,
        Vec<T>: ::core::default::Default,
    {
        fn __soa_default_1() -> f32 {
            Shot::<'a, T>::SPEED
        }
        fn __soa_ignored_1<'de, __SoaDeserializer: __soa::serde::Deserializer<'de>>(
            __soa_deserializer: __SoaDeserializer,
        ) -> __soa::Read<'de, f32, __SoaDeserializer> {
            __soa::pass_over(__soa_deserializer, Self::__soa_default_1())
        }
    }
    #[automatically_derived]
    impl<'de: 'a, 'a, T> __soa::DeserializeRow<'de> for Shot<'a, T>
    where
        T: __soa::serde::Deserialize<'de>,
        Option<T>: ::core::default::Default,
        Vec<T>: ::core::default::Default,
    {
        fn deserialize_row<__SoaDeserializer: __soa::serde::Deserializer<'de>>(
            __soa_deserializer: __SoaDeserializer,
        ) -> __soa::Read<'de, Self, __SoaDeserializer> {
            if __soa::serde::Deserializer::is_human_readable(&__soa_deserializer) {
                <__SoaOwned<'a, T>>::deserialize(__soa_deserializer)
            } else {
                #[derive(__soa::serde::Deserialize)]
                #[serde(
                    crate = ":: soa_runtime :: __private :: serde",
                    bound = "T : __soa :: serde :: Deserialize < 'de > , Option < T > : :: core :: default :: Default , Vec < T > : :: core :: default :: Default",
                    rename = "Bullet",
                    deny_unknown_fields
                )]
                #[serde(expecting = "struct Shot", remote = "Shot")]
                struct __SoaOwned<'a, T> {
                    target: Option<T>,
                    #[serde(
                        rename(serialize = "v"),
                        alias = "v",
                        skip,
                        default = "__SoaOwned :: < 'a , T > :: __soa_default_1"
                    )]
                    speed: f32,
                    #[serde(skip, default = "owner")]
                    owner: &'a str,
                    #[serde(serialize_with = "to_hex", deserialize_with = "from_hex")]
                    colour: u32,
                    #[serde(default)]
                    hits: Vec<T>,
                }
                impl<'a, T> __SoaOwned<'a, T>
                where
                    Option<T>: ::core::default::Default,
                    Vec<T>: ::core::default::Default,
                {
                    fn __soa_default_1() -> f32 {
                        Shot::<'a, T>::SPEED
                    }
                }
                <__SoaOwned<'a, T>>::deserialize(__soa_deserializer)
            }
        }
    }
    #[automatically_derived]
    impl<'de: 'a, 'a, T> __soa::serde::Deserialize<'de> for ShotHub<'a, T>
    where
        T: __soa::serde::Deserialize<'de>,
        Option<T>: ::core::default::Default,
        Vec<T>: ::core::default::Default,
    {
        fn deserialize<__SoaDeserializer: __soa::serde::Deserializer<'de>>(
            __soa_deserializer: __SoaDeserializer,
        ) -> __soa::Read<'de, Self, __SoaDeserializer> {
            ::core::result::Result::map(
                <::soa_runtime::Hub<
                    Shot<'a, T>,
                > as __soa::serde::Deserialize<'de>>::deserialize(__soa_deserializer),
                ShotHub,
            )
        }
    }
    #[automatically_derived]
    impl<'a, T> __soa::SerializeDelta for Shot<'a, T>
    where
        T: __soa::serde::Serialize,
    {
        const TRAVELLING: &'static ::core::primitive::str = "target: Option<T> tracked; colour: u32 to_hex from_hex; hits: Vec<T>";
        const WRITTEN: (
            &'static ::core::primitive::str,
            &'static [&'static ::core::primitive::str],
        ) = ("Bullet", &["target"]);
        fn write_row<__SoaSerializer: __soa::serde::Serializer>(
            __soa_row: &__soa::Row<'_, Self>,
            __soa_serializer: __SoaSerializer,
        ) -> __soa::Written<__SoaSerializer> {
            __soa::serde::Serialize::serialize(__soa_row, __soa_serializer)
        }
        fn visit_written<__SoaVisit: __soa::VisitWritten<Self>>(
            __soa_changed: &__soa::ChangedRows<'_, Self>,
            __soa_visit: &mut __SoaVisit,
        ) -> ::core::result::Result<(), __SoaVisit::Error> {
            let __soa_columns = __soa_changed.columns();
            __soa_visit
                .column(
                    0usize,
                    &__soa_changed.of::<Option<T>, __soa::ByType>(__soa_columns.target),
                )?;
            ::core::result::Result::Ok(())
        }
    }
    #[doc(hidden)]
    pub struct __SoaChanges<'a, T>(
        __soa::NewColumns<Shot<'a, T>, __soa::NewValues<Option<T>, __soa::ByType>>,
    );
    #[automatically_derived]
    impl<'de: 'a, 'a, T> __soa::serde::Deserialize<'de> for __SoaChanges<'a, T>
    where
        T: __soa::serde::Deserialize<'de>,
        Option<T>: ::core::default::Default,
        Vec<T>: ::core::default::Default,
    {
        fn deserialize<__SoaDeserializer: __soa::serde::Deserializer<'de>>(
            __soa_deserializer: __SoaDeserializer,
        ) -> __soa::Read<'de, Self, __SoaDeserializer> {
            ::core::result::Result::map(
                __soa::serde::Deserialize::deserialize(__soa_deserializer),
                __SoaChanges,
            )
        }
    }
    #[automatically_derived]
    impl<'a, T> __soa::ReadChanges for Shot<'a, T> {
        const TRAVELLING: &'static ::core::primitive::str = "target: Option<T> tracked; colour: u32 to_hex from_hex; hits: Vec<T>";
        const READ: __soa::ReadStruct = __soa::ReadStruct {
            record: "Bullet",
            fields: &["target"],
            columns: &[(&["target"], true)],
            is_closed: true,
            expected: "the changed values of Shot",
        };
        type Changes = __SoaChanges<'a, T>;
        fn visit_changes(
            __soa_changes: &mut Self::Changes,
            __soa_columns: &mut __soa::ColumnsMut<'_, Self>,
            __soa_visit: &mut impl __soa::VisitChanges<Self>,
        ) {
            __soa::VisitChanges::column(
                __soa_visit,
                &mut __soa_changes.0.list,
                &mut __soa_columns.target,
            );
        }
    }
    #[automatically_derived]
    impl<'a, T> __soa::SavedColumns for Shot<'a, T>
    where
        T: __soa::serde::Serialize,
        Option<T>: ::core::default::Default,
        Vec<T>: ::core::default::Default,
    {
        const SAVED: &'static [__soa::SavedColumn] = &[
            __soa::SavedColumn {
                names: &["target"],
                type_name: "Option<T>",
                concrete: ::core::option::Option::Some(
                    ::core::any::type_name::<Option<T>>,
                ),
                functions: "",
            },
            __soa::SavedColumn {
                names: &["colour"],
                type_name: "u32",
                concrete: ::core::option::Option::None,
                functions: "to_hex, from_hex",
            },
            __soa::SavedColumn {
                names: &["hits"],
                type_name: "Vec<T>",
                concrete: ::core::option::Option::Some(::core::any::type_name::<Vec<T>>),
                functions: "",
            },
        ];
        fn write_default<__SoaSerializer: __soa::serde::Serializer>(
            __soa_column: ::core::primitive::usize,
            __soa_serializer: __SoaSerializer,
        ) -> ::core::option::Option<__soa::Written<__SoaSerializer>> {
            ::core::option::Option::Some(
                match __soa_column {
                    0usize => {
                        let __soa_value: Option<T> = <Option<
                            T,
                        > as __soa::ColumnDefault>::column_default();
                        __soa::serde::Serialize::serialize(
                            &__soa_value,
                            __soa_serializer,
                        )
                    }
                    2usize => {
                        let __soa_value: Vec<T> = <Vec<
                            T,
                        > as __soa::ColumnDefault>::column_default();
                        __soa::serde::Serialize::serialize(
                            &__soa_value,
                            __soa_serializer,
                        )
                    }
                    _ => return ::core::option::Option::None,
                },
            )
        }
    }
};
