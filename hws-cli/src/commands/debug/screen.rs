//! The screen: a pure function of what is shown.

use hws_inspect::debug::{DebugSip, DebugView, LoggedEvent, Resident};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Clear, Paragraph, Wrap};

use super::app::{App, Mode};

/// Columns of SIPs.
const SIP_COLUMNS: usize = 8;
const SIP_LABEL: usize = 7;
const LINES_OF_SIPS: u16 = 5;
const LEAST_WIDTH: u16 = 40;
const LEAST_HEIGHT: u16 = 12;

pub(super) fn draw(frame: &mut Frame<'_>, app: &App) {
    let area = frame.area();
    if area.width < LEAST_WIDTH || area.height < LEAST_HEIGHT {
        let text = format!("enlarge the terminal to {LEAST_WIDTH} columns and {LEAST_HEIGHT} lines");
        frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: true }), area);
        return;
    }
    let events = (area.height / 4).clamp(4, 12);
    let [title, middle, events, bottom] = Layout::vertical([
        Constraint::Length(2),
        Constraint::Min(0),
        Constraint::Length(events),
        Constraint::Length(1),
    ])
    .areas(area);
    let [left, right] =
        Layout::horizontal([Constraint::Length(area.width * 9 / 20), Constraint::Min(0)]).areas(middle);
    let [sips, pools] =
        Layout::vertical([Constraint::Length(LINES_OF_SIPS), Constraint::Min(0)]).areas(right);
    frame.render_widget(Paragraph::new(heading(app)), title);
    section(frame, left, "Ready Station", station(&app.view));
    section(frame, sips, "SIPs", sip_lines(&app.view, usize::from(right.width), app.has_colours));
    section(frame, pools, "pools and decision, if it were now", decision(&app.view));
    let last = usize::from(events.height.saturating_sub(1));
    section(
        frame,
        events,
        "last events; < is an operation of the stimulus",
        event_lines(&app.view.lines, last),
    );
    frame.render_widget(Paragraph::new(bottom_line(app)), bottom);
    if let Mode::Text { title, lines, first } = &app.mode {
        text(frame, title, lines, *first);
    }
}

/// A part of the screen under its title.
fn section(frame: &mut Frame<'_>, area: Rect, title: &str, mut lines: Vec<Line<'_>>) {
    let room = usize::from(area.height.saturating_sub(1));
    if lines.len() > room && room > 0 {
        let more = lines.len() - room + 1;
        lines.truncate(room - 1);
        lines.push(Line::from(format!("… {more} more: enlarge the terminal")));
    }
    let block = Block::new().borders(Borders::TOP).title(format!(" {title} "));
    frame.render_widget(Paragraph::new(lines).block(block), area);
}

fn heading(app: &App) -> Vec<Line<'_>> {
    let view = &app.view;
    let attempt = match &view.attempt {
        Some((ticks, choice)) => format!("attempt: COMMIT in {ticks}: {choice}"),
        None => {
            let conditions: Vec<_> = view.no_attempt.iter().map(ToString::to_string).collect();
            format!("no attempt: {}", conditions.join(", "))
        }
    };
    let interrupt = if view.interrupt { "  interrupt" } else { "" };
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let cycle = format!("cycle {} of {}", view.cycle, view.end);
    vec![
        Line::from(vec![Span::styled(cycle, bold), Span::raw(format!("{interrupt}  {}", app.name))]),
        Line::from(attempt),
    ]
}

fn station(view: &DebugView) -> Vec<Line<'_>> {
    let head = "RS    kernel thr blocks trig   est";
    std::iter::once(Line::from(head))
        .chain(view.residents.iter().map(|resident| Line::from(kernel(view, resident))))
        .collect()
}

fn kernel(view: &DebugView, resident: &Resident) -> String {
    let facts = &resident.facts;
    let entry = facts.kernel.entry;
    let pool =
        view.decision.tasks.iter().find(|task| task.entry == entry).map_or("-", |task| task.pool.name());
    let mark = if facts.reserved.is_empty() { ' ' } else { '*' };
    format!(
        "{:>2} {pool}{mark} {:>6} {:>3} {:>6} {:>4} {:>5}",
        entry.get(),
        facts.kernel.kernel_id,
        facts.threads,
        format!("{}/{}", facts.launched, facts.blocks),
        facts.trigger,
        facts.est_exec_time,
    )
}

fn sip_lines(view: &DebugView, width: usize, has_colours: bool) -> Vec<Line<'static>> {
    let cell = (width.saturating_sub(SIP_LABEL) / SIP_COLUMNS).max(4);
    let rows = view.sips.chunks(SIP_COLUMNS).enumerate();
    rows.map(|(row, sips)| {
        let label = format!("{:>2}-{:<3} ", row * SIP_COLUMNS, row * SIP_COLUMNS + SIP_COLUMNS - 1);
        let cells = sips.iter().map(|sip| Span::styled(cell_text(sip, cell), colour(sip, has_colours)));
        Line::from_iter(std::iter::once(Span::raw(label)).chain(cells))
    })
    .collect()
}

fn cell_text(sip: &DebugSip, width: usize) -> String {
    if !sip.present {
        return " ".repeat(width);
    }
    let mut text = match sip.runs {
        None => ".".to_owned(),
        Some(block) => block.kernel_id.map_or_else(|| "?".to_owned(), |id| short(id, width - 1)),
    };
    if sip.reserved {
        text.push('r');
    } else if sip.owned {
        text.push('f');
    } else if sip.pre_idle && !sip.idle {
        text.push('~');
    }
    format!("{text:<width$}")
}

/// A number, or its last digits.
fn short(number: u32, width: usize) -> String {
    let digits = number.to_string();
    match digits.len().checked_sub(width) {
        None | Some(0) => digits,
        Some(cut) => format!("…{}", &digits[cut + 1..]),
    }
}

fn colour(sip: &DebugSip, has_colours: bool) -> Style {
    match () {
        () if !has_colours => Style::new(),
        () if sip.reserved => Style::new().fg(Color::Red),
        () if sip.owned => Style::new().fg(Color::Magenta),
        () if sip.idle => Style::new().fg(Color::DarkGray),
        () if sip.pre_idle => Style::new().fg(Color::Yellow),
        () => Style::new().fg(Color::Green),
    }
}

/// The choice, then every task of the pools in their order, then the other kernels, each with its reason.
fn decision(view: &DebugView) -> Vec<Line<'_>> {
    let choice = match &view.decision.choice {
        Some(choice) => choice.to_string(),
        None => "no launch".to_owned(),
    };
    let reason = |entry| {
        view.residents
            .iter()
            .find(|resident| resident.facts.kernel.entry == entry)
            .map(|resident| &resident.reason)
    };
    let pools = view.decision.tasks.iter().map(|task| (task.to_string(), reason(task.entry)));
    let is_outside = |resident: &&Resident| {
        view.decision.tasks.iter().all(|task| task.entry != resident.facts.kernel.entry)
    };
    let others = view.residents.iter().filter(is_outside);
    let others = others
        .map(|resident| (format!("- RS[{}]", resident.facts.kernel.entry.get()), Some(&resident.reason)));
    let lines = pools.chain(others).map(|(task, reason)| match reason {
        Some(reason) => Line::from(format!("{task}: {reason}")),
        None => Line::from(task),
    });
    std::iter::once(Line::from(choice)).chain(lines).collect()
}

fn event_lines(lines: &[LoggedEvent], most: usize) -> Vec<Line<'_>> {
    let first = lines.len().saturating_sub(most);
    lines.iter().skip(first).map(|line| Line::from(format!("{:>8}  {}", line.cycle, line.text))).collect()
}

fn bottom_line(app: &App) -> String {
    if let Mode::Prompt { asked, text } = &app.mode {
        return format!("{}{text}_", asked.prompt());
    }
    if let Some(repeats) = app.repeats() {
        return format!("{repeats} times …");
    }
    let breakpoints: Vec<_> = app
        .breakpoints()
        .iter()
        .enumerate()
        .map(|(place, point)| format!("{}: {point}", place + 1))
        .collect();
    match (app.message.as_str(), breakpoints.as_slice()) {
        ("", []) => "? lists the keys".to_owned(),
        ("", _) => format!("breakpoints {}", breakpoints.join(", ")),
        (message, _) => message.to_owned(),
    }
}

/// A text over the screen.
fn text(frame: &mut Frame<'_>, title: &str, lines: &[String], first: usize) {
    let area = frame.area();
    let inside = Rect { x: 1, y: 1, width: area.width - 2, height: area.height - 2 };
    let shown: Vec<Line<'_>> = lines.iter().skip(first).map(|line| Line::from(line.as_str())).collect();
    let title =
        format!(" {title}: line {} of {}; arrows scroll, any other key closes ", first + 1, lines.len());
    frame.render_widget(Clear, inside);
    frame.render_widget(
        Paragraph::new(shown).block(Block::bordered().title(title)).wrap(Wrap { trim: false }),
        inside,
    );
}
