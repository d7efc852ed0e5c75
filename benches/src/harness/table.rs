//! Markdown tables, and the figures in them.

use std::fmt;

/// A Markdown table: the first column is text, the others are figures.
#[derive(Debug, Default)]
pub struct Table {
    lines: Vec<String>,
    columns: usize,
}

impl Table {
    /// Creates a table. The titles of its columns are separated by `|`.
    pub fn new(titles: &str) -> Self {
        let mut table = Self::default();
        table.row(titles.split('|').map(str::trim));
        table
    }

    /// Adds a row.
    pub fn row<T: Into<String>>(&mut self, cells: impl IntoIterator<Item = T>) {
        let cells: Vec<String> = cells.into_iter().map(Into::into).collect();
        self.columns = self.columns.max(cells.len());
        self.lines.push(cells.join(" | "));
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, line) in self.lines.iter().enumerate() {
            writeln!(f, "| {line} |")?;
            if number == 0 {
                writeln!(f, "|---|{}", "--:|".repeat(self.columns.saturating_sub(1)))?;
            }
        }
        Ok(())
    }
}

/// Returns a value with three significant digits, or an empty cell for NaN.
pub fn digits(value: f64) -> String {
    match value {
        _ if value.is_nan() => String::new(),
        0.0 => String::from("0"),
        ..0.1 => format!("{value:.4}"),
        ..1.0 => format!("{value:.3}"),
        ..10.0 => format!("{value:.2}"),
        ..100.0 => format!("{value:.1}"),
        _ => format!("{value:.0}"),
    }
}

/// Returns a count as a real number.
#[expect(
    clippy::cast_precision_loss,
    reason = "no count here comes near 2^52, where doubles stop being exact"
)]
pub fn real(count: u64) -> f64 {
    count as f64
}
