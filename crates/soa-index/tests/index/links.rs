//! Indexes of links that answer all their questions, which are compared with a scan.

use std::collections::HashSet;

use soa_index::{Backlinks, BacklinksView};
use soa_runtime::{AnyHandle, Hub};

use crate::record::{Record, Scan, Values};
use crate::subject::{Subject, forward};

/// An index of links within a hub, and how the links follow from the values of a row.
pub(crate) struct Linked<T: Record> {
    pub(crate) index: Backlinks<T, T>,
    pub(crate) links: fn(&Values<T::Id>) -> Vec<T::Id>,
}

/// The live rows in the order of their slots, each with its links.
struct Graph<I>(Vec<(I, Vec<I>)>);

impl<I: AnyHandle> Graph<I> {
    fn of(&self, target: I) -> Vec<I> {
        let rows = self.0.iter();
        let rows = rows.filter(|(_, links)| links.contains(&target));
        rows.map(|(id, _)| *id).collect()
    }

    fn descend(&self, from: I, root: I, found: &mut Vec<I>) {
        for id in self.of(from) {
            if id != root && !found.contains(&id) {
                found.push(id);
                self.descend(id, root, found);
            }
        }
    }

    fn is_live(&self, id: I) -> bool {
        self.0.iter().any(|(live, _)| *live == id)
    }
}

impl<T: Record> Linked<T> {
    fn graph(&self, scan: &Scan<T>) -> Graph<T::Id> {
        let row = |(id, values): &(T::Id, Values<T::Id>)| {
            let mut links = (self.links)(values);
            links.retain(|link| *link != T::Id::DANGLING);
            (*id, links)
        };
        Graph(scan.iter().map(row).collect())
    }

    fn compare(view: BacklinksView<'_, '_, T, T>, graph: &Graph<T::Id>) {
        let mut all: HashSet<T::Id> = graph.0.iter().map(|(id, _)| *id).collect();
        all.extend(graph.0.iter().flat_map(|(_, links)| links.iter().copied()));
        all.insert(T::Id::DANGLING);
        for id in all {
            let users = graph.of(id);
            assert!(view.of(id).eq(users.iter().copied()), "of {id}");
            assert!(view.of(id).rev().eq(users.iter().rev().copied()));
            let counts = (view.of(id).len(), view.count(id));
            assert_eq!(counts, (users.len(), users.len()));
            let mut below = Vec::new();
            graph.descend(id, id, &mut below);
            let found: Vec<T::Id> = view.descendants(id).collect();
            assert_eq!(found, below, "below {id}");
        }
        let rows = graph.0.iter();
        let rows = rows.filter(|(_, links)| !links.iter().any(|link| graph.is_live(*link)));
        let roots: Vec<T::Id> = rows.map(|(id, _)| *id).collect();
        assert!(view.roots().eq(roots.iter().copied()), "roots");
        assert!(view.roots().rev().eq(roots.iter().rev().copied()));
    }
}

impl<T: Record> Subject<T> for Linked<T> {
    fn ask(&mut self, hub: &Hub<T>, scan: &Scan<T>) {
        let graph = self.graph(scan);
        let view = self.index.at(hub);
        Self::compare(view, &graph);
        let links = graph.0.iter();
        let links = links.flat_map(|(id, links)| links.iter().map(|link| (*id, *link)));
        let dangling = links.filter(|(_, link)| !hub.contains(*link));
        assert!(view.dangling(hub).eq(dangling), "dangling");
    }

    fn ask_beside(&mut self, hub: &mut Hub<T>, scan: &Scan<T>) {
        let graph = self.graph(scan);
        let (view, mut columns) = self.index.beside(hub);
        T::write_all(&mut columns);
        Self::compare(view, &graph);
    }

    forward!();
}
