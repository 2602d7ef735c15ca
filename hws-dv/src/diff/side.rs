//! One side: a thread that reads a dump and sends sampled edges.
//!
//! The thread opens the dump, because readers cannot move between threads, sends the hierarchy, waits for the plan,
//! and then reads. A bounded queue keeps both sides in step.

use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread::{self, JoinHandle};

use super::batch::{Batch, Edge};
use super::options::SideOptions;
use super::plan::SidePlan;
use super::sampler::{Sampler, Seen};
use hws_input::{Diagnostic, Place};

use crate::input::{self, OpenOptions};
use crate::wave::{Hierarchy, WaveEnd, WaveError, WaveFlow};

/// Batches that wait for the other side.
const WAITING: usize = 8;

/// How a side ended.
pub(super) struct Ended {
    pub(super) read: Result<WaveEnd, WaveError>,
    pub(super) seen: Seen,
    pub(super) may_end_anywhere: bool,
}

/// A dump that is open.
pub(super) struct Opened {
    pub(super) hierarchy: Hierarchy,
    plan: Sender<SidePlan>,
    batches: Receiver<Batch>,
    thread: JoinHandle<Option<Ended>>,
}

/// Starts to open a dump.
pub(super) struct Opening {
    name: String,
    hierarchy: Receiver<Result<Hierarchy, WaveError>>,
    plan: Sender<SidePlan>,
    batches: Receiver<Batch>,
    thread: JoinHandle<Option<Ended>>,
}

impl Opening {
    pub(super) fn new(path: &Path, side: &SideOptions) -> Self {
        let (name, path, side) = (input::name(path), path.to_owned(), side.clone());
        let (to_hierarchy, hierarchy) = channel();
        let (plan, from_plan) = channel();
        let (to_batches, batches) = sync_channel(WAITING);
        let thread = thread::spawn(move || run((&path, &side), &to_hierarchy, &from_plan, &to_batches));
        Self { name, hierarchy, plan, batches, thread }
    }

    /// The error begins with the name of the file.
    pub(super) fn wait(self) -> Result<Opened, Box<Diagnostic>> {
        let Self { name, hierarchy, plan, batches, thread } = self;
        match hierarchy.recv() {
            Ok(Ok(hierarchy)) => Ok(Opened { hierarchy, plan, batches, thread }),
            Ok(Err(error)) => Err(Box::new(error.in_file(&name))),
            Err(_) => {
                let message = "reading failed without a reason";
                Err(Box::new(Diagnostic::new("unreadable-dump", Place::UNKNOWN, message).in_file(name)))
            }
        }
    }
}

fn run(
    (path, side): (&Path, &SideOptions),
    hierarchy: &Sender<Result<Hierarchy, WaveError>>,
    plan: &Receiver<SidePlan>,
    batches: &SyncSender<Batch>,
) -> Option<Ended> {
    let mut dump = match input::open(path, OpenOptions { tables: Some(&side.tables), ..side.opening() }) {
        Ok(dump) => dump,
        Err(error) => {
            // Without a receiver the other side has failed first.
            let _ = hierarchy.send(Err(error));
            return None;
        }
    };
    let _ = hierarchy.send(Ok(dump.take_hierarchy()));
    let plan = plan.recv().ok()?;
    let may_end_anywhere = dump.may_end_anywhere();
    let mut send = |batch| if batches.send(batch).is_ok() { WaveFlow::Continue } else { WaveFlow::Stop };
    let mut sampler = Sampler::new(&plan, &mut send);
    let read = dump.read(&plan.select, &mut sampler);
    Some(Ended { read, seen: sampler.finish(), may_end_anywhere })
}

impl Opened {
    pub(super) fn start(self, plan: SidePlan) -> Reading {
        // A thread that has ended is noticed when it is read.
        let _ = self.plan.send(plan);
        Reading { batches: self.batches, thread: self.thread, batch: Batch::default(), edge: 0, from: 0 }
    }
}

/// The edges of a side, one after the other.
pub(super) struct Reading {
    batches: Receiver<Batch>,
    thread: JoinHandle<Option<Ended>>,
    batch: Batch,
    /// The next edge of the batch, and where its changes begin.
    edge: usize,
    from: usize,
}

impl Reading {
    /// The next edge, without taking it.
    pub(super) fn peek(&mut self) -> Option<Edge> {
        while self.edge >= self.batch.edges.len() {
            self.batch = self.batches.recv().ok()?;
            (self.edge, self.from) = (0, 0);
        }
        Some(self.batch.edges[self.edge])
    }

    /// Takes the edge that [`Self::peek`] has shown: its changes.
    pub(super) fn take(&mut self) -> &[super::batch::Change] {
        let Some(edge) = self.batch.edges.get(self.edge) else { return &[] };
        let changes = &self.batch.changes[self.from..edge.end as usize];
        self.from = edge.end as usize;
        self.edge += 1;
        changes
    }

    /// Ends the thread and returns how it ended.
    pub(super) fn end(self) -> Option<Ended> {
        let Self { batches, thread, .. } = self;
        drop(batches);
        thread.join().ok().flatten()
    }
}
