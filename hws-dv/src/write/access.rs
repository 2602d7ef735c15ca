//! An access to the HWS: a bus access or a push.

use hws_regs::{Access as RegisterAccess, Decoded, RegId};
use hws_types::HdrPush;

/// An access and its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Access {
    pub(crate) request: Request,
    /// A bus error, or a full HDR FIFO.
    pub(crate) is_refused: bool,
    /// The answer to a read.
    pub(crate) read_data: Option<u32>,
}

/// What the access asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Request {
    /// A bus write of `data` to an offset.
    Write { offset: u32, data: u32 },
    /// A bus read of an offset.
    Read { offset: u32 },
    /// A push into the HDR port.
    Push(HdrPush),
}

impl Access {
    pub(crate) const fn write(offset: u32, data: u32) -> Self {
        Self::new(Request::Write { offset, data })
    }

    pub(crate) const fn read(offset: u32) -> Self {
        Self::new(Request::Read { offset })
    }

    pub(crate) const fn push(push: HdrPush) -> Self {
        Self::new(Request::Push(push))
    }

    const fn new(request: Request) -> Self {
        Self { request, is_refused: false, read_data: None }
    }

    /// The doorbell of a report and the word written to it.
    pub(crate) fn report(&self) -> Option<(RegId, u32)> {
        let Request::Write { offset, data } = self.request else { return None };
        match RegId::decode(offset) {
            Decoded::Register(id @ (RegId::SipReportComplete | RegId::SipReportPreComplete)) => {
                Some((id, data))
            }
            _ => None,
        }
    }

    /// Whether it may change registers that neither an event names nor any tick may change. Reports and commands
    /// cause events, reads and pushes change live registers only.
    pub(crate) fn may_change_anything(&self) -> bool {
        let Request::Write { offset, .. } = self.request else { return false };
        match RegId::decode(offset) {
            Decoded::Register(register) => register.info().access != RegisterAccess::Wo,
            _ => false,
        }
    }
}
