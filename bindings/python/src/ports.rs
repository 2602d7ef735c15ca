//! What crosses the ports of the HWS: pushes, messages and commands.

use hws_types::{HdrPush, MdmaCommand, MihMessage, Notice, RawMih, Source};
use pyo3::prelude::*;

use crate::errors;

/// A command to one SIP: it runs one thread of a block.
#[pyclass(frozen, eq, hash, module = "hws", name = "MdmaCommand")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyMdmaCommand {
    pub(crate) command: MdmaCommand,
}

#[pymethods]
impl PyMdmaCommand {
    /// The logical SIP, 0 to 31.
    #[getter]
    const fn sip(&self) -> u32 {
        self.command.sip.get()
    }

    /// The physical SIP: XMC_SIP_MAP of the logical one.
    #[getter]
    const fn physical_sip(&self) -> u32 {
        self.command.physical_sip.get()
    }

    /// The thread of the block, counted from 0.
    #[getter]
    const fn thread(&self) -> u16 {
        self.command.thread_idx
    }

    /// The block id.
    #[getter]
    const fn block(&self) -> u16 {
        self.command.block_id
    }

    /// The launch, which the SIP names in its reports, 0 to 63.
    #[getter]
    const fn launch_id(&self) -> u32 {
        self.command.launch_id.get()
    }

    /// kernel_id of the descriptor.
    #[getter]
    const fn kernel_id(&self) -> u32 {
        self.command.kernel_id
    }

    /// The first VC of the block.
    #[getter]
    const fn vc_base(&self) -> u8 {
        self.command.edte_vc_base
    }

    /// The number of VCs of the block.
    #[getter]
    const fn vc_num(&self) -> u8 {
        self.command.edte_vc_num
    }

    /// The byte address of the block's parameters.
    #[getter]
    const fn param(&self) -> u32 {
        self.command.block_param_addr
    }

    fn __repr__(&self) -> String {
        let MdmaCommand { sip, block_id, thread_idx, launch_id, kernel_id, .. } = self.command;
        let (sip, launch) = (sip.get(), launch_id.get());
        format!(
            "<MdmaCommand sip={sip} kernel_id={kernel_id} block={block_id} thread={thread_idx} launch_id={launch}>"
        )
    }
}

/// A message to firmware. Attributes that its kind does not have are None.
#[pyclass(frozen, eq, hash, module = "hws", name = "MihMessage")]
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct PyMihMessage {
    raw: RawMih,
    message: Option<MihMessage>,
}

impl PyMihMessage {
    pub(crate) fn new(raw: RawMih) -> Self {
        Self { raw, message: MihMessage::decode(raw).ok() }
    }

    fn keys(&self) -> Vec<(&'static str, u32)> {
        let Some(message) = self.message else { return Vec::new() };
        match message {
            MihMessage::Result { sips, .. } => vec![("sips", sips.0)],
            MihMessage::SchedInfo { entry, launch_id, last_block, vc_base, vc_num, .. } => vec![
                ("entry", entry.get()),
                ("launch_id", launch_id.get()),
                ("last_block", last_block.into()),
                ("vc_base", vc_base.into()),
                ("vc_num", vc_num.into()),
            ],
            MihMessage::BlockFinish { launch_id, kernel_finish, .. } => {
                vec![("launch_id", launch_id.get()), ("kernel_finish", kernel_finish.into())]
            }
            MihMessage::Notify { notice, .. } => match notice {
                Notice::Error { code } => vec![("code", code.into())],
                Notice::L2AllocReq { entry, vgs } => vec![("entry", entry.get()), ("vgs", vgs.into())],
                Notice::VcAllocReq { entry, dies } => vec![("entry", entry.get()), ("dies", dies.into())],
            },
        }
    }

    fn key(&self, name: &str) -> Option<u32> {
        self.keys().into_iter().find_map(|(key, value)| (key == name).then_some(value))
    }
}

#[pymethods]
impl PyMihMessage {
    /// Creates a message from the two words of MIH_DATA_LO and MIH_DATA_HI.
    #[new]
    fn from_words(dw0: &Bound<'_, PyAny>, dw1: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self::new(RawMih { dw0: errors::word("dw0", dw0)?, dw1: errors::word("dw1", dw1)? }))
    }

    /// RESULT, SCHED_INFO, BLOCK_FINISH, ERROR, L2_ALLOC_REQ, VC_ALLOC_REQ, or UNKNOWN.
    #[getter]
    const fn kind(&self) -> &'static str {
        match self.message {
            None => "UNKNOWN",
            Some(MihMessage::Result { .. }) => "RESULT",
            Some(MihMessage::SchedInfo { .. }) => "SCHED_INFO",
            Some(MihMessage::BlockFinish { .. }) => "BLOCK_FINISH",
            Some(MihMessage::Notify { notice, .. }) => match notice {
                Notice::Error { .. } => "ERROR",
                Notice::L2AllocReq { .. } => "L2_ALLOC_REQ",
                Notice::VcAllocReq { .. } => "VC_ALLOC_REQ",
            },
        }
    }

    /// MIH_DATA_LO.
    #[getter]
    const fn dw0(&self) -> u32 {
        self.raw.dw0
    }

    /// MIH_DATA_HI.
    #[getter]
    const fn dw1(&self) -> u32 {
        self.raw.dw1
    }

    /// The unit that submitted the task: HDR or FIRMWARE.
    #[getter]
    fn source(&self) -> Option<&'static str> {
        Some(match self.message?.header().ids.source {
            Source::Hdr => "HDR",
            Source::Firmware => "FIRMWARE",
        })
    }

    /// hdr_id of the task, 0 to 15.
    #[getter]
    fn hdr_id(&self) -> Option<u8> {
        Some(self.message?.header().ids.hdr_id)
    }

    /// hdr_entry_id of the task, 0 to 255.
    #[getter]
    fn hdr_entry_id(&self) -> Option<u8> {
        Some(self.message?.header().ids.hdr_entry_id)
    }

    /// The block id.
    #[getter]
    fn block(&self) -> Option<u16> {
        Some(self.message?.header().block_id)
    }

    /// The SIPs of the block, a bit for each (RESULT).
    #[getter]
    fn sips(&self) -> Option<u32> {
        self.key("sips")
    }

    /// The entry of the Ready Station (SCHED_INFO and requests).
    #[getter]
    fn entry(&self) -> Option<u32> {
        self.key("entry")
    }

    /// The launch (SCHED_INFO, BLOCK_FINISH).
    #[getter]
    fn launch_id(&self) -> Option<u32> {
        self.key("launch_id")
    }

    /// Whether the launch frees the entry (SCHED_INFO).
    #[getter]
    fn last_block(&self) -> Option<bool> {
        self.key("last_block").map(|flag| flag != 0)
    }

    /// Whether it was the last launch of the kernel (BLOCK_FINISH).
    #[getter]
    fn kernel_finish(&self) -> Option<bool> {
        self.key("kernel_finish").map(|flag| flag != 0)
    }

    /// The number of the bit of ERR_STATUS (ERROR).
    #[getter]
    fn code(&self) -> Option<u32> {
        self.key("code")
    }

    /// The first VC that the HWS allocated (SCHED_INFO).
    #[getter]
    fn vc_base(&self) -> Option<u32> {
        self.key("vc_base")
    }

    /// The number of VCs that the HWS allocated (SCHED_INFO).
    #[getter]
    fn vc_num(&self) -> Option<u32> {
        self.key("vc_num")
    }

    /// The VGs in which a block fits, a bit for each (L2_ALLOC_REQ).
    #[getter]
    fn vgs(&self) -> Option<u32> {
        self.key("vgs")
    }

    /// The dies on which a block fits, a bit for each (VC_ALLOC_REQ).
    #[getter]
    fn dies(&self) -> Option<u32> {
        self.key("dies")
    }

    fn __repr__(&self) -> String {
        let mut text = format!("<MihMessage {}", self.kind());
        if let Some(message) = self.message {
            let of = message.header();
            text += &format!(
                " hdr_id={} hdr_entry_id={} block={}",
                of.ids.hdr_id, of.ids.hdr_entry_id, of.block_id
            );
        } else {
            text += &format!(" dw0={:#010x} dw1={:#010x}", self.raw.dw0, self.raw.dw1);
        }
        for (key, value) in self.keys() {
            text += &if key == "sips" { format!(" {key}={value:#010x}") } else { format!(" {key}={value}") };
        }
        text + ">"
    }
}

/// Reads the arguments of a push.
pub(crate) fn push(
    td_addr: &Bound<'_, PyAny>,
    hdr_id: Option<&Bound<'_, PyAny>>,
    hdr_entry_id: Option<&Bound<'_, PyAny>>,
) -> PyResult<HdrPush> {
    Ok(HdrPush {
        hdr_id: hdr_id.map_or(Ok(0), |id| errors::number("hdr_id", id, 15))? as u8,
        hdr_entry_id: hdr_entry_id.map_or(Ok(0), |id| errors::number("hdr_entry_id", id, 255))? as u8,
        td_addr: errors::word("td_addr", td_addr)?,
    })
}
