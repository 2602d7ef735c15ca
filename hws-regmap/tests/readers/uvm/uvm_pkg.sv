// A stub of the UVM base: what a register model and the bench call, with the argument lists of IEEE 1800.2.
//
// It stands in for the base where Verilator runs the model, because the real base takes minutes to compile; slang checks the
// model and the bench against the real one. It keeps what the model configures and does nothing else (no sequencer, no
// frontdoor, no prediction, no coverage, no factory overrides), so it shows what a model says, not how UVM runs it.
package uvm_pkg;

  typedef bit [63:0] uvm_reg_data_t;
  typedef bit [63:0] uvm_reg_addr_t;
  typedef bit [7:0] uvm_reg_byte_en_t;
  typedef enum int {
    UVM_NO_COVERAGE = 'h0000, UVM_CVR_REG_BITS = 'h0001, UVM_CVR_ADDR_MAP = 'h0002, UVM_CVR_FIELD_VALS = 'h0004,
    UVM_CVR_ALL = -1
  } uvm_coverage_model_e;
  typedef bit [31:0] uvm_reg_cvr_t;
  typedef enum { UVM_NO_ENDIAN, UVM_LITTLE_ENDIAN, UVM_BIG_ENDIAN, UVM_LITTLE_FIFO, UVM_BIG_FIFO } uvm_endianness_e;
  typedef enum { UVM_FRONTDOOR, UVM_BACKDOOR, UVM_PREDICT, UVM_DEFAULT_DOOR } uvm_door_e;
  typedef enum { UVM_PREDICT_DIRECT, UVM_PREDICT_READ, UVM_PREDICT_WRITE } uvm_predict_e;
  typedef enum { UVM_NO_HIER, UVM_HIER } uvm_hier_e;

  typedef struct {
    string path;
    int offset;
    int size;
  } uvm_hdl_path_slice;

  typedef class uvm_reg;
  typedef class uvm_reg_block;
  typedef class uvm_reg_file;
  typedef class uvm_reg_map;

  class uvm_object;
    local string m_name;
    function new(string name = "");
      m_name = name;
    endfunction
    virtual function void set_name(string name);
      m_name = name;
    endfunction
    virtual function string get_name();
      return m_name;
    endfunction
    virtual function string get_full_name();
      return get_name();
    endfunction
  endclass

  class uvm_object_registry #(type T = uvm_object, string Tname = "<unknown>");
    static function T create(string name = "", uvm_object parent = null, string contxt = "");
      T object;
      object = new(name);
      return object;
    endfunction
  endclass

  class uvm_resource_db #(type T = uvm_object);
    local static T m_values[string];
    static function void set(input string scope, input string name, T val, input uvm_object accessor = null);
      m_values[{scope, " ", name}] = val;
    endfunction
    static function bit read_by_name(input string scope, input string name, inout T val, input uvm_object accessor = null);
      string place = {scope, " ", name};
      if (!m_values.exists(place)) return 0;
      val = m_values[place];
      return 1;
    endfunction
  endclass

  class uvm_hdl_path_concat;
    uvm_hdl_path_slice slices[];
    function void add_path(string path, int unsigned offset = -1, int unsigned size = -1);
      slices = new[slices.size() + 1](slices);
      slices[slices.size() - 1].path = path;
      slices[slices.size() - 1].offset = offset;
      slices[slices.size() - 1].size = size;
    endfunction
  endclass

  class uvm_callback extends uvm_object;
    function new(string name = "uvm_callback");
      super.new(name);
    endfunction
  endclass

  typedef class uvm_reg_field;

  class uvm_reg_cbs extends uvm_callback;
    function new(string name = "uvm_reg_cbs");
      super.new(name);
    endfunction
    virtual function void post_predict(input uvm_reg_field fld, input uvm_reg_data_t previous, inout uvm_reg_data_t value,
                                       input uvm_predict_e kind, input uvm_door_e path, input uvm_reg_map map);
    endfunction
  endclass

  typedef enum { UVM_APPEND, UVM_PREPEND } uvm_apprepend;

  class uvm_callbacks #(type T = uvm_object, type CB = uvm_callback);
    static function void add(T obj, uvm_callback cb, uvm_apprepend ordering = UVM_APPEND);
    endfunction
  endclass

  typedef uvm_callbacks #(uvm_reg_field, uvm_reg_cbs) uvm_reg_field_cb;

  class uvm_reg_field extends uvm_object;
    typedef uvm_object_registry #(uvm_reg_field, "uvm_reg_field") type_id;
    rand uvm_reg_data_t value;
    local int unsigned m_size;
    local int unsigned m_lsb;
    local string m_access;
    local bit m_volatile;
    local bit m_has_reset;
    local uvm_reg_data_t m_reset;
    local uvm_reg m_parent;

    function new(string name = "uvm_reg_field");
      super.new(name);
    endfunction
    extern function void configure(uvm_reg parent, int unsigned size, int unsigned lsb_pos, string access,
                                   bit volatile, uvm_reg_data_t reset, bit has_reset, bit is_rand,
                                   bit individually_accessible);
    extern virtual function string get_full_name();
    virtual function void set_reset(uvm_reg_data_t value, string kind = "HARD");
      m_has_reset = 1;
      m_reset = value;
    endfunction
    virtual function bit has_reset(string kind = "HARD", bit delete = 0);
      return m_has_reset;
    endfunction
    virtual function uvm_reg_data_t get_reset(string kind = "HARD");
      return m_reset;
    endfunction
    virtual function int unsigned get_n_bits();
      return m_size;
    endfunction
    virtual function int unsigned get_lsb_pos();
      return m_lsb;
    endfunction
    virtual function string get_access(uvm_reg_map map = null);
      return m_access;
    endfunction
    virtual function bit is_volatile();
      return m_volatile;
    endfunction
    virtual function uvm_reg_data_t get_mirrored_value(string fname = "", int lineno = 0);
      return value;
    endfunction
    function bit predict(uvm_reg_data_t value, uvm_reg_byte_en_t be = -1, uvm_predict_e kind = UVM_PREDICT_DIRECT,
                         uvm_door_e path = UVM_FRONTDOOR, uvm_reg_map map = null, string fname = "", int lineno = 0);
      this.value = value;
      return 1;
    endfunction
  endclass

  virtual class uvm_reg extends uvm_object;
    local int unsigned m_n_bits;
    local uvm_reg_field m_fields[$];
    local uvm_reg_block m_block;
    local uvm_reg_file m_file;
    local uvm_hdl_path_concat m_path;
    local uvm_reg_addr_t m_address;
    local string m_rights;

    function new(string name = "", int unsigned n_bits, int has_coverage);
      super.new(name);
      m_n_bits = n_bits;
    endfunction
    extern function void configure(uvm_reg_block blk_parent, uvm_reg_file regfile_parent = null, string hdl_path = "");
    extern virtual function string get_full_name();
    // Only this stub has the two functions.
    function void m_add_field(uvm_reg_field field);
      m_fields.push_back(field);
    endfunction
    function void m_place(uvm_reg_addr_t address, string rights);
      m_address = address;
      m_rights = rights;
    endfunction
    virtual function void get_fields(ref uvm_reg_field fields[$]);
      fields = m_fields;
    endfunction
    virtual function int unsigned get_n_bits();
      return m_n_bits;
    endfunction
    virtual function uvm_reg_addr_t get_address(uvm_reg_map map = null);
      return m_address;
    endfunction
    virtual function string get_rights(uvm_reg_map map = null);
      return m_rights;
    endfunction
    virtual function uvm_reg_data_t get(string fname = "", int lineno = 0);
      return 0;
    endfunction
    function void add_hdl_path_slice(string name, int offset, int size, bit first = 0, string kind = "RTL");
      if (first || m_path == null) m_path = new();
      m_path.add_path(name, offset, size);
    endfunction
    function bit has_hdl_path(string kind = "");
      return m_path != null;
    endfunction
    function void get_hdl_path(ref uvm_hdl_path_concat paths[$], input string kind = "");
      paths.push_back(m_path);
    endfunction
    protected function uvm_reg_cvr_t build_coverage(uvm_reg_cvr_t models);
      return UVM_NO_COVERAGE;
    endfunction
    virtual function bit has_coverage(uvm_reg_cvr_t models);
      return 0;
    endfunction
    virtual function bit get_coverage(uvm_reg_cvr_t is_on);
      return 0;
    endfunction
    protected virtual function void sample(uvm_reg_data_t data, uvm_reg_data_t byte_en, bit is_read, uvm_reg_map map);
    endfunction
    virtual function void sample_values();
    endfunction
  endclass

  class uvm_reg_file extends uvm_object;
    local uvm_reg_block m_block;
    local uvm_reg_file m_file;

    function new(string name = "");
      super.new(name);
    endfunction
    function void configure(uvm_reg_block blk_parent, uvm_reg_file regfile_parent, string hdl_path = "");
      m_block = blk_parent;
      m_file = regfile_parent;
    endfunction
    extern virtual function string get_full_name();
    virtual function uvm_reg_block get_block();
      return m_block;
    endfunction
  endclass

  class uvm_mem extends uvm_object;
    local longint unsigned m_size;
    local int unsigned m_n_bits;
    local string m_access;
    local uvm_reg_block m_block;
    local uvm_hdl_path_concat m_path;
    local uvm_reg_addr_t m_address;

    function new(string name, longint unsigned size, int unsigned n_bits, string access = "RW",
                 int has_coverage = UVM_NO_COVERAGE);
      super.new(name);
      m_size = size;
      m_n_bits = n_bits;
      m_access = access;
    endfunction
    extern function void configure(uvm_reg_block parent, string hdl_path = "");
    extern virtual function string get_full_name();
    // Only this stub has the function.
    function void m_place(uvm_reg_addr_t address);
      m_address = address;
    endfunction
    virtual function uvm_reg_addr_t get_address(uvm_reg_addr_t offset = 0, uvm_reg_map map = null);
      return m_address + offset * (m_n_bits / 8);
    endfunction
    function longint unsigned get_size();
      return m_size;
    endfunction
    function int unsigned get_n_bits();
      return m_n_bits;
    endfunction
    virtual function string get_access(uvm_reg_map map = null);
      return m_access;
    endfunction
    function bit has_hdl_path(string kind = "");
      return m_path != null;
    endfunction
    function void get_hdl_path(ref uvm_hdl_path_concat paths[$], input string kind = "");
      paths.push_back(m_path);
    endfunction
  endclass

  class uvm_reg_frontdoor extends uvm_object;
    function new(string name = "");
      super.new(name);
    endfunction
  endclass

  class uvm_reg_map extends uvm_object;
    local uvm_reg_addr_t m_base;
    local int unsigned m_n_bytes;

    function new(string name = "uvm_reg_map");
      super.new(name);
    endfunction
    function void configure(uvm_reg_block parent, uvm_reg_addr_t base_addr, int unsigned n_bytes, uvm_endianness_e endian,
                            bit byte_addressing = 1);
      m_base = base_addr;
      m_n_bytes = n_bytes;
    endfunction
    virtual function void add_reg(uvm_reg rg, uvm_reg_addr_t offset, string rights = "RW", bit unmapped = 0,
                                  uvm_reg_frontdoor frontdoor = null);
      rg.m_place(m_base + offset, rights);
    endfunction
    virtual function void add_mem(uvm_mem mem, uvm_reg_addr_t offset, string rights = "RW", bit unmapped = 0,
                                  uvm_reg_frontdoor frontdoor = null);
      mem.m_place(m_base + offset);
    endfunction
    virtual function uvm_reg_addr_t get_base_addr(uvm_hier_e hier = UVM_HIER);
      return m_base;
    endfunction
    virtual function int unsigned get_n_bytes(uvm_hier_e hier = UVM_HIER);
      return m_n_bytes;
    endfunction
  endclass

  class uvm_reg_block extends uvm_object;
    uvm_reg_map default_map;
    local bit m_locked;
    local uvm_reg m_regs[$];
    local uvm_mem m_mems[$];

    function new(string name = "", int has_coverage = UVM_NO_COVERAGE);
      super.new(name);
    endfunction
    virtual function uvm_reg_map create_map(string name, uvm_reg_addr_t base_addr, int unsigned n_bytes,
                                            uvm_endianness_e endian, bit byte_addressing = 1);
      uvm_reg_map made;
      made = new(name);
      made.configure(this, base_addr, n_bytes, endian, byte_addressing);
      return made;
    endfunction
    function void add_reg(uvm_reg rg);
      m_regs.push_back(rg);
    endfunction
    function void add_mem(uvm_mem mem);
      m_mems.push_back(mem);
    endfunction
    virtual function void get_registers(ref uvm_reg regs[$], input uvm_hier_e hier = UVM_HIER);
      regs = m_regs;
    endfunction
    virtual function void get_memories(ref uvm_mem mems[$], input uvm_hier_e hier = UVM_HIER);
      mems = m_mems;
    endfunction
    virtual function void lock_model();
      m_locked = 1;
    endfunction
    function bit is_locked();
      return m_locked;
    endfunction
  endclass

  function void uvm_reg_field::configure(uvm_reg parent, int unsigned size, int unsigned lsb_pos, string access,
                                         bit volatile, uvm_reg_data_t reset, bit has_reset, bit is_rand,
                                         bit individually_accessible);
    m_parent = parent;
    m_size = size;
    m_lsb = lsb_pos;
    m_access = access;
    m_volatile = volatile;
    if (has_reset) set_reset(reset);
    parent.m_add_field(this);
  endfunction

  function string uvm_reg_field::get_full_name();
    return {m_parent.get_full_name(), ".", get_name()};
  endfunction

  function void uvm_reg::configure(uvm_reg_block blk_parent, uvm_reg_file regfile_parent = null, string hdl_path = "");
    m_block = blk_parent;
    m_file = regfile_parent;
    m_block.add_reg(this);
    if (hdl_path != "") add_hdl_path_slice(hdl_path, -1, -1);
  endfunction

  function string uvm_reg::get_full_name();
    if (m_file != null) return {m_file.get_full_name(), ".", get_name()};
    return {m_block.get_full_name(), ".", get_name()};
  endfunction

  function string uvm_reg_file::get_full_name();
    return {m_block.get_full_name(), ".", get_name()};
  endfunction

  function void uvm_mem::configure(uvm_reg_block parent, string hdl_path = "");
    m_block = parent;
    m_block.add_mem(this);
    if (hdl_path != "") begin
      m_path = new();
      m_path.add_path(hdl_path, -1, -1);
    end
  endfunction

  function string uvm_mem::get_full_name();
    return {m_block.get_full_name(), ".", get_name()};
  endfunction

endpackage
