//! What is wrong with a map: where, why, and what would be right.

use crate::model::Position;
use std::fmt;

macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $text:literal,)*) => {
        /// The stable name of a kind of diagnostic, one for each fact that is checked.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $($(#[$doc])* $variant,)*
        }

        impl Code {
            /// Every code, in declaration order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The code as it is printed; never changes once published.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
        }
    };
}

codes! {
    /// The text is not YAML, or a value has the wrong type.
    Syntax = "syntax",
    /// A key that no entry has.
    UnknownKey = "unknown-key",
    /// A key that the entry needs is missing.
    MissingKey = "missing-key",
    /// A name that is no parameter stands where a parameter is meant.
    UnknownParameter = "unknown-parameter",
    /// A fixed parameter has another value.
    FixedParameterChanged = "fixed-parameter-changed",
    /// A parameter is outside its legal range.
    ParameterOutOfRange = "parameter-out-of-range",
    /// Two things that need different names share one.
    DuplicateName = "duplicate-name",
    /// A name that cannot become a Rust name.
    IllegalName = "illegal-name",
    /// An offset, stride or page bound that is not a multiple of 4.
    Unaligned = "unaligned",
    /// A register ends outside the window.
    OutsideWindow = "outside-window",
    /// A register ends outside its page, or a page outside the window.
    OutsidePage = "outside-page",
    /// Two registers (or reserved words) claim the same word.
    RegistersOverlap = "registers-overlap",
    /// Two pages claim the same address.
    PagesOverlap = "pages-overlap",
    /// An array that is empty, too long or nested too deep for a register id.
    IllegalArray = "illegal-array",
    /// The words of a group do not cover its stride exactly.
    GroupNotCovered = "group-not-covered",
    /// A field's bits are not inside the register's 32.
    FieldOutsideRegister = "field-outside-register",
    /// Two fields of a register share a bit.
    FieldsOverlap = "fields-overlap",
    /// A legal value that does not fit its field, or a range that is empty.
    IllegalRange = "illegal-range",
    /// A reset value that does not fit its field.
    ResetOutsideField = "reset-outside-field",
    /// A reset value that a write of it would refuse.
    ResetIllegal = "reset-illegal",
    /// An access that contradicts the hardware side, the queue or a pulse.
    IllegalAccess = "illegal-access",
    /// More registers than the address decoder can number.
    TooManyRegisters = "too-many-registers",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One thing that is wrong with a map.
///
/// A struct and not a text: rendering (with the source line, in colour, as JSON) is the caller's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{position}: {code}: {message} ({remedy})")]
pub struct Diagnostic {
    /// Which fact is broken.
    pub code: Code,
    /// The file as the caller named it.
    pub file: String,
    /// Where the offending value stands.
    pub position: Position,
    /// What is wrong, one sentence without a full stop.
    pub message: String,
    /// What would be right.
    pub remedy: String,
}

impl Diagnostic {
    /// A diagnostic whose file is not known yet.
    pub(crate) fn new(
        code: Code,
        position: Position,
        message: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self { code, file: String::new(), position, message: message.into(), remedy: remedy.into() }
    }

    /// The same in the named file.
    pub(crate) fn in_file(mut self, file: &str) -> Self {
        self.file = file.to_owned();
        self
    }
}
