//! Transfers: no kernel starts before its predecessor's progress and the transfer, whether firmware or the HDR resolves it.

use hws_regs::InPath;
use hws_sim::{KernelState, On};

use super::{kernel, run_and_replay, workload, yaml};
use crate::run::{RunRecord, run};
use crate::workload::{Kernel, Role, Scheduler, Workload};

/// Long idle times, a transfer from the launch, one hidden behind another kernel, and one across graphs.
const GRAPHS: &str = "
  - id: g
    kernels:
      - { id: a, threads: 4, blocks: 3, est: 500 }
      - { id: b, threads: 1, est: 400, deps: [{ kernel: a, transfer: 70000 }] }
      - { id: c, threads: 2, est: 900, deps: [{ kernel: b, on: launch, transfer: 2000 }] }
      - { id: d, threads: 1, est: 50, deps: [{ kernel: b, transfer: 1 }, { kernel: c, transfer: 3000 }] }
  - id: h
    kernels: [{ id: e, threads: 1, est: 10, deps: [{ kernel: d, dag: g, transfer: 12345 }] }]
";

/// Asserts that every kernel is ready when the transfers of its dependencies have ended: exactly then if it waits for
/// finishes alone, as the record has no time of the last launch.
fn transfers_hold_back(workload: &Workload, record: &RunRecord) {
    assert!(record.drained && record.errors.is_empty(), "{:?}", record.stuck);
    let firsts = workload.first_kernels();
    for (dag, &first) in workload.dags.iter().zip(&firsts) {
        for (kernel, id) in dag.kernels.iter().zip(first as usize..) {
            let own = kernel.deps.iter().map(|&dep| (first, dep));
            let external = kernel.external.iter().map(|dep| (firsts[dep.dag], dep.in_its_graph()));
            let free = own.chain(external).map(|(first, dep)| {
                let before = &record.kernels[(first + dep.kernel) as usize];
                let made = if dep.on == On::Finish { before.finish } else { before.first_launch };
                made.unwrap().after(dep.delay.max(1))
            });
            let Some(free) = free.max() else { continue };
            let found = &record.kernels[id];
            let is_exact = kernel.deps.iter().all(|dep| dep.on == On::Finish);
            assert!(found.ready >= Some(free) && (!is_exact || found.ready == Some(free)), "{}", kernel.name);
            assert!(found.first_launch >= Some(free), "{}", kernel.name);
        }
    }
}

#[test]
fn the_resolver_waits_for_transfers() {
    for firmware in ["", "firmware: { in_path: firmware }\n", "firmware: { out_path: mih }\n"] {
        let workload = yaml(&format!("{firmware}dags:{GRAPHS}"));
        transfers_hold_back(&workload, &run_and_replay(&workload));
    }
}

#[test]
fn firmware_that_schedules_graphs_itself_waits_for_transfers() {
    let own = GRAPHS.replace("kernels:", "scheduler: firmware\n    sips: 0xFFFF\n    kernels:");
    let workload = yaml(&format!("dags:{own}"));
    transfers_hold_back(&workload, &run_and_replay(&workload));
}

/// Idle time is skipped: a run that looked every attempt would not end in a lifetime.
#[test]
fn a_transfer_of_any_length_takes_no_time_to_run() {
    let chain = "
  - id: g
    kernels:
      - { id: a, threads: 1, est: 10 }
      - { id: b, threads: 1, est: 10, deps: [{ kernel: a, transfer: 1000000000000000 }] }
";
    for firmware in ["", "firmware: { in_path: firmware }\n"] {
        let workload = yaml(&format!("{firmware}dags:{chain}"));
        transfers_hold_back(&workload, &run(&workload, ()).unwrap().0);
    }
}

/// Two loads on one channel, the second of what `a` writes; the HWS sees only `a` and `b`.
#[test]
fn loads_take_time_but_no_sip() {
    let load = |name: &str, est, deps: &[usize]| Kernel { role: Role::Load, ..kernel(name, 1, 1, est, deps) };
    let kernels = || {
        let first = load("first", 5000, &[]);
        vec![kernel("a", 2, 1, 300, &[1]), first, load("second", 700, &[0, 1]), kernel("b", 1, 1, 60, &[2])]
    };
    for (scheduler, in_path) in [
        (Scheduler::Hws, InPath::Hdr),
        (Scheduler::Hws, InPath::Firmware),
        (Scheduler::Firmware, InPath::Hdr),
    ] {
        let mut loading = workload(kernels());
        (loading.dags[0].scheduler, loading.firmware.in_path) = (scheduler, in_path);
        let record = run_and_replay(&loading);
        assert!(record.drained && record.errors.is_empty(), "{:?}", record.stuck);
        let [a, first, second, b] = [0, 1, 2, 3].map(|id| record.kernels[id].clone());
        let opened = record.dags[0].opened.unwrap();
        assert!(first.finish <= Some(opened.after(5000)) && a.ready == first.finish, "{record:?}");
        assert_eq!(second.finish, a.finish.map(|finish| finish.after(701)), "from the report on");
        assert_eq!((b.ready, second.state), (second.finish, KernelState::Finished));
        assert_eq!((first.first_launch, record.busy_sip_cycles), (None, 2 * 300 + 60));
        if scheduler == Scheduler::Hws {
            assert_eq!(record.counters.map(|counters| counters.kernels_done), Some(2));
        }
    }
}
