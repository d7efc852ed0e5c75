//! A shooter of 44 500 entities: what a whole program spends in a build without optimisation.
//!
//! Each frame everything moves, a grid of ids is filled again, bullets look for an enemy near
//! them, and what was hit or is too old is freed and made again. All numbers are whole, and both
//! versions use their slots in the same order, so they compute the same.

use std::iter::zip;

use slotmap::{DefaultKey, SlotMap};
use soa_runtime::{Hub, IdAllocator};

use crate::harness::{Case, Kind};

const ENEMIES: usize = 20_000;
const BULLETS: usize = 20_000;
const ROCKS: usize = 2_000;
const PICKUPS: usize = 2_000;
const SPARKS: usize = 500;

/// The world is a torus; a cell of the grid is 16 wide.
const SIZE: i32 = 1_024;
const CELLS: usize = 64;

type Pair = [i32; 2];
type Map<T> = SlotMap<DefaultKey, T>;

macro_rules! entities {
    ($($name:ident, $hp:ident;)*) => {
        $(
            #[derive(IdAllocator)]
            struct $name {
                pos: Pair,
                vel: Pair,
                $hp: i32,
            }
        )*
    };
}
entities!(Enemy, hp; Bullet, life; Rock, spin; Pickup, life; Spark, life;);

pub(super) fn case() -> Case {
    let mut case = Case::new(ENEMIES + BULLETS + ROCKS + PICKUPS + SPARKS);
    let (mut maps, mut hubs) = (Maps::new(), Hubs::new());
    case.add("SlotMap", Kind::Peer, move |stopwatch| {
        stopwatch.time(|| maps.frame());
        let hp: i32 = maps.enemies.values().map(|enemy| enemy.hp).sum();
        u64::from(hp.unsigned_abs()) * 10_000 + maps.pickups.len() as u64
    });
    case.add("soa slots", Kind::Ours, move |stopwatch| {
        stopwatch.time(|| hubs.frame());
        let hp: i32 = hubs.enemies.columns().hp.iter().sum();
        u64::from(hp.unsigned_abs()) * 10_000 + hubs.pickups.len() as u64
    });
    case
}

fn go(pos: &mut Pair, vel: Pair) {
    pos[0] = (pos[0] + vel[0]).rem_euclid(SIZE);
    pos[1] = (pos[1] + vel[1]).rem_euclid(SIZE);
}

fn cell([x, y]: Pair) -> usize {
    let side = |at: i32| at.unsigned_abs() as usize / 16;
    side(y) * CELLS + side(x)
}

fn is_near(a: Pair, b: Pair) -> bool {
    (a[0] - b[0]).abs() + (a[1] - b[1]).abs() < 2
}

fn grow_old(life: &mut i32) -> bool {
    *life -= 1;
    *life > 0
}

/// Declares a game and what is the same in both: making entities, freeing them, and the frame.
macro_rules! game {
    ($name:ident, $store:ident, $id:ty) => {
        #[derive(Default)]
        struct $name {
            enemies: $store<Enemy>,
            bullets: $store<Bullet>,
            rocks: $store<Rock>,
            pickups: $store<Pickup>,
            sparks: $store<Spark>,
            grid: Vec<Vec<$id>>,
            random: fastrand::Rng,
        }

        impl $name {
            fn new() -> Self {
                let mut new = Self::default();
                new.random.seed(3);
                new.grid.resize(CELLS * CELLS, Vec::new());
                // A few frames later slots have been freed and used again.
                (0..20).for_each(|_| new.frame());
                new
            }

            fn frame(&mut self) {
                self.spawn();
                self.move_all();
                self.grid.iter_mut().for_each(Vec::clear);
                self.fill_grid();
                for enemy in self.hit() {
                    self.explode(enemy);
                }
                self.age();
            }

            fn spawn(&mut self) {
                let random = &mut self.random;
                let mut born = |speed: i32| {
                    let mut both =
                        |least, most| [random.i32(least..=most), random.i32(least..=most)];
                    (both(0, SIZE - 1), both(-speed, speed))
                };
                while self.enemies.len() < ENEMIES {
                    let (pos, vel) = born(2);
                    self.enemies.insert(Enemy { pos, vel, hp: 10 });
                }
                while self.bullets.len() < BULLETS {
                    let (pos, vel) = born(9);
                    self.bullets.insert(Bullet { pos, vel, life: 60 });
                }
                while self.rocks.len() < ROCKS {
                    let (pos, vel) = born(1);
                    self.rocks.insert(Rock { pos, vel, spin: 0 });
                }
            }

            /// Frees an enemy and leaves a spark and a pickup in its place.
            fn explode(&mut self, enemy: $id) {
                if let Some(Enemy { pos, vel, .. }) = self.enemies.remove(enemy) {
                    if self.sparks.len() < SPARKS {
                        self.sparks.insert(Spark { pos, vel, life: 20 });
                    }
                    if self.pickups.len() < PICKUPS {
                        self.pickups.insert(Pickup { pos, vel, life: 90 });
                    }
                }
            }
        }
    };
}

game!(Maps, Map, DefaultKey);

impl Maps {
    fn move_all(&mut self) {
        macro_rules! go_all {
            ($($map:ident)*) => {$(
                for entity in self.$map.values_mut() {
                    go(&mut entity.pos, entity.vel);
                }
            )*};
        }
        go_all!(enemies bullets sparks);
        for rock in self.rocks.values_mut() {
            go(&mut rock.pos, rock.vel);
            rock.spin += 1;
        }
    }

    fn fill_grid(&mut self) {
        for (id, enemy) in &self.enemies {
            self.grid[cell(enemy.pos)].push(id);
        }
    }

    /// Lets bullets hit what is near them, and returns the enemies that have no hit points left.
    fn hit(&mut self) -> Vec<DefaultKey> {
        let mut dead = Vec::new();
        for bullet in self.bullets.values_mut() {
            for &id in &self.grid[cell(bullet.pos)] {
                let enemy = &mut self.enemies[id];
                if is_near(bullet.pos, enemy.pos) {
                    enemy.hp -= 1;
                    bullet.life = 0;
                    if enemy.hp == 0 {
                        dead.push(id);
                    }
                    break;
                }
            }
        }
        dead
    }

    fn age(&mut self) {
        self.bullets.retain(|_, bullet| grow_old(&mut bullet.life));
        self.pickups.retain(|_, pickup| grow_old(&mut pickup.life));
        self.sparks.retain(|_, spark| grow_old(&mut spark.life));
    }
}

game!(Hubs, Hub, EnemyId);

impl Hubs {
    /// Loops over whole columns: holes contain the defaults, so they do not move.
    fn move_all(&mut self) {
        macro_rules! go_all {
            ($($hub:ident)*) => {$(
                let columns = self.$hub.columns_mut();
                for (pos, vel) in zip(columns.pos, columns.vel) {
                    go(pos, *vel);
                }
            )*};
        }
        go_all!(enemies bullets sparks);
        let rocks = self.rocks.columns_mut();
        for ((pos, vel), spin) in zip(zip(rocks.pos, rocks.vel), rocks.spin) {
            go(pos, *vel);
            *spin += 1;
        }
    }

    fn fill_grid(&mut self) {
        for (id, &pos) in self.enemies.columns().pos.iter_live() {
            self.grid[cell(pos)].push(id);
        }
    }

    /// Lets bullets hit what is near them, and returns the enemies that have no hit points left.
    fn hit(&mut self) -> Vec<EnemyId> {
        let (mut dead, mut enemies) = (Vec::new(), self.enemies.columns_mut());
        let bullets = self.bullets.columns_mut();
        for (&mut pos, life) in zip(bullets.pos, bullets.life) {
            // A hole has no life, and must not hit.
            if *life == 0 {
                continue;
            }
            for &id in &self.grid[cell(pos)] {
                if is_near(pos, enemies.pos[id]) {
                    enemies.hp[id] -= 1;
                    *life = 0;
                    if enemies.hp[id] == 0 {
                        dead.push(id);
                    }
                    break;
                }
            }
        }
        dead
    }

    fn age(&mut self) {
        self.bullets.retain(|_, bullet| grow_old(bullet.life));
        self.pickups.retain(|_, pickup| grow_old(pickup.life));
        self.sparks.retain(|_, spark| grow_old(spark.life));
    }
}
