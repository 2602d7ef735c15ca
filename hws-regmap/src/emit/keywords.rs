//! The reserved words of the target languages, exactly as they are spelled there.
//!
//! A name of a map that is one of them gets an underscore in the export: the filter `safe` of the templates does it.
//! `validate` refuses only types of that name.

/// Rust 2024, strict and reserved keywords.
#[rustfmt::skip]
pub(crate) const RUST: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate", "do",
    "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof", "unsafe",
    "unsized", "use", "virtual", "where", "while", "yield", "Self",
];

/// C17 and C++20: the header is for both.
#[rustfmt::skip]
pub(crate) const C: &[&str] = &[
    "_Alignas", "_Alignof", "_Atomic", "_Bool", "_Complex", "_Generic", "_Imaginary", "_Noreturn",
    "_Static_assert", "_Thread_local", "alignas", "alignof", "and", "and_eq", "asm", "auto",
    "bitand", "bitor", "bool", "break", "case", "catch", "char", "char16_t", "char32_t", "char8_t",
    "class", "co_await", "co_return", "co_yield", "compl", "concept", "const", "const_cast",
    "consteval", "constexpr", "constinit", "continue", "decltype", "default", "delete", "do",
    "double", "dynamic_cast", "else", "enum", "explicit", "export", "extern", "false", "float",
    "for", "friend", "goto", "if", "inline", "int", "long", "mutable", "namespace", "new",
    "noexcept", "not", "not_eq", "nullptr", "operator", "or", "or_eq", "private", "protected",
    "public", "register", "reinterpret_cast", "requires", "restrict", "return", "short", "signed",
    "sizeof", "static", "static_assert", "static_cast", "struct", "switch", "template", "this",
    "thread_local", "throw", "true", "try", "typedef", "typeid", "typename", "union", "unsigned",
    "using", "virtual", "void", "volatile", "wchar_t", "while", "xor", "xor_eq",
];

/// IEEE 1800-2017, annex B.
#[rustfmt::skip]
pub(crate) const SYSTEMVERILOG: &[&str] = &[
    "accept_on", "alias", "always", "always_comb", "always_ff", "always_latch", "and", "assert",
    "assign", "assume", "automatic", "before", "begin", "bind", "bins", "binsof", "bit", "break",
    "buf", "bufif0", "bufif1", "byte", "case", "casex", "casez", "cell", "chandle", "checker",
    "class", "clocking", "cmos", "config", "const", "constraint", "context", "continue", "cover",
    "covergroup", "coverpoint", "cross", "deassign", "default", "defparam", "design", "disable",
    "dist", "do", "edge", "else", "end", "endcase", "endchecker", "endclass", "endclocking",
    "endconfig", "endfunction", "endgenerate", "endgroup", "endinterface", "endmodule",
    "endpackage", "endprimitive", "endprogram", "endproperty", "endsequence", "endspecify",
    "endtable", "endtask", "enum", "event", "eventually", "expect", "export", "extends", "extern",
    "final", "first_match", "for", "force", "foreach", "forever", "fork", "forkjoin", "function",
    "generate", "genvar", "global", "highz0", "highz1", "if", "iff", "ifnone", "ignore_bins",
    "illegal_bins", "implements", "implies", "import", "incdir", "include", "initial", "inout",
    "input", "inside", "instance", "int", "integer", "interconnect", "interface", "intersect",
    "join", "join_any", "join_none", "large", "let", "liblist", "library", "local", "localparam",
    "logic", "longint", "macromodule", "matches", "medium", "modport", "module", "nand", "negedge",
    "nettype", "new", "nexttime", "nmos", "nor", "noshowcancelled", "not", "notif0", "notif1",
    "null", "or", "output", "package", "packed", "parameter", "pmos", "posedge", "primitive",
    "priority", "program", "property", "protected", "pull0", "pull1", "pulldown", "pullup",
    "pulsestyle_ondetect", "pulsestyle_onevent", "pure", "rand", "randc", "randcase",
    "randsequence", "rcmos", "real", "realtime", "ref", "reg", "reject_on", "release", "repeat",
    "restrict", "return", "rnmos", "rpmos", "rtran", "rtranif0", "rtranif1", "s_always",
    "s_eventually", "s_nexttime", "s_until", "s_until_with", "scalared", "sequence", "shortint",
    "shortreal", "showcancelled", "signed", "small", "soft", "solve", "specify", "specparam",
    "static", "string", "strong", "strong0", "strong1", "struct", "super", "supply0", "supply1",
    "sync_accept_on", "sync_reject_on", "table", "tagged", "task", "this", "throughout", "time",
    "timeprecision", "timeunit", "tran", "tranif0", "tranif1", "tri", "tri0", "tri1", "triand",
    "trior", "trireg", "type", "typedef", "union", "unique", "unique0", "unsigned", "until",
    "until_with", "untyped", "use", "uwire", "var", "vectored", "virtual", "void", "wait",
    "wait_order", "wand", "weak", "weak0", "weak1", "while", "wildcard", "wire", "with", "within",
    "wor", "xnor", "xor",
];

/// SystemVerilog, what the classes of registers, register files and blocks inherit (IEEE 1800.2, clause 18), and what
/// the model adds to them.
#[rustfmt::skip]
pub(crate) const UVM: &[&str] = &[
    "BASE", "BUS_BYTES", "FINGERPRINT",
    "accept_on", "add_block", "add_coverage", "add_field", "add_hdl_path", "add_hdl_path_slice",
    "add_map", "add_mem", "add_reg", "add_vreg", "alias", "always", "always_comb", "always_ff",
    "always_latch", "and", "assert", "assign", "assume", "automatic", "backdoor_read",
    "backdoor_read_func", "backdoor_watch", "backdoor_write", "base_address", "before", "begin",
    "bind", "bins", "binsof", "bit", "break", "buf", "bufif0", "bufif1", "build",
    "build_coverage", "burst_read", "burst_write", "bus_bytes", "byte", "case", "casex",
    "casez", "cell", "chandle", "check", "check_data_width", "checker", "class",
    "clear_hdl_path", "clocking", "clone", "cmos", "compare", "config", "configure",
    "connect_callbacks", "const", "constraint", "constraint_mode", "context", "continue",
    "convert2string", "copy", "cover", "covergroup", "coverpoint", "create", "create_map",
    "cross", "deassign", "default", "default_map", "default_path", "defparam", "design",
    "disable", "dist", "do", "do_check", "do_compare", "do_copy", "do_execute_op", "do_pack",
    "do_predict", "do_print", "do_read", "do_record", "do_unpack", "do_write", "edge", "else",
    "end", "endcase", "endchecker", "endclass", "endclocking", "endconfig", "endfunction",
    "endgenerate", "endgroup", "endinterface", "endmodule", "endpackage", "endprimitive",
    "endprogram", "endproperty", "endsequence", "endspecify", "endtable", "endtask", "enum",
    "event", "eventually", "expect", "export", "extends", "extern", "field_values", "final",
    "find_block", "find_blocks", "first_match", "for", "force", "foreach", "forever", "fork",
    "forkjoin", "function", "generate", "genvar", "get", "get_access", "get_address",
    "get_addresses", "get_backdoor", "get_block", "get_block_by_full_name", "get_block_by_name",
    "get_blocks", "get_coverage", "get_default_door", "get_default_hdl_path", "get_default_map",
    "get_default_path", "get_field_by_name", "get_fields", "get_frontdoor", "get_full_hdl_path",
    "get_full_name", "get_hdl_path", "get_hdl_path_kinds", "get_inst_count", "get_inst_id",
    "get_local_map", "get_map_by_name", "get_maps", "get_max_size", "get_mem_by_name",
    "get_memories", "get_mirrored_value", "get_n_bits", "get_n_bytes", "get_n_maps", "get_name",
    "get_object_type", "get_offset", "get_parent", "get_randstate", "get_reg_by_full_name",
    "get_reg_by_name", "get_regfile", "get_registers", "get_reset", "get_rights",
    "get_root_blocks", "get_type", "get_type_name", "get_uvm_seeding", "get_vfield_by_name",
    "get_virtual_fields", "get_virtual_registers", "get_vreg_by_name", "global", "has_coverage",
    "has_hdl_path", "has_reset", "highz0", "highz1", "if", "iff", "ifnone", "ignore_bins",
    "illegal_bins", "implements", "implies", "import", "incdir", "include", "include_coverage",
    "initial", "inout", "input", "inside", "instance", "int", "integer", "interconnect",
    "interface", "intersect", "is_busy", "is_hdl_path_root", "is_in_map", "is_locked",
    "is_reg_lookup_cache_enable", "join", "join_any", "join_none", "large", "let", "liblist",
    "library", "local", "localparam", "lock_model", "logic", "longint", "m_index", "m_map",
    "m_offset", "macromodule", "map", "matches", "medium", "mirror", "modport", "module",
    "name", "nand", "needs_update", "negedge", "nettype", "new", "nexttime", "nmos", "nor",
    "noshowcancelled", "not", "notif0", "notif1", "null", "or", "output", "pack", "pack_bytes",
    "pack_ints", "pack_longints", "package", "packed", "parameter", "peek", "pmos", "poke",
    "posedge", "post_randomize", "post_read", "post_write", "pre_randomize", "pre_read",
    "pre_write", "predict", "primitive", "print", "priority", "program", "property",
    "protected", "pull0", "pull1", "pulldown", "pullup", "pulsestyle_ondetect",
    "pulsestyle_onevent", "pure", "rand", "rand_mode", "randc", "randcase", "randomize",
    "randsequence", "rcmos", "read", "read_mem_by_name", "read_reg_by_name", "readmemh", "real",
    "realtime", "record", "ref", "reg", "reject_on", "release", "repeat", "reseed", "reset",
    "restrict", "return", "rnmos", "rpmos", "rtran", "rtranif0", "rtranif1", "s_always",
    "s_eventually", "s_nexttime", "s_until", "s_until_with", "sample", "sample_values",
    "scalared", "sequence", "set", "set_backdoor", "set_coverage", "set_default_door",
    "set_default_hdl_path", "set_default_map", "set_frontdoor", "set_hdl_path_root",
    "set_int_local", "set_local", "set_lock", "set_name", "set_object_local", "set_offset",
    "set_parent", "set_randstate", "set_reg_lookup_cache", "set_reset", "set_string_local",
    "set_uvm_seeding", "shortint", "shortreal", "showcancelled", "signed", "small", "soft",
    "solve", "specify", "specparam", "sprint", "srandom", "static", "string", "strong",
    "strong0", "strong1", "struct", "super", "supply0", "supply1", "sync_accept_on",
    "sync_reject_on", "table", "tagged", "task", "this", "throughout", "time", "timeprecision",
    "timeunit", "tran", "tranif0", "tranif1", "tri", "tri0", "tri1", "triand", "trior",
    "trireg", "type", "type_id", "type_name", "typedef", "union", "unique", "unique0",
    "unlock_model", "unpack", "unpack_bytes", "unpack_ints", "unpack_longints", "unregister",
    "unsigned", "until", "until_with", "untyped", "update", "use", "uwire", "value", "var",
    "vectored", "virtual", "void", "wait", "wait_for_lock", "wait_order", "wand", "weak",
    "weak0", "weak1", "while", "wildcard", "wire", "with", "within", "wor", "write",
    "write_mem_by_name", "write_reg_by_name", "writememh", "xnor", "xor",
];

/// SystemRDL 2.0, table 3 and the property names that act as keywords.
#[rustfmt::skip]
pub(crate) const SYSTEMRDL: &[&str] = &[
    "abstract", "accesstype", "addressingtype", "addrmap", "alias", "all", "alternate", "bit",
    "boolean", "bothedge", "byte", "component", "componentwidth", "constraint", "default", "encode",
    "enum", "external", "false", "field", "fullalign", "hw", "inside", "int", "internal", "level",
    "longint", "mem", "na", "negedge", "nonsticky", "number", "onreadtype", "onwritetype",
    "posedge", "precedencetype", "property", "r", "rclr", "real", "ref", "reg", "regalign",
    "regfile", "rset", "ruser", "rw", "rw1", "rwo", "shortint", "shortreal", "signal", "signed",
    "string", "struct", "sw", "this", "true", "type", "unsigned", "w", "w1", "wclr", "with",
    "within", "woclr", "woset", "wot", "wr", "wset", "wuser", "wzc", "wzs", "wzt",
];

/// Python 3.12, hard keywords, and the names that the module itself uses.
#[rustfmt::skip]
pub(crate) const PYTHON: &[&str] = &[
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
    "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
    "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
    "with", "yield",
    "BY_NAME", "Dict", "Dim", "FINGERPRINT", "Field", "IntEnum", "Iterator", "NamedTuple", "Optional",
    "PAGES", "REGISTERS", "Register", "Tuple", "Type", "WINDOW_BYTES", "dataclass", "product",
];

/// Each language by the name of its format.
pub(crate) const LANGUAGES: &[(&str, &[&str])] = &[
    ("rust", RUST),
    ("c", C),
    ("systemverilog", SYSTEMVERILOG),
    ("uvm", UVM),
    ("systemrdl", SYSTEMRDL),
    ("python", PYTHON),
];

/// Returns the reserved words of a language.
#[cfg(feature = "exports")]
pub(crate) fn of(language: &str) -> Option<&'static [&'static str]> {
    LANGUAGES.iter().find(|(name, _)| *name == language).map(|(_, words)| *words)
}
