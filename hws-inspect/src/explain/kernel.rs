//! The life of a kernel: pushed, admitted, waiting, launched, finished.
//!
//! A reason holds from one LATCH to the next, and neighbours that differ only in the SIPs that they name are one wait,
//! which has the SIPs of its beginning. While no attempt is in flight it is that of the attempt that would be
//! latched. A kernel_id that is pushed several times has several lives.

mod blocks;
mod life;
mod pushes;
mod recorder;
mod text;

use std::io::BufRead;

use hws_model::{Pool, Way};
use hws_sim::stimulus::Reader;
use hws_types::{Cycle, LaunchId, SipMask, Source};
use serde::Serialize;

use super::error::ExplainError;
use super::facts::Facts;
use super::reason::Reason;
use super::why_not::WhyNot;
use recorder::Recorder;

/// The number of waits of a life for which [`KernelWait::why_not`] is searched: the longest ones.
const SEARCHED_WAITS: usize = 16;

/// The number of lives for which [`KernelWait::why_not`] is searched: the first ones.
const SEARCHED_LIVES: usize = 64;

/// The answer for time before a push for which the run recorded no reason.
const UNRECORDED: &str = "the run has not recorded why";

/// Everything that happened to the kernels of one kernel_id.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct KernelExplanation {
    /// kernel_id.
    pub kernel_id: u32,
    /// The cycle in which the stimulus ends.
    pub end: Cycle,
    /// One life for each push of a descriptor with this id, in the order of admission.
    pub lives: Vec<Life>,
}

impl KernelExplanation {
    /// Adds what the run recorded about the time before the first push: `told` has its spans in order, from cycle 0 on. The explanation
    /// says of the time after them, and before later pushes, that the run recorded no reason.
    #[must_use]
    pub fn with_time_before_push(mut self, told: &[(Cycle, Cycle, String)]) -> Self {
        let first = self.lives.iter().enumerate().min_by_key(|(_, life)| life.pushed).map(|(index, _)| index);
        for (index, life) in self.lives.iter_mut().enumerate() {
            let told = if Some(index) == first { told } else { &[] };
            if let Some(wait) = life.waits.first().filter(|wait| wait.reason == Reason::NotPushed) {
                let spans = before_push(wait.from, wait.to, told);
                life.waits.splice(..1, spans);
            }
        }
        self
    }
}

/// Splits the time from `start` to the push into the spans that were told, and a last one for the rest.
fn before_push(start: Cycle, push: Cycle, told: &[(Cycle, Cycle, String)]) -> Vec<KernelWait> {
    let wait =
        |from, to, what| KernelWait { from, to, reason: Reason::BeforePush { what }, why_not: Vec::new() };
    let within = told.iter().filter(|(from, _, _)| (start..push).contains(from));
    let mut waits: Vec<_> = within.map(|(from, to, what)| wait(*from, push.min(*to), what.clone())).collect();
    let end = waits.last().map_or(start, |last| last.to);
    if end < push {
        waits.push(wait(end, push, UNRECORDED.to_owned()));
    }
    waits
}

/// One kernel, from its push on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Life {
    /// The kernel when it was admitted; `None` if it was rejected.
    pub facts: Option<Facts>,
    /// The unit that submitted it.
    pub source: Source,
    /// The byte address of its descriptor, without TDP_CFG.OFFSET.
    pub td_addr: u32,
    /// The cycle of the push.
    pub pushed: Option<Cycle>,
    /// The tick that admitted it.
    pub admitted: Option<Cycle>,
    /// Why it was not admitted.
    pub rejected: Option<Rejection>,
    /// Why it made no progress, from cycle 0 to its last launch: without gaps.
    pub waits: Vec<KernelWait>,
    /// Its reservations.
    pub reservations: Vec<ReservationSpan>,
    /// Its blocks, in the order of their launch.
    pub blocks: Vec<BlockRecord>,
    /// The cycle in which it left the Ready Station.
    pub left: Option<Cycle>,
    /// The cycle in which its last block completed.
    pub finished: Option<Cycle>,
    /// The cycle of the soft reset that ended its life.
    pub reset: Option<Cycle>,
}

/// A rejected task (scheduler.md §2.3).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Rejection {
    /// The tick.
    pub at: Cycle,
    /// The bit of ERR_STATUS.
    pub error: String,
}

/// A span in which a kernel made no progress, `from <= cycle < to`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct KernelWait {
    /// Its first cycle.
    pub from: Cycle,
    /// The cycle after its last one.
    pub to: Cycle,
    /// The reason.
    #[serde(flatten)]
    pub reason: Reason,
    /// What would have started it in the first attempt of the span, the smallest change first; searched for the
    /// 16 longest spans of each of the first 64 lives.
    pub why_not: Vec<WhyNot>,
}

/// A reservation of the kernel, `from <= cycle < to`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ReservationSpan {
    /// Its promotion.
    pub from: Cycle,
    /// The end of the reservation.
    pub to: Cycle,
    /// The SIPs.
    pub sips: SipMask,
    /// Whether it was cancelled as stale (scheduler.md §6.6).
    pub cancelled: bool,
}

/// A launched block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct BlockRecord {
    /// The COMMIT.
    pub at: Cycle,
    /// block_id.
    pub block: u16,
    /// launch_id.
    pub launch_id: LaunchId,
    /// The pool from which it was launched.
    pub pool: Pool,
    /// How its SIPs were found.
    pub way: Option<Way>,
    /// The SIPs.
    pub sips: SipMask,
    /// Those of the SIPs that were not idle at COMMIT.
    pub early: SipMask,
    /// The cycle of its last complete report.
    pub completed: Option<Cycle>,
}

/// Replays the stimulus and explains the kernels with this id.
pub(super) fn explain<R: BufRead>(stimulus: Reader<R>, id: u32) -> Result<KernelExplanation, ExplainError> {
    let machine = super::replayed(stimulus, Recorder::new(id))?;
    let end = machine.cycle();
    machine.into_observer().answer(end)
}
