//! From the YAML of a rule file to rules: strict keys, and every expression checked.

use std::collections::BTreeMap;

use hws_input::yaml::{Key, Limits, Node, Oddities, Value, YamlFile, YamlRead};
use hws_input::{Diagnostic, nearest};

use super::expression::{self, Dim, Expression, Tensor};
use super::{Output, OutputType, UserRule};
use crate::import::onnx::dtype::DType;

const LIMITS: Limits = Limits { depth: 8, nodes: 1 << 20, replayed: 100_000, oddities: Oddities::Refused };

/// Keys of the file and of a rule; of an output.
const FILE_KEYS: &[&str] = &["operators"];
pub(super) const RULE_KEYS: &[&str] = &["inputs", "outputs", "operations", "macs", "bytes", "fuse"];
pub(super) const OUTPUT_KEYS: &[&str] = &["type", "shape"];

/// Reads a file.
pub(super) fn rules(text: &str, file: &str) -> YamlRead<BTreeMap<String, UserRule>> {
    let file = YamlFile::new(file);
    let tree = file.parse(text, &LIMITS)?;
    file.entries(&tree, "a file of rules", FILE_KEYS)?;
    let remedy = "add it, with a rule for each operator";
    let operators = file.required(&tree, "operators", "a file of rules", remedy)?;
    let operators = file.map(operators, "a rule for each name")?;
    operators.iter().map(|(key, node)| Ok((name(file, key)?, rule(file, key, node)?))).collect()
}

/// The default domain has two names.
fn name(file: YamlFile<'_>, key: &Key) -> YamlRead<String> {
    let name = key.name.strip_prefix("ai.onnx.").filter(|rest| !rest.contains('.')).unwrap_or(&key.name);
    if name.is_empty() {
        return Err(file.at("missing-name", key.place, "the name of an operator is empty", "give its name"));
    }
    Ok(name.to_owned())
}

fn rule(file: YamlFile<'_>, key: &Key, node: &Node) -> YamlRead<UserRule> {
    let of = format!("the rule of `{}`", key.name);
    file.entries(node, &of, RULE_KEYS)?;
    let outputs = file.required(node, "outputs", &of, "add type and shape of each output")?;
    let outputs = file.list(outputs, "entries, one for each output")?.iter();
    let outputs: Vec<Output> = outputs.map(|node| output(file, node)).collect::<Result<_, _>>()?;
    let count = |name| node.get(name).map(|node| number(file, node, outputs.len())).transpose();
    Ok(UserRule {
        name: name(file, key)?,
        place: key.position().in_file(file.name).to_string(),
        inputs: node.get("inputs").map_or(Ok((0, usize::MAX)), |node| inputs(file, node))?,
        operations: count("operations")?,
        macs: count("macs")?,
        bytes: count("bytes")?,
        is_fusible: node.get("fuse").map_or(Ok(false), |node| file.flag(node))?,
        outputs,
    })
}

/// `2`, or `1..3`.
fn inputs(file: YamlFile<'_>, node: &Node) -> YamlRead<(usize, usize)> {
    let wrong = || file.illegal(node, "a number, or a range such as `1..3`");
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

fn output(file: YamlFile<'_>, node: &Node) -> YamlRead<Output> {
    file.entries(node, "an output", OUTPUT_KEYS)?;
    let shape = shape(file, file.required(node, "shape", "an output", "add it, such as `shape: in0`")?)?;
    let dtype = node.get("type").map_or(Ok(OutputType::Input(0)), |node| dtype(file, node))?;
    Ok(Output { dtype, shape })
}

fn dtype(file: YamlFile<'_>, node: &Node) -> YamlRead<OutputType> {
    let text = node.text().unwrap_or_default();
    let of_input = text.strip_prefix("in").and_then(|index| index.parse().ok()).map(OutputType::Input);
    let known = of_input.or_else(|| DType::named(text).map(OutputType::Given));
    known.ok_or_else(|| {
        let found = file.illegal(node, "a type such as `float32`, or `in0`");
        Box::new(found.suggest(nearest(text, DType::names())))
    })
}

/// A text with entries separated by commas, or a list of entries.
fn shape(file: YamlFile<'_>, node: &Node) -> YamlRead<Vec<Dim>> {
    let of =
        |node: &Node| expression::shape(&text(file, node)?).map_err(|reason| malformed(file, node, reason));
    let dims = match &node.value {
        Value::List(entries) => entries.iter().map(of).collect::<Result<Vec<_>, _>>()?.concat(),
        _ => of(node)?,
    };
    for dim in &dims {
        let mut reads_output = false;
        let mut visit = |tensor| reads_output |= matches!(tensor, Tensor::Output(_));
        match dim {
            Dim::One(expression) => expression.tensors(&mut visit),
            Dim::Slice(tensor, ..) => visit(*tensor),
        }
        if reads_output {
            let message = "a shape depends on an output";
            return Err(file.at("illegal-expression", node.place, message, "use inputs and attributes"));
        }
    }
    Ok(dims)
}

fn number(file: YamlFile<'_>, node: &Node, outputs: usize) -> YamlRead<Expression> {
    let expression =
        expression::number(&text(file, node)?).map_err(|reason| malformed(file, node, reason))?;
    let mut missing = None;
    expression.tensors(&mut |tensor| match tensor {
        Tensor::Output(index) if index >= outputs => missing = Some(index),
        _ => {}
    });
    match missing {
        Some(index) => {
            let message = format!("the rule has no output {index}");
            let remedy = format!("give one of its {outputs} outputs");
            Err(file.at("illegal-expression", node.place, message, remedy))
        }
        None => Ok(expression),
    }
}

/// The text of an expression; a number may be given as such.
fn text(file: YamlFile<'_>, node: &Node) -> YamlRead<String> {
    match &node.value {
        Value::Text(text) => Ok(text.to_string()),
        Value::Integer(number) => Ok(number.to_string()),
        _ => Err(file.illegal(node, "a number, or an expression such as `2 * in0[1]`")),
    }
}

fn malformed(file: YamlFile<'_>, node: &Node, found: Box<Diagnostic>) -> Box<Diagnostic> {
    Box::new(Diagnostic { place: node.place, ..found.in_file(file.name) })
}
