//! Fields that contain ids in every form.

use soa_index::{Backlinks, Targets};
use soa_runtime::IdAllocator;

#[derive(IdAllocator)]
struct Texture {
    width: u32,
}

/// An enum of the user's.
#[derive(Default)]
enum Paint {
    #[default]
    None,
    Plain(TextureId),
    Layers(Vec<Option<TextureId>>),
}

impl Targets<Texture> for Paint {
    fn targets(&self, each: &mut dyn FnMut(TextureId)) {
        match self {
            Paint::None => {}
            Paint::Plain(texture) => each(*texture),
            Paint::Layers(layers) => Targets::<Texture>::targets(layers, each),
        }
    }
}

#[derive(IdAllocator)]
#[soa(tracked)]
struct Material {
    #[soa(tracked)]
    plain: TextureId,
    #[soa(tracked)]
    maybe: Option<TextureId>,
    #[soa(tracked)]
    pairs: Option<Vec<[TextureId; 2]>>,
    #[soa(tracked)]
    boxed: Box<[TextureId]>,
    #[soa(tracked)]
    paint: [Paint; 2],
}

type Index = Backlinks<Material, Texture>;

#[test]
fn every_form_of_a_field_is_read() {
    let mut textures = TextureHub::new();
    let ids: [TextureId; 4] = std::array::from_fn(|width| {
        let width = u32::try_from(width).unwrap();
        textures.insert(Texture { width })
    });
    let [a, b, c, d] = ids;
    let mut materials = MaterialHub::new();
    let empty = materials.alloc();
    let full = materials.insert(Material {
        plain: a,
        maybe: Some(b),
        pairs: Some(vec![[a, b], [TextureId::DANGLING, c], [a, a]]),
        boxed: Box::new([d, c]),
        paint: [Paint::Plain(b), Paint::Layers(vec![Some(d), None, Some(b)])],
    });
    let fields: [(Index, &[TextureId]); 6] = [
        (Index::new(|materials| materials.plain), &[a]),
        (Index::new(|materials| materials.maybe), &[b]),
        (Index::new(|materials| materials.pairs), &[a, b, c, a, a]),
        (Index::new(|materials| materials.boxed), &[d, c]),
        (Index::new(|materials| materials.paint), &[b, d, b]),
        (
            Index::by(
                |materials| materials.pairs,
                |pairs| pairs.as_ref().map(|pairs| pairs[0]),
            ),
            &[a, b],
        ),
    ];
    for (mut index, expected) in fields {
        let view = index.at(&materials);
        for id in ids {
            let users = expected.contains(&id).then_some(full);
            assert!(view.of(id).eq(users));
            assert_eq!(view.count(id), usize::from(users.is_some()));
        }
        assert_eq!(view.of(TextureId::DANGLING).next(), None);
        // With no texture left, every link of the field is dangling, in its order.
        let dangling = expected.iter().map(|id| (full, *id));
        assert!(view.dangling(&TextureHub::new()).eq(dangling));
        assert_eq!(view.dangling(&textures).next(), None);
        index.refresh(&materials);
        materials.row_mut(empty); // no write
        assert_eq!(index.len(), 2);
    }
}

#[test]
fn a_texture_with_many_users_is_shared_and_left_again() {
    let mut textures = TextureHub::new();
    let [wood, rust] = [1, 2].map(|width| textures.insert(Texture { width }));
    let mut materials = MaterialHub::new();
    let ids = materials.alloc_many(1000);
    let mut users = Backlinks::<Material, Texture>::new(|materials| materials.maybe);
    for (round, texture) in [wood, rust, wood].into_iter().enumerate() {
        for id in ids.iter().skip(round).step_by(3) {
            *materials.row_mut(*id).maybe = Some(texture);
            materials.advance();
            if id.index() % 32 < 3 {
                users.refresh(&materials);
            }
        }
        let view = users.at(&materials);
        for texture in [wood, rust] {
            let expected = materials
                .iter()
                .filter(|(_, row)| *row.maybe == Some(texture));
            assert!(view.of(texture).eq(expected.map(|(id, _)| id)));
        }
    }
    let of_wood: Vec<MaterialId> = users.at(&materials).of(wood).collect();
    materials.dealloc_many(of_wood);
    let view = users.at(&materials);
    assert_eq!((view.count(wood), view.count(rust)), (0, 333));
}
