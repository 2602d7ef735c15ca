//! The text format of protobuf, token by token.
//!
//! `name: value`, `name { … }` and `name < … >`, with `:` before a message optional, lists in `[ ]`, fields separated by nothing,
//! `,` or `;`, comments from `#` to the end of the line. A reader takes the fields that it wants and skips others without
//! keeping them.

use hws_input::Position;

use crate::import::error::ImportError;
use crate::import::fault::{LanguageFault, shown};

/// Messages in messages; the format has six levels.
const DEPTH_MOST: usize = 64;

/// The fields that a file can begin with.
const FIRST: [&str; 4] = ["blocks", "edges", "groups", "test_config"];

/// Whether a text begins with a field of a Task IR that is a message.
pub(in crate::import) fn begins_like_task_ir(text: &str) -> bool {
    let mut text = Text::new(text);
    let is_first = matches!(text.next(), Ok(Some((_, Token::Word(word)))) if FIRST.contains(&word));
    let after = text.next();
    is_first && matches!(after, Ok(Some((_, Token::Mark(':' | '{' | '<')))) | Ok(None))
}

/// One token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'t> {
    /// A name, or the name of an enum's value.
    Word(&'t str),
    /// A number as written.
    Number(&'t str),
    /// A string, without its contents.
    Text,
    Mark(char),
}

impl Token<'_> {
    fn shown(self) -> String {
        match self {
            Self::Word(text) | Self::Number(text) => format!("`{}`", shown(text)),
            Self::Text => "a string".to_owned(),
            Self::Mark(mark) => format!("`{mark}`"),
        }
    }
}

/// The name of a field, and where it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field<'t> {
    pub(super) name: &'t str,
    pub(super) at: Position,
}

/// The rest of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Text<'t> {
    rest: &'t str,
    line: usize,
    column: usize,
    depth: usize,
}

impl<'t> Text<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { rest: text, line: 1, column: 1, depth: 0 }
    }

    pub(super) fn at(&self) -> Position {
        Position::new(self.line, self.column)
    }

    /// Gives each field of the whole text to `each`, which takes its value.
    pub(super) fn file(
        &mut self,
        each: impl FnMut(&mut Self, Field<'t>) -> Result<(), ImportError>,
    ) -> Result<(), ImportError> {
        self.fields(None, each)
    }

    /// Takes a message, and gives each of its fields to `each`.
    pub(super) fn message(
        &mut self,
        each: impl FnMut(&mut Self, Field<'t>) -> Result<(), ImportError>,
    ) -> Result<(), ImportError> {
        self.take_mark(':')?;
        let end = match self.need("`{`")? {
            (_, Token::Mark('{')) => '}',
            (_, Token::Mark('<')) => '>',
            (at, found) => return Err(unexpected(at, found, "`{`")),
        };
        self.depth += 1;
        if self.depth > DEPTH_MOST {
            let what = format!("messages are nested more than {DEPTH_MOST} levels deep");
            return Err(LanguageFault::rule(what, "close them; the format has 6 levels").at(self.at()));
        }
        self.fields(Some(end), each)?;
        self.depth -= 1;
        Ok(())
    }

    fn fields(
        &mut self,
        end: Option<char>,
        mut each: impl FnMut(&mut Self, Field<'t>) -> Result<(), ImportError>,
    ) -> Result<(), ImportError> {
        loop {
            match (self.next()?, end) {
                (None, None) => return Ok(()),
                (None, Some(end)) => {
                    let what = format!("the file ends inside a message, before its `{end}`");
                    return Err(LanguageFault::rule(what, "copy the whole file again").at(self.at()));
                }
                (Some((_, Token::Mark(mark))), Some(end)) if mark == end => return Ok(()),
                (Some((at, Token::Word(name))), _) => each(self, Field { name, at })?,
                (Some((at, found)), _) => return Err(unexpected(at, found, "the name of a field")),
            }
            while self.take_mark(',')? || self.take_mark(';')? {}
        }
    }

    /// Takes a value that is a number or a word, and returns it with its place.
    pub(super) fn scalar(&mut self, wanted: &'static str) -> Result<(Position, &'t str), ImportError> {
        if !self.take_mark(':')? {
            let (at, found) = self.need("`:`")?;
            return Err(unexpected(at, found, "`:`"));
        }
        self.element(wanted)
    }

    /// Gives a value, or each value of a list, to `each`.
    pub(super) fn scalars(
        &mut self,
        wanted: &'static str,
        mut each: impl FnMut(Position, &'t str) -> Result<(), ImportError>,
    ) -> Result<(), ImportError> {
        let mut ahead = *self;
        if !(ahead.take_mark(':')? && ahead.take_mark('[')?) {
            let (at, word) = self.scalar(wanted)?;
            return each(at, word);
        }
        *self = ahead;
        while !self.take_mark(']')? {
            let (at, word) = self.element(wanted)?;
            each(at, word)?;
            self.take_mark(',')?;
        }
        Ok(())
    }

    fn element(&mut self, wanted: &'static str) -> Result<(Position, &'t str), ImportError> {
        match self.need(wanted)? {
            (at, Token::Word(word) | Token::Number(word)) => Ok((at, word)),
            (at, found) => Err(unexpected(at, found, wanted)),
        }
    }

    /// Takes a value of any kind.
    pub(super) fn skip(&mut self) -> Result<(), ImportError> {
        self.take_mark(':')?;
        let mut open = Vec::new();
        loop {
            match self.need("a value")? {
                (_, Token::Mark('{')) => open.push('}'),
                (_, Token::Mark('<')) => open.push('>'),
                (_, Token::Mark('[')) => open.push(']'),
                (_, Token::Mark(mark)) if open.last() == Some(&mark) => drop(open.pop()),
                (at, found @ Token::Mark('}' | '>' | ']')) => {
                    return Err(unexpected(at, found, "a value"));
                }
                _ => {}
            }
            if open.is_empty() {
                return Ok(());
            }
        }
    }

    fn take_mark(&mut self, mark: char) -> Result<bool, ImportError> {
        let mut ahead = *self;
        let is_next = ahead.next()?.is_some_and(|(_, token)| token == Token::Mark(mark));
        if is_next {
            *self = ahead;
        }
        Ok(is_next)
    }

    fn need(&mut self, wanted: &'static str) -> Result<(Position, Token<'t>), ImportError> {
        let at = self.at();
        self.next()?.ok_or_else(|| {
            let what = format!("the file ends where {wanted} is expected");
            LanguageFault::rule(what, "copy the whole file again").at(at)
        })
    }

    fn next(&mut self) -> Result<Option<(Position, Token<'t>)>, ImportError> {
        self.skip_space();
        let at = self.at();
        let Some(first) = self.rest.chars().next() else { return Ok(None) };
        let token = match first {
            'a'..='z' | 'A'..='Z' | '_' => Token::Word(self.take(is_of_word)),
            '0'..='9' | '-' | '+' | '.' => Token::Number(self.take(is_of_number)),
            '"' | '\'' => self.string(at, first)?,
            '{' | '}' | '<' | '>' | '[' | ']' | ':' | ',' | ';' => {
                self.take_bytes(1);
                Token::Mark(first)
            }
            _ => {
                let what = format!("`{}` begins no token", first.escape_debug());
                return Err(LanguageFault::rule(what, "write protobuf in its text format").at(at));
            }
        };
        Ok(Some((at, token)))
    }

    /// Spaces, line breaks and comments.
    fn skip_space(&mut self) {
        loop {
            let space = self.rest.find(|c: char| !c.is_ascii_whitespace()).unwrap_or(self.rest.len());
            self.take_bytes(space);
            if !self.rest.starts_with('#') {
                return;
            }
            let comment = self.rest.find('\n').unwrap_or(self.rest.len());
            self.take_bytes(comment);
        }
    }

    /// A string of one line; a backslash takes the next character with it.
    fn string(&mut self, at: Position, quote: char) -> Result<Token<'t>, ImportError> {
        let mut is_escaped = false;
        let end = self.rest.char_indices().skip(1).find(|&(_, c)| {
            let is_end = !is_escaped && (c == quote || c == '\n');
            is_escaped = !is_escaped && c == '\\';
            is_end
        });
        match end {
            Some((length, found)) if found == quote => {
                self.take_bytes(length + 1);
                Ok(Token::Text)
            }
            _ => Err(LanguageFault::rule("a string without its end", "close it on its line").at(at)),
        }
    }

    fn take(&mut self, belongs: fn(char) -> bool) -> &'t str {
        let length = self.rest.find(|c| !belongs(c)).unwrap_or(self.rest.len());
        self.take_bytes(length)
    }

    /// Takes so many bytes, which end between two characters, and counts lines and columns.
    fn take_bytes(&mut self, length: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        match taken.rfind('\n') {
            Some(last) => {
                self.line += taken.bytes().filter(|&byte| byte == b'\n').count();
                self.column = 1 + taken[last + 1..].chars().count();
            }
            None => self.column += taken.chars().count(),
        }
        taken
    }
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

fn is_of_number(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.')
}

fn unexpected(at: Position, found: Token<'_>, wanted: &'static str) -> ImportError {
    LanguageFault::Unexpected { found: found.shown(), wanted }.at(at)
}
