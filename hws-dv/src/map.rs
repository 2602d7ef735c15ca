//! Name maps: which signal of a dump is which port, lane or register of the HWS.
//!
//! Without a file, the names of the reference dumps are expected and the scope is found by counting; a map file
//! (YAML, described in docs/dv.md) gives what differs.

mod address;
mod bind;
mod clock;
mod computed;
mod error;
mod file;
mod port;
mod target;
mod wanted;
pub(crate) mod yaml_limits;

pub use address::{AddressMap, Word};
pub(crate) use bind::is_constant;
pub use bind::{Binding, BoundTarget, Feed};
pub use clock::{ClockEdge, SamplePoint};
pub use computed::Computed;
pub use error::MapError;
pub(crate) use error::misfit;
pub use file::{BusKind, NameMap, NameRule, Rename};
pub use port::Port;
pub use target::{LANE_COLUMNS, LANES, SignalTarget};
pub use wanted::WantedSignal;
