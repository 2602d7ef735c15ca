//! The integration tests of `hws-run`, in one binary, because linking is most of the cost of a test binary.

mod firmware_guide;
mod my_firmware;
