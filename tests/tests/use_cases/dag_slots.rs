//! More graphs than slots, and more than tags.

use std::collections::BTreeSet;
use std::convert::Infallible;

use fw_api::{Bus, DagKind, DagReset, DagTable, HwsDriver};
use hws_model::CommandKind;
use hws_regs::params::N_DAG;
use hws_tests::rig::td;
use hws_types::TaskDescriptor;

use crate::use_cases::bench::Bench;
use crate::use_cases::play::{Played, example, play};

/// The number of slots in use after each DAG command that succeeded.
fn open_slots(played: &Played) -> Vec<i32> {
    let change = |&(_, kind, result): &(u64, CommandKind, u32)| match (kind, result) {
        (CommandKind::DagInit, 0) => 1,
        (CommandKind::DagReset, 0) => -1,
        _ => 0,
    };
    let sum = |open: &mut i32, change: i32| {
        *open += change;
        Some(*open)
    };
    played.story.commands.iter().map(change).scan(0, sum).collect()
}

/// 64 graphs at once: 32 have a slot at any time, the others wait in firmware, and none is refused or left.
#[test]
fn sixty_four_graphs_go_through_thirty_two_slots() {
    let played = play(&example("many_graphs.yaml"));
    let open = open_slots(&played);
    assert_eq!((open.iter().max(), open.last()), (Some(&32), Some(&0)));
    assert!(played.story.errors.is_empty(), "{:?}", played.story.errors);
    let tags: BTreeSet<u16> = played.record.dags.iter().filter_map(|dag| dag.tag).collect();
    assert_eq!(tags, (0..64).collect(), "a tag of its own for each");
    let first_finish = played.record.dags.iter().filter_map(|dag| dag.finish).min();
    let waiting = played.record.dags.iter().filter(|dag| dag.opened > first_finish).count();
    assert!(waiting >= 32, "the second half waits until one of the first is done: {waiting}");
}

/// A bus on which every command succeeds at once.
struct Yes;

impl Bus for Yes {
    type Error = Infallible;

    fn read32(&mut self, _offset: u32) -> Result<u32, Infallible> {
        Ok(0)
    }

    fn write32(&mut self, _offset: u32, _value: u32) -> Result<(), Infallible> {
        Ok(())
    }
}

/// A firmware that has opened so many graphs that the 16-bit tags have wrapped around.
struct Opener {
    bench: Bench,
    table: DagTable<{ N_DAG }>,
    next_id: u32,
}

impl Opener {
    fn new() -> Self {
        let mut bench = Bench::new(1, 0);
        bench.fw().enable().unwrap();
        // Firmware's ids have 32 bits: these are beyond 16.
        Self { bench, table: DagTable::new(), next_id: 0x0007_FFF0 }
    }

    /// Opens a graph; returns its id and its tag.
    fn open(&mut self) -> (u32, u16) {
        let id = self.next_id;
        self.next_id += 1;
        let kind = DagKind::Static { total: 2 };
        (id, self.bench.fw().open_dag(&mut self.table, id, kind).unwrap())
    }

    fn close(&mut self, id: u32) {
        assert_eq!(self.bench.fw().close_dag(&mut self.table, id).unwrap(), DagReset::Freed);
    }

    /// Opens and closes this many graphs on a bus that accepts everything; for the table there is no difference.
    fn skip(&mut self, graphs: u32) {
        let mut fw = HwsDriver::new(Yes);
        for id in 0..graphs {
            fw.open_dag(&mut self.table, id, DagKind::Dynamic).unwrap();
            assert_eq!(fw.close_dag(&mut self.table, id).unwrap(), DagReset::Freed);
        }
    }

    /// Runs a kernel of a graph to its end.
    fn run(&mut self, dag_tag: u16) {
        self.bench.submit(TaskDescriptor { dag_tag, est_exec_time: 100, ..td(1, 1) });
        self.bench.drain();
    }

    /// Opens and closes this many graphs; returns their tags.
    fn churn(&mut self, graphs: u32) -> Vec<u16> {
        let churn = |index: u32| {
            let (id, tag) = self.open();
            if index.is_multiple_of(64) {
                self.run(tag);
            }
            self.close(id);
            tag
        };
        (0..graphs).map(churn).collect()
    }
}

/// A graph that stays open keeps its tag while the others wrap around; kernels that arrive later still belong to
/// it.
#[test]
fn tags_wrap_around_and_skip_one_in_use() {
    let mut opener = Opener::new();
    let before = opener.churn(40);
    assert_eq!(before, (0..40).collect::<Vec<u16>>());
    let (stays, its_tag) = opener.open();
    opener.run(its_tag);
    opener.skip(0x1_0000 - 41 - 100);
    let tags = opener.churn(100 + 40 + 100);
    let expected: Vec<u16> = (u16::MAX - 99..=u16::MAX).chain(0..40).chain(41..141).collect();
    assert_eq!(tags, expected);
    assert_eq!((opener.table.id(its_tag), opener.table.tag(stays)), (Some(stays), Some(40)));
    opener.run(its_tag);
    opener.close(stays);
    assert!(opener.table.is_empty());
    let story = opener.bench.end();
    assert!(story.errors.is_empty(), "{:?}", story.errors);
}

/// A reset clears every slot; the rotation of tags continues, so that nothing from before the reset can be mistaken
/// for a new graph.
#[test]
fn after_a_reset_the_rotation_of_tags_continues() {
    let mut opener = Opener::new();
    let mut last = None;
    for round in 0..20 {
        let tags: Vec<u16> = (0..N_DAG).map(|_| opener.open().1).collect();
        assert!(tags.is_sorted() && last < tags.first().copied(), "round {round}: {tags:?}");
        last = tags.last().copied();
        opener.run(tags[round]);
        opener.bench.fw().soft_reset().unwrap();
        opener.table.clear();
        opener.bench.fw().enable().unwrap();
    }
    assert_eq!(last, Some(20 * N_DAG as u16 - 1));
    opener.bench.end();
}
