//! The game: ships that hunt each other with missiles, computed with integers.

use std::hash::Hasher;
use std::iter::zip;

use soa_runtime::IdAllocator;

/// A position or a velocity on a field that wraps around at its edges.
pub(crate) type Vector = [i32; 2];

/// The number of ships that join the battle in a frame.
const REINFORCEMENTS: u32 = 8;

/// A ship. Missiles and other ships contain its id.
#[derive(IdAllocator, Debug)]
#[soa(derive(Clone, Debug, Default, Hash, PartialEq))]
pub(crate) struct Ship {
    position: Vector,
    velocity: Vector,
    /// The ship that it hunts, which may no longer exist.
    prey: ShipId,
    /// The missile that it fired last, which may no longer exist.
    missile: MissileId,
    #[soa(default = 3)]
    hull: u8,
}

/// A missile. Every frame visits all missiles, so a layout without holes fits.
#[derive(IdAllocator, Debug)]
#[soa(layout = dense, bits(index = 20, generation = 12), recycle = fifo)]
#[soa(derive(Clone, Debug, Default, Hash, PartialEq))]
pub(crate) struct Missile {
    by: ShipId,
    target: ShipId,
    #[soa(default = 20)]
    frames_left: u8,
}

/// Everything that a frame depends on. All of it is saved.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Battle {
    pub(crate) ships: ShipHub,
    pub(crate) missiles: MissileHub,
    /// The ships of the two players.
    pub(crate) flagships: [ShipId; 2],
    /// The number of ships and of missiles that were lost.
    pub(crate) lost: [u32; 2],
    random: Random,
}

impl Clone for Battle {
    fn clone(&self) -> Self {
        let mut copy = Battle::default();
        copy.clone_from(self);
        copy
    }

    /// Reuses the memory of both hubs, unlike a derived `clone_from`. The destructuring pattern makes
    /// sure that no field is forgotten.
    fn clone_from(&mut self, source: &Self) {
        let Battle {
            ships,
            missiles,
            flagships,
            lost,
            random,
        } = source;
        self.ships.clone_from(ships);
        self.missiles.clone_from(missiles);
        self.flagships = *flagships;
        self.lost = *lost;
        self.random = *random;
    }
}

/// The input of a player in a frame, as bits.
pub(crate) mod keys {
    pub(crate) const LEFT: u8 = 1;
    pub(crate) const RIGHT: u8 = 2;
    pub(crate) const UP: u8 = 4;
    pub(crate) const DOWN: u8 = 8;
}

impl Battle {
    pub(crate) fn new(ships: usize) -> Self {
        let mut battle = Battle::default();
        for _ in 0..ships {
            battle.launch();
        }
        battle
    }

    pub(crate) fn frame(&mut self, inputs: [u8; 2]) {
        for (player, keys) in inputs.into_iter().enumerate() {
            self.steer(player, keys);
        }
        self.fly();
        self.hunt();
        self.home_in();
        for _ in 0..REINFORCEMENTS {
            self.launch();
        }
    }

    fn launch(&mut self) -> ShipId {
        self.ships.insert(Ship {
            position: self.random.vector(i32::MAX),
            velocity: self.random.vector(1 << 22),
            ..Default::default()
        })
    }

    /// Gives a new ship to each player whose ship was lost.
    fn steer(&mut self, player: usize, keys: u8) {
        if !self.ships.contains(self.flagships[player]) {
            self.flagships[player] = self.launch();
        }
        let ship = self.ships.row_mut(self.flagships[player]);
        let push = |less, more| i32::from(keys & more != 0) - i32::from(keys & less != 0);
        let push = [push(keys::LEFT, keys::RIGHT), push(keys::UP, keys::DOWN)];
        *ship.velocity = add(*ship.velocity, push.map(|push| push << 20));
    }

    /// Moves all ships. The loop includes holes, but their velocity is zero, the default.
    fn fly(&mut self) {
        let ships = self.ships.columns_mut();
        for (position, velocity) in zip(ships.position, ships.velocity) {
            *position = add(*position, *velocity);
        }
    }

    /// Lets every ship fire at its prey, one missile at a time. A ship without prey selects a new one.
    fn hunt(&mut self) {
        let mut ships = self.ships.columns_mut();
        let rows = ships.rows();
        for id in rows.ids() {
            let prey = ships.prey[id];
            if !rows.contains(prey) {
                let found = rows.id_at(self.random.below(ships.prey.len()));
                ships.prey[id] = found.unwrap_or(ShipId::DANGLING);
            } else if prey != id && !self.missiles.contains(ships.missile[id]) {
                ships.missile[id] = self.missiles.insert(Missile {
                    by: id,
                    target: prey,
                    ..Default::default()
                });
            }
        }
    }

    /// Lets every missile hit its target after some frames. A hit moves some hull from the target to
    /// the ship that fired. Both ships may no longer exist.
    fn home_in(&mut self) {
        let Battle {
            ships,
            missiles,
            lost,
            ..
        } = self;
        missiles.retain(|_, missile| {
            *missile.frames_left -= 1;
            if *missile.frames_left > 0 && ships.contains(*missile.target) {
                return true;
            }
            lost[1] += 1;
            if let Some(target) = ships.get_mut(*missile.target) {
                *target.hull -= 1;
                if *target.hull == 0 {
                    ships.dealloc(*missile.target);
                    lost[0] += 1;
                }
                if let Some(by) = ships.get_mut(*missile.by) {
                    *by.hull = by.hull.saturating_add(1).min(5);
                }
            }
            false
        });
    }

    /// Returns the addresses of the hubs' memory.
    pub(crate) fn memory(&self) -> [usize; 2] {
        let ships = self.ships.columns().position.as_ptr().addr();
        [ships, self.missiles.columns().by.as_ptr().addr()]
    }

    /// Returns a hash of everything that a frame depends on: the rows, their ids, and the ids
    /// that come next.
    pub(crate) fn checksum(&self) -> u64 {
        let mut sum = Checksum(0xcbf2_9ce4_8422_2325);
        self.ships.hash_state(&mut sum);
        self.missiles.hash_state(&mut sum);
        for flagship in self.flagships {
            sum.write_u64(flagship.to_bits());
        }
        for lost in self.lost {
            sum.write_u32(lost);
        }
        sum.write_u32(self.random.0);
        sum.finish()
    }
}

/// A hasher for players whose programs are of different builds: the hasher of the standard library
/// may change from one version to the next.
struct Checksum(u64);

impl Hasher for Checksum {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0 ^ value)
            .wrapping_mul(0x0100_0000_01b3)
            .rotate_left(29);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

fn add(a: Vector, b: Vector) -> Vector {
    [a[0].wrapping_add(b[0]), a[1].wrapping_add(b[1])]
}

/// Marsaglia's xorshift.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Random(u32);

impl Default for Random {
    fn default() -> Self {
        Random(0x9e37_79b9)
    }
}

impl Random {
    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        self.next() as usize % limit.max(1)
    }

    /// Returns a vector whose components are between `-most` and `most`.
    fn vector(&mut self, most: i32) -> Vector {
        [(); 2].map(|()| self.next().cast_signed() % most)
    }
}
