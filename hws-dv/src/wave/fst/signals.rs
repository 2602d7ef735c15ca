//! The signals of an FST: their names, and the widths of their values.

use std::io::{BufReader, ErrorKind};

use fst_reader::{FstHierarchyEntry, FstReader, FstVarType, ReaderError};

use super::limits::FirstValues;
use super::view::View;
use super::{damaged, unreadable};
use crate::guard::guarded;
use crate::wave::{Hierarchy, SignalId, Timing, VariableKind, WaveError, WaveTimeUnit};

/// The reader of a file.
pub(super) type Reader = FstReader<BufReader<View>>;

/// What the values of a signal are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Values {
    /// So many digits.
    Digits(u32),
    Real,
    /// A text, which is not compared: of so many bytes, or of any length if that is 0.
    Text(u32),
}

/// All signals.
#[derive(Debug)]
pub(super) struct Signals {
    pub(super) hierarchy: Hierarchy,
    /// The values of each signal, in the order of the numbers.
    pub(super) values: Vec<Values>,
    scopes: u64,
    variables: u64,
    /// The scopes that are open.
    depth: u64,
    /// The names end inside an entry.
    is_cut: bool,
}

impl Signals {
    fn new() -> Self {
        Self {
            hierarchy: Hierarchy::new(),
            values: Vec::new(),
            scopes: 0,
            variables: 0,
            depth: 0,
            is_cut: false,
        }
    }

    /// Opens a file that has all its blocks, and reads the names.
    pub(super) fn open(view: View) -> Result<(Reader, Self), WaveError> {
        let mut reader = Self::open_named(view)?;
        let signals = guarded(|| Self::read(&mut reader)).map_err(damaged)??;
        Ok((reader, signals))
    }

    /// Opens a file whose names are known.
    pub(super) fn open_named(view: View) -> Result<Reader, WaveError> {
        guarded(|| FstReader::open(BufReader::new(view)).map_err(|error| unreadable(&error)))
            .map_err(damaged)?
    }

    fn read(reader: &mut Reader) -> Result<Self, WaveError> {
        let (mut signals, mut noted) = (Self::new(), Ok(()));
        let add = |entry| {
            if noted.is_ok() {
                noted = signals.note(entry);
            }
        };
        let read = reader.read_hierarchy(add);
        noted?;
        match read {
            // The entries before it have been noted.
            Err(ReaderError::Io(error)) if error.kind() == ErrorKind::UnexpectedEof => signals.is_cut = true,
            read => read.map_err(|error| unreadable(&error))?,
        }
        let unit = WaveTimeUnit::new(1, reader.get_header().timescale_exponent);
        signals.hierarchy.set_timing(Timing { unit, ..Timing::default() });
        Ok(signals)
    }

    /// Notes an entry of the hierarchy. Variables number the signals in their order; one that names a number further on is
    /// damaged, and so memory for all numbers before it is not reserved.
    fn note(&mut self, entry: FstHierarchyEntry) -> Result<(), WaveError> {
        match entry {
            FstHierarchyEntry::Scope { name, .. } => {
                self.scopes += 1;
                self.depth += 1;
                self.hierarchy.enter(&name).map_err(WaveError::of_names)?;
            }
            FstHierarchyEntry::UpScope => {
                self.depth = self.depth.saturating_sub(1);
                self.hierarchy.leave();
            }
            FstHierarchyEntry::Var { tpe, name, length, handle, .. } => {
                self.variables += 1;
                let (index, known) = (handle.get_index(), self.values.len());
                let values = Values::of(&tpe, length);
                if index == known {
                    self.values.push(values);
                } else if index > known {
                    let reason = format!("`{name}` is signal {index}, but there are {known} before it");
                    return Err(damaged(reason));
                }
                let added = self.hierarchy.add(&name, values.shape(&tpe), SignalId(index as u32));
                added.map_err(WaveError::of_names)?;
            }
            // Attributes of any kind describe sources and types, not values.
            _ => (),
        }
        Ok(())
    }

    /// Checks that the changes of a file can be those of these signals: the error says what differs. Names that are cut
    /// may be fewer.
    pub(super) fn fit(&self, changes: FirstValues) -> Result<(), String> {
        let (signals, bytes) = (self.number(), self.values.iter().map(|it| it.bytes()).sum::<u64>());
        let FirstValues { bytes: of_changes, signals: changing, .. } = changes;
        let goes_on = self.is_cut || self.depth > 0;
        let may_be = |number: u64, wanted: u64| number == wanted || (goes_on && number < wanted);
        // A signal without a name has a digit, unless it is a text: the number is bounded by what is in the file.
        let may_be_lost = changing.saturating_sub(signals) <= of_changes.saturating_add(signals);
        if may_be(signals, changing) && may_be(bytes, of_changes) && may_be_lost {
            return Ok(());
        }
        Err(format!(
            "has {signals} signals of {bytes} digits, the changes are of {changing} signals of {of_changes} digits"
        ))
    }

    /// Checks the numbers of scopes and variables that the header of a file has, or 0.
    pub(super) fn check_counts(&self, (scopes, variables): (u64, u64)) -> Result<(), String> {
        let own = (self.scopes, self.variables);
        if (scopes, variables) == (0, 0) || (scopes, variables) == own {
            return Ok(());
        }
        Err(format!("has {} scopes and {} variables, the dump {scopes} and {variables}", own.0, own.1))
    }

    pub(super) fn number(&self) -> u64 {
        self.values.len() as u64
    }
}

impl Values {
    fn of(tpe: &FstVarType, length: u32) -> Self {
        match tpe {
            _ if tpe.is_real() => Self::Real,
            // Three characters for each digit, and a blank on either side.
            FstVarType::Port => Self::Text(length.saturating_mul(3).saturating_add(2)),
            FstVarType::GenericString => Self::Text(length),
            _ if length == 0 => Self::Text(0),
            _ => Self::Digits(length),
        }
    }

    /// The bytes of a first value.
    fn bytes(self) -> u64 {
        match self {
            Self::Digits(bytes) | Self::Text(bytes) => bytes.into(),
            Self::Real => 8,
        }
    }

    /// The width and the kind of a variable of this type.
    fn shape(self, tpe: &FstVarType) -> (u32, VariableKind) {
        match self {
            Self::Real => (0, VariableKind::Real),
            // GHDL writes one bit of an integer.
            Self::Digits(1) if *tpe == FstVarType::Integer => (0, VariableKind::Other),
            Self::Digits(width) if *tpe != FstVarType::Event => (width, VariableKind::Vector),
            Self::Digits(_) | Self::Text(_) => (0, VariableKind::Other),
        }
    }
}

#[cfg(test)]
mod tests {
    use fst_reader::{FstScopeType, FstSignalHandle, FstVarDirection};

    use super::*;

    fn variable(signal: usize) -> FstHierarchyEntry {
        FstHierarchyEntry::Var {
            tpe: FstVarType::Wire,
            direction: FstVarDirection::Implicit,
            name: format!("s{signal}"),
            length: 8,
            handle: FstSignalHandle::from_index(signal),
            is_alias: false,
        }
    }

    #[test]
    fn an_integer_of_one_bit_is_not_compared() {
        for (tpe, kind) in [
            (FstVarType::Integer, VariableKind::Other),
            (FstVarType::Wire, VariableKind::Vector),
            (FstVarType::Event, VariableKind::Other),
        ] {
            assert_eq!(Values::of(&tpe, 1).shape(&tpe).1, kind, "{tpe:?}");
        }
        assert_eq!(
            Values::of(&FstVarType::Integer, 32).shape(&FstVarType::Integer),
            (32, VariableKind::Vector)
        );
    }

    #[test]
    fn a_signal_beyond_those_before_it_is_damage_and_reserves_nothing() {
        let mut signals = Signals::new();
        let all_noted = [0, 1, 0, 2].map(|signal| signals.note(variable(signal))).iter().all(Result::is_ok);
        assert!(all_noted, "an alias has the number of its signal");
        assert_eq!(
            signals.note(variable(0xFFF_FFFF)).unwrap_err().to_string(),
            "is a damaged FST file: `s268435455` is signal 268435455, but there are 3 before it"
        );
        assert_eq!(signals.values, [Values::Digits(8); 3]);
    }

    #[test]
    fn scopes_that_are_nested_too_deep_are_refused_but_are_no_damage() {
        let mut signals = Signals::new();
        let mut refusals = (0..2_000).map(|level| {
            let (tpe, name) = (FstScopeType::Module, format!("s{level}"));
            signals.note(FstHierarchyEntry::Scope { tpe, name, component: String::new() })
        });
        let refusal = refusals.find_map(Result::err).unwrap().in_file("deep.fst").to_string();
        assert!(
            refusal.starts_with("deep.fst: `s1000`: scopes are nested more than 1000 deep; "),
            "{refusal}"
        );
    }
}
