//! The users of each plain RW register, in the model and in the second implementation (hws-plain/src).
//!
//! Registers with hardware state or effects are matched without a wildcard, so a new one does not compile until it
//! is implemented. Plain RW registers are stored by generated code: a new one would be stored and read back while
//! nothing in the hardware uses it. It therefore has to be listed here, with a source file of each implementation
//! that uses it.

use std::fs;
use std::path::{Path, PathBuf};

use hws_regs::REGISTERS;

/// Register, a file of hws-model/src and a file of hws-plain/src that use what was written.
const READERS: [(&str, &str, &str); 23] = [
    ("HWS_CTRL", "tables.rs", "attempt.rs"),
    ("HWS_WORK_MODE", "paths.rs", "launch.rs"),
    ("SIP_TOPOLOGY", "tables.rs", "machine.rs"),
    ("TDP_CFG", "loader.rs", "loader.rs"),
    ("TIME_UNIT", "time_base.rs", "time.rs"),
    ("ENABLE_SECOND_RSC_SCH", "latched.rs", "second.rs"),
    ("ENABLE_EARLY_LAUNCH_SIP", "tables.rs", "sips.rs"),
    ("EARLY_LAUNCH_MODE", "time_base.rs", "time.rs"),
    ("PRE_IDLE_OFFSET", "time_base.rs", "time.rs"),
    ("LAUNCH_SIP_DELAY", "launch.rs", "launch.rs"),
    ("PROMOTE", "promotion.rs", "promotion.rs"),
    ("RSVD_SIP_BACKFILL_MARGIN_OFFSET", "latched.rs", "backfill.rs"),
    ("SIP_FILLUP_TASK_FIRST", "choice.rs", "choice.rs"),
    ("USE_RSVD_SIP_FIRST", "latched.rs", "allocation.rs"),
    ("P_TOP_K", "pools.rs", "pools.rs"),
    ("DYN_DAG_PRIO", "admission.rs", "dags.rs"),
    ("SIP_USAGE_MASK[][]", "masks.rs", "allocation.rs"),
    ("SCALE_RATIO_TABLE_RANK[]", "priority.rs", "pools.rs"),
    ("XMC_SIP_MAP[]", "launch.rs", "outputs.rs"),
    ("DAG_CMD_TAG", "csr/write.rs", "commands.rs"),
    ("DAG_CMD_TOTAL", "csr/write.rs", "commands.rs"),
    ("FW_TASK_TD_ADDR", "csr/write.rs", "ports.rs"),
    ("IRQ_ENABLE", "hws.rs", "messages.rs"),
];

#[test]
fn every_stored_register_is_listed_with_what_reads_it() {
    let stored = REGISTERS.iter().filter(|info| info.is_stored()).map(|info| info.name);
    let listed = READERS.iter().map(|(register, ..)| *register);
    let (stored, listed): (Vec<_>, Vec<_>) = (stored.collect(), listed.collect());
    assert_eq!(
        stored, listed,
        "the plain RW registers of the map (left) are not those of READERS (right): \
         implement a new one in both implementations, and list what reads it"
    );
}

#[test]
fn the_files_listed_read_the_register() {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (register, in_model, in_plain) in READERS {
        for file in [crate_folder.join("src").join(in_model), plain(crate_folder).join(in_plain)] {
            let text =
                fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            assert!(reads(&text, register), "{} does not read {register}", file.display());
        }
    }
}

fn plain(crate_folder: &Path) -> PathBuf {
    crate_folder.with_file_name("hws-plain").join("src")
}

/// Whether the text has the register's field of the register file: `.promote`, and not `.promotes`.
fn reads(text: &str, register: &str) -> bool {
    let field = format!(".{}", register.replace("[]", "").to_lowercase());
    let ends = |rest: &str| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_');
    text.match_indices(&field).any(|(at, _)| ends(&text[at + field.len()..]))
}

#[test]
fn only_the_whole_name_of_a_field_counts() {
    assert!(reads("regs.promote.rtask_max()", "PROMOTE"));
    assert!(reads("regs.sip_usage_mask", "SIP_USAGE_MASK[][]"));
    assert!(!reads("regs.promotes(); promote", "PROMOTE"));
}
