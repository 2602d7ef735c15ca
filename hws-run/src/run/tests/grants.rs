//! L2 and VCs granted on request, and block parameters in a queue.

use std::collections::BTreeMap;

use hws_sim::SparseMemory;
use hws_sim::stimulus::Op;
use hws_types::{LaunchId, MihMessage, Notice, TaskDescriptor};
use rstest::rstest;

use super::*;

/// Observes shared memory and the resources in use.
#[derive(Default)]
struct Memory {
    memory: SparseMemory,
    /// The kernel, block, SIPs and parameter address of each launch.
    live: BTreeMap<LaunchId, (u32, u16, SipMask, Option<u32>)>,
    kernels: BTreeMap<u32, u32>,
    /// Bytes of L2 and VCs of a block, by kernel_id.
    needs: BTreeMap<u32, (u32, u32)>,
    /// Kernels that have a queue of parameters.
    with_params: std::collections::BTreeSet<u32>,
    most_l2: u32,
    most_vcs: u32,
    requests: usize,
    checked: usize,
}

impl Memory {
    fn word(&mut self, address: u32) -> u32 {
        hws_model::SharedMemory::read_word(&mut self.memory, address).unwrap()
    }

    fn check_parameters(&mut self, launch_id: LaunchId) {
        let Some(&(kernel_id, block, _, Some(address))) = self.live.get(&launch_id) else { return };
        assert_eq!((self.word(address), self.word(address + 4)), (kernel_id, block.into()));
        self.checked += 1;
    }

    /// Measures what running blocks hold in one VG and on one die.
    fn measure(&mut self) {
        let in_place = |size: u32| {
            let places = (0..32 / size).map(|place| {
                let sips = SipMask(((1_u64 << size) - 1) as u32).0 << (place * size);
                let there = self.live.values().filter(|(_, _, mask, _)| mask.intersects(SipMask(sips)));
                there
                    .map(|(kernel, ..)| self.needs.get(kernel).copied().unwrap_or_default())
                    .fold((0, 0), |(l2, vcs), (more_l2, more_vcs)| (l2 + more_l2, vcs + more_vcs))
            });
            places.fold((0, 0), |(l2, vcs), there| (there.0.max(l2), there.1.max(vcs)))
        };
        // Topology 4x8: a VG has 4 SIPs, a die 16.
        self.most_l2 = self.most_l2.max(in_place(4).0);
        self.most_vcs = self.most_vcs.max(in_place(16).1);
    }
}

impl EventSink for Memory {
    fn event(&mut self, _: Cycle, event: Event) {
        match event {
            Event::Admit { seq, kernel_id, .. } => drop(self.kernels.insert(seq, kernel_id)),
            Event::Launch { seq, block, launch_id, sip_mask, .. } => {
                let kernel_id = self.kernels[&seq];
                self.live.insert(launch_id, (kernel_id, block, sip_mask, None));
                self.measure();
            }
            Event::Mdma(command) if self.with_params.contains(&command.kernel_id) => {
                if let Some(live) = self.live.get_mut(&command.launch_id) {
                    live.3 = Some(command.block_param_addr);
                }
                self.check_parameters(command.launch_id);
            }
            Event::Complete { sip, launch_id } => {
                self.check_parameters(launch_id);
                let Some(live) = self.live.get_mut(&launch_id) else { return };
                live.2 -= sip.mask();
                if live.2.is_empty() {
                    self.live.remove(&launch_id);
                }
            }
            Event::Mih(raw) => {
                let is_request =
                    |notice| matches!(notice, Notice::L2AllocReq { .. } | Notice::VcAllocReq { .. });
                let message = MihMessage::decode(raw).unwrap();
                self.requests +=
                    usize::from(matches!(message, MihMessage::Notify { notice, .. } if is_request(notice)));
            }
            _ => (),
        }
    }
}

impl Observer for Memory {
    fn operation(&mut self, _: Cycle, op: &Op) {
        let Op::Mem { addr, words } = op else { return };
        self.memory.write(*addr, words).unwrap();
        if let Ok(words) = <[u32; 16]>::try_from(words.as_slice()) {
            let td = TaskDescriptor::decode(&words);
            let vcs = if td.enable_vc_alloc { u32::from(td.cdte_vc_num) } else { 0 };
            if td.block_param_queue_size > 0 {
                self.with_params.insert(td.kernel_id);
            }
            self.needs.insert(td.kernel_id, (td.l2_size_per_block, vcs));
        }
    }
}

fn measured(workload: &Workload) -> (RunRecord, Memory) {
    let (record, memory) = run(workload, Memory::default()).unwrap();
    assert_eq!(run_and_replay(workload), record);
    assert!(record.drained, "{:?}", record.stuck);
    // A task of one block may have got its last grant with the refresh for the one before, and have left.
    assert!(record.errors.iter().all(|error| error.bit == hws_model::ErrorBit::TriggerEntry));
    (record, memory)
}

#[rstest]
fn every_block_has_its_own_parameters(#[values("hdr", "firmware")] input: &str) {
    // Times differ, so that blocks do not end in the order in which they started.
    let mut workload = yaml(&format!(
        "firmware: {{ in_path: {input} }}
dags: [{{ id: g, kernels: [
  {{ id: a, threads: 1, blocks: 60, est: 500, params: {{ entry_bytes: 12, queue: 5 }} }},
  {{ id: b, threads: 2, blocks: 30, est: 300, params: {{ entry_bytes: 64, queue: 7 }}, trigger: {{ window: 3 }} }},
  {{ id: c, threads: 4, blocks: 4, est: 100, coop: true, params: {{ entry_bytes: 8, queue: 4 }}, deps: [b] }} ] }}]"
    ));
    workload.hardware.bus_cycles = 3;
    let (record, seen) = measured(&workload);
    assert!(seen.checked >= 60 * 2 + 30 * 3 + 4 * 5, "{}", seen.checked);
    let [a, b, _] = &record.kernels[..] else { panic!() };
    let took = |kernel: &crate::run::KernelRecord| kernel.finish.unwrap().since(kernel.first_launch.unwrap());
    assert!(took(a) >= 60 / 5 * 500, "five slots make twelve rounds");
    assert!(took(b) >= 30 / 3 * 300, "the window is narrower than the queue");
}

#[rstest]
fn blocks_wait_for_l2_and_vcs_that_others_hold(
    #[values("hdr", "firmware")] input: &str,
    #[values("mdma", "mih")] out: &str,
) {
    let workload = yaml(&format!(
        "hardware: {{ topology: 4x8 }}
firmware: {{ in_path: {input}, out_path: {out}, l2_bytes: 1000, vcs: 10 }}
dags: [{{ id: g, kernels: [
  {{ id: a, threads: 1, blocks: 40, est: 800, l2: 400, ahead: 4 }},
  {{ id: b, threads: 2, blocks: 20, est: 600, l2: 300, vc: {{ count: 3, by: firmware }}, ahead: 2 }},
  {{ id: c, threads: 1, blocks: 20, est: 500, vc: {{ count: 4, by: firmware }}, ahead: 3 }},
  {{ id: d, threads: 1, blocks: 8, est: 500, vc: {{ count: 9 }} }},
  {{ id: e, threads: 2, blocks: 6, est: 400, coop: true, l2: 500, vc: {{ count: 3, by: firmware }}, deps: [a] }},
  {{ id: p, prefetch: f }}, {{ id: f, threads: 4, blocks: 8, est: 300, l2: 900, vc: {{ count: 1, by: firmware }} }} ] }}]"
    ));
    let (record, seen) = measured(&workload);
    assert!(seen.most_l2 > 0 && seen.most_l2 <= 1000, "{}", seen.most_l2);
    // The nine VCs of d are allocated by the HWS.
    assert!(seen.most_vcs >= 10, "{}", seen.most_vcs);
    // One request for each block and resource, none for d.
    assert_eq!(seen.requests, 40 + 2 * 20 + 20 + 2 * 6 + 2 * 8);
    assert!(record.kernels[5].finish < record.kernels[6].first_launch);
}

#[test]
fn firmware_never_grants_more_than_it_has() {
    let workload = yaml(
        "hardware: { topology: 4x8 }
firmware: { l2_bytes: 1000, vcs: 10 }
dags: [{ id: g, kernels: [
  { id: b, threads: 1, blocks: 50, est: 600, l2: 300, vc: { count: 3, by: firmware }, ahead: 5 },
  { id: c, threads: 1, blocks: 30, est: 500, vc: { count: 4, by: firmware }, ahead: 3 } ] }]",
    );
    let (_, seen) = measured(&workload);
    assert!(seen.most_l2 <= 1000 && seen.most_vcs <= 10, "{} {}", seen.most_l2, seen.most_vcs);
    assert!(seen.most_vcs >= 7, "{}", seen.most_vcs);
}

#[rstest]
#[case("l2: 5000000", "needs 5000000 bytes of L2 for each of 1 blocks at once")]
#[case("l2: 3000000, coop: true", "needs 3000000 bytes of L2 for each of 4 blocks at once")]
#[case("vc: { count: 33, by: firmware }, coop: true", "needs 33 VCs for each of 4 blocks at once")]
fn a_need_that_can_never_be_granted_is_refused(#[case] needs: &str, #[case] reason: &str) {
    let text = format!("dags: [{{ id: g, kernels: [{{ id: a, threads: 8, blocks: 4, est: 9, {needs} }}] }}]");
    let mut no_files = |_: &str| Err(std::io::Error::from(std::io::ErrorKind::NotFound));
    let error = read(text.as_bytes(), "w.yaml", &ReadOptions::default(), &mut no_files).unwrap_err();
    let message = error.to_string();
    assert!(message.starts_with("w.yaml:1:27: kernel `a` ") && message.contains(reason), "{message}");
}

/// Blocks launched early on SIPs whose blocks overrun end after blocks that were launched later.
#[test]
fn a_slot_is_freed_by_its_block_and_not_by_the_number_of_blocks() {
    let workload = yaml(
        "hardware: { registers: { ENABLE_EARLY_LAUNCH_SIP: 1, EARLY_LAUNCH_MODE: 1, PRE_IDLE_OFFSET: 90 } }
dags: [{ id: g, kernels: [
  { id: overruns, threads: 1, blocks: 20, est: 100, actual: 20000, priority: 9 },
  { id: a, threads: 1, blocks: 90, est: 2000, params: { entry_bytes: 8, queue: 16 }, priority: 1 } ] }]",
    );
    let (record, seen) = measured(&workload);
    assert!(record.counters.unwrap().early > 0);
    assert!(seen.checked >= 180, "{}", seen.checked);
}
