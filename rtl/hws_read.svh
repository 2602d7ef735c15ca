// Bus reads: decode, bus errors, the effects of MIH_DATA_HI and CNT_CYCLE_LO.

  // ------------------------------------------------------------------ bus error
  task automatic bus_fail();
    bus_err = 1'b1;
    bus_rdata = 32'd0;
    err_log(E_BUS, 4'd0, 8'd0);
  endtask

  // --------------------------------------------------------------------- reads
  task automatic mih_pop();
    if (MIH_STATUS_COUNT != 7'd0) begin
      mih_rd = mih_rd + 6'd1;
      MIH_STATUS_COUNT = MIH_STATUS_COUNT - 7'd1;
    end
  endtask

  task automatic bus_do_read();
    logic [13:0] a;
    logic [31:0] r;
    logic        ok;
    a  = bus_addr[13:0];
    r  = 32'd0;
    ok = 1'b1;
    if (bus_addr[31:14] != 18'd0 || bus_addr[1:0] != 2'd0) ok = 1'b0;
    else if (a < 14'h0100)
      case (a)
        A_HWS_ID:        r = 32'h4857_5330;
        A_HWS_VERSION:   r = 32'h0001_0000;
        A_HWS_PARAM0:    r = {8'(N_RANK), 8'(N_SIP), 8'(N_DAG), 8'(N_RS)};
        A_HWS_PARAM1:    r = {4'd0, 4'(N_CTX), 8'(N_LAUNCH), 8'(TD_READ_CYCLES), 8'(ATTEMPT_CYCLES)};
        A_HWS_CTRL:      r = {31'd0, HWS_CTRL_ENABLE};
        A_HWS_STATUS:    r = status_word();
        A_HWS_WORK_MODE: r = {29'd0, HWS_WORK_MODE_REPORT_EN, HWS_WORK_MODE_IN_PATH, HWS_WORK_MODE_OUT_PATH};
        A_SIP_TOPOLOGY:  r = {20'd0, SIP_TOPOLOGY_CLUSTER_NUM, 3'd0, SIP_TOPOLOGY_CLUSTER_SIP_NUM};
        A_SIP_PRESENT:   r = SIP_PRESENT_MASK;
        A_TDP_CFG:       r = {16'd0, TDP_CFG_OFFSET};
        A_TIME_UNIT:     r = {16'd0, TIME_UNIT_PRESCALE};
        default:         ok = 1'b0;
      endcase
    else if (a < 14'h0140)
      case (a)
        A_EN_2ND_RSC:    r = {31'd0, ENABLE_SECOND_RSC_SCH};
        A_EN_EARLY:      r = {31'd0, ENABLE_EARLY_LAUNCH_SIP};
        A_EARLY_MODE:    r = {31'd0, EARLY_LAUNCH_MODE};
        A_PRE_IDLE_OFF:  r = PRE_IDLE_OFFSET;
        A_LAUNCH_DELAY:  r = LAUNCH_SIP_DELAY;
        A_PROMOTE:       r = PROMOTE;
        A_BACKFILL:      r = RSVD_SIP_BACKFILL_MARGIN_OFFSET;
        A_FILLUP:        r = {31'd0, SIP_FILLUP_TASK_FIRST};
        A_USE_RSVD:      r = {31'd0, USE_RSVD_SIP_FIRST};
        A_P_TOP_K:       r = {29'd0, P_TOP_K};
        A_DYN_DAG_PRIO:  r = {31'd0, DYN_DAG_PRIO_AGE_BOOST};
        default:         ok = 1'b0;
      endcase
    else if (a >= A_USAGE_MASK && a < A_USAGE_MASK + 14'd80) r = SIP_USAGE_MASK[(a - A_USAGE_MASK) >> 2];
    else if (a >= A_SCALE && a < A_SCALE + 14'd128)          r = SCALE_RATIO_TABLE_RANK[a[6:2]];
    else if (a >= A_XMC && a < A_XMC + 14'd128)              r = {27'd0, XMC_SIP_MAP[a[6:2]]};
    else if (a >= 14'h0400 && a < 14'h0480)
      case (a)
        A_DAG_CMD_TAG:   r = {16'd0, DAG_CMD_TAG};
        A_DAG_CMD_TOTAL: r = DAG_CMD_TOTAL;
        A_DAG_CMD_STAT:  r = {28'd0, DAG_CMD_STATUS_RESULT, DAG_CMD_STATUS_BUSY};
        A_FW_TD_ADDR:    r = FW_TASK_TD_ADDR;
        A_HRM_OWNED:     r = HRM_FW_OWNED;
        A_HRM_REFUSED:   r = HRM_FW_REFUSED;
        default:         ok = `SWITCH(wo_read, 1'b0, 1'b1); // unmapped, or WO
      endcase
    else if (a >= A_TRIGGER && a < A_TRIGGER + 14'd128)
      r = rs_valid[a[6:2]] ? {16'd0, rs_trigger[a[6:2]]} : 32'd0;
    else if (a >= 14'h0600 && a < 14'h0700)
      case (a)
        A_MIH_STATUS:    r = {22'd0, MIH_STATUS_COUNT == MIH_DEPTH, MIH_STATUS_COUNT == 7'd0,
                              1'b0, MIH_STATUS_COUNT};
        A_MIH_LO: begin
          r = (MIH_STATUS_COUNT != 7'd0) ? mih_lo[mih_rd] : 32'd0;
          `ADDED(mih_lo_pops, mih_pop())
        end
        A_MIH_HI:
          if (MIH_STATUS_COUNT != 7'd0) begin
            r = mih_hi[mih_rd];
            `ABSENT(mih_lo_pops) mih_pop();
          end
        A_IRQ_STATUS:    r = {30'd0, ERR_STATUS != 18'd0, MIH_STATUS_COUNT != 7'd0};
        A_IRQ_ENABLE:    r = {30'd0, IRQ_ENABLE};
        A_ERR_STATUS:    r = {14'd0, ERR_STATUS};
        A_ERR_FIRST:     r = {12'd0, ERR_FIRST_ENTRY_ID, ERR_FIRST_HDR_ID, ERR_FIRST_VALID, 2'd0, ERR_FIRST_CODE};
        default:         ok = 1'b0;
      endcase
    else if (a >= A_VC_POOL && a < A_VC_POOL + 14'd16)   r = vc_pool_free(a[3], a[2]);
    else if (a >= 14'h0800 && a < 14'h0880)
      case (a)
        A_IDLE:          r = SIP_IDLE_MASK;
        A_PRE_IDLE:      r = SIP_PRE_IDLE_MASK;
        A_READY:         r = ready_mask();
        A_PENDING:       r = SIP_PENDING_MASK;
        A_COUNT_EN:      r = SIP_COUNT_EN_MASK;
        A_RESERVED:      r = RESERVED_SIP_MASK;
        default:         ok = 1'b0;
      endcase
    else if (a >= A_REMAIN && a < A_REMAIN + 14'd128) r = SIP_REMAIN_EXEC_TIME[a[6:2]];
    else if (a >= A_GRP2 && a < A_GRP4)               r = grp_remain(5'd2,  {a[5:2], 1'b0});
    else if (a >= A_GRP4 && a < A_GRP8)               r = grp_remain(5'd4,  {a[4:2], 2'b0});
    else if (a >= A_GRP8 && a < A_GRP16)              r = grp_remain(5'd8,  {a[3:2], 3'b0});
    else if (a >= A_GRP16 && a < A_GRP16 + 14'd8)     r = grp_remain(5'd16, {a[2], 4'b0});
    else if (a >= A_RSV_THR && a < A_RSV_THR + 14'd128)
      r = {27'd0, RSV_THREAD_NUM[a[6:2]]};
    else if (a >= A_SIP_LAUNCH && a < A_SIP_LAUNCH + 14'd128) r = sip_launch_word(a[6:2]);
    else if (a >= A_CNT && a < A_CNT + 14'd56)
      case (a[5:2])
        4'd0: begin r = CNT_CYCLE[31:0]; CNT_CYCLE_HI = CNT_CYCLE[63:32]; end
        4'd1:  r = CNT_CYCLE_HI;
        4'd2:  r = CNT_ATTEMPT;
        4'd3:  r = CNT_FAIL;
        4'd4:  r = CNT_LAUNCH_R;
        4'd5:  r = CNT_LAUNCH_P;
        4'd6:  r = CNT_LAUNCH_O;
        4'd7:  r = CNT_BACKFILL;
        4'd8:  r = CNT_EARLY;
        4'd9:  r = CNT_PROMOTE;
        4'd10: r = CNT_CANCEL;
        4'd11: r = CNT_KERNEL_DONE;
        4'd12: r = CNT_TASK_REJECT;
        default: r = CNT_MIH_DROP;
      endcase
    else if (a >= A_RS && a < A_RS + 14'h0800)         r = rs_word(a[10:6], a[5:2]);
    else if (a >= A_DAG && a < A_DAG + 14'h0400)       r = dag_word(a[9:5], a[4:2]);
    else if (a >= A_LAUNCH && a < A_LAUNCH + 14'h0400) r = la_word(a[9:4], a[3:2]);
    else ok = 1'b0;

    if (ok) bus_rdata = r;
    else    bus_fail();
  endtask
