//! The integration tests of `fw-api`, in one binary, because linking is most of a test binary's cost.

mod calls;
mod decorators;
mod model;
mod read_modify_write;
