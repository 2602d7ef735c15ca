//! Every value of a snapshot is a part of the behaviour, or is listed here as one that is not.

use std::collections::BTreeSet;

use hws_model::{Config, Hws, Snapshot};
use hws_regs::{DagCmd, DagCmdTag, DagFlags, Op, RegId, RegIndex};
use serde_json::{Value, json};

use crate::snapshot::Scene;

fn behaviour(hws: &Hws) -> Vec<u8> {
    let mut bytes = Vec::new();
    hws.behaviour(&mut bytes);
    bytes
}

fn restored(json: Value) -> Option<Hws> {
    Hws::restore(&serde_json::from_value::<Snapshot>(json).ok()?).ok()
}

/// The places of all values that are not objects or arrays.
fn leaves(value: &Value, place: String, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            map.iter().for_each(|(key, value)| leaves(value, format!("{place}/{key}"), found));
        }
        Value::Array(list) => {
            list.iter().zip(0..).for_each(|(value, at)| leaves(value, format!("{place}/{at}"), found));
        }
        _ => found.push(place),
    }
}

/// Other values that might be legal in the place of this one.
fn others(value: &Value) -> Vec<Value> {
    match value {
        Value::Number(number) => {
            let number = number.as_u64().unwrap();
            let near = (1..9).flat_map(|step| [number.saturating_add(step), number.saturating_sub(step)]);
            near.chain((0..32).map(|bit| number ^ 1 << bit)).map(Value::from).collect()
        }
        Value::Bool(value) => vec![json!(!value)],
        Value::String(_) => {
            ["Hdr", "Firmware", "Idle", "R", "P", "O", "First", "FillUp", "Unreserved", "Backfill"]
                .map(Value::from)
                .to_vec()
        }
        _ => vec![json!(0), json!({"tag": 9, "dynamic": false, "total": 0, "finish": 0, "cp_priority": 0})],
    }
}

/// The place without its indices: what a field is, whichever element it belongs to.
fn kind(place: &str) -> String {
    let named = place.split('/').filter(|part| part.parse::<u32>().is_err());
    named.collect::<Vec<_>>().join("/")
}

/// What became of each kind of field.
#[derive(Default)]
struct Found {
    kept: BTreeSet<String>,
    left_out: BTreeSet<String>,
    unchangeable: BTreeSet<String>,
}

impl Found {
    fn try_all(&mut self, scene: &Scene) {
        let (json, own) = (scene.json(), behaviour(&scene.hws));
        let mut places = Vec::new();
        leaves(&json["state"], String::new(), &mut places);
        for place in places {
            let kind = kind(&place);
            let changed = others(json["state"].pointer(&place).unwrap()).into_iter().filter_map(|other| {
                let mut json = json.clone();
                *json["state"].pointer_mut(&place).unwrap() = other;
                restored(json).filter(|hws| *hws != scene.hws)
            });
            match changed.map(|hws| behaviour(&hws) != own).next() {
                Some(true) => self.kept.insert(kind),
                Some(false) => self.left_out.insert(kind),
                None => self.unchangeable.insert(kind),
            };
        }
    }
}

#[test]
fn every_value_of_a_snapshot_is_in_the_behaviour_or_is_a_date_a_count_or_a_name() {
    let mut found = Found::default();
    found.try_all(&Scene::new());
    assert_eq!(found.left_out, LEFT_OUT.map(str::to_owned).into());
    let bound = found.unchangeable.difference(&found.kept).cloned();
    assert_eq!(bound.collect::<BTreeSet<_>>(), BOUND.map(str::to_owned).into());
}

/// The HWS after these commands for DAGs, with DAG_CMD_TAG left at 2.
fn with_dags(commands: &[(u32, Op)]) -> Hws {
    let mut hws = Hws::new(Config::default());
    for &(tag, op) in commands {
        hws.write((), DagCmdTag::default().with_tag_masked(tag), &mut ()).unwrap();
        hws.write((), DagCmd::default().with_op(op), &mut ()).unwrap();
        hws.tick(&mut (), &mut ());
    }
    hws.write((), DagCmdTag::default().with_tag_masked(2), &mut ()).unwrap();
    hws
}

#[test]
fn the_slot_of_a_dag_is_in_the_behaviour() {
    let second = with_dags(&[(1, Op::Init), (2, Op::Init), (1, Op::Reset)]);
    let first = with_dags(&[(2, Op::Init)]);
    let valid = |hws: &Hws| {
        [RegIndex::at::<0>(), RegIndex::at::<1>()]
            .map(|slot| DagFlags::from_bits(hws.peek(RegId::DagFlags(slot))).valid())
    };
    assert_eq!((valid(&first), valid(&second)), ([true, false], [false, true]));
    assert_ne!(behaviour(&first), behaviour(&second));
    let third = with_dags(&[(1, Op::Init), (3, Op::Init), (2, Op::Init), (1, Op::Reset), (3, Op::Reset)]);
    assert_ne!(behaviour(&second), behaviour(&third));
    let again = with_dags(&[(1, Op::Init), (1, Op::Reset), (2, Op::Init)]);
    assert_eq!(behaviour(&first), behaviour(&again));
}

/// All values in this place of the scene are legal, and each has a behaviour of its own.
fn assert_all_differ(place: &str, values: &[Value]) {
    let scene = Scene::new().json();
    let behaviours = values.iter().map(|value| {
        let mut json = scene.clone();
        *json["state"].pointer_mut(place).unwrap() = value.clone();
        behaviour(&restored(json).unwrap_or_else(|| panic!("{place}: {value}")))
    });
    assert_eq!(behaviours.collect::<BTreeSet<_>>().len(), values.len(), "{place}");
}

/// §8.3: only a command with CHECK compares the ids, and 0 is an id like any other.
#[test]
fn the_smallest_ids_and_contexts_are_in_the_behaviour() {
    let ids = |hdr_entry_id| json!({"hdr_id": 0, "hdr_entry_id": hdr_entry_id});
    assert_all_differ("/commands/queue/2/Trigger/check", &[Value::Null, ids(0), ids(1)]);
    assert_all_differ("/loader/firmware/0/ctx", &[0, 1, 2, 3].map(Value::from));
}

/// §2.5: a kernel that was admitted while the DAG table was full is only ever an O-task, even if its tag has a slot later.
#[test]
fn a_kernel_without_a_slot_differs_from_one_with_the_first_slot() {
    let mut json = Scene::new().json();
    json["state"]["attempt"] = Value::Null;
    let with_slot = restored(json.clone()).unwrap();
    assert_eq!(json["state"]["kernels"][0]["dag_slot"].take(), json!(0));
    assert_ne!(behaviour(&restored(json).unwrap()), behaviour(&with_slot));
}

/// The snapshot of an HWS in which the kernel in entry n has the n-th of these numbers, and all are the same O-task.
fn with_o_tasks<const N: usize>(seqs: [u64; N]) -> Value {
    let mut hws = Hws::new(Config::default());
    hws.advance(200, &mut (), &mut ());
    let mut json = serde_json::to_value(hws.snapshot()).unwrap();
    let state = &mut json["state"];
    let admitted = seqs.into_iter().max().map_or(0, |last| last + 1);
    (state["next_seq"], state["counters"]["kernel_done"]) = (json!(admitted), json!(admitted - N as u64));
    for (entry, seq) in seqs.into_iter().enumerate() {
        let mut kernel = Scene::new().json()["state"]["kernels"][2].take();
        (kernel["seq"], kernel["dag_slot"]) = (json!(seq), Value::Null);
        state["kernels"][entry] = kernel;
    }
    json
}

/// §4.4: of equal O-tasks, the older comes first; nothing else depends on their numbers.
#[test]
fn the_order_of_age_is_in_the_behaviour_and_the_numbers_are_not() {
    let of = |seqs| behaviour(&restored(with_o_tasks(seqs)).unwrap());
    assert_ne!(of([0, 1, 2]), of([0, 2, 1]));
    assert_eq!(of([0, 2, 1]), of([3, 9, 4]));
}

/// Written one after another, the numbers of this choice are those of this P-pool.
#[test]
fn an_attempt_that_launches_differs_from_one_that_fails() {
    let mut json = with_o_tasks([0, 1, 2, 3, 4]);
    let state = &mut json["state"];
    state["dags"][0] = json!({"tag": 2, "dynamic": false, "total": 0, "finish": 0, "cp_priority": 0});
    for entry in [1, 2, 4] {
        state["kernels"][entry]["dag_slot"] = json!(0);
    }
    state["kernels"][3]["td"]["affinity"] = json!(1);
    state["kernels"][3]["td"]["thread_num"] = json!(1);
    let with = |p_pool: Value, choice: Value| {
        let mut json = json.clone();
        json["state"]["attempt"] =
            json!({"ticks_left": 5, "second_resources": false, "p_pool": p_pool, "choice": choice});
        restored(json).unwrap()
    };
    let task = |entry, online_priority| json!({"entry": entry, "online_priority": online_priority});
    let choice = json!({"entry": 3, "pool": "O", "rule": "FillUp", "way": "Mixed", "blocks": [1]});
    let mut launching = with(json!([]), choice);
    let mut failing = with(json!([task(2, 1), task(4, 1), task(1, 0)]), Value::Null);
    assert_ne!(behaviour(&launching), behaviour(&failing));
    let idle_after = |hws: &mut Hws| {
        hws.advance(5, &mut (), &mut ());
        hws.peek(RegId::SipIdleMask)
    };
    assert_eq!((idle_after(&mut launching), idle_after(&mut failing)), (!1, !0));
}

/// Dates, counts and names: no later event depends on them, except for the number that it shows.
const LEFT_OUT: [&str; 9] = [
    "/counters/backfill",
    "/counters/cancel",
    "/counters/early",
    "/counters/mih_drop",
    "/counters/promote",
    "/counters/task_reject",
    "/cycle",
    "/next_launch",
    "/reset_at",
];

/// Values that other values determine or restrict, so that no snapshot with only one of them changed is accepted. That
/// they are in the behaviour, or rightly not (counters, CNT_CYCLE_HI, kernel_seq), is for the tests of hws-explore:
/// equal behaviours have equal futures.
const BOUND: [&str; 54] = [
    "/attempt/choice/blocks",
    "/attempt/choice/entry",
    "/attempt/choice/pool",
    "/attempt/p_pool/entry",
    "/commands/dag_status/BUSY",
    "/commands/dag_status/RESULT",
    "/commands/queue/Dag/reports",
    "/commands/queue/Refresh/check",
    "/counters/attempt",
    "/counters/fail",
    "/counters/kernel_done",
    "/counters/launch_o",
    "/counters/launch_p",
    "/counters/launch_r",
    "/cycle_hi",
    "/dags/tag",
    "/errors/first/VALID",
    "/errors/status/CFG",
    "/kernels",
    "/kernels/ctx",
    "/kernels/dag_slot",
    "/kernels/grants/l2/granted",
    "/kernels/grants/vc/granted",
    "/kernels/reserved",
    "/kernels/seq",
    "/kernels/td/coop",
    "/kernels/td/ctx",
    "/kernels/td/dag_tag",
    "/kernels/td/enable_sip_alloc",
    "/launches",
    "/launches/done",
    "/launches/kernel_seq",
    "/launches/mask",
    "/launches/of/block_id",
    "/launches/of/ids/hdr_entry_id",
    "/launches/of/ids/hdr_id",
    "/launches/of/ids/source",
    "/loader/firmware/ids/source",
    "/loader/hdr/ctx",
    "/loader/hdr/ids/source",
    "/loader/loading/task/ctx",
    "/loader/loading/task/ids/source",
    "/next_seq",
    "/registers/early_launch_mode/MODE",
    "/registers/hws_work_mode/IN_PATH",
    "/registers/hws_work_mode/OUT_PATH",
    "/registers/rsvd_sip_backfill_margin_offset/SIGN",
    "/registers/sip_topology/CLUSTER_NUM",
    "/registers/sip_topology/CLUSTER_SIP_NUM",
    "/registers/xmc_sip_map/PHY_ID",
    "/sips",
    "/sips/Pending/pending",
    "/sips/Pending/running",
    "/sips/Running/launch",
];
