//! Tables take their sizes from the map: no array has a number of the design as its literal length.

use hws_regs::{Register, RsRscOpen, VcPoolFree, params};

use super::{sources, tokens};

/// Crates whose tables have an element for each SIP, launch, VG, ….
const CRATES: [&str; 3] = ["hws-types", "hws-model", "fw-api"];

/// File, literal, why it is allowed.
const ALLOWED: [(&str, u64, &str); 2] = [
    (
        "hws-types/src/task_descriptor/generated.rs",
        8,
        "asserted equal to Cluster::COUNT in task_descriptor.rs",
    ),
    ("hws-types/src/task_descriptor/generated.rs", 2, "asserted equal to Die::COUNT in task_descriptor.rs"),
];

/// What the tables of the design count.
fn sizes() -> Vec<(u64, &'static str)> {
    let pool = u32::from(VcPoolFree::INFO.dims[1]) * u32::from(VcPoolFree::MASK.width);
    vec![
        (params::N_SIP as u64, "SIPs, ranks or entries"),
        (params::N_LAUNCH as u64, "launches"),
        (params::N_CTX as u64, "contexts"),
        (params::N_CLASS as u64, "size classes"),
        (params::CMD_QUEUE as u64, "commands, or VGs"),
        (params::HDR_FIFO as u64, "tasks in the HDR FIFO"),
        (RsRscOpen::VG.width.into(), "VGs"),
        (RsRscOpen::DIE.width.into(), "dies"),
        (pool.into(), "VCs of a die"),
    ]
}

#[test]
fn no_table_has_a_literal_length() {
    let sizes = sizes();
    let mut found = Vec::new();
    for (file, text) in sources::of(&CRATES) {
        for length in tokens::array_lengths(&text) {
            let is_allowed = ALLOWED.iter().any(|(at, value, _)| *at == file && *value == length.value);
            if let (Some((_, what)), false) =
                (sizes.iter().find(|(size, _)| *size == length.value), is_allowed)
            {
                found.push(format!("{file}:{}: {} may count {what}", length.line, length.text));
            }
        }
    }
    assert!(found.is_empty(), "lengths come from hws-regs or hws-types:\n{}", found.join("\n"));
}

/// An exception that is no longer needed would hide the next mistake.
#[test]
fn every_exception_is_needed() {
    let sources = sources::of(&CRATES);
    for (file, value, why) in ALLOWED {
        let text = sources.iter().find(|(name, _)| name == file).map(|(_, text)| text.as_str());
        let is_there = tokens::array_lengths(text.unwrap_or("")).iter().any(|length| length.value == value);
        assert!(is_there, "{file} no longer has the length {value} ({why})");
    }
}

#[test]
fn lengths_are_found_in_types_and_values_only() {
    let planted = "struct S { a: [u8; 8], b: [[u16; N]; 2], c: [u8; { 4 }] }\n\
                   fn f() { let x = [0; 16]; g([1, 8]); { h(); 64 }; }\n\
                   #[cfg(test)]\nmod tests { const A: [u8; 5] = [0; 5]; }";
    let lengths: Vec<u64> = tokens::array_lengths(planted).iter().map(|length| length.value).collect();
    assert_eq!(lengths, [8, 2, 16]);
}
