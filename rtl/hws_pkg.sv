// HWS parameters, register offsets, error bits, monitor event kinds and the
// pure functions of scheduler.md §0, §5.2 and §7.4.
/* verilator lint_off WIDTH */
/* verilator lint_off UNUSED */
/* verilator tracing_off */
package hws_pkg;

  // ---------------------------------------------------------------- section 0
  localparam int N_SIP          = 32;
  localparam int N_RS           = 32;
  localparam int N_DAG          = 32;
  localparam int N_CTX          = 4;
  localparam int N_CLASS        = 5;
  localparam int N_RANK         = 32;
  localparam int N_LAUNCH       = 64;
  localparam int ATTEMPT_CYCLES = 48;
  localparam int TD_READ_CYCLES = 8;
  localparam int HDR_DEPTH      = 16;
  localparam int FW_DEPTH       = 4;
  localparam int MDMA_DEPTH     = 64;
  localparam int MIH_DEPTH      = 64;
  localparam int CMD_DEPTH      = 8;
  localparam int MDMA_HEADROOM  = 32;   // free places needed to LATCH
  localparam int N_VC           = 64;   // CDTE VCs per die
  localparam int REQ_HEADROOM   = 32;   // requests stop at this many MIH messages

  // §5.2, how a search pays for its blocks: not at all; a decision, from the
  // kernel's grants and the VC pools; admission, runs from two empty pools;
  // a reservation, grants only (VC pools refill by themselves)
  localparam logic [1:0] PAY_NONE = 2'd0, PAY_DECISION = 2'd1, PAY_ADMISSION = 2'd2,
                         PAY_RESERVATION = 2'd3;

  // ------------------------------------------------------- register offsets
  // CTRL page
  localparam logic [13:0] A_HWS_ID        = 14'h0000;
  localparam logic [13:0] A_HWS_VERSION   = 14'h0004;
  localparam logic [13:0] A_HWS_PARAM0    = 14'h0008;
  localparam logic [13:0] A_HWS_PARAM1    = 14'h000c;
  localparam logic [13:0] A_HWS_CTRL      = 14'h0010;
  localparam logic [13:0] A_HWS_STATUS    = 14'h0014;
  localparam logic [13:0] A_HWS_WORK_MODE = 14'h0018;
  localparam logic [13:0] A_SIP_TOPOLOGY  = 14'h001c;
  localparam logic [13:0] A_SIP_PRESENT   = 14'h0020;
  localparam logic [13:0] A_TDP_CFG       = 14'h0024;
  localparam logic [13:0] A_TIME_UNIT     = 14'h0028;
  // FEATURE page
  localparam logic [13:0] A_EN_2ND_RSC    = 14'h0100;
  localparam logic [13:0] A_EN_EARLY      = 14'h0104;
  localparam logic [13:0] A_EARLY_MODE    = 14'h0108;
  localparam logic [13:0] A_PRE_IDLE_OFF  = 14'h010c;
  localparam logic [13:0] A_LAUNCH_DELAY  = 14'h0110;
  localparam logic [13:0] A_PROMOTE       = 14'h0114;
  localparam logic [13:0] A_BACKFILL      = 14'h0118;
  localparam logic [13:0] A_FILLUP        = 14'h011c;
  localparam logic [13:0] A_USE_RSVD      = 14'h0120;
  localparam logic [13:0] A_P_TOP_K       = 14'h0124;
  localparam logic [13:0] A_DYN_DAG_PRIO  = 14'h0128;
  localparam logic [13:0] A_USAGE_MASK    = 14'h0140;   // [4][5]
  localparam logic [13:0] A_SCALE         = 14'h0200;   // [32]
  localparam logic [13:0] A_XMC           = 14'h0280;   // [32]
  // DOORBELL page
  localparam logic [13:0] A_RPT_COMPLETE  = 14'h0400;
  localparam logic [13:0] A_RPT_PRE       = 14'h0404;
  localparam logic [13:0] A_DAG_CMD_TAG   = 14'h0408;
  localparam logic [13:0] A_DAG_CMD_TOTAL = 14'h040c;
  localparam logic [13:0] A_DAG_CMD       = 14'h0410;
  localparam logic [13:0] A_DAG_CMD_STAT  = 14'h0414;
  localparam logic [13:0] A_FW_TD_ADDR    = 14'h0418;
  localparam logic [13:0] A_FW_PUSH       = 14'h041c;
  localparam logic [13:0] A_TD_REFRESH    = 14'h0420;
  localparam logic [13:0] A_HRM_CLAIM     = 14'h0424;
  localparam logic [13:0] A_HRM_RELEASE   = 14'h0428;
  localparam logic [13:0] A_HRM_OWNED     = 14'h042c;
  localparam logic [13:0] A_HRM_REFUSED   = 14'h0430;
  localparam logic [13:0] A_TRIGGER       = 14'h0480;   // [32]
  // MIH, IRQ, ERR page
  localparam logic [13:0] A_MIH_STATUS    = 14'h0600;
  localparam logic [13:0] A_MIH_LO        = 14'h0604;
  localparam logic [13:0] A_MIH_HI        = 14'h0608;
  localparam logic [13:0] A_IRQ_STATUS    = 14'h060c;
  localparam logic [13:0] A_IRQ_ENABLE    = 14'h0610;
  localparam logic [13:0] A_ERR_STATUS    = 14'h0614;
  localparam logic [13:0] A_ERR_FIRST     = 14'h0618;
  // STATUS page
  localparam logic [13:0] A_IDLE          = 14'h0800;
  localparam logic [13:0] A_PRE_IDLE      = 14'h0804;
  localparam logic [13:0] A_READY         = 14'h0808;
  localparam logic [13:0] A_PENDING       = 14'h080c;
  localparam logic [13:0] A_COUNT_EN      = 14'h0810;
  localparam logic [13:0] A_RESERVED      = 14'h0814;
  localparam logic [13:0] A_VC_POOL       = 14'h0820;   // [2][2]
  localparam logic [13:0] A_REMAIN        = 14'h0880;   // [32]
  localparam logic [13:0] A_GRP2          = 14'h0900;   // [16]
  localparam logic [13:0] A_GRP4          = 14'h0940;   // [8]
  localparam logic [13:0] A_GRP8          = 14'h0960;   // [4]
  localparam logic [13:0] A_GRP16         = 14'h0970;   // [2]
  localparam logic [13:0] A_RSV_THR       = 14'h0980;   // [32]
  localparam logic [13:0] A_SIP_LAUNCH    = 14'h0a00;   // [32]
  // COUNTER page
  localparam logic [13:0] A_CNT           = 14'h0c00;   // 14 words
  // RS, DAG, LAUNCH pages
  localparam logic [13:0] A_RS            = 14'h1000;   // [32][16]
  localparam logic [13:0] A_DAG           = 14'h1800;   // [32][8]
  localparam logic [13:0] A_LAUNCH        = 14'h2000;   // [64][4]

  // ------------------------------------------------------ ERR_STATUS bits
  localparam int E_BUS            = 0;
  localparam int E_CFG            = 1;
  localparam int E_TD_READ        = 2;
  localparam int E_TD_THREAD_NUM  = 3;
  localparam int E_TD_CLUSTER     = 4;
  localparam int E_TD_BLOCK_NUM   = 5;
  localparam int E_TD_OUT_PATH    = 6;
  localparam int E_TD_COOP        = 7;
  localparam int E_TD_UNPLACEABLE = 8;
  localparam int E_DAG_TABLE_FULL = 9;
  localparam int E_SPUR_COMPLETE  = 10;
  localparam int E_SPUR_PRE       = 11;
  localparam int E_MIH_OVERFLOW   = 12;
  localparam int E_CMD_OVERFLOW   = 13;
  localparam int E_FW_OVERFLOW    = 14;
  localparam int E_FW_MODE        = 15;
  localparam int E_TRIGGER_ENTRY  = 16;
  localparam int E_TRIGGER_REGR   = 17;

  // ------------------------------ kinds of events, lanes, pools, commands
  `include "hws_interfaces.svh"

  // command results
  localparam logic [2:0] RESULT_OK = 3'd0, RESULT_TABLE_FULL = 3'd1, RESULT_NOT_FOUND = 3'd2,
                         RESULT_BUSY = 3'd3, RESULT_DROPPED = 3'd4;

  // -------------------------------------------------------- pure functions
  function automatic logic thread_legal(input logic [15:0] t);
    case (t)
      16'd1, 16'd2, 16'd3, 16'd4, 16'd6, 16'd8, 16'd9, 16'd12, 16'd16: return 1'b1;
      default: return 1'b0;
    endcase
  endfunction

  function automatic logic [2:0] class_of(input logic [4:0] t);
    case (t)
      5'd1:       return 3'd0;
      5'd2:       return 3'd1;
      5'd3, 5'd4: return 3'd2;
      5'd6, 5'd8: return 3'd3;
      default:    return 3'd4;
    endcase
  endfunction

  function automatic logic [4:0] slot_of(input logic [4:0] t);
    if      (t <= 5'd1) return 5'd1;
    else if (t <= 5'd2) return 5'd2;
    else if (t <= 5'd4) return 5'd4;
    else if (t <= 5'd8) return 5'd8;
    else                return 5'd16;
  endfunction

  // multiples of the slot size of t, as a mask of candidate positions
  function automatic logic [31:0] align_mask(input logic [4:0] t);
    case (slot_of(t))
      5'd1:    return 32'hffff_ffff;
      5'd2:    return 32'h5555_5555;
      5'd4:    return 32'h1111_1111;
      5'd8:    return 32'h0101_0101;
      default: return 32'h0001_0001;
    endcase
  endfunction

  function automatic logic [31:0] ones(input logic [4:0] t);
    return (32'd1 << t) - 32'd1;
  endfunction

  // positions from which all t SIPs lie in m (aligned)
  function automatic logic [31:0] fit_positions(input logic [31:0] m, input logic [4:0] t);
    logic [31:0] r;
    r = m;
    for (int i = 1; i < 16; i++) if (i < t) r = r & (m >> i);
    return r & align_mask(t);
  endfunction

  function automatic logic [5:0] lowest(input logic [31:0] m);
    logic [5:0] r;
    r = 6'd32;
    for (int i = 31; i >= 0; i--) if (m[i]) r = i[5:0];
    return r;
  endfunction

  function automatic logic [5:0] highest(input logic [31:0] m);
    logic [5:0] r;
    r = 6'd32;
    for (int i = 0; i < 32; i++) if (m[i]) r = i[5:0];
    return r;
  endfunction

  // SIP_TOPOLOGY: legal pairs
  function automatic logic topo_legal(input logic [4:0] csn, input logic [3:0] cn);
    case (csn)
      5'd3:    return cn == 4'd4 || cn == 4'd8;
      5'd6:    return cn == 4'd2 || cn == 4'd4;
      5'd12:   return cn == 4'd1 || cn == 4'd2;
      5'd4:    return cn == 4'd4 || cn == 4'd8;
      5'd8:    return cn == 4'd2 || cn == 4'd4;
      5'd16:   return cn == 4'd1 || cn == 4'd2;
      default: return 1'b0;
    endcase
  endfunction

  function automatic logic [31:0] topo_present(input logic [4:0] csn, input logic [3:0] cn);
    logic [31:0] r;
    r = 32'd0;
    for (int c = 0; c < 8; c++)
      if (c < cn) r = r | (ones(csn) << (c * slot_of(csn)));
    return r;
  endfunction

  // lowest run of n free VCs in a pool; 64 when there is none
  function automatic logic [6:0] vc_fit(input logic [63:0] busy, input logic [7:0] n);
    /* verilator no_inline_task */
    logic [6:0] run, r;
    logic       found;
    run   = 7'd0;
    r     = (n == 8'd0) ? 7'd0 : 7'd64;
    found = (n == 8'd0);
    for (int i = 0; i < N_VC; i++)
      if (!found) begin
        if (busy[i]) run = 7'd0;
        else         run = run + 7'd1;
        if (run == n) begin
          r = i[6:0] + 7'd1 - run;
          found = 1'b1;
        end
      end
    return r;
  endfunction

  // a run of n VCs from b, as a mask of the pool
  function automatic logic [63:0] vc_run(input logic [6:0] b, input logic [7:0] n);
    logic [63:0] m;
    m = (n >= 8'd64) ? 64'hffff_ffff_ffff_ffff : ((64'd1 << n) - 64'd1);
    return m << b;
  endfunction

  function automatic logic [31:0] sat32(input logic [32:0] x);
    return x[32] ? 32'hffff_ffff : x[31:0];
  endfunction

endpackage
/* verilator tracing_on */
