//! Breadth first over all states.

use std::collections::VecDeque;

use hws_model::{Hws, Snapshot};
use hws_sim::check::View;

use crate::finding::Finding;
use crate::graph::{Edge, Graph};
use crate::ledger::Ledger;
use crate::liveness::{Starvation, starvations};
use crate::scenario::Scenario;
use crate::store::Store;
use crate::world::{Around, World};

/// What an exploration has found.
#[derive(Debug)]
pub struct Exploration {
    /// The number of different states.
    pub states: u32,
    /// The number of transitions between them.
    pub transitions: u64,
    /// The number of actions on the longest of the shortest paths to a state.
    pub depth: u32,
    /// The mean size of a state, in bytes.
    pub state_bytes: u32,
    /// Whether all reachable states were visited.
    pub is_complete: bool,
    /// The first property that does not hold, by a shortest path.
    pub defect: Option<Defect>,
    /// The kernels that can wait for ever in a fair run; only for a complete exploration without a defect.
    pub starvations: Vec<Starvation>,
}

/// A property that does not hold, and the actions that lead there from the first state.
#[derive(Debug)]
pub struct Defect {
    /// What is wrong.
    pub finding: Finding,
    /// The actions, by their index.
    pub(crate) path: Vec<u8>,
}

/// A state that has not been expanded: a snapshot of the HWS, which is a twentieth of its size, and the record.
struct Waiting {
    hws: Vec<u8>,
    ledger: Ledger,
}

impl Waiting {
    fn pack(world: &World) -> Self {
        // Cannot fail: the vector grows as needed.
        let hws = postcard::to_allocvec(&world.hws.snapshot()).unwrap_or_default();
        Self { hws, ledger: world.ledger }
    }

    /// Fails if the model refuses its own snapshot: the state is then inconsistent.
    fn unpack(&self) -> Result<World, Finding> {
        let snapshot: Snapshot = postcard::from_bytes(&self.hws).map_err(refused)?;
        Ok(World { hws: Hws::restore(&snapshot).map_err(refused)?, ledger: self.ledger })
    }
}

fn refused(error: impl std::fmt::Display) -> Finding {
    Finding::Inconsistent { reason: error.to_string() }
}

/// Visits every state of the scenario, up to the limit of its configuration.
#[must_use]
pub fn explore(scenario: &Scenario) -> Exploration {
    let mut search = Search::new(scenario);
    let defect = search.run().err();
    let is_complete = defect.is_none() && search.frontier.is_empty();
    let starvations = if is_complete { starvations(scenario, &search.graph) } else { Vec::new() };
    Exploration {
        states: search.graph.states(),
        transitions: search.graph.transitions(),
        depth: search.depth,
        state_bytes: (search.store.bytes() / search.store.len().max(1) as usize) as u32,
        is_complete,
        defect,
        starvations,
    }
}

struct Search<'s> {
    scenario: &'s Scenario,
    store: Store,
    graph: Graph,
    frontier: VecDeque<Waiting>,
    depth: u32,
    first: View,
    key: Vec<u8>,
}

impl<'s> Search<'s> {
    fn new(scenario: &'s Scenario) -> Self {
        let first = View::new(&Scenario::hws());
        let (store, graph, frontier) = Default::default();
        Self { scenario, store, graph, frontier, depth: 0, first, key: Vec::new() }
    }

    fn run(&mut self) -> Result<(), Defect> {
        let mut memory = self.scenario.memory.clone();
        let mut around = Around { scenario: self.scenario, memory: &mut memory, observer: &mut () };
        let start = World::start(&mut around).map_err(|finding| Defect { finding, path: Vec::new() })?;
        self.visit(&start, 0, 0)?;
        let (mut state, mut end_of_level) = (0, 1);
        while let Some(waiting) = self.frontier.pop_front() {
            if state == end_of_level {
                (self.depth, end_of_level) = (self.depth + 1, self.graph.states());
            }
            self.expand(state, &waiting, &mut around)?;
            state += 1;
            if self.graph.states() > self.scenario.configuration.most_states {
                break;
            }
        }
        Ok(())
    }

    fn expand(&mut self, state: u32, waiting: &Waiting, around: &mut Around<'_, ()>) -> Result<(), Defect> {
        let world = waiting.unpack().map_err(|finding| self.defect(state, None, finding))?;
        for (&action, at) in self.scenario.actions.iter().zip(0_u8..) {
            match world.after(action, around) {
                None => {}
                Some(Ok(next)) => {
                    let target = self.visit(&next, state, at)?;
                    self.graph.add(Edge { action: at, target });
                }
                Some(Err(finding)) => return Err(self.defect(state, Some(at), finding)),
            }
        }
        self.graph.end();
        Ok(())
    }

    /// The number of the state; a new one is checked and will be expanded.
    fn visit(&mut self, world: &World, parent: u32, action: u8) -> Result<u32, Defect> {
        world.key(self.scenario, &mut self.key);
        let (state, is_new) = self.store.add(&self.key);
        if is_new {
            self.graph.discover(parent, action, world.ledger.waiting());
            let verdict = world.check(self.scenario, &self.first);
            verdict.map_err(|finding| self.defect(state, None, finding))?;
            self.frontier.push_back(Waiting::pack(world));
        }
        Ok(state)
    }

    fn defect(&self, state: u32, action: Option<u8>, finding: Finding) -> Defect {
        let path = self.graph.path(state).into_iter().chain(action).collect();
        Defect { finding, path }
    }
}
