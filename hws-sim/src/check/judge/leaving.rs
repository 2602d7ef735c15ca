//! A kernel leaves the Ready Station.

use hws_regs::{OutPath, RegFile};
use hws_types::{Cycle, Entry};

use super::Judge;
use crate::check::books::KernelBook;
use crate::check::view::{TaskView, View};
use crate::check::{i8, i9};

impl Judge {
    pub(super) fn left(
        &mut self,
        cycle: Cycle,
        (entry, seq): (Entry, u32),
        dag_slot: Option<u8>,
        now: &View,
    ) {
        self.counted.tasks.kernel_done();
        let kernel = self.counted.books.kernel(entry, seq);
        let shown = self.before.tasks[entry.index()].filter(|task| task.seq == seq);
        let is_finished = is_finished(kernel, shown);
        let alone = alone(seq, kernel, shown, &now.regs);
        let in_time = i8::leaves_when_done(cycle, seq, kernel, shown);
        let from_its_dag = self.counted.dags.kernel_done(cycle, entry, dag_slot, is_finished);
        let told = alone.map_or(Ok(()), |alone| self.counted.messages.left_alone(cycle, alone));
        [in_time, from_its_dag, told].into_iter().for_each(|verdict| self.note(verdict, now));
    }
}

/// Whether all blocks of the kernel were launched; an allocation-only kernel launches none.
fn is_finished(kernel: Option<&KernelBook>, shown: Option<TaskView>) -> bool {
    let launched = kernel.map_or(0, |kernel| kernel.launched);
    shown.is_none_or(|task| !task.flags.sip_alloc() || launched >= task.blocks)
}

/// The BLOCK_FINISH of an allocation-only kernel (scheduler.md §9.4). Only such a kernel can leave in the tick of its admission;
/// then no register has shown it.
fn alone(
    seq: u32,
    kernel: Option<&KernelBook>,
    shown: Option<TaskView>,
    regs: &RegFile,
) -> Option<i9::Alone> {
    let ids = kernel.and_then(|kernel| kernel.ids);
    let td = kernel.and_then(|kernel| kernel.descriptor).map(|(_, td)| td);
    let (on_mih, start_block) = match (shown, td) {
        (Some(task), _) if task.flags.sip_alloc() => return None,
        (Some(task), _) => (task.flags.out_mih(), Some(task.start_block)),
        (None, Some(td)) => (td.out_path_mih, Some(td.start_block_idx.into())),
        (None, None) => (false, None),
    };
    let mode = regs.hws_work_mode;
    let is_owed = on_mih || mode.out_path() == OutPath::Mih || mode.report_en();
    Some(i9::Alone { seq, ids, start_block, is_owed })
}

#[cfg(test)]
mod tests {
    use hws_regs::HwsWorkMode;

    use super::*;

    /// Of a kernel that no register and no descriptor shows, only the mode tells whether its end is announced.
    #[test]
    fn the_mode_alone_can_turn_the_mih_path_on() {
        let is_owed = |mode| {
            let regs = RegFile { hws_work_mode: mode, ..RegFile::reset() };
            alone(3, None, None, &regs).is_some_and(|alone| alone.is_owed)
        };
        assert!(!is_owed(HwsWorkMode::default()));
        assert!(is_owed(HwsWorkMode::default().with_report_en(true)));
        assert!(is_owed(HwsWorkMode::default().with_out_path(OutPath::Mih)));
    }
}
