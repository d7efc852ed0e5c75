//! Pictures that are made if none are given.

use std::fs;
use std::path::Path;

use soa_resources::BoxError;

use crate::picture;

/// How many pictures are made.
const COUNT: u32 = 300;

/// Makes a folder of pictures, one of which is broken.
pub(crate) fn make(folder: &Path) -> Result<(), BoxError> {
    fs::create_dir_all(folder.join("rings"))?;
    fs::create_dir_all(folder.join("waves"))?;
    for number in 0..COUNT {
        let kind = if number % 2 == 0 { "rings" } else { "waves" };
        draw(&folder.join(format!("{kind}/{number:03}.png")), number)?;
    }
    fs::write(folder.join("rings/broken.png"), "this is no picture")?;
    Ok(())
}

/// Draws a picture that looks different for each number.
pub(crate) fn draw(path: &Path, number: u32) -> Result<(), BoxError> {
    let side = 128 + number % 64;
    let middle = i64::from(side / 2);
    let hue = i64::from(number * 47);
    let color = |x: i64, y: i64| {
        let wave = if number % 2 == 0 {
            (x - middle).pow(2) + (y - middle).pow(2)
        } else {
            (x * 13 + (y * y) / 8) * 8
        };
        let light = (wave / i64::from(24 + number % 60)) % 256;
        [0, 85, 170].map(|shift| {
            let share = ((hue + shift) % 256 - 128).abs() * 2;
            u8::try_from(light * share / 256).unwrap_or(u8::MAX)
        })
    };
    let all = (0..i64::from(side)).flat_map(|y| (0..i64::from(side)).map(move |x| (x, y)));
    let pixels: Vec<[u8; 3]> = all.map(|(x, y)| color(x, y)).collect();
    picture::write(path, [side, side], &pixels)
}

/// Draws a cross over white: a picture that was edited.
pub(crate) fn draw_edited(path: &Path) -> Result<(), BoxError> {
    let is_on_cross = |x: u32, y: u32| x.abs_diff(y) < 14 || (127 - x).abs_diff(y) < 14;
    let color = |at: u32| {
        if is_on_cross(at % 128, at / 128) {
            [220, 30, 30]
        } else {
            [255; 3]
        }
    };
    let pixels: Vec<[u8; 3]> = (0..128 * 128).map(color).collect();
    picture::write(path, [128, 128], &pixels)
}
