//! The plans of pipelines (planner §5): run by their own credits and dependencies, they are the timelines.

use std::collections::BTreeMap;

use hws_plan::pipeline::Pipeline;
use hws_plan::plan::{DepKind, Plan, PlanKernel, PlanTriggers};
use proptest::prelude::*;
use rstest::rstest;
use serde_json::{Value, json};

use super::random::rows;
use super::{answer, with};

/// The plan of an input, in which nothing is wrong: neither credits nor slots.
fn plan(input: &Value) -> Plan {
    let plan = Pipeline::from_json(input).unwrap().to_plan(None).unwrap().expect("it ends");
    assert_eq!(plan.check().violations, []);
    plan
}

/// Start and end of every block, by kernel: blocks of a kernel one after the other, each as soon as its credits,
/// the dependencies of its kernel and its SIP allow. `time` is how long a block takes.
fn replay(plan: &Plan, time: impl Fn(&PlanKernel, usize) -> u64) -> BTreeMap<String, Vec<(u64, u64)>> {
    let mut done: BTreeMap<String, Vec<(u64, u64)>> =
        plan.kernels.iter().map(|kernel| (kernel.id.clone(), Vec::new())).collect();
    loop {
        let startable = plan.kernels.iter().filter_map(|kernel| Some((ready(plan, kernel, &done)?, kernel)));
        // Kernels come in the order of the plan, so that one SIP runs them in it.
        let Some((start, kernel)) = startable.min_by_key(|(start, _)| *start) else { return done };
        let block = done[&kernel.id].len();
        done.get_mut(&kernel.id).unwrap().push((start, start + time(kernel, block)));
    }
}

/// When the next block of a kernel may start, if what it waits for is known.
fn ready(plan: &Plan, kernel: &PlanKernel, done: &BTreeMap<String, Vec<(u64, u64)>>) -> Option<u64> {
    let block = done[&kernel.id].len();
    if block == usize::from(kernel.block_num) {
        return None;
    }
    let blocks_of = |name: &str| plan.kernels.iter().find(|k| k.id == name).unwrap().block_num;
    let mut waits: Vec<(&str, u16)> =
        kernel.deps.iter().map(|dep| (dep.kernel.as_str(), blocks_of(&dep.kernel))).collect();
    if let PlanTriggers::Credits(credits) = &kernel.triggers {
        assert!(credits.iter().all(|credit| credit.need.len() == usize::from(kernel.block_num)));
        waits.extend(credits.iter().map(|credit| (credit.kernel.as_str(), credit.need[block])));
    }
    let mut start = done[&kernel.id].last().map_or(0, |(_, end)| *end);
    for (name, need) in waits.into_iter().filter(|(_, need)| *need > 0) {
        start = start.max(done[name].get(usize::from(need) - 1)?.1);
    }
    Some(start)
}

/// The same from the events of an answer.
fn timeline(answer: &Value) -> BTreeMap<String, Vec<(u64, u64)>> {
    let mut blocks: BTreeMap<String, Vec<(u64, u64)>> = BTreeMap::new();
    for event in answer["events"].as_array().unwrap() {
        let (at, name) = (event[0].as_u64().unwrap(), event[1].as_str().unwrap());
        let (unit, what) = name.split_once('_').unwrap();
        let blocks = blocks.entry(if unit == "soma" { "soma1".into() } else { unit.into() }).or_default();
        match what {
            "start" => blocks.push((at, at)),
            _ => blocks.last_mut().unwrap().1 = at,
        }
    }
    blocks
}

fn slots(plan: &Plan) -> BTreeMap<String, Vec<(u64, u64)>> {
    let mut slots: BTreeMap<String, BTreeMap<u16, (u64, u64)>> = BTreeMap::new();
    for slot in &plan.slots {
        assert!(
            slots
                .entry(slot.kernel.clone())
                .or_default()
                .insert(slot.block, (slot.start, slot.end))
                .is_none()
        );
    }
    slots.into_iter().map(|(kernel, blocks)| (kernel, blocks.into_values().collect())).collect()
}

/// The rows of each unit in order: those of its kernels one after the other, which are named after their first row.
fn by_unit(blocks: BTreeMap<String, Vec<(u64, u64)>>) -> BTreeMap<String, Vec<(u64, u64)>> {
    let mut rows: BTreeMap<String, BTreeMap<usize, (u64, u64)>> = BTreeMap::new();
    for (kernel, blocks) in blocks {
        let (unit, first) = kernel.split_once('.').unwrap_or((&kernel, "0"));
        let first: usize = first.parse().unwrap();
        let rows = rows.entry(unit.to_owned()).or_default();
        blocks.into_iter().zip(first..).for_each(|(block, row)| assert_eq!(rows.insert(row, block), None));
    }
    rows.into_iter().map(|(unit, rows)| (unit, rows.into_values().collect())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn credits_give_the_event_list_block_by_block(rows in rows(14)) {
        let found = answer(&rows.input());
        prop_assume!(found["deadlock"] == false);
        let plan = plan(&rows.input());
        prop_assert_eq!(by_unit(replay(&plan, |kernel, _| kernel.est)), timeline(&found));
        prop_assert_eq!(by_unit(slots(&plan)), timeline(&found));
        let differs = |times: &[i64]| times.iter().any(|time| *time != times[0]);
        let is_noted = plan.provenance.notes.iter().any(|note| note.contains("differ by row"));
        prop_assert_eq!(is_noted, differs(&rows.t_axon) || differs(&rows.t_soma));
        // No more kernels than changes of the time.
        let changes = |times: &[i64]| times.windows(2).filter(|pair| pair[0] != pair[1]).count();
        prop_assert_eq!(plan.kernels.len(), 2 + changes(&rows.t_axon) + changes(&rows.t_soma));
    }

    #[test]
    fn a_row_is_never_overwritten_while_it_is_needed(rows in rows(14)) {
        let found = answer(&rows.input());
        prop_assume!(found["deadlock"] == false);
        let plan = plan(&rows.input());
        for kernel in &plan.kernels {
            prop_assert_eq!(i64::from(kernel.params.unwrap().queue), rows.pipeline_num.min(kernel.block_num.into()));
        }
        let places = rows.pipeline_num.min(rows.ny);
        let blocks = timeline(&found);
        for (output, &(_, read)) in blocks["soma1"].iter().enumerate() {
            let first = output as i64 * rows.sy - rows.pad_top;
            for row in first.max(0)..(first + rows.ky).min(rows.ny) {
                // The next row in the same place is written after the output row has read this one.
                if let Some((written, _)) = blocks["axon"].get((row + places) as usize) {
                    prop_assert!(*written >= read, "row {row} is overwritten at {written}, read until {read}");
                }
            }
        }
    }

    #[test]
    fn a_phase_is_a_chain(
        rows in prop::option::of(rows(8)), times in (0i64..30, 0i64..30, 0i64..30, 1i64..30),
        router_overlap in any::<bool>(), a2s2_mode in 0..2u8,
    ) {
        let (axon, soma1, router, soma2) = times;
        let mut input = json!({"op": "phase", "axon": axon, "soma1": soma1, "router": router, "soma2": soma2,
                               "router_overlap": router_overlap, "a2s2_mode": a2s2_mode});
        if let Some(rows) = &rows {
            input["axon_soma1"] = rows.input();
        }
        let found = answer(&input);
        prop_assume!(found["deadlock"] == false);
        let plan = plan(&input);
        let blocks = replay(&plan, |kernel, _| kernel.est);
        prop_assert_eq!(&blocks, &slots(&plan));
        let blocks = by_unit(blocks);
        let end = |name: &str| blocks.get(name).and_then(|blocks| blocks.last()).map_or(0, |block| block.1);
        prop_assert_eq!(found["axon_end"].as_u64(), Some(end("axon")));
        prop_assert_eq!(found["soma1_end"].as_u64(), Some(end("soma1")));
        prop_assert_eq!(found["router_end"].as_u64(), Some(end("router").max(end("soma1"))));
        prop_assert_eq!(found["soma2_start"].as_u64(), Some(blocks["soma2"][0].0));
        prop_assert_eq!(found["phase_end"].as_u64(), blocks.values().flatten().map(|block| block.1).max());
    }

    #[test]
    fn packets_are_rows_of_one(packets in 1i64..20, length in 1i64..6, t_soma in 1i64..9, t_send in 1i64..9) {
        let input = json!({"op": "soma_router", "packets": packets, "dout_length": length, "t_soma": t_soma, "t_send": t_send});
        let plan = plan(&input);
        let blocks = replay(&plan, |kernel, _| kernel.est);
        prop_assert_eq!(&blocks, &slots(&plan));
        prop_assert_eq!(answer(&input)["total"].as_u64(), blocks["router"].last().map(|block| block.1));
        prop_assert_eq!(plan.buffers[0].bytes, 16 * length as u64);
    }
}

/// The plan of planner §4.4's second example, by hand: trigger_soma counts the output rows whose rows are done,
/// trigger_axon the rows released and pipeline_num more.
#[test]
fn a_plan_by_hand() {
    let input = json!({"op": "row_pipeline", "ny": 6, "ky": 2, "sy": 2, "pipeline_num": 3, "t_axon": 10,
                       "t_soma": 15, "nx": 28, "nf": 32});
    let plan = Pipeline::from_json(&input).unwrap().to_plan(Some("rows.json")).unwrap().unwrap();
    let need = |kernel: &PlanKernel| match &kernel.triggers {
        PlanTriggers::Credits(credits) => (credits.len(), credits[0].kernel.clone(), credits[0].need.clone()),
        other => panic!("{other:?}"),
    };
    let [axon, soma1] = &plan.kernels[..] else { panic!("{:?}", plan.kernels) };
    assert_eq!((axon.block_num, soma1.block_num, axon.est, soma1.est), (6, 3, 10, 15));
    assert_eq!(need(axon), (1, "soma1".into(), vec![0, 0, 0, 1, 1, 2]));
    assert_eq!(need(soma1), (1, "axon".into(), vec![2, 4, 6]));
    assert_eq!((axon.affinity, soma1.affinity, axon.thread_num), (1, 2, 1));
    assert!(axon.deps.is_empty() && soma1.deps.is_empty(), "they stream");
    assert_eq!((axon.priority, soma1.priority), (60 + 45, 45));
    assert_eq!((axon.params.unwrap().queue, axon.params.unwrap().entry_bytes), (3, 8));
    assert_eq!((plan.buffers[0].bytes, plan.buffers[0].kind.as_str()), (10752, "rows"));
    assert_eq!(plan.provenance.source.as_deref(), Some("rows.json"));
    assert!(plan.provenance.notes.is_empty());
    let axon_rows = plan.slots.iter().filter(|slot| slot.kernel == "axon" && slot.sip == 0).count();
    assert_eq!((axon_rows, plan.slots.len()), (6, 9));
}

#[test]
fn soma2_waits_for_axon_unless_it_may_run_beside_it() {
    let phase = json!({"op": "phase", "axon": 4, "soma1": 3, "router": 2, "soma2": 1});
    let deps = |mode: u8| {
        let plan = plan(&with(&phase, &json!({"a2s2_mode": mode})));
        let soma2 = plan.kernels.iter().find(|kernel| kernel.id == "soma2").unwrap();
        let deps: BTreeMap<String, DepKind> =
            soma2.deps.iter().map(|dep| (dep.kernel.clone(), dep.kind)).collect();
        deps
    };
    let beside = BTreeMap::from([("soma1".to_owned(), DepKind::Order), ("router".to_owned(), DepKind::Data)]);
    assert_eq!(deps(1), beside);
    let mut after = beside;
    after.insert("axon".to_owned(), DepKind::Order);
    assert_eq!(deps(0), after);
}

/// A unit that takes no time has no kernel, and there is one Soma.
#[test]
fn units_without_work_are_left_out() {
    let plan = plan(&json!({"op": "phase", "soma1": 3, "soma2": 1}));
    let kernels: Vec<_> = plan.kernels.iter().map(|kernel| (kernel.id.as_str(), kernel.affinity)).collect();
    assert_eq!(kernels, [("soma1", 2), ("soma2", 2)]);
    assert_eq!(plan.kernels[1].deps.len(), 1);
}

#[test]
fn a_deadlock_has_no_plan() {
    let rows = json!({"ny": 6, "ky": 2, "pipeline_num": 1});
    for input in [with(&rows, &json!({"op": "row_pipeline"})), json!({"op": "phase", "axon_soma1": rows})] {
        assert_eq!(Pipeline::from_json(&input).unwrap().to_plan(None), Ok(None));
    }
}

#[rstest]
#[case(json!({"op": "support"}), "no plan: the operation runs nothing")]
#[case(json!({"op": "strategy", "width": 1, "height": 1}), "no plan: the operation runs nothing")]
#[case(json!({"op": "phase"}), "no plan: no unit of the phase takes time")]
#[case(json!({"op": "row_pipeline", "ny": 65536, "pipeline_num": 1}), "no plan: 65536 rows are more than the 65535 blocks of a kernel")]
#[case(
    json!({"op": "row_pipeline", "ny": 1, "ky": 65536, "pad_top": 65535, "pad_bottom": 65535, "pipeline_num": 1}),
    "no plan: 65536 rows are more than the 65535 blocks of a kernel"
)]
#[case(json!({"op": "soma_router", "packets": 65536, "dout_length": 1}), "no plan: 65536 rows are more than the 65535 blocks of a kernel")]
#[case(json!({"op": "phase", "axon_soma1": {"ny": 65536, "pipeline_num": 1}}), "no plan: 65536 rows")]
fn what_cannot_be_planned_is_refused(#[case] input: Value, #[case] start: &str) {
    let refusal = Pipeline::from_json(&input).unwrap().to_plan(None).unwrap_err().to_string();
    assert!(refusal.starts_with(start), "{refusal}");
}

#[test]
fn as_many_rows_as_a_kernel_has_blocks() {
    let plan = plan(&json!({"op": "row_pipeline", "ny": 65535, "pipeline_num": 99999}));
    assert_eq!((plan.kernels[0].block_num, plan.kernels[1].params.unwrap().queue), (65535, 65535));
    assert_eq!(plan.slots.len(), 2 * 65535);
}
