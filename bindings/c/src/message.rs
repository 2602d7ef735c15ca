//! The messages of the HWS, one at a time or all at once.

use fw_api::types::{MihMessage, Notice};

use crate::boundary::{Answer, Buffer, Driver, aligned, call, from_c, get};
use crate::{hws_bus, hws_status, hws_task_ids};

/// The kind of a message, with the members that it uses.
#[repr(u32)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum hws_message_kind {
    /// There is no message.
    #[default]
    HWS_MESSAGE_NONE = 0,
    /// Where a block was placed: `sips`.
    HWS_MESSAGE_RESULT = 1,
    /// Always directly after its RESULT: `entry`, `launch_id`, `last_block`, `vc_base`, `vc_num`.
    HWS_MESSAGE_SCHED_INFO = 2,
    /// All SIPs of a block are done: `launch_id`, `kernel_finish`.
    HWS_MESSAGE_BLOCK_FINISH = 3,
    /// The task was rejected: `error`.
    HWS_MESSAGE_ERROR = 4,
    /// A block needs an L2 grant: `entry`, `places`.
    HWS_MESSAGE_L2_ALLOC_REQ = 5,
    /// A block needs a VC grant: `entry`, `places`.
    HWS_MESSAGE_VC_ALLOC_REQ = 6,
}

/// A message. Members that its kind does not use are 0.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct hws_message {
    /// The kind.
    pub kind: hws_message_kind,
    /// The task.
    pub ids: hws_task_ids,
    /// The block.
    pub block_id: u32,
    /// The logical SIPs of the block.
    pub sips: u32,
    /// The kernel's entry.
    pub entry: u32,
    /// The launch; 0 means none in the finish of an allocation-only kernel.
    pub launch_id: u32,
    /// This COMMIT frees the entry.
    pub last_block: bool,
    /// The kernel no longer has an entry or a launch.
    pub kernel_finish: bool,
    /// First VC allocated by the HWS.
    pub vc_base: u32,
    /// Number of VCs allocated by the HWS.
    pub vc_num: u32,
    /// Why the task was rejected: one of the HWS_ERROR constants.
    pub error: u32,
    /// Where a block of the kernel fits: bit v for VG v (L2), bit d for die d (VC).
    pub places: u32,
}

impl From<MihMessage> for hws_message {
    fn from(message: MihMessage) -> Self {
        use hws_message_kind::*;
        let of = message.header();
        let plain = Self { ids: of.ids.into(), block_id: of.block_id.into(), ..Self::default() };
        match message {
            MihMessage::Result { sips, .. } => Self { kind: HWS_MESSAGE_RESULT, sips: sips.0, ..plain },
            MihMessage::SchedInfo { entry, launch_id, last_block, vc_base, vc_num, .. } => Self {
                kind: HWS_MESSAGE_SCHED_INFO,
                entry: entry.get(),
                launch_id: launch_id.get(),
                last_block,
                vc_base: vc_base.into(),
                vc_num: vc_num.into(),
                ..plain
            },
            MihMessage::BlockFinish { launch_id, kernel_finish, .. } => {
                let launch_id = launch_id.get();
                Self { kind: HWS_MESSAGE_BLOCK_FINISH, launch_id, kernel_finish, ..plain }
            }
            MihMessage::Notify { notice, .. } => plain.with_notice(notice),
        }
    }
}

impl hws_message {
    fn with_notice(self, notice: Notice) -> Self {
        use hws_message_kind::*;
        match notice {
            Notice::Error { code } => Self { kind: HWS_MESSAGE_ERROR, error: code.into(), ..self },
            Notice::L2AllocReq { entry, vgs } => {
                Self { kind: HWS_MESSAGE_L2_ALLOC_REQ, entry: entry.get(), places: vgs.into(), ..self }
            }
            Notice::VcAllocReq { entry, dies } => {
                Self { kind: HWS_MESSAGE_VC_ALLOC_REQ, entry: entry.get(), places: dies.into(), ..self }
            }
        }
    }
}

/// Takes the next message out of the FIFO; its kind is HWS_MESSAGE_NONE if the FIFO is empty.
///
/// Errors: HWS_UNKNOWN_MESSAGE with the words of a message with an undefined encoding, which has been popped. After
/// HWS_BUS the message may be gone; its contents are also in the launch table (`hws_get_launch`).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_next_message(bus: *const hws_bus, message: *mut hws_message) -> hws_status {
    from_c!(get(bus, message, "message", |hws| {
        Ok(hws.next_message()?.map(hws_message::from).unwrap_or_default())
    }))
}

/// Drains the FIFO into `messages` until it is empty or `capacity` messages, counted in `count`, have been taken.
///
/// If `count` equals `capacity`, there may be more messages. `count` is also set if the call fails, and the messages
/// before the failure are stored. After HWS_UNKNOWN_MESSAGE the unknown message has been popped, and a repeated call
/// continues after it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_drain_messages(
    bus: *const hws_bus,
    messages: *mut hws_message,
    capacity: usize,
    count: *mut usize,
) -> hws_status {
    from_c!(call(bus, |hws| {
        let count = aligned(count, "count")?;
        let mut buffer = Buffer::new(messages, capacity, "messages")?;
        let drained = drain(hws, &mut buffer);
        count.write(buffer.filled());
        drained
    }))
}

fn drain(hws: &mut Driver, buffer: &mut Buffer<hws_message>) -> Answer<()> {
    while !buffer.is_full() {
        let Some(message) = hws.next_message()? else { break };
        buffer.push(message.into());
    }
    Ok(())
}

/// Gets the number of messages in the FIFO.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hws_get_message_count(bus: *const hws_bus, count: *mut u32) -> hws_status {
    from_c!(get(bus, count, "count", |hws| Ok(hws.message_count()?)))
}
