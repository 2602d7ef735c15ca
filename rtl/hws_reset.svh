// Soft reset and power-on reset.

  // --------------------------------------------------------------------- reset
  task automatic dag_clear(input logic [4:0] s);
    dag_valid[s]   = 1'b0;
    dag_dynamic[s] = 1'b0;
    dag_tag[s]     = 16'd0;
    dag_total[s]   = 32'd0;
    dag_finish[s]  = 32'd0;
    dag_cp[s]      = 32'd0;
  endtask

  task automatic la_clear(input logic [5:0] l);
    la_valid[l]     = 1'b0;
    la_block[l]     = 16'd0;
    la_hdr_entry[l] = 8'd0;
    la_hdr_id[l]    = 4'd0;
    la_sips[l]      = 32'd0;
    la_done[l]      = 32'd0;
    la_seq[l]       = 32'd0;
    la_src[l]       = 1'b0;
    la_mih[l]       = 1'b0;
    la_mdma[l]      = 1'b0;
    la_vc_num[l]    = 7'd0;
  endtask

  // an RS entry becomes free: every word reads zero, no row refers to it
  task automatic rs_free(input logic [4:0] e);
    rs_valid[e]  = 1'b0;
    rs_r_flag[e] = 1'b0;
    rs_online[e] = 32'd0;
    rs_reserved[e] = 32'd0;
    `ABSENT(age_column)
    for (int j = 0; j < 32; j++) rs_older[j][e] = 1'b0;
    rs_older[e] = 32'd0;
  endtask

  // everything HWS_CTRL.SOFT_RESET returns to its reset state
  task automatic reset_state();
    DAG_CMD_STATUS_BUSY   = 1'b0;
    DAG_CMD_STATUS_RESULT = 3'd0;
    `ABSENT(soft_reset_owned) HRM_FW_OWNED = 32'd0;
    `ABSENT(soft_reset_refused) HRM_FW_REFUSED = 32'd0;
    mih_rd = 6'd0;
    `ABSENT(soft_reset_messages) MIH_STATUS_COUNT = 7'd0;
    `ABSENT(soft_reset_errors) ERR_STATUS = 18'd0;
    ERR_FIRST_CODE = 5'd0;  ERR_FIRST_VALID = 1'b0;
    ERR_FIRST_HDR_ID = 4'd0; ERR_FIRST_ENTRY_ID = 8'd0;
    SIP_IDLE_MASK     = 32'hffff_ffff;
    SIP_PRE_IDLE_MASK = 32'hffff_ffff;
    SIP_COUNT_EN_MASK = 32'd0;
    RESERVED_SIP_MASK = 32'd0;
    SIP_RUNNING_VALID = 32'd0;
    SIP_PENDING_MASK  = 32'd0;
    `ABSENT(soft_reset_prescaler) prescale_cnt = 16'd0;
    `ABSENT(soft_reset_cycle) CNT_CYCLE = 64'd0;
    CNT_CYCLE_HI = 32'd0;
    CNT_ATTEMPT = 32'd0;  CNT_FAIL = 32'd0;
    `ABSENT(soft_reset_counters) begin CNT_LAUNCH_R = 32'd0; CNT_LAUNCH_P = 32'd0; CNT_LAUNCH_O = 32'd0; end
    CNT_BACKFILL = 32'd0; CNT_EARLY = 32'd0;    CNT_PROMOTE = 32'd0;
    CNT_CANCEL = 32'd0;   CNT_KERNEL_DONE = 32'd0;
    CNT_TASK_REJECT = 32'd0; CNT_MIH_DROP = 32'd0;
    for (int i = 0; i < 32; i++) begin
      SIP_RUNNING[i] = 6'd0;
      SIP_PENDING[i] = 6'd0;
      SIP_REMAIN_EXEC_TIME[i] = 32'd0;
      RSV_THREAD_NUM[i] = 5'd0;
      rs_free(i[4:0]);
      `ABSENT(soft_reset_dags) dag_clear(i[4:0]);
    end
    for (int i = 0; i < 64; i++) la_clear(i[5:0]);
    `ABSENT(soft_reset_vcs) begin vc_busy[0] = 64'd0; vc_busy[1] = 64'd0; end
    `ABSENT(soft_reset_seq) next_kernel_seq = 32'd0;
    `ABSENT(soft_reset_hdr) begin hdr_rd = 4'd0;  hdr_cnt = 5'd0; end
    fw_rd  = 2'd0;  fw_cnt  = 3'd0;
    `ABSENT(soft_reset_commands) begin cq_rd = 3'd0; cq_cnt = 4'd0; cq_last = 8'd0; end
    mq_rd  = 6'd0;  mq_cnt  = 7'd0;
    `ABSENT(soft_reset_loader) begin ld_busy = 1'b0; ld_cnt = 4'd0; end
    `ABSENT(soft_reset_attempt) begin at_busy = 1'b0; at_cnt = 6'd0; dec_hit = 1'b0; pp_n = 6'd0; end
    launch_ptr = `BUG(reset_pointer, launch_ptr, 6'd63);
    state   = ST_IDLE;
    rd_need = 16'd0; rd_wait = 1'b0; rd_fail = 1'b0;
    sm_loader = 1'b0; mem_loader = 1'b0;
  endtask

  // RW registers and the launch_id pointer: power-on reset only
  task automatic reset_config();
    HWS_CTRL_ENABLE = 1'b0;
    HWS_WORK_MODE_OUT_PATH = 1'b0;
    HWS_WORK_MODE_IN_PATH  = 1'b0;
    HWS_WORK_MODE_REPORT_EN = 1'b0;
    SIP_TOPOLOGY_CLUSTER_SIP_NUM = 5'd16;
    SIP_TOPOLOGY_CLUSTER_NUM = 4'd2;
    SIP_PRESENT_MASK = 32'hffff_ffff;
    TDP_CFG_OFFSET = 16'd0;
    TIME_UNIT_PRESCALE = 16'd0;
    ENABLE_SECOND_RSC_SCH = 1'b0;
    ENABLE_EARLY_LAUNCH_SIP = 1'b0;
    EARLY_LAUNCH_MODE = 1'b0;
    PRE_IDLE_OFFSET = 32'd0;
    LAUNCH_SIP_DELAY = 32'd0;
    PROMOTE = 32'h0004_1001;
    RSVD_SIP_BACKFILL_MARGIN_OFFSET = 32'd0;
    SIP_FILLUP_TASK_FIRST = 1'b0;
    USE_RSVD_SIP_FIRST = 1'b0;
    P_TOP_K = 3'd1;
    DYN_DAG_PRIO_AGE_BOOST = 1'b0;
    for (int i = 0; i < 20; i++) SIP_USAGE_MASK[i] = 32'hffff_ffff;
    for (int i = 0; i < 32; i++) begin
      SCALE_RATIO_TABLE_RANK[i] = 100 * (i + 1);
      XMC_SIP_MAP[i] = i[4:0];
    end
    DAG_CMD_TAG = 16'd0;
    DAG_CMD_TOTAL = 32'd0;
    FW_TASK_TD_ADDR = 32'd0;
    IRQ_ENABLE = 2'd0;
    launch_ptr = 6'd63;                // a soft reset keeps it
  endtask
