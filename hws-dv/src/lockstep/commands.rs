//! MDMA commands: one per edge in the RTL, compared as the sequence of the tick.

use hws_regs::SipReportComplete;
use hws_types::MdmaCommand;

use super::compare::Comparison;
use crate::map::Port;
use crate::sample::SampledEdge;
use crate::wave::Bits;
use hws_plain::EitherHws;

const PORTS: [Port; 10] = [
    Port::MdmaThreadIdx,
    Port::MdmaBlockIdx,
    Port::MdmaSip,
    Port::MdmaPhy,
    Port::MdmaLaunchId,
    Port::MdmaKernelId,
    Port::MdmaReport,
    Port::MdmaEdteVcBase,
    Port::MdmaEdteVcNum,
    Port::MdmaParamAddr,
];

/// The fields of a command as the dump shows them.
pub(super) type Command = [Bits; PORTS.len()];

/// The command of an edge.
pub(super) fn taken(edge: &SampledEdge<'_>) -> Command {
    PORTS.map(|port| edge.values[port as usize])
}

/// Takes the commands of the model and compares them; all fields of the first command that differs are reported.
pub(super) fn compare(rtl: &[Command], hws: &mut EitherHws, comparison: &mut Comparison<'_>) {
    let model: Vec<MdmaCommand> = std::iter::from_fn(|| hws.pop_mdma()).collect();
    if !comparison.is_bound(Port::MdmaValid) {
        return;
    }
    for (rtl, model) in rtl.iter().zip(&model) {
        let mut agrees = true;
        for ((port, rtl), model) in PORTS.into_iter().zip(rtl).zip(fields(model)) {
            agrees &= comparison.port_had(port, *rtl, model.into());
        }
        if !agrees {
            return;
        }
    }
    let (is_more, is_less) = (rtl.len() > model.len(), rtl.len() < model.len());
    comparison.port_had(Port::MdmaValid, Bits::known(is_more.into()), is_less.into());
}

fn fields(command: &MdmaCommand) -> [u32; PORTS.len()] {
    let report = command.report();
    let report = SipReportComplete::from_bits(0)
        .with_sip_id_masked(report.sip.get())
        .with_block_id_masked(report.block_id.into())
        .with_launch_id_masked(report.launch_id.get());
    [
        command.thread_idx.into(),
        command.block_id.into(),
        command.sip.get(),
        command.physical_sip.get(),
        command.launch_id.get(),
        command.kernel_id,
        report.bits(),
        command.edte_vc_base.into(),
        command.edte_vc_num.into(),
        command.block_param_addr,
    ]
}
