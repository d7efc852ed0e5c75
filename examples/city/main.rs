//! A city of 100 000 buildings and people. On each day people walk and greet their neighbours, sell
//! buildings, pay taxes, die and are born. In the middle the city is saved and loaded.
//!
//! Five indexes answer who has a name, what is in a district, who is near, who owns what, and who is
//! the richest. No line of the city keeps them up to date: they follow the two hubs. Every tenth day
//! their answers are compared with a look at all rows.
//!
//! ```sh
//! cargo run --release --example city
//! ```

mod day;

use std::time::Instant;

use serde::{Deserialize, Serialize};
use soa_index::{Backlinks, Grid, Groups, Hashed, Sorted};
use soa_runtime::{IdAllocator, World};

use day::{Answers, Day};

const PEOPLE: u32 = 50_000;
const BUILDINGS: u32 = 50_000;
const DISTRICTS: u32 = 40;
const DAYS: u32 = 60;
/// The distance from which people greet each other, in metres.
const NEAR: f32 = 10.0;

#[derive(IdAllocator, Serialize, Deserialize)]
#[soa(tracked, derive(Serialize, Deserialize))]
struct Person {
    #[soa(tracked)]
    name: String,
    #[soa(tracked)]
    wealth: i64,
    #[soa(tracked)]
    place: [f32; 2],
}

#[derive(IdAllocator, Serialize, Deserialize)]
#[soa(tracked, derive(Serialize, Deserialize))]
struct Building {
    #[soa(tracked)]
    district: u32,
    #[soa(tracked)]
    owner: Option<PersonId>,
}

#[derive(World)]
struct City {
    people: PersonHub,
    buildings: BuildingHub,
    #[world(skip)]
    names: Hashed<Person, String>,
    #[world(skip)]
    ranks: Sorted<Person, i64>,
    #[world(skip)]
    near: Grid<Person, 2>,
    #[world(skip)]
    districts: Groups<Building, u32>,
    #[world(skip)]
    owned: Backlinks<Building, Person>,
}

impl City {
    fn new(people: PersonHub, buildings: BuildingHub) -> Self {
        City {
            people,
            buildings,
            names: Hashed::<Person, _>::new(|people| people.name),
            ranks: Sorted::<Person, _>::new(|people| people.wealth),
            near: Grid::<Person, 2>::new(NEAR, |people| people.place),
            districts: Groups::<Building, _>::new(|buildings| buildings.district),
            owned: Backlinks::<Building, Person>::new(|buildings| buildings.owner),
        }
    }

    /// Lives for a day. A tick ends after rows were written, so that the indexes look at them once.
    fn live(&mut self, day: Day) -> Answers {
        let answers = Answers {
            greeted: self.walk(&day),
            sold: self.trade(&day),
            inherited: self.bury(&day),
            taxed: self.tax(&day),
            richest: self.richest(),
        };
        self.people.extend(day.born);
        self.advance();
        answers
    }

    fn walk(&mut self, day: &Day) -> usize {
        let names = self.names.at(&self.people);
        let find = |(name, step): &(String, _)| Some((names.id(name)?, *step));
        let walkers: Vec<(PersonId, [f32; 2])> = day.walks.iter().filter_map(find).collect();

        let mut people = self.people.columns_mut();
        for (id, [x, y]) in &walkers {
            let place = &mut people.place[*id];
            *place = [place[0] + x, place[1] + y];
        }
        self.advance();
        let near = self.near.at(&self.people);
        let places = self.people.columns().place;
        let greet = |(id, _)| near.within(places[id], NEAR).count() - 1;
        walkers.into_iter().map(greet).sum()
    }

    fn trade(&mut self, day: &Day) -> usize {
        let names = self.names.at(&self.people);
        let find = |(buyer, seller): &(String, _)| Some((names.id(buyer)?, names.id(seller)?));
        let deals: Vec<(PersonId, PersonId)> = day.deals.iter().filter_map(find).collect();

        let (owned, mut buildings) = self.owned.beside(&mut self.buildings);
        let mut people = self.people.columns_mut();
        let mut sold = 0;
        for (buyer, seller) in deals {
            // The oldest building that was the seller's in the morning, if it still is.
            let building = owned.of(seller).next();
            let building = building.filter(|id| buildings.owner[*id] == Some(seller));
            if let Some(building) = building {
                buildings.owner[building] = Some(buyer);
                people.wealth[buyer] -= 500;
                people.wealth[seller] += 500;
                sold += 1;
            }
        }
        self.advance();
        sold
    }

    /// Buries the dead. The person who is nearest inherits; if he died on the same day, the city does.
    fn bury(&mut self, day: &Day) -> usize {
        let (names, near) = (self.names.at(&self.people), self.near.at(&self.people));
        let (owned, mut buildings) = self.owned.beside(&mut self.buildings);
        let mut inherited = 0;
        let dead: Vec<PersonId> = day
            .deaths
            .iter()
            .filter_map(|name| names.id(name))
            .collect();
        for id in &dead {
            let nearest = near.nearest_n(*self.people.row(*id).place, 2);
            let heir = nearest.map(|(other, _)| other).find(|other| other != id);
            for building in owned.of(*id) {
                buildings.owner[building] = heir;
                inherited += 1;
            }
        }
        self.people.dealloc_many(dead);

        let (owned, mut buildings) = self.owned.beside(&mut self.buildings);
        for (building, _) in owned.dangling(&self.people) {
            buildings.owner[building] = None;
        }
        self.advance();
        inherited
    }

    /// Collects the tax of one district. What belongs to the city is free of it.
    fn tax(&mut self, day: &Day) -> usize {
        let districts = self.districts.at(&self.buildings);
        let owners = self.buildings.columns().owner;
        let mut people = self.people.columns_mut();
        let owners = districts.ids(&day.taxed).filter_map(|id| owners[id]);
        let taxed = owners.map(|id| people.wealth[id] -= 1).count();

        for (row, district) in &day.rezoned {
            let id = self.buildings.id_at(*row).expect("no building is freed");
            *self.buildings.row_mut(id).district = *district;
        }
        self.advance();
        taxed
    }

    fn richest(&mut self) -> Vec<(i64, PersonId)> {
        let richest = self.ranks.at(&self.people).iter().rev().take(10);
        richest.map(|(wealth, id)| (*wealth, id)).collect()
    }

    /// Saves and loads the city. The indexes notice by themselves that these are other hubs.
    fn save_and_load(&mut self) {
        let bytes = postcard::to_allocvec(&(&self.people, &self.buildings));
        let bytes = bytes.expect("memory is the only limit");
        (self.people, self.buildings) = postcard::from_bytes(&bytes).expect("it was just saved");
        self.advance();
    }

    /// Compares the indexes with what a look at all rows finds.
    fn check(&mut self) {
        let (people, buildings) = (&self.people, &self.buildings);
        let (names, ranks) = (self.names.at(people), self.ranks.at(people));
        for (id, person) in people {
            assert_eq!(names.id(person.name), Some(id));
            assert!(ranks.last().is_some_and(|(most, _)| most >= person.wealth));
        }
        let (districts, owned) = (self.districts.at(buildings), self.owned.at(buildings));
        for (id, building) in buildings {
            assert!(districts.slots(building.district).contains(id.index()));
            assert!(
                building
                    .owner
                    .is_none_or(|owner| owned.of(owner).any(|of| of == id))
            );
        }
        assert_eq!(owned.dangling(people).next(), None);
        let near = self.near.at(people);
        assert_eq!(near.within([0.0; 2], f32::INFINITY).count(), people.len());
    }
}

fn main() {
    let mut random = fastrand::Rng::with_seed(7);
    let people: PersonHub = (0..PEOPLE).map(|n| day::person(&mut random, n)).collect();
    let ids: Vec<PersonId> = people.ids().collect();
    let buildings = (0..BUILDINGS).map(|_| day::building(&mut random, &ids));
    let buildings: BuildingHub = buildings.collect();

    let mut city = City::new(people, buildings);
    city.advance();
    let mut totals = Answers::default();
    let start = Instant::now();
    for number in 0..DAYS {
        if number == DAYS / 2 {
            city.save_and_load();
        }
        totals.add(city.live(Day::new(&mut random, number)));
        if number % 10 == 0 {
            city.check();
        }
    }
    city.check();
    println!("{totals:?}");
    println!("{DAYS} days and their checks took {:?}", start.elapsed());
}
