//! Renders a template over a map: the escaping of text and the filters available to templates.
//!
//! Text in `*.xml.*` and `*.html.*` templates is escaped automatically; elsewhere a template selects the
//! escaping (for a comment, a string, a table cell) with a filter of [`super::filters`].

use super::view::{MapView, tests::TestsView};
use super::{ExportOptions, filters, links::Links};
use crate::diagnostic::MapDiagnostic;
use crate::model::Map;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, Error, Output, State, UndefinedBehavior, Value, escape_formatter};

/// A part of a template, by the name under which the template includes it.
macro_rules! part {
    ($file:literal) => {
        ($file, include_str!(concat!("templates/", $file)))
    };
}

/// What several templates have, the style and the program of the HTML page, and the programs of the register tests, one file
/// for each concern.
const PARTS: [(&str, &str); 21] = [
    part!("parameters.xml.j2"),
    part!("html/style.css"),
    part!("html/theme.js"),
    part!("html/numbers.js"),
    part!("html/bodies.js"),
    part!("html/entries.js"),
    part!("html/places.js"),
    part!("html/query.js"),
    part!("html/search.js"),
    part!("html/links.js"),
    part!("html/fields.js"),
    part!("html/decoder.js"),
    part!("html/keys.js"),
    part!("tests/elements.c"),
    part!("tests/words.c"),
    part!("tests/predict.c"),
    part!("tests/sequences.c"),
    part!("tests/tables.py"),
    part!("tests/words.py"),
    part!("tests/predict.py"),
    part!("tests/sequences.py"),
];

/// Renders the whole text.
///
/// # Panics
/// The template is wrong, which is a bug of this crate and not of the map.
pub(super) fn render(
    map: &Map,
    options: &ExportOptions,
    file: &str,
    text: &str,
) -> Result<String, Vec<MapDiagnostic>> {
    let mut environment = environment();
    if file.contains(".html.") {
        let links = Links::new(map);
        environment.add_filter("linked", move |text: &str| Value::from_safe_string(links.link(text)));
    }
    let view = match file.starts_with("tests.") {
        true => Value::from(Serde(TestsView::new(map, options))),
        false => Value::from(Serde(MapView::new(map, options, file.split('.').next().unwrap_or(file)))),
    };
    let rendered = environment.render_named_str(file, text, view);
    Ok(rendered.unwrap_or_else(|error| panic!("the template {file} is wrong: {error:#}")))
}

fn environment() -> Environment<'static> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_syntax(syntax());
    environment.set_auto_escape_callback(|file| {
        if file.contains(".xml.") || file.contains(".html.") { AutoEscape::Html } else { AutoEscape::None }
    });
    environment.set_formatter(write_value);
    filters::register(&mut environment);
    for (name, text) in PARTS {
        environment.add_template(name, text).unwrap_or_else(|error| panic!("{name} is wrong: {error:#}"));
    }
    environment
}

/// A block tag that is alone on its line produces no line.
fn syntax() -> SyntaxConfig {
    let mut syntax = SyntaxConfig::builder();
    syntax.trim_blocks(true).lstrip_blocks(true).keep_trailing_newline(true);
    syntax.build().expect("the default delimiters differ")
}

/// Like the default, but `/` is not escaped: XML and HTML allow it, and `&#x2f;` is unreadable.
fn write_value(output: &mut Output<'_>, state: &mut State<'_, '_>, value: &Value) -> Result<(), Error> {
    match value.as_str() {
        Some(text) if *state.auto_escape() == AutoEscape::Html && !value.is_safe() => {
            Ok(output.write_str(&filters::markup(text))?)
        }
        _ => escape_formatter(output, state, value),
    }
}
