//! The text of `hws --version`: the version of the program and the fingerprint of its register map.

use std::sync::LazyLock;

static TEXT: LazyLock<String> = LazyLock::new(|| {
    format!("{} (register map 0x{:016x})", env!("CARGO_PKG_VERSION"), hws_regs::FINGERPRINT)
});

pub(crate) fn text() -> &'static str {
    &TEXT
}
