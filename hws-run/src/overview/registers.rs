//! Every register that differs from reset, and the source of its value.

use hws_regs::RegId;
use hws_types::SipMask;
use schemars::JsonSchema;
use serde::Serialize;

use crate::workload::{Kernel, Origins};

/// The source of settings that no file and no policy makes.
const FIRMWARE: &str = "firmware";

/// A register that differs from reset.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RegisterOverview {
    /// Its name.
    pub register: String,
    /// Its value.
    pub value: u32,
    /// Its value at reset.
    pub reset: u32,
    /// The source of its value: a file, a policy, or `firmware` itself.
    pub set_by: String,
}

/// The registers of a machine that firmware has brought up.
pub(super) struct Registers(Vec<(RegId, u32)>);

impl Registers {
    pub(super) fn new(settings: Vec<(RegId, u32)>) -> Self {
        Self(settings)
    }

    pub(super) fn overview(&self, origins: &Origins) -> Vec<RegisterOverview> {
        let all = self.0.iter().map(|&(register, value)| RegisterOverview {
            register: register.to_string(),
            value,
            reset: register.reset(),
            set_by: origins.of_register(register).unwrap_or(FIRMWARE).to_owned(),
        });
        all.collect()
    }

    /// The usage mask of a kernel.
    pub(super) fn usage_mask(&self, kernel: &Kernel) -> SipMask {
        let register = kernel.usage_register();
        let set = self.0.iter().find(|(set, _)| *set == register);
        SipMask(set.map_or(register.reset(), |&(_, value)| value))
    }
}
