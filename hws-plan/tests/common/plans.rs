//! Plans for tests: written by hand, and random ones.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part")]

use hws_plan::plan::{
    DepKind, Plan, PlanBuffer, PlanCredit, PlanDag, PlanDagKind, PlanDep, PlanFifo, PlanKernel, PlanMachine,
    PlanOn, PlanOrder, PlanParams, PlanRepeat, PlanSlot, PlanTimeUnit, PlanTriggers, Provenance, Time,
    VERSION,
};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A plan of one graph `g`.
pub fn plan(kernels: Vec<Value>) -> Value {
    json!({
        "hws_plan": VERSION,
        "name": "p",
        "provenance": {"planner": "by hand"},
        "time": {"unit": "cycles"},
        "dags": [{"id": "g"}],
        "kernels": kernels,
    })
}

/// A kernel of graph `g`: one block on one SIP for 10 cycles.
pub fn kernel(id: &str) -> Value {
    json!({"id": id, "dag": "g", "block_num": 1, "thread_num": 1, "est": 10, "priority": 1})
}

/// A slot of a block of a kernel of graph `g`, for 10 cycles.
pub fn slot(kernel: &str, block: u16, sip: u8, start: u64) -> Value {
    json!({"dag": "g", "kernel": kernel, "block": block, "sip": sip, "start": start, "end": start + 10})
}

fn name() -> impl Strategy<Value = String> + Clone {
    "[a-c]"
}

fn any_triggers() -> impl Strategy<Value = PlanTriggers> {
    let credit = (name(), prop::collection::vec(0..4_u16, 0..4));
    prop_oneof![
        4 => Just(PlanTriggers::All),
        1 => (0..3_u16).prop_map(PlanTriggers::Window),
        1 => prop::collection::vec(credit, 0..3).prop_map(|list| {
            PlanTriggers::Credits(list.into_iter().map(|(kernel, need)| PlanCredit { kernel, need }).collect())
        }),
    ]
}

fn any_dep() -> impl Strategy<Value = PlanDep> {
    (name(), prop::option::weighted(0.2, name()), any::<bool>(), any::<bool>()).prop_map(
        |(kernel, dag, launch, order)| PlanDep {
            kernel,
            dag,
            on: if launch { PlanOn::Launch } else { PlanOn::Finish },
            kind: if order { DepKind::Order } else { DepKind::Data },
            transfer: 0,
        },
    )
}

fn any_kernel() -> impl Strategy<Value = PlanKernel> {
    let shape = (0..4_u16, 0..5_u32, prop_oneof![0..20_u64, Just(u64::MAX)], any::<u32>());
    let flags = (any::<bool>(), any::<bool>(), any::<u32>(), 0..5_u8);
    let rest = (
        prop::collection::vec(any_dep(), 0..3),
        any_triggers(),
        prop::option::weighted(0.2, any::<u32>()),
        prop::option::weighted(0.2, (0..20_u16, 0..3_u16)),
        prop::option::weighted(0.1, name()),
    );
    ((name(), name()), shape, flags, rest).prop_map(
        |((id, dag), (block_num, thread_num, est, priority), (on_cp, coop, affinity, ctx), rest)| {
            let (deps, triggers, l2_bytes, params, prefetch) = rest;
            let params = params.map(|(entry_bytes, queue)| PlanParams { entry_bytes, queue });
            PlanKernel {
                id,
                dag,
                block_num,
                thread_num,
                est,
                priority,
                on_cp,
                affinity,
                ctx,
                coop,
                deps,
                triggers,
                l2_bytes,
                params,
                prefetch,
                load: false,
                instances: None,
            }
        },
    )
}

fn any_slot() -> impl Strategy<Value = PlanSlot> {
    (name(), name(), 0..3_u16, any::<u8>(), 0..50_u64, 0..50_u64)
        .prop_map(|(dag, kernel, block, sip, start, end)| PlanSlot { dag, kernel, block, sip, start, end })
}

fn any_fifo() -> impl Strategy<Value = PlanFifo> {
    (name(), name(), name(), any::<u64>(), prop::option::of(0..3_u16))
        .prop_map(|(dag, from, to, depth, window)| PlanFifo { dag, from, to, depth, window })
}

fn any_buffer() -> impl Strategy<Value = PlanBuffer> {
    let users = prop::collection::vec(name(), 0..3);
    (name(), name(), any::<u64>(), prop::option::of(name()), users, prop::option::of(any::<u8>()))
        .prop_map(|(id, kind, bytes, dag, kernels, sip)| PlanBuffer { id, kind, bytes, dag, kernels, sip })
}

fn any_dag() -> impl Strategy<Value = PlanDag> {
    let repeat = (0..4_u32, 0..9_u64, 0..3_u32).prop_map(|(count, period, per_graph)| PlanRepeat {
        count,
        period,
        per_graph,
    });
    let parts = (name(), 0..9_u64, any::<bool>(), prop::option::weighted(0.2, repeat));
    parts.prop_map(|(id, arrival, dynamic, repeat)| PlanDag {
        id,
        arrival,
        kind: if dynamic { PlanDagKind::Dynamic } else { PlanDagKind::Static },
        repeat,
    })
}

/// A random plan, which may be inconsistent.
pub fn any_plan() -> impl Strategy<Value = Plan> {
    let texts = (name(), prop::option::of(name()), prop::collection::vec(name(), 0..2));
    let time = (any::<bool>(), 0..3_u64);
    let machine = prop::option::of((prop_oneof![Just(3_u32), Just(16), 0..40_u32], 0..9_u32));
    let lists = (
        prop::collection::vec(any_dag(), 0..3),
        prop::collection::vec(any_kernel(), 0..4),
        prop::collection::vec(any_slot(), 0..3),
        prop::collection::vec(any_fifo(), 0..2),
        prop::collection::vec(any_buffer(), 0..2),
    );
    (texts, time, machine, lists).prop_map(|((name, source, notes), (cycles, scale), machine, lists)| {
        let (dags, kernels, slots, fifos, buffers) = lists;
        Plan {
            hws_plan: VERSION,
            order: PlanOrder::Explicit,
            not_runnable: None,
            name,
            provenance: Provenance { planner: "any".into(), source, options: notes.clone(), notes },
            time: Time {
                scale: [scale, 1],
                ..Time::of(if cycles { PlanTimeUnit::Cycles } else { PlanTimeUnit::Units })
            },
            machine: machine
                .map(|(cluster_sip_num, cluster_num)| PlanMachine { cluster_sip_num, cluster_num }),
            dags,
            kernels,
            slots,
            fifos,
            buffers,
        }
    })
}

/// A value of any kind; null asks for a part of the plan itself.
pub fn any_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        Just(json!(true)),
        Just(json!("a")),
        Just(json!([])),
        Just(json!({})),
        Just(json!(1.5)),
        any::<i64>().prop_map(Value::from),
        (0..4).prop_map(Value::from),
    ]
}

/// The pointers to all parts of a value.
pub fn places(value: &Value) -> Vec<String> {
    let mut found = vec![String::new()];
    let below = |key: &str, value: &Value| -> Vec<String> {
        places(value).into_iter().map(|path| format!("/{key}{path}")).collect()
    };
    for (index, value) in value.as_array().into_iter().flatten().enumerate() {
        found.extend(below(&index.to_string(), value));
    }
    for (key, value) in value.as_object().into_iter().flatten() {
        found.extend(below(key, value));
    }
    found
}
