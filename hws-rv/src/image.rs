//! Executable files: ELF for 32-bit RISC-V, checked completely before anything is loaded.

use elf::ElfBytes;
use elf::abi::{EF_RISCV_FLOAT_ABI_DOUBLE, EF_RISCV_FLOAT_ABI_SINGLE, EM_RISCV, ET_EXEC, PT_INTERP, PT_LOAD};
use elf::endian::LittleEndian;
use elf::file::Class;
use thiserror::Error;

use crate::symbol::{self, FunctionSymbol};

/// A part of an image: bytes at an address, followed by zeros up to its size in memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    /// The address of the first byte.
    pub address: u32,
    /// The bytes from the file.
    pub bytes: Vec<u8>,
    /// The size in memory, in bytes; at least the number of bytes.
    pub size: u32,
}

/// A program for the core.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Image {
    /// The address of the first instruction.
    pub entry: u32,
    /// The segments, in the order of the file, without empty ones.
    pub segments: Vec<Segment>,
    /// The functions that the symbol table names, by address; empty if there is none, or a damaged one: nothing that
    /// runs depends on them.
    pub functions: Vec<FunctionSymbol>,
}

/// Why a file is not a program for the core.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ImageError {
    /// The file is not in the format ELF.
    #[error(
        "not an ELF file: it does not begin with 7f 45 4c 46; give the linked image, not an object dump or a binary"
    )]
    NotElf,
    /// The image is for 64 bits.
    #[error("the ELF class is 64 bits, expected 32; compile with -march=rv32imac -mabi=ilp32")]
    Class,
    /// The image is big-endian.
    #[error("the image is big-endian, expected little-endian; compile with -mlittle-endian")]
    Endianness,
    /// The image is for another machine.
    #[error("the machine of the image is {0}, expected 243 (RISC-V); compile with a compiler for riscv32")]
    Machine(u16),
    /// The file is an object, a shared library or a core dump.
    #[error(
        "the ELF type is {0}, expected 2 (an executable at fixed addresses); link it, without -r, -shared and -pie"
    )]
    Kind(u16),
    /// The image uses instructions for floating-point numbers.
    #[error(
        "the image passes floating-point numbers in registers that the core does not have; compile with -march=rv32imac -mabi=ilp32"
    )]
    FloatAbi,
    /// The image needs a dynamic linker.
    #[error("the image needs a dynamic linker; link it with -static -nostdlib")]
    Dynamic,
    /// The file is damaged.
    #[error("the ELF file is damaged: {0}; link it again")]
    Damaged(String),
    /// Nothing is to be loaded.
    #[error("the image has no segment to load; check the linker script")]
    Empty,
    /// A segment does not fit in the address space.
    #[error("the segment at {address:#010x} runs past the end of the address space; check the linker script")]
    PastEnd {
        /// The address of the segment.
        address: u32,
    },
    /// The first instruction is outside all segments.
    #[error(
        "the entry point {entry:#010x} is in no segment; name a function of the image in ENTRY of the linker script"
    )]
    Entry {
        /// The entry point.
        entry: u32,
    },
}

const MAGIC: [u8; 4] = [0x7F, b'E', b'L', b'F'];
/// Places in the file header, which are the same in both classes and byte orders.
const CLASS_AT: usize = 4;
const ORDER_AT: usize = 5;
const BIG_ENDIAN: u8 = 2;

impl Image {
    /// Reads an image from the bytes of a file.
    ///
    /// # Errors
    /// [`ImageError`].
    pub fn read(file: &[u8]) -> Result<Self, ImageError> {
        if !file.starts_with(&MAGIC) {
            return Err(ImageError::NotElf);
        }
        if file.get(ORDER_AT) == Some(&BIG_ENDIAN) {
            return Err(ImageError::Endianness);
        }
        if file.get(CLASS_AT) == Some(&2) {
            return Err(ImageError::Class);
        }
        let elf = ElfBytes::<LittleEndian>::minimal_parse(file).map_err(damaged)?;
        check_header(&elf)?;
        let segments = segments(&elf)?;
        let entry = elf.ehdr.e_entry as u32;
        let holds =
            |segment: &Segment| entry.checked_sub(segment.address).is_some_and(|at| at < segment.size);
        if !segments.iter().any(holds) {
            return Err(ImageError::Entry { entry });
        }
        Ok(Self { entry, segments, functions: symbol::functions(&elf) })
    }
}

fn damaged(error: elf::ParseError) -> ImageError {
    ImageError::Damaged(error.to_string())
}

fn check_header(elf: &ElfBytes<'_, LittleEndian>) -> Result<(), ImageError> {
    let header = &elf.ehdr;
    if header.class != Class::ELF32 {
        return Err(ImageError::Class);
    }
    if header.e_machine != EM_RISCV {
        return Err(ImageError::Machine(header.e_machine));
    }
    if header.e_type != ET_EXEC {
        return Err(ImageError::Kind(header.e_type));
    }
    if header.e_flags & (EF_RISCV_FLOAT_ABI_SINGLE | EF_RISCV_FLOAT_ABI_DOUBLE) != 0 {
        return Err(ImageError::FloatAbi);
    }
    Ok(())
}

fn segments(elf: &ElfBytes<'_, LittleEndian>) -> Result<Vec<Segment>, ImageError> {
    let headers = elf.segments().ok_or(ImageError::Empty)?;
    let mut segments = Vec::new();
    for header in headers.iter() {
        if header.p_type == PT_INTERP {
            return Err(ImageError::Dynamic);
        }
        if header.p_type != PT_LOAD || header.p_memsz == 0 {
            continue;
        }
        // The class is 32 bits, so that every value has 32 bits.
        let (address, size) = (header.p_paddr as u32, header.p_memsz as u32);
        if address.checked_add(size - 1).is_none() {
            return Err(ImageError::PastEnd { address });
        }
        let bytes = elf.segment_data(&header).map_err(damaged)?.to_vec();
        if bytes.len() as u64 > header.p_memsz {
            return Err(ImageError::Damaged(format!(
                "the segment at {address:#010x} is larger than its memory"
            )));
        }
        segments.push(Segment { address, bytes, size });
    }
    if segments.is_empty() { Err(ImageError::Empty) } else { Ok(segments) }
}
