//! Refused workloads: every error has a place and a remedy.

use rstest::rstest;

use super::{GEMINI, load, read_static, read_text};
use crate::workload::{Mapping, ReadOptions, read};

/// A file with a kernel in addition to `a`, on line 5 from column 5.
fn with_kernel(kernel: &str) -> String {
    format!("dags:\n- id: g\n  kernels:\n  - {{ id: a, threads: 2, est: 9 }}\n  - {kernel}\n")
}

/// A file with this hardware, on line 1 from column 11.
fn with_hardware(hardware: &str) -> String {
    format!("hardware: {hardware}\ndags: [{{ id: g, kernels: [{{ id: a, threads: 1, est: 9 }}] }}]\n")
}

fn check(text: &str, start: &str) {
    let error = read_text(text).unwrap_err().to_string();
    assert!(error.starts_with(start), "\n found {error}\nwanted {start}");
    assert!(error.contains("; "), "no remedy: {error}");
}

#[rstest]
#[case("{ id: a, threads: 1, est: 1 }", "5:11: kernel `a` is given twice, first on line 4")]
#[case("{ threads: 1, est: 1 }", "5:5: missing key `id` in a kernel")]
#[case("{ id: b, est: 1 }", "5:5: missing key `threads` in a kernel")]
#[case("{ id: b, threads: 1 }", "5:5: missing key `est` in a kernel")]
#[case("{ id: b, thread: 1 }", "5:14: unknown key `thread` in a kernel; did you mean `threads`?")]
#[case("{ id: b, threads: 5, est: 1 }", "5:23: `threads` is 5; give one of 1, 2, 3, 4, 6, 8, 9, 12, 16")]
#[case("{ id: b, threads: 1, est: 0 }", "5:31: `est` is 0; give an integer from 1 to 4294967295")]
#[case("{ id: b, threads: 1, est: 1.5 }", "5:31: `est` is 1.5; give an integer")]
#[case("{ id: b, threads: 1, est: -3 }", "5:31: `est` is -3; give an integer")]
#[case("{ id: b, threads: 1, est: 4294967296 }", "5:31: `est` is 4294967296; give")]
#[case("{ id: b, threads: 1, est: '9' }", "5:31: `est` is the text \"9\"; give")]
#[case("{ id: b, threads: 1, est: }", "5:29: `est` is empty; give")]
#[case("{ id: b, threads: 1, est: 1, cost: { ops: 1, bytes: 1 } }", "5:34: `cost` conflicts with `est`")]
#[case("{ id: b, threads: 1, cost: { ops: 1 } }", "5:32: missing key `bytes` in a cost")]
#[case("{ id: b, threads: 1, cost: { ops: 1, byte: 2 } }", "5:42: unknown key `byte` in a cost")]
#[case("{ id: b, threads: 1, cost: { ops: 1e9, bytes: 1e300 } }", "5:51: `bytes` is 1e300")]
#[case("{ id: b, threads: 1, cost: { ops: 18446744073709551615, bytes: 0 } }", "5:32: the estimate of `b`")]
#[case("{ id: b, threads: 1, est: 1, actual: 0 }", "5:42: `actual` is 0")]
#[case("{ id: b, threads: 1, est: 1, blocks: 65536 }", "5:42: `blocks` is 65536")]
#[case("{ id: b, threads: 1, est: 1, ctx: 4 }", "5:39: `ctx` is 4; give an integer from 0 to 3")]
#[case("{ id: b, threads: 1, est: 1, coop: yes }", "5:40: `coop` is the text \"yes\"; give true or false")]
#[case("{ id: b, threads: 1, est: 1, affinity: all }", "5:44: `affinity` is the text \"all\"; give a mask")]
#[case("{ id: b, threads: 1, est: 1, affinity: [0, 32] }", "5:48: a SIP is 32; give an integer from 0 to 31")]
#[case("{ id: b, threads: 1, est: 1, affinity: 0 }", "5:44: no block of 1 threads fits")]
#[case("{ id: b, threads: 4, est: 1, affinity: [1, 2, 3, 4] }", "5:44: no block of 4 threads fits")]
#[case("{ id: b, threads: 16, blocks: 3, coop: true, est: 1 }", "5:35: a cooperative kernel has 3 blocks")]
#[case("{ id: b, threads: 1, est: 1, priority: 4294967296 }", "5:44: `priority` is 4294967296")]
#[case(
    "{ id: b, threads: 1, est: 1, deadlin: 9 }",
    "5:34: unknown key `deadlin` in a kernel; did you mean `deadline`?"
)]
#[case(
    "{ id: b, threads: 1, est: 1, deadline: 0 }",
    "5:44: `deadline` is 0; give an integer from 1 to 9007199254740992"
)]
#[case("{ id: b, threads: 1, est: 1, deadline: -5 }", "5:44: `deadline` is -5; give an integer from 1 to")]
#[case("{ id: b, threads: 1, est: 1, deadline: 1.5 }", "5:44: `deadline` is 1.5; give an integer from 1 to")]
#[case(
    "{ id: b, threads: 1, est: 1, deadline: soon }",
    "5:44: `deadline` is the text \"soon\"; give an integer"
)]
#[case(
    "{ id: b, threads: 1, est: 1, deadline: 9007199254740993 }",
    "5:44: `deadline` is 9007199254740993; give"
)]
#[case("{ id: b, prefetch: a, deadline: 0 }", "5:37: `deadline` is 0; give")]
#[case("{ id: b, threads: 1, est: 1, trigger: some }", "5:43: `trigger` is the text \"some\"; give all, or")]
#[case("{ id: b, threads: 1, est: 1, trigger: { window: 0 } }", "5:53: `window` is 0")]
#[case("{ id: b, threads: 1, est: 1, trigger: {} }", "5:43: missing key `window` in a trigger policy")]
#[case("{ id: b, threads: 1, est: 1, deps: a }", "5:40: `deps` is the text \"a\"; give a list")]
#[case("{ id: b, threads: 1, est: 1, deps: [c] }", "5:41: unknown kernel `c` in this graph; name")]
#[case(
    "{ id: b, threads: 1, est: 1, deps: [ax] }",
    "5:41: unknown kernel `ax` in this graph; did you mean `a`?"
)]
#[case("{ id: b, threads: 1, est: 1, deps: [a, { kernel: a }] }", "5:44: dependency `a` is given twice")]
#[case(
    "{ id: b, threads: 1, est: 1, deps: [{ kernel: a, on: start }] }",
    "5:58: `on` is the text \"start\"; give finish or launch"
)]
#[case("{ id: b, threads: 1, est: 1, deps: [{ on: launch }] }", "5:41: missing key `kernel` in a dependency")]
#[case("{ id: b, threads: 1, est: 1, deps: [[a]] }", "5:41: a dependency is a list; give a name")]
#[case("{ id: b, threads: 1, est: 1, deps: [b] }", "5:40: kernel `b` waits for itself")]
#[case("{ id: b, prefetch: c }", "5:24: unknown kernel `c` in this graph")]
#[case("{ id: b, prefetch: b }", "5:24: `b` is itself a prefetch")]
#[case("{ id: b, prefetch: a, threads: 1 }", "5:27: a prefetch takes `threads` from the kernel")]
#[case("{ id: b, prefetch: a, deps: [a] }", "4:5: kernel `a` waits for itself")]
#[case("{ id: '', threads: 1, est: 1 }", "5:11: `id` is the text \"\"; give a name")]
#[case("{ id: [], threads: 1, est: 1 }", "5:11: `id` is a list; give a name")]
#[case("b", "5:5: a kernel is the text \"b\"; give a map of id, threads")]
#[case("{ id: b, threads: 1, est: 1, est: 2 }", "5:34: ")]
fn kernels_of_a_graph(#[case] kernel: &str, #[case] rest: &str) {
    check(&with_kernel(kernel), &format!("w.yaml:{rest}"));
}

#[test]
fn cycles_and_second_prefetches_are_refused_where_they_are_written() {
    let head = "dags:\n- id: g\n  kernels:\n";
    let cycle =
        "  - { id: a, threads: 1, est: 1, deps: [b] }\n  - { id: b, threads: 1, est: 1, deps: [a] }\n";
    check(
        &format!("{head}{cycle}"),
        "w.yaml:4:40: kernel `a` waits for itself: `a` waits for `b`, `b` for `a`; remove one of these dependencies",
    );
    let twice = "  - { id: a, threads: 1, est: 1 }\n  - { id: p, prefetch: a }\n  - { id: q, prefetch: a }\n";
    check(&format!("{head}{twice}"), "w.yaml:6:24: `a` already has the prefetch `p`");
    let many = "  - { id: a, threads: 1, est: 1, blocks: 256 }\n  - { id: p, prefetch: a }\n";
    check(&format!("{head}{many}"), "w.yaml:5:24: `a` has 256 blocks, but a prefetch covers at most 255");
}

#[rstest]
#[case(
    "{ topology: 5x4 }",
    "1:23: `topology` is the text \"5x4\"; give 3x4, 3x8, 4x4, 4x8, 6x2, 6x4, 8x2, 8x4, 12x1, 12x2, 16x1, 16x2"
)]
#[case("{ topology: 16 }", "1:23: `topology` is 16; give")]
#[case("{ time_unit: 0 }", "1:24: `time_unit` is 0; give an integer from 1 to 65536")]
#[case("{ time_unit: 65537 }", "1:24: `time_unit` is 65537")]
#[case("{ bus_cycles: 0 }", "1:25: `bus_cycles` is 0")]
#[case("{ bus_cycle: 1 }", "1:13: unknown key `bus_cycle` in `hardware`; did you mean `bus_cycles`?")]
#[case("{ pre_complete_lead: 4294967296 }", "1:32: `pre_complete_lead` is 4294967296")]
#[case("{ cost: 5 }", "1:19: `hardware.cost` is 5; give a map of ops_per_cycle, bytes_per_cycle, overhead")]
#[case("{ cost: { ops: 5 } }", "1:21: unknown key `ops` in `hardware.cost`; did you mean `ops_per_cycle`?")]
#[case("{ cost: { ops_per_cycle: 0 } }", "1:36: `ops_per_cycle` is 0; give an integer from 1 to 4294967295")]
#[case("{ cost: { bytes_per_cycle: 0 } }", "1:38: `bytes_per_cycle` is 0; give an integer from 1")]
#[case("{ cost: { overhead: -1 } }", "1:31: `overhead` is -1; give an integer from 0")]
#[case("fast", "1:11: `hardware` is the text \"fast\"")]
#[case(
    "{ registers: { P_TOP_L: 2 } }",
    "1:26: `P_TOP_L`: no register has this name; did you mean `P_TOP_K`?"
)]
#[case("{ registers: { SIP_USAGE_MASK: 2 } }", "1:26: `SIP_USAGE_MASK`: SIP_USAGE_MASK[][] needs an index")]
#[case(
    "{ registers: { 'SIP_USAGE_MASK[0][5]': 2 } }",
    "1:26: `SIP_USAGE_MASK[0][5]`: second index 5 of SIP_USAGE_MASK[][] does not exist"
)]
#[case("{ registers: { P_TOP_K: 5 } }", "1:35: 0x5 is not a legal value of P_TOP_K; legal: K from 1 to 4")]
#[case("{ registers: { P_TOP_K: 4294967296 } }", "1:35: `P_TOP_K` is 4294967296")]
#[case("{ registers: { HWS_CTRL: 1 } }", "1:26: HWS_CTRL is not a workload setting")]
#[case(
    "{ registers: { TIME_UNIT: 1 } }",
    "1:26: TIME_UNIT is not a workload setting: the time unit has its own key; set `hardware.time_unit`"
)]
#[case("{ registers: { SIP_TOPOLOGY: 1 } }", "1:26: SIP_TOPOLOGY is not a workload setting")]
#[case(
    "{ registers: { TD_REFRESH: 1 } }",
    "1:26: TD_REFRESH is not a workload setting: writing it takes effect at once"
)]
#[case("{ registers: { SIP_REPORT_COMPLETE: 1 } }", "1:26: SIP_REPORT_COMPLETE is not a workload setting")]
#[case(
    "{ registers: { 'BLOCK_TRIGGER_CNT[0]': 1 } }",
    "1:26: BLOCK_TRIGGER_CNT[0] is not a workload setting"
)]
#[case("{ registers: { HWS_ID: 1 } }", "1:26: HWS_ID is not a workload setting: it is read-only")]
#[case("{ registers: [1] }", "1:24: `registers` is a list")]
fn hardware_settings(#[case] hardware: &str, #[case] rest: &str) {
    check(&with_hardware(hardware), &format!("w.yaml:{rest}"));
}

#[rstest]
#[case("contexts: { 4: {} }", "1:13: a context is `4`; give 0 to 3")]
#[case("contexts: { 0: { 5: 1 } }", "1:18: a size class is `5`")]
#[case("contexts: { 0: { 3: 1, 4: 1 } }", "1:24: the size class of `4` is given twice, first on line 1")]
#[case("contexts: { 0: { 3: all } }", "1:21: a usage mask is the text \"all\"")]
#[case("contexts: { 0: {}, 00: {} }", "1:20: context 0 is given twice")]
#[case("contexts: []", "1:11: `contexts` is a list")]
#[case("context: {}", "1:1: unknown key `context` in a workload; did you mean `contexts`?")]
fn context_masks(#[case] line: &str, #[case] rest: &str) {
    let text = format!("{line}\ndags: [{{ id: g, kernels: [{{ id: a, threads: 1, est: 9 }}] }}]\n");
    check(&text, &format!("w.yaml:{rest}"));
}

#[rstest]
#[case("dags: 3", "1:7: `dags` is 3; give a list of graphs")]
#[case("dags: []", "1:7: `dags` is a list; give at least one graph")]
#[case("dags: [{ kernels: [] }]", "1:8: missing key `id` in a graph")]
#[case("dags: [{ id: g }]", "1:8: missing key `kernels` in a graph")]
#[case("dags: [{ id: g, kernels: [] }]", "1:26: `kernels` is a list; give at least one kernel")]
#[case("dags: [{ id: a/b, import: g.stg }]", "1:14: `id` is the text \"a/b\"; give a name without `/`")]
#[case(
    "dags: [{ id: g, import: g.stg, kernels: [] }]",
    "1:32: `kernels` conflicts with `import`; keep one of them"
)]
#[case("dags: [{ id: g, import: no.stg }]", "1:25: cannot read no.stg:")]
#[case("dags: [{ id: g, import: bad.stg }]", "1:25: bad.stg:3: predecessor 9 does not exist")]
#[case("dags: [{ id: g, import: nested.yaml }]", "1:25: nested.yaml: this is a workload file")]
#[case(
    "dags: [{ id: g, import: g.stg, kind: fast }]",
    "1:38: `kind` is the text \"fast\"; give static or dynamic"
)]
#[case("dags: [{ id: g, import: g.stg, arrival: -1 }]", "1:41: `arrival` is -1")]
#[case("dags: [{ id: g, import: g.stg, repeat: 0 }]", "1:40: `repeat` is 0")]
#[case("dags: [{ id: g, import: g.stg, deadline: 0 }]", "1:42: `deadline` is 0; give an integer from 1 to")]
#[case(
    "dags: [{ id: g, import: g.stg, deadlne: 9 }]",
    "1:32: unknown key `deadlne` in a graph; did you mean `deadline`?"
)]
#[case(
    "dags: [{ id: g, import: g.stg, priority: 16 }]",
    "1:42: `priority` is 16; give an integer from 0 to 15"
)]
#[case(
    "dags: [{ id: g, import: g.stg, priority: high }]",
    "1:42: `priority` is the text \"high\"; give an integer"
)]
#[case("dags: [{ id: g, import: g.stg, repeat: 2 }]", "1:8: missing key `every` in a graph")]
#[case(
    "dags: [{ id: g, import: g.stg, repeat: 3, every: 9e15 }]",
    "1:50: `every` is 9000000000000000.0; give less"
)]
#[case("dags: [{ id: g, import: g.stg, repeat: 1048576, every: 0 }]", "1:25: more than 1048576 kernels")]
#[case(
    "dags: [{ id: g, import: g.stg }, { id: g, import: g.stg }]",
    "1:40: graph `g` is given twice, first on line 1"
)]
#[case(
    "dags: [{ id: g, import: g.stg, repeat: 2, every: 1 }, { id: 'g#1', import: g.stg }]",
    "1:61: graph `g#1` is given twice"
)]
#[case("dags: [{ id: g", "1:8: unclosed bracket '{'")]
#[case("dags: 1\ndags: 2", "2:1: ")]
fn graphs(#[case] text: &str, #[case] rest: &str) {
    check(text, &format!("w.yaml:{rest}"));
}

#[rstest]
#[case("hello", "w.yaml: not a format this program reads")]
#[case("", "w.yaml: the file is empty")]
#[case("3\n0 1 0\n1 1 1 9\n2 1 0\n", "w.yaml:3: predecessor 9 does not exist")]
#[case("1\n0 4294967296 0\n", "w.yaml: the estimate of `0`, 4294967296 time units, does not fit in 32 bits")]
fn graphs_alone(#[case] text: &str, #[case] start: &str) {
    check(text, start);
}

#[test]
fn static_mapping_needs_cores_that_exist() {
    let error = read_static("dags: [{ id: g, import: g.stg }]").unwrap_err().to_string();
    assert!(error.starts_with("w.yaml:1:25: graph `g` names no cores"), "{error}");
    let options = ReadOptions { mapping: Mapping::Static, ..ReadOptions::default() };
    let harvested = "hardware: { topology: 3x4 }\ndags: [{ id: g, import: g.json }]\n";
    assert!(read(harvested.as_bytes(), "w", &options, &mut load).is_ok(), "cores 0 and 1 are there");
    let elsewhere =
        [("\"1\": [", "\"3\": ["), ("\"xlen\": 2", "\"xlen\": 4"), ("\"core_id\": 1,", "\"core_id\": 3,")];
    let schedule = String::from_utf8_lossy(GEMINI).into_owned();
    let elsewhere = elsewhere.iter().fold(schedule, |text, (from, to)| text.replace(from, to));
    let mut from_core_3 = |_: &str| Ok(elsewhere.clone().into_bytes());
    let error = read(harvested.as_bytes(), "w", &options, &mut from_core_3).unwrap_err().to_string();
    assert!(error.contains("is mapped to core 3, but only the SIPs 0x00007777"), "{error}");
}

#[test]
fn a_block_wider_than_a_cluster_is_refused() {
    let text = "hardware: { topology: 6x4 }\ndags: [{ id: g, kernels: [{ id: a, threads: 8, est: 9 }] }]\n";
    check(text, "w.yaml:2:45: a block of 8 threads does not fit in a cluster of 6 SIPs");
}
