//! Where imported maps are written.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use hws_host::CommandFiles;
use hws_regmap::import::Imported;

use crate::args::regs::Import;
use crate::failure::Failure;

/// Refuses files of the maps that are the input.
pub(super) fn check(args: &Import, maps: &[Imported]) -> Result<(), Failure> {
    let own = CommandFiles::default().reading([&args.file]);
    let paths = args.out.iter().flat_map(|out| paths(args, out, maps));
    Ok(paths.fold(own, |files, path| files.writing("--out", Some(&path))).check()?)
}

/// Writes the maps; nothing, if one of the files exists.
pub(super) fn write(args: &Import, maps: &[Imported]) -> Result<(), Failure> {
    let Some(out) = &args.out else {
        let mut stdout = io::stdout().lock();
        maps.iter().try_for_each(|map| stdout.write_all(map.yaml.as_bytes()))?;
        return Ok(());
    };
    let paths = paths(args, out, maps);
    if let Some(there) = paths.iter().find(|path| path.exists() && !args.force) {
        return Err(Failure::usage(format!(
            "{}: there is already such a file; --force overwrites it",
            there.display()
        )));
    }
    if args.all {
        fs::create_dir_all(out).map_err(Failure::write(out))?;
    }
    for (path, map) in paths.iter().zip(maps) {
        fs::write(path, &map.yaml).map_err(Failure::write(path))?;
    }
    Ok(())
}

/// Returns the file of each map.
fn paths(args: &Import, out: &Path, maps: &[Imported]) -> Vec<PathBuf> {
    match args.all {
        true => names(maps).into_iter().map(|name| out.join(name)).collect(),
        false => vec![out.to_owned()],
    }
}

/// Returns a file name for each map, all different also where case does not count.
fn names(maps: &[Imported]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for map in maps {
        let stem = map.name.to_ascii_lowercase();
        let numbered = (1..).map(|number| match number {
            1 => format!("{stem}.yaml"),
            number => format!("{stem}_{number}.yaml"),
        });
        names.extend(numbered.into_iter().find(|name| !names.contains(name)));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use hws_regmap::MapImportFormat;
    use hws_regmap::import;

    #[test]
    fn blocks_of_one_name_get_files_of_their_own() {
        let peripheral = |name: &str| {
            format!(
                "<peripheral><name>{name}</name><registers><register><name>R</name><addressOffset>0</addressOffset>\
                 </register></registers></peripheral>"
            )
        };
        let text =
            format!("<device><peripherals>{}{}</peripherals></device>", peripheral("A"), peripheral("a"));
        let blocks = import::read(MapImportFormat::Svd, &text).unwrap();
        let maps: Vec<Imported> = blocks.into_iter().map(|block| block.into_map("x").unwrap()).collect();
        assert_eq!(names(&maps), ["a.yaml", "a_2.yaml"]);
    }
}
