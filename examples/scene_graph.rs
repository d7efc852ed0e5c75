//! A scene graph with undo: nodes name their parent, first child and next sibling
//! by id, a deletion takes a whole subtree, and undoing it brings the same ids back.
//!
//! Whoever holds an id, the selection, a script, another node, need not be told:
//! while the node is out its id finds nothing, and afterwards it finds the node.

use soa_runtime::IdAllocator;

/// A node; its links are ids, so that it can be moved out and in as it is.
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

    /// The node and all nodes below it, each before its children.
    fn subtree(&self, root: NodeId) -> Vec<NodeId> {
        let mut found = vec![root];
        let mut next = 0;
        while let Some(&id) = found.get(next) {
            found.extend(self.children(id));
            next += 1;
        }
        found
    }

    /// The link that leads to the place behind `before` below `parent`.
    fn link(&mut self, parent: NodeId, before: Option<NodeId>) -> &mut Option<NodeId> {
        match before {
            Some(before) => self.row_mut(before).next_sibling,
            None => self.row_mut(parent).first_child,
        }
    }

    /// The tree below a node as text, a line per node.
    fn outline(&self, root: NodeId, depth: usize) -> String {
        let mut text = format!("{:1$}{2}\n", "", 2 * depth, self.row(root).name);
        for child in self.children(root) {
            text += &self.outline(child, depth + 1);
        }
        text
    }
}

/// A subtree that is out of the scene: its ids are withheld.
struct Cut {
    parent: NodeId,
    before: Option<NodeId>,
    /// The root first.
    nodes: Vec<(NodeId, Node)>,
}

/// One edit, by what it has left: a subtree that is in the scene, or one that is out.
enum Edit {
    Present(NodeId),
    Absent(Cut),
}

/// A scene and the way back.
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

    /// Takes a subtree out of the scene. Nobody gets its ids meanwhile.
    fn cut(&mut self, root: NodeId) -> Cut {
        let (parent, next) = {
            let node = self.nodes.row(root);
            (node.parent.expect("the scene stays"), *node.next_sibling)
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

    /// Puts a subtree back where it was, under the ids that it had.
    fn paste(&mut self, cut: Cut) -> NodeId {
        let root = cut.nodes[0].0;
        for (id, node) in cut.nodes {
            self.nodes
                .fill(id, node)
                .expect("nobody gets a withheld id");
        }
        *self.nodes.link(cut.parent, cut.before) = Some(root);
        root
    }

    /// A new edit: what was undone cannot be done again, so its ids are given up.
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

    /// What is in the scene goes out, and what is out comes in.
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

    fn show(&self, what: &str) {
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
    editor.show("a scene");
    let selection = handle;
    let before = editor.nodes.clone();

    editor.delete(house);
    editor.show("the house is deleted");
    assert!(!editor.nodes.contains(selection) && editor.nodes.is_withheld(selection));
    let car = editor.add(editor.root, "car");
    assert!(
        ![house, door, handle].contains(&car),
        "nobody gets their ids"
    );

    editor.undo(); // the car
    editor.undo(); // the deletion
    editor.show("both are undone");
    assert_eq!(
        editor.nodes, before,
        "every node under its id, every link as it was"
    );
    assert_eq!(editor.nodes.row(selection).name, "handle");

    editor.redo();
    editor.redo();
    assert_eq!(
        editor.nodes.row(car).name,
        "car",
        "done again, with the same id"
    );
    editor.show("both are done again");

    editor.undo();
    editor.undo();
    editor.delete(door);
    assert!(
        !editor.nodes.is_withheld(car),
        "the car can never come back"
    );
    assert_eq!(editor.nodes.stats().free, 1, "so its slot is free");
    editor.undo();
    assert_eq!(editor.nodes, before);
    editor.show("the door is deleted and back");
}
