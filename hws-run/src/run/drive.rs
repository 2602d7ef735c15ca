//! The loop of a run: firmware works, then time passes, until the run is over.

use fw_api::HwsDriver;
use hws_regs::{RegId, params};
use hws_sim::{FirmwareAct, KernelState, KernelTimes, Observer};
use hws_types::Cycle;

use super::amos::Amos;
use super::board::{self, Board, BoardOf, is_bus_dead};
use super::control::{Control, Progress};
use super::error::RunError;
use super::faults::FaultRecord;
use super::firmware::Firmware;
use super::firmware_bus::FirmwareBus;
use super::policy::Policy;
use super::record::{DagRecord, KernelRecord, RunRecord};
use super::stuck;
use crate::workload::Workload;

/// How far to advance while no SIP is running but the HWS may act: far enough for two attempts and a descriptor, so that
/// a run that makes no progress is recognised.
const QUIET_LOOK: u64 = 2 * (params::ATTEMPT_CYCLES + params::TD_READ_CYCLES) as u64;

/// Runs a workload to its end, or until it is stopped.
pub(super) fn run(
    workload: &Workload,
    policy: &mut dyn Policy,
    observer: &mut dyn Observer,
    control: &Control<'_>,
) -> Result<RunRecord, RunError> {
    let mut board = board::disturbed_machine(workload, observer)?;
    let mut amos = Amos::new(workload, policy);
    let driven = amos.bring_up(&mut board).and_then(|()| drive(&mut amos, &mut board, control));
    let end = match driven {
        // A result: the report says what the faults have done.
        Err(_) if is_bus_dead(&board) => End::Stuck,
        end => end?,
    };
    if end == End::Finished {
        // Room for the record: no kernel is left that either of them is about.
        amos.forget_kernels();
        board.forget_memory();
    }
    finish(&amos, &mut board, workload, end)
}

/// A machine that firmware has brought up, without faults.
pub(super) fn bring_up<'w, 'p, 'o>(
    workload: &'w Workload,
    policy: &'p mut dyn Policy,
    observer: &'o mut dyn Observer,
) -> Result<(Amos<'w, 'p>, Board<'o>), RunError> {
    let mut board = board::machine(workload, workload.firmware.in_path, observer)?;
    let mut amos = Amos::new(workload, policy);
    amos.bring_up(&mut board)?;
    Ok((amos, board))
}

/// Why a run is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// Every graph is done.
    Finished,
    /// Nothing makes progress any more, or firmware has given up a graph.
    Stuck,
    /// It was stopped from outside.
    Stopped,
}

fn drive(amos: &mut Amos<'_, '_>, board: &mut Board<'_>, control: &Control<'_>) -> Result<End, RunError> {
    loop {
        amos.work(board)?;
        if amos.is_done() {
            return Ok(if amos.has_given_up() { End::Stuck } else { End::Finished });
        }
        if control.is_stopped() {
            return Ok(End::Stopped);
        }
        control.tell(Progress { cycle: board.cycle(), blocks: board.observer().0.blocks_launched });
        let waits = [amos.next_arrival(), amos.next_release(board), amos.next_watch(board)];
        if waits == [None, None, None] && !amos.is_polling() && stuck::is_stuck(board) {
            return Ok(End::Stuck);
        }
        // With nothing due, the run loop counts attempts to see whether it is stuck.
        board.observer_mut().0.is_patient = amos.is_at_rest() && board.next_due().is_some();
        let soon = amos.is_polling().then(|| board.cycle().after(QUIET_LOOK));
        let since = board.cycle();
        board.step(waits.into_iter().chain([soon]).flatten().fold(next_look(board), Cycle::min));
        board.note_firmware(FirmwareAct::Waited { since });
    }
}

/// A running SIP will report; without one, only the HWS itself can act next, or the HDR when a transfer ends.
pub(super) fn next_look<O: Observer>(board: &BoardOf<O>) -> Cycle {
    match board.next_due() {
        Some(due) => due.after(1),
        None => stuck::idle_until(board).unwrap_or_else(|| board.cycle().after(QUIET_LOOK)),
    }
}

/// Firmware reads the counters, and the run is over.
pub(super) fn finish(
    amos: &dyn Firmware,
    board: &mut Board<'_>,
    workload: &Workload,
    end: End,
) -> Result<RunRecord, RunError> {
    let mut hws = HwsDriver::new(FirmwareBus::new(board, workload.hardware.bus_cycles));
    let counters = match hws.counters() {
        Err(_) if is_bus_dead(board) => None,
        counters => Some(counters.map_err(RunError::while_doing("read the counters"))?),
    };
    name_errors(board);
    let stuck = if end == End::Stuck { stuck::explain(board, amos, workload) } else { Vec::new() };
    board.end();
    let dags = dag_records(amos, board);
    let watch = &board.observer().0;
    let stuck_since = (end == End::Stuck).then_some(watch.last_progress);
    Ok(RunRecord {
        end: board.cycle(),
        makespan: watch.last_finish.0,
        kernels: (0..workload.kernel_count() as u32).map(|id| kernel_record(board, amos, id)).collect(),
        dags,
        counters,
        busy_sip_cycles: watch.busy_sip_cycles,
        traffic: watch.traffic,
        firmware_latency: watch.firmware_latency,
        errors: watch.errors.clone(),
        bus_errors: watch.bus_errors,
        drained: end == End::Finished && is_all_idle(board),
        stopped: end == End::Stopped,
        stuck,
        stuck_since,
        holds: amos.holds(board.cycle(), &watch.hdr_full),
        image: None,
        faults: fault_record(board),
    })
}

fn fault_record(board: &Board<'_>) -> Option<FaultRecord> {
    let disturbance = board.observer().0.disturbance.as_ref()?;
    let struck = |kind| disturbance.struck(kind) + board.faults().map_or(0, |faults| faults.struck(kind));
    Some(disturbance.account.record(struck, disturbance.end()))
}

fn dag_records(amos: &dyn Firmware, board: &Board<'_>) -> Vec<DagRecord> {
    let watch = &board.observer().0;
    let graphs = amos.graph_times(board).into_iter().enumerate();
    graphs
        .map(|(graph, (tag, opened, finish))| DagRecord {
            tag,
            opened,
            finish,
            traffic: watch.traffic_of(graph),
        })
        .collect()
}

/// Whether every SIP is idle and nothing is reserved.
fn is_all_idle(board: &Board<'_>) -> bool {
    let hws = board.hws();
    !hws.peek(RegId::SipIdleMask) == 0 && hws.peek(RegId::ReservedSipMask) == 0
}

fn kernel_record(board: &Board<'_>, amos: &dyn Firmware, kernel_id: u32) -> KernelRecord {
    let seen = board.observer().0.kernel(kernel_id);
    let progress = amos.progress_of(board, kernel_id);
    let (state, times) = progress.unwrap_or((KernelState::Waiting, KernelTimes::default()));
    KernelRecord {
        state,
        ready: times.ready,
        pushed: times.pushed,
        admitted: seen.admitted(),
        first_launch: times.first_launch,
        finish: times.finished,
        sips: seen.sips,
        promotions: seen.promotions,
        backfilled: seen.backfilled,
    }
}

/// Names the kernels of the errors. Ids are reused, but errors with ids concern rejected kernels, which keep
/// the ids they had last.
fn name_errors(board: &mut Board<'_>) {
    let mut errors = std::mem::take(&mut board.observer_mut().0.errors);
    for error in &mut errors {
        error.kernel = board.hdr().and_then(|hdr| hdr.kernel_of(error.ids));
    }
    board.observer_mut().0.errors = errors;
}
