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

/// SystemVerilog names that a register or block class inherits (IEEE 1800.2, clauses 18.1 and 18.4).
#[rustfmt::skip]
pub(crate) const UVM: &[&str] = &[
    "accept_on", "add_block", "add_coverage", "add_field", "add_map", "add_mem", "add_reg",
    "add_vreg", "alias", "always", "always_comb", "always_ff", "always_latch", "and", "assert",
    "assign", "assume", "automatic", "backdoor_read", "backdoor_watch", "backdoor_write", "before",
    "begin", "bind", "bins", "binsof", "bit", "break", "buf", "bufif0", "bufif1", "build",
    "build_coverage", "burst_read", "burst_write", "byte", "case", "casex", "casez", "cell",
    "chandle", "check", "checker", "class", "clocking", "clone", "cmos", "compare", "config",
    "configure", "const", "constraint", "context", "continue", "convert2string", "copy", "cover",
    "covergroup", "coverpoint", "create", "create_map", "cross", "deassign", "default",
    "default_map", "default_path", "defparam", "design", "disable", "dist", "do", "do_check",
    "do_predict", "edge", "else", "end", "endcase", "endchecker", "endclass", "endclocking",
    "endconfig", "endfunction", "endgenerate", "endgroup", "endinterface", "endmodule",
    "endpackage", "endprimitive", "endprogram", "endproperty", "endsequence", "endspecify",
    "endtable", "endtask", "enum", "event", "eventually", "expect", "export", "extends", "extern",
    "final", "find_block", "find_blocks", "first_match", "for", "force", "foreach", "forever",
    "fork", "forkjoin", "function", "generate", "genvar", "get", "get_access", "get_address",
    "get_block_by_name", "get_field_by_name", "get_fields", "get_full_name", "get_map_by_name",
    "get_mirrored_value", "get_n_bits", "get_name", "get_offset", "get_parent", "get_reg_by_name",
    "get_registers", "get_reset", "get_rights", "get_type_name", "global", "has_coverage",
    "has_reset", "highz0", "highz1", "if", "iff", "ifnone", "ignore_bins", "illegal_bins",
    "implements", "implies", "import", "incdir", "include", "include_coverage", "initial", "inout",
    "input", "inside", "instance", "int", "integer", "interconnect", "interface", "intersect",
    "is_busy", "is_locked", "join", "join_any", "join_none", "large", "let", "liblist", "library",
    "local", "localparam", "lock_model", "logic", "longint", "macromodule", "matches", "medium",
    "mirror", "modport", "module", "nand", "needs_update", "negedge", "nettype", "new", "nexttime",
    "nmos", "nor", "noshowcancelled", "not", "notif0", "notif1", "null", "or", "output", "package",
    "packed", "parameter", "peek", "pmos", "poke", "posedge", "post_read", "post_write", "pre_read",
    "pre_write", "predict", "primitive", "print", "priority", "program", "property", "protected",
    "pull0", "pull1", "pulldown", "pullup", "pulsestyle_ondetect", "pulsestyle_onevent", "pure",
    "rand", "randc", "randcase", "randomize", "randsequence", "rcmos", "read", "real", "realtime",
    "record", "ref", "reg", "reject_on", "release", "repeat", "reset", "restrict", "return",
    "rnmos", "rpmos", "rtran", "rtranif0", "rtranif1", "s_always", "s_eventually", "s_nexttime",
    "s_until", "s_until_with", "sample", "sample_values", "scalared", "sequence", "set",
    "set_coverage", "set_name", "set_offset", "set_reset", "shortint", "shortreal", "showcancelled",
    "signed", "small", "soft", "solve", "specify", "specparam", "static", "string", "strong",
    "strong0", "strong1", "struct", "super", "supply0", "supply1", "sync_accept_on",
    "sync_reject_on", "table", "tagged", "task", "this", "throughout", "time", "timeprecision",
    "timeunit", "tran", "tranif0", "tranif1", "tri", "tri0", "tri1", "triand", "trior", "trireg",
    "type", "typedef", "union", "unique", "unique0", "unsigned", "until", "until_with", "untyped",
    "update", "use", "uwire", "value", "var", "vectored", "virtual", "void", "wait", "wait_order",
    "wand", "weak", "weak0", "weak1", "while", "wildcard", "wire", "with", "within", "wor", "write",
    "xnor", "xor",
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
