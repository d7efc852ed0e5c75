//! A hub in a tracked column is one value.

use soa_runtime::{IdAllocator, Mirror};

use super::{assert_follows, follow, packed};

#[derive(IdAllocator, Clone, Debug, PartialEq)]
#[soa(derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
struct Cargo {
    weight: u32,
}

#[derive(IdAllocator, Clone, Debug, PartialEq)]
#[soa(tracked, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
struct Wagon {
    #[soa(tracked)]
    load: CargoHub,
    #[soa(tracked)]
    behind: Option<WagonId>,
}

#[test]
fn one_write_inside_sends_all_of_it() {
    let (mut wagons, mut copy) = (WagonHub::new(), Mirror::<Wagon>::new());
    let [first, second] = [0, 1].map(|_| wagons.alloc());
    wagons.columns_mut().behind[first] = Some(second);
    let many: Vec<_> =
        wagons.columns_mut().load[first].insert_many((0..100).map(|weight| Cargo { weight }));
    follow(&mut wagons, &mut copy);
    assert_follows(&wagons, &copy);
    assert_eq!(*copy.row(first).behind, Some(second));

    wagons.columns_mut().load[first].columns_mut().weight[many[3]] = 7;
    wagons.columns_mut().load[first].dealloc(many[5]);
    wagons.advance();
    let bytes = packed(&wagons.delta(copy.tick()));
    assert!(bytes.len() > 200, "all of the wagon's load");
    super::apply(&mut copy, &bytes).unwrap();
    assert_follows(&wagons, &copy);
    let load = copy.row(first).load;
    assert!(!load.contains(many[5]) && load.contains(many[3]));
    // The nested hub is a snapshot: it issues the same ids next.
    assert_eq!(
        serde_json::to_string(load).unwrap(),
        serde_json::to_string(wagons.row(first).load).unwrap()
    );
}
