//! Hubs and columns walked by rayon.

use rayon::prelude::*;
use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Body {
    position: i64,
    #[soa(default = 1)]
    velocity: i64,
}

#[derive(IdAllocator)]
#[soa(layout = dense)]
struct Packed {
    position: i64,
    #[soa(default = 1)]
    velocity: i64,
}

#[test]
#[cfg_attr(miri, ignore = "the interpreter is too slow for a thread pool")]
fn rows_and_columns_are_walked_in_parallel() {
    macro_rules! walk {
        ($hub:ty) => {
            let mut hub = <$hub>::new();
            let ids = hub.alloc_many(5000);
            for id in ids
                .iter()
                .filter(|id| id.index() % 7 < 3 || (1000..3000).contains(&id.index()))
            {
                hub.dealloc(*id);
            }
            let expected: Vec<_> = hub.ids().collect();
            hub.par_iter_mut().for_each(|(id, row)| {
                *row.position += i64::from(id.index());
                *row.velocity += 1;
            });
            let mut found: Vec<_> = hub
                .par_iter()
                .map(|(id, row)| (id, *row.position))
                .collect();
            found.sort_by_key(|(id, _)| hub.row_of(*id));
            assert!(found.iter().map(|(id, _)| *id).eq(expected));
            assert!(
                found
                    .iter()
                    .all(|(id, position)| *position == i64::from(id.index()))
            );
            assert_eq!(hub.par_iter().count(), hub.len());

            let mut columns = hub.columns_mut();
            let velocity = columns.velocity.as_slice();
            columns
                .position
                .par_iter_mut()
                .zip(velocity)
                .for_each(|(position, velocity)| {
                    *position = *velocity;
                });
            let doubled = hub.par_iter().filter(|(_, row)| *row.position == 2).count();
            assert_eq!(doubled, hub.len());
            assert_eq!(<$hub>::new().par_iter().count(), 0);
        };
    }
    walk!(BodyHub);
    walk!(PackedHub);
}
