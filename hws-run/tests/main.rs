//! The integration tests of `hws-run`, in one binary: linking is most of what a test binary costs.

mod firmware_guide;
mod my_firmware;
