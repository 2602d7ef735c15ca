//! `kernels`: a list of maps.

use hws_input::yaml::{Node, YamlFile, YamlRead};
use hws_types::{SipMask, TaskDescriptor};

use crate::configuration::fields::sips;
use crate::configuration::kernel::{Repetition, SmallKernel};

const KEYS: [&str; 15] = [
    "name",
    "threads",
    "blocks",
    "affinity",
    "priority",
    "estimate",
    "dag",
    "on_cp",
    "cooperative",
    "trigger",
    "vcs",
    "messages",
    "times",
    "after",
    "context",
];

pub(super) fn read(file: YamlFile<'_>, node: &Node) -> YamlRead<Vec<SmallKernel>> {
    let mut found = Vec::<SmallKernel>::new();
    for node in file.list(node, "kernels")? {
        let kernel = kernel(file, node, &found)?;
        if found.iter().any(|other| other.name == kernel.name) {
            let message = format!("the name `{}` is used twice", kernel.name);
            return Err(file.at("given-twice", node.place, message, "rename one"));
        }
        found.push(kernel);
    }
    Ok(found)
}

fn kernel(file: YamlFile<'_>, node: &Node, before: &[SmallKernel]) -> YamlRead<SmallKernel> {
    let mut kernel = SmallKernel {
        name: String::new(),
        td: TaskDescriptor { kernel_id: before.len() as u32, ..plain() },
        times: Repetition::Times(1),
        after: Vec::new(),
    };
    let mut trigger = None;
    for (key, value) in file.entries(node, "a kernel", &KEYS)? {
        match key.name.as_str() {
            "name" => kernel.name = file.text(value, "a name")?.to_owned(),
            "trigger" => trigger = Some(file.number::<u8>(value, "a number of blocks, 0 to 255")?),
            "times" => kernel.times = times(file, value)?,
            "after" => kernel.after = after(file, value, before)?,
            key => describe(&mut kernel.td, file, key, value)?,
        }
    }
    if kernel.name.is_empty() {
        return Err(file.at("missing-key", node.place, "missing key `name` in a kernel", "add it"));
    }
    kernel.td.block_trigger_cnt = trigger.map_or(kernel.td.block_num, u16::from);
    Ok(kernel)
}

/// A kernel of one thread and one block on any SIP, launched by MDMA commands.
fn plain() -> TaskDescriptor {
    TaskDescriptor {
        affinity: SipMask::ALL.0,
        out_path_mdma: true,
        enable_sip_alloc: true,
        thread_num: 1,
        block_num: 1,
        ..TaskDescriptor::default()
    }
}

fn describe(td: &mut TaskDescriptor, file: YamlFile<'_>, key: &str, value: &Node) -> YamlRead<()> {
    match key {
        "threads" => td.thread_num = file.number(value, "a number of threads")?,
        "blocks" => td.block_num = u16::from(file.number::<u8>(value, "a number of blocks, 1 to 255")?),
        "affinity" => td.affinity = sips(file, value)?.0,
        "priority" => td.offline_priority = file.number(value, "a priority of 32 bits")?,
        "estimate" => td.est_exec_time = file.number(value, "a time of 32 bits")?,
        "dag" => td.dag_tag = file.number(value, "a tag, 0 to 65535")?,
        "on_cp" => td.on_cp = file.flag(value)?,
        "cooperative" => td.coop = file.flag(value)?,
        "vcs" => {
            (td.enable_vc_alloc, td.vc_hw_alloc) = (true, true);
            td.cdte_vc_num = file.number(value, "a number of VCs, 0 to 64")?;
        }
        "messages" => td.out_path_mih = file.flag(value)?,
        _ => {
            td.ctx = file.number(value, "a context, 0 to 3")?;
            if td.ctx > 3 {
                return Err(file.illegal(value, "a context, 0 to 3"));
            }
        }
    }
    Ok(())
}

fn times(file: YamlFile<'_>, node: &Node) -> YamlRead<Repetition> {
    if node.text() == Some("forever") {
        return Ok(Repetition::Forever);
    }
    match file.number::<u8>(node, "a number from 1 to 255, or `forever`")? {
        0 => Err(file.illegal(node, "a number from 1 to 255, or `forever`")),
        times => Ok(Repetition::Times(times)),
    }
}

fn after(file: YamlFile<'_>, node: &Node, before: &[SmallKernel]) -> YamlRead<Vec<usize>> {
    let index = |node: &Node| {
        let name = file.text(node, "the name of a kernel")?;
        let found = before.iter().position(|kernel| kernel.name == name);
        let message = format!("no kernel before this one is named `{name}`");
        found.ok_or_else(|| file.at("unknown-kernel", node.place, message, "name one that comes before"))
    };
    file.list(node, "names of kernels")?.iter().map(index).collect()
}
