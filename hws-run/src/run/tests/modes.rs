//! HWS_WORK_MODE in its four combinations, and lost messages.

use rstest::rstest;

use super::*;

const PATHS: &str = "dags:
  - id: one
    kernels:
      - { id: a, threads: 4, blocks: 12, est: 400 }
      - { id: load, prefetch: b }
      - { id: b, threads: 8, blocks: 5, est: 300, deps: [a] }
      - { id: c, threads: 2, blocks: 4, est: 200, coop: true, ctx: 1, deps: [a] }
      - { id: d, threads: 1, blocks: 9, est: 150, trigger: { window: 2 }, deps: [b, { kernel: c, on: launch }] }
  - id: two
    arrival: 900
    kind: dynamic
    kernels:
      - { id: e, threads: 16, blocks: 6, est: 250 }
      - { id: f, threads: 1, blocks: 40, est: 90, deps: [e] }
";

fn with_firmware(firmware: &str) -> Workload {
    yaml(&format!("firmware: {{ {firmware} }}\n{PATHS}"))
}

#[rstest]
fn every_combination_of_paths_ends_drained_and_replays(
    #[values("mdma", "mih")] out: &str,
    #[values("hdr", "firmware")] input: &str,
    #[values(true, false)] report: bool,
) {
    let workload = with_firmware(&format!("out_path: {out}, in_path: {input}, report: {report}"));
    let record = run_and_replay(&workload);
    assert!(record.drained && record.errors.is_empty(), "{:?} {:?}", record.stuck, record.errors);
    assert_eq!(record.bus_errors, 0);
    // The work is the same on every path: reports may be recorded late, never early.
    let work: u64 = 12 * 4 * 400 + 5 * 8 * 300 + 4 * 2 * 200 + 9 * 150 + 6 * 16 * 250 + 40 * 90;
    assert!(record.busy_sip_cycles >= work && (out == "mih" || record.busy_sip_cycles == work));
    let [a, _, b, c, d, ..] = &record.kernels[..] else { panic!() };
    assert!(a.finish < b.first_launch && a.finish < c.first_launch && b.finish < d.first_launch);
    let took = d.finish.unwrap().since(d.first_launch.unwrap());
    assert!(took >= 5 * 150, "two at a time: {took}");
}

#[test]
fn without_reports_only_kernels_that_need_messages_send_any() {
    let quiet = run_and_replay(&with_firmware("report: false"));
    let loud = run_and_replay(&with_firmware("report: true"));
    assert!(quiet.drained && quiet.traffic.reads * 2 < loud.traffic.reads, "{:?}", quiet.traffic);
}

/// The deliveries, returns and launches that an observer sees.
#[derive(Default)]
struct Deliveries {
    delivered: Vec<FirmwareRun>,
    returned: Vec<FirmwareRun>,
    launched: Vec<(u16, SipMask)>,
}

impl EventSink for Deliveries {
    fn event(&mut self, _: Cycle, event: Event) {
        if let Event::Launch { block, sip_mask, .. } = event {
            self.launched.push((block, sip_mask));
        }
    }
}

impl Observer for Deliveries {
    fn delivered(&mut self, _: Cycle, run: &FirmwareRun) {
        self.delivered.push(*run);
    }
    fn returned(&mut self, _: Cycle, run: &FirmwareRun) {
        self.returned.push(*run);
    }
}

#[rstest]
#[case(4)]
#[case(60)] // so slow that messages are dropped
fn on_the_mih_path_each_launch_is_delivered_once_to_each_of_its_sips(#[case] bus_cycles: u32) {
    let mut workload = yaml(
        "firmware: { out_path: mih }
dags: [{ id: g, kernels: [
  { id: a, threads: 1, blocks: 300, est: 20 }, { id: b, threads: 2, blocks: 90, est: 20, trigger: { window: 20 } },
  { id: c, threads: 1, blocks: 7, est: 20, deps: [a, b] } ] }]",
    );
    workload.hardware.bus_cycles = bus_cycles;
    let (record, seen) = run(&workload, Deliveries::default()).unwrap();
    assert!(record.drained, "{:?}", record.stuck);
    let has_lost = record.errors.iter().any(|error| error.bit == hws_model::ErrorBit::MihOverflow);
    assert_eq!(has_lost, bus_cycles == 60, "{:?}", record.errors.len());
    let mut launched: Vec<_> =
        seen.launched.iter().flat_map(|(block, sips)| sips.iter().map(|sip| (*block, sip))).collect();
    let mut delivered: Vec<_> = seen.delivered.iter().map(|run| (run.block_id, run.sip)).collect();
    launched.sort();
    delivered.sort();
    assert_eq!(delivered, launched);
    assert_eq!(seen.returned.len(), seen.delivered.len());
    assert_eq!(run_and_replay(&workload), record);
}

/// Messages are also lost in firmware-input mode; the ends of parts are then in the resolver's table.
#[rstest]
fn lost_messages_are_recovered_in_every_mode(
    #[values("mdma", "mih")] out: &str,
    #[values("hdr", "firmware")] input: &str,
) {
    let text = "dags: [{ id: g, kernels: [
  { id: a, threads: 1, blocks: 90, est: 10 }, { id: b, threads: 1, blocks: 90, est: 10, trigger: { window: 40 } },
  { id: p, prefetch: c }, { id: c, threads: 1, blocks: 30, est: 10, l2: 100 },
  { id: v, threads: 1, blocks: 40, est: 10, vc: { count: 4, by: firmware }, l2: 500000, ahead: 8 },
  { id: q, threads: 1, blocks: 40, est: 10, params: { entry_bytes: 16, queue: 20 } },
  { id: z, threads: 1, blocks: 7, est: 10, deps: [a, b, c, v, q] } ] }]";
    let mut workload =
        yaml(&format!("firmware: {{ out_path: {out}, in_path: {input}, l2_bytes: 1000000 }}\n{text}"));
    let mut dropped = 0;
    for bus_cycles in [60, 150] {
        workload.hardware.bus_cycles = bus_cycles;
        let record = run_and_replay(&workload);
        assert!(record.drained, "{bus_cycles}: {:?}", record.stuck);
        dropped += record.counters.unwrap().messages_dropped;
    }
    assert!(dropped > 0 || input == "firmware", "{dropped}");
}

/// The blocks of `v` are launched and end while the FIFO is full: no message tells firmware where they ran, and they
/// held all the L2.
#[test]
fn grants_of_blocks_without_messages_are_freed() {
    let mut workload = yaml(
        "firmware: { l2_bytes: 1000 }
dags: [{ id: g, kernels: [
  { id: flood, threads: 1, blocks: 160, est: 10, priority: 9 },
  { id: v, threads: 1, blocks: 8, est: 10, l2: 1000, ahead: 4, priority: 1 } ] }]",
    );
    workload.hardware.bus_cycles = 60;
    let record = run_and_replay(&workload);
    assert!(record.counters.unwrap().messages_dropped > 0);
    assert!(record.drained, "{:?}", record.stuck);
}

/// 32 tasks are resident, four are in the FIFO, the others wait in firmware.
#[test]
fn firmware_pushes_only_as_many_tasks_as_fit() {
    let text = "firmware: { in_path: firmware }
dags: [{ id: g, kernels: [{ id: a, threads: 16, blocks: 60, est: 3000 }] }]";
    let record = run_and_replay(&yaml(text));
    assert!(record.drained && record.errors.is_empty(), "{:?}", record.errors);
}

#[test]
fn sixty_four_graphs_wait_for_a_tag_each() {
    let text =
        "dags: [{ id: g, repeat: 64, every: 1, kernels: [{ id: a, threads: 16, blocks: 3, est: 2000 }] }]";
    let record = run_and_replay(&yaml(text));
    assert!(record.drained && record.errors.is_empty());
    let tags: std::collections::BTreeSet<_> = record.dags.iter().map(|dag| dag.tag.unwrap()).collect();
    assert_eq!(tags.len(), 64, "tags are reused late");
    // The last graph was opened only after another one had ended.
    let first_end = record.dags.iter().filter_map(|dag| dag.finish).min();
    assert!(record.dags[63].opened > first_end);
}
