//! The settings of a sweep: every combination of the values of its axes.
//!
//! The combinations are in the order of the axes, the first axis slowest: for the axes a = 0, 1 and b = 5, 6
//! they are (0, 5), (0, 6), (1, 5), (1, 6). Without an axis there is one combination, which sets nothing.

use super::axis::Axis;
use super::error::{AxisError, AxisReason};

/// A policy setting, as passed to [`policy::set`](crate::policy::set).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
pub struct PolicySetting {
    /// One of [`policy::KEYS`](crate::policy::KEYS).
    pub key: String,
    /// Its value, as text.
    pub value: String,
}

/// The axes of a sweep, each of a different setting.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Grid {
    axes: Vec<Axis>,
}

impl Grid {
    /// Creates a grid of these axes.
    ///
    /// # Errors
    /// [`AxisReason::SettingTwice`] at the second axis of a setting.
    pub fn new(axes: Vec<Axis>) -> Result<Self, AxisError> {
        for (index, axis) in axes.iter().enumerate() {
            if let Some(first) = axes[..index].iter().find(|other| other.key == axis.key) {
                let first = first.option.clone();
                return Err(axis.error(1, AxisReason::SettingTwice { key: axis.key.clone(), first }));
            }
        }
        Ok(Self { axes })
    }

    /// Returns the axes in the order they were given.
    #[must_use]
    pub fn axes(&self) -> &[Axis] {
        &self.axes
    }

    /// Returns the number of combinations.
    #[must_use]
    pub fn combinations(&self) -> u128 {
        self.axes.iter().fold(1, |product, axis| product.saturating_mul(axis.values.len() as u128))
    }

    /// Returns the index of the value of each axis in this combination, counted from 0.
    #[must_use]
    pub fn indices(&self, combination: usize) -> Vec<usize> {
        let mut rest = combination;
        let digits = self.axes.iter().rev().map(|axis| {
            let digit = rest % axis.values.len();
            rest /= axis.values.len();
            digit
        });
        let mut indices: Vec<usize> = digits.collect();
        indices.reverse();
        indices
    }

    /// Returns the combination with these indices of values: the inverse of [`indices`](Self::indices).
    #[must_use]
    pub fn combination(&self, indices: &[usize]) -> usize {
        let digits = self.axes.iter().zip(indices);
        digits.fold(0, |combination, (axis, index)| combination * axis.values.len() + index)
    }

    /// Removes the axis of a setting.
    pub fn take(&mut self, key: &str) -> Option<Axis> {
        let place = self.axes.iter().position(|axis| axis.key == key)?;
        Some(self.axes.remove(place))
    }

    /// Returns the settings of this combination, in the order of the axes.
    #[must_use]
    pub fn settings(&self, combination: usize) -> Vec<PolicySetting> {
        let indices = self.indices(combination);
        let pairs = self.axes.iter().zip(indices);
        pairs
            .map(|(axis, index)| PolicySetting {
                key: axis.key.clone(),
                value: axis.values[index].text.clone(),
            })
            .collect()
    }
}
