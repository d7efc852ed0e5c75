//! Opens the window, writes the picture `target/table.png`, and prints the time of a frame without
//! vsync. Needs a display, which may be a virtual one: `xvfb-run -a cargo test`. An argument is another
//! number of rows.

use std::time::{Duration, Instant};
use std::{env, error::Error, fs, fs::File};

use eframe::CreationContext;
use eframe::egui::{Color32, ColorImage, Style, Theme, Ui, ViewportCommand};
use hub_table::App;

/// The column `hp`.
const HP: usize = 2;

type Made = Result<Box<dyn eframe::App>, Box<dyn Error + Send + Sync>>;

struct Play {
    app: App,
    frames: usize,
    last: Instant,
    times: Vec<Duration>,
}

impl eframe::App for Play {
    fn ui(&mut self, ui: &mut Ui, frame: &mut eframe::Frame) {
        let app = &mut self.app;
        match self.frames {
            1 => app.table.sort(&app.units, HP),
            2 => app.table.edit(&app.units, app.table.rows[6], HP),
            3 => app.table.enter(&mut app.units, "\"many\""),
            8 => ui.ctx().request_screenshot(|picture| check(&picture)),
            20..320 => {
                app.scroll_to = Some(self.frames * 997 % app.units.len());
                self.times.push(self.last.elapsed());
            }
            320 => {
                self.times.sort();
                let [least, median] = [0, 150].map(|frame| self.times[frame]);
                println!("a frame: median {median:.1?}, least {least:.1?}");
                ui.ctx().send_viewport_cmd(ViewportCommand::Close);
            }
            _ => {}
        }
        self.last = Instant::now();
        self.frames += 1;
        app.ui(ui, frame);
        ui.ctx().request_repaint();
    }
}

/// Checks that there is text and a message, and writes the picture.
fn check(picture: &ColorImage) {
    let colours = || picture.pixels.iter().map(Color32::to_array);
    let light = colours().filter(|[r, g, b, _]| r.min(g).min(b) > &150);
    let red = colours().filter(|[r, g, ..]| *r > 180 && *g < 150);
    let (light, red) = (light.count(), red.count());
    assert!(light > 2000 && red > 100, "{light} are light, {red} red");

    let [width, height] = picture.size.map(|size| u32::try_from(size).expect("small"));
    let file = File::create("target/table.png").expect("a file");
    let mut encoder = png::Encoder::new(file, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_compression(png::Compression::High);
    let mut writer = encoder.write_header().expect("it is written");
    let written = writer.write_image_data(picture.as_raw());
    written.expect("it is written");
}

fn main() -> eframe::Result {
    if env::var_os("DISPLAY").is_none() {
        let required = env::var_os("EXAMPLES_REQUIRE_ADAPTER").is_some();
        assert!(!required, "there is no display");
        println!("skipped: there is no display");
        return Ok(());
    }
    fs::create_dir_all("target").expect("a folder");
    let mut options = eframe::NativeOptions::default();
    options.viewport.inner_size = Some([840.0, 420.0].into());
    options.glow_options.vsync = false;
    let make = |context: &CreationContext<'_>| -> Made {
        context.egui_ctx.set_theme(Theme::Dark);
        // The message fades in otherwise.
        let style = |style: &mut Style| style.animation_time = 0.0;
        context.egui_ctx.all_styles_mut(style);
        let rows = env::args().nth(1).and_then(|rows| rows.parse().ok());
        let app = App::new(rows.unwrap_or(1_000_000));
        let (frames, last, times) = (0, Instant::now(), Vec::new());
        Ok(Box::new(Play {
            app,
            frames,
            last,
            times,
        }))
    };
    eframe::run_native("test", options, Box::new(make))
}
