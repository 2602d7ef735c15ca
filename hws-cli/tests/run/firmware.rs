//! `--firmware`: files that are not images, and platforms that are not valid, are refused before anything is written.

use std::net::TcpListener;

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
    let expected = "firmware-platform.yaml:2:1: unknown key `urat` in a platform; did you mean `uart`?";
    assert!(error.contains(expected), "{error}");
    let error = refused(&["run", "--platform", &platform]);
    assert!(error.contains("--firmware"), "a platform needs an image: {error}");
}

#[test]
fn gdb_needs_an_image_and_a_free_port() {
    let error = refused(&["run", "--gdb", "1234"]);
    assert!(error.contains("--firmware <IMAGE>"), "{error}");
    let error = refused(&["run", "--firmware", "README.md", "--gdb", "70000"]);
    assert!(error.contains("`70000` is not a port; give PORT or HOST:PORT"), "{error}");
}

#[test]
fn a_port_that_is_used_is_refused_before_anything_is_written() {
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = other.local_addr().unwrap().port().to_string();
    // One segment of one word, `wfi`, at the beginning of memory.
    let header = [0x464C_457F, 0x0001_0101, 0, 0, 0x00F3_0002, 1, 0x4000_0000, 52, 0, 1, 0x0020_0034, 1, 0];
    let segment = [1, 84, 0x4000_0000, 0x4000_0000, 4, 4, 5, 4, 0x1050_0073_u32];
    let words = header.into_iter().chain(segment);
    let image = absent("firmware-wfi.elf");
    std::fs::write(&image, words.flat_map(u32::to_le_bytes).collect::<Vec<u8>>()).unwrap();
    let out = absent("firmware-port");
    let (image, folder) = (as_text(&image), as_text(&out));
    let error = refused(&["run", "--firmware", &image, "--gdb", &port, "--out", &folder]);
    let expected = format!("error: --gdb: 127.0.0.1:{port} is used by another program; give another port");
    assert!(error.starts_with(&expected), "{error}");
    assert!(!out.exists());
}
