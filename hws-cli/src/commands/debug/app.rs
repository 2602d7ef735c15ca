//! The debugger in use: the effect of each key.

use hws_inspect::debug::{Breakpoint, DebugView, Debugger, StopAt, StopReason};
use hws_inspect::explain::Question;
use ratatui::crossterm::event::KeyCode;

use super::keys::HELP;

/// A number before a key is at most this.
const MOST_REPEATS: u64 = 1_000_000;
/// Lines of a page of text.
const PAGE: usize = 10;

/// What a prompt asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Asked {
    Cycle,
    Breakpoint,
    Deletion,
    Kernel,
    Sip,
}

impl Asked {
    pub(super) const fn prompt(self) -> &'static str {
        match self {
            Self::Cycle => "go to cycle: ",
            Self::Breakpoint => "break on (rule NAME, entry N, sip N, reg NAME): ",
            Self::Deletion => "delete breakpoint number: ",
            Self::Kernel => "kernel_id: ",
            Self::Sip => "SIP: ",
        }
    }
}

/// What takes the keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    Steps,
    Prompt { asked: Asked, text: String },
    Text { title: String, lines: Vec<String>, first: usize },
}

/// The debugger, and what the screen shows beside it.
pub(super) struct App {
    debugger: Debugger,
    pub(super) name: String,
    pub(super) view: DebugView,
    pub(super) mode: Mode,
    /// The last message.
    pub(super) message: String,
    pub(super) has_colours: bool,
    repeats: Option<u64>,
}

impl App {
    pub(super) fn new(name: &str, debugger: Debugger, has_colours: bool) -> Self {
        let view = debugger.view();
        let (mode, message) = (Mode::Steps, "? lists the keys".to_owned());
        Self { debugger, name: name.to_owned(), view, mode, message, has_colours, repeats: None }
    }

    pub(super) fn breakpoints(&self) -> &[Breakpoint] {
        self.debugger.breakpoints()
    }

    /// The number that is being typed before a key.
    pub(super) const fn repeats(&self) -> Option<u64> {
        self.repeats
    }

    /// A key is pressed. Returns whether the user leaves.
    pub(super) fn press(&mut self, key: KeyCode, goes_on: &dyn Fn() -> bool) -> bool {
        match &mut self.mode {
            Mode::Steps => return self.press_in_steps(key, goes_on),
            Mode::Prompt { asked, text } => match key {
                KeyCode::Char(letter) => text.push(letter),
                KeyCode::Backspace => drop(text.pop()),
                KeyCode::Enter => {
                    let (asked, text) = (*asked, std::mem::take(text));
                    self.mode = Mode::Steps;
                    self.answer(asked, text.trim(), goes_on);
                }
                KeyCode::Esc => self.mode = Mode::Steps,
                _ => (),
            },
            Mode::Text { lines, first, .. } => {
                let last = lines.len().saturating_sub(1);
                match key {
                    KeyCode::Down | KeyCode::Char('j') => *first = (*first + 1).min(last),
                    KeyCode::Up | KeyCode::Char('k') => *first = first.saturating_sub(1),
                    KeyCode::PageDown | KeyCode::Char(' ') => *first = (*first + PAGE).min(last),
                    KeyCode::PageUp => *first = first.saturating_sub(PAGE),
                    KeyCode::Home => *first = 0,
                    KeyCode::End => *first = last,
                    _ => self.mode = Mode::Steps,
                }
            }
        }
        false
    }

    fn press_in_steps(&mut self, key: KeyCode, goes_on: &dyn Fn() -> bool) -> bool {
        if let KeyCode::Char(letter) = key
            && let Some(digit) = letter.to_digit(10)
        {
            let number = self.repeats.unwrap_or(0) * 10 + u64::from(digit);
            self.repeats = Some(number.min(MOST_REPEATS));
            return false;
        }
        let repeats = self.repeats.take().unwrap_or(1);
        match key {
            KeyCode::Char('t') | KeyCode::Right => {
                self.seek(self.view.cycle.saturating_add(repeats), goes_on)
            }
            KeyCode::Char('T') | KeyCode::Left => self.seek(self.view.cycle.saturating_sub(repeats), goes_on),
            KeyCode::Char('e') => self.forward(StopAt::Event, repeats, goes_on),
            KeyCode::Char('E') => self.back(StopAt::Event, repeats, goes_on),
            KeyCode::Char('a') | KeyCode::Down => self.forward(StopAt::Attempt, repeats, goes_on),
            KeyCode::Char('A') | KeyCode::Up => self.back(StopAt::Attempt, repeats, goes_on),
            KeyCode::Char('c') => self.forward(StopAt::Breakpoint, repeats, goes_on),
            KeyCode::Char('C') => self.back(StopAt::Breakpoint, repeats, goes_on),
            KeyCode::Home => self.seek(0, goes_on),
            KeyCode::End => self.seek(u64::MAX, goes_on),
            KeyCode::Char('g') => self.ask(Asked::Cycle),
            KeyCode::Char('b') => self.ask(Asked::Breakpoint),
            KeyCode::Char('d') => self.ask(Asked::Deletion),
            KeyCode::Char('k') => self.ask(Asked::Kernel),
            KeyCode::Char('s') => self.ask(Asked::Sip),
            KeyCode::Char('w') => self.explain(Question::Cycle(self.view.cycle.saturating_sub(1))),
            KeyCode::Char('?') => self.help(),
            KeyCode::Char('q') => return true,
            KeyCode::Char(other) => self.message = format!("`{other}` is not a key; ? lists the keys"),
            _ => (),
        }
        false
    }

    fn ask(&mut self, asked: Asked) {
        if asked == Asked::Deletion && self.breakpoints().is_empty() {
            self.message = "there are no breakpoints; b adds one".to_owned();
        } else {
            self.mode = Mode::Prompt { asked, text: String::new() };
        }
    }

    fn forward(&mut self, at: StopAt, repeats: u64, goes_on: &dyn Fn() -> bool) {
        self.go(at, repeats, "the end", |debugger| debugger.forward(at, goes_on));
    }

    fn back(&mut self, at: StopAt, repeats: u64, goes_on: &dyn Fn() -> bool) {
        self.go(at, repeats, "the beginning", |debugger| debugger.back(at, goes_on));
    }

    /// Repeats a step until it ends otherwise than by reaching its aim.
    fn go(&mut self, at: StopAt, repeats: u64, border: &str, step: impl Fn(&mut Debugger) -> StopReason) {
        if at == StopAt::Breakpoint && self.breakpoints().is_empty() {
            self.message = "there are no breakpoints; b adds one".to_owned();
            return;
        }
        let mut reason = StopReason::Reached(None);
        for _ in 0..repeats {
            reason = step(&mut self.debugger);
            if !matches!(reason, StopReason::Reached(_)) {
                break;
            }
        }
        self.view = self.debugger.view();
        self.message = match reason {
            StopReason::Reached(Some(place)) => {
                let name = self.breakpoints().get(place).map(ToString::to_string).unwrap_or_default();
                format!("stopped by breakpoint {}: {name}", place + 1)
            }
            StopReason::Reached(None) => String::new(),
            StopReason::Border => format!("{border} of the stimulus"),
            StopReason::GivenUp => "given up".to_owned(),
        };
    }

    fn seek(&mut self, cycle: u64, goes_on: &dyn Fn() -> bool) {
        self.message = match self.debugger.seek(cycle, goes_on) {
            StopReason::GivenUp => "given up".to_owned(),
            _ if cycle > self.debugger.end() => "the end of the stimulus".to_owned(),
            _ => String::new(),
        };
        self.view = self.debugger.view();
    }

    fn answer(&mut self, asked: Asked, text: &str, goes_on: &dyn Fn() -> bool) {
        self.message = String::new();
        match (asked, text.parse::<u32>()) {
            (_, _) if text.is_empty() => (),
            (Asked::Breakpoint, _) => match text.parse() {
                Ok(breakpoint) => {
                    self.debugger.add(breakpoint);
                    self.message = format!("breakpoint added: {breakpoint}; c goes there");
                }
                Err(error) => self.message = error.to_string(),
            },
            (Asked::Cycle, _) => match text.parse() {
                Ok(cycle) => self.seek(cycle, goes_on),
                Err(_) => self.message = format!("`{text}` is not a cycle: give a number"),
            },
            (Asked::Deletion, Ok(number)) => self.delete(number as usize),
            (Asked::Kernel, Ok(id)) => self.explain(Question::Kernel(id)),
            (Asked::Sip, Ok(sip)) => self.explain(Question::Sip(sip)),
            (_, Err(_)) => self.message = format!("`{text}` is not a number"),
        }
    }

    fn delete(&mut self, number: usize) {
        let place = number.checked_sub(1).filter(|&place| place < self.breakpoints().len());
        self.message = match place {
            Some(place) => {
                self.debugger.remove(place);
                format!("breakpoint {number} deleted")
            }
            None => format!("there is no breakpoint {number}: the last one is {}", self.breakpoints().len()),
        };
    }

    fn explain(&mut self, question: Question) {
        match self.debugger.explain(question) {
            Ok(explanation) => self.show("explanation", &explanation.to_string()),
            Err(error) => self.message = error.to_string(),
        }
    }

    fn help(&mut self) {
        let lines = HELP.map(|(key, meaning)| format!("{key:<10}{meaning}"));
        self.show("keys", &lines.join("\n"));
    }

    fn show(&mut self, title: &str, text: &str) {
        let lines = text.lines().map(str::to_owned).collect();
        self.mode = Mode::Text { title: title.to_owned(), lines, first: 0 };
    }
}
