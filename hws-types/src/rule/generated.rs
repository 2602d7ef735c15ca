// Generated from interfaces.yaml by `cargo xtask generate`; do not edit.

use super::RuleInfo;

/// A rule of the specification (docs/spec).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Rule {
    /// scheduler.md §0: Parameters.
    Scheduler0,
    /// scheduler.md §0.1: Sizes and depths.
    Scheduler0_1,
    /// scheduler.md §0.2: Classes and slots.
    Scheduler0_2,
    /// scheduler.md §0.3: Masks.
    Scheduler0_3,
    /// scheduler.md §1: Time.
    Scheduler1,
    /// scheduler.md §1.1: Ticks and cycle numbers.
    Scheduler1_1,
    /// scheduler.md §1.2: The order within a tick.
    Scheduler1_2,
    /// scheduler.md §1.3: What acts at the write.
    Scheduler1_3,
    /// scheduler.md §2: Loader: from HDR to Ready Station.
    Scheduler2,
    /// scheduler.md §2.1: Sources.
    Scheduler2_1,
    /// scheduler.md §2.2: Reading a descriptor.
    Scheduler2_2,
    /// scheduler.md §2.3: Admission checks.
    Scheduler2_3,
    /// scheduler.md §2.4: What admission records.
    Scheduler2_4,
    /// scheduler.md §2.5: DAG slots.
    Scheduler2_5,
    /// scheduler.md §3: Attempt.
    Scheduler3,
    /// scheduler.md §3.1: Start and end.
    Scheduler3_1,
    /// scheduler.md §3.2: LATCH.
    Scheduler3_2,
    /// scheduler.md §4: Pools and priorities.
    Scheduler4,
    /// scheduler.md §4.1: R-pool, and who is eligible.
    Scheduler4_1,
    /// scheduler.md §4.2: P-pool and O-pool.
    Scheduler4_2,
    /// scheduler.md §4.3: Online priority.
    Scheduler4_3,
    /// scheduler.md §4.4: Order within a pool.
    Scheduler4_4,
    /// scheduler.md §5: Allocation.
    Scheduler5,
    /// scheduler.md §5.1: Masks of a task.
    Scheduler5_1,
    /// scheduler.md §5.2: Finding SIPs: select.
    Scheduler5_2,
    /// scheduler.md §5.3: R-tasks.
    Scheduler5_3,
    /// scheduler.md §5.4: P- and O-tasks.
    Scheduler5_4,
    /// scheduler.md §5.5: The backfill filter.
    Scheduler5_5,
    /// scheduler.md §5.6: The choice.
    Scheduler5_6,
    /// scheduler.md §6: COMMIT.
    Scheduler6,
    /// scheduler.md §6.1: A failed attempt.
    Scheduler6_1,
    /// scheduler.md §6.2: Launch.
    Scheduler6_2,
    /// scheduler.md §6.3: Progress and live words.
    Scheduler6_3,
    /// scheduler.md §6.4: The end of a kernel.
    Scheduler6_4,
    /// scheduler.md §6.5: Promotion.
    Scheduler6_5,
    /// scheduler.md §6.6: Reservations, new and stale.
    Scheduler6_6,
    /// scheduler.md §7: SIP state.
    Scheduler7,
    /// scheduler.md §7.1: State of a SIP.
    Scheduler7_1,
    /// scheduler.md §7.2: A launch on a SIP.
    Scheduler7_2,
    /// scheduler.md §7.3: Reports.
    Scheduler7_3,
    /// scheduler.md §7.4: Time units, remaining time, estimated pre-idle.
    Scheduler7_4,
    /// scheduler.md §8: Commands.
    Scheduler8,
    /// scheduler.md §8.1: DAG INIT.
    Scheduler8_1,
    /// scheduler.md §8.2: DAG RESET.
    Scheduler8_2,
    /// scheduler.md §8.3: TRIGGER and REFRESH.
    Scheduler8_3,
    /// scheduler.md §8.4: CLAIM and RELEASE.
    Scheduler8_4,
    /// scheduler.md §8.5: SOFT_RESET and ENABLE.
    Scheduler8_5,
    /// scheduler.md §8.6: XMC_SIP_MAP.
    Scheduler8_6,
    /// scheduler.md §8.7: SIP_TOPOLOGY.
    Scheduler8_7,
    /// scheduler.md §8.8: Legal topologies.
    Scheduler8_8,
    /// scheduler.md §9: Second resources.
    Scheduler9,
    /// scheduler.md §9.1: Open VGs and dies.
    Scheduler9_1,
    /// scheduler.md §9.2: What a launch uses.
    Scheduler9_2,
    /// scheduler.md §9.3: Grants and requests.
    Scheduler9_3,
    /// scheduler.md §9.4: Allocation-only kernels.
    Scheduler9_4,
    /// registers.md §1: Accesses, reserved bits, names.
    Registers1,
    /// registers.md §2: CTRL page.
    Registers2,
    /// registers.md §3: FEATURE page.
    Registers3,
    /// registers.md §4: DOORBELL page.
    Registers4,
    /// registers.md §5: MIH, IRQ, ERR page.
    Registers5,
    /// registers.md §6: STATUS page.
    Registers6,
    /// registers.md §7: COUNTER page.
    Registers7,
    /// registers.md §8: RS page.
    Registers8,
    /// registers.md §9: DAG page.
    Registers9,
    /// registers.md §10: LAUNCH page.
    Registers10,
    /// interfaces.md §1: Task descriptor.
    Interfaces1,
    /// interfaces.md §2: HDR port.
    Interfaces2,
    /// interfaces.md §3: MDMA command.
    Interfaces3,
    /// interfaces.md §4: MIH message.
    Interfaces4,
    /// interfaces.md §5: Stimulus.
    Interfaces5,
    /// interfaces.md §6: Reference environment.
    Interfaces6,
    /// interfaces.md §7: Trace.
    Interfaces7,
    /// interfaces.md §8: State digest.
    Interfaces8,
    /// interfaces.md §9: Coverage of a comparison.
    Interfaces9,
    /// firmware-api.md §1: The crate.
    FirmwareApi1,
    /// firmware-api.md §2: Calls and their registers.
    FirmwareApi2,
    /// firmware-api.md §3: On top of the registers.
    FirmwareApi3,
    /// firmware-api.md §4: The C interface.
    FirmwareApi4,
    /// firmware-api.md §5: Waits and bus faults.
    FirmwareApi5,
    /// verification.md §1: Invariants.
    Verification1,
    /// verification.md §2: How they are checked.
    Verification2,
    /// verification.md §3: Dangers of the design.
    Verification3,
}

impl Rule {
    /// All rules, in the order of the pages.
    pub const ALL: &[Self] = &[
        Self::Scheduler0,
        Self::Scheduler0_1,
        Self::Scheduler0_2,
        Self::Scheduler0_3,
        Self::Scheduler1,
        Self::Scheduler1_1,
        Self::Scheduler1_2,
        Self::Scheduler1_3,
        Self::Scheduler2,
        Self::Scheduler2_1,
        Self::Scheduler2_2,
        Self::Scheduler2_3,
        Self::Scheduler2_4,
        Self::Scheduler2_5,
        Self::Scheduler3,
        Self::Scheduler3_1,
        Self::Scheduler3_2,
        Self::Scheduler4,
        Self::Scheduler4_1,
        Self::Scheduler4_2,
        Self::Scheduler4_3,
        Self::Scheduler4_4,
        Self::Scheduler5,
        Self::Scheduler5_1,
        Self::Scheduler5_2,
        Self::Scheduler5_3,
        Self::Scheduler5_4,
        Self::Scheduler5_5,
        Self::Scheduler5_6,
        Self::Scheduler6,
        Self::Scheduler6_1,
        Self::Scheduler6_2,
        Self::Scheduler6_3,
        Self::Scheduler6_4,
        Self::Scheduler6_5,
        Self::Scheduler6_6,
        Self::Scheduler7,
        Self::Scheduler7_1,
        Self::Scheduler7_2,
        Self::Scheduler7_3,
        Self::Scheduler7_4,
        Self::Scheduler8,
        Self::Scheduler8_1,
        Self::Scheduler8_2,
        Self::Scheduler8_3,
        Self::Scheduler8_4,
        Self::Scheduler8_5,
        Self::Scheduler8_6,
        Self::Scheduler8_7,
        Self::Scheduler8_8,
        Self::Scheduler9,
        Self::Scheduler9_1,
        Self::Scheduler9_2,
        Self::Scheduler9_3,
        Self::Scheduler9_4,
        Self::Registers1,
        Self::Registers2,
        Self::Registers3,
        Self::Registers4,
        Self::Registers5,
        Self::Registers6,
        Self::Registers7,
        Self::Registers8,
        Self::Registers9,
        Self::Registers10,
        Self::Interfaces1,
        Self::Interfaces2,
        Self::Interfaces3,
        Self::Interfaces4,
        Self::Interfaces5,
        Self::Interfaces6,
        Self::Interfaces7,
        Self::Interfaces8,
        Self::Interfaces9,
        Self::FirmwareApi1,
        Self::FirmwareApi2,
        Self::FirmwareApi3,
        Self::FirmwareApi4,
        Self::FirmwareApi5,
        Self::Verification1,
        Self::Verification2,
        Self::Verification3,
    ];
}

/// What is known of each rule, in their order.
pub(super) const RULES: [RuleInfo; 82] = [
    RuleInfo {
        cite: "scheduler.md §0",
        title: "Parameters",
        reads: &["HWS_PARAM0", "HWS_PARAM1"],
        writes: &[],
    },
    RuleInfo {
        cite: "scheduler.md §0.1",
        title: "Sizes and depths",
        reads: &["HWS_PARAM0", "HWS_PARAM1"],
        writes: &[],
    },
    RuleInfo { cite: "scheduler.md §0.2", title: "Classes and slots", reads: &[], writes: &[] },
    RuleInfo { cite: "scheduler.md §0.3", title: "Masks", reads: &[], writes: &[] },
    RuleInfo { cite: "scheduler.md §1", title: "Time", reads: &[], writes: &[] },
    RuleInfo {
        cite: "scheduler.md §1.1",
        title: "Ticks and cycle numbers",
        reads: &[],
        writes: &["CNT_CYCLE_LO", "CNT_CYCLE_HI"],
    },
    RuleInfo { cite: "scheduler.md §1.2", title: "The order within a tick", reads: &[], writes: &[] },
    RuleInfo { cite: "scheduler.md §1.3", title: "What acts at the write", reads: &[], writes: &[] },
    RuleInfo {
        cite: "scheduler.md §2", title: "Loader: from HDR to Ready Station", reads: &[], writes: &[]
    },
    RuleInfo {
        cite: "scheduler.md §2.1",
        title: "Sources",
        reads: &["HWS_WORK_MODE"],
        writes: &["HWS_STATUS", "ERR_STATUS", "ERR_FIRST"],
    },
    RuleInfo {
        cite: "scheduler.md §2.2",
        title: "Reading a descriptor",
        reads: &["TDP_CFG", "hdr_push.td_addr", "FW_TASK_TD_ADDR"],
        writes: &["HWS_STATUS"],
    },
    RuleInfo {
        cite: "scheduler.md §2.3",
        title: "Admission checks",
        reads: &["SIP_TOPOLOGY", "TDP_CFG", "ENABLE_SECOND_RSC_SCH", "task_descriptor"],
        writes: &["ERR_STATUS", "ERR_FIRST", "CNT_TASK_REJECT", "mih_error"],
    },
    RuleInfo {
        cite: "scheduler.md §2.4",
        title: "What admission records",
        reads: &["task_descriptor"],
        writes: &[
            "RS[].FLAGS",
            "RS[].KERNEL_ID",
            "RS[].KERNEL_SEQ",
            "RS[].IDS",
            "RS[].DIMS",
            "RS[].PROGRESS",
            "RS[].OFFLINE_PRIORITY",
            "RS[].AFFINITY",
            "RS[].EST_EXEC_TIME",
            "RS[].FAIL",
            "RS[].RESERVED",
            "RS[].AGE_ROW",
            "RS[].RSC_REQ",
        ],
    },
    RuleInfo {
        cite: "scheduler.md §2.5",
        title: "DAG slots",
        reads: &[
            "DYN_DAG_PRIO",
            "task_descriptor.dag_tag",
            "task_descriptor.on_cp",
            "task_descriptor.offline_priority",
        ],
        writes: &[
            "DAG[].FLAGS",
            "DAG[].TOTAL",
            "DAG[].FINISH",
            "DAG[].CP_PRIORITY",
            "DAG[].TOP_OFFLINE",
            "RS[].FLAGS",
            "RS[].OFFLINE_PRIORITY",
            "ERR_STATUS",
            "ERR_FIRST",
        ],
    },
    RuleInfo { cite: "scheduler.md §3", title: "Attempt", reads: &[], writes: &[] },
    RuleInfo {
        cite: "scheduler.md §3.1",
        title: "Start and end",
        reads: &["HWS_CTRL", "SIP_READY_MASK", "RS[].FLAGS"],
        writes: &["HWS_STATUS", "CNT_ATTEMPT"],
    },
    RuleInfo { cite: "scheduler.md §3.2", title: "LATCH", reads: &[], writes: &[] },
    RuleInfo { cite: "scheduler.md §4", title: "Pools and priorities", reads: &[], writes: &[] },
    RuleInfo {
        cite: "scheduler.md §4.1",
        title: "R-pool, and who is eligible",
        reads: &["RS[].FLAGS", "RS[].PROGRESS"],
        writes: &[],
    },
    RuleInfo {
        cite: "scheduler.md §4.2",
        title: "P-pool and O-pool",
        reads: &["P_TOP_K", "RS[].OFFLINE_PRIORITY", "RS[].AGE_ROW"],
        writes: &[],
    },
    RuleInfo {
        cite: "scheduler.md §4.3",
        title: "Online priority",
        reads: &[
            "DYN_DAG_PRIO",
            "SCALE_RATIO_TABLE_RANK[]",
            "DAG[].FLAGS",
            "DAG[].TOTAL",
            "DAG[].FINISH",
            "DAG[].CP_PRIORITY",
            "RS[].OFFLINE_PRIORITY",
        ],
        writes: &[],
    },
    RuleInfo {
        cite: "scheduler.md §4.4",
        title: "Order within a pool",
        reads: &["RS[].ONLINE_PRIORITY", "RS[].OFFLINE_PRIORITY", "RS[].AGE_ROW"],
        writes: &[],
    },
    RuleInfo { cite: "scheduler.md §5", title: "Allocation", reads: &[], writes: &[] },
    RuleInfo {
        cite: "scheduler.md §5.1",
        title: "Masks of a task",
        reads: &[
            "SIP_USAGE_MASK[][]",
            "SIP_PRESENT_MASK",
            "SIP_READY_MASK",
            "RESERVED_SIP_MASK",
            "RS[].AFFINITY",
            "RS[].RSC_OPEN",
            "RS[].FLAGS",
        ],
        writes: &[],
    },
    RuleInfo {
        cite: "scheduler.md §5.2",
        title: "Finding SIPs: select",
        reads: &["ENABLE_EARLY_LAUNCH_SIP", "SIP_IDLE_MASK", "SIP_PRE_IDLE_MASK", "RS[].DIMS"],
        writes: &[],
    },
    RuleInfo {
        cite: "scheduler.md §5.3",
        title: "R-tasks",
        reads: &["RS[].RESERVED", "RESERVED_SIP_MASK"],
        writes: &[],
    },
    RuleInfo {
        cite: "scheduler.md §5.4",
        title: "P- and O-tasks",
        reads: &["USE_RSVD_SIP_FIRST", "RESERVED_SIP_MASK"],
        writes: &[],
    },
    RuleInfo {
        cite: "scheduler.md §5.5",
        title: "The backfill filter",
        reads: &[
            "RSVD_SIP_BACKFILL_MARGIN_OFFSET",
            "RSV_THREAD_NUM[]",
            "GRP2_REMAIN[]",
            "GRP4_REMAIN[]",
            "GRP8_REMAIN[]",
            "GRP16_REMAIN[]",
            "RS[].EST_EXEC_TIME",
        ],
        writes: &[],
    },
    RuleInfo {
        cite: "scheduler.md §5.6",
        title: "The choice",
        reads: &[
            "SIP_FILLUP_TASK_FIRST",
            "USE_RSVD_SIP_FIRST",
            "P_TOP_K",
            "RSVD_SIP_BACKFILL_MARGIN_OFFSET",
            "ENABLE_EARLY_LAUNCH_SIP",
            "ENABLE_SECOND_RSC_SCH",
            "SIP_READY_MASK",
        ],
        writes: &[],
    },
    RuleInfo { cite: "scheduler.md §6", title: "COMMIT", reads: &[], writes: &[] },
    RuleInfo { cite: "scheduler.md §6.1", title: "A failed attempt", reads: &[], writes: &["CNT_FAIL"] },
    RuleInfo {
        cite: "scheduler.md §6.2",
        title: "Launch",
        reads: &["HWS_WORK_MODE"],
        writes: &[
            "LAUNCH[].INFO",
            "LAUNCH[].SIP_MASK",
            "LAUNCH[].DONE_MASK",
            "LAUNCH[].KERNEL_SEQ",
            "RS[].FLAGS",
            "RS[].RESERVED",
            "RESERVED_SIP_MASK",
            "RSV_THREAD_NUM[]",
            "CNT_LAUNCH_R",
            "CNT_LAUNCH_P",
            "CNT_LAUNCH_O",
            "CNT_BACKFILL",
            "CNT_EARLY",
            "mdma_command",
            "mih_result",
            "mih_sched_info",
        ],
    },
    RuleInfo {
        cite: "scheduler.md §6.3",
        title: "Progress and live words",
        reads: &["task_descriptor.block_trigger_cnt", "task_descriptor.l2_done", "task_descriptor.vc_done"],
        writes: &["RS[].PROGRESS", "ERR_STATUS", "ERR_FIRST"],
    },
    RuleInfo {
        cite: "scheduler.md §6.4",
        title: "The end of a kernel",
        reads: &["RS[].PROGRESS"],
        writes: &["RS[].FAIL", "RS[].FLAGS", "DAG[].FINISH", "CNT_KERNEL_DONE"],
    },
    RuleInfo {
        cite: "scheduler.md §6.5",
        title: "Promotion",
        reads: &["PROMOTE", "P_TOP_K", "DYN_DAG_PRIO", "SIP_TOPOLOGY", "RS[].FAIL"],
        writes: &["RS[].ONLINE_PRIORITY", "RS[].FLAGS", "CNT_PROMOTE"],
    },
    RuleInfo {
        cite: "scheduler.md §6.6",
        title: "Reservations, new and stale",
        reads: &["SIP_USAGE_MASK[][]", "RESERVED_SIP_MASK", "HRM_FW_OWNED", "SIP_REMAIN_EXEC_TIME[]"],
        writes: &["RS[].FLAGS", "RS[].RESERVED", "RESERVED_SIP_MASK", "RSV_THREAD_NUM[]", "CNT_CANCEL"],
    },
    RuleInfo { cite: "scheduler.md §7", title: "SIP state", reads: &[], writes: &[] },
    RuleInfo {
        cite: "scheduler.md §7.1",
        title: "State of a SIP",
        reads: &["ENABLE_EARLY_LAUNCH_SIP", "EARLY_LAUNCH_MODE", "SIP_PRESENT_MASK", "HRM_FW_OWNED"],
        writes: &["SIP_IDLE_MASK", "SIP_PRE_IDLE_MASK", "SIP_READY_MASK", "SIP_PENDING_MASK"],
    },
    RuleInfo {
        cite: "scheduler.md §7.2",
        title: "A launch on a SIP",
        reads: &["LAUNCH_SIP_DELAY", "RS[].EST_EXEC_TIME"],
        writes: &[
            "SIP_IDLE_MASK",
            "SIP_PRE_IDLE_MASK",
            "SIP_PENDING_MASK",
            "SIP_COUNT_EN_MASK",
            "SIP_REMAIN_EXEC_TIME[]",
            "SIP_LAUNCH[]",
        ],
    },
    RuleInfo {
        cite: "scheduler.md §7.3",
        title: "Reports",
        reads: &["EARLY_LAUNCH_MODE", "SIP_LAUNCH[]", "LAUNCH[].INFO", "sip_report"],
        writes: &[
            "LAUNCH[].DONE_MASK",
            "LAUNCH[].INFO",
            "SIP_IDLE_MASK",
            "SIP_PRE_IDLE_MASK",
            "SIP_PENDING_MASK",
            "SIP_COUNT_EN_MASK",
            "SIP_REMAIN_EXEC_TIME[]",
            "SIP_LAUNCH[]",
            "ERR_STATUS",
            "ERR_FIRST",
            "mih_block_finish",
        ],
    },
    RuleInfo {
        cite: "scheduler.md §7.4",
        title: "Time units, remaining time, estimated pre-idle",
        reads: &["TIME_UNIT", "EARLY_LAUNCH_MODE", "PRE_IDLE_OFFSET"],
        writes: &[
            "SIP_REMAIN_EXEC_TIME[]",
            "SIP_PRE_IDLE_MASK",
            "GRP2_REMAIN[]",
            "GRP4_REMAIN[]",
            "GRP8_REMAIN[]",
            "GRP16_REMAIN[]",
        ],
    },
    RuleInfo {
        cite: "scheduler.md §8",
        title: "Commands",
        reads: &[],
        writes: &["HWS_STATUS", "ERR_STATUS", "ERR_FIRST"],
    },
    RuleInfo {
        cite: "scheduler.md §8.1",
        title: "DAG INIT",
        reads: &["DAG_CMD", "DAG_CMD_TAG", "DAG_CMD_TOTAL"],
        writes: &["DAG[].FLAGS", "DAG[].TOTAL", "DAG_CMD_STATUS"],
    },
    RuleInfo {
        cite: "scheduler.md §8.2",
        title: "DAG RESET",
        reads: &["DAG_CMD", "DAG_CMD_TAG", "RS[].IDS"],
        writes: &["DAG[].FLAGS", "DAG[].TOTAL", "DAG[].FINISH", "DAG[].CP_PRIORITY", "DAG_CMD_STATUS"],
    },
    RuleInfo {
        cite: "scheduler.md §8.3",
        title: "TRIGGER and REFRESH",
        reads: &[
            "BLOCK_TRIGGER_CNT[]",
            "TD_REFRESH",
            "ENABLE_SECOND_RSC_SCH",
            "task_descriptor.block_trigger_cnt",
            "task_descriptor.l2_done",
            "task_descriptor.vc_done",
        ],
        writes: &["RS[].PROGRESS", "ERR_STATUS", "ERR_FIRST"],
    },
    RuleInfo {
        cite: "scheduler.md §8.4",
        title: "CLAIM and RELEASE",
        reads: &["HRM_FW_CLAIM", "HRM_FW_RELEASE", "SIP_PRESENT_MASK", "SIP_IDLE_MASK", "RESERVED_SIP_MASK"],
        writes: &["HRM_FW_OWNED", "HRM_FW_REFUSED", "SIP_READY_MASK"],
    },
    RuleInfo {
        cite: "scheduler.md §8.5",
        title: "SOFT_RESET and ENABLE",
        reads: &["HWS_CTRL", "SIP_IDLE_MASK", "HRM_FW_OWNED"],
        writes: &["HWS_CTRL", "ERR_STATUS", "ERR_FIRST"],
    },
    RuleInfo {
        cite: "scheduler.md §8.6",
        title: "XMC_SIP_MAP",
        reads: &["HWS_CTRL", "HWS_STATUS", "SIP_IDLE_MASK"],
        writes: &["XMC_SIP_MAP[]", "ERR_STATUS", "ERR_FIRST"],
    },
    RuleInfo {
        cite: "scheduler.md §8.7",
        title: "SIP_TOPOLOGY",
        reads: &["HWS_STATUS", "SIP_IDLE_MASK", "HRM_FW_OWNED"],
        writes: &["SIP_TOPOLOGY", "SIP_PRESENT_MASK", "ERR_STATUS", "ERR_FIRST"],
    },
    RuleInfo {
        cite: "scheduler.md §8.8",
        title: "Legal topologies",
        reads: &["SIP_TOPOLOGY"],
        writes: &["SIP_PRESENT_MASK"],
    },
    RuleInfo {
        cite: "scheduler.md §9",
        title: "Second resources",
        reads: &["ENABLE_SECOND_RSC_SCH"],
        writes: &[],
    },
    RuleInfo {
        cite: "scheduler.md §9.1",
        title: "Open VGs and dies",
        reads: &[
            "ENABLE_SECOND_RSC_SCH",
            "VC_POOL_FREE[][]",
            "task_descriptor.l2_done",
            "task_descriptor.vc_done",
            "task_descriptor.cdte_vc_num",
        ],
        writes: &["RS[].RSC_OPEN"],
    },
    RuleInfo {
        cite: "scheduler.md §9.2",
        title: "What a launch uses",
        reads: &["task_descriptor.edte_vc_base", "task_descriptor.edte_vc_num"],
        writes: &[
            "VC_POOL_FREE[][]",
            "mdma_command.edte_vc_base",
            "mdma_command.edte_vc_num",
            "mih_sched_info.vc_base",
            "mih_sched_info.vc_num",
        ],
    },
    RuleInfo {
        cite: "scheduler.md §9.3",
        title: "Grants and requests",
        reads: &[
            "ENABLE_SECOND_RSC_SCH",
            "SIP_USAGE_MASK[][]",
            "task_descriptor.outstanding_block_num",
            "task_descriptor.num_block_to_alloc_l2",
        ],
        writes: &["RS[].RSC_REQ", "mih_request"],
    },
    RuleInfo {
        cite: "scheduler.md §9.4",
        title: "Allocation-only kernels",
        reads: &["ENABLE_SECOND_RSC_SCH", "task_descriptor.num_block_to_alloc_l2"],
        writes: &["RS[].FLAGS", "DAG[].FINISH", "CNT_KERNEL_DONE", "mih_block_finish"],
    },
    RuleInfo { cite: "registers.md §1", title: "Accesses, reserved bits, names", reads: &[], writes: &[] },
    RuleInfo { cite: "registers.md §2", title: "CTRL page", reads: &[], writes: &[] },
    RuleInfo { cite: "registers.md §3", title: "FEATURE page", reads: &[], writes: &[] },
    RuleInfo { cite: "registers.md §4", title: "DOORBELL page", reads: &[], writes: &[] },
    RuleInfo { cite: "registers.md §5", title: "MIH, IRQ, ERR page", reads: &[], writes: &[] },
    RuleInfo { cite: "registers.md §6", title: "STATUS page", reads: &[], writes: &[] },
    RuleInfo { cite: "registers.md §7", title: "COUNTER page", reads: &[], writes: &[] },
    RuleInfo { cite: "registers.md §8", title: "RS page", reads: &[], writes: &[] },
    RuleInfo { cite: "registers.md §9", title: "DAG page", reads: &[], writes: &[] },
    RuleInfo { cite: "registers.md §10", title: "LAUNCH page", reads: &[], writes: &[] },
    RuleInfo { cite: "interfaces.md §1", title: "Task descriptor", reads: &[], writes: &[] },
    RuleInfo { cite: "interfaces.md §2", title: "HDR port", reads: &[], writes: &[] },
    RuleInfo { cite: "interfaces.md §3", title: "MDMA command", reads: &[], writes: &[] },
    RuleInfo { cite: "interfaces.md §4", title: "MIH message", reads: &[], writes: &[] },
    RuleInfo { cite: "interfaces.md §5", title: "Stimulus", reads: &[], writes: &[] },
    RuleInfo { cite: "interfaces.md §6", title: "Reference environment", reads: &[], writes: &[] },
    RuleInfo { cite: "interfaces.md §7", title: "Trace", reads: &[], writes: &[] },
    RuleInfo { cite: "interfaces.md §8", title: "State digest", reads: &[], writes: &[] },
    RuleInfo { cite: "interfaces.md §9", title: "Coverage of a comparison", reads: &[], writes: &[] },
    RuleInfo { cite: "firmware-api.md §1", title: "The crate", reads: &[], writes: &[] },
    RuleInfo { cite: "firmware-api.md §2", title: "Calls and their registers", reads: &[], writes: &[] },
    RuleInfo { cite: "firmware-api.md §3", title: "On top of the registers", reads: &[], writes: &[] },
    RuleInfo { cite: "firmware-api.md §4", title: "The C interface", reads: &[], writes: &[] },
    RuleInfo { cite: "firmware-api.md §5", title: "Waits and bus faults", reads: &[], writes: &[] },
    RuleInfo { cite: "verification.md §1", title: "Invariants", reads: &[], writes: &[] },
    RuleInfo { cite: "verification.md §2", title: "How they are checked", reads: &[], writes: &[] },
    RuleInfo { cite: "verification.md §3", title: "Dangers of the design", reads: &[], writes: &[] },
];
