//! What is in a package.

use crate::repository::{Outcome, command, root, succeed};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Bytes, compressed. The largest package has about two thirds of it.
const MOST: u64 = 500_000;

/// Files at the top of every package.
const NEEDED: [&str; 5] = ["Cargo.toml", "Cargo.toml.orig", "README.md", "LICENSE-APACHE", "LICENSE-MIT"];

/// What Cargo adds: the lock file and the commit.
const ADDED: [&str; 2] = ["Cargo.lock", ".cargo_vcs_info.json"];

/// What else a package has beside src, and where that lies in the repository: for links to files of others.
const BESIDE: [(&str, &str, &str); 3] = [
    ("hws-regs", "build.rs", "hws-regs/build.rs"),
    ("hws-regs", "regmap.yaml", "regmap.yaml"),
    ("hws-model", "use-from-rust.md", "docs/use-from-rust.md"),
];

/// Where files whose names contain `tests` are not tests: the export of register tests.
const NO_TESTS: [(&str, &str); 1] = [("hws-regmap", "src/emit/")];

/// An unpacked package.
pub(super) struct Package {
    name: String,
    folder: PathBuf,
    bytes: u64,
    /// Its files, and whether each is a plain one.
    files: BTreeMap<String, bool>,
}

impl Package {
    pub(super) fn unpack(name: &str, package: &Path, folder: &Path) -> Outcome<Self> {
        let failed = |error| format!("{}: {error}", package.display());
        fs::create_dir_all(folder).map_err(failed)?;
        succeed(command("tar").arg("-xzf").arg(package).arg("-C").arg(folder))?;
        let bytes = fs::metadata(package).map_err(failed)?.len();
        let folder = folder.join(package.file_stem().unwrap_or_default());
        let mut files = BTreeMap::new();
        collect(&folder, "", &mut files).map_err(failed)?;
        println!("{bytes:>8} bytes  {:>4} files  {name}", files.len());
        Ok(Self { name: name.to_owned(), folder, bytes, files })
    }

    pub(super) fn faults(&self) -> Outcome<Vec<String>> {
        let mut faults = Vec::new();
        if self.bytes > MOST {
            faults.push(format!("{} bytes, of at most {MOST}", self.bytes));
        }
        faults.extend(self.top());
        faults.extend(self.source());
        faults.extend(self.copies()?);
        Ok(faults)
    }

    fn beside(&self) -> impl Iterator<Item = (&'static str, &'static str)> + '_ {
        BESIDE.iter().filter(|(name, ..)| *name == self.name).map(|&(_, path, origin)| (path, origin))
    }

    /// Files beside src that are missing or needless.
    fn top(&self) -> Vec<String> {
        let mut needed = NEEDED.to_vec();
        needed.extend(self.beside().map(|(path, _)| path));
        let missing = needed.iter().filter(|path| !self.files.contains_key(**path));
        let mut faults: Vec<String> = missing.map(|path| format!("{path} is missing")).collect();
        let top = self.files.keys().filter(|path| !path.starts_with("src/"));
        let needless = top.filter(|path| !needed.contains(&path.as_str()) && !ADDED.contains(&path.as_str()));
        faults.extend(
            needless.map(|path| format!("{path} is not needed by users; see `include` in Cargo.toml")),
        );
        faults
    }

    /// Files that no package may have, and the one that each needs.
    fn source(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if !["src/lib.rs", "src/main.rs"].iter().any(|path| self.files.contains_key(*path)) {
            faults.push("neither src/lib.rs nor src/main.rs is there".to_owned());
        }
        let is_exempt =
            |path: &str| NO_TESTS.iter().any(|(name, start)| *name == self.name && path.starts_with(start));
        for (path, is_plain) in &self.files {
            if is_test(path) && !is_exempt(path) {
                faults.push(format!("{path} is a test"));
            }
            if !is_plain {
                faults.push(format!("{path} is not a plain file"));
            }
        }
        faults
    }

    /// Files that differ from those of the repository that they are copies of.
    fn copies(&self) -> Outcome<Vec<String>> {
        let mut faults = Vec::new();
        for (path, origin) in self.beside().chain(["LICENSE-APACHE", "LICENSE-MIT"].map(|path| (path, path)))
        {
            if !self.files.contains_key(path) {
                continue;
            }
            let read =
                |path: PathBuf| fs::read(&path).map_err(|error| format!("{}: {error}", path.display()));
            if read(self.folder.join(path))? != read(root().join(origin))? {
                faults.push(format!("{path} is not {origin}"));
            }
        }
        Ok(faults)
    }
}

/// Whether a part of the path is `tests`, or the file `tests.rs`.
fn is_test(path: &str) -> bool {
    path.split('/').any(|part| part == "tests" || part == "tests.rs")
}

/// The files of a folder and of those below it, and whether each is a plain one.
pub(super) fn collect(
    folder: &Path,
    prefix: &str,
    files: &mut BTreeMap<String, bool>,
) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.insert(name, entry.file_type()?.is_file());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, files: &[&str]) -> Package {
        let files = NEEDED.iter().chain(&ADDED).chain(files).map(|&path| (path.to_owned(), true)).collect();
        Package { name: name.to_owned(), folder: PathBuf::new(), bytes: 1, files }
    }

    fn faults(package: &Package) -> Vec<String> {
        [package.top(), package.source()].concat()
    }

    #[test]
    fn a_sound_package_has_no_fault() {
        assert_eq!(faults(&package("a", &["src/lib.rs", "src/testsuite.rs"])), Vec::<String>::new());
        assert_eq!(
            faults(&package("hws-regs", &["src/lib.rs", "build.rs", "regmap.yaml"])),
            Vec::<String>::new()
        );
    }

    #[test]
    fn what_is_missing_or_needless_is_a_fault() {
        assert_eq!(faults(&package("hws-regs", &["src/lib.rs", "regmap.yaml"])), ["build.rs is missing"]);
        let needless = faults(&package("a", &["src/lib.rs", "notes.txt"]));
        assert_eq!(needless, ["notes.txt is not needed by users; see `include` in Cargo.toml"]);
        assert_eq!(faults(&package("a", &[])), ["neither src/lib.rs nor src/main.rs is there"]);
    }

    #[test]
    fn tests_and_links_are_faults() {
        assert_eq!(faults(&package("a", &["src/lib.rs", "src/a/tests.rs"])), ["src/a/tests.rs is a test"]);
        assert_eq!(faults(&package("a", &["src/lib.rs", "src/tests/a.rs"])), ["src/tests/a.rs is a test"]);
        let export = ["src/lib.rs", "src/emit/tests.rs"];
        assert_eq!(faults(&package("hws-regmap", &export)), Vec::<String>::new());
        let mut linked = package("a", &["src/lib.rs"]);
        linked.files.insert("src/b.rs".to_owned(), false);
        assert_eq!(faults(&linked), ["src/b.rs is not a plain file"]);
    }

    #[test]
    fn a_package_that_is_too_large_or_whose_copies_differ_has_faults() {
        let home = std::env::temp_dir().join(format!("xtask-package-{}", std::process::id()));
        fs::create_dir_all(&home).expect("a folder");
        let mut large = Package { folder: home.clone(), bytes: MOST + 1, ..package("a", &["src/lib.rs"]) };
        fs::copy(root().join("LICENSE-MIT"), home.join("LICENSE-MIT")).expect("a licence");
        fs::write(home.join("LICENSE-APACHE"), "another").expect("a licence");
        let found = large.faults().expect("readable files");
        assert_eq!(found, ["500001 bytes, of at most 500000", "LICENSE-APACHE is not LICENSE-APACHE"]);
        large.bytes = MOST;
        assert_eq!(large.faults().expect("readable files").len(), 1);
        fs::remove_dir_all(&home).expect("the folder of the test");
    }
}
