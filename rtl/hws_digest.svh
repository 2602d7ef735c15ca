// With HWS_DIGEST, in waveform builds whose registers are updated on demand: a word that is another one, but for one case in 2^64, whenever an output
// port or a register differs. Registers count outside a tick only, and monitor lanes up to ev_n, as in .ci/first_difference.py.
  function automatic logic [63:0] digested(input logic [63:0] word, input logic [31:0] value);
    return (word ^ {32'd0, value}) * 64'h9e37_79b9_7f4a_7c15 + {32'd0, word[63:32]};
  endfunction

  task automatic digest_update();
    logic [63:0] word = 64'd0;
    word = digested(word, 32'(tick_busy));
    word = digested(word, 32'(bus_ready));
    word = digested(word, 32'(bus_err));
    word = digested(word, 32'(bus_rdata));
    word = digested(word, 32'(hdr_ready));
    word = digested(word, 32'(hdr_err));
    word = digested(word, 32'(sm_req));
    word = digested(word, 32'(sm_loader));
    word = digested(word, 32'(sm_addr));
    word = digested(word, 32'(mdma_valid));
    word = digested(word, 32'(mdma_thread_idx));
    word = digested(word, 32'(mdma_block_idx));
    word = digested(word, 32'(mdma_sip));
    word = digested(word, 32'(mdma_phy));
    word = digested(word, 32'(mdma_launch_id));
    word = digested(word, 32'(mdma_kernel_id));
    word = digested(word, 32'(mdma_report));
    word = digested(word, 32'(mdma_edte_vc_base));
    word = digested(word, 32'(mdma_edte_vc_num));
    word = digested(word, 32'(mdma_param_addr));
    word = digested(word, 32'(mih_push));
    word = digested(word, 32'(mih_dropped));
    word = digested(word, 32'(mih_push_dw0));
    word = digested(word, 32'(mih_push_dw1));
    word = digested(word, 32'(rpt_complete));
    word = digested(word, 32'(rpt_pre_complete));
    word = digested(word, 32'(rpt_valid));
    word = digested(word, 32'(rpt_sip));
    word = digested(word, 32'(rpt_launch_id));
    word = digested(word, 32'(rpt_block_id));
    word = digested(word, 32'(irq));
    word = digested(word, 32'(forced_reset));
    word = digested(word, 32'(ev_n));
    for (int i = 0; i < N_EV; i++)
      if (i < ev_n) begin
        word = digested(word, 32'(ev_kind[i]));
        word = digested(word, ev_a[i]);
        word = digested(word, ev_b[i]);
        word = digested(word, ev_c[i]);
        word = digested(word, ev_d[i]);
        word = digested(word, ev_e[i]);
        word = digested(word, ev_f[i]);
      end
    if (state == ST_IDLE) word = registers_digested(word);
    digest = word;
  endtask

  function automatic logic [63:0] registers_digested(input logic [63:0] start);
    logic [63:0] word;
    waves_update();
    word = start;
    word = digested(word, 32'(SIP_PRE_IDLE_MASK));
    word = digested(word, 32'(SIP_READY_MASK));
    word = digested(word, 32'(HWS_STATUS));
    word = digested(word, 32'(CNT_CYCLE[31:0]));
    word = digested(word, 32'(CNT_CYCLE[63:32]));
    word = digested(word, 32'(HWS_CTRL));
    word = digested(word, 32'(HWS_WORK_MODE));
    word = digested(word, 32'(SIP_TOPOLOGY));
    word = digested(word, 32'(TDP_CFG));
    word = digested(word, 32'(TIME_UNIT));
    word = digested(word, 32'(DYN_DAG_PRIO));
    word = digested(word, 32'(DAG_CMD_STATUS));
    word = digested(word, 32'(MIH_STATUS));
    word = digested(word, 32'(MIH_DATA_LO));
    word = digested(word, 32'(MIH_DATA_HI));
    word = digested(word, 32'(IRQ_STATUS));
    word = digested(word, 32'(ERR_FIRST));
    word = digested(word, 32'(SIP_PRESENT_MASK));
    word = digested(word, 32'(ENABLE_SECOND_RSC_SCH));
    word = digested(word, 32'(ENABLE_EARLY_LAUNCH_SIP));
    word = digested(word, 32'(EARLY_LAUNCH_MODE));
    word = digested(word, 32'(PRE_IDLE_OFFSET));
    word = digested(word, 32'(LAUNCH_SIP_DELAY));
    word = digested(word, 32'(PROMOTE));
    word = digested(word, 32'(RSVD_SIP_BACKFILL_MARGIN_OFFSET));
    word = digested(word, 32'(SIP_FILLUP_TASK_FIRST));
    word = digested(word, 32'(USE_RSVD_SIP_FIRST));
    word = digested(word, 32'(P_TOP_K));
    word = digested(word, 32'(DAG_CMD_TAG));
    word = digested(word, 32'(DAG_CMD_TOTAL));
    word = digested(word, 32'(FW_TASK_TD_ADDR));
    word = digested(word, 32'(HRM_FW_OWNED));
    word = digested(word, 32'(HRM_FW_REFUSED));
    word = digested(word, 32'(IRQ_ENABLE));
    word = digested(word, 32'(ERR_STATUS));
    word = digested(word, 32'(SIP_IDLE_MASK));
    word = digested(word, 32'(SIP_COUNT_EN_MASK));
    word = digested(word, 32'(RESERVED_SIP_MASK));
    word = digested(word, 32'(SIP_PENDING_MASK));
    word = digested(word, 32'(CNT_CYCLE_HI));
    word = digested(word, 32'(CNT_ATTEMPT));
    word = digested(word, 32'(CNT_FAIL));
    word = digested(word, 32'(CNT_LAUNCH_R));
    word = digested(word, 32'(CNT_LAUNCH_P));
    word = digested(word, 32'(CNT_LAUNCH_O));
    word = digested(word, 32'(CNT_BACKFILL));
    word = digested(word, 32'(CNT_EARLY));
    word = digested(word, 32'(CNT_PROMOTE));
    word = digested(word, 32'(CNT_CANCEL));
    word = digested(word, 32'(CNT_KERNEL_DONE));
    word = digested(word, 32'(CNT_TASK_REJECT));
    word = digested(word, 32'(CNT_MIH_DROP));
    for (int d = 0; d < 2; d++)
      for (int h = 0; h < 2; h++) word = digested(word, VC_POOL_FREE[d][h]);
    for (int i = 0; i < 2; i++) word = digested(word, GRP16_REMAIN[i]);
    for (int i = 0; i < 4; i++) word = digested(word, GRP8_REMAIN[i]);
    for (int i = 0; i < 8; i++) word = digested(word, GRP4_REMAIN[i]);
    for (int i = 0; i < 16; i++) word = digested(word, GRP2_REMAIN[i]);
    for (int i = 0; i < 20; i++) word = digested(word, SIP_USAGE_MASK[i]);
    for (int i = 0; i < 32; i++) begin
      word = digested(word, 32'(SIP_REMAIN_EXEC_TIME[i]));
      word = digested(word, 32'(BLOCK_TRIGGER_CNT[i]));
      word = digested(word, 32'(SIP_LAUNCH[i]));
      word = digested(word, 32'(RS_FLAGS[i]));
      word = digested(word, 32'(RS_KERNEL_ID[i]));
      word = digested(word, 32'(RS_KERNEL_SEQ[i]));
      word = digested(word, 32'(RS_IDS[i]));
      word = digested(word, 32'(RS_DIMS[i]));
      word = digested(word, 32'(RS_PROGRESS[i]));
      word = digested(word, 32'(RS_OFFLINE_PRIORITY[i]));
      word = digested(word, 32'(RS_ONLINE_PRIORITY[i]));
      word = digested(word, 32'(RS_AFFINITY[i]));
      word = digested(word, 32'(RS_EST_EXEC_TIME[i]));
      word = digested(word, 32'(RS_FAIL[i]));
      word = digested(word, 32'(RS_RESERVED[i]));
      word = digested(word, 32'(RS_AGE_ROW[i]));
      word = digested(word, 32'(RS_RSC_OPEN[i]));
      word = digested(word, 32'(RS_RSC_REQ[i]));
      word = digested(word, 32'(DAG_FLAGS[i]));
      word = digested(word, 32'(DAG_TOTAL[i]));
      word = digested(word, 32'(DAG_FINISH[i]));
      word = digested(word, 32'(DAG_CP_PRIORITY[i]));
      word = digested(word, 32'(DAG_TOP_OFFLINE[i]));
      word = digested(word, 32'(SCALE_RATIO_TABLE_RANK[i]));
      word = digested(word, 32'(XMC_SIP_MAP[i]));
      word = digested(word, 32'(RSV_THREAD_NUM[i]));
    end
    for (int i = 0; i < 64; i++) begin
      word = digested(word, LAUNCH_INFO[i]);
      word = digested(word, LAUNCH_SIP_MASK[i]);
      word = digested(word, LAUNCH_DONE_MASK[i]);
      word = digested(word, LAUNCH_KERNEL_SEQ[i]);
    end
    return word;
  endfunction
