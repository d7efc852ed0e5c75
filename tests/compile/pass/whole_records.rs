//! Records of which every change is recorded: all fields are tracked, or skipped.

use soa_runtime::generic::TrackedWhole;
use soa_runtime::{Hub, IdAllocator, Tick, TrackedColumn};

/// Returns the number of slots and of rows that changed.
fn changed<T: TrackedWhole>(hub: &Hub<T>) -> (usize, usize) {
    let slots = hub.slots_changed_since(Tick::START);
    (slots.count(), hub.rows_changed_since(Tick::START).count())
}

#[derive(IdAllocator)]
#[soa(tracked = all)]
struct Option {
    hp: u32,
    next: core::option::Option<OptionId>,
}

#[derive(IdAllocator)]
#[soa(tracked = all, layout = dense, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
struct Text<'text, T, const N: usize>
where
    T: Copy + Default,
{
    #[soa(required)]
    text: &'text str,
    #[soa(default = [T::default(); N])]
    #[serde(skip)]
    values: [T; N],
}

mod alone {
    use soa_runtime::IdAllocator;

    #[derive(IdAllocator)]
    #[soa(tracked)]
    pub struct Nothing {}

    #[derive(IdAllocator)]
    #[soa(tracked = all)]
    pub struct All {}

    #[derive(IdAllocator)]
    #[soa(tracked, layout = dense)]
    pub struct Marked<T> {
        #[soa(tracked)]
        pub kind: core::marker::PhantomData<T>,
    }

    /// Serde's own derive has the words, and the hub is not saved.
    #[derive(IdAllocator, serde::Serialize, serde::Deserialize)]
    #[soa(tracked)]
    #[serde(default)]
    pub struct Own {
        #[soa(tracked)]
        pub hp: u32,
        #[serde(rename = "Skip", skip)]
        pub shown: bool,
        #[serde(skip_serializing)]
        #[serde(skip_deserializing, default)]
        pub cached: u8,
    }

    impl Default for Own {
        fn default() -> Self {
            Own {
                hp: 1,
                shown: false,
                cached: 0,
            }
        }
    }
}

/// `tracked = all` tracks the fields that are skipped, too.
#[derive(IdAllocator)]
#[soa(tracked = all, derive(Serialize))]
struct Skipped {
    hp: u32,
    #[serde(skip)]
    shown: u8,
}

#[test]
fn compiles_and_runs() {
    let mut options = OptionHub::new();
    options.alloc_many(3);
    assert_eq!(changed(&options), (3, 3));
    let _: TrackedColumn<'_, Option, core::option::Option<OptionId>> = options.columns().next;

    let mut texts: TextHub<'_, u8, 3> = TextHub::new();
    texts.insert(Text {
        text: "a",
        values: [1; 3],
    });
    assert_eq!(changed(&texts), (1, 1));

    let mut nothing = (alone::NothingHub::new(), alone::AllHub::new());
    nothing.0.alloc();
    nothing.1.alloc();
    assert_eq!((changed(&nothing.0), changed(&nothing.1)), ((1, 1), (1, 1)));

    let mut marked = alone::MarkedHub::<u8>::new();
    marked.alloc();
    assert_eq!(changed(&marked), (1, 1));

    let mut own = alone::OwnHub::new();
    own.alloc();
    assert_eq!(changed(&own), (1, 1));
    let _: soa_runtime::Column<'_, alone::Own, bool> = own.columns().shown;

    let mut skipped = SkippedHub::new();
    skipped.alloc();
    let seen = skipped.advance();
    assert_eq!(changed(&skipped), (1, 1));
    skipped.columns_mut().shown[0] = 1;
    assert_eq!(
        skipped.columns().shown.changed_since(seen, 0).next(),
        Some(0..1)
    );
}
