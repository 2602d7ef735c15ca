//! What an input decides before its first operation.

use arbitrary::{Result, Unstructured};
use hws_model::Config;

use crate::choose::{below, in_16};

/// The HWS and its surroundings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Setup {
    /// The sizes.
    pub(super) config: Config,
    /// MDMA commands stay in their FIFO until an operation takes them. Otherwise they are taken as they appear, as in a
    /// replay.
    pub(super) has_slow_mdma: bool,
}

impl Setup {
    /// The setup of an input, from its first bytes.
    pub(super) fn decode(u: &mut Unstructured<'_>) -> Self {
        Self::from_bytes(u).unwrap_or_default()
    }

    fn from_bytes(u: &mut Unstructured<'_>) -> Result<Self> {
        Ok(Self { config: config(u)?, has_slow_mdma: in_16(u, 2)? })
    }
}

/// The configuration of the map, sometimes a smaller one.
fn config(u: &mut Unstructured<'_>) -> Result<Config> {
    if in_16(u, 12)? {
        return Ok(Config::default());
    }
    let mut size = || Ok(Config::MIN + below(u, Config::MAX - Config::MIN + 1)?);
    Ok(Config::new(size()?, size()?).unwrap_or_default())
}
