//! Every kind of line, byte for byte.

use hws_model::{ErrorBit, Pool};
use hws_regs::{RegId, RegIndex};
use hws_types::{Entry, LaunchId, MdmaCommand, RawMih, Sip, SipMask, Source, TaskIds};

use super::*;

fn line(write: impl FnOnce(&mut TraceWriter<Vec<u8>>)) -> String {
    let mut trace = TraceWriter::new(Vec::new());
    write(&mut trace);
    String::from_utf8(trace.finish().unwrap()).unwrap()
}

fn event(event: Event) -> String {
    line(|trace| trace.event(Cycle(17), event))
}

#[test]
fn events_are_spelled_as_in_interfaces_md() {
    let (entry, sip, launch_id) = (Entry::wrapping(31), Sip::wrapping(3), LaunchId::wrapping(63));
    let (mask, raw) = (SipMask(15), RawMih { dw0: 1, dw1: u32::MAX });
    let command = MdmaCommand {
        thread_idx: 1,
        block_id: 3,
        sip,
        physical_sip: Sip::wrapping(4),
        launch_id,
        kernel_id: 9,
        edte_vc_base: 9,
        edte_vc_num: 9,
        block_param_addr: 7,
        est_exec_time: 9,
        sim_exec_time: 9,
    };
    let ids = TaskIds { source: Source::Firmware, hdr_id: 15, hdr_entry_id: 255 };
    let lines = [
        (Event::Admit { entry, seq: 2, kernel_id: 5 }, r#""admit","entry":31,"seq":2,"kernel_id":5"#),
        (Event::Error { bit: ErrorBit::TdCluster, ids }, r#""error","bit":4,"hdr_id":15,"hdr_entry_id":255"#),
        (Event::Cancel { entry, mask }, r#""cancel","entry":31,"mask":15"#),
        (Event::Commit { launched: true }, r#""commit","launched":true"#),
        (Event::Commit { launched: false }, r#""commit","launched":false"#),
        (
            Event::Launch { entry, seq: 0, pool: Pool::P, block: 3, launch_id, sip_mask: mask },
            r#""launch","entry":31,"seq":0,"pool":"P","block":3,"launch_id":63,"sip_mask":15"#,
        ),
        (Event::Mdma(command), r#""mdma","sip":3,"phy":4,"thread":1,"block":3,"launch_id":63,"param":7"#),
        (Event::Mih(raw), r#""mih","dw0":1,"dw1":4294967295"#),
        (Event::MihDrop(raw), r#""mih_drop","dw0":1,"dw1":4294967295"#),
        (
            Event::KernelDone { entry, seq: 0, dag_slot: Some(30) },
            r#""kernel_done","entry":31,"seq":0,"dag_slot":30"#,
        ),
        (
            Event::KernelDone { entry, seq: 0, dag_slot: None },
            r#""kernel_done","entry":31,"seq":0,"dag_slot":-1"#,
        ),
        (Event::Promote { entry, seq: 9, mask }, r#""promote","entry":31,"seq":9,"mask":15"#),
        (Event::Complete { sip, launch_id }, r#""complete","sip":3,"launch_id":63"#),
        (Event::PreComplete { sip, launch_id }, r#""pre_complete","sip":3,"launch_id":63"#),
    ];
    for (value, text) in lines {
        assert_eq!(event(value), format!("{{\"c\":17,\"ev\":{text}}}\n"));
    }
    assert_eq!(event(Event::SoftReset { forced: true }), "", "a reset traces nothing");
}

#[test]
fn commands_and_pools_have_their_names() {
    use hws_model::CommandKind::{Claim, DagInit, DagReset, Refresh, Release, Trigger};
    let kinds = [DagInit, DagReset, Trigger, Refresh, Claim, Release];
    let names = ["dag_init", "dag_reset", "trigger", "refresh", "claim", "release"];
    for (kind, name) in kinds.into_iter().zip(names) {
        let text = event(Event::Command { kind, result: 3 });
        assert_eq!(text, format!("{{\"c\":17,\"ev\":\"cmd\",\"op\":\"{name}\",\"result\":3}}\n"));
    }
    assert_eq!([Pool::R, Pool::P, Pool::O].map(Pool::name), ["R", "P", "O"]);
}

#[test]
fn accesses_are_named_as_they_were_given() {
    let named = Target::Register(RegId::SipUsageMask(RegIndex::at::<0>(), RegIndex::at::<3>()));
    let offset = Target::Address(5);
    let cases = [
        (line(|t| t.read(Cycle(1), named, 7)), r#""read","reg":"SIP_USAGE_MASK[0][3]","value":7"#),
        (line(|t| t.read(Cycle(1), offset, 7)), r#""read","addr":5,"value":7"#),
        (line(|t| t.bus_error(Cycle(1), named)), r#""bus_error","reg":"SIP_USAGE_MASK[0][3]""#),
        (line(|t| t.bus_error(Cycle(1), offset)), r#""bus_error","addr":5"#),
        (
            line(|t| t.hdr_refused(Cycle(1), HdrPush { hdr_id: 15, hdr_entry_id: 7, td_addr: 4 })),
            r#""hdr_refused","hdr_id":15,"hdr_entry_id":7"#,
        ),
        (line(|t| t.end(Cycle(1), Digest(0xabc))), r#""end","state":"0000000000000abc""#),
    ];
    for (text, expected) in cases {
        assert_eq!(text, format!("{{\"c\":1,\"ev\":{expected}}}\n"));
    }
}

#[test]
fn the_end_line_stands_alone() {
    let mut end = EndLine::new(Vec::new());
    end.event(Cycle(0), Event::Commit { launched: true });
    end.read(Cycle(0), Target::Address(0), 0);
    end.end(Cycle(9), Digest(1));
    assert_eq!(end.finish().unwrap(), b"{\"c\":9,\"ev\":\"end\",\"state\":\"0000000000000001\"}\n");
}

#[test]
fn a_filter_takes_kinds_and_cycles() {
    let written = |filter: TraceFilter| {
        let mut trace = TraceWriter::with_filter(Vec::new(), filter);
        for cycle in [9, 10, 20, 21] {
            let at = Cycle(cycle);
            trace.event(at, Event::Commit { launched: true });
            trace.event(at, Event::Mih(RawMih { dw0: 1, dw1: 2 }));
            trace.read(at, Target::Register(RegId::HwsCtrl), 0);
            trace.bus_error(at, Target::Address(1));
            trace.hdr_refused(at, HdrPush { hdr_id: 0, hdr_entry_id: 7, td_addr: 0 });
        }
        trace.end(Cycle(21), Digest::from_words([]));
        let text = String::from_utf8(trace.finish().unwrap()).unwrap();
        text.lines().map(|line| line.split('"').nth(5).unwrap().to_owned()).collect::<Vec<_>>()
    };
    let all = TraceFilter::default();
    assert_eq!(written(all).len(), 21);
    assert_eq!(
        written(all.with_kinds(&[TraceKind::Mih, TraceKind::End])),
        ["mih", "mih", "mih", "mih", "end"]
    );
    assert_eq!(
        written(all.between(10, 20).with_kinds(&[TraceKind::Commit, TraceKind::HdrRefused])),
        ["commit", "hdr_refused", "commit", "hdr_refused"],
        "both ends are included"
    );
    assert!(written(all.with_kinds(&[TraceKind::Launch])).is_empty());
}

#[test]
fn kinds_have_the_names_of_the_trace() {
    for kind in TraceKind::ALL {
        assert_eq!(kind.name().parse(), Ok(kind));
    }
    let error = "lunch".parse::<TraceKind>().unwrap_err().to_string();
    assert!(
        error.starts_with("unknown kind `lunch`; did you mean `launch`? a trace has read, bus_error, "),
        "{error}"
    );
}

/// Takes lines until it has had enough.
#[derive(Debug, Default)]
struct Taker {
    lines: Vec<TraceLine>,
    parts: usize,
    most: usize,
}

impl TakeLines for Taker {
    fn take(&mut self, lines: &mut TraceLines) -> bool {
        lines.for_each(|line| self.lines.push(*line));
        lines.clear();
        self.parts += 1;
        self.parts < self.most
    }
}

/// Every kind of line, with the largest values, in cycles near and far, in any order.
#[test]
fn packed_lines_are_the_lines() {
    let (entry, sip, launch_id) = (Entry::wrapping(31), Sip::wrapping(31), LaunchId::wrapping(63));
    let command = MdmaCommand {
        thread_idx: u16::MAX,
        block_id: u16::MAX - 1,
        sip,
        physical_sip: Sip::wrapping(4),
        launch_id,
        kernel_id: 0,
        edte_vc_base: 0,
        edte_vc_num: 0,
        block_param_addr: u32::MAX,
        est_exec_time: 0,
        sim_exec_time: 0,
    };
    let launch = |pool| Event::Launch {
        entry,
        seq: u32::MAX,
        pool,
        block: u16::MAX,
        launch_id,
        sip_mask: SipMask(u32::MAX),
    };
    let events = [
        Event::Commit { launched: true },
        Event::Admit { entry, seq: 2, kernel_id: 5 },
        launch(Pool::R),
        launch(Pool::P),
        launch(Pool::O),
        Event::Mdma(command),
        Event::Complete { sip, launch_id },
        Event::PreComplete { sip, launch_id },
        Event::Commit { launched: false },
    ];
    let at = Cycle(u64::MAX);
    let read = TraceLine::Read { at, target: Target::Address(5), value: 7 };
    let cycles = [0, 0, 1, 1 << 32, u64::MAX].map(Cycle);
    let of_cycle = |at| events.into_iter().map(move |event| TraceLine::Event(at, event));
    let mut lines: Vec<TraceLine> = cycles.into_iter().flat_map(of_cycle).collect();
    lines.extend([read, TraceLine::End { at, state: Digest(1) }]);
    lines.extend(of_cycle(at));
    let mut packed = TraceLines::default();
    for _ in 0..2 {
        lines.iter().for_each(|line| packed.push(line));
        let mut unpacked = Vec::new();
        packed.for_each(|line| unpacked.push(*line));
        assert_eq!((packed.len(), &unpacked), (lines.len(), &lines));
        packed.clear();
        assert!(packed.is_empty());
    }
}

#[test]
fn a_trace_in_parts_is_the_trace() {
    let filter = TraceFilter::default().between(10, 100_000).with_kinds(&[TraceKind::Mih, TraceKind::End]);
    for filter in [TraceFilter::default(), filter] {
        let mut whole = TraceWriter::with_filter(Vec::new(), filter);
        let mut parts = TraceParts::new(TraceWriter::new(Vec::new()), filter);
        for cycle in 0..3 * TraceParts::<Taker>::LINES as u64 {
            let event = [Event::Mih(RawMih { dw0: 1, dw1: 2 }), Event::Commit { launched: true }];
            whole.event(Cycle(cycle), event[cycle as usize % 2]);
            parts.event(Cycle(cycle), event[cycle as usize % 2]);
        }
        whole.end(Cycle(99_999), Digest(7));
        parts.end(Cycle(99_999), Digest(7));
        assert!(parts.is_wanted());
        assert!(parts.finish().finish().unwrap() == whole.finish().unwrap());
    }
}

#[test]
fn nothing_is_passed_on_that_is_not_wanted() {
    let lines = TraceParts::<Taker>::LINES;
    let mut parts = TraceParts::new(Taker { most: 2, ..Taker::default() }, TraceFilter::default());
    for cycle in 0..5 * lines as u64 {
        parts.event(Cycle(cycle), Event::Commit { launched: true });
        assert_eq!(parts.is_wanted(), cycle + 1 < 2 * lines as u64);
    }
    let taker = parts.finish();
    assert_eq!((taker.parts, taker.lines.len()), (2, 2 * lines));
}
