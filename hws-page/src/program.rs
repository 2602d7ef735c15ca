//! The program of a page: its modules joined into one.
//!
//! Each module follows those that it imports. Import lines and `export` are dropped, so names have to be unique among
//! all modules of a page.

use std::io;

/// The modules of all pages, each after those that it imports.
pub(crate) const SHARED: [&str; 18] = [
    include_str!("shared/colour.mjs"),
    include_str!("shared/numbers.mjs"),
    include_str!("shared/by_key.mjs"),
    include_str!("shared/bounds.mjs"),
    include_str!("shared/view.mjs"),
    include_str!("shared/elements.mjs"),
    include_str!("shared/theme.mjs"),
    include_str!("shared/address.mjs"),
    include_str!("shared/canvas.mjs"),
    include_str!("shared/axis.mjs"),
    include_str!("shared/hatch.mjs"),
    include_str!("shared/hint.mjs"),
    include_str!("shared/panel.mjs"),
    include_str!("shared/gestures.mjs"),
    include_str!("shared/keys.mjs"),
    include_str!("shared/table.mjs"),
    include_str!("shared/sort_table.mjs"),
    include_str!("shared/page.mjs"),
];

/// Writes the shared modules and those of a page as one program.
pub(crate) fn write(modules: &[&str], out: &mut impl io::Write) -> io::Result<()> {
    SHARED.iter().chain(modules).try_for_each(|module| join(module, out))
}

fn join(module: &str, out: &mut impl io::Write) -> io::Result<()> {
    for line in module.lines().filter(|line| !line.starts_with("import ")) {
        writeln!(out, "{}", line.strip_prefix("export ").unwrap_or(line))?;
    }
    Ok(())
}

/// Returns the first import of a name that no earlier module exports.
pub(crate) fn unmet_import(modules: &[&str]) -> Option<String> {
    let all: Vec<&str> = SHARED.iter().chain(modules).copied().collect();
    let unmet = |(place, module): (usize, &&str)| {
        let earlier = &all[..place];
        imports(module).find(|name| !earlier.iter().any(|other| exports(other, name))).map(str::to_owned)
    };
    all.iter().enumerate().find_map(unmet)
}

/// Returns the names of all lines `import { a, b } from "…";`.
fn imports(module: &str) -> impl Iterator<Item = &str> {
    module.lines().filter(|line| line.starts_with("import ")).flat_map(|line| {
        let list = line.split_once('{').and_then(|(_, rest)| rest.split_once('}'));
        list.map_or("", |(list, _)| list).split(',').map(str::trim)
    })
}

/// Returns whether a module exports a name: a function, a class, or any constant of a line.
fn exports(module: &str, name: &str) -> bool {
    let kinds = ["function ", "class ", "const "];
    let declared = |line: &str| {
        let Some(rest) = line.strip_prefix("export ") else { return false };
        let first = kinds.iter().any(|kind| rest.strip_prefix(kind).is_some_and(|rest| begins(rest, name)));
        first || rest.starts_with("const ") && rest.contains(&format!(", {name} = "))
    };
    module.lines().any(declared)
}

/// Returns whether a text begins with this identifier and not with a longer one.
fn begins(text: &str, name: &str) -> bool {
    let rest = text.strip_prefix(name);
    rest.is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_'))
}
