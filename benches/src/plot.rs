//! Draws a workload as SVG: one panel for each size, one bar for each contender, on a logarithmic
//! scale on which 1 is the limit.

use std::fmt::Write as _;

use soa_benches_report::digits;

use crate::figures::{Kind, Measured, contenders};
use crate::workloads::Workload;

// All lengths are in pixels.
const BAR: f64 = 18.0;
const HEAD: f64 = 58.0;
const NAMES: f64 = 196.0;
const PANEL: f64 = 280.0;
/// Room in a panel for the figure after the longest bar.
const FIGURE: f64 = 60.0;

/// Returns the picture of one workload.
pub fn draw(workload: &Workload, measured: &[Measured]) -> String {
    let contenders = contenders(measured);
    let lines = || {
        (0_u32..)
            .zip(contenders)
            .map(|(line, it)| (HEAD + f64::from(line) * BAR, it))
    };
    let height = HEAD + BAR * f64::from(u32::try_from(contenders.len()).unwrap_or(0));
    let mut svg = String::new();
    let mut text = |(x, y): (f64, f64), anchor: &str, size: u8, text: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(
            svg,
            "<text x=\"{x:.0}\" y=\"{y:.0}\" text-anchor=\"{anchor}\" font-size=\"{size}\">{text}</text>"
        );
    };
    text((10.0, 20.0), "start", 16, &workload.title);
    for (y, contender) in lines() {
        text((NAMES - 8.0, y + 13.0), "end", 12, &contender.name);
    }
    let mut bars = String::new();
    for (measured, panel) in measured.iter().zip(0_u32..) {
        let left = NAMES + f64::from(panel) * PANEL;
        let heading = format!("{} {}, times the limit", measured.size, workload.unit);
        text((left, HEAD - 14.0), "start", 13, &heading);
        let ratios = || measured.figures.iter().map(|figure| figure.ratio[1]);
        let (least, most) = (ratios().fold(0.8, f64::min), ratios().fold(2.0, f64::max));
        let scale = (PANEL - FIGURE) / (most / least).ln();
        let at = |ratio: f64| left + (ratio / least).ln() * scale;
        for (y, contender) in lines() {
            let Some(figure) = measured.of(contender) else {
                continue;
            };
            let [_, ratio, _] = figure.ratio;
            let (start, end) = (at(ratio.min(1.0)), at(ratio.max(1.0)).max(at(1.0) + 1.0));
            text((end + 6.0, y + 13.0), "start", 11, &digits(ratio));
            let color = match figure.kind {
                Kind::Limit => "#8a8a8a",
                Kind::Ours => "#d1571f",
                Kind::Peer => "#4f7cac",
            };
            let _ = writeln!(
                bars,
                "<rect x=\"{start:.0}\" y=\"{:.0}\" width=\"{:.0}\" height=\"12\" fill=\"{color}\"/>",
                y + 3.0,
                end - start,
            );
        }
    }
    let width = NAMES + PANEL * f64::from(u32::try_from(measured.len()).unwrap_or(0));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{}\" \
         font-family=\"sans-serif\" fill=\"#222\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{bars}{svg}</svg>\n",
        height + 10.0
    )
}
