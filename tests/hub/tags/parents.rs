//! Hubs whose tag is the id of a parent.

use serde::Serialize;
use serde::de::DeserializeOwned;
use soa_runtime::generic::Nested;
use soa_runtime::{
    AnyHandle, AnyHub, Applied, Handle, Hub, IdAllocator, InsertAtReason, Mirror, Tick,
};

#[derive(IdAllocator)]
#[soa(bits(index = 8, generation = 8))]
struct Shader {
    programs: ProgramHub,
}

#[derive(IdAllocator)]
#[soa(layout = dense, bits(index = 8, generation = 8, tag = 16), parent = Shader)]
struct Program {
    states: StateHub,
}

#[derive(IdAllocator, Debug, PartialEq)]
#[soa(bits(index = 16, generation = 16, tag = 32), parent = Program)]
#[soa(tracked = all, derive(Clone, Debug, PartialEq, Serialize, Deserialize))]
struct State {
    blend: u8,
}

/// A later version of a state, with other columns.
#[derive(IdAllocator)]
#[soa(layout = dense, bits(index = 16, generation = 16, tag = 32), parent = Program)]
#[soa(marker = State)]
struct State2 {
    blend: u16,
}

fn add_shader(shaders: &mut ShaderHub) -> ShaderId {
    shaders.insert_with(|id| Shader {
        programs: ProgramHub::with_parent(id),
    })
}

fn add_program(shaders: &mut ShaderHub, shader: ShaderId) -> ProgramId {
    let programs = shaders.row_mut(shader).programs;
    programs.insert_with(|id| Program {
        states: StateHub::with_parent(id),
    })
}

/// Looks a state up through three levels.
fn blend(shaders: &ShaderHub, state: StateId) -> Option<u8> {
    let program = state.parent()?;
    let programs = shaders.get(program.parent()?)?.programs;
    let states = programs.get(program)?.states;
    states.get(state).map(|state| *state.blend)
}

#[test]
fn a_state_is_found_by_its_id_alone() {
    let mut shaders = ShaderHub::new();
    let made: Vec<StateId> = (0..27_u8)
        .map(|blend| {
            if blend % 9 == 0 {
                add_shader(&mut shaders);
            }
            let shader = shaders.ids().next_back().unwrap();
            if blend % 3 == 0 {
                add_program(&mut shaders, shader);
            }
            let program = shaders.row(shader).programs.ids().next_back().unwrap();
            let states = shaders.row_mut(shader).programs.row_mut(program).states;
            let state = states.insert(State { blend });
            assert_eq!(
                (state.parent(), states.parent()),
                (Some(program), Some(program))
            );
            assert_eq!(program.parent(), Some(shader));
            state
        })
        .collect();
    for (wanted, state) in made.iter().enumerate() {
        assert_eq!(blend(&shaders, *state).map(usize::from), Some(wanted));
    }
}

#[test]
fn a_reused_parent_refuses_the_old_children_at_each_level() {
    let mut shaders = ShaderHub::new();
    let shader = add_shader(&mut shaders);
    let program = add_program(&mut shaders, shader);
    let make = |shaders: &mut ShaderHub, shader, program| {
        let states = shaders.row_mut(shader).programs.row_mut(program).states;
        states.insert(State { blend: 7 })
    };
    let first = make(&mut shaders, shader, program);

    // The program is freed and its slot is used again.
    shaders.row_mut(shader).programs.dealloc(program);
    let next = add_program(&mut shaders, shader);
    let second = make(&mut shaders, shader, next);
    assert_eq!(next.index(), program.index());
    assert_eq!(
        (first.index(), first.generation()),
        (second.index(), second.generation())
    );
    assert!(
        !shaders
            .row(shader)
            .programs
            .row(next)
            .states
            .contains(first)
    );
    assert_eq!(
        (blend(&shaders, first), blend(&shaders, second)),
        (None, Some(7))
    );

    // So is the shader.
    shaders.dealloc(shader);
    let other = add_shader(&mut shaders);
    let last = add_program(&mut shaders, other);
    let third = make(&mut shaders, other, last);
    assert_eq!(
        (other.index(), last.index()),
        (shader.index(), program.index())
    );
    assert!(!shaders.row(other).programs.contains(program));
    for old in [first, second] {
        assert!(!shaders.row(other).programs.row(last).states.contains(old));
        assert_eq!(blend(&shaders, old), None);
    }
    assert_eq!(blend(&shaders, third), Some(7));
}

#[test]
fn a_hub_without_a_parent_has_none() {
    assert_eq!(StateHub::new().parent(), None);
    assert_eq!(StateHub::new().alloc().parent(), None);
    assert_eq!(StateId::DANGLING.parent(), None);
    // A number that is no id of a program is no parent.
    assert_eq!(Hub::<State>::with_tag(3).parent(), None);
}

#[test]
#[should_panic(expected = "StateHub cannot be made: its parent is dangling")]
fn a_dangling_parent_is_refused() {
    drop(StateHub::with_parent(ProgramId::DANGLING));
}

#[test]
#[should_panic(expected = "ProgramHub cannot be made: its parent is dangling")]
fn a_dangling_parent_of_16_bits_is_refused() {
    drop(ProgramHub::with_parent(ShaderId::DANGLING));
}

/// Checks each id of a parent with these bits as the parent of a child with these bits.
macro_rules! widths {
    ($($name:ident: $layout:ident,
        [$($parent_bits:tt)*], [$($child_bits:tt)*], last $index:literal v $generation:literal;)*) => {$(
        #[test]
        fn $name() {
            #[derive(IdAllocator)]
            #[soa(bits($($parent_bits)*))]
            struct Parent {}

            #[derive(IdAllocator)]
            #[soa(layout = $layout, bits($($child_bits)*), parent = Parent)]
            struct Child { value: u8 }

            let last = ParentId::from_parts($index, $generation).expect("the last id of all");
            assert_eq!(ParentId::from_parts($index + 1, $generation), None);
            assert_eq!(ParentId::from_parts($index, $generation + 1), None);
            let first = ParentHub::new().alloc();
            for parent in [first, last] {
                let mut hub = ChildHub::with_parent(parent);
                let old = hub.insert(Child { value: 1 });
                hub.dealloc(old);
                let id = hub.insert(Child { value: 2 });
                assert_eq!((hub.parent(), id.parent()), (Some(parent), Some(parent)));
                assert_eq!(u64::from(id.tag()), u64::from(parent.to_bits()));
                let bits = Handle::from_bits(id.to_bits());
                assert_eq!((bits, id.to_string().parse()), (Some(id), Ok(id)));
                let other = if parent == first { last } else { first };
                assert!(!ChildHub::with_parent(other).contains(id));
                assert_eq!(*hub.row(id).value, 2);
            }
        }
    )*};
}

widths! {
    parents_of_16_bits: slots, [index = 8, generation = 8],
        [index = 8, generation = 8, tag = 16], last 254 v 255;
    parents_of_16_bits_and_dense_rows: dense, [index = 4, generation = 4],
        [index = 24, generation = 24, tag = 16], last 14 v 15;
    parents_of_16_bits_without_generations: slots, [index = 16, generation = 0],
        [index = 2, generation = 2, tag = 16], last 65533 v 0;
    parents_of_32_bits: slots, [index = 16, generation = 16],
        [index = 16, generation = 16, tag = 32], last 65534 v 65535;
    parents_of_32_bits_and_dense_rows: dense, [index = 20, generation = 8],
        [index = 4, generation = 2, tag = 32], last 1_048_574 v 255;
    parents_of_32_bits_without_generations: dense, [index = 32, generation = 0],
        [index = 32, generation = 0, tag = 32], last 4_294_967_293 v 0;
}

#[test]
fn the_last_generation_of_a_parent_is_told_from_the_first() {
    #[derive(IdAllocator)]
    #[soa(bits(index = 2, generation = 14))]
    struct Level {
        doors: DoorHub,
    }

    #[derive(IdAllocator)]
    #[soa(bits(index = 8, generation = 8, tag = 16), parent = Level)]
    struct Door {}

    let mut levels = LevelHub::new();
    let mut doors = Vec::new();
    let last = loop {
        let doors_of = |id| Level {
            doors: DoorHub::with_parent(id),
        };
        let level = levels.insert_with(doors_of);
        doors.push(levels.row_mut(level).doors.alloc());
        if level.index() == 1 {
            break level; // the slot of all others is retired
        }
        levels.dealloc(level);
    };
    assert_eq!((doors.len(), last.generation()), ((1 << 14), 1));
    let (newest, older) = doors.split_last().unwrap();
    assert!(
        older
            .iter()
            .all(|door| !levels.row(last).doors.contains(*door))
    );
    assert!(levels.row(last).doors.contains(*newest));
    let parents = doors.iter().map(|door| door.parent().unwrap().generation());
    assert!(parents.eq((1..1 << 14).chain([1])));
}

/// Two parents, and a hub of the first one with a live, a freed and a reused slot.
fn scene() -> (ProgramId, ProgramId, StateHub, [StateId; 3]) {
    let mut shaders = ShaderHub::new();
    let shader = add_shader(&mut shaders);
    let [one, other] = [(); 2].map(|()| add_program(&mut shaders, shader));
    let mut states = StateHub::with_parent(one);
    let [a, b, c] = [1, 2, 3].map(|blend| states.insert(State { blend }));
    states.dealloc(b);
    (one, other, states, [a, b, c])
}

#[test]
fn rows_that_are_copied_or_moved_have_the_parent_of_the_receiver() {
    let (one, other, mut states, [a, _, c]) = scene();
    let mut copies = StateHub::with_parent(other);
    let map = copies.copy_rows(&states);
    assert_eq!(copies.parent(), Some(other));
    assert_eq!(map.get(a).unwrap().parent(), Some(other));
    assert!(!copies.contains(a) && states.contains(a));

    let mut moved = StateHub::with_parent(other);
    let map = moved.append(&mut states);
    assert_eq!((states.parent(), moved.parent()), (Some(one), Some(other)));
    let new = map.get(c).unwrap();
    assert_eq!((new.parent(), *moved.row(new).blend), (Some(other), 3));
    assert_eq!(states.insert(State { blend: 4 }).parent(), Some(one));
}

#[test]
fn insert_at_refuses_the_id_of_another_parent() {
    let (one, other, mut states, [a, b, _]) = scene();
    let back = states.insert(State { blend: 9 });
    assert_eq!((back.index(), back.parent()), (b.index(), Some(one)));
    let mut elsewhere = StateHub::with_parent(other);
    let error = elsewhere.insert_at(a, State { blend: 1 }).unwrap_err();
    assert_eq!(error.reason, InsertAtReason::OutOfRange);
    assert!(elsewhere.is_empty());
    let mut same = StateHub::with_parent(one);
    same.insert_at(a, State { blend: 5 }).unwrap();
    assert_eq!(*same.row(a).blend, 5);
}

#[test]
fn clones_converted_hubs_and_snapshots_keep_the_parent() {
    fn through_json<T: Serialize + DeserializeOwned>(value: &T) -> T {
        serde_json::from_str(&serde_json::to_string(value).unwrap()).unwrap()
    }
    fn through_postcard<T: Serialize + DeserializeOwned>(value: &T) -> T {
        postcard::from_bytes(&postcard::to_allocvec(value).unwrap()).unwrap()
    }

    let (one, _, states, [a, b, c]) = scene();
    for mut copy in [
        states.clone(),
        through_json(&states),
        through_postcard(&states),
    ] {
        assert_eq!((copy.parent(), &copy), (Some(one), &states));
        assert!(copy.contains(a) && !copy.contains(b));
        assert_eq!(copy.alloc().parent(), Some(one));
    }
    let next: Hub<State2> = AnyHub::into_hub(states).convert(|state| State2 {
        blend: u16::from(state.blend) << 8,
    });
    assert_eq!((next.parent(), *next.row(c).blend), (Some(one), 3 << 8));
}

#[test]
fn a_mirror_has_the_parent_of_its_source() {
    let (one, other, mut states, [a, _, c]) = scene();
    let mut mirror = Mirror::<State>::new();
    let now = states.advance();
    let packet = serde_json::to_string(&states.delta(Tick::START)).unwrap();
    let apply = |mirror: &mut Mirror<State>, packet: &str| {
        mirror.apply(&mut serde_json::Deserializer::from_str(packet))
    };
    assert_eq!(apply(&mut mirror, &packet).unwrap(), Applied::Now(now));
    assert_eq!(mirror.parent(), Some(one));
    assert!(mirror.contains(a) && mirror.contains(c));

    let mut foreign = StateHub::with_parent(other);
    foreign.alloc();
    foreign.advance_to(Tick::from_bits(9));
    let packet = serde_json::to_string(&foreign.delta(Tick::START)).unwrap();
    let error = apply(&mut mirror, &packet).unwrap_err().to_string();
    assert!(error.contains("the delta is of a hub with tag"), "{error}");

    let mut promoted = StateHub::from(mirror.promote());
    assert_eq!(promoted.parent(), Some(one));
    assert_eq!(promoted.alloc().parent(), Some(one));
}

#[test]
fn generic_children_have_generic_parents() {
    #[derive(IdAllocator)]
    #[soa(bits(index = 16, generation = 16))]
    struct Tree<T> {
        root: Option<T>,
    }

    #[derive(IdAllocator)]
    #[soa(bits(index = 16, generation = 16, tag = 32), parent = Tree<T>)]
    struct Leaf<T> {
        value: Option<T>,
    }

    fn parent_of<T: Nested + IdAllocator>(hub: &Hub<T>) -> Option<<T::Parent as IdAllocator>::Id> {
        hub.parent()
    }

    let tree = TreeHub::<String>::new().alloc();
    let mut leaves = LeafHub::with_parent(tree);
    let leaf = leaves.alloc();
    assert_eq!(
        (leaf.parent(), parent_of(&leaves)),
        (Some(tree), Some(tree))
    );
}

#[test]
fn hubs_of_one_marker_have_ids_of_one_parent() {
    let (one, ..) = scene();
    let mut next = State2Hub::with_parent(one);
    let id: StateId = next.insert(State2 { blend: 1 });
    assert_eq!((id.parent(), next.parent()), (Some(one), Some(one)));
    assert_eq!(<StateId as AnyHandle>::TAG_BITS, 32);
}
