//! A machine that is always busy: a full Ready Station with kernels of all sizes in eight graphs, promotion,
//! reservations, backfilling, and SIPs that report completions.

use hws_model::{Config, EventSink};
use hws_regs::{HwsCtrl, HwsStatus, PTopK, Promote, RegId, params};
use hws_tests::interface::HwsInterface;
use hws_types::{HdrPush, SipMask, SipReport, TaskDescriptor, ThreadNum};

use crate::memory::Descriptors;

/// An HWS of either kind with SIPs that execute.
///
/// It advances from COMMIT to COMMIT; reports are written at the first COMMIT after their time. Kernels have enough
/// blocks that none ends.
#[derive(Clone, Debug)]
pub struct Busy<D> {
    /// The scheduler.
    pub hws: D,
    /// Its memory.
    pub memory: Descriptors,
    /// Blocks by the number of attempts after which their SIPs report, as a ring.
    due: Vec<Vec<(SipReport, SipMask)>>,
    attempts: usize,
}

/// Number of kernels, one for each entry.
const KERNELS: u32 = 32;
/// More attempts than any block takes.
const LONGEST: usize = 16;

impl<D: HwsInterface> Busy<D> {
    /// Creates the machine with all kernels resident and the first launches made.
    #[must_use]
    pub fn new() -> Self {
        let memory =
            Descriptors((0..KERNELS).flat_map(|n| descriptor(n).encode().unwrap_or_default()).collect());
        let mut busy =
            Self { hws: D::power_on(Config::default()), memory, due: vec![Vec::new(); LONGEST], attempts: 0 };
        configuration().into_iter().for_each(|write| busy.write(write));
        busy.fill();
        busy.write(enable());
        busy.run(1000);
        busy
    }

    /// Runs this many attempts, with the reports that become due meanwhile.
    pub fn run(&mut self, attempts: usize) {
        (0..attempts).for_each(|_| self.attempt(&mut ()));
    }

    /// Runs up to and including the next COMMIT.
    pub fn attempt(&mut self, sink: &mut impl EventSink) {
        self.begin(sink);
        self.hws.advance(u64::from(params::ATTEMPT_CYCLES), &mut self.memory, sink);
        self.attempts += 1;
        self.take_commands();
        self.report(sink);
    }

    /// Makes sure that an attempt is in flight: if every SIP was busy at the last boundary, some report.
    pub(crate) fn begin(&mut self, sink: &mut impl EventSink) {
        while !self.is_attempt_in_flight() {
            self.attempts += 1;
            self.report(sink);
            self.hws.advance(1, &mut self.memory, sink);
        }
    }

    fn is_attempt_in_flight(&self) -> bool {
        HwsStatus::from_bits(self.hws.peek(RegId::HwsStatus)).attempt_busy()
    }

    fn write(&mut self, (register, value): (RegId, u32)) {
        let _ = self.hws.write32(register.offset(), value, &mut ());
    }

    /// Pushes every kernel, each as soon as the previous one is loaded.
    fn fill(&mut self) {
        for n in 0..KERNELS {
            let push = HdrPush { hdr_id: 0, hdr_entry_id: n as u8, td_addr: n * Descriptors::STRIDE };
            self.hws.push_hdr(push);
            self.hws.advance(u64::from(params::TD_READ_CYCLES) + 1, &mut self.memory, &mut ());
        }
    }

    fn take_commands(&mut self) {
        while let Some((command, sips)) = self.hws.pop_mdma_block() {
            let attempts = 1 + (command.est_exec_time / params::ATTEMPT_CYCLES) as usize;
            let at = (self.attempts + attempts.min(LONGEST - 1)) % LONGEST;
            self.due[at].push((command.report(), sips));
        }
    }

    fn report(&mut self, sink: &mut impl EventSink) {
        let mut due = std::mem::take(&mut self.due[self.attempts % LONGEST]);
        due.iter().for_each(|&(report, sips)| self.hws.complete_block(report, sips, sink));
        due.clear();
        self.due[self.attempts % LONGEST] = due;
    }
}

impl<D: HwsInterface> Default for Busy<D> {
    fn default() -> Self {
        Self::new()
    }
}

/// Two reservations at a time, made as soon as a kernel is overtaken; two P-tasks per graph.
#[must_use]
pub fn configuration() -> [(RegId, u32); 2] {
    let promote = Promote::default()
        .with_rule_top1(true)
        .with_rule_on_cp(true)
        .with_rtask_max_masked(2)
        .with_threshold_masked(1);
    [(RegId::Promote, promote.bits()), (RegId::PTopK, PTopK::default().with_k_masked(2).bits())]
}

/// Starts the attempts.
#[must_use]
pub fn enable() -> (RegId, u32) {
    (RegId::HwsCtrl, HwsCtrl::default().with_enable(true).bits())
}

/// Kernel `n`: the sizes in turn, eight graphs, one in five on its critical path.
#[must_use]
pub fn descriptor(n: u32) -> TaskDescriptor {
    let threads = ThreadNum::ALL[n as usize % ThreadNum::ALL.len()];
    TaskDescriptor {
        kernel_id: n,
        affinity: u32::MAX,
        est_exec_time: 20 + n * 37 % 400,
        offline_priority: 100 + n * 7 % 50,
        dag_tag: (n % 8) as u16,
        on_cp: n.is_multiple_of(5),
        out_path_mdma: true,
        enable_sip_alloc: true,
        thread_num: threads.get() as u16,
        block_num: u16::MAX,
        block_trigger_cnt: u16::MAX,
        ..Default::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hws_model::Hws;
    use hws_plain::PlainHws;

    const COUNTERS: [RegId; 7] = [
        RegId::CntAttempt,
        RegId::CntFail,
        RegId::CntLaunchR,
        RegId::CntLaunchP,
        RegId::CntLaunchO,
        RegId::CntBackfill,
        RegId::CntPromote,
    ];

    fn counters<D: HwsInterface>(attempts: usize) -> [u32; 7] {
        let mut busy = Busy::<D>::new();
        busy.run(attempts);
        COUNTERS.map(|register| busy.hws.peek(register))
    }

    #[test]
    fn all_measured_events_happen() {
        assert!(counters::<Hws>(2000).iter().all(|&count| count > 0), "{:?}", counters::<Hws>(2000));
    }

    #[test]
    fn both_do_the_same_work() {
        assert_eq!(counters::<Hws>(100), counters::<PlainHws>(100));
    }
}
