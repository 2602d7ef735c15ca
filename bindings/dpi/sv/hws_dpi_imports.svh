  // ------------------------------------------------------------------------------------------------------------------
  // The model, its invariants, and `hws check`, over DPI-C. What each function does is documented in hws_model.h and in the
  // sources of bindings/dpi. A call returns a status; if it fails, its outputs have no meaning.

  typedef enum int {
    HWS_MODEL_OK                 = 0,
    HWS_MODEL_NULL_POINTER       = 1,
    HWS_MODEL_MISALIGNED_POINTER = 2,
    HWS_MODEL_ARGUMENT           = 3,
    HWS_MODEL_UNALIGNED          = 4,
    HWS_MODEL_UNMAPPED           = 5,
    HWS_MODEL_WRITE_ONLY         = 6,
    HWS_MODEL_READ_ONLY          = 7,
    HWS_MODEL_FULL               = 8,
    HWS_MODEL_EMPTY              = 9,
    HWS_MODEL_NO_MEMORY          = 10,
    HWS_MODEL_DIFFERENT          = 11
  } hws_model_status_t;

  // The kinds of events.
  // generated: event kinds
  typedef enum int unsigned {
    HWS_EVENT_ADMIT        = 0,
    HWS_EVENT_ERROR        = 1,
    HWS_EVENT_CANCEL       = 2,
    HWS_EVENT_COMMIT       = 3,
    HWS_EVENT_LAUNCH       = 4,
    HWS_EVENT_MDMA         = 5,
    HWS_EVENT_MIH          = 6,
    HWS_EVENT_MIH_DROP     = 7,
    HWS_EVENT_KERNEL_DONE  = 8,
    HWS_EVENT_PROMOTE      = 9,
    HWS_EVENT_CMD          = 10,
    HWS_EVENT_COMPLETE     = 11,
    HWS_EVENT_PRE_COMPLETE = 12
  } hws_event_kind_t;
  // end

  // ---- The model
  import "DPI-C" function int unsigned hws_model_abi_version();
  import "DPI-C" function string hws_model_status_text(input int status);
  import "DPI-C" function int hws_model_create(input int unsigned memory_bytes, output chandle model);
  import "DPI-C" function void hws_model_free(input chandle model);
  import "DPI-C" function int hws_model_tick(input chandle model, input longint unsigned ticks);
  import "DPI-C" function int hws_model_cycle(input chandle model, output longint unsigned cycle);
  import "DPI-C" function int hws_model_interrupt(input chandle model, output bit is_up);
  import "DPI-C" function int hws_model_read32(input chandle model, input int unsigned offset, output int unsigned value);
  import "DPI-C" function int hws_model_write32(input chandle model, input int unsigned offset, input int unsigned value);
  import "DPI-C" function int hws_model_peek32(input chandle model, input int unsigned offset, output int unsigned value);
  import "DPI-C" function int hws_model_push_hdr(input chandle model, input int unsigned hdr_id,
      input int unsigned hdr_entry_id, input int unsigned td_addr);
  import "DPI-C" function int hws_model_pop_mdma_scalars(input chandle model, output int unsigned thread_idx,
      output int unsigned block_id, output int unsigned sip, output int unsigned physical_sip,
      output int unsigned launch_id, output int unsigned kernel_id, output int unsigned edte_vc_base,
      output int unsigned edte_vc_num, output int unsigned block_param_addr, output int unsigned est_exec_time,
      output int unsigned sim_exec_time);
  import "DPI-C" function int hws_dpi_write_word(input chandle model, input int unsigned address, input int unsigned word);
  import "DPI-C" function int hws_dpi_read_word(input chandle model, input int unsigned address, output int unsigned word);
  import "DPI-C" function int hws_model_record_events(input chandle model, input longint unsigned capacity);
  import "DPI-C" function int hws_dpi_pop_event(input chandle model, output longint unsigned cycle,
      output int unsigned kind, output int unsigned a, output int unsigned b, output int unsigned c,
      output int unsigned d, output int unsigned e, output int unsigned f);
  import "DPI-C" function int hws_model_lost_events(input chandle model, output longint unsigned lost);
  import "DPI-C" function int hws_model_take_snapshot(input chandle model, output chandle snapshot);
  import "DPI-C" function int hws_model_restore(input chandle model, input chandle snapshot);
  import "DPI-C" function void hws_snapshot_free(input chandle snapshot);
  import "DPI-C" function int hws_model_set_mask(input chandle model, input int unsigned offset, input int unsigned mask);
  import "DPI-C" function int hws_model_compare(input chandle model, input int unsigned offset, input int unsigned value,
      output int unsigned expected);
  import "DPI-C" function int hws_model_compared(input chandle model, output longint unsigned compared,
      output longint unsigned differed, output longint unsigned skipped);

  // ---- Its invariants
  import "DPI-C" function int hws_check_create(input chandle model, output chandle check);
  import "DPI-C" function int hws_check_holds(input chandle check, output bit holds);
  import "DPI-C" function string hws_check_text(input chandle check);
  import "DPI-C" function void hws_check_free(input chandle check);

  // ---- A design beside the model: `hws check --monitor` writes a module that calls these. A group is a vector of up to 64
  // words; each signal begins at a new word, in the order in which the signals were added.
`ifdef VERILATOR
  typedef bit [63:0][31:0] hws_words_t;
`else
  typedef logic [63:0][31:0] hws_words_t;
`endif
  import "DPI-C" function int hws_live_create(input string name, input string map_file, output chandle live);
  import "DPI-C" function int hws_live_signal(input chandle live, input int unsigned group, input string path,
      input int unsigned width);
  import "DPI-C" function int hws_live_begin(input chandle live);
  import "DPI-C" function int hws_live_words(input chandle live, input int unsigned group, input bit [63:0][31:0] words);
  import "DPI-C" function int hws_live_logic(input chandle live, input int unsigned group, input logic [63:0][31:0] words);
  import "DPI-C" function int hws_live_edge(input chandle live, input longint unsigned at, input bit [63:0][31:0] ins,
      input bit [63:0][31:0] outs);
  import "DPI-C" function int hws_live_edge_logic(input chandle live, input longint unsigned at,
      input logic [63:0][31:0] ins, input logic [63:0][31:0] outs);
  import "DPI-C" function int hws_live_ports(input chandle live, input longint unsigned at, input bit [63:0][31:0] ins,
      input bit [63:0][31:0] outs);
  import "DPI-C" function int hws_live_ports_logic(input chandle live, input longint unsigned at,
      input logic [63:0][31:0] ins, input logic [63:0][31:0] outs);
  import "DPI-C" function int hws_live_quiet(input chandle live, input longint unsigned at, input longint unsigned ticks,
      input bit [63:0][31:0] ins, input bit [63:0][31:0] outs);
  import "DPI-C" function int hws_live_quiet_logic(input chandle live, input longint unsigned at,
      input longint unsigned ticks, input logic [63:0][31:0] ins, input logic [63:0][31:0] outs);
  import "DPI-C" function int hws_live_look(input chandle live, input longint unsigned at);
  import "DPI-C" function int hws_live_verdict(input chandle live);
  import "DPI-C" function int hws_live_counts(input chandle live, output longint unsigned compared,
      output longint unsigned ticks, output longint unsigned accesses, output longint unsigned pushes);
  import "DPI-C" function string hws_live_report(input chandle live);
  import "DPI-C" function string hws_live_text(input chandle live);
  import "DPI-C" function int hws_live_write_json(input chandle live, input string path);
  import "DPI-C" function int hws_live_write_junit(input chandle live, input string path);
  import "DPI-C" function void hws_live_free(input chandle live);

