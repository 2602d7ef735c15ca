//! The settings of a run, layer by layer: defaults, plans, files, configuration, policies. Each layer overrides those before it and
//! records what it has changed.

use hws_input::Position;
use hws_types::{SipMask, ThreadNum, Topology};

use super::error::{Fault, WorkloadError, WorkloadReason};
use super::fields::Fields;
use super::firmware::FirmwareOptions;
use super::inputs::{CONFIG_KEYS, InputFile, Masks, in_file};
use super::origins::Origins;
use super::{Hardware, hardware, node};
use crate::policy::{self, PolicyGroup, RunSettings};

/// Settings that are being resolved.
#[derive(Default)]
pub(super) struct Layers {
    pub(super) settings: RunSettings,
    pub(super) origins: Origins,
    /// Whether a file or a policy sets the L2 that firmware grants.
    has_l2: bool,
}

impl Layers {
    /// The defaults and what the caller asks for besides the files.
    pub(super) fn new(settings: RunSettings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// The machine of a plan, or another whole machine.
    pub(super) fn hardware(&mut self, origin: &str, read: Hardware) {
        self.origins.note(origin, &self.settings.hardware, &read);
        self.settings.hardware = read;
    }

    /// The machine that plans are made for.
    pub(super) fn topology(&mut self, origin: &str, topology: Topology) {
        self.hardware(origin, Hardware { topology, ..self.settings.hardware.clone() });
    }

    /// The usage masks of a file.
    pub(super) fn masks(&mut self, origin: &str, read: Masks) {
        self.origins.note_masks(origin, &read);
        self.settings.usage_masks = read;
    }

    /// The firmware of a file, all its options.
    pub(super) fn firmware(&mut self, read: FirmwareOptions) {
        self.settings.firmware = read;
        self.has_l2 = true;
    }

    /// The L2 that plans need, unless a file or a policy says how much there is. Plans are read on the resolved machine, so this
    /// layer is the last one to come, though not the last one to count.
    pub(super) fn planned_l2(&mut self, bytes: u32) {
        if !self.has_l2 {
            self.settings.firmware.l2_bytes = bytes;
        }
    }

    /// A configuration overrides the machine key by key and mask by mask.
    pub(super) fn configuration(&mut self, config: &InputFile) -> Result<(), WorkloadError> {
        self.configure(config).map_err(in_file(&config.name))
    }

    fn configure(&mut self, config: &InputFile) -> Result<(), Fault> {
        let text = std::str::from_utf8(&config.bytes).map_err(|error| not_text(&error))?;
        let root = node::parse(text)?;
        let fields = Fields::of(&root, "a configuration", CONFIG_KEYS)?;
        if let Some(node) = fields.get("hardware") {
            self.hardware(&config.name, hardware::read(node, &self.settings.hardware)?);
        }
        if let Some(node) = fields.get("contexts") {
            let own = hardware::read_contexts(node)?;
            let of = |&(ctx, threads, _): &(u8, ThreadNum, SipMask)| (ctx, threads.class());
            let mut masks = std::mem::take(&mut self.settings.usage_masks);
            masks.retain(|mask| own.iter().all(|new| of(new) != of(mask)));
            masks.extend(own.iter().copied());
            self.origins.note_masks(&config.name, &own);
            self.settings.usage_masks = masks;
        }
        Ok(())
    }

    /// The policies of the groups that `is_of` selects, in order.
    pub(super) fn policies(
        &mut self,
        policies: &[(String, String)],
        is_of: impl Fn(Option<PolicyGroup>) -> bool,
    ) -> Result<(), WorkloadError> {
        for (key, value) in policies.iter().filter(|(key, _)| is_of(policy::group(key))) {
            let before = self.settings.hardware.clone();
            policy::set(&mut self.settings, key, value).map_err(WorkloadError::from)?;
            self.origins.note(&format!("policy {key}={value}"), &before, &self.settings.hardware);
            self.origins.keep_masks(&self.settings.usage_masks);
            self.has_l2 |= key == policy::L2_BYTES;
        }
        Ok(())
    }
}

/// Whether policies of the group say how files are read; they are applied before the files are.
pub(super) fn says_how_to_read(group: Option<PolicyGroup>) -> bool {
    matches!(group, Some(PolicyGroup::Workload | PolicyGroup::RealTimes | PolicyGroup::Faults))
}

fn not_text(error: &std::str::Utf8Error) -> Fault {
    let message = format!("the file is not text: byte {} is not UTF-8", error.valid_up_to());
    Fault::at(Position::UNKNOWN, WorkloadReason::Syntax { message })
}
