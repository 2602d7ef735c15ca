//! The DAG page is what admissions, finished kernels and DAG commands have made of it, slot by slot.

use hws_regs::{DagFlags, DagResult, params};
use hws_types::{Cycle, Entry, Rule, TaskDescriptor};

use crate::check::view::{DagView, Touched, View};
use crate::check::violation::{Invariant, Resource, Violation};

/// A resident kernel's DAG.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::check) struct DagOf {
    tag: u16,
    /// Its slot; none if the table was full at its admission.
    slot: Option<u8>,
}

impl DagOf {
    /// What the entry shows.
    fn shown(now: &View, entry: Entry) -> Option<Self> {
        let task = now.tasks[entry.index()]?;
        let slot = task.flags.dag_slot_valid().then(|| task.flags.dag_slot() as u8);
        Some(Self { tag: task.ids.dag_tag() as u16, slot })
    }
}

/// The expected DAG page, and the number of kernels of each slot that have left the Ready Station.
#[derive(Clone, Debug, Default)]
pub(in crate::check) struct Dags {
    slots: [DagView; params::N_DAG],
    /// The DAGs of the resident kernels, by entry.
    kernels: [Option<DagOf>; Entry::COUNT],
    done: [u32; params::N_DAG],
    /// Of a kernel of this step, nothing tells the DAG.
    has_unknown: bool,
}

impl Dags {
    /// In the middle of a run, each kernel that a slot has counted is done.
    pub(in crate::check) fn attached(now: &View) -> Self {
        let mut kernels = [None; Entry::COUNT];
        Entry::all().for_each(|entry| kernels[entry.index()] = DagOf::shown(now, entry));
        Self { slots: now.dags, kernels, done: now.dags.map(|dag| dag.finish), has_unknown: false }
    }

    /// Something unknown changes the table in this step: it will be as shown at its end, and until then nothing is known.
    pub(in crate::check) const fn lose(&mut self) {
        self.has_unknown = true;
    }

    pub(in crate::check) const fn is_known(&self) -> bool {
        !self.has_unknown
    }

    /// The slot of the tag.
    pub(in crate::check) fn find(&self, tag: u16) -> Option<u8> {
        let has_tag = |dag: &DagView| dag.flags.valid() && dag.flags.tag() == u32::from(tag);
        (0..).zip(&self.slots).find(|(_, dag)| has_tag(dag)).map(|(slot, _)| slot)
    }

    /// The slot of the tag; a new one is the lowest free.
    fn find_or_allocate(&mut self, tag: u16, count: u32) -> Option<u8> {
        self.find(tag).or_else(|| {
            let slot = (0..).zip(&self.slots).take(count as usize).find(|(_, dag)| !dag.flags.valid())?.0;
            self.slots[usize::from(slot)] = cleared(tag);
            Some(slot)
        })
    }

    /// A kernel has joined its DAG. An allocation-only kernel may have left already; then only its descriptor has the tag.
    pub(in crate::check) fn admitted(
        &mut self,
        cycle: Cycle,
        entry: Entry,
        td: Option<&TaskDescriptor>,
        now: &View,
    ) -> Result<(), Violation> {
        let shown = DagOf::shown(now, entry);
        let Some(tag) = shown.map(|of| of.tag).or_else(|| Some(td?.dag_tag)) else {
            self.lose();
            return Ok(());
        };
        let slot = self.find_or_allocate(tag, now.dag_slots);
        self.kernels[entry.index()] = Some(DagOf { tag, slot });
        let on_cp =
            now.tasks[entry.index()].map_or_else(|| td.is_some_and(|td| td.on_cp), |task| task.flags.on_cp());
        if let Some(slot) = slot.map(usize::from).filter(|_| on_cp) {
            self.slots[slot].cp_priority = td.map_or(now.dags[slot].cp_priority, |td| td.offline_priority);
        }
        shown.map_or(Ok(()), |of| same_slot(cycle, entry, of.slot, slot))
    }

    /// A kernel has left its entry; `is_finished` unless it left with blocks that were not launched.
    pub(in crate::check) fn kernel_done(
        &mut self,
        cycle: Cycle,
        entry: Entry,
        told: Option<u8>,
        is_finished: bool,
    ) -> Result<(), Violation> {
        let Some(of) = self.kernels[entry.index()].take() else {
            told.into_iter().for_each(|slot| self.count(slot));
            return Ok(());
        };
        of.slot.into_iter().for_each(|slot| self.count(slot));
        if let Some(slot) = of.slot.map(usize::from) {
            self.slots[slot].finish = self.slots[slot].finish.saturating_add(is_finished.into());
        }
        same_slot(cycle, entry, told, of.slot)
    }

    fn count(&mut self, slot: u8) {
        if let Some(done) = self.done.get_mut(usize::from(slot)) {
            *done = done.saturating_add(1);
        }
    }

    /// DAG INIT was retired (§8.1).
    pub(in crate::check) fn init(&mut self, tag: u16, total: u32, dynamic: bool, now: &View) -> DagResult {
        let Some(slot) = self.find_or_allocate(tag, now.dag_slots) else { return DagResult::TableFull };
        let dag = &mut self.slots[usize::from(slot)];
        (dag.total, dag.flags) = (total, dag.flags.with_dynamic(dynamic));
        DagResult::Ok
    }

    /// DAG RESET was retired (§8.2).
    pub(in crate::check) fn reset(&mut self, tag: u16) -> DagResult {
        let Some(slot) = self.find(tag).map(usize::from) else { return DagResult::NotFound };
        let is_used = self.kernels.iter().flatten().any(|of| of.tag == tag);
        self.slots[slot] = if is_used { cleared(tag) } else { DagView::default() };
        if is_used { DagResult::Busy } else { DagResult::Ok }
    }

    /// The touched slots show what they should.
    pub(in crate::check) fn agree(&mut self, now: &View, touched: &Touched) -> Result<(), Violation> {
        if std::mem::take(&mut self.has_unknown) {
            self.slots = now.dags;
        }
        for slot in touched.dags().filter(|&slot| slot < now.dags.len()) {
            let (shown, expected) = (now.dags[slot], self.slots[slot]);
            if shown != expected {
                // Told once.
                self.slots[slot] = shown;
                return Err(disagrees(now, slot, shown, expected));
            }
        }
        Ok(())
    }

    pub(in crate::check) fn finish_is_bounded(&self, now: &View, touched: &Touched) -> Result<(), Violation> {
        let counts = |slot: usize| Some((slot, now.dags.get(slot)?.finish, *self.done.get(slot)?));
        match touched.dags().filter_map(counts).find(|(_, finish, done)| finish > done) {
            Some((slot, finish, done)) => {
                let how = format!("has FINISH {finish}, but {done} of its kernels are done");
                Err(Violation::new(
                    Invariant::I7,
                    now.cycle,
                    Resource::DagSlot(slot),
                    how,
                    Rule::Scheduler6_4,
                ))
            }
            None => Ok(()),
        }
    }
}

/// A slot that was just allocated, or reset in use.
fn cleared(tag: u16) -> DagView {
    let flags = DagFlags::default().with_valid(true).with_tag_masked(tag.into());
    DagView { flags, ..DagView::default() }
}

fn same_slot(cycle: Cycle, entry: Entry, shown: Option<u8>, expected: Option<u8>) -> Result<(), Violation> {
    if shown == expected {
        return Ok(());
    }
    let name = |slot: Option<u8>| slot.map_or("no DAG slot".to_owned(), |slot| format!("DAG slot {slot}"));
    let how = format!("has {} instead of {}", name(shown), name(expected));
    Err(Violation::new(Invariant::I7, cycle, Resource::Entry(entry), how, Rule::Scheduler2_5))
}

/// Names the first register of the slot that differs.
fn disagrees(now: &View, slot: usize, shown: DagView, expected: DagView) -> Violation {
    let words = [
        ("TOTAL", shown.total, expected.total, Rule::Scheduler8_1),
        ("FINISH", shown.finish, expected.finish, Rule::Scheduler6_4),
        ("CP_PRIORITY", shown.cp_priority, expected.cp_priority, Rule::Scheduler2_5),
    ];
    let flags = ("FLAGS", shown.flags.bits(), expected.flags.bits(), Rule::Scheduler8_2);
    let (name, is, wanted, rule) = words.into_iter().find(|(_, is, wanted, _)| is != wanted).unwrap_or(flags);
    let how = format!("has {name} {is} instead of {wanted}");
    Violation::new(Invariant::I7, now.cycle, Resource::DagSlot(slot), how, rule)
}
