//! The launch of one block: launch table, SIPs, paths (§6.2).

use hws_model::Event;
use hws_regs::{OutPath, params};
use hws_types::{LaunchId, Sip, SipMask, TaskDescriptor};

use super::PlainHws;
use super::attempt::PlainChoice;
use super::kernel::{Kernel, entry_id};
use super::second::VcRun;
use super::sips::Launch;

impl PlainHws {
    /// §6.2: one block.
    pub(super) fn launch_block(
        &mut self,
        choice: &PlainChoice,
        number: usize,
        sips: SipMask,
        second_resources: bool,
        is_last: bool,
    ) {
        let now = self.second_resources_are_on();
        let uses = rule!(SecondAtCommit, second_resources, now);
        let run = if uses { self.use_resources(choice.entry, sips) } else { None };
        let mut launch = self.new_launch(self.kernel(choice.entry), sips, run);
        launch.block_id =
            rule!(CoopBlocksAlike, launch.block_id, launch.block_id.wrapping_sub(number as u16));
        let launch_id = self.next_launch_id();
        self.launches[launch_id.index()] = Some(launch);
        self.emit(Event::Launch {
            entry: entry_id(choice.entry),
            seq: launch.kernel_seq,
            pool: choice.pool,
            block: launch.block_id,
            launch_id,
            sip_mask: sips,
        });
        let td = self.kernel(choice.entry).td;
        let reports = launch.mih && rule!(PairPerLaunch, true, number == 0);
        let messages_first = rule!(MessagesFirst, false, reports && launch.mdma);
        if messages_first {
            self.report_launch(choice, launch_id, &launch, is_last);
        }
        let first_thread = rule!(ThreadsGoOn, 0, number as u16 * td.thread_num);
        self.start_sips(launch_id, first_thread, &launch, &td);
        if reports && !messages_first {
            self.report_launch(choice, launch_id, &launch, is_last);
        }
    }

    /// §6.2, §6.3: what the launch table records.
    fn new_launch(&self, kernel: &Kernel, sips: SipMask, run: Option<VcRun>) -> Launch {
        let start = u32::from(rule!(BlockFromZero, kernel.td.start_block_idx, 0));
        let block_id = rule!(BlockFromNext, start + kernel.launched, start + kernel.launched + 1);
        Launch {
            kernel_seq: kernel.seq,
            ids: kernel.ids,
            block_id: block_id as u16,
            sips,
            done: SipMask::EMPTY,
            mdma: self.mdma_path(&kernel.td),
            mih: self.launch_mih_path(&kernel.td),
            asked: (kernel.td.out_path_mdma, kernel.td.out_path_mih),
            run,
        }
    }

    /// §6.2: the first free launch_id at or after the last one used + 1; the first ever is 0.
    fn next_launch_id(&mut self) -> LaunchId {
        const NUM: usize = params::N_LAUNCH;
        let is_free = |id: &usize| self.launches[*id].is_none();
        let from = |first: usize| (first..first + NUM).map(|id| id % NUM).find(is_free);
        let first = rule!(LaunchIdFromOne, 0, 1);
        let last = self.last_launch_id;
        let next = last.map_or(first, |last| (last + 1) % NUM);
        let id = from(next);
        let id = rule!(LaunchIdLowest, id, from(0));
        let id = rule!(LaunchIdAgain, id, from(last.unwrap_or(0)));
        let id = rule!(LaunchIdAsReset, id, from(last.map_or(first, |last| (last + 1) % (NUM / 2))));
        let id = rule!(LaunchIdSkips, id, from(last.map_or(first, |last| (last + 2) % NUM)));
        let down = |first: usize| (1..=NUM).map(|step| (first + NUM - step) % NUM).find(is_free);
        let id = rule!(LaunchIdFalls, id, down(last.unwrap_or(0)));
        let id = rule!(LaunchIdNotFree, id.unwrap_or(next), next);
        self.last_launch_id = Some(rule!(LaunchIdCountsOne, id, next));
        LaunchId::wrapping(id as u32)
    }

    /// §6.2, §7.2: per SIP in ascending id, its state and one MDMA command if that path is on.
    fn start_sips(&mut self, launch_id: LaunchId, first_thread: u16, launch: &Launch, td: &TaskDescriptor) {
        let delay = self.regs.launch_sip_delay.units();
        let delay = rule!(DelayAsLatched, delay, self.shadow.latched.regs.launch_sip_delay.units());
        let delay = rule!(DelayNarrow, delay, delay & 0xFFFF);
        let mut sips: Vec<Sip> = launch.sips.iter().collect();
        if rule!(SipsDescending, false, sips.len() > 1) {
            sips.reverse();
        }
        for (thread_idx, sip) in (0..).zip(sips) {
            let estimate = rule!(EstimateNotLoaded, td.est_exec_time, 0);
            let was_idle = self.shadow.latched.idle.contains(sip.mask());
            let delay = rule!(DelayByLatch, delay, if was_idle { delay } else { 0 });
            self.sips[sip.index()].launch(launch_id.index(), estimate, delay);
            let thread_idx = rule!(ThreadFromOne, thread_idx, thread_idx + 1);
            let thread_idx = rule!(ThreadOfSip, thread_idx, sip.index() as u16);
            let is_commanded = rule!(CommandOfFirstOnly, launch.mdma, launch.mdma && thread_idx == 0);
            if is_commanded {
                let thread_idx = thread_idx.wrapping_add(first_thread);
                let command = self.mdma_command(thread_idx, sip, launch_id, launch, td);
                self.mdma_fifo.push_back(command);
                self.emit(Event::Mdma(command));
            }
        }
    }

    /// §6.2: mdma = td.out_path_mdma && OUT_PATH == 0.
    fn mdma_path(&self, td: &TaskDescriptor) -> bool {
        let mode = self.regs.hws_work_mode;
        let mode = rule!(MdmaPathAsLatched, mode, self.shadow.latched.regs.hws_work_mode);
        let by_mode = mode.out_path() == OutPath::Mdma;
        let mdma = rule!(MdmaByModeOnly, td.out_path_mdma, true) && rule!(MdmaByTaskOnly, by_mode, true);
        let mdma = rule!(MdmaByTaskOrMode, mdma, td.out_path_mdma || by_mode);
        let mdma = rule!(MdmaNotReported, mdma, mdma && !mode.report_en());
        rule!(MdmaNotBesideMih, mdma, mdma && !td.out_path_mih)
    }

    /// §6.2: the MIH path of a launch, with the registers as they are at COMMIT.
    fn launch_mih_path(&self, td: &TaskDescriptor) -> bool {
        let (latched, mdma) = (self.shadow.latched.regs.hws_work_mode, self.mdma_path(td));
        let as_latched = td.out_path_mih || latched.out_path() == OutPath::Mih || latched.report_en();
        let mih = rule!(MihPathAsLatched, self.mih_path(td), as_latched);
        rule!(MihNotBesideMdma, mih, mih && !mdma)
    }

    /// §6.2: mih = td.out_path_mih || OUT_PATH == 1 || REPORT_EN.
    pub(super) fn mih_path(&self, td: &TaskDescriptor) -> bool {
        let mode = self.regs.hws_work_mode;
        let by_mode = mode.out_path() == OutPath::Mih;
        let mih = rule!(MihByModeOnly, td.out_path_mih, false)
            || rule!(MihWithoutMode, by_mode, false)
            || rule!(MihWithoutReportEn, mode.report_en(), false);
        let mih = rule!(MihNeedsTask, mih, td.out_path_mih && (by_mode || mode.report_en()));
        rule!(MihAlways, mih, true)
    }
}
