//! Draws a workload as SVG: one panel for each size, one bar for each contender, on a logarithmic
//! scale on which 1 is the limit.

use std::fmt::Write as _;
use std::iter::{successors, zip};

use soa_benches_report::digits;

use crate::harness::Kind;
use crate::report::Measured;
use crate::workloads::Workload;

// All lengths are in pixels.
const BAR: f64 = 18.0;
const HEAD: f64 = 58.0;
const NAMES: f64 = 196.0;
const PANEL: f64 = 280.0;
/// Room in a panel for the figure after the longest bar.
const FIGURE: f64 = 60.0;

/// Returns the picture of one workload.
pub fn draw(workload: &Workload, measured: &Measured) -> String {
    let text = |x: f64, y: f64, style: &str, text: &str| {
        format!("<text x=\"{x:.0}\" y=\"{y:.0}\" {style}>{text}</text>\n")
    };
    let mut svg = text(10.0, 20.0, "font-size=\"16\"", &workload.title);
    let lines = |figures| zip(successors(Some(HEAD), |top| Some(top + BAR)), figures);
    let (mut left, mut bottom) = (NAMES, HEAD + 10.0);
    for (top, contender) in lines(&measured[0].1) {
        let style = "text-anchor=\"end\" font-size=\"12\"";
        svg += &text(NAMES - 8.0, top + 13.0, style, &contender.name);
        bottom += BAR;
    }
    for (size, figures) in measured {
        let heading = format!("{size} {}, times the limit", workload.unit);
        svg += &text(left, HEAD - 14.0, "font-size=\"13\"", &heading);
        let ratios = || figures.iter().map(|figure| figure.ratio[1]);
        let (least, most) = (ratios().fold(0.8, f64::min), ratios().fold(2.0, f64::max));
        let scale = (PANEL - FIGURE) / (most / least).ln();
        let at = |ratio: f64| left + (ratio / least).ln() * scale;
        for (top, figure) in lines(figures) {
            let [_, ratio, _] = figure.ratio;
            let (start, end) = (at(ratio.min(1.0)), at(ratio.max(1.0)).max(at(1.0) + 1.0));
            svg += &text(end + 6.0, top + 13.0, "font-size=\"11\"", &digits(ratio));
            let color = match figure.kind {
                Kind::Limit => "#8a8a8a",
                Kind::Ours => "#d1571f",
                Kind::Peer => "#4f7cac",
            };
            let (top, width) = (top + 3.0, end - start);
            // Writing to a string cannot fail.
            let _ = writeln!(
                svg,
                "<rect x=\"{start:.0}\" y=\"{top:.0}\" width=\"{width:.0}\" height=\"12\" fill=\"{color}\"/>",
            );
        }
        left += PANEL;
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{left}\" height=\"{bottom}\" \
         font-family=\"sans-serif\" fill=\"#222\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n{svg}</svg>\n"
    )
}
