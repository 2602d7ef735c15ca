//! The functions of an image, from its symbol table.

use elf::ElfBytes;
use elf::abi::{SHN_UNDEF, STT_FUNC};
use elf::endian::LittleEndian;

/// A function of an image.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionSymbol {
    /// The address of its first instruction.
    pub address: u32,
    /// Its bytes; 0 if the table does not say how many.
    pub size: u32,
    /// Its name as in the table: that of Rust is mangled.
    pub name: String,
}

/// The functions that are defined in the image, by address.
pub(crate) fn functions(elf: &ElfBytes<'_, LittleEndian>) -> Vec<FunctionSymbol> {
    let Ok(Some((symbols, names))) = elf.symbol_table() else { return Vec::new() };
    let is_function =
        |symbol: &elf::symbol::Symbol| symbol.st_symtype() == STT_FUNC && symbol.st_shndx != SHN_UNDEF;
    let found = symbols.iter().filter(is_function).filter_map(|symbol| {
        let name = names.get(symbol.st_name as usize).ok().filter(|name| !name.is_empty())?;
        // The class is 32 bits, so that every value has 32 bits.
        let (address, size) = (symbol.st_value as u32, symbol.st_size as u32);
        Some(FunctionSymbol { address, size, name: name.to_owned() })
    });
    let mut functions: Vec<_> = found.collect();
    functions.sort_by(|a, b| (a.address, &a.name).cmp(&(b.address, &b.name)));
    functions
}
