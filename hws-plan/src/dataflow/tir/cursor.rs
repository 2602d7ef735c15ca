//! A position in a list of tokens.

use hws_input::Position;

use super::token::{Token, TokenKind};
use crate::import::ImportError;
use crate::import::LanguageFault;

/// A position in a list of tokens.
#[derive(Debug)]
pub(super) struct Cursor<'a, 't> {
    tokens: &'a [Token<'t>],
    next: usize,
    /// The place of an error behind the last token.
    end: Position,
}

impl<'a, 't> Cursor<'a, 't> {
    pub(super) fn new(tokens: &'a [Token<'t>], end: Position) -> Self {
        Self { tokens, next: 0, end }
    }

    /// Returns the next token.
    pub(super) fn peek(&self) -> Option<TokenKind<'t>> {
        self.peek_behind(0)
    }

    /// Returns the token behind the next `count` ones.
    pub(super) fn peek_behind(&self, count: usize) -> Option<TokenKind<'t>> {
        self.tokens.get(self.next + count).map(|token| token.kind)
    }

    /// Returns the place of the next token.
    pub(super) fn at(&self) -> Position {
        self.tokens.get(self.next).map_or(self.end, |token| token.at)
    }

    pub(super) fn skip(&mut self) {
        self.next += 1;
    }

    pub(super) fn is_mark(&self, mark: char) -> bool {
        self.peek() == Some(TokenKind::Mark(mark))
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        self.peek() == Some(TokenKind::Word(word))
    }

    /// Skips a mark if it is the next token, and returns whether it was.
    pub(super) fn take_mark(&mut self, mark: char) -> bool {
        let is_next = self.is_mark(mark);
        self.next += usize::from(is_next);
        is_next
    }

    /// Skips a mark that must come next.
    pub(super) fn mark(&mut self, mark: char, wanted: &'static str) -> Result<(), ImportError> {
        if self.take_mark(mark) { Ok(()) } else { Err(self.unexpected(wanted)) }
    }

    /// Skips a word that must come next.
    pub(super) fn keyword(&mut self, word: &str, wanted: &'static str) -> Result<(), ImportError> {
        if !self.is_word(word) {
            return Err(self.unexpected(wanted));
        }
        self.skip();
        Ok(())
    }

    /// Returns the word that must come next.
    pub(super) fn word(&mut self, wanted: &'static str) -> Result<&'t str, ImportError> {
        let Some(TokenKind::Word(word)) = self.peek() else { return Err(self.unexpected(wanted)) };
        self.skip();
        Ok(word)
    }

    /// Fails unless all tokens have been taken.
    pub(super) fn ended(&self, wanted: &'static str) -> Result<(), ImportError> {
        if self.peek().is_none() { Ok(()) } else { Err(self.unexpected(wanted)) }
    }

    /// Returns the error for the next token.
    pub(super) fn unexpected(&self, wanted: &'static str) -> ImportError {
        let found = self.peek().map_or_else(|| "the end".to_owned(), |kind| kind.to_string());
        LanguageFault::Unexpected { found, wanted }.at(self.at())
    }
}
