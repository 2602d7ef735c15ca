// Monitor lanes, errors, MIH messages.

  // ------------------------------------------------------------ monitor lanes
  task automatic ev(input logic [3:0] k, input logic [31:0] a, input logic [31:0] b,
                    input logic [31:0] c, input logic [31:0] d, input logic [31:0] e,
                    input logic [31:0] f);
    ev_kind[ev_n[3:0]] = k;
    ev_a[ev_n[3:0]] = a;  ev_b[ev_n[3:0]] = b;  ev_c[ev_n[3:0]] = c;
    ev_d[ev_n[3:0]] = d;  ev_e[ev_n[3:0]] = e;  ev_f[ev_n[3:0]] = f;
    ev_n = ev_n + 5'd1;
  endtask

  // ------------------------------------------------------------- error logging
  task automatic err_log(input logic [4:0] b, input logic [3:0] hid, input logic [7:0] eid);
    if (`SWITCH(err_first_last, ERR_STATUS == 18'd0, 1'b1) && `SWITCH(err_first_bus, 1'b1, b != E_BUS)) begin
      ERR_FIRST_VALID    = 1'b1;
      ERR_FIRST_CODE     = b;
      ERR_FIRST_HDR_ID   = hid;
      ERR_FIRST_ENTRY_ID = eid;
    end
    ERR_STATUS[b] = 1'b1;
  endtask

  task automatic err(input logic [4:0] b, input logic [3:0] hid, input logic [7:0] eid);
    ev(EV_ERROR, b, hid, eid, 0, 0, 0);
    err_log(b, hid, eid);
  endtask

  // ------------------------------------------------------------------ MIH FIFO
  task automatic mih_write(input logic [31:0] dw0, input logic [31:0] dw1);
    logic [5:0] wr;
    wr = mih_rd + MIH_STATUS_COUNT[5:0];
    mih_lo[wr] = dw0;
    mih_hi[wr] = dw1;
    MIH_STATUS_COUNT = MIH_STATUS_COUNT + 7'd1;
    mih_push     = 1'b1;
    mih_push_dw0 = dw0;
    mih_push_dw1 = dw1;
    ev(EV_MIH, dw0, dw1, 0, 0, 0, 0);
  endtask

  task automatic mih_drop(input logic [31:0] dw0, input logic [31:0] dw1);
    CNT_MIH_DROP = CNT_MIH_DROP + 32'd1;
    mih_dropped  = 1'b1;
    mih_push_dw0 = dw0;
    mih_push_dw1 = dw1;
    ev(EV_MIH_DROP, dw0, dw1, 0, 0, 0, 0);
    err(E_MIH_OVERFLOW, `SWITCH(overflow_ids, dw0[7:4], 4'd0), `SWITCH(overflow_ids, dw0[15:8], 8'd0));
  endtask

  task automatic mih_send(input logic [31:0] dw0, input logic [31:0] dw1);
    if (MIH_STATUS_COUNT < `SWITCH(mih_full, MIH_DEPTH, MIH_DEPTH - 1)) mih_write(dw0, dw1);
    else                              mih_drop(dw0, dw1);
  endtask

  // RESULT and SCHED_INFO of one block: contiguous, or both dropped
  task automatic mih_send_pair(input logic [31:0] a0, input logic [31:0] a1,
                               input logic [31:0] b0, input logic [31:0] b1);
    if (MIH_STATUS_COUNT <= MIH_DEPTH - 2) begin
      mih_write(a0, a1);
      mih_write(b0, b1);
    end else begin
      `ABSENT(pair_split) mih_drop(a0, a1);
      `ADDED(pair_split, mih_send(a0, a1))
      mih_drop(b0, b1);
    end
  endtask

  // DW0 of every message
  function automatic logic [31:0] dw0_of(input logic [1:0] mtype, input logic src,
                                         input logic [3:0] hid, input logic [7:0] eid,
                                         input logic [15:0] block);
    return {block, eid, hid, 1'b0, src, mtype};
  endfunction

  // §9.3: the VGs (vc = 0) or dies (vc = 1) in which a block of entry e fits the allowed SIPs
  function automatic logic [7:0] where_allowed(input logic [4:0] e, input logic vc);
    logic [31:0] m, fit, blk;
    logic [7:0]  w;
    m = `SWITCH(where_usage, allowed_mask(e), rs_affinity[e] & SIP_PRESENT_MASK);
    fit = 32'd0;
    for (int p = 0; p < 32; p++)
      if (p % slot_of(rs_thread[e]) == 0) begin
        blk = ones(rs_thread[e]) << p;
        if ((m & blk) == blk) fit = fit | blk;
      end
    m = `SWITCH(where_fit, fit, m);
    w = 8'd0;
    if (vc) w = {6'd0, m[31:16] != 16'd0, m[15:0] != 16'd0};
    else
      for (int v = 0; v < 8; v++)
        if (v < SIP_TOPOLOGY_CLUSTER_NUM) w[v] = (m & cluster_ids(v[2:0])) != 32'd0;
    return w;
  endfunction

  // NOTIFY L2_ALLOC_REQ (1) or VC_ALLOC_REQ (2) of entry e for its n-th block
  task automatic alloc_req(input logic [4:0] e, input logic [3:0] subtype, input logic [31:0] n);
    mih_send(dw0_of(2'd3, rs_src[e], rs_hdr_id[e], rs_hdr_entry[e], `SWITCH(request_block, rs_start[e], 16'd0) + n[15:0]),
             {subtype, 4'd0, where_allowed(e, subtype[1]), 3'd0, e, 8'd0});
  endtask

  // §6.2: is the MIH path of entry e on now
  function automatic logic mih_path(input logic [4:0] e);
    return rs_out_mih[e] || (HWS_WORK_MODE_OUT_PATH && `SWITCH(mih_out_path, 1'b1, 1'b0))
           || (HWS_WORK_MODE_REPORT_EN && `SWITCH(report_en, 1'b1, 1'b0));
  endfunction
