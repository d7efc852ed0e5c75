//! One struct, and what the derive makes of it: rows behind ids, fields in columns.

use std::iter::zip;

use soa_runtime::IdAllocator;

/// A particle of a fire.
#[derive(IdAllocator, Debug, Clone, PartialEq)]
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
        position: [0, 8],
        velocity: [1, 0],
        life: 10,
        label: "ember".to_owned(),
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
    assert_eq!(*particles.row(ember).position, [1, 8]);

    // The slot is recycled, the id is not: whoever still holds it finds nothing,
    // and the new row starts with the defaults, whatever the old one left.
    particles.dealloc(spark);
    let fresh = particles.alloc();
    assert_eq!(fresh.index(), spark.index());
    assert_ne!(fresh, spark);
    assert!(particles.get(spark).is_none());
    assert_eq!(particles.row(fresh).label, "");

    // A row comes back as the struct.
    let ember = particles.remove(ember).expect("nobody freed it");
    assert_eq!((ember.label.as_str(), ember.life), ("ember", 50));
    assert_eq!(particles.len(), 1);

    println!(
        "{fresh:?} took the place of {spark:?}; {:?}",
        particles.stats()
    );
}
