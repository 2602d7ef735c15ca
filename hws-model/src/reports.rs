//! The reports of SIPs and their effects (scheduler.md §7.3).

use hws_types::{Die, MihMessage, SipReport};

use crate::launch_table::Launch;
use crate::output::Output;
use crate::tables::Tables;
use crate::time_base::is_estimating;
use crate::{ErrorBit, Event, EventSink};

/// A complete report: the SIP starts its pending launch, or becomes idle.
pub(crate) fn complete<S: EventSink>(tables: &mut Tables, report: SipReport, out: &mut Output<'_, S>) {
    if !is_running(tables, report) {
        return out.error(ErrorBit::SpuriousComplete, Default::default());
    }
    let SipReport { launch_id, sip, .. } = report;
    out.event(Event::Complete { sip, launch_id });
    tables.sips.complete(sip);
    if let Some(launch) = tables.launches.complete(launch_id, sip.mask()) {
        finish_block(tables, report, launch, out);
    }
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
    let block = tables.launches.get(report.launch_id).map(|launch| launch.of.block_id);
    tables.sips.running_launch(report.sip) == Some(report.launch_id) && block == Some(report.block_id)
}

/// All SIPs of the launch are done: its VCs are freed, and a message is sent if the MIH path was on at the
/// launch.
fn finish_block<S: EventSink>(
    tables: &mut Tables,
    report: SipReport,
    launch: Launch,
    out: &mut Output<'_, S>,
) {
    if let Some(first) = launch.mask.first() {
        tables.vc_pools.give_back(Die::from_sip(first), launch.vc_run);
    }
    if launch.out_mih {
        let kernel_finish = !is_kernel_left(tables, launch.kernel_seq);
        out.message(MihMessage::BlockFinish { of: launch.of, launch_id: report.launch_id, kernel_finish });
    }
}

fn is_kernel_left(tables: &Tables, seq: u32) -> bool {
    tables.rs.iter().any(|(_, kernel)| kernel.seq32() == seq) || tables.launches.has_kernel(seq)
}
