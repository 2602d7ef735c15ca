//! Power-on: the settings that firmware writes before the first kernel.

use fw_api::{BackfillMargin, Bus, HwsDriver, Interrupts, Outcome};
use hws_model::BusError;
use hws_regs::RegId;

use super::{Amos, Board};
use crate::run::error::RunError;
use crate::workload::{Role, Workload};

impl Amos<'_, '_> {
    /// Configures and enables the HWS.
    ///
    /// The settings of the workload are written after firmware's own, so that they override them; the backfill
    /// margin comes after these, because the safe one depends on LAUNCH_SIP_DELAY and TIME_UNIT. The settings
    /// of the policy come last.
    pub(in crate::run) fn bring_up(&mut self, board: &mut Board<'_>) -> Result<(), RunError> {
        let mut hws = self.driver(board);
        configure(&mut hws, self.workload).map_err(RunError::while_doing("bring the HWS up"))?;
        write_settings(&mut hws, self.workload)?;
        set_margin_and_masks(&mut hws, self.workload).map_err(RunError::while_doing("configure the HWS"))?;
        self.ask(board, "configure the HWS", |policy, hws| policy.configure(hws))?;
        enable(&mut self.driver(board)).map_err(RunError::while_doing("enable the HWS"))
    }
}

fn configure<B: Bus>(hws: &mut HwsDriver<B>, workload: &Workload) -> Outcome<(), B> {
    let firmware = workload.firmware;
    hws.identify()?;
    hws.set_topology(workload.hardware.topology)?;
    hws.set_time_unit(workload.hardware.time_unit)?;
    hws.set_mode(firmware.out_path, firmware.in_path)?;
    hws.set_report(firmware.report)?;
    hws.set_second_resources(needs_second_resources(workload))
}

fn needs_second_resources(workload: &Workload) -> bool {
    workload.kernels().any(|(_, kernel)| {
        !matches!(kernel.role, Role::Compute | Role::Load)
            || kernel.needs.l2.is_some()
            || kernel.needs.vc.is_some()
    })
}

fn write_settings<B: Bus<Error = BusError>>(
    hws: &mut HwsDriver<B>,
    workload: &Workload,
) -> Result<(), RunError> {
    hws.bus().begin_call("settings of the workload");
    for &(register, value) in &workload.hardware.registers {
        let doing = RunError::while_doing(format!("write {register}"));
        hws.bus().write32(register.offset(), value).map_err(fw_api::Error::Bus).map_err(doing)?;
    }
    Ok(())
}

fn set_margin_and_masks<B: Bus>(hws: &mut HwsDriver<B>, workload: &Workload) -> Outcome<(), B> {
    let is_margin = |(register, _): &(RegId, u32)| *register == RegId::RsvdSipBackfillMarginOffset;
    if !workload.hardware.registers.iter().any(is_margin) {
        hws.set_backfill(BackfillMargin::default())?;
    }
    for &(ctx, threads, mask) in &workload.usage_masks {
        hws.set_usage_mask(ctx, threads, mask)?;
    }
    Ok(())
}

fn enable<B: Bus>(hws: &mut HwsDriver<B>) -> Outcome<(), B> {
    hws.enable_interrupts(Interrupts { message: true, error: true })?;
    hws.enable()
}
