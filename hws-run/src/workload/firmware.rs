//! `firmware:`, how the reference firmware runs the workload.

use hws_regs::{InPath, OutPath};
use hws_types::{Die, SipMask, Topology};

use super::dags::Draft;
use super::error::{Fault, WorkloadReason};
use super::fields::Fields;
use super::node::Node;
use super::{Kernel, Role, VcBy, scalar};

/// Keys of `firmware`.
pub(super) const KEYS: &[&str] = &["out_path", "in_path", "report", "pin", "l2_bytes", "vcs"];
/// What `out_path` may be.
pub(crate) const OUT_PATHS: &[(&str, OutPath)] = &[("mdma", OutPath::Mdma), ("mih", OutPath::Mih)];
/// What `in_path` may be.
pub(crate) const IN_PATHS: &[(&str, InPath)] = &[("hdr", InPath::Hdr), ("firmware", InPath::Firmware)];
/// What `pin` may be.
pub(crate) const PINS: &[(&str, Pin)] =
    &[("none", Pin::None), ("fixed", Pin::Fixed), ("least_loaded", Pin::LeastLoaded)];
/// What `scheduler` of a graph may be.
pub(super) const SCHEDULERS: &[(&str, Scheduler)] =
    &[("hws", Scheduler::Hws), ("firmware", Scheduler::Firmware)];
/// Most L2 of a VG: bytes have 32 bits in a descriptor.
pub(crate) const L2_MOST: u64 = u32::MAX as u64;
/// Most VCs of a die.
pub(crate) const VCS_MOST: u64 = 1 << 16;

/// Options of the firmware.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FirmwareOptions {
    /// HWS_WORK_MODE.OUT_PATH. On the MIH path, firmware starts the blocks.
    pub out_path: OutPath,
    /// HWS_WORK_MODE.IN_PATH. On the firmware path, firmware resolves the dependencies and pushes each block
    /// as a separate task.
    pub in_path: InPath,
    /// HWS_WORK_MODE.REPORT_EN. Without it, only kernels that need messages send any.
    pub report: bool,
    /// The cluster of kernels that are smaller than a cluster and whose affinity spans several clusters.
    pub pin: Pin,
    /// L2 that firmware may grant in each VG, in bytes.
    pub l2_bytes: u32,
    /// VCs that firmware may grant on each die.
    pub vcs: u32,
}

/// The cluster in which a kernel smaller than a cluster runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pin {
    /// Any cluster of its affinity.
    None,
    /// The first cluster that holds it.
    Fixed,
    /// The cluster with the least work, for kernels whose blocks all fit into one at once.
    LeastLoaded,
}

/// The scheduler that chooses the SIPs of a graph's kernels.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Scheduler {
    /// The HWS.
    #[default]
    Hws,
    /// Firmware, on SIPs that it claims for the graph.
    Firmware,
}

impl Default for FirmwareOptions {
    /// From HDR to MDMA with reports, nothing pinned, 4 MiB of L2 in each VG, 64 VCs on each die.
    fn default() -> Self {
        Self {
            out_path: OutPath::Mdma,
            in_path: InPath::Hdr,
            report: true,
            pin: Pin::None,
            l2_bytes: 4 << 20,
            vcs: 64,
        }
    }
}

/// Reads `firmware`.
pub(super) fn read(node: &Node) -> Result<FirmwareOptions, Fault> {
    let fields = Fields::of(node, "`firmware`", KEYS)?;
    let usual = FirmwareOptions::default();
    // In range: both limits are those of the types.
    let amount = |key, most, usual| Ok(fields.integer(key, 0..=most)?.map_or(usual, |amount| amount as u32));
    Ok(FirmwareOptions {
        out_path: fields.word("out_path", OUT_PATHS)?.unwrap_or(usual.out_path),
        in_path: fields.word("in_path", IN_PATHS)?.unwrap_or(usual.in_path),
        report: fields.get("report").map_or(Ok(usual.report), |node| scalar::boolean(node, "`report`"))?,
        pin: fields.word("pin", PINS)?.unwrap_or(usual.pin),
        l2_bytes: amount("l2_bytes", L2_MOST, usual.l2_bytes)?,
        vcs: amount("vcs", VCS_MOST, usual.vcs)?,
    })
}

/// Restricts every kernel to the SIPs of its graph.
pub(super) fn narrow(kernels: &mut [Kernel], sips: Option<SipMask>) {
    let sips = sips.unwrap_or(SipMask::ALL);
    kernels.iter_mut().for_each(|kernel| kernel.affinity &= sips);
}

/// Checks that each kernel fits, that one scheduled by firmware has no needs that only the HWS can request, and that
/// firmware has enough resources to grant.
pub(super) fn check(
    draft: &Draft,
    kernels: &[Kernel],
    limits: (FirmwareOptions, Topology),
) -> Result<(), Fault> {
    for (index, kernel) in kernels.iter().enumerate() {
        let kernel_at = draft.kernels_at.get(index).copied().unwrap_or(draft.content_at);
        let present = kernel.affinity & limits.1.present();
        if super::kernels::places(kernel, present) == 0 {
            let reason =
                WorkloadReason::NoPlace { threads: kernel.threads, affinity: kernel.affinity, present };
            return Err(Fault::at(draft.sips_at.unwrap_or(kernel_at), reason));
        }
        let problem = match draft.scheduler {
            Scheduler::Firmware => wants_the_hws(kernel),
            Scheduler::Hws => cannot_be_granted(kernel, limits),
        };
        if let Some((problem, remedy)) = problem {
            let reason = WorkloadReason::Needs { kernel: kernel.name.to_string(), problem, remedy };
            return Err(Fault::at(kernel_at, reason));
        }
    }
    Ok(())
}

fn wants_the_hws(kernel: &Kernel) -> Option<(String, &'static str)> {
    let needs = kernel.needs;
    let what = match kernel.role {
        Role::Compute if needs.l2.is_some() => "`l2`",
        Role::Compute if needs.vc.is_some() => "`vc`",
        Role::Compute if needs.params.is_some() => "`params`",
        Role::Compute | Role::Load => return None,
        Role::ComputeAfter(_) | Role::PrefetchOf(_) => "a prefetch",
    };
    Some((format!("has {what} in a graph that firmware schedules"), "let the HWS schedule the graph"))
}

/// Blocks that start or are prefetched together need all their grants at once.
fn cannot_be_granted(
    kernel: &Kernel,
    (options, topology): (FirmwareOptions, Topology),
) -> Option<(String, &'static str)> {
    let is_prefetched = matches!(kernel.role, Role::ComputeAfter(_));
    let together = if kernel.coop || is_prefetched { u64::from(kernel.blocks) } else { 1 };
    if matches!(kernel.role, Role::PrefetchOf(_) | Role::Load) {
        return None;
    }
    let bytes = u64::from(kernel.needs.l2.unwrap_or(0));
    let vcs = kernel.needs.vc.filter(|vc| vc.by == VcBy::Firmware).map_or(0, |vc| u64::from(vc.count));
    let usable = kernel.affinity & topology.present();
    let clusters = topology
        .clusters()
        .filter(|&vg| super::kernels::places(kernel, usable & topology.cluster_mask(vg)) > 0);
    let l2_blocks: u64 =
        clusters.map(|_| u64::from(options.l2_bytes).checked_div(bytes).unwrap_or(together)).sum();
    let dies = Die::BOTH.iter().filter(|die| super::kernels::places(kernel, usable & die.sips()) > 0);
    let vc_blocks: u64 = dies.map(|_| u64::from(options.vcs).checked_div(vcs).unwrap_or(together)).sum();
    if l2_blocks < together {
        let problem = format!("needs {bytes} bytes of L2 for each of {together} blocks at once");
        return Some((problem, "lower `l2`, or raise `firmware.l2_bytes`"));
    }
    let problem = format!("needs {vcs} VCs for each of {together} blocks at once");
    (vc_blocks < together).then_some((problem, "lower `vc.count`, or raise `firmware.vcs`"))
}
