//! Keys and the screen, without a terminal.

use std::fs;

use hws_inspect::debug::Debugger;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::KeyCode;

use super::app::{App, Mode};
use super::screen;

const ALWAYS: &dyn Fn() -> bool = &|| true;
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
const NAME: &str = "tests/golden/09_promote_2001.jsonl";
const PAGE: &str = "docs/debug.md";
const MARK: &str = "<!-- screen -->\n```text\n";

fn app() -> App {
    let stimulus = fs::read(format!("{ROOT}/{NAME}")).unwrap();
    App::new(NAME, Debugger::open(NAME, stimulus).unwrap(), false)
}

/// Presses keys: each letter, with the names in angle brackets.
fn press(app: &mut App, keys: &str) {
    let mut rest = keys;
    while let Some(letter) = rest.chars().next() {
        let named = [
            ("<enter>", KeyCode::Enter),
            ("<esc>", KeyCode::Esc),
            ("<end>", KeyCode::End),
            ("<home>", KeyCode::Home),
            ("<down>", KeyCode::Down),
        ];
        let found = named.iter().find(|(name, _)| rest.starts_with(name));
        let (key, length) =
            found.map_or((KeyCode::Char(letter), letter.len_utf8()), |(name, key)| (*key, name.len()));
        assert!(!app.press(key, ALWAYS), "left by {keys}");
        rest = &rest[length..];
    }
}

fn shown(app: &App, width: u16, height: u16) -> Vec<String> {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| screen::draw(frame, app)).unwrap();
    let buffer = terminal.backend().buffer();
    let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..height).map(|y| line(y).trim_end().to_owned()).collect()
}

/// The picture on the page is the screen. `BLESS=1` writes it.
#[test]
fn the_page_shows_the_screen() {
    let mut app = app();
    press(&mut app, "brule backfill<enter>g600<enter>");
    let screen = shown(&app, 80, 24).join("\n") + "\n";
    let path = format!("{ROOT}/{PAGE}");
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(MARK).expect("the page has the mark");
    let (picture, after) = rest.split_once("```").unwrap();
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, format!("{before}{MARK}{screen}```{after}")).unwrap();
    } else {
        assert_eq!(picture, screen);
    }
}

#[test]
fn every_part_is_there_at_the_least_size_and_at_larger_ones() {
    let mut app = app();
    press(&mut app, "g600<enter>");
    for (width, height) in [(80, 24), (100, 30), (200, 60)] {
        let screen = shown(&app, width, height);
        for part in ["cycle 600 of", "Ready Station", "SIPs", "pools and decision", "last events"] {
            assert!(screen.iter().any(|line| line.contains(part)), "{part} at {width}x{height}: {screen:#?}");
        }
    }
    for (width, height) in [(40, 12), (39, 24), (80, 11), (1, 1)] {
        assert_eq!(shown(&app, width, height).len(), usize::from(height));
    }
    assert!(shown(&app, 39, 24).concat().contains("enlarge the terminal"));
}

#[test]
fn keys_step_forwards_and_back() {
    let mut app = app();
    press(&mut app, "t10t");
    assert_eq!(app.view.cycle, 11);
    press(&mut app, "5T");
    assert_eq!(app.view.cycle, 6);
    press(&mut app, "a");
    // The COMMIT in tick 56, by the golden trace.
    assert_eq!(app.view.cycle, 57);
    press(&mut app, "aaAA");
    assert_eq!(app.view.cycle, 57);
    press(&mut app, "<end>");
    assert_eq!(app.view.cycle, app.view.end);
    press(&mut app, "t");
    assert_eq!(app.message, "the end of the stimulus");
    press(&mut app, "<home>E");
    assert_eq!((app.view.cycle, app.message.as_str()), (0, "the beginning of the stimulus"));
}

#[test]
fn breakpoints_are_added_reached_and_deleted() {
    let mut app = app();
    press(&mut app, "c");
    assert_eq!(app.message, "there are no breakpoints; b adds one");
    press(&mut app, "brule promotion<enter>c");
    assert_eq!((app.view.cycle, app.message.as_str()), (105, "stopped by breakpoint 1: rule promotion"));
    press(&mut app, "bentry 99<enter>");
    assert_eq!(app.message, "`99` is not a number from 0 to 31; give entry N");
    press(&mut app, "d7<enter>");
    assert_eq!(app.message, "there is no breakpoint 7: the last one is 1");
    press(&mut app, "d1<enter>");
    assert!(app.breakpoints().is_empty());
}

#[test]
fn explanations_and_help_are_shown_over_the_screen_and_close() {
    let mut app = app();
    for (keys, expected) in [
        ("?", "go to a cycle"),
        ("g600<enter>w", "attempt"),
        ("k785<enter>", "kernel 785"),
        ("s3<enter>", "SIP 3"),
    ] {
        press(&mut app, keys);
        let screen = shown(&app, 80, 24).join("\n");
        assert!(matches!(app.mode, Mode::Text { .. }) && screen.contains(expected), "{keys}: {screen}");
        press(&mut app, "<down><esc>");
        assert_eq!(app.mode, Mode::Steps);
    }
    press(&mut app, "s77<enter>");
    assert!(app.mode == Mode::Steps && !app.message.is_empty());
    press(&mut app, "gx<enter>");
    assert_eq!(app.message, "`x` is not a cycle: give a number");
    press(&mut app, "z");
    assert_eq!(app.message, "`z` is not a key; ? lists the keys");
    assert!(app.press(KeyCode::Char('q'), ALWAYS));
}

#[test]
fn colours_are_only_used_if_they_are_wanted() {
    let mut with = app();
    with.has_colours = true;
    press(&mut with, "g600<enter>");
    let colours = |app: &App| {
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        terminal.draw(|frame| screen::draw(frame, app)).unwrap();
        let cells = terminal.backend().buffer().content().iter();
        cells.filter(|cell| cell.fg != ratatui::style::Color::Reset).count()
    };
    assert!(colours(&with) > 0);
    with.has_colours = false;
    assert_eq!(colours(&with), 0);
}
