//! Whether a run can still make progress, and if not, what each kernel waits for.

use hws_regs::{HwsStatus, RegId, RegIndex, RsFlags, RsIds, RsProgress, RsRscOpen, params};
use hws_sim::{Hdr, KernelState, Observer, On};
use hws_types::{Cycle, Entry, SipMask, Source};

use super::board::{Board, BoardOf};
use super::firmware::Firmware;
use super::record::StuckKernel;
use crate::workload::{Kernel, Workload};

/// Number of consecutive attempts without effect, of which at least one was latched when nothing else changed
/// any more.
const WHOLE_ATTEMPT: u32 = 2;

/// Whether the HWS can do nothing by itself, and the HDR can push nothing, now or later. The caller has checked that
/// firmware is waiting.
pub(super) fn is_stuck<O: Observer>(board: &BoardOf<O>) -> bool {
    next_push(board).is_none() && is_idle(board)
}

/// The cycle before which nothing happens unless firmware acts; none if something may happen at any time.
pub(super) fn idle_until<O: Observer>(board: &BoardOf<O>) -> Option<Cycle> {
    let push = next_push(board).unwrap_or(Cycle(u64::MAX));
    (push > board.cycle() && is_idle(board)).then_some(push)
}

/// When the HDR pushes its next kernel; none without one, or without room for it.
fn next_push<O: Observer>(board: &BoardOf<O>) -> Option<Cycle> {
    let hdr = board.hdr()?;
    hdr.next_ready().filter(|_| port_room(board, hdr) > 0)
}

/// Whether no SIP is running, no command or message is queued, and one whole attempt failed without promotion or cancel
/// (or there is nothing to attempt).
fn is_idle<O: Observer>(board: &BoardOf<O>) -> bool {
    if board.next_due().is_some() || board.has_returned() {
        return false;
    }
    let hws = board.hws();
    let status = HwsStatus::from_bits(hws.peek(RegId::HwsStatus));
    let is_waiting = status.cmd_pending() > 0 || hws.is_interrupt_asserted() || status.loader_busy();
    let can_load = status.hdr_count() > 0 && !status.rs_full();
    let attempts_fail = board.observer().0.futile_attempts >= WHOLE_ATTEMPT || !is_attempting(board, status);
    !is_waiting && !can_load && attempts_fail
}

/// Free places in the port that the resolver pushes to.
fn port_room<O: Observer>(board: &BoardOf<O>, hdr: &Hdr) -> usize {
    match hdr.source() {
        Source::Hdr => board.hws().hdr_room(),
        Source::Firmware => params::FW_TASK_FIFO.saturating_sub(hdr.in_port()),
    }
}

/// Whether attempts continue: without a resident kernel and a ready SIP, none starts.
fn is_attempting<O: Observer>(board: &BoardOf<O>, status: HwsStatus) -> bool {
    status.attempt_busy() || !status.rs_empty() && board.hws().peek(RegId::SipReadyMask) != 0
}

/// Each kernel that has not finished, with its reason.
pub(super) fn explain(board: &Board<'_>, amos: &dyn Firmware, workload: &Workload) -> Vec<StuckKernel> {
    let unfinished =
        (0..).zip(workload.kernels()).filter(|(id, _)| state(board, amos, *id) != KernelState::Finished);
    unfinished
        .map(|(id, (_, kernel))| StuckKernel { kernel: id, reason: reason(board, amos, id, kernel) })
        .collect()
}

fn state(board: &Board<'_>, amos: &dyn Firmware, kernel_id: u32) -> KernelState {
    amos.progress_of(board, kernel_id).map_or(KernelState::Waiting, |(state, _)| state)
}

fn reason(board: &Board<'_>, amos: &dyn Firmware, id: u32, kernel: &Kernel) -> String {
    if let Some(reason) = amos.own_reason(id) {
        return reason;
    }
    let Some(hdr) = board.hdr().filter(|hdr| hdr.state(id).is_some()) else {
        return amos.absent_reason().to_owned();
    };
    match state(board, amos, id) {
        KernelState::Waiting => predecessors(hdr, amos, id),
        KernelState::Ready => held(board, hdr, amos, id),
        KernelState::Pushed => "it waits in the HDR FIFO for a free Ready Station entry".to_owned(),
        KernelState::Resident => resident(board, amos, id, kernel),
        KernelState::Launched => {
            "launched, but a SIP never reported: does HWS_WORK_MODE deliver to the MDMA?".to_owned()
        }
        KernelState::Rejected => rejected(board, id),
        KernelState::Lost => "a soft reset dropped it".to_owned(),
        KernelState::Finished => "it has finished".to_owned(),
    }
}

fn predecessors(hdr: &Hdr, amos: &dyn Firmware, id: u32) -> String {
    let names = hdr.waits_for(id).map(|dependency| {
        let name = amos.name_beside(dependency.kernel, id);
        let never =
            if hdr.state(dependency.kernel).is_none() { ", whose graph was never opened" } else { "" };
        match dependency.on {
            On::Launch => format!("the launch of {name}{never}"),
            On::Finish => format!("the end of {name}{never}"),
        }
    });
    format!("it waits for {}", names.collect::<Vec<_>>().join(", "))
}

/// Why a ready kernel is not pushed.
fn held(board: &Board<'_>, hdr: &Hdr, amos: &dyn Firmware, id: u32) -> String {
    match (amos.credit_reason(id), hdr.source()) {
        (Some(credit), _) => format!("not pushed: {credit}"),
        _ if port_room(board, hdr) > 0 => "not pushed: the reason is not recorded".to_owned(),
        (None, Source::Hdr) => "it waits for room in the HDR FIFO".to_owned(),
        (None, Source::Firmware) => "it waits for room in the firmware FIFO".to_owned(),
    }
}

fn rejected(board: &Board<'_>, id: u32) -> String {
    let errors = &board.observer().0.errors;
    let bit = errors.iter().find(|error| error.kernel == Some(id)).map(|error| error.bit);
    bit.map_or("the HWS rejected it".to_owned(), |bit| format!("the HWS rejected it: {bit:?}"))
}

/// Why a resident kernel is not chosen, from the RS page.
fn resident(board: &Board<'_>, amos: &dyn Firmware, id: u32, kernel: &Kernel) -> String {
    let hws = board.hws();
    let is_kernel = |entry: &Entry| {
        let index = RegIndex::wrapping(entry.get());
        RsFlags::from_bits(hws.peek(RegId::RsFlags(index))).valid()
            && hws.peek(RegId::RsKernelId(index)) == id
    };
    let Some(entry) = Entry::all().find(is_kernel) else { return "it has left the Ready Station".to_owned() };
    let index = RegIndex::wrapping(entry.get());
    let progress = RsProgress::from_bits(hws.peek(RegId::RsProgress(index)));
    let place =
        format!("entry {}, {} of {} blocks launched", entry.get(), progress.launched(), kernel.blocks);
    let flags = RsFlags::from_bits(hws.peek(RegId::RsFlags(index)));
    if !flags.sip_alloc() {
        return format!("{place}: it waits for L2 grants");
    }
    if !kernel.coop && progress.launched() >= progress.trigger() {
        let ids = RsIds::from_bits(hws.peek(RegId::RsIds(index)));
        let credit = amos.credit_reason(id).map(|credit| format!("; {credit}")).unwrap_or_default();
        return format!(
            "{place}: its trigger is {} (BLOCK_TRIGGER_CNT[{}], hdr_entry_id {}){credit}",
            progress.trigger(),
            entry.get(),
            ids.hdr_entry_id()
        );
    }
    let open = RsRscOpen::from_bits(hws.peek(RegId::RsRscOpen(index)));
    if (flags.l2_alloc() || flags.vc_alloc()) && (open.vg() == 0 || open.die() == 0) {
        return format!("{place}: it waits for grants of L2 or VCs");
    }
    format!("{place}: {}", placement(board, kernel))
}

fn placement(board: &Board<'_>, kernel: &Kernel) -> String {
    let hws = board.hws();
    let usage = SipMask(hws.peek(kernel.usage_register()));
    let allowed = kernel.affinity & usage & SipMask(hws.peek(RegId::SipPresentMask));
    let free = allowed & SipMask(hws.peek(RegId::SipReadyMask));
    let reserved = SipMask(hws.peek(RegId::ReservedSipMask));
    format!(
        "no aligned place for {} threads in ready SIPs {free} of allowed {allowed} (reserved {reserved}, usage mask {usage})",
        kernel.threads.get()
    )
}
