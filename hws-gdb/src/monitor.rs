//! The commands of `monitor`: what gdb itself cannot show. None of them has an effect on the run.

mod kernels;
mod registers;
mod sips;
mod station;
mod time;
mod why;

use hws_input::{did_you_mean, nearest};

use crate::target::GdbTarget;

/// A command: its name, its argument, what it shows, and its answer.
struct Command {
    name: &'static str,
    argument: &'static str,
    about: &'static str,
    answer: fn(&GdbTarget<'_>, &str) -> String,
}

const COMMANDS: [Command; 6] = [
    Command { name: "help", argument: "", about: "this list", answer: |_, _| help() },
    Command {
        name: "time",
        argument: "",
        about: "the cycle of the model, instructions, interrupts",
        answer: |target, _| time::answer(target),
    },
    Command {
        name: "regs",
        argument: "NAME...",
        about: "registers of the HWS with their fields, such as PROMOTE, RS[3].FLAGS, SIP_USAGE_MASK",
        answer: |target, names| {
            let window = target.firmware.platform().hws;
            registers::answer(target.debuggee.session().hws(), window, names)
        },
    },
    Command {
        name: "rs",
        argument: "",
        about: "the Ready Station: each kernel, and why it is not launched",
        answer: |target, _| station::answer(target),
    },
    Command {
        name: "sips",
        argument: "",
        about: "the SIPs: what each one runs",
        answer: |target, _| sips::answer(target),
    },
    Command {
        name: "why",
        argument: "KERNEL",
        about: "where a kernel is, and what it waited for up to now; KERNEL is an id or GRAPH/KERNEL",
        answer: why::answer,
    },
];

/// The answer to a line behind `monitor`.
pub(crate) fn answer(target: &GdbTarget<'_>, line: &str) -> String {
    let line = line.trim();
    let (name, arguments) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match COMMANDS.iter().find(|command| command.name == name) {
        Some(command) => (command.answer)(target, arguments.trim()),
        None if name.is_empty() => help(),
        None => {
            let meant = nearest(name, COMMANDS.iter().map(|command| command.name));
            format!("unknown command `{name}`; {}`monitor help` lists all", did_you_mean(meant))
        }
    }
}

fn help() -> String {
    let lines = COMMANDS.iter().map(|command| {
        let Command { name, argument, about, .. } = command;
        format!("  {:<16} {about}\n", format!("{name} {argument}"))
    });
    lines.collect()
}
