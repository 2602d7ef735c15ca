//! Graphs and kernels: described, passed to the resolver, triggered, closed.

use fw_api::types::TD_WORDS;
use fw_api::{DagReset, needs_messages};

use crate::amos::Amos;
use crate::failure::Failure;
use crate::say;

const TD_BYTES: u32 = 4 * TD_WORDS as u32;
/// A word that the HWS does not look at: how long the SIPs of the simulation really take.
const ACTUAL_WORD: usize = 15;

/// What firmware knows of a graph.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GraphProgress {
    state: GraphState,
    unfinished: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum GraphState {
    Expected,
    Open,
    Closed,
}

impl GraphProgress {
    pub(crate) const NEW: Self = Self { state: GraphState::Expected, unfinished: 0 };

    fn is_finished(self) -> bool {
        self.state == GraphState::Open && self.unfinished == 0
    }
}

impl Amos {
    /// The expected graph that arrives first, if a tag is free for it.
    fn first_expected(&self) -> Option<u32> {
        if self.dags.len() == fw_api::regs::params::N_DAG as usize {
            return None;
        }
        let is_expected = |&index: &u32| self.graphs[index as usize].state == GraphState::Expected;
        (0..self.work.graph_count()).filter(is_expected).min_by_key(|&index| self.work.graph(index).arrival())
    }

    /// When the next graph arrives; never, if none is expected.
    pub(crate) fn next_arrival(&self) -> u64 {
        self.first_expected().map_or(u64::MAX, |index| self.work.graph(index).arrival())
    }

    /// Opens the next graph that has arrived; returns whether there was one.
    pub(crate) fn open_next(&mut self, now: u64) -> Result<bool, Failure> {
        match self.first_expected() {
            Some(index) if self.work.graph(index).arrival() <= now => self.open_graph(index).map(|()| true),
            _ => Ok(false),
        }
    }

    /// The DAG first, then the descriptors, then the kernels: the HWS has the DAG before the first of its kernels.
    fn open_graph(&mut self, index: u32) -> Result<(), Failure> {
        let work = self.work;
        let graph = work.graph(index);
        let tag = self.hws.open_dag(&mut self.dags, index, graph.kind())?;
        for id in graph.kernels().filter(|&id| !work.kernel(id).is_load()) {
            self.prepare(id, tag)?;
        }
        for id in graph.kernels() {
            self.resolver.add(id, self.work.kernel(id), self.td_addr(id));
        }
        if !self.resolver.commit() {
            return Err(Failure::Workload("the resolver refused a graph"));
        }
        // Kernels of it may have been given up with those of another graph.
        let is_unfinished = |&id: &u32| !self.work.kernel(id).is_load() && !self.kernels[id as usize].is_done;
        let unfinished = graph.kernels().filter(is_unfinished).count() as u32;
        self.graphs[index as usize] = GraphProgress { state: GraphState::Open, unfinished };
        Ok(())
    }

    /// The address of a descriptor, as the HWS gets it.
    fn td_addr(&self, id: u32) -> u32 {
        self.work.descriptors() + id * TD_BYTES
    }

    fn prepare(&mut self, id: u32, tag: u16) -> Result<(), Failure> {
        let kernel = self.work.kernel(id);
        let progress = &mut self.kernels[id as usize];
        progress.trigger = kernel.triggered();
        if kernel.window() < kernel.blocks().into() && !kernel.coop() {
            let place = self.blocks.reserve(kernel.blocks());
            let none =
                Failure::Workload("kernels with a window have more blocks than this firmware can keep");
            progress.window_blocks = Some(place.ok_or(none)?);
        }
        let mut td = kernel.action(tag)?.compute()?;
        progress.sends_messages = self.work.report() || needs_messages(&td);
        td.out_path_mih &= progress.sends_messages;
        let mut words =
            td.encode().map_err(|_| Failure::Workload("a kernel does not fit into a descriptor"))?;
        words[ACTUAL_WORD] = kernel.actual();
        let start = self.td_addr(id) + self.work.descriptor_offset() - self.work.shared_base();
        for (word, value) in (0..).zip(words) {
            self.work.platform.shared.store(start + 4 * word, value);
        }
        Ok(())
    }

    /// Closes a graph whose kernels are done; returns whether there was one.
    pub(crate) fn close_finished(&mut self) -> Result<bool, Failure> {
        let finished = (0..self.work.graph_count()).find(|&index| self.graphs[index as usize].is_finished());
        let Some(index) = finished else { return Ok(false) };
        let reset = self.hws.close_dag(&mut self.dags, index)?;
        if reset == DagReset::StillResident {
            return Err(Failure::Workload("a graph whose kernels are done is still resident"));
        }
        self.graphs[index as usize].state = GraphState::Closed;
        self.unclosed -= 1;
        Ok(true)
    }

    /// The kernel makes no further progress.
    pub(crate) fn done_with(&mut self, id: u32) {
        let kernel = self.work.kernel(id);
        if kernel.is_load() || core::mem::replace(&mut self.kernels[id as usize].is_done, true) {
            return;
        }
        let graph = &mut self.graphs[kernel.graph() as usize];
        if graph.state == GraphState::Open {
            graph.unfinished -= 1;
        }
    }

    /// Gives up the kernel and everything that depends on it.
    pub(crate) fn give_up(&mut self, id: u32) {
        if self.kernels[id as usize].is_given_up {
            return;
        }
        say!("amos: gives up {} and what depends on it", self.work.name(self.work.kernel(id)));
        self.give_up_one(id);
        while let Some(next) = (0..self.work.kernel_count()).find(|&other| self.is_hopeless(other)) {
            self.give_up_one(next);
        }
    }

    fn give_up_one(&mut self, id: u32) {
        self.kernels[id as usize].is_given_up = true;
        self.given_up += 1;
        self.done_with(id);
    }

    /// It depends on one that is given up, and is not yet given up itself.
    fn is_hopeless(&self, id: u32) -> bool {
        let is_given_up = |id: u32| self.kernels[id as usize].is_given_up;
        !is_given_up(id) && self.work.kernel(id).dependencies().any(|on| is_given_up(on.kernel))
    }

    /// Notes the end of a block of a kernel with a window.
    pub(crate) fn note_block(&mut self, id: u32, block: u16) {
        let progress = &mut self.kernels[id as usize];
        let Some(place) = progress.window_blocks else { return };
        if block < self.work.kernel(id).blocks() && self.blocks.note(place, block) {
            progress.finished += 1;
        }
    }

    /// Lets further blocks start as blocks have finished.
    pub(crate) fn raise_trigger(&mut self, id: u32) -> Result<(), Failure> {
        let kernel = self.work.kernel(id);
        let progress = &mut self.kernels[id as usize];
        let most = u32::from(kernel.blocks()).min(u32::from(progress.finished) + kernel.window());
        if progress.window_blocks.is_none() || !progress.is_resident || most <= progress.trigger.into() {
            return Ok(());
        }
        progress.trigger = most as u16;
        Ok(self.hws.trigger_blocks(progress.entry, progress.ids, most as u16)?)
    }
}
