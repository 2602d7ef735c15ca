// Generated from interfaces.yaml by `cargo xtask generate`; do not edit.

/// Calls a macro with all ports: those that are sampled before the edge, then the given ones, and those after it.
macro_rules! with_ports {
    ($declare:ident, $($more:tt)*) => {
        $declare! {
            before {
                /// Power-on reset, active low.
                RstN = "rst_n", 1, None;
                /// A CF access.
                BusValid = "bus_valid", 1, Some(Rule::Registers1);
                /// The access is a write.
                BusWrite = "bus_write", 1, Some(Rule::Registers1);
                /// Its byte offset.
                BusAddr = "bus_addr", 32, Some(Rule::Registers1);
                /// The data of a write.
                BusWdata = "bus_wdata", 32, Some(Rule::Registers1);
                /// A push into the HDR port.
                HdrValid = "hdr_valid", 1, Some(Rule::Scheduler2_1);
                /// Its hdr_id.
                HdrId = "hdr_id", 4, Some(Rule::Scheduler2_1);
                /// Its hdr_entry_id.
                HdrEntryId = "hdr_entry_id", 8, Some(Rule::Scheduler2_1);
                /// Its td_addr.
                HdrTdAddr = "hdr_td_addr", 32, Some(Rule::Scheduler2_1);
                /// The scheduler clock enable.
                TickReq = "tick_req", 1, Some(Rule::Scheduler1_1);
                /// The word that was asked for.
                SmRdata = "sm_rdata", 32, Some(Rule::Interfaces1);
                /// The word is refused.
                SmErr = "sm_err", 1, Some(Rule::Interfaces1);
                $($more)*
            }
            after {
                /// The bus clock.
                Clk = "clk", 1, None;
                /// A tick goes on.
                TickBusy = "tick_busy", 1, Some(Rule::Scheduler1_2);
                /// Ticks completed since power-on.
                Cycle = "cycle", 64, Some(Rule::Scheduler1_1);
                /// The access was taken.
                BusReady = "bus_ready", 1, Some(Rule::Registers1);
                /// It is a bus error.
                BusErr = "bus_err", 1, Some(Rule::Registers1);
                /// The data of a read.
                BusRdata = "bus_rdata", 32, Some(Rule::Registers1);
                /// The push was taken.
                HdrReady = "hdr_ready", 1, Some(Rule::Scheduler2_1);
                /// The push was refused.
                HdrErr = "hdr_err", 1, Some(Rule::Scheduler2_1);
                /// A word of shared memory is asked for.
                SmReq = "sm_req", 1, Some(Rule::Interfaces1);
                /// For a new descriptor.
                SmLoader = "sm_loader", 1, Some(Rule::Interfaces1);
                /// Its byte address.
                SmAddr = "sm_addr", 32, Some(Rule::Interfaces1);
                /// An MDMA command.
                MdmaValid = "mdma_valid", 1, Some(Rule::Interfaces3);
                /// Its thread.
                MdmaThreadIdx = "mdma_thread_idx", 16, Some(Rule::Interfaces3);
                /// Its block.
                MdmaBlockIdx = "mdma_block_idx", 16, Some(Rule::Interfaces3);
                /// Its logical SIP.
                MdmaSip = "mdma_sip", 5, Some(Rule::Interfaces3);
                /// Its physical SIP.
                MdmaPhy = "mdma_phy", 5, Some(Rule::Scheduler8_6);
                /// Its launch.
                MdmaLaunchId = "mdma_launch_id", 6, Some(Rule::Interfaces3);
                /// kernel_id of the descriptor.
                MdmaKernelId = "mdma_kernel_id", 32, Some(Rule::Interfaces3);
                /// The value for SIP_REPORT_COMPLETE.
                MdmaReport = "mdma_report", 27, Some(Rule::Interfaces3);
                /// Its first VC.
                MdmaEdteVcBase = "mdma_edte_vc_base", 8, Some(Rule::Interfaces3);
                /// Its number of VCs.
                MdmaEdteVcNum = "mdma_edte_vc_num", 8, Some(Rule::Interfaces3);
                /// The byte address of its parameter slot.
                MdmaParamAddr = "mdma_param_addr", 32, Some(Rule::Interfaces3);
                /// A message entered the MIH FIFO.
                MihPush = "mih_push", 1, Some(Rule::Interfaces4);
                /// A message was dropped.
                MihDropped = "mih_dropped", 1, Some(Rule::Interfaces4);
                /// DW0 of the last message.
                MihPushDw0 = "mih_push_dw0", 32, Some(Rule::Interfaces4);
                /// DW1 of the last message.
                MihPushDw1 = "mih_push_dw1", 32, Some(Rule::Interfaces4);
                /// A complete report.
                RptComplete = "rpt_complete", 1, Some(Rule::Scheduler7_3);
                /// A pre-complete report.
                RptPreComplete = "rpt_pre_complete", 1, Some(Rule::Scheduler7_3);
                /// The report was accepted.
                RptValid = "rpt_valid", 1, Some(Rule::Scheduler7_3);
                /// The reporting SIP.
                RptSip = "rpt_sip", 5, Some(Rule::Scheduler7_3);
                /// The launch that it names.
                RptLaunchId = "rpt_launch_id", 6, Some(Rule::Scheduler7_3);
                /// The block that it names.
                RptBlockId = "rpt_block_id", 16, Some(Rule::Scheduler7_3);
                /// The interrupt line.
                Irq = "irq", 1, Some(Rule::Registers5);
                /// A soft reset with FORCE took effect.
                ForcedReset = "forced_reset", 1, Some(Rule::Scheduler8_5);
                /// The number of valid monitor lanes.
                EvN = "ev_n", 5, Some(Rule::Interfaces7);
            }
        }
    };
}

pub(super) use with_ports;
