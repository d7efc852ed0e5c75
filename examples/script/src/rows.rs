//! A hub as values of a script: the hub, its rows and its ids.

use std::cell::RefCell;
use std::rc::Rc;

use rhai::serde::{from_dynamic, to_dynamic};
use rhai::{Dynamic, Engine, EvalAltResult, ImmutableString};
use serde_json::value::{Serializer, Value};
use soa_runtime::{AnyHub, EditRow, Hub, SetFieldError};

/// What a call returns. The engine adds the line and the column to an error.
type Outcome<T> = Result<T, Box<EvalAltResult>>;

/// Columns that contain ids, each with the name of the hub of these ids.
pub type Links = &'static [(&'static str, &'static str)];

/// An id: the name of its hub, and its text.
#[derive(Clone, PartialEq)]
struct Id(&'static str, ImmutableString);

/// A hub by its name.
#[derive(Clone)]
pub struct Rows {
    name: &'static str,
    links: Links,
    hub: Rc<dyn Calls>,
}

/// A row that a script has found. Each access looks its id up again.
#[derive(Clone)]
struct Row(Rows, ImmutableString);

/// What scripts do with a hub of any record. Ids are text, as serde writes them.
pub trait Calls {
    fn get(&self, id: &str, column: &str) -> Outcome<Dynamic>;
    fn set(&self, id: &str, column: &str, value: &Dynamic) -> Outcome<()>;
    fn make(&self) -> Outcome<ImmutableString>;
    fn free(&self, id: &str) -> Outcome<()>;
    fn ids(&self) -> Vec<ImmutableString>;
}

/// Returns the id of a live row from its text. The error for a stale one says why it is stale.
fn live<T: EditRow>(hub: &Hub<T>, id: &str) -> Outcome<T::Id> {
    let id = id.parse::<T::Id>().map_err(|error| error.to_string())?;
    hub.try_row(id).map_err(|error| error.to_string())?;
    Ok(id)
}

impl<T: EditRow, H: AnyHub<Record = T>> Calls for RefCell<H> {
    fn get(&self, id: &str, column: &str) -> Outcome<Dynamic> {
        let hub = self.borrow();
        let row = hub.as_hub().row(live(hub.as_hub(), id)?);
        let value = T::get_field(row, column, Serializer);
        let value = value.ok_or_else(|| format!("no column `{column}`"))?;
        to_dynamic(value.map_err(|error| error.to_string())?)
    }

    /// Writes by way of JSON, because a script's numbers have one size.
    fn set(&self, id: &str, column: &str, value: &Dynamic) -> Outcome<()> {
        let mut hub = self.borrow_mut();
        let id = live(hub.as_hub(), id)?;
        let value: Value = from_dynamic(value)?;
        let set = T::set_field(hub.as_hub_mut().row_mut(id), column, value);
        Ok(set.map_err(|error| match error {
            SetFieldError::UnknownColumn => format!("no column `{column}`"),
            SetFieldError::Value(error) => format!("column `{column}`: {error}"),
        })?)
    }

    fn make(&self) -> Outcome<ImmutableString> {
        let hub = &mut *self.borrow_mut();
        let room = hub.as_hub_mut().try_reserve(1);
        room.map_err(|error| error.to_string())?;
        let id = T::make(hub.as_hub_mut()).ok_or("a column has no default")?;
        Ok(id.to_string().into())
    }

    fn free(&self, id: &str) -> Outcome<()> {
        let hub = &mut *self.borrow_mut();
        let id = live(hub.as_hub(), id)?;
        T::free(hub.as_hub_mut(), id);
        Ok(())
    }

    fn ids(&self) -> Vec<ImmutableString> {
        let hub = self.borrow();
        let ids = hub.as_hub().iter().map(|(id, _)| id);
        ids.map(|id| id.to_string().into()).collect()
    }
}

impl Rows {
    pub fn new(name: &'static str, hub: Rc<dyn Calls>, links: Links) -> Self {
        Self { name, links, hub }
    }

    /// Finds a row by an id of this hub, and not of another one.
    fn row(&mut self, Id(hub, id): Id) -> Outcome<Row> {
        if hub == self.name {
            return Ok(Row(self.clone(), id));
        }
        Err(format!("{id} is an id of `{hub}`, not of `{}`", self.name).into())
    }
}

impl Row {
    /// Returns the name of the hub whose ids a column contains.
    fn link(&self, column: &str) -> Option<&'static str> {
        let mut links = self.0.links.iter();
        links.find(|(name, _)| *name == column).map(|link| link.1)
    }

    fn get(&mut self, column: &str) -> Outcome<Dynamic> {
        let value = self.0.hub.get(&self.1, column)?;
        Ok(match self.link(column) {
            Some(hub) if value.is_string() => Dynamic::from(Id(hub, value.cast())),
            _ => value,
        })
    }

    /// Writes a value, and the text of an id where the column contains ids.
    fn set(&mut self, column: &str, mut value: Dynamic) -> Outcome<()> {
        let id = value.clone().try_cast::<Id>();
        match (self.link(column), id) {
            (Some(hub), Some(id)) if id.0 == hub => value = id.1.into(),
            (Some(_), None) if value.is_unit() => {}
            (None, None) => {}
            (Some(hub), _) => Err(format!("`{column}` takes an id of `{hub}`"))?,
            (None, Some(_)) => Err(format!("`{column}` takes no id"))?,
        }
        self.0.hub.set(&self.1, column, &value)
    }
}

/// Teaches an engine hubs, rows and ids.
pub fn register(engine: &mut Engine) {
    engine.register_type_with_name::<Id>("Id");
    engine.register_fn("==", |a: Id, b: Id| a == b);
    engine.register_fn("!=", |a: Id, b: Id| a != b);
    engine.register_fn("to_string", |id: Id| id.1);

    engine.register_type_with_name::<Rows>("Hub");
    let make = |rows: &mut Rows| rows.hub.make().map(|id| Id(rows.name, id));
    engine.register_fn("make", make);
    let free = |rows: &mut Rows, id| rows.row(id).and_then(|row| rows.hub.free(&row.1));
    engine.register_fn("free", free);
    engine.register_fn("ids", |rows: &mut Rows| -> Vec<Dynamic> {
        let ids = rows.hub.ids().into_iter();
        ids.map(|id| Dynamic::from(Id(rows.name, id))).collect()
    });
    engine.register_indexer_get(Rows::row);

    engine.register_type_with_name::<Row>("Row");
    engine.register_indexer_get(Row::get);
    engine.register_indexer_set(Row::set);
}
