//! The memory over time, as a picture.

use std::fmt::Write as _;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 220.0;
const LEFT: f64 = 60.0;
const BOTTOM: f64 = 180.0;
const TOP: f64 = 40.0;

/// Draws the bytes of each frame below the line of the budget. `all` is what all
/// textures together would take.
#[expect(clippy::cast_precision_loss, reason = "places in a picture")]
pub(crate) fn memory(bytes: &[u64], budget: u64, all: u64) -> String {
    let highest = budget as f64 * 1.25;
    let x = |frame: usize| LEFT + frame as f64 / bytes.len().max(1) as f64 * (WIDTH - LEFT - 20.0);
    let y = |bytes: u64| BOTTOM - bytes as f64 / highest * (BOTTOM - TOP);
    let mebibytes = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    let step = bytes.len().div_ceil(350).max(1);
    let mut line = String::new();
    for (frame, bytes) in bytes.iter().enumerate().step_by(step) {
        // Writing to a string cannot fail.
        let _ = write!(line, "{:.0},{:.1} ", x(frame), y(*bytes));
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"{LEFT}\" y=\"20\" font-size=\"15\" fill=\"#222\">Memory of the loaded textures: {:.0} of {:.0} MiB are in the budget</text>\n\
         <line x1=\"{LEFT}\" x2=\"{2}\" y1=\"{3:.1}\" y2=\"{3:.1}\" stroke=\"#c0392b\" stroke-dasharray=\"6 4\"/>\n\
         <text x=\"8\" y=\"{4:.1}\" fill=\"#c0392b\">{0:.1} MiB</text>\n\
         <line x1=\"{LEFT}\" x2=\"{2}\" y1=\"{BOTTOM}\" y2=\"{BOTTOM}\" stroke=\"#222\"/>\n\
         <text x=\"8\" y=\"{BOTTOM}\" fill=\"#222\">0 MiB</text>\n\
         <text x=\"{LEFT}\" y=\"200\" fill=\"#222\">frame 0</text>\n\
         <text x=\"{2}\" y=\"200\" text-anchor=\"end\" fill=\"#222\">frame {5}</text>\n\
         <polyline fill=\"none\" stroke=\"#4f7cac\" stroke-width=\"2\" points=\"{6}\"/>\n\
         </svg>\n",
        mebibytes(budget),
        mebibytes(all),
        WIDTH - 20.0,
        y(budget),
        y(budget) + 4.0,
        bytes.len(),
        line.trim_end(),
    )
}
