//! The run that the tests compare.

use std::sync::OnceLock;

use hws_dv::map::BusKind;
use hws_regs::SipReportComplete;
use hws_types::TaskDescriptor;

use super::rtl::Rtl;
use super::wave::Wave;

/// A run of some hundred ticks: kernels of several sizes, reports, reads, bus errors, a rejected descriptor.
pub(crate) fn run() -> Wave {
    static RUN: OnceLock<Wave> = OnceLock::new();
    RUN.get_or_init(|| run_on(BusKind::Flat)).clone()
}

/// The same run on another bus.
pub(crate) fn run_on(bus: BusKind) -> Wave {
    of(Rtl::new(bus))
}

/// The same run on this stand-in.
pub(crate) fn of(mut rtl: Rtl) -> Wave {
    rtl.write("IRQ_ENABLE", 3);
    rtl.write("PROMOTE", 0x0001_200F);
    rtl.write("TIME_UNIT", 1);
    rtl.write("HWS_CTRL", 1);
    rtl.access(0x3FF0, None);
    for number in 0..12_u16 {
        let td = TaskDescriptor {
            kernel_id: 0x100 + u32::from(number),
            affinity: u32::MAX,
            est_exec_time: 20 + u32::from(number) * 3,
            offline_priority: 100,
            dag_tag: number % 5,
            out_path_mdma: true,
            out_path_mih: number % 2 == 0,
            enable_sip_alloc: true,
            // 5 threads are refused.
            thread_num: [4, 8, 16, 5, 1, 12][usize::from(number % 6)],
            block_num: 2,
            block_trigger_cnt: 2,
            ..TaskDescriptor::default()
        };
        rtl.push(0x1000 + 0x100 * u32::from(number), number as u8, &td);
        (0..18).for_each(|_| rtl.tick());
        rtl.read("CNT_CYCLE_LO");
        rtl.read("MIH_STATUS");
        report_some(&mut rtl);
    }
    (0..100).for_each(|_| rtl.tick());
    rtl.read("MIH_DATA_LO");
    rtl.read("MIH_DATA_HI");
    rtl.write("ERR_STATUS", u32::MAX);
    rtl.tick();
    rtl.wave
}

fn report_some(rtl: &mut Rtl) {
    let half = rtl.running.len() / 2;
    for command in rtl.running.drain(..half).collect::<Vec<_>>() {
        let report = command.report();
        let value = SipReportComplete::from_bits(0)
            .with_sip_id_masked(report.sip.get())
            .with_block_id_masked(report.block_id.into())
            .with_launch_id_masked(report.launch_id.get());
        rtl.write("SIP_REPORT_COMPLETE", value.bits());
    }
}
