//! The arguments that the table uses for the parameters of a generic type or function.

use syn::{GenericParam, Generics, Path, Type};

/// No suitable argument is known; it must be chosen by hand.
pub struct Unknown;

/// Returns the argument for each parameter of a type, an `impl` or a function. Lifetimes are omitted.
pub fn arguments(generics: &Generics) -> Result<Vec<String>, Unknown> {
    generics.params.iter().filter_map(argument).collect()
}

fn argument(param: &GenericParam) -> Option<Result<String, Unknown>> {
    match param {
        GenericParam::Lifetime(_) => None,
        // Below the length of every array that the other numbers are.
        GenericParam::Const(param) if param.ident == "INDEX" => Some(Ok("0".to_owned())),
        GenericParam::Const(_) => Some(Ok("32".to_owned())),
        GenericParam::Type(param) => Some(match param.ident.to_string().as_str() {
            "B" => Ok("crate::probe::Probe".to_owned()),
            "E" => Ok("crate::probe::Never".to_owned()),
            _ => Err(Unknown),
        }),
    }
}

/// `::<A, B>`, or nothing.
pub fn turbofish(arguments: &[String]) -> String {
    if arguments.is_empty() { String::new() } else { format!("::<{}>", arguments.join(", ")) }
}

/// The last name of a type's path: `HwsDriver` of `crate::HwsDriver<B>`.
pub fn name_of(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => last(&path.path),
        _ => None,
    }
}

pub fn last(path: &Path) -> Option<String> {
    path.segments.last().map(|segment| segment.ident.to_string())
}
