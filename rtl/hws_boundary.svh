// The boundary: queued commands, finished allocation-only kernels, resource requests (§1.2, §9.3, §9.4).

  // ----------------------------------------------------------------- boundary
  // one queued command, one finished allocation-only kernel, or one request per edge
  task automatic boundary();
    logic [5:0] f;
    logic [6:0] q;
    if (cq_cnt != 4'd0 && `SWITCH(commands_need_enable, 1'b1, HWS_CTRL_ENABLE)) begin
      command();
      return;
    end
    f = alloc_only_done();
    if (f[5]) begin
      kernel_done(f[4:0], `SWITCH(alloc_only_finish, 1'b1, 1'b0));
      if (mih_path(f[4:0]) && `SWITCH(alloc_only_message, 1'b1, 1'b0))            // the freed entry still holds its descriptor
        mih_send(dw0_of(2'd2, rs_src[f[4:0]], rs_hdr_id[f[4:0]], rs_hdr_entry[f[4:0]], rs_start[f[4:0]]),
                 `SWITCH(alloc_only_last, 32'h0001_0000, 32'd0));
      return;
    end
    q = next_request();
    if (q[6]) begin
      if (q[5]) begin
        alloc_req(q[4:0], 4'd2, rs_vc_req[q[4:0]]);
        rs_vc_req[q[4:0]] = rs_vc_req[q[4:0]] + 32'd1;
      end else begin
        alloc_req(q[4:0], 4'd1, rs_l2_req[q[4:0]]);
        rs_l2_req[q[4:0]] = rs_l2_req[q[4:0]] + 32'd1;
      end
      return;
    end
    if (latch_condition() && `SWITCH(commands_in_flight, 1'b1, !at_busy)) state = ST_LATCH;
    else end_tick();
  endtask

  task automatic command();
    logic [2:0]  op, res;
    logic [31:0] x, y, g;
    logic        dyn, last, used, hit;
    logic [5:0]  f;
    logic [4:0]  e, s;
    logic [15:0] n;
    op = cq_op[cq_rd];  x = cq_a[cq_rd];  y = cq_b[cq_rd];
    dyn = cq_dyn[cq_rd]; last = cq_last[cq_rd];
    cq_last[cq_rd] = 1'b0;
    `ADDED(dag_operands_late, if (op == COMMAND_DAG_INIT || op == COMMAND_DAG_RESET) begin x = {16'd0, DAG_CMD_TAG}; y = DAG_CMD_TOTAL; end)
    cq_rd  = cq_rd + 3'd1;
    cq_cnt = cq_cnt - 4'd1;
    res = RESULT_OK;
    e = x[4:0];
    if (op == COMMAND_DAG_INIT || op == COMMAND_DAG_RESET) begin
      f = dag_lookup(x[15:0]);
      s = f[4:0];
      if (op == COMMAND_DAG_INIT) begin
        if (!f[5]) begin
          f = lowest(~dag_valid);
          s = f[4:0];
          if (f[5]) res = RESULT_TABLE_FULL;
          else begin
            dag_clear(s);
            dag_valid[s] = 1'b1;
            dag_tag[s]   = x[15:0];
          end
        end
        if (res == RESULT_OK) begin
          dag_total[s]   = y;
          dag_dynamic[s] = dyn | `SWITCH(dag_init_dynamic, 1'b0, dag_dynamic[s]);
          `ADDED(dag_init_finish, dag_finish[s] = 32'd0)
        end
      end else if (!f[5]) res = `SWITCH(dag_reset_unknown, RESULT_NOT_FOUND, RESULT_OK);
      else begin
        `ABSENT(dag_reset_total)   dag_total[s]   = 32'd0;
        `ABSENT(dag_reset_count)   dag_finish[s]  = 32'd0;
        `ABSENT(dag_reset_cp)      dag_cp[s]      = 32'd0;
        `ABSENT(dag_reset_dynamic) dag_dynamic[s] = 1'b0;
        used = 1'b0;
        for (int j = 0; j < 32; j++)
          if (rs_valid[j] && rs_dag_tag[j] == x[15:0] && `SWITCH(dag_reset_started, 1'b1, rs_launched[j] != 16'd0)) used = 1'b1;
        if (used && `SWITCH(dag_reset_frees, 1'b1, 1'b0)) res = RESULT_BUSY;
        else      dag_clear(s);
      end
      if (`SWITCH(dag_status_any, last, 1'b1)) begin
        DAG_CMD_STATUS_BUSY   = 1'b0;
        DAG_CMD_STATUS_RESULT = res;
      end
    end
    g = x & `SWITCH(claim_absent, SIP_PRESENT_MASK, 32'hffff_ffff) & `BUG(claim_pre_idle, SIP_IDLE_MASK, SIP_PRE_IDLE_MASK)
        & ~`SWITCH(claim_reserved, RESERVED_SIP_MASK, 32'd0) & ~`SWITCH(claim_owned, HRM_FW_OWNED, 32'd0);
    `ADDED(claim_all, if (g != x) g = 32'd0)
    ev(EV_CMD, op, (op == COMMAND_CLAIM) ? (x & ~g) : {29'd0, res}, 0, 0, 0, 0);
    // TRIGGER, REFRESH: y = {CHECK, 3'd0, HDR_ID, ENTRY_ID, COUNT}
    hit = rs_valid[e] && (!`SWITCH(check_always, y[31], 1'b1) || `SWITCH(refresh_check, 1'b0, op == COMMAND_REFRESH)
                          || (`SWITCH(check_entry_only, y[27:24] == rs_hdr_id[e], 1'b1) && y[23:16] == rs_hdr_entry[e]));
    `ADDED(dag_init_error, if (res == RESULT_TABLE_FULL) err(E_DAG_TABLE_FULL, 4'd0, 8'd0))
    case (op)
      COMMAND_TRIGGER:
        if (!hit) err(E_TRIGGER_ENTRY, `SWITCH(trigger_entry_ids, 4'd0, y[27:24]), `SWITCH(trigger_entry_ids, 8'd0, y[23:16]));
        else begin
          if (y[15:0] < rs_trigger[e] || `SWITCH(regress_equal, 1'b0, y[15:0] == rs_trigger[e]))
            err(E_TRIGGER_REGR, `SWITCH(regress_ids, rs_hdr_id[e], 4'd0), `SWITCH(regress_ids, rs_hdr_entry[e], 8'd0));
          `ADDED(trigger_adds, y[15:0] = y[15:0] + rs_trigger[e])
          n = (y[15:0] < rs_block_num[e] || `SWITCH(trigger_clamp, 1'b0, 1'b1)) ? y[15:0] : rs_block_num[e];
          if (`BUG(trigger_sinks, n > rs_trigger[e], 1'b1)) rs_trigger[e] = n;
        end
      COMMAND_REFRESH:
        if (!hit) err(E_TRIGGER_ENTRY, 4'd0, 8'd0);
        else begin
          rf_entry = e;
          read_live(e, `SWITCH(refresh_counters, ENABLE_SECOND_RSC_SCH, 1'b0), ST_REFRESH);
        end
      COMMAND_CLAIM: begin
        HRM_FW_OWNED   = HRM_FW_OWNED | g;
        HRM_FW_REFUSED = (x & ~g) | `SWITCH(refused_kept, 32'd0, HRM_FW_REFUSED);
      end
      COMMAND_RELEASE: begin
        HRM_FW_OWNED = HRM_FW_OWNED & ~`SWITCH(release_all, x, 32'hffff_ffff);
        `ADDED(release_refused, HRM_FW_REFUSED = 32'd0)
      end
      default: ;
    endcase
  endtask

  task automatic refresh_done();
    state = ST_BOUNDARY;
    apply_live(rf_entry);
  endtask
