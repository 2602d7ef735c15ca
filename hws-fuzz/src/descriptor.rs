//! Task descriptors that the HWS mostly admits.

use arbitrary::{Arbitrary, Result, Unstructured};
use hws_types::{TD_WORDS, TaskDescriptor, ThreadNum};

use super::choose::{below, in_16, number, sips};

/// The words of a descriptor; occasionally one of them is arbitrary.
pub(crate) fn words(u: &mut Unstructured<'_>) -> Result<[u32; TD_WORDS]> {
    let mut words = descriptor(u)?.encode().expect("the context is below 4");
    if in_16(u, 1)? {
        words[below(u, TD_WORDS as u32)? as usize] = u32::arbitrary(u)?;
    }
    Ok(words)
}

fn descriptor(u: &mut Unstructured<'_>) -> Result<TaskDescriptor> {
    let blocks = 1 + below(u, 6)? as u16;
    let plain = TaskDescriptor {
        affinity: sips(u)?,
        est_exec_time: u32::from(u8::arbitrary(u)?),
        offline_priority: u32::from(u8::arbitrary(u)?),
        dag_tag: below(u, 6)? as u16,
        on_cp: in_16(u, 6)?,
        coop: in_16(u, 2)?,
        out_path_mdma: in_16(u, 14)?,
        out_path_mih: in_16(u, 8)?,
        enable_sip_alloc: true,
        thread_num: u.choose(&ThreadNum::ALL)?.get() as u16,
        block_num: blocks,
        block_trigger_cnt: blocks,
        ..TaskDescriptor::default()
    };
    if in_16(u, 4)? { unusual(u, plain) } else { Ok(plain) }
}

/// Second resources, other contexts, block ids that do not start at 0, blocks that wait for triggers.
fn unusual(u: &mut Unstructured<'_>, plain: TaskDescriptor) -> Result<TaskDescriptor> {
    Ok(TaskDescriptor {
        est_exec_time: number(u, u32::MAX)?,
        enable_sip_alloc: in_16(u, 12)?,
        enable_l2_alloc: in_16(u, 8)?,
        enable_vc_alloc: in_16(u, 8)?,
        vc_hw_alloc: in_16(u, 8)?,
        ctx: below(u, 4)? as u8,
        start_block_idx: number(u, u16::MAX.into())? as u16,
        block_trigger_cnt: below(u, 4)? as u16,
        outstanding_block_num: below(u, 4)? as u8,
        cdte_vc_num: below(u, 66)? as u8,
        num_block_to_alloc_l2: below(u, 4)? as u16,
        l2_done: [below(u, 4)? as u8; 8],
        vc_done: [below(u, 4)? as u16; 2],
        ..plain
    })
}
