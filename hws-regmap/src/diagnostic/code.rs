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

            /// Returns the code as printed; it never changes once published.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            /// Returns the meaning in one sentence.
            #[must_use]
            pub fn summary(self) -> &'static str {
                match self { $(Self::$variant => concat!($($doc),*).trim_ascii(),)* }
            }
        }
    };
}

codes! {
    /// The text is not a YAML document.
    Syntax = "syntax",
    /// The bytes are not UTF-8 text.
    NotText = "not-text",
    /// The text is larger, more deeply nested or uses more aliases than a map may.
    TooLarge = "too-large",
    /// A file to include that cannot be read, or that includes itself.
    CannotInclude = "cannot-include",
    /// A value has a different type from the one the key expects.
    WrongType = "wrong-type",
    /// A word that the key does not accept.
    UnknownWord = "unknown-word",
    /// A key that is unknown in this kind of entry.
    UnknownKey = "unknown-key",
    /// A key that is given twice in an entry.
    DuplicateKey = "duplicate-key",
    /// A required key is missing.
    MissingKey = "missing-key",
    /// A name that is not a parameter is used in place of a number.
    UnknownParameter = "unknown-parameter",
    /// A register or bit that is referred to and does not exist.
    UnknownRegister = "unknown-register",
    /// A fixed parameter has another value.
    FixedParameterChanged = "fixed-parameter-changed",
    /// A parameter is outside its legal range.
    ParameterOutOfRange = "parameter-out-of-range",
    /// A parameter may exceed what the field or array that uses it can hold.
    ParameterTooWide = "parameter-too-wide",
    /// Two things that need different names have the same one.
    DuplicateName = "duplicate-name",
    /// A name that is not a valid datasheet name.
    IllegalName = "illegal-name",
    /// A type of named values that is called like a reserved word of a language the map is exported to.
    ReservedWord = "reserved-word",
    /// Two named values of a field have the same encoding.
    DuplicateValue = "duplicate-value",
    /// An offset, stride or page bound that is not a multiple of 4.
    Unaligned = "unaligned",
    /// The window is empty or larger than addresses can be.
    IllegalWindow = "illegal-window",
    /// A register ends outside the window.
    OutsideWindow = "outside-window",
    /// A register ends outside its page, or a page outside the window.
    OutsidePage = "outside-page",
    /// Two registers (or reserved words) claim the same word.
    RegistersOverlap = "registers-overlap",
    /// Two pages claim the same address.
    PagesOverlap = "pages-overlap",
    /// An array that is empty, too long or has too many dimensions.
    IllegalArray = "illegal-array",
    /// The elements of an array overlap.
    ArrayStride = "array-stride",
    /// A word of a group reaches beyond its stride, or is neither named nor reserved although others are.
    GroupNotCovered = "group-not-covered",
    /// A field has bits outside the register's 32.
    FieldOutsideRegister = "field-outside-register",
    /// Two fields of a register share a bit.
    FieldsOverlap = "fields-overlap",
    /// A legal value that does not fit in its field, or a range that is empty.
    IllegalRange = "illegal-range",
    /// A reset value that does not fit in its field.
    ResetOutsideField = "reset-outside-field",
    /// A reset value that could not be written to the register.
    ResetIllegal = "reset-illegal",
    /// An access that contradicts the hardware side, the queue or a pulse, or a restriction of values that are never written.
    IllegalAccess = "illegal-access",
    /// More registers than the address decoder can number.
    TooManyRegisters = "too-many-registers",
    /// A register of other than 8, 16, 32 or 64 bits.
    IllegalWidth = "illegal-width",
    /// Something that the types of the crate hws-regs have no form for; other exports do.
    NotForHwsRegs = "not-for-hws-regs",
    /// A shared type of named values that no field has.
    UnusedEnum = "unused-enum",
    /// A register or field without a description.
    MissingDescription = "missing-description",
    /// A hole of one register between two registers, or between the words of a group.
    Gap = "gap",
    /// A field that one side writes and the other never sees.
    Unobservable = "unobservable",
    /// A page with nothing on it.
    EmptyPage = "empty-page",
    /// A key that has no effect because the key that it belongs to is missing.
    IneffectiveKey = "ineffective-key",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Code {
    /// Returns the code of that name.
    ///
    /// ```
    /// use hws_regmap::Code;
    /// assert_eq!(Code::from_name("unaligned"), Some(Code::Unaligned));
    /// assert_eq!(Code::from_name("E0308"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.as_str() == name)
    }

    /// Returns whether the fault may only be due to an entry that could not be read and was left out.
    pub(crate) fn needs_the_whole_map(self) -> bool {
        matches!(self, Self::UnknownRegister | Self::GroupNotCovered)
    }
}
