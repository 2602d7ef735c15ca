//! Graphs that firmware schedules: SIPs claimed, blocks in order, SIPs released.

use hws_sim::KernelState;

use super::*;

/// The SIPs on which firmware ran blocks; panics if they overlap with blocks of the HWS.
#[derive(Default)]
struct Sips {
    busy: [Option<(u32, u16)>; 32],
    by_firmware: SipMask,
    together: usize,
    blocks: std::collections::BTreeSet<(u32, u16)>,
    /// When the HWS launched on SIPs 8 to 15.
    launched_there: Vec<Cycle>,
}

impl Sips {
    fn take(&mut self, sip: hws_types::Sip, what: (u32, u16)) {
        assert_eq!(self.busy[sip.index()].replace(what), None, "SIP {} has two blocks", sip.get());
    }
}

impl EventSink for Sips {
    fn event(&mut self, at: Cycle, event: Event) {
        match event {
            Event::Launch { block, sip_mask, .. } => {
                self.launched_there.extend(sip_mask.intersects(SipMask(0xFF00)).then_some(at));
                sip_mask.iter().for_each(|sip| self.take(sip, (u32::MAX, block)));
            }
            Event::Complete { sip, .. } => self.busy[sip.index()] = None,
            _ => (),
        }
    }
}

impl Observer for Sips {
    fn delivered(&mut self, _: Cycle, run: &FirmwareRun) {
        assert_eq!(run.launch_id, None);
        self.take(run.sip, (run.kernel_id, run.block_id));
        self.by_firmware |= run.sip.mask();
        self.blocks.insert((run.kernel_id, run.block_id));
        let of_kernel = |busy: &&Option<(u32, u16)>| busy.is_some_and(|(kernel, _)| kernel == run.kernel_id);
        self.together = self.together.max(self.busy.iter().filter(of_kernel).count());
    }
    fn returned(&mut self, _: Cycle, run: &FirmwareRun) {
        assert_eq!(self.busy[run.sip.index()].take(), Some((run.kernel_id, run.block_id)));
    }
}

const MIXED: &str = "dags:
  - id: other
    kernels: [{ id: a, threads: 4, blocks: 60, est: 900 }, { id: b, threads: 16, blocks: 4, est: 500, deps: [a] }]
  - id: own
    arrival: 1500
    scheduler: firmware
    sips: 0xFF00
    kernels:
      - { id: x, threads: 2, blocks: 10, est: 300 }
      - { id: y, threads: 8, blocks: 3, est: 200, deps: [x] }
      - { id: z, threads: 4, blocks: 2, est: 100, coop: true, deps: [{ kernel: y, on: launch }] }
      - { id: w, threads: 1, blocks: 9, est: 100, trigger: { window: 2 }, deps: [z] }
";

#[test]
fn firmware_runs_its_graph_on_claimed_sips_beside_the_hws() {
    let workload = yaml(MIXED);
    let record = run_and_replay(&workload);
    assert!(record.drained && record.errors.is_empty(), "{:?} {:?}", record.stuck, record.errors);
    let [_, b, x, y, z, w] = &record.kernels[..] else { panic!() };
    assert!(
        [x, y, z, w].iter().all(|kernel| kernel.state == KernelState::Finished && kernel.admitted.is_none())
    );
    assert!(x.ready >= Some(Cycle(1500)) && x.finish < y.first_launch && z.finish < w.first_launch);
    assert!(y.first_launch < z.first_launch);
    assert_eq!(x.sips | y.sips | z.sips | w.sips, SipMask(0xFF00));
    assert_eq!(record.dags[1].tag, None);
    // After the release, the HWS can use the SIPs again: b needs whole clusters, and there are two.
    assert!(b.sips.intersects(SipMask(0xFF00)) || b.first_launch < record.dags[1].finish);
    let (again, sips) = run(&workload, Sips::default()).unwrap();
    assert_eq!(again, record);
    assert_eq!((sips.by_firmware, sips.blocks.len()), (SipMask(0xFF00), 10 + 3 + 2 + 9));
    // A hundred accesses after its arrival, the SIPs are closed to the HWS until the graph is done.
    let closed = Cycle(1500 + 500)..record.dags[1].finish.unwrap();
    assert!(!sips.launched_there.iter().any(|at| closed.contains(at)), "{:?}", sips.launched_there);
    let work = 60 * 4 * 900 + 4 * 16 * 500 + 10 * 2 * 300 + 3 * 8 * 200 + 2 * 4 * 100 + 9 * 100;
    assert_eq!(record.busy_sip_cycles, work);
}

#[test]
fn the_window_holds_for_firmware_too() {
    let workload = yaml(
        "dags: [{ id: g, scheduler: firmware, kernels: [{ id: a, threads: 1, blocks: 9, est: 900, trigger: { window: 2 } }] }]",
    );
    let (record, sips) = run(&workload, Sips::default()).unwrap();
    assert!(record.drained);
    assert_eq!(sips.together, 2);
}

#[test]
fn the_more_urgent_kernel_gets_the_sips() {
    let workload = yaml(
        "dags: [{ id: g, scheduler: firmware, sips: [0, 1], kernels: [
  { id: low, threads: 2, est: 50, priority: 1 }, { id: high, threads: 2, est: 50, priority: 2 } ] }]",
    );
    let record = run_and_replay(&workload);
    assert!(record.drained && record.kernels[1].finish <= record.kernels[0].first_launch);
}

#[test]
fn two_graphs_of_firmware_share_sips_and_the_mih_path_goes_on_meanwhile() {
    let text = MIXED.replace("dags:", "firmware: { out_path: mih }\ndags:")
        + "  - { id: more, arrival: 1600, scheduler: firmware, sips: 0x3FF00, kernels: [{ id: v, threads: 1, blocks: 40, est: 700 }] }\n";
    let record = run_and_replay(&yaml(&text));
    assert!(record.drained && record.errors.is_empty(), "{:?}", record.stuck);
    assert_eq!(record.kernels[6].sips, SipMask(0x3FF00));
}

#[test]
fn sips_that_never_become_idle_leave_the_graph_stuck_with_a_reason() {
    let mut silent = yaml(MIXED);
    // No unit starts the launches of the HWS.
    silent.hardware.registers.push((hws_regs::RegId::HwsWorkMode, 1));
    let record = run_and_replay(&silent);
    assert!(!record.drained);
    let own: Vec<_> = record.stuck.iter().filter(|stuck| stuck.kernel >= 2).collect();
    assert_eq!(own.len(), 4);
    assert!(own[0].reason.contains("firmware schedules it on"), "{}", own[0].reason);
}
