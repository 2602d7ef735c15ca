//! The policies of imports and of real times: the options of `hws run` that change what a workload is.

use std::num::{NonZeroU32, NonZeroU64};

use super::error::Problem;
use super::keys::{Act, Get, PolicyGroup, PolicyKey, Set};
use super::settings::RunSettings;
use super::values::{PolicyValues, on_off, switch, within, word, word_of};
use crate::workload::{ErrorKind, Mapping};

/// The key of the error model.
pub const ERROR_MODEL: &str = "error_model";

const MAPPINGS: &[(&str, Mapping)] = &[("dynamic", Mapping::Dynamic), ("static", Mapping::Static)];
/// Largest scale and bandwidth: integers of 63 bits are the same in every table.
const MOST: u64 = i64::MAX as u64;

type Row = (&'static str, PolicyValues, &'static str, &'static str, &'static str, Set, Get);

/// Every option of imports, and the error model: name, values, unit, option, meaning, and its functions.
pub(super) fn keys() -> Vec<PolicyKey> {
    let rows = graphs().into_iter().chain(transfer_times()).chain([real_times()]);
    rows.map(|(name, values, unit, sets, doc, set, get)| PolicyKey {
        name: name.into(),
        group: if name == ERROR_MODEL { PolicyGroup::RealTimes } else { PolicyGroup::Workload },
        values,
        unit,
        sets: sets.into(),
        doc: doc.into(),
        shapes_workload: name != ERROR_MODEL,
        act: Act::Own { set, get },
    })
    .collect()
}

fn or_more(word: &'static str, most: u64) -> PolicyValues {
    PolicyValues::WordOrIntegers { word, least: 1, most: most as i64 }
}

fn graphs() -> [Row; 4] {
    [
        (
            "mapping",
            PolicyValues::words(MAPPINGS),
            "",
            "--mapping",
            "the SIPs of imported graphs: any, or the cores and the order of the file",
            mapping,
            |settings| word_of(settings.reading.mapping, MAPPINGS),
        ),
        (
            "scale",
            or_more("auto", MOST),
            "",
            "--scale",
            "factor of imported times; `auto` is a power of ten, by their mean",
            scale,
            |settings| or_word(settings.reading.est_scale, "auto"),
        ),
        (
            "fuse",
            PolicyValues::Switch,
            "",
            "--fuse",
            "fuse element-wise operators of ONNX models into the operator before them",
            fuse,
            |settings| on_off(settings.reading.fuse),
        ),
        (
            "instances",
            or_more("all", u32::MAX.into()),
            "instances",
            "--instances",
            "instances of each graph of a plan that repeats",
            instances,
            |settings| or_word(settings.reading.instances, "all"),
        ),
    ]
}

fn transfer_times() -> [Row; 2] {
    [
        (
            "bw",
            or_more("none", MOST),
            "bytes per time unit of the file",
            "--bw",
            "bandwidth between kernels; `none`: bytes on edges take no time",
            bw,
            |settings| or_word(settings.reading.bw, "none"),
        ),
        (
            "transfers",
            PolicyValues::Switch,
            "",
            "--no-transfers",
            "transfers and loads take time in the run; the priorities are the same",
            transfers,
            |settings| on_off(!settings.reading.no_transfers),
        ),
    ]
}

fn real_times() -> Row {
    (
        ERROR_MODEL,
        PolicyValues::Form("none, low or uniform:N% with N from 1 to 99"),
        "",
        "--error-model",
        "how real execution times differ from the estimates",
        error_model,
        |settings| settings.error_kind.unwrap_or(ErrorKind::None).to_string(),
    )
}

fn or_word(number: Option<impl ToString>, word: &str) -> String {
    number.map_or_else(|| word.to_owned(), |number| number.to_string())
}

fn mapping(settings: &mut RunSettings, value: &str) -> Result<(), Problem> {
    settings.reading.mapping = word(value, MAPPINGS)?;
    Ok(())
}

fn scale(settings: &mut RunSettings, value: &str) -> Result<(), Problem> {
    settings.reading.est_scale = if value == "auto" { None } else { Some(within(value, 1, MOST)?) };
    Ok(())
}

fn fuse(settings: &mut RunSettings, value: &str) -> Result<(), Problem> {
    settings.reading.fuse = switch(value)?;
    Ok(())
}

fn instances(settings: &mut RunSettings, value: &str) -> Result<(), Problem> {
    let most = u32::MAX.into();
    settings.reading.instances = if value == "all" { None } else { NonZeroU32::new(within(value, 1, most)?) };
    Ok(())
}

fn bw(settings: &mut RunSettings, value: &str) -> Result<(), Problem> {
    settings.reading.bw = if value == "none" { None } else { NonZeroU64::new(within(value, 1, MOST)?) };
    Ok(())
}

fn transfers(settings: &mut RunSettings, value: &str) -> Result<(), Problem> {
    settings.reading.no_transfers = !switch(value)?;
    Ok(())
}

fn error_model(settings: &mut RunSettings, value: &str) -> Result<(), Problem> {
    settings.error_kind = Some(value.parse().map_err(|_| Problem::Value)?);
    Ok(())
}
