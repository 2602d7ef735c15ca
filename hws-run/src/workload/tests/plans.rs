//! Plans as workloads: contents, scaling of times, machine, refusals.

use hws_sim::On;
use hws_types::{Cycle, SipMask};
use rstest::rstest;
use serde_json::{Value, json};

use super::{STG, load};
use crate::workload::{
    Credit, Dep, ExternalDep, GraphKind, InputFile, Inputs, Kernel, Params, PlannedSpan, ReadOptions, Role,
    Triggers, Workload, WorkloadError,
};

/// Two graphs that use everything a plan can contain.
fn plan() -> Value {
    json!({
        "hws_plan": 1,
        "name": "p",
        "provenance": { "planner": "hand" },
        "time": { "unit": "cycles" },
        "dags": [{ "id": "g" }, { "id": "h", "arrival": 50, "kind": "dynamic" }],
        "kernels": [
            { "id": "a", "dag": "g", "block_num": 3, "thread_num": 2, "est": 1000, "priority": 9, "on_cp": true,
              "affinity": 12, "ctx": 2, "l2_bytes": 64, "params": { "entry_bytes": 8, "queue": 2 } },
            { "id": "x", "dag": "h", "block_num": 1, "thread_num": 1, "est": 7, "priority": 1,
              "deps": [{ "kernel": "b", "dag": "g", "on": "launch", "kind": "order" },
                       { "kernel": "a", "dag": "g" }, { "kernel": "a", "dag": "g", "on": "launch", "kind": "order" }] },
            { "id": "b", "dag": "g", "block_num": 2, "thread_num": 1, "est": 500, "priority": 8,
              "deps": [{ "kernel": "c", "dag": "g" }],
              "triggers": { "credits": [{ "kernel": "a", "need": [1, 3] }] } },
            { "id": "c", "dag": "g", "block_num": 4, "thread_num": 1, "est": 5, "priority": 8,
              "triggers": { "window": 2 } }
        ],
        "slots": [
            { "dag": "g", "kernel": "b", "block": 1, "sip": 1, "start": 900, "end": 1400 },
            { "dag": "g", "kernel": "b", "block": 0, "sip": 1, "start": 400, "end": 900 }
        ]
    })
}

/// The plan with one value replaced at a path; without slots, since these must cover every block or none.
fn with(path: &str, value: Value) -> Value {
    let mut plan = plan();
    plan["slots"] = json!([]);
    let (parent, key) = path.rsplit_once('/').unwrap();
    let at = plan.pointer_mut(parent).unwrap();
    match at {
        Value::Array(list) => list[key.parse::<usize>().unwrap()] = value,
        _ => at[key] = value,
    }
    plan
}

fn inputs(files: &[(&str, String)], options: &ReadOptions) -> Inputs {
    let source = |(name, text): &(&str, String)| InputFile {
        name: (*name).to_owned(),
        bytes: text.clone().into_bytes(),
    };
    Inputs { files: files.iter().map(source).collect(), options: options.clone(), ..Inputs::default() }
}

fn read(plan: &Value, options: &ReadOptions) -> Result<Workload, WorkloadError> {
    inputs(&[("p.json", plan.to_string())], options).read(&mut |_, path| load(path))
}

fn usual(plan: &Value) -> Workload {
    read(plan, &ReadOptions::default()).unwrap_or_else(|error| panic!("{error}"))
}

fn scaled(plan: &Value, scale: u64) -> Workload {
    read(plan, &ReadOptions { est_scale: Some(scale), ..ReadOptions::default() }).unwrap()
}

fn refused(plan: &Value) -> String {
    read(plan, &ReadOptions::default()).unwrap_err().to_string()
}

fn kernel<'w>(workload: &'w Workload, dag: usize, name: &str) -> &'w Kernel {
    super::kernel(workload, dag, name)
}

#[test]
fn a_plan_becomes_a_workload() {
    let workload = usual(&plan());
    let names: Vec<_> =
        workload.dags.iter().map(|dag| (dag.name.as_str(), dag.arrival.0, dag.kind)).collect();
    assert_eq!(names, [("g", 0, GraphKind::Static), ("h", 50, GraphKind::Dynamic)]);
    let of_g: Vec<_> = workload.dags[0].kernels.iter().map(|kernel| kernel.name.as_str()).collect();
    assert_eq!(of_g, ["a", "b", "c"], "in the order of the plan");
    let a = kernel(&workload, 0, "a");
    assert_eq!((a.threads.get(), a.blocks, a.est, a.actual), (2, 3, 1000, None));
    assert_eq!((a.priority, a.on_cp, a.affinity, a.ctx, a.coop), (9, true, SipMask(12), 2, false));
    assert_eq!((a.needs.l2, a.needs.params), (Some(64), Some(Params { entry_bytes: 8, queue: 2 })));
    assert_eq!((&a.planned, &a.triggers), (&None, &Triggers::All));
    let b = kernel(&workload, 0, "b");
    assert_eq!(b.deps, [Dep { kernel: 2, on: On::Finish, delay: 0 }]);
    assert_eq!(b.triggers, Triggers::Credits([Credit { kernel: 0, need: vec![1, 3] }].into()));
    assert_eq!((b.affinity, b.ctx), (SipMask::ALL, 0));
    let planned = PlannedSpan { start: Cycle(400), finish: Cycle(1400) };
    assert_eq!(b.planned.as_deref(), Some(&planned), "of all its blocks");
    assert_eq!(kernel(&workload, 0, "c").triggers, Triggers::Window(2));
    // The later of two dependencies on one kernel counts.
    let external =
        [(0, On::Finish), (1, On::Launch)].map(|(kernel, on)| ExternalDep { dag: 0, kernel, on, delay: 0 });
    assert_eq!(kernel(&workload, 1, "x").external, external);
    assert_eq!((workload.est_scale, workload.hardware.topology.present()), (1, SipMask::ALL));
}

/// The hardware ignores them, and `hws plan lint` warns.
#[test]
fn triggers_of_cooperative_kernels_are_ignored() {
    for (place, name) in [(2, "b"), (3, "c")] {
        let workload = usual(&with(&format!("/kernels/{place}/coop"), json!(true)));
        assert_eq!(kernel(&workload, 0, name).triggers, Triggers::All);
    }
}

#[test]
fn a_prefetch_has_the_shape_of_its_kernel_which_waits_for_it() {
    let mut plan = with("/kernels/3/triggers", json!("all"));
    plan["kernels"][3]["prefetch"] = json!("a");
    plan["kernels"][3]["est"] = json!(77);
    plan["kernels"][3]["deps"] = json!([]);
    let workload = usual(&plan);
    let load = kernel(&workload, 0, "c");
    assert_eq!((load.role, load.blocks, load.threads.get(), load.est), (Role::PrefetchOf(0), 3, 2, 1));
    let a = kernel(&workload, 0, "a");
    assert_eq!(
        (a.role, a.deps.as_slice()),
        (Role::ComputeAfter(2), &[Dep { kernel: 2, on: On::Launch, delay: 0 }][..])
    );
}

/// An estimate of 1500 is long enough by itself; its mean with that of a prefetch would not be.
#[test]
fn prefetches_do_not_count_for_the_scale() {
    let mut plan = plan();
    plan["time"]["unit"] = json!("units");
    plan["slots"] = json!([]);
    plan["dags"] = json!([{ "id": "g" }]);
    let kernel = |id: &str| json!({ "id": id, "dag": "g", "block_num": 1, "thread_num": 1, "est": 1500, "priority": 1 });
    let mut load = kernel("load");
    (load["prefetch"], load["est"]) = (json!("a"), json!(1));
    plan["kernels"] = json!([kernel("a"), load]);
    assert_eq!(usual(&plan).est_scale, 1);
}

/// The mean of 1000, 7, 500 and 5 is 378, below 960: units are scaled by ten, cycles only on request.
#[test]
fn estimates_arrivals_and_slots_are_scaled_alike() {
    let units = {
        let mut plan = plan();
        plan["time"]["unit"] = json!("units");
        plan
    };
    for (workload, scale) in
        [(usual(&plan()), 1), (scaled(&plan(), 3), 3), (usual(&units), 10), (scaled(&units, 3), 3)]
    {
        let b = kernel(&workload, 0, "b");
        let planned = PlannedSpan { start: Cycle(400 * scale), finish: Cycle(1400 * scale) };
        assert_eq!((b.est, b.planned.as_deref()), (500 * scale as u32, Some(&planned)), "{scale}");
        assert_eq!(workload.dags[1].arrival, Cycle(50 * scale));
        assert_eq!(workload.est_scale, scale);
    }
}

/// Of two dependencies on one kernel, the longer transfer counts.
#[test]
fn transfers_are_scaled_like_other_times() {
    let mut plan = plan();
    plan["kernels"][2]["deps"][0]["transfer"] = json!(30);
    plan["kernels"][1]["deps"][1]["transfer"] = json!(4);
    plan["kernels"][1]["deps"][2]["transfer"] = json!(9);
    let delays = |workload: &Workload| {
        let x = &kernel(workload, 1, "x").external;
        (kernel(workload, 0, "b").deps[0].delay, x.iter().map(|dep| dep.delay).collect::<Vec<_>>())
    };
    assert_eq!(delays(&usual(&plan)), (30, vec![9, 0]));
    assert_eq!(delays(&scaled(&plan, 7)), (210, vec![63, 0]));
    plan["kernels"][2]["deps"][0]["transfer"] = json!((1_u64 << 53) + 1);
    assert!(refused(&plan).starts_with(
        "p.json: kernels[2].deps: 9007199254740993 is not legal here; give transfers of at most"
    ));
}

/// A time unit of 4 cycles: cycles are divided and rounded up, units are time units.
#[test]
fn a_time_unit_is_taken_into_account() {
    let read = |unit: &str| {
        let mut plan = plan();
        plan["time"]["unit"] = json!(unit);
        let options = ReadOptions { est_scale: Some(1), ..ReadOptions::default() };
        let mut inputs = inputs(&[("p.json", plan.to_string())], &options);
        inputs.policies = vec![("time_unit".to_owned(), "4".to_owned())];
        let workload = inputs.read(&mut |_, path| load(path)).unwrap();
        (kernel(&workload, 1, "x").est, workload.dags[1].arrival.0)
    };
    assert_eq!((read("cycles"), read("units")), ((2, 50), (7, 200)));
}

/// One constant scales all imported files: the mean of 5, 7, 3 and the plan's times is 261.
#[test]
fn a_plan_runs_beside_other_files() {
    let mut units = plan();
    units["time"]["unit"] = json!("units");
    let files = [("g.stg", STG.to_owned()), ("p.json", units.to_string()), ("q.json", plan().to_string())];
    let workload = inputs(&files, &ReadOptions::default()).read(&mut |_, path| load(path)).unwrap();
    let names: Vec<_> = workload.dags.iter().map(|dag| dag.name.as_str()).collect();
    assert_eq!(names, ["g", "g@2", "h", "g@3", "h@2"]);
    assert_eq!((workload.est_scale, kernel(&workload, 1, "a").est), (10, 10_000));
    assert_eq!(kernel(&workload, 3, "a").est, 1000, "its times are cycles");
    let dags: Vec<_> = [2, 4].map(|dag| kernel(&workload, dag, "x").external[0].dag).into();
    assert_eq!(dags, [1, 3], "dependencies stay within each plan");
}

fn machine(
    plan_says: Option<(u32, u32)>,
    yaml: Option<&str>,
    config: Option<&str>,
) -> Result<String, String> {
    let mut plan = plan();
    plan["slots"] = json!([]);
    if let Some((sips, clusters)) = plan_says {
        plan["machine"] = json!({ "cluster_sip_num": sips, "cluster_num": clusters });
    }
    let graph = "dags: [{ id: y, kernels: [{ id: a, threads: 1, est: 5 }] }]\n";
    let mut files = vec![("p.json", plan.to_string())];
    files.extend(yaml.map(|hardware| ("w.yaml", format!("hardware: {hardware}\n{graph}"))));
    let mut inputs = inputs(&files, &ReadOptions::default());
    inputs.config =
        config.map(|text| InputFile { name: "c.yaml".to_owned(), bytes: text.as_bytes().to_vec() });
    let understood = inputs.understand(&mut |_, path| load(path)).map_err(|error| error.to_string())?;
    let topology = understood.workload.hardware.topology;
    let origin = understood.origins.of_key("topology").unwrap_or("default");
    Ok(format!("{}x{} by {origin}", topology.cluster_sip_num(), topology.cluster_num()))
}

#[rstest]
#[case(None, None, None, "16x2 by default")]
#[case(Some((8, 4)), None, None, "8x4 by p.json")]
#[case(Some((8, 4)), Some("{ bus_cycles: 9 }"), None, "8x4 by p.json")]
#[case(Some((8, 4)), Some("{ topology: 8x4 }"), None, "8x4 by p.json")]
#[case(None, Some("{ topology: 8x4 }"), None, "8x4 by w.yaml")]
#[case(Some((8, 4)), Some("{ topology: 8x4 }"), Some("hardware: { topology: 4x4 }"), "4x4 by c.yaml")]
fn the_machine_of_a_plan_is_one_of_the_layers(
    #[case] plan: Option<(u32, u32)>,
    #[case] yaml: Option<&str>,
    #[case] config: Option<&str>,
    #[case] topology: &str,
) {
    assert_eq!(machine(plan, yaml, config), Ok(topology.to_owned()));
}

#[test]
fn two_different_machines_are_refused() {
    let error = machine(Some((8, 4)), Some("{ topology: 16x2 }"), None).unwrap_err();
    assert!(error.starts_with("w.yaml: `topology` differs from that in p.json"), "{error}");
    let of = |sips, clusters| {
        with("/machine", json!({ "cluster_sip_num": sips, "cluster_num": clusters })).to_string()
    };
    let files = [("p.json", of(8, 4)), ("q.json", of(4, 8))];
    let error = inputs(&files, &ReadOptions::default()).read(&mut |_, path| load(path)).unwrap_err();
    assert!(error.to_string().starts_with("q.json: `machine` differs from that in p.json"), "{error}");
}

/// Plans that no machine or firmware could run; the error has the path in the plan and a remedy.
#[rstest]
#[case("/kernels/0/thread_num", json!(5), "kernels[0].thread_num: 5 is not legal here; give one of 1, 2, 3, 4, 6, 8, 9, 12, 16")]
#[case("/kernels/0/thread_num", json!(4), "kernels[0].affinity: no block of 4 threads fits")]
#[case("/kernels/0/affinity", json!(6), "kernels[0].affinity: no block of 2 threads fits")]
#[case("/kernels/0/coop", json!(true), "kernels[0].params.queue: 2 is not legal here; give enough slots")]
#[case("/kernels/1/est", json!(1_u64 << 32), "kernels[1].est: the estimate of `x`, 4294967296 time units")]
#[case("/dags/1/arrival", json!((1_u64 << 53) + 1), "dags[1].arrival: 9007199254740993 is not")]
#[case("/kernels/3/affinity", json!(0), "kernels[3].affinity: no block of 1 threads fits")]
#[case("/machine", json!({ "cluster_sip_num": 5, "cluster_num": 2 }), "machine: ")]
#[case("/kernels/1/deps/0/dag", json!("k"), "kernels[1].deps[0].dag: ")]
#[case("/kernels/1/deps/0/kernel", json!("k"), "kernels[1].deps[0].kernel: ")]
#[case("/hws_plan", json!(2), "hws_plan: version 2")]
fn what_cannot_run_is_refused(#[case] path: &str, #[case] value: Value, #[case] start: &str) {
    let error = refused(&with(path, value));
    assert!(error.starts_with(&format!("p.json: {start}")), "\n found {error}\nwanted {start}");
    assert!(error.contains("; "), "no remedy: {error}");
}

/// L2 for 16 blocks of the largest kernel, as a VG has 16 SIPs, unless a file gives the amount.
#[test]
fn firmware_has_the_l2_that_a_plan_counts_on() {
    let l2 = |bytes: u64, files: &[(&str, String)]| {
        let files = [&[("p.json", with("/kernels/0/l2_bytes", json!(bytes)).to_string())], files].concat();
        let read = inputs(&files, &ReadOptions::default()).read(&mut |_, path| load(path));
        read.map(|workload| workload.firmware.l2_bytes)
    };
    assert_eq!((l2(1 << 18, &[]), l2((1 << 18) + 1, &[])), (Ok(4 << 20), Ok((4 << 20) + 16)));
    assert_eq!(l2((1 << 32) - 1, &[]), Ok(u32::MAX));
    // Blocks that start together need it together.
    let coop = |bytes: u64, coop: bool| {
        let mut plan = with("/kernels/0/l2_bytes", json!(bytes));
        plan["kernels"][0].as_object_mut().unwrap().remove("params");
        for (key, value) in [
            ("block_num", json!(20)),
            ("thread_num", json!(1)),
            ("affinity", json!(u32::MAX)),
            ("coop", json!(coop)),
        ] {
            plan["kernels"][0][key] = value;
        }
        plan["kernels"][2]["triggers"] = json!("all");
        usual(&plan).firmware.l2_bytes
    };
    assert_eq!((coop(1 << 20, false), coop(1 << 20, true)), (16 << 20, 20 << 20));
    let small = "firmware: { l2_bytes: 4096 }\ndags: [{ id: y, kernels: [{ id: a, threads: 1, est: 5 }] }]\n";
    let error = l2(8192, &[("w.yaml", small.to_owned())]).unwrap_err().to_string();
    assert!(error.starts_with("p.json: kernel `a` needs 8192 bytes of L2 for each of 1 blocks"), "{error}");
}

/// Plans come before policies, though the L2 that they need is known last.
#[test]
fn a_policy_overrides_the_l2_of_a_plan_even_with_the_default() {
    let files = [("p.json", with("/kernels/0/l2_bytes", json!((1 << 18) + 1)).to_string())];
    let mut inputs = inputs(&files, &ReadOptions::default());
    let l2 = |inputs: &Inputs| inputs.read(&mut |_, path| load(path)).unwrap().firmware.l2_bytes;
    assert_eq!(l2(&inputs), (4 << 20) + 16);
    inputs.policies = vec![("vcs".to_owned(), "3".to_owned())];
    assert_eq!(l2(&inputs), (4 << 20) + 16);
    inputs.policies.push(("l2_bytes".to_owned(), (4 << 20).to_string()));
    assert_eq!(l2(&inputs), 4 << 20);
}

#[test]
fn a_graph_name_with_a_slash_is_refused() {
    let text = plan().to_string().replace("\"h\"", "\"h/i\"");
    let error =
        inputs(&[("p.json", text)], &ReadOptions::default()).read(&mut |_, path| load(path)).unwrap_err();
    assert!(
        error.to_string().starts_with("p.json: dags[1].id: `h/i` is not legal here; give a name without `/`"),
        "{error}"
    );
}

#[test]
fn a_graph_without_kernels_is_refused() {
    let mut plan = plan();
    plan["dags"].as_array_mut().unwrap().push(json!({ "id": "empty" }));
    assert!(refused(&plan).starts_with("p.json: dags[2]: the graph has no kernels; "));
}

#[test]
fn a_syntax_error_has_a_place() {
    let text = plan().to_string().replace("\"est\":1000", "\"est\":1000,,");
    let error = inputs(&[("p.json", text.clone())], &ReadOptions::default())
        .read(&mut |_, path| load(path))
        .unwrap_err();
    let column = text.find(",,").unwrap() + 2;
    assert!(error.to_string().starts_with(&format!("p.json:1:{column}: ")), "{error}");
}
