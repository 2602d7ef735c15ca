//! An executable that fits a platform.

use hws_rv::{CoreMemory, Image, ImageError};
use thiserror::Error;

use super::callers::Callers;
use super::platform::{Platform, PlatformRegion};
use super::platform_file::span;

/// A firmware image with the platform that it runs on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirmwareImage {
    image: Image,
    platform: Platform,
}

/// Why a file cannot be run as firmware.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FirmwareImageError {
    /// It is not an executable for the core.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// A part of it is outside the memory of the platform.
    #[error("the segment {} is outside `ram`, which is {}; link the image there, or change `ram` of the platform", span(*.segment), span(*.ram))]
    Outside {
        /// The segment.
        segment: PlatformRegion,
        /// The memory.
        ram: PlatformRegion,
    },
}

impl FirmwareImage {
    /// Reads an executable for a platform.
    ///
    /// # Errors
    /// [`FirmwareImageError`].
    pub fn new(file: &[u8], platform: Platform) -> Result<Self, FirmwareImageError> {
        let image = Image::read(file)?;
        for segment in &image.segments {
            let place = PlatformRegion { base: segment.address, size: segment.size.into() };
            if place.base < platform.ram.base || place.end() > platform.ram.end() {
                return Err(FirmwareImageError::Outside { segment: place, ram: platform.ram });
            }
        }
        Ok(Self { image, platform })
    }

    /// Returns the platform.
    #[must_use]
    pub const fn platform(&self) -> &Platform {
        &self.platform
    }

    /// The address of the first instruction.
    pub(super) const fn entry(&self) -> u32 {
        self.image.entry
    }

    /// What follows the calls of the image.
    pub(super) fn callers(&self) -> Box<Callers> {
        Box::new(Callers::new(&self.image.functions, self.image.entry))
    }

    /// The memory of the platform with the image in it.
    pub(super) fn memory(&self) -> CoreMemory {
        let ram = self.platform.ram;
        // At most 2^29 bytes.
        let mut memory = CoreMemory::new(ram.base, ram.size as u32);
        for segment in &self.image.segments {
            // It was checked that all segments are inside.
            let _ = memory.load(segment.address, &segment.bytes);
        }
        memory
    }
}
