//! What policies set.

use hws_sim::fault::{Chance, FaultKind};

use crate::hardware::Hardware;
use crate::workload::{ErrorKind, Faults, FirmwareOptions, Masks, ReadOptions, Workload};

/// Everything of a run that a policy sets: all but its graphs and seeds.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct RunSettings {
    /// The machine and its registers.
    pub hardware: Hardware,
    /// Usage masks, which firmware writes after the registers.
    pub usage_masks: Masks,
    /// The options of the firmware.
    pub firmware: FirmwareOptions,
    /// How graphs are imported.
    pub reading: ReadOptions,
    /// How real times differ from estimates; none: as in the workload.
    pub error_kind: Option<ErrorKind>,
    /// The faults to inject; of two rates of one kind the later one counts.
    pub faults: Vec<(FaultKind, Chance)>,
}

impl RunSettings {
    /// Returns the settings of a workload that has been read, with these options of reading and this error model.
    #[must_use]
    pub fn of(workload: &Workload, reading: &ReadOptions, error_kind: ErrorKind) -> Self {
        Self {
            hardware: workload.hardware.clone(),
            usage_masks: workload.usage_masks.clone(),
            firmware: workload.firmware,
            reading: reading.clone(),
            error_kind: Some(error_kind),
            faults: workload.faults.rates().to_vec(),
        }
    }

    /// Makes these the settings of a workload; its graphs are those that were read.
    pub(crate) fn apply_to(self, workload: &mut Workload) {
        workload.hardware = self.hardware;
        workload.usage_masks = self.usage_masks;
        workload.firmware = self.firmware;
        workload.faults = Faults::new(&self.faults, workload.faults.seed());
    }
}
