//! The table of policies: every key, what it takes, what it sets.

use super::error::Problem;
use super::setters;
use crate::workload::Hardware;

/// A policy that can be set.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// The values it takes, for a person.
    pub values: &'static str,
    /// The registers it sets, or what else of the machine.
    pub sets: &'static str,
    /// What it means.
    pub doc: &'static str,
    /// Estimates, priorities or the fit of kernels follow from it, so it has to be known before a
    /// workload is read.
    pub shapes_workload: bool,
    pub(super) set: fn(&mut Hardware, &str) -> Result<(), Problem>,
}

/// Every key, in the order in which they are listed.
pub const KEYS: &[Key] = &[
    Key {
        name: "promote.rules",
        values: "none, or of threshold, top1_full_vg, top1, on_cp, joined by +",
        sets: "PROMOTE.RULE_*",
        doc: "which P-tasks become R-tasks and get a reservation",
        shapes_workload: false,
        set: setters::promote_rules,
    },
    Key {
        name: "promote.threshold",
        values: "0 to 65535",
        sets: "PROMOTE.THRESHOLD",
        doc: "failed attempts for the rule `threshold`",
        shapes_workload: false,
        set: setters::promote_threshold,
    },
    Key {
        name: "promote.rtask_max",
        values: "1 to 8",
        sets: "PROMOTE.RTASK_MAX",
        doc: "R-tasks at once; more than one can starve a cooperative kernel",
        shapes_workload: false,
        set: setters::promote_rtask_max,
    },
    Key {
        name: "promote.most_failed_first",
        values: "on or off",
        sets: "PROMOTE.MOST_FAILED_FIRST",
        doc: "the rule `threshold` tries the task that failed most first",
        shapes_workload: false,
        set: setters::promote_most_failed_first,
    },
    Key {
        name: "backfill.margin",
        values: "safe, or time units from -2147483647 to 2147483647",
        sets: "RSVD_SIP_BACKFILL_MARGIN_OFFSET",
        doc: "margin of backfilling; `safe` is the smallest that starves no reserved task",
        shapes_workload: false,
        set: setters::backfill_margin,
    },
    Key {
        name: "p_top_k",
        values: "1 to 4",
        sets: "P_TOP_K",
        doc: "kernels of one graph that compete in the P-pool",
        shapes_workload: false,
        set: setters::p_top_k,
    },
    Key {
        name: "early_launch",
        values: "off, report or estimate",
        sets: "ENABLE_EARLY_LAUNCH_SIP, EARLY_LAUNCH_MODE",
        doc: "launch on SIPs that are about to become idle, as they report (see pre_complete_lead) or as the HWS estimates",
        shapes_workload: false,
        set: setters::early_launch,
    },
    Key {
        name: "early_launch.offset",
        values: "time units, 32 bits",
        sets: "PRE_IDLE_OFFSET",
        doc: "remaining time at which the HWS's estimate makes a SIP pre-idle",
        shapes_workload: false,
        set: setters::early_launch_offset,
    },
    Key {
        name: "fillup_first",
        values: "on or off",
        sets: "SIP_FILLUP_TASK_FIRST",
        doc: "prefer a task that takes every ready SIP of the clusters it touches",
        shapes_workload: false,
        set: setters::fillup_first,
    },
    Key {
        name: "reserved_first",
        values: "on or off",
        sets: "USE_RSVD_SIP_FIRST",
        doc: "backfill reserved SIPs before using free ones",
        shapes_workload: false,
        set: setters::reserved_first,
    },
    Key {
        name: "second_resources",
        values: "on or off",
        sets: "ENABLE_SECOND_RSC_SCH",
        doc: "blocks wait for L2 and VC grants; firmware switches it on when a kernel is a prefetch, which needs it",
        shapes_workload: false,
        set: setters::second_resources,
    },
    Key {
        name: "age_boost",
        values: "on or off",
        sets: "DYN_DAG_PRIO",
        doc: "an admission to a dynamic graph raises the priority of its other kernels",
        shapes_workload: false,
        set: setters::age_boost,
    },
    Key {
        name: "launch_delay",
        values: "time units, 32 bits",
        sets: "LAUNCH_SIP_DELAY",
        doc: "what the HWS adds to the estimate of a launch on an idle SIP; the SIPs start at once",
        shapes_workload: false,
        set: setters::launch_delay,
    },
    Key {
        name: "scale.curve",
        values: "linear:FIRST:LAST, geometric:FIRST:NUMERATOR/DENOMINATOR or points:RANK=RATIO:RANK=RATIO…",
        sets: "SCALE_RATIO_TABLE_RANK[0..31]",
        doc: "how the remaining share of a static graph scales its priorities; rank 0 is all of it",
        shapes_workload: false,
        set: setters::scale_curve,
    },
    Key {
        name: "topology",
        values: "CLUSTER_SIP_NUMxCLUSTER_NUM, such as 16x2 or 6x4",
        sets: "hardware.topology",
        doc: "the clusters",
        shapes_workload: true,
        set: setters::topology,
    },
    Key {
        name: "time_unit",
        values: "1 to 65536 cycles",
        sets: "hardware.time_unit",
        doc: "cycles of a time unit",
        shapes_workload: true,
        set: setters::time_unit,
    },
    Key {
        name: "bus_cycles",
        values: "1 to 65536 cycles",
        sets: "hardware.bus_cycles",
        doc: "cycles of each register access of the firmware",
        shapes_workload: false,
        set: setters::bus_cycles,
    },
    Key {
        name: "pre_complete_lead",
        values: "cycles, 32 bits",
        sets: "hardware.pre_complete_lead",
        doc: "how long before its end a SIP reports that a block is about to end; 0: never",
        shapes_workload: false,
        set: setters::pre_complete_lead,
    },
];
