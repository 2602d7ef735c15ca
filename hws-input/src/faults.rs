//! Kinds of faults: each with a code, what is wrong, and what helps.

use crate::Diagnostic;
use crate::Place;

/// What a reader found wrong, in the parts of a [`Diagnostic`]. [`faults!`](crate::faults) writes it for an enum.
pub trait Diagnose {
    /// The code of its kind.
    fn code(&self) -> &'static str;
    /// What is wrong, without a full stop.
    fn message(&self) -> String;
    /// What helps, without the word that may be meant.
    fn remedy(&self) -> String;
    /// The word that may be meant.
    fn candidate(&self) -> Option<&str>;

    /// Returns the fault as a diagnostic without a place.
    fn diagnostic(&self) -> Diagnostic {
        let found = Diagnostic::new(self.code(), Place::UNKNOWN, self.message());
        found.remedy(self.remedy()).suggest(self.candidate())
    }
}

impl<F: Diagnose> Diagnose for Box<F> {
    fn code(&self) -> &'static str {
        (**self).code()
    }

    fn message(&self) -> String {
        (**self).message()
    }

    fn remedy(&self) -> String {
        (**self).remedy()
    }

    fn candidate(&self) -> Option<&str> {
        (**self).candidate()
    }
}

/// A diagnostic inside another one keeps its place in the message.
impl Diagnose for Diagnostic {
    fn code(&self) -> &'static str {
        self.code
    }

    fn message(&self) -> String {
        self.sentence()
    }

    fn remedy(&self) -> String {
        self.remedy.clone()
    }

    fn candidate(&self) -> Option<&str> {
        self.candidates.first().map(String::as_str)
    }
}

/// A kind of fault, for lists and explanations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiagnosticKind {
    /// Its code.
    pub code: &'static str,
    /// What it means: the lines of its documentation.
    pub meaning: &'static [&'static str],
    /// The message, with the names of the parts that it fills in.
    pub message: &'static str,
    /// The remedy in the same form.
    pub remedy: &'static str,
}

/// Displays a fault in one line: `message; remedy`.
#[doc(hidden)]
pub fn display(fault: &dyn Diagnose, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
    f.write_str(&crate::diagnostic::with_remedy(&fault.message(), fault.candidate(), &fault.remedy()))
}

/// Declares an enum of the faults of a reader. A variant is
/// `Name { field: Type } = "code", ("message {field}"), ("remedy");`, with the arguments of `format!` in the brackets and
/// `, near EXPRESSION` behind them for the word that may be meant, an `Option<&str>`; or `Name(inner: Type);`, whose inner fault
/// speaks for it; or `Name { field: Type, fault: Fault } => fault, ("prefix ");`, which puts a text before the message of a fault.
///
/// A struct with public fields is one fault: what follows a variant follows its brace. The type gets [`Diagnose`], `Display`,
/// `Error`, and `kinds()`, the list of its own kinds.
///
/// ```
/// use hws_input::Diagnose;
///
/// hws_input::faults! {
///     /// A fault of a colour.
///     #[derive(Debug)]
///     pub enum ColourFault {
///         /// A colour that does not exist.
///         Unknown {
///             /// Its name.
///             name: String,
///             /// The nearest one.
///             closest: Option<String>,
///         } = "unknown-colour", ("unknown colour `{name}`"), ("give red or blue"), near closest.as_deref();
///         /// No colour at all.
///         Missing = "missing-colour", ("no colour"), ("add one");
///     }
/// }
///
/// let fault = ColourFault::Unknown { name: "rad".into(), closest: Some("red".into()) };
/// assert_eq!(fault.to_string(), "unknown colour `rad`; did you mean `red`? give red or blue");
/// assert_eq!((fault.code(), ColourFault::kinds()[1].remedy), ("unknown-colour", "add one"));
/// ```
#[macro_export]
macro_rules! faults {
    (
        $(#[doc = $doc:literal])*
        $(#[derive($($derived:ident),*)])?
        pub struct $name:ident {
            $($(#[$field_meta:meta])* pub $field:ident : $type:ty),* $(,)?
        }
        $(=> $within:ident, ($prefix:literal))?
        $(= $code:literal,
            ($message:literal $(, $message_part:expr)* $(,)?),
            ($remedy:literal $(, $remedy_part:expr)* $(,)?)
            $(, near $near:expr)?)?
        ;
    ) => {
        $(#[doc = $doc])*
        $(#[derive($($derived),*)])?
        pub struct $name {
            $($(#[$field_meta])* pub $field: $type),*
        }

        impl $name {
            /// Returns the kind that it is.
            #[must_use]
            pub fn kinds() -> Vec<$crate::DiagnosticKind> {
                $crate::faults!(@kinds [[$($doc)*] [$($code, $message, $remedy)?]])
            }
        }

        #[allow(unused_variables, clippy::allow_attributes, reason = "not every part of a fault is in every text")]
        impl $crate::Diagnose for $name {
            fn code(&self) -> &'static str {
                let Self { $($field),* } = self;
                $crate::faults!(@one [$($code)?] [$($crate::Diagnose::code($within))?] [])
            }

            fn message(&self) -> String {
                let Self { $($field),* } = self;
                $crate::faults!(
                    @one [$(format!($message $(, $message_part)*))?]
                        [$(format!($prefix) + &$crate::Diagnose::message($within))?]
                        []
                )
            }

            fn remedy(&self) -> String {
                let Self { $($field),* } = self;
                $crate::faults!(
                    @one [$(format!($remedy $(, $remedy_part)*))?] [$($crate::Diagnose::remedy($within))?] []
                )
            }

            fn candidate(&self) -> Option<&str> {
                let Self { $($field),* } = self;
                $crate::faults!(@near [$($code $(, $near)?)?] [$($crate::Diagnose::candidate($within))?] [])
            }
        }

        $crate::faults!(@display $name);
    };
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $(
                $(#[doc = $doc:literal])*
                $variant:ident
                    $({ $($(#[$field_meta:meta])* $field:ident : $type:ty),* $(,)? })?
                    $(( $inner:ident : $inner_type:ty ))?
                    $(=> $within:ident, ($prefix:literal))?
                    $(= $code:literal,
                        ($message:literal $(, $message_part:expr)* $(,)?),
                        ($remedy:literal $(, $remedy_part:expr)* $(,)?)
                        $(, near $near:expr)?)?
                ;
            )*
        }
    ) => {
        $(#[$meta])*
        $vis enum $name {
            $(
                $(#[doc = $doc])*
                $variant $({ $($(#[$field_meta])* $field: $type),* })? $(($inner_type))?,
            )*
        }

        impl $name {
            /// Returns the kinds that it has itself.
            #[must_use]
            $vis fn kinds() -> Vec<$crate::DiagnosticKind> {
                $crate::faults!(@kinds $([[$($doc)*] [$($code, $message, $remedy)?]])*)
            }
        }

        #[allow(unused_variables, clippy::allow_attributes, reason = "not every part of a fault is in every text")]
        impl $crate::Diagnose for $name {
            fn code(&self) -> &'static str {
                match self {
                    $(Self::$variant $({ $($field),* })? $(($inner))? => {
                        $crate::faults!(@one [$($code)?] [$($crate::Diagnose::code($within))?] [$($crate::Diagnose::code($inner))?])
                    })*
                }
            }

            fn message(&self) -> String {
                match self {
                    $(Self::$variant $({ $($field),* })? $(($inner))? => {
                        $crate::faults!(
                            @one [$(format!($message $(, $message_part)*))?]
                                [$(format!($prefix) + &$crate::Diagnose::message($within))?]
                                [$($crate::Diagnose::message($inner))?]
                        )
                    })*
                }
            }

            fn remedy(&self) -> String {
                match self {
                    $(Self::$variant $({ $($field),* })? $(($inner))? => {
                        $crate::faults!(
                            @one [$(format!($remedy $(, $remedy_part)*))?]
                                [$($crate::Diagnose::remedy($within))?]
                                [$($crate::Diagnose::remedy($inner))?]
                        )
                    })*
                }
            }

            fn candidate(&self) -> Option<&str> {
                match self {
                    $(Self::$variant $({ $($field),* })? $(($inner))? => {
                        $crate::faults!(
                            @near [$($code $(, $near)?)?]
                                [$($crate::Diagnose::candidate($within))?]
                                [$($crate::Diagnose::candidate($inner))?]
                        )
                    })*
                }
            }
        }

        $crate::faults!(@display $name);
    };
    (@kinds $([[$($doc:literal)*] [$($code:literal, $message:literal, $remedy:literal)?]])*) => {
        [$($crate::faults!(@kind [$($doc)*] $($code, $message, $remedy)?)),*].into_iter().flatten().collect()
    };
    (@kind [$($doc:literal)*]) => { None };
    (@kind [$($doc:literal)*] $code:literal, $message:literal, $remedy:literal) => {
        Some($crate::DiagnosticKind {
            code: $code,
            meaning: &[$($doc),*],
            message: $message,
            remedy: $remedy,
        })
    };
    (@display $name:ident) => {
        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $crate::display_fault(self, f)
            }
        }

        impl ::std::error::Error for $name {}
    };
    // What the variant says, or else what the fault in it says.
    (@one [$own:expr] [] [$($inner:expr)?]) => { $own };
    (@one [] [$within:expr] [$($inner:expr)?]) => { $within };
    (@one [] [] [$inner:expr]) => { $inner };
    (@near [$code:literal, $near:expr] [] [$($inner:expr)?]) => { $near };
    (@near [$code:literal] [] [$($inner:expr)?]) => { None };
    (@near [] [$within:expr] [$($inner:expr)?]) => { $within };
    (@near [] [] [$inner:expr]) => { $inner };
}
