/** A hub of `Unit` records: one column per field, and ids for the rows.

 An id (`T::Id` below) is a [`UnitId`], a row is a [`UnitRow`] or [`UnitRowMut`], and all columns together are [`UnitColumns`] or [`UnitColumnsMut`]. A hub is not indexed by ids: write `hub.row(id)`, or `hub.columns().field[id]` for one value.

 `#[soa(derive(Clone, Debug, PartialEq, Hash))]` above `struct Unit` adds `clone`, `{:?}` of the rows, `==` and `hash_state`.*/
#[allow(rustdoc::all)]
struct UnitHub(::soa_runtime::Hub<Unit>);
/** The id of a `Unit` in its [`UnitHub`]: a [`Handle`](soa_runtime::Handle).

 It is `Copy`, it is compared, ordered and hashed, and it is printed and parsed as text, for example `3v1`. [`index`](soa_runtime::Handle::index) and [`generation`](soa_runtime::Handle::generation) return its parts, and [`to_bits`](soa_runtime::Handle::to_bits) and [`from_bits`](soa_runtime::Handle::from_bits) convert it to a number and back. `UnitId::DANGLING` is an id that no hub issues. An `Option<UnitId>` is not larger. `hub.contains(id)` returns whether its row is live.*/
#[allow(rustdoc::all)]
type UnitId = ::soa_runtime::Handle<Unit, ::core::primitive::u64, 32u32, 32u32>;
/** One `Unit` of a [`UnitHub`]: a reference per field.

 `#[soa(derive(Clone, Debug, PartialEq))]` above `struct Unit` adds `to_record`, `{:?}` and `==`.*/
#[allow(rustdoc::all)]
struct UnitRow<'__soa> {
    ///
    map_pos: &'__soa [f32; 2],
    ///
    colour: &'__soa u32,
    ///
    shown: &'__soa u32,
    ///
    name: &'__soa String,
}
/** One `Unit` of a [`UnitHub`]: a mutable reference per field, or a [`TrackedMut`](soa_runtime::TrackedMut) if the field is tracked.

 `#[soa(derive(Clone, Debug, PartialEq))]` above `struct Unit` adds `to_record`, `{:?}` and `==`.*/
#[allow(rustdoc::all)]
struct UnitRowMut<'__soa> {
    ///
    map_pos: ::soa_runtime::TrackedMut<'__soa, [f32; 2]>,
    ///
    colour: ::soa_runtime::TrackedMut<'__soa, u32>,
    ///
    shown: ::soa_runtime::TrackedMut<'__soa, u32>,
    ///
    name: &'__soa mut String,
}
/** All columns of a [`UnitHub`], by field.

 `#[soa(derive(Debug))]` above `struct Unit` adds `{:?}`.*/
#[allow(rustdoc::all)]
struct UnitColumns<'__soa> {
    ///
    map_pos: ::soa_runtime::TrackedColumn<'__soa, Unit, [f32; 2]>,
    ///
    colour: ::soa_runtime::TrackedColumn<'__soa, Unit, u32>,
    ///
    shown: ::soa_runtime::TrackedColumn<'__soa, Unit, u32>,
    ///
    name: ::soa_runtime::Column<'__soa, Unit, String>,
}
/** All columns of a [`UnitHub`], by field, mutable.

 `#[soa(derive(Debug))]` above `struct Unit` adds `{:?}`.*/
#[allow(rustdoc::all)]
struct UnitColumnsMut<'__soa> {
    ///
    map_pos: ::soa_runtime::TrackedColumnMut<'__soa, Unit, [f32; 2]>,
    ///
    colour: ::soa_runtime::TrackedColumnMut<'__soa, Unit, u32>,
    ///
    shown: ::soa_runtime::TrackedColumnMut<'__soa, Unit, u32>,
    ///
    name: ::soa_runtime::ColumnMut<'__soa, Unit, String>,
}
const _: () = {
    use ::soa_runtime::__private as __soa;
    #[automatically_derived]
    impl __soa::DefaultRow for Unit {
        #[inline]
        fn default_row() -> Self {
            Unit {
                map_pos: <[f32; 2] as __soa::ColumnDefault>::column_default(),
                colour: <u32 as __soa::ColumnDefault>::column_default(),
                shown: <u32 as __soa::ColumnDefault>::column_default(),
                name: <String as __soa::ColumnDefault>::column_default(),
            }
        }
    }
    const _: () = const {
        use __soa::Undropped as _;
        ::core::assert!(
            ! __soa::Dropped:: < Unit < > > ::IS_DROPPED,
            "`Unit` implements `Drop`, so its fields cannot be moved into columns; implement `Drop` for the type of a field instead"
        )
    };
    struct __SoaShape(::core::marker::PhantomData<fn() -> Unit>);
    #[automatically_derived]
    unsafe impl __soa::Facts for __SoaShape {
        type Record = Unit;
        type Fields = __soa::Pair<
            __soa::Pair<__soa::Tracked<[f32; 2]>, __soa::Tracked<u32>>,
            __soa::Pair<__soa::Tracked<u32>, __soa::One<String>>,
        >;
        const OFFSETS: &'static [::core::primitive::usize] = {
            let _ = |
                __soa_from: &mut Unit,
                __soa_to: &mut <Self as __soa::Facts>::Fields|
            {
                __soa::same(&raw mut __soa_to.0.0.0, &raw mut __soa_from.map_pos);
                __soa::same(&raw mut __soa_to.0.1.0, &raw mut __soa_from.colour);
                __soa::same(&raw mut __soa_to.1.0.0, &raw mut __soa_from.shown);
                __soa::same(&raw mut __soa_to.1.1.0, &raw mut __soa_from.name);
            };
            let _: fn(Unit) -> Unit = |__soa_record| Unit {
                map_pos: __soa_record.map_pos,
                colour: __soa_record.colour,
                shown: __soa_record.shown,
                name: __soa_record.name,
            };
            __soa::offsets!(
                Unit : __soa_record => [(* __soa_record).map_pos, (* __soa_record)
                .colour, (* __soa_record).shown, (* __soa_record).name]
            )
        };
    }
    #[automatically_derived]
    impl __soa::Shape for __SoaShape {
        #[inline(always)]
        fn row<'__soa>(__soa_parts: __soa::Refs<'__soa, Self>) -> UnitRow<'__soa>
        where
            Self: '__soa,
        {
            UnitRow {
                map_pos: __soa_parts.0.0,
                colour: __soa_parts.0.1,
                shown: __soa_parts.1.0,
                name: __soa_parts.1.1,
            }
        }
        #[inline(always)]
        fn row_mut<'__soa>(
            __soa_parts: __soa::RefsMut<'__soa, Self>,
        ) -> UnitRowMut<'__soa>
        where
            Self: '__soa,
        {
            UnitRowMut {
                map_pos: __soa_parts.0.0,
                colour: __soa_parts.0.1,
                shown: __soa_parts.1.0,
                name: __soa_parts.1.1,
            }
        }
        #[inline(always)]
        fn columns<'__soa>(
            __soa_rows: __soa::LiveRows<'__soa, Unit>,
            __soa_parts: __soa::Slices<'__soa, Self>,
        ) -> UnitColumns<'__soa>
        where
            Self: '__soa,
        {
            UnitColumns {
                map_pos: __soa_rows.tracked_column(__soa_parts.0.0),
                colour: __soa_rows.tracked_column(__soa_parts.0.1),
                shown: __soa_rows.tracked_column(__soa_parts.1.0),
                name: __soa_rows.column(__soa_parts.1.1),
            }
        }
        #[inline(always)]
        fn columns_mut<'__soa>(
            __soa_rows: __soa::LiveRows<'__soa, Unit>,
            __soa_parts: __soa::SlicesMut<'__soa, Self>,
        ) -> UnitColumnsMut<'__soa>
        where
            Self: '__soa,
        {
            UnitColumnsMut {
                map_pos: __soa_rows.tracked_column_mut(__soa_parts.0.0),
                colour: __soa_rows.tracked_column_mut(__soa_parts.0.1),
                shown: __soa_rows.tracked_column_mut(__soa_parts.1.0),
                name: __soa_rows.column_mut(__soa_parts.1.1),
            }
        }
        #[inline]
        fn row_as_ref<'__soa_lent, '__soa: '__soa_lent>(
            __soa_view: &'__soa_lent __soa::RowMut<'__soa, Unit>,
        ) -> __soa::Row<'__soa_lent, Unit>
        where
            Self: '__soa,
        {
            UnitRow {
                map_pos: &__soa_view.map_pos,
                colour: &__soa_view.colour,
                shown: &__soa_view.shown,
                name: &__soa_view.name,
            }
        }
        #[inline]
        fn columns_as_ref<'__soa_lent, '__soa: '__soa_lent>(
            __soa_view: &'__soa_lent __soa::ColumnsMut<'__soa, Unit>,
        ) -> __soa::Columns<'__soa_lent, Unit>
        where
            Self: '__soa,
        {
            UnitColumns {
                map_pos: __soa_view.map_pos.share(),
                colour: __soa_view.colour.share(),
                shown: __soa_view.shown.share(),
                name: __soa_view.name.share(),
            }
        }
    }
    #[automatically_derived]
    impl __soa::IdAllocator for Unit {
        type Id = UnitId;
        type Layout = __soa::Slots;
        type Recycle = __soa::Lifo;
        type Exhausted = __soa::Retire;
        type Ticking = __soa::TrackedSlots;
        const HUB: &'static ::core::primitive::str = "UnitHub";
        const COLUMNS: &'static [__soa::ColumnInfo] = &[
            __soa::ColumnInfo::of::<[f32; 2]>("map_pos", "[f32; 2]").tracked(),
            __soa::ColumnInfo::of::<u32>("colour", "u32").tracked(),
            __soa::ColumnInfo::of::<u32>("shown", "u32").tracked(),
            __soa::ColumnInfo::of::<String>("name", "String"),
        ];
        #[inline]
        fn shape() -> impl __soa::Shape<Record = Self> {
            __SoaShape(::core::marker::PhantomData)
        }
    }
    #[automatically_derived]
    impl __soa::TrackedRecord for Unit {}
    #[automatically_derived]
    impl<'__soa> __soa::Views<'__soa> for Unit {
        type Row = UnitRow<'__soa>;
        type RowMut = UnitRowMut<'__soa>;
        type Columns = UnitColumns<'__soa>;
        type ColumnsMut = UnitColumnsMut<'__soa>;
    }
    __soa::hub! {
        UnitHub of Unit; [] [] [] lent for '__soa : [< '__soa >] []
    }
    #[automatically_derived]
    impl ::core::fmt::Debug for UnitHub {
        #[inline]
        fn fmt(&self, __soa_f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
            ::core::fmt::Debug::fmt(&self.0, __soa_f)
        }
    }
    __soa::views! {
        UnitRow UnitRowMut UnitColumns UnitColumnsMut of Unit; [< '__soa >] [< '__soa >]
        [] lent for '__soa : [< '_, >] rows by __soa_view => __soa_view.map_pos,
        " Example: [`row_as_ref`](soa_runtime::row_as_ref#examples), the same for generic code."
        " Example: [`columns_as_ref`](soa_runtime::columns_as_ref#examples), the same for generic code."
    }
    __soa::links! {
        UnitHub of Unit; [] [] [] [] in __soa_view =>
    }
    #[derive(__soa::serde::Serialize)]
    #[serde(
        crate = ":: soa_runtime :: __private :: serde",
        bound = "",
        rename = "Unit",
        rename_all = "camelCase"
    )]
    #[serde(remote = "UnitRow")]
    struct __SoaLent<'__soa> {
        #[serde(alias = "place")]
        map_pos: [f32; 2],
        #[serde(with = "hex")]
        colour: u32,
        #[serde(skip)]
        shown: u32,
        name: String,
        #[serde(skip)]
        __soa_marker: ::core::marker::PhantomData<&'__soa Unit>,
    }
    #[automatically_derived]
    impl<'__soa> __soa::serde::Serialize for UnitRow<'__soa> {
        fn serialize<__SoaSerializer: __soa::serde::Serializer>(
            &self,
            __soa_serializer: __SoaSerializer,
        ) -> __soa::Written<__SoaSerializer> {
            <__SoaLent<'__soa>>::serialize(self, __soa_serializer)
        }
    }
    #[automatically_derived]
    impl __soa::serde::Serialize for UnitHub {
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
        bound = "",
        rename = "Unit",
        rename_all = "camelCase"
    )]
    #[serde(expecting = "struct Unit", remote = "Unit")]
    struct __SoaOwned {
        #[serde(alias = "place")]
        map_pos: [f32; 2],
        #[serde(with = "hex", default)]
        colour: u32,
        #[serde(skip, default)]
        shown: u32,
        name: String,
    }
    #[automatically_derived]
    impl<'de> __soa::DeserializeRow<'de> for Unit {
        fn deserialize_row<__SoaDeserializer: __soa::serde::Deserializer<'de>>(
            __soa_deserializer: __SoaDeserializer,
        ) -> __soa::Read<'de, Self, __SoaDeserializer> {
            <__SoaOwned>::deserialize(__soa_deserializer)
        }
    }
    #[automatically_derived]
    impl<'de> __soa::serde::Deserialize<'de> for UnitHub {
        fn deserialize<__SoaDeserializer: __soa::serde::Deserializer<'de>>(
            __soa_deserializer: __SoaDeserializer,
        ) -> __soa::Read<'de, Self, __SoaDeserializer> {
            ::core::result::Result::map(
                <::soa_runtime::Hub<
                    Unit,
                > as __soa::serde::Deserialize<'de>>::deserialize(__soa_deserializer),
                UnitHub,
            )
        }
    }
    #[automatically_derived]
    impl __soa::EditRow for Unit {
        const FIELDS: &'static [::core::option::Option<
            &'static ::core::primitive::str,
        >] = &[
            ::core::option::Option::Some("mapPos"),
            ::core::option::Option::Some("colour"),
            ::core::option::Option::None,
            ::core::option::Option::Some("name"),
        ];
        fn set_field<'de, __SoaDeserializer: __soa::serde::Deserializer<'de>>(
            __soa_row: __soa::RowMut<'_, Self>,
            __soa_column: &::core::primitive::str,
            __soa_deserializer: __SoaDeserializer,
        ) -> ::core::result::Result<(), __soa::SetFieldError<__SoaDeserializer::Error>> {
            match __soa_column {
                "mapPos" | "place" => {
                    __soa::write_field(
                        __soa_row.map_pos,
                        __soa::serde::Deserialize::deserialize(__soa_deserializer),
                    )
                }
                "colour" => {
                    __soa::write_field(
                        __soa_row.colour,
                        hex::deserialize(__soa_deserializer),
                    )
                }
                "name" => {
                    __soa::write_field(
                        __soa_row.name,
                        __soa::serde::Deserialize::deserialize(__soa_deserializer),
                    )
                }
                _ => ::core::result::Result::Err(__soa::SetFieldError::UnknownColumn),
            }
        }
        fn get_field<__SoaSerializer: __soa::serde::Serializer>(
            __soa_row: __soa::Row<'_, Self>,
            __soa_column: &::core::primitive::str,
            __soa_serializer: __SoaSerializer,
        ) -> ::core::option::Option<__soa::Written<__SoaSerializer>> {
            ::core::option::Option::Some(
                match __soa_column {
                    "mapPos" | "place" => {
                        __soa::serde::Serialize::serialize(
                            __soa_row.map_pos,
                            __soa_serializer,
                        )
                    }
                    "colour" => hex::serialize(__soa_row.colour, __soa_serializer),
                    "name" => {
                        __soa::serde::Serialize::serialize(
                            __soa_row.name,
                            __soa_serializer,
                        )
                    }
                    _ => return ::core::option::Option::None,
                },
            )
        }
        fn make(__soa_hub: &mut __soa::Hub<Self>) -> ::core::option::Option<Self::Id> {
            ::core::option::Option::Some(__soa::Hub::alloc(__soa_hub))
        }
    }
    struct __SoaWrite1(::core::marker::PhantomData<fn() -> Unit>);
    #[automatically_derived]
    impl __soa::WriteAs<u32> for __SoaWrite1 {
        fn write<__SoaSerializer: __soa::serde::Serializer>(
            __soa_value: &u32,
            __soa_serializer: __SoaSerializer,
        ) -> __soa::Written<__SoaSerializer> {
            hex::serialize(__soa_value, __soa_serializer)
        }
    }
    #[automatically_derived]
    impl __soa::SerializeDelta for Unit {
        const TRAVELLING: &'static ::core::primitive::str = "map_pos: [f32; 2] tracked; colour: u32 tracked hex; name: String";
        const WRITTEN: (
            &'static ::core::primitive::str,
            &'static [&'static ::core::primitive::str],
        ) = ("Unit", &["mapPos", "colour"]);
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
                    &__soa_changed.of::<[f32; 2], __soa::ByType>(__soa_columns.map_pos),
                )?;
            __soa_visit
                .column(
                    1usize,
                    &__soa_changed.of::<u32, __SoaWrite1>(__soa_columns.colour),
                )?;
            ::core::result::Result::Ok(())
        }
    }
    struct __SoaRead1(::core::marker::PhantomData<fn() -> Unit>);
    #[automatically_derived]
    impl<'de> __soa::ReadAs<'de, u32> for __SoaRead1 {
        fn read<__SoaDeserializer: __soa::serde::Deserializer<'de>>(
            __soa_deserializer: __SoaDeserializer,
        ) -> __soa::Read<'de, u32, __SoaDeserializer> {
            hex::deserialize(__soa_deserializer)
        }
    }
    #[doc(hidden)]
    pub struct __SoaChanges(
        __soa::NewColumns<
            Unit,
            __soa::Pair<
                __soa::NewValues<[f32; 2], __soa::ByType>,
                __soa::NewValues<u32, __SoaRead1>,
            >,
        >,
    );
    #[automatically_derived]
    impl<'de> __soa::serde::Deserialize<'de> for __SoaChanges {
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
    impl __soa::ReadChanges for Unit {
        const TRAVELLING: &'static ::core::primitive::str = "map_pos: [f32; 2] tracked; colour: u32 tracked hex; name: String";
        const READ: __soa::ReadStruct = __soa::ReadStruct {
            record: "Unit",
            fields: &["mapPos", "place", "colour"],
            columns: &[(&["mapPos", "place"], false), (&["colour"], true)],
            is_closed: false,
            expected: "the changed values of Unit",
        };
        type Changes = __SoaChanges;
        fn visit_changes(
            __soa_changes: &mut Self::Changes,
            __soa_columns: &mut __soa::ColumnsMut<'_, Self>,
            __soa_visit: &mut impl __soa::VisitChanges<Self>,
        ) {
            __soa::VisitChanges::column(
                __soa_visit,
                &mut __soa_changes.0.list.0,
                &mut __soa_columns.map_pos,
            );
            __soa::VisitChanges::column(
                __soa_visit,
                &mut __soa_changes.0.list.1,
                &mut __soa_columns.colour,
            );
        }
    }
    #[automatically_derived]
    impl __soa::SavedColumns for Unit {
        const SAVED: &'static [__soa::SavedColumn] = &[
            __soa::SavedColumn {
                names: &["mapPos", "place"],
                type_name: "[f32; 2]",
                concrete: ::core::option::Option::None,
                functions: "",
            },
            __soa::SavedColumn {
                names: &["colour"],
                type_name: "u32",
                concrete: ::core::option::Option::None,
                functions: "hex",
            },
            __soa::SavedColumn {
                names: &["name"],
                type_name: "String",
                concrete: ::core::option::Option::None,
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
                        let __soa_value: [f32; 2] = <[f32; 2] as __soa::ColumnDefault>::column_default();
                        __soa::serde::Serialize::serialize(
                            &__soa_value,
                            __soa_serializer,
                        )
                    }
                    1usize => {
                        let __soa_value: u32 = <u32 as __soa::ColumnDefault>::column_default();
                        hex::serialize(&__soa_value, __soa_serializer)
                    }
                    2usize => {
                        let __soa_value: String = <String as __soa::ColumnDefault>::column_default();
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
