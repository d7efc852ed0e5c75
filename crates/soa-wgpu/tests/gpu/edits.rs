//! The calls that change the columns of the records of these tests.

use fastrand::Rng;

use crate::calls::{Call, kinds};

kinds! {
    Sort SetSome SetFew SetRange SetAll SetLive EditRows SetRow SetField Disjoint ParAll
}

/// Returns a random call. One of three makes rows or writes many.
pub(crate) fn call(random: &mut Rng) -> Call {
    const LARGE: [Kind; 4] = [
        Kind::AllocMany,
        Kind::InsertMany,
        Kind::SetSome,
        Kind::SetFew,
    ];
    let kinds = if random.u8(..3) == 0 {
        &LARGE
    } else {
        Kind::ALL
    };
    Call {
        kind: random
            .choice(kinds.iter().copied())
            .expect("there are kinds"),
        hub: usize::from(random.u8(..5) == 0),
        a: random.usize(..4000),
        b: random.usize(..4000),
    }
}

/// Makes a call on concrete types. `$sort` is what only one layout has.
macro_rules! edit {
    ($hub:ident, $call:ident, $id:ident, |$sorted:ident, $a:ident, $b:ident| $sort:expr) => {{
        let (hub, id) = ($hub, $id);
        let Call { kind, a, b, .. } = $call;
        let random = &mut Rng::with_seed(a as u64);
        match kind {
            Kind::Sort => {
                let ($sorted, $a, $b) = (hub, a, b);
                $sort;
            }
            Kind::SetSome => {
                let mut columns = hub.columns_mut();
                for number in 0..b % 200 {
                    if let Some(transform) = columns.transform.get_mut(id(a + 7 * number)) {
                        *transform = [[random.f32(); 4]; 4];
                    }
                }
            }
            Kind::SetFew => {
                for number in 0..b % 200 {
                    if let Some(mut row) = hub.get_mut(id(a + number)) {
                        *row.place = [random.f32(); 3];
                        *row.byte = random.u8(..);
                        *row.pair = random.u16(..);
                        *row.small = [random.u16(..); 3];
                    }
                }
            }
            Kind::SetRange => {
                let mut columns = hub.columns_mut();
                let end = a % (columns.byte.len() + 1);
                let range = b % (end + 1)..end;
                columns.byte.range_mut(range.clone()).fill(random.u8(..));
                columns.small.range_mut(range).fill([random.u16(..); 3]);
            }
            Kind::SetAll => hub.columns_mut().pair.all_mut().fill(random.u16(..)),
            Kind::SetLive => {
                let mut columns = hub.columns_mut();
                for (_, place) in columns.place.iter_live_mut().step_by(3) {
                    place[1] = random.f32();
                }
            }
            Kind::EditRows => {
                for (_, mut row) in hub.iter_mut().step_by(5) {
                    *row.byte ^= 1;
                }
            }
            Kind::SetRow => {
                if hub.contains(id(a)) {
                    hub.columns_mut().byte.set(id(a), random.u8(..));
                }
                if let Ok(mut row) = hub.try_row_mut(id(b)) {
                    row.small[2] = random.u16(..);
                }
            }
            Kind::SetField => {
                if let Some(row) = hub.get_mut(id(a)) {
                    let set = Unit::set_field(row, "byte", &mut Deserializer::from_bytes(&[7]));
                    set.expect("it is a byte");
                }
            }
            Kind::Disjoint => {
                if let Ok([mut left, mut right]) = hub.get_disjoint_mut([id(a), id(b)]) {
                    std::mem::swap(&mut *left.place, &mut *right.place);
                }
            }
            Kind::ParAll => hub
                .par_iter_mut()
                .for_each(|(_, mut row)| *row.pair = u16::from(*row.byte)),
            _ => {}
        }
    }};
}

pub(crate) use edit;
