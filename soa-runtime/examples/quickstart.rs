//! Quick start: declare a struct, make rows, find them by id, loop over columns.

use soa_runtime::IdAllocator;

/// A fire particle. The derive makes `ParticleHub`, the collection, and `ParticleId`.
#[derive(IdAllocator, Debug, PartialEq)] // ordinary derives apply to the struct
#[soa(derive(Debug, Default))] // `Debug` for the hub, and `Default` for the struct
struct Particle {
    position: [f32; 2],
    velocity: [f32; 2],
    #[soa(default = 100)]
    life: u32,
    label: String,
}

fn main() {
    let mut particles = ParticleHub::new();

    // `alloc` makes a row of defaults, and `insert` adds one that you give it. Both return its id.
    let spark: ParticleId = particles.alloc();
    let ember = particles.insert(Particle {
        label: "ember".to_owned(),
        velocity: [1.0, 0.0],
        ..Default::default()
    });

    // Look up a row by its id: you get one reference per field.
    assert_eq!(*particles.row(spark).life, 100);
    *particles.row_mut(spark).velocity = [0.0, 4.0];

    // Borrow all columns at once. Each is named after its field. A column is a slice,
    // and it can be indexed by id.
    let mut columns = particles.columns_mut();
    columns.life[spark] -= 40;
    columns.life[ember] = columns.life[spark] / 2;
    for (position, velocity) in columns.position.iter_mut().zip(columns.velocity) {
        position[0] += velocity[0];
        position[1] += velocity[1];
    }
    assert!(particles.row(spark).position[1] > 3.0);

    // Free a row. Its slot is reused, but its id is not: an old id finds nothing.
    particles.dealloc(spark);
    let fresh = particles.alloc();
    assert_eq!(fresh.index(), spark.index());
    assert!(particles.get(spark).is_none());
    assert_eq!(*particles.row(fresh).life, 100); // the default, not the old value

    // Take a row out, as the struct.
    let ember = particles.remove(ember).expect("the id is live");
    assert_eq!((ember.label.as_str(), ember.life), ("ember", 30));
    println!("{fresh} took the slot of {spark}: {particles:?}");
}
