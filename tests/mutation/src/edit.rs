//! Changes of a text, which may contain each other.

use std::ops::Range;

type Span = Range<usize>;

/// One change. The ranges are bytes of the original text.
pub(crate) enum Edit {
    /// An expression of which mutants exchange or delete a part.
    Expression {
        whole: Span,
        part: Span,
        /// Number and text of each.
        mutants: Vec<(usize, String)>,
    },
    /// A function whose body mutants replace by a value.
    Body { at: usize, mutants: Vec<(usize, String)> },
    /// An arm of a match that a mutant deletes. Its guard, if it has one, and otherwise where it would be.
    Arm { pattern_end: usize, guard: Option<Span>, mutant: usize },
    /// A guard that mutants replace by a constant.
    Guard { whole: Span, mutants: Vec<(usize, String)> },
    /// Text that is left out.
    Removed { whole: Span },
}

impl Edit {
    /// The mutants that it makes.
    pub(crate) fn numbers(&self) -> Vec<usize> {
        match self {
            Self::Expression { mutants, .. } | Self::Body { mutants, .. } | Self::Guard { mutants, .. } => {
                mutants.iter().map(|(number, _)| *number).collect()
            }
            Self::Arm { mutant, .. } => vec![*mutant],
            Self::Removed { .. } => Vec::new(),
        }
    }

    fn span(&self) -> Span {
        match self {
            Self::Expression { whole, .. } | Self::Guard { whole, .. } | Self::Removed { whole } => {
                whole.clone()
            }
            Self::Body { at, .. } => *at..*at,
            Self::Arm { pattern_end, guard, .. } => {
                *pattern_end..guard.as_ref().map_or(*pattern_end, |guard| guard.end)
            }
        }
    }

    /// Its text; `inner` gives that of a range with the edits inside it.
    fn render(&self, text: &str, inner: &dyn Fn(Span) -> String) -> String {
        match self {
            Self::Removed { .. } => String::new(),
            Self::Body { mutants, .. } => {
                let switch = |(number, value): &(usize, String)| {
                    format!(
                        "/*{{{number}*/if crate::mutant({number}) {{ return /*<{number}*/{value}/*>*/; }}/*}}*/ "
                    )
                };
                mutants.iter().map(switch).collect()
            }
            Self::Expression { whole, part, mutants } => {
                let changed = |new: &str| {
                    format!("{} {new} {}", &text[whole.start..part.start], &text[part.end..whole.end])
                };
                self.switch(
                    mutants.iter().map(|(number, new)| (*number, changed(new))),
                    &inner(whole.clone()),
                )
            }
            Self::Guard { whole, mutants } => {
                let values = mutants.iter().map(|(number, value)| (*number, value.clone()));
                self.switch(values, &inner(whole.clone()))
            }
            Self::Arm { guard, mutant, .. } => {
                let rest = guard.clone().map_or(String::new(), |guard| format!(" && ({})", inner(guard)));
                format!(" if /*{{{mutant}*/!/*<{mutant}*/crate::mutant({mutant})/*>*/{rest}/*}}*/")
            }
        }
    }

    fn switch(&self, mutants: impl Iterator<Item = (usize, String)>, original: &str) -> String {
        let branch = |(number, text): (usize, String)| {
            format!("if crate::mutant({number}) {{ /*<{number}*/{text}/*>*/ }} else ")
        };
        let branches: String = mutants.map(branch).collect();
        let numbers: Vec<String> = self.numbers().iter().map(usize::to_string).collect();
        format!("(/*{{{}*/{branches}{{ {original} }}/*}}*/)", numbers.join(","))
    }
}

/// Returns the text with all changes.
pub(crate) fn apply(text: &str, mut edits: Vec<Edit>) -> String {
    // The outer ones first; at the same place an insertion comes first.
    edits.sort_by_key(|edit| {
        (edit.span().start, edit.span().end != edit.span().start, std::cmp::Reverse(edit.span().end))
    });
    let all: Vec<&Edit> = edits.iter().collect();
    render(text, 0..text.len(), &all)
}

/// The text of a range; the edits are sorted and lie in it.
fn render(text: &str, range: Span, edits: &[&Edit]) -> String {
    let (mut output, mut at, mut next) = (String::new(), range.start, 0);
    while let Some(edit) = edits.get(next) {
        let span = edit.span();
        let inside = edits[next + 1..].iter().take_while(|inner| inner.span().start < span.end).count();
        let inner_edits = &edits[next + 1..next + 1 + inside];
        output += &text[at..span.start];
        let inner = |of: Span| {
            let within = |inner: &&&Edit| of.start <= inner.span().start && inner.span().end <= of.end;
            let chosen: Vec<&Edit> = inner_edits.iter().filter(within).copied().collect();
            render(text, of, &chosen)
        };
        output += &edit.render(text, &inner);
        (at, next) = (span.end, next + 1 + inside);
    }
    output + &text[at..range.end]
}
