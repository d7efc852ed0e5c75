//! Records whose comments have links and examples, for `documentation.rs`. The examples are tests.
#![deny(warnings, missing_docs, rustdoc::all)]

// As in many crates, not everything is exported from where it is.
pub use units::{Unit, UnitColumnsMut, UnitHub, UnitRow, UnitRowMut};

mod units {
    use soa_runtime::IdAllocator;

    /// A unit.
    #[derive(IdAllocator)]
    #[soa(bits(index = 12, generation = 12, tag = 8))]
    pub struct Unit<T: Default> {
        /// [Self], [`Self`], [Self][], [text][Self], [text](Self), [text](<Self>), [struct@Self],
        /// [`struct@Self`], [text](type@Self), [`Self<T>`].
        pub named: T,
        /// [`Self::heal`], [Self::heal], [Self::heal()], [`Self::heal()`], [fn@Self::heal],
        /// [`method@Self::heal`], [Self::heal][], [text][Self::heal], [`text`](Self::heal),
        /// [text](Self::heal()), [text](`Self::heal`), [text](<Self::heal> "a title"),
        /// [text]( Self::heal 'a title' ), [text][by name], [by name], [`Self<T>::heal`], [Self::heal
        /// ], [![an image](Self::heal)](Self::heal).
        ///
        /// > - [text](Self::heal)
        ///
        /// | a | table |
        /// |---|---|
        /// | [`Self::heal`] | [text][`Self::heal`] |
        ///
        /// [by name]: Self::heal
        pub healed: u8,
        /// [`Self::MOST`], [Self::clone], [`Self::named`], [field@Self::text], [`Clone::clone`](Self::clone),
        /// [Unit](Self), [`Unit`](Self), [`Unit::heal`](Self::heal), [Self is a unit](Self).
        #[soa(tracked)]
        pub others: u8,
        /// `[Self]`, ``[`Self::none`]``, \[Self::none\] and `[text](Self::none)` are no links, and
        /// [Self::heal] is one.
        ///
        /// ```
        /// let bytes: &[u8] = &[1]; // `[Self]` and [`Self::none`]
        /// # let bytes = &bytes[..1];
        /// assert_eq!(bytes, [1]);
        /// ```
        ///
        ///     assert_eq!([1].len(), 1); // [Self] and [Self::none]
        ///
        /// ~~~text
        /// [Self::none]
        /// ~~~
        ///
        /// 1. ```
        ///    assert_eq!(1 + 1, 2); // [Self::none]
        ///    ```
        ///
        ///    [Self::heal]
        pub code: u8,
        /**
         * Several lines, [`Self::heal`].
         *
         * - a list [`Self`]
         *
         * ```
         * assert_eq!(2 + 2, 4);
         * ```
         */
        pub starred: u8,
        /** Several lines,
        without stars, [`Self::heal`]. */
        pub block: u8,
        /**
            Indented, [`Self::heal`].

            Indented again, [`Self::heal`].
        */
        pub indented: u8,
        #[doc = "A list in an attribute:\n* [`Self::heal`]\n* and more"]
        pub list: u8,
        #[doc = include_str!("included.md")]
        /// After the file, [Self::heal].
        pub file: u8,
        #[allow(missing_docs)]
        pub silent: u8,
        /// Not on any page, [`Self::heal`].
        #[doc(hidden)]
        pub hidden: u8,
        #[doc = concat!("A comment of a macro ", "in two parts.")]
        pub text: u8,
    }

    impl<T: Default> Unit<T> {
        /// The most that `heal` adds.
        pub const MOST: u8 = 9;

        /// Heals.
        pub fn heal(&mut self) {
            self.healed += Self::MOST;
        }
    }

    impl<T: Default + Clone> Clone for Unit<T> {
        fn clone(&self) -> Self {
            Unit {
                named: self.named.clone(),
                ..*self
            }
        }
    }
}

/// A struct with a name that is a word of the language, and a macro of its name.
#[derive(soa_runtime::IdAllocator)]
#[allow(non_camel_case_types)]
pub struct r#match {
    /// [`Self`], [Self::type].
    pub r#type: u8,
}

/// A macro that has the name of a struct.
#[macro_export]
macro_rules! r#match {
    () => {};
}

macro_rules! record {
    ($text:literal, $(#[$comment:meta])*) => {
        /// A struct that a macro makes.
        #[derive(soa_runtime::IdAllocator)]
        pub struct Made {
            #[doc = $text]
            pub given: u8,
            $(#[$comment])*
            pub repeated: u8,
        }
    };
}

record! {
    "Given, [`Self::repeated`].",
    /// Repeated, [`Self::given`].
    ///
    /// ```
    /// assert_eq!(3 + 3, 6);
    /// ```
}
