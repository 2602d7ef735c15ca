//! The packages of the repository, as Cargo sees them, and which uses which.

use crate::repository::{APART, Outcome, command, root, text};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

/// The metadata of a workspace, without the packages of others. `options` are further arguments.
pub(crate) fn metadata(options: &[&str]) -> Outcome<Value> {
    let mut cargo = command("cargo");
    cargo.args(["metadata", "--no-deps", "--format-version", "1"]).args(options);
    serde_json::from_str(&text(&mut cargo)?).map_err(|error| format!("cargo metadata: {error}"))
}

/// The list under a key; an absent one is empty.
pub(crate) fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// The text under a key; an absent one is empty.
pub(crate) fn string<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// A package of the repository.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Package {
    /// From the root, with a slash at its end.
    pub(crate) folder: String,
    /// The packages of this repository that it uses in any way, by name.
    pub(crate) uses: Vec<String>,
    /// Those that its library or program uses, neither for tests alone nor for building.
    pub(crate) normal: Vec<String>,
}

/// Every package by its name.
pub(crate) struct Packages(pub(crate) BTreeMap<String, Package>);

impl Packages {
    /// Read once.
    pub(crate) fn all() -> Outcome<&'static Self> {
        static ALL: LazyLock<Outcome<Packages>> = LazyLock::new(Packages::read);
        ALL.as_ref().map_err(Clone::clone)
    }

    fn read() -> Outcome<Self> {
        let mut packages = BTreeMap::new();
        for folder in std::iter::once(".").chain(APART) {
            let found = metadata(&["--manifest-path", &format!("{folder}/Cargo.toml")])?;
            packages.extend(
                list(&found, "packages")
                    .iter()
                    .map(|found| (string(found, "name").to_owned(), package(found))),
            );
        }
        Ok(Self(packages))
    }

    /// The folders of a package and of all that it uses.
    pub(crate) fn folders(&self, name: &str) -> Outcome<Vec<String>> {
        let (mut names, mut folders) = (vec![name], Vec::new());
        let mut at = 0;
        while let Some(name) = names.get(at) {
            let package =
                self.0.get(*name).ok_or_else(|| format!("no package of the repository is named `{name}`"))?;
            folders.push(package.folder.clone());
            for used in &package.uses {
                if !names.contains(&used.as_str()) {
                    names.push(used);
                }
            }
            at += 1;
        }
        Ok(folders)
    }
}

fn package(found: &Value) -> Package {
    let manifest = Path::new(string(found, "manifest_path"));
    let folder = manifest.parent().and_then(|folder| folder.strip_prefix(root()).ok()).unwrap_or(manifest);
    let of_the_repository = || list(found, "dependencies").iter().filter(|used| used["path"].is_string());
    let names = |used: &Value| string(used, "name").to_owned();
    Package {
        folder: format!("{}/", folder.display()),
        uses: of_the_repository().map(names).collect(),
        normal: of_the_repository().filter(|used| used["kind"].is_null()).map(names).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(folder: &str, uses: &[&str]) -> Package {
        Package {
            folder: folder.to_owned(),
            uses: uses.iter().map(|&name| name.to_owned()).collect(),
            normal: Vec::new(),
        }
    }

    #[test]
    fn folders_are_those_of_all_that_is_used_even_in_a_circle() {
        let all = [
            ("a", package("a/", &["b"])),
            ("b", package("b/", &["c"])),
            ("c", package("c/", &["a"])),
            ("d", package("d/", &[])),
        ];
        let packages = Packages(all.into_iter().map(|(name, package)| (name.to_owned(), package)).collect());
        assert_eq!(packages.folders("b").expect("a package"), ["b/", "c/", "a/"]);
        assert!(packages.folders("e").is_err());
    }

    #[test]
    fn a_manifest_gives_the_folder_and_what_it_uses() {
        let text = r#"{"manifest_path": "ROOT/a/b/Cargo.toml", "dependencies": [
            {"name": "c", "path": "/c", "kind": null}, {"name": "d", "path": "/d", "kind": "dev"}, {"name": "serde", "kind": null}
        ]}"#;
        let found = serde_json::from_str(&text.replace("ROOT", &root().to_string_lossy())).expect("JSON");
        let expected = Package { normal: vec!["c".to_owned()], ..package("a/b/", &["c", "d"]) };
        assert_eq!(super::package(&found), expected);
    }
}
