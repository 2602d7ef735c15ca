//! Waveform dumps against the model and against each other.

use std::sync::Arc;

use hws_dv::check::{self, CheckOptions, DumpText, UnknownRule};
use hws_dv::diff::{
    self, DiffError, DiffOptions, DiffText, Mask, PerClass, SampleAt, SideOptions, Skip, XRule,
};
use hws_host::{HostError, dumps};
use hws_input::{did_you_mean, nearest};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use serde_json::Value;

use crate::run::{flag, positive, text};
use crate::work::{self, AtCtrlC};
use crate::{errors, host, json};

/// What a comparison found. It is true if nothing differs.
#[pyclass(frozen, module = "hws", name = "Comparison")]
pub(crate) struct PyComparison {
    report: Value,
    text: String,
    verdict: &'static str,
}

#[pymethods]
impl PyComparison {
    /// The report as a dictionary, as `--json` writes it.
    #[getter]
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::object(py, &self.report)
    }

    /// The verdict in a word: `equal`, `differ`, …
    #[getter]
    const fn verdict(&self) -> &'static str {
        self.verdict
    }

    fn __bool__(&self) -> bool {
        self.verdict == hws_dv::check::DumpVerdict::Equal.word()
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Comparison: {}>", self.verdict)
    }

    fn _repr_html_(&self) -> String {
        format!("<pre>{}</pre>", crate::table::escaped(&self.text))
    }
}

/// Runs the model in lock-step with a dump; see `hws.check`.
#[pyfunction]
pub(crate) fn check_dump(
    py: Python<'_>,
    dump: &Bound<'_, PyAny>,
    map: Option<&Bound<'_, PyAny>>,
    options: &Bound<'_, PyDict>,
) -> PyResult<PyComparison> {
    let (dump, map) = (host::path("dump", dump)?, host::maybe_path("map", map)?);
    let path =
        |key: &str| host::maybe_path(key, options.get_item(key)?.filter(|value| !value.is_none()).as_ref());
    let needed = |key: &str| options.get_item(key)?.ok_or_else(|| PyTypeError::new_err(key.to_owned()));
    let (start, waivers, hierarchy) = (path("start")?, path("waivers")?, path("hierarchy")?);
    let min_compared = errors::number("min_compared", &needed("min_compared")?, u64::MAX)?;
    let max_differences =
        errors::number("max_differences", &needed("max_differences")?, u32::MAX.into())? as usize;
    let causes = errors::number("causes", &needed("causes")?, u32::MAX.into())? as usize;
    let min_coverage = percent("min_coverage", &needed("min_coverage")?)?;
    let unknown = unknown_rule(&needed("unknown")?.extract::<String>()?)?;
    let found = work::during(py, AtCtrlC::Leave, move |_| {
        readable(&dump)?;
        let map = dumps::name_map(map.as_deref())?;
        let start = start.as_deref().map(dumps::start).transpose()?.unwrap_or_default();
        let waivers = dumps::waivers(waivers.as_deref(), diff::WaiverKind::Check, None)?;
        let options = CheckOptions {
            min_compared,
            records_inputs: false,
            start,
            unknown,
            min_coverage,
            hierarchy,
            waivers,
            needed_elsewhere: Vec::new(),
            max_differences,
            causes,
            progress: Arc::default(),
        };
        let report = check::check(&dump, &map, &options);
        let (text, verdict) = (DumpText(&report).to_string(), report.verdict.word());
        Ok(PyComparison { report: check::json(&[report]), text, verdict })
    })?;
    found.map_err(|error: HostError| host::exception(py, &error))
}

/// A percentage of bits.
pub(crate) fn percent(key: &str, value: &Bound<'_, PyAny>) -> PyResult<Option<u8>> {
    Ok(u8::try_from(errors::number(key, value, 100)?).ok())
}

/// What becomes of outputs and registers with unknown bits.
pub(crate) fn unknown_rule(word: &str) -> PyResult<UnknownRule> {
    let found = UnknownRule::WORDS.into_iter().find(|(known, _)| *known == word);
    found.map(|(_, rule)| rule).ok_or_else(|| {
        let words = UnknownRule::WORDS.map(|(known, _)| known);
        let meant = did_you_mean(nearest(word, words));
        errors::value(format_args!("unknown: `{word}` is not legal here; {meant}give {}", words.join(", ")))
    })
}

/// A file that cannot be opened is an error of the system, not a verdict.
fn readable(path: &std::path::Path) -> Result<(), HostError> {
    let opened = std::fs::File::open(path).and_then(|file| file.metadata());
    let refused = match opened {
        Ok(metadata) if metadata.is_dir() => std::io::Error::from_raw_os_error(IS_DIRECTORY),
        Ok(_) => return Ok(()),
        Err(error) => error,
    };
    Err(HostError::Read { path: path.to_owned(), error: refused })
}

/// EISDIR.
const IS_DIRECTORY: i32 = 21;

/// Compares two dumps; see `hws.diff`.
#[pyfunction]
pub(crate) fn diff_dumps(
    py: Python<'_>,
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    options: &Bound<'_, PyDict>,
) -> PyResult<PyComparison> {
    let (a, b) = (host::path("a", a)?, host::path("b", b)?);
    let request = DiffRequest::new(options)?;
    let found = work::during(py, AtCtrlC::Leave, move |_| {
        readable(&a)?;
        readable(&b)?;
        let report = diff::diff(&a, &b, &request.open()?);
        let (text, verdict) = (DiffText(&report).to_string(), report.verdict.word());
        Ok(PyComparison { report: diff::json(&report), text, verdict })
    })?;
    found.map_err(|error: HostError| host::exception(py, &error))
}

/// The names of the options.
const KEYS: [&str; 25] = [
    "clock",
    "enable",
    "sample",
    "prefix_a",
    "prefix_b",
    "map",
    "waivers",
    "cycle",
    "by_time",
    "offset",
    "mask",
    "volatile",
    "ignore",
    "only",
    "require",
    "skip",
    "x",
    "epsilon",
    "min_compared",
    "min_coverage",
    "ignore_initial",
    "allow_shorter",
    "events",
    "reorder",
    "slack",
];

/// The options of a comparison, with files that are still to be opened.
struct DiffRequest {
    options: DiffOptions,
    map: Option<std::path::PathBuf>,
    waivers: Option<std::path::PathBuf>,
}

impl DiffRequest {
    fn open(self) -> Result<DiffOptions, HostError> {
        let map = self.map.as_deref().map(dumps::diff_map).transpose()?;
        let waivers = dumps::waivers(self.waivers.as_deref(), diff::WaiverKind::Diff, None)?;
        Ok(DiffOptions { map, waivers, ..self.options })
    }

    fn new(options: &Bound<'_, PyDict>) -> PyResult<Self> {
        let mut request = Self { options: usual(), map: None, waivers: None };
        for (key, value) in options {
            let key = key.to_string();
            if !value.is_none() {
                request.set(&key, &value)?;
            }
        }
        Ok(request)
    }

    fn set(&mut self, key: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        let options = &mut self.options;
        match key {
            "clock" => sides(options, |side, clock| side.clock = Some(clock), text(key, value)?),
            "enable" => sides(options, |side, enable| side.enable = Some(enable), text(key, value)?),
            "sample" => {
                let samples: Vec<PerClass<SampleAt>> = parsed(key, value, diff::sample)?;
                sides(options, |side, samples| side.samples = samples, samples);
            }
            "prefix_a" => options.a.prefix = Some(text(key, value)?),
            "prefix_b" => options.b.prefix = Some(text(key, value)?),
            "map" => self.map = Some(host::path(key, value)?),
            "waivers" => self.waivers = Some(host::path(key, value)?),
            "cycle" => options.cycle = Some(text(key, value)?),
            "by_time" => options.by_time = flag(key, value)?,
            "offset" => options.offsets = parsed(key, value, diff::offset)?,
            "mask" => options.masks = parsed::<Mask>(key, value, diff::mask)?,
            "volatile" => options.volatile = texts(key, value)?,
            "ignore" => options.ignore = texts(key, value)?,
            "only" => options.only = texts(key, value)?,
            "require" => options.require = texts(key, value)?,
            "skip" => options.skips = parsed::<Skip>(key, value, diff::skip)?,
            "x" => options.x = x_rule(&text(key, value)?)?,
            "epsilon" => {
                options.epsilon = diff::epsilon(&value.str()?.to_string())
                    .map_err(|error| errors::value(format_args!("{key}: {error}")))?
            }
            "min_compared" => options.min_compared = positive(key, value, u64::MAX)?,
            "min_coverage" => options.min_coverage = percent(key, value)?,
            "ignore_initial" => options.ignore_initial = flag(key, value)?,
            "allow_shorter" => options.allow_shorter = flag(key, value)?,
            "events" => options.events = flag(key, value)?,
            "reorder" => options.reorder = errors::number(key, value, 1000)? as usize,
            "slack" => options.slack = errors::number(key, value, u32::MAX.into())?,
            _ => {
                let meant = did_you_mean(nearest(key, KEYS));
                let known = KEYS.join(", ");
                return Err(PyTypeError::new_err(format!(
                    "unknown option `{key}`; {meant}the options are {known}"
                )));
            }
        }
        Ok(())
    }
}

fn usual() -> DiffOptions {
    DiffOptions { x: XRule::Wild, around: 3, min_compared: 1, ..DiffOptions::default() }
}

fn sides<T: Clone>(options: &mut DiffOptions, set: impl Fn(&mut SideOptions, T), value: T) {
    set(&mut options.a, value.clone());
    set(&mut options.b, value);
}

fn x_rule(name: &str) -> PyResult<XRule> {
    match name {
        "strict" => Ok(XRule::Strict),
        "wild" => Ok(XRule::Wild),
        "zero" => Ok(XRule::Zero),
        other => Err(errors::value(format_args!("x is `{other}`; give strict, wild or zero"))),
    }
}

/// A text or several.
fn texts(what: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    if value.is_instance_of::<PyString>() {
        return Ok(vec![text(what, value)?]);
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        return value.try_iter()?.map(|one| text(what, &one?)).collect();
    }
    Err(errors::wrong_type(what, "a text or a list of texts", value))
}

fn parsed<T>(
    what: &str,
    value: &Bound<'_, PyAny>,
    parse: impl Fn(&str) -> Result<T, DiffError>,
) -> PyResult<Vec<T>> {
    let texts = texts(what, value)?;
    texts
        .iter()
        .map(|text| parse(text).map_err(|error| errors::value(format_args!("{what}: {error}"))))
        .collect()
}
