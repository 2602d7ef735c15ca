//! Numbers that may be written as the name of a parameter or as a linear function of the index.

/// A number, or the name of a parameter that holds it.
#[derive(Clone, Debug)]
pub(crate) enum Number {
    Literal(u32),
    Parameter(String),
}

/// A reset value: a number, a parameter, or `{base, step}` for arrays.
#[derive(Clone, Debug)]
pub(crate) enum ResetValue {
    Number(Number),
    Linear { base: u32, step: u32 },
}

impl Number {
    /// Returns the parameter's name, if it is one.
    pub(crate) fn into_parameter(self) -> Option<String> {
        match self {
            Self::Literal(_) => None,
            Self::Parameter(name) => Some(name),
        }
    }
}
