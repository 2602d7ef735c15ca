//! The machine of a run and its observers: the run's own, which has the injected faults, and that of the caller.

use hws_model::{Config, Hws};
use hws_regs::InPath;
use hws_sim::fault::FaultKind;
use hws_sim::stimulus::Op;
use hws_sim::{Hdr, Machine, Observer};

use super::disturbance::Disturbance;
use super::error::RunError;
use super::faults::FaultAnswer;
use super::watch::Watch;
use crate::workload::Workload;

/// The machine of a run, with the run's own observer and that of the caller.
pub(super) type Board<'o> = BoardOf<&'o mut dyn Observer>;
/// The same, with an observer of any type.
pub(super) type BoardOf<O> = Machine<(Watch, O)>;

/// A machine at power-on that watches so many kernels, without SIPs and resolver.
pub(super) fn bare_machine<O: Observer>(kernels: usize, observer: O) -> BoardOf<O> {
    Machine::new(Hws::new(Config::default()), (Watch::of(kernels), observer))
}

/// A machine at power-on, with SIPs and resolver.
pub(super) fn machine<O: Observer>(
    workload: &Workload,
    in_path: InPath,
    observer: O,
) -> Result<BoardOf<O>, RunError> {
    let mut board = bare_machine(workload.kernel_count(), observer);
    attach(&mut board, workload, in_path)?;
    Ok(board)
}

/// A machine with the faults of the workload.
pub(super) fn disturbed_machine<'o>(
    workload: &Workload,
    observer: &'o mut dyn Observer,
) -> Result<Board<'o>, RunError> {
    let plan = workload.faults.plan();
    let mut board = bare_machine(workload.kernel_count(), observer);
    if let Some(plan) = &plan {
        board.inject(plan);
        board.observer_mut().0.disturbance = Some(Box::new(Disturbance::new(plan, &workload.faults)));
    }
    attach(&mut board, workload, workload.firmware.in_path)?;
    Ok(board)
}

/// Attaches resolver and SIPs.
fn attach<O: Observer>(board: &mut BoardOf<O>, workload: &Workload, in_path: InPath) -> Result<(), RunError> {
    let mut hdr = match in_path {
        InPath::Hdr => Hdr::default(),
        InPath::Firmware => Hdr::for_firmware(),
    };
    let kernels = workload.kernel_count();
    hdr.announce(0..kernels as u32);
    hdr.reserve(
        kernels,
        workload.kernels().map(|(_, kernel)| kernel.deps.len() + kernel.external.len()).sum(),
    );
    board.attach_hdr(hdr);
    board.apply(&Op::SipArray { pre_lead: workload.hardware.pre_complete_lead })?;
    Ok(())
}

/// The account of faults, if any are injected.
pub(super) fn disturbance<'b>(board: &'b mut Board<'_>) -> Option<&'b mut Disturbance> {
    board.observer_mut().0.disturbance.as_deref_mut()
}

/// Enters what firmware did about a fault, under the first of these kinds that is injected.
pub(super) fn note_answer(board: &mut Board<'_>, kinds: &[FaultKind], answer: FaultAnswer) {
    if let Some(disturbance) = disturbance(board) {
        disturbance.account.count_first(kinds, answer);
    }
}

/// Whether firmware sees the interrupt line asserted.
pub(super) fn sees_interrupt(board: &mut Board<'_>) -> bool {
    let is_asserted = board.hws().is_interrupt_asserted();
    let now = board.cycle();
    disturbance(board).map_or(is_asserted, |disturbance| {
        disturbance.pass_to(now);
        disturbance.sees_interrupt(is_asserted)
    })
}

/// Whether no access to the HWS is answered any more.
pub(super) fn is_bus_dead(board: &Board<'_>) -> bool {
    board.observer().0.disturbance.as_ref().is_some_and(|disturbance| disturbance.end().is_some())
}
