//! A scene graph with undo. Nodes contain the id of their parent, and an index finds the children. A
//! deletion removes a whole subtree, and its undo restores the same ids: `cargo run --example scene_graph`.
//!
//! Nothing else that contains an id has to be updated, such as the selection or a script. While the
//! node is deleted its id finds nothing, and after the undo it finds the node again.

use std::iter;

use soa_index::{Backlinks, BacklinksView};
use soa_runtime::IdAllocator;

/// A node. It contains the id of its parent, and an index finds the children.
#[derive(IdAllocator, Debug, Clone, PartialEq)]
#[soa(tracked, derive(Clone, Debug, PartialEq))]
struct Node {
    name: String,
    #[soa(tracked)]
    parent: Option<NodeId>,
}

impl NodeHub {
    /// Formats a node and the nodes below it, one per line.
    fn outline(
        &self,
        children: BacklinksView<'_, '_, Node, Node>,
        root: NodeId,
        depth: usize,
    ) -> String {
        let mut text = format!("{:1$}{2}\n", "", 2 * depth, self.row(root).name);
        for child in children.of(root) {
            text += &self.outline(children, child, depth + 1);
        }
        text
    }
}

/// A subtree that is not in the scene, starting with its root. Its ids are reserved, and its links
/// are as they were.
type Cut = Vec<(NodeId, Node)>;

/// An edit, represented by the subtree that it added or removed.
enum Edit {
    Present(NodeId),
    Absent(Cut),
}

/// A scene with a history of edits.
struct Editor {
    nodes: NodeHub,
    /// The children of each node, in the order of their slots.
    children: Backlinks<Node, Node>,
    root: NodeId,
    done: Vec<Edit>,
    undone: Vec<Edit>,
}

impl Editor {
    fn new() -> Self {
        let mut nodes = NodeHub::new();
        let root = nodes.alloc();
        nodes.row_mut(root).name.push_str("scene");
        Editor {
            nodes,
            children: Backlinks::<Node, Node>::new(|nodes| nodes.parent),
            root,
            done: Vec::new(),
            undone: Vec::new(),
        }
    }

    fn add(&mut self, parent: NodeId, name: &str) -> NodeId {
        let id = self.nodes.insert(Node {
            name: name.to_owned(),
            parent: Some(parent),
        });
        self.record(Edit::Present(id));
        id
    }

    fn delete(&mut self, id: NodeId) {
        let cut = self.cut(id);
        self.record(Edit::Absent(cut));
    }

    /// Removes a subtree from the scene. Its ids are reserved, so no other node gets them.
    fn cut(&mut self, root: NodeId) -> Cut {
        let below = self.children.at(&self.nodes).descendants(root);
        let ids: Vec<NodeId> = iter::once(root).chain(below).collect();
        let detach = |id| {
            let node = self.nodes.detach(id);
            (id, node.expect("a node of the scene is live"))
        };
        ids.into_iter().map(detach).collect()
    }

    /// Restores a subtree with its ids, and returns its root.
    fn paste(&mut self, cut: Cut) -> NodeId {
        let root = cut[0].0;
        for (id, node) in cut {
            self.nodes.fill(id, node).expect("the ids are reserved");
        }
        root
    }

    /// Records a new edit. Undone edits can no longer be redone, so their ids are freed.
    fn record(&mut self, edit: Edit) {
        for edit in self.undone.drain(..) {
            if let Edit::Absent(cut) = edit {
                for (id, _) in cut {
                    self.nodes.dealloc(id);
                }
            }
        }
        self.done.push(edit);
    }

    /// Reverts an edit, and returns the opposite edit.
    fn flip(&mut self, edit: Edit) -> Edit {
        match edit {
            Edit::Present(id) => Edit::Absent(self.cut(id)),
            Edit::Absent(cut) => Edit::Present(self.paste(cut)),
        }
    }

    fn undo(&mut self) {
        if let Some(edit) = self.done.pop() {
            let edit = self.flip(edit);
            self.undone.push(edit);
        }
    }

    fn redo(&mut self) {
        if let Some(edit) = self.undone.pop() {
            let edit = self.flip(edit);
            self.done.push(edit);
        }
    }

    fn print(&mut self, what: &str) {
        let stats = self.nodes.stats();
        println!("{what}: {} live, {} reserved", stats.live, stats.reserved);
        let children = self.children.at(&self.nodes);
        print!("{}", self.nodes.outline(children, self.root, 1));
    }
}

fn main() {
    let mut editor = Editor::new();
    let house = editor.add(editor.root, "house");
    let door = editor.add(house, "door");
    let handle = editor.add(door, "handle");
    editor.add(house, "roof");
    editor.add(editor.root, "tree");
    editor.print("a scene");
    let selection = handle;
    let before = editor.nodes.clone();

    editor.delete(house);
    editor.print("the house is deleted");
    assert!(!editor.nodes.contains(selection) && editor.nodes.is_reserved(selection));
    let car = editor.add(editor.root, "car");
    assert!(
        ![house, door, handle].contains(&car),
        "reserved ids are not reused"
    );

    editor.undo(); // the car
    editor.undo(); // the deletion
    editor.print("both are undone");
    assert_eq!(editor.nodes, before, "all ids and links are restored");
    assert_eq!(editor.nodes.row(selection).name, "handle");

    editor.redo();
    editor.redo();
    assert_eq!(
        editor.nodes.row(car).name,
        "car",
        "the redone node has the same id"
    );
    editor.print("both are redone");

    editor.undo();
    editor.undo();
    editor.delete(door);
    assert!(
        !editor.nodes.is_reserved(car),
        "the car can no longer be redone"
    );
    assert_eq!(editor.nodes.stats().free, 1, "its slot is free");
    editor.undo();
    assert_eq!(editor.nodes, before);
    editor.print("the deletion of the door is undone");
}
