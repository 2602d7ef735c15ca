//! What tables of a page claim of the code, held against the code.
//!
//! - A table with the columns `function` and `file`: each file has each function.
//! - What is generated from interfaces.yaml is current.
//! - A table with the columns `crate` and `uses`: the crate uses these crates of the repository, and no other.

mod table;

use crate::packages::{Package, Packages};
use crate::repository::{Outcome, files, read};
use crate::{diagram, generate};
use std::collections::BTreeSet;
use table::{Row, calls, link, rows};

/// It may name what is gone.
const HISTORY: &str = "CHANGELOG.md";

/// Rows with a claim that have to be there at least.
const FLOOR: usize = 50;

pub(crate) fn run() -> Outcome {
    let packages = Packages::all()?;
    let (mut claims, mut faults) = (0, Vec::new());
    for page in files()?.iter().filter(|file| file.ends_with(".md") && *file != HISTORY) {
        for (line, row) in rows(&read(page)?) {
            let Some(reasons) = reasons(packages, page, &row) else { continue };
            claims += 1;
            faults.extend(reasons.into_iter().map(|reason| format!("{page}:{line}: {reason}")));
        }
    }
    faults.extend(diagram::fault()?);
    faults.extend(generate::faults()?);
    println!("{claims} rows with claims, {} faults", faults.len());
    if claims < FLOOR {
        faults.push(format!("fewer than {FLOOR} rows with claims are found"));
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
}

/// What is wrong with a row; nothing if it claims nothing.
fn reasons(packages: &Packages, page: &str, row: &Row<'_>) -> Option<Vec<String>> {
    let linked = |column: &str| row.get(column).and_then(|cell| link(cell)).map(|target| place(page, target));
    if let (Some(function), true) = (row.get("function"), row.contains_key("file")) {
        return Some(of_functions(linked("file").as_deref(), function));
    }
    if let (Some(uses), true) = (row.get("uses"), row.contains_key("crate")) {
        return Some(of_uses(packages, linked("crate").as_deref(), uses));
    }
    None
}

/// The path from the root of what a page links to.
fn place(page: &str, target: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "." | "" => {}
            ".." => drop_last(&mut parts),
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// Above the root there is nothing, so a link there leads to no file.
fn drop_last(parts: &mut Vec<&str>) {
    if parts.pop().is_none() {
        parts.push("..");
    }
}

fn of_functions(file: Option<&str>, cell: &str) -> Vec<String> {
    let Some((file, code)) = file.and_then(|file| Some((file, read(file).ok()?))) else {
        return vec!["the row does not link to one file that exists".to_owned()];
    };
    let functions = calls(cell);
    if functions.is_empty() {
        return vec!["the row names no function; write `name()`".to_owned()];
    }
    let missing = functions.into_iter().filter(|function| !defines(&code, function));
    missing.map(|function| format!("{file} has no function `{function}`")).collect()
}

/// Whether the code has a function of that name.
fn defines(code: &str, function: &str) -> bool {
    code.split("fn ").skip(1).any(|rest| {
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        &rest[..end] == function
    })
}

fn of_uses(packages: &Packages, readme: Option<&str>, cell: &str) -> Vec<String> {
    let folder = readme.and_then(|readme| readme.strip_suffix("README.md"));
    let Some(package) =
        folder.and_then(|folder| packages.0.values().find(|package| package.folder == folder))
    else {
        return vec!["the row does not link to the README of a crate".to_owned()];
    };
    compared(package, cell)
}

fn compared(package: &Package, cell: &str) -> Vec<String> {
    let folder = package.folder.trim_end_matches('/');
    let real: BTreeSet<&str> = package.normal.iter().map(String::as_str).collect();
    let claimed: BTreeSet<&str> =
        cell.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty()).collect();
    let unsaid =
        real.difference(&claimed).map(|name| format!("{folder} uses {name}, which the row does not say"));
    let untrue = claimed.difference(&real).map(|name| format!("{folder} does not use {name}"));
    unsaid.chain(untrue).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_starts_from_its_page() {
        assert_eq!(place("docs/a/page.md", "../../hws-cli/./README.md"), "hws-cli/README.md");
        assert_eq!(place("README.md", "docs/page.md"), "docs/page.md");
        assert_eq!(place("README.md", "../other/page.md"), "../other/page.md");
    }

    #[test]
    fn a_function_is_in_its_file() {
        let file = Some("xtask/src/claims.rs");
        assert_eq!(of_functions(file, "`run()`, `claims::defines()`"), Vec::<String>::new());
        assert_eq!(of_functions(file, "`defined()`"), ["xtask/src/claims.rs has no function `defined`"]);
        assert_eq!(of_functions(file, "run"), ["the row names no function; write `name()`"]);
        assert_eq!(of_functions(Some("none.rs"), "`run()`").len(), 1);
        assert_eq!(of_functions(None, "`run()`").len(), 1);
    }

    #[test]
    fn only_the_whole_name_after_fn_is_a_function() {
        assert!(defines("pub fn run<T>() {}", "run"));
        assert!(!defines("fn runs() {}\nrun()", "run"));
    }

    #[test]
    fn uses_are_those_of_the_manifest() {
        let normal = ["b", "c"].map(str::to_owned).to_vec();
        let package = Package { folder: "a/".to_owned(), uses: Vec::new(), normal };
        assert_eq!(compared(&package, "b, c"), Vec::<String>::new());
        assert_eq!(compared(&package, "c"), ["a uses b, which the row does not say"]);
        assert_eq!(compared(&package, "b, c, d"), ["a does not use d"]);
    }

    #[test]
    fn a_row_of_a_crate_links_to_its_readme() {
        let packages = Packages::all().expect("the manifests");
        assert_eq!(of_uses(packages, Some("xtask/README.md"), "hws-interfaces"), Vec::<String>::new());
        assert_eq!(of_uses(packages, Some("xtask/src/main.rs"), "").len(), 1);
        assert_eq!(of_uses(packages, None, ""), ["the row does not link to the README of a crate"]);
    }
}
