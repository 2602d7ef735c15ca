//! The integration tests of `fw-api`, in one binary: linking is most of what a test binary costs.

mod calls;
mod decorators;
mod model;
mod read_modify_write;
