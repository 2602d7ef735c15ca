//! `hws regs explain`: what an error code means, with an example.

use std::io::{self, Write};
use std::process::ExitCode;

use hws_regmap::Code;

use crate::args::regs::Explain;
use crate::failure::Failure;

pub(super) fn execute(args: &Explain) -> Result<ExitCode, Failure> {
    let mut out = io::stdout().lock();
    match &args.code {
        Some(name) => {
            let code = Code::from_name(name).ok_or_else(|| unknown(name))?;
            write!(out, "{}", code.explanation())?;
        }
        None => {
            for code in Code::ALL {
                writeln!(out, "{:26}{}", code.as_str(), code.summary())?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn unknown(name: &str) -> Failure {
    let near = hws_input::nearest(name, Code::ALL.iter().map(|code| code.as_str()));
    Failure::refused(
        "unknown-word",
        format!("unknown error code `{name}`"),
        "`hws regs explain` lists them",
        near,
    )
}
