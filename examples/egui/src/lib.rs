//! A window with a table of a hub.

mod table;

use eframe::egui::{CentralPanel, Ui};
use serde::{Deserialize, Serialize};
use soa_runtime::IdAllocator;

pub use table::Table;

/// A record like any other. The table knows none of its fields.
#[derive(IdAllocator, Debug)]
#[soa(derive(Serialize, Deserialize))]
pub struct Unit {
    name: String,
    team: Team,
    pub hp: u32,
    place: [f32; 2],
    target: Option<UnitId>,
}

#[derive(Serialize, Deserialize, Clone, Copy, Debug, Default)]
enum Team {
    #[default]
    Red,
    Blue,
}

/// Makes units with values in no order.
pub fn units(count: u32) -> UnitHub {
    let mut units = UnitHub::new();
    for number in 0..count {
        let mixed = number.wrapping_mul(2_654_435_761);
        let [_, x, y, _] = mixed.to_le_bytes();
        let target = units.id_at((mixed % (number + 1)) as usize);
        units.insert(Unit {
            name: format!("unit {:04}", mixed % 10_000),
            team: [Team::Red, Team::Blue][mixed as usize % 2],
            hp: mixed >> 12,
            place: [x, y].map(f32::from),
            target,
        });
    }
    units
}

/// A program that shows its units.
pub struct App {
    pub units: UnitHub,
    pub table: Table<Unit>,
    pub scroll_to: Option<usize>,
}

impl App {
    pub fn new(count: u32) -> Self {
        let units = units(count);
        let table = Table::new(&units);
        App {
            units,
            table,
            scroll_to: None,
        }
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        let scroll_to = self.scroll_to.take();
        CentralPanel::default().show(ui, |ui| self.table.show(ui, &mut self.units, scroll_to));
    }
}
