//! Every value of a snapshot is a part of the behaviour, or is listed here as one that is not.

use std::collections::BTreeSet;

use hws_model::{Config, Hws, Snapshot};
use hws_regs::{DagCmd, DagCmdTag, DagFlags, Op, RegId};
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
    let valid = |hws: &Hws| [0, 1].map(|slot| DagFlags::from_bits(hws.peek(RegId::DagFlags(slot))).valid());
    assert_eq!((valid(&first), valid(&second)), ([true, false], [false, true]));
    assert_ne!(behaviour(&first), behaviour(&second));
    let third = with_dags(&[(1, Op::Init), (3, Op::Init), (2, Op::Init), (1, Op::Reset), (3, Op::Reset)]);
    assert_ne!(behaviour(&second), behaviour(&third));
    let again = with_dags(&[(1, Op::Init), (1, Op::Reset), (2, Op::Init)]);
    assert_eq!(behaviour(&first), behaviour(&again));
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
