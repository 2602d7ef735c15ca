//! The workload in memory, as an image gets it (docs/firmware-image.md#the-workload-in-memory).
//!
//! Little-endian words: a header, then graphs, kernels, dependencies, register settings, usage masks, and names.

use hws_regs::{InPath, OutPath, RegId};
use hws_sim::On;

use super::platform::{Platform, WORKLOAD_BYTES};
use crate::run::descriptors;
use crate::run::error::RunError;
use crate::workload::{Dep, GraphKind, Kernel, Pin, Role, Scheduler, Triggers, VcBy, Workload};

/// "HWSW".
const MAGIC: u32 = 0x5753_5748;
const VERSION: u32 = 1;
const HEADER_WORDS: u32 = 32;
const GRAPH_WORDS: u32 = 8;
const KERNEL_WORDS: u32 = 32;
const DEPENDENCY_WORDS: u32 = 4;
const SETTING_WORDS: u32 = 2;
const MASK_WORDS: u32 = 4;

/// What a firmware has to be able to do for the workload, a bit for each.
#[derive(Clone, Copy)]
enum Feature {
    StartBlocks,
    PushTasks,
    OwnGraphs,
    GrantResources,
    Parameters,
    Credits,
    Pin,
    Prefetch,
}

/// The parts of the hand-over, each in words.
#[derive(Default)]
struct Parts {
    graphs: Vec<u32>,
    kernels: Vec<u32>,
    dependencies: Vec<u32>,
    settings: Vec<u32>,
    masks: Vec<u32>,
    names: Vec<u8>,
}

/// The hand-over of a workload.
pub(super) fn bytes(workload: &Workload, platform: &Platform) -> Result<Vec<u8>, RunError> {
    let mut parts = Parts::default();
    let firsts = workload.first_kernels();
    let mut kernel_id = 0;
    // Names are referred to by their offset in the names; the place of the names is added at the end.
    for (index, dag) in workload.dags.iter().enumerate() {
        let runs = dag.kernels.iter().filter(|kernel| kernel.role != Role::Load).count() as u32;
        let name = parts.name(&dag.name);
        let is_dynamic = u32::from(dag.kind == GraphKind::Dynamic);
        let [low, high] = halves(dag.arrival.0);
        parts.graphs.extend([low, high, firsts[index], dag.kernels.len() as u32, is_dynamic, runs, 0, name]);
        for kernel in &dag.kernels {
            parts.kernel(workload, kernel, kernel_id, index, &firsts);
            kernel_id += 1;
        }
    }
    parts
        .settings
        .extend(workload.hardware.registers.iter().flat_map(|&(register, value)| [register.offset(), value]));
    parts.masks.extend(
        workload.usage_masks.iter().flat_map(|&(ctx, threads, mask)| [ctx.into(), threads.get(), mask.0, 0]),
    );
    let bytes = parts.join(workload, platform);
    if bytes.len() as u64 > WORKLOAD_BYTES {
        return Err(RunError::Handover { bytes: bytes.len() as u64 });
    }
    Ok(bytes)
}

impl Parts {
    fn name(&mut self, name: &str) -> u32 {
        let at = self.names.len() as u32;
        self.names.extend(name.bytes().filter(|&byte| byte != 0));
        self.names.push(0);
        at
    }

    fn kernel(&mut self, workload: &Workload, kernel: &Kernel, id: u32, graph: usize, firsts: &[u32]) {
        let first_dependency = self.dependencies.len() as u32 / DEPENDENCY_WORDS;
        for (dag, Dep { kernel: other, on, delay }) in kernel.predecessors(graph) {
            let [low, high] = halves(delay);
            let other = firsts.get(dag).map_or(u32::MAX, |first| first + other);
            self.dependencies.extend([other, u32::from(on == On::Finish), low, high]);
        }
        let count = self.dependencies.len() as u32 / DEPENDENCY_WORDS - first_dependency;
        let action = descriptors::action(kernel, kernel, id, 0, 0);
        let window = match kernel.triggers {
            Triggers::Window(window) => window,
            Triggers::All | Triggers::Credits(_) => kernel.blocks,
        };
        let is_load = kernel.role == Role::Load;
        let [load_low, load_high] = halves(if is_load { workload.block_cycles(kernel) } else { 0 });
        let name = self.name(&kernel.name);
        let triggered = if kernel.coop { kernel.blocks } else { action.triggered.min(window) };
        self.kernels.extend([
            id,
            action.ctx.into(),
            0,
            action.on_cp.into(),
            action.coop.into(),
            action.threads.get(),
            action.blocks.into(),
            triggered.into(),
            action.affinity.0,
            action.est_exec_time,
            action.offline_priority,
            1,
        ]);
        // L2: none. VCs: those of the HWS, or none. No parameters. What a kernel needs beyond is a feature.
        let vcs = kernel.needs.vc.filter(|vc| vc.by == VcBy::Hws).map_or(0, |vc| vc.count);
        let vc_source = if vcs > 0 { 2 } else { 0 };
        self.kernels.extend([0, 0, 0, 0, vc_source, 0, vcs.into(), 0, 0, 0]);
        self.kernels.extend([
            kernel.actual.unwrap_or(0),
            window.into(),
            first_dependency,
            count,
            is_load.into(),
            load_low,
            load_high,
            name,
            graph as u32,
            0,
        ]);
    }

    fn join(mut self, workload: &Workload, platform: &Platform) -> Vec<u8> {
        let counts = [
            (self.graphs.len() as u32, GRAPH_WORDS),
            (self.kernels.len() as u32, KERNEL_WORDS),
            (self.dependencies.len() as u32, DEPENDENCY_WORDS),
            (self.settings.len() as u32, SETTING_WORDS),
            (self.masks.len() as u32, MASK_WORDS),
        ];
        let mut at = 4 * HEADER_WORDS;
        let tables: Vec<u32> = counts
            .iter()
            .flat_map(|&(words, each)| {
                let start = at;
                at = at.saturating_add(words.saturating_mul(4));
                [start, words / each]
            })
            .collect();
        let names = at;
        self.graphs.chunks_exact_mut(GRAPH_WORDS as usize).for_each(|graph| graph[7] += names);
        self.kernels.chunks_exact_mut(KERNEL_WORDS as usize).for_each(|kernel| kernel[29] += names);
        let total = names.saturating_add(self.names.len() as u32);
        let mut words = vec![MAGIC, VERSION, total];
        words.extend(tables);
        words.extend(settings(workload));
        words.extend(map(platform));
        words.extend([u32::from(has_margin(workload)), 0]);
        words.extend([self.graphs, self.kernels, self.dependencies, self.settings, self.masks].concat());
        let mut bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
        bytes.extend(self.names);
        bytes
    }
}

/// Words 13 to 21 of the header.
fn settings(workload: &Workload) -> [u32; 9] {
    let (hardware, firmware) = (&workload.hardware, workload.firmware);
    [
        hardware.topology.cluster_sip_num(),
        hardware.topology.cluster_num(),
        hardware.time_unit,
        u32::from(firmware.out_path == OutPath::Mih),
        u32::from(firmware.in_path == InPath::Firmware),
        firmware.report.into(),
        u32::from(
            workload.kernels().any(|(_, kernel)| kernel.needs.vc.is_some() || kernel.needs.l2.is_some()),
        ),
        hardware.descriptor_offset(),
        features(workload),
    ]
}

/// Words 22 to 29 of the header.
fn map(platform: &Platform) -> [u32; 8] {
    let shared = platform.shared;
    // At most 2^31 bytes.
    let size = shared.size as u32;
    [
        platform.hws,
        platform.resolver,
        platform.uart,
        platform.timer,
        platform.finisher,
        shared.base,
        size,
        shared.base,
    ]
}

fn has_margin(workload: &Workload) -> bool {
    workload.hardware.setting(RegId::RsvdSipBackfillMarginOffset).is_some()
}

fn features(workload: &Workload) -> u32 {
    let firmware = workload.firmware;
    let any = |is_so: fn(&Kernel) -> bool| workload.kernels().any(|(_, kernel)| is_so(kernel));
    let has = [
        (Feature::StartBlocks, firmware.out_path == OutPath::Mih),
        (Feature::PushTasks, firmware.in_path == InPath::Firmware),
        (Feature::OwnGraphs, workload.dags.iter().any(|dag| dag.scheduler == Scheduler::Firmware)),
        (Feature::GrantResources, any(needs_grants)),
        (Feature::Parameters, any(|kernel| kernel.needs.params.is_some())),
        (Feature::Credits, any(|kernel| matches!(kernel.triggers, Triggers::Credits(_)))),
        (Feature::Pin, firmware.pin != Pin::None),
        (Feature::Prefetch, any(|kernel| matches!(kernel.role, Role::PrefetchOf(_) | Role::ComputeAfter(_)))),
    ];
    has.into_iter()
        .filter(|&(_, is_needed)| is_needed)
        .fold(0, |bits, (feature, _)| bits | 1 << feature as u32)
}

fn needs_grants(kernel: &Kernel) -> bool {
    kernel.needs.l2.is_some() || kernel.needs.vc.is_some_and(|vc| vc.by == VcBy::Firmware)
}

const fn halves(value: u64) -> [u32; 2] {
    [value as u32, (value >> 32) as u32]
}
