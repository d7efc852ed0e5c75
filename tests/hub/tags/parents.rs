//! Hubs whose tag is the id of a parent: what holds for tags holds for parents.

use soa_runtime::generic::Nested;
use soa_runtime::{AnyHandle, AnyHub, Handle, Hub, IdAllocator};

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

#[derive(IdAllocator)]
#[soa(bits(index = 16, generation = 16, tag = 32), parent = Program)]
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
    let mut shaders = ShaderHub::new();
    let shader = add_shader(&mut shaders);
    let one = add_program(&mut shaders, shader);
    let mut next = State2Hub::with_parent(one);
    let id: StateId = next.insert(State2 { blend: 1 });
    assert_eq!((id.parent(), next.parent()), (Some(one), Some(one)));
    assert_eq!(<StateId as AnyHandle>::TAG_BITS, 32);

    let mut states = StateHub::with_parent(one);
    let id = states.insert(State { blend: 3 });
    let next: Hub<State2> = AnyHub::into_hub(states).convert(|state| State2 {
        blend: u16::from(state.blend) << 8,
    });
    assert_eq!((next.parent(), *next.row(id).blend), (Some(one), 3 << 8));
}
