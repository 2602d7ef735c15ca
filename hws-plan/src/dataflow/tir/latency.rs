//! Latencies of instructions, as in the cost table of the public TyBEC tool.

/// Instructions of two operands.
pub(super) const BINARY: [&str; 8] = ["add", "sub", "mul", "udiv", "sdiv", "pow", "or", "and"];
/// Instructions of one operand.
pub(super) const UNARY: [&str; 3] = ["sin", "cos", "load"];

/// Returns the latency of an instruction in cycles: 1, but for the units of floating point.
pub(super) fn of(opcode: &str, of_type: &str) -> i64 {
    match opcode {
        _ if !of_type.starts_with("float") => 1,
        "add" | "sub" => 8,
        "mul" => 3,
        "udiv" => 13,
        "pow" => 27,
        "sin" | "cos" => 23,
        _ => 1,
    }
}

/// Returns whether the unit is not pipelined, so that its firing interval is its latency.
pub(super) fn is_iterative(opcode: &str) -> bool {
    matches!(opcode, "pow" | "sin" | "cos")
}
