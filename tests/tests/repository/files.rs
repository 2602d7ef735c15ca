//! The texts of the repository, by path.

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// The extensions of files that are read: sources, documents, templates, settings.
const EXTENSIONS: [&str; 15] =
    ["c", "css", "h", "html", "j2", "js", "md", "mjs", "py", "rs", "sv", "svh", "toml", "yaml", "yml"];

/// Folders without texts of the project, such as build output.
const SKIPPED: [&str; 4] = ["book", "mutants.out", "node_modules", "target"];

/// The folder of these tests, whose planted mistakes are ignored.
const PLANTED: &str = "tests/tests/repository/";

/// A text of the repository.
pub(crate) struct File {
    /// From the root of the workspace, with `/`.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl File {
    /// The prose of the file: the whole text, or only the comments of a source file, so that a generic type is not
    /// mistaken for the rule of the same name. Lines keep their numbers.
    pub(crate) fn prose(&self) -> String {
        if ![".c", ".h", ".js", ".mjs", ".rs", ".sv", ".svh"].iter().any(|end| self.path.ends_with(end)) {
            return self.text.clone();
        }
        let comment = |line: &str| line.split_once("//").map(|(_, comment)| comment.to_owned());
        self.text.lines().map(|line| comment(line).unwrap_or_default() + "\n").collect()
    }

    /// The text of a source file without its comments: what is left in prose are messages. Lines keep their numbers.
    pub(crate) fn code(&self) -> String {
        self.text
            .lines()
            .map(|line| line.split_once("//").map_or(line, |(code, _)| code).to_owned() + "\n")
            .collect()
    }
}

/// Every text, in a fixed order; read once for all tests.
pub(crate) fn all() -> &'static [File] {
    static FILES: LazyLock<Vec<File>> = LazyLock::new(read);
    &FILES
}

fn read() -> Vec<File> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests/ lies in the workspace");
    let mut files = Vec::new();
    collect(root, "", &mut files);
    files.retain(|file| !file.path.starts_with(PLANTED));
    files
}

fn collect(folder: &Path, prefix: &str, files: &mut Vec<File>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut entries: Vec<_> = entries.map(|entry| entry.expect("a readable folder")).collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name().into_string().expect("names are UTF-8");
        let (path, name_from_root) = (entry.path(), format!("{prefix}{name}"));
        if entry.file_type().expect("a readable entry").is_dir() {
            if !SKIPPED.contains(&name.as_str()) && (!name.starts_with('.') || name == ".ci") {
                collect(&path, &format!("{name_from_root}/"), files);
            }
        } else if is_text(&name_from_root) {
            // Test data may be broken on purpose.
            let bytes = fs::read(&path).unwrap_or_else(|error| panic!("{name_from_root}: {error}"));
            files.push(File { path: name_from_root, text: String::from_utf8_lossy(&bytes).into_owned() });
        }
    }
}

/// Whether a file is read, by its extension or as a script of `.ci`.
fn is_text(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    match name.rsplit_once('.') {
        Some((_, extension)) => EXTENSIONS.contains(&extension),
        None => path.starts_with(".ci/"),
    }
}

/// The line of a byte of the text, from 1.
pub(crate) fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

/// Without the texts, every test here would find nothing wrong.
#[test]
fn every_part_of_the_repository_is_read() {
    let files = all();
    for part in [".ci/run", "README.md", "docs/spec/scheduler.md", "hws-model/src/lib.rs", "regmap.yaml"] {
        assert!(files.iter().any(|file| file.path == part), "{part}");
    }
    for extension in ["j2", "mjs", "py", "toml"] {
        assert!(files.iter().any(|file| file.path.ends_with(extension)), "{extension}");
    }
}

#[test]
fn only_comments_of_code_are_prose() {
    let text = "let a: I99; // I4\n/// I5\n".to_owned();
    let file = |path: &str| File { path: path.to_owned(), text: text.clone() };
    assert_eq!(file("a.rs").prose(), " I4\n/ I5\n");
    assert_eq!(file("a.md").prose(), text);
    assert_eq!(file("a.rs").code(), "let a: I99; \n\n");
}

#[test]
fn no_file_has_marks_of_a_merge() {
    let is_mark = |line: &&str| line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> ");
    let marked: Vec<&str> = all()
        .iter()
        .filter(|file| file.text.lines().any(|line| is_mark(&line)))
        .map(|file| file.path.as_str())
        .collect();
    assert!(marked.is_empty(), "{marked:?}");
}
