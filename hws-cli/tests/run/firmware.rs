//! `--firmware`: files that are not images, and platforms that are not valid, are refused before anything is written.

use crate::common::{absent, as_text, file, refused};

#[test]
fn what_is_no_image_is_refused_and_writes_nothing() {
    let out = absent("firmware-refused");
    let to = ["--out", &as_text(&out)];
    let error = refused(&[["run", "--firmware", "README.md"].as_slice(), &to].concat());
    assert!(error.starts_with("error: README.md: not an ELF file"), "{error}");
    let error = refused(&[["run", "--firmware", "absent.elf"].as_slice(), &to].concat());
    assert!(error.starts_with("error: absent.elf: cannot be read"), "{error}");
    assert!(!out.exists());
}

#[test]
fn a_platform_is_refused_at_its_place() {
    let platform = file("firmware-platform.yaml", "timer: 0x02000000\nurat: 0x12000000\n");
    let error = refused(&["run", "--firmware", "README.md", "--platform", &platform]);
    let expected = "firmware-platform.yaml:2:1: unknown key `urat` in a platform (did you mean `uart`?";
    assert!(error.contains(expected), "{error}");
    let error = refused(&["run", "--platform", &platform]);
    assert!(error.contains("--firmware"), "a platform needs an image: {error}");
}
