//! Arrays and lists of registers and clusters: `dim`, `dimIncrement`, `dimIndex` and `%s` in the name.

use super::element::Element;
use super::number;
use crate::import::draft::{DraftDim, regular_dims};
use crate::import::losses::Losses;

/// A list of names has at most this many elements.
const MOST: u64 = 1 << 20;

/// One array, or one element of a list.
pub(super) struct Arrayed {
    pub(super) name: String,
    /// From the first element.
    pub(super) offset: u64,
    pub(super) dims: Vec<DraftDim>,
}

/// Returns the arrays that an element stands for: one, unless its elements have names instead of indices.
pub(super) fn arrayed(element: &Element<'_, '_>, losses: &mut Losses) -> Vec<Arrayed> {
    let name = element.word("name").unwrap_or_default();
    let dim = element.word("dim").and_then(|text| number::parse(&text));
    let step = element.word("dimIncrement").and_then(|text| number::parse(&text));
    let (Some(count), Some(stride)) = (dim, step) else {
        return vec![Arrayed {
            name: name.replace("[%s]", "").replace("%s", ""),
            offset: 0,
            dims: Vec::new(),
        }];
    };
    if count == 0 || count > MOST {
        if let Some(node) = element.node() {
            let at = losses.at(node, &name);
            losses.add(&at, format!("left out: an array of {count} elements"));
        }
        return Vec::new();
    }
    let indices = element.word("dimIndex").map(|text| indices(&text));
    let Some(indices) =
        indices.filter(|indices| u64::try_from(indices.len()).is_ok_and(|found| found == count))
    else {
        return vec![array(&name, vec![count], stride)];
    };
    if let Some(counts) = grid(&indices) {
        return vec![array(&name, counts, stride)];
    }
    let element = |(index, place): (&String, u64)| Arrayed {
        name: name.replace("[%s]", index).replace("%s", index),
        offset: place.saturating_mul(stride),
        dims: Vec::new(),
    };
    indices.iter().zip(0..).map(element).collect()
}

fn array(name: &str, counts: Vec<u64>, stride: u64) -> Arrayed {
    let name = if counts.len() > 1 { name.replace("_%s", "") } else { name.to_owned() };
    let dims = regular_dims(counts, stride);
    Arrayed { name: name.replace("[%s]", "").replace("%s", ""), offset: 0, dims }
}

/// Returns the indices: `0-3`, `A-D` or `a,b,c`.
pub(super) fn indices(text: &str) -> Vec<String> {
    let numbers = text.split_once('-').and_then(|(first, last)| {
        let (first, last) = (first.trim().parse::<u64>().ok()?, last.trim().parse::<u64>().ok()?);
        (first <= last && last - first < MOST)
            .then(|| (first..=last).map(|index| index.to_string()).collect())
    });
    let letters = || {
        let (first, last) = text.split_once('-')?;
        let [first, last] =
            [first, last].map(|end| end.trim().parse::<char>().ok().filter(char::is_ascii_alphabetic));
        Some((first?..=last?).map(String::from).collect())
    };
    numbers.or_else(letters).unwrap_or_else(|| text.split(',').map(|index| index.trim().to_owned()).collect())
}

/// Returns the size of each dimension, if the indices are those of an array: `0, 1` or `0_0, 0_1, 1_0, 1_1`.
fn grid(indices: &[String]) -> Option<Vec<u64>> {
    let places: Option<Vec<Vec<u64>>> =
        indices.iter().map(|index| index.split('_').map(|part| part.parse().ok()).collect()).collect();
    let places = places?;
    let counts: Vec<u64> = places.last()?.iter().map(|last: &u64| last.saturating_add(1)).collect();
    let mut expected = vec![0; counts.len()];
    for place in &places {
        if *place != expected {
            return None;
        }
        for (digit, count) in expected.iter_mut().zip(&counts).rev() {
            *digit += 1;
            if *digit < *count {
                break;
            }
            *digit = 0;
        }
    }
    Some(counts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        indices(text)
    }

    #[test]
    fn indices_are_ranges_or_lists() {
        assert_eq!(words("3-5"), ["3", "4", "5"]);
        assert_eq!(words("A-C"), ["A", "B", "C"]);
        assert_eq!(words("x, y"), ["x", "y"]);
    }

    #[test]
    fn indices_of_an_array_begin_with_0_and_leave_none_out() {
        assert_eq!(grid(&words("0-3")), Some(vec![4]));
        assert_eq!(grid(&words("0_0,0_1,1_0,1_1,2_0,2_1")), Some(vec![3, 2]));
        assert_eq!(grid(&words("1-4")), None);
        assert_eq!(grid(&words("0,2,1")), None);
        assert_eq!(grid(&words("A-C")), None);
    }
}
