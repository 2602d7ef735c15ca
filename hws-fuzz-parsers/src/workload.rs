//! Workloads and the graphs that they import: an accepted file has an overview and a plan, an error a remedy.

use std::io;

use hws_run::overview::Overview;
use hws_run::workload::{InputFile, Inputs, Understood, schema};

use crate::edit::Edited;
use crate::place::{has_remedy, inside};
use crate::plans;
use crate::target::{Checked, FileVerdict, ParserTarget, keys};

/// The target `workload`.
pub static WORKLOAD: ParserTarget = ParserTarget::new(
    "workload",
    &[
        include_bytes!("../files/everything.yaml"),
        include_bytes!("../../examples/firmware.yaml"),
        include_bytes!("../../examples/prefetch.yaml"),
        include_bytes!("../files/as_json.json"),
        include_bytes!("../files/fork.stg"),
        include_bytes!("../files/fork.cnn"),
        include_bytes!("../files/flat.wfcommons.json"),
        include_bytes!("../files/split.wfcommons.json"),
        include_bytes!("../../hws-plan/tests/data/plain.rank.in.json"),
    ],
    || keys(&schema()),
    Edited::Text,
    check,
);

/// Kernels up to which an accepted workload is looked at further.
const KERNELS_MOST: usize = 2000;

fn check(file: &[u8]) -> Checked {
    let source = InputFile { name: "w.yaml".to_owned(), bytes: file.to_vec() };
    let inputs = Inputs { files: vec![source], ..Inputs::default() };
    match inputs.understand(&mut imported) {
        Ok(understood) => accepted(&understood).map(|()| FileVerdict::Accepted),
        Err(error) => {
            has_remedy(&error.diagnostic())?;
            if error.file == "w.yaml"
                && let Ok(text) = str::from_utf8(file)
            {
                inside(text, error.position).map_err(|found| format!("{found}: {error}"))?;
            }
            Ok(FileVerdict::Refused)
        }
    }
}

/// The one file that exists beside the workload.
fn imported(_: &str, path: &str) -> io::Result<Vec<u8>> {
    if path == "g.stg" {
        return Ok(include_bytes!("../files/fork.stg").to_vec());
    }
    Err(io::ErrorKind::NotFound.into())
}

fn accepted(understood: &Understood) -> Result<(), String> {
    let workload = &understood.workload;
    if workload.kernels().count() > KERNELS_MOST {
        return Ok(());
    }
    Overview::new(understood).map_err(|error| format!("there is no overview: {error}"))?;
    plans::is_read_again(&workload.to_plan("w", None))
}
