//! What a launch sends (§6.2): MDMA commands, RESULT and SCHED_INFO (interfaces.md §3, §4).

use hws_types::{BlockHeader, LaunchId, MdmaCommand, MihMessage, Sip, SipMask, TaskDescriptor};

use super::PlainHws;
use super::attempt::PlainChoice;
use super::kernel::entry_id;
use super::second::VcRun;
use super::sips::Launch;

impl PlainHws {
    /// interfaces.md §3.
    pub(super) fn mdma_command(
        &self,
        thread_idx: u16,
        sip: Sip,
        launch_id: LaunchId,
        launch: &Launch,
        td: &TaskDescriptor,
    ) -> MdmaCommand {
        let own_vcs = (td.edte_vc_base, td.edte_vc_num);
        let own_vcs = rule!(OwnVcsIfEnabled, own_vcs, if td.enable_vc_alloc { own_vcs } else { (0, 0) });
        let run = rule!(RunNotCommanded, launch.run.map(VcRun::as_fields), None);
        let (edte_vc_base, edte_vc_num) = run.unwrap_or(own_vcs);
        let number = launch.block_id.wrapping_sub(td.start_block_idx);
        let of_kernel = number.wrapping_mul(td.thread_num).wrapping_add(thread_idx);
        let thread_idx = rule!(ThreadOfKernel, thread_idx, of_kernel);
        let last = td.thread_num.wrapping_sub(1);
        let thread_idx = rule!(ThreadsReversed, thread_idx, last.wrapping_sub(thread_idx));
        MdmaCommand {
            thread_idx: rule!(ThreadZero, thread_idx, 0),
            block_id: rule!(CommandBlockFromZero, launch.block_id, number),
            sip: rule!(CommandSipPhysical, sip, self.physical(sip)),
            physical_sip: self.physical(sip),
            launch_id,
            kernel_id: rule!(CommandHasSeq, td.kernel_id, launch.kernel_seq),
            edte_vc_base,
            edte_vc_num,
            block_param_addr: block_param_addr(td, launch.block_id),
            est_exec_time: td.est_exec_time,
            sim_exec_time: td.sim_exec_time,
        }
    }

    /// XMC_SIP_MAP: logical to physical SIP.
    fn physical(&self, sip: Sip) -> Sip {
        let map = &self.regs.xmc_sip_map;
        let right = map[sip.index()].phy_id();
        let inverse = map.iter().position(|map| map.phy_id() == sip.get()).unwrap_or(0) as u32;
        let number = rule!(PhysicalInverse, right, inverse);
        Sip::wrapping(rule!(PhysicalIsLogical, number, sip.get()))
    }

    /// §6.2: RESULT and SCHED_INFO, an atomic pair.
    pub(super) fn report_launch(
        &mut self,
        choice: &PlainChoice,
        launch_id: LaunchId,
        launch: &Launch,
        last_block: bool,
    ) {
        let td = self.kernel(choice.entry).td;
        let from_zero = launch.block_id.wrapping_sub(td.start_block_idx);
        let of = BlockHeader {
            ids: launch.ids,
            block_id: rule!(MessageBlockFromZero, launch.block_id, from_zero),
        };
        let run = rule!(RunNotReported, launch.run.map(VcRun::as_fields), None);
        let none = rule!(InfoOwnVcs, (0, 0), (td.edte_vc_base, td.edte_vc_num));
        let (vc_base, vc_num) = run.unwrap_or(none);
        let vc_num = rule!(InfoSixBits, vc_num, vc_num & 0x3F);
        let entry = rule!(InfoEntryZero, entry_id(choice.entry), entry_id(0));
        let launch_id = rule!(InfoLaunchZero, launch_id, LaunchId::wrapping(0));
        let result = MihMessage::Result { of, sips: self.reported_sips(choice, launch) };
        let info = MihMessage::SchedInfo { of, entry, launch_id, last_block, vc_base, vc_num };
        if rule!(InfoNotSent, false, true) {
            return self.send(&[result]);
        }
        if rule!(ResultNotSent, false, true) {
            return self.send(&[info]);
        }
        let pair = rule!(InfoFirst, [result, info], [info, result]);
        self.send(&pair);
    }

    /// RESULT: the SIPs of the block, logical.
    fn reported_sips(&self, choice: &PlainChoice, launch: &Launch) -> SipMask {
        let physical = launch.sips.iter().fold(SipMask::EMPTY, |set, sip| set | self.physical(sip).mask());
        let all = choice.blocks.iter().fold(SipMask::EMPTY, |set, &sips| set | sips);
        let sips = rule!(ResultPhysical, launch.sips, physical);
        let sips = rule!(ResultFirstSip, sips, sips.first().map_or(SipMask::EMPTY, Sip::mask));
        rule!(ResultOfLaunch, sips, all)
    }
}

/// interfaces.md §3: base + (block_id mod queue_size) × entry_size, base when queue_size is 0.
fn block_param_addr(td: &TaskDescriptor, block_id: u16) -> u32 {
    let (size, block) = (td.block_param_queue_size, block_id);
    let block = rule!(ParamFromStart, block, block.wrapping_sub(td.start_block_idx));
    let slot = block.checked_rem(size).unwrap_or(0);
    let slot = rule!(ParamQueueLonger, slot, block.checked_rem(size.wrapping_add(1)).unwrap_or(0));
    let slot = rule!(ParamNotModulo, slot, block);
    let slot = rule!(ParamOfNoQueue, slot, if size == 0 { block } else { slot });
    let slot = rule!(ParamSlotZero, slot, 0);
    let slot = rule!(ParamMasked, slot, block & size.wrapping_sub(1));
    let offset = u32::from(slot) * u32::from(td.block_param_entry_size);
    let offset = rule!(ParamOffsetShort, offset, offset & 0xFFFF);
    let offset = rule!(ParamInWords, offset, offset.wrapping_mul(4));
    td.block_param_base.wrapping_add(offset)
}
