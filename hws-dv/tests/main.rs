//! Tests of the crate through its public functions.

mod buses;
mod common;
mod cut;
mod dialects;
mod found;
mod maps;
mod minimise;
mod shared;
mod start;
mod write;
