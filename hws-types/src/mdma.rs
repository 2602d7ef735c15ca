//! The MDMA command, which makes one SIP run one thread of a block (interfaces.md §3).
//!
//! Its slot of parameters is that of [`crate::TaskDescriptor::block_param_addr`].

mod generated;

use crate::SipReport;
pub use generated::MdmaCommand;

impl MdmaCommand {
    /// Returns the report that the SIP sends when it has completed the command.
    #[must_use]
    pub const fn report(&self) -> SipReport {
        SipReport { launch_id: self.launch_id, block_id: self.block_id, sip: self.sip }
    }
}
