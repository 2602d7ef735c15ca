//! Random task descriptors.

use hws_types::{TD_WORDS, TaskDescriptor, ThreadNum};

use super::features::Features;
use super::numbers::Numbers;

/// The words of a descriptor; occasionally an invalid one, if the feature is on.
pub(super) fn words(numbers: &mut Numbers, features: Features) -> [u32; TD_WORDS] {
    let mut td = descriptor(numbers, features);
    if features.second_resources && numbers.chance(3, 4) {
        need_resources(numbers, &mut td);
    }
    if features.bad_descriptors && numbers.chance(1, 4) {
        spoil(numbers, &mut td);
    }
    let mut words = td.encode().expect("the context is below 4");
    if features.bad_descriptors && numbers.chance(1, 16) {
        words[numbers.below(TD_WORDS as u32) as usize] = numbers.any();
    }
    words
}

fn descriptor(numbers: &mut Numbers, features: Features) -> TaskDescriptor {
    let block_num = match numbers.below(8) {
        0 => numbers.between(6, 40),
        1..=3 => 1,
        _ => numbers.between(2, 5),
    } as u16;
    let est_exec_time = if numbers.chance(1, 16) { numbers.up_to(u32::MAX) } else { numbers.below(400) };
    let tags = if features.many_tags { 70 } else { 5 };
    let waits = features.triggers && numbers.chance(1, 2);
    TaskDescriptor {
        kernel_id: numbers.any(),
        affinity: affinity(numbers, features),
        est_exec_time,
        offline_priority: numbers.up_to(u32::MAX),
        dag_tag: numbers.below(tags) as u16,
        on_cp: numbers.chance(1, 3),
        coop: features.coop && numbers.chance(1, 3),
        out_path_mdma: !features.mih_path || numbers.chance(3, 4),
        out_path_mih: features.mih_path && numbers.chance(1, 2),
        enable_sip_alloc: true,
        ctx: if numbers.chance(1, 8) { numbers.below(4) as u8 } else { 0 },
        thread_num: thread_num(numbers, features),
        block_num,
        start_block_idx: if numbers.chance(1, 8) { numbers.below(65536 - 40) as u16 } else { 0 },
        block_trigger_cnt: if waits { numbers.below(3) as u16 } else { block_num },
        block_param_base: numbers.any(),
        block_param_queue_size: numbers.below(5) as u16,
        block_param_entry_size: numbers.below(300) as u16,
        edte_vc_base: numbers.any() as u8,
        edte_vc_num: numbers.any() as u8,
        sim_exec_time: sim_exec_time(numbers, features, est_exec_time),
        ..TaskDescriptor::default()
    }
    .with_a_path()
}

fn affinity(numbers: &mut Numbers, features: Features) -> u32 {
    if features.narrow && numbers.chance(7, 8) {
        return numbers.pick(&[0xF, 0xFF, 0xFF00, 0xFF_000F, 0xFFFF]);
    }
    if features.topology && numbers.chance(1, 3) { numbers.sips() } else { u32::MAX }
}

fn thread_num(numbers: &mut Numbers, features: Features) -> u16 {
    let sizes: &[ThreadNum] = match (features.crowded, features.topology) {
        _ if features.narrow && numbers.chance(3, 4) => &ThreadNum::ALL[..4],
        (true, false) if numbers.chance(3, 4) => &ThreadNum::ALL[3..],
        (_, true) if numbers.chance(3, 4) => &ThreadNum::ALL[..4],
        _ => &ThreadNum::ALL,
    };
    numbers.pick(sizes).get() as u16
}

/// In cycles; never so long that a SIP is lost for the rest of the stimulus.
fn sim_exec_time(numbers: &mut Numbers, features: Features, est: u32) -> u32 {
    if features.bad_estimates || est > 1000 { numbers.between(1, 600) } else { est + numbers.below(20) }
}

fn need_resources(numbers: &mut Numbers, td: &mut TaskDescriptor) {
    td.enable_l2_alloc = numbers.chance(1, 2);
    td.enable_vc_alloc = numbers.chance(1, 2);
    td.vc_hw_alloc = numbers.chance(1, 2);
    td.outstanding_block_num = numbers.pick(&[0, 1, 2, 4, 40]);
    td.cdte_vc_num = if numbers.chance(1, 2) { numbers.between(16, 65) } else { numbers.below(20) } as u8;
    td.num_block_to_alloc_l2 = numbers.below(12) as u16;
    td.l2_done = std::array::from_fn(|_| numbers.below(3) as u8);
    td.vc_done = std::array::from_fn(|_| numbers.below(4) as u16);
    td.enable_sip_alloc = !td.enable_l2_alloc || numbers.chance(3, 4);
}

/// One reason for a rejection.
fn spoil(numbers: &mut Numbers, td: &mut TaskDescriptor) {
    match numbers.below(8) {
        0 => td.thread_num = numbers.pick(&[0, 5, 7, 10, 17, 0xFFFF]),
        1 => td.thread_num = numbers.pick(&[8, 9, 12, 16]),
        2 => td.block_num = 0,
        3 => (td.start_block_idx, td.block_num) = (65535, numbers.below(4) as u16),
        4 => (td.out_path_mdma, td.out_path_mih) = (false, false),
        5 => (td.coop, td.block_num) = (true, numbers.between(10, 40) as u16),
        6 => td.affinity = numbers.any() & numbers.any() & numbers.any(),
        _ => (td.enable_sip_alloc, td.cdte_vc_num) = (false, numbers.between(60, 70) as u8),
    }
}

/// At least one path; [`spoil`] makes descriptors without a path, which are rejected.
trait WithAPath {
    fn with_a_path(self) -> Self;
}

impl WithAPath for TaskDescriptor {
    fn with_a_path(self) -> Self {
        Self { out_path_mdma: self.out_path_mdma || !self.out_path_mih, ..self }
    }
}
