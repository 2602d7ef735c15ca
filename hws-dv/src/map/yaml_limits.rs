//! How much YAML a map or a list of waivers may be.

use hws_input::yaml::{Limits, Oddities};

pub(crate) const LIMITS: Limits =
    Limits { depth: 16, nodes: 2_000_000, replayed: 0, oddities: Oddities::Refused };
