//! The interrupt handlers in which the core is: steps of a program pass over them.

/// More handlers inside each other are not told apart.
const MOST: usize = 64;
/// `mret`.
const RETURN: u32 = 0x3020_0073;

/// The addresses at which the interrupted programs continue, the outermost first.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Handlers {
    continues_at: Vec<u32>,
}

impl Handlers {
    pub(crate) fn depth(&self) -> usize {
        self.continues_at.len()
    }

    pub(crate) fn entered(&mut self, interrupted_at: u32) {
        if self.continues_at.len() == MOST {
            self.continues_at.remove(0);
        }
        self.continues_at.push(interrupted_at);
    }

    /// An instruction led to `pc`. A return to another address is that of an exception, or to another task.
    pub(crate) fn executed(&mut self, instruction: u32, pc: u32) {
        if instruction == RETURN && self.continues_at.last() == Some(&pc) {
            self.continues_at.pop();
        }
    }
}
