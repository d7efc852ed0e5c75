//! One struct, and what the derive makes of it: rows behind ids, fields in columns.

use std::iter::zip;

use soa_runtime::{DefaultRow, IdAllocator};

/// A particle of a fire.
#[derive(IdAllocator, Debug, PartialEq)]
#[soa(derive(Debug, Clone, PartialEq))] // what the hub and its rows shall do
struct Particle {
    position: [i32; 2],
    velocity: [i32; 2],
    #[soa(default = 100)]
    life: u32,
    label: String,
}

fn main() {
    let mut particles = ParticleHub::new();

    // A row of defaults, and a row of your own. What you keep is an id.
    let spark: ParticleId = particles.alloc();
    let ember = particles.insert(Particle {
        label: "ember".to_owned(),
        velocity: [1, 0],
        ..Particle::default_row()
    });
    assert_eq!(*particles.row(spark).life, 100);

    // One row: one reference per field.
    let row = particles.row_mut(spark);
    *row.velocity = [0, 4];
    row.label.push_str("spark");

    // All rows: one column per field, all of them at once, by id or as slices.
    let mut columns = particles.columns_mut();
    columns.life[ember] = columns.life[spark] / 2;
    for (position, velocity) in zip(columns.position, columns.velocity) {
        position[0] += velocity[0];
        position[1] += velocity[1];
    }
    assert_eq!(*particles.row(spark).position, [0, 4]);
    assert_eq!(*particles.row(ember).position, [1, 0]);

    // The slot is recycled, the id is not: whoever still holds it finds nothing,
    // and the new row starts with the defaults, whatever the old one left.
    particles.dealloc(spark);
    let fresh = particles.alloc();
    assert_eq!(fresh.index(), spark.index());
    assert_ne!(fresh, spark);
    assert!(particles.get(spark).is_none());
    assert_eq!(particles.row(fresh).label, "");

    // A row comes back as the struct. What is left is a hole, which holds the defaults:
    // a column counts it, the hub does not.
    let before = particles.clone();
    let ember = particles.remove(ember).expect("nobody freed it");
    assert_eq!((ember.label.as_str(), ember.life), ("ember", 50));
    assert_eq!((particles.len(), particles.columns().life.len()), (1, 2));
    assert_ne!(particles, before);

    println!(
        "{fresh:?} took the place of {spark:?}; {:?}",
        particles.stats()
    );
}
