//! The reports of SIPs as register writes (scheduler.md §7.3): the encoder and the decoder of their layout.

use hws_regs::{RegId, SipReportComplete, SipReportPreComplete};
use hws_types::{LaunchId, Sip, SipReport};

/// The register write by which a SIP reports. A model of a SIP needs nothing else to answer an MDMA command:
///
/// ```
/// use hws_model::{Config, Doorbell, Hws};
/// use hws_regs::HwsCtrl;
/// use hws_types::{HdrPush, TaskDescriptor};
///
/// let td = TaskDescriptor {
///     affinity: u32::MAX,
///     out_path_mdma: true,
///     enable_sip_alloc: true,
///     thread_num: 4,
///     block_num: 1,
///     block_trigger_cnt: 1,
///     ..Default::default()
/// };
/// let mut memory = td.encode().unwrap();
/// let mut hws = Hws::new(Config::default());
/// hws.write((), HwsCtrl::default().with_enable(true), &mut ())?;
/// hws.push_hdr(HdrPush::default()).unwrap();
/// hws.advance_to_output(1000, &mut memory, &mut ());
///
/// let command = hws.pop_mdma().expect("COMMIT has launched the block");
/// let doorbell = Doorbell::complete(command.report());
/// hws.write32(doorbell.offset(), doorbell.value, &mut ())?;
/// assert!(hws.decide().idle.contains(command.sip.mask()));
/// # Ok::<(), hws_model::BusError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Doorbell {
    /// SIP_REPORT_COMPLETE or SIP_REPORT_PRE_COMPLETE.
    pub register: RegId,
    /// The value to be written.
    pub value: u32,
}

impl Doorbell {
    /// The report that the SIP has completed its thread of the block.
    #[inline]
    #[must_use]
    pub fn complete(report: SipReport) -> Self {
        Self { register: RegId::SipReportComplete, value: complete_value(report) }
    }

    /// The report that the SIP will soon have completed it.
    #[inline]
    #[must_use]
    pub fn pre_complete(report: SipReport) -> Self {
        Self { register: RegId::SipReportPreComplete, value: pre_complete_value(report) }
    }

    /// Returns the byte offset of the write in the window of the registers, for [`Hws::write32`](crate::Hws::write32).
    #[inline]
    #[must_use]
    pub fn offset(self) -> u32 {
        self.register.offset()
    }
}

#[inline]
fn complete_value(report: SipReport) -> u32 {
    SipReportComplete::from_bits(0)
        .with_sip_id_masked(report.sip.get())
        .with_block_id_masked(report.block_id.into())
        .with_launch_id_masked(report.launch_id.get())
        .bits()
}

#[inline]
fn pre_complete_value(report: SipReport) -> u32 {
    SipReportPreComplete::from_bits(0)
        .with_sip_id_masked(report.sip.get())
        .with_block_id_masked(report.block_id.into())
        .with_launch_id_masked(report.launch_id.get())
        .bits()
}

/// The report in a write of SIP_REPORT_COMPLETE.
pub(crate) fn complete_report(value: u32) -> SipReport {
    let report = SipReportComplete::from_bits(value);
    SipReport {
        launch_id: LaunchId::wrapping(report.launch_id()),
        block_id: report.block_id() as u16,
        sip: Sip::wrapping(report.sip_id()),
    }
}

/// The report in a write of SIP_REPORT_PRE_COMPLETE.
pub(crate) fn pre_complete_report(value: u32) -> SipReport {
    let report = SipReportPreComplete::from_bits(value);
    SipReport {
        launch_id: LaunchId::wrapping(report.launch_id()),
        block_id: report.block_id() as u16,
        sip: Sip::wrapping(report.sip_id()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each field at its limits.
    #[test]
    fn what_is_encoded_is_decoded() {
        for (sip, block_id, launch) in
            [(0, 0, 0), (31, 0, 0), (0, u16::MAX, 0), (0, 0, 63), (31, u16::MAX, 63)]
        {
            let (sip, launch_id) = (Sip::wrapping(sip), LaunchId::wrapping(launch));
            let report = SipReport { launch_id, block_id, sip };
            let (complete, pre) = (Doorbell::complete(report), Doorbell::pre_complete(report));
            assert_eq!(
                (complete.register, complete_report(complete.value)),
                (RegId::SipReportComplete, report)
            );
            assert_eq!(
                (complete.offset(), pre.offset()),
                (complete.register.offset(), pre.register.offset())
            );
            assert_eq!((pre.register, pre_complete_report(pre.value)), (RegId::SipReportPreComplete, report));
        }
    }
}
