//! A run: firmware and HWS take a workload from power-on until everything is drained.
//!
//! [`run`] builds a machine, attaches SIPs and HDR, lets the reference firmware bring the HWS up and
//! work until every graph is reset or nothing can move any more. Everything that crosses the doors of
//! the machine is an operation of a stimulus, so an observer that writes operations down has a
//! stimulus that replays the run.

mod amos;
mod bus;
mod control;
mod descriptors;
mod error;
mod hand_over;
mod policy;
mod record;
mod stuck;
mod watch;

use hws_model::{Config, Hws};
use hws_regs::{InPath, RegId, params};
use hws_types::Cycle;

pub use bus::SimBus;
pub use control::{Control, Progress};
pub(crate) use descriptors::BASE as DESCRIPTOR_BASE;
pub use error::RunError;
pub(crate) use hand_over::{HandOver, hand_over};
pub use policy::{Answer, Flow, GrantPlace, Policy, PolicyHws, PolicyOutcome, Reference, Task};
pub use record::{DagRecord, ErrorRecord, KernelRecord, RunRecord, StuckKernel, Traffic};

use crate::workload::Workload;
use amos::{Amos, Board};
use hws_sim::Machine;
use hws_sim::Observer;
use hws_sim::stimulus::Op;
use hws_sim::{Hdr, KernelState, KernelTimes};
use watch::Watch;

/// How long to look ahead while no SIP runs: long enough for two attempts and a descriptor, so that
/// a run that stands still is recognised and idle time is not ticked.
const QUIET_LOOK: u64 = 2 * (params::ATTEMPT_CYCLES + params::TD_READ_CYCLES) as u64;

/// Runs a workload to its end with the reference firmware. `observer` hears everything: to record the run, pass a
/// [`stimulus::Writer`](hws_sim::stimulus::Writer) and a [`TraceWriter`](hws_sim::TraceWriter).
///
/// A run that gets stuck is a result: [`RunRecord::drained`] is false and `stuck` names the kernels.
///
/// # Errors
/// [`RunError`] when the firmware could not go on.
pub fn run<O: Observer>(workload: &Workload, observer: O) -> Result<(RunRecord, O), RunError> {
    run_with(workload, &mut Reference, observer)
}

/// The same with a firmware that decides otherwise.
///
/// ```
/// use hws_run::run::{Policy, Task, run, run_with};
/// use hws_run::workload::built_in;
///
/// /// Who asks first is served first.
/// struct Plain;
///
/// impl Policy for Plain {
///     fn describe(&mut self, _: &Task<'_>, action: &mut fw_api::KernelAction) {
///         action.offline_priority = 1;
///     }
/// }
///
/// let (reference, ()) = run(&built_in(), ())?;
/// let (plain, ()) = run_with(&built_in(), &mut Plain, ())?;
/// assert!(plain.drained && plain.makespan != reference.makespan);
/// # Ok::<(), hws_run::run::RunError>(())
/// ```
///
/// # Errors
/// [`RunError`] when the firmware could not go on.
pub fn run_with<O: Observer>(
    workload: &Workload,
    policy: &mut dyn Policy,
    observer: O,
) -> Result<(RunRecord, O), RunError> {
    run_under(workload, policy, observer, &Control::default())
}

/// The same under the control of someone who may want to see how far it is, or to stop it. A run that is
/// stopped is a result too: [`RunRecord::stopped`] is true, and the record is of what happened until then.
///
/// # Errors
/// [`RunError`] when the firmware could not go on.
pub fn run_under<O: Observer>(
    workload: &Workload,
    policy: &mut dyn Policy,
    observer: O,
    control: &Control<'_>,
) -> Result<(RunRecord, O), RunError> {
    let (mut amos, mut board) = bring_up(workload, policy, observer)?;
    let end = drive(&mut amos, &mut board, control)?;
    let record = finish(&amos, &mut board, workload, end)?;
    Ok((record, board.into_observer().1))
}

/// A machine that firmware has brought up.
fn bring_up<'w, 'p, O: Observer>(
    workload: &'w Workload,
    policy: &'p mut dyn Policy,
    observer: O,
) -> Result<(Amos<'w, 'p>, Board<O>), RunError> {
    let mut board = Machine::new(Hws::new(Config::default()), (Watch::default(), observer));
    let mut hdr = match workload.firmware.in_path {
        InPath::Hdr => Hdr::default(),
        InPath::Firmware => Hdr::for_firmware(),
    };
    hdr.announce(0..workload.kernels().count() as u32);
    board.attach_hdr(hdr);
    board.apply(&Op::SipArray { pre_lead: workload.hardware.pre_complete_lead })?;
    let mut amos = Amos::new(workload, policy);
    amos.bring_up(&mut board)?;
    Ok((amos, board))
}

/// The registers that firmware leaves different from reset when it has brought the HWS up for a workload:
/// its own settings and those of the workload.
///
/// # Errors
/// [`RunError`] when the firmware could not go on.
pub fn settings(workload: &Workload) -> Result<Vec<(RegId, u32)>, RunError> {
    let mut policy = Reference;
    let (_, board) = bring_up(workload, &mut policy, ())?;
    let stored = RegId::all().filter(|register| register.info().is_stored());
    let values = stored.map(|register| (register, board.hws().peek(register)));
    Ok(values.filter(|&(register, value)| value != register.reset()).collect())
}

/// Why a run is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// Every graph is done.
    Finished,
    /// Nothing moves any more, or firmware has given a graph up.
    Stuck,
    /// Someone wanted it so.
    Stopped,
}

/// Firmware works, then time passes.
fn drive<O: Observer>(
    amos: &mut Amos<'_, '_>,
    board: &mut Board<O>,
    control: &Control<'_>,
) -> Result<End, RunError> {
    loop {
        amos.work(board)?;
        if amos.is_done() {
            return Ok(if amos.has_given_up() { End::Stuck } else { End::Finished });
        }
        if control.is_stopped() {
            return Ok(End::Stopped);
        }
        control.tell(Progress { cycle: board.cycle(), blocks: board.observer().0.blocks_launched });
        let arrival = amos.next_arrival();
        if arrival.is_none() && !amos.is_polling() && stuck::is_stuck(board) {
            return Ok(End::Stuck);
        }
        let soon = amos.is_polling().then(|| board.cycle().after(QUIET_LOOK));
        let target =
            next_look(board).min(soon.unwrap_or(Cycle(u64::MAX))).min(arrival.unwrap_or(Cycle(u64::MAX)));
        board.step(target);
    }
}

/// A running SIP will report; without one, only what the HWS does by itself can be next.
fn next_look<O: Observer>(board: &Board<O>) -> Cycle {
    match board.next_due() {
        Some(due) => due.after(1),
        None => board.cycle().after(QUIET_LOOK),
    }
}

/// Firmware reads the counters, and the run is over.
fn finish<O: Observer>(
    amos: &Amos<'_, '_>,
    board: &mut Board<O>,
    workload: &Workload,
    end: End,
) -> Result<RunRecord, RunError> {
    let counters = amos.read_counters(board)?;
    name_errors(board);
    let stuck = if end == End::Stuck { stuck::explain(board, amos, workload) } else { Vec::new() };
    board.end();
    let watch = &board.observer().0;
    Ok(RunRecord {
        end: board.cycle(),
        makespan: watch.last_finish.0,
        kernels: (0..workload.kernels().count() as u32).map(|id| kernel_record(board, amos, id)).collect(),
        dags: dag_records(amos, watch),
        counters: Some(counters),
        busy_sip_cycles: watch.busy_sip_cycles,
        traffic: watch.traffic,
        firmware_latency: watch.firmware_latency,
        errors: watch.errors.clone(),
        bus_errors: watch.bus_errors,
        drained: end == End::Finished && is_all_idle(board),
        stopped: end == End::Stopped,
        stuck,
    })
}

fn dag_records(amos: &Amos<'_, '_>, watch: &Watch) -> Vec<DagRecord> {
    let graphs = amos.graph_times().enumerate();
    graphs
        .map(|(graph, (tag, opened, finish))| DagRecord {
            tag,
            opened,
            finish,
            traffic: watch.traffic_of(graph),
        })
        .collect()
}

/// Every SIP idle and nothing reserved.
fn is_all_idle<O: Observer>(board: &Board<O>) -> bool {
    let hws = board.hws();
    !hws.peek(RegId::SipIdleMask) == 0 && hws.peek(RegId::ReservedSipMask) == 0
}

fn kernel_record<O: Observer>(board: &Board<O>, amos: &Amos<'_, '_>, kernel_id: u32) -> KernelRecord {
    let seen = board.observer().0.kernel(kernel_id);
    let fate = amos.fate(board, kernel_id);
    let (state, times) = fate.unwrap_or((KernelState::Waiting, KernelTimes::default()));
    KernelRecord {
        state,
        ready: times.ready,
        pushed: times.pushed,
        admitted: seen.admitted,
        first_launch: times.first_launch,
        finish: times.finished,
        sips: seen.sips,
        promotions: seen.promotions,
        backfilled: seen.backfilled,
    }
}

/// Ids come round, but errors with ids are of rejected kernels, whose ids are the last they had.
fn name_errors<O: Observer>(board: &mut Board<O>) {
    let mut errors = std::mem::take(&mut board.observer_mut().0.errors);
    for error in &mut errors {
        error.kernel = board.hdr().and_then(|hdr| hdr.kernel_of(error.ids));
    }
    board.observer_mut().0.errors = errors;
}

#[cfg(test)]
mod tests;
