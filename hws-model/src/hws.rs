//! The hardware scheduler, which owns the units and determines their order (scheduler.md §1).

use hws_types::{Cycle, Entry, HdrPush, MdmaCommand, SipMask, SipReport, TaskDescriptor};

use crate::choice::choose;
use crate::commands::CommandQueue;
use crate::counters::Counters;
use crate::decision::Decision;
use crate::engine::Engine;
use crate::errors::ErrorLog;
use crate::loader::Loader;
use crate::memory::SharedMemory;
use crate::mih::MihFifo;
use crate::output::Output;
use crate::pools::Pools;
use crate::survey::Survey;
use crate::tables::Tables;
use crate::{
    Assumption, Choice, Config, EventSink, HdrRefused, PTask, allocation_only, launch, promotion, reports,
    requests, time_base,
};

/// One hardware scheduler. The caller controls time: the state changes only in [`Hws::tick`] and
/// [`Hws::advance`], at a bus access and at a push.
///
/// It is a plain value of less than 11 KiB without references, and can be cloned, compared and hashed at any
/// time. Equal values behave identically from then on.
///
/// ```
/// use hws_model::{Config, Hws};
/// use hws_regs::RegId;
///
/// let mut hws = Hws::new(Config::default());
/// hws.write32(RegId::HwsCtrl.offset(), 1, &mut ())?;
/// hws.advance(1 << 40, &mut (), &mut ());
/// assert_eq!(hws.read32(RegId::SipIdleMask.offset()), Ok(u32::MAX));
/// assert!(hws.read32(2).is_err());
/// # Ok::<(), hws_model::BusError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Hws {
    pub(crate) config: Config,
    pub(crate) cycle: Cycle,
    /// The cycle in which CNT_CYCLE was 0.
    pub(crate) reset_at: Cycle,
    /// CNT_CYCLE_HI, which a read of CNT_CYCLE_LO latches.
    pub(crate) cycle_hi: u32,
    pub(crate) tables: Tables,
    pub(crate) loader: Loader,
    pub(crate) engine: Engine,
    pub(crate) commands: CommandQueue,
    pub(crate) errors: ErrorLog,
    pub(crate) mih: MihFifo,
    pub(crate) counters: Counters,
}

impl Hws {
    /// Creates an HWS in its reset state at cycle 0.
    ///
    /// ```
    /// use hws_model::{Config, Hws};
    /// use hws_regs::HwsParam0;
    ///
    /// let mut hws = Hws::new(Config::new(16, 24)?);
    /// let sizes = hws.read::<HwsParam0>(()).unwrap();
    /// assert_eq!((sizes.n_rs(), sizes.n_dag()), (16, 24));
    /// # Ok::<(), hws_model::ConfigError>(())
    /// ```
    #[must_use]
    pub fn new(config: Config) -> Self {
        Self {
            config,
            cycle: Cycle(0),
            reset_at: Cycle(0),
            cycle_hi: 0,
            tables: Tables::new(config),
            loader: Loader::new(),
            engine: Engine::idle(),
            commands: CommandQueue::new(),
            errors: ErrorLog::new(),
            mih: MihFifo::new(),
            counters: Counters::default(),
        }
    }

    /// Returns the number of ticks completed since power-on: the cycle of the next event (scheduler.md §1.1).
    ///
    /// ```
    /// use hws_model::{Config, Hws};
    /// use hws_regs::{CntCycleLo, HwsCtrl};
    ///
    /// let mut hws = Hws::new(Config::default());
    /// hws.advance(100, &mut (), &mut ());
    /// hws.write((), HwsCtrl::default().with_soft_reset(true), &mut ())?;
    /// hws.advance(20, &mut (), &mut ());
    /// assert_eq!(hws.cycle().0, 120, "a soft reset does not affect it");
    /// assert_eq!(hws.read::<CntCycleLo>(())?.value(), 20, "but clears the counter");
    /// # Ok::<(), hws_model::BusError>(())
    /// ```
    #[must_use]
    pub fn cycle(&self) -> Cycle {
        self.cycle
    }

    /// Returns the attempt in flight; `None` between attempts.
    ///
    /// ```
    /// use hws_model::{Config, Hws};
    /// use hws_regs::HwsCtrl;
    /// use hws_types::{HdrPush, TaskDescriptor};
    ///
    /// # let td = TaskDescriptor {
    /// #     affinity: u32::MAX,
    /// #     out_path_mdma: true,
    /// #     enable_sip_alloc: true,
    /// #     thread_num: 4,
    /// #     block_num: 1,
    /// #     block_trigger_cnt: 1,
    /// #     ..Default::default()
    /// # };
    /// let mut memory = td.encode().unwrap(); // one kernel: one block of 4 threads
    /// let mut hws = Hws::new(Config::default());
    /// hws.write((), HwsCtrl::default().with_enable(true), &mut ())?;
    /// hws.push_hdr(HdrPush::default()).unwrap();
    /// hws.advance(9, &mut memory, &mut ()); // the tick of the admission is the tick of LATCH
    ///
    /// let attempt = hws.attempt().unwrap();
    /// assert_eq!(attempt.ticks_left, 48);
    /// assert_eq!(attempt.p_pool.len(), 1);
    /// assert_eq!(attempt.choice.unwrap().placement.sips().0, 0xF000_0000);
    /// # Ok::<(), hws_model::BusError>(())
    /// ```
    #[must_use]
    pub fn attempt(&self) -> Option<Attempt<'_>> {
        let (ticks_left, outcome) = self.engine.attempt()?;
        Some(Attempt { ticks_left, p_pool: self.engine.p_pool(), choice: outcome.choice.as_ref() })
    }

    /// Returns the decision of an attempt that would be latched in the present state, with everything that leads to
    /// it. This is the function that LATCH computes, without the condition of scheduler.md §3.1.
    ///
    /// ```
    /// use hws_model::{Config, Hws};
    /// use hws_types::SipMask;
    ///
    /// let hws = Hws::new(Config::default());
    /// let decision = hws.decide();
    /// assert_eq!(decision.ready, SipMask::ALL);
    /// assert!(decision.choice.is_none(), "the Ready Station is empty");
    /// ```
    #[must_use]
    pub fn decide(&self) -> Decision {
        // LATCH first cancels stale reservations (§3.2).
        let stale = promotion::stale(&self.tables);
        Decision::of(&self.tables.latched().without_reservations_of(stale))
    }

    /// Returns the choice of [`Hws::decide`] in a state that differs from the present one by the assumptions, applied in
    /// their order.
    ///
    /// ```
    /// use hws_model::{Assumption, Config, Hws};
    /// use hws_types::{HdrPush, SipMask, TaskDescriptor};
    ///
    /// # let td = TaskDescriptor {
    /// #     affinity: u32::MAX,
    /// #     out_path_mdma: true,
    /// #     enable_sip_alloc: true,
    /// #     thread_num: 4,
    /// #     block_num: 1,
    /// #     ..Default::default()
    /// # };
    /// let mut memory = td.encode().unwrap(); // one kernel, whose trigger is 0
    /// let mut hws = Hws::new(Config::default());
    /// hws.push_hdr(HdrPush::default()).unwrap();
    /// hws.advance(9, &mut memory, &mut ());
    ///
    /// let triggered = Assumption::Trigger { entry: Default::default(), count: 1 };
    /// let choice = hws.choose_if(&[triggered]).unwrap();
    /// assert_eq!(choice.placement.sips(), SipMask(0xF000_0000));
    /// assert!(hws.choose_if(&[]).is_none() && hws.decide().choice.is_none(), "nothing has changed");
    /// ```
    #[must_use]
    pub fn choose_if(&self, assumptions: &[Assumption]) -> Option<Choice> {
        let mut tables = self.tables;
        assumptions.iter().for_each(|assumption| assumption.apply(&mut tables));
        let latched = tables.latched().without_reservations_of(promotion::stale(&tables));
        choose(&latched, &Pools::of(&latched))
    }

    /// Returns the descriptor of the kernel in an entry, as it was admitted; `None` if the entry is free. The registers of
    /// the entry show most of it, and what has changed since: trigger, offline_priority, counters.
    ///
    /// ```
    /// use hws_model::{Config, Hws};
    /// use hws_types::Entry;
    ///
    /// let hws = Hws::new(Config::default());
    /// assert!(Entry::all().all(|entry| hws.descriptor(entry).is_none()));
    /// ```
    #[must_use]
    pub fn descriptor(&self, entry: Entry) -> Option<&TaskDescriptor> {
        self.tables.rs.get(entry).map(|kernel| &kernel.td)
    }

    /// Returns whether the interrupt line is asserted: IRQ_STATUS & IRQ_ENABLE is not 0.
    ///
    /// ```
    /// use hws_model::{Config, Hws};
    /// use hws_regs::{ErrStatus, IrqEnable};
    ///
    /// let mut hws = Hws::new(Config::default());
    /// hws.write((), IrqEnable::default().with_err(true), &mut ())?;
    /// assert!(hws.read32(2).is_err(), "unaligned");
    /// assert!(hws.is_interrupt_asserted());
    /// hws.write((), ErrStatus::default().with_bus(true), &mut ())?;
    /// assert!(!hws.is_interrupt_asserted(), "writing ones clears");
    /// # Ok::<(), hws_model::BusError>(())
    /// ```
    #[must_use]
    pub fn is_interrupt_asserted(&self) -> bool {
        self.irq_status().bits() & self.tables.regs.irq_enable.bits() != 0
    }

    /// Pushes a task into the HDR port.
    ///
    /// ```
    /// use hws_model::{Config, HdrRefused, Hws};
    /// use hws_types::HdrPush;
    ///
    /// let mut hws = Hws::new(Config::default());
    /// let task = HdrPush { hdr_id: 1, hdr_entry_id: 7, td_addr: 0x1000 };
    /// assert_eq!((0..16).try_for_each(|_| hws.push_hdr(task)), Ok(()));
    /// assert_eq!(hws.push_hdr(task), Err(HdrRefused::Full));
    /// assert_eq!(hws.push_hdr(HdrPush { hdr_id: 16, ..task }), Err(HdrRefused::HdrId { hdr_id: 16 }));
    /// ```
    ///
    /// # Errors
    /// [`HdrRefused`] if the HDR FIFO is full, or if hdr_id is above 15. Nothing changes then, and no error bit is set
    /// (scheduler.md §2.1).
    pub fn push_hdr(&mut self, push: HdrPush) -> Result<(), HdrRefused> {
        self.loader.push_hdr(push)
    }

    /// Returns the number of free places in the HDR FIFO.
    ///
    /// ```
    /// use hws_model::{Config, Hws};
    /// use hws_types::HdrPush;
    ///
    /// let mut hws = Hws::new(Config::default());
    /// hws.push_hdr(HdrPush::default())?;
    /// assert_eq!(hws.hdr_room(), 15);
    /// hws.tick(&mut (), &mut ());
    /// assert_eq!(hws.hdr_room(), 16, "the loader has taken the task");
    /// # Ok::<(), hws_model::HdrRefused>(())
    /// ```
    #[must_use]
    pub fn hdr_room(&self) -> usize {
        self.loader.hdr_room()
    }

    /// Removes and returns the oldest command in the MDMA FIFO; `None` if it is empty. No attempt starts
    /// while fewer than 32 places of the FIFO are free (scheduler.md §3.1).
    ///
    /// ```
    /// use hws_model::{Config, Hws};
    /// use hws_regs::HwsCtrl;
    /// use hws_types::{HdrPush, TaskDescriptor};
    ///
    /// # let td = TaskDescriptor {
    /// #     affinity: u32::MAX,
    /// #     out_path_mdma: true,
    /// #     enable_sip_alloc: true,
    /// #     thread_num: 4,
    /// #     block_num: 1,
    /// #     block_trigger_cnt: 1,
    /// #     ..Default::default()
    /// # };
    /// let mut memory = td.encode().unwrap(); // one kernel: one block of 4 threads
    /// let mut hws = Hws::new(Config::default());
    /// hws.write((), HwsCtrl::default().with_enable(true), &mut ())?;
    /// hws.push_hdr(HdrPush::default()).unwrap();
    /// hws.advance(8 + 48, &mut memory, &mut ());
    /// assert!(hws.pop_mdma().is_none());
    /// hws.tick(&mut memory, &mut ()); // COMMIT
    ///
    /// let sips: Vec<u32> = std::iter::from_fn(|| hws.pop_mdma()).map(|command| command.sip.get()).collect();
    /// assert_eq!(sips, [28, 29, 30, 31]);
    /// # Ok::<(), hws_model::BusError>(())
    /// ```
    #[inline]
    pub fn pop_mdma(&mut self) -> Option<MdmaCommand> {
        self.tables.mdma.pop()
    }

    /// Removes the oldest command in the MDMA FIFO and those behind it of the same block. Returns that command and the SIPs of
    /// all of them, for an environment that executes whole blocks: the others differ from the first one in nothing but their
    /// SIP and thread.
    ///
    /// ```
    /// use hws_model::{Config, Hws};
    /// use hws_regs::HwsCtrl;
    /// use hws_types::{HdrPush, SipMask, TaskDescriptor};
    ///
    /// # let td = TaskDescriptor {
    /// #     affinity: u32::MAX,
    /// #     out_path_mdma: true,
    /// #     enable_sip_alloc: true,
    /// #     thread_num: 4,
    /// #     block_num: 1,
    /// #     block_trigger_cnt: 1,
    /// #     ..Default::default()
    /// # };
    /// let mut memory = td.encode().unwrap(); // one kernel: one block of 4 threads
    /// let mut hws = Hws::new(Config::default());
    /// hws.write((), HwsCtrl::default().with_enable(true), &mut ())?;
    /// hws.push_hdr(HdrPush::default()).unwrap();
    /// hws.advance(8 + 48 + 1, &mut memory, &mut ()); // including COMMIT
    ///
    /// assert_eq!(hws.pop_mdma().unwrap().thread_idx, 0);
    /// let (command, sips) = hws.pop_mdma_block().unwrap();
    /// assert_eq!((command.thread_idx, sips), (1, SipMask(0xE000_0000)), "what is left of it");
    /// # Ok::<(), hws_model::BusError>(())
    /// ```
    #[inline]
    pub fn pop_mdma_block(&mut self) -> Option<(MdmaCommand, SipMask)> {
        self.tables.mdma.pop_block()
    }

    /// Reports that SIPs have completed their threads of a block: the same as a write of SIP_REPORT_COMPLETE for each of `sips`
    /// in ascending order, for an environment that executes whole blocks. The SIP of `report` does not matter.
    ///
    /// ```
    /// use hws_model::{Config, Hws};
    /// use hws_regs::HwsCtrl;
    /// use hws_types::{HdrPush, TaskDescriptor};
    ///
    /// # let td = TaskDescriptor {
    /// #     affinity: u32::MAX,
    /// #     out_path_mdma: true,
    /// #     enable_sip_alloc: true,
    /// #     thread_num: 4,
    /// #     block_num: 1,
    /// #     block_trigger_cnt: 1,
    /// #     ..Default::default()
    /// # };
    /// let mut memory = td.encode().unwrap(); // one kernel: one block of 4 threads
    /// let mut hws = Hws::new(Config::default());
    /// hws.write((), HwsCtrl::default().with_enable(true), &mut ())?;
    /// hws.push_hdr(HdrPush::default()).unwrap();
    /// hws.advance_to_output(1000, &mut memory, &mut ());
    ///
    /// let (command, sips) = hws.pop_mdma_block().unwrap();
    /// assert!(!hws.decide().idle.intersects(sips));
    /// hws.complete_block(command.report(), sips, &mut ());
    /// assert!(hws.decide().idle.contains(sips));
    /// # Ok::<(), hws_model::BusError>(())
    /// ```
    #[inline]
    pub fn complete_block(&mut self, report: SipReport, sips: SipMask, sink: &mut impl EventSink) {
        reports::complete_all(self, report, sips, sink);
    }

    /// Advances by one rising clock edge (scheduler.md §1.2).
    ///
    /// ```
    /// use hws_model::{Config, Hws};
    /// use hws_regs::CntTaskReject;
    /// use hws_types::HdrPush;
    ///
    /// let mut hws = Hws::new(Config::default());
    /// hws.push_hdr(HdrPush::default())?;
    /// // Popped at tick 0, read at tick 8, where the memory `()` refuses every word.
    /// (0..9).for_each(|_| hws.tick(&mut (), &mut ()));
    /// assert_eq!(hws.read::<CntTaskReject>(()).unwrap().value(), 1);
    /// # Ok::<(), hws_model::HdrRefused>(())
    /// ```
    pub fn tick(&mut self, memory: &mut (impl SharedMemory + ?Sized), sink: &mut impl EventSink) {
        self.time_base();
        let (mut machine, mut out) = self.split(sink);
        machine.loader.tick(machine.tables, memory, &mut out);
        if machine.engine.count_down() {
            launch::commit(machine.tables, machine.engine, memory, &mut out);
        }
        if !machine.engine.is_busy() {
            machine.boundary(memory, &mut out);
        }
        self.cycle = self.cycle.after(1);
    }

    /// Advances by `ticks` rising clock edges. State and events are those of as many calls of [`Hws::tick`], but
    /// time in which nothing can happen is skipped at once.
    ///
    /// ```
    /// use hws_model::{Config, Event, EventSink, Hws};
    /// use hws_types::{Cycle, HdrPush};
    ///
    /// struct Errors(Vec<u64>);
    /// impl EventSink for Errors {
    ///     fn event(&mut self, cycle: Cycle, event: Event) {
    ///         if let Event::Error { .. } = event {
    ///             self.0.push(cycle.0);
    ///         }
    ///     }
    /// }
    ///
    /// let (mut hws, mut errors) = (Hws::new(Config::default()), Errors(Vec::new()));
    /// (0..2).for_each(|_| hws.push_hdr(HdrPush::default()).unwrap());
    /// hws.advance(1 << 40, &mut (), &mut errors);
    /// assert_eq!(errors.0, [8, 17], "no word of a descriptor can be read");
    /// ```
    pub fn advance(
        &mut self,
        ticks: u64,
        memory: &mut (impl SharedMemory + ?Sized),
        sink: &mut impl EventSink,
    ) {
        let mut left = ticks;
        while left > 0 {
            left -= self.pass(left, sink);
            // The tick after a time in which nothing happens is one in which something may happen.
            if left > 0 {
                self.tick(memory, sink);
                left -= 1;
            }
        }
    }

    /// Like [`Hws::advance`], but ends after a tick that leaves a command in the MDMA FIFO or changes the
    /// interrupt line, the two outputs to which the environment has to react at once. Returns the number of
    /// ticks that passed, 1..=`ticks`, or 0 if `ticks` is 0.
    ///
    /// ```
    /// use hws_model::{Config, Hws};
    /// use hws_regs::IrqEnable;
    /// use hws_types::HdrPush;
    ///
    /// let mut hws = Hws::new(Config::default());
    /// hws.write((), IrqEnable::default().with_mih(true), &mut ()).unwrap();
    /// hws.push_hdr(HdrPush::default())?;
    /// let passed = hws.advance_to_output(1_000_000, &mut (), &mut ());
    /// assert_eq!(passed, 9, "the ninth tick rejects the task and tells firmware");
    /// # Ok::<(), hws_model::HdrRefused>(())
    /// ```
    pub fn advance_to_output(
        &mut self,
        ticks: u64,
        memory: &mut (impl SharedMemory + ?Sized),
        sink: &mut impl EventSink,
    ) -> u64 {
        let interrupt = self.is_interrupt_asserted();
        let mut passed = 0;
        while passed < ticks {
            passed += self.pass(ticks - passed, sink);
            if passed < ticks && (passed == 0 || self.tables.mdma.is_empty()) {
                self.tick(memory, sink);
                passed += 1;
            }
            if !self.tables.mdma.is_empty() || self.is_interrupt_asserted() != interrupt {
                break;
            }
        }
        passed
    }

    /// Skips time in which nothing can happen, or in which attempts fail and the sink [takes them at
    /// once](EventSink::takes_failures_at_once), up to `ticks`; or makes one tick in which something may happen.
    /// Returns the number of ticks that passed, 1..=`ticks`, or 0 if `ticks` is 0. Events can only have occurred
    /// in the last of them.
    ///
    /// ```
    /// use hws_model::{Config, Hws};
    /// use hws_types::HdrPush;
    ///
    /// let mut hws = Hws::new(Config::default());
    /// hws.push_hdr(HdrPush::default())?;
    /// let steps = [0; 4].map(|_| hws.step(1000, &mut (), &mut ()));
    /// assert_eq!(steps, [1, 7, 1, 1000], "the pop, the wait, the descriptor, and then nothing to do");
    /// # Ok::<(), hws_model::HdrRefused>(())
    /// ```
    pub fn step(
        &mut self,
        ticks: u64,
        memory: &mut (impl SharedMemory + ?Sized),
        sink: &mut impl EventSink,
    ) -> u64 {
        let passed = self.pass(ticks, sink);
        if passed > 0 || ticks == 0 {
            return passed;
        }
        self.tick(memory, sink);
        1
    }

    /// Lets `ticks` ticks pass if nothing can happen in them; returns whether they have passed.
    ///
    /// ```
    /// use hws_model::{Config, Hws};
    /// use hws_types::{Cycle, HdrPush};
    ///
    /// let mut hws = Hws::new(Config::default());
    /// assert!(hws.pass_if_quiet(1000));
    /// hws.push_hdr(HdrPush::default())?;
    /// assert!(!hws.pass_if_quiet(1), "the next tick pops the task");
    /// assert_eq!(hws.cycle(), Cycle(1000));
    /// # Ok::<(), hws_model::HdrRefused>(())
    /// ```
    #[inline]
    pub fn pass_if_quiet(&mut self, ticks: u64) -> bool {
        let is_quiet = self.undisturbed_ticks().min(self.quiet_ticks()) >= ticks;
        if is_quiet {
            self.skip(ticks);
        }
        is_quiet
    }

    /// Skips time in which nothing can happen or attempts fail, up to `ticks`. Returns the number of ticks that passed.
    #[inline]
    fn pass(&mut self, ticks: u64, sink: &mut impl EventSink) -> u64 {
        let undisturbed = self.undisturbed_ticks().min(ticks);
        if sink.takes_failures_at_once()
            && let Some(attempts) = self.failing_attempts(undisturbed, sink)
        {
            return self.fail(attempts, sink);
        }
        let quiet = undisturbed.min(self.quiet_ticks());
        if quiet > 0 {
            self.skip(quiet);
        }
        quiet
    }

    /// The number of ticks from now in which the loader and the time base only count.
    #[inline]
    fn undisturbed_ticks(&self) -> u64 {
        let tables = &self.tables;
        let pre_idle = time_base::ticks_before_pre_idle(&tables.time, &tables.sips, &tables.regs);
        self.loader.quiet_ticks(tables).min(pre_idle)
    }

    /// The number of ticks from now in which the engine only counts.
    #[inline]
    fn quiet_ticks(&self) -> u64 {
        match self.engine.quiet_ticks() {
            Some(ticks) => ticks,
            None if self.boundary_acts() => 0,
            None => u64::MAX,
        }
    }

    /// `ticks`, no more than [`Hws::quiet_ticks`] and [`Hws::undisturbed_ticks`], pass.
    #[inline]
    fn skip(&mut self, ticks: u64) {
        self.engine.pass(ticks);
        self.count(ticks);
    }

    /// `ticks`, no more than [`Hws::undisturbed_ticks`], pass for everything but the engine.
    #[inline]
    pub(crate) fn count(&mut self, ticks: u64) {
        let tables = &mut self.tables;
        time_base::pass(&mut tables.time, &mut tables.sips, &tables.regs, ticks);
        self.loader.pass(ticks);
        self.cycle = self.cycle.after(ticks);
    }

    /// Whether a boundary would have an effect now (§1.2 c).
    #[inline]
    fn boundary_acts(&self) -> bool {
        !self.commands.is_empty()
            || self.tables.can_latch()
            || self.tables.second_resources() && self.serves_second_resources()
    }

    /// Whether a boundary would finish an allocation-only kernel or send a request.
    #[cold]
    fn serves_second_resources(&self) -> bool {
        allocation_only::is_any_allocated(&self.tables, &self.mih)
            || requests::is_any_pending(&self.tables, &self.mih)
    }

    /// §1.2 a.
    #[inline]
    fn time_base(&mut self) {
        let tables = &mut self.tables;
        time_base::pass(&mut tables.time, &mut tables.sips, &tables.regs, 1);
        time_base::estimate_pre_idle(&mut tables.sips, &tables.regs);
    }

    /// The units that act, and separately the outputs to which they write.
    pub(crate) fn split<'a, S: EventSink>(&'a mut self, sink: &'a mut S) -> (Machine<'a>, Output<'a, S>) {
        let Self { cycle, tables, loader, engine, commands, errors, mih, counters, .. } = self;
        (Machine { tables, loader, engine, commands }, Output { cycle: *cycle, sink, errors, mih, counters })
    }
}

/// The attempt in flight, as latched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attempt<'a> {
    /// The ticks until its COMMIT, 1..=ATTEMPT_CYCLES.
    pub ticks_left: u32,
    /// The P-pool in its order, with the online priorities.
    pub p_pool: &'a [PTask],
    /// The launch that COMMIT will make; `None` when no task could be launched.
    pub choice: Option<&'a Choice>,
}

/// The units that act in a tick.
pub(crate) struct Machine<'a> {
    pub(crate) tables: &'a mut Tables,
    pub(crate) loader: &'a mut Loader,
    pub(crate) engine: &'a mut Engine,
    pub(crate) commands: &'a mut CommandQueue,
}

impl Machine<'_> {
    /// A boundary (§1.2 c): no attempt is in flight. LATCH cancels stale reservations, then decides (§3.2).
    fn boundary<S: EventSink>(&mut self, memory: &mut (impl SharedMemory + ?Sized), out: &mut Output<'_, S>) {
        if !self.commands.is_empty() {
            self.commands.retire_all(self.tables, memory, out);
        }
        if self.tables.second_resources() {
            allocation_only::finish_allocated(self.tables, out);
            requests::send_all(self.tables, out);
        }
        if self.tables.can_latch() {
            promotion::cancel_stale(self.tables, out);
            out.sink.latch(out.cycle, &|| Decision::of(&self.tables.latched()));
            self.engine.latch(self.tables);
            out.sink.survey(out.cycle, &|| Survey::of(&self.tables.latched(), self.engine));
        }
    }
}
