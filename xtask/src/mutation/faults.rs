//! What cannot be switched, as it would not compile, from the errors of a build.

use super::list::Mutant;
use super::marks::{arms, to_blame};
use super::messages::{Diagnostic, Place};
use std::collections::BTreeSet;

/// The code of a match that does not name every case.
const MISSING_CASE: &str = "E0004";

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Faults {
    /// The numbers of mutants that get no switch.
    pub(super) dropped: BTreeSet<usize>,
    /// The names of functions that have to stay `const`, and so have no switches.
    pub(super) constant: BTreeSet<String>,
}

impl Faults {
    /// What is known without a build.
    pub(super) fn of(mutants: &[Mutant]) -> Self {
        let opaque = mutants.iter().enumerate().filter(|(_, mutant)| mutant.is_opaque());
        Self { dropped: opaque.map(|(number, _)| number).collect(), constant: BTreeSet::new() }
    }

    /// Notes what the errors belong to; returns whether any of it is new. `read` gives the text of a file of the copy.
    pub(super) fn note(&mut self, errors: &[Diagnostic], read: impl Fn(&str) -> Option<String>) -> bool {
        // An error may point at what was there, and only besides at what was changed.
        [true, false].into_iter().any(|is_primary| self.note_places(errors, is_primary, &read))
    }

    fn note_places(
        &mut self,
        errors: &[Diagnostic],
        is_primary: bool,
        read: &impl Fn(&str) -> Option<String>,
    ) -> bool {
        let before = self.count();
        for error in errors {
            self.constant.extend(constant(&error.message));
            for place in error.spans.iter().filter(|place| place.is_primary == is_primary) {
                if let Some(text) = read(&place.file_name) {
                    self.note_place(error, place, &text);
                }
            }
        }
        self.count() > before
    }

    fn note_place(&mut self, error: &Diagnostic, place: &Place, text: &str) {
        self.dropped.extend(to_blame(text, &place.bytes()));
        if error.has_code(MISSING_CASE) {
            // Of a match that has to name every case, no arm can be switched off.
            self.dropped.extend(arms(text, place.bytes().start));
        }
    }

    fn count(&self) -> usize {
        self.dropped.len() + self.constant.len()
    }
}

/// The name of the function that an error wants to be `const`.
fn constant(message: &str) -> Option<String> {
    let (_, what) = message.split_once("cannot call non-const ")?;
    let what = what.strip_prefix("associated ").unwrap_or(what);
    let path = what.strip_prefix("function `").or_else(|| what.strip_prefix("method `"))?;
    let (path, _) = path.split_once('`')?;
    let path = without_types(path);
    path.rsplit("::").find(|part| !part.is_empty()).map(str::to_owned)
}

/// A path without what is between `<` and `>`.
fn without_types(path: &str) -> String {
    let (mut depth, mut before, mut kept) = (0_usize, ' ', String::new());
    for letter in path.chars() {
        match letter {
            '<' => depth += 1,
            // Not the arrow of a type of functions.
            '>' if before != '-' => depth = depth.saturating_sub(1),
            _ if depth == 0 => kept.push(letter),
            _ => {}
        }
        before = letter;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::super::list::example;
    use super::super::messages::errors;
    use super::*;

    const TEXT: &str = "f((/*{3*/if crate::mutant(3) { /*<3*/a/*>*/ } else { b }/*}*/)); \
        g((/*{4,5*/if crate::mutant(4) { /*<4*/c/*>*/ } else if crate::mutant(5) { /*<5*/d/*>*/ } else { e }/*}*/));\n\
        match h { _ if /*{6*/!/*<6*/crate::mutant(6)/*>*//*}*/ => 1 }";

    /// An error in `a.rs`, or another file, that points at parts of the text.
    fn error(message: &str, code: &str, file: &str, places: &[(&str, bool)]) -> Diagnostic {
        let place = |(part, is_primary): &(&str, bool)| {
            let start = TEXT.find(part).expect("a part of the text");
            let end = start + part.len();
            format!(
                r#"{{"file_name":"{file}","byte_start":{start},"byte_end":{end},"is_primary":{is_primary}}}"#
            )
        };
        let places: Vec<String> = places.iter().map(place).collect();
        let line = format!(
            r#"{{"reason":"compiler-message","message":{{"message":"{message}","level":"error","code":{{"code":"{code}"}},"rendered":null,"spans":[{}]}}}}"#,
            places.join(",")
        );
        errors(&line).expect("a message").remove(0)
    }

    fn read(file: &str) -> Option<String> {
        (file == "a.rs").then(|| TEXT.to_owned())
    }

    fn dropped(faults: &Faults) -> Vec<usize> {
        faults.dropped.iter().copied().collect()
    }

    #[test]
    fn a_place_beside_counts_only_if_no_other_is_at_fault() {
        let both = [
            error("mismatched types", "E0308", "a.rs", &[("a/*>*/", true), ("d/*>*/", false)]),
            error("borrowed", "E0499", "a.rs", &[("match h", true), ("{ e }", false)]),
        ];
        let mut faults = Faults::default();
        assert!(faults.note(&both, read));
        assert_eq!(dropped(&faults), [3]);
        // The same errors once more: now what they point at besides is new.
        assert!(faults.note(&both, read));
        assert_eq!(dropped(&faults), [3, 4, 5]);
        assert!(!faults.note(&both, read));
    }

    #[test]
    fn arms_fall_with_a_match_that_misses_a_case() {
        let mut faults = Faults::default();
        assert!(!faults.note(&[error("other", "E0005", "a.rs", &[("match h", true)])], read));
        assert!(faults.note(&[error("not covered", "E0004", "a.rs", &[("match h", true)])], read));
        assert_eq!(dropped(&faults), [6]);
    }

    #[test]
    fn a_file_that_cannot_be_read_is_passed_over() {
        let mut faults = Faults::default();
        assert!(!faults.note(&[error("other", "E0308", "b.rs", &[("a/*>*/", true)])], read));
        assert_eq!(faults, Faults::default());
    }

    #[test]
    fn a_function_that_has_to_be_const_is_noted_by_its_name() {
        let name = |what: &str| constant(&format!("cannot call non-const {what} in constant functions"));
        assert_eq!(name("function `a::b`").as_deref(), Some("b"));
        assert_eq!(name("associated function `Mask::<32>::bit`").as_deref(), Some("bit"));
        assert_eq!(name("method `Fifo::<T, N>::len::<U>`").as_deref(), Some("len"));
        assert_eq!(name("associated function `<Fifo<T> as Queue<fn(T) -> U>>::new`").as_deref(), Some("new"));
        assert_eq!(name("function `a::b::<fn(T) -> U>`").as_deref(), Some("b"));
        assert_eq!(name("operator"), None);
        assert_eq!(constant("mismatched types in function `a`"), None);
        let mut faults = Faults::default();
        let error =
            error("cannot call non-const method `A::b` in constants", "E0015", "b.rs", &[("a", true)]);
        assert!(faults.note(std::slice::from_ref(&error), read));
        assert!(!faults.note(&[error], read));
        assert_eq!(faults.constant.into_iter().collect::<Vec<_>>(), ["b"]);
    }

    #[test]
    fn opaque_values_are_dropped_before_any_build() {
        let mut mutants = vec![example("a.rs", ""), example("a.rs", "")];
        mutants[1].genre = "FnValue".to_owned();
        mutants[1].function =
            Some(super::super::list::Function { return_type: "-> impl Iterator".to_owned() });
        assert_eq!(dropped(&Faults::of(&mutants)), [1]);
    }
}
