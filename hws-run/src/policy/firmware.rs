//! The policies of Amos: the keys of `firmware`.

use super::error::Problem;
use super::keys::{PolicyGroup, PolicyKey, SectionRow, of_section};
use super::settings::RunSettings;
use super::values::{PolicyValues, on_off, switch, within, word, word_of};
use crate::workload::{IN_PATHS, L2_MOST, OUT_PATHS, PINS, VCS_MOST};

/// The L2 that firmware may grant, which plans set, too.
pub(crate) const L2_BYTES: &str = "l2_bytes";

/// Every key of `firmware`.
pub(super) fn keys() -> Vec<PolicyKey> {
    of_section(PolicyGroup::Firmware, "firmware", paths().into_iter().chain(kernels()).chain(resources()))
}

fn paths() -> [SectionRow; 2] {
    [
        (
            "out_path",
            PolicyValues::words(OUT_PATHS),
            "",
            "who starts the blocks: the MDMA, or firmware on a message",
            false,
            out_path,
            |settings| word_of(settings.firmware.out_path, OUT_PATHS),
        ),
        (
            "in_path",
            PolicyValues::words(IN_PATHS),
            "",
            "who resolves the dependencies and pushes: the HDR, or firmware, each block as a task",
            false,
            in_path,
            |settings| word_of(settings.firmware.in_path, IN_PATHS),
        ),
    ]
}

fn kernels() -> [SectionRow; 2] {
    [
        (
            "report",
            PolicyValues::Switch,
            "",
            "every launch and finish is reported to firmware; without it, only kernels that need messages send any",
            false,
            report,
            |settings| on_off(settings.firmware.report),
        ),
        (
            "pin",
            PolicyValues::words(PINS),
            "",
            "the cluster of kernels smaller than a cluster: any, the first that holds it, or the one with the least work",
            false,
            pin,
            |settings| word_of(settings.firmware.pin, PINS),
        ),
    ]
}

fn resources() -> [SectionRow; 2] {
    // Both limits are far below 2^63.
    let up_to = |most: u64| PolicyValues::Integers { least: 0, most: most as i64 };
    [
        (
            L2_BYTES,
            up_to(L2_MOST),
            "bytes",
            "L2 that firmware may grant in each VG",
            true,
            l2_bytes,
            |settings| settings.firmware.l2_bytes.to_string(),
        ),
        ("vcs", up_to(VCS_MOST), "VCs", "VCs that firmware may grant on each die", true, vcs, |settings| {
            settings.firmware.vcs.to_string()
        }),
    ]
}

fn out_path(settings: &mut RunSettings, value: &str) -> Result<(), Problem> {
    settings.firmware.out_path = word(value, OUT_PATHS)?;
    Ok(())
}

fn in_path(settings: &mut RunSettings, value: &str) -> Result<(), Problem> {
    settings.firmware.in_path = word(value, IN_PATHS)?;
    Ok(())
}

fn report(settings: &mut RunSettings, value: &str) -> Result<(), Problem> {
    settings.firmware.report = switch(value)?;
    Ok(())
}

fn pin(settings: &mut RunSettings, value: &str) -> Result<(), Problem> {
    settings.firmware.pin = word(value, PINS)?;
    Ok(())
}

fn l2_bytes(settings: &mut RunSettings, value: &str) -> Result<(), Problem> {
    settings.firmware.l2_bytes = within(value, 0, L2_MOST)?;
    Ok(())
}

fn vcs(settings: &mut RunSettings, value: &str) -> Result<(), Problem> {
    settings.firmware.vcs = within(value, 0, VCS_MOST)?;
    Ok(())
}
