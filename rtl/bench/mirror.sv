// The RTL as another team would have written it, for maps of `hws check`: every register is split, renamed and coded in
// another way, and nothing else is dumped (mirror.vlt). The ports that the bench drives have their names, but not in the dump.
`define SPLIT(NAME, N) \
  for (genvar i = 0; i < N; i++) begin : g_``NAME \
    wire [15:0] hi_n = ~dut.NAME[i][31:16]; \
    wire [15:0] lo_q = dut.NAME[i][15:0]; \
  end
`define HOT_ARRAY(NAME, W) \
  for (genvar i = 0; i < 32; i++) begin : o_``NAME \
    wire [(1<<W)-1:0] hot_q = (1<<W)'(1) << dut.NAME[i]; \
  end
`define BITS(NAME) \
  for (genvar i = 0; i < 32; i++) begin : m_``NAME \
    wire bit_q = dut.NAME[i]; \
  end
`define WORD(NAME) \
  wire [15:0] w_``NAME``_upper = dut.NAME[31:16]; \
  wire [15:0] w_``NAME``_lower_n = ~dut.NAME[15:0];
`define HOT(NAME, W) wire [(1<<W)-1:0] h_``NAME``_hot = (1<<W)'(1) << dut.NAME;

/* verilator tracing_off */
module mirror
  import hws_pkg::*;
(
  input logic clk,
  input logic rst_n,
  input logic tick_req,
  output logic tick_busy,
  output logic [63:0] cycle,
  input logic bus_valid,
  input logic bus_write,
  input logic [31:0] bus_addr,
  input logic [31:0] bus_wdata,
  input logic hdr_valid,
  input logic [3:0] hdr_id,
  input logic [7:0] hdr_entry_id,
  input logic [31:0] hdr_td_addr,
  output logic sm_req,
  output logic [31:0] sm_addr,
  input logic [31:0] sm_rdata,
  input logic sm_err,
  input logic mdma_ready
);
  logic bus_ready;
  logic bus_err;
  logic [31:0] bus_rdata;
  logic hdr_ready;
  logic hdr_err;
  logic sm_loader;
  logic mdma_valid;
  logic [15:0] mdma_thread_idx;
  logic [15:0] mdma_block_idx;
  logic [4:0] mdma_sip;
  logic [4:0] mdma_phy;
  logic [5:0] mdma_launch_id;
  logic [31:0] mdma_kernel_id;
  logic [26:0] mdma_report;
  logic [7:0] mdma_edte_vc_base;
  logic [7:0] mdma_edte_vc_num;
  logic [31:0] mdma_param_addr;
  logic mih_push;
  logic mih_dropped;
  logic [31:0] mih_push_dw0;
  logic [31:0] mih_push_dw1;
  logic rpt_complete;
  logic rpt_pre_complete;
  logic rpt_valid;
  logic [4:0] rpt_sip;
  logic [5:0] rpt_launch_id;
  logic [15:0] rpt_block_id;
  logic irq;
  logic forced_reset;
  logic [4:0] ev_n;
  logic [3:0] ev_kind [0:N_EV-1];
  logic [31:0] ev_a [0:N_EV-1];
  logic [31:0] ev_b [0:N_EV-1];
  logic [31:0] ev_c [0:N_EV-1];
  logic [31:0] ev_d [0:N_EV-1];
  logic [31:0] ev_e [0:N_EV-1];
  logic [31:0] ev_f [0:N_EV-1];
  hws dut (.*);
/* verilator tracing_on */

  wire io_clk = clk;
  wire io_rst_n = rst_n;
  wire io_tick_req = tick_req;
  wire io_tick_busy = tick_busy;
  wire [31:0] cyc_hi = cycle[63:32];
  wire [31:0] cyc_lo = cycle[31:0];
  wire io_bus_valid = bus_valid;
  wire io_bus_write = bus_write;
  wire [31:0] io_bus_addr = bus_addr;
  wire [31:0] io_bus_wdata = bus_wdata;
  wire io_bus_ready = bus_ready;
  wire io_bus_err = bus_err;
  wire [31:0] io_bus_rdata = bus_rdata;
  wire io_hdr_valid = hdr_valid;
  wire [3:0] io_hdr_id = hdr_id;
  wire [7:0] io_hdr_entry_id = hdr_entry_id;
  wire [31:0] io_hdr_td_addr = hdr_td_addr;
  wire io_hdr_ready = hdr_ready;
  wire io_hdr_err = hdr_err;
  wire io_sm_req = sm_req;
  wire io_sm_loader = sm_loader;
  wire [31:0] io_sm_addr = sm_addr;
  wire [31:0] io_sm_rdata = sm_rdata;
  wire io_sm_err = sm_err;
  wire io_mdma_valid = mdma_valid;
  wire [15:0] io_mdma_thread_idx = mdma_thread_idx;
  wire [15:0] io_mdma_block_idx = mdma_block_idx;
  wire [4:0] io_mdma_sip = mdma_sip;
  wire [4:0] io_mdma_phy = mdma_phy;
  wire [5:0] io_mdma_launch_id = mdma_launch_id;
  wire [31:0] io_mdma_kernel_id = mdma_kernel_id;
  wire [26:0] io_mdma_report = mdma_report;
  wire [7:0] io_mdma_edte_vc_base = mdma_edte_vc_base;
  wire [7:0] io_mdma_edte_vc_num = mdma_edte_vc_num;
  wire [31:0] io_mdma_param_addr = mdma_param_addr;
  wire io_mdma_ready = mdma_ready;
  wire io_mih_push = mih_push;
  wire io_mih_dropped = mih_dropped;
  wire [31:0] io_mih_push_dw0 = mih_push_dw0;
  wire [31:0] io_mih_push_dw1 = mih_push_dw1;
  wire io_rpt_complete = rpt_complete;
  wire io_rpt_pre_complete = rpt_pre_complete;
  wire io_rpt_valid = rpt_valid;
  wire [4:0] io_rpt_sip = rpt_sip;
  wire [5:0] io_rpt_launch_id = rpt_launch_id;
  wire [15:0] io_rpt_block_id = rpt_block_id;
  wire io_irq_n = ~irq;
  wire io_forced_reset = forced_reset;
  wire [4:0] io_ev_n = ev_n;
  for (genvar i = 0; i < N_EV; i++) begin : lane
    wire [3:0] ev_kind_n = ~ev_kind[i];
    wire [31:0] ev_a_n = ~ev_a[i];
    wire [31:0] ev_b_n = ~ev_b[i];
    wire [31:0] ev_c_n = ~ev_c[i];
    wire [31:0] ev_d_n = ~ev_d[i];
    wire [31:0] ev_e_n = ~ev_e[i];
    wire [31:0] ev_f_n = ~ev_f[i];
  end

  `SPLIT(BLOCK_TRIGGER_CNT, 32)
  `SPLIT(SIP_LAUNCH, 32)
  `SPLIT(SCALE_RATIO_TABLE_RANK, 32)
  `SPLIT(SIP_REMAIN_EXEC_TIME, 32)
  `SPLIT(SIP_USAGE_MASK, 20)
  `SPLIT(GRP2_REMAIN, 16)
  `SPLIT(GRP4_REMAIN, 8)
  `SPLIT(GRP8_REMAIN, 4)
  `SPLIT(GRP16_REMAIN, 2)
  `SPLIT(DAG_CP_PRIORITY, 32)
  `SPLIT(DAG_FINISH, 32)
  `SPLIT(DAG_FLAGS, 32)
  `SPLIT(DAG_TOP_OFFLINE, 32)
  `SPLIT(DAG_TOTAL, 32)
  `SPLIT(RS_AFFINITY, 32)
  `SPLIT(RS_AGE_ROW, 32)
  `SPLIT(RS_DIMS, 32)
  `SPLIT(RS_EST_EXEC_TIME, 32)
  `SPLIT(RS_FAIL, 32)
  `SPLIT(RS_FLAGS, 32)
  `SPLIT(RS_IDS, 32)
  `SPLIT(RS_KERNEL_ID, 32)
  `SPLIT(RS_KERNEL_SEQ, 32)
  `SPLIT(RS_OFFLINE_PRIORITY, 32)
  `SPLIT(RS_ONLINE_PRIORITY, 32)
  `SPLIT(RS_PROGRESS, 32)
  `SPLIT(RS_RESERVED, 32)
  `SPLIT(RS_RSC_OPEN, 32)
  `SPLIT(RS_RSC_REQ, 32)
  `SPLIT(LAUNCH_DONE_MASK, 64)
  `SPLIT(LAUNCH_INFO, 64)
  `SPLIT(LAUNCH_KERNEL_SEQ, 64)
  `SPLIT(LAUNCH_SIP_MASK, 64)
  `HOT_ARRAY(RSV_THREAD_NUM, 5)
  `HOT_ARRAY(XMC_SIP_MAP, 5)
  `BITS(SIP_READY_MASK)
  `BITS(SIP_IDLE_MASK)
  `BITS(SIP_PENDING_MASK)
  `BITS(SIP_PRESENT_MASK)
  `BITS(SIP_PRE_IDLE_MASK)
  `BITS(SIP_COUNT_EN_MASK)
  `BITS(RESERVED_SIP_MASK)
  `BITS(HRM_FW_OWNED)
  `BITS(HRM_FW_REFUSED)
  `WORD(CNT_ATTEMPT)
  `WORD(CNT_BACKFILL)
  `WORD(CNT_CANCEL)
  `WORD(CNT_CYCLE_HI)
  `WORD(CNT_EARLY)
  `WORD(CNT_FAIL)
  `WORD(CNT_KERNEL_DONE)
  `WORD(CNT_LAUNCH_O)
  `WORD(CNT_LAUNCH_P)
  `WORD(CNT_LAUNCH_R)
  `WORD(CNT_MIH_DROP)
  `WORD(CNT_PROMOTE)
  `WORD(CNT_TASK_REJECT)
  `WORD(DAG_CMD_STATUS)
  `WORD(DAG_CMD_TOTAL)
  `WORD(DYN_DAG_PRIO)
  `WORD(ERR_FIRST)
  `WORD(FW_TASK_TD_ADDR)
  `WORD(HWS_CTRL)
  `WORD(HWS_STATUS)
  `WORD(IRQ_STATUS)
  `WORD(LAUNCH_SIP_DELAY)
  `WORD(MIH_DATA_HI)
  `WORD(MIH_DATA_LO)
  `WORD(MIH_STATUS)
  `WORD(PRE_IDLE_OFFSET)
  `WORD(PROMOTE)
  `WORD(RSVD_SIP_BACKFILL_MARGIN_OFFSET)
  `WORD(SIP_TOPOLOGY)
  `WORD(TDP_CFG)
  `WORD(TIME_UNIT)
  `HOT(EARLY_LAUNCH_MODE, 1)
  `HOT(ENABLE_EARLY_LAUNCH_SIP, 1)
  `HOT(ENABLE_SECOND_RSC_SCH, 1)
  `HOT(IRQ_ENABLE, 2)
  `HOT(P_TOP_K, 3)
  `HOT(SIP_FILLUP_TASK_FIRST, 1)
  `HOT(USE_RSVD_SIP_FIRST, 1)
  wire [17:0] errors_n = ~dut.ERR_STATUS;
  wire [7:0] tag_upper = dut.DAG_CMD_TAG[15:8];
  wire [7:0] tag_lower = dut.DAG_CMD_TAG[7:0];
  for (genvar d = 0; d < 2; d++) begin : pool
    for (genvar h = 0; h < 2; h++) begin : half
      wire [31:0] free_n = ~dut.VC_POOL_FREE[d][h];
    end
  end
  wire report_q = dut.HWS_WORK_MODE_REPORT_EN;
  wire in_path_n = ~dut.HWS_WORK_MODE_IN_PATH;
  wire [1:0] out_path_hot = dut.HWS_WORK_MODE_OUT_PATH ? 2'b10 : 2'b01;
  wire [63:0] ticks_n = ~dut.CNT_CYCLE;
endmodule
