//! A tensor's box with valid corners (E11).

use super::field::GeminiField;
use super::ir::Corner;

/// Corners, both inclusive, with lower <= upper in each dimension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    lower: Corner,
    upper: Corner,
}

impl Extent {
    /// Returns the box between two corners; `None` if a corner is not four integers or lies on the wrong side of the
    /// other.
    pub(super) fn of(lower: &GeminiField<Corner>, upper: &GeminiField<Corner>) -> Option<Self> {
        let (lower, upper) = (*lower.good()?, *upper.good()?);
        lower.iter().zip(&upper).all(|(low, high)| low <= high).then_some(Self { lower, upper })
    }

    /// Returns the box of a list of two corners.
    pub(super) fn of_pair(pair: &GeminiField<Vec<GeminiField<Corner>>>) -> Option<Self> {
        match pair.good()?.as_slice() {
            [lower, upper] => Self::of(lower, upper),
            _ => None,
        }
    }

    /// Length in each dimension, 1 to 2^32 - 1.
    pub(super) fn sides(&self) -> [u64; 4] {
        std::array::from_fn(|d| (i64::from(self.upper[d]) - i64::from(self.lower[d]) + 1).unsigned_abs())
    }

    /// Elements; four sides below 2^32 fit.
    pub(super) fn volume(&self) -> u128 {
        self.sides().into_iter().map(u128::from).product()
    }

    /// Returns whether `other` is this box moved by the lower corner of `origin`.
    pub(super) fn is_at(&self, origin: &Self, other: &Self) -> bool {
        let moved = |corner: &Corner, there: &Corner| {
            let sums = corner.iter().zip(&origin.lower).map(|(&c, &o)| i64::from(c) + i64::from(o));
            sums.eq(there.iter().map(|&c| i64::from(c)))
        };
        moved(&self.lower, &other.lower) && moved(&self.upper, &other.upper)
    }

    /// Returns whether `parts` cover this box, each element once and nothing else.
    pub(super) fn is_exactly(&self, parts: &[Self]) -> bool {
        match parts {
            [part] => part == self,
            few if few.len() <= FEW => self.is_tiled_by(few),
            many => self.has_the_corners_of(many),
        }
    }

    /// Boxes inside this one that share no element cover it if they have as many elements. Compares each with each.
    fn is_tiled_by(&self, parts: &[Self]) -> bool {
        let alone = |(i, part): (usize, &Self)| parts[..i].iter().all(|other| !part.shares_with(other));
        parts.iter().all(|part| self.holds(part))
            && parts.iter().enumerate().all(alone)
            && parts.iter().map(Self::volume).sum::<u128>() == self.volume()
    }

    fn holds(&self, part: &Self) -> bool {
        (0..4).all(|d| self.lower[d] <= part.lower[d] && part.upper[d] <= self.upper[d])
    }

    fn shares_with(&self, other: &Self) -> bool {
        (0..4).all(|d| self.lower[d] <= other.upper[d] && other.lower[d] <= self.upper[d])
    }

    /// The indicator function of a half-open box is determined by its 16 corners with alternating signs, so the parts
    /// cover this box iff their signed corners add up to its own.
    fn has_the_corners_of(&self, parts: &[Self]) -> bool {
        let mut corners: Vec<([i64; 4], i64)> = Vec::with_capacity(16 * (parts.len() + 1));
        corners.extend(self.corners(-1));
        corners.extend(parts.iter().flat_map(|part| part.corners(1)));
        corners.sort_unstable_by_key(|&(corner, _)| corner);
        let same = corners.chunk_by(|a, b| a.0 == b.0);
        same.into_iter().all(|group| group.iter().map(|&(_, sign)| sign).sum::<i64>() == 0)
    }

    fn corners(&self, sign: i64) -> impl Iterator<Item = ([i64; 4], i64)> {
        (0..16_u32).map(move |choice| {
            let ends = std::array::from_fn(|d| match choice >> d & 1 {
                0 => i64::from(self.lower[d]),
                _ => i64::from(self.upper[d]) + 1,
            });
            (ends, if choice.count_ones() % 2 == 0 { sign } else { -sign })
        })
    }
}

/// Parts of a box that are compared each with each.
const FEW: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn extent(lower: Corner, upper: Corner) -> Extent {
        Extent::of(&GeminiField::Good(lower), &GeminiField::Good(upper)).unwrap()
    }

    fn has(extent: &Extent, point: Corner) -> bool {
        (0..4).all(|d| extent.lower[d] <= point[d] && point[d] <= extent.upper[d])
    }

    #[test]
    fn the_largest_box_has_a_volume() {
        let most = i32::MAX;
        let side = u128::from(u32::MAX);
        assert_eq!(extent([-most; 4], [most; 4]).volume(), side * side * side * side);
    }

    fn small() -> impl Strategy<Value = Extent> {
        prop::array::uniform4((0i32..3, 0i32..3))
            .prop_map(|ends| extent(ends.map(|(a, b)| a.min(b)), ends.map(|(a, b)| a.max(b))))
    }

    /// Cuts a box in two along a dimension, when it is long enough.
    fn cut(whole: Extent, d: usize) -> Vec<Extent> {
        if whole.lower[d] == whole.upper[d] {
            return vec![whole];
        }
        let (mut low, mut high) = (whole, whole);
        low.upper[d] = whole.lower[d];
        high.lower[d] = whole.lower[d] + 1;
        vec![low, high]
    }

    proptest! {
        #[test]
        fn a_cover_has_every_point_once(whole in small(), d in 0usize..4, e in 0usize..4, odd in prop::option::of(small())) {
            let mut parts: Vec<_> = cut(whole, d).into_iter().flat_map(|part| cut(part, e)).collect();
            if let Some(odd) = odd {
                parts.pop();
                parts.push(odd);
            }
            let points = (0..81).map(|n| [n % 3, n / 3 % 3, n / 9 % 3, n / 27]);
            let mut once = points.map(|at| parts.iter().filter(|part| has(part, at)).count() == usize::from(has(&whole, at)));
            let is_cover = once.all(|once| once);
            let found = [whole.is_exactly(&parts), whole.is_tiled_by(&parts), whole.has_the_corners_of(&parts)];
            prop_assert_eq!(found, [is_cover; 3]);
        }
    }
}
