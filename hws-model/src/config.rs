//! The size of an HWS instance: the two parameters that may be smaller than their tables (scheduler.md §0).

use core::fmt;

use hws_regs::params;

/// The sizes of one HWS. The default has the parameters of `regmap.yaml`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Config {
    n_rs: u8,
    n_dag: u8,
}

impl Config {
    /// The smallest size that the specification allows.
    pub const MIN: u32 = params::min::N_RS as u32;
    /// The largest size: the length of the tables.
    pub const MAX: u32 = params::max::N_RS as u32;

    /// Creates a configuration of `n_rs` Ready Station entries and `n_dag` DAG slots, each
    /// [`Config::MIN`]..=[`Config::MAX`].
    ///
    /// # Errors
    /// [`ConfigError`] if a size is out of range.
    pub const fn new(n_rs: u32, n_dag: u32) -> Result<Self, ConfigError> {
        if n_rs < Self::MIN || n_rs > Self::MAX {
            return Err(ConfigError { parameter: "N_RS", value: n_rs });
        }
        if n_dag < Self::MIN || n_dag > Self::MAX {
            return Err(ConfigError { parameter: "N_DAG", value: n_dag });
        }
        Ok(Self { n_rs: n_rs as u8, n_dag: n_dag as u8 })
    }

    /// N_RS, the number of Ready Station entries.
    #[must_use]
    pub const fn n_rs(self) -> u32 {
        self.n_rs as u32
    }

    /// N_DAG, the number of DAG slots.
    #[must_use]
    pub const fn n_dag(self) -> u32 {
        self.n_dag as u32
    }
}

impl Default for Config {
    fn default() -> Self {
        Self { n_rs: params::N_RS as u8, n_dag: params::N_DAG as u8 }
    }
}

/// A size that is not supported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConfigError {
    /// The name of the parameter.
    pub parameter: &'static str,
    /// The requested value.
    pub value: u32,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} = {} is not supported; it must be {}..={}",
            self.parameter,
            self.value,
            Config::MIN,
            Config::MAX
        )
    }
}

impl core::error::Error for ConfigError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_outside_16_to_32_are_refused() {
        assert!(Config::new(16, 32).is_ok());
        assert_eq!(Config::new(15, 32), Err(ConfigError { parameter: "N_RS", value: 15 }));
        assert_eq!(Config::new(16, 33), Err(ConfigError { parameter: "N_DAG", value: 33 }));
    }
}
