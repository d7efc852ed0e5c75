//! A scene graph with undo. Nodes contain the id of their parent, and an index finds the children. Another
//! one picks the node under the mouse. A deletion removes a whole subtree, and its undo restores the same
//! ids: `cargo run --example scene_graph`.
//!
//! Nothing else that contains an id has to be updated, such as the selection or a script. While the
//! node is deleted its id finds nothing, and after the undo it finds the node again.

use std::iter;

use soa_index::{Backlinks, BacklinksView, Boxes};
use soa_runtime::IdAllocator;

/// A node. It contains the id of its parent, and an index finds the children.
#[derive(IdAllocator, Debug, Clone, PartialEq)]
#[soa(tracked, derive(Clone, Debug, PartialEq))]
struct Node {
    name: String,
    #[soa(tracked)]
    parent: Option<NodeId>,
    /// The lowest and the highest corner.
    #[soa(tracked)]
    bounds: Bounds,
}

type Bounds = [[f32; 3]; 2];

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

/// An edit: the nodes that it makes or deletes, each with what is not in the scene now.
type Edit = Vec<(NodeId, Option<Node>)>;

/// A scene with a history of edits.
struct Editor {
    nodes: NodeHub,
    /// The children of each node, in the order of their slots.
    children: Backlinks<Node, Node>,
    boxes: Boxes<Node, 3>,
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
            boxes: Boxes::<Node, 3>::new(|nodes| nodes.bounds),
            root,
            done: Vec::new(),
            undone: Vec::new(),
        }
    }

    fn add(&mut self, parent: NodeId, name: &str, bounds: Bounds) -> NodeId {
        let id = self.nodes.reserve_id();
        let node = Node {
            name: name.to_owned(),
            parent: Some(parent),
            bounds,
        };
        self.act(vec![(id, Some(node))]);
        id
    }

    /// Returns the first node without children that a ray from the eye enters.
    fn pick(&mut self, eye: [f32; 3], direction: [f32; 3]) -> Option<NodeId> {
        let children = self.children.at(&self.nodes);
        let boxes = self.boxes.at(&self.nodes);
        let mut hits = boxes.ray(eye, direction, f32::INFINITY).map(|(id, _)| id);
        hits.find(|id| children.count(*id) == 0)
    }

    /// Deletes a subtree. Its ids are reserved, so no other node gets them.
    fn delete(&mut self, root: NodeId) {
        let below = self.children.at(&self.nodes).descendants(root);
        let cut = iter::once(root).chain(below).map(|id| (id, None)).collect();
        self.act(cut);
    }

    /// Does a new edit. Undone edits can no longer be redone, so the ids that they made are freed.
    fn act(&mut self, edit: Edit) {
        for (id, _) in self.undone.drain(..).flatten() {
            if self.nodes.is_reserved(id) {
                self.nodes.dealloc(id);
            }
        }
        let edit = self.exchange(edit);
        self.done.push(edit);
    }

    /// Does, undoes or redoes an edit.
    fn exchange(&mut self, mut edit: Edit) -> Edit {
        for (id, node) in &mut edit {
            let exchanged = self.nodes.exchange(*id, node);
            exchanged.expect("an id of the history is live or reserved");
        }
        edit
    }

    fn undo(&mut self) {
        if let Some(edit) = self.done.pop() {
            let edit = self.exchange(edit);
            self.undone.push(edit);
        }
    }

    fn redo(&mut self) {
        if let Some(edit) = self.undone.pop() {
            let edit = self.exchange(edit);
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
    let house = editor.add(editor.root, "house", [[0.0; 3], [8.0, 7.0, 6.0]]);
    let door = editor.add(house, "door", [[3.0, 0.0, -0.2], [4.0, 2.0, 0.1]]);
    let handle = editor.add(door, "handle", [[3.1, 1.0, -0.2], [3.3, 1.1, -0.1]]);
    editor.add(house, "roof", [[0.0, 4.0, 0.0], [8.0, 7.0, 6.0]]);
    let tree = editor.add(editor.root, "tree", [[3.0, 0.0, 9.0], [5.0, 8.0, 11.0]]);
    editor.print("a scene");
    let (eye, mouse) = ([4.0, 2.0, -10.0], [-0.8, -0.95, 9.8]);
    let selection = editor.pick(eye, mouse).expect("the handle is there");
    assert_eq!(selection, handle);
    let before = editor.nodes.clone();

    editor.delete(house);
    editor.print("the house is deleted");
    assert!(!editor.nodes.contains(selection) && editor.nodes.is_reserved(selection));
    assert_eq!(
        editor.pick(eye, [0.0, 0.0, 1.0]),
        Some(tree),
        "behind the house"
    );
    let car = editor.add(editor.root, "car", [[9.0, 0.0, 0.0], [11.0, 1.5, 4.0]]);
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
