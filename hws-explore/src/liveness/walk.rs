//! A walk through a component that does, or passes, every due action.

use std::collections::{BTreeMap, VecDeque};

use crate::graph::{Edge, Graph};

/// The states of a component.
pub(super) struct Component<'g> {
    graph: &'g Graph,
    /// Ascending.
    states: Vec<u32>,
}

impl<'g> Component<'g> {
    /// `states` is not empty.
    pub(super) fn new(graph: &'g Graph, mut states: Vec<u32>) -> Self {
        states.sort_unstable();
        Self { graph, states }
    }

    pub(super) fn first(&self) -> u32 {
        self.states[0]
    }

    /// The actions of a walk from the first state back to it, which does each due action or passes a state in which it
    /// is impossible.
    pub(super) fn fair_cycle(&self, due: u128) -> Vec<u8> {
        let (mut here, mut actions) = (self.first(), Vec::new());
        for action in (0..128).filter(|action| due >> action & 1 == 1) {
            let is_done = self.walk(&mut here, &mut actions, |edge| edge.action == action);
            if !is_done {
                let is_impossible = |state: u32| self.graph.edges(state).all(|edge| edge.action != action);
                if !is_impossible(here) {
                    self.walk(&mut here, &mut actions, |edge| is_impossible(edge.target));
                }
            }
        }
        if here != self.first() {
            self.walk(&mut here, &mut actions, |edge| edge.target == self.first());
        }
        actions
    }

    /// Walks by a shortest path to and over a transition that is wanted; `false` if the component has none.
    fn walk(&self, here: &mut u32, actions: &mut Vec<u8>, is_wanted: impl Fn(&Edge) -> bool) -> bool {
        let mut reached_by: BTreeMap<u32, (u32, u8)> = BTreeMap::new();
        let mut queue = VecDeque::from([*here]);
        while let Some(state) = queue.pop_front() {
            for edge in self.inside(state) {
                if is_wanted(&edge) {
                    actions.extend(path(&reached_by, *here, state));
                    actions.push(edge.action);
                    *here = edge.target;
                    return true;
                }
                if edge.target != *here && !reached_by.contains_key(&edge.target) {
                    reached_by.insert(edge.target, (state, edge.action));
                    queue.push_back(edge.target);
                }
            }
        }
        false
    }

    fn inside(&self, state: u32) -> impl Iterator<Item = Edge> + '_ {
        self.graph.edges(state).filter(|edge| self.states.binary_search(&edge.target).is_ok())
    }
}

fn path(reached_by: &BTreeMap<u32, (u32, u8)>, from: u32, mut to: u32) -> Vec<u8> {
    let mut path = Vec::new();
    while to != from {
        let (before, action) = reached_by[&to];
        path.push(action);
        to = before;
    }
    path.reverse();
    path
}
