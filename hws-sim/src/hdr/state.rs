//! The progress of a kernel: its state and the cycle in which it reached each one.

use hws_types::Cycle;

/// The progress of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum KernelState {
    /// It waits for a predecessor.
    #[default]
    Waiting,
    /// It waits for its arrival or for room in the HDR port.
    Ready,
    /// It is in the HDR port or in the loader.
    Pushed,
    /// It is in the Ready Station.
    Resident,
    /// All its blocks are launched; some are still running.
    Launched,
    /// All its blocks have finished.
    Finished,
    /// The HWS did not admit it.
    Rejected,
    /// A soft reset dropped it.
    Lost,
}

impl KernelState {
    /// Returns whether the kernel makes no further progress.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, Self::Finished | Self::Rejected | Self::Lost)
    }

    /// Returns whether the kernel is in the HWS or running on SIPs.
    #[must_use]
    pub const fn is_outstanding(self) -> bool {
        matches!(self, Self::Pushed | Self::Resident | Self::Launched)
    }
}

/// The cycles in which a kernel made progress, as the events carried them; none for what has not happened.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct KernelTimes {
    /// The first cycle in which it could be pushed.
    pub ready: Option<Cycle>,
    /// It was pushed.
    pub pushed: Option<Cycle>,
    /// Its first block was launched.
    pub first_launch: Option<Cycle>,
    /// Its last block was launched.
    pub launched: Option<Cycle>,
    /// Its last block finished.
    pub finished: Option<Cycle>,
}

/// What a kernel that is ready reaches, each once.
#[derive(Clone, Copy, Debug)]
pub(super) enum Point {
    Pushed,
    FirstLaunch,
    Launched,
    Finished,
}

/// [`KernelTimes`] in half the memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stamps {
    /// The cycle from which on the kernel may be ready, and in which it is once it is ready.
    ready: Cycle,
    /// When each [`Point`] was reached, or [`NEVER`].
    later: [Cycle; 4],
}

/// No run gets to the last cycle.
const NEVER: Cycle = Cycle(u64::MAX);

impl Stamps {
    /// Nothing has happened, and the kernel is not ready before `earliest`.
    pub(super) fn not_before(earliest: Cycle) -> Self {
        Self { ready: earliest, later: [NEVER; 4] }
    }

    /// The kernel is not ready before this cycle either.
    pub(super) fn delay(&mut self, until: Cycle) {
        self.ready = until.max(self.ready);
    }

    /// The cycle in which a kernel is ready that waits for nothing more.
    pub(super) const fn ready(&self) -> Cycle {
        self.ready
    }

    pub(super) fn set(&mut self, point: Point, at: Cycle) {
        self.later[point as usize] = at;
    }

    pub(super) fn get(&self, point: Point) -> Option<Cycle> {
        Some(self.later[point as usize]).filter(|&at| at != NEVER)
    }

    /// The times of a kernel that is ready or not.
    pub(super) fn times(&self, is_ready: bool) -> KernelTimes {
        KernelTimes {
            ready: is_ready.then_some(self.ready),
            pushed: self.get(Point::Pushed),
            first_launch: self.get(Point::FirstLaunch),
            launched: self.get(Point::Launched),
            finished: self.get(Point::Finished),
        }
    }
}
