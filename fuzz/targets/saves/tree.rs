//! Saves and deltas as trees. A tree is written by the same calls to serde as its original,
//! apart from the changes that were made to it.

use arbitrary::Arbitrary;
use serde::ser::{SerializeSeq, SerializeStruct, SerializeTuple};
use serde::{Serialize, Serializer};

#[derive(Debug, Clone)]
pub(crate) enum Node {
    Bool(bool),
    /// postcard writes a byte in another way than a number.
    Byte(u8),
    Number(u64),
    Signed(i64),
    Text(String),
    Group(Group),
}

/// What consists of other nodes.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    pub(crate) shape: Shape,
    /// The items with their names, which only structs have.
    pub(crate) items: Vec<(&'static str, Node)>,
    /// The number of items that the input claims to have, if that is a lie.
    claimed: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Arbitrary)]
pub(crate) enum Shape {
    Option,
    List,
    Tuple,
    Struct,
}

impl Group {
    pub(crate) fn new(shape: Shape) -> Self {
        Group {
            shape,
            items: Vec::new(),
            claimed: None,
        }
    }

    /// Returns the group at the end of a path. Each step chooses a group in the group before,
    /// or stays.
    fn at(&mut self, path: &[u8]) -> &mut Group {
        let Some((step, path)) = path.split_first() else {
            return self;
        };
        let is_group = |item: &&(_, _)| matches!(item.1, Node::Group(_));
        let choices = self.items.iter().filter(is_group).count() + 1;
        let Some(nth) = (usize::from(*step) % choices).checked_sub(1) else {
            return self;
        };
        let mut groups = self.items.iter_mut().filter_map(|item| match item {
            (_, Node::Group(group)) => Some(group),
            _ => None,
        });
        groups.nth(nth).expect("it was counted").at(path)
    }
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Node::Bool(value) => serializer.serialize_bool(*value),
            Node::Byte(value) => serializer.serialize_u8(*value),
            Node::Number(value) => serializer.serialize_u64(*value),
            Node::Signed(value) => serializer.serialize_i64(*value),
            Node::Text(value) => serializer.serialize_str(value),
            Node::Group(group) => group.serialize(serializer),
        }
    }
}

impl Serialize for Group {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Text has no lengths in it.
        let lie = self.claimed.filter(|_| !serializer.is_human_readable());
        let claimed = lie.unwrap_or(self.items.len());
        let mut items = self.items.iter();
        match self.shape {
            Shape::Option => match items.next() {
                Some((_, item)) => serializer.serialize_some(item),
                None => serializer.serialize_none(),
            },
            Shape::List => {
                let mut list = serializer.serialize_seq(Some(claimed))?;
                items.try_for_each(|(_, item)| list.serialize_element(item))?;
                list.end()
            }
            Shape::Tuple => {
                let mut tuple = serializer.serialize_tuple(claimed)?;
                items.try_for_each(|(_, item)| tuple.serialize_element(item))?;
                tuple.end()
            }
            Shape::Struct => {
                let mut fields = serializer.serialize_struct("", claimed)?;
                items.try_for_each(|(name, item)| fields.serialize_field(name, item))?;
                fields.end()
            }
        }
    }
}

/// A change of an item of a group.
#[derive(Debug, Arbitrary)]
pub(crate) struct Change {
    path: [u8; 5],
    item: u8,
    what: What,
}

#[derive(Debug, Arbitrary)]
enum What {
    /// Changes a number, or the number of items that a group claims to have.
    Number(Hostile),
    Items(Items),
    Other(Other),
}

/// A change of which items a group has.
#[derive(Debug, Arbitrary)]
enum Items {
    Insert(Hostile),
    Remove,
    Repeat(u8),
    /// Swaps the item with another one. Structs keep the order of their names.
    Swap(u8),
}

/// A value of another type.
#[derive(Debug, Arbitrary)]
enum Other {
    Id(Hostile, Hostile),
    Text,
    Bool,
    Empty(Shape),
}

/// The largest numbers of types, and of ids of the target.
const LIMITS: [u64; 9] = [
    (1 << 3) - 1,
    u8::MAX as u64,
    u16::MAX as u64,
    (1 << 24) - 1,
    i32::MAX as u64,
    u32::MAX as u64 - 1,
    u32::MAX as u64,
    u64::MAX >> 1,
    u64::MAX,
];

/// A number that is likely to be a limit of something.
#[derive(Debug, Arbitrary)]
enum Hostile {
    Limit(u8),
    /// The number as it was, and a bit more or less.
    Near(i8),
    /// The number of items of the group, and a bit more or less.
    Items(i8),
    Small(u8),
    Negative(u8),
}

impl Hostile {
    fn of(&self, old: u64, items: usize) -> Node {
        Node::Number(match *self {
            Hostile::Limit(nth) => LIMITS[usize::from(nth) % LIMITS.len()],
            Hostile::Near(more) => old.wrapping_add_signed(more.into()),
            Hostile::Items(more) => (items as u64).wrapping_add_signed(more.into()),
            Hostile::Small(number) => number.into(),
            Hostile::Negative(number) => return Node::Signed(-i64::from(number)),
        })
    }
}

impl Node {
    /// Returns the value of a number, 0 for anything else.
    fn number(&self) -> u64 {
        match *self {
            Node::Byte(value) => value.into(),
            Node::Number(value) => value,
            Node::Signed(value) => value.cast_unsigned(),
            _ => 0,
        }
    }
}

impl Change {
    pub(crate) fn make(&self, root: &mut Group) {
        let group = root.at(&self.path);
        let items = group.items.len();
        if let What::Items(what) = &self.what {
            group.change_items(usize::from(self.item), what);
        } else if items > 0 {
            let node = &mut group.items[usize::from(self.item) % items].1;
            match &self.what {
                What::Number(number) => node.set_number(number, items),
                What::Other(other) => *node = other.node(items),
                What::Items(_) => unreachable!("handled above"),
            }
        }
    }
}

impl Node {
    fn set_number(&mut self, number: &Hostile, items: usize) {
        match self {
            Node::Group(group) => {
                let claimed = number.of(group.items.len() as u64, items).number();
                group.claimed = usize::try_from(claimed).ok();
            }
            Node::Byte(old) => {
                let new = number.of((*old).into(), items);
                *self = u8::try_from(new.number()).map_or(new, Node::Byte);
            }
            _ => *self = number.of(self.number(), items),
        }
    }
}

impl Group {
    fn change_items(&mut self, at: usize, what: &Items) {
        let items = self.items.len();
        if let Items::Insert(number) = what {
            let item = ("", number.of(0, items));
            self.items.insert(at % (items + 1), item);
        } else if items > 0 {
            let at = at % items;
            match *what {
                Items::Repeat(times) => {
                    let again = vec![self.items[at].clone(); usize::from(times % 8)];
                    self.items.splice(at..at, again);
                }
                Items::Swap(other) => {
                    let other = usize::from(other) % items;
                    let names = [self.items[at].0, self.items[other].0];
                    self.items.swap(at, other);
                    [self.items[at].0, self.items[other].0] = names;
                }
                Items::Remove | Items::Insert(_) => drop(self.items.remove(at)),
            }
        }
    }
}

impl Other {
    fn node(&self, items: usize) -> Node {
        match self {
            Other::Id(index, generation) => {
                let [index, generation] = [index, generation].map(|part| part.of(0, items));
                Node::Text(format!("{}v{}", index.number(), generation.number()))
            }
            Other::Text => Node::Text(String::new()),
            Other::Bool => Node::Bool(true),
            Other::Empty(shape) => Node::Group(Group::new(*shape)),
        }
    }
}
