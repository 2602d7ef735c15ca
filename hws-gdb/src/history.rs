//! The places in the past to which the debuggee can go back: snapshots, and the changes that were made from outside.
//!
//! A place is a number of steps. The way to any place leads from the snapshot before it, step by step, with the same
//! changes at the same places. Snapshots are denser near the present than far away, so that their number stays bounded and
//! the way to a place costs at most a fixed part of its distance.

use hws_run::run::{ImageEdit, ImageSession, ImageSnapshot};

use crate::handlers::Handlers;

/// The most snapshots.
const MARKS: usize = 64;
/// The most bytes of all snapshots together, as far as at least [`FEWEST`] remain.
const BYTES: u64 = 1 << 28;
const FEWEST: usize = 4;
/// Steps between two snapshots, at least; for a large memory, which takes long to compare, more.
const STEPS: u64 = 1 << 18;
const BYTES_OF_A_STEP: u64 = 64;

/// A place to go back to.
pub(crate) struct Mark<'w> {
    pub(crate) snapshot: ImageSnapshot<'w, ()>,
    /// The number of changes before it.
    pub(crate) edits: usize,
    pub(crate) handlers: Handlers,
}

impl Mark<'_> {
    pub(crate) const fn place(&self) -> u64 {
        self.snapshot.steps()
    }
}

pub(crate) struct History<'w> {
    /// By ascending place; the first is the beginning of the run.
    marks: Vec<Mark<'w>>,
    /// Every change with its place, ascending.
    edits: Vec<(u64, ImageEdit)>,
    /// The number of changes up to the present.
    applied: usize,
    interval: u64,
}

impl<'w> History<'w> {
    /// A history that begins with the present state.
    pub(crate) fn new(session: &mut ImageSession<'w, ()>, memory_bytes: u64) -> Self {
        let first = Mark { snapshot: session.snapshot(None), edits: 0, handlers: Handlers::default() };
        let interval = STEPS.max(memory_bytes / BYTES_OF_A_STEP);
        Self { marks: vec![first], edits: Vec::new(), applied: 0, interval }
    }

    /// The changes up to the present.
    pub(crate) fn edits(&self) -> &[(u64, ImageEdit)] {
        self.edits.get(..self.applied).unwrap_or_default()
    }

    /// Notes a change at a place: what was after it does not happen any more.
    pub(crate) fn changed(&mut self, place: u64, edit: ImageEdit) {
        self.edits.truncate(self.applied);
        self.edits.push((place, edit));
        self.applied = self.edits.len();
        self.marks.retain(|mark| mark.place() <= place);
    }

    /// The next change, if it was made at this place. It counts as made.
    pub(crate) fn take_edit(&mut self, place: u64) -> Option<ImageEdit> {
        let (at, edit) = self.edits.get(self.applied)?;
        (*at == place).then(|| {
            self.applied += 1;
            edit.clone()
        })
    }

    /// The number of the last mark before a place; 0 if there is none.
    pub(crate) fn last_before(&self, place: u64) -> usize {
        self.marks.partition_point(|mark| mark.place() < place).saturating_sub(1)
    }

    /// A mark, to which the present goes back.
    pub(crate) fn go_back(&mut self, number: usize) -> Option<&Mark<'w>> {
        let mark = self.marks.get(number)?;
        self.applied = mark.edits;
        Some(mark)
    }

    /// Makes a mark of the present, if the last one is far enough away.
    pub(crate) fn note(&mut self, session: &mut ImageSession<'w, ()>, handlers: &Handlers) {
        let place = session.steps();
        let last = self.marks.get(self.last_before(place)).map_or(0, Mark::place);
        if place - last >= self.interval {
            self.mark(session, handlers);
        }
    }

    /// Makes a mark of the present.
    pub(crate) fn mark(&mut self, session: &mut ImageSession<'w, ()>, handlers: &Handlers) {
        let place = session.steps();
        let number = self.marks.partition_point(|mark| mark.place() < place);
        if self.marks.get(number).is_some_and(|mark| mark.place() == place) {
            return;
        }
        let near = number.checked_sub(1).and_then(|before| self.marks.get(before));
        let snapshot = session.snapshot(near.map(|mark| &mark.snapshot));
        self.marks.insert(number, Mark { snapshot, edits: self.applied, handlers: handlers.clone() });
        self.thin(place);
    }

    /// Gives up the marks that are missed least: those whose neighbours are near, compared with their distance from now.
    fn thin(&mut self, now: u64) {
        while self.marks.len() > MARKS || self.marks.len() > FEWEST && self.bytes() > BYTES {
            let gaps = self.marks.windows(3).enumerate().map(|(before, marks)| {
                let gap = marks[2].place() - marks[0].place();
                (before + 1, u128::from(gap), u128::from(now.abs_diff(marks[1].place())) + 1)
            });
            // The quotients of gap and distance, compared by cross-multiplication.
            let least = gaps.min_by(|a, b| (a.1 * b.2).cmp(&(b.1 * a.2)));
            let Some((number, ..)) = least else { return };
            self.marks.remove(number);
        }
    }

    fn bytes(&self) -> u64 {
        self.marks.iter().map(|mark| mark.snapshot.bytes()).sum()
    }
}

#[cfg(test)]
mod tests {
    use hws_run::run::{FirmwareImage, Platform};
    use hws_run::workload::built_in;

    use super::*;

    /// `addi t0, t0, 1` and `j .-4`, at the beginning of memory.
    fn counting() -> FirmwareImage {
        let header =
            [0x464C_457F, 0x0001_0101, 0, 0, 0x00F3_0002, 1, 0x4000_0000, 52, 0, 1, 0x0020_0034, 1, 0];
        let segment = [1, 84, 0x4000_0000, 0x4000_0000, 8, 8, 5, 4, 0x0012_8293, 0xFFDF_F06F_u32];
        let file: Vec<u8> = header.into_iter().chain(segment).flat_map(u32::to_le_bytes).collect();
        FirmwareImage::new(&file, Platform::default()).unwrap()
    }

    #[test]
    fn marks_stay_few_and_are_denser_near_the_present() {
        let (workload, firmware) = (built_in(), counting());
        let mut session = ImageSession::new(&workload, &firmware, ()).unwrap();
        let mut history = History::new(&mut session, 0);
        for _ in 0..1000 {
            for _ in 0..10 {
                session.step().unwrap();
            }
            history.mark(&mut session, &Handlers::default());
        }
        let places: Vec<u64> = history.marks.iter().map(Mark::place).collect();
        assert_eq!((places[0], *places.last().unwrap(), places.len()), (0, 10_000, MARKS));
        let gap = |before: usize| places[before + 1] - places[before];
        assert!(gap(MARKS - 2) == 10 && gap(0) > 100, "{places:?}");
        let is_near = |pair: &[u64]| pair[1] - pair[0] == 10 || (pair[1] - pair[0]) * 4 < 10_000 - pair[0];
        assert!(places.windows(2).all(is_near), "a gap is less than a quarter of its distance: {places:?}");
    }

    #[test]
    fn a_mark_has_the_state_of_its_place() {
        let (workload, firmware) = (built_in(), counting());
        let mut session = ImageSession::new(&workload, &firmware, ()).unwrap();
        let mut history = History::new(&mut session, 0);
        for _ in 0..11 {
            session.step().unwrap();
        }
        history.mark(&mut session, &Handlers::default());
        history.changed(11, ImageEdit::Write { address: 0x4000_2000, bytes: vec![7] });
        session.edit(&ImageEdit::Write { address: 0x4000_2000, bytes: vec![7] }).unwrap();
        for _ in 0..9 {
            session.step().unwrap();
        }
        let number = history.last_before(20);
        session.restore(&history.go_back(number).unwrap().snapshot);
        assert_eq!(
            (session.steps(), session.core().register(5), session.peek(0x4000_2000)),
            (11, 6, Some(0))
        );
        assert_eq!(history.take_edit(11), Some(ImageEdit::Write { address: 0x4000_2000, bytes: vec![7] }));
        assert_eq!(history.take_edit(11), None);
    }
}
