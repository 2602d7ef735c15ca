//! I11: no input changes state other than as specified, and nothing hangs. A single step can show that:
//! * a refused access changes only ERR_STATUS.BUS and ERR_FIRST, and a read without effect changes nothing;
//! * a write changes no RW register but the one written, and a plain write changes nothing else;
//! * what the specification allows is accepted, everything else refused, and a soft reset clears all that it has to;
//! * an attempt takes exactly ATTEMPT_CYCLES, and no command remains queued after a boundary.

mod acceptance;
mod commands;
mod counts;
mod reset;
mod shown;

use hws_model::{ErrorBit, FailedAttempts};
use hws_regs::{Access, Decoded, ErrFirst, RegId, params};
use hws_types::{Cycle, Rule};

use super::act::Act;
use super::launched::latched_at;
use super::view::{Part, Touched, View, changed_registers, first_change, only_changed};
use super::violation::{Invariant, Resource, Violation};

pub(super) use acceptance::{Found, is_accepted_rightly};
pub(super) use commands::{
    claim_refuses, command_has_result, command_is_next, commands_agree, owned_as_claimed,
};
pub(super) use counts::{errors_add_up, pre_idle_is_caused, rejection_names_its_error, totals_agree};
pub(super) use reset::reset_clears;
pub(super) use shown::{irq_agrees, read_is_true};

/// Two states, and what may differ between them.
#[derive(Clone, Copy)]
struct Step<'a> {
    before: &'a View,
    now: &'a View,
    touched: &'a Touched,
}

/// The effect of an act is the specified one. `is_refused`: it set ERR_STATUS.CFG.
pub(super) fn act_has_its_effect(
    act: Act,
    before: &View,
    now: &View,
    touched: &Touched,
    is_refused: bool,
) -> Result<(), Violation> {
    let step = Step { before, now, touched };
    match act {
        Act::Read { offset, .. } => read(offset, step),
        Act::Write { offset, value } => write(offset, value, step, is_refused),
        Act::ReadRefused { .. } | Act::WriteRefused { .. } => bus_error(step),
        Act::PushRefused => nothing_but(step, "a refused push", &[]),
        Act::Pushed(_) => nothing_but(step, "a push", &[Part::Loader]),
    }
}

fn read(offset: u32, step: Step<'_>) -> Result<(), Violation> {
    match RegId::decode(offset) {
        Decoded::Register(RegId::MihDataHi) => nothing_but(step, "a read of MIH_DATA_HI", &[Part::Messages]),
        _ => nothing_but(step, "a read", &[]),
    }
}

fn bus_error(step: Step<'_>) -> Result<(), Violation> {
    let Step { before, now, .. } = step;
    nothing_but(step, "a refused access", &[Part::Errors])?;
    let first = match before.errors.bits() {
        0 => ErrFirst::default().with_code_masked(ErrorBit::Bus.code().into()).with_valid(true),
        _ => before.first_error,
    };
    let expected = (before.errors.bits() | ErrorBit::Bus.status().bits(), first);
    if (now.errors.bits(), now.first_error) == expected {
        return Ok(());
    }
    let how = format!(
        "went from {:#x} to {:#x}, ERR_FIRST to {:#x}, by a refused access",
        before.errors.bits(),
        now.errors.bits(),
        now.first_error.bits()
    );
    Err(violated(now, Resource::Register(RegId::ErrStatus), how, Rule::Registers5))
}

fn write(offset: u32, value: u32, step: Step<'_>, is_refused: bool) -> Result<(), Violation> {
    let Decoded::Register(register) = RegId::decode(offset) else { return Ok(()) };
    let info = register.info();
    if is_refused {
        return nothing_but(step, "a write that ERR_STATUS.CFG refused", &[Part::Errors]);
    }
    if !register.is_legal(value) {
        let how = format!("took the illegal value {value:#x} without ERR_STATUS.CFG");
        return Err(violated(step.now, Resource::Register(register), how, Rule::Registers1));
    }
    if info.is_stored() {
        is_stored(register, value, step)?;
    } else {
        no_register_changed(step, None)?;
    }
    match (info.is_stored() && value & info.pulse_mask == 0, info.access) {
        (true, _) => no_part_changed(step, "a plain write", &[]),
        (false, Access::W1c) => cleared(value, step),
        _ => Ok(()),
    }
}

/// The register holds what was written, and no other changed.
fn is_stored(register: RegId, value: u32, step: Step<'_>) -> Result<(), Violation> {
    let now = step.now;
    no_register_changed(step, Some(register))?;
    let expected = value & register.info().write_mask & !register.info().pulse_mask;
    let found = now.regs.read(register).unwrap_or(0);
    if found == expected {
        return Ok(());
    }
    let how = format!("holds {found:#x} after a write of {value:#x}");
    Err(violated(now, Resource::Register(register), how, Rule::Registers1))
}

/// ERR_STATUS lost exactly the bits written as 1; ERR_FIRST is cleared with the last of them.
fn cleared(value: u32, step: Step<'_>) -> Result<(), Violation> {
    let Step { before, now, .. } = step;
    no_part_changed(step, "a write of ERR_STATUS", &[Part::Errors])?;
    let left = before.errors.bits() & !value;
    let first = if left == 0 { 0 } else { before.first_error.bits() };
    if (now.errors.bits(), now.first_error.bits()) == (left, first) {
        return Ok(());
    }
    let how = format!(
        "is {:#x}, ERR_FIRST {:#x}, after {value:#x} was written to clear {:#x}",
        now.errors.bits(),
        now.first_error.bits(),
        before.errors.bits()
    );
    Err(violated(now, Resource::Register(RegId::ErrStatus), how, Rule::Registers5))
}

fn nothing_but(step: Step<'_>, act: &str, expected: &[Part]) -> Result<(), Violation> {
    no_register_changed(step, None)?;
    no_part_changed(step, act, expected)
}

fn no_part_changed(step: Step<'_>, act: &str, expected: &[Part]) -> Result<(), Violation> {
    let Step { before, now, touched } = step;
    match first_change(before, now, touched, expected) {
        Some(part) => {
            let how = format!("changed by {act}");
            Err(violated(now, Resource::Named(part.name()), how, Rule::Registers1))
        }
        None => Ok(()),
    }
}

/// A write that stores what was there already has not touched the registers.
fn no_register_changed(step: Step<'_>, but: Option<RegId>) -> Result<(), Violation> {
    let Step { before, now, touched } = step;
    if !touched.registers || but.is_some_and(|register| only_changed(&before.regs, &now.regs, register)) {
        return Ok(());
    }
    match changed_registers(&before.regs, &now.regs).find(|&register| Some(register) != but) {
        Some(register) => {
            let [from, to] = [before, now].map(|view| view.regs.read(register).unwrap_or(0));
            let how = format!("changed from {from:#x} to {to:#x} without being written");
            Err(violated(now, Resource::Register(register), how, Rule::Registers1))
        }
        None => Ok(()),
    }
}

/// The parts that no event or access has touched have not changed: `kept` is the state as it was kept up to date by what
/// was touched, `now` is all of it, and both were the same at the cycle `since`.
pub(super) fn untouched_is_unchanged(kept: &View, now: &View, since: Cycle) -> Result<(), Violation> {
    let register = changed_registers(&kept.regs, &now.regs).next().map(Resource::Register);
    let part = || first_change(kept, now, &Touched::ALL, &[]).map(|part| Resource::Named(part.name()));
    match register.or_else(part) {
        Some(resource) => {
            let how = "changed without an event or access that may change it".to_owned();
            Err(violated(now, resource, how, Rule::Registers1).since("last read", since))
        }
        None => Ok(()),
    }
}

/// An attempt is first seen at its LATCH and ends ATTEMPT_CYCLES later.
pub(super) fn attempt_takes_its_time(cycle: Cycle, latched: Option<&View>) -> Result<(), Violation> {
    let attempt = Resource::Named("a COMMIT");
    let Some(latched) = latched else {
        let how = "ends an attempt that was never in flight".to_owned();
        return Err(Violation::new(Invariant::I11, cycle, attempt, how, Rule::Scheduler3_1));
    };
    let took = cycle.since(latched_at(latched));
    if took == u64::from(params::ATTEMPT_CYCLES) {
        return Ok(());
    }
    let how = format!("comes after {took} cycles instead of {}", params::ATTEMPT_CYCLES);
    Err(Violation::new(Invariant::I11, cycle, attempt, how, Rule::Scheduler3_1)
        .since("latched", latched_at(latched)))
}

/// After attempts that failed while nothing else happened, the next is in flight.
pub(super) fn failures_end_in_a_latch(failed: FailedAttempts, now: &View) -> Result<(), Violation> {
    if now.is_attempting && latched_at(now) == failed.last() {
        return Ok(());
    }
    let how = format!(
        "of {} attempts, the last in cycle {}, is not followed by a LATCH",
        failed.count,
        failed.last()
    );
    Err(violated(now, Resource::Named("the failure"), how, Rule::Scheduler3_1))
}

/// A boundary retires every command, and no attempt takes longer than ATTEMPT_CYCLES.
pub(super) fn nothing_hangs(now: &View, was_boundary: bool, latched: Option<&View>) -> Result<(), Violation> {
    if was_boundary && now.cmd_pending > 0 {
        let how = format!("is {} after a boundary", now.cmd_pending);
        return Err(violated(now, Resource::Named("HWS_STATUS.CMD_PENDING"), how, Rule::Scheduler1_2));
    }
    let Some(since) = latched.filter(|_| now.is_attempting).map(latched_at) else { return Ok(()) };
    let lasts = now.cycle.since(since);
    if lasts <= u64::from(params::ATTEMPT_CYCLES) {
        return Ok(());
    }
    let how = format!("has lasted {lasts} cycles instead of {}", params::ATTEMPT_CYCLES);
    Err(violated(now, Resource::Named("an attempt"), how, Rule::Scheduler3_1).since("latched", since))
}

fn violated(now: &View, resource: Resource, how: String, rule: Rule) -> Violation {
    Violation::new(Invariant::I11, now.cycle, resource, how, rule)
}
