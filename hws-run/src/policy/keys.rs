//! The table of policies: every key, its values, and what it sets.

use super::error::Problem;
use super::setters;
use crate::hardware::Hardware;

/// A policy that can be set.
#[derive(Clone, Copy, Debug)]
pub struct PolicyKey {
    /// Its name.
    pub name: &'static str,
    /// Its values, in words.
    pub values: &'static str,
    /// The registers it sets, or the key of `hardware`.
    pub sets: &'static str,
    /// Its meaning.
    pub doc: &'static str,
    /// Estimates, priorities or the fit of kernels follow from it, so that it must be set before a
    /// workload is read.
    pub shapes_workload: bool,
    pub(super) set: fn(&mut Hardware, &str) -> Result<(), Problem>,
}

/// Every key, in the order in which they are listed.
pub const KEYS: &[PolicyKey] = &[
    PolicyKey {
        name: "promote.rules",
        values: "none, or any of threshold, top1_full_vg, top1 and on_cp, joined by +",
        sets: "PROMOTE.RULE_*",
        doc: "rules by which a P-task becomes an R-task and gets a reservation",
        shapes_workload: false,
        set: setters::promote_rules,
    },
    PolicyKey {
        name: "promote.threshold",
        values: "0 to 65535",
        sets: "PROMOTE.THRESHOLD",
        doc: "failed attempts required by the rule `threshold`",
        shapes_workload: false,
        set: setters::promote_threshold,
    },
    PolicyKey {
        name: "promote.rtask_max",
        values: "1 to 8",
        sets: "PROMOTE.RTASK_MAX",
        doc: "largest number of R-tasks at once; more than one can starve a cooperative kernel",
        shapes_workload: false,
        set: setters::promote_rtask_max,
    },
    PolicyKey {
        name: "promote.most_failed_first",
        values: "on or off",
        sets: "PROMOTE.MOST_FAILED_FIRST",
        doc: "the rule `threshold` considers the task with the most failed attempts first",
        shapes_workload: false,
        set: setters::promote_most_failed_first,
    },
    PolicyKey {
        name: "backfill.margin",
        values: "safe, or a number of time units from -2147483647 to 2147483647",
        sets: "RSVD_SIP_BACKFILL_MARGIN_OFFSET",
        doc: "margin of the backfill condition; `safe` is the smallest one that never starves a reserved task",
        shapes_workload: false,
        set: setters::backfill_margin,
    },
    PolicyKey {
        name: "p_top_k",
        values: "1 to 4",
        sets: "P_TOP_K",
        doc: "number of kernels of a graph that compete in the P-pool",
        shapes_workload: false,
        set: setters::p_top_k,
    },
    PolicyKey {
        name: "early_launch",
        values: "off, report or estimate",
        sets: "ENABLE_EARLY_LAUNCH_SIP, EARLY_LAUNCH_MODE",
        doc: "launch on SIPs that are about to become idle, as they report (see `pre_complete_lead`) or as the HWS estimates",
        shapes_workload: false,
        set: setters::early_launch,
    },
    PolicyKey {
        name: "early_launch.offset",
        values: "a number of time units, 32 bits",
        sets: "PRE_IDLE_OFFSET",
        doc: "estimated remaining time at which a SIP becomes pre-idle",
        shapes_workload: false,
        set: setters::early_launch_offset,
    },
    PolicyKey {
        name: "fillup_first",
        values: "on or off",
        sets: "SIP_FILLUP_TASK_FIRST",
        doc: "prefer a task that takes every ready SIP of the clusters it uses",
        shapes_workload: false,
        set: setters::fillup_first,
    },
    PolicyKey {
        name: "reserved_first",
        values: "on or off",
        sets: "USE_RSVD_SIP_FIRST",
        doc: "backfill reserved SIPs before taking free ones",
        shapes_workload: false,
        set: setters::reserved_first,
    },
    PolicyKey {
        name: "second_resources",
        values: "on or off",
        sets: "ENABLE_SECOND_RSC_SCH",
        doc: "blocks wait for L2 and VC grants; firmware enables it if a kernel needs grants or is a prefetch",
        shapes_workload: false,
        set: setters::second_resources,
    },
    PolicyKey {
        name: "age_boost",
        values: "on or off",
        sets: "DYN_DAG_PRIO",
        doc: "each admission to a dynamic graph raises the priority of its other kernels",
        shapes_workload: false,
        set: setters::age_boost,
    },
    PolicyKey {
        name: "launch_delay",
        values: "a number of time units, 32 bits",
        sets: "LAUNCH_SIP_DELAY",
        doc: "time that the HWS adds to the estimate of a launch on an idle SIP; the SIP itself starts at once",
        shapes_workload: false,
        set: setters::launch_delay,
    },
    PolicyKey {
        name: "scale.curve",
        values: "linear:FIRST:LAST, geometric:FIRST:NUMERATOR/DENOMINATOR or points:RANK=RATIO:RANK=RATIO…",
        sets: "SCALE_RATIO_TABLE_RANK[0..31]",
        doc: "scale of a static graph's priorities by its remaining share, from rank 0 (all of it) on",
        shapes_workload: false,
        set: setters::scale_curve,
    },
    PolicyKey {
        name: "topology",
        values: "SIPs of a cluster x clusters: 3x4, 3x8, 4x4, 4x8, 6x2, 6x4, 8x2, 8x4, 12x1, 12x2, 16x1 or 16x2",
        sets: "hardware.topology",
        doc: "size and number of the clusters",
        shapes_workload: true,
        set: setters::topology,
    },
    PolicyKey {
        name: "time_unit",
        values: "1 to 65536 cycles",
        sets: "hardware.time_unit",
        doc: "cycles of a time unit",
        shapes_workload: true,
        set: setters::time_unit,
    },
    PolicyKey {
        name: "bus_cycles",
        values: "1 to 65536 cycles",
        sets: "hardware.bus_cycles",
        doc: "cycles of each register access of the firmware",
        shapes_workload: false,
        set: setters::bus_cycles,
    },
    PolicyKey {
        name: "pre_complete_lead",
        values: "a number of cycles, 32 bits",
        sets: "hardware.pre_complete_lead",
        doc: "cycles before the end of a block at which its SIP reports pre-complete; 0: never",
        shapes_workload: false,
        set: setters::pre_complete_lead,
    },
];
