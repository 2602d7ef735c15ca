//! A report as the comparison reads it: what each kernel is and when it ran, borrowed from the text; the rest as a tree of
//! values. A tree of the kernels as well would take ten times the memory of the text.

use std::borrow::Cow;
use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use super::kernels::KernelTimes;

/// The keys of kernels that describe the workload; the others describe the run.
const WORKLOAD_KEYS: [&str; 15] = [
    "id",
    "est",
    "priority",
    "on_cp",
    "deps",
    "deps_on_launch",
    "role",
    "ctx",
    "threads",
    "blocks",
    "block_cycles",
    "affinity",
    "coop",
    "window",
    "deadline",
];

/// A report.
pub(super) struct Report<'t> {
    /// Everything but the kernels.
    pub(super) rest: Value,
    /// By kernel_id; `None` if the report has none.
    pub(super) kernels: Option<Vec<ReportedKernel<'t>>>,
}

/// A kernel of a report.
#[derive(Default)]
pub(super) struct ReportedKernel<'t> {
    pub(super) times: KernelTimes,
    /// The values of [`WORKLOAD_KEYS`].
    workload: [Option<&'t RawValue>; WORKLOAD_KEYS.len()],
}

impl<'t> ReportedKernel<'t> {
    /// Returns GRAPH/KERNEL; empty if the report has no such text.
    pub(super) fn id(&self) -> Cow<'t, str> {
        self.raw("id").and_then(text).unwrap_or_default()
    }

    /// Returns the names of a list, without entries that are not texts.
    pub(super) fn names(&self, key: &str) -> impl Iterator<Item = Cow<'t, str>> {
        let list = self.raw(key).and_then(|raw| serde_json::from_str::<Vec<&RawValue>>(raw.get()).ok());
        list.into_iter().flatten().filter_map(text)
    }

    /// Returns the value of a key of the workload, null if the report has none.
    pub(super) fn value(&self, key: &str) -> Value {
        self.raw(key).map_or(Value::Null, value)
    }

    /// Returns the first key of the workload whose value is not that of another kernel.
    pub(super) fn difference(&self, other: &Self) -> Option<&'static str> {
        let mut pairs = self.workload.iter().zip(&other.workload);
        // Texts that differ can be the same value.
        let place = pairs
            .position(|(a, b)| a.map(RawValue::get) != b.map(RawValue::get) && a.map(value) != b.map(value));
        place.map(|place| WORKLOAD_KEYS[place])
    }

    fn raw(&self, key: &str) -> Option<&'t RawValue> {
        self.workload[place_of(key)?]
    }
}

fn place_of(key: &str) -> Option<usize> {
    WORKLOAD_KEYS.iter().position(|&known| known == key)
}

/// The value of a text that has been read before.
fn value(raw: &RawValue) -> Value {
    serde_json::from_str(raw.get()).unwrap_or_default()
}

/// A name as it stands in the text, unless it has escapes.
fn text<'t>(raw: &'t RawValue) -> Option<Cow<'t, str>> {
    let borrowed: Option<&'t str> = serde_json::from_str(raw.get()).ok();
    borrowed.map(Cow::Borrowed).or_else(|| serde_json::from_str(raw.get()).ok().map(Cow::Owned))
}

impl<'de> Deserialize<'de> for Report<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ReportVisitor)
    }
}

struct ReportVisitor;

impl<'de> Visitor<'de> for ReportVisitor {
    type Value = Report<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a report")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Report<'de>, A::Error> {
        let (mut rest, mut kernels) = (serde_json::Map::new(), None);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "kernels" => kernels = Some(map.next_value()?),
                _ => {
                    let value = map.next_value()?;
                    rest.insert(key, value);
                }
            }
        }
        Ok(Report { rest: Value::Object(rest), kernels })
    }
}

impl<'de> Deserialize<'de> for ReportedKernel<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(KernelVisitor)
    }
}

struct KernelVisitor;

impl<'de> Visitor<'de> for KernelVisitor {
    type Value = ReportedKernel<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a kernel")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<ReportedKernel<'de>, A::Error> {
        let mut kernel = ReportedKernel::default();
        while let Some(key) = map.next_key::<Cow<'de, str>>()? {
            if let Some(time) = kernel.times.of_key(&key) {
                *time = value(map.next_value()?).as_u64();
            } else if let Some(place) = place_of(&key) {
                kernel.workload[place] = Some(map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(kernel)
    }
}
