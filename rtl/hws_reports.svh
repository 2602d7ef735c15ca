// SIP reports: complete and pre-complete (§7.2, §7.3).

  // --------------------------------------------------------------- SIP reports
  task automatic report_complete(input logic [31:0] d);
    logic [4:0]  s;
    logic [5:0]  l;
    logic [15:0] b;
    logic        more;
    s = d[4:0];
    b = d[20:5];
    l = d[26:21];
    rpt_complete = 1'b1;
    rpt_sip = s;  rpt_block_id = b;  rpt_launch_id = l;
    if (!(SIP_RUNNING_VALID[s] && SIP_RUNNING[s] == l && la_valid[l] && `SWITCH(report_block, la_block[l] == b, 1'b1))) begin
      err(E_SPUR_COMPLETE, 4'd0, 8'd0);
      return;
    end
    rpt_valid = 1'b1;
    ev(EV_COMPLETE, s, l, 0, 0, 0, 0);
    la_done[l][s] = 1'b1;
    if (SIP_PENDING_MASK[s]) begin
      SIP_RUNNING[s]       = SIP_PENDING[s];
      SIP_PENDING_MASK[s]  = 1'b0;
      SIP_COUNT_EN_MASK[s] = `SWITCH(pending_counts, 1'b1, 1'b0);
      `ADDED(pending_remain, SIP_REMAIN_EXEC_TIME[s] = 32'd0)
    end else begin
      SIP_RUNNING_VALID[s] = 1'b0;
      SIP_IDLE_MASK[s]     = 1'b1;
      SIP_PRE_IDLE_MASK[s] = 1'b1;
      `ABSENT(complete_count_en) SIP_COUNT_EN_MASK[s] = 1'b0;
      `ABSENT(complete_remain) SIP_REMAIN_EXEC_TIME[s] = 32'd0;
    end
    if (la_done[l] == la_sips[l]) begin
      more = 1'b0;
      for (int e = 0; e < 32; e++)
        if (rs_valid[e] && rs_kernel_seq[e] == la_seq[l] && `SWITCH(finish_entry, 1'b1, 1'b0)) more = 1'b1;
      for (int k = 0; k < 64; k++)
        if (la_valid[k] && k != l && la_seq[k] == la_seq[l] && `SWITCH(finish_launches, 1'b1, 1'b0)) more = 1'b1;
      if (`BUG(vc_run_kept, la_vc_num[l] != 7'd0, 1'b0))
        vc_busy[la_vc_die[l]] = vc_busy[la_vc_die[l]] & ~vc_run({1'b0, la_vc_base[l]}, {1'b0, la_vc_num[l]});
      if (la_mih[l] || `SWITCH(finish_path_now, 1'b0, HWS_WORK_MODE_REPORT_EN))
        mih_send(dw0_of(2'd2, la_src[l], la_hdr_id[l], la_hdr_entry[l], la_block[l]),
                 {15'd0, !more, 2'd0, l, 8'd0});
      la_clear(l);
    end
  endtask

  task automatic report_pre_complete(input logic [31:0] d);
    logic [4:0]  s;
    logic [5:0]  l;
    logic [15:0] b;
    logic        match;
    s = d[4:0];
    b = d[20:5];
    l = d[26:21];
    rpt_pre_complete = 1'b1;
    rpt_sip = s;  rpt_block_id = b;  rpt_launch_id = l;
    match = SIP_RUNNING_VALID[s] && SIP_RUNNING[s] == l && la_valid[l] && la_block[l] == b;
    if (EARLY_LAUNCH_MODE && `SWITCH(pre_complete_mode, 1'b1, 1'b0)) return;    // own estimate: ignored, unchecked
    `ADDED(pre_complete_enable, if (!ENABLE_EARLY_LAUNCH_SIP) return)
    if (!match || (SIP_PENDING_MASK[s] && `SWITCH(pre_complete_pending, 1'b1, 1'b0))
        || (SIP_PRE_IDLE_MASK[s] && `SWITCH(pre_complete_twice, 1'b1, 1'b0))) begin
      err(`SWITCH(spurious_pre, E_SPUR_PRE, E_SPUR_COMPLETE), 4'd0, 8'd0);
      return;
    end
    rpt_valid = 1'b1;
    ev(EV_PRE_COMPLETE, s, l, 0, 0, 0, 0);
    SIP_PRE_IDLE_MASK[s] = 1'b1;
  endtask
