//! Idle time of any length is skipped: `at` may be near 2^63.

use hws_sim::check::InvariantChecker;
use hws_sim::stimulus::Reader;
use hws_sim::{ReplayOptions, TraceFilter, TraceKind, replay, replay_observed};

fn trace_of(stimulus: &str) -> String {
    let mut trace = Vec::new();
    replay(Reader::new("far", stimulus.as_bytes()), &mut trace, ReplayOptions::default()).unwrap();
    String::from_utf8(trace).unwrap()
}

#[test]
fn a_replay_to_the_end_of_time_ends() {
    let last = i64::MAX as u64;
    // Cycles since reset: 2^63 - 1, low half first, which latches the high half.
    let trace = trace_of(&format!(
        "{{\"at\":0,\"op\":\"write\",\"reg\":\"HWS_CTRL\",\"value\":1}}\n\
         {{\"at\":{last},\"op\":\"read\",\"reg\":\"CNT_CYCLE_LO\"}}\n\
         {{\"at\":{last},\"op\":\"read\",\"reg\":\"CNT_CYCLE_HI\"}}\n\
         {{\"at\":{last},\"op\":\"end\"}}\n"
    ));
    let lines: Vec<&str> = trace.lines().collect();
    assert_eq!(
        lines[0],
        format!("{{\"c\":{last},\"ev\":\"read\",\"reg\":\"CNT_CYCLE_LO\",\"value\":{}}}", u32::MAX)
    );
    assert_eq!(
        lines[1],
        format!("{{\"c\":{last},\"ev\":\"read\",\"reg\":\"CNT_CYCLE_HI\",\"value\":{}}}", i32::MAX)
    );
}

/// A block of 2^32 - 1 units of 65536 cycles: its SIP counts down to 0 and stays there.
#[test]
fn a_long_block_counts_down_in_closed_form() {
    let long = u64::from(u32::MAX) * 65536;
    let trace = trace_of(&format!(
        "{{\"at\":0,\"op\":\"sip_array\",\"pre_lead\":0}}\n\
         {{\"at\":0,\"op\":\"write\",\"reg\":\"TIME_UNIT\",\"value\":65535}}\n\
         {{\"at\":0,\"op\":\"write\",\"reg\":\"HWS_CTRL\",\"value\":1}}\n\
         {{\"at\":0,\"op\":\"mem\",\"addr\":0,\"words\":[1,1,4294967295,1,1310720,65537,65536,0,0,0,0,0,0,0,0,0]}}\n\
         {{\"at\":0,\"op\":\"hdr\",\"hdr_id\":0,\"hdr_entry_id\":0,\"td_addr\":0}}\n\
         {{\"at\":{half},\"op\":\"read\",\"reg\":\"SIP_REMAIN_EXEC_TIME[0]\"}}\n\
         {{\"at\":{end},\"op\":\"end\"}}\n",
        half = long / 2,
        end = long * 2,
    ));
    // The prescaler wraps at ticks 65535, 131071, …: half / 65536 = 2^31 - 1 times before `half`.
    let half_units = u32::MAX - (long / 2 / 65536) as u32;
    assert!(
        trace.contains(&format!("\"reg\":\"SIP_REMAIN_EXEC_TIME[0]\",\"value\":{half_units}}}")),
        "{trace}"
    );
    // Loaded at tick 8, latched there, committed 48 later: started in cycle 56, complete 56 + E.
    let complete = format!("{{\"c\":{},\"ev\":\"complete\",\"sip\":0,\"launch_id\":0}}", 56 + long);
    assert!(trace.contains(&complete), "{trace}");
}

/// A kernel without a triggered block is admitted and latched in cycle 8; from cycle 56 on, an attempt fails every 48 cycles.
/// Nothing that does not want each of them makes it cost time.
#[test]
fn a_kernel_waits_in_closed_form() {
    let long = 1_u64 << 40;
    let stimulus = format!(
        "{{\"at\":0,\"op\":\"write\",\"reg\":\"HWS_CTRL\",\"value\":1}}\n\
         {{\"at\":0,\"op\":\"mem\",\"addr\":0,\"words\":[1,1,4294967295,1,1310720,65537,0,0,0,0,0,0,0,0,0,0]}}\n\
         {{\"at\":0,\"op\":\"hdr\",\"hdr_id\":0,\"hdr_entry_id\":0,\"td_addr\":0}}\n\
         {{\"at\":{long},\"op\":\"read\",\"reg\":\"CNT_FAIL\"}}\n\
         {{\"at\":{long},\"op\":\"end\"}}\n"
    );
    let replayed = |options| {
        let mut trace = Vec::new();
        let reader = Reader::new("far", stimulus.as_bytes());
        let (_, checker) = replay_observed(reader, &mut trace, options, InvariantChecker::new()).unwrap();
        assert!(checker.verdict().holds(), "{}", checker.verdict());
        String::from_utf8(trace).unwrap()
    };
    let of_kinds = TraceFilter::default().with_kinds(&[TraceKind::Read, TraceKind::End]);
    let reads = replayed(ReplayOptions { filter: of_kinds, ..Default::default() });
    let failed = ((long - 9) / 48) as u32;
    let (read, end) = reads.split_once('\n').unwrap();
    assert_eq!(read, format!("{{\"c\":{long},\"ev\":\"read\",\"reg\":\"CNT_FAIL\",\"value\":{failed}}}"));
    assert_eq!(replayed(ReplayOptions { digest_only: true, ..Default::default() }), end);
}
