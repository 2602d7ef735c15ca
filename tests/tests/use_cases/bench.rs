//! A machine for hand-written firmware: SIPs, a dependency resolver, and listeners.

use fw_api::HwsDriver;
use hws_model::{Config, Hws};
use hws_regs::{ElementIndex, HwsStatus, RegId, Register, VcPoolFree};
use hws_sim::check::InvariantChecker;
use hws_sim::stimulus::Op;
use hws_sim::{FirmwareRun, Hdr, HdrKernel, Machine, Observer, SimBus};
use hws_types::{Cycle, SipMask, TaskDescriptor};

use crate::use_cases::story::Story;

/// The listeners of every scenario.
pub(crate) type Watched = (Story, InvariantChecker);

/// The address of the first descriptor; the others follow.
const FIRST_TD: u32 = 0x1000;
const TD_BYTES: u32 = 64;

/// kernel_id of what firmware runs by itself; no submitted kernel has it.
const OWN_KERNEL: u32 = u32::MAX;

/// Cycles after which a scenario is considered stuck.
const PATIENCE: u64 = 400_000;

/// The machine, and the descriptors in its memory by kernel_id.
pub(crate) struct Bench {
    pub(crate) machine: Machine<Watched>,
    bus_cycles: u32,
    descriptors: Vec<TaskDescriptor>,
}

impl Bench {
    /// A machine at power-on, with bus accesses of `bus_cycles` and SIPs that pre-report `pre_lead` cycles before they
    /// complete.
    pub(crate) fn new(bus_cycles: u32, pre_lead: u32) -> Self {
        let observer = (Story::default(), InvariantChecker::new());
        let mut machine = Machine::new(Hws::new(Config::default()), observer);
        machine.attach_hdr(Hdr::default());
        machine.apply(&Op::SipArray { pre_lead }).expect("nothing refuses it");
        Self { machine, bus_cycles, descriptors: Vec::new() }
    }

    /// Returns the firmware API; time passes with each access.
    pub(crate) fn fw(&mut self) -> HwsDriver<SimBus<'_, Watched>> {
        HwsDriver::new(SimBus::new(&mut self.machine, self.bus_cycles))
    }

    /// Submits a kernel to the resolver, ready now. Its kernel_id is its index among the submitted kernels.
    pub(crate) fn submit(&mut self, td: TaskDescriptor) -> u32 {
        self.submit_after(td, |kernel| kernel)
    }

    /// Submits a kernel with its dependencies.
    pub(crate) fn submit_after(&mut self, td: TaskDescriptor, wait: impl Fn(HdrKernel) -> HdrKernel) -> u32 {
        let kernel_id = self.descriptors.len() as u32;
        self.descriptors.push(td);
        self.rewrite(kernel_id, TaskDescriptor { kernel_id, ..td });
        let kernel = wait(HdrKernel::new(kernel_id, address(kernel_id)).arriving(self.machine.cycle()));
        self.machine.hdr_mut().expect("attached").add(vec![kernel]).expect("a graph");
        kernel_id
    }

    /// Writes the descriptor of a kernel again.
    pub(crate) fn rewrite(&mut self, kernel_id: u32, td: TaskDescriptor) {
        self.descriptors[kernel_id as usize] = td;
        let words = td.encode().expect("a context 0..=3").to_vec();
        self.machine.write_memory(address(kernel_id), words).expect("aligned");
    }

    /// The descriptor of a kernel.
    pub(crate) fn descriptor(&self, kernel_id: u32) -> TaskDescriptor {
        self.descriptors[kernel_id as usize]
    }

    /// Makes firmware run a block of its own on each of its SIPs.
    pub(crate) fn run_on_own(&mut self, sips: SipMask, cycles: u64) {
        let run = |sip| FirmwareRun { sip, kernel_id: OWN_KERNEL, block_id: 0, launch_id: None };
        let now = self.machine.cycle();
        sips.iter().for_each(|sip| self.machine.observer_mut().0.delivered(now, &run(sip)));
        self.advance(cycles);
        let now = self.machine.cycle();
        sips.iter().for_each(|sip| self.machine.observer_mut().0.returned(now, &run(sip)));
    }

    pub(crate) fn now(&self) -> u64 {
        self.machine.cycle().0
    }

    pub(crate) fn advance(&mut self, cycles: u64) {
        self.machine.advance(cycles);
    }

    pub(crate) fn advance_to(&mut self, cycle: u64) {
        self.machine.advance_to(Cycle(cycle));
    }

    pub(crate) fn story(&self) -> &Story {
        &self.machine.observer().0
    }

    /// Lets time pass until every kernel is done.
    #[track_caller]
    pub(crate) fn drain(&mut self) {
        let last = self.now() + PATIENCE;
        while !self.machine.hdr().expect("attached").is_drained() {
            assert!(self.now() < last, "kernels are left at {last}");
            self.advance(64);
        }
    }

    /// Drains the machine and checks that the invariants held and that nothing is in use, waiting, or lost.
    #[track_caller]
    pub(crate) fn end(mut self) -> Story {
        self.drain();
        self.assert_all_free();
        for run in self.story().runs.iter().filter(|run| !run.by_firmware) {
            let td = self.descriptor(run.kernel);
            let cycles = if td.sim_exec_time == 0 { td.est_exec_time } else { td.sim_exec_time };
            assert_eq!(run.to - run.from, u64::from(cycles), "{run:?}");
        }
        let (story, checker) = self.machine.into_observer();
        assert!(checker.verdict().holds(), "{}", checker.verdict());
        story.assert_no_sip_is_given_twice();
        story.assert_ownership();
        story
    }

    #[track_caller]
    fn assert_all_free(&self) {
        let hws = self.machine.hws();
        assert_eq!(hws.peek(RegId::SipIdleMask), u32::MAX, "a SIP is lost");
        assert_eq!(hws.peek(RegId::ReservedSipMask), 0, "a reservation is lost");
        assert_eq!(hws.peek(RegId::HrmFwOwned), 0, "a SIP of firmware is lost");
        let status = HwsStatus::from_bits(hws.peek(RegId::HwsStatus));
        assert!(status.rs_empty() && status.cmd_pending() == 0, "an entry or a command is lost");
        for (die, word) in <VcPoolFree as Register>::Index::all() {
            assert_eq!(hws.peek(RegId::VcPoolFree(die, word)), u32::MAX, "a VC of die {die} is lost");
        }
    }
}

const fn address(kernel_id: u32) -> u32 {
    FIRST_TD + TD_BYTES * kernel_id
}
