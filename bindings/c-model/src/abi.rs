//! The version of the binary interface.

/// The version of the binary interface that this header declares: 1000 times the major number plus the minor one.
///
/// The major number rises when something that a program may use is changed or removed, the minor one when something
/// is added. The shared library is named after the major number.
pub const HWS_MODEL_ABI_VERSION: u32 = 1002;

/// Returns the HWS_MODEL_ABI_VERSION with which the library was built.
#[unsafe(no_mangle)]
pub extern "C" fn hws_model_abi_version() -> u32 {
    HWS_MODEL_ABI_VERSION
}

/// Returns whether the library fits a program that was compiled with a header of this version: call it with
/// HWS_MODEL_ABI_VERSION before any other function.
///
/// It fits if the major numbers are equal and the library is not older than the header.
#[unsafe(no_mangle)]
pub extern "C" fn hws_model_abi_fits(header: u32) -> bool {
    header / 1000 == HWS_MODEL_ABI_VERSION / 1000 && header <= HWS_MODEL_ABI_VERSION
}
