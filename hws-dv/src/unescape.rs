//! Spellings by which tools write characters that a name may not have.

use std::borrow::Cow;

/// A way of writing them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unescape {
    /// `__DOT__`, `__BRA__`, `__KET__`, `__PVT__`, and `__0` with two hexadecimal digits.
    Verilator,
    /// Indices in round, angle or curly brackets.
    Brackets,
}

impl Unescape {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Verilator => "verilator",
            Self::Brackets => "brackets",
        }
    }

    pub(crate) fn apply(self, name: &str) -> Cow<'_, str> {
        match self {
            Self::Verilator if name.contains("__") => Cow::Owned(verilator(name)),
            Self::Brackets if name.contains(['(', '<', '{']) => Cow::Owned(brackets(name)),
            _ => Cow::Borrowed(name),
        }
    }
}

const WORDS: [(&str, &str); 4] = [("DOT__", "."), ("BRA__", "["), ("KET__", "]"), ("PVT__", "")];

fn verilator(name: &str) -> String {
    let (mut plain, mut rest) = (String::new(), name);
    while let Some((before, after)) = rest.split_once("__") {
        plain.push_str(before);
        let word = WORDS.iter().find_map(|(word, text)| Some((*text, after.strip_prefix(word)?)));
        rest = if let Some((text, after)) = word {
            plain.push_str(text);
            after
        } else if let Some((character, after)) = coded(after) {
            plain.push(character);
            after
        } else {
            plain.push_str("__");
            after
        };
    }
    plain + rest
}

/// `020` is a blank.
fn coded(text: &str) -> Option<(char, &str)> {
    let digits = text.strip_prefix('0')?.get(..2)?;
    let code = u8::from_str_radix(digits, 16).ok().filter(u8::is_ascii)?;
    Some((code.into(), &text[3..]))
}

fn brackets(name: &str) -> String {
    let square = |character| match character {
        '(' | '<' | '{' => '[',
        ')' | '>' | '}' => ']',
        other => other,
    };
    name.chars().map(square).collect()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::Unescape;

    #[rstest]
    #[case("u_a__DOT__b__BRA__3__KET__", "u_a.b[3]")]
    #[case("a__02Eb__c", "a.b__c")]
    #[case("__PVT__x", "x")]
    #[case("a__0", "a__0")]
    fn codes_of_verilator_are_replaced(#[case] name: &str, #[case] plain: &str) {
        assert_eq!(Unescape::Verilator.apply(name), plain);
    }

    #[test]
    fn indices_get_square_brackets() {
        assert_eq!(Unescape::Brackets.apply("mem(3)<1>"), "mem[3][1]");
        assert_eq!(Unescape::Brackets.apply("mem[3]"), "mem[3]");
    }
}
