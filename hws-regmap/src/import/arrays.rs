//! Arrays that a format has shown element by element, put together again.
//!
//! Our exports unroll an array that the format has no form for: its elements differ in their resets, are not at equal
//! distances, or lie between those of something else. Registers `A_0`, `A_1`, … that could have been exported as an
//! array are left as they are: they were registers of their own.

use super::draft::{DraftDim, DraftField, DraftRegister, DraftReset};
use crate::names::ident;

/// What a format knows as an array.
#[derive(Clone, Copy)]
pub(super) struct ArrayForm {
    /// Whether the elements have to be back to back.
    pub(super) is_packed: bool,
}

/// Dimensions of a register, those of its group included.
const MOST_DIMS: usize = 3;

impl ArrayForm {
    fn shows(&self, dims: &[DraftDim], bytes: u64) -> bool {
        let runs = |pair: &[&DraftDim]| match pair {
            [outer, inner] => outer.stride == inner.count.saturating_mul(inner.stride),
            _ => false,
        };
        let stepping: Vec<&DraftDim> = dims.iter().filter(|dim| dim.count > 1).collect();
        let is_regular = stepping.windows(2).all(runs);
        is_regular && (!self.is_packed || stepping.last().is_none_or(|dim| dim.stride == bytes))
    }
}

/// Puts the elements of arrays together; the registers are in the order of the file, the runs are what else occupies
/// addresses around them, and `outer` dimensions are those of their group.
pub(super) fn rolled(
    registers: Vec<DraftRegister>,
    runs: &[(u64, u64)],
    outer: usize,
    form: ArrayForm,
) -> Vec<DraftRegister> {
    let (mut out, mut rest) = (Vec::new(), registers.as_slice());
    while let Some(first) = rest.first() {
        let is_meant = |(array, count): &(DraftRegister, usize)| {
            let others = rest.get(*count..).unwrap_or_default().iter();
            let others = others.chain(&out).map(|other: &DraftRegister| (other.offset, other.end()));
            let mut around = others.chain(runs.iter().copied());
            let is_between = around.any(|(start, end)| start < array.end() && array.offset < end);
            array.title.is_some() || is_between || is_linear(array) || !form.shows(&array.dims, array.bytes())
        };
        let mut candidates =
            (1..=MOST_DIMS.saturating_sub(outer)).rev().filter_map(|dims| candidate(rest, dims));
        let (register, count) = candidates.find(is_meant).unwrap_or_else(|| (first.clone(), 1));
        out.push(register);
        rest = rest.get(count..).unwrap_or_default();
    }
    out
}

fn is_linear(register: &DraftRegister) -> bool {
    register.fields.iter().any(|field| matches!(field.reset, DraftReset::Linear { .. }))
}

/// Returns the array of so many dimensions that begins with the first register, and the number of its elements.
fn candidate(registers: &[DraftRegister], dims: usize) -> Option<(DraftRegister, usize)> {
    let first = registers.first()?;
    let (base, indices) = split(first, dims)?;
    if indices.iter().any(|index| *index != 0) || !first.dims.is_empty() {
        return None;
    }
    let is_element = |other: &&DraftRegister| {
        let place = split(other, dims);
        other.title == first.title && place.is_some_and(|(name, _)| name == base)
    };
    let elements: Vec<&DraftRegister> = registers.iter().take_while(is_element).collect();
    let counts = counts(&elements, dims)?;
    let total = counts.iter().product::<u64>();
    let elements = elements.get(..usize::try_from(total).ok()?)?;
    let dims = dimensions(elements, &counts, first.bytes())?;
    let fields = fields(elements)?;
    let is_alike =
        |element: &&DraftRegister| (element.width, &element.description) == (first.width, &first.description);
    elements.iter().all(is_alike).then_some(())?;
    Some((DraftRegister { name: base, dims, fields, ..first.clone() }, elements.len()))
}

/// Returns the name of the array and the indices of an element. Where the format has the name that the array had in
/// the map, what follows that name are indices; otherwise the last numbers are.
fn split(register: &DraftRegister, dims: usize) -> Option<(String, Vec<u64>)> {
    let (name, indices) = match &register.title {
        Some(title) => {
            let own = title.rsplit('.').next().unwrap_or(title).trim_end_matches("[]");
            let names = [ident(title), own.to_owned()];
            names.into_iter().find_map(|name| {
                let places = register.name.strip_prefix(&name)?.strip_prefix('_')?;
                let indices: Option<Vec<u64>> = places.split('_').map(index).collect();
                Some((name, indices?))
            })?
        }
        None => {
            let parts: Vec<&str> = register.name.rsplitn(dims + 1, '_').collect();
            let (name, numbers) = parts.split_last()?;
            let indices: Option<Vec<u64>> = numbers.iter().rev().map(|number| index(number)).collect();
            ((*name).to_owned(), indices?)
        }
    };
    (indices.len() == dims && !name.is_empty()).then_some((name, indices))
}

fn index(text: &str) -> Option<u64> {
    let is_number = text == "0" || text.starts_with(|c: char| ('1'..='9').contains(&c));
    text.parse().ok().filter(|_| is_number)
}

/// Returns the size of each dimension, if the elements come in the order of their indices and none is missing.
fn counts(elements: &[&DraftRegister], dims: usize) -> Option<Vec<u64>> {
    let places: Vec<Vec<u64>> = elements.iter().filter_map(|element| Some(split(element, dims)?.1)).collect();
    let count = |dim: usize| {
        places.iter().filter_map(|place| place.get(dim)).max().map_or(1, |last| last.saturating_add(1))
    };
    let counts: Vec<u64> = (0..dims).map(count).collect();
    let total = counts.iter().try_fold(1_u64, |product, count| product.checked_mul(*count))?;
    let is_in_order = places.iter().zip(0..total).all(|(place, number)| *place == indices(number, &counts));
    (is_in_order && u64::try_from(places.len()).is_ok_and(|found| found >= total)).then_some(counts)
}

fn indices(mut number: u64, counts: &[u64]) -> Vec<u64> {
    let mut indices: Vec<u64> = counts
        .iter()
        .rev()
        .map(|count| {
            let index = number % count.max(&1);
            number /= count.max(&1);
            index
        })
        .collect();
    indices.reverse();
    indices
}

/// Returns the dimensions, if the elements are at equal distances in each.
fn dimensions(elements: &[&DraftRegister], counts: &[u64], bytes: u64) -> Option<Vec<DraftDim>> {
    let start = elements.first()?.offset;
    let mut dims: Vec<DraftDim> = Vec::new();
    let mut step = 1_u64;
    for count in counts.iter().rev() {
        let inner = dims.first().map_or(bytes, |dim| dim.stride.saturating_mul(dim.count));
        let next = elements.get(usize::try_from(step).ok()?).filter(|_| *count > 1);
        let stride = next.map_or(Some(inner), |next| next.offset.checked_sub(start))?;
        dims.insert(0, DraftDim { count: *count, stride, index: String::new() });
        step = step.checked_mul(*count)?;
    }
    let offset = |number: u64| {
        let places = indices(number, counts);
        let distance = |(index, dim): (&u64, &DraftDim)| index.saturating_mul(dim.stride);
        places.iter().zip(&dims).map(distance).fold(start, u64::saturating_add)
    };
    elements.iter().zip(0..).all(|(element, number)| element.offset == offset(number)).then_some(dims)
}

/// Returns the fields of all elements, which differ at most in resets that rise evenly.
fn fields(elements: &[&DraftRegister]) -> Option<Vec<DraftField>> {
    let first = elements.first()?;
    let all_alike = elements.iter().all(|element| {
        element.fields.len() == first.fields.len()
            && element.fields.iter().zip(&first.fields).all(|(one, other)| is_alike(one, other))
    });
    all_alike.then_some(())?;
    let field = |(place, field): (usize, &DraftField)| {
        let resets: Option<Vec<DraftReset>> =
            elements.iter().map(|element| element.fields.get(place).map(|field| field.reset)).collect();
        Some(DraftField { reset: common(&resets?)?, ..field.clone() })
    };
    first.fields.iter().enumerate().map(field).collect()
}

fn is_alike(one: &DraftField, other: &DraftField) -> bool {
    (&one.name, one.msb, one.lsb, one.access, one.hardware, one.constant)
        == (&other.name, other.msb, other.lsb, other.access, other.hardware, other.constant)
        && (&one.legal, one.pulse, one.counter, &one.guards, &one.description)
            == (&other.legal, other.pulse, other.counter, &other.guards, &other.description)
}

/// Returns the reset of the field in all elements.
fn common(resets: &[DraftReset]) -> Option<DraftReset> {
    let first = *resets.first()?;
    if resets.iter().all(|reset| *reset == first) {
        return Some(first);
    }
    let values: Option<Vec<u64>> = resets
        .iter()
        .map(|reset| match reset {
            DraftReset::Constant(value) => Some(*value),
            _ => None,
        })
        .collect();
    let values = values?;
    let (base, step) = (*values.first()?, values.get(1)?.checked_sub(*values.first()?)?);
    let is_even =
        values.windows(2).all(|pair| matches!(pair, [one, next] if one.checked_add(step) == Some(*next)));
    is_even.then_some(DraftReset::Linear { base, step })
}
