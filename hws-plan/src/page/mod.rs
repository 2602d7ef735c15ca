//! Pages to look at: an answer drawn in one file of HTML, that works without a network.

mod safe_json;
pub mod shell;
