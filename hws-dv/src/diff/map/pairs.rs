//! The pairs that a map lists.

use std::collections::{HashMap, HashSet};

use hws_input::Place;
use regex_lite::{Regex, escape};

use super::{DiffMap, Listed, MapPair, SIDES};
use crate::diff::DiffError;
use crate::diff::names::Names;
use crate::diff::pair::{Matched, Source};
use crate::wave::parts;

/// What stands for every index.
const ANY: &str = "[]";

/// The pairs of the map, and the variables that they use.
pub(in crate::diff) fn listed(map: &DiffMap, a: &Names<'_>, b: &Names<'_>) -> Result<Listed, DiffError> {
    let mut listing = Listing { map, names: [a, b], found: Vec::new(), used: Default::default() };
    for pair in &map.pairs {
        if pair.a.contains(ANY) {
            listing.every_index(pair)?
        } else {
            listing.one(pair.place, &pair.a, &pair.b)?
        }
    }
    let used = listing.used.map(|used| used.into_keys().collect::<HashSet<usize>>());
    Ok((listing.found, used))
}

struct Listing<'m, 'n, 'h> {
    map: &'m DiffMap,
    names: [&'n Names<'h>; 2],
    found: Vec<Matched>,
    /// The variables of each side, and where the file names them.
    used: [HashMap<usize, Place>; 2],
}

impl Listing<'_, '_, '_> {
    /// `"RS[].FLAGS": "flags[]"`: one pair for each name of A that fits.
    fn every_index(&mut self, pair: &MapPair) -> Result<(), DiffError> {
        let expression = escape(&pair.a).replace(r"\[\]", r"\[([^\]]*)\]");
        let Ok(pattern) = Regex::new(&format!("^{expression}$")) else {
            return Err(self.map.at(pair.place, format!("`{}` is not a valid name", pair.a)));
        };
        let names: Vec<_> = self.names[0].ordered.iter().map(|named| named.name.clone()).collect();
        let mut has_fitted = false;
        for name in names {
            let Some(indices) = pattern.captures(&name) else { continue };
            has_fitted = true;
            let indices: Vec<&str> = indices.iter().skip(1).flatten().map(|index| index.as_str()).collect();
            let of_b = pair.b.iter().map(|(place, text)| Ok((*place, self.filled(*place, text, &indices)?)));
            let of_b: Vec<(Place, String)> = of_b.collect::<Result<_, DiffError>>()?;
            self.one(pair.place, &name, &of_b)?;
        }
        if has_fitted { Ok(()) } else { Err(self.missing(0, pair.place, &pair.a)) }
    }

    fn filled(&self, place: Place, text: &str, indices: &[&str]) -> Result<String, DiffError> {
        if text.matches(ANY).count() != indices.len() {
            let reason = format!("`{text}` must have as many `[]` as the name of A, {}", indices.len());
            return Err(self.map.at(place, reason));
        }
        let mut parts = text.split(ANY);
        let first = parts.next().unwrap_or("").to_owned();
        Ok(parts.zip(indices).fold(first, |name, (part, index)| format!("{name}[{index}]{part}")))
    }

    fn one(&mut self, place: Place, a: &str, b: &[(Place, String)]) -> Result<(), DiffError> {
        let [names_a, names_b] = self.names;
        let source_a = source(names_a, a, b.first().and_then(|(_, b)| range(names_b, b)));
        let source_a = source_a.ok_or_else(|| self.missing(0, place, a))?;
        let source_b = match b {
            [(place, b)] => {
                source(names_b, b, range(names_a, a)).ok_or_else(|| self.missing(1, *place, b))?
            }
            _ => self.bits(b)?,
        };
        self.take(0, place, &source_a)?;
        self.take(1, b.first().map_or(place, |(place, _)| *place), &source_b)?;
        let name_b = b.first().map_or("", |(_, name)| name);
        self.found.push(Matched { name: a.into(), name_b: name_b.into(), a: source_a, b: source_b });
        Ok(())
    }

    /// Signals of one bit, the highest first.
    fn bits(&self, names: &[(Place, String)]) -> Result<Source, DiffError> {
        let one = |(place, name): &(Place, String)| {
            let number = self.names[1].find(name).ok_or_else(|| self.missing(1, *place, name))?;
            match self.names[1].variable(number).width {
                1 => Ok(number),
                width => {
                    let reason = format!(
                        "`{name}` has {width} bits; a list consists of signals of one bit, the highest first"
                    );
                    Err(self.map.at(*place, reason))
                }
            }
        };
        names.iter().rev().map(one).collect::<Result<_, _>>().map(Source::Bits)
    }

    /// A signal is in one pair only.
    fn take(&mut self, side: usize, place: Place, source: &Source) -> Result<(), DiffError> {
        for number in source.numbers() {
            if let Some(other) = self.used[side].insert(number, place) {
                let name = &self.names[side].variable(number).name;
                let reason = format!(
                    "`{name}` of {} is already in the pair of line {}; a signal can have one partner",
                    SIDES[side],
                    other.line()
                );
                return Err(self.map.at(place, reason));
            }
        }
        Ok(())
    }

    fn missing(&self, side: usize, place: Place, name: &str) -> DiffError {
        self.map.at(place, format!("{}: {}", SIDES[side], self.names[side].missing(name)))
    }
}

/// The range that a name gives, or that its variable was declared with.
fn range(names: &Names<'_>, name: &str) -> Option<(i32, i32)> {
    let (plain, given) = parts(name);
    given.or_else(|| names.variable(names.find(&plain)?).range)
}

/// The variable of a name, or the variables of its bits, which the range of the name or of the partner numbers.
fn source(names: &Names<'_>, name: &str, partner: Option<(i32, i32)>) -> Option<Source> {
    let (plain, given) = parts(name);
    if let Some(number) = names.find(&plain) {
        return Some(Source::Whole(number));
    }
    let (left, right) = given.or(partner)?;
    let bit = |index: i32| names.find(&format!("{plain}[{index}]"));
    let bits: Option<Vec<usize>> = if left >= right {
        (right..=left).map(bit).collect()
    } else {
        (left..=right).rev().map(bit).collect()
    };
    bits.map(Source::Bits)
}
