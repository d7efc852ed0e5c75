//! Several rows lent mutably at once.

use soa_runtime::{DisjointError, IdAllocator};

use crate::small::in_both_layouts;
use crate::support::Tracked;

in_both_layouts! {
    #[test]
    fn one_row_is_never_lent_twice() {
        let mut hub: SmallHub = (0..4).map(small).collect();
        let ids: Vec<SmallId> = hub.ids().collect();
        let twice = hub.get_disjoint_mut([ids[0], ids[1], ids[0]]).err();
        assert_eq!(twice, Some(DisjointError::Overlapping { position: 2 }));
        hub.dealloc(ids[2]);
        let fresh = hub.insert(small(7));
        assert_eq!(fresh.index(), ids[2].index());
        let both = hub.get_disjoint_mut([fresh, ids[2]]).err();
        assert_eq!(both, Some(DisjointError::Stale { position: 1 }));
        let both = hub.get_disjoint_mut([ids[2], fresh]).err();
        assert_eq!(both, Some(DisjointError::Stale { position: 0 }));
        assert_eq!(hub.get_disjoint_mut([]).map(|rows: [SmallRowMut<'_>; 0]| rows.len()), Ok(0));
        let [a, b, c] = hub.get_disjoint_mut([ids[3], fresh, ids[0]]).unwrap();
        std::mem::swap(a.value, b.value);
        std::mem::swap(b.value, c.value);
        let values = [ids[3], fresh, ids[0]].map(|id| hub.row(id).value.value);
        assert_eq!(values, [7, 0, 3]);
    }
}
