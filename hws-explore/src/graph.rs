//! The transitions between the states, and how each state was first reached.

/// States are numbered in the order of their discovery, and their transitions are added in that order.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    /// The state and the action from which each state was discovered; the first has itself.
    parents: Vec<(u32, u8)>,
    /// Where the transitions of each expanded state end in the two lists.
    ends: Vec<usize>,
    targets: Vec<u32>,
    actions: Vec<u8>,
    /// The kernels that wait in each state, a bit each.
    waiting: Vec<u8>,
}

/// A transition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Edge {
    pub(crate) action: u8,
    pub(crate) target: u32,
}

impl Graph {
    /// Adds the next state.
    pub(crate) fn discover(&mut self, parent: u32, action: u8, waiting: u8) {
        self.parents.push((parent, action));
        self.waiting.push(waiting);
    }

    /// Adds a transition of the state that is being expanded.
    pub(crate) fn add(&mut self, edge: Edge) {
        self.targets.push(edge.target);
        self.actions.push(edge.action);
    }

    /// Ends the transitions of a state; those of the next one follow.
    pub(crate) fn end(&mut self) {
        self.ends.push(self.targets.len());
    }

    pub(crate) fn states(&self) -> u32 {
        self.parents.len() as u32
    }

    pub(crate) fn transitions(&self) -> u64 {
        self.targets.len() as u64
    }

    /// Whether the kernel waits in the state.
    pub(crate) fn waits(&self, state: u32, kernel: usize) -> bool {
        self.waiting[state as usize] >> kernel & 1 == 1
    }

    /// The number of transitions of a state.
    pub(crate) fn degree(&self, state: u32) -> usize {
        self.ends[state as usize] - self.begin(state)
    }

    /// A transition of a state.
    pub(crate) fn edge(&self, state: u32, at: usize) -> Edge {
        let at = self.begin(state) + at;
        Edge { action: self.actions[at], target: self.targets[at] }
    }

    pub(crate) fn edges(&self, state: u32) -> impl Iterator<Item = Edge> + '_ {
        (0..self.degree(state)).map(move |at| self.edge(state, at))
    }

    fn begin(&self, state: u32) -> usize {
        state.checked_sub(1).map_or(0, |before| self.ends[before as usize])
    }

    /// The actions that lead from the first state to this one by a shortest path.
    pub(crate) fn path(&self, mut state: u32) -> Vec<u8> {
        let mut path = Vec::new();
        while state != 0 {
            let (parent, action) = self.parents[state as usize];
            path.push(action);
            state = parent;
        }
        path.reverse();
        path
    }
}
