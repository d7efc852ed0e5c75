//! The first minute: the derive turns a struct into a hub with ids, rows and columns.

use std::iter::zip;

use soa_runtime::{DefaultRow, IdAllocator};

/// A particle of a fire.
#[derive(IdAllocator, Debug, PartialEq)]
#[soa(derive(Debug, Clone, PartialEq))] // for the hub and its row views
struct Particle {
    position: [i32; 2],
    velocity: [i32; 2],
    #[soa(default = 100)]
    life: u32,
    label: String,
}

fn main() {
    let mut particles = ParticleHub::new();

    // Insert a row of defaults, and a row with values. Both calls return an id.
    let spark: ParticleId = particles.alloc();
    let ember = particles.insert(Particle {
        label: "ember".to_owned(),
        velocity: [1, 0],
        ..Particle::default_row()
    });
    assert_eq!(*particles.row(spark).life, 100);

    // Borrow one row: the view has a reference per field.
    let row = particles.row_mut(spark);
    *row.velocity = [0, 4];
    row.label.push_str("spark");

    // Borrow all rows: the view has a column per field. Index a column by id, or use it as a slice.
    let mut columns = particles.columns_mut();
    columns.life[ember] = columns.life[spark] / 2;
    for (position, velocity) in zip(columns.position, columns.velocity) {
        position[0] += velocity[0];
        position[1] += velocity[1];
    }
    assert_eq!(*particles.row(spark).position, [0, 4]);
    assert_eq!(*particles.row(ember).position, [1, 0]);

    // A freed slot is recycled, but its id is not: the old id is stale and finds nothing.
    // The new row starts with the defaults, not with the old values.
    particles.dealloc(spark);
    let fresh = particles.alloc();
    assert_eq!(fresh.index(), spark.index());
    assert_ne!(fresh, spark);
    assert!(particles.get(spark).is_none());
    assert_eq!(particles.row(fresh).label, "");

    // Remove a row to get the struct back. Its row becomes a hole with the default values,
    // which columns include and `len` does not.
    let before = particles.clone();
    let ember = particles.remove(ember).expect("the id is live");
    assert_eq!((ember.label.as_str(), ember.life), ("ember", 50));
    assert_eq!((particles.len(), particles.columns().life.len()), (1, 2));
    assert_ne!(particles, before);

    println!(
        "{fresh:?} reuses the slot of {spark:?}; {:?}",
        particles.stats()
    );
}
