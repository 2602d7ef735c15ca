// Generated from interfaces.yaml by `cargo xtask generate`; do not edit.

// Kinds of events: the value of ev_kind, and what ev_a, ev_b ... have then.
localparam int EV_ADMIT = 0;        // entry, seq, kernel_id
localparam int EV_ERROR = 1;        // bit, hdr_id, hdr_entry_id
localparam int EV_CANCEL = 2;       // entry, mask
localparam int EV_COMMIT = 3;       // launched
localparam int EV_LAUNCH = 4;       // entry, seq, pool, block, launch_id, sip_mask
localparam int EV_MDMA = 5;         // sip, phy, thread, block, launch_id, param
localparam int EV_MIH = 6;          // dw0, dw1
localparam int EV_MIH_DROP = 7;     // dw0, dw1
localparam int EV_KERNEL_DONE = 8;  // entry, seq, dag_slot
localparam int EV_PROMOTE = 9;      // entry, seq, mask
localparam int EV_CMD = 10;         // op, result
localparam int EV_COMPLETE = 11;    // sip, launch_id
localparam int EV_PRE_COMPLETE = 12;// sip, launch_id
localparam int N_EV = 16;           // monitor lanes per clock edge

// The unit that submitted a task to the HWS.
localparam logic [0:0] SOURCE_HDR = 1'd0;
localparam logic [0:0] SOURCE_FIRMWARE = 1'd1;

// The pool that a kernel was chosen from.
localparam logic [1:0] POOL_R = 2'd0;
localparam logic [1:0] POOL_P = 2'd1;
localparam logic [1:0] POOL_O = 2'd2;

// The kind of a queued command.
localparam logic [2:0] COMMAND_DAG_INIT = 3'd0;
localparam logic [2:0] COMMAND_DAG_RESET = 3'd1;
localparam logic [2:0] COMMAND_TRIGGER = 3'd2;
localparam logic [2:0] COMMAND_REFRESH = 3'd3;
localparam logic [2:0] COMMAND_CLAIM = 3'd4;
localparam logic [2:0] COMMAND_RELEASE = 3'd5;

// The type of a message.
localparam logic [1:0] MIH_TYPE_RESULT = 2'd0;
localparam logic [1:0] MIH_TYPE_SCHED_INFO = 2'd1;
localparam logic [1:0] MIH_TYPE_BLOCK_FINISH = 2'd2;
localparam logic [1:0] MIH_TYPE_NOTIFY = 2'd3;

// The subtype of a NOTIFY message.
localparam logic [1:0] NOTICE_ERROR = 2'd0;
localparam logic [1:0] NOTICE_L2_ALLOC_REQ = 2'd1;
localparam logic [1:0] NOTICE_VC_ALLOC_REQ = 2'd2;
