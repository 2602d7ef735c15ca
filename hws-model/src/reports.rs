//! The reports of SIPs and their effects (scheduler.md §7.3).

use hws_types::{Die, MihMessage, SipMask, SipReport};

use crate::output::Output;
use crate::tables::Tables;
use crate::time_base::is_estimating;
use crate::{ErrorBit, Event, EventSink, Hws};

/// A complete report: the SIP starts its pending launch, or becomes idle. The outputs are only gathered when a block ends or
/// the report is refused: most reports need none of them.
#[inline(always)]
pub(crate) fn complete(hws: &mut Hws, report: SipReport, sink: &mut impl EventSink) {
    if !is_running(&hws.tables, report) {
        return refuse(hws, sink);
    }
    let SipReport { launch_id, sip, .. } = report;
    sink.event(hws.cycle, Event::Complete { sip, launch_id });
    hws.tables.sips.complete(sip);
    if hws.tables.launches.complete(launch_id, sip.mask()) {
        finish(hws, report, sink);
    }
}

/// Complete reports of SIPs for the same block, in ascending order of the SIPs. As a rule each of them runs the block and has
/// nothing pending; then the block ends with the last of them, if at all.
pub(crate) fn complete_all(hws: &mut Hws, report: SipReport, sips: SipMask, sink: &mut impl EventSink) {
    let Hws { tables, cycle, .. } = hws;
    let SipReport { launch_id, block_id, .. } = report;
    let is_usual = !sips.is_empty() && tables.sips.run_only(sips, launch_id);
    if !is_usual || tables.launches.block_id(launch_id) != block_id {
        return sips.iter().for_each(|sip| complete(hws, SipReport { sip, ..report }, sink));
    }
    sips.iter().for_each(|sip| sink.event(*cycle, Event::Complete { sip, launch_id }));
    tables.sips.become_idle(sips);
    if tables.launches.complete(launch_id, sips) {
        finish(hws, report, sink);
    }
}

#[inline(never)]
fn finish(hws: &mut Hws, report: SipReport, sink: &mut impl EventSink) {
    let (machine, mut out) = hws.split(sink);
    finish_block(machine.tables, report, &mut out);
}

#[cold]
fn refuse(hws: &mut Hws, sink: &mut impl EventSink) {
    hws.split(sink).1.error(ErrorBit::SpuriousComplete, Default::default());
}

/// A pre-complete report: the SIP will be idle soon. It is ignored while the HWS uses its own estimate.
pub(crate) fn pre_complete<S: EventSink>(tables: &mut Tables, report: SipReport, out: &mut Output<'_, S>) {
    if is_estimating(&tables.regs) {
        return;
    }
    if !is_running(tables, report) || !tables.sips.takes_pre_complete(report.sip) {
        return out.error(ErrorBit::SpuriousPreComplete, Default::default());
    }
    tables.sips.set_pre_idle(report.sip.mask());
    out.event(Event::PreComplete { sip: report.sip, launch_id: report.launch_id });
}

/// Whether the SIP runs the reported launch, and the launch is of the reported block.
fn is_running(tables: &Tables, report: SipReport) -> bool {
    let SipReport { launch_id, block_id, sip } = report;
    // What a SIP runs is live.
    tables.sips.is_running(sip, launch_id) && tables.launches.block_id(launch_id) == block_id
}

/// All SIPs of the launch are done: its VCs are freed, and a message is sent if the MIH path was on at the
/// launch.
fn finish_block<S: EventSink>(tables: &mut Tables, report: SipReport, out: &mut Output<'_, S>) {
    let launch = tables.launches.free(report.launch_id);
    if let Some(first) = launch.mask.first() {
        tables.vc_pools.give_back(Die::from_sip(first), launch.vc_run);
    }
    if launch.paths.mih() {
        let kernel_finish = !is_kernel_left(tables, launch.kernel_seq);
        out.message(MihMessage::BlockFinish { of: launch.of(), launch_id: report.launch_id, kernel_finish });
    }
}

fn is_kernel_left(tables: &Tables, seq: u32) -> bool {
    tables.rs.iter().any(|(_, kernel)| kernel.seq32() == seq) || tables.launches.has_kernel(seq)
}
