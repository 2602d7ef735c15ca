//! What `hws --version` says: the program's version and the map it was built with.

use std::sync::LazyLock;

static TEXT: LazyLock<String> = LazyLock::new(|| {
    format!("{} (register map 0x{:016x})", env!("CARGO_PKG_VERSION"), hws_regs::FINGERPRINT)
});

pub(crate) fn text() -> &'static str {
    &TEXT
}
