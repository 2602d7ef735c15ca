//! Expressions over the inputs, outputs and attributes of a node, and lists of dimensions.
//!
//! Integers only: `+ - * / %`, where a division rounds down, brackets, `min`, `max` and `ceil` (a division that rounds up).

use hws_input::{Diagnostic, Place, nearest};

/// What is read, or a fault, whose place the caller knows.
type Parsed<T> = Result<T, Box<Diagnostic>>;

fn fault(message: String, remedy: impl Into<String>) -> Box<Diagnostic> {
    Box::new(Diagnostic::new("illegal-expression", Place::UNKNOWN, message).remedy(remedy))
}

/// Deepest nesting of brackets.
const DEPTH_MOST: usize = 32;
/// Longest expression, in bytes.
const LENGTH_MOST: usize = 4096;
/// What is read of a tensor after its name.
pub(super) const FIELDS: &[&str] = &["rank", "elements", "bytes", "present", "value"];
/// Functions of two or more numbers, and of an attribute.
const FUNCTIONS: &[&str] = &["min", "max", "ceil", "attr"];

/// A number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expression {
    Number(i128),
    /// `in0[1]`; negative positions count from the end.
    Dimension(Tensor, i64),
    Rank(Tensor),
    Elements(Tensor),
    Bytes(Tensor),
    /// `in2.present`: 1, or 0 if the input is left out.
    Present(Tensor),
    /// `in1.value[2]`: an element that is known before the run.
    Value(Tensor, i64),
    /// `attr(name, default)`; with a position in a list of integers.
    Attribute(String, Option<i64>, Option<Box<Expression>>),
    Binary(Operator, Box<Expression>, Box<Expression>),
}

/// An input or an output by its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tensor {
    Input(usize),
    Output(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Min,
    Max,
    Ceil,
}

/// An entry of a shape: a number, or several dimensions of a tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Dim {
    One(Expression),
    /// `in0[1..]`: from a position up to another, which is left out.
    Slice(Tensor, Option<i64>, Option<i64>),
}

/// Reads a number.
pub(super) fn number(text: &str) -> Parsed<Expression> {
    let mut reader = Reader::new(text)?;
    let expression = reader.sum(0)?;
    reader.end()?;
    Ok(expression)
}

/// Reads a shape: entries separated by commas, or `scalar`.
pub(super) fn shape(text: &str) -> Parsed<Vec<Dim>> {
    let mut reader = Reader::new(text)?;
    if text.trim() == "scalar" {
        return Ok(Vec::new());
    }
    let mut dims = Vec::new();
    loop {
        dims.push(reader.dim()?);
        if !reader.takes(',') {
            break;
        }
    }
    reader.end()?;
    Ok(dims)
}

struct Reader<'t> {
    rest: &'t str,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Parsed<Self> {
        if text.len() > LENGTH_MOST {
            return Err(fault(format!("the expression is longer than {LENGTH_MOST} bytes"), "split it"));
        }
        Ok(Self { rest: text.trim() })
    }

    fn dim(&mut self) -> Parsed<Dim> {
        let before = self.rest;
        if let Some(tensor) = self.tensor() {
            if self.rest.is_empty() || self.rest.starts_with(',') {
                return Ok(Dim::Slice(tensor, None, None));
            }
            if self.takes('[') {
                let start = self.integer()?;
                if self.takes_word("..") {
                    let end = self.integer()?;
                    self.expect(']')?;
                    return Ok(Dim::Slice(tensor, start, end));
                }
            }
        }
        self.rest = before;
        self.sum(0).map(Dim::One)
    }

    fn sum(&mut self, depth: usize) -> Parsed<Expression> {
        let mut left = self.product(depth)?;
        loop {
            let operator = match self.peek() {
                Some('+') => Operator::Add,
                Some('-') => Operator::Subtract,
                _ => return Ok(left),
            };
            self.skip(1);
            left = Expression::Binary(operator, Box::new(left), Box::new(self.product(depth)?));
        }
    }

    fn product(&mut self, depth: usize) -> Parsed<Expression> {
        let mut left = self.factor(depth)?;
        loop {
            let operator = match self.peek() {
                Some('*') => Operator::Multiply,
                Some('/') => Operator::Divide,
                Some('%') => Operator::Remainder,
                _ => return Ok(left),
            };
            self.skip(1);
            left = Expression::Binary(operator, Box::new(left), Box::new(self.factor(depth)?));
        }
    }

    fn factor(&mut self, depth: usize) -> Parsed<Expression> {
        if depth > DEPTH_MOST {
            let message = format!("brackets are nested more than {DEPTH_MOST} deep");
            return Err(fault(message, "simplify the expression"));
        }
        if self.takes('(') {
            let inner = self.sum(depth + 1)?;
            self.expect(')')?;
            return Ok(inner);
        }
        if self.peek().is_some_and(|next| next.is_ascii_digit()) {
            return Ok(Expression::Number(self.digits()?.into()));
        }
        if let Some(tensor) = self.tensor() {
            return self.of_tensor(tensor);
        }
        let name = self.word();
        match name {
            "min" => self.function(Operator::Min, depth),
            "max" => self.function(Operator::Max, depth),
            "ceil" => self.function(Operator::Ceil, depth),
            "attr" => self.attribute(depth),
            "" => Err(self.wanted("a number, `in0`, `out0` or a function")),
            other => {
                let remedy = "give `inN`, `outN`, `min`, `max`, `ceil` or `attr`";
                let found = fault(format!("unknown name `{other}`"), remedy);
                Err(Box::new(found.suggest(nearest(other, FUNCTIONS.iter().copied()))))
            }
        }
    }

    /// `min(a, b, …)`
    fn function(&mut self, operator: Operator, depth: usize) -> Parsed<Expression> {
        self.expect('(')?;
        let mut left = self.sum(depth + 1)?;
        self.expect(',')?;
        loop {
            let right = self.sum(depth + 1)?;
            left = Expression::Binary(operator, Box::new(left), Box::new(right));
            if operator == Operator::Ceil || !self.takes(',') {
                break;
            }
        }
        self.expect(')')?;
        Ok(left)
    }

    /// `attr(pads[0], 1)`
    fn attribute(&mut self, depth: usize) -> Parsed<Expression> {
        self.expect('(')?;
        let name = self.word().to_owned();
        if name.is_empty() {
            return Err(self.wanted("the name of an attribute"));
        }
        let index = if self.takes('[') { Some(self.position()?) } else { None };
        let usual = if self.takes(',') { Some(Box::new(self.sum(depth + 1)?)) } else { None };
        self.expect(')')?;
        Ok(Expression::Attribute(name, index, usual))
    }

    fn of_tensor(&mut self, tensor: Tensor) -> Parsed<Expression> {
        if self.takes('[') {
            return Ok(Expression::Dimension(tensor, self.position()?));
        }
        if !self.takes('.') {
            return Err(self.wanted("`[` or `.` after a tensor, such as `in0[1]` or `in0.elements`"));
        }
        match self.word() {
            "rank" => Ok(Expression::Rank(tensor)),
            "elements" => Ok(Expression::Elements(tensor)),
            "bytes" => Ok(Expression::Bytes(tensor)),
            "present" => Ok(Expression::Present(tensor)),
            "value" => {
                let index = if self.takes('[') { self.position()? } else { 0 };
                Ok(Expression::Value(tensor, index))
            }
            other => {
                let found = fault(
                    format!("unknown property `{other}`"),
                    format!("give one of {}", FIELDS.join(", ")),
                );
                Err(Box::new(found.suggest(nearest(other, FIELDS.iter().copied()))))
            }
        }
    }

    /// `inN` or `outN`.
    fn tensor(&mut self) -> Option<Tensor> {
        let before = self.rest;
        let word = self.word();
        let of = |prefix: &str| word.strip_prefix(prefix)?.parse::<usize>().ok();
        let tensor = of("in").map(Tensor::Input).or_else(|| of("out").map(Tensor::Output));
        if tensor.is_none() {
            self.rest = before;
        }
        tensor
    }

    /// A position and the bracket after it.
    fn position(&mut self) -> Parsed<i64> {
        let position = self.integer()?.ok_or_else(|| self.wanted("a position, such as 0 or -1"))?;
        self.expect(']')?;
        Ok(position)
    }

    /// A number with an optional sign.
    fn integer(&mut self) -> Parsed<Option<i64>> {
        let is_negative = self.takes('-');
        if !self.peek().is_some_and(|next| next.is_ascii_digit()) {
            return if is_negative { Err(self.wanted("a number")) } else { Ok(None) };
        }
        let value = self.digits()?;
        Ok(Some(if is_negative { -value } else { value }))
    }

    fn digits(&mut self) -> Parsed<i64> {
        let end = self.rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        let too_large = |_| fault(format!("`{digits}` does not fit in 64 bits"), "give a smaller number");
        digits.parse().map_err(too_large)
    }

    fn word(&mut self) -> &'t str {
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        let end = self.rest.find(|letter| !is_part(letter)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        word
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    fn skip(&mut self, bytes: usize) {
        self.rest = self.rest[bytes..].trim_start();
    }

    fn takes(&mut self, letter: char) -> bool {
        let takes = self.rest.starts_with(letter);
        if takes {
            self.skip(letter.len_utf8());
        }
        takes
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let takes = self.rest.starts_with(word);
        if takes {
            self.skip(word.len());
        }
        takes
    }

    fn expect(&mut self, letter: char) -> Parsed<()> {
        if self.takes(letter) { Ok(()) } else { Err(self.wanted(&format!("`{letter}`"))) }
    }

    fn end(&self) -> Parsed<()> {
        if self.rest.is_empty() { Ok(()) } else { Err(self.wanted("an operator or the end")) }
    }

    fn wanted(&self, wanted: &str) -> Box<Diagnostic> {
        let message = match self.rest {
            "" => "the expression ends early".to_owned(),
            rest => format!("`{}` is out of place", rest.chars().take(20).collect::<String>()),
        };
        fault(message, format!("give {wanted}"))
    }
}

impl Expression {
    /// Calls `visit` for every tensor.
    pub(super) fn tensors(&self, visit: &mut dyn FnMut(Tensor)) {
        match self {
            Self::Number(_) => {}
            Self::Dimension(tensor, _)
            | Self::Rank(tensor)
            | Self::Elements(tensor)
            | Self::Bytes(tensor)
            | Self::Present(tensor)
            | Self::Value(tensor, _) => visit(*tensor),
            Self::Attribute(_, _, usual) => usual.iter().for_each(|usual| usual.tensors(visit)),
            Self::Binary(_, left, right) => [left, right].into_iter().for_each(|side| side.tensors(visit)),
        }
    }
}
