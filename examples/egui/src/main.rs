//! A million rows in a window. A click on a column sorts, and a click on a cell edits it:
//! `cargo run --release` in this folder.

use hub_table::App;

fn main() -> eframe::Result {
    let options = eframe::NativeOptions::default();
    eframe::run_native(
        "units",
        options,
        Box::new(|_| Ok(Box::new(App::new(1_000_000)))),
    )
}
