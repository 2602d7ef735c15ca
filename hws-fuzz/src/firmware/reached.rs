//! Coverage of a run: a fuzz target whose firmware never claims or promotes anything proves nothing.

/// Declares the counters once, for their sum and their names as well.
macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// How often each interesting event happened.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub struct FirmwareReached {
            $($(#[$doc])* pub $name: u64,)*
        }

        impl FirmwareReached {
            /// Adds the counts of both runs.
            #[must_use]
            pub fn plus(self, other: Self) -> Self {
                Self { $($name: self.$name + other.$name,)* }
            }

            /// Returns every count with its name.
            #[must_use]
            pub fn counts(&self) -> Vec<(&'static str, u64)> {
                vec![$((stringify!($name), self.$name),)*]
            }
        }
    };
}

counters! {
    /// Operations of the stimulus: accesses, pushes and writes of memory.
    operations,
    /// Kernels admitted.
    admitted,
    /// Tasks rejected.
    rejected,
    /// Blocks launched.
    launched,
    /// Blocks of cooperative kernels launched.
    coop_launched,
    /// Kernels of the firmware FIFO that left.
    firmware_tasks,
    /// Allocation-only kernels that finished.
    allocated,
    /// Launches on reserved SIPs by other kernels.
    backfills,
    /// Launches on SIPs that were not idle.
    early_launches,
    /// Promotions, each with its reservation.
    promoted,
    /// Promotions that the sentence of I10 on RULE_THRESHOLD required.
    threshold_promotions,
    /// Reservations cancelled because they became stale.
    cancelled,
    /// Claims that were granted at least one SIP.
    claims,
    /// Claims for which firmware waited until the SIPs were idle.
    patient_claims,
    /// Blocks of firmware's own on the SIPs that it owns.
    own_blocks,
    /// Grants of L2 or VCs.
    grants,
    /// Triggers raised.
    triggers,
    /// Changes of configuration while kernels were resident.
    reconfigurations,
    /// DAG commands.
    dag_commands,
    /// Soft resets that were allowed.
    resets,
    /// Soft resets with FORCE.
    forced_resets,
    /// Blocks that firmware started itself.
    started_blocks,
    /// Blocks found in the launch table after their messages had been lost.
    recovered_blocks,
    /// Pushes that a full FIFO refused.
    full_fifos,
    /// Calls and accesses that the HWS refused.
    refused,
    /// Valid pre-complete reports.
    pre_completed,
    /// Runs on a machine other than the full one.
    harvested,
    /// Runs that drained to all idle.
    drains,
}
