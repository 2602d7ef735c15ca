//! Parameters of a component that are numbers. Our exports in CMSIS-SVD have them in the same form.

use super::number;
use crate::import::draft::{DraftParameter, Spot};
use crate::import::losses::Losses;
use crate::import::{notes, origin, xml};
use crate::source::expression::Values;
use roxmltree::Node;

/// Reads a list of parameters; the values of those that are numbers are added to `values`, by their identities.
pub(in crate::import) fn all<'a, 'i: 'a>(
    list: Node<'a, 'i>,
    values: &mut Values,
    losses: &mut Losses,
    is_own: bool,
) -> Vec<DraftParameter> {
    let mut read: Vec<DraftParameter> =
        xml::children(list, "parameter").filter_map(|node| parameter(node, values, losses, is_own)).collect();
    if is_own {
        read.iter_mut().for_each(notes::of_parameter);
    }
    read
}

fn parameter(
    node: Node<'_, '_>,
    values: &mut Values,
    losses: &mut Losses,
    is_own: bool,
) -> Option<DraftParameter> {
    let name = xml::word(node, "name").unwrap_or_default();
    let at = losses.at(node, &name);
    let text = xml::word(node, "value").unwrap_or_default();
    let Some(value) = number::parse(&text, values) else {
        losses.add(&at, format!("left out: the value `{text}` of a parameter is not a number"));
        return None;
    };
    let id = node.attribute("parameterId").unwrap_or(&name);
    values.insert(id.to_owned(), value);
    let prose = |text: String| if is_own { text } else { origin::one_line(&text) };
    Some(DraftParameter {
        limits: limits(node, &at, value, values, losses),
        description: xml::child(node, "description").map(xml::text).map(prose).unwrap_or_default(),
        ..DraftParameter::new(at, name, value)
    })
}

/// Returns the least and the greatest value; without one of them, the value itself is it.
fn limits(
    node: Node<'_, '_>,
    at: &Spot,
    value: u64,
    values: &Values,
    losses: &mut Losses,
) -> Option<(u64, u64)> {
    let [min, max] = ["minimum", "maximum"].map(|name| node.attribute(name));
    if min.is_none() && max.is_none() {
        return None;
    }
    let bound = |text: Option<&str>| text.map_or(Some(value), |text| number::parse(text, values));
    let limits = bound(min).zip(bound(max)).filter(|(min, max)| (*min..=*max).contains(&value));
    if limits.is_none() {
        let [min, max] = [min, max].map(Option::unwrap_or_default);
        let what = format!("left out: the limits `{min}` and `{max}` of a parameter that is {value}");
        losses.add(at, what);
    }
    limits
}
