//! `hws check` while a simulator runs: a design is followed edge by edge, without a dump.
//!
//! [`LiveCheck`] is the engine of [`check`](mod@crate::check) for a caller that has the signals of a design at hand: a test bench, a
//! cocotb test, a SystemVerilog monitor over DPI. Maps, rules, verdict and reports are the same; the report equals that
//! of `hws check` on a dump of the same run, but for the name of the file.
//!
//! 1. [`NameMap::wanted`] lists the signals to look for, for callers that look up names. A caller that can list its design
//!    does not need it.
//! 2. [`LiveCheck::new`] takes the signals of the design as paths with widths and finds those that it needs, in the scope
//!    that has most of them.
//! 3. [`LiveCheck::slots`] says which of them it reads, and which of those before the edge.
//! 4. At each edge of the clock: [`LiveCheck::set`] the values that have changed, inputs as they were just before the edge and all
//!    others as they are after it, then [`LiveCheck::edge`]. A signal that was never set is unknown.
//! 5. [`LiveCheck::report`] at any time, [`LiveCheck::finish`] at the end.
//!
//! A caller that sees changes instead of edges, as a dump has them, calls [`LiveCheck::time`] and [`LiveCheck::set`] instead: time
//! stamps in ascending order, each followed by the changes at it, the clock among them.
//!
//! An instance owns everything that it needs and can be sent to another thread. No input makes it panic: a slot that does
//! not exist is ignored, bits above the width of a signal are cut off.
//!
//! ```
//! use hws_dv::live::{LiveCheck, LiveOptions, LiveSignal};
//! use hws_dv::map::NameMap;
//! use hws_dv::wave::{Bits, WaveFlow};
//!
//! # fn main() -> Result<(), hws_dv::map::MapError> {
//! let map = NameMap::default();
//! // A design without registers and monitor lanes: 32 bits will do for every port.
//! let design: Vec<LiveSignal> = map
//!     .wanted()?
//!     .into_iter()
//!     .filter(|wanted| wanted.target.name().chars().all(|letter| letter.is_lowercase() || letter == '_'))
//!     .map(|wanted| LiveSignal { path: format!("tb.dut.{}", wanted.names[0]), width: 32 })
//!     .collect();
//! let mut live = LiveCheck::new(&map, &design, LiveOptions::named("my test"))?;
//! for slot in 0..live.slots().len() {
//!     live.set(slot, Bits::known(0));
//! }
//! let name = |live: &LiveCheck, name: &str| {
//!     live.slots().iter().position(|slot| design[slot.signal].path == format!("tb.dut.{name}"))
//! };
//! let (rst_n, tick_req, cycle) = (name(&live, "rst_n"), name(&live, "tick_req"), name(&live, "cycle"));
//! live.edge(0);
//! live.set(rst_n.unwrap(), Bits::known(1));
//! live.set(tick_req.unwrap(), Bits::known(1));
//! live.set(cycle.unwrap(), Bits::known(1));
//! assert_eq!(live.edge(10), WaveFlow::Continue);
//! // The cycle counts by two: the model does not.
//! live.set(cycle.unwrap(), Bits::known(3));
//! assert_eq!(live.edge(20), WaveFlow::Stop);
//! let report = live.finish();
//! assert_eq!(report.verdict.word(), "differ");
//! assert_eq!(report.divergence.unwrap().first_signal(), "cycle");
//! # Ok(())
//! # }
//! ```

mod signals;

use std::sync::Arc;

use hws_model::Hws;

use crate::check::{CheckOptions, DumpReport};
use crate::lockstep::{Divergence, Lockstep, Tally};
use crate::map::{Binding, Feed, MapError, NameMap, misfit};
use crate::sample::Sampler;
use crate::start::{self, StartPlace};
use crate::wave::{Bits, WaveEnd, WaveFlow, WaveSink};

pub use signals::{LiveSignal, LiveSlot};

/// What is asked of a live check.
#[derive(Clone, Debug, Default)]
pub struct LiveOptions {
    /// What the report calls the run, where that of a dump has the name of the file.
    pub name: String,
    /// As for a dump. A start at a quiet state is not possible, because it reads a dump twice.
    pub check: CheckOptions,
}

impl LiveOptions {
    /// Returns the default options for a run of this name.
    #[must_use]
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }
}

/// The model beside a design that a simulator runs.
pub struct LiveCheck {
    binding: Arc<Binding>,
    slots: Vec<LiveSlot>,
    sampler: Sampler<Vec<Vec<Feed>>, Lockstep<()>>,
    options: LiveOptions,
    start: Option<StartPlace>,
}

impl LiveCheck {
    /// Finds the signals that the model needs and those that are compared with it. Paths are those of the design, with
    /// dots between scopes; the elements of an array are signals of their own (`RS_FLAGS[3]`).
    ///
    /// # Errors
    /// [`MapError`] as for a dump: the map names a signal that the design does not have, no scope has the signals of an
    /// HWS, or one that the model needs is missing. Also if the check should start at a quiet state.
    pub fn new(map: &NameMap, design: &[LiveSignal], options: LiveOptions) -> Result<Self, MapError> {
        let start = start::fixed(&options.check.start).map_err(misfit)?;
        let binding = Arc::new(Binding::new(map, &signals::hierarchy(design)?)?.of_signals()?);
        let (slots, feeds) = signals::slots(&binding, design, map);
        let lockstep = Lockstep::new(map, Arc::clone(&binding), false, ());
        let lockstep = lockstep.starting(start.as_ref().map(|start| start.hws.clone()));
        let lockstep = lockstep.taking_unknown(options.check.unknown);
        let lockstep = if options.check.records_inputs { lockstep.recording() } else { lockstep };
        let sampler = Sampler::new(feeds, binding.targets.len(), map.edge, map.inputs, lockstep);
        Ok(Self { binding, slots, sampler, options, start })
    }

    /// Returns the signals that are read; the place of each is the `slot` of [`Self::set`].
    #[must_use]
    pub fn slots(&self) -> &[LiveSlot] {
        &self.slots
    }

    /// A signal has this value. Only values that have changed need to be set; the last one counts.
    pub fn set(&mut self, slot: usize, value: Bits) {
        if let Some(known) = self.slots.get(slot) {
            self.sampler.change(slot, value.lowest(known.width));
        }
    }

    /// An edge of the clock at `time`: what was set before is compared. Returns whether there is anything left to compare.
    pub fn edge(&mut self, time: u64) -> WaveFlow {
        self.sampler.sampled(time, true)
    }

    /// As [`Self::edge`], but the registers that were set are not those after this edge, except HWS_STATUS, SIP_PRE_IDLE_MASK and
    /// SIP_READY_MASK. These, ports and monitor lanes are compared; the others at the next edge after which they are known, or by
    /// [`Self::look`].
    ///
    /// A register that differs in between and no longer then is not found, unless one of these shows it. A difference that is found may
    /// not be the first one: [`Self::report`] says so.
    pub fn edge_of_ports(&mut self, time: u64) -> WaveFlow {
        self.sampler.sampled(time, false)
    }

    /// The edges after the last one, up to the one at `time`, were `ticks` quiet ticks: each took one edge, without an access or a
    /// push, with every port and lane silent, CYCLE counting, and the interrupt line and the three registers as they were. They were set as
    /// they are after the last of them. The model makes the ticks at once. Registers are compared as after [`Self::edge_of_ports`].
    pub fn quiet(&mut self, time: u64, ticks: u64) -> WaveFlow {
        self.sampler.sampled_by(time, false, |lockstep, edge| lockstep.quiet(edge, ticks))
    }

    /// The registers after the last edge, which was at `time`, have been set: they are compared, if they were not yet. During a tick and
    /// in reset it does nothing.
    pub fn look(&mut self, time: u64) -> WaveFlow {
        self.sampler.sampled_by(time, true, Lockstep::look)
    }

    /// A new time stamp, for callers that have changes: what was set since the last one is settled, and is an edge if the
    /// clock has one. Returns whether there is anything left to compare.
    pub fn time(&mut self, time: u64) -> WaveFlow {
        self.sampler.time(time)
    }

    /// Returns the first difference, if there is one.
    #[must_use]
    pub fn divergence(&self) -> Option<&Divergence> {
        self.sampler.sink().divergence()
    }

    /// Returns what was compared so far.
    #[must_use]
    pub fn tally(&self) -> &Tally {
        self.sampler.sink().tally()
    }

    /// Returns the model as it is after the last edge.
    #[must_use]
    pub fn model(&self) -> &Hws {
        self.sampler.sink().hws()
    }

    /// Returns the report on everything up to the last edge.
    #[must_use]
    pub fn report(&self) -> DumpReport {
        let mut report = DumpReport::unread(self.options.name.clone());
        report.start.clone_from(&self.start);
        let (outcome, stamps) = (self.sampler.sink().outcome(), self.sampler.stamps());
        report.conclude(Ok(WaveEnd::default()), outcome, &self.binding, stamps, &self.options.check);
        let unseen = report.divergence.as_ref().and_then(|_| self.sampler.sink().unseen());
        report.warnings.extend(unseen.map(|cycle| {
            format!(
                "registers were not compared from tick {cycle} on: the first difference may be as early; compare them after \
                 every edge to find it"
            )
        }));
        report
    }

    /// The run has ended: the last time stamp is settled, too. Returns the report.
    #[must_use]
    pub fn finish(mut self) -> DumpReport {
        // For callers of `edge` the clock does not change.
        self.sampler.end();
        self.report()
    }
}
