//! The groups of the coverage model, one file each: the table of coverpoints and crosses, and the observations.

pub(super) mod admission;
mod aftermath;
pub(super) mod attempt;
pub(super) mod backfill;
pub(super) mod command;
pub(super) mod control;
pub(super) mod error;
mod field;
pub(super) mod guard;
pub(super) mod interrupt;
pub(super) mod launch;
pub(super) mod message;
pub(super) mod port;
pub(super) mod priority;
pub(super) mod promotion;
pub(super) mod register;
pub(super) mod report;
pub(super) mod reservation;
pub(super) mod resource;
pub(super) mod sip;
pub(super) mod waiting;
