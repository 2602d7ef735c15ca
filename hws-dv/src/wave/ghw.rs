//! GHW, the format of GHDL, loaded whole: its signals can only be read one after the other.

mod limits;

use std::io::Cursor;

use wellen::simple::Waveform;
use wellen::{Hierarchy as GhwHierarchy, ScopeRef, SignalRef, SignalValueRef, VarRef};

use super::{
    Bits, Hierarchy, SignalId, Timing, VariableKind, WaveEnd, WaveError, WaveFlow, WaveReader, WaveSink,
    WaveTimeUnit,
};
use crate::guard::guarded;

/// A GHW file in memory.
pub(crate) struct GhwDump {
    waveform: Waveform,
    hierarchy: Hierarchy,
    /// The reference and the width of each [`SignalId`].
    signals: Vec<(SignalRef, u32)>,
}

impl GhwDump {
    /// Loads the file.
    pub(crate) fn open(bytes: Vec<u8>) -> Result<Self, WaveError> {
        limits::check(&bytes)?;
        let waveform = guarded(|| wellen::simple::read_from_reader(Cursor::new(bytes))).map_err(damaged)?;
        let waveform = waveform.map_err(|error| damaged(error.to_string()))?;
        let Names { mut to, signals, .. } = Names::of(waveform.hierarchy()).map_err(WaveError::of_names)?;
        to.set_timing(Timing { unit: unit(&waveform), ..Timing::default() });
        Ok(Self { hierarchy: to, signals, waveform })
    }

    /// The changes of the selected signals in the order of time.
    fn changes(&mut self, select: &[SignalId]) -> Vec<(usize, usize, Bits, String)> {
        let chosen: Vec<_> = select.iter().map(|id| self.signals[id.0 as usize]).collect();
        let refs: Vec<SignalRef> = chosen.iter().map(|(signal, _)| *signal).collect();
        self.waveform.load_signals(&refs);
        let mut changes = Vec::new();
        for (slot, (signal, width)) in chosen.into_iter().enumerate() {
            let Some(signal) = self.waveform.get_signal(signal) else { continue };
            let of_signal = signal.iter_changes();
            changes.extend(of_signal.filter_map(|(at, value)| {
                let (bits, digits) = bits(value, width)?;
                Some((at as usize, slot, bits, digits))
            }));
        }
        // Stable: the changes of a signal at one time stamp keep their order.
        changes.sort_by_key(|&(at, ..)| at);
        changes
    }
}

fn unit(waveform: &Waveform) -> Option<WaveTimeUnit> {
    let scale = waveform.hierarchy().timescale()?;
    WaveTimeUnit::new(scale.factor, scale.unit.to_exponent()?)
}

/// The value, and all digits if it is wider.
fn bits(value: SignalValueRef<'_>, width: u32) -> Option<(Bits, String)> {
    let bits = match value {
        SignalValueRef::BitVec(bits) => bits,
        SignalValueRef::Real(value) => return Some((Bits::known(value.to_bits()), String::new())),
        _ => return None,
    };
    let digits = bits.bit_string();
    let value = Bits::from_digits(digits.as_bytes(), width)?;
    Some((value, if width > Bits::MAX_WIDTH { digits } else { String::new() }))
}

/// Copies the names.
struct Names<'a> {
    from: &'a GhwHierarchy,
    to: Hierarchy,
    signals: Vec<(SignalRef, u32)>,
}

impl<'a> Names<'a> {
    fn of(from: &'a GhwHierarchy) -> Result<Self, String> {
        let mut names = Self { from, to: Hierarchy::new(), signals: Vec::new() };
        from.vars().try_for_each(|variable| names.variable(variable))?;
        from.scopes().try_for_each(|scope| names.scope(scope))?;
        Ok(names)
    }

    /// Copies a scope and those inside it; `enter` limits the depth of the recursion.
    fn scope(&mut self, scope: ScopeRef) -> Result<(), String> {
        let from = self.from;
        self.to.enter(from[scope].name(from))?;
        from[scope].vars(from).try_for_each(|variable| self.variable(variable))?;
        from[scope].scopes(from).try_for_each(|inner| self.scope(inner))?;
        self.to.leave();
        Ok(())
    }

    fn variable(&mut self, variable: VarRef) -> Result<(), String> {
        let variable = &self.from[variable];
        let width = variable.length(self.from).unwrap_or(0);
        let kind = match width {
            _ if variable.is_real(self.from) => VariableKind::Real,
            0 => VariableKind::Other,
            _ => VariableKind::Vector,
        };
        let range = variable.index().filter(|_| width > 1);
        let range = range.map_or_else(String::new, |range| format!("[{}:{}]", range.msb(), range.lsb()));
        let name = format!("{}{range}", variable.name(self.from));
        self.to.add(&name, (width, kind), SignalId(self.signals.len() as u32))?;
        self.signals.push((variable.signal_ref(), width));
        Ok(())
    }
}

impl WaveReader for GhwDump {
    fn hierarchy(&self) -> &Hierarchy {
        &self.hierarchy
    }

    fn take_hierarchy(&mut self) -> Hierarchy {
        std::mem::take(&mut self.hierarchy)
    }

    fn read(mut self: Box<Self>, select: &[SignalId], sink: &mut dyn WaveSink) -> Result<WaveEnd, WaveError> {
        let changes = guarded(|| self.changes(select)).map_err(damaged)?;
        let (mut now, mut latest) = (None, 0);
        for (at, slot, bits, digits) in changes {
            if now != Some(at) {
                now = Some(at);
                let time = self.waveform.time_table().get(at).copied().unwrap_or(u64::MAX);
                // Only in a damaged file does the time go backwards.
                latest = time.max(latest);
                if sink.time(latest) == WaveFlow::Stop {
                    return Ok(WaveEnd::default());
                }
            }
            if !digits.is_empty() {
                sink.wide(slot, digits.as_bytes());
            }
            sink.change(slot, bits);
        }
        sink.end();
        Ok(WaveEnd::default())
    }
}

fn damaged(reason: String) -> WaveError {
    WaveError::Damaged { format: "GHW", reason }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of nested scopes. The third-party reader makes the same hierarchy of every format, and VCD is text.
    fn scopes(levels: usize) -> Result<usize, String> {
        let scopes = "$scope module s $end\n".repeat(levels);
        let text = scopes + "$var wire 1 ! a $end\n$enddefinitions $end\n#0\n0!\n";
        let waveform = wellen::simple::read_from_reader(Cursor::new(text.into_bytes())).unwrap();
        Names::of(waveform.hierarchy()).map(|names| names.to.scopes().len())
    }

    #[test]
    fn scopes_that_are_nested_too_deep_are_refused() {
        assert_eq!(scopes(1_000), Ok(1_001));
        let refusal = scopes(1_001).unwrap_err();
        assert!(refusal.starts_with("`s`: scopes are nested more than 1000 deep; "), "{refusal}");
    }
}
