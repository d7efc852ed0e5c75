//! The same city with maps that are kept by hand: each write has a line for each map beside it, and
//! after a load they are all filled again. Whoever forgets one gets wrong answers later.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{BuildingHub, BuildingId, NEAR, PersonHub, PersonId};
use crate::day::{Answers, Day};

pub(crate) struct CityByHand {
    pub(crate) people: PersonHub,
    pub(crate) buildings: BuildingHub,
    names: HashMap<String, PersonId>,
    /// By wealth and slot.
    ranks: BTreeMap<(i64, u32), PersonId>,
    near: HashMap<[i32; 2], Vec<PersonId>>,
    districts: HashMap<u32, BTreeSet<BuildingId>>,
    owned: HashMap<PersonId, BTreeSet<BuildingId>>,
}

#[expect(clippy::cast_possible_truncation, reason = "the city is small")]
fn cell(place: [f32; 2]) -> [i32; 2] {
    place.map(|x| (x / NEAR).floor() as i32)
}

fn square([ax, ay]: [f32; 2], [bx, by]: [f32; 2]) -> f32 {
    (ax - bx) * (ax - bx) + (ay - by) * (ay - by)
}

impl CityByHand {
    pub(crate) fn new(people: PersonHub, buildings: BuildingHub) -> Self {
        let mut city = CityByHand {
            people,
            buildings,
            names: HashMap::new(),
            ranks: BTreeMap::new(),
            near: HashMap::new(),
            districts: HashMap::new(),
            owned: HashMap::new(),
        };
        let ids: Vec<PersonId> = city.people.ids().collect();
        for id in ids {
            city.enter(id);
        }
        for (id, building) in &city.buildings {
            city.districts
                .entry(*building.district)
                .or_default()
                .insert(id);
            if let Some(owner) = *building.owner {
                city.owned.entry(owner).or_default().insert(id);
            }
        }
        city
    }

    pub(crate) fn save_and_load(&mut self) {
        let bytes = postcard::to_allocvec(&(&self.people, &self.buildings))
            .expect("memory is the only limit");
        let (people, buildings) = postcard::from_bytes(&bytes).expect("it was just saved");
        *self = CityByHand::new(people, buildings);
    }

    /// Adds a person to the maps.
    fn enter(&mut self, id: PersonId) {
        let person = self.people.row(id);
        self.names.insert(person.name.clone(), id);
        self.ranks.insert((*person.wealth, id.index()), id);
        self.near.entry(cell(*person.place)).or_default().push(id);
    }

    /// Removes a person from the maps.
    fn leave(&mut self, id: PersonId) {
        let person = self.people.row(id);
        self.names.remove(person.name);
        self.ranks.remove(&(*person.wealth, id.index()));
        let near = self
            .near
            .get_mut(&cell(*person.place))
            .expect("the person is in a cell");
        near.retain(|other| *other != id);
    }

    fn pay(&mut self, id: PersonId, amount: i64) {
        let wealth = self.people.row_mut(id).wealth;
        self.ranks.remove(&(*wealth, id.index()));
        let wealth = soa_runtime::TrackedMut::into_mut(wealth);
        *wealth += amount;
        self.ranks.insert((*wealth, id.index()), id);
    }

    fn give(&mut self, id: BuildingId, owner: Option<PersonId>) {
        let before = std::mem::replace(&mut *self.buildings.row_mut(id).owner, owner);
        if let Some(owned) = before.and_then(|before| self.owned.get_mut(&before)) {
            owned.remove(&id);
        }
        if let Some(owner) = owner {
            self.owned.entry(owner).or_default().insert(id);
        }
    }

    /// Returns the people within a distance.
    fn within(&self, place: [f32; 2], distance: f32) -> impl Iterator<Item = PersonId> {
        let (low, high) = (
            cell(place.map(|x| x - distance)),
            cell(place.map(|x| x + distance)),
        );
        let cells = (low[1]..=high[1]).flat_map(move |y| (low[0]..=high[0]).map(move |x| [x, y]));
        let people = cells
            .filter_map(|cell| self.near.get(&cell))
            .flatten()
            .copied();
        let places = self.people.columns().place;
        people.filter(move |id| square(places[*id], place) <= distance * distance)
    }

    /// Returns the person who is nearest to another one.
    fn neighbour(&self, id: PersonId) -> Option<PersonId> {
        let places = self.people.columns().place;
        let place = places[id];
        // A wider and wider circle, until somebody is in it.
        let circles = (0..12).map(|doubled| NEAR * f32::from(1_u16 << doubled));
        circles.into_iter().find_map(|distance| {
            let others = self.within(place, distance).filter(|other| *other != id);
            others.min_by(|a, b| {
                let by_distance = square(places[*a], place).total_cmp(&square(places[*b], place));
                by_distance.then(a.index().cmp(&b.index()))
            })
        })
    }

    pub(crate) fn live(&mut self, day: &Day) -> Answers {
        let answers = Answers {
            greeted: self.walk(day),
            sold: self.trade(day),
            inherited: self.bury(day),
            taxed: self.tax(day),
            richest: self
                .ranks
                .iter()
                .rev()
                .take(10)
                .map(|((wealth, _), id)| (*wealth, *id))
                .collect(),
        };
        for person in day.births() {
            let id = self.people.insert(person);
            self.enter(id);
        }
        answers
    }

    fn walk(&mut self, day: &Day) -> usize {
        let mut walkers = Vec::new();
        for (name, step) in &day.walks {
            if let Some(&id) = self.names.get(name) {
                let place = *self.people.row(id).place;
                let to = [place[0] + step[0], place[1] + step[1]];
                *self.people.row_mut(id).place = to;
                if cell(place) != cell(to) {
                    self.near
                        .entry(cell(place))
                        .or_default()
                        .retain(|other| *other != id);
                    self.near.entry(cell(to)).or_default().push(id);
                }
                walkers.push(id);
            }
        }
        let greet = |id| self.within(*self.people.row(id).place, NEAR).count() - 1;
        walkers.into_iter().map(greet).sum()
    }

    fn trade(&mut self, day: &Day) -> usize {
        let find = |(buyer, seller): &(String, String)| {
            let (buyer, seller) = (*self.names.get(buyer)?, *self.names.get(seller)?);
            Some((buyer, seller, *self.owned.get(&seller)?.first()?))
        };
        let deals: Vec<_> = day.deals.iter().filter_map(find).collect();
        let mut sold = 0;
        for (buyer, seller, building) in deals {
            if *self.buildings.row(building).owner == Some(seller) {
                self.give(building, Some(buyer));
                self.pay(buyer, -500);
                self.pay(seller, 500);
                sold += 1;
            }
        }
        sold
    }

    fn bury(&mut self, day: &Day) -> usize {
        let find = |name| self.names.get(name).copied();
        let dead: Vec<PersonId> = day.deaths.iter().filter_map(find).collect();
        let heirs: Vec<_> = dead.iter().map(|id| self.neighbour(*id)).collect();
        let estates: Vec<_> = dead
            .iter()
            .map(|id| self.owned.get(id).cloned().unwrap_or_default())
            .collect();
        let mut inherited = 0;
        for (heir, estate) in heirs.into_iter().zip(estates) {
            for building in estate {
                self.give(building, heir);
                inherited += 1;
            }
        }
        for id in &dead {
            if self.names.contains_key(self.people.row(*id).name) {
                self.leave(*id);
            }
        }
        for id in &dead {
            for building in self.owned.remove(id).into_iter().flatten() {
                *self.buildings.row_mut(building).owner = None;
            }
        }
        self.people.dealloc_many(dead);
        inherited
    }

    fn tax(&mut self, day: &Day) -> usize {
        let mut taxed = 0;
        let owners = self.districts.get(&day.taxed).into_iter().flatten();
        let owners: Vec<_> = owners.map(|id| *self.buildings.row(*id).owner).collect();
        for owner in owners.into_iter().flatten() {
            self.pay(owner, -1);
            taxed += 1;
        }
        for (building, district) in &day.rezoned {
            let id = self
                .buildings
                .id_at(*building)
                .expect("no building is freed");
            let before = std::mem::replace(&mut *self.buildings.row_mut(id).district, *district);
            self.districts.entry(before).or_default().remove(&id);
            self.districts.entry(*district).or_default().insert(id);
        }
        taxed
    }
}
