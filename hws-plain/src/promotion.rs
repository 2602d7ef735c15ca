//! Promotion of P-tasks to R-tasks (§6.5).

use std::cmp::Reverse;

use hws_model::Pool;
use hws_regs::Promote;

use super::PlainHws;
use super::attempt::PlainPTask;
use super::commit::{BeforeLaunch, Launched};
use super::machine::slot;
use super::pools::by_key;

/// What a promotion looks at.
#[derive(Clone, Copy, Debug)]
struct Promotion<'a> {
    rules: Promote,
    p_pool: &'a [PlainPTask],
    launched: Option<Launched>,
    before: &'a BeforeLaunch,
}

impl PlainHws {
    /// §6.5: ONLINE_PRIORITY of every still-valid entry of the latched P-pool.
    pub(super) fn update_online_priorities(&mut self, p_pool: &[PlainPTask]) {
        for (number, task) in p_pool.iter().enumerate() {
            let is_first = rule!(OnlineOfFirstOnly, true, number == 0);
            let now = rule!(OnlineAtCommit, task.online, self.present_online(task));
            if let Some(kernel) = self.ready_station[task.entry].as_mut().filter(|_| is_first) {
                kernel.online_priority = rule!(OnlineStays, now, kernel.online_priority);
            }
        }
        for entry in 0..self.ready_station.len() {
            let is_p_task = p_pool.iter().any(|task| task.entry == entry);
            let Some(kernel) = self.ready_station[entry].as_mut().filter(|_| !is_p_task) else { continue };
            kernel.online_priority = rule!(OnlineCleared, kernel.online_priority, 0);
        }
    }

    /// A wrong reading of §6.5: the online priority that a P-task has now.
    fn present_online(&self, task: &PlainPTask) -> u32 {
        let kernel = self.ready_station[task.entry].as_ref();
        kernel.map_or(task.online, |kernel| self.online_priority(kernel))
    }

    /// §6.5: at most one promotion, while there are fewer than RTASK_MAX R-tasks.
    pub(super) fn promote(
        &mut self,
        p_pool: &[PlainPTask],
        launched: Option<Launched>,
        before: &BeforeLaunch,
    ) {
        let is_failed = rule!(PromoteNotAfterFailure, false, launched.is_none());
        let from_r = launched.is_some_and(|launched| launched.pool == Pool::R);
        let is_failed = rule!(PromoteNotAfterR, is_failed, from_r);
        if is_failed || rule!(PromoteAfterFailure, false, launched.is_some()) {
            return;
        }
        let latched = self.shadow.latched.regs.promote;
        let rules = rule!(PromoteAsLatched, self.regs.promote, latched);
        let is_launched = |entry: usize| launched.is_some_and(|launched| launched.entry == entry);
        let without: Vec<PlainPTask> =
            p_pool.iter().copied().filter(|task| !is_launched(task.entry)).collect();
        let p_pool = rule!(FirstIsNext, p_pool, &without[..]);
        let promotion = Promotion { rules, p_pool, launched, before };
        let (first, second) = (self.pass_1(promotion), self.pass_2(promotion));
        if self.has_most_r_tasks(promotion) {
            return;
        }
        let all = [&first[..], &second].concat();
        let all = rule!(SecondPassFirst, all, [&second[..], &first].concat());
        let all = rule!(NoSecondPass, all, first.clone());
        let all = rule!(NoFirstPass, all, second.clone());
        let all = rule!(
            SecondPassOnlyIfFirstIsEmpty,
            all,
            if first.is_empty() { second.clone() } else { first.clone() }
        );
        let heads = || first.first().into_iter().chain(second.first()).copied().collect();
        let all = rule!(FirstOfEachPass, all, heads());
        let is_promoted = self.promote_first(&all);
        if rule!(PromoteInEachPass, false, is_promoted && !first.is_empty() && !second.is_empty()) {
            self.promote_first(&second);
        }
        if rule!(PromoteAll, false, is_promoted) {
            while !self.has_most_r_tasks(promotion) && self.promote_first(&all) {}
        }
    }

    /// §6.5: RTASK_MAX R-tasks exist, counted after the launch.
    fn has_most_r_tasks(&self, promotion: Promotion<'_>) -> bool {
        let now = self.kernels().filter(|(_, kernel)| kernel.r_flag).count();
        let r_tasks = rule!(RTasksBeforeLaunch, now, promotion.before.r_tasks);
        let most = promotion.rules.rtask_max() as usize;
        let is_full = rule!(RTasksMore, r_tasks >= most, r_tasks > most);
        let is_full = rule!(RTasksLess, is_full, r_tasks + 1 >= most);
        let is_full = rule!(RTasksUnlimited, is_full, false);
        let is_full = rule!(RTaskMaxTwoBits, is_full, r_tasks >= (most % 4).max(1));
        rule!(RTaskOnlyOne, is_full, r_tasks >= most.min(1))
    }

    /// §6.5: the first whose reservation succeeds.
    fn promote_first(&mut self, candidates: &[usize]) -> bool {
        let find = |entry: usize| {
            let kernel = self.ready_station[entry].as_ref().filter(|kernel| !kernel.r_flag)?;
            Some((entry, self.find_reservation(kernel)?))
        };
        let reservation = candidates.iter().copied().find_map(find);
        let reservation = rule!(PromoteFirstOnly, reservation, candidates.first().copied().and_then(find));
        if let Some((entry, mask)) = reservation {
            self.reserve(entry, mask);
        }
        reservation.is_some()
    }

    /// §6.5 pass 1: the entries selected by RULE_THRESHOLD, in the order in which they are tried.
    fn pass_1(&self, promotion: Promotion<'_>) -> Vec<usize> {
        let rules = promotion.rules;
        if !rule!(ThresholdAlways, rules.rule_threshold(), true) {
            return Vec::new();
        }
        let fail_times = |entry: usize| {
            rule!(ThresholdBeforeLaunch, self.kernel(entry).fail_times, promotion.before.fail_times[entry])
        };
        let mut entries = self.candidates(promotion);
        let threshold = rules.threshold();
        entries.retain(|&entry| {
            let times = fail_times(entry);
            let reaches = rule!(ThresholdStrict, times >= threshold, times > threshold);
            let reaches = rule!(ThresholdLess, reaches, times + 1 >= threshold);
            let reaches = rule!(ThresholdEqual, reaches, times == threshold);
            let is_first = promotion.p_pool.first().is_some_and(|task| task.entry == entry);
            let reaches = rule!(ThresholdFirstOnly, reaches, reaches && is_first);
            let reaches = rule!(ThresholdOnCpOnly, reaches, reaches && self.kernel(entry).td.on_cp);
            rule!(ThresholdZero, reaches, true)
        });
        if rule!(FirstPassReversed, false, entries.len() > 1) {
            entries.reverse();
        }
        let most_failed_first = rule!(MostFailedIgnored, rules.most_failed_first(), false);
        if rule!(MostFailedAlways, most_failed_first, true) {
            let sorted = by_key(&entries, |&entry| Reverse(fail_times(entry)));
            let sorted = rule!(LeastFailedFirst, sorted, by_key(&entries, |&entry| fail_times(entry)));
            let age = |entry: usize| self.kernel(entry).age;
            let reversed: Vec<usize> = entries.iter().rev().copied().collect();
            let sorted =
                rule!(MostFailedTieLast, sorted, by_key(&reversed, |&entry| Reverse(fail_times(entry))));
            let sorted = rule!(
                MostFailedTieEntry,
                sorted,
                by_key(&entries, |&entry| (Reverse(fail_times(entry)), entry))
            );
            entries = rule!(
                MostFailedTieOldest,
                sorted,
                by_key(&entries, |&entry| (Reverse(fail_times(entry)), age(entry)))
            );
        }
        entries
    }

    /// §6.5 pass 2: the entries selected by any other rule, in pool order.
    fn pass_2(&self, promotion: Promotion<'_>) -> Vec<usize> {
        let mut entries = self.candidates(promotion);
        entries.retain(|&entry| self.qualifies(entry, promotion));
        let fail_times = |entry: usize| self.kernel(entry).fail_times;
        let sorts = promotion.rules.most_failed_first();
        let sorted = by_key(&entries, |&entry| Reverse(fail_times(entry)));
        let entries = rule!(MostFailedInSecondPass, entries.clone(), if sorts { sorted } else { entries });
        let reversed = entries.iter().rev().copied().collect();
        rule!(SecondPassReversed, entries, reversed)
    }

    /// §6.5: the latched P-pool in its order, without the launched kernel.
    fn candidates(&self, promotion: Promotion<'_>) -> Vec<usize> {
        let launched = promotion.launched.map(|launched| launched.entry);
        let is_there = |entry: &usize| self.ready_station[*entry].is_some();
        let all = promotion.p_pool.iter().map(|task| task.entry).filter(is_there);
        let entries = all.clone().filter(|&entry| launched != Some(entry)).collect();
        rule!(PromoteLaunched, entries, all.collect::<Vec<usize>>())
    }

    /// §6.5 pass 2: the rules by which a task qualifies.
    fn qualifies(&self, entry: usize, promotion: Promotion<'_>) -> bool {
        let (kernel, rules) = (self.kernel(entry), promotion.rules);
        let is_first = promotion.p_pool.first().is_some_and(|task| task.entry == entry);
        let overtaking = overtaking(promotion);
        let is_failed = promotion.launched.is_none();
        let is_full = self.fills_a_vg(kernel.t());
        let top1_full_vg =
            rule!(FullVgRule, rules.rule_top1_full_vg(), true) && rule!(FullVgAny, is_first, true) && is_full;
        let top1_full_vg = rule!(FullVgAfterFailure, top1_full_vg, top1_full_vg && is_failed);
        let top1_full_vg = rule!(FullVgOvertaken, top1_full_vg, top1_full_vg && overtaking.is_some());
        let is_overtaken = rule!(Top1NoOvertaking, overtaking.is_some(), true);
        let is_overtaken = rule!(Top1AfterFailure, is_overtaken, is_overtaken || is_failed);
        let is_overtaken = rule!(Top1ByOffCp, is_overtaken, overtaking.is_some_and(|other| !other.on_cp));
        let top1 = rule!(Top1Rule, rules.rule_top1(), true) && is_overtaken && rule!(Top1Any, is_first, true);
        let off_cp = overtaking.is_some_and(|other| !other.on_cp);
        let off_cp = rule!(OnCpOvertakenByCp, off_cp, overtaking.is_some());
        let off_cp = rule!(OnCpNoOvertaking, off_cp, true);
        let off_cp = rule!(OnCpAfterFailure, off_cp, off_cp || is_failed);
        let on_cp = rule!(OnCpRule, rules.rule_on_cp(), true)
            && off_cp
            && rule!(OnCpAny, kernel.td.on_cp, true)
            && rule!(OnCpFirstOnly, true, is_first);
        rule!(FullVgIgnored, top1_full_vg, false)
            || rule!(Top1Ignored, top1, false)
            || rule!(OnCpIgnored, on_cp, false)
    }

    /// §6.5 RULE_TOP1_FULL_VG: thread_num == CLUSTER_SIP_NUM.
    fn fills_a_vg(&self, t: u32) -> bool {
        let sip_num = self.clusters().sip_num;
        let is_full = rule!(FullVgSmaller, t == sip_num, 2 * t >= sip_num);
        let is_full = rule!(FullVgOfSlot, is_full, slot(t) == slot(sip_num));
        let is_full = rule!(FullVgSixteen, is_full, t == 16);
        rule!(FullVgAlways, is_full, true)
    }
}

/// §6.5: the launch, not from the R-pool, of a kernel that was not first of the P-pool.
fn overtaking(promotion: Promotion<'_>) -> Option<Launched> {
    let first = promotion.p_pool.first().map(|task| task.entry);
    promotion.launched.filter(|other| {
        rule!(OvertakesFromR, other.pool != Pool::R, true)
            && rule!(OvertakesItself, first != Some(other.entry), true)
            && rule!(OvertakesFromP, true, other.pool == Pool::P)
            && rule!(OvertakesFromO, true, other.pool == Pool::O)
            && rule!(OvertakesNotFirmware, true, !other.from_firmware)
    })
}
