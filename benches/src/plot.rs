//! Draws a workload: one panel per size, one bar per contender, on a logarithmic scale
//! where 1 is the limit.

use std::error::Error;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::harness::{Figure, Kind};
use crate::report::{Measured, contenders, digits};
use crate::workloads::Workload;

// All lengths are in pixels.
const BAR: i32 = 18;
const HEAD: i32 = 58;
const FOOT: i32 = 40;
const NAMES: i32 = 196;
const PANEL: i32 = 280;
/// Room in a panel for the figure behind the longest bar.
const FIGURE: i32 = 60;

const INK: RGBColor = RGBColor(0x22, 0x22, 0x22);
const FAINT: RGBColor = RGBColor(0xd8, 0xd8, 0xd8);

const fn color(kind: Kind) -> RGBColor {
    match kind {
        Kind::Limit => RGBColor(0x8a, 0x8a, 0x8a),
        Kind::Ours => RGBColor(0xd1, 0x57, 0x1f),
        Kind::Peer => RGBColor(0x4f, 0x7c, 0xac),
    }
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Failure = Box<dyn Error + Send + Sync>;

/// The plot of one workload, as SVG.
///
/// # Errors
///
/// If the drawing library refuses; a string as target gives it no reason to.
pub(crate) fn draw(workload: &Workload, measured: &[Measured]) -> Result<String, Failure> {
    let contenders = contenders(measured);
    let bottom = middle(i32::try_from(contenders.len())?);
    let width = NAMES + PANEL * i32::try_from(measured.len())?;
    let mut svg = String::new();
    {
        let size = (width.unsigned_abs(), (bottom + FOOT).unsigned_abs());
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        area.fill(&WHITE)?;
        let title = format!("{}: {}", workload.id, workload.title);
        write(&area, &title, (10, 16), 16, HPos::Left)?;
        for (line, figure) in (0..).zip(contenders) {
            write(
                &area,
                &figure.name,
                (NAMES - 8, middle(line)),
                12,
                HPos::Right,
            )?;
        }
        for (panel, measured) in (0..).zip(measured) {
            let heading = format!("{} {}", measured.size, workload.unit);
            let left = NAMES + panel * PANEL;
            write(&area, &heading, (left, HEAD - 14), 13, HPos::Left)?;
            draw_panel(&area, left, contenders, &measured.figures)?;
        }
        area.present()?;
    }
    Ok(svg)
}

/// The middle of a line's bar, from the top.
fn middle(line: i32) -> i32 {
    HEAD + line * BAR + BAR / 2
}

fn draw_panel(
    area: &Area<'_>,
    left: i32,
    contenders: &[Figure],
    figures: &[Figure],
) -> Result<(), Failure> {
    let bottom = middle(i32::try_from(contenders.len())?);
    let scale = Scale::new(left, figures);
    for tick in scale.ticks() {
        let x = scale.x(tick);
        let style = if scale.x(tick) == scale.x(1.0) {
            INK
        } else {
            FAINT
        };
        area.draw(&PathElement::new([(x, HEAD - 2), (x, bottom - 4)], style))?;
        write(area, &format!("{tick}"), (x, bottom + 6), 11, HPos::Center)?;
    }
    write(area, "times the limit", (left, bottom + 24), 11, HPos::Left)?;
    for (line, contender) in (0..).zip(contenders) {
        let Some(figure) = figures.iter().find(|figure| figure.name == contender.name) else {
            continue;
        };
        let (one, end, y) = (scale.x(1.0), scale.x(figure.ratio), middle(line));
        let corners = [(one.min(end), y - 6), (one.max(end).max(one + 1), y + 6)];
        area.draw(&Rectangle::new(corners, color(figure.kind).filled()))?;
        let at = (one.max(end) + 6, y);
        write(area, &digits(figure.ratio), at, 11, HPos::Left)?;
    }
    Ok(())
}

fn write(
    area: &Area<'_>,
    text: &str,
    at: (i32, i32),
    size: i32,
    anchor: HPos,
) -> Result<(), Failure> {
    let style = ("sans-serif", size)
        .into_font()
        .color(&INK)
        .pos(Pos::new(anchor, VPos::Center));
    Ok(area.draw(&Text::new(text, at, style))?)
}

/// Where a ratio is in a panel.
struct Scale {
    left: i32,
    least: f64,
    most: f64,
}

impl Scale {
    fn new(left: i32, figures: &[Figure]) -> Self {
        let ratios = || figures.iter().map(|figure| figure.ratio);
        let least = ratios().fold(0.8, f64::min);
        let most = ratios().fold(2.0, f64::max);
        Self { left, least, most }
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "a share of a panel's width"
    )]
    fn x(&self, ratio: f64) -> i32 {
        let share = (ratio / self.least).ln() / (self.most / self.least).ln();
        self.left + (share * f64::from(PANEL - FIGURE)).round() as i32
    }

    /// The round ratios in the panel: every 1, 2 and 5, or every 1 where these would be too many.
    fn ticks(&self) -> impl Iterator<Item = f64> {
        let (least, most) = (self.least, self.most);
        let steps: &[f64] = if most / least < 30.0 {
            &[1.0, 2.0, 5.0]
        } else {
            &[1.0]
        };
        let powers = (-4..6).map(|power| 10_f64.powi(power));
        powers
            .flat_map(|power| steps.iter().map(move |step| step * power))
            .filter(move |tick| (least..=most).contains(tick))
    }
}
