//! The calls that change the columns of the records of these tests.

use crate::calls::kinds;

kinds! {
    Sort SetName SetTeam SetScore SetPos SetLeader SetFriends SetHp SetRow SetField SetAll EditAll
    EditRange EditSome EditColumn ZipAll ParAll ParZip Disjoint
}

/// Makes a call on concrete types.
macro_rules! edit {
    ($hub:ident, $call:ident, $id:ident, $unit:ident, $sort:expr) => {{
        use crate::edits::Kind;

        let (hub, id) = ($hub, $id);
        let (a, b) = ($call.a, $call.b);
        let [low, high] = [a, b].map(|number| u8::try_from(number).unwrap());
        match $call.kind {
            Kind::Sort => $sort(hub, low, high),
            Kind::SetName => {
                if let Some(name) = hub.columns_mut().name.get_mut(id(a)) {
                    *name = Name::new(high)
                }
            }
            Kind::SetTeam if hub.contains(id(a)) => {
                hub.columns_mut().team.set(id(a), high % 3);
            }
            Kind::SetScore => {
                if let Some(score) = hub.columns_mut().score.get_mut(id(a)) {
                    *score = i32::from(high % 16)
                }
            }
            Kind::SetPos => {
                if let Some(pos) = hub.columns_mut().pos.get_mut(id(a)) {
                    *pos = place(high)
                }
            }
            Kind::SetLeader => {
                let leader = id(b);
                if let Some(of) = hub.columns_mut().leader.get_mut(id(a)) {
                    *of = Some(leader)
                }
            }
            Kind::SetFriends => {
                let friends = vec![id(b), id(b / 2), id(b)];
                if let Some(of) = hub.columns_mut().friends.get_mut(id(a)) {
                    *of = friends
                }
            }
            Kind::SetHp => {
                if let Some(hp) = hub.columns_mut().hp.get_mut(id(a)) {
                    *hp += 1
                }
            }
            Kind::SetRow => {
                if let Some(mut row) = hub.get_mut(id(a)) {
                    *row.score = i32::from(high % 8);
                    *row.name = Name::new(high);
                }
                if let Ok(mut row) = hub.try_row_mut(id(b)) {
                    *row.pos = place(low);
                }
            }
            Kind::SetField => {
                let (column, value) = match a / 64 {
                    0 => ("team", vec![high % 3]),
                    1 => ("name", vec![1, b'a' + high % 26]),
                    2 => ("name", vec![high]), // no name
                    _ => ("nobody", vec![]),
                };
                let mut value = postcard::Deserializer::from_bytes(&value);
                if let Some(row) = hub.get_mut(id(a)) {
                    let _ = <$unit as soa_runtime::EditRow>::set_field(row, column, &mut value);
                }
            }
            Kind::SetAll => hub.columns_mut().score.all_mut().fill(i32::from(low % 8)),
            Kind::EditAll => {
                for (_, mut row) in hub.iter_mut() {
                    *row.team = row.team.wrapping_add(low) % 3;
                }
            }
            Kind::EditRange => {
                let rows = hub.id_bits().len();
                let (from, to) = (a % (rows + 1), b % (rows + 1));
                hub.columns_mut()
                    .pos
                    .range_mut(from.min(to)..from.max(to))
                    .fill(place(low ^ high));
            }
            Kind::EditSome => {
                for (_, mut row) in hub.iter_mut().skip(a % 32).take(b % 4) {
                    *row.name = Name::new(high);
                    *row.leader = None;
                }
            }
            Kind::EditColumn => {
                let mut columns = hub.columns_mut();
                let scores = columns.score.iter_live_mut();
                for (id, score) in scores.step_by(a % 8 + 1) {
                    *score = i32::try_from(id.index() % 16).unwrap();
                }
            }
            Kind::ZipAll => {
                let mut columns = hub.columns_mut();
                for (_, (name, score)) in soa_runtime::zip_live((&mut columns.name, &columns.score))
                {
                    if *score > 3 {
                        *name = Name::new(low)
                    }
                }
            }
            Kind::ParAll => {
                use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};
                hub.par_iter_mut()
                    .for_each(|(_, mut row)| *row.score = i32::from(*row.team));
            }
            Kind::ParZip => {
                use rayon::iter::ParallelIterator;
                let mut columns = hub.columns_mut();
                soa_runtime::par_zip_live((&mut columns.team, &columns.hp))
                    .for_each(|(_, (team, hp))| *team = u8::try_from(*hp % 3).unwrap());
            }
            Kind::Disjoint => {
                if let Ok([mut left, mut right]) = hub.get_disjoint_mut([id(a), id(b)]) {
                    core::mem::swap(&mut *left.name, &mut *right.name);
                }
            }
            _ => {}
        }
    }};
}

pub(crate) use edit;
