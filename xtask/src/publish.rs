//! The crates as their users get them: packs every crate that can be published, and checks what is in the packages.

mod content;
mod manifest;

use crate::packages::{list, metadata, string};
use crate::repository::{Outcome, bash, command, output, succeed, target};
use content::Package;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Whether each crate is also built from the packages alone, which compiles everything once more.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Build {
    No,
    Yes,
}

pub(crate) fn run(build: Build) -> Outcome {
    succeed(&mut bash("debian tar"))?;
    let out = target().join("publish");
    // Packages of an earlier version would be checked as well.
    remove(&out.join("package"))?;
    remove(&out.join("unpacked"))?;
    pack(&out, build)?;
    let found = faults(&metadata(&["--locked"])?, &out)?;
    if found.is_empty() { Ok(()) } else { Err(found.join("\n")) }
}

fn remove(folder: &Path) -> Outcome {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("{}: {error}", folder.display()))
        }
        _ => Ok(()),
    }
}

fn pack(out: &Path, build: Build) -> Outcome {
    let mut cargo = command("cargo");
    // Uncommitted changes are checked before they are committed.
    cargo
        .args(["publish", "--dry-run", "--workspace", "--locked", "--allow-dirty"])
        .env("CARGO_TARGET_DIR", out);
    if build == Build::No {
        cargo.arg("--no-verify");
    }
    let output = output(&mut cargo)?;
    if output.status.success() {
        return Ok(());
    }
    Err(format!("cargo publish --dry-run --workspace: failed\n{}", String::from_utf8_lossy(&output.stderr)))
}

/// Every fault, with its crate.
fn faults(metadata: &Value, out: &Path) -> Outcome<Vec<String>> {
    let (mut packages, mut faults) = (packages(&out.join("package"))?, Vec::new());
    // `publish` is an empty list for a crate that is not published, and null for one that is.
    for found in list(metadata, "packages").iter().filter(|found| found["publish"].is_null()) {
        let (name, version) = (string(found, "name"), string(found, "version"));
        let mut own = manifest::faults(found);
        match packages.remove(&format!("{name}-{version}")) {
            Some(path) => own.extend(Package::unpack(name, &path, &out.join("unpacked"))?.faults()?),
            None => own.push("there is no package".to_owned()),
        }
        faults.extend(own.into_iter().map(|fault| format!("{name}: {fault}")));
    }
    faults.extend(packages.into_keys().map(|name| format!("{name}: of a crate that is not to be published")));
    Ok(faults)
}

/// The packages in a folder and below it, by name and version.
fn packages(folder: &Path) -> Outcome<BTreeMap<String, PathBuf>> {
    let mut files = BTreeMap::new();
    content::collect(folder, "", &mut files).map_err(|error| format!("{}: {error}", folder.display()))?;
    let named = |file: &String| {
        let name = file.strip_suffix(".crate")?.rsplit('/').next()?;
        Some((name.to_owned(), folder.join(file)))
    };
    Ok(files.keys().filter_map(named).collect())
}
