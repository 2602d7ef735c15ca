//! The Python package has a distribution name of its own: `hws` on the public index is the package of another project.

use super::files::{self, File, line_of};

/// The name in `pyproject.toml`.
fn own_name() -> &'static str {
    let file = files::all().iter().find(|file| file.path == "bindings/python/pyproject.toml");
    let line = file.and_then(|file| file.text.lines().find_map(|line| line.strip_prefix("name = \"")));
    line.and_then(|rest| rest.strip_suffix('"')).expect("the package has a name")
}

#[test]
fn nothing_installs_the_package_of_another_project() {
    let found: Vec<String> = files::all().iter().flat_map(foreign).collect();
    assert!(found.is_empty(), "say `{}`\n{}", own_name(), found.join("\n"));
}

#[test]
fn messages_name_the_package_with_its_extras() {
    assert_ne!(own_name(), "hws");
    for path in ["hws/_engines/__init__.py", "hws/cocotb/_simulator.py"] {
        let path = format!("bindings/python/python/{path}");
        let file = files::all().iter().find(|file| file.path == path).expect("the file is there");
        assert!(file.text.contains(&format!("pip install '{}[", own_name())), "{path}");
    }
}

/// The places that install `hws`, alone or with extras.
fn foreign(file: &File) -> Vec<String> {
    let places = file.text.match_indices("pip install").filter(|(at, _)| {
        // The command ends with its line, or its quotation.
        let command = file.text[*at..].split(['\n', '`']).next().unwrap_or_default();
        command
            .split([' ', '\'', '"'])
            .any(|word| word == "hws" || word.starts_with("hws[") || word.starts_with("hws="))
    });
    places.map(|(at, _)| format!("{}:{}", file.path, line_of(&file.text, at))).collect()
}

#[test]
fn a_planted_name_is_found() {
    let found = |text: &str| foreign(&File { path: "a.md".to_owned(), text: text.to_owned() }).len();
    for wrong in [
        "`pip install hws`",
        "pip install 'hws[dask]'",
        "pip install -q hws==1",
        "x\npip install \"hws[ray]\"",
    ] {
        assert_eq!(found(wrong), 1, "{wrong}");
    }
    for right in [
        "pip install 'hws-model[dask]'",
        "pip install './bindings/python[cocotb]'",
        "pip install x\nimport hws",
        "`pip install 'hws-model[dask]'`, because `hws` is",
    ] {
        assert_eq!(found(right), 0, "{right}");
    }
}
