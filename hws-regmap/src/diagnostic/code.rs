//! The stable names of the kinds of diagnostics.

use std::fmt;

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $variant:ident = $text:literal,)*) => {
        /// The stable name of a kind of diagnostic, one for each fact that is checked.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $($(#[doc = $doc])* $variant,)*
        }

        impl Code {
            /// Every code, in declaration order.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The code as it is printed; never changes once published.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            /// What it says, in one sentence.
            #[must_use]
            pub fn summary(self) -> &'static str {
                match self { $(Self::$variant => concat!($($doc),*).trim_ascii(),)* }
            }
        }
    };
}

codes! {
    /// The text is not YAML.
    Syntax = "syntax",
    /// The bytes are not UTF-8 text.
    NotText = "not-text",
    /// The text is larger, deeper or more entangled than any map.
    TooLarge = "too-large",
    /// A value is of another type than the key takes.
    WrongType = "wrong-type",
    /// A word that the key does not know.
    UnknownWord = "unknown-word",
    /// A key that no entry has.
    UnknownKey = "unknown-key",
    /// A key that stands twice in an entry.
    DuplicateKey = "duplicate-key",
    /// A key that the entry needs is missing.
    MissingKey = "missing-key",
    /// A name that is no parameter stands where a parameter is meant.
    UnknownParameter = "unknown-parameter",
    /// A fixed parameter has another value.
    FixedParameterChanged = "fixed-parameter-changed",
    /// A parameter is outside its legal range.
    ParameterOutOfRange = "parameter-out-of-range",
    /// A parameter may grow beyond what the field or the array that takes it can hold.
    ParameterTooWide = "parameter-too-wide",
    /// Two things that need different names share one.
    DuplicateName = "duplicate-name",
    /// A name that is no datasheet name.
    IllegalName = "illegal-name",
    /// A name that is a reserved word of a language the map is exported to.
    ReservedWord = "reserved-word",
    /// Two named values of a field have one encoding.
    DuplicateValue = "duplicate-value",
    /// An offset, stride or page bound that is not a multiple of 4.
    Unaligned = "unaligned",
    /// The window is empty or larger than the address decoder can be.
    IllegalWindow = "illegal-window",
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
    /// Elements of an array lie on top of each other.
    ArrayStride = "array-stride",
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
    /// An access that contradicts the hardware side, the queue or a pulse, or restricts what nobody writes.
    IllegalAccess = "illegal-access",
    /// More registers than the address decoder can number.
    TooManyRegisters = "too-many-registers",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Code {
    /// The code of that name.
    ///
    /// ```
    /// use hws_regmap::Code;
    /// assert_eq!(Code::parse("unaligned"), Some(Code::Unaligned));
    /// assert_eq!(Code::parse("E0308"), None);
    /// ```
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.as_str() == name)
    }
    /// With an entry left out because it could not be read, these would be reported of others.
    pub(crate) fn needs_the_whole_map(self) -> bool {
        matches!(self, Self::UnknownParameter | Self::GroupNotCovered)
    }
}
