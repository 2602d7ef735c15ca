//! D22 and D23: launches that are reported wrongly or never started (scheduler.md §6.2, §7.3, §8).

use hws_regs::{ErrStatus, LaunchInfo, MihStatus};

use crate::dangers::trace::{Trace, number};

#[test]
fn d22_a_stale_report_ends_a_new_launch() {
    let trace = Trace::of("V-20_forced_reset_without_a_sip_reset");
    // kernel_seq starts again at the reset; kernels 1 and 2 after it share SIP 0.
    let [new, next] = [1, 2].map(|seq| *trace.launches(seq).last().unwrap());
    assert_eq!((new.mask, new.id), (1, 0), "the launch id of the block before the reset");
    let real_end = new.cycle + 2000;
    assert_eq!(trace.completed(new), Some(4000), "the old block's report");
    assert!(next.mask == 1 && next.cycle < real_end, "two blocks on one SIP");
    let error = trace.events("error")[0];
    assert_eq!(trace.errors(), [u64::from(ErrStatus::SPURIOUS_COMPLETE.lsb)]);
    assert_eq!(number(error, "c"), real_end, "the report of the new block comes too late");
}

#[test]
fn d23_a_dropped_result_is_a_launch_that_is_never_started() {
    let trace = Trace::of("V-21_a_dropped_result_is_a_lost_launch");
    let launches = trace.launches(0);
    assert!(trace.events("mdma").is_empty(), "the MIH path only");
    // 4 ERROR messages and 30 pairs fill the 64 places; the messages for the last two of the 32 SIPs are lost.
    assert!(MihStatus::from_bits(trace.value("MIH_STATUS")).full());
    assert_eq!((launches.len(), trace.value("CNT_MIH_DROP")), (32, 4));
    assert_eq!(trace.value("SIP_IDLE_MASK"), 0);
    // The LAUNCH page does not distinguish a lost launch from a delivered one, so firmware has to.
    for register in ["LAUNCH[29].INFO", "LAUNCH[30].INFO"] {
        let info = LaunchInfo::from_bits(trace.value(register));
        assert!(info.valid() && info.out_mih() && !info.out_mdma(), "{register}");
    }
}
