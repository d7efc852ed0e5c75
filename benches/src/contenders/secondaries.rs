//! The columns of `slotmap`: one field in a `SlotMap`, the others in `SecondaryMap`s.

use slotmap::{DefaultKey, SecondaryMap, SlotMap};

use super::{columns, recycling, store};
use crate::element::step;
use crate::store::sum_found;

columns! {
    pub(crate) struct Maps {
        pos: SlotMap<DefaultKey, [f32; 3]>,
        vel: SecondaryMap<DefaultKey, [f32; 3]>,
        mass: SecondaryMap<DefaultKey, f32>,
        flags: SecondaryMap<DefaultKey, u32>,
        name_id: SecondaryMap<DefaultKey, u64>,
    }
}

store! {
    WithSecondaries(Maps), "SlotMap + SecondaryMaps", Peer, DefaultKey,
    Some(|to, from| to.0.clone_from(&from.0)),
    |it, x| {
        with_capacity: Maps::with_capacity(x),
        insert: {
            let (pos, vel, mass, flags, name_id) = x.fields();
            let id = it.pos.insert(pos);
            it.vel.insert(id, vel);
            it.mass.insert(id, mass);
            it.flags.insert(id, flags);
            it.name_id.insert(id, name_id);
            id
        },
        rows: it.pos.len(),
        sum_mass: it.mass.values().sum(),
        integrate: for (id, pos) in &mut it.pos {
            step(pos, it.vel[id], x);
        },
        positions: it.pos.values(),
    }
}

recycling! {
    WithSecondaries, DefaultKey,
    |it, x| {
        remove: {
            it.vel.remove(x);
            it.mass.remove(x);
            it.flags.remove(x);
            it.name_id.remove(x);
            it.pos.remove(x).is_some()
        },
        walk: it.flags.iter().map(|(id, &flags)| (id, flags)),
        sum_flags_of: sum_found(x, |id| it.flags.get(id).copied()),
        change_rows: for (id, pos) in &mut it.pos {
            let (vel, mass) = (&mut it.vel[id], &mut it.mass[id]);
            x(pos, vel, mass, &mut it.flags[id], &mut it.name_id[id]);
        },
    }
}
