// The words that a bus read of a composed register returns.

  // ------------------------------------------------------------ words of pages
  function automatic logic [31:0] rs_word(input logic [4:0] e, input logic [3:0] w);
    logic [31:0] r;
    r = 32'd0;
    if (rs_valid[e])
      case (w)
        4'd0: begin
          r[0] = 1'b1;            r[1] = rs_r_flag[e];    r[2] = rs_on_cp[e];
          r[3] = rs_coop[e];      r[4] = rs_out_mdma[e];  r[5] = rs_out_mih[e];
          r[6] = rs_src[e];       r[7] = rs_sip_alloc[e]; r[8] = rs_l2_alloc[e];
          r[9] = rs_vc_alloc[e];
          r[20:16] = rs_dag_slot_valid[e] ? rs_dag_slot[e] : 5'd0;
          r[21] = rs_dag_slot_valid[e];
          r[25:24] = rs_ctx[e];
        end
        4'd1:  r = rs_kernel_id[e];
        4'd2:  r = rs_kernel_seq[e];
        4'd3:  r = {rs_dag_tag[e], 4'd0, rs_hdr_id[e], rs_hdr_entry[e]};
        4'd4:  r = {rs_block_num[e], 11'd0, rs_thread[e]};
        4'd5:  r = {rs_trigger[e], rs_launched[e]};
        4'd6:  r = rs_offline[e];
        4'd7:  r = rs_online[e];
        4'd8:  r = rs_affinity[e];
        4'd9:  r = rs_est[e];
        4'd10: r = {rs_start[e], rs_fail[e]};
        4'd11: r = rs_reserved[e];
        4'd12: r = rs_older[e];
        4'd13: if (`SWITCH(rsc_open_off, ENABLE_SECOND_RSC_SCH, 1'b1)) begin
          for (int v = 0; v < 8; v++)
            r[v] = `SWITCH(rsc_open_bits, v < SIP_TOPOLOGY_CLUSTER_NUM, 1'b1) && vg_open(e, v[2:0]);
          r[8] = die_open(e, 1'b0);
          r[9] = die_open(e, 1'b1);
        end
        4'd14: r = {rs_vc_req[e][15:0], rs_l2_req[e][15:0]};
        default: r = 32'd0;
      endcase
    return r;
  endfunction

  function automatic logic [31:0] dag_word(input logic [4:0] s, input logic [2:0] w);
    if (!dag_valid[s]) return 32'd0;
    case (w)
      3'd0: return {dag_tag[s], 14'd0, dag_dynamic[s], 1'b1};
      3'd1: return dag_total[s];
      3'd2: return dag_finish[s];
      3'd3: return dag_cp[s];
      3'd4: return dag_top_offline(s);
      default: return 32'd0;
    endcase
  endfunction

  function automatic logic [31:0] la_word(input logic [5:0] l, input logic [1:0] w);
    if (!la_valid[l]) return 32'd0;
    case (w)
      2'd0: return {la_block[l], la_hdr_entry[l], la_hdr_id[l], la_src[l], la_mih[l], la_mdma[l], 1'b1};
      2'd1: return la_sips[l];
      2'd2: return la_done[l];
      default: return la_seq[l];
    endcase
  endfunction

  function automatic logic [31:0] vc_pool_free(input logic die, input logic half);
    return half ? ~vc_busy[die][63:32] : ~vc_busy[die][31:0];
  endfunction

  function automatic logic [31:0] sip_launch_word(input logic [4:0] i);
    logic [31:0] r;
    r = 32'd0;
    if (SIP_RUNNING_VALID[i]) begin r[5:0]  = SIP_RUNNING[i]; r[6]  = 1'b1; end
    if (SIP_PENDING_MASK[i])  begin r[13:8] = SIP_PENDING[i]; r[14] = 1'b1; end
    `ADDED(sip_launch_stale, r[13:8] = SIP_PENDING[i])
    return r;
  endfunction

  function automatic logic [31:0] status_word();
    logic [31:0] r;
    logic [5:0]  n;
    r = 32'd0;
    n = count32(rs_valid);
    r[0]     = at_busy;
    r[1]     = ld_busy;
    r[2]     = (n == 6'd0);
    r[3]     = (n >= `SWITCH(status_rs_full, 6'd32, 6'd31));
    r[7:4]   = cq_cnt;
    r[13:8]  = n;
    r[19:16] = count32(rs_r_flag) ;
    r[28:24] = hdr_cnt;
    return r;
  endfunction
