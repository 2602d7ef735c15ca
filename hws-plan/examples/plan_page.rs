//! Writes the page of an answer: `plan_page periodic|dataflow|pipeline|rank|gemini|compare INPUT ANSWER > page.html`.

use std::error::Error;
use std::io::{self, BufWriter, Write};

use hws_plan::{input, page};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [kind, input, answer] = arguments.as_slice() else {
        return Err("usage: plan_page periodic|dataflow|pipeline|rank|gemini|compare INPUT ANSWER".into());
    };
    let kind = match kind.as_str() {
        "periodic" => page::PageKind::Periodic,
        "dataflow" => page::PageKind::Dataflow,
        "pipeline" => page::PageKind::Pipeline,
        "rank" => page::PageKind::Rank,
        "gemini" => page::PageKind::Gemini,
        "compare" => page::PageKind::Compare,
        other => return Err(format!("{other}: periodic, dataflow, pipeline, rank, gemini or compare").into()),
    };
    let read = |file: &str| -> Result<_, Box<dyn Error>> {
        input::parse(&std::fs::read_to_string(file)?).map_err(|error| error.in_file(file).into())
    };
    let mut out = BufWriter::new(io::stdout().lock());
    page::write(kind, name(input), &read(input)?, &read(answer)?, &mut out)?;
    Ok(out.flush()?)
}

/// What a page is called: the input without folders and endings.
fn name(file: &str) -> &str {
    let file = file.rsplit('/').next().unwrap_or(file);
    file.split('.').next().unwrap_or(file)
}
