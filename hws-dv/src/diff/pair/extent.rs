//! How much of the signals of both sides a comparison has seen.

use std::collections::HashSet;

use super::named::is_left_out;
use super::shape::Shape;
use super::{Pair, Pairing, Source};
use crate::check::ComparedBits;
use crate::diff::class::Class;
use crate::diff::names::{Names, split};
use crate::diff::options::DiffOptions;
use crate::wave::SignalId;

impl Pairing<'_> {
    /// The bits that were compared, of those of the side that has more. Signals that options leave out do not count, and
    /// further names of one signal count once.
    pub(in crate::diff) fn bits(
        &self,
        options: &DiffOptions,
        is_compared: impl Fn(&Pair) -> bool,
    ) -> ComparedBits {
        let compared = self.pairs.iter().filter(|pair| is_compared(pair)).map(|pair| {
            u64::from(Shape::of(&self.a, &pair.a).bits().min(Shape::of(&self.b, &pair.b).bits()))
        });
        let of = [self.of_side(0, options), self.of_side(1, options)].into_iter().max();
        ComparedBits { compared: compared.sum(), of: of.unwrap_or(0) }
    }

    fn of_side(&self, side: usize, options: &DiffOptions) -> u64 {
        let names = [&self.a, &self.b][side];
        let mut known = HashSet::new();
        let paired = self.pairs.iter().map(|pair| [&pair.a, &pair.b][side]);
        let paired: u64 = paired.map(|source| count(names, source, &mut known)).sum();
        let alone = self.alone[side].iter().filter(|named| {
            let target = self.targets.target(split(&named.name).1);
            !is_left_out(&named.name, &named.name, target.map_or(Class::Other, Class::of), target, options)
        });
        paired + alone.map(|named| count(names, &Source::Whole(named.number), &mut known)).sum::<u64>()
    }
}

/// The bits of a source whose signals are not known yet. If one bit of a vector is compared, all its bits count.
fn count(names: &Names<'_>, source: &Source, known: &mut HashSet<SignalId>) -> u64 {
    let fresh = source.numbers().filter(|number| known.insert(names.variable(*number).id)).count();
    match source {
        _ if fresh == 0 => 0,
        Source::Bit(number, _) => Shape::of(names, &Source::Whole(*number)).bits().into(),
        source => Shape::of(names, source).bits().into(),
    }
}
