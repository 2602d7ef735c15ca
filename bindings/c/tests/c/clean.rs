//! The headers are clean C99, C11 and C++, without a warning at any level that firmware projects use.

use std::fs;

use hws_regmap::emit::{self, ExportOptions};

use crate::gcc::{has, scratch, strict, succeed};

/// The headers in every order: of this crate, of the model, and of the registers, which needs C11.
const ORDERS: [&[&str]; 6] = [
    &["hws_fw.h", "hws_model.h", "hws_fw.h"],
    &["hws_model.h", "hws_fw.h", "hws_model.h"],
    &["hws_regs.h", "hws_fw.h", "hws_model.h"],
    &["hws_fw.h", "hws_regs.h", "hws_model.h"],
    &["hws_model.h", "hws_fw.h", "hws_regs.h"],
    &["hws_regs.h", "hws_model.h", "hws_fw.h", "hws_regs.h"],
];

/// What a program does with them.
const USE: &str = "\
hws_status use_it(const hws_bus *bus);
hws_status use_it(const hws_bus *bus) {
    hws_dag_reset reset;
    hws_status status = initDAGProperty(bus, 1, 2, 0);
    if (status != HWS_OK) return status;
    status = setHWSmode(bus, HWS_OUT_PATH_MIH, HWS_IN_PATH_FIRMWARE);
    if (status != HWS_OK) return status;
    return resetDAG(bus, 1, &reset);
}
";

fn check(compiler: &str, standards: &[&str], extension: &str) {
    if !has(compiler) {
        return;
    }
    fs::write(scratch("hws_regs.h"), register_header()).unwrap();
    for (number, headers) in ORDERS.iter().enumerate() {
        let includes: String = headers.iter().map(|header| format!("#include <{header}>\n")).collect();
        let file = scratch(&format!("use_it_{number}.{extension}"));
        fs::write(&file, includes + USE).unwrap();
        let has_registers = headers.contains(&"hws_regs.h");
        for standard in standards.iter().filter(|standard| !has_registers || **standard != "c99") {
            let mut command = strict(compiler, standard);
            succeed(command.arg("-I").arg(scratch("")).arg("-fsyntax-only").arg(&file));
        }
    }
}

fn register_header() -> String {
    let map =
        hws_regmap::load(hws_regs::REGMAP_YAML, "regmap.yaml").unwrap_or_else(|found| panic!("{}", found[0]));
    (emit::format("c").unwrap().emit)(&map, &ExportOptions::default()).unwrap()
}

#[test]
fn c_compilers_accept_the_headers_without_a_warning() {
    check("gcc", &["c99", "c11", "c17", "gnu2x"], "c");
}

#[test]
fn cxx_compilers_accept_the_headers_without_a_warning() {
    check("g++", &["c++11", "c++17", "c++20"], "cc");
}

/// Every type has the same size and alignment in C and in Rust.
#[test]
fn both_languages_agree_on_every_layout() {
    macro_rules! layouts {
        ($($crate_name:ident: $($name:ident)*;)*) => {
            String::new()
                $($(+ &format!(
                    "check({name}_size, sizeof({name}) == {size});\ncheck({name}_align, _Alignof({name}) == {align});\n",
                    name = stringify!($name),
                    size = size_of::<$crate_name::$name>(),
                    align = align_of::<$crate_name::$name>(),
                ))*)*
        };
    }
    if !has("gcc") {
        return;
    }
    let layouts = layouts! {
        hws_fw: hws_bus hws_claim hws_counters hws_dag_reset hws_dag_table hws_engine hws_error hws_expected
            hws_firmware_task hws_first_error hws_interrupts hws_kernel_action hws_launch hws_message
            hws_message_kind hws_mode hws_rank_ratio hws_sip_report hws_sip_status hws_status hws_task_ids
            hws_topology hws_usage_masks hws_wait;
        hws_model_c: hws_mdma_command hws_model_status;
    };
    let file = scratch("layouts.c");
    let head = "#include <hws_fw.h>\n#include <hws_model.h>\n#define check(name, fact) _Static_assert(fact, #name)\n";
    fs::write(&file, format!("{head}{layouts}")).unwrap();
    succeed(strict("gcc", "c11").arg("-fsyntax-only").arg(&file));

    let header = fs::read_to_string(crate::gcc::folder("include/hws_fw.h")).unwrap();
    for name in header.lines().filter_map(|line| line.strip_prefix("} ")?.strip_suffix(';')) {
        assert!(layouts.contains(&format!("{name}_size")), "{name} is not compared");
    }
}
