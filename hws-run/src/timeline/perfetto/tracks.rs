//! Names and order of the tracks.

use std::io::{self, Write};

use hws_types::Sip;

use super::event::{Args, Emitter, Event};
use super::{ATTEMPTS, CALLS, FIRMWARE, GRAPHS, HDR, HWS, INTERRUPTS, KERNELS, WAITS};
use crate::timeline::Timeline;

/// The place of the first cluster; the kernels, which may be many, come after the last.
const FIRST_CLUSTER: u32 = 3;

/// The process of a SIP's cluster.
pub(super) fn process(timeline: &Timeline, sip: Sip) -> u32 {
    timeline.topology.cluster_of(sip).get() + 1
}

pub(super) fn write(timeline: &Timeline, out: &mut Emitter<'_, impl Write>) -> io::Result<()> {
    name_process(out, HWS, "HWS", 0)?;
    name_process(out, GRAPHS, "graphs", 1)?;
    if timeline.firmware.is_some() {
        name_process(out, FIRMWARE, "firmware", 2)?;
        name_thread(out, FIRMWARE, CALLS, "calls")?;
        name_thread(out, FIRMWARE, INTERRUPTS, "interrupts")?;
        name_thread(out, FIRMWARE, WAITS, "waits")?;
    }
    name_process(out, KERNELS, "kernels", FIRST_CLUSTER + timeline.topology.cluster_num())?;
    name_thread(out, HWS, HDR, "HDR")?;
    name_thread(out, HWS, ATTEMPTS, "attempts")?;
    for cluster in timeline.topology.clusters() {
        let pid = cluster.get() + 1;
        name_process(out, pid, &format!("cluster {}", cluster.get()), FIRST_CLUSTER + cluster.get())?;
        for sip in timeline.topology.cluster_mask(cluster).iter() {
            let name = format!("SIP {}", sip.get());
            name_thread(out, pid, sip.get() + 1, &name)?;
        }
    }
    Ok(())
}

fn name_process(out: &mut Emitter<'_, impl Write>, pid: u32, name: &str, order: u32) -> io::Result<()> {
    let (named, ordered) = (Args::Name { name }, Args::Order { sort_index: order });
    out.event(&Event { ph: "M", name: "process_name", pid, args: named, ..Event::default() })?;
    out.event(&Event { ph: "M", name: "process_sort_index", pid, args: ordered, ..Event::default() })
}

fn name_thread(out: &mut Emitter<'_, impl Write>, pid: u32, tid: u32, name: &str) -> io::Result<()> {
    let (named, ordered, tid) = (Args::Name { name }, Args::Order { sort_index: tid }, Some(tid));
    out.event(&Event { ph: "M", name: "thread_name", pid, tid, args: named, ..Event::default() })?;
    out.event(&Event { ph: "M", name: "thread_sort_index", pid, tid, args: ordered, ..Event::default() })
}
