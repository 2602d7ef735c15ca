//! The backfill filter: reserved SIPs that stay busy long enough (§5.5).

use hws_regs::Sign;
use hws_types::{Sip, SipMask};

use super::PlainHws;
use super::kernel::Kernel;
use super::machine::{block, sips_where, slot};

impl PlainHws {
    /// §5.5.
    pub(super) fn backfill_filter(&self, kernel: &Kernel, mask: SipMask) -> SipMask {
        let needed = self.needed_time(kernel);
        let stays_busy = |sip: u32| {
            let t = self.sips[sip as usize].rsv_thread_num;
            let remain = i64::from(self.remain_of_reservation(sip, t, kernel));
            let is_long = rule!(BackfillStrict, remain >= needed, remain > needed);
            let is_long = rule!(BackfillLoose, is_long, remain + 1 >= needed);
            let is_long = rule!(BackfillReversed, is_long, remain <= needed);
            let is_block = rule!(BackfillSingles, t != 1, true);
            let is_block = rule!(BackfillNotPairs, is_block, t > 2);
            is_block && is_long
        };
        let kept = sips_where(|sip| mask.contains(Sip::wrapping(sip).mask()) && stays_busy(sip));
        rule!(BackfillUnfiltered, kept, mask)
    }

    /// §5.5: remain(group of size slot(T) containing the SIP), where T = RSV_THREAD_NUM.
    fn remain_of_reservation(&self, sip: u32, t: u32, kernel: &Kernel) -> u32 {
        let longest = |sips: SipMask| sips.iter().map(|sip| self.sips[sip.index()].remain).max().unwrap_or(0);
        let position = sip - sip % slot(t);
        let remain = self.group_remain(sip, slot(t));
        let remain = rule!(BackfillOwnGroup, remain, self.group_remain(sip, slot(kernel.t())));
        let remain = rule!(BackfillThreads, remain, longest(block(position, t)));
        let cluster = self.clusters().touched_by(Sip::wrapping(sip).mask());
        let remain = rule!(BackfillCluster, remain, longest(cluster));
        let whole = self.kernels().find(|(_, other)| other.reserved.contains(Sip::wrapping(sip).mask()));
        let whole = whole.map_or(remain, |(_, other)| longest(other.reserved));
        let remain = rule!(BackfillReservation, remain, whole);
        let group = || block(position, slot(t)).iter().map(|sip| self.sips[sip.index()].remain);
        let remain = rule!(BackfillShortest, remain, group().min().unwrap_or(0));
        rule!(BackfillOneSip, remain, self.sips[sip as usize].remain)
    }

    /// §5.5: est_exec_time + offset, signed.
    fn needed_time(&self, kernel: &Kernel) -> i64 {
        let margin = self.regs.rsvd_sip_backfill_margin_offset;
        let magnitude = i64::from(margin.magnitude());
        let offset = match margin.sign() {
            Sign::Positive => magnitude,
            Sign::Negative => rule!(MarginUnsigned, -magnitude, magnitude),
        };
        let offset = rule!(MarginReversed, offset, -offset);
        let offset = rule!(MarginIgnored, offset, 0);
        let offset = rule!(MarginPositiveOnly, offset, offset.max(0));
        let est = i64::from(kernel.td.est_exec_time);
        let est = rule!(BackfillAnyTime, est, 0);
        let blocks = i64::from(kernel.block_num().saturating_sub(kernel.launched));
        let est = rule!(BackfillAllBlocks, est, est * blocks);
        let delay = i64::from(self.regs.launch_sip_delay.units());
        let est = rule!(BackfillWithDelay, est, est + delay);
        let needed = rule!(BackfillUnsigned, est + offset, i64::from((est + offset) as u32));
        rule!(BackfillClamped, needed, needed.max(0))
    }
}
