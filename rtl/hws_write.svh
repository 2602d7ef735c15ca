// Bus writes: the command queue, checks of values, doorbells.

  // ------------------------------------------------------------- command queue
  task automatic cmd_put(input logic [2:0] op, input logic [31:0] x, input logic [31:0] y,
                         input logic dyn);
    logic [2:0] wr;
    logic       dag;
    dag = (op == COMMAND_DAG_INIT || op == COMMAND_DAG_RESET);
    if (dag) cq_last = 8'd0;
    if (cq_cnt == `SWITCH(queue_seven, CMD_DEPTH, CMD_DEPTH - 1)) begin
      if (dag && `SWITCH(dag_dropped, 1'b1, 1'b0)) begin
        DAG_CMD_STATUS_BUSY   = 1'b0;
        DAG_CMD_STATUS_RESULT = RESULT_DROPPED;
      end
      err(E_CMD_OVERFLOW, 4'd0, 8'd0);
    end else begin
      wr = cq_rd + cq_cnt[2:0];
      cq_op[wr]  = op;
      cq_a[wr]   = x;
      cq_b[wr]   = y;
      cq_dyn[wr] = dyn;
      cq_cnt     = cq_cnt + 4'd1;
      if (dag) begin
        cq_last[wr]           = 1'b1;
        DAG_CMD_STATUS_BUSY   = 1'b1;
        DAG_CMD_STATUS_RESULT = RESULT_OK;
      end
    end
  endtask

  // -------------------------------------------------------------------- writes
  function automatic logic xmc_is_permutation();
    logic [31:0] seen;
    seen = 32'd0;
    for (int i = 0; i < 32; i++) seen[XMC_SIP_MAP[i]] = 1'b1;
    return seen == 32'hffff_ffff;
  endfunction

  task automatic cfg_err();
    err(E_CFG, 4'd0, 8'd0);
  endtask

  task automatic write_ctrl(input logic [31:0] d);
    if (d[0] && !xmc_is_permutation() && `SWITCH(xmc_permutation, 1'b1, 1'b0)) cfg_err();
    else if (d[1] && !(d[2] && `SWITCH(soft_reset_force, 1'b1, 1'b0))
             && ((SIP_IDLE_MASK != 32'hffff_ffff && `SWITCH(soft_reset_idle, 1'b1, 1'b0))
                 || (HRM_FW_OWNED != 32'd0 && `SWITCH(soft_reset_firmware, 1'b1, 1'b0)))) cfg_err();
    else begin
      if (d[1] || `SWITCH(force_alone, 1'b0, d[2])) begin
        reset_state();
        `ADDED(soft_reset_config, PROMOTE = 32'h0004_1001)
        forced_reset = d[2];
      end
      HWS_CTRL_ENABLE = d[0] && `SWITCH(soft_reset_enable, 1'b1, !d[1]);
      `ADDED(enable_aborts, if (!d[0]) at_busy = 1'b0)
    end
  endtask

  task automatic fw_push(input logic [31:0] d);
    logic [1:0] wr;
    logic [11:0] ids;
    ids = `SWITCH(fw_push_ids, d[11:0], 12'd0);
    if (!HWS_WORK_MODE_IN_PATH) err(E_FW_MODE, ids[11:8], ids[7:0]);
    if (HWS_WORK_MODE_IN_PATH && fw_cnt == `SWITCH(fw_depth, FW_DEPTH, FW_DEPTH - 1)) err(E_FW_OVERFLOW, ids[11:8], ids[7:0]);
    else if (HWS_WORK_MODE_IN_PATH || `SWITCH(fw_mode_accepts, 1'b0, fw_cnt != FW_DEPTH)) begin
      wr = fw_rd + fw_cnt[1:0];
      fw_fifo[wr] = {d[13:12], d[11:8], d[7:0], FW_TASK_TD_ADDR};
      fw_cnt = fw_cnt + 3'd1;
    end
  endtask

  task automatic bus_do_write();
    logic [13:0] a;
    logic [31:0] d;
    a = bus_addr[13:0];
    d = bus_wdata;
    if (bus_addr[31:14] != 18'd0 || bus_addr[1:0] != 2'd0) bus_fail();
    else if (a >= A_USAGE_MASK && a < A_USAGE_MASK + 14'd80) SIP_USAGE_MASK[(a - A_USAGE_MASK) >> 2] = d;
    else if (a >= A_SCALE && a < A_SCALE + 14'd128)          SCALE_RATIO_TABLE_RANK[a[6:2]] = d;
    else if (a >= A_XMC && a < A_XMC + 14'd128) begin
      if ((HWS_CTRL_ENABLE && `SWITCH(xmc_enabled, 1'b1, 1'b0)) || at_busy
          || (SIP_IDLE_MASK != 32'hffff_ffff && `SWITCH(xmc_idle, 1'b1, 1'b0))) cfg_err();
      else XMC_SIP_MAP[a[6:2]] = d[4:0];
    end
    else if (a >= A_TRIGGER && a < A_TRIGGER + 14'd128)
      cmd_put(COMMAND_TRIGGER, {27'd0, a[6:2]}, d, 1'b0);
    else
      case (a)
        A_HWS_CTRL:      write_ctrl(d);
        A_HWS_WORK_MODE: {HWS_WORK_MODE_REPORT_EN, HWS_WORK_MODE_IN_PATH, HWS_WORK_MODE_OUT_PATH} = d[2:0];
        A_SIP_TOPOLOGY:
          if ((!topo_legal(d[4:0], d[11:8]) && `SWITCH(topology_pair, 1'b1, d[4:0] == 5'd0 || d[4:0] > 5'd16 || d[11:8] == 4'd0))
              || (rs_valid != 32'd0 && `SWITCH(topology_resident, 1'b1, 1'b0)) || (ld_busy && `SWITCH(topology_loader, 1'b1, 1'b0))
              || SIP_IDLE_MASK != 32'hffff_ffff || (HRM_FW_OWNED != 32'd0 && `SWITCH(topology_owned, 1'b1, 1'b0)))
            cfg_err();
          else begin
            SIP_TOPOLOGY_CLUSTER_SIP_NUM = d[4:0];
            SIP_TOPOLOGY_CLUSTER_NUM     = d[11:8];
            SIP_PRESENT_MASK             = `SWITCH(present_packed, topo_present(d[4:0], d[11:8]), 32'((64'd1 << (6'(d[4:0]) * 6'(d[11:8]))) - 64'd1));
          end
        A_TDP_CFG:       if (d[1:0] != 2'd0 && `SWITCH(tdp_aligned, 1'b1, 1'b0)) cfg_err(); else TDP_CFG_OFFSET = d[15:0];
        A_TIME_UNIT:     begin TIME_UNIT_PRESCALE = d[15:0]; prescale_cnt = `BUG(time_unit_phase, 16'd0, prescale_cnt); end
        A_EN_2ND_RSC:    ENABLE_SECOND_RSC_SCH = d[0];
        A_EN_EARLY:      ENABLE_EARLY_LAUNCH_SIP = d[0];
        A_EARLY_MODE:    begin EARLY_LAUNCH_MODE = d[0]; `ADDED(mode_clears_pre_idle, if (!d[0]) SIP_PRE_IDLE_MASK = SIP_IDLE_MASK) end
        A_PRE_IDLE_OFF:  PRE_IDLE_OFFSET = d;
        A_LAUNCH_DELAY:  LAUNCH_SIP_DELAY = d;
        A_PROMOTE:       if (d[15:12] == 4'd0 || d[15:12] > `SWITCH(rtask_range, 4'd8, 4'd15)) cfg_err(); else PROMOTE = d & 32'hffff_f10f;
        A_BACKFILL:      RSVD_SIP_BACKFILL_MARGIN_OFFSET = d;
        A_FILLUP:        SIP_FILLUP_TASK_FIRST = d[0];
        A_USE_RSVD:      USE_RSVD_SIP_FIRST = d[0];
        A_P_TOP_K:       if (d[2:0] == 3'd0 || d[2:0] > `SWITCH(top_k_range, 3'd4, 3'd7)) cfg_err(); else P_TOP_K = d[2:0];
        A_DYN_DAG_PRIO:  DYN_DAG_PRIO_AGE_BOOST = d[0];
        A_RPT_COMPLETE:  report_complete(d);
        A_RPT_PRE:       report_pre_complete(d);
        A_DAG_CMD_TAG:   DAG_CMD_TAG = d[15:0];
        A_DAG_CMD_TOTAL: DAG_CMD_TOTAL = d;
        A_DAG_CMD:
          if      (d[1:0] == 2'd1) cmd_put(COMMAND_DAG_INIT,  {16'd0, DAG_CMD_TAG}, DAG_CMD_TOTAL, d[8]);
          else if (`SWITCH(dag_op_three, d[1:0] == 2'd2, d[1])) cmd_put(COMMAND_DAG_RESET, {16'd0, DAG_CMD_TAG}, 32'd0, 1'b0);
          else                     cfg_err();
        A_FW_TD_ADDR:    FW_TASK_TD_ADDR = d;
        A_FW_PUSH:       fw_push(d);
        A_TD_REFRESH:    cmd_put(COMMAND_REFRESH, {27'd0, d[4:0]}, {d[31], 3'd0, d[19:16], d[15:8], 16'd0}, 1'b0);
        A_HRM_CLAIM:     cmd_put(COMMAND_CLAIM,   d, 32'd0, 1'b0);
        A_HRM_RELEASE:   cmd_put(COMMAND_RELEASE, d, 32'd0, 1'b0);
        A_IRQ_ENABLE:    IRQ_ENABLE = d[1:0];
        A_ERR_STATUS: begin
          ERR_STATUS = ERR_STATUS & ~`SWITCH(err_clears_all, d[17:0], {18{d[17:0] != 18'd0}});
          if (ERR_STATUS == 18'd0 || `SWITCH(err_first_partial, 1'b0, d[17:0] != 18'd0)) begin
            ERR_FIRST_VALID = 1'b0;  ERR_FIRST_CODE = 5'd0;
            ERR_FIRST_HDR_ID = 4'd0; ERR_FIRST_ENTRY_ID = 8'd0;
          end
        end
        default:         begin `ABSENT(write_silent) bus_fail(); end    // unmapped, RO or RP
      endcase
  endtask
