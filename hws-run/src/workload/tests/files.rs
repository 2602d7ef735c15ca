//! The meaning of files.

use std::io;

use hws_regs::RegId;
use hws_sim::On;
use hws_types::{Cycle, SipMask, ThreadNum, Topology};

use super::{GEMINI, STG, kernel, load, read_static, read_text, read_with};
use crate::workload::{
    Dep, GraphKind, Hardware, InputFile, Inputs, Mapping, ReadOptions, Role, Triggers, Workload, built_in,
    read,
};

/// The example of the command's documentation, with a Standard Task Graph as the language model.
const EXAMPLE: &str = r#"
hardware:
  topology: 16x2            # CLUSTER_SIP_NUM x CLUSTER_NUM
  time_unit: 1              # cycles
  bus_cycles: 4             # per CF access of the firmware
  registers: { P_TOP_K: 2, RSVD_SIP_BACKFILL_MARGIN_OFFSET: 0x80000031 }
contexts: { 0: { "1": 0xFFFFFFFF, "2": 0xFFFF0000 } }      # usage masks by size class
dags:
  - id: detector
    arrival: 0
    kind: static            # or dynamic
    kernels:
      - { id: conv1, threads: 8, blocks: 16, est: 1200, actual: 1260 }
      - { id: load2, prefetch: conv2 }                      # allocation only
      - { id: conv2, threads: 8, blocks: 16, cost: { ops: 118e6, bytes: 3.2e6 }, deps: [ conv1, { kernel: load2, on: launch } ] }
  - { id: lm, arrival: 20000, import: g.stg, repeat: 3, every: 50000 }
"#;

#[test]
fn the_documented_example() {
    let workload = read_text(EXAMPLE).unwrap();
    let threads = |n| ThreadNum::new(n).unwrap();
    assert_eq!(
        workload.hardware,
        Hardware {
            topology: Topology::FULL,
            time_unit: 1,
            bus_cycles: 4,
            registers: vec![(RegId::PTopK, 2), (RegId::RsvdSipBackfillMarginOffset, 0x8000_0031)],
            ..Hardware::default()
        }
    );
    let masks = [(0, threads(1), SipMask::ALL), (0, threads(2), SipMask(0xFFFF_0000))];
    assert_eq!(workload.usage_masks, masks);
    let dags: Vec<_> =
        workload.dags.iter().map(|dag| (dag.name.as_str(), dag.arrival.0, dag.kernels.len())).collect();
    let expected = [("detector", 0, 3), ("lm", 20_000, 3), ("lm#1", 70_000, 3), ("lm#2", 120_000, 3)];
    assert_eq!(dags, expected);
    assert!(workload.dags.iter().all(|dag| dag.kind == GraphKind::Static));
}

#[test]
fn the_kernels_of_the_documented_example() {
    let workload = read_text(EXAMPLE).unwrap();
    let [conv1, load2, conv2] = ["conv1", "load2", "conv2"].map(|name| kernel(&workload, 0, name));
    assert_eq!((conv1.threads.get(), conv1.blocks, conv1.est, conv1.actual), (8, 16, 1200, Some(1260)));
    assert_eq!((load2.threads.get(), load2.blocks, load2.role), (8, 16, Role::PrefetchOf(2)));
    assert_eq!((load2.est, load2.deps.as_slice()), (1, [].as_slice()));
    assert_eq!(conv2.role, Role::ComputeAfter(1));
    assert_eq!(
        conv2.deps,
        [Dep { kernel: 0, on: On::Finish, delay: 0 }, Dep { kernel: 1, on: On::Launch, delay: 0 }]
    );
    // A block moves 200,000 bytes, 8 SIPs move 128 per cycle: ceil(1562.5) plus 1000. Its 7,375,000
    // operations at 8192 per cycle would take 901.
    assert_eq!(conv2.est, 2563);
    // Blocks of 8 fit 4 times, so 16 take 4 rounds: 10252, then 4800 more for conv1, 1 for load2.
    assert_eq!([conv1, load2, conv2].map(|kernel| kernel.priority), [15_052, 10_253, 10_252]);
    assert_eq!([conv1, load2, conv2].map(|kernel| kernel.on_cp), [true, false, true]);
}

/// Times 5, 7, 3 have the mean 5: times 100 it is 500, times 1000 it is at least 960.
#[test]
fn a_standard_task_graph_is_a_workload() {
    let workload = read(STG.as_bytes(), "some/folder/robot.stg", &ReadOptions::default(), &mut load).unwrap();
    assert_eq!((workload.est_scale, &workload.hardware), (1000, &Hardware::default()));
    let dag = &workload.dags[0];
    assert_eq!((dag.name.as_str(), dag.arrival, dag.kind), ("robot", Cycle(0), GraphKind::Static));
    let ests: Vec<_> = dag.kernels.iter().map(|kernel| (kernel.est, kernel.priority, kernel.on_cp)).collect();
    assert_eq!(ests, [(5000, 8000, false), (7000, 10_000, true), (3000, 3000, true)]);
    assert_eq!(dag.kernels[2].deps, [0, 1].map(|kernel| Dep { kernel, on: On::Finish, delay: 0 }));
    assert!(dag.kernels.iter().all(|kernel| kernel.affinity == SipMask::ALL && kernel.threads.get() == 1));
}

#[test]
fn a_scale_can_be_given_and_is_smaller_for_a_long_time_unit() {
    let options = ReadOptions { est_scale: Some(7), ..ReadOptions::default() };
    let workload = read(STG.as_bytes(), "g", &options, &mut load).unwrap();
    assert_eq!((workload.est_scale, workload.dags[0].kernels[0].est), (7, 35));
    // A mean of 5 units of 20 cycles is 100 cycles: times 10 it is at least 960.
    let text = "hardware: { time_unit: 20 }\ndags: [{ id: g, import: g.stg }]\n";
    let workload = read_text(text).unwrap();
    assert_eq!((workload.est_scale, workload.dags[0].kernels[0].est), (10, 50));
}

/// B and C wait for A; C, on A's core, already has that edge. The ranks are those of the data edges.
#[test]
fn static_mapping_pins_kernels_to_their_cores() {
    let options = ReadOptions { mapping: Mapping::Static, est_scale: Some(1), ..ReadOptions::default() };
    let workload = read(GEMINI, "tiny.json", &options, &mut load).unwrap();
    let kernels = &workload.dags[0].kernels;
    let rows: Vec<_> = kernels.iter().map(|k| (k.est, k.affinity.0, k.priority)).collect();
    let mut sorted = rows.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, [(5, 1, 5), (7, 2, 7), (10, 1, 17)]);
    let dynamic = read(GEMINI, "tiny.json", &ReadOptions::default(), &mut load).unwrap();
    assert!(dynamic.dags[0].kernels.iter().all(|kernel| kernel.affinity == SipMask::ALL));
}

#[test]
fn the_keys_of_a_kernel() {
    let text = r#"
contexts: { 3: { 9_12_16: [0, 1], "4": 0xF }, 1: { 2: 0 } }
dags:
  - id: 7
    kind: dynamic
    arrival: 1e3
    kernels:
      - { id: 1, threads: 3, blocks: 9, est: 10, ctx: 3, affinity: [31, 30, 29, 28], trigger: { window: 2 } }
      - { id: two, threads: 16, blocks: 2, est: 1, coop: true, affinity: 0xFFFFFFFF, trigger: all, priority: 0, deps: [1] }
"#;
    let workload = read_text(text).unwrap();
    let masks: Vec<_> =
        workload.usage_masks.iter().map(|(ctx, threads, mask)| (*ctx, threads.class(), mask.0)).collect();
    assert_eq!(masks, [(3, 4, 3), (3, 2, 0xF), (1, 1, 0)]);
    let dag = &workload.dags[0];
    assert_eq!((dag.name.as_str(), dag.arrival.0, dag.kind), ("7", 1000, GraphKind::Dynamic));
    let [one, two] = [&dag.kernels[0], &dag.kernels[1]];
    assert_eq!((one.ctx, one.affinity.0, &one.triggers), (3, 0xF000_0000, &Triggers::Window(2)));
    assert_eq!((two.coop, &two.triggers, two.priority, two.on_cp), (true, &Triggers::All, 0, true));
    // 8 blocks of 3 fit at once: 9 blocks take two rounds of 10, followed by one of 1.
    assert_eq!(one.priority, 21);
}

#[test]
fn a_kernel_waits_for_its_prefetch_without_a_dependency() {
    let text = "dags:\n- id: g\n  kernels:\n  - { id: a, threads: 2, est: 9 }\n  - { id: p, prefetch: a }\n";
    let workload = read_text(text).unwrap();
    assert_eq!(kernel(&workload, 0, "a").deps, [Dep { kernel: 1, on: On::Launch, delay: 0 }]);
    assert_eq!(kernel(&workload, 0, "a").role, Role::ComputeAfter(1));
}

#[test]
fn json_is_yaml_and_anchors_save_typing() {
    let json = r#"{"dags": [{"id": "g", "kernels": [{"id": "a", "threads": 1, "est": 5}]}]}"#;
    assert_eq!(read_text(json).unwrap().dags[0].kernels[0].est, 5);
    let anchors = "dags:\n- id: g\n  kernels:\n  - &a { id: a, threads: 2, est: 5 }\n  - { <<: *a, id: b }\n";
    assert_eq!(read_text(anchors).unwrap().dags[0].kernels[1].threads.get(), 2);
}

#[test]
fn the_built_in_example_has_priorities() {
    let workload: Workload = built_in();
    assert_eq!(workload.dags.iter().map(|dag| dag.kernels.len()).collect::<Vec<_>>(), [56, 62, 56, 11]);
    assert_eq!(workload.dags[1].kind, GraphKind::Dynamic);
    for dag in &workload.dags {
        assert!(dag.kernels[0].on_cp, "every graph has one source");
        assert!(dag.kernels.iter().all(|kernel| kernel.priority > 0));
    }
}

/// The settings of the example are the first layer: a configuration and then policies override them.
#[test]
fn the_settings_of_the_built_in_example_can_be_overridden() {
    let config = InputFile {
        name: "c.yaml".into(),
        bytes: b"hardware: { registers: { PRE_IDLE_OFFSET: 200 } }".to_vec(),
    };
    let mut load = |_: &str, _: &str| Err(io::ErrorKind::NotFound.into());
    let mut read = |inputs: &Inputs| inputs.understand(&mut load).unwrap();
    let (offset, enable) = (RegId::PreIdleOffset, RegId::EnableEarlyLaunchSip);

    let alone = read(&Inputs::default());
    assert_eq!(*alone.workload, built_in());
    assert_eq!(alone.origins.of_register(offset), Some("the built-in example"));

    let configured = read(&Inputs { config: Some(config.clone()), ..Inputs::default() });
    assert_eq!(configured.workload.hardware.setting(offset), Some(200));
    assert_eq!(configured.workload.hardware.setting(enable), Some(1));
    assert_eq!(configured.origins.of_register(offset), Some("c.yaml"));

    let policies = vec![("early_launch".to_owned(), "off".to_owned())];
    let off = read(&Inputs { config: Some(config), policies, ..Inputs::default() });
    assert_eq!(off.workload.hardware.setting(enable).unwrap_or(0), 0);
    assert_eq!(off.origins.of_register(offset), Some("c.yaml"));
}

#[test]
fn static_mapping_leaves_written_kernels_alone() {
    let text = "dags: [{ id: g, kernels: [{ id: a, threads: 1, est: 5 }] }]";
    assert_eq!(read_static(text), read_text(text));
    assert_eq!(
        read_with(text, &ReadOptions { est_scale: Some(9), ..ReadOptions::default() }),
        read_text(text)
    );
}
