//! Plans with valid slots, for tests.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part")]

use hws_plan::plan::{
    DepKind, Plan, PlanCredit, PlanDag, PlanDagKind, PlanDep, PlanKernel, PlanMachine, PlanOn, PlanOrder,
    PlanSlot, PlanTimeUnit, PlanTriggers, Provenance, Time, VERSION,
};
use proptest::prelude::*;

/// CLUSTER_SIP_NUM, CLUSTER_NUM and the distance between first SIPs.
pub const MACHINES: [(u32, u32, u32); 4] = [(16, 2, 16), (6, 4, 8), (4, 4, 4), (12, 1, 16)];

/// Random numbers from which a kernel is made.
type Dice = ((u8, u8, u8, u8), (u32, u32, u32), Vec<u16>);

fn dice() -> impl Strategy<Value = Dice> {
    let numbers = || any::<u8>();
    (
        (numbers(), numbers(), numbers(), numbers()),
        (any::<u32>(), any::<u32>(), any::<u32>()),
        prop::collection::vec(0..6_u16, 3),
    )
}

/// A consistent plan with valid slots.
pub fn any_scheduled() -> impl Strategy<Value = Plan> {
    let machine = (0..MACHINES.len(), any::<bool>());
    (machine, prop::collection::vec(dice(), 1..7), prop::collection::vec(any::<u8>(), 32))
        .prop_map(|((machine, named), kernels, places)| scheduled(machine, named, &kernels, &places))
}

fn scheduled(machine: usize, named: bool, dice: &[Dice], places: &[u8]) -> Plan {
    let machine = if named { machine } else { 0 };
    let (cluster_sip_num, cluster_num, stride) = MACHINES[machine];
    let mut plan = Plan {
        hws_plan: VERSION,
        order: PlanOrder::Explicit,
        not_runnable: None,
        name: "scheduled".into(),
        provenance: Provenance::default(),
        time: Time::of(PlanTimeUnit::Cycles),
        machine: named.then_some(PlanMachine { cluster_sip_num, cluster_num }),
        dags: [("g", 0), ("h", 5)]
            .map(|(id, arrival)| PlanDag { id: id.into(), arrival, kind: PlanDagKind::Static, repeat: None })
            .into(),
        kernels: Vec::new(),
        slots: Vec::new(),
        fifos: Vec::new(),
        buffers: Vec::new(),
    };
    for (index, dice) in dice.iter().enumerate() {
        let kernel = any_kernel(index, dice, &plan.kernels, cluster_sip_num);
        plan.kernels.push(kernel);
    }
    schedule(&mut plan, (cluster_sip_num, cluster_num, stride), places);
    plan
}

/// It depends on kernels before it only.
fn any_kernel(index: usize, dice: &Dice, before: &[PlanKernel], most_threads: u32) -> PlanKernel {
    let &((blocks, threads, flags, est), (deps, ons, kinds), ref needs) = dice;
    let dag = if flags & 1 == 0 { "g" } else { "h" };
    let legal: Vec<u32> = [1, 2, 3, 4, 6, 8, 9, 12, 16].into_iter().filter(|&t| t <= most_threads).collect();
    let bit = |mask: u32, at: usize| mask >> at & 1 == 1;
    let dep = |at: usize| PlanDep {
        kernel: before[at].id.clone(),
        dag: (before[at].dag != dag).then(|| before[at].dag.clone()),
        on: if bit(ons, at) { PlanOn::Launch } else { PlanOn::Finish },
        kind: if bit(kinds, at) { DepKind::Order } else { DepKind::Data },
        // Seldom, so that most slots stay right.
        transfer: u64::from(bit(kinds, at + 8) && bit(ons, at + 8)),
    };
    let block_num = 1 + u16::from(blocks % 3);
    let credit = |other: &PlanKernel| {
        let mut need: Vec<u16> =
            needs.iter().take(block_num.into()).map(|&need| need.min(other.block_num)).collect();
        need.sort_unstable();
        PlanCredit { kernel: other.id.clone(), need }
    };
    let same_graph = || before.iter().filter(|other| other.dag == dag && other.prefetch.is_none());
    let prefetched =
        |other: &&PlanKernel| before.iter().any(|k| k.dag == dag && k.prefetch.as_ref() == Some(&other.id));
    let prefetch = match flags >> 1 & 7 {
        // A kernel that waits for nothing, so that nothing closes a cycle.
        0 => same_graph().find(|other| !prefetched(other)).map(|other| other.id.clone()),
        _ => None,
    };
    let triggers = match flags >> 4 & 3 {
        0 => PlanTriggers::Window(1 + u16::from(est & 1)),
        1 => PlanTriggers::Credits(same_graph().take(2).map(credit).collect()),
        _ => PlanTriggers::All,
    };
    PlanKernel {
        id: format!("k{index}"),
        dag: dag.into(),
        block_num,
        thread_num: legal[usize::from(threads) % legal.len()],
        est: 1 + u64::from(est % 5),
        priority: 1,
        on_cp: false,
        affinity: u32::MAX,
        ctx: 0,
        coop: flags >> 6 == 0,
        deps: if prefetch.is_some() {
            Vec::new()
        } else {
            (0..before.len()).filter(|&at| bit(deps, at)).map(dep).collect()
        },
        triggers: if prefetch.is_some() { PlanTriggers::All } else { triggers },
        l2_bytes: None,
        params: None,
        prefetch,
        load: false,
        instances: None,
    }
}

/// The slots of a kernel, block by block.
pub fn slots<'p>(plan: &'p Plan, kernel: &PlanKernel) -> Vec<&'p PlanSlot> {
    let mut slots: Vec<&PlanSlot> =
        plan.slots.iter().filter(|slot| slot.dag == kernel.dag && slot.kernel == kernel.id).collect();
    slots.sort_by_key(|slot| slot.block);
    slots
}

/// Block after block, none before the previous one has started anywhere: late, but valid.
fn schedule(plan: &mut Plan, (sips, clusters, stride): (u32, u32, u32), places: &[u8]) {
    let (mut now, mut free) = (0_u64, [0_u64; 32]);
    for index in 0..plan.kernels.len() {
        let kernel = plan.kernels[index].clone();
        if kernel.prefetch.is_some() {
            continue;
        }
        let ends = |kernel: &PlanKernel| slots(plan, kernel).iter().map(|slot| slot.end).max().unwrap_or(0);
        if !kernel.deps.is_empty() || matches!(kernel.triggers, PlanTriggers::Credits(_)) {
            let transfer = kernel.deps.iter().map(|dep| dep.transfer).max().unwrap_or(0);
            now = now.max(plan.kernels[..index].iter().map(ends).max().unwrap_or(0) + transfer);
        }
        now = now.max(if kernel.dag == "h" { 5 } else { 0 });
        let slot = kernel.thread_num.next_power_of_two();
        let groups: Vec<u32> = (0..clusters)
            .flat_map(|cluster| {
                (0..sips / slot.min(stride)).map(move |group| cluster * stride + group * slot)
            })
            .chain((0..clusters).map(|cluster| cluster * stride))
            .filter(|first| first % stride + kernel.thread_num <= sips)
            .collect();
        if kernel.coop && usize::from(kernel.block_num) > groups.len() / 2 {
            plan.kernels[index].coop = false;
        }
        let coop = plan.kernels[index].coop;
        let mut distinct = groups.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let mut starts = Vec::new();
        for block in 0..kernel.block_num {
            let die = usize::from(places[(index + usize::from(block)) % places.len()]);
            let first = if coop {
                distinct[usize::from(block) % distinct.len()]
            } else {
                distinct[die % distinct.len()]
            };
            let mine = first as usize..(first + kernel.thread_num) as usize;
            let start = mine.clone().map(|sip| free[sip]).max().unwrap().max(now);
            let start = if matches!(kernel.triggers, PlanTriggers::Window(_)) {
                slots(plan, &kernel).iter().map(|slot| slot.end).max().unwrap_or(0).max(start)
            } else {
                start
            };
            starts.push((first, start));
            if !coop {
                free[mine].fill(start + kernel.est);
                push(plan, &kernel, block, first, start);
            }
        }
        if coop {
            let start = starts.iter().map(|&(_, start)| start).max().unwrap();
            for (block, &(first, _)) in starts.iter().enumerate() {
                free[first as usize..(first + kernel.thread_num) as usize].fill(start + kernel.est);
                push(plan, &kernel, block as u16, first, start);
            }
        }
    }
}

fn push(plan: &mut Plan, kernel: &PlanKernel, block: u16, first: u32, start: u64) {
    plan.slots.push(PlanSlot {
        dag: kernel.dag.clone(),
        kernel: kernel.id.clone(),
        block,
        sip: first as u8,
        start,
        end: start + kernel.est,
    });
}
