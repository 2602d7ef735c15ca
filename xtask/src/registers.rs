//! Half a change must not pass: a register that is added to the map and not implemented fails the build, in the model
//! first and then in the second implementation; a plain RW register fails a test that is named here.

mod effect;

use crate::repository::{Outcome, output, read, target};
use crate::tree::Tree;
use effect::Effect;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The test that fails when nothing reads a stored register.
const STORED: &str = "stored_registers::every_stored_register_is_listed_with_what_reads_it";

/// With it, hws-regs takes the map of `HWS_REGMAP`.
const OTHER_MAP: &str = "hws-regs/other-map";

/// The line before the first register of the map.
const FIRST_PAGE: &str = "  - name: FEATURE";

/// Access, effect in hardware, and what has to be implemented.
const KINDS: [(&str, &str, &[Effect]); 4] = [
    ("RO", "writes", &[Effect::Read]),
    ("WO", "reads", &[Effect::Write]),
    ("RP", "writes", &[Effect::Read, Effect::Pop]),
    ("W1C", "sets", &[Effect::Read, Effect::Write]),
];

pub(crate) fn run() -> Outcome {
    let copy = Copy::new()?;
    let text = read("regmap.yaml")?;
    copy.write_map(&text)?;
    copy.check().map_err(|log| format!("the build fails with the map as it is\n{log}"))?;
    copy.stored().map_err(|log| format!("the test fails with the map as it is\n{log}"))?;
    println!("the map as it is: passes");
    for (access, hardware, effects) in KINDS {
        copy.write_map(&added(&text, access, hardware)?)?;
        kind(&copy, access, effects)?;
    }
    copy.tree.update()?;
    copy.write_map(&added(&text, "RW", "reads")?)?;
    match copy.stored() {
        Ok(()) => Err("the test passes although nothing reads ADDED".to_owned()),
        Err(log) if log.contains(&format!("---- {STORED} stdout")) => {
            println!("RW: {STORED} fails");
            Ok(())
        }
        Err(log) => Err(format!("another test than {STORED} fails\n{log}")),
    }
}

/// The map alone fails in the model, map and model fail in the second implementation, and all three pass.
fn kind(copy: &Copy, access: &str, effects: &[Effect]) -> Outcome {
    copy.tree.update()?;
    for implement in [effect::MODEL, effect::PLAIN] {
        let log = match copy.check() {
            Ok(()) => return Err(format!("{access}: the build passes although ADDED is not implemented")),
            Err(log) => log,
        };
        for effect in effects {
            effect::named(&log, *effect, implement.file(*effect))
                .map_err(|fault| format!("{access}: {fault}\n{log}"))?;
        }
        for effect in effects {
            copy.implement(implement.file(*effect), *effect)?;
        }
    }
    copy.check().map_err(|log| {
        format!("{access}: the build fails although ADDED is implemented everywhere\n{log}")
    })?;
    let files =
        |files: effect::Files| effects.iter().map(|effect| files.file(*effect)).collect::<Vec<_>>().join(" ");
    println!("{access}: fails in {}, then in {}, then passes", files(effect::MODEL), files(effect::PLAIN));
    Ok(())
}

/// The map with one register more, at the first free offset of the first page.
fn added(map: &str, access: &str, hardware: &str) -> Outcome<String> {
    let register = format!(
        "      - {{name: ADDED, offset: 0x002c, access: {access}, hardware: {hardware}, spec: \"none\", description: \"Added.\"}}"
    );
    let mut lines: Vec<&str> = map.lines().collect();
    let place =
        lines.iter().position(|line| *line == FIRST_PAGE).ok_or("regmap.yaml: no page is named FEATURE")?;
    lines.insert(place, &register);
    Ok(lines.join("\n") + "\n")
}

struct Copy {
    tree: Tree,
    map: PathBuf,
}

impl Copy {
    fn new() -> Outcome<Self> {
        Ok(Self { tree: Tree::new("registers")?, map: target().join("registers/regmap.yaml") })
    }

    fn write_map(&self, text: &str) -> Outcome {
        fs::write(&self.map, text).map_err(|error| format!("{}: {error}", self.map.display()))
    }

    /// Adds an arm in front of the first line that has the anchor, as a developer would.
    fn implement(&self, file: &str, effect: Effect) -> Outcome {
        let path = self.tree.path(file);
        let text = fs::read_to_string(&path).map_err(|error| format!("{file}: {error}"))?;
        let (anchor, arm) = effect.arm();
        let place = text.find(anchor).ok_or_else(|| format!("{file}: `{anchor}` is missing"))?;
        let text = format!("{}{arm}\n{}", &text[..place], &text[place..]);
        fs::write(&path, text).map_err(|error| format!("{file}: {error}"))
    }

    /// Compiles model and second implementation; the log, if that fails.
    fn check(&self) -> Outcome {
        self.logged(self.tree.cargo(&[
            "check",
            "--quiet",
            "--locked",
            "-p",
            "hws-tests",
            "--features",
            OTHER_MAP,
        ]))
    }

    fn stored(&self) -> Outcome {
        let words = [
            "test",
            "--quiet",
            "--locked",
            "-p",
            "hws-model",
            "--features",
            OTHER_MAP,
            "--test",
            "integration",
            "stored_registers",
        ];
        self.logged(self.tree.cargo(&words))
    }

    fn logged(&self, mut cargo: Command) -> Outcome {
        let output = output(cargo.env("HWS_REGMAP", &self.map))?;
        if output.status.success() {
            return Ok(());
        }
        Err(String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_register_is_added_to_the_first_page() {
        let map = "pages:\n      - {name: ID}\n  - name: FEATURE\n    registers:\n";
        let text = added(map, "RO", "writes").expect("a page FEATURE");
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 5);
        assert!(
            lines[2].starts_with("      - {name: ADDED, offset: 0x002c, access: RO, hardware: writes,"),
            "{text}"
        );
        assert_eq!(lines[3], FIRST_PAGE);
        assert!(added("pages:\n", "RO", "writes").is_err());
    }
}
