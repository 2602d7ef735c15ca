//! Converts C numbers to the types of fw-api. A number that does not fit is an argument error, never truncated.

use fw_api::types::{Entry, LaunchId, Sip, ThreadNum, Topology};

use crate::boundary::Answer;
use crate::{hws_error, hws_topology};

/// Converts a number to 8 bits.
pub(crate) fn byte(name: &'static str, value: u32) -> Answer<u8> {
    u8::try_from(value).map_err(|_| hws_error::range(name, value.into(), 0, u8::MAX.into()))
}

/// Converts a number to 16 bits.
pub(crate) fn half(name: &'static str, value: u32) -> Answer<u16> {
    u16::try_from(value).map_err(|_| hws_error::range(name, value.into(), 0, u16::MAX.into()))
}

/// Converts an index below `count` to 8 bits.
pub(crate) fn index(name: &'static str, value: u32, count: usize) -> Answer<u8> {
    let last = count.saturating_sub(1);
    let found = u8::try_from(value).ok().filter(|&index| usize::from(index) <= last);
    found.ok_or_else(|| hws_error::range(name, value.into(), 0, last as i64))
}

/// Converts a number that has one of two values.
pub(crate) fn either<T>(name: &'static str, value: u32, zero: T, one: T) -> Answer<T> {
    match value {
        0 => Ok(zero),
        1 => Ok(one),
        _ => Err(hws_error::range(name, value.into(), 0, 1)),
    }
}

pub(crate) fn threads(value: u32) -> Answer<ThreadNum> {
    ThreadNum::new(value).ok_or_else(|| hws_error::illegal("threads", value))
}

pub(crate) fn topology(value: hws_topology) -> Answer<Topology> {
    let found = Topology::new(value.cluster_sip_num, value.cluster_num);
    found.ok_or_else(|| hws_error::illegal("topology", value.cluster_sip_num))
}

pub(crate) fn sip(name: &'static str, value: u32) -> Answer<Sip> {
    index(name, value, Sip::COUNT).map(|index| Sip::wrapping(index.into()))
}

pub(crate) fn entry(value: u32) -> Answer<Entry> {
    index("entry", value, Entry::COUNT).map(|index| Entry::wrapping(index.into()))
}

pub(crate) fn launch_id(value: u32) -> Answer<LaunchId> {
    index("launch_id", value, LaunchId::COUNT).map(|index| LaunchId::wrapping(index.into()))
}
