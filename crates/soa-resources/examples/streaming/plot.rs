//! The memory over time, as a picture.

use std::fmt::Write as _;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 570.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 220.0;

/// Draws the bytes of each frame, with the budget and without one.
#[expect(clippy::cast_precision_loss, reason = "places in a picture")]
pub(crate) fn memory(bytes: &[u64], without_budget: &[u64], budget: u64) -> String {
    let highest = without_budget.last().copied().unwrap_or(budget).max(budget);
    let y = |bytes: u64| BOTTOM - bytes as f64 / highest as f64 * (BOTTOM - TOP);
    let line = |values: &[u64]| {
        let step = values.len().div_ceil(250).max(1);
        let mut points = String::new();
        for (frame, value) in values.iter().enumerate().step_by(step) {
            let x = LEFT + frame as f64 / values.len() as f64 * (RIGHT - LEFT);
            // Writing to a string cannot fail.
            let _ = write!(points, "{x:.0},{:.1} ", y(*value));
        }
        points
    };
    let mebibytes = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"10\" y=\"22\" font-size=\"15\" fill=\"#222\">Memory of the textures during a flight over the terrain</text>\n\
         <line x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{BOTTOM}\" y2=\"{BOTTOM}\" stroke=\"#222\"/>\n\
         <text x=\"{LEFT}\" y=\"240\" fill=\"#222\">frame 0</text>\n\
         <text x=\"{RIGHT}\" y=\"240\" text-anchor=\"end\" fill=\"#222\">frame {}</text>\n",
        bytes.len(),
    );
    let lines = [
        ("#999", "without a budget", without_budget),
        ("#2e6da4", "with the budget", bytes),
    ];
    for (color, title, values) in lines {
        let last = values.last().copied().unwrap_or_default();
        let _ = writeln!(
            svg,
            "<polyline fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" points=\"{}\"/>\n\
             <text x=\"{:.0}\" y=\"{:.1}\" fill=\"{color}\">{title}</text>\n\
             <text x=\"{:.0}\" y=\"{2:.1}\" text-anchor=\"end\" fill=\"{color}\">{:.1} MiB</text>",
            line(values).trim_end(),
            RIGHT + 10.0,
            y(last) + 4.0,
            LEFT - 6.0,
            mebibytes(last),
        );
    }
    svg + "</svg>\n"
}
