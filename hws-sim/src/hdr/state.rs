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

/// What a kernel reaches, each once.
#[derive(Clone, Copy, Debug)]
pub(super) enum Point {
    Ready,
    Pushed,
    FirstLaunch,
    Launched,
    Finished,
}

/// [`KernelTimes`] in half the memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stamps {
    /// Of a kernel that is not ready yet: the cycle before which it is not.
    at: [Cycle; 5],
    /// Bit n: the point n was reached.
    reached: u8,
}

impl Stamps {
    /// Nothing has happened, and the kernel is not ready before `earliest`.
    pub(super) fn not_before(earliest: Cycle) -> Self {
        let mut at = [Cycle(0); 5];
        at[Point::Ready as usize] = earliest;
        Self { at, reached: 0 }
    }

    /// The kernel is not ready before this cycle either.
    pub(super) fn delay(&mut self, until: Cycle) {
        let earliest = &mut self.at[Point::Ready as usize];
        *earliest = until.max(*earliest);
    }

    /// The kernel is ready as early as it may be; returns when.
    pub(super) fn make_ready(&mut self) -> Cycle {
        self.reached |= 1 << Point::Ready as u8;
        self.at[Point::Ready as usize]
    }

    pub(super) fn set(&mut self, point: Point, at: Cycle) {
        self.at[point as usize] = at;
        self.reached |= 1 << point as u8;
    }

    pub(super) fn get(&self, point: Point) -> Option<Cycle> {
        (self.reached >> point as u8 & 1 == 1).then_some(self.at[point as usize])
    }

    pub(super) fn times(&self) -> KernelTimes {
        KernelTimes {
            ready: self.get(Point::Ready),
            pushed: self.get(Point::Pushed),
            first_launch: self.get(Point::FirstLaunch),
            launched: self.get(Point::Launched),
            finished: self.get(Point::Finished),
        }
    }
}
