//! Patterns of options: which pairs they mean.

use hws_input::{did_you_mean, nearest};

use super::Pairing;
use crate::diff::DiffError;
use crate::diff::class::Class;
use crate::diff::names::{Named, split};
use crate::diff::options::DiffOptions;
use crate::map::SignalTarget;
use crate::pattern::fits;

/// What precedes the name of a class in a pattern.
const CLASS: char = '@';

impl Pairing<'_> {
    /// A pattern that fits nothing is a mistake of the caller.
    pub(super) fn check_patterns(&self, options: &DiffOptions) -> Result<(), DiffError> {
        let masks = options.masks.iter().map(|mask| ("--mask", &mask.pattern));
        let volatile = options.volatile.iter().map(|pattern| ("--volatile", pattern));
        let ignore = options.ignore.iter().map(|pattern| ("--ignore", pattern));
        let only = options.only.iter().map(|pattern| ("--only", pattern));
        for (option, pattern) in masks.chain(volatile).chain(ignore).chain(only) {
            if let Some(word) = pattern.strip_prefix(CLASS) {
                Class::parse(word)?;
                continue;
            }
            let all = || self.a.ordered.iter().chain(&self.b.ordered);
            let is_named = |Named { name, .. }: &Named| {
                fits_names(pattern, name, name, Class::Other, self.targets.target(split(name).1))
            };
            if !all().any(is_named) {
                let meant = did_you_mean(nearest(pattern, all().map(|named| &*named.name)));
                return Err(DiffError::new(format!(
                    "`{option} {pattern}` fits no signal; {meant}names are those below the scopes `{}` and `{}`, `*` is any \
                     text",
                    self.a.prefix, self.b.prefix
                )));
            }
        }
        Ok(())
    }
}

/// Whether a pattern fits a name, without its scope, or as the data sheet writes it, or is the class.
pub(super) fn fits_names(
    pattern: &str,
    name: &str,
    name_b: &str,
    class: Class,
    target: Option<SignalTarget>,
) -> bool {
    if let Some(word) = pattern.strip_prefix(CLASS) {
        return class.word() == word;
    }
    [name, name_b].iter().any(|name| fits(pattern, name) || fits(pattern, split(name).1))
        || target.is_some_and(|target| fits(pattern, &target.name()))
}

pub(super) fn is_left_out(
    name: &str,
    name_b: &str,
    class: Class,
    target: Option<SignalTarget>,
    options: &DiffOptions,
) -> bool {
    let named = |pattern: &String| fits_names(pattern, name, name_b, class, target);
    options.ignore.iter().any(named) || !(options.only.is_empty() || options.only.iter().any(named))
}
