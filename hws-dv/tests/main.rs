//! Tests of the crate through its public functions.

mod buses;
mod cause;
mod common;
mod coverage;
mod cut;
mod dialects;
mod found;
mod live;
mod maps;
mod minimise;
mod quiet;
mod recoded;
mod shared;
mod start;
mod unclosed;
mod unknown;
mod waived;
mod write;
