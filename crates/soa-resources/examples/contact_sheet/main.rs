//! A contact sheet of a folder of pictures, drawn while the folder is edited.
//!
//! It loads all PNG files of a folder on workers, while frames have 1 ms for it, and
//! draws them as `sheet.png`. Missing and broken files are magenta, and their reasons are
//! listed. Then it repaints one file, repairs a broken one (or repaints another) and
//! deletes a third. It reports frame by frame what hot reload did, and draws
//! `sheet_after.png`. It works on a copy of the folder.
//!
//! ```sh
//! cargo run --release -p soa-resources --example contact_sheet          # makes 300 pictures
//! cargo run --release -p soa-resources --example contact_sheet -- DIR
//! ```

mod made;
mod picture;

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use soa_resources::{
    BoxError, Directory, Event, Library, Ready, ResourceId, Source, StandIn, State, Tag,
};

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
    match std::env::args_os().nth(1) {
        Some(given) => copy_pictures(Path::new(&given), &folder)?,
        None => made::make(&folder)?,
    }

    let mut pictures = PictureHub::new();
    let stand_in = StandIn {
        placeholder: pictures.insert(Picture::plain([90; 3])),
        error: pictures.insert(Picture::plain([255, 0, 255])),
    };
    let mut library = Library::new(Png, Directory::new(&folder)?.watch()?, stand_in);

    let mut names = names(&folder)?;
    names.push("missing.png".to_owned());
    let ids: Vec<_> = names
        .iter()
        .map(|name| library.request(name, SHEET))
        .collect();
    load(&mut library, &mut pictures);
    let sheet = out.join("sheet.png");
    draw_sheet(&sheet, &ids, &library, &pictures)?;
    list_failures(&library);
    println!("{}\n", sheet.display());

    edit(&mut library, &mut pictures, &folder)?;
    let sheet = out.join("sheet_after.png");
    draw_sheet(&sheet, &ids, &library, &pictures)?;
    println!("{}", sheet.display());
    Ok(())
}

/// Runs frames until everything is loaded or failed, and shows a bar.
fn load(library: &mut Library<Png>, pictures: &mut PictureHub) {
    let bar = ProgressBar::new(0).with_style(ProgressStyle::default_bar());
    let (start, mut frames, mut longest) = (Instant::now(), 0, Duration::ZERO);
    loop {
        let frame = Instant::now();
        library.maintain(pictures, TIME, plain);
        longest = longest.max(frame.elapsed());
        frames += 1;

        let progress = library.progress(SHEET);
        bar.set_length(progress.total as u64);
        bar.set_position((progress.loaded + progress.failed) as u64);
        if progress.pending() == 0 {
            bar.finish();
            println!(
                "{} of {} pictures in {frames} frames, {:.0} ms; the longest call took {:.2} ms of 1 ms",
                progress.loaded,
                progress.total,
                start.elapsed().as_secs_f64() * 1e3,
                longest.as_secs_f64() * 1e3,
            );
            return;
        }
        thread::sleep(FRAME.saturating_sub(frame.elapsed()));
    }
}

fn list_failures(library: &Library<Png>) {
    let failed = library
        .iter()
        .filter(|(_, _, state)| *state == State::Failed);
    for error in failed.filter_map(|(id, _, _)| library.error(id)) {
        println!("  {error}");
    }
}

/// Changes three files, and reports the consequences.
fn edit(
    library: &mut Library<Png>,
    pictures: &mut PictureHub,
    folder: &Path,
) -> Result<(), BoxError> {
    let all: Vec<_> = library
        .iter()
        .map(|(id, name, state)| (id, name.to_owned(), state))
        .collect();
    let is_there = |name: &str| folder.join(name).exists();
    let loaded = all.iter().filter(|(_, _, state)| *state == State::Loaded);
    let broken = all
        .iter()
        .filter(|(_, name, state)| *state == State::Failed && is_there(name));
    // A broken file comes first, if there is one.
    let chosen: Vec<_> = broken.take(1).chain(loaded.step_by(7)).take(3).collect();
    let [(repaired, ..), (repainted, ..), (deleted, ..)] = chosen[..] else {
        return Err("there are too few pictures to edit".into());
    };
    let path = |id: &ResourceId<Png>| folder.join(library.name(*id).unwrap_or_default());
    made::draw_edited(&path(repaired))?;
    made::draw_edited(&path(repainted))?;
    fs::remove_file(path(deleted))?;
    println!("two files edited, one deleted:");

    let start = Instant::now();
    let mut waits_for = vec![*repaired, *repainted, *deleted];
    for frame in 0.. {
        for event in library.maintain(pictures, TIME, plain) {
            report(frame, start.elapsed(), event, library);
            let is_done = match event {
                Event::Failed(id) => id == *deleted,
                other => other.id() != *deleted,
            };
            waits_for.retain(|id| !(is_done && *id == event.id()));
        }
        if waits_for.is_empty() {
            return Ok(());
        }
        if start.elapsed() > PATIENCE {
            return Err("the system did not report the changes".into());
        }
        thread::sleep(FRAME);
    }
    Ok(())
}

fn report(frame: u32, time: Duration, event: Event<Png>, library: &Library<Png>) {
    let name = library.name(event.id()).unwrap_or("?");
    let what = match event {
        Event::Loaded(_) => "is there at last".to_owned(),
        Event::Reloaded(_) => "was loaded again".to_owned(),
        Event::Failed(id) => library
            .error(id)
            .map_or_else(String::new, |error| format!("stays as it was: {error}")),
        _ => "is gone".to_owned(),
    };
    println!(
        "  frame {frame:3}, {:4.0} ms: {name} {what}",
        time.as_secs_f64() * 1e3
    );
}

#[expect(clippy::unnecessary_wraps, reason = "`maintain` requires it")]
fn plain(ready: Ready<'_, Png>) -> Result<Picture, BoxError> {
    Ok(ready.decoded)
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
    picture::write(
        path,
        [u32::try_from(width)?, u32::try_from(height)?],
        &pixels,
    )
}

/// Returns the names of the PNG files below `folder`.
fn names(folder: &Path) -> Result<Vec<String>, BoxError> {
    let mut names = Directory::new(folder)?.names("")?;
    names.retain(|name| {
        let extension = Path::new(name).extension();
        extension.is_some_and(|it| it.eq_ignore_ascii_case("png"))
    });
    Ok(names)
}

fn copy_pictures(from: &Path, to: &PathBuf) -> Result<(), BoxError> {
    fs::create_dir_all(to)?;
    for name in names(from)? {
        let target = to.join(&name);
        fs::create_dir_all(target.parent().unwrap_or(to))?;
        fs::copy(from.join(&name), target)?;
    }
    Ok(())
}
