// Every state variable of the HWS, and the scratch variables of the searches.

  // =================================================================== state
  // ---- CTRL and FEATURE registers
  logic        HWS_CTRL_ENABLE;
  logic        HWS_WORK_MODE_OUT_PATH, HWS_WORK_MODE_IN_PATH, HWS_WORK_MODE_REPORT_EN;
  logic [4:0]  SIP_TOPOLOGY_CLUSTER_SIP_NUM;
  logic [3:0]  SIP_TOPOLOGY_CLUSTER_NUM;
  logic [31:0] SIP_PRESENT_MASK;
  logic [15:0] TDP_CFG_OFFSET;
  logic [15:0] TIME_UNIT_PRESCALE;
  logic        ENABLE_SECOND_RSC_SCH;
  logic        ENABLE_EARLY_LAUNCH_SIP;
  logic        EARLY_LAUNCH_MODE;
  logic [31:0] PRE_IDLE_OFFSET;
  logic [31:0] LAUNCH_SIP_DELAY;
  logic [31:0] PROMOTE;
  logic [31:0] RSVD_SIP_BACKFILL_MARGIN_OFFSET;
  logic        SIP_FILLUP_TASK_FIRST;
  logic        USE_RSVD_SIP_FIRST;
  logic [2:0]  P_TOP_K;
  logic        DYN_DAG_PRIO_AGE_BOOST;
  logic [31:0] SIP_USAGE_MASK [0:19];
  logic [31:0] SCALE_RATIO_TABLE_RANK [0:31];
  logic [4:0]  XMC_SIP_MAP [0:31];

  // ---- DOORBELL registers
  logic [15:0] DAG_CMD_TAG;
  logic [31:0] DAG_CMD_TOTAL;
  logic        DAG_CMD_STATUS_BUSY;
  logic [2:0]  DAG_CMD_STATUS_RESULT;
  logic [31:0] FW_TASK_TD_ADDR;
  logic [31:0] HRM_FW_OWNED;
  logic [31:0] HRM_FW_REFUSED;

  // ---- MIH, IRQ, ERR
  logic [31:0] mih_lo [0:MIH_DEPTH-1];
  logic [31:0] mih_hi [0:MIH_DEPTH-1];
  logic [5:0]  mih_rd;
  logic [6:0]  MIH_STATUS_COUNT;
  logic [1:0]  IRQ_ENABLE;
  logic [17:0] ERR_STATUS;
  logic [4:0]  ERR_FIRST_CODE;
  logic        ERR_FIRST_VALID;
  logic [3:0]  ERR_FIRST_HDR_ID;
  logic [7:0]  ERR_FIRST_ENTRY_ID;

  // ---- SIP state
  logic [31:0] SIP_IDLE_MASK, SIP_PRE_IDLE_MASK, SIP_COUNT_EN_MASK;
  logic [31:0] RESERVED_SIP_MASK;
  logic [31:0] SIP_RUNNING_VALID, SIP_PENDING_MASK;
  logic [5:0]  SIP_RUNNING [0:31];
  logic [5:0]  SIP_PENDING [0:31];
  logic [31:0] SIP_REMAIN_EXEC_TIME [0:31];
  logic [4:0]  RSV_THREAD_NUM [0:31];
  logic [15:0] prescale_cnt;

  // ---- counters
  logic [63:0] CNT_CYCLE;
  logic [31:0] CNT_CYCLE_HI;            // latched by a read of CNT_CYCLE_LO
  logic [31:0] CNT_ATTEMPT, CNT_FAIL, CNT_LAUNCH_R, CNT_LAUNCH_P, CNT_LAUNCH_O,
               CNT_BACKFILL, CNT_EARLY, CNT_PROMOTE, CNT_CANCEL,
               CNT_KERNEL_DONE, CNT_TASK_REJECT, CNT_MIH_DROP;

  // ---- Ready Station
  logic [31:0] rs_valid, rs_r_flag, rs_on_cp, rs_coop, rs_out_mdma, rs_out_mih,
               rs_src, rs_sip_alloc, rs_l2_alloc, rs_vc_alloc, rs_vc_hw,
               rs_dag_slot_valid;
  logic [4:0]  rs_dag_slot   [0:31];
  logic [1:0]  rs_ctx        [0:31];
  logic [31:0] rs_kernel_id  [0:31];
  logic [31:0] rs_kernel_seq [0:31];
  logic [3:0]  rs_hdr_id     [0:31];
  logic [7:0]  rs_hdr_entry  [0:31];
  logic [15:0] rs_dag_tag    [0:31];
  logic [4:0]  rs_thread     [0:31];
  logic [15:0] rs_block_num  [0:31];
  logic [15:0] rs_launched   [0:31];
  logic [15:0] rs_trigger    [0:31];
  logic [31:0] rs_offline    [0:31];
  logic [31:0] rs_online     [0:31];
  logic [31:0] rs_affinity   [0:31];
  logic [31:0] rs_est        [0:31];
  logic [15:0] rs_fail       [0:31];
  logic [15:0] rs_start      [0:31];
  logic [31:0] rs_reserved   [0:31];
  logic [31:0] rs_older      [0:31];    // age matrix row: bit j = older than entry j
  logic [31:0] rs_td_base    [0:31];    // descriptor address, offset included
  logic [7:0]  rs_ost        [0:31];    // outstanding_block_num
  logic [7:0]  rs_cdte_vc    [0:31];    // cdte_vc_num
  logic [15:0] rs_n_l2       [0:31];    // num_block_to_alloc_l2
  logic [63:0] rs_l2_done    [0:31];
  logic [63:0] rs_l2_used    [0:31];
  logic [31:0] rs_vc_done    [0:31];
  logic [31:0] rs_vc_used    [0:31];
  logic [31:0] rs_l2_granted [0:31];
  logic [31:0] rs_vc_granted [0:31];
  logic [31:0] rs_l2_req     [0:31];
  logic [31:0] rs_vc_req     [0:31];
  logic [31:0] rs_pbase      [0:31];
  logic [15:0] rs_pqsize     [0:31];
  logic [15:0] rs_pesize     [0:31];
  logic [7:0]  rs_edte_base  [0:31];
  logic [7:0]  rs_edte_num   [0:31];
  logic [31:0] next_kernel_seq;

  // ---- DAG table
  logic [31:0] dag_valid, dag_dynamic;
  logic [15:0] dag_tag    [0:31];
  logic [31:0] dag_total  [0:31];
  logic [31:0] dag_finish [0:31];
  logic [31:0] dag_cp     [0:31];

  // ---- launch table
  logic [63:0] la_valid;
  logic [15:0] la_block    [0:63];
  logic [7:0]  la_hdr_entry[0:63];
  logic [3:0]  la_hdr_id   [0:63];
  logic [31:0] la_sips     [0:63];
  logic [31:0] la_done     [0:63];
  logic [31:0] la_seq      [0:63];
  logic [63:0] la_src, la_mih, la_mdma;
  logic [63:0] la_vc_die;
  logic [5:0]  la_vc_base  [0:63];
  logic [6:0]  la_vc_num   [0:63];      // 0: none held
  logic [5:0]  launch_ptr;              // last launch_id used
  logic [63:0] vc_busy     [0:1];       // CDTE VC pool per die

  // ---- FIFOs
  logic [43:0] hdr_fifo [0:HDR_DEPTH-1];
  logic [3:0]  hdr_rd;
  logic [4:0]  hdr_cnt;
  logic [45:0] fw_fifo [0:FW_DEPTH-1];
  logic [1:0]  fw_rd;
  logic [2:0]  fw_cnt;
  logic [2:0]  cq_op   [0:CMD_DEPTH-1];
  logic [31:0] cq_a    [0:CMD_DEPTH-1];
  logic [31:0] cq_b    [0:CMD_DEPTH-1];
  logic        cq_dyn  [0:CMD_DEPTH-1];
  logic [7:0]  cq_last;                 // this is the last DAG command written
  logic [2:0]  cq_rd;
  logic [3:0]  cq_cnt;
  // {thread, block, sip, phy, launch_id, kernel_id, vc_base, vc_num, param}
  logic [15:0] mq_thread [0:63];
  logic [15:0] mq_block  [0:63];
  logic [4:0]  mq_sip    [0:63];
  logic [4:0]  mq_phy    [0:63];
  logic [5:0]  mq_lid    [0:63];
  logic [31:0] mq_kid    [0:63];
  logic [7:0]  mq_vcb    [0:63];
  logic [7:0]  mq_vcn    [0:63];
  logic [31:0] mq_param  [0:63];
  logic [5:0]  mq_rd;
  logic [6:0]  mq_cnt;

  // ---- loader
  logic        ld_busy;
  logic [3:0]  ld_cnt;
  logic        ld_src;
  logic [3:0]  ld_hdr_id;
  logic [7:0]  ld_entry_id;
  logic [1:0]  ld_ctx;
  logic [31:0] ld_td_addr;

  // ---- attempt in flight and its latched decision
  logic        at_busy;
  logic [5:0]  at_cnt;
  logic        dec_hit;
  logic [4:0]  dec_entry;
  logic [1:0]  dec_pool;
  logic [5:0]  dec_nblk;
  logic [4:0]  dec_pos [0:31];          // first SIP of each block, in block order
  logic [31:0] dec_mask;
  logic        dec_second;              // second resources count
  logic [5:0]  pp_n;                    // latched P-pool, sorted
  logic [4:0]  pp_e    [0:31];
  logic [31:0] pp_on   [0:31];

  // ---- micro-sequencer
  typedef enum logic [3:0] {
    ST_IDLE, ST_RD, ST_ADMIT, ST_ENGINE, ST_CM_START, ST_CM_BLK, ST_CM_MDMA,
    ST_CM_MIH, ST_CM_LIVE, ST_CM_POST, ST_CM_PROMOTE, ST_BOUNDARY, ST_REFRESH,
    ST_LATCH
  } state_t;
  state_t      state, rd_ret;
  logic [15:0] rd_need;
  logic [3:0]  rd_idx;
  logic        rd_wait, rd_fail, rd_counters;
  logic [31:0] rd_base;
  logic [31:0] td [0:15];
  logic        cm_mdma, cm_mih, cm_on_cp, cm_src;
  logic [5:0]  cm_b;
  logic [5:0]  cm_lid;
  logic [15:0] cm_block;
  logic [31:0] cm_bmask, cm_left;
  logic [15:0] cm_thread;
  logic [31:0] cm_param;
  logic [7:0]  cm_vcb, cm_vcn;          // of the MDMA command
  logic [5:0]  cm_run_base;             // of SCHED_INFO: a run the HWS allocated
  logic [6:0]  cm_run_num;
  logic [4:0]  rf_entry;
  logic        mem_loader;

  assign tick_busy = (state != ST_IDLE);

  // ------------------------------------------------------- scratch variables
  // results of do_select / do_place
  logic        sel_ok;
  logic [5:0]  sel_n;
  logic [4:0]  sel_pos [0:31];
  logic [31:0] sel_mask;
  // scratch copy of a kernel's grants (§5.2)
  logic [63:0] sc_l2;
  logic [31:0] sc_vc;
  logic [63:0] sc_pool [0:1];
