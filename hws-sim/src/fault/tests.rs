//! What the HWS and the calls of fw-api do under each fault, as `docs/reliability.md` promises it. The invariant checker
//! watches every state.

mod access;
mod bench;
mod descriptors;
mod interrupts;
mod kinds;
mod mail;
mod random;
mod reporting;
