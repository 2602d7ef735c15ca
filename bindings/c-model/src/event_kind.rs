// Generated from interfaces.yaml by `cargo xtask generate`; do not edit.

/// The kinds of events. Behind each, its words: the values in the order of the keys of the trace.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum hws_event_kind {
    /// A task was admitted to the Ready Station: entry, seq, kernel_id.
    HWS_EVENT_ADMIT = 0,
    /// An ERR_STATUS condition occurred: bit, hdr_id, hdr_entry_id.
    HWS_EVENT_ERROR = 1,
    /// A stale reservation was cancelled: entry, mask.
    HWS_EVENT_CANCEL = 2,
    /// An attempt ended: launched.
    HWS_EVENT_COMMIT = 3,
    /// One block was launched: entry, seq, pool (0 R, 1 P, 2 O), block, launch_id, sip_mask.
    HWS_EVENT_LAUNCH = 4,
    /// A command entered the MDMA FIFO: sip, phy, thread, block, launch_id, param.
    HWS_EVENT_MDMA = 5,
    /// A message entered the MIH FIFO: dw0, dw1.
    HWS_EVENT_MIH = 6,
    /// A message was dropped because the MIH FIFO was full: dw0, dw1.
    HWS_EVENT_MIH_DROP = 7,
    /// A kernel left the Ready Station: entry, seq, dag_slot (UINT32_MAX without one).
    HWS_EVENT_KERNEL_DONE = 8,
    /// A P-task became an R-task: entry, seq, mask.
    HWS_EVENT_PROMOTE = 9,
    /// A queued command was retired: op (0 dag_init, 1 dag_reset, 2 trigger, 3 refresh, 4 claim, 5 release), result.
    HWS_EVENT_CMD = 10,
    /// A valid complete report: sip, launch_id.
    HWS_EVENT_COMPLETE = 11,
    /// A valid pre-complete report: sip, launch_id.
    HWS_EVENT_PRE_COMPLETE = 12,
}
