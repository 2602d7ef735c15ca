//! The committed types are those of `regmap.yaml`, as hws-regmap generates them today.

use std::{env, fs, path::Path};

use hws_regmap::{emit, load};
use hws_regs::REGMAP_YAML;

/// `BLESS=1` writes the file.
#[test]
fn the_committed_types_are_those_of_the_map() {
    let types = emit::rust(&load(REGMAP_YAML, "regmap.yaml").unwrap()).unwrap();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/generated/regs.rs");
    if env::var_os("BLESS").is_some() {
        fs::write(&file, &types).unwrap();
    }
    let committed = fs::read_to_string(&file).unwrap_or_default();
    assert!(
        committed == types,
        "{} is out of date; run `BLESS=1 cargo test -p hws-regs generated`",
        file.display()
    );
}
