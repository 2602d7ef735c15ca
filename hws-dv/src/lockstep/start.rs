//! A comparison that begins in the middle of a run.

use hws_model::Hws;
use hws_regs::RegId;

use super::{Lockstep, LockstepObserver, Lost, place};
use crate::map::{Port, SignalTarget};
use crate::sample::{AfterEdge, SampledEdge};

impl<O: LockstepObserver> Lockstep<O> {
    /// An edge before the start: the comparison begins after the first edge at which the cycle is that of the state. If the
    /// dump begins there, it may be that only the first edge leaves the state.
    pub(super) fn wait(&mut self, edge: &SampledEdge<'_>) -> AfterEdge {
        let Some(hws) = self.start.take() else { return AfterEdge::Clear };
        let value = |port: Port| edge.values[place(port)].get();
        let (wanted, cycle) = (hws.cycle().0, value(Port::Cycle).unwrap_or_default());
        let is_busy = self.binding.port(Port::TickBusy).is_some() && value(Port::TickBusy) != Some(0);
        let (is_first, is_there) = (self.tally.edges == 1, cycle == wanted && !is_busy);
        if cycle > wanted + u64::from(is_first) {
            self.lost = Some(Lost::Passed { wanted, dump: cycle });
            return AfterEdge::Stop;
        }
        let may_leave_it = is_first && cycle >= wanted;
        if !is_there && !may_leave_it {
            self.start = Some(hws);
            return AfterEdge::Clear;
        }
        self.registers.counter_restarts(wanted.wrapping_sub(since_reset(&hws, edge)));
        self.hws = (*hws).into();
        self.reset.end_power_up();
        let differences = if is_there { self.state_differences(edge) } else { Vec::new() };
        if is_there && differences.is_empty() {
            return AfterEdge::Clear;
        }
        if is_first {
            return self.run(edge);
        }
        let differences = differences.iter().map(ToString::to_string).collect();
        self.lost = Some(Lost::OtherState { cycle: wanted, differences });
        AfterEdge::Stop
    }
}

/// CNT_CYCLE. The model shows its low half; the high one is that of the dump, if it has one.
fn since_reset(hws: &Hws, edge: &SampledEdge<'_>) -> u64 {
    let low = u64::from(hws.peek(RegId::CntCycleLo));
    let counter = edge.values[SignalTarget::CNT_CYCLE].get();
    // At a first edge that makes a tick, the counter is one ahead.
    let fits = |counter: &u64| (counter & u64::from(u32::MAX)).wrapping_sub(low) <= 1;
    counter.filter(fits).map_or(low, |counter| counter >> 32 << 32 | low)
}
