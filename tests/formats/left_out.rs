//! Fields that serde's words leave out: a row comes back as it was in each format, whatever the
//! values are.

use soa_runtime::{Hub, IdAllocator, Mirror, OwnedDelta, Tick};

use crate::{FORMATS, Format};

#[derive(IdAllocator, Debug, PartialEq)]
#[soa(tracked = all, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
struct Unit {
    #[serde(default, skip_serializing_if = "is_zero")]
    wounds: u8,
    gold: u32,
    #[serde(skip_serializing, default)]
    #[soa(default = 5)]
    unwritten: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_deserializing)]
    #[soa(default = 6)]
    unread: u8,
    #[serde(skip)]
    neither: u8,
    #[serde(default = "seven", rename = "renamed", alias = "other")]
    last: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(number: &u8) -> bool {
    *number == 0
}

fn seven() -> u64 {
    7
}

/// Returns the hub as it is after it was written and read.
fn read(units: &UnitHub) -> UnitHub {
    let mut expected = units.clone();
    for (_, mut unit) in &mut expected {
        (*unit.unwritten, *unit.unread, *unit.neither) = (5, 6, 0);
    }
    expected
}

fn rows(units: &Hub<Unit>) -> Vec<(UnitId, Unit)> {
    let rows = units.iter().map(|(id, unit)| (id, unit.to_record()));
    rows.collect()
}

#[test]
fn rows_with_fields_that_are_left_out_come_back_in_each_format() {
    let [json, _, _, _, named, compact, cbor, postcard] = FORMATS;
    for format in [json, named, compact, cbor, postcard] {
        comes_back(format);
    }
}

fn comes_back(format: Format) {
    let mut units = UnitHub::new();
    for number in 0..9_u8 {
        units.insert(Unit {
            wounds: number % 3,
            gold: 300 + u32::from(number),
            unwritten: 77,
            name: (number % 2 == 0).then(|| format!("unit {number}")),
            unread: 78,
            neither: 79,
            last: u64::from(number) << 40,
        });
    }
    let snapshot: UnitHub = format.through(&units).unwrap();
    assert_eq!(snapshot, read(&units));

    let mut mirror = Mirror::<Unit>::new();
    let mut seen = Tick::START;
    for round in 0..3_u8 {
        let columns = units.columns_mut();
        let (mut wounds, mut names) = (columns.wounds, columns.name);
        for (place, (_, wounds)) in wounds.iter_live_mut().enumerate() {
            *wounds = (u8::try_from(place).unwrap() + round) % 2;
        }
        for (_, name) in names.iter_live_mut() {
            *name = name.is_none().then(|| format!("round {round}"));
        }
        units.advance();
        let delta: OwnedDelta<Unit> = format.through(&units.delta(seen)).unwrap();
        mirror.apply_owned(delta).unwrap();
        seen = mirror.tick();
        assert_eq!(rows(&mirror), rows(&read(&units)), "{round}");
    }
}
