//! A machine under the checker, with firmware that takes its messages and calls fw-api over a faulty bus.

use fw_api::{Bus, HwsDriver};
use hws_model::{BusError, Config, Hws};
use hws_regs::{HwsCtrl, IrqEnable, RegId, RegIndex};
use hws_types::{Cycle, HdrPush, MihMessage, TaskDescriptor};

use crate::check::InvariantChecker;
use crate::fault::{BusFaults, FaultKind, FaultPlan, FaultyBus};
use crate::machine::Machine;
use crate::operation::{Op, Target};
use crate::stimulus::Writer;
use crate::trace::TraceWriter;

pub(super) type Watched = Machine<(InvariantChecker, (TraceWriter<Vec<u8>>, Writer<Vec<u8>>))>;

/// A bus on which each access takes one cycle.
pub(super) struct MachineBus<'a>(pub(super) &'a mut Watched);

impl Bus for MachineBus<'_> {
    type Error = BusError;

    fn read32(&mut self, offset: u32) -> Result<u32, BusError> {
        let answer = self.0.read(Target::Address(offset));
        self.0.advance(1);
        answer
    }

    fn write32(&mut self, offset: u32, value: u32) -> Result<(), BusError> {
        let answer = self.0.write(Target::Address(offset), value);
        self.0.advance(1);
        answer
    }
}

pub(super) struct Bench {
    pub(super) machine: Watched,
    pub(super) faults: BusFaults,
    pushes: u32,
}

pub(super) type Driver<'a> = HwsDriver<FaultyBus<'a, MachineBus<'a>>>;

/// One block of four threads that runs for 100 cycles and tells firmware of it.
pub(super) fn block() -> TaskDescriptor {
    TaskDescriptor {
        kernel_id: 5,
        affinity: u32::MAX,
        est_exec_time: 100,
        out_path_mdma: true,
        out_path_mih: true,
        enable_sip_alloc: true,
        thread_num: 4,
        block_num: 1,
        block_trigger_cnt: 1,
        sim_exec_time: 100,
        ..Default::default()
    }
}

fn machine() -> Watched {
    let observer = (InvariantChecker::new(), (TraceWriter::new(Vec::new()), Writer::new(Vec::new())));
    Machine::new(Hws::new(Config::default()), observer)
}

/// A plan with one fault.
pub(super) fn once(kind: FaultKind, number: u64) -> FaultPlan {
    FaultPlan::new().with_fault_at(kind, number..number + 1)
}

impl Bench {
    /// An enabled HWS with SIPs that report 10 cycles before they end.
    pub(super) fn new(plan: &FaultPlan) -> Self {
        let mut machine = machine();
        machine.inject(plan);
        machine.apply(&Op::SipArray { pre_lead: 10 }).unwrap();
        let interrupts = IrqEnable::default().with_mih(true).with_err(true).bits();
        machine.write(RegId::IrqEnable.into(), interrupts).unwrap();
        machine.write(RegId::HwsCtrl.into(), HwsCtrl::default().with_enable(true).bits()).unwrap();
        Self { machine, faults: BusFaults::new(plan), pushes: 0 }
    }

    /// A bench on which the kernels are pushed, and that then runs for 1000 cycles.
    pub(super) fn after(plan: &FaultPlan, kernels: &[TaskDescriptor]) -> Self {
        let mut bench = Self::new(plan);
        kernels.iter().for_each(|td| bench.push(td));
        bench.machine.advance(1000);
        assert!(bench.machine.observer().0.verdict().states > 0, "the checker watches");
        bench
    }

    /// Ends the run; returns its trace and its stimulus.
    pub(super) fn into_texts(mut self) -> (String, Vec<u8>) {
        self.machine.end();
        let ended = std::mem::replace(&mut self.machine, machine());
        let (checker, (trace, stimulus)) = ended.into_observer();
        assert!(checker.verdict().holds(), "{}", checker.verdict());
        (String::from_utf8(trace.finish().unwrap()).unwrap(), stimulus.finish().unwrap())
    }

    /// Pushes a kernel with the number of the push, from 0, as its hdr_entry_id.
    pub(super) fn push(&mut self, td: &TaskDescriptor) {
        let td_addr = 0x1000 + 128 * self.pushes;
        self.machine.write_memory(td_addr, td.encode().unwrap().to_vec()).unwrap();
        let hdr_entry_id = self.pushes as u8;
        self.machine.apply(&Op::Hdr(HdrPush { hdr_id: 1, hdr_entry_id, td_addr })).unwrap();
        self.pushes += 1;
    }

    /// Calls of fw-api, over a bus with faults.
    pub(super) fn firmware(&mut self) -> Driver<'_> {
        self.faults.pass_to(self.machine.cycle());
        HwsDriver::new(FaultyBus::new(MachineBus(&mut self.machine), &mut self.faults))
    }

    pub(super) fn messages(&mut self) -> Vec<MihMessage> {
        self.firmware().messages().map(Result::unwrap).collect()
    }

    /// The blocks whose end firmware was told of.
    pub(super) fn finished_blocks(&mut self) -> Vec<u16> {
        let is_end = |message: &MihMessage| matches!(message, MihMessage::BlockFinish { .. });
        self.messages().iter().filter(|message| is_end(message)).map(|end| end.header().block_id).collect()
    }

    pub(super) fn peek(&self, register: RegId) -> u32 {
        self.machine.hws().peek(register)
    }

    pub(super) fn busy(&self) -> u32 {
        !self.peek(RegId::SipIdleMask)
    }

    /// Everything that the run of one undisturbed block leaves behind is as it should be.
    pub(super) fn assert_one_block_done(&self) {
        assert_eq!(self.busy(), 0);
        assert_eq!(self.peek(RegId::CntKernelDone), 1);
        let is_live = |id: u32| self.peek(RegId::LaunchInfo(RegIndex::wrapping(id))) & 1 == 1;
        assert!((0..64).all(|id| !is_live(id)), "a launch id leaks");
    }

    pub(super) fn cycle(&self) -> Cycle {
        self.machine.cycle()
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let verdict = self.machine.observer().0.verdict();
            assert!(verdict.holds(), "{verdict}");
        }
    }
}
