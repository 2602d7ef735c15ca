//! Events and decisions as values: what is written can be read again, and what no HWS could have made is refused.

use hws_model::{
    ChoiceRule, CommandKind, Config, Decision, ErrorBit, Event, EventSink, HdrRefused, Hws, PTask, Placement,
    Pool, ReadRefused, TaskOption, Way,
};
use hws_regs::{ErrStatus, HwsCtrl, RegId, Register};
use hws_types::{
    Cycle, Entry, HdrPush, LaunchId, MdmaCommand, RawMih, Sip, SipMask, TD_WORDS, TaskDescriptor, TaskIds,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The value after JSON, and after a format that is not self-describing.
fn again<T: Serialize + DeserializeOwned>(value: &T) -> [T; 2] {
    let (json, bytes) = (serde_json::to_string(value).unwrap(), postcard::to_allocvec(value).unwrap());
    [serde_json::from_str(&json).unwrap(), postcard::from_bytes(&bytes).unwrap()]
}

fn td(threads: u16, blocks: u16) -> TaskDescriptor {
    TaskDescriptor {
        affinity: u32::MAX,
        est_exec_time: 100,
        offline_priority: 7,
        out_path_mdma: true,
        enable_sip_alloc: true,
        thread_num: threads,
        block_num: blocks,
        block_trigger_cnt: blocks,
        ..Default::default()
    }
}

/// Keeps every event and decision.
#[derive(Default)]
struct All {
    events: Vec<Event>,
    decisions: Vec<Decision>,
}

impl EventSink for All {
    fn event(&mut self, _cycle: Cycle, event: Event) {
        self.events.push(event);
    }

    fn latch(&mut self, _cycle: Cycle, decision: &dyn Fn() -> Decision) {
        self.decisions.push(decision());
    }
}

/// A run of three kernels, one of them cooperative: its events, and the decision of each attempt.
fn run() -> All {
    let kernels = [td(4, 2), TaskDescriptor { coop: true, ..td(16, 2) }, td(6, 1)];
    let words: Vec<u32> = kernels.iter().flat_map(|td| td.encode().unwrap()).collect();
    let (mut hws, mut all) = (Hws::new(Config::default()), All::default());
    hws.write((), HwsCtrl::default().with_enable(true), &mut all).unwrap();
    for n in 0..kernels.len() as u32 {
        hws.push_hdr(HdrPush {
            hdr_entry_id: n as u8,
            td_addr: n * 4 * TD_WORDS as u32,
            ..HdrPush::default()
        })
        .unwrap();
    }
    hws.advance(300, &mut &words[..], &mut all);
    hws.write32(RegId::HrmFwClaim.offset(), 1, &mut all).unwrap();
    hws.advance(100, &mut (), &mut all);
    all
}

#[test]
fn every_event_of_a_run_can_be_written_and_read() {
    let all = run();
    assert!(all.events.iter().any(|event| matches!(event, Event::Mdma(_))));
    assert!(all.events.iter().any(|event| matches!(event, Event::Command { .. })));
    for event in &all.events {
        assert_eq!(again(event), [*event; 2]);
    }
}

#[test]
fn events_are_written_with_the_names_of_the_trace() {
    let (entry, sip, launch_id) = (Entry::wrapping(31), Sip::wrapping(3), LaunchId::wrapping(63));
    let ids = TaskIds { hdr_id: 15, hdr_entry_id: 255, ..TaskIds::default() };
    let rows = [
        (
            Event::Error { bit: ErrorBit::TdCluster, ids },
            r#"{"error":{"bit":4,"ids":{"source":"Hdr","hdr_id":15,"hdr_entry_id":255}}}"#,
        ),
        (
            Event::Launch { entry, seq: 9, pool: Pool::P, block: 3, launch_id, sip_mask: SipMask(15) },
            r#"{"launch":{"entry":31,"seq":9,"pool":"P","block":3,"launch_id":63,"sip_mask":15}}"#,
        ),
        (Event::MihDrop(RawMih { dw0: 1, dw1: 2 }), r#"{"mih_drop":{"dw0":1,"dw1":2}}"#),
        (
            Event::KernelDone { entry, seq: 9, dag_slot: None },
            r#"{"kernel_done":{"entry":31,"seq":9,"dag_slot":null}}"#,
        ),
        (Event::Command { kind: CommandKind::Claim, result: 1 }, r#"{"cmd":{"op":"claim","result":1}}"#),
        (Event::PreComplete { sip, launch_id }, r#"{"pre_complete":{"sip":3,"launch_id":63}}"#),
        (Event::SoftReset { forced: true }, r#"{"soft_reset":{"forced":true}}"#),
    ];
    for (event, text) in rows {
        assert_eq!(serde_json::to_string(&event).unwrap(), text);
        assert_eq!(again(&event), [event; 2]);
    }
}

#[test]
fn every_decision_of_a_run_can_be_written_and_read() {
    let decisions = run().decisions;
    assert!(decisions.iter().any(|decision| decision.tasks.len() > 1 && decision.choice.is_some()));
    for decision in &decisions {
        assert_eq!(again(decision), [decision.clone(), decision.clone()]);
    }
}

/// P_TOP_K is 1 after reset (§4.2). Without a critical path, online_priority is the reset value of the
/// scale ratio (§4.3).
#[test]
fn a_decision_is_one_line() {
    let shown: Vec<String> = run().decisions.iter().take(3).map(ToString::to_string).collect();
    let first = "RS[0] from the P pool on SIPs 0xf0000000; ready 0xffffffff, idle 0xffffffff, reserved 0x00000000; \
                 tasks P RS[0] online 100";
    assert_eq!(shown[0], first);
    assert!(
        shown[1].ends_with("tasks P RS[0] online 100, O RS[1] offline 7, O RS[2] offline 7"),
        "{}",
        shown[1]
    );
    assert!(shown.iter().all(|line| !line.contains('\n')));
}

#[test]
fn the_parts_of_a_decision_are_shown_in_words() {
    let ways = [Way::Reserved, Way::AroundReservations, Way::Unreserved, Way::Backfill, Way::Mixed];
    assert_eq!(
        ways.map(|way| way.to_string()),
        [
            "the SIPs reserved for it (§5.3)",
            "around the reservations of others (§5.3)",
            "option 1, not reserved (§5.4)",
            "option 2, backfill (§5.4)",
            "option 3, mixed (§5.4)",
        ]
    );
    assert_eq!(
        [ChoiceRule::First, ChoiceRule::FillUp].map(|rule| rule.to_string()),
        [
            "the first that can be launched; nothing of an earlier pool can",
            "the first fill-up; SIP_FILLUP_TASK_FIRST is on",
        ]
    );
    let task = PTask { entry: Entry::wrapping(3), online_priority: 100 };
    assert_eq!(task.to_string(), "RS[3] online 100");
    let placement: Placement = serde_json::from_str(r#"{"threads":4,"blocks":[240,15]}"#).unwrap();
    let option = TaskOption { way: Way::Backfill, placement, is_fill_up: true };
    assert_eq!(option.to_string(), "option 2, backfill (§5.4): SIPs 0x000000ff, a fill-up");
}

#[test]
fn an_event_is_shown_with_the_names_of_the_trace() {
    let (entry, sip, launch_id) = (Entry::wrapping(31), Sip::wrapping(3), LaunchId::wrapping(63));
    let (mask, raw) = (SipMask(0xF0), RawMih { dw0: 1, dw1: 0x20 });
    let ids = TaskIds { hdr_id: 15, hdr_entry_id: 255, ..TaskIds::default() };
    let done = |dag_slot| Event::KernelDone { entry, seq: 9, dag_slot };
    let command = MdmaCommand { sip, thread_idx: 2, block_id: 5, launch_id, ..MdmaCommand::default() };
    let rows = [
        (Event::Admit { entry, seq: 9, kernel_id: 10 }, "admit entry 31 seq 9 kernel_id 0xa"),
        (Event::Error { bit: ErrorBit::Cfg, ids }, "error bit 1 hdr_id 15 hdr_entry_id 255"),
        (Event::Cancel { entry, mask }, "cancel entry 31 mask 0xf0"),
        (Event::Commit { launched: true }, "commit launched true"),
        (
            Event::Launch { entry, seq: 9, pool: Pool::O, block: 3, launch_id, sip_mask: mask },
            "launch entry 31 seq 9 pool O block 3 launch_id 63 sip_mask 0xf0",
        ),
        (Event::Mdma(command), "mdma sip 3 phy 0 thread 2 block 5 launch_id 63 param 0x0"),
        (Event::Mih(raw), "mih dw0 0x1 dw1 0x20"),
        (Event::MihDrop(raw), "mih_drop dw0 0x1 dw1 0x20"),
        (done(Some(4)), "kernel_done entry 31 seq 9 dag_slot 4"),
        (done(None), "kernel_done entry 31 seq 9 dag_slot none"),
        (Event::Promote { entry, seq: 9, mask }, "promote entry 31 seq 9 mask 0xf0"),
        (Event::Command { kind: CommandKind::Refresh, result: 16 }, "cmd op refresh result 0x10"),
        (Event::Complete { sip, launch_id }, "complete sip 3 launch_id 63"),
        (Event::PreComplete { sip, launch_id }, "pre_complete sip 3 launch_id 63"),
        (Event::SoftReset { forced: false }, "soft_reset forced false"),
    ];
    for (event, text) in rows {
        assert_eq!(event.to_string(), text);
    }
}

#[test]
fn what_no_hws_could_have_made_is_refused() {
    let refused = |text: &str| serde_json::from_str::<Placement>(text).unwrap_err().to_string();
    let pair = r#"{"threads":4,"blocks":[240,15]}"#;
    let placement: Placement = serde_json::from_str(pair).unwrap();
    assert!(placement.blocks().eq([SipMask(0xF0), SipMask(0xF)]), "in the order of the launch");
    assert_eq!(serde_json::to_string(&placement).unwrap(), pair);
    let not_a_place = "a block of a placement is not an aligned place of `threads` SIPs";
    for blocks in ["30", "7", "255", "0"] {
        assert_eq!(refused(&format!(r#"{{"threads":4,"blocks":[{blocks}]}}"#)), not_a_place);
    }
    assert_eq!(refused(r#"{"threads":4,"blocks":[15,15]}"#), "blocks of a placement overlap");
    // Those on idle SIPs, then those on others, each downwards or each upwards.
    for blocks in ["240,61440,15", "61440,240,3840,15", "240,3840,15,61440"] {
        let mixed = format!(r#"{{"threads":4,"blocks":[{blocks}]}}"#);
        assert_eq!(
            serde_json::to_string(&serde_json::from_str::<Placement>(&mixed).unwrap()).unwrap(),
            mixed
        );
    }
    assert_eq!(
        refused(r#"{"threads":4,"blocks":[240,15,3840,61440,983040,3840]}"#),
        "blocks of a placement overlap"
    );
    assert_eq!(
        refused(r#"{"threads":4,"blocks":[61440,3840,983040,15,240]}"#),
        "no search finds the blocks of a placement in this order"
    );
    assert!(refused(r#"{"threads":5,"blocks":[]}"#).contains("thread_num must be one of"));
    let event = serde_json::from_str::<Event>(
        r#"{"error":{"bit":31,"ids":{"source":"Hdr","hdr_id":0,"hdr_entry_id":0}}}"#,
    );
    assert_eq!(event.unwrap_err().to_string().split(" at line").next(), Some("ERR_STATUS has no such bit"));
    assert!(serde_json::from_str::<Event>(r#"{"launched":{}}"#).is_err());
}

/// So that `?` turns them into any error.
#[test]
fn refusals_are_errors() {
    let errors: [Box<dyn core::error::Error>; 2] = [Box::new(HdrRefused::Full), Box::new(ReadRefused)];
    assert_eq!(errors[1].to_string(), "shared memory has no word at the address");
}

#[test]
fn an_error_is_shown_by_the_name_of_its_bit() {
    let shown = ErrorBit::ALL.map(|bit| bit.to_string());
    assert!(shown.iter().map(String::as_str).eq(ErrStatus::INFO.fields.iter().map(|field| field.name)));
}
