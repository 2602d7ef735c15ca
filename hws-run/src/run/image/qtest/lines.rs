//! Interrupt lines that the client intercepts.

use std::fmt::Write as _;

use hws_rv::CoreInputs;

/// Whether the inputs or the outputs of a device are intercepted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    In,
    Out,
}

/// A device with interrupt lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Device {
    Hws,
    Resolver,
    Timer,
    Core,
}

const DEVICES: [(&str, Device); 4] =
    [("hws", Device::Hws), ("resolver", Device::Resolver), ("timer", Device::Timer), ("core", Device::Core)];
const PARENT: &str = "/machine/";
/// The inputs of a core have the numbers of their bits in mip.
const SOFTWARE: usize = 3;
const TIMER: usize = 7;
const EXTERNAL: usize = 11;

/// The intercepted lines, their levels as the client knows them, and what it has not been told.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    intercepted: Option<(Device, Direction)>,
    levels: [bool; EXTERNAL + 1],
    untold: String,
}

impl Lines {
    pub(super) fn intercept(&mut self, direction: Direction, path: &str) -> Result<(), String> {
        let name = path.strip_prefix(PARENT).unwrap_or(path);
        let Some(&(_, device)) = DEVICES.iter().find(|(known, _)| *known == name) else {
            return Err("Unknown device".to_owned());
        };
        match self.intercepted {
            Some((other, _)) if other != device => Err("IRQ intercept already enabled".to_owned()),
            // As in QEMU, the first direction stays.
            Some(_) => Ok(()),
            None => {
                self.intercepted = Some((device, direction));
                Ok(())
            }
        }
    }

    pub(super) const fn are_intercepted(&self) -> bool {
        self.intercepted.is_some()
    }

    /// Takes the levels of the present cycle.
    pub(super) fn notice(&mut self, core: CoreInputs, hws: bool, resolver: bool) {
        match self.intercepted {
            Some((Device::Hws, Direction::Out)) => self.set(0, hws),
            Some((Device::Resolver, Direction::Out)) => self.set(0, resolver),
            Some((Device::Timer, Direction::Out)) => {
                self.set(0, core.software);
                self.set(1, core.timer);
            }
            Some((Device::Core, Direction::In)) => {
                self.set(SOFTWARE, core.software);
                self.set(TIMER, core.timer);
                self.set(EXTERNAL, core.external);
            }
            // Their other sides have no lines.
            _ => (),
        }
    }

    fn set(&mut self, line: usize, level: bool) {
        if self.levels[line] != level {
            self.levels[line] = level;
            // A string takes everything.
            let _ = writeln!(self.untold, "IRQ {} {line}", if level { "raise" } else { "lower" });
        }
    }

    /// Takes what the client has to be told.
    pub(super) fn take(&mut self) -> String {
        std::mem::take(&mut self.untold)
    }
}
