//! Events as text: one line with the names of the trace (interfaces.md §7).

use core::fmt::{self, Display, Formatter};

use hws_types::RawMih;

use super::{CommandKind, Event};

impl CommandKind {
    /// Returns the name of the command in the trace: its key `op`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::DagInit => "dag_init",
            Self::DagReset => "dag_reset",
            Self::Trigger => "trigger",
            Self::Refresh => "refresh",
            Self::Claim => "claim",
            Self::Release => "release",
        }
    }
}

impl Display for CommandKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Display for Event {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Admit { entry, seq, kernel_id } => {
                write!(f, "admit entry {} seq {seq} kernel_id {kernel_id:#x}", entry.get())
            }
            Self::Error { bit, ids } => {
                let (hdr_id, hdr_entry_id) = (ids.hdr_id, ids.hdr_entry_id);
                write!(f, "error bit {} hdr_id {hdr_id} hdr_entry_id {hdr_entry_id}", bit.code())
            }
            Self::Cancel { entry, mask } => write!(f, "cancel entry {} mask {:#x}", entry.get(), mask.0),
            Self::Commit { launched } => write!(f, "commit launched {launched}"),
            Self::Launch { entry, seq, pool, block, launch_id, sip_mask } => {
                write!(f, "launch entry {} seq {seq} pool {pool} block {block} ", entry.get())?;
                write!(f, "launch_id {} sip_mask {:#x}", launch_id.get(), sip_mask.0)
            }
            Self::Mdma(command) => {
                let (sip, physical) = (command.sip.get(), command.physical_sip.get());
                write!(f, "mdma sip {sip} phy {physical} thread {} ", command.thread_idx)?;
                let (block, launch_id) = (command.block_id, command.launch_id.get());
                write!(f, "block {block} launch_id {launch_id} param {:#x}", command.block_param_addr)
            }
            Self::Mih(message) => words(f, "mih", message),
            Self::MihDrop(message) => words(f, "mih_drop", message),
            Self::KernelDone { entry, seq, dag_slot } => {
                write!(f, "kernel_done entry {} seq {seq} dag_slot ", entry.get())?;
                match dag_slot {
                    Some(slot) => write!(f, "{slot}"),
                    None => f.write_str("none"),
                }
            }
            Self::Promote { entry, seq, mask } => {
                write!(f, "promote entry {} seq {seq} mask {:#x}", entry.get(), mask.0)
            }
            Self::Command { kind, result } => write!(f, "cmd op {kind} result {result:#x}"),
            Self::Complete { sip, launch_id } => {
                write!(f, "complete sip {} launch_id {}", sip.get(), launch_id.get())
            }
            Self::PreComplete { sip, launch_id } => {
                write!(f, "pre_complete sip {} launch_id {}", sip.get(), launch_id.get())
            }
            Self::SoftReset { forced } => write!(f, "soft_reset forced {forced}"),
        }
    }
}

fn words(f: &mut Formatter<'_>, name: &str, RawMih { dw0, dw1 }: RawMih) -> fmt::Result {
    write!(f, "{name} dw0 {dw0:#x} dw1 {dw1:#x}")
}
