//! Diagnostics in the style of a compiler: the line, the place underlined, a remedy.
//!
//! Only the lines concerned are passed to the renderer, and a line too long to be shown is left out,
//! so that the time does not depend on the size of the file.

mod excerpt;

use crate::diagnostic::MapDiagnostic;
use crate::files::MapText;
use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Patch, Renderer, Snippet};
use excerpt::{Excerpt, Mark};
use hws_input::{DiagnosticNote, DiagnosticSeverity};

/// Whether the text has colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// Plain text.
    Plain,
    /// ANSI colours.
    Colour,
}

/// Returns the diagnostic as several lines of text, the last one empty.
///
/// `text` is the text that was loaded; for bytes that are not text, pass [`String::from_utf8_lossy`] of them.
///
/// ```
/// use hws_regmap::{load, render, Paint};
/// let text = "nam: T\n";
/// let diagnostics = load(text, "t.yaml").unwrap_err();
/// let shown = render(diagnostics.iter().find(|d| !d.candidates.is_empty()).unwrap(), text, Paint::Plain);
/// assert!(shown.starts_with("error[unknown-key]: unknown key `nam` in a map\n --> t.yaml:1:1\n"));
/// assert!(shown.contains("1 | nam: T\n  | ^^^ unknown key\n"));
/// ```
#[must_use]
pub fn render(diagnostic: &MapDiagnostic, text: &str, paint: Paint) -> String {
    shown_with(diagnostic, &|_| text, paint)
}

/// Like [`render`], for a diagnostic of a map of several files: those of [`crate::CheckedMap`].
#[must_use]
pub fn render_in(diagnostic: &MapDiagnostic, texts: &[MapText], paint: Paint) -> String {
    let text_of = |file: &str| {
        texts.iter().find(|text| text.name == file).map(|text| text.text.as_str()).unwrap_or_default()
    };
    shown_with(diagnostic, &text_of, paint)
}

/// Returns the text of a file.
type TextOf<'a> = dyn Fn(&str) -> &'a str + 'a;

fn shown_with<'a>(diagnostic: &'a MapDiagnostic, text_of: &TextOf<'a>, paint: Paint) -> String {
    let renderer = match paint {
        Paint::Plain => Renderer::plain(),
        Paint::Colour => Renderer::styled(),
    };
    let (message, remedy) = (printable(&diagnostic.message), printable(&diagnostic.remedy));
    let level = match diagnostic.severity {
        DiagnosticSeverity::Error => Level::ERROR,
        DiagnosticSeverity::Warning => Level::WARNING,
    };
    let title = level.primary_title(message).id(diagnostic.code.as_str());
    let group = shown(Group::with_title(title), diagnostic, text_of);
    let mut report = vec![group.element(Level::HELP.message(remedy))];
    report.extend(suggestion(diagnostic, text_of(&diagnostic.file)));
    format!("{}\n\n", renderer.render(&report))
}

/// Adds the lines of the place and of its notes; for a line that cannot be shown, only the place.
fn shown<'a>(group: Group<'a>, diagnostic: &'a MapDiagnostic, text_of: &TextOf<'a>) -> Group<'a> {
    let own = excerpt::excerpts(text_of(&diagnostic.file), marks(diagnostic));
    let has_own = !own.is_empty();
    let mut snippets: Vec<_> = own.into_iter().map(|excerpt| snippet(excerpt, &diagnostic.file)).collect();
    for note in diagnostic.notes.iter().filter(|note| note.file != diagnostic.file) {
        let excerpts = excerpt::excerpts(text_of(&note.file), vec![mark(note)]);
        snippets.extend(excerpts.into_iter().map(|excerpt| snippet(excerpt, &note.file)));
    }
    if has_own {
        return group.elements(snippets);
    }
    let place = diagnostic.place;
    let origin = Origin::path(diagnostic.file.as_str()).line(place.line() as usize);
    group.element(origin.char_column(place.column() as usize)).elements(snippets)
}

/// Returns the marks in the file of the diagnostic.
fn marks(diagnostic: &MapDiagnostic) -> Vec<Mark<'_>> {
    let place = Mark { place: diagnostic.place, label: &diagnostic.label, is_primary: true };
    let notes = diagnostic.notes.iter().filter(|note| note.file == diagnostic.file);
    std::iter::once(place).chain(notes.map(mark)).collect()
}

fn mark(note: &DiagnosticNote) -> Mark<'_> {
    Mark { place: note.place, label: &note.label, is_primary: false }
}

fn snippet<'a>(excerpt: Excerpt<'a>, file: &'a str) -> Snippet<'a, Annotation<'a>> {
    let annotations = excerpt.marks.iter().map(|mark| {
        let kind = if mark.is_primary { AnnotationKind::Primary } else { AnnotationKind::Context };
        let label = (!mark.label.is_empty()).then(|| printable(mark.label));
        kind.span(excerpt.inside(mark)).label(label)
    });
    Snippet::source(excerpt.text()).line_start(excerpt.line).path(file).annotations(annotations)
}

/// Returns the line with the suggested text in it.
fn suggestion<'a>(diagnostic: &'a MapDiagnostic, text: &'a str) -> Option<Group<'a>> {
    let replacement = diagnostic.candidates.first()?.as_str();
    let mark = Mark { place: diagnostic.place, label: "", is_primary: true };
    let excerpt = excerpt::excerpts(text, vec![mark]).pop()?;
    let patch = Patch::new(excerpt.inside(excerpt.marks.first()?), replacement);
    let snippet = Snippet::source(excerpt.text()).line_start(excerpt.line).path(diagnostic.file.as_str());
    let title = Level::HELP.secondary_title(format!("did you mean `{replacement}`?"));
    Some(Group::with_title(title).element(snippet.patch(patch)))
}

/// Control characters of a file must not reach the terminal.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}
