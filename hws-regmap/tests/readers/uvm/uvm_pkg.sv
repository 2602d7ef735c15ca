// A stub of the UVM base: what a register model calls, with the argument lists of IEEE 1800.2.
//
// The real base library is in none of the registries that CI can reach. This stands in for it: it
// keeps what the model configures and does nothing else (no sequencer, no frontdoor, no coverage,
// no factory overrides), so it shows that a model compiles and what it says, not how UVM runs it.
package uvm_pkg;

  typedef bit [63:0] uvm_reg_data_t;
  typedef bit [63:0] uvm_reg_addr_t;
  typedef enum int { UVM_NO_COVERAGE = 0, UVM_CVR_ALL = -1 } uvm_coverage_model_e;
  typedef enum int { UVM_NO_ENDIAN, UVM_LITTLE_ENDIAN, UVM_BIG_ENDIAN } uvm_endianness_e;

  class uvm_object;
    local string m_name;
    function new(string name = "");
      m_name = name;
    endfunction
    virtual function string get_name();
      return m_name;
    endfunction
    virtual function void set_name(string name);
      m_name = name;
    endfunction
  endclass

  class uvm_object_registry #(type T = uvm_object, string Tname = "");
    static function T create(string name = "");
      T object;
      object = new(name);
      return object;
    endfunction
  endclass

  typedef class uvm_reg;
  typedef class uvm_reg_block;
  typedef class uvm_reg_file;

  class uvm_reg_field extends uvm_object;
    typedef uvm_object_registry #(uvm_reg_field, "uvm_reg_field") type_id;
    rand uvm_reg_data_t value;
    int unsigned m_size;
    int unsigned m_lsb;
    string m_access;
    bit m_volatile;
    uvm_reg_data_t m_reset;
    uvm_reg m_parent;

    function new(string name = "uvm_reg_field");
      super.new(name);
    endfunction
    extern function void configure(uvm_reg parent, int unsigned size, int unsigned lsb_pos, string access,
                                   bit volatile, uvm_reg_data_t reset, bit has_reset, bit is_rand,
                                   bit individually_accessible);
    virtual function void set_reset(uvm_reg_data_t value, string kind = "HARD");
      if (kind == "HARD") m_reset = value;
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
    virtual function bit is_volatile();
      return m_volatile;
    endfunction
  endclass

  virtual class uvm_reg extends uvm_object;
    int unsigned m_n_bits;
    uvm_reg_field m_fields[$];
    uvm_reg_block m_block;
    uvm_reg_file m_file;

    function new(string name = "", int unsigned n_bits, int has_coverage);
      super.new(name);
      m_n_bits = n_bits;
    endfunction
    extern function void configure(uvm_reg_block blk_parent, uvm_reg_file regfile_parent = null,
                                   string hdl_path = "");
    virtual function void add_field(uvm_reg_field field);
      m_fields.push_back(field);
    endfunction
    pure virtual function void build();
  endclass

  virtual class uvm_reg_file extends uvm_object;
    uvm_reg_block m_block;
    uvm_reg_file m_file;

    function new(string name = "");
      super.new(name);
    endfunction
    function void configure(uvm_reg_block blk_parent, uvm_reg_file regfile_parent, string hdl_path = "");
      m_block = blk_parent;
      m_file = regfile_parent;
    endfunction
    virtual function uvm_reg_block get_block();
      return m_block;
    endfunction
  endclass

  class uvm_reg_frontdoor extends uvm_object;
    function new(string name = "");
      super.new(name);
    endfunction
  endclass

  class uvm_reg_map extends uvm_object;
    uvm_reg m_regs[$];
    uvm_reg_addr_t m_offsets[$];
    string m_rights[$];

    function new(string name = "uvm_reg_map");
      super.new(name);
    endfunction
    virtual function void add_reg(uvm_reg rg, uvm_reg_addr_t offset, string rights = "RW", bit unmapped = 0,
                                  uvm_reg_frontdoor frontdoor = null);
      m_regs.push_back(rg);
      m_offsets.push_back(offset);
      m_rights.push_back(rights);
    endfunction
  endclass

  virtual class uvm_reg_block extends uvm_object;
    uvm_reg_map default_map;
    bit m_locked;

    function new(string name = "", int has_coverage = 0);
      super.new(name);
    endfunction
    virtual function uvm_reg_map create_map(string name, uvm_reg_addr_t base_addr, int unsigned n_bytes,
                                            uvm_endianness_e endian, bit byte_addressing = 1);
      uvm_reg_map made;
      made = new(name);
      return made;
    endfunction
    virtual function void lock_model();
      m_locked = 1;
    endfunction
    virtual function bit is_locked();
      return m_locked;
    endfunction
    pure virtual function void build();
  endclass

  function void uvm_reg_field::configure(uvm_reg parent, int unsigned size, int unsigned lsb_pos,
                                         string access, bit volatile, uvm_reg_data_t reset, bit has_reset,
                                         bit is_rand, bit individually_accessible);
    m_parent = parent;
    m_size = size;
    m_lsb = lsb_pos;
    m_access = access;
    m_volatile = volatile;
    m_reset = reset;
    parent.add_field(this);
  endfunction

  function void uvm_reg::configure(uvm_reg_block blk_parent, uvm_reg_file regfile_parent = null,
                                   string hdl_path = "");
    m_block = blk_parent;
    m_file = regfile_parent;
  endfunction

endpackage
