//! The expected MIH FIFO: the messages accepted and not read, in order, and the number of those dropped.

use std::collections::VecDeque;

use hws_model::ErrorBit;
use hws_regs::params;
use hws_types::{BlockHeader, Cycle, LaunchId, MihMessage, Notice, RawMih, Rule, TaskIds};

use crate::check::books::{Books, LaunchBook};
use crate::check::launched::Launched;
use crate::check::view::View;
use crate::check::violation::{Invariant, Resource, Violation};

const FIFO: Resource = Resource::Named("the MIH FIFO");

/// The messages produced since the last reset.
#[derive(Clone, Debug, Default)]
pub(in crate::check) struct Messages {
    /// Accepted and not read, with the cycle of each.
    unread: VecDeque<(RawMih, Cycle)>,
    /// Older ones, whose contents are not known.
    unknown: usize,
    /// CNT_MIH_DROP, wrapping.
    dropped: u32,
    /// A RESULT whose SCHED_INFO must be next, and whether it was accepted.
    half: Option<(BlockHeader, bool)>,
    /// Launches that finished and owe a BLOCK_FINISH.
    finished: Vec<(Launched, Option<TaskIds>)>,
    /// An allocation-only kernel that has just left and owes a BLOCK_FINISH.
    alone: Option<Alone>,
}

/// The BLOCK_FINISH of an allocation-only kernel (scheduler.md §9.4).
#[derive(Clone, Copy, Debug)]
pub(in crate::check) struct Alone {
    pub(in crate::check) seq: u32,
    /// The ids of the push, if they are known.
    pub(in crate::check) ids: Option<TaskIds>,
    /// Its first block, if it is known.
    pub(in crate::check) start_block: Option<u32>,
    /// Whether it must come; unknown where the paths of the kernel are.
    pub(in crate::check) is_owed: bool,
}

impl Alone {
    fn is_told_by(self, of: BlockHeader, launch_id: LaunchId) -> bool {
        let has_ids = self.ids.is_none_or(|ids| ids == of.ids);
        let is_first = self.start_block.is_none_or(|block| block == u32::from(of.block_id));
        has_ids && is_first && launch_id.get() == 0
    }
}

impl Messages {
    /// Those in the FIFO in the middle of a run are unknown.
    pub(in crate::check) fn attached(now: &View) -> Self {
        Self { unknown: now.mih.status.count() as usize, dropped: now.dropped, ..Self::default() }
    }

    /// The number of messages accepted and not read.
    fn count(&self) -> usize {
        self.unknown + self.unread.len()
    }

    /// A block with the MIH path on has finished.
    pub(in crate::check) fn block_finished(&mut self, launch: Launched, ids: Option<TaskIds>) {
        self.finished.push((launch, ids));
    }

    /// An allocation-only kernel has left.
    pub(in crate::check) fn left_alone(&mut self, cycle: Cycle, alone: Alone) -> Result<(), Violation> {
        let other = self.alone.replace(alone);
        other.map_or(Ok(()), |other| told(cycle, other))
    }

    /// A message was accepted or dropped; `None` if it is none of interfaces.md §4.
    pub(in crate::check) fn produced(
        &mut self,
        books: &mut Books,
        cycle: Cycle,
        (raw, message): (RawMih, Option<MihMessage>),
        is_accepted: bool,
        last: Option<Launched>,
    ) -> Result<(), Violation> {
        let pair = message.map_or(Ok(()), |message| self.pairs(cycle, message, is_accepted));
        let pair =
            pair.and_then(|()| message.map_or(Ok(()), |message| self.is_true(books, cycle, message, last)));
        if let Some(message) = message {
            self.note(books, message);
        }
        let room = params::MIH_FIFO.saturating_sub(self.count());
        if is_accepted {
            self.unread.push_back((raw, cycle));
            return pair;
        }
        self.dropped = self.dropped.wrapping_add(1);
        pair?;
        message.map_or(Ok(()), |message| may_be_dropped(cycle, message, room))
    }

    /// RESULT and SCHED_INFO of a block are contiguous, and both are accepted or both dropped.
    fn pairs(&mut self, cycle: Cycle, message: MihMessage, is_accepted: bool) -> Result<(), Violation> {
        let half = self.half.take();
        if let MihMessage::Result { of, .. } = message {
            self.half = Some((of, is_accepted));
        }
        let second = match message {
            MihMessage::SchedInfo { of, .. } => Some((of, is_accepted)),
            _ => None,
        };
        if half == second {
            return Ok(());
        }
        let how = "separates a RESULT from its SCHED_INFO".to_owned();
        Err(Violation::new(Invariant::I9, cycle, FIFO, how, Rule::Interfaces4))
    }

    /// Records what a message reveals about a launch.
    fn note(&mut self, books: &mut Books, message: MihMessage) {
        match message {
            MihMessage::SchedInfo { launch_id, last_block, vc_base, vc_num, .. } => {
                if let Some(book) = books.launch(launch_id) {
                    (book.info_run, book.says_last) = (Some((vc_base, vc_num)), last_block);
                }
            }
            MihMessage::BlockFinish { of, launch_id, .. } => {
                let is_it =
                    |(launch, _): &(Launched, _)| (launch.id, launch.block) == (launch_id, of.block_id);
                match self.finished.iter().position(is_it) {
                    Some(at) => drop(self.finished.remove(at)),
                    None => self.alone = None,
                }
            }
            MihMessage::Result { .. } | MihMessage::Notify { .. } => {}
        }
    }

    /// A message about a block tells the truth: it has the ids of the push, RESULT has the SIPs of the last launch, SCHED_INFO its id, and BLOCK_FINISH
    /// is of a launch that has finished or of a kernel that has left, and says whether anything of the kernel is left.
    fn is_true(
        &self,
        books: &Books,
        cycle: Cycle,
        message: MihMessage,
        last: Option<Launched>,
    ) -> Result<(), Violation> {
        let of = message.header();
        let has_ids = |ids: Option<TaskIds>| ids.is_none_or(|ids| ids == of.ids);
        let of_last =
            |last: Launched| has_ids(books.live[last.id.index()].as_ref().and_then(|book| book.ids));
        let is_true = match message {
            MihMessage::Result { sips, .. } => {
                last.is_some_and(|last| (last.sips, last.block) == (sips, of.block_id) && of_last(last))
            }
            MihMessage::SchedInfo { launch_id, entry, .. } => last.is_some_and(|last| {
                (last.id, last.block, last.entry) == (launch_id, of.block_id, entry) && of_last(last)
            }),
            MihMessage::BlockFinish { launch_id, kernel_finish, .. } => {
                let is_it =
                    |(launch, _): &&(Launched, _)| (launch.id, launch.block) == (launch_id, of.block_id);
                let ended = |(launch, ids): &(Launched, _)| {
                    kernel_finish != books.has_kernel(launch.seq) && has_ids(*ids)
                };
                let alone =
                    || kernel_finish && self.alone.is_some_and(|alone| alone.is_told_by(of, launch_id));
                self.finished.iter().find(is_it).map_or_else(alone, ended)
            }
            MihMessage::Notify { .. } => true,
        };
        if is_true {
            return Ok(());
        }
        let how = format!("gets a message that is not true: {message:?}");
        Err(Violation::new(Invariant::I9, cycle, FIFO, how, Rule::Interfaces4))
    }

    /// MIH_DATA_HI was read: the oldest message leaves.
    pub(in crate::check) fn popped(&mut self, now: Cycle, value: u32) -> Result<(), Violation> {
        if self.unknown > 0 {
            self.unknown -= 1;
            return Ok(());
        }
        let popped = self.unread.pop_front();
        let expected = popped.map_or(0, |(raw, _)| raw.dw1);
        if value == expected {
            return Ok(());
        }
        let how = format!("gave DW1 {value:#010x}, but the oldest message has {expected:#010x}");
        let violation = Violation::new(Invariant::I9, now, FIFO, how, Rule::Interfaces4);
        Err(popped.map_or(violation.clone(), |(_, sent)| violation.since("sent", sent)))
    }

    /// MIH_STATUS, the head of the FIFO and CNT_MIH_DROP agree with the events, and no message is missing.
    pub(in crate::check) fn agree(&mut self, now: &View) -> Result<(), Violation> {
        self.nothing_is_owed(now)?;
        self.count_agrees(now)?;
        self.head_agrees(now)?;
        if now.dropped == self.dropped {
            return Ok(());
        }
        let how = format!("is {} after {} dropped messages", now.dropped, self.dropped);
        Err(state(now, Resource::Named("CNT_MIH_DROP"), how))
    }

    /// Whether no message has to follow in this step.
    pub(in crate::check) fn owe_nothing(&self) -> bool {
        self.half.is_none() && self.alone.is_none() && self.finished.is_empty()
    }

    fn nothing_is_owed(&mut self, now: &View) -> Result<(), Violation> {
        if self.owe_nothing() {
            return Ok(());
        }
        if self.half.take().is_some() {
            return Err(state(now, FIFO, "has a RESULT without its SCHED_INFO".to_owned()));
        }
        self.alone.take().map_or(Ok(()), |alone| told(now.cycle, alone))?;
        match std::mem::take(&mut self.finished).first() {
            Some((launch, _)) => {
                let how = format!("of kernel {} finished without a BLOCK_FINISH", launch.seq);
                let violation = Violation::new(
                    Invariant::I9,
                    now.cycle,
                    Resource::Launch(launch.id),
                    how,
                    Rule::Scheduler7_3,
                );
                Err(violation.since("launched", launch.cycle))
            }
            None => Ok(()),
        }
    }

    fn count_agrees(&self, now: &View) -> Result<(), Violation> {
        let (status, count) = (now.mih.status, self.count());
        let shown = (status.count() as usize, status.empty(), status.full());
        if shown == (count, count == 0, count == params::MIH_FIFO) {
            return Ok(());
        }
        let how = format!(
            "has COUNT {}, EMPTY {}, FULL {} with {count} messages accepted and not read",
            status.count(),
            u8::from(status.empty()),
            u8::from(status.full())
        );
        Err(state(now, FIFO, how))
    }

    fn head_agrees(&self, now: &View) -> Result<(), Violation> {
        if self.unknown > 0 {
            return Ok(());
        }
        let (expected, sent) = match self.unread.front() {
            Some(&(raw, sent)) => (raw, Some(sent)),
            None => (RawMih::default(), None),
        };
        let head = now.mih.head;
        if head == expected {
            return Ok(());
        }
        let how = format!(
            "has DW0 {:#010x}, DW1 {:#010x} at its head, but the oldest message is {:#010x}, {:#010x}",
            head.dw0, head.dw1, expected.dw0, expected.dw1
        );
        let violation = state(now, FIFO, how);
        Err(sent.map_or(violation.clone(), |sent| violation.since("sent", sent)))
    }
}

/// The BLOCK_FINISH that has not come was not owed.
fn told(cycle: Cycle, alone: Alone) -> Result<(), Violation> {
    if !alone.is_owed {
        return Ok(());
    }
    let how = "left without a BLOCK_FINISH".to_owned();
    Err(Violation::new(Invariant::I9, cycle, Resource::Kernel(alone.seq), how, Rule::Scheduler9_4))
}

fn state(now: &View, resource: Resource, how: String) -> Violation {
    Violation::new(Invariant::I9, now.cycle, resource, how, Rule::Interfaces4)
}

/// Only a message that does not fit is dropped, and never a request.
fn may_be_dropped(cycle: Cycle, message: MihMessage, room: usize) -> Result<(), Violation> {
    let needs = match message {
        MihMessage::Result { .. } | MihMessage::SchedInfo { .. } => 2,
        MihMessage::BlockFinish { .. } | MihMessage::Notify { .. } => 1,
    };
    let (how, rule) = match message {
        MihMessage::Notify {
            notice: Notice::L2AllocReq { entry, .. } | Notice::VcAllocReq { entry, .. },
            ..
        } => (format!("dropped a request of entry {}", entry.get()), Rule::Scheduler9_3),
        _ if room >= needs => (format!("dropped a message with {room} places free"), Rule::Interfaces4),
        _ => return Ok(()),
    };
    Err(Violation::new(Invariant::I9, cycle, FIFO, how, rule))
}

/// A block with the MIH path on has been announced, any other not.
pub(in crate::check) fn launch_is_announced(book: &LaunchBook, now: &View) -> Result<(), Violation> {
    let LaunchBook { launch, info_run, .. } = book;
    let Some(shown) = now.launches[launch.id.index()] else { return Ok(()) };
    let how = match (shown.out_mih, info_run.is_some()) {
        (true, false) => "has the MIH path on and no SCHED_INFO",
        (false, true) => "has the MIH path off and a SCHED_INFO",
        _ => return Ok(()),
    };
    Err(Violation::new(
        Invariant::I9,
        launch.cycle,
        Resource::Launch(launch.id),
        how.to_owned(),
        Rule::Scheduler6_2,
    ))
}

/// LAST_BLOCK is set exactly in the last message of a COMMIT that frees the entry.
pub(in crate::check) fn last_block_is_told(book: &LaunchBook, is_last: bool) -> Result<(), Violation> {
    let launch = book.launch;
    if book.info_run.is_none() || book.says_last == is_last {
        return Ok(());
    }
    let how = format!("has LAST_BLOCK {} in its SCHED_INFO", u8::from(book.says_last));
    Err(Violation::new(Invariant::I9, launch.cycle, Resource::Launch(launch.id), how, Rule::Interfaces4))
}

/// The code and the header of an ERROR message, which reports a rejection.
pub(in crate::check) fn rejection(message: MihMessage) -> Option<(u8, BlockHeader)> {
    match message {
        MihMessage::Notify { of, notice: Notice::Error { code } } => Some((code, of)),
        _ => None,
    }
}

/// The ids of an ERROR message are those of the rejected task, and of the error; its block is 0.
pub(in crate::check) fn rejection_has_ids(
    cycle: Cycle,
    BlockHeader { ids: found, block_id }: BlockHeader,
    task: Option<TaskIds>,
    error: TaskIds,
) -> Result<(), Violation> {
    if block_id == 0 && found == error && task.is_none_or(|task| task == found) {
        return Ok(());
    }
    let how = format!(
        "gets an ERROR message with {found:?}, where the rejected task has {task:?} and the error {error:?}"
    );
    Err(Violation::new(Invariant::I9, cycle, FIFO, how, Rule::Scheduler2_3))
}

/// Every dropped message sets MIH_OVERFLOW.
pub(in crate::check) fn drops_are_errors(
    now: &View,
    drops: usize,
    errors: &[ErrorBit],
) -> Result<(), Violation> {
    let told = errors.iter().filter(|&&bit| bit == ErrorBit::MihOverflow).count();
    if told == drops {
        return Ok(());
    }
    Err(state(now, FIFO, format!("dropped {drops} messages with {told} errors MIH_OVERFLOW")))
}

/// INFO.OUT_MIH of a launch decides whether its end is announced.
pub(in crate::check) fn note_path(books: &mut Books, id: LaunchId, now: &View) {
    let out_mih = now.launches[id.index()].is_some_and(|launch| launch.out_mih);
    if let Some(book) = books.launch(id) {
        book.out_mih = out_mih;
    }
}
