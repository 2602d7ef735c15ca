//! Tokens of a line of TIR.

use std::fmt;

use hws_input::Position;

use crate::import::ImportError;
use crate::import::LanguageFault;
use crate::import::fault::shown;

/// A token with its place; one from a macro has the place where the macro is used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Token<'t> {
    /// What it is.
    pub(super) kind: TokenKind<'t>,
    /// Where it is.
    pub(super) at: Position,
}

/// The kind of a token, with its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind<'t> {
    /// A keyword, a type, a macro or a metadata key.
    Word(&'t str),
    /// Digits, with a fraction if they have one.
    Number(&'t str),
    /// `%name`.
    Local(&'t str),
    /// `@name`.
    Global(&'t str),
    /// Any other character of the language.
    Mark(char),
}

impl fmt::Display for TokenKind<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(text) | Self::Number(text) => write!(f, "`{}`", shown(text)),
            Self::Local(name) => write!(f, "`%{}`", shown(name)),
            Self::Global(name) => write!(f, "`@{}`", shown(name)),
            Self::Mark(mark) => write!(f, "`{mark}`"),
        }
    }
}

/// Characters that are tokens by themselves.
const MARKS: &str = "(){}[]<>,=!*+-/:\"&|#%@\\";

/// Returns the tokens of a line, up to its comment.
pub(super) fn of_line(text: &str, line: usize) -> Result<Vec<Token<'_>>, ImportError> {
    let mut tokens = Vec::new();
    let (mut rest, mut column) = (text, 1);
    while let Some(first) = rest.chars().next() {
        if first == ';' {
            break;
        }
        let (kind, length) = first_token(rest, first);
        let at = Position::new(line, column);
        match kind {
            Some(kind) => tokens.push(Token { kind, at }),
            None if first.is_whitespace() => {}
            None => return Err(foreign(first).at(at)),
        }
        let (token, behind) = rest.split_at(length);
        column += token.chars().count();
        rest = behind;
    }
    Ok(tokens)
}

fn foreign(found: char) -> LanguageFault {
    let what = format!("the character {found:?} does not belong to the language");
    LanguageFault::rule(what, "remove it; a comment begins with `;`")
}

/// Returns the token at the start of a text, and its length in bytes.
fn first_token(text: &str, first: char) -> (Option<TokenKind<'_>>, usize) {
    let own = first.len_utf8();
    if matches!(first, '%' | '@') {
        let name = name_at(&text[own..], |c| is_of_word(c) || c == '-' || c == '$');
        let kind = match (first, name) {
            (_, "") => TokenKind::Mark(first),
            ('%', name) => TokenKind::Local(name),
            (_, name) => TokenKind::Global(name),
        };
        return (Some(kind), own + name.len());
    }
    let word = name_at(text, is_of_word);
    if !word.is_empty() {
        let kind = if is_number(word) { TokenKind::Number(word) } else { TokenKind::Word(word) };
        return (Some(kind), word.len());
    }
    (MARKS.contains(first).then_some(TokenKind::Mark(first)), own)
}

fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '.')
}

fn name_at(text: &str, belongs: impl Fn(char) -> bool) -> &str {
    let end = text.find(|c| !belongs(c)).unwrap_or(text.len());
    &text[..end]
}

/// Digits, or digits with one point after the first.
fn is_number(word: &str) -> bool {
    let (whole, fraction) = word.split_once('.').unwrap_or((word, ""));
    !whole.is_empty() && whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown_of(line: &str) -> Vec<String> {
        of_line(line, 3).unwrap().iter().map(|token| format!("{}@{}", token.kind, token.at)).collect()
    }

    #[test]
    fn tokens_have_their_columns() {
        assert_eq!(
            shown_of("%a.b = add i32 @c-1, 1.5 ; é %x"),
            ["`%a.b`@3:1", "`=`@3:6", "`add`@3:8", "`i32`@3:12", "`@c-1`@3:16", "`,`@3:20", "`1.5`@3:22"]
        );
        assert_eq!(shown_of("!1d !tir.é"), ["`!`@3:1", "`1d`@3:2", "`!`@3:5", "`tir.é`@3:6"]);
        assert_eq!(shown_of("% 1.2.3 i32*"), ["`%`@3:1", "`1.2.3`@3:3", "`i32`@3:9", "`*`@3:12"]);
        assert_eq!(shown_of("   ; only a comment"), [""; 0]);
    }

    #[test]
    fn a_foreign_character_has_its_column() {
        let said = of_line("é $ x", 7).unwrap_err().to_string();
        assert_eq!(
            said,
            "7:3: the character '$' does not belong to the language; remove it; a comment begins with `;`"
        );
    }
}
