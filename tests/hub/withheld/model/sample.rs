//! A record of every layout, policy and split of bits, for one model.

use soa_runtime::{AnyHandle, CloneRow, DefaultRow, Hub, Vacate};

use super::slots::Key;

/// A record that holds one number, in more than one column.
pub(crate) trait Sample: DefaultRow + Vacate + CloneRow {
    fn pack(value: u32) -> Self;
    fn unpack(&self) -> u32;
    fn save(hub: &Hub<Self>) -> String;
    fn load(snapshot: &str) -> Hub<Self>;
}

pub(crate) fn key<H: AnyHandle>(id: H) -> Key {
    (id.index(), id.generation())
}

/// The number in a row that is borrowed.
pub(crate) fn number<T: Sample>(hub: &Hub<T>, id: T::Id) -> Option<u32> {
    hub.get(id).map(|row| T::clone_row(row).unpack())
}

/// One test per combination: its record, and its policy in the model's words.
macro_rules! combinations {
    ($($name:ident: ($($option:tt)*), $policy:expr;)*) => {$(
        #[test]
        fn $name() {
            #[derive(soa_runtime::IdAllocator)]
            #[soa($($option)*, derive(Clone, Serialize, Deserialize))]
            struct Record {
                #[soa(default = 7)]
                number: u32,
                name: String,
                unit: (),
            }

            impl $crate::withheld::model::sample::Sample for Record {
                fn pack(number: u32) -> Self {
                    Record { number, name: number.to_string(), unit: () }
                }

                fn unpack(&self) -> u32 {
                    assert_eq!(self.name, self.number.to_string(), "the columns agree");
                    self.number
                }

                fn save(hub: &soa_runtime::Hub<Self>) -> String {
                    serde_json::to_string(hub).expect("a hub can be saved")
                }

                fn load(snapshot: &str) -> soa_runtime::Hub<Self> {
                    serde_json::from_str(snapshot).expect("what was saved can be loaded")
                }
            }

            $crate::withheld::model::run::<Record>($policy);
        }
    )*};
}

pub(crate) use combinations;
