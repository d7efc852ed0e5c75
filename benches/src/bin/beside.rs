//! Sparks as entities of `bevy_ecs`, and as rows of a hub that is a resource beside other entities.
//! Writes `beside.md`.

use bevy_ecs::prelude::{Component, Entity, Resource, World};
use bevy_ecs::query::QueryState;
use soa_bench::harness::{Failure, Options, Table, measure, seconds};
use soa_runtime::IdAllocator;

type Vector = [f32; 3];

/// Seconds in a frame.
const DT: f32 = 0.016;

/// A value for the place and the speed of each spark.
fn vectors(count: usize) -> impl Iterator<Item = (Vector, Vector)> {
    let numbers = (0..=u8::MAX).cycle().map(f32::from);
    numbers
        .map(|x| ([x, 0.0, 0.0], [0.0, 1.0, 2.0]))
        .take(count)
}

/// A container of sparks.
trait Sparks {
    /// Adds the speed of each spark to its place.
    fn step(&mut self);
    /// Frees the sparks with these numbers, and makes as many.
    fn replace(&mut self, numbers: &[usize]);
    /// Adds up the places of the sparks with these numbers, which others refer to.
    fn follow(&self, numbers: &[usize]) -> f32;
}

#[derive(Component)]
struct Place(Vector);
#[derive(Component)]
struct Speed(Vector);
#[derive(Component)]
struct Colour(#[expect(dead_code, reason = "it is only made")] [f32; 4]);

struct Entities {
    world: World,
    ids: Vec<Entity>,
    moving: QueryState<(&'static mut Place, &'static Speed)>,
    placed: QueryState<&'static Place>,
}

impl Entities {
    fn new(rows: usize) -> Self {
        let mut world = World::new();
        let ids = Self::spawn(&mut world, rows).collect();
        let (moving, placed) = (world.query(), world.query());
        Self {
            world,
            ids,
            moving,
            placed,
        }
    }

    fn spawn(world: &mut World, count: usize) -> impl Iterator<Item = Entity> {
        world.spawn_batch(
            vectors(count).map(|(place, speed)| (Place(place), Speed(speed), Colour([1.0; 4]))),
        )
    }
}

impl Sparks for Entities {
    fn step(&mut self) {
        self.moving
            .iter_mut(&mut self.world)
            .for_each(|(mut place, speed)| {
                for axis in 0..3 {
                    place.0[axis] += speed.0[axis] * DT;
                }
            });
    }

    fn replace(&mut self, numbers: &[usize]) {
        for &number in numbers {
            self.world.despawn(self.ids[number]);
        }
        let made = Self::spawn(&mut self.world, numbers.len());
        for (&number, id) in numbers.iter().zip(made) {
            self.ids[number] = id;
        }
    }

    fn follow(&self, numbers: &[usize]) -> f32 {
        let places = numbers
            .iter()
            .map(|&number| self.placed.get_manual(&self.world, self.ids[number]));
        places.flatten().map(|place| place.0[0]).sum()
    }
}

#[derive(IdAllocator)]
struct Spark {
    place: Vector,
    speed: Vector,
    colour: [f32; 4],
}

#[derive(Resource)]
struct Hub(SparkHub);

struct Rows {
    world: World,
    ids: Vec<SparkId>,
}

impl Rows {
    fn new(rows: usize) -> Self {
        let (mut world, mut hub) = (World::new(), SparkHub::new());
        let ids = hub.insert_many(Self::sparks(rows));
        world.insert_resource(Hub(hub));
        Self { world, ids }
    }

    fn sparks(count: usize) -> impl Iterator<Item = Spark> {
        vectors(count).map(|(place, speed)| Spark {
            place,
            speed,
            colour: [1.0; 4],
        })
    }
}

impl Sparks for Rows {
    fn step(&mut self) {
        let mut hub = self.world.resource_mut::<Hub>();
        let columns = hub.0.columns_mut();
        for (place, speed) in columns.place.into_iter().zip(columns.speed) {
            for axis in 0..3 {
                place[axis] += speed[axis] * DT;
            }
        }
    }

    fn replace(&mut self, numbers: &[usize]) {
        let hub = &mut self.world.resource_mut::<Hub>().into_inner().0;
        for &number in numbers {
            hub.dealloc(self.ids[number]);
        }
        for (&number, spark) in numbers.iter().zip(Self::sparks(numbers.len())) {
            self.ids[number] = hub.insert(spark);
        }
    }

    fn follow(&self, numbers: &[usize]) -> f32 {
        let places = self.world.resource::<Hub>().0.columns().place;
        let places = numbers.iter().map(|&number| places.get(self.ids[number]));
        places.flatten().map(|place| place[0]).sum()
    }
}

fn main() -> Result<(), Failure> {
    let options = Options::from_args()?;
    let rows = if options.quick { 5_000 } else { 100_000 };
    let rounds = options.rounds(101);
    let mut contenders: [Box<dyn Sparks>; 2] =
        [Box::new(Entities::new(rows)), Box::new(Rows::new(rows))];
    let mut sums = Vec::new();
    let taken = measure(rounds, &mut contenders, |sparks| {
        // Both have the same numbers in a round, in an order that repeats in no round.
        let start = sums.len() / 2;
        let numbers = |count| {
            (0..count)
                .map(|n| (n * 61_195 + start * 7_919) % rows)
                .collect()
        };
        let (ends, targets): (Vec<_>, Vec<_>) = (numbers(rows / 50), numbers(rows / 10));
        let mut sum = 0.0;
        let times = [
            seconds(|| sparks.step()),
            seconds(|| sparks.replace(&ends)),
            seconds(|| sum = sparks.follow(&targets)),
        ];
        sums.push(sum.to_bits());
        Ok([times[0], times[1], times[2], times.iter().sum()])
    })?;
    assert!(sums.chunks(2).all(|pair| pair[0] == pair[1]), "they differ");

    let mut table = Table::new("| entities, us | rows of a hub, us | rows over entities");
    let parts = [
        "`place += speed * dt`, all sparks",
        "2 % end, and as many begin",
        "10 % are found by id",
        "all three",
    ];
    for (part, (entities, rows)) in parts.iter().zip(taken[0].iter().zip(&taken[1])) {
        let ratio = rows.over(entities).spread(1.0);
        table.row([
            (*part).to_owned(),
            entities.spread(1e6),
            rows.spread(1e6),
            ratio,
        ]);
    }
    let page = format!(
        "# A hub beside an ECS\n\n\
         Written by `cargo run --release -p soa-bench --features bevy --bin beside`: {rows} sparks of 40 bytes, {rounds} rounds in \
         turns; medians, with the quartiles in parentheses. `bevy_ecs` also records when each place was written. The hub is not \
         tracked, so it does not.\n\n{table}"
    );
    options.publish("beside.md", &page)
}
