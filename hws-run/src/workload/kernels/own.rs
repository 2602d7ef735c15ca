//! The keys of a kernel that concern only itself.

use hws_regs::params;
use hws_types::{SipMask, ThreadNum};

use super::names::Names;
use super::{credits, estimate, needs};
use crate::workload::dags::DEADLINES;
use crate::workload::error::Fault;
use crate::workload::fields::Fields;
use crate::workload::node::{Node, Value};
use crate::workload::{Hardware, Kernel, Role, Triggers, scalar};

/// Keys of a trigger policy.
pub(in crate::workload) const TRIGGER_KEYS: &[&str] = &["window", "credits"];
/// Most blocks of a kernel: block_num has 16 bits.
pub(in crate::workload) const BLOCKS_MOST: u64 = u16::MAX as u64;

/// Reads each kernel without its dependencies and priority. A prefetch is a kernel of one block, with its role,
/// until it is connected.
pub(super) fn read(
    written: &[Fields<'_>],
    names: &Names<'_>,
    hardware: &Hardware,
) -> Result<Vec<Kernel>, Fault> {
    written.iter().map(|fields| kernel(fields, names, hardware)).collect()
}

fn kernel(fields: &Fields<'_>, names: &Names<'_>, hardware: &Hardware) -> Result<Kernel, Fault> {
    let name = scalar::name(fields.required("id")?, "`id`")?;
    let deadline = fields.integer("deadline", DEADLINES)?;
    if let Some(prefetched) = fields.get("prefetch") {
        let (_, of) = names.find(prefetched, "`prefetch`")?;
        let role = Role::PrefetchOf(of as u32);
        return Ok(Kernel { role, deadline, ..Kernel::new(name, ThreadNum::ONE, 1, 1) });
    }
    let threads = threads(fields.required("threads")?)?;
    // In range: both limits are those of the types.
    let blocks = fields.integer("blocks", 1..=BLOCKS_MOST)?.unwrap_or(1) as u16;
    let est = estimate::read(fields, threads, blocks, hardware)?;
    let one_to_most = 1..=u64::from(u32::MAX);
    let coop = fields.get("coop").map_or(Ok(false), |node| scalar::boolean(node, "`coop`"))?;
    Ok(Kernel {
        needs: needs::read(fields, coop, blocks)?,
        ctx: fields.integer("ctx", 0..=params::N_CTX as u64 - 1)?.unwrap_or(0) as u8,
        actual: fields.integer("actual", one_to_most)?.map(|cycles| cycles as u32),
        affinity: fields.get("affinity").map_or(Ok(SipMask::ALL), |node| scalar::sips(node, "`affinity`"))?,
        coop,
        deadline,
        triggers: fields.get("trigger").map_or(Ok(Triggers::All), |node| triggers(node, names))?,
        ..Kernel::new(name, threads, blocks, est)
    })
}

fn threads(node: &Node) -> Result<ThreadNum, Fault> {
    let number = scalar::integer(node, "`threads`", 0..=u64::MAX).ok().and_then(|n| u32::try_from(n).ok());
    number.and_then(ThreadNum::new).ok_or_else(|| {
        let legal: Vec<_> = ThreadNum::ALL.iter().map(|threads| threads.get().to_string()).collect();
        scalar::wrong(node, "`threads`", &format!("one of {}", legal.join(", ")))
    })
}

fn triggers(node: &Node, names: &Names<'_>) -> Result<Triggers, Fault> {
    match &node.value {
        Value::Text(text) if text == "all" => Ok(Triggers::All),
        Value::Map(_) => {
            let fields = Fields::of(node, "a trigger policy", TRIGGER_KEYS)?;
            fields.not_both("window", "credits")?;
            match fields.get("credits") {
                Some(node) => Ok(Triggers::Credits(credits::read(node, names)?)),
                None => {
                    let window = scalar::integer(fields.required("window")?, "`window`", 1..=BLOCKS_MOST)?;
                    Ok(Triggers::Window(window as u16))
                }
            }
        }
        _ => Err(scalar::wrong(
            node,
            "`trigger`",
            "all, or a policy such as { window: 2 } or { credits: [{ kernel: a, need: [1, 2] }] }",
        )),
    }
}
