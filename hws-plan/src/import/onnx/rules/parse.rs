//! From the YAML of a rule file to rules: strict keys, and every expression checked.

use std::collections::BTreeMap;

use hws_input::yaml::{self, Key, Limits, Node, Oddities, Value};
use hws_input::{Position, did_you_mean, nearest};

use super::expression::{self, Dim, Expression, Tensor};
use super::{Output, OutputType, RulesError, UserRule};
use crate::import::onnx::dtype::DType;

const LIMITS: Limits = Limits { depth: 8, nodes: 1 << 20, replayed: 100_000, oddities: Oddities::Refused };

/// Keys of the file and of a rule; of an output.
const FILE_KEYS: &[&str] = &["operators"];
pub(super) const RULE_KEYS: &[&str] = &["inputs", "outputs", "operations", "macs", "bytes", "fuse"];
pub(super) const OUTPUT_KEYS: &[&str] = &["type", "shape"];

/// A reason at a place.
type Fault = (Position, String);

/// Reads a file.
pub(super) fn rules(text: &str, file: &str) -> Result<BTreeMap<String, UserRule>, RulesError> {
    let in_file = |(position, reason)| RulesError { file: file.to_owned(), position, reason };
    read(text, file).map_err(in_file)
}

fn read(text: &str, file: &str) -> Result<BTreeMap<String, UserRule>, Fault> {
    let tree = yaml::parse(text, &LIMITS)
        .map_err(|error| (error.place.position, format!("{} (correct the YAML)", error.message)))?;
    keys(&tree, FILE_KEYS, "a map with the key `operators`")?;
    let operators = tree.get("operators").ok_or_else(|| {
        (tree.position(), "the key `operators` is missing (add it, with a rule for each operator)".to_owned())
    })?;
    if !matches!(operators.value, Value::Map(_)) {
        return Err((
            operators.position(),
            "`operators` is not a map (give a rule for each name)".to_owned(),
        ));
    }
    operators.entries().iter().map(|(key, node)| Ok((name(key)?, rule(key, node, file)?))).collect()
}

/// The default domain has two names.
fn name(key: &Key) -> Result<String, Fault> {
    let name = key.name.strip_prefix("ai.onnx.").filter(|rest| !rest.contains('.')).unwrap_or(&key.name);
    if name.is_empty() {
        return Err((key.position(), "the name of an operator is empty (give its name)".to_owned()));
    }
    Ok(name.to_owned())
}

fn rule(key: &Key, node: &Node, file: &str) -> Result<UserRule, Fault> {
    keys(node, RULE_KEYS, "a map with the key `outputs`")?;
    let outputs = node.get("outputs").ok_or_else(|| {
        (key.position(), format!("`{}` has no `outputs` (add type and shape of each output)", key.name))
    })?;
    if !matches!(outputs.value, Value::List(_)) {
        return Err((
            outputs.position(),
            "`outputs` is not a list (give an entry for each output)".to_owned(),
        ));
    }
    let outputs: Vec<Output> = outputs.elements().iter().map(output).collect::<Result<_, _>>()?;
    let count = |name| node.get(name).map(|node| number(node, outputs.len())).transpose();
    Ok(UserRule {
        name: name(key)?,
        place: key.position().in_file(file).to_string(),
        inputs: node.get("inputs").map_or(Ok((0, usize::MAX)), inputs)?,
        operations: count("operations")?,
        macs: count("macs")?,
        bytes: count("bytes")?,
        is_fusible: match node.get("fuse") {
            None => false,
            Some(node) => node
                .boolean()
                .ok_or_else(|| (node.position(), "`fuse` is not `true` or `false`".to_owned()))?,
        },
        outputs,
    })
}

/// `2`, or `1..3`.
fn inputs(node: &Node) -> Result<(usize, usize), Fault> {
    let wrong =
        || (node.position(), "`inputs` is not a number (give one, or a range such as `1..3`)".to_owned());
    match &node.value {
        Value::Integer(count) => {
            usize::try_from(count.get()).map(|count| (count, count)).map_err(|_| wrong())
        }
        Value::Text(text) => {
            let (least, most) = text.split_once("..").ok_or_else(wrong)?;
            let least = least.trim().parse().map_err(|_| wrong())?;
            let most = if most.trim().is_empty() { Ok(usize::MAX) } else { most.trim().parse() };
            most.ok().filter(|&most| most >= least).map(|most| (least, most)).ok_or_else(wrong)
        }
        _ => Err(wrong()),
    }
}

fn output(node: &Node) -> Result<Output, Fault> {
    keys(node, OUTPUT_KEYS, "a map with the key `shape`")?;
    let missing = || (node.position(), "the output has no `shape` (add it, such as `shape: in0`)".to_owned());
    let shape = shape(node.get("shape").ok_or_else(missing)?)?;
    Ok(Output { dtype: node.get("type").map_or(Ok(OutputType::Input(0)), dtype)?, shape })
}

fn dtype(node: &Node) -> Result<OutputType, Fault> {
    let text = node.text().unwrap_or_default();
    let of_input = text.strip_prefix("in").and_then(|index| index.parse().ok()).map(OutputType::Input);
    let known = of_input.or_else(|| DType::named(text).map(OutputType::Given));
    known.ok_or_else(|| {
        let meant = did_you_mean(nearest(text, DType::names()));
        let found = if text.is_empty() { "this".to_owned() } else { format!("`{text}`") };
        (node.position(), format!("{found} is not a type ({meant}give one such as `float32`, or `in0`)"))
    })
}

/// A text with entries separated by commas, or a list of entries.
fn shape(node: &Node) -> Result<Vec<Dim>, Fault> {
    let dims = match &node.value {
        Value::List(entries) => {
            let entry =
                |entry: &Node| expression::shape(&text(entry)?).map_err(|reason| (entry.position(), reason));
            entries.iter().map(entry).collect::<Result<Vec<_>, _>>()?.concat()
        }
        _ => expression::shape(&text(node)?).map_err(|reason| (node.position(), reason))?,
    };
    for dim in &dims {
        let mut reads_output = false;
        let mut visit = |tensor| reads_output |= matches!(tensor, Tensor::Output(_));
        match dim {
            Dim::One(expression) => expression.tensors(&mut visit),
            Dim::Slice(tensor, ..) => visit(*tensor),
        }
        if reads_output {
            let reason = "a shape depends on an output (use inputs and attributes)".to_owned();
            return Err((node.position(), reason));
        }
    }
    Ok(dims)
}

fn number(node: &Node, outputs: usize) -> Result<Expression, Fault> {
    let expression = expression::number(&text(node)?).map_err(|reason| (node.position(), reason))?;
    let mut missing = None;
    expression.tensors(&mut |tensor| match tensor {
        Tensor::Output(index) if index >= outputs => missing = Some(index),
        _ => {}
    });
    match missing {
        Some(index) => Err((
            node.position(),
            format!("the rule has no output {index} (give one of its {outputs} outputs)"),
        )),
        None => Ok(expression),
    }
}

/// The text of an expression; a number may be given as such.
fn text(node: &Node) -> Result<String, Fault> {
    match &node.value {
        Value::Text(text) => Ok(text.to_string()),
        Value::Integer(number) => Ok(number.to_string()),
        _ => Err((
            node.position(),
            "this is not an expression (give a number, or a text such as `2 * in0[1]`)".to_owned(),
        )),
    }
}

/// Checks that a value is a map of known keys.
fn keys(node: &Node, known: &[&str], wanted: &str) -> Result<(), Fault> {
    if !matches!(node.value, Value::Map(_)) {
        return Err((node.position(), format!("this is not a map (give {wanted})")));
    }
    match node.entries().iter().find(|(key, _)| !known.contains(&key.name.as_str())) {
        None => Ok(()),
        Some((key, _)) => {
            let meant = did_you_mean(nearest(&key.name, known.iter().copied()));
            let list = known.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
            Err((key.position(), format!("unknown key `{}` ({meant}give {list})", key.name)))
        }
    }
}
