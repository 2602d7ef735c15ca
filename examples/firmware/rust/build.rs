//! Links the firmware where the built-in platform has its RAM.

fn main() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../c/image.ld");
    println!("cargo::rerun-if-changed={script}");
    println!("cargo::rustc-link-arg-bins=-T{script}");
}
