//! The committed headers are what the sources say.
//!
//! `BLESS=1 cargo test -p hws-fw-c --test c headers` writes them anew; look at the difference then.

use std::fs;
use std::path::{Path, PathBuf};

use cbindgen::{Builder, Config};

/// The Rust sources of a crate, in a fixed order.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder.join("src")).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|kind| kind == "rs")).collect();
    files.sort();
    files
}

fn generate(folder: &Path) -> String {
    let config = Config::from_file(folder.join("cbindgen.toml")).unwrap();
    let builder = Builder::new().with_config(config);
    let bindings = sources(folder).iter().fold(builder, Builder::with_src).generate().unwrap();
    let mut text = Vec::new();
    bindings.write(&mut text);
    String::from_utf8(text).unwrap()
}

fn compare(folder: &str, header: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let (file, generated) = (folder.join("include").join(header), generate(&folder));
    if std::env::var_os("BLESS").is_some() {
        fs::write(&file, &generated).unwrap();
    }
    let committed = fs::read_to_string(&file).unwrap_or_default();
    for (line, (committed, generated)) in committed.lines().zip(generated.lines()).enumerate() {
        assert_eq!(committed, generated, "{header}:{}; BLESS=1 writes it anew", line + 1);
    }
    assert_eq!(committed, generated, "{header}; BLESS=1 writes it anew");
}

#[test]
fn the_header_of_the_firmware_api_is_generated_from_its_sources() {
    compare(".", "hws_fw.h");
}

#[test]
fn the_header_of_the_model_is_generated_from_its_sources() {
    compare("../c-model", "hws_model.h");
}
