//! What a register does, and where it is implemented.

use crate::repository::Outcome;

#[derive(Clone, Copy, Debug)]
pub(super) enum Effect {
    Read,
    Write,
    Pop,
}

impl Effect {
    /// The enum whose variants have this effect.
    fn name(self) -> &'static str {
        match self {
            Self::Read => "StateReg",
            Self::Write => "ActionReg",
            Self::Pop => "PopReg",
        }
    }

    /// An arm of every match over the enum, and the arm that implements the new variant.
    pub(super) fn arm(self) -> (&'static str, &'static str) {
        match self {
            Self::Read => ("StateReg::HwsStatus =>", "StateReg::Added => 0,"),
            Self::Write => ("ActionReg::ErrStatus =>", "ActionReg::Added => (),"),
            Self::Pop => ("Some(PopReg::MihDataHi) =>", "Some(PopReg::Added) => (),"),
        }
    }
}

/// The files of an implementation that a complete change has to touch.
#[derive(Clone, Copy)]
pub(super) struct Files {
    read: &'static str,
    write: &'static str,
    pop: &'static str,
}

pub(super) const MODEL: Files = Files {
    read: "hws-model/src/csr/read.rs",
    write: "hws-model/src/csr/write.rs",
    pop: "hws-model/src/csr.rs",
};

pub(super) const PLAIN: Files =
    Files { read: "hws-plain/src/registers.rs", write: "hws-plain/src/bus.rs", pop: "hws-plain/src/bus.rs" };

impl Files {
    pub(super) fn file(self, effect: Effect) -> &'static str {
        match effect {
            Effect::Read => self.read,
            Effect::Write => self.write,
            Effect::Pop => self.pop,
        }
    }
}

/// Fails unless the log of a build names the missing variant, and the file.
pub(super) fn named(log: &str, effect: Effect, file: &str) -> Outcome {
    let variant = format!("{}::Added", effect.name());
    let names_variant = |line: &str| {
        line.split_once("pattern ")
            .is_some_and(|(_, rest)| rest.contains(&variant) && rest.contains(" not covered"))
    };
    if !log.lines().any(names_variant) {
        return Err(format!("the build does not name {variant}"));
    }
    if !log.contains(&format!("--> {file}:")) {
        return Err(format!("the build does not name {file}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "error[E0004]: non-exhaustive patterns: `StateReg::Added` not covered
  --> hws-model/src/csr/read.rs:30:11
   |
30 |     match register {
   |           ^^^^^^^^ pattern `StateReg::Added` not covered
error[E0004]: non-exhaustive patterns: `Some(PopReg::Added)` not covered
  --> hws-model/src/csr.rs:9:11
   |           ^^^^^^^^ pattern `Some(PopReg::Added)` not covered
";

    #[test]
    fn a_log_has_to_name_the_variant_and_the_file() {
        assert!(named(LOG, Effect::Read, MODEL.file(Effect::Read)).is_ok());
        assert!(named(LOG, Effect::Pop, MODEL.file(Effect::Pop)).is_ok());
        let missing = named(LOG, Effect::Write, MODEL.file(Effect::Write)).expect_err("no ActionReg");
        assert_eq!(missing, "the build does not name ActionReg::Added");
        let elsewhere =
            named(LOG, Effect::Read, PLAIN.file(Effect::Read)).expect_err("no second implementation");
        assert_eq!(elsewhere, "the build does not name hws-plain/src/registers.rs");
    }
}
