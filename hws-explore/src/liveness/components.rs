//! The strongly connected components of the states in which a kernel waits (Tarjan's algorithm, without recursion).

use crate::graph::Graph;

/// Not visited yet.
const NEW: u32 = u32::MAX;

/// Finds one component after another.
pub(super) struct Components<'g> {
    graph: &'g Graph,
    kernel: usize,
    /// The order of the visits; `NEW` before, and 0 once the component of the state is known.
    order: Vec<u32>,
    visited: u32,
    /// The states whose component is not known yet.
    open: Vec<u32>,
    /// The states on the path of the search: the next transition, and the earliest open state that can be reached.
    path: Vec<(u32, usize, u32)>,
    next_root: u32,
}

impl<'g> Components<'g> {
    pub(super) fn new(graph: &'g Graph, kernel: usize) -> Self {
        let order = vec![NEW; graph.states() as usize];
        Self { graph, kernel, order, visited: 0, open: Vec::new(), path: Vec::new(), next_root: 0 }
    }

    /// The states of the next component.
    pub(super) fn next_component(&mut self) -> Option<Vec<u32>> {
        loop {
            match self.path.pop() {
                None => self.enter_root()?,
                Some((state, at, low)) if at < self.graph.degree(state) => self.follow(state, at, low),
                Some((state, _, low)) => {
                    if let Some((_, _, before)) = self.path.last_mut() {
                        *before = low.min(*before);
                    }
                    if low == self.order[state as usize] {
                        return Some(self.close(state));
                    }
                }
            }
        }
    }

    /// Begins at the next state that was not visited; `None` after the last one.
    fn enter_root(&mut self) -> Option<()> {
        while self.next_root < self.graph.states() {
            let state = self.next_root;
            self.next_root += 1;
            if self.is_wanted(state) && self.order[state as usize] == NEW {
                self.enter(state);
                return Some(());
            }
        }
        None
    }

    fn is_wanted(&self, state: u32) -> bool {
        self.graph.waits(state, self.kernel)
    }

    fn enter(&mut self, state: u32) {
        self.visited += 1;
        self.order[state as usize] = self.visited;
        self.open.push(state);
        self.path.push((state, 0, self.visited));
    }

    fn follow(&mut self, state: u32, at: usize, low: u32) {
        let target = self.graph.edge(state, at).target;
        let order = self.order[target as usize];
        let is_open = order != NEW && order != 0;
        self.path.push((state, at + 1, if is_open { low.min(order) } else { low }));
        if order == NEW && self.is_wanted(target) {
            self.enter(target);
        }
    }

    /// The component of which `root` was visited first.
    fn close(&mut self, root: u32) -> Vec<u32> {
        let start = self.open.iter().rposition(|&state| state == root).unwrap_or(0);
        let states = self.open.split_off(start);
        states.iter().for_each(|&state| self.order[state as usize] = 0);
        states
    }
}
