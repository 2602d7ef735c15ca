// HWS: the hardware SIP scheduler as a behavioural reference RTL.
//
// Clocking.  `clk` is the bus clock.  The scheduler's own time base is clk
// qualified by `tick_req`: the specification's tick() is one tick_req
// handshake.  When the block is not `tick_busy` each clk edge takes at most
// one of: a CF access, an HDR push, the start of a tick; so any number of
// accesses fits between two ticks.  A tick takes one clk edge when nothing
// happens, and otherwise runs a micro-sequence (one shared-memory word, one
// MDMA command, one block's messages ... per edge) and then drops tick_busy.
// Nothing is accepted while tick_busy, so the tick is atomic to the outside.
//
// Monitor lanes ev_*: the architectural events of the last clk edge, in order.
/* verilator lint_off WIDTH */
/* verilator lint_off BLKSEQ */
/* verilator lint_off UNUSED */
/* verilator lint_off CASEINCOMPLETE */
module hws
  import hws_pkg::*;
(
  input  logic        clk,
  input  logic        rst_n,

  // scheduler clock enable
  input  logic        tick_req,
  output logic        tick_busy,
  output logic [63:0] cycle,            // ticks completed since power-on

  // CF register bus: one access at a time
  input  logic        bus_valid,
  input  logic        bus_write,
  input  logic [31:0] bus_addr,
  input  logic [31:0] bus_wdata,
  output logic        bus_ready,
  output logic        bus_err,
  output logic [31:0] bus_rdata,

  // HDR push
  input  logic        hdr_valid,
  input  logic [3:0]  hdr_id,
  input  logic [7:0]  hdr_entry_id,
  input  logic [31:0] hdr_td_addr,
  output logic        hdr_ready,        // push accepted
  output logic        hdr_err,          // push refused (full)

  // shared-memory read port: request on one edge, data or error on the next
  output logic        sm_req,
  output logic        sm_loader,        // first read of a descriptor (monitor)
  output logic [31:0] sm_addr,
  input  logic [31:0] sm_rdata,
  input  logic        sm_err,

  // MDMA command output
  output logic        mdma_valid,
  output logic [15:0] mdma_thread_idx,
  output logic [15:0] mdma_block_idx,
  output logic [4:0]  mdma_sip,
  output logic [4:0]  mdma_phy,
  output logic [5:0]  mdma_launch_id,
  output logic [31:0] mdma_kernel_id,
  output logic [26:0] mdma_report,
  output logic [7:0]  mdma_edte_vc_base,
  output logic [7:0]  mdma_edte_vc_num,
  output logic [31:0] mdma_param_addr,
  input  logic        mdma_ready,

  // MIH: FIFO write side (monitor); firmware reads it through registers
  output logic        mih_push,
  output logic        mih_dropped,
  output logic [31:0] mih_push_dw0,
  output logic [31:0] mih_push_dw1,

  // SIP report doorbells as decoded (monitor)
  output logic        rpt_complete,
  output logic        rpt_pre_complete,
  output logic        rpt_valid,
  output logic [4:0]  rpt_sip,
  output logic [5:0]  rpt_launch_id,
  output logic [15:0] rpt_block_id,

  output logic        irq,

`ifdef HWS_DIGEST
  // one word for all outputs and registers
  output logic [63:0] digest,
`endif

  // a soft reset with FORCE took effect at this write (monitor)
  output logic        forced_reset,

  // monitor lanes
  output logic [4:0]  ev_n,
  output logic [3:0]  ev_kind [0:N_EV-1],
  output logic [31:0] ev_a [0:N_EV-1],
  output logic [31:0] ev_b [0:N_EV-1],
  output logic [31:0] ev_c [0:N_EV-1],
  output logic [31:0] ev_d [0:N_EV-1],
  output logic [31:0] ev_e [0:N_EV-1],
  output logic [31:0] ev_f [0:N_EV-1]
);

`include "hws_switches.svh"
`include "hws_bugs.svh"
`include "hws_state.svh"

`include "hws_messages.svh"
`include "hws_masks.svh"
`include "hws_placement.svh"
`include "hws_priority.svh"
`include "hws_reset.svh"
`include "hws_words.svh"
`include "hws_read.svh"
`include "hws_reports.svh"
`include "hws_write.svh"
`include "hws_loader.svh"
`include "hws_engine.svh"
`include "hws_commit.svh"
`include "hws_promotion.svh"
`include "hws_boundary.svh"
`include "hws_latch.svh"
`ifdef HWS_WAVES
`include "hws_waves.svh"
`ifdef HWS_CHANGES
`include "hws_changes.svh"
`endif
`ifdef HWS_DIGEST
`include "hws_digest.svh"
`endif
`endif

  // ============================================================ the register
  always @(posedge clk) begin
    ev_n        = 5'd0;
    bus_ready   = 1'b0;
    bus_err     = 1'b0;
    hdr_ready   = 1'b0;
    hdr_err     = 1'b0;
    sm_req      = 1'b0;
    mdma_valid  = 1'b0;
    mih_push    = 1'b0;
    mih_dropped = 1'b0;
    rpt_complete     = 1'b0;
    rpt_pre_complete = 1'b0;
    rpt_valid        = 1'b0;
    forced_reset     = 1'b0;

    if (!rst_n) begin
      cycle     = 64'd0;
      bus_rdata = 32'd0;
      reset_config();
      reset_state();
    end else begin
      // MDMA FIFO read side
      if (mq_cnt != 7'd0 && mdma_ready) mdma_pop();

      case (state)
        ST_IDLE: begin
          if (bus_valid) begin
            bus_ready = 1'b1;
            if (bus_write) bus_do_write(); else bus_do_read();
          end else if (hdr_valid) begin
            if (hdr_cnt == `SWITCH(hdr_depth, HDR_DEPTH, HDR_DEPTH - 1)) hdr_err = 1'b1;
            else begin
              hdr_fifo[hdr_rd + hdr_cnt[3:0]] = {hdr_id, hdr_entry_id, hdr_td_addr};
              hdr_cnt   = hdr_cnt + 5'd1;
              hdr_ready = 1'b1;
            end
          end else if (tick_req) begin
            tick_time_base();
            tick_loader();
            if (state == ST_IDLE) engine_count();
          end
        end
        ST_RD:         sm_step();
        ST_ADMIT:      begin loader_admit(); `ADDED(loader_no_gap, tick_loader()) engine_count(); end
        ST_CM_START:   commit_start();
        ST_CM_BLK:     commit_block();
        ST_CM_MDMA:    commit_mdma();
        ST_CM_MIH:     commit_mih();
        ST_CM_LIVE:    commit_live();
        ST_CM_POST:    commit_post();
        ST_CM_PROMOTE: commit_promote();
        ST_BOUNDARY:   boundary();
        ST_REFRESH:    refresh_done();
        ST_LATCH:      begin latch(); end_tick(); end
        default:       state = ST_IDLE;
      endcase
    end
    irq = (IRQ_ENABLE[0] & (MIH_STATUS_COUNT > `SWITCH(irq_mih, 7'd0, 7'd1))) | (`BUG(irq_error, IRQ_ENABLE[1], 1'b1) & (ERR_STATUS != 18'd0));
`ifdef HWS_WAVES_ON_DEMAND
    waves_masks();
`elsif HWS_WAVES
    waves_update();
`endif
`ifdef HWS_CHANGES
    changes_update();
`endif
`ifdef HWS_DIGEST
    digest_update();
`endif
  end

endmodule
