//! The extents are a claim about the model: nothing outside the extent of an edge changes.

use hws_model::{Config, Hws};

use hws_plain::EitherHws;
use hws_regs::{HwsCtrl, RegId, SipReportComplete};
use hws_sim::SparseMemory;
use hws_types::{HdrPush, MdmaCommand, TaskDescriptor};

use super::{Extent, extent};
use crate::lockstep::bus::Access;
use crate::lockstep::events::EventLog;
use crate::map::Word;

/// A busy model that is written at random.
struct Random {
    hws: EitherHws,
    memory: SparseMemory,
    log: EventLog,
    running: Vec<MdmaCommand>,
    registers: Vec<RegId>,
    state: u64,
}

impl Random {
    fn new() -> Self {
        let mut memory = SparseMemory::default();
        for number in 0..64_u32 {
            memory.write(number * 64, &descriptor(number).encode().unwrap()).unwrap();
        }
        let (hws, log) = (EitherHws::from(Hws::new(Config::default())), EventLog::default());
        Self { hws, memory, log, running: Vec::new(), registers: RegId::all().collect(), state: 7 }
    }

    fn below(&mut self, limit: u32) -> u32 {
        self.state =
            self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) as u32 % limit
    }

    fn values(&self) -> Vec<u32> {
        self.registers.iter().map(|id| self.hws.peek(*id)).collect()
    }

    /// One step, and the extent that the lock-step would assume for it.
    fn step(&mut self) -> Extent {
        self.log.clear();
        match self.below(8) {
            0 => {
                let td_addr = self.below(64) * 64;
                let _ = self.hws.push_hdr(HdrPush { hdr_id: 1, hdr_entry_id: 2, td_addr });
                Extent::Time
            }
            1 if !self.running.is_empty() => {
                let command = self.running.swap_remove(0).report();
                let value = SipReportComplete::from_bits(0)
                    .with_sip_id_masked(command.sip.get())
                    .with_block_id_masked(command.block_id.into())
                    .with_launch_id_masked(command.launch_id.get());
                self.access(RegId::SipReportComplete, Some(value.bits()))
            }
            2 => {
                let number = self.below(self.registers.len() as u32) as usize;
                let id = self.registers[number];
                let value = self.below(u32::MAX) & self.below(u32::MAX);
                let write = (self.below(2) == 0).then_some(value);
                self.access(id, write)
            }
            3 => self.access(RegId::HwsCtrl, Some(HwsCtrl::default().with_enable(true).bits())),
            _ => self.tick(),
        }
    }

    fn access(&mut self, id: RegId, write: Option<u32>) -> Extent {
        let answer = match write {
            Some(value) => self.hws.write32(id.offset(), value, &mut self.log).map(|()| 0),
            None => self.hws.read32(id.offset()),
        };
        Access {
            write,
            address: 0,
            word: Word::Register(id),
            offset: id.offset(),
            answer,
            is_refused: answer.is_err(),
        }
        .extent(&self.log)
    }

    fn tick(&mut self) -> Extent {
        let before = self.hws.peek(RegId::HwsStatus);
        self.hws.tick(&mut self.memory, &mut self.log);
        self.running.extend(std::iter::from_fn(|| self.hws.pop_mdma()));
        let is_quiet = self.log.is_empty() && before == self.hws.peek(RegId::HwsStatus);
        if is_quiet { Extent::Time } else { Extent::All }
    }
}

fn descriptor(number: u32) -> TaskDescriptor {
    TaskDescriptor {
        kernel_id: number,
        affinity: u32::MAX,
        est_exec_time: number * 5,
        offline_priority: number,
        dag_tag: number as u16 % 7,
        out_path_mdma: true,
        out_path_mih: number.is_multiple_of(2),
        enable_sip_alloc: true,
        enable_vc_alloc: number.is_multiple_of(3),
        vc_hw_alloc: true,
        cdte_vc_num: 5,
        thread_num: [1, 2, 4, 8][number as usize % 4],
        block_num: 3,
        block_trigger_cnt: 3,
        ..TaskDescriptor::default()
    }
}

#[test]
fn an_edge_changes_nothing_outside_its_extent() {
    let mut random = Random::new();
    let mut changes = [0_u32; 3];
    for _ in 0..6000 {
        let before = random.values();
        let assumed = random.step();
        for ((id, old), new) in random.registers.iter().zip(before).zip(random.values()) {
            if old != new {
                assert!(extent(*id) <= assumed, "{id} changed from {old:#x} to {new:#x}, {assumed:?}");
                changes[extent(*id) as usize] += 1;
            }
        }
    }
    assert!(changes.iter().all(|&count| count > 100), "every extent is reached: {changes:?}");
}
