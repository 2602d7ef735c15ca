//! Why each resident kernel is not launched by an attempt (scheduler.md §4, §5): a pure function of its
//! survey.
//!
//! | the kernel | reason |
//! |---|---|
//! | is in no pool | [`Why::Trigger`]; [`Why::Grants`] if it only allocates (scheduler.md §4.1) |
//! | is chosen | [`Why::Attempt`] |
//! | can be launched and is an O-task, and the choice is not | [`Why::NotInPool`] |
//! | can be launched | [`Why::Outranked`] |
//! | otherwise | its [`Obstacle`]; [`Why::Reserved`] names the oldest kernel for which one of the SIPs is reserved |

use hws_model::{Pool, Survey, SurveyedTask};
use hws_sim::{LaunchShape, Obstacle, free_for};
use hws_types::{Entry, SipMask};

use super::Shape;
use super::reservations::Reservations;
use super::resident::{Resident, Residents};
use crate::timeline::Why;

/// The state at LATCH.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) survey: &'a Survey,
    pub(super) residents: &'a Residents,
    pub(super) reservations: &'a Reservations,
    /// Whether it matters which kernel another one waits for.
    pub(super) has_names: bool,
}

/// Stands for every kernel where names do not matter.
const ANY: u32 = 0;

impl View<'_> {
    /// The reason of the kernel of each entry.
    pub(super) fn reasons(&self) -> [Why; Entry::COUNT] {
        let mut reasons = [Why::Trigger; Entry::COUNT];
        self.residents.prefetches().iter().for_each(|entry| reasons[entry.index()] = Why::Grants);
        self.survey.tasks().iter().for_each(|entry| reasons[entry.index()] = Why::NoPlace);
        self.survey.nowhere.iter().for_each(|entry| reasons[entry.index()] = Why::NothingAllowed);
        for task in &self.survey.fitting {
            reasons[task.entry.index()] =
                if task.is_launchable { self.placed(task) } else { self.unplaced(task) };
        }
        reasons
    }

    /// The number of SIPs that are idle, present and not reserved, and that are in no place of a task that can be
    /// launched; 0 if the pools are empty.
    pub(super) fn idle_unusable(&self, present: SipMask) -> u32 {
        if self.survey.tasks().is_empty() {
            return 0;
        }
        let idle = (self.survey.idle & present) - self.survey.reserved;
        let useful = self.survey.fitting.iter().filter(|task| task.is_launchable);
        let places = useful.fold(SipMask::EMPTY, |all, task| all | self.places(task));
        (idle - places).len()
    }

    /// The places of a task among the SIPs that it may take now.
    fn places(&self, task: &SurveyedTask) -> SipMask {
        let free = free_for(task.pool, &task.masks, self.reservations.of(task.entry));
        self.shape(task.entry).map_or(SipMask::EMPTY, |shape| free.in_blocks(shape.threads))
    }

    fn placed(&self, task: &SurveyedTask) -> Why {
        match self.survey.choice {
            Some((entry, _)) if entry == task.entry => Why::Attempt,
            Some((_, pool)) if pool != Pool::O && task.pool == Pool::O => Why::NotInPool,
            Some((entry, _)) => self.kernel(entry).map_or(Why::NoPlace, |by| Why::Outranked { by }),
            // A task that can be launched is chosen if no other one is.
            None => Why::NoPlace,
        }
    }

    fn unplaced(&self, task: &SurveyedTask) -> Why {
        let Some(shape) = self.shape(task.entry) else { return Why::NoPlace };
        let shape = LaunchShape { threads: shape.threads, blocks: shape.blocks };
        match Obstacle::new(
            task.pool,
            &task.masks,
            shape,
            self.survey.ready,
            self.reservations.of(task.entry),
        ) {
            Obstacle::NothingAllowed => Why::NothingAllowed,
            Obstacle::NoPlace => Why::NoPlace,
            Obstacle::Grants => Why::Grants,
            Obstacle::Reserved(kept) => self.keeper(kept).map_or(Why::NoPlace, |by| Why::Reserved { by }),
        }
    }

    /// The oldest kernel for which one of the SIPs is reserved.
    fn keeper(&self, sips: SipMask) -> Option<u32> {
        let keepers = self.reservations.keepers(sips);
        let oldest = keepers.filter_map(|entry| self.residents.get(entry)).min_by_key(|kernel| kernel.seq);
        oldest.map(|keeper| self.named(keeper))
    }

    fn kernel(&self, entry: Entry) -> Option<u32> {
        self.residents.get(entry).map(|resident| self.named(resident))
    }

    fn named(&self, resident: Resident) -> u32 {
        if self.has_names { resident.kernel } else { ANY }
    }

    fn shape(&self, entry: Entry) -> Option<Shape> {
        self.residents.get(entry)?.shape
    }
}
