//! What can be said about an export without the tools of its language: it parses where a parser is at hand, and nothing
//! in it has the name of something else.

use std::collections::BTreeSet;

/// Returns every fault.
pub(super) fn check(format: &str, export: &str) -> Vec<String> {
    match format {
        "c" => duplicates(&[names(export, "#define "), enumerators(export)].concat()),
        "systemverilog" => {
            duplicates(&[constants(export), enumerators(export), types(export), functions(export)].concat())
        }
        "uvm" => duplicates(&[names(export, "  class "), enumerators(export)].concat()),
        "python" => duplicates(&[names(export, "class "), assigned(export)].concat()),
        "json" => {
            serde_json::from_str::<serde_json::Value>(export).err().iter().map(ToString::to_string).collect()
        }
        "rust" => syn::parse_file(export).err().iter().map(ToString::to_string).collect(),
        "svd" => tree(export, &["register", "cluster", "field", "enumeratedValue"]),
        "ipxact" => tree(export, &["register", "registerFile", "field", "addressBlock", "enumeratedValue"]),
        "systemrdl" => instances(export),
        "markdown" => rows(export),
        "html" => duplicates(&ids(export)),
        "c-tests" => [duplicates(&titles(export, "    {\"")), brackets(export)].concat(),
        "cocotb" => [duplicates(&titles(export, "    Register(\"")), brackets(export)].concat(),
        other => vec![format!("no check for {other}")],
    }
}

fn duplicates(names: &[String]) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let twice = names.iter().filter(|name| !seen.insert(*name));
    let found: Vec<String> = twice.map(|name| format!("{name} appears twice")).collect();
    if names.is_empty() { vec!["there are no names".to_owned()] } else { found }
}

/// As many brackets of each kind are closed as are opened.
fn brackets(export: &str) -> Vec<String> {
    let kinds = ["()", "[]", "{}"].iter().filter(|kind| {
        let counts = kind.chars().map(|bracket| export.matches(bracket).count());
        counts.collect::<BTreeSet<_>>().len() != 1
    });
    kinds.map(|kind| format!("{kind} are not balanced")).collect()
}

/// What stands between the prefix at the start of a line and a quote: the name of a register, with `[]` and dot.
fn titles(export: &str, prefix: &str) -> Vec<String> {
    let lines = export.lines().filter_map(|line| line.strip_prefix(prefix));
    lines.filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}

fn word(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// The words after the prefix at the start of a line.
fn names(export: &str, prefix: &str) -> Vec<String> {
    // The header defines one macro in two branches of a condition.
    let other = export.lines().filter(|line| !line.contains("_STATIC_ASSERT(condition, text) static_assert"));
    other.filter_map(|line| line.strip_prefix(prefix)).map(word).collect()
}

/// The members of enumerations, which share the scope of the enumeration in C and SystemVerilog.
fn enumerators(export: &str) -> Vec<String> {
    let (mut is_inside, mut found) = (false, Vec::new());
    for line in export.lines() {
        if line.ends_with('{') && line.contains("enum ") {
            is_inside = true;
        } else if line.trim_start().starts_with('}') {
            is_inside = false;
        } else if is_inside && line.contains(" = ") {
            found.push(word(line.trim_start()));
        }
    }
    found
}

fn constants(export: &str) -> Vec<String> {
    let lines = export.lines().filter_map(|line| line.strip_prefix("  localparam "));
    lines.filter_map(|line| line.split(" = ").next()?.split_whitespace().last().map(word)).collect()
}

fn types(export: &str) -> Vec<String> {
    export.lines().filter_map(|line| line.strip_prefix("  } ")).map(word).collect()
}

fn functions(export: &str) -> Vec<String> {
    let lines = export.lines().filter_map(|line| line.strip_prefix("  function automatic "));
    lines.filter_map(|line| line.split('(').next()?.split_whitespace().last().map(word)).collect()
}

fn assigned(export: &str) -> Vec<String> {
    let is_name = |line: &&str| line.contains(" = ") && line.starts_with(|c: char| c.is_alphabetic());
    export.lines().filter(is_name).map(word).collect()
}

fn ids(export: &str) -> Vec<String> {
    export.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}

/// Every table has as many cells in each row as in its head.
fn rows(export: &str) -> Vec<String> {
    let cells = |line: &str| line.replace("\\|", "").matches('|').count();
    let (mut head, mut found) = (0, Vec::new());
    for line in export.lines() {
        match line.starts_with('|') {
            true if head == 0 => head = cells(line),
            true if cells(line) != head => found.push(format!("{head} cells in the head, other in: {line}")),
            true => {}
            false => head = 0,
        }
    }
    found
}

/// Well-formed XML in which siblings of one kind have different names.
fn tree(export: &str, kinds: &[&str]) -> Vec<String> {
    let document = match roxmltree::Document::parse(export) {
        Ok(document) => document,
        Err(error) => return vec![error.to_string()],
    };
    let is_thing = |node: &roxmltree::Node<'_, '_>| kinds.contains(&node.tag_name().name());
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    for node in document.descendants().filter(is_thing) {
        let name =
            node.children().find(|child| child.tag_name().name() == "name").and_then(|name| name.text());
        match name {
            None | Some("") => found.push(format!("a {} has no name", node.tag_name().name())),
            Some(name) if !seen.insert((node.parent().map(|node| node.id().get()), name)) => {
                found.push(format!("{name} appears twice"));
            }
            Some(_) => {}
        }
    }
    found
}

/// Instances and fields have different names in each component.
fn instances(export: &str) -> Vec<String> {
    let mut scopes: Vec<BTreeSet<String>> = vec![BTreeSet::new()];
    let mut found = Vec::new();
    for line in export.lines().map(str::trim) {
        if line.starts_with("//") || line.starts_with("desc = ") || line.starts_with("name = ") {
            continue;
        }
        if line.ends_with('{') {
            scopes.push(BTreeSet::new());
        } else if let Some(rest) = line.strip_prefix('}') {
            scopes.pop();
            let name = word(rest.trim_start());
            if let Some(scope) = scopes.last_mut().filter(|_| !name.is_empty())
                && !scope.insert(name.clone())
            {
                found.push(format!("{name} appears twice"));
            }
        }
    }
    if scopes.len() != 1 {
        found.push("a brace is missing".to_owned());
    }
    found
}
