//! The whole state of an HWS as a value for any serde format, and how it is restored.
//!
//! A [`Snapshot`] has everything that equality of [`Hws`] depends on, and nothing else: [`Hws::restore`] derives
//! the rest again (masks, pools, reservations, free VCs, sorted lists). The restored HWS equals the original and
//! behaves like it from then on.
//!
//! A snapshot may come from a file, so it is checked: [`Hws::restore`] refuses one that breaks an invariant or
//! that no run could have produced, and reports the place ([`RestoreError`]). Each file here checks one concern.
//!
//! [`Hws::from_quiet_registers`] creates an HWS from what its registers show, for comparisons that begin in the middle of a
//! run.
//!
//! Not every accepted state can be reached. Relations without further consequences (a priority and the pool in
//! which it was computed, a counter and a message that was popped) are not checked.

mod attempt;
mod check;
mod commands;
mod counters;
mod dags;
mod error;
mod error_log;
mod header;
mod kernels;
mod launches;
mod loader;
mod mih;
mod ownership;
mod quiet;
mod registers;
mod reservations;
mod sips;
mod state;
mod time;
mod vc_runs;

pub use attempt::{AttemptFault, ChoiceFault};
pub use commands::CommandFault;
pub use counters::CounterFault;
pub use dags::DagFault;
pub use error::RestoreError;
pub use kernels::KernelFault;
pub use launches::LaunchFault;
pub use loader::{LoaderFault, TaskPlace};
pub use ownership::OwnershipFault;
pub use quiet::{QuietError, Unseen};
pub use reservations::ReservationFault;
pub use sips::SipFault;
pub use time::TimeFault;
pub use vc_runs::VcRunFault;

use serde::{Deserialize, Serialize};

use crate::Hws;
use header::Header;
use state::State;

/// The state of an HWS, taken by [`Hws::snapshot`]. It is opaque, but any serde format can store it.
///
/// It contains the version of its format and the fingerprint of the register map
/// ([`hws_regs::FINGERPRINT`]); a snapshot of another format or map is refused when it is deserialized,
/// before anything else in it is read.
///
/// An unknown key is refused, wherever it is: a misspelt one would otherwise lose what it says.
/// Formats that are not self-describing are supported too.
///
/// ```
/// use hws_model::{Config, Hws, Snapshot};
///
/// let mut file = serde_json::to_value(Hws::new(Config::default()).snapshot())?;
/// file["header"]["map"] = 7.into();
/// let error = serde_json::from_value::<Snapshot>(file).unwrap_err().to_string();
/// assert!(error.starts_with("the snapshot is for register map 0x0000000000000007; this model has 0x"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    header: Header,
    state: State,
}

impl Hws {
    /// Returns the state as a value, which costs a copy.
    ///
    /// ```
    /// use hws_model::{Config, Hws, Snapshot};
    /// use hws_regs::HwsCtrl;
    ///
    /// let mut hws = Hws::new(Config::default());
    /// hws.write((), HwsCtrl::default().with_enable(true), &mut ())?;
    /// hws.advance(1000, &mut (), &mut ());
    ///
    /// let file = serde_json::to_string(&hws.snapshot()).unwrap();
    /// let snapshot: Snapshot = serde_json::from_str(&file).unwrap();
    /// assert_eq!(Hws::restore(&snapshot), Ok(hws));
    /// # Ok::<(), hws_model::BusError>(())
    /// ```
    #[must_use]
    pub fn snapshot(&self) -> Snapshot {
        Snapshot { header: Header::present(), state: State::of(self) }
    }

    /// Creates an HWS in the state of the snapshot; it equals the one from which the snapshot was taken.
    ///
    /// ```
    /// use hws_model::{Config, Hws, Snapshot};
    ///
    /// let mut file = serde_json::to_value(Hws::new(Config::default()).snapshot()).unwrap();
    /// file["state"]["n_rs"] = 99.into();
    /// let snapshot: Snapshot = serde_json::from_value(file).unwrap();
    /// let error = Hws::restore(&snapshot).unwrap_err();
    /// assert_eq!(error.to_string(), "N_RS = 99 is not supported; it must be 16..=32");
    /// ```
    ///
    /// # Errors
    /// [`RestoreError`]: what is inconsistent, and where.
    pub fn restore(snapshot: &Snapshot) -> Result<Self, RestoreError> {
        let hws = snapshot.state.rebuild()?;
        check::all(&hws)?;
        Ok(hws)
    }
}
