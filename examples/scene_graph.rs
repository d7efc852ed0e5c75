//! A scene graph with undo. Nodes contain the ids of their parent, first child and next sibling. A
//! deletion removes a whole subtree, and its undo restores the same ids.
//!
//! Nothing else that contains an id has to be updated, such as the selection or a script. While the
//! node is deleted its id finds nothing, and after the undo it finds the node again.

use soa_runtime::IdAllocator;

/// A node. Its links are ids, so a removed node can be inserted again without changes.
#[derive(IdAllocator, Debug, Clone, PartialEq)]
#[soa(derive(Clone, Debug, PartialEq))]
struct Node {
    name: String,
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
}

impl NodeHub {
    fn children(&self, parent: NodeId) -> impl Iterator<Item = NodeId> {
        let first = *self.row(parent).first_child;
        std::iter::successors(first, |id| *self.row(*id).next_sibling)
    }

    /// Returns a node and all nodes below it. Each node precedes its children.
    fn subtree(&self, root: NodeId) -> Vec<NodeId> {
        let mut found = vec![root];
        let mut next = 0;
        while let Some(&id) = found.get(next) {
            found.extend(self.children(id));
            next += 1;
        }
        found
    }

    /// Returns the link to the child of `parent` that follows `before`, or to the first child.
    fn link(&mut self, parent: NodeId, before: Option<NodeId>) -> &mut Option<NodeId> {
        match before {
            Some(before) => self.row_mut(before).next_sibling,
            None => self.row_mut(parent).first_child,
        }
    }

    /// Formats a node and the nodes below it, one per line.
    fn outline(&self, root: NodeId, depth: usize) -> String {
        let mut text = format!("{:1$}{2}\n", "", 2 * depth, self.row(root).name);
        for child in self.children(root) {
            text += &self.outline(child, depth + 1);
        }
        text
    }
}

/// A subtree that is not in the scene. Its ids are withheld.
struct Cut {
    parent: NodeId,
    before: Option<NodeId>,
    /// The nodes, starting with the root of the subtree.
    nodes: Vec<(NodeId, Node)>,
}

/// An edit, represented by the subtree that it added or removed.
enum Edit {
    Present(NodeId),
    Absent(Cut),
}

/// A scene with a history of edits.
struct Editor {
    nodes: NodeHub,
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
            root,
            done: Vec::new(),
            undone: Vec::new(),
        }
    }

    fn add(&mut self, parent: NodeId, name: &str) -> NodeId {
        let before = self.nodes.children(parent).last();
        let id = self.nodes.insert(Node {
            name: name.to_owned(),
            parent: Some(parent),
            first_child: None,
            next_sibling: None,
        });
        *self.nodes.link(parent, before) = Some(id);
        self.record(Edit::Present(id));
        id
    }

    fn delete(&mut self, id: NodeId) {
        let cut = self.cut(id);
        self.record(Edit::Absent(cut));
    }

    /// Removes a subtree from the scene. Its ids are withheld, so no other node gets them.
    fn cut(&mut self, root: NodeId) -> Cut {
        let (parent, next) = {
            let node = self.nodes.row(root);
            (
                node.parent.expect("the root is never cut"),
                *node.next_sibling,
            )
        };
        let elder = self.nodes.children(parent).take_while(|id| *id != root);
        let before = elder.last();
        *self.nodes.link(parent, before) = next;
        let nodes = self.nodes.subtree(root).into_iter().map(|id| {
            let node = self.nodes.detach(id).expect("a node of the scene is live");
            (id, node)
        });
        Cut {
            parent,
            before,
            nodes: nodes.collect(),
        }
    }

    /// Restores a subtree with its ids at its old position.
    fn paste(&mut self, cut: Cut) -> NodeId {
        let root = cut.nodes[0].0;
        for (id, node) in cut.nodes {
            self.nodes.fill(id, node).expect("the ids are withheld");
        }
        *self.nodes.link(cut.parent, cut.before) = Some(root);
        root
    }

    /// Records a new edit. Undone edits can no longer be redone, so their ids are freed.
    fn record(&mut self, edit: Edit) {
        for edit in self.undone.drain(..) {
            if let Edit::Absent(cut) = edit {
                for (id, _) in cut.nodes {
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

    fn print(&self, what: &str) {
        let stats = self.nodes.stats();
        println!("{what}: {} live, {} withheld", stats.live, stats.withheld);
        print!("{}", self.nodes.outline(self.root, 1));
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
    assert!(!editor.nodes.contains(selection) && editor.nodes.is_withheld(selection));
    let car = editor.add(editor.root, "car");
    assert!(
        ![house, door, handle].contains(&car),
        "withheld ids are not reused"
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
        !editor.nodes.is_withheld(car),
        "the car can no longer be redone"
    );
    assert_eq!(editor.nodes.stats().free, 1, "its slot is free");
    editor.undo();
    assert_eq!(editor.nodes, before);
    editor.print("the deletion of the door is undone");
}
