//! Metadata: `!key !value …`, with or without commas.

use hws_input::Position;

use super::super::expression;
use super::super::token::TokenKind;
use super::Parser;
use crate::import::ImportError;
use crate::import::LanguageFault;

/// The metadata that a schedule depends on.
#[derive(Debug, Default)]
pub(super) struct Metadata {
    /// `tir.stream.size`, with its place.
    pub(super) size: Option<(i64, Position)>,
    /// `tir.stream.offset`.
    pub(super) offset: Option<i64>,
    /// `tir.reduction.size`.
    pub(super) reduction: Option<i64>,
}

impl Parser<'_, '_> {
    /// Reads the metadata of an instruction, which may have these keys, each at most once.
    pub(super) fn metadata(&mut self, known: &[&str]) -> Result<Metadata, ImportError> {
        let mut metadata = Metadata::default();
        let mut seen = Vec::new();
        self.cursor.take_mark(',');
        while self.cursor.take_mark('!') {
            let at = self.cursor.at();
            if self.cursor.is_mark('"') {
                let remedy = "write keys such as `!tir.stream.size`, without quotation marks";
                return Err(LanguageFault::unsupported("metadata in quotation marks", remedy).at(at));
            }
            let key = self.cursor.word("a key, such as `tir.stream.size`,")?;
            if !known.contains(&key) {
                return Err(LanguageFault::none_of("key", key, known).at(at));
            }
            if seen.contains(&key) {
                let what = format!("`!{key}` given twice");
                return Err(LanguageFault::rule(what, "remove one").at(at));
            }
            seen.push(key);
            self.value(key, &mut metadata)?;
            self.cursor.take_mark(',');
        }
        Ok(metadata)
    }

    fn value(&mut self, key: &str, metadata: &mut Metadata) -> Result<(), ImportError> {
        self.next_value()?;
        let at = self.cursor.at();
        match key {
            "tir.stream.type" => self.stream_type(),
            "tir.stream.size" => self.at_least(1).map(|size| metadata.size = Some((size, at))),
            "tir.stream.offset" => {
                metadata.offset = Some(self.at_least(1 - (1 << 31))?);
                Ok(())
            }
            "tir.reduction.size" => self.at_least(1).map(|size| metadata.reduction = Some(size)),
            "tir.aindex.type" => self.index_type(),
            "tir.aindex.range" => {
                expression::sum(&mut self.cursor)?;
                self.next_value()?;
                expression::sum(&mut self.cursor).map(|_| ())
            }
            "tir.aindex.nestUnder" | "tir.aindex.nestOver" => self.variable("an index").map(|_| ()),
            _ => expression::sum(&mut self.cursor).map(|_| ()),
        }
    }

    /// `!`, behind a comma or not.
    fn next_value(&mut self) -> Result<(), ImportError> {
        self.cursor.take_mark(',');
        self.cursor.mark('!', "`!` and a value")
    }

    /// An integer up to 2^31 - 2, so that one more is a latency.
    fn at_least(&mut self, least: i64) -> Result<i64, ImportError> {
        let at = self.cursor.at();
        let value = expression::sum(&mut self.cursor)?;
        if (least..(1 << 31) - 1).contains(&value) {
            return Ok(value);
        }
        let what = format!("{value} is not an integer from {least} to 2^31 - 2");
        Err(LanguageFault::rule(what, "give one in this range").at(at))
    }

    fn stream_type(&mut self) -> Result<(), ImportError> {
        let at = self.cursor.at();
        match self.cursor.word("`stream1d`")? {
            "stream1d" => Ok(()),
            word @ ("stream2d" | "stream3d" | "streamNd" | "streamconstant" | "streamscalar") => {
                let what = format!("a stream of type `{word}`");
                Err(LanguageFault::unsupported(what, "write `stream1d`, and the number of all its words")
                    .at(at))
            }
            "streamfifo" | "streamFifo" => {
                let remedy = "give the variable to both calls: the FIFO between them is computed";
                Err(LanguageFault::unsupported("a stream of type `streamfifo`", remedy).at(at))
            }
            word => Err(LanguageFault::none_of("type of stream", word, &["stream1d"]).at(at)),
        }
    }

    fn index_type(&mut self) -> Result<(), ImportError> {
        let at = self.cursor.at();
        match self.cursor.peek() {
            Some(TokenKind::Word("1d" | "2d")) => {
                self.cursor.skip();
                Ok(())
            }
            Some(TokenKind::Word(word)) => {
                Err(LanguageFault::none_of("type of index", word, &["1d", "2d"]).at(at))
            }
            _ => Err(self.cursor.unexpected("`1d` or `2d`")),
        }
    }
}
