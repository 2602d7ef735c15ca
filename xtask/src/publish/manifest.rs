//! What a registry shows of a crate.

use crate::packages::{list, string};
use serde_json::Value;

const SHOWN: [&str; 6] = ["description", "license", "documentation", "readme", "keywords", "categories"];

/// What the metadata of a package lacks.
pub(super) fn faults(found: &Value) -> Vec<String> {
    let is_absent = |key: &&str| string(found, key).is_empty() && list(found, key).is_empty();
    let mut faults: Vec<String> =
        SHOWN.iter().filter(|key| is_absent(key)).map(|key| format!("Cargo.toml has no `{key}`")).collect();
    if string(found, "documentation") != format!("https://docs.rs/{}", string(found, "name")) {
        faults.push("`documentation` is not its page on docs.rs".to_owned());
    }
    for used in list(found, "dependencies") {
        if used["path"].is_string() && string(used, "kind") != "dev" && string(used, "req") == "*" {
            faults.push(format!("the dependency {} has a path without a version", string(used, "name")));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"{"name": "a", "description": "A", "license": "MIT", "documentation": "https://docs.rs/a",
        "readme": "README.md", "keywords": ["k"], "categories": ["c"], "dependencies": [
            {"name": "b", "path": "/b", "kind": null, "req": "^1"}, {"name": "t", "path": "/t", "kind": "dev", "req": "*"}
        ]}"#;

    fn faults_of(text: &str) -> Vec<String> {
        faults(&serde_json::from_str(text).expect("JSON"))
    }

    #[test]
    fn a_complete_manifest_has_no_fault() {
        assert_eq!(faults_of(GOOD), Vec::<String>::new());
    }

    #[test]
    fn each_absence_is_a_fault() {
        assert_eq!(faults_of(&GOOD.replace("\"k\"", "")), ["Cargo.toml has no `keywords`"]);
        assert_eq!(faults_of(&GOOD.replace("\"MIT\"", "null")), ["Cargo.toml has no `license`"]);
        assert_eq!(
            faults_of(&GOOD.replace("docs.rs/a", "docs.rs/b")),
            ["`documentation` is not its page on docs.rs"]
        );
        assert_eq!(faults_of(&GOOD.replace("^1", "*")), ["the dependency b has a path without a version"]);
    }
}
