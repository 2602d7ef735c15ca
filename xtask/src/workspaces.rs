//! Checks of the workspace and of every package outside it.

use crate::repository::{APART, Outcome, command, root, succeed, text};

/// Fails if a commit left a lock file out of date.
pub(crate) fn locks() -> Outcome {
    for package in std::iter::once(".").chain(APART) {
        let manifest = format!("{package}/Cargo.toml");
        text(command("cargo").args([
            "metadata",
            "--locked",
            "--format-version",
            "1",
            "--manifest-path",
            &manifest,
        ]))?;
        println!("{package}/Cargo.lock is up to date");
    }
    Ok(())
}

pub(crate) fn format() -> Outcome {
    std::iter::once(".").chain(APART).try_for_each(|package| {
        succeed(command("cargo").current_dir(root().join(package)).args(["fmt", "--check"]))
    })
}

/// What Clippy looks at, and how; the firmware of examples needs a target of its own.
const LINTED: [(&str, &[&str]); 7] = [
    (".", &["--workspace", "--all-targets", "--features", "hws-benches/bench"]),
    ("bindings/python", &[]),
    ("bindings/headers", &[]),
    ("fuzz", &[]),
    ("tests/mutation", &[]),
    ("bindings/fuzz", &["--all-targets"]),
    ("freestanding", &["--features", "regs,types,model,fw"]),
];

pub(crate) fn lints() -> Outcome {
    for (package, options) in LINTED {
        let mut cargo = command("cargo");
        cargo.current_dir(root().join(package)).args(["clippy", "--quiet"]);
        succeed(cargo.args(options).args(["--", "-D", "warnings"]))?;
        println!("{package}: no warning");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_package_is_linted_but_the_firmware() {
        let missing: Vec<&str> =
            APART.into_iter().filter(|package| !LINTED.iter().any(|(linted, _)| linted == package)).collect();
        assert_eq!(missing, ["examples/firmware/rust"]);
    }

    #[test]
    fn the_forge_uses_the_rust_of_the_manifest() {
        let manifest = crate::repository::read("Cargo.toml").expect("a manifest");
        let (_, rest) = manifest.split_once("rust-version = \"").expect("a version");
        let version = rest.split('"').next().expect("a version");
        let workflow = crate::repository::read(".github/workflows/ci.yml").expect("a workflow");
        assert!(workflow.contains(&format!("container: rust:{version}-")), "not Rust {version}");
        for script in [".ci/run", ".ci/nightly"] {
            assert!(workflow.contains(&format!("'{script}'")) && root().join(script).is_file(), "{script}");
        }
    }
}
