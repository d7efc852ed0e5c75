//! Plays Asteroids: rocks drift and split, and bullets follow a rock by its id, which is stale when
//! another bullet destroys the rock first. The game is the same on every machine, and `main` asserts its
//! checksum.
//!
//! ```sh
//! cargo run --example asteroids
//! cargo run --example asteroids -- --inspect # plays until it is stopped; a page shows its hubs
//! ```

use std::iter::zip;
use std::time::Duration;
use std::{env, io, thread};

use soa_index::Grid;
use soa_inspect::Inspector;
use soa_runtime::IdAllocator;

/// A position or a velocity on a field that wraps around at its edges, in 1/64 of a pixel.
type Vector = [i16; 2];

/// A rock. Bullets contain its id.
#[derive(IdAllocator, Debug)]
#[soa(tracked, derive(Debug))] // the grid follows, and the page shows which rocks are new
struct Rock {
    #[soa(tracked)]
    position: Vector,
    velocity: Vector,
    /// The smallest rocks have size 0 and do not split.
    size: u8,
}

/// A bullet. Every frame visits all bullets, so a layout without holes fits.
#[derive(IdAllocator, Debug)]
#[soa(layout = dense, derive(Debug, Default))]
struct Bullet {
    position: Vector,
    /// The rock that it follows, which another bullet may destroy.
    target: RockId,
    #[soa(default = 90)]
    frames_left: u32,
}

#[derive(Debug)]
struct Game {
    rocks: RockHub,
    /// Finds rocks by their position.
    near: Grid<Rock, 2>,
    bullets: BulletHub,
    random: Random,
    hits: u32,
    lost_targets: u32,
}

impl Game {
    fn new(rocks: usize) -> Self {
        let place = |position: &Vector| position.map(f32::from);
        let mut game = Game {
            rocks: RockHub::new(),
            near: Grid::<Rock, 2>::by(8192.0, |rocks| rocks.position, place),
            bullets: BulletHub::new(),
            random: Random(0x9e37_79b9),
            hits: 0,
            lost_targets: 0,
        };
        for _ in 0..rocks {
            game.spawn_rock();
        }
        game
    }

    fn spawn_rock(&mut self) {
        self.rocks.insert(Rock {
            position: self.random.vector(i16::MAX),
            velocity: self.random.vector(90),
            size: 2,
        });
    }

    fn frame(&mut self, number: u32) {
        self.drift();
        if number % 2 == 0 {
            self.fire();
        }
        let hits = self.home_in();
        for rock in hits {
            self.split(rock);
        }
        if self.rocks.len() < 30 {
            self.spawn_rock();
        }
        self.rocks.advance();
    }

    /// Moves all rocks. The loop includes holes, but their velocity is zero, the default.
    fn drift(&mut self) {
        let mut rocks = self.rocks.columns_mut();
        for (position, velocity) in zip(rocks.position.all_mut(), rocks.velocity) {
            *position = add(*position, *velocity);
        }
    }

    /// Fires a bullet at a random rock.
    fn fire(&mut self) {
        let choice = self.random.below(self.rocks.len());
        if let Some(target) = self.rocks.ids().nth(choice) {
            self.bullets.insert(Bullet {
                target,
                ..Default::default()
            });
        }
    }

    /// Moves every bullet towards its rock, and returns the rocks that were hit. A bullet whose rock no
    /// longer exists selects the nearest one on its side of the edges.
    fn home_in(&mut self) -> Vec<RockId> {
        let mut hits = Vec::new();
        let Game {
            rocks,
            near,
            bullets,
            lost_targets,
            ..
        } = self;
        let near = near.at(rocks);
        bullets.retain(|_, bullet| {
            *bullet.frames_left -= 1;
            if !rocks.contains(*bullet.target) {
                *lost_targets += 1;
                let nearest = near.nearest(bullet.position.map(f32::from));
                *bullet.target = nearest.map_or(RockId::DANGLING, |(id, _)| id);
            }
            let Some(rock) = rocks.get(*bullet.target) else {
                return false;
            };
            *bullet.position = towards(*bullet.position, *rock.position, 700);
            let hit = distance(*bullet.position, *rock.position) < 500 << *rock.size;
            if hit {
                hits.push(*bullet.target);
            }
            !hit && *bullet.frames_left > 0
        });
        hits
    }

    /// Replaces a rock by two smaller ones. If two bullets hit it in the same frame, the second id is
    /// stale.
    fn split(&mut self, rock: RockId) {
        let Some(rock) = self.rocks.remove(rock) else {
            return;
        };
        self.hits += 1;
        if let Some(size) = rock.size.checked_sub(1) {
            for _ in 0..2 {
                let velocity = add(rock.velocity, self.random.vector(120));
                self.rocks.insert(Rock {
                    position: rock.position,
                    velocity,
                    size,
                });
            }
        }
    }

    /// Returns a hash of all rocks and bullets.
    fn checksum(&self) -> u64 {
        let mut sum = 0xcbf2_9ce4_8422_2325;
        let mut add = |value: u64| sum = (sum ^ value).wrapping_mul(0x0100_0000_01b3);
        for (id, rock) in &self.rocks {
            add(id.to_bits());
            for part in rock.position.iter().chain(rock.velocity) {
                add(u64::from(u16::from_ne_bytes(part.to_ne_bytes())));
            }
        }
        for (_, bullet) in &self.bullets {
            add(bullet.target.to_bits());
            add(u64::from(*bullet.frames_left));
        }
        sum
    }
}

fn add(a: Vector, b: Vector) -> Vector {
    [a[0].wrapping_add(b[0]), a[1].wrapping_add(b[1])]
}

/// Returns the distance along the axis where it is longer. The field wraps around.
fn distance(a: Vector, b: Vector) -> u16 {
    let part = |axis: usize| a[axis].wrapping_sub(b[axis]).unsigned_abs();
    part(0).max(part(1))
}

/// Moves `from` towards `to` by at most `step` along each axis.
fn towards(from: Vector, to: Vector, step: i16) -> Vector {
    let part = |axis: usize| to[axis].wrapping_sub(from[axis]).clamp(-step, step);
    add(from, [part(0), part(1)])
}

/// Marsaglia's xorshift.
#[derive(Debug)]
struct Random(u32);

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
    fn vector(&mut self, most: i16) -> Vector {
        let mut part = || {
            let range = u32::from(most.unsigned_abs()) * 2 + 1;
            let part = i32::try_from(self.next() % range).expect("it has 17 bits");
            i16::try_from(part - i32::from(most)).expect("it is between `-most` and `most`")
        };
        [part(), part()]
    }
}

/// Plays until the program is stopped, and shows the hubs to whoever opens the page.
fn play_for_viewers(mut game: Game) -> io::Result<()> {
    let inspector = Inspector::bind("127.0.0.1:0")?;
    println!("open {}", inspector.url());
    for number in (0..u32::MAX).cycle() {
        while !inspector.gate() {
            show(&inspector, &game);
        }
        game.frame(number);
        show(&inspector, &game);
        thread::sleep(Duration::from_millis(16));
    }
    Ok(())
}

fn show(inspector: &Inspector, game: &Game) {
    inspector.show("rocks", &game.rocks);
    inspector.show("bullets", &game.bullets);
}

fn main() -> io::Result<()> {
    let mut game = Game::new(40);
    if env::args().any(|argument| argument == "--inspect") {
        return play_for_viewers(game);
    }
    for number in 0..2000 {
        game.frame(number);
    }
    let checksum = game.checksum();
    println!(
        "{} rocks and {} bullets; {} rocks were hit, {} bullets lost their target; checksum {checksum:#018x}",
        game.rocks.len(),
        game.bullets.len(),
        game.hits,
        game.lost_targets,
    );
    assert!(game.lost_targets > 0, "some bullets had a stale id");
    assert_eq!(checksum, 0x3023_bd5b_4984_6eb8);
    Ok(())
}
