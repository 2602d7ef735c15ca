//! I8: a block_id of a kernel is launched exactly once, in ascending order; thread_idx 0..t-1 each exactly
//! once per block; never more blocks than trigger (a cooperative kernel is launched whole, its trigger has
//! no effect).

use hws_regs::RegFile;
use hws_types::{Cycle, LaunchId, MdmaCommand, Rule, Sip, SipMask};

use super::books::{Books, KernelBook, LaunchBook};
use super::launched::{Judged, Launched, latched_at};
use super::view::{TaskView, View};
use super::violation::{Invariant, Resource, Violation};

/// The block of this launch is the next of its kernel, and is triggered.
pub(super) fn block_is_next(judged: &Judged<'_>, kernel: Option<&KernelBook>) -> Result<(), Violation> {
    let Judged { launch, task, .. } = *judged;
    let Some(kernel) = kernel.filter(|_| task.seq == launch.seq) else {
        let how = format!("launches from entry {}, which holds another kernel", launch.entry.get());
        return Err(of_kernel(launch, how, Rule::Scheduler6_2).since("latched", judged.latched_at()));
    };
    let expected = task.start_block.wrapping_add(kernel.launched);
    if u32::from(launch.block) != expected {
        let how = format!("launches block {} where block {expected} is next", launch.block);
        let violation = of_kernel(launch, how, Rule::Scheduler6_3);
        return Err(kernel.last_launch.map_or(violation.clone(), |at| violation.since("last launched", at)));
    }
    block_is_due(judged, kernel)
}

/// The block is neither above block_num nor, unless the kernel is cooperative, above the trigger.
fn block_is_due(judged: &Judged<'_>, kernel: &KernelBook) -> Result<(), Violation> {
    let Judged { launch, task, .. } = *judged;
    let nth = kernel.launched + 1;
    if nth > task.blocks {
        let how = format!("launches its block number {nth} of {}", task.blocks);
        return Err(of_kernel(launch, how, Rule::Scheduler6_3).since("admitted", kernel.admitted));
    }
    if !task.flags.coop() && nth > task.trigger {
        let how = format!("launches its block number {nth} with trigger {}", task.trigger);
        return Err(of_kernel(launch, how, Rule::Scheduler4_1).since("latched", judged.latched_at()));
    }
    Ok(())
}

/// The violation by a launch from an entry that held no kernel at LATCH.
pub(super) fn no_kernel(launch: Launched, latched: &View) -> Result<(), Violation> {
    let how = format!("launches from entry {}, which held no kernel", launch.entry.get());
    Err(of_kernel(launch, how, Rule::Scheduler6_2).since("latched", latched_at(latched)))
}

fn of_kernel(launch: Launched, how: String, rule: Rule) -> Violation {
    Violation::new(Invariant::I8, launch.cycle, Resource::Kernel(launch.seq), how, rule)
}

/// One COMMIT launches one block, or all of a cooperative kernel.
pub(super) fn commit_is_whole<'a>(mut launches: impl Iterator<Item = Judged<'a>>) -> Result<(), Violation> {
    let Some(Judged { launch, task, .. }) = launches.next() else { return Ok(()) };
    let expected = if task.flags.coop() { task.blocks as usize } else { 1 };
    let found = 1 + launches.count();
    if found == expected {
        return Ok(());
    }
    let how = format!("launches {found} blocks in one COMMIT instead of {expected}");
    Err(of_kernel(launch, how, Rule::Scheduler6_3))
}

/// A kernel leaves when all its blocks are launched; a task of firmware is scheduled exactly once, and an
/// allocation-only kernel never.
pub(super) fn leaves_when_done(
    cycle: Cycle,
    seq: u32,
    kernel: Option<&KernelBook>,
    task: Option<TaskView>,
) -> Result<(), Violation> {
    let (Some(kernel), Some(task)) = (kernel, task) else { return Ok(()) };
    let expected = match (task.flags.sip_alloc(), task.flags.src()) {
        (false, _) => kernel.launched,
        (true, true) if !task.flags.coop() => 1,
        (true, _) => task.blocks,
    };
    if kernel.launched == expected {
        return Ok(());
    }
    let how = format!("leaves with {} of {expected} blocks launched", kernel.launched);
    let violation = Violation::new(Invariant::I8, cycle, Resource::Kernel(seq), how, Rule::Scheduler6_4);
    Err(violation.since("admitted", kernel.admitted))
}

/// Commands of a block come in ascending SIP order, thread_idx counting from 0, all with the same run of VCs.
pub(super) fn command_is_next(
    books: &mut Books,
    cycle: Cycle,
    last: Option<LaunchId>,
    command: &MdmaCommand,
) -> Result<(), Violation> {
    let id = command.launch_id;
    let Some(book) = books.launch(id).filter(|_| last == Some(id)) else {
        let how = format!("gets a command for SIP {} outside its COMMIT", command.sip.get());
        return Err(of_launch(cycle, id, how));
    };
    let (nth, sip) = (book.commands, book.uncommanded.first());
    book.commands += 1;
    book.uncommanded -= sip.map_or(SipMask::EMPTY, Sip::mask);
    let run = (command.edte_vc_base, command.edte_vc_num);
    let first = *book.command_run.get_or_insert(run);
    if run != first {
        let how = format!("has VCs {first:?} in its first command and {run:?} in another (base, number)");
        return Err(Violation::new(Invariant::I13, cycle, Resource::Launch(id), how, Rule::Scheduler9_2));
    }
    let expected = (book.launch.block, nth, sip);
    if (command.block_id, u32::from(command.thread_idx), Some(command.sip)) == expected {
        return Ok(());
    }
    let how = format!(
        "gets thread {} of block {} on SIP {} as its command number {nth} for block {}, SIPs {}",
        command.thread_idx,
        command.block_id,
        command.sip.get(),
        book.launch.block,
        book.launch.sips
    );
    Err(of_launch(cycle, id, how))
}

/// A block with the MDMA path on has all its commands, any other none.
pub(super) fn commands_are_complete(book: &LaunchBook, now: &View) -> Result<(), Violation> {
    let launch = book.launch;
    let Some(shown) = now.launches[launch.id.index()] else { return Ok(()) };
    let expected = if shown.out_mdma { launch.sips.len() } else { 0 };
    if book.commands == expected {
        return Ok(());
    }
    let how = format!("got {} commands instead of {expected}", book.commands);
    Err(of_launch(launch.cycle, launch.id, how))
}

/// A command goes to the physical SIP that XMC_SIP_MAP names, and has what the descriptor of its kernel says.
pub(super) fn command_is_true(
    kernel: Option<&KernelBook>,
    cycle: Cycle,
    regs: &RegFile,
    command: &MdmaCommand,
) -> Result<(), Violation> {
    let physical = regs.xmc_sip_map[command.sip.index()].phy_id();
    if command.physical_sip.get() != physical {
        let how = format!("goes to physical SIP {} instead of {physical}", command.physical_sip.get());
        return Err(of_command(cycle, command, how, Rule::Scheduler8_6));
    }
    let Some((_, td)) = kernel.and_then(|kernel| kernel.descriptor.as_ref()) else { return Ok(()) };
    let expected = (td.kernel_id, td.block_param_addr(command.block_id));
    if (command.kernel_id, command.block_param_addr) == expected {
        return Ok(());
    }
    let how = format!(
        "has kernel_id {}, parameters at {:#x}, where its descriptor says {}, {:#x}",
        command.kernel_id, command.block_param_addr, expected.0, expected.1
    );
    Err(of_command(cycle, command, how, Rule::Interfaces3))
}

fn of_command(cycle: Cycle, command: &MdmaCommand, how: String, rule: Rule) -> Violation {
    Violation::new(Invariant::I8, cycle, Resource::Launch(command.launch_id), how, rule)
}

fn of_launch(cycle: Cycle, id: LaunchId, how: String) -> Violation {
    Violation::new(Invariant::I8, cycle, Resource::Launch(id), how, Rule::Scheduler6_2)
}
