//! A workload as a plan, and the plan read again.

use hws_plan::plan::{Plan, PlanTimeUnit};

use super::{kernel, load, read_text};
use crate::workload::{InputFile, Inputs, Kernel, ReadOptions, Role, Workload};

/// Everything that a plan can express, and everything that it cannot.
const FULL: &str = "\
hardware: { topology: 8x4, time_unit: 4, registers: { P_TOP_K: 3 } }
contexts: { 1: { \"2\": 0xff0f } }
error_model: { kind: low }
firmware: { vcs: 9 }
dags:
  - id: first
    arrival: 70
    kind: dynamic
    kernels:
      - { id: load, prefetch: a }
      - { id: a, threads: 2, blocks: 3, est: 100, l2: 64, ctx: 1, affinity: 0xff0f, priority: 9 }
      - { id: b, threads: 1, blocks: 4, est: 50, deps: [ { kernel: a, on: launch } ], trigger: { window: 2 } }
      - { id: c, threads: 1, blocks: 2, est: 7, deps: [ a ], params: { entry_bytes: 12, queue: 1 },
          trigger: { credits: [ { kernel: b, need: [ 1, 4 ] } ] } }
      - { id: d, threads: 4, blocks: 2, est: 9, coop: true, vc: { count: 2, by: hws } }
  - id: second
    kernels: [ { id: a, threads: 1, est: 3, deps: [ { dag: first, kernel: b, on: launch }, { dag: first, kernel: c } ] } ]
";

fn read_again(plan: &Plan) -> Workload {
    let file = InputFile { name: "p.json".to_owned(), bytes: serde_json::to_vec(plan).unwrap() };
    let inputs = Inputs { files: vec![file], options: ReadOptions::default(), ..Inputs::default() };
    inputs.read(&mut |_, path| load(path)).unwrap_or_else(|error| panic!("{error}"))
}

/// The same in cycles, without what a plan cannot express.
fn in_cycles(kernel: &Kernel, time_unit: u32) -> Kernel {
    let mut kernel = kernel.clone();
    if kernel.runs() {
        kernel.est *= time_unit;
    }
    (kernel.actual, kernel.needs.vc, kernel.needs.ahead) = (None, None, 1);
    kernel
}

#[test]
fn what_a_plan_can_express_is_read_back() {
    let workload = read_text(FULL).unwrap_or_else(|error| panic!("{error}"));
    let plan = workload.to_plan("both", Some("w.yaml".into()));
    assert_eq!(plan.sound(), Ok(()));
    assert_eq!((plan.name.as_str(), plan.provenance.source.as_deref()), ("both", Some("w.yaml")));
    assert_eq!((plan.time.unit, plan.time.scale), (PlanTimeUnit::Cycles, [1, 1]));
    let again = read_again(&plan);
    assert_eq!(again.hardware.topology, workload.hardware.topology);
    assert_eq!(again.dags.len(), 2);
    for (dag, before) in again.dags.iter().zip(&workload.dags) {
        assert_eq!((&dag.name, dag.arrival, dag.kind), (&before.name, before.arrival, before.kind));
        let kernels: Vec<Kernel> = before.kernels.iter().map(|kernel| in_cycles(kernel, 4)).collect();
        assert_eq!(dag.kernels, kernels);
    }
    assert_eq!(kernel(&again, 0, "load").role, Role::PrefetchOf(1));
    assert_eq!(kernel(&again, 0, "a").est, 400);
    assert_eq!(kernel(&again, 1, "a").external, kernel(&workload, 1, "a").external);
}

/// There is one note for each part that is left out, and none if nothing is.
#[test]
fn what_a_plan_cannot_express_is_noted() {
    let notes = |text: &str| read_text(text).unwrap().to_plan("p", None).provenance.notes;
    let small = |more: &str, keys: &str| {
        format!("{more}dags: [{{ id: g, kernels: [{{ id: a, threads: 1, est: 5{keys} }}] }}]\n")
    };
    assert_eq!(notes(&small("", "")), Vec::<String>::new());
    let registers = "hardware: { registers: { P_TOP_K: 3 } }\n";
    assert_eq!(notes(&small(registers, "")), ["register settings are left out; keep them in a --config"]);
    let unit = "hardware: { time_unit: 4 }\n";
    assert_eq!(notes(&small(unit, "")), ["the time unit is left out; keep it in a --config"]);
    let masks = "contexts: { 1: { \"2\": 0xff } }\n";
    assert_eq!(notes(&small(masks, "")), ["usage masks are left out; keep them in a --config"]);
    assert_eq!(notes(&small("firmware: { vcs: 9 }\n", "")), ["firmware options are left out"]);
    assert_eq!(notes(&small("", ", actual: 6")), ["real times are left out"]);
    assert_eq!(notes(&small("", ", vc: { count: 2, by: hws }")), ["VCs and grants ahead are left out"]);
    let firmware = "dags: [{ id: g, scheduler: firmware, kernels: [{ id: a, threads: 1, est: 5 }] }]\n";
    assert_eq!(notes(firmware), ["graphs scheduled by firmware are left to the HWS"]);
}
