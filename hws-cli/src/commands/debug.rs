//! `hws debug`: a stimulus step by step, on the terminal. [`hws_inspect::debug`] steps; here are keys and the screen.

mod app;
mod keys;
mod screen;
#[cfg(test)]
mod tests;

use std::io::{self, IsTerminal, Read};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use hws_host::{files, stimuli};
use hws_inspect::debug::Debugger;
use hws_run::workload::Inputs;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::{explain, inputs, policies};
use crate::args::debug::Debug;
use crate::args::explain::OfRun;
use crate::failure::Failure;
use crate::{interrupt, terminal};
use app::App;

pub(crate) fn execute(args: &Debug) -> Result<ExitCode, Failure> {
    if args.of_run.machine.lists_policies() {
        return policies::print(false);
    }
    if !io::stdout().is_terminal() {
        return Err(Failure::usage(
            "standard output is not a terminal, on which `hws debug` draws; in scripts use `hws replay` and `hws explain`"
                .to_owned(),
        ));
    }
    let (name, stimulus) = stimulus(args)?;
    let mut debugger = Debugger::open(&name, stimulus)?;
    args.breakpoints.iter().for_each(|&breakpoint| debugger.add(breakpoint));
    debugger.seek(args.at, &|| true);
    let app = App::new(&name, debugger, terminal::has_colours(&io::stdout()));
    on_terminal(app).map_err(|error| Failure::usage(format!("the terminal cannot be used: {error}")))?;
    Ok(ExitCode::SUCCESS)
}

/// The name and the bytes of the stimulus.
fn stimulus(args: &Debug) -> Result<(String, Vec<u8>), Failure> {
    let Some(file) = &args.file else {
        return Ok(("built-in example".to_owned(), built_in(&args.of_run)?));
    };
    files::only_one_standard_input([file].into_iter().chain(&args.of_run.machine.config))?;
    let path = stimuli::stimulus_in(file);
    let name = files::name(&path);
    let mut input = stimuli::open(&path)?;
    if stimuli::is_stimulus(&path, stimuli::beginning(&path, &mut input)?) {
        explain::no_options_of_run(&name, &args.of_run)?;
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes).map_err(Failure::read(Path::new(&path)))?;
        return Ok((name, bytes));
    }
    let stimulus = explain::recorded(&explain::inputs_of_run(&name, input, &path, &args.of_run)?)?.stimulus;
    Ok((name, stimulus))
}

fn built_in(of_run: &OfRun) -> Result<Vec<u8>, Failure> {
    let inputs = Inputs {
        error_kind: of_run.real_times.error_model,
        seed: of_run.real_times.seed,
        ..inputs::open(&[], &of_run.machine, &of_run.imports)?
    };
    Ok(explain::recorded(&inputs)?.stimulus)
}

/// Draws and answers keys until the user leaves. The terminal is as before afterwards, also after SIGTERM.
fn on_terminal(mut app: App) -> io::Result<()> {
    let mut terminal = ratatui::try_init()?;
    // Without a handler the terminal is only restored on the usual way out.
    let _ = interrupt::end_with(interrupt::STATUS, ratatui::restore);
    let left = answer_keys(&mut app, &mut terminal);
    ratatui::try_restore()?;
    left
}

fn answer_keys(app: &mut App, terminal: &mut DefaultTerminal) -> io::Result<()> {
    loop {
        terminal.draw(|frame| screen::draw(frame, app))?;
        // Of the others, a new size is drawn at once.
        let Event::Key(key) = event::read()? else { continue };
        if key.kind == KeyEventKind::Press && (ends(&key) || app.press(key.code, &goes_on)) {
            return Ok(());
        }
    }
}

/// Whether a search goes on: until Esc or Ctrl-C is pressed. Other keys that are pressed meanwhile have no effect.
fn goes_on() -> bool {
    while event::poll(Duration::ZERO).unwrap_or(false) {
        if let Ok(Event::Key(key)) = event::read()
            && (ends(&key) || key.code == KeyCode::Esc)
        {
            return false;
        }
    }
    true
}

fn ends(key: &KeyEvent) -> bool {
    key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c')
}
