// With HWS_CHANGES, in waveform builds: a word that is another one whenever a register has changed that does not count with time. A bench that reads
// registers through the simulator's interface needs to read them only then.
  logic [63:0] waves_changes;

  function automatic logic [63:0] changed(input logic [63:0] word, input logic [31:0] register);
    return {word[62:0], word[63]} ^ {32'd0, register};
  endfunction

  task automatic changes_update();
    logic [63:0] word = 64'd0;
    word = changed(word, 32'(HWS_CTRL));
    word = changed(word, 32'(HWS_WORK_MODE));
    word = changed(word, 32'(SIP_TOPOLOGY));
    word = changed(word, 32'(TDP_CFG));
    word = changed(word, 32'(TIME_UNIT));
    word = changed(word, 32'(DYN_DAG_PRIO));
    word = changed(word, 32'(DAG_CMD_STATUS));
    word = changed(word, 32'(MIH_STATUS));
    word = changed(word, 32'(MIH_DATA_LO));
    word = changed(word, 32'(MIH_DATA_HI));
    word = changed(word, 32'(IRQ_STATUS));
    word = changed(word, 32'(ERR_FIRST));
    word = changed(word, 32'(SIP_PRESENT_MASK));
    word = changed(word, 32'(ENABLE_SECOND_RSC_SCH));
    word = changed(word, 32'(ENABLE_EARLY_LAUNCH_SIP));
    word = changed(word, 32'(EARLY_LAUNCH_MODE));
    word = changed(word, 32'(PRE_IDLE_OFFSET));
    word = changed(word, 32'(LAUNCH_SIP_DELAY));
    word = changed(word, 32'(PROMOTE));
    word = changed(word, 32'(RSVD_SIP_BACKFILL_MARGIN_OFFSET));
    word = changed(word, 32'(SIP_FILLUP_TASK_FIRST));
    word = changed(word, 32'(USE_RSVD_SIP_FIRST));
    word = changed(word, 32'(P_TOP_K));
    word = changed(word, 32'(DAG_CMD_TAG));
    word = changed(word, 32'(DAG_CMD_TOTAL));
    word = changed(word, 32'(FW_TASK_TD_ADDR));
    word = changed(word, 32'(HRM_FW_OWNED));
    word = changed(word, 32'(HRM_FW_REFUSED));
    word = changed(word, 32'(IRQ_ENABLE));
    word = changed(word, 32'(ERR_STATUS));
    word = changed(word, 32'(SIP_IDLE_MASK));
    word = changed(word, 32'(SIP_COUNT_EN_MASK));
    word = changed(word, 32'(RESERVED_SIP_MASK));
    word = changed(word, 32'(SIP_PENDING_MASK));
    word = changed(word, 32'(CNT_CYCLE_HI));
    word = changed(word, 32'(CNT_ATTEMPT));
    word = changed(word, 32'(CNT_FAIL));
    word = changed(word, 32'(CNT_LAUNCH_R));
    word = changed(word, 32'(CNT_LAUNCH_P));
    word = changed(word, 32'(CNT_LAUNCH_O));
    word = changed(word, 32'(CNT_BACKFILL));
    word = changed(word, 32'(CNT_EARLY));
    word = changed(word, 32'(CNT_PROMOTE));
    word = changed(word, 32'(CNT_CANCEL));
    word = changed(word, 32'(CNT_KERNEL_DONE));
    word = changed(word, 32'(CNT_TASK_REJECT));
    word = changed(word, 32'(CNT_MIH_DROP));
    for (int d = 0; d < 2; d++)
      for (int h = 0; h < 2; h++) word = changed(word, VC_POOL_FREE[d][h]);
    for (int i = 0; i < 20; i++) begin
      word = changed(word, 32'(SIP_USAGE_MASK[i]));
    end
    for (int i = 0; i < 32; i++) begin
      word = changed(word, 32'(BLOCK_TRIGGER_CNT[i]));
      word = changed(word, 32'(SIP_LAUNCH[i]));
      word = changed(word, 32'(RS_FLAGS[i]));
      word = changed(word, 32'(RS_KERNEL_ID[i]));
      word = changed(word, 32'(RS_KERNEL_SEQ[i]));
      word = changed(word, 32'(RS_IDS[i]));
      word = changed(word, 32'(RS_DIMS[i]));
      word = changed(word, 32'(RS_PROGRESS[i]));
      word = changed(word, 32'(RS_OFFLINE_PRIORITY[i]));
      word = changed(word, 32'(RS_ONLINE_PRIORITY[i]));
      word = changed(word, 32'(RS_AFFINITY[i]));
      word = changed(word, 32'(RS_EST_EXEC_TIME[i]));
      word = changed(word, 32'(RS_FAIL[i]));
      word = changed(word, 32'(RS_RESERVED[i]));
      word = changed(word, 32'(RS_AGE_ROW[i]));
      word = changed(word, 32'(RS_RSC_OPEN[i]));
      word = changed(word, 32'(RS_RSC_REQ[i]));
      word = changed(word, 32'(DAG_FLAGS[i]));
      word = changed(word, 32'(DAG_TOTAL[i]));
      word = changed(word, 32'(DAG_FINISH[i]));
      word = changed(word, 32'(DAG_CP_PRIORITY[i]));
      word = changed(word, 32'(DAG_TOP_OFFLINE[i]));
      word = changed(word, 32'(SCALE_RATIO_TABLE_RANK[i]));
      word = changed(word, 32'(XMC_SIP_MAP[i]));
      word = changed(word, 32'(RSV_THREAD_NUM[i]));
    end
    for (int i = 0; i < 64; i++) begin
      word = changed(word, 32'(LAUNCH_INFO[i]));
      word = changed(word, 32'(LAUNCH_SIP_MASK[i]));
      word = changed(word, 32'(LAUNCH_DONE_MASK[i]));
      word = changed(word, 32'(LAUNCH_KERNEL_SEQ[i]));
    end
    waves_changes = word;
  endtask
