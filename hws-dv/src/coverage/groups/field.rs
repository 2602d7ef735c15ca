//! The bins of a field: its smallest, its largest and its other legal values, and illegal ones, which make a write
//! ineffective (registers.md §1).

use hws_regs::{FieldInfo, Legal, RegInfo};

/// A field that can be written, with its bins.
#[derive(Clone, Debug)]
pub(super) struct FieldBins {
    field: &'static FieldInfo,
    values: Values,
    has_illegal: bool,
}

#[derive(Clone, Debug)]
enum Values {
    /// Each value by itself.
    Each(Vec<(String, u32)>),
    /// The smallest, the largest, and what is between.
    Range(u32, u32),
}

impl FieldBins {
    /// The fields of a register that a bus write changes.
    pub(super) fn all(info: &'static RegInfo) -> impl Iterator<Item = Self> {
        let is_written = |field: &&FieldInfo| field.mask() & info.write_mask != 0;
        info.fields.iter().filter(is_written).map(move |field| Self::new(info, field))
    }

    fn new(info: &RegInfo, field: &'static FieldInfo) -> Self {
        if let Some(together) = info.combinations.filter(|together| together.mask & field.mask() != 0) {
            return Self::combined(field, together.patterns);
        }
        let max = field.max();
        let values = match field.legal {
            Legal::Enumerated(named) => {
                Values::Each(named.iter().map(|&(name, value)| (name.to_owned(), value)).collect())
            }
            Legal::Any if field.width <= 2 => {
                Values::Each((0..=max).map(|value| (value.to_string(), value)).collect())
            }
            Legal::Any => Values::Range(0, max),
            Legal::Range { min, max } => Values::Range(min, max),
            Legal::MultipleOf(step) => Values::Range(0, max - max % step.max(1)),
        };
        let has_illegal = match &values {
            Values::Each(each) => each.len() as u64 <= u64::from(max),
            Values::Range(min, most) => {
                *min > 0 || *most < max || matches!(field.legal, Legal::MultipleOf(2..))
            }
        };
        Self { field, values, has_illegal }
    }

    /// A field whose values are legal only together with others.
    fn combined(field: &'static FieldInfo, patterns: &[u32]) -> Self {
        let mut values: Vec<u32> = patterns.iter().map(|&pattern| field.extract(pattern)).collect();
        values.sort_unstable();
        values.dedup();
        let values = values.into_iter().map(|value| (value.to_string(), value)).collect();
        Self { field, values: Values::Each(values), has_illegal: true }
    }

    /// The register and the field: `PROMOTE.THRESHOLD`.
    pub(super) fn name(&self) -> String {
        format!("{}.{}", self.field.register, self.field.name)
    }

    /// The names of its bins.
    pub(super) fn names(&self) -> Vec<String> {
        let mut names = match &self.values {
            Values::Each(each) => each.iter().map(|(name, _)| name.clone()).collect(),
            Values::Range(min, max) => {
                vec![format!("{min:#x}"), "between".to_owned(), format!("{max:#x}")]
            }
        };
        names.extend(self.has_illegal.then(|| "illegal".to_owned()));
        names
    }

    /// The bin of a write. A legal value in a write that is ignored counts nothing.
    pub(super) fn bin(&self, value: u32, is_ignored: bool) -> Option<usize> {
        let value = self.field.extract(value);
        let legal = match &self.values {
            Values::Each(each) => each.iter().position(|(_, known)| *known == value),
            _ if !self.field.legal.allows(value) => None,
            Values::Range(min, _) if value == *min => Some(0),
            Values::Range(_, max) => Some(1 + usize::from(value == *max)),
        };
        match (legal, is_ignored) {
            (Some(bin), false) => Some(bin),
            (None, true) if self.has_illegal => Some(self.names().len() - 1),
            _ => None,
        }
    }
}
