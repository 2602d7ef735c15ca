//! The reports of SIPs (scheduler.md §7.3). `hws_regs` has their packed form.

mod generated;

pub use generated::SipReport;
