//! What two sweeps do not have in common.

use std::fmt::Display;

use super::super::axis::Axis;
use super::SweepOutline;

/// More values than this are given by their number.
const SHOWN: usize = 6;

impl SweepOutline {
    /// Returns what is different in another sweep, in words; none if the sweeps have the same runs.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let keys = |outline: &Self| list(outline.grid.axes().iter().map(|axis| &axis.key));
        if keys(self) != keys(other) {
            return Some(format!("the settings are {}, and {}", keys(self), keys(other)));
        }
        for (one, two) in self.grid.axes().iter().zip(other.grid.axes()) {
            if texts(one).ne(texts(two)) {
                return Some(format!(
                    "the values of {} are {}, and {}",
                    one.key,
                    list(texts(one)),
                    list(texts(two))
                ));
            }
        }
        if self.seeds != other.seeds {
            return Some(format!("the seeds are {}, and {}", list(self.seeds()), list(other.seeds())));
        }
        if self.options != other.options {
            let (one, two) = (self.options.error_kind, other.options.error_kind);
            return Some(format!("the error models are {one}, and {two}"));
        }
        (self.bases != other.bases).then(|| "the workloads differ".to_owned())
    }
}

fn texts(axis: &Axis) -> impl Iterator<Item = &String> {
    axis.values.iter().map(|value| &value.text)
}

/// The items, separated by commas; of many the first, the last and their number.
fn list<T: Display>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.as_slice() {
        [] => "none".to_owned(),
        [first, .., last] if items.len() > SHOWN => format!("{first} … {last} ({} of them)", items.len()),
        _ => items.join(", "),
    }
}
