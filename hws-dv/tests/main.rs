//! The integration tests of `hws-dv`, in one binary: linking dominates the cost of a test binary.

mod write;
