//! Which function makes an access: the calls of the core, followed from instruction to instruction.
//!
//! A jump that leaves the address after it in `ra` is a call; a function has returned once the core is at that address
//! with the stack as it was, or the stack is above it. Only runs whose observer wants to know follow them.

use std::sync::Arc;

use hws_rv::{Core, FunctionSymbol};
use hws_sim::FirmwareAct;
use rustc_demangle::demangle;

const RA: usize = 1;
const SP: usize = 2;
/// Calls that are followed; deeper ones are part of their caller.
const DEEPEST: usize = 256;
/// The names of the datasheet; every other function of the C library begins with this.
const PREFIX: &str = "hws_";
const DATASHEET: [&str; 13] = [
    "configBackfill",
    "configEarlyLaunch",
    "configPromotionPolicy",
    "configRscAllocation",
    "enableHWSreportAmos",
    "getSIPStatus",
    "initDAGProperty",
    "resetDAG",
    "setHWSmode",
    "setPriorityLookupTable",
    "sipComplete",
    "sipPreComplete",
    "sipUsageMaskConfig",
];

/// What a function is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// A call of the firmware API.
    Call,
    /// An inner function of its library.
    Inside,
    /// Anything else.
    Other,
}

/// A function with the name that is shown.
#[derive(Debug)]
struct Function {
    from: u32,
    /// After its last byte.
    to: u32,
    name: String,
    kind: Kind,
}

/// A call that has not returned.
#[derive(Clone, Copy, Debug)]
struct Frame {
    /// Its number in the run.
    number: u64,
    function: Option<usize>,
    back: u32,
    stack: u32,
}

/// The calls under way.
#[derive(Clone, Debug)]
pub(super) struct Callers {
    functions: Arc<[Function]>,
    frames: Vec<Frame>,
    calls: u64,
    /// The last instruction.
    pc: u32,
    /// The call, or the function, that made the last access.
    told: Option<(u64, Option<usize>)>,
}

impl Callers {
    pub(super) fn new(symbols: &[FunctionSymbol], entry: u32) -> Self {
        let functions: Arc<[Function]> = functions(symbols).into();
        let first = Frame { number: 0, function: find(&functions, entry), back: 0, stack: u32::MAX };
        Self { functions, frames: vec![first], calls: 0, pc: entry, told: None }
    }

    /// The core is about to execute its next instruction.
    pub(super) fn look(&mut self, core: &Core) {
        let (pc, ra, sp) = (core.pc(), core.register(RA), core.register(SP));
        let last = std::mem::replace(&mut self.pc, pc);
        while self.frames.last().is_some_and(|top| is_over(top, pc, sp)) {
            self.frames.pop();
        }
        let is_behind = |at: u32| at == last.wrapping_add(2) || at == last.wrapping_add(4);
        if is_behind(ra) && !is_behind(pc) && self.frames.len() < DEEPEST {
            self.calls += 1;
            let function = find(&self.functions, pc);
            self.frames.push(Frame { number: self.calls, function, back: ra, stack: sp });
        }
    }

    /// Who makes the access of this instruction, if that is someone else than for the last one.
    pub(super) fn turn(&mut self) -> Option<FirmwareAct<'_>> {
        let who = self.api_call().unwrap_or_else(|| (0, self.outside()));
        if self.told.replace(who) == Some(who) {
            return None;
        }
        let function = who.1.and_then(|function| self.functions.get(function));
        Some(function.map_or(FirmwareAct::CallsNothing, |function| FirmwareAct::Calls(&function.name)))
    }

    fn kind(&self, function: Option<usize>) -> Kind {
        function
            .and_then(|function| self.functions.get(function))
            .map_or(Kind::Other, |function| function.kind)
    }

    /// The innermost function that is not one of the library, which may access a register for another.
    fn outside(&self) -> Option<usize> {
        let here = find(&self.functions, self.pc);
        let callers = self.frames.iter().rev().map(|frame| frame.function);
        std::iter::once(here).chain(callers).find(|&function| self.kind(function) != Kind::Inside).flatten()
    }

    /// The outermost call of the API around the access: of those that called each other, the first.
    fn api_call(&self) -> Option<(u64, Option<usize>)> {
        let is_of_api = |frame: &&Frame| self.kind(frame.function) == Kind::Call;
        let inside = self.frames.iter().rev().skip_while(|frame| !is_of_api(frame));
        inside.take_while(is_of_api).last().map(|frame| (frame.number, frame.function))
    }
}

const fn is_over(frame: &Frame, pc: u32, sp: u32) -> bool {
    sp > frame.stack || (pc == frame.back && sp == frame.stack)
}

/// The place of the function that has an address.
fn find(functions: &[Function], address: u32) -> Option<usize> {
    let place = functions.partition_point(|function| function.from <= address).checked_sub(1)?;
    functions.get(place).filter(|function| address < function.to)?;
    Some(place)
}

/// By address, one for each; those without a size end where the next one begins.
fn functions(symbols: &[FunctionSymbol]) -> Vec<Function> {
    let mut functions: Vec<Function> = Vec::with_capacity(symbols.len());
    for symbol in symbols {
        if functions.last().is_some_and(|last| last.from == symbol.address) {
            continue;
        }
        let (name, kind) = shown(&symbol.name);
        let to = symbol.address.saturating_add(symbol.size);
        functions.push(Function { from: symbol.address, to, name, kind });
    }
    for place in 0..functions.len() {
        let next = functions.get(place + 1).map_or(u32::MAX, |next| next.from);
        let function = &mut functions[place];
        function.to = if function.to == function.from { next } else { function.to.min(next) };
    }
    functions
}

/// What is shown of a name, and what it is of: of a method of the driver its last part.
fn shown(name: &str) -> (String, Kind) {
    let path = format!("{:#}", demangle(name));
    if path.contains("fw_api::") && path.contains("HwsDriver<") {
        let method = path.rsplit("::").find(|part| !part.starts_with('{'));
        return (method.unwrap_or(&path).to_owned(), Kind::Call);
    }
    let kind = match path.as_str() {
        path if path.contains("hws_fw::") || path.contains("fw_api::") => Kind::Inside,
        path if path.starts_with(PREFIX) || DATASHEET.contains(&path) => Kind::Call,
        _ => Kind::Other,
    };
    (path, kind)
}

#[cfg(test)]
mod tests;
