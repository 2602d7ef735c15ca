// COMMIT: the launch of the latched decision, one block after the other (§6.1 to §6.4).

  // ------------------------------------------------------------------- COMMIT
  task automatic commit_start();
    logic [4:0] e;
    at_busy = 1'b0;
    CNT_ATTEMPT = CNT_ATTEMPT + `SWITCH(cnt_attempt, 32'd1, {31'd0, dec_hit});
    ev(EV_COMMIT, dec_hit, 0, 0, 0, 0, 0);
    if (!dec_hit) begin
      CNT_FAIL = CNT_FAIL + 32'd1;
      state = ST_CM_PROMOTE;
      return;
    end
    e = dec_entry;
    cm_on_cp = rs_on_cp[e];
    cm_src   = rs_src[e];
    cm_mdma  = rs_out_mdma[e] && `SWITCH(mdma_out_path, !HWS_WORK_MODE_OUT_PATH, 1'b1);
    cm_mih   = mih_path(e);
    case (dec_pool)
      POOL_R:  CNT_LAUNCH_R = CNT_LAUNCH_R + 32'd1;
      POOL_P:  CNT_LAUNCH_P = CNT_LAUNCH_P + `SWITCH(cnt_coop, 32'd1, {26'd0, dec_nblk});
      default: CNT_LAUNCH_O = CNT_LAUNCH_O + 32'd1;
    endcase
    if (`SWITCH(cnt_backfill_r, dec_pool != POOL_R, 1'b1) && (dec_mask & RESERVED_SIP_MASK) != 32'd0)
      CNT_BACKFILL = CNT_BACKFILL + 32'd1;
    if (`SWITCH(cnt_early_all, (dec_mask & ~SIP_IDLE_MASK) != 32'd0, (dec_mask & SIP_IDLE_MASK) == 32'd0))
      CNT_EARLY = CNT_EARLY + 32'd1;
    `ADDED(reservation_leaks, rs_reserved[e] = rs_reserved[e] & dec_mask)
    if (rs_r_flag[e]) drop_reservation(e);
    cm_b  = 6'd0;
    state = ST_CM_BLK;
  endtask

  task automatic drop_reservation(input logic [4:0] e);
    RESERVED_SIP_MASK = RESERVED_SIP_MASK & ~rs_reserved[e];
    for (int i = 0; i < 32; i++) if (rs_reserved[e][i]) RSV_THREAD_NUM[i] = `BUG(thread_num_stays, 5'd0, RSV_THREAD_NUM[i]);
    rs_reserved[e] = 32'd0;
    rs_r_flag[e]   = 1'b0;
  endtask

  // one block: launch entry, SIP state, second resources
  task automatic commit_block();
    logic [4:0]  e, p;
    logic [5:0]  l;
    logic [2:0]  vg;
    logic        die;
    logic [6:0]  run;
    logic [15:0] q;
    e = dec_entry;
    p = dec_pos[cm_b[4:0]];
    cm_bmask = ones(rs_thread[e]) << p;
    cm_block = `SWITCH(block_id_start, rs_start[e], 16'd0) + rs_launched[e] + {10'd0, cm_b};
    l = `SWITCH(launch_id_lowest, launch_ptr + `SWITCH(launch_id_reuse, 6'd1, 6'd0), 6'd0);
    for (int k = 0; k < N_LAUNCH; k++)       // one is always free: 64 places, 2 per SIP
      if (la_valid[l]) l = l + 6'd1;
    launch_ptr = l;
    cm_lid = l;
    la_valid[l]     = 1'b1;
    la_block[l]     = cm_block;
    la_hdr_entry[l] = rs_hdr_entry[e];
    la_hdr_id[l]    = rs_hdr_id[e];
    la_sips[l]      = cm_bmask;
    la_done[l]      = 32'd0;
    la_seq[l]       = rs_kernel_seq[e];
    la_src[l]       = rs_src[e];
    la_mih[l]       = cm_mih;
    la_mdma[l]      = `SWITCH(launch_path, cm_mdma, rs_out_mdma[e]);
    la_vc_num[l]    = 7'd0;
    ev(EV_LAUNCH, e, rs_kernel_seq[e], dec_pool, cm_block, l, cm_bmask);
    // §7.2
    for (int i = 0; i < 32; i++)
      if (cm_bmask[i]) begin
        SIP_PRE_IDLE_MASK[i] = `SWITCH(early_pre_idle, 1'b0, !SIP_IDLE_MASK[i]);
        if (SIP_IDLE_MASK[i]) begin
          SIP_IDLE_MASK[i]        = 1'b0;
          SIP_RUNNING_VALID[i]    = 1'b1;
          SIP_RUNNING[i]          = l;
          SIP_REMAIN_EXEC_TIME[i] = `SWITCH(remain_saturates, sat32({1'b0, rs_est[e]} + {1'b0, `SWITCH(delay_absent, LAUNCH_SIP_DELAY, 32'd0)}),
                                            rs_est[e] + LAUNCH_SIP_DELAY);
          SIP_COUNT_EN_MASK[i]    = 1'b1;
        end else begin
          SIP_PENDING_MASK[i]     = 1'b1;
          SIP_PENDING[i]          = l;
          SIP_REMAIN_EXEC_TIME[i] = `SWITCH(early_remain, rs_est[e] + `SWITCH(early_delay, 32'd0, LAUNCH_SIP_DELAY),
                                            SIP_REMAIN_EXEC_TIME[i]);
          SIP_COUNT_EN_MASK[i]    = `SWITCH(early_counts, 1'b0, 1'b1);
        end
      end
    // §9.2, §9.3
    cm_vcb = rs_edte_base[e];
    cm_vcn = rs_edte_num[e];
    cm_run_base = 6'd0;
    cm_run_num  = 7'd0;
    if (`SWITCH(second_at_commit, dec_second, ENABLE_SECOND_RSC_SCH)) begin
      die = p[4];
      vg  = `SWITCH(l_two_used_die, p / slot_of(SIP_TOPOLOGY_CLUSTER_SIP_NUM), {2'd0, die});
      if (rs_l2_alloc[e]) rs_l2_used[e][vg*8 +: 8] = rs_l2_used[e][vg*8 +: 8] + 8'd1;
      if (rs_vc_alloc[e] && !rs_vc_hw[e])
        rs_vc_used[e][die*16 +: 16] = rs_vc_used[e][die*16 +: 16] + `SWITCH(vc_used_threads, 16'd1, {11'd0, rs_thread[e]});
      if (rs_vc_alloc[e] && rs_vc_hw[e]) begin
        run = vc_fit(vc_busy[`SWITCH(vc_run_die, die, 1'b0)], rs_cdte_vc[e]);      // counted at LATCH, so there is one
        cm_vcb = `SWITCH(vc_command, {1'b0, run}, rs_edte_base[e]);
        cm_vcn = `SWITCH(vc_command, rs_cdte_vc[e], rs_edte_num[e]);
        la_vc_die[l]  = die;
        la_vc_base[l] = run[5:0];
        la_vc_num[l]  = rs_cdte_vc[e][6:0];
        cm_run_base   = `SWITCH(vc_info, run[5:0], 6'd0);
        cm_run_num    = `SWITCH(vc_info, rs_cdte_vc[e][6:0], 7'd0);
        vc_busy[die]  = vc_busy[die] | vc_run(run, rs_cdte_vc[e]);
      end
    end
    q = (rs_pqsize[e] == 16'd0) ? `SWITCH(param_zero, 16'd0, cm_block) : `BUG(param_modulo, cm_block % rs_pqsize[e], cm_block);
    cm_param  = rs_pbase[e] + {16'd0, q} * {16'd0, rs_pesize[e]};
    cm_left   = cm_bmask;
    cm_thread = `SWITCH(thread_index, 16'd0, cm_b * rs_thread[e]);
    if (cm_mdma) state = ST_CM_MDMA;
    else         state = ST_CM_MIH;
  endtask

  // one MDMA command
  task automatic commit_mdma();
    logic [5:0] s, wr;
    s  = `SWITCH(mdma_order, lowest(cm_left), highest(cm_left));
    wr = mq_rd + mq_cnt[5:0];
    mq_thread[wr] = cm_thread;
    mq_block[wr]  = cm_block;
    mq_sip[wr]    = s[4:0];
    mq_phy[wr]    = `BUG(phy_logical, XMC_SIP_MAP[s[4:0]], s[4:0]);
    mq_lid[wr]    = cm_lid;
    mq_kid[wr]    = rs_kernel_id[dec_entry];
    mq_vcb[wr]    = cm_vcb;
    mq_vcn[wr]    = cm_vcn;
    mq_param[wr]  = cm_param;
    mq_cnt        = mq_cnt + 7'd1;
    ev(EV_MDMA, s, XMC_SIP_MAP[s[4:0]], cm_thread, cm_block, cm_lid, cm_param);
    cm_thread = cm_thread + 16'd1;
    cm_left[s[4:0]] = 1'b0;
    if (cm_left == 32'd0) state = ST_CM_MIH;
  endtask

  task automatic mdma_pop();
    mdma_valid        = 1'b1;
    mdma_thread_idx   = mq_thread[mq_rd];
    mdma_block_idx    = mq_block[mq_rd];
    mdma_sip          = mq_sip[mq_rd];
    mdma_phy          = mq_phy[mq_rd];
    mdma_launch_id    = mq_lid[mq_rd];
    mdma_kernel_id    = mq_kid[mq_rd];
    mdma_report       = {mq_lid[mq_rd], mq_block[mq_rd], `SWITCH(report_physical, mq_sip[mq_rd], mq_phy[mq_rd])};
    mdma_edte_vc_base = mq_vcb[mq_rd];
    mdma_edte_vc_num  = mq_vcn[mq_rd];
    mdma_param_addr   = mq_param[mq_rd];
    mq_rd  = mq_rd + 6'd1;
    mq_cnt = mq_cnt - 7'd1;
  endtask

  // the block's messages; then the next block or the end of the launch
  task automatic commit_mih();
    logic [4:0]  e;
    logic        last;
    logic [31:0] d, i;
    e = dec_entry;
    if (cm_mih) begin
      last = (rs_launched[e] + {10'd0, `SWITCH(last_block, cm_b + 6'd1, dec_nblk)} == rs_block_num[e]);
      if (rs_src[e] && `BUG(fw_last_block, cm_b + 6'd1 == dec_nblk, 1'b0)) last = 1'b1;
      d = dw0_of(2'd0, rs_src[e], rs_hdr_id[e], rs_hdr_entry[e], cm_block);
      i = {2'd0, cm_run_num, cm_run_base, last, 2'd0, cm_lid, 3'd0, e};
      mih_send_pair(d | `SWITCH(pair_order, 32'd0, 32'd1), `SWITCH(pair_order, cm_bmask, i),
                    d | `SWITCH(pair_order, 32'd1, 32'd0), `SWITCH(pair_order, i, cm_bmask));
    end
    cm_b  = cm_b + 6'd1;
    if (cm_b == dec_nblk) state = ST_CM_LIVE;
    else                  state = ST_CM_BLK;
  endtask

  task automatic commit_live();
    rs_launched[dec_entry] = rs_launched[dec_entry] + {10'd0, `SWITCH(coop_launched, dec_nblk, 6'd1)};
    `ADDED(fail_reset, rs_fail[dec_entry] = 16'd0)
    read_live(dec_entry, dec_second, ST_CM_POST);
    `ADDED(live_last, if (rs_launched[dec_entry] == rs_block_num[dec_entry]) begin rd_need = 16'd0; td[6] = 32'd0; rd_counters = 1'b0; end)
  endtask

  // §6.3 second half, §6.4
  task automatic commit_post();
    logic [4:0] e, t;
    logic       fin, gone;
    e = dec_entry;
    apply_live(e);
    // ONLINE_PRIORITY of the latched P-pool, before anything is freed (§6.5)
    for (int k = 0; k < 32; k++)
      if (k < pp_n) rs_online[pp_e[k]] = pp_on[k];
    // §6.4
    fin = (rs_launched[e] == rs_block_num[e]);
    gone = fin || `SWITCH(fw_keeps_entry, rs_src[e], 1'b0);
    if (gone || `SWITCH(fail_every_launch, 1'b0, 1'b1))
      if (`SWITCH(fail_r, dec_pool != POOL_R, 1'b1))
        for (int k = 0; k < 32; k++)
          if (k < pp_n) begin
            t = pp_e[k];
            if (t != e && rs_valid[t] && rs_fail[t] != 16'hffff
                && ((dec_pool == POOL_O && `SWITCH(fail_o_older, 1'b1, 1'b0))
                    || (`SWITCH(fail_p, 1'b1, dec_pool != POOL_P) && `BUG(fail_count, rs_older[t][e], 1'b1))))
              rs_fail[t] = rs_fail[t] + 16'd1;
          end
    if (gone) kernel_done(e, `SWITCH(finish_firmware, fin, 1'b1));
    state = ST_CM_PROMOTE;
  endtask
