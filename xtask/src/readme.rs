//! Commands of a page: the block under `<!-- command: NAME -->` is the command NAME, and each of its lines has to exit
//! with status 0.

use crate::repository::{self, Outcome, command, target};
use std::fs::{self, File};
use std::process::Stdio;

/// Lines of an output that are shown, and those of a command that fails.
const SHOWN: usize = 8;
const SHOWN_OF_A_FAILURE: usize = 300;
/// Characters of a line that are shown.
const WIDTH: usize = 160;

/// The name that a line of a page gives to the block below it.
fn name_of(line: &str) -> Option<&str> {
    line.strip_prefix("<!-- command: ")?.strip_suffix(" -->")
}

/// The names of the commands of a page, each once.
#[cfg(test)]
pub(crate) fn names(text: &str) -> Vec<&str> {
    let mut names: Vec<&str> = text.lines().filter_map(name_of).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The lines of the blocks of that name, one command each.
fn lines<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    let (mut is_wanted, mut is_inside, mut lines) = (false, false, Vec::new());
    for line in text.lines() {
        if let Some(found) = name_of(line) {
            is_wanted = found == name;
        } else if line.starts_with("```") {
            // The mark is for one block.
            is_wanted &= !is_inside;
            is_inside = is_wanted && !is_inside;
        } else if is_inside && !line.trim().is_empty() {
            lines.push(line);
        }
    }
    lines
}

/// Runs the commands of that name. A name without commands is a mistake.
pub(crate) fn run(name: &str, page: &str) -> Outcome {
    let text = repository::read(page)?;
    let lines = lines(&text, name);
    if lines.is_empty() {
        return Err(format!("{page}: no command is named `{name}`"));
    }
    lines.into_iter().try_for_each(run_line)
}

fn run_line(line: &str) -> Outcome {
    println!("$ {line}");
    let failed = |error| format!("`{line}`: not run: {error}");
    let path = target().join("readme.out");
    let out = File::create(&path).map_err(failed)?;
    let both = out.try_clone().map_err(failed)?;
    let mut bash = command("bash");
    bash.args(["-c", line]).stdin(Stdio::null()).stdout(out).stderr(both);
    let status = bash.status().map_err(failed)?;
    let said = fs::read(&path).map_err(failed)?;
    let said = String::from_utf8_lossy(&said);
    if !status.success() {
        println!("{}", end_of(&said, SHOWN_OF_A_FAILURE, usize::MAX));
        return Err(format!("`{line}`: ended with {status}"));
    }
    println!("{}", end_of(&said, SHOWN, WIDTH));
    Ok(())
}

/// The last lines of a text, each up to a width.
fn end_of(text: &str, count: usize, width: usize) -> String {
    let lines: Vec<String> = text.lines().map(|line| line.chars().take(width).collect()).collect();
    lines[lines.len().saturating_sub(count)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# A page
<!-- command: one -->
```sh
echo 1

echo 2
```
```sh
echo not marked
```
<!-- command: two -->
Text between.
```sh
echo 3
```
<!-- command: one -->
```sh
echo 4
```
";

    #[test]
    fn a_command_is_every_block_of_its_name() {
        assert_eq!(lines(PAGE, "one"), ["echo 1", "echo 2", "echo 4"]);
        assert_eq!(lines(PAGE, "two"), ["echo 3"]);
        assert_eq!(lines(PAGE, "three"), Vec::<&str>::new());
        assert_eq!(names(PAGE), ["one", "two"]);
    }

    #[test]
    fn a_name_without_commands_is_refused() {
        assert_eq!(
            run("no-such", "README.md").expect_err("no block"),
            "README.md: no command is named `no-such`"
        );
    }

    #[test]
    fn a_line_that_fails_ends_the_command() {
        assert!(run_line("true").is_ok());
        let failed = run_line("exit 4").expect_err("status 4");
        assert_eq!(failed, "`exit 4`: ended with exit status: 4");
    }

    #[test]
    fn of_a_long_output_the_end_is_shown() {
        assert_eq!(end_of("a\nbcd\nef\n", 2, 2), "bc\nef");
        assert_eq!(end_of("a\n", 2, 2), "a");
    }
}
