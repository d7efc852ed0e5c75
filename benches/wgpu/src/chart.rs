//! A chart with two logarithmic axes, as an SVG file.

use std::fmt::Write as _;

/// The width and the height of the picture, in units of the file.
const SIZE: [f64; 2] = [720.0, 440.0];

/// The margins to the left, at the top, to the right, and at the bottom.
const MARGINS: [f64; 4] = [64.0, 20.0, 130.0, 48.0];

const COLOURS: [&str; 4] = ["#c44e44", "#3f7fbf", "#e09a3e", "#63a05a"];

/// A line of a chart.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) name: &'static str,
    /// In ascending order of the first number.
    pub(crate) points: Vec<[f64; 2]>,
}

/// Draws lines. The titles are the ones of the axes.
pub(crate) fn draw(titles: [&str; 2], lines: &[Line]) -> String {
    let points = || lines.iter().flat_map(|line| &line.points);
    let range = |axis: usize| {
        let decades = points().map(|point| point[axis].log10());
        let low = decades.clone().fold(f64::INFINITY, f64::min).floor();
        let high = decades.fold(f64::NEG_INFINITY, f64::max).ceil();
        [low, high.max(low + 1.0)]
    };
    let ranges = [range(0), range(1)];
    let [left, top, right, bottom] = MARGINS;
    let (width, height) = (SIZE[0] - left - right, SIZE[1] - top - bottom);
    let place = |[x, y]: [f64; 2]| {
        let [x, y] = [(x, ranges[0]), (y, ranges[1])]
            .map(|(value, [low, high])| (value.log10() - low) / (high - low));
        [left + x * width, top + (1.0 - y) * height]
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
        SIZE[0], SIZE[1]
    );
    let [base, end] = [top + height, left + width];
    for decade in decades(ranges[0]) {
        let [x, _] = place([decade, 1.0]);
        line(&mut svg, [x, top], [x, base]);
        text(&mut svg, [x, base + 16.0], "middle", &number(decade));
    }
    for decade in decades(ranges[1]) {
        let [_, y] = place([1.0, decade]);
        line(&mut svg, [left, y], [end, y]);
        text(&mut svg, [left - 6.0, y + 4.0], "end", &number(decade));
    }
    let middle = left + width / 2.0;
    text(&mut svg, [middle, SIZE[1] - 8.0], "middle", titles[0]);
    text(&mut svg, [left + 6.0, top + 14.0], "start", titles[1]);
    for (drawn, colour) in lines.iter().zip(COLOURS) {
        let points = drawn.points.iter().map(|point| place(*point));
        let path: Vec<String> = points.map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
        writes(
            &mut svg,
            format_args!(
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n",
                path.join(" ")
            ),
        );
    }
    legend(&mut svg, [end + 12.0, top + 12.0], lines);
    svg.push_str("</svg>\n");
    svg
}

fn legend(svg: &mut String, [x, mut y]: [f64; 2], lines: &[Line]) {
    for (drawn, colour) in lines.iter().zip(COLOURS) {
        writes(
            svg,
            format_args!(
                "<rect x=\"{x}\" y=\"{}\" width=\"14\" height=\"4\" fill=\"{colour}\"/>\n",
                y - 6.0
            ),
        );
        text(svg, [x + 20.0, y], "start", drawn.name);
        y += 20.0;
    }
}

/// Returns the powers of ten in a range of exponents.
fn decades([low, high]: [f64; 2]) -> impl Iterator<Item = f64> {
    let exponents = std::iter::successors(Some(low), |exponent| Some(exponent + 1.0));
    exponents
        .take_while(move |exponent| *exponent <= high)
        .map(|exponent| 10_f64.powf(exponent))
}

/// Writes a power of ten.
fn number(value: f64) -> String {
    if value < 1.0 {
        format!("{value:.3}").trim_end_matches('0').to_owned()
    } else {
        format!("{value:.0}")
    }
}

fn line(svg: &mut String, [x, y]: [f64; 2], [to_x, to_y]: [f64; 2]) {
    writes(
        svg,
        format_args!(
            "<path d=\"M{x:.1} {y:.1}L{to_x:.1} {to_y:.1}\" stroke=\"#ddd\" fill=\"none\"/>\n"
        ),
    );
}

fn text(svg: &mut String, [x, y]: [f64; 2], anchor: &str, text: &str) {
    writes(
        svg,
        format_args!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>\n"),
    );
}

fn writes(svg: &mut String, text: std::fmt::Arguments<'_>) {
    svg.write_fmt(text).expect("text is written to memory");
}
