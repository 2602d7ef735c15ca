//! The emitted files match a run.

use std::collections::BTreeMap;

use hws_model::{Event, EventSink};
use hws_regs::{InPath, RegId};
use hws_sim::Observer;
use hws_sim::stimulus::{Op, Target};
use hws_types::Cycle;
use proptest::prelude::*;
use rstest::rstest;
use serde_json::{Value, json};

use super::{EmitStep, Emitted, FILES, TriggerWait, emit};
use crate::run::{DESCRIPTOR_BASE, run};
use crate::workload::{Credit, InputFile, Inputs, Kernel, Scheduler, Workload};

fn example(name: &str) -> Workload {
    let path = format!("{}/../examples/{name}", env!("CARGO_MANIFEST_DIR"));
    let file = InputFile { name: name.to_owned(), bytes: std::fs::read(path).unwrap() };
    Inputs { files: vec![file], ..Inputs::default() }
        .read(&mut |_, _| Err(std::io::ErrorKind::NotFound.into()))
        .unwrap()
}

fn plan() -> Emitted {
    emit(&example("plans/two_stages.json")).unwrap()
}

/// The operations of a run.
#[derive(Default)]
struct Ops(Vec<Op>);

impl EventSink for Ops {
    fn event(&mut self, _: Cycle, _: Event) {}
}

impl Observer for Ops {
    fn operation(&mut self, _at: Cycle, op: &Op) {
        self.0.push(op.clone());
    }
}

fn of_run(workload: &Workload) -> Vec<Op> {
    run(workload, Ops::default()).unwrap().1.0
}

fn writes(ops: &[Op]) -> Vec<(RegId, u32)> {
    let write = |op: &Op| match *op {
        Op::Write { target: Target::Register(RegId::SipReportComplete), .. } => None,
        Op::Write { target: Target::Register(register), value } => Some((register, value)),
        _ => None,
    };
    ops.iter().filter_map(write).collect()
}

fn is_dag_command(register: RegId) -> bool {
    matches!(register, RegId::DagCmdTag | RegId::DagCmdTotal | RegId::DagCmd)
}

/// If firmware pushes each block as a task, a kernel has a descriptor for each block; a cooperative kernel and a
/// prefetch are one task.
fn tasks(workload: &Workload, kernel: &Kernel) -> usize {
    let by_block = workload.firmware.in_path == InPath::Firmware && kernel.runs() && !kernel.coop;
    if by_block { kernel.blocks.into() } else { 1 }
}

#[rstest]
#[case("plans/two_stages.json")]
#[case("detector.yaml")]
#[case("prefetch.yaml")]
#[case("contended.yaml")]
#[case("paths.yaml")]
#[case("many_graphs.yaml")]
fn descriptors_and_writes_are_those_of_a_run(#[case] name: &str) {
    let workload = example(name);
    let (emitted, ops) = (emit(&workload).unwrap(), of_run(&workload));

    let mut first: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for op in &ops {
        if let Op::Mem { addr, words } = op
            && *addr >= DESCRIPTOR_BASE
        {
            first.entry(*addr).or_insert_with(|| words.clone());
        }
    }
    let own: BTreeMap<u32, Vec<u32>> =
        emitted.descriptors.iter().map(|one| (one.address, one.words.to_vec())).collect();
    assert_eq!(own, first);
    let by_hws = || workload.dags.iter().filter(|dag| dag.scheduler == Scheduler::Hws);
    let tasks: usize = by_hws().flat_map(|dag| &dag.kernels).map(|kernel| tasks(&workload, kernel)).sum();
    assert_eq!(own.len(), tasks);

    let written = writes(&ops);
    let of = |step: EmitStep| {
        let steps = emitted.registers.iter().filter(move |write| write.step == step);
        steps.map(|write| (RegId::parse(&write.name).unwrap(), write.value)).collect::<Vec<_>>()
    };
    let bring_up = of(EmitStep::BringUp);
    assert_eq!(written[..bring_up.len()], bring_up);
    assert_eq!(bring_up.last().map(|(register, _)| *register), Some(RegId::HwsCtrl));
    let commands: Vec<_> = written.into_iter().filter(|(register, _)| is_dag_command(*register)).collect();
    for dag in by_hws() {
        let own = emitted.registers.iter().filter(|write| write.dag.as_ref() == Some(&dag.name));
        let own: Vec<_> = own.map(|write| (RegId::parse(&write.name).unwrap(), write.value)).collect();
        // Two more may precede them, to close another graph.
        assert!(matches!(own.len(), 3 | 5), "{}: {own:?}", dag.name);
        let own = own.last_chunk::<3>().unwrap();
        assert!(commands.windows(3).any(|some| some == own), "{}: {own:?} in {commands:?}", dag.name);
    }
}

/// Tags are reused: with more graphs than tags, later graphs close earlier ones.
#[test]
fn more_graphs_than_the_table_has() {
    let mut workload = example("plans/two_stages.json");
    let dag = workload.dags[0].clone();
    workload.dags =
        (0..40).map(|index| crate::workload::Dag { name: format!("g{index}"), ..dag.clone() }).collect();
    let emitted = emit(&workload).unwrap();
    let tags = |register: &str| {
        let writes = emitted.registers.iter().filter(|write| write.name == register && write.dag.is_some());
        writes.map(|write| write.value).collect::<Vec<_>>()
    };
    // Each tag after the first 32 follows a reset of an older one.
    let wanted: Vec<u32> = (0..32).chain((32..40).flat_map(|tag| [tag - 32, tag])).collect();
    assert_eq!(tags("DAG_CMD_TAG"), wanted);
}

#[test]
fn edges_name_both_ends() {
    let edge = |from: u32, to: u32, on: &str, names: [&str; 2]| json!({ "from": from, "to": to, "on": on, "delay": 0, "from_kernel": names[0], "to_kernel": names[1] });
    assert_eq!(
        serde_json::to_value(plan().edges).unwrap(),
        json!([
            edge(0, 1, "launch", ["camera/load", "camera/filter"]),
            edge(2, 3, "finish", ["camera/encode", "report/send"]),
        ])
    );
}

#[test]
fn triggers_are_a_line_for_each_step() {
    let credit = |finished: u16, count: u16| {
        json!({ "kernel_id": 2, "kernel": "camera/encode", "by": "credit", "of": 1, "of_kernel": "camera/filter",
                "finished": finished, "block_trigger_cnt": count })
    };
    let window = json!({ "kernel_id": 3, "kernel": "report/send", "by": "window", "plus": 2 });
    assert_eq!(serde_json::to_value(plan().triggers).unwrap(), json!([credit(2, 1), credit(4, 2), window]));
}

fn of_text(text: &str) -> Emitted {
    let file = InputFile { name: "w.yaml".to_owned(), bytes: text.as_bytes().to_vec() };
    let inputs = Inputs { files: vec![file], ..Inputs::default() };
    emit(&inputs.read(&mut |_, _| Err(std::io::ErrorKind::NotFound.into())).unwrap()).unwrap()
}

#[test]
fn the_pushed_address_excludes_the_offset() {
    let kernels = "[{ id: a, threads: 1, est: 5 }, { id: b, threads: 1, est: 5 }]";
    let text =
        format!("hardware: {{ registers: {{ TDP_CFG: 64 }} }}\ndags: [{{ id: g, kernels: {kernels} }}]\n");
    let found: Vec<_> = of_text(&text).descriptors.iter().map(|one| (one.td_addr, one.address)).collect();
    assert_eq!(found.len(), 2);
    assert!(found.iter().all(|(td_addr, address)| td_addr + 64 == *address), "{found:?}");
}

/// The hardware ignores them.
#[test]
fn triggers_of_cooperative_kernels_do_not_rise() {
    let kernel = |coop: bool| {
        let keys = "id: a, threads: 1, blocks: 4, est: 5, trigger: { window: 2 }";
        of_text(&format!("dags: [{{ id: g, kernels: [{{ {keys}, coop: {coop} }}] }}]\n")).triggers.len()
    };
    assert_eq!((kernel(false), kernel(true)), (1, 0));
}

fn written(emitted: &Emitted, name: &str) -> Vec<u8> {
    let (_, write) = FILES.iter().find(|(file, _)| *file == name).unwrap();
    let mut bytes = Vec::new();
    write(emitted, &mut bytes).unwrap();
    bytes
}

#[test]
fn files_match_the_values() {
    let emitted = plan();
    let index: Value = serde_json::from_slice(&written(&emitted, "descriptors.json")).unwrap();
    let image = written(&emitted, "descriptors.bin");
    assert_eq!(image.len(), 4 * 64);
    for (place, entry) in index["descriptors"].as_array().unwrap().iter().enumerate() {
        let at = entry["offset"].as_u64().unwrap() as usize;
        let words: Vec<u32> =
            image[at..at + 64].chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
        assert_eq!((json!(words), &entry["kernel_id"]), (entry["words"].clone(), &json!(place)));
    }
    let text = String::from_utf8(written(&emitted, "registers.txt")).unwrap();
    let lines = String::from_utf8(written(&emitted, "registers.jsonl")).unwrap();
    assert!(text.starts_with("# bring up\n0x") && text.contains("\n# open graph report\n0x"), "{text}");
    assert_eq!(text.lines().filter(|line| !line.starts_with('#')).count(), lines.lines().count());
    let first: Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!((&first["step"], &first["dag"]), (&json!("bring_up"), &Value::Null));
    let (addr, value) = (first["addr"].as_u64().unwrap(), first["value"].as_u64().unwrap());
    let name = first["name"].as_str().unwrap();
    assert_eq!(text.lines().nth(1), Some(format!("{addr:#06x} {value:#010x} {name}").as_str()));
    assert_eq!(written(&emitted, "edges.jsonl").split(|byte| *byte == b'\n').count(), 3);
    assert_eq!(written(&emitted, "triggers.jsonl").split(|byte| *byte == b'\n').count(), 4);
}

proptest! {
    /// For every number of finished blocks, the steps allow what the credit allows.
    #[test]
    fn steps_are_the_credit(mut need in prop::collection::vec(0..20_u16, 1..20), finished in 0..25_u16) {
        need.sort_unstable();
        let steps = super::triggers::steps(&need, 0, "");
        let allowed = steps.iter().filter_map(|step| match step {
            TriggerWait::Credit { finished: at, block_trigger_cnt, .. } if *at <= finished => Some(*block_trigger_cnt),
            _ => None,
        });
        let allowed = allowed.max().unwrap_or(0);
        let rising = steps.windows(2).all(|pair| match pair {
            [TriggerWait::Credit { finished: a, block_trigger_cnt: b, .. }, TriggerWait::Credit { finished: c, block_trigger_cnt: d, .. }] => a < c && b < d,
            _ => false,
        });
        prop_assert!(rising);
        prop_assert_eq!(usize::from(allowed), Credit { kernel: 0, need }.allowed(finished.into()));
    }
}
