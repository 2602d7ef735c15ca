// The first half of a tick: time base (§1.2 a) and loader (§1.2 b, §2).

  // ------------------------------------------------------------- (a) time base
  task automatic tick_time_base();
    `ADDED(pre_idle_stale, estimate_pre_idle())
    if (`SWITCH(prescale_period, prescale_cnt == TIME_UNIT_PRESCALE, prescale_cnt + 16'd1 >= TIME_UNIT_PRESCALE)) begin
      prescale_cnt = 16'd0;
      if (SIP_COUNT_EN_MASK != 32'd0)
        for (int i = 0; i < 32; i++)
          if (SIP_COUNT_EN_MASK[i] && `SWITCH(remain_underflow, SIP_REMAIN_EXEC_TIME[i] != 32'd0, 1'b1))
            SIP_REMAIN_EXEC_TIME[i] = SIP_REMAIN_EXEC_TIME[i] - 32'd1;
    end else
      prescale_cnt = prescale_cnt + 16'd1;
    `ABSENT(pre_idle_stale) estimate_pre_idle();
  endtask

  task automatic estimate_pre_idle();
    logic [31:0] m;
    if (EARLY_LAUNCH_MODE && `SWITCH(pre_idle_needs_early, 1'b1, ENABLE_EARLY_LAUNCH_SIP)) begin
      m = SIP_RUNNING_VALID & ~`SWITCH(pre_idle_pending, SIP_PENDING_MASK, 32'd0) & ~SIP_PRE_IDLE_MASK;
      if (m != 32'd0)
        for (int i = 0; i < 32; i++)
          if (m[i] && `SWITCH(pre_idle_any_path, la_mdma[SIP_RUNNING[i]], 1'b1) && `BUG(pre_idle_compare, SIP_REMAIN_EXEC_TIME[i] <= PRE_IDLE_OFFSET,
                                                  SIP_REMAIN_EXEC_TIME[i] < PRE_IDLE_OFFSET))
            SIP_PRE_IDLE_MASK[i] = 1'b1;
    end
  endtask

  // ---------------------------------------------------------------- (b) loader
  task automatic tick_loader();
    if (ld_busy) begin
      ld_cnt = ld_cnt - 4'd1;
      if (ld_cnt == 4'd0) begin
        mem_loader = 1'b1;
        sm_start(ld_td_addr + `SWITCH(tdp_at_pop, {16'd0, TDP_CFG_OFFSET}, 32'd0), 16'hffff, ST_ADMIT);
      end
    end else if (`SWITCH(loader_last_entry, rs_valid != 32'hffff_ffff, count32(rs_valid) < 6'd31)) begin
      if (!HWS_WORK_MODE_IN_PATH || `SWITCH(in_path_falls_back, 1'b0, fw_cnt == 3'd0)) begin
        if (hdr_cnt != 5'd0) begin
          {ld_hdr_id, ld_entry_id, ld_td_addr} = hdr_fifo[hdr_rd];
          hdr_rd  = hdr_rd + 4'd1;
          hdr_cnt = hdr_cnt - 5'd1;
          ld_src  = 1'b0;
          ld_ctx  = 2'd0;
          loader_start();
        end
      end else if (fw_cnt != 3'd0) begin
        {ld_ctx, ld_hdr_id, ld_entry_id, ld_td_addr} = fw_fifo[fw_rd];
        fw_rd   = fw_rd + 2'd1;
        fw_cnt  = fw_cnt - 3'd1;
        ld_src  = 1'b1;
        loader_start();
      end
    end
  endtask

  task automatic loader_start();
    ld_busy = 1'b1;
    ld_cnt  = `SWITCH(td_read_cycles, TD_READ_CYCLES, TD_READ_CYCLES + 1);
    `ADDED(tdp_at_pop, ld_td_addr = ld_td_addr + {16'd0, TDP_CFG_OFFSET})
  endtask

  // shared-memory reads: one word per edge, lowest word first
  task automatic sm_start(input logic [31:0] base, input logic [15:0] need, input state_t ret);
    rd_base = base;
    rd_need = need;
    rd_wait = 1'b0;
    rd_fail = 1'b0;
    rd_ret  = ret;
    state   = ST_RD;
  endtask

  task automatic sm_step();
    if (rd_wait) begin
      rd_wait = 1'b0;
      if (sm_err) begin
        rd_fail = 1'b1;
        rd_need = 16'd0;
      end else begin
        td[rd_idx] = sm_rdata;
        rd_need[rd_idx] = 1'b0;
      end
    end
    if (rd_need != 16'd0) begin
      for (int i = 15; i >= 0; i--) if (rd_need[i]) rd_idx = i[3:0];
      sm_req    = 1'b1;
      sm_loader = mem_loader;
      sm_addr   = `SWITCH(td_align, rd_base, rd_base & ~32'd3) + {26'd0, rd_idx, 2'b00};
      rd_wait   = 1'b1;
    end else begin
      mem_loader = 1'b0;
      state = rd_ret;
    end
  endtask

  // §2.3: admission checks in order; 31 when the task may enter
  task automatic admission(input logic [4:0] e, output logic [4:0] code);
    logic [15:0] t, n;
    logic [31:0] m;
    t = td[5][15:0];
    n = td[5][31:16];
    m = td[1] & SIP_PRESENT_MASK;
    if (rd_fail)                                                        code = E_TD_READ;
    else if (!(`SWITCH(thread_nine, thread_legal(t), thread_legal(t) && t != 16'd9) || `SWITCH(thread_five, 1'b0, t == 16'd5)))
                                                                        code = E_TD_THREAD_NUM;
    else if (t > `SWITCH(cluster_stride, SIP_TOPOLOGY_CLUSTER_SIP_NUM, slot_of(SIP_TOPOLOGY_CLUSTER_SIP_NUM))
             || `SWITCH(cluster_equal, 1'b0, t == SIP_TOPOLOGY_CLUSTER_SIP_NUM))
                                                                        code = E_TD_CLUSTER;
    else if (`SWITCH(block_num_zero, n == 16'd0, 1'b0)
             || {1'b0, `SWITCH(block_range_absent, td[6][15:0], 16'd0)} + {1'b0, n} > `SWITCH(block_range, 17'h10000, 17'h0ffff))
                                                                        code = E_TD_BLOCK_NUM;
    else if (!td[4][18] && !td[4][19] && !`SWITCH(out_path_report, 1'b0, HWS_WORK_MODE_REPORT_EN))
                                                                        code = E_TD_OUT_PATH;
    else if (`SWITCH(coop_unchecked, td[4][17], 1'b0) && `SWITCH(coop_alloc_only, 1'b1, td[4][20])
             && {16'd0, n} * {16'd0, t} + `SWITCH(coop_exact, 32'd0, 32'd1)
                > {26'd0, `SWITCH(coop_present, count32(SIP_PRESENT_MASK), 6'd32)})
                                                                        code = E_TD_COOP;
    else begin
      do_select(t[4:0], `SWITCH(unplaceable_coop, td[4][17], 1'b0) ? n[5:0] : 6'd1,
                m & `SWITCH(unplaceable_usage, 32'hffff_ffff, allowed_mask(e)) & ~`SWITCH(unplaceable_owned, 32'd0, HRM_FW_OWNED),
                32'hffff_ffff, 32'hffff_ffff, 1'b0,
                (td[4][17] && td[4][22] && td[4][23]) ? PAY_ADMISSION : PAY_NONE, e);
      code = (sel_ok || `SWITCH(unplaceable_alloc_only, 1'b0, !td[4][20])) ? 5'd31 : E_TD_UNPLACEABLE;
      if (!td[4][20] && (!td[4][21] || !`SWITCH(unplaceable_second, ENABLE_SECOND_RSC_SCH, 1'b1))) code = E_TD_UNPLACEABLE;
      if (td[4][22] && td[4][23] && td[7][15:8] > `SWITCH(vc_num_limit, N_VC, N_VC - 1))         code = E_TD_UNPLACEABLE;
    end
  endtask

  task automatic loader_admit();
    logic [4:0]  code, e, s;
    logic [5:0]  f;
    logic        full;
    state   = ST_IDLE;                 // engine_count() decides what comes next
    ld_busy = 1'b0;
    f = `SWITCH(entry_highest, lowest(~rs_valid), highest(~rs_valid));
    e = f[4:0];
    // §2.4: the descriptor goes into the entry, which is not valid yet
    rs_kernel_id[e]  = td[0];
    rs_affinity[e]   = td[1];
    rs_est[e]        = td[2];
    rs_offline[e]    = td[3];
    rs_dag_tag[e]    = td[4][15:0];
    rs_on_cp[e]      = td[4][16];
    rs_coop[e]       = td[4][17];
    rs_out_mdma[e]   = td[4][18];
    rs_out_mih[e]    = td[4][19];
    rs_sip_alloc[e]  = td[4][20];
    rs_l2_alloc[e]   = td[4][21];
    rs_vc_alloc[e]   = td[4][22];
    rs_vc_hw[e]      = td[4][23];
    rs_ctx[e]        = `SWITCH(fw_context, ld_src, 1'b0) ? ld_ctx : td[4][25:24];
    rs_thread[e]     = td[5][4:0];
    rs_block_num[e]  = td[5][31:16];
    rs_start[e]      = td[6][15:0];
    rs_trigger[e]    = `SWITCH(trigger_admission, td[6][31:16] < td[5][31:16], 1'b1) ? td[6][31:16] : td[5][31:16];
    rs_ost[e]        = td[7][7:0];
    rs_cdte_vc[e]    = td[7][15:8];
    rs_n_l2[e]       = td[7][31:16];
    rs_l2_done[e]    = {td[10], td[9]};
    rs_l2_used[e]    = `SWITCH(l_two_used_kept, 64'd0, rs_l2_used[e]);
    rs_vc_done[e]    = td[11];
    rs_vc_used[e]    = 32'd0;
    rs_l2_granted[e] = sum_l2_done({`SWITCH(granted_four_vgs, td[10], 32'd0), td[9]});
    rs_vc_granted[e] = sum_vc_done(td[11]);
    rs_l2_req[e]     = `SWITCH(requested_from_zero, rs_l2_granted[e], 32'd0);
    rs_vc_req[e]     = rs_vc_granted[e];
    rs_pbase[e]      = td[12];
    rs_pqsize[e]     = td[13][15:0];
    rs_pesize[e]     = td[13][31:16];
    rs_edte_base[e]  = td[14][7:0];
    rs_edte_num[e]   = td[14][15:8];
    rs_td_base[e]    = `SWITCH(live_address, rd_base, ld_td_addr);
    rs_launched[e]   = 16'd0;
    rs_fail[e]       = `SWITCH(fail_kept, 16'd0, rs_fail[e]);
    rs_online[e]     = 32'd0;
    rs_reserved[e]   = 32'd0;
    rs_src[e]        = ld_src;
    rs_hdr_id[e]     = ld_hdr_id;
    rs_hdr_entry[e]  = ld_entry_id;
    // §2.3
    admission(e, code);
    if (code != 5'd31) begin
      CNT_TASK_REJECT = CNT_TASK_REJECT + `SWITCH(reject_count_read, 32'd1, {31'd0, code != E_TD_READ});
      err(code, ld_hdr_id, ld_entry_id);
      if (`SWITCH(reject_message, 1'b1, mih_path(e)))
        mih_send(dw0_of(2'd3, ld_src, ld_hdr_id, ld_entry_id, `SWITCH(error_block, 16'd0, rs_start[e])), {27'd0, code});
      `ADDED(reject_takes_seq, next_kernel_seq = next_kernel_seq + 32'd1)
      return;
    end
    rs_valid[e]      = 1'b1;
    rs_r_flag[e]     = 1'b0;
    rs_kernel_seq[e] = next_kernel_seq;
    next_kernel_seq  = next_kernel_seq + 32'd1;
    for (int j = 0; j < 32; j++)
      if (rs_valid[j] && j != e && `SWITCH(age_skips_r, 1'b1, !rs_r_flag[j])) rs_older[j][e] = 1'b1;
    rs_older[e] = 32'd0;
    // §2.5
    full = 1'b0;
    f = dag_lookup(td[4][15:0]);
    if (f[5]) begin
      s = f[4:0];
    end else begin
      f = `SWITCH(dag_slot_highest, lowest(~dag_valid), highest(~dag_valid));
      s = f[4:0];
      if (f[5]) full = 1'b1;
      else begin
        dag_clear(s);
        dag_valid[s] = 1'b1;
        dag_tag[s]   = td[4][15:0];
      end
    end
    rs_dag_slot_valid[e] = !full;
    rs_dag_slot[e]       = full ? 5'd0 : s;
    ev(EV_ADMIT, e, rs_kernel_seq[e], rs_kernel_id[e], 0, 0, 0);
    if (full) begin
      err(E_DAG_TABLE_FULL, `SWITCH(dag_full_ids, ld_hdr_id, 4'd0), `SWITCH(dag_full_ids, ld_entry_id, 8'd0));
      `ADDED(dag_full_message, mih_send(dw0_of(2'd3, ld_src, ld_hdr_id, ld_entry_id, 16'd0), E_DAG_TABLE_FULL))
    end else begin
      if (`SWITCH(cp_any, rs_on_cp[e], 1'b1) && `SWITCH(cp_max, 1'b1, rs_offline[e] > dag_cp[s])) dag_cp[s] = rs_offline[e];
      if (`SWITCH(age_boost_static, dag_dynamic[s], 1'b1) && DYN_DAG_PRIO_AGE_BOOST)
        for (int j = 0; j < 32; j++)
          if (`SWITCH(age_boost_itself, j != e, 1'b1) && rs_valid[j] && rs_dag_slot_valid[j] && rs_dag_slot[j] == s
              && rs_offline[j] != 32'hffff_ffff && `SWITCH(age_boost_r, 1'b1, !rs_r_flag[j]))
            rs_offline[j] = rs_offline[j] + `SWITCH(age_boost_two, 32'd1, 32'd2);
    end
  endtask
