//! A table of the rows of any hub. Only the visible rows are read.

use std::cmp::Ordering;

use eframe::egui::{Button, Color32, Key, Label, Sense, TextEdit, Ui};
use egui_extras::{Column, TableBuilder};
use serde_json::{Serializer, Value, from_str};
use soa_runtime::{EditRow, Hub};

/// egui places rows in `f32`s, which are exact to 2^24 points: a million rows of this height.
const HEIGHT: f32 = 16.0;

/// The order of the rows, and the cell that is edited.
pub struct Table<T: EditRow> {
    pub rows: Vec<T::Id>,
    /// The column by which the rows are sorted, and whether downwards.
    sorted: Option<(usize, bool)>,
    pub edit: Option<Edit<T::Id>>,
}

/// A cell, and the text that is in it until a field takes it.
pub struct Edit<I> {
    id: I,
    column: usize,
    pub text: String,
    pub error: Option<String>,
    asks_for_focus: bool,
}

impl<T: EditRow> Table<T> {
    pub fn new(hub: &Hub<T>) -> Self {
        let rows = hub.ids().collect();
        Table {
            rows,
            sorted: None,
            edit: None,
        }
    }

    /// Sorts by a column. The next call turns the order around. O(rows * log(rows)).
    pub fn sort(&mut self, hub: &Hub<T>, column: usize) {
        let down = self.sorted == Some((column, false));
        let value = |id| from_str(&text(hub, id, column)).unwrap_or(Value::Null);
        let mut rows: Vec<_> = hub.ids().map(|id| (value(id), id)).collect();
        rows.sort_by(|(a, _), (b, _)| if down { compare(b, a) } else { compare(a, b) });
        self.rows = rows.into_iter().map(|(_, id)| id).collect();
        self.sorted = Some((column, down));
    }

    /// Begins to edit a cell.
    pub fn edit(&mut self, hub: &Hub<T>, id: T::Id, column: usize) {
        let text = text(hub, id, column);
        self.edit = Some(Edit {
            id,
            column,
            text,
            error: None,
            asks_for_focus: true,
        });
    }

    /// Writes a text to the cell that is edited. If the field refuses it, the edit goes on.
    pub fn enter(&mut self, hub: &mut Hub<T>, text: &str) {
        let Some(mut edit) = self.edit.take() else {
            return;
        };
        if let Err(error) = write(hub, edit.id, edit.column, text) {
            (edit.text, edit.error) = (text.to_owned(), Some(error));
            edit.asks_for_focus = true;
            self.edit = Some(edit);
        }
    }

    /// Shows the table. If the number of rows has changed, all rows are listed again, in the order of the
    /// hub. If as many were made as were freed, the freed ones have empty cells until a column is sorted.
    pub fn show(&mut self, ui: &mut Ui, hub: &mut Hub<T>, scroll_to: Option<usize>) {
        if self.rows.len() != hub.len() {
            (self.rows, self.sorted) = (hub.ids().collect(), None);
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        let column = Column::initial(130.0).resizable(true).clip(true);
        let mut builder = TableBuilder::new(ui).striped(true).auto_shrink(false);
        builder = builder.columns(column, T::COLUMNS.len() + 1);
        if let Some(row) = scroll_to {
            builder = builder.scroll_to_row(row, None);
        }
        let (mut sort, mut edit, mut ended) = (None, None, None);
        let table = builder.header(HEIGHT + 4.0, |mut header| {
            header.col(|ui| _ = ui.strong("id"));
            for (column, info) in T::COLUMNS.iter().enumerate() {
                let by = self.sorted.filter(|(by, _)| *by == column);
                let mark = by.map_or("", |(_, down)| if down { " v" } else { " ^" });
                let button = Button::new(format!("{}{mark}", info.name));
                header.col(|ui| sort = ui.add(button).clicked().then_some(column).or(sort));
            }
        });
        table.body(|body| {
            body.rows(HEIGHT, self.rows.len(), |mut row| {
                let id = self.rows[row.index()];
                row.col(|ui| _ = ui.weak(id.to_string()));
                for column in 0..T::COLUMNS.len() {
                    let edited = self.edit.as_mut();
                    let edited = edited.filter(|edit| (edit.id, edit.column) == (id, column));
                    row.col(|ui| match edited {
                        Some(edit) => ended = edit.show(ui),
                        None if label(ui, text(hub, id, column)) => edit = Some((id, column)),
                        None => {}
                    });
                }
            });
        });
        match (ended, &mut self.edit) {
            (Some(true), Some(edit)) => {
                let text = std::mem::take(&mut edit.text);
                self.enter(hub, &text);
            }
            (Some(false), _) => self.edit = None,
            _ => {}
        }
        if let Some((id, column)) = edit {
            self.edit(hub, id, column);
        }
        if let Some(column) = sort {
            self.sort(hub, column);
        }
    }
}

impl<I> Edit<I> {
    /// Shows the text, with the error below it. Returns, when the edit ends, whether the text was entered.
    fn show(&mut self, ui: &mut Ui) -> Option<bool> {
        let field = ui.add(TextEdit::singleline(&mut self.text).desired_width(f32::INFINITY));
        if std::mem::take(&mut self.asks_for_focus) {
            field.request_focus();
        }
        if let Some(error) = &self.error {
            field.show_tooltip_ui(|ui| _ = ui.colored_label(Color32::LIGHT_RED, error));
        }
        let entered = ui.input(|input| input.key_pressed(Key::Enter));
        field.lost_focus().then_some(entered)
    }
}

/// Shows a value. Returns whether it was clicked.
fn label(ui: &mut Ui, text: String) -> bool {
    let label = Label::new(text).selectable(false).truncate();
    ui.add(label.sense(Sense::click())).clicked()
}

/// Returns a field as JSON, or nothing for a freed row and a field that is not written.
fn text<T: EditRow>(hub: &Hub<T>, id: T::Id, column: usize) -> String {
    let mut json = Vec::new();
    if let Some((row, name)) = hub.get(id).zip(T::FIELDS[column]) {
        // What cannot be written is an empty cell.
        let _ = T::get_field(row, name, &mut Serializer::new(&mut json));
    }
    String::from_utf8(json).unwrap_or_default()
}

/// Writes JSON to a field.
fn write<T: EditRow>(hub: &mut Hub<T>, id: T::Id, column: usize, text: &str) -> Result<(), String> {
    let value: Value = from_str(text).map_err(|error| error.to_string())?;
    let row = hub.try_row_mut(id).map_err(|error| error.to_string())?;
    let name = T::FIELDS[column].ok_or("the field is not read")?;
    T::set_field(row, name, value).map_err(|error| error.to_string())
}

/// Orders numbers by their size and all else by its text. Kinds differ in their first letters, so this is
/// an order also of values of several kinds.
fn compare(a: &Value, b: &Value) -> Ordering {
    match (a.as_f64(), b.as_f64()) {
        (Some(a), Some(b)) => a.total_cmp(&b),
        _ => a.to_string().cmp(&b.to_string()),
    }
}
