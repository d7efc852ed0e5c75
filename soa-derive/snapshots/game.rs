#[automatically_derived]
impl<'a, T: Shown> ::engine::soa::World for Game<'a, T> {
    const NAMES: &'static [&'static ::core::primitive::str] = &[
        "units",
        "bullets",
        "title",
    ];
    const KEYS: &'static [&'static ::core::primitive::str] = &[
        "version",
        "since",
        "tick",
        "units",
        "bullets",
        "title",
    ];
    type Parts<'__soa> = (
        ::engine::soa::Part<
            &'__soa ::engine::soa::Hub<<UnitHub<T> as ::engine::soa::AnyHub>::Record>,
        >,
        (
            ::engine::soa::Part<
                &'__soa ::engine::soa::Hub<<ShotHub as ::engine::soa::AnyHub>::Record>,
            >,
            (::engine::soa::Part<::engine::soa::Value<'__soa, &'a str>>, ()),
        ),
    )
    where
        Self: '__soa;
    type PartsMut<'__soa> = (
        ::engine::soa::Part<
            &'__soa mut ::engine::soa::Hub<<UnitHub<T> as ::engine::soa::AnyHub>::Record>,
        >,
        (
            ::engine::soa::Part<
                &'__soa mut ::engine::soa::Hub<
                    <ShotHub as ::engine::soa::AnyHub>::Record,
                >,
            >,
            (::engine::soa::Part<::engine::soa::ValueMut<'__soa, &'a str>>, ()),
        ),
    )
    where
        Self: '__soa;
    type Owned = (
        ::core::option::Option<
            ::engine::soa::Hub<<UnitHub<T> as ::engine::soa::AnyHub>::Record>,
        >,
        (
            ::core::option::Option<
                ::engine::soa::Hub<<ShotHub as ::engine::soa::AnyHub>::Record>,
            >,
            (::core::option::Option<::engine::soa::generic::OwnedValue<&'a str>>, ()),
        ),
    );
    #[inline]
    fn parts(&self) -> Self::Parts<'_> {
        (
            ::engine::soa::Part {
                name: "units",
                part: <UnitHub<T> as ::engine::soa::AnyHub>::as_hub(&self.units),
            },
            (
                ::engine::soa::Part {
                    name: "bullets",
                    part: <ShotHub as ::engine::soa::AnyHub>::as_hub(&self.r#shots),
                },
                (
                    ::engine::soa::Part {
                        name: "title",
                        part: ::engine::soa::Value(&self.title),
                    },
                    (),
                ),
            ),
        )
    }
    #[inline]
    fn parts_mut(&mut self) -> Self::PartsMut<'_> {
        (
            ::engine::soa::Part {
                name: "units",
                part: <UnitHub<T> as ::engine::soa::AnyHub>::as_hub_mut(&mut self.units),
            },
            (
                ::engine::soa::Part {
                    name: "bullets",
                    part: <ShotHub as ::engine::soa::AnyHub>::as_hub_mut(
                        &mut self.r#shots,
                    ),
                },
                (
                    ::engine::soa::Part {
                        name: "title",
                        part: ::engine::soa::ValueMut(&mut self.title),
                    },
                    (),
                ),
            ),
        )
    }
}
/// A copy of a `Game` that lives elsewhere and follows it by deltas.
pub(crate) struct GameMirror<'a, T: Shown> {
    /// The mirror of `Game::units`.
    pub units: ::engine::soa::Mirror<<UnitHub<T> as ::engine::soa::AnyHub>::Record>,
    /// The mirror of `Game::shots`.
    pub r#shots: ::engine::soa::Mirror<<ShotHub as ::engine::soa::AnyHub>::Record>,
    /// The value of `Game::title`.
    pub title: &'a str,
    #[doc(hidden)]
    pub __soa_marker: ::core::marker::PhantomData<fn() -> Game<'a, T>>,
}
const _: () = {
    use ::engine::soa::__private as __soa;
    #[automatically_derived]
    impl<'a, T: Shown> ::core::default::Default for GameMirror<'a, T> {
        fn default() -> Self {
            GameMirror {
                units: ::core::default::Default::default(),
                r#shots: ::core::default::Default::default(),
                title: ::core::default::Default::default(),
                __soa_marker: ::core::default::Default::default(),
            }
        }
    }
    #[automatically_derived]
    impl<'a, T: Shown> ::engine::soa::generic::WorldMirror for GameMirror<'a, T> {
        type World = Game<'a, T>;
        type PartsMut<'__soa> = (
            ::engine::soa::Part<
                &'__soa mut ::engine::soa::Mirror<
                    <UnitHub<T> as ::engine::soa::AnyHub>::Record,
                >,
            >,
            (
                ::engine::soa::Part<
                    &'__soa mut ::engine::soa::Mirror<
                        <ShotHub as ::engine::soa::AnyHub>::Record,
                    >,
                >,
                (::engine::soa::Part<::engine::soa::ValueMut<'__soa, &'a str>>, ()),
            ),
        )
        where
            Self: '__soa;
        fn tick(&self) -> ::engine::soa::Tick {
            __soa::lowest(&[self.units.tick(), self.r#shots.tick()])
        }
        fn parts_mut(&mut self) -> Self::PartsMut<'_> {
            (
                ::engine::soa::Part {
                    name: "units",
                    part: &mut self.units,
                },
                (
                    ::engine::soa::Part {
                        name: "bullets",
                        part: &mut self.r#shots,
                    },
                    (
                        ::engine::soa::Part {
                            name: "title",
                            part: ::engine::soa::ValueMut(&mut self.title),
                        },
                        (),
                    ),
                ),
            )
        }
    }
    impl<'a, T: Shown> GameMirror<'a, T>
    where
        Cache<T>: ::core::default::Default,
    {
        /// Makes a world of the mirror, with hubs that issue ids. Its fields that are no
        /// parts have their defaults.
        #[must_use]
        pub(crate) fn promote(self) -> Game<'a, T> {
            Game {
                units: <UnitHub<
                    T,
                > as ::engine::soa::AnyHub>::from_hub(self.units.promote()),
                r#shots: <ShotHub as ::engine::soa::AnyHub>::from_hub(
                    self.r#shots.promote(),
                ),
                title: self.title,
                cache: ::core::default::Default::default(),
            }
        }
    }
    __soa::world_mirror! {
        pub (crate) GameMirror of Game < 'a, T >; [< 'a, T : Shown >] [< 'a, T >] []
    }
};
