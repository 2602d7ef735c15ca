//! Lines of a trace, packed: what one processor has written costs another one more to fetch than to unpack.

use hws_model::{Event, Pool};
use hws_types::{Cycle, Entry, LaunchId, MdmaCommand, Sip, SipMask};

use super::TraceLine;

/// Lines of a trace in their order, the frequent kinds in one to four words.
///
/// Of an MDMA command, it keeps what its line shows; everything else of it is 0.
///
/// ```
/// use hws_model::Event;
/// use hws_sim::{TraceLine, TraceLines};
/// use hws_types::Cycle;
///
/// let mut lines = TraceLines::default();
/// lines.push(&TraceLine::Event(Cycle(17), Event::Commit { launched: true }));
/// lines.for_each(|line| assert_eq!(line.cycle(), Cycle(17)));
/// assert_eq!(lines.len(), 1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct TraceLines {
    words: Vec<u32>,
    /// The lines of the other kinds, for each of which there is a word.
    others: Vec<TraceLine>,
    /// The cycle of the last packed line.
    at: Cycle,
    count: usize,
}

// The lowest byte of the first word.
const OTHER: u8 = 0;
/// The next lines are of the cycle that follows.
const CYCLE: u8 = 1;
const MDMA: u8 = 2;
const COMPLETE: u8 = 3;
const FAILED: u8 = 4;
const LAUNCHED: u8 = 5;
/// And the pool.
const LAUNCH: u8 = 6;

const POOLS: [Pool; 3] = [Pool::R, Pool::P, Pool::O];

impl TraceLines {
    /// Adds a line behind the others.
    #[inline]
    pub fn push(&mut self, line: &TraceLine) {
        match line {
            TraceLine::Event(at, event) => self.push_event(*at, event),
            _ => self.push_other(line),
        }
    }

    /// Adds the line of an event.
    #[inline]
    pub(super) fn push_event(&mut self, at: Cycle, event: &Event) {
        match *event {
            Event::Mdma(command) => {
                let MdmaCommand { sip, physical_sip, launch_id, thread_idx, block_id, .. } = command;
                let first = first(MDMA, [sip.get(), physical_sip.get(), launch_id.get()]);
                let places = u32::from(thread_idx) | u32::from(block_id) << 16;
                self.push_words(at, [first, places, command.block_param_addr]);
            }
            Event::Complete { sip, launch_id } => {
                self.push_words(at, [first(COMPLETE, [sip.get(), launch_id.get(), 0])]);
            }
            Event::Commit { launched } => {
                self.push_words(at, [u32::from(if launched { LAUNCHED } else { FAILED })]);
            }
            Event::Launch { entry, seq, pool, block, launch_id, sip_mask } => {
                let pool = POOLS.iter().position(|&known| known == pool).unwrap_or_default();
                let first = first(LAUNCH + pool as u8, [entry.get(), launch_id.get(), 0]);
                self.push_words(at, [first, seq, block.into(), sip_mask.0]);
            }
            _ => self.push_other(&TraceLine::Event(at, *event)),
        }
    }

    /// Calls `visit` with each line.
    pub fn for_each(&self, mut visit: impl FnMut(&TraceLine)) {
        let (mut words, mut others, mut at) = (self.words.iter().copied(), self.others.iter(), Cycle(0));
        while let Some(first) = words.next() {
            let [kind, a, b, c] = first.to_le_bytes();
            // Every kind is followed by the words that were pushed with it.
            let mut word = || words.next().unwrap_or_default();
            let event = |event| TraceLine::Event(at, event);
            let line = match kind {
                OTHER => {
                    others.next().into_iter().for_each(&mut visit);
                    continue;
                }
                CYCLE => {
                    at = Cycle(u64::from(word()) | u64::from(word()) << 32);
                    continue;
                }
                MDMA => event(Event::Mdma(command([a, b, c], word(), word()))),
                COMPLETE => event(Event::Complete {
                    sip: Sip::wrapping(a.into()),
                    launch_id: LaunchId::wrapping(b.into()),
                }),
                FAILED | LAUNCHED => event(Event::Commit { launched: kind == LAUNCHED }),
                _ => event(Event::Launch {
                    entry: Entry::wrapping(a.into()),
                    seq: word(),
                    pool: POOLS[usize::from(kind - LAUNCH) % POOLS.len()],
                    block: word() as u16,
                    launch_id: LaunchId::wrapping(b.into()),
                    sip_mask: SipMask(word()),
                }),
            };
            visit(&line);
        }
    }

    /// Returns the number of lines.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Returns whether there are no lines.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Removes all lines, but keeps their memory.
    pub fn clear(&mut self) {
        self.words.clear();
        self.others.clear();
        (self.at, self.count) = (Cycle(0), 0);
    }

    #[inline]
    fn push_words<const N: usize>(&mut self, at: Cycle, words: [u32; N]) {
        if at != self.at {
            self.words.extend([u32::from(CYCLE), at.0 as u32, (at.0 >> 32) as u32]);
            self.at = at;
        }
        self.words.extend(words);
        self.count += 1;
    }

    fn push_other(&mut self, line: &TraceLine) {
        self.count += 1;
        self.words.push(OTHER.into());
        self.others.push(*line);
    }
}

/// The first word of a line, with three numbers of 8 bits.
#[inline]
fn first(kind: u8, [a, b, c]: [u32; 3]) -> u32 {
    u32::from(kind) | a << 8 | b << 16 | c << 24
}

/// What the line of a command shows.
fn command([sip, physical_sip, launch_id]: [u8; 3], places: u32, param: u32) -> MdmaCommand {
    MdmaCommand {
        thread_idx: places as u16,
        block_id: (places >> 16) as u16,
        sip: Sip::wrapping(sip.into()),
        physical_sip: Sip::wrapping(physical_sip.into()),
        launch_id: LaunchId::wrapping(launch_id.into()),
        kernel_id: 0,
        edte_vc_base: 0,
        edte_vc_num: 0,
        block_param_addr: param,
        est_exec_time: 0,
        sim_exec_time: 0,
    }
}
