//! Compiles all mutants of a crate into one program: every place that a mutant changes becomes a switch.
//!
//! `hws-mutation LIST FROM TO DROPPED CONST` reads the list of mutants (`cargo mutants --list --json`), and writes each
//! source file that has any from the folder FROM to the folder TO, with `if crate::mutant(7) { changed } else { as it was }`
//! in place of what mutant 7 changes. Its number is its place in the list. DROPPED is a file of numbers to leave out, as
//! they do not compile; CONST one of names of functions that have to stay `const`, and so have no mutants. A switch is not
//! constant, so all other functions lose their `const`. Each changed text is between `/*<7*/` and `/*>*/`, each switch
//! between `/*{7,8*/` and `/*}*/`, to find whose fault an error of the compiler is. The numbers of the mutants that got a
//! switch are printed.

mod edit;
mod list;
mod places;

use std::collections::BTreeSet;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use list::Mutant;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let [list, from, to, dropped, constant] = &arguments[..] else {
        return Err("expected LIST FROM TO DROPPED CONST".into());
    };
    let dropped = words(dropped)?;
    let constant = words(constant)?;
    let mutants = list::read(&fs::read_to_string(list)?)?;
    let files: BTreeSet<&str> = mutants.iter().map(|mutant| mutant.file.as_str()).collect();
    for file in files {
        let wanted = |mutant: &&Mutant| mutant.file == file && !dropped.contains(&mutant.number.to_string());
        let of_file: Vec<&Mutant> = mutants.iter().filter(wanted).collect();
        for number in switch(&from.join(file), &to.join(file), &of_file, &constant)? {
            println!("{number}");
        }
    }
    Ok(())
}

fn words(file: &Path) -> Result<BTreeSet<String>, std::io::Error> {
    Ok(fs::read_to_string(file)?.split_whitespace().map(str::to_owned).collect())
}

/// Writes a file with switches; returns the numbers of the mutants in it.
fn switch(
    from: &Path,
    to: &Path,
    mutants: &[&Mutant],
    constant: &BTreeSet<String>,
) -> Result<Vec<usize>, Box<dyn Error>> {
    let text = fs::read_to_string(from)?;
    let edits = places::find(&syn::parse_file(&text)?, &text, mutants, constant);
    let numbers = edits.iter().flat_map(edit::Edit::numbers).collect();
    fs::write(to, edit::apply(&text, edits))?;
    Ok(numbers)
}
