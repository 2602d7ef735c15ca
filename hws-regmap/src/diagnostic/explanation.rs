//! The long text of every code: its meaning, an example and a corrected one.

use super::Code;

macro_rules! texts {
    ($($code:ident = $file:literal,)*) => {
        impl Code {
            /// Returns the meaning of the code in Markdown, with a wrong and a corrected example where a short map can
            /// show them.
            ///
            /// ```
            /// use hws_regmap::Code;
            /// assert!(Code::Unaligned.explanation().starts_with("# unaligned\n"));
            /// ```
            #[must_use]
            pub fn explanation(self) -> &'static str {
                match self { $(Self::$code => include_str!(concat!("explanations/", $file, ".md")),)* }
            }
        }
    };
}

texts! {
    Syntax = "syntax",
    NotText = "not-text",
    TooLarge = "too-large",
    CannotInclude = "cannot-include",
    WrongType = "wrong-type",
    UnknownWord = "unknown-word",
    UnknownKey = "unknown-key",
    DuplicateKey = "duplicate-key",
    MissingKey = "missing-key",
    UnknownParameter = "unknown-parameter",
    UnknownRegister = "unknown-register",
    FixedParameterChanged = "fixed-parameter-changed",
    ParameterOutOfRange = "parameter-out-of-range",
    ParameterTooWide = "parameter-too-wide",
    DuplicateName = "duplicate-name",
    IllegalName = "illegal-name",
    ReservedWord = "reserved-word",
    DuplicateValue = "duplicate-value",
    Unaligned = "unaligned",
    IllegalWindow = "illegal-window",
    OutsideWindow = "outside-window",
    OutsidePage = "outside-page",
    RegistersOverlap = "registers-overlap",
    PagesOverlap = "pages-overlap",
    IllegalArray = "illegal-array",
    ArrayStride = "array-stride",
    GroupNotCovered = "group-not-covered",
    FieldOutsideRegister = "field-outside-register",
    FieldsOverlap = "fields-overlap",
    IllegalRange = "illegal-range",
    ResetOutsideField = "reset-outside-field",
    ResetIllegal = "reset-illegal",
    IllegalAccess = "illegal-access",
    TooManyRegisters = "too-many-registers",
    IllegalWidth = "illegal-width",
    NotForHwsRegs = "not-for-hws-regs",
    UnusedEnum = "unused-enum",
    MissingDescription = "missing-description",
    Gap = "gap",
    Unobservable = "unobservable",
    EmptyPage = "empty-page",
    IneffectiveKey = "ineffective-key",
}
