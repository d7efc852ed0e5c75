//! Several columns over live rows in one walk.

use crate::layouts::in_both_layouts;
use crate::support::{Line, panic_message};
use soa_runtime::{IdAllocator, zip_live};

in_both_layouts! {
    {
        struct Body {
            position: u64,
            velocity: u32,
            unit: (),
            line: Line<u8>,
            name: String,
        }
    }

    /// So many bodies, of which those in `freed` are freed again.
    fn bodies(rows: u8, freed: &[usize]) -> BodyHub {
        let mut hub: BodyHub = (0..rows)
            .map(|n| Body {
                position: n.into(),
                velocity: n.into(),
                unit: (),
                line: Line(n),
                name: n.to_string(),
            })
            .collect();
        let ids: Vec<BodyId> = hub.ids().collect();
        for &row in freed {
            hub.dealloc(ids[row]);
        }
        hub
    }

    #[test]
    fn the_values_of_one_row_come_together_with_its_id() {
        for freed in [&[][..], &[0], &[63], &[0, 1, 2, 64], &[5, 69]] {
            let mut hub = bodies(70, freed);
            let expected: Vec<(BodyId, u64)> =
                hub.iter().map(|(id, row)| (id, *row.position)).collect();
            let mut columns = hub.columns_mut();
            for (id, (position, velocity, (), line)) in
                zip_live((&mut columns.position, &columns.velocity, &columns.unit, &mut columns.line))
            {
                assert_eq!(*position, u64::from(*velocity));
                assert_eq!(*position, u64::from(line.0));
                assert_eq!(*velocity, id.index());
                *position += 1000;
                line.0 = line.0.wrapping_mul(2);
            }
            zip_live((&columns.velocity, &mut columns.position)).for_each(|(id, (velocity, position))| {
                assert_eq!(id.index(), *velocity);
                *position += u64::from(*velocity);
            });
            let changed: Vec<(BodyId, u64)> =
                hub.iter().map(|(id, row)| (id, *row.position)).collect();
            assert!(changed.into_iter().eq(expected.into_iter().map(|(id, n)| (id, 2 * n + 1000))));
            assert!(hub.iter().all(|(id, row)| row.line.0 == 2 * u8::try_from(id.index()).unwrap()));
        }
    }

    #[test]
    fn the_ends_of_a_walk_meet_and_every_row_is_lent_once() {
        let mut hub = bodies(130, &[3, 64, 127, 129]);
        let expected: Vec<BodyId> = hub.ids().collect();
        let mut columns = hub.columns_mut();
        let mut walk = zip_live((&mut columns.name, &columns.velocity));
        let (mut met, mut behind, mut kept) = (Vec::new(), Vec::new(), Vec::new());
        while let Some((id, (name, _))) = walk.next() {
            met.push(id);
            kept.push(name);
            if let Some((id, (name, _))) = walk.next_back() {
                behind.push(id);
                kept.push(name);
            }
            assert_eq!(walk.len(), expected.len() - met.len() - behind.len());
        }
        assert!(walk.next().is_none() && walk.next_back().is_none());
        for name in kept {
            name.push('!');
        }
        met.extend(behind.into_iter().rev());
        assert_eq!(met, expected);
        assert!(hub.iter().all(|(id, row)| *row.name == format!("{}!", id.index())));
    }

    #[test]
    fn shared_columns_lend_for_as_long_as_the_hub_and_the_walk_is_cloned() {
        let hub = bodies(5, &[2]);
        let names: Vec<&String> = {
            let columns = hub.columns();
            let walk = zip_live((&columns.name, &columns.position));
            assert_eq!(walk.clone().rev().count(), 4);
            walk.map(|(_, (name, _))| name).collect()
        };
        let mut names: Vec<&str> = names.into_iter().map(String::as_str).collect();
        names.sort_unstable();
        assert_eq!(names, ["0", "1", "3", "4"]);
    }

    #[test]
    fn one_column_is_a_tuple_too_and_so_are_twelve() {
        let hub = bodies(3, &[]);
        let c = hub.columns();
        let (v, p) = (&c.velocity, &c.position);
        assert!(zip_live((v,)).map(|(_, (n,))| *n).eq(0..3));
        let mut all = zip_live((v, p, v, p, v, p, v, p, v, p, v, p));
        let last = all.next_back().unwrap().1;
        assert_eq!(last, (&2, &2, &2, &2, &2, &2, &2, &2, &2, &2, &2, &2));
    }

    #[test]
    fn columns_of_different_hubs_are_refused_by_the_call() {
        let (one, other) = (bodies(3, &[]), bodies(3, &[]));
        let message = panic_message(|| {
            let _ = zip_live((&one.columns().position, &other.columns().velocity));
        });
        assert_eq!(
            message,
            "`zip_live` of columns of different hubs: each BodyHub has its own rows"
        );
        let message = panic_message(|| {
            let _ = zip_live((&one.columns().position, &BodyHub::new().columns().velocity));
        });
        assert!(message.contains("different hubs"), "{message}");
        let (one, other) = (BodyHub::new(), BodyHub::with_capacity(4));
        assert!(zip_live((&one.columns().name, &other.columns().unit)).next().is_none());
    }
}
