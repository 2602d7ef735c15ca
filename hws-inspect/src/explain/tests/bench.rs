//! A bench that writes stimuli, explains them, and replays changed ones.

use std::collections::BTreeMap;

use hws_model::{Config, Event, EventSink, Hws};
use hws_regs::{HwsCtrl, LaunchInfo, RegId, RegIndex, SipLaunch, SipReportComplete};
use hws_sim::stimulus::{Op, Reader, Writer};
use hws_sim::{EventsOnly, Machine};
use hws_types::{Cycle, HdrPush, SipMask, TaskDescriptor};

use crate::explain::{
    AttemptExplanation, Candidate, Explanation, KernelExplanation, Question, SipExplanation, StateChange,
    WhyNot, explain,
};

/// A kernel of one block that runs for 20000 cycles on SIPs of its affinity, in a DAG of its own.
pub(in crate::explain) fn td(kernel_id: u32, threads: u16, affinity: u32) -> TaskDescriptor {
    TaskDescriptor {
        kernel_id,
        affinity,
        est_exec_time: 1000,
        offline_priority: 10,
        dag_tag: kernel_id as u16,
        out_path_mdma: true,
        enable_sip_alloc: true,
        thread_num: threads,
        block_num: 1,
        block_trigger_cnt: 1,
        sim_exec_time: 20_000,
        ..TaskDescriptor::default()
    }
}

/// A stimulus while it is written.
#[derive(Clone, Debug)]
pub(in crate::explain) struct Bench {
    at: u64,
    operations: Vec<(u64, Op)>,
}

impl Bench {
    /// Registers first, then ENABLE; SIPs are attached.
    pub(in crate::explain) fn new(registers: &[(RegId, u32)]) -> Self {
        let mut bench = Self { at: 0, operations: Vec::new() };
        bench.op(Op::SipArray { pre_lead: 0 });
        registers.iter().for_each(|&(id, value)| bench.write(id, value));
        bench.write(RegId::HwsCtrl, HwsCtrl::default().with_enable(true).bits());
        bench
    }

    pub(super) fn op(&mut self, op: Op) {
        self.operations.push((self.at, op));
    }

    pub(super) fn write(&mut self, id: RegId, value: u32) {
        self.op(Op::Write { target: id.into(), value });
    }

    /// Kernels that are pushed one after another, 100 cycles apart, so that each has an attempt of its own.
    pub(in crate::explain) fn kernels(mut self, kernels: &[TaskDescriptor]) -> Self {
        for td in kernels {
            self.push(td);
            self.wait(100);
        }
        self
    }

    /// Kernels that are pushed in the same cycle and admitted while HWS_CTRL.ENABLE is 0, so that the first attempt
    /// sees all of them.
    pub(in crate::explain) fn together(mut self, kernels: &[TaskDescriptor]) -> Self {
        self.write(RegId::HwsCtrl, 0);
        kernels.iter().for_each(|td| self.push(td));
        self.wait(20 * kernels.len() as u64);
        self.write(RegId::HwsCtrl, HwsCtrl::default().with_enable(true).bits());
        self
    }

    pub(super) fn push(&mut self, td: &TaskDescriptor) {
        let td_addr = 0x1000 + 64 * td.kernel_id;
        self.op(Op::Mem { addr: td_addr, words: td.encode().unwrap().to_vec() });
        self.op(Op::Hdr(HdrPush { hdr_id: 1, hdr_entry_id: td.kernel_id as u8, td_addr }));
    }

    pub(super) fn wait(&mut self, cycles: u64) {
        self.at += cycles;
    }

    pub(in crate::explain) fn now(&self) -> u64 {
        self.at
    }

    /// The lines of the stimulus, which ends at this cycle.
    pub(in crate::explain) fn lines(&self, end: u64) -> Vec<u8> {
        let mut writer = Writer::new(Vec::new());
        self.operations.iter().for_each(|(at, op)| writer.record(Cycle(*at), op));
        writer.record(Cycle(end), &Op::End);
        writer.finish().unwrap()
    }

    /// The explanation of the attempt that covers a cycle.
    pub(super) fn at(&self, cycle: u64) -> AttemptExplanation {
        attempt(&self.lines(END), cycle)
    }

    pub(super) fn kernel(&self, id: u32) -> KernelExplanation {
        match explain(reader(&self.lines(END)), Question::Kernel(id)).unwrap() {
            Explanation::Kernel(answer) => answer,
            other => panic!("{other:?}"),
        }
    }

    pub(super) fn sip(&self, sip: u32) -> SipExplanation {
        match explain(reader(&self.lines(END)), Question::Sip(sip)).unwrap() {
            Explanation::Sip(answer) => answer,
            other => panic!("{other:?}"),
        }
    }

    /// This stimulus with other descriptors.
    pub(in crate::explain) fn edited(&self, edit: impl Fn(&mut TaskDescriptor)) -> Self {
        let mut other = self.clone();
        for (_, op) in &mut other.operations {
            if let Op::Mem { words, .. } = op {
                let mut td = TaskDescriptor::decode(&words.as_slice().try_into().unwrap());
                edit(&mut td);
                *words = td.encode().unwrap().to_vec();
            }
        }
        other
    }

    /// This stimulus with an operation that precedes the tick of a cycle.
    pub(super) fn with(&self, at: Cycle, op: Op) -> Self {
        let mut other = self.clone();
        let index = other.operations.iter().position(|(other, _)| *other > at.0);
        other.operations.insert(index.unwrap_or(other.operations.len()), (at.0, op));
        other
    }
}

/// The end of the stimuli of the bench.
pub(in crate::explain) const END: u64 = 100_000;

pub(super) fn reader(lines: &[u8]) -> Reader<&[u8]> {
    Reader::new("bench", lines)
}

pub(super) fn attempt(lines: &[u8], cycle: u64) -> AttemptExplanation {
    match explain(reader(lines), Question::Cycle(cycle)).unwrap() {
        Explanation::Cycle(answer) => *answer,
        other => panic!("{other:?}"),
    }
}

/// A resident kernel of the explanation.
pub(super) fn candidate(explanation: &AttemptExplanation, id: u32) -> &Candidate {
    let all = explanation.candidates.iter().chain(&explanation.outside);
    all.into_iter().find(|one| one.facts.kernel.kernel_id == id).unwrap_or_else(|| panic!("{explanation}"))
}

/// The first suggestion with only this kind of change.
pub(super) fn suggestion(one: &Candidate, is_it: impl Fn(&StateChange) -> bool) -> &WhyNot {
    let mut found = one.why_not.iter().filter(|why_not| why_not.changes.iter().all(&is_it));
    found.next().unwrap_or_else(|| panic!("{:#?}", one.why_not))
}

/// The cycles of the launches of a kernel in a replay.
pub(super) fn launches(lines: &[u8], id: u32) -> Vec<u64> {
    let mut machine = Machine::new(Hws::new(Config::default()), EventsOnly(Launches::default()));
    for operation in reader(lines) {
        // Refusals are part of a replay.
        let _ = machine.perform(&operation.unwrap());
    }
    let launches = machine.into_observer().0;
    launches.all.into_iter().filter(|(_, kernel)| *kernel == id).map(|(at, _)| at.0).collect()
}

#[derive(Default)]
struct Launches {
    kernels: BTreeMap<u32, u32>,
    all: Vec<(Cycle, u32)>,
}

impl EventSink for Launches {
    fn event(&mut self, at: Cycle, event: Event) {
        match event {
            Event::Admit { seq, kernel_id, .. } => {
                self.kernels.insert(seq, kernel_id);
            }
            Event::Launch { seq, .. } => self.all.push((at, self.kernels[&seq])),
            _ => {}
        }
    }
}

/// The kernel starts at the COMMIT of the suggestion in the changed stimulus, and only there.
pub(super) fn assert_helps(plain: &[u8], changed: &[u8], id: u32, why_not: &WhyNot) {
    let (before, after) = (launches(plain, id), launches(changed, id));
    assert!(!before.contains(&why_not.commit.0), "{why_not}: it starts anyhow at {before:?}");
    assert!(after.contains(&why_not.commit.0), "{why_not}: it starts at {after:?}");
    match before.iter().find(|&&at| at > why_not.commit.0) {
        Some(start) => assert_eq!(why_not.gained, Some(start - why_not.commit.0), "{why_not}"),
        None => assert_eq!(why_not.gained, None, "{why_not}"),
    }
}

impl Bench {
    /// The cycle of the LATCH of a suggestion.
    pub(super) fn latch(why_not: &WhyNot) -> Cycle {
        Cycle(why_not.commit.0 - 48)
    }

    /// The lines of the suggestion are inserted, and help.
    pub(super) fn assert_lines_help(&self, id: u32, why_not: &WhyNot) {
        assert!(!why_not.lines.is_empty(), "{why_not}");
        let mut changed = self.clone();
        for line in &why_not.lines {
            let text = format!("{line}\n{{\"at\":{END},\"op\":\"end\"}}\n");
            let operation = reader(text.as_bytes()).next().unwrap().unwrap();
            assert_eq!(operation.at, Self::latch(why_not));
            changed = changed.with(operation.at, operation.op);
        }
        assert_helps(&self.lines(END), &changed.lines(END), id, why_not);
    }

    /// The SIPs report that they are complete before LATCH, and that helps.
    pub(super) fn assert_idle_helps(&self, id: u32, why_not: &WhyNot) {
        let latch = Self::latch(why_not);
        let mut changed = self.clone();
        for op in self.complete_reports(latch, idle(why_not)) {
            changed = changed.with(latch, op);
        }
        assert_helps(&self.lines(END), &changed.lines(END), id, why_not);
    }

    /// The descriptors are edited, and that helps.
    pub(super) fn assert_edit_helps(&self, id: u32, why_not: &WhyNot, edit: impl Fn(&mut TaskDescriptor)) {
        assert_eq!(why_not.lines, [""; 0], "{why_not}");
        let edit = |td: &mut TaskDescriptor| {
            if td.kernel_id == id {
                edit(td)
            }
        };
        assert_helps(&self.lines(END), &self.edited(edit).lines(END), id, why_not);
    }

    fn complete_reports(&self, before: Cycle, sips: SipMask) -> Vec<Op> {
        let mut machine = Machine::new(Hws::new(Config::default()), ());
        for operation in reader(&self.lines(END)) {
            let operation = operation.unwrap();
            if operation.at <= before && operation.op != Op::End {
                let _ = machine.perform(&operation);
            }
        }
        machine.advance_to(before);
        let report = |sip: u8| {
            let launch =
                SipLaunch::from_bits(machine.hws().peek(RegId::SipLaunch(RegIndex::wrapping(sip.into()))))
                    .running();
            let info =
                LaunchInfo::from_bits(machine.hws().peek(RegId::LaunchInfo(RegIndex::wrapping(launch))));
            SipReportComplete::from_bits(0)
                .with_sip_id_masked(sip.into())
                .with_block_id_masked(info.block_id())
                .with_launch_id_masked(launch)
        };
        let write = |value: u32| Op::Write { target: RegId::SipReportComplete.into(), value };
        sips.iter().map(|sip| write(report(sip.get() as u8).bits())).collect()
    }
}

/// The SIPs of a suggestion of idle SIPs.
pub(super) fn idle(why_not: &WhyNot) -> SipMask {
    let sips = why_not.changes.iter().find_map(|change| match change {
        StateChange::Idle { sips } => Some(*sips),
        _ => None,
    });
    sips.unwrap_or_else(|| panic!("{why_not}"))
}

/// The register that a suggestion writes.
pub(super) fn is_register(name: &str) -> impl Fn(&StateChange) -> bool {
    move |change| matches!(change, StateChange::Register { register, .. } if register == name)
}
