//! Draws a contact sheet of a folder of pictures while the folder is edited.
//!
//! It loads 300 PNG files, which it makes, on workers, while frames have 1 ms for it, and draws them as
//! `sheet.png`. Missing and broken files are magenta, and their reasons are listed. Then it repaints one
//! file, repairs a broken one and deletes a third. It reports frame by frame what
//! hot reload did, and draws `sheet_after.png`.
//!
//! ```sh
//! cargo run --release -p soa-resources --example contact_sheet
//! ```

mod picture;

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use soa_resources::{BoxError, Directory, Event, Library, ResourceId, Source, StandIn, Tag};

use picture::{Picture, PictureHub, Png, SIDE};

const SHEET: Tag = Tag(1);
/// The time that a frame has for its resources, and the time that it takes.
const TIME: Duration = Duration::from_millis(1);
const FRAME: Duration = Duration::from_millis(4);
/// How long the system may take to report a change.
const PATIENCE: Duration = Duration::from_secs(30);

fn main() -> Result<(), BoxError> {
    let out = std::env::temp_dir().join("contact_sheet");
    let folder = out.join("pictures");
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    make_pictures(&folder)?;

    let mut pictures = PictureHub::new();
    let stand_in = StandIn {
        placeholder: pictures.insert(Picture::plain([90; 3])),
        error: pictures.insert(Picture::plain([255, 0, 255])),
    };
    let mut library = Library::new(Png, Directory::new(&folder)?.watch()?, stand_in);
    let mut names = Directory::new(&folder)?.names("")?;
    names.push("missing.png".to_owned());
    let names = names.iter();
    let ids: Vec<_> = names.map(|name| library.request(name, SHEET)).collect();

    load(&mut library, &mut pictures);
    draw_sheet(&out.join("sheet.png"), &ids, &library, &pictures)?;
    edit(&mut library, &mut pictures, &folder)?;
    draw_sheet(&out.join("sheet_after.png"), &ids, &library, &pictures)
}

/// Runs frames until everything is loaded or failed, and lists the failures.
fn load(library: &mut Library<Png>, pictures: &mut PictureHub) {
    let (start, mut frames) = (Instant::now(), 0);
    while library.progress(SHEET).pending() > 0 {
        let frame = Instant::now();
        library.maintain_into(pictures, TIME);
        frames += 1;
        thread::sleep(FRAME.saturating_sub(frame.elapsed()));
    }
    let progress = library.progress(SHEET);
    println!(
        "{} of {} pictures in {frames} frames, {:.0?}",
        progress.loaded,
        progress.total,
        start.elapsed(),
    );
    for error in library.iter().filter_map(|(id, ..)| library.error(id)) {
        println!("  {error}");
    }
}

/// Changes three files, and reports the consequences.
fn edit(
    library: &mut Library<Png>,
    pictures: &mut PictureHub,
    folder: &Path,
) -> Result<(), BoxError> {
    let files = ["broken.png", "000.png", "007.png"];
    let [repaired, repainted, deleted] = files.map(|name| library.find(name));
    let [first, second, third] = files.map(|name| folder.join(name));
    picture::write(&first, [128; 2], &vec![[220, 30, 30]; 128 * 128])?;
    picture::write(&second, [128; 2], &vec![[30, 220, 30]; 128 * 128])?;
    fs::remove_file(third)?;
    println!("two files edited, one deleted:");

    let start = Instant::now();
    let mut waits_for = vec![repaired, repainted, deleted];
    while !waits_for.is_empty() {
        if start.elapsed() > PATIENCE {
            return Err("the system did not report the changes".into());
        }
        for event in library.maintain_into(pictures, TIME) {
            report(start.elapsed(), event, library);
            let (id, is_failed) = (Some(event.id()), matches!(event, Event::Failed(_)));
            let is_done = is_failed == (id == deleted);
            waits_for.retain(|other| !(is_done && *other == id));
        }
        thread::sleep(FRAME);
    }
    Ok(())
}

fn report(time: Duration, event: Event<Png>, library: &Library<Png>) {
    let name = library.name(event.id()).unwrap_or("?");
    let error = library.error(event.id()).map(ToString::to_string);
    let what = match event {
        Event::Loaded(_) => "is there at last".to_owned(),
        Event::Reloaded(_) => "was loaded again".to_owned(),
        Event::Failed(_) => format!("stays as it was: {}", error.unwrap_or_default()),
        _ => "is gone".to_owned(),
    };
    println!("  {time:4.0?}: {name} {what}");
}

/// Draws what each resource shows now.
fn draw_sheet(
    path: &Path,
    ids: &[ResourceId<Png>],
    library: &Library<Png>,
    pictures: &PictureHub,
) -> Result<(), BoxError> {
    const CELL: usize = SIDE as usize + 4;
    let columns = (ids.len() * 3 / 2).isqrt() + 1;
    let rows = ids.len().div_ceil(columns);
    let (width, height) = (columns * CELL + 4, rows * CELL + 4);
    let mut pixels = vec![[24; 3]; width * height];
    for (place, id) in ids.iter().enumerate() {
        let picture = pictures.row(library.row(*id));
        let (left, top) = (place % columns * CELL + 4, place / columns * CELL + 4);
        for (line, row) in picture.pixels.chunks(SIDE as usize).enumerate() {
            let start = (top + line) * width + left;
            pixels[start..start + row.len()].copy_from_slice(row);
        }
    }
    let size = [u32::try_from(width)?, u32::try_from(height)?];
    println!("{}", path.display());
    picture::write(path, size, &pixels)
}

/// Makes a folder of pictures that all look different, one of which is broken.
fn make_pictures(folder: &Path) -> Result<(), BoxError> {
    fs::create_dir_all(folder)?;
    for number in 0..300_u32 {
        let side = 128 + number % 64;
        let pixels = (0..side * side).map(|at| {
            let wave = (at % side).pow(2) / (number % 9 + 1) + (at / side).pow(2);
            let light = wave / (24 + number % 60) % 256;
            [number % 7, number % 5, number % 3]
                .map(|part| (light * (part + 1) / 8).to_le_bytes()[0])
        });
        let path = folder.join(format!("{number:03}.png"));
        picture::write(&path, [side; 2], &pixels.collect::<Vec<_>>())?;
    }
    fs::write(folder.join("broken.png"), "this is no picture")?;
    Ok(())
}
