//! Images: what is loaded, and what is refused.

use hws_rv::{Image, ImageError};

/// An executable with one segment of 4 bytes at 0x8000_0000 that takes 16 in memory.
fn elf() -> Vec<u8> {
    let mut file = vec![0x7F, b'E', b'L', b'F', 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let half = |file: &mut Vec<u8>, value: u16| file.extend(value.to_le_bytes());
    let word = |file: &mut Vec<u8>, value: u32| file.extend(value.to_le_bytes());
    half(&mut file, 2); // e_type at 16
    half(&mut file, 243); // e_machine at 18
    for value in [1, 0x8000_0000, 52, 0, 1] {
        word(&mut file, value); // e_version, e_entry at 24, e_phoff, e_shoff, e_flags at 36
    }
    for value in [52, 32, 1, 0, 0, 0] {
        half(&mut file, value); // e_ehsize, e_phentsize, e_phnum at 44, e_shentsize, e_shnum, e_shstrndx
    }
    for value in [1, 84, 0x8000_0000, 0x8000_0000, 4, 16, 5, 4] {
        word(&mut file, value); // p_type at 52, p_offset, p_vaddr, p_paddr at 64, p_filesz, p_memsz at 72, …
    }
    file.extend([1, 2, 3, 4]);
    file
}

/// The file with a word at a place replaced.
fn with(place: usize, bytes: &[u8]) -> Vec<u8> {
    let mut file = elf();
    file[place..place + bytes.len()].copy_from_slice(bytes);
    file
}

#[test]
fn segments_and_entry_are_those_of_the_file() {
    let image = Image::read(&elf()).unwrap();
    assert_eq!(image.entry, 0x8000_0000);
    assert_eq!(image.segments.len(), 1);
    let segment = &image.segments[0];
    assert_eq!((segment.address, &segment.bytes[..], segment.size), (0x8000_0000, &[1, 2, 3, 4][..], 16));
}

#[test]
fn what_is_not_an_image_for_the_core_is_refused_with_the_reason() {
    let cases = [
        (b"#!/bin/sh\n".to_vec(), ImageError::NotElf),
        (Vec::new(), ImageError::NotElf),
        (with(4, &[2]), ImageError::Class),
        (with(5, &[2]), ImageError::Endianness),
        (with(18, &62u16.to_le_bytes()), ImageError::Machine(62)),
        (with(16, &1u16.to_le_bytes()), ImageError::Kind(1)),
        (with(36, &4u32.to_le_bytes()), ImageError::FloatAbi),
        (with(44, &0u16.to_le_bytes()), ImageError::Empty),
        (with(52, &3u32.to_le_bytes()), ImageError::Dynamic),
        (with(52, &6u32.to_le_bytes()), ImageError::Empty),
        (with(72, &0x8000_0001u32.to_le_bytes()), ImageError::PastEnd { address: 0x8000_0000 }),
        (with(24, &0x8000_0010u32.to_le_bytes()), ImageError::Entry { entry: 0x8000_0010 }),
    ];
    for (file, error) in cases {
        assert_eq!(Image::read(&file), Err(error));
    }
}

#[test]
fn a_file_cut_at_any_place_is_refused() {
    let file = elf();
    for length in 0..file.len() {
        assert!(Image::read(&file[..length]).is_err(), "{length} bytes");
    }
    assert!(matches!(Image::read(&with(72, &3u32.to_le_bytes())), Err(ImageError::Damaged(_))));
}

#[test]
fn no_damaged_byte_makes_the_reader_panic() {
    let file = elf();
    for place in 0..file.len() {
        for value in [0, 1, 0x7F, 0x80, 0xFF] {
            let _ = Image::read(&with(place, &[value]));
        }
    }
}
