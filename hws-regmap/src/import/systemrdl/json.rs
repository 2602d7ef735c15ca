//! What the program `read.py` prints.

use serde::Deserialize;

#[derive(Debug, Deserialize)]
pub(super) struct Output {
    pub(super) own: Option<Own>,
    pub(super) blocks: Vec<Block>,
}

/// What the text of our own export says.
#[derive(Debug, Deserialize)]
pub(super) struct Own {
    pub(super) width: u32,
    /// Bytes of the window.
    pub(super) window: Option<u64>,
    /// In the order of the parameters of the block.
    pub(super) parameters: Vec<OwnParameter>,
    pub(super) enums: Vec<Enumeration>,
    pub(super) pages: Vec<Page>,
}

#[derive(Debug, Deserialize)]
pub(super) struct OwnParameter {
    pub(super) line: u32,
    pub(super) name: String,
    pub(super) limits: (u64, u64),
    pub(super) description: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Page {
    pub(super) line: u32,
    pub(super) name: String,
    /// The first byte and the number of bytes.
    pub(super) range: Option<(u64, u64)>,
    pub(super) description: String,
}

/// What every component has.
#[derive(Debug, Deserialize)]
pub(super) struct Common {
    pub(super) name: String,
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    pub(super) line: u32,
    /// Properties that the file sets and a map has no place for.
    pub(super) lost: Vec<String>,
}

/// Where a component is in what it is in.
#[derive(Debug, Deserialize)]
pub(super) struct Place {
    pub(super) offset: u64,
    pub(super) dims: Vec<u64>,
    pub(super) stride: Option<u64>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Block {
    #[serde(flatten)]
    pub(super) common: Common,
    pub(super) path: String,
    pub(super) base: u64,
    pub(super) parameters: Vec<Parameter>,
    pub(super) contents: Vec<Node>,
    pub(super) blocks_in_it: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Parameter {
    pub(super) name: String,
    /// Nothing if it is not a number that a map can have.
    pub(super) value: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum Node {
    Reg(Reg),
    Regfile(Regfile),
    Mem(Mem),
}

impl Node {
    pub(super) fn line(&self) -> u32 {
        match self {
            Self::Reg(reg) => reg.common.line,
            Self::Regfile(file) => file.common.line,
            Self::Mem(memory) => memory.common.line,
        }
    }
}

/// Calls a function with every register.
pub(super) fn registers(nodes: &[Node], call: &mut impl FnMut(&Reg)) {
    for node in nodes {
        match node {
            Node::Reg(reg) => call(reg),
            Node::Regfile(file) => registers(&file.contents, call),
            Node::Mem(_) => {}
        }
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct Regfile {
    #[serde(flatten)]
    pub(super) common: Common,
    #[serde(flatten)]
    pub(super) place: Place,
    pub(super) contents: Vec<Node>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Mem {
    #[serde(flatten)]
    pub(super) common: Common,
    #[serde(flatten)]
    pub(super) place: Place,
    pub(super) width: u32,
    pub(super) entries: u64,
    pub(super) sw: Option<String>,
    pub(super) hdl_path: Option<String>,
    /// Virtual registers in it.
    pub(super) registers: u64,
}

#[derive(Debug, Deserialize)]
pub(super) struct Reg {
    #[serde(flatten)]
    pub(super) common: Common,
    #[serde(flatten)]
    pub(super) place: Place,
    pub(super) width: u32,
    pub(super) access_width: u32,
    pub(super) alias_of: Option<String>,
    pub(super) hdl_path: Option<String>,
    pub(super) donttest: bool,
    pub(super) dontcompare: bool,
    pub(super) fields: Vec<Field>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Field {
    #[serde(flatten)]
    pub(super) common: Common,
    pub(super) msb: u32,
    pub(super) lsb: u32,
    pub(super) sw: Option<String>,
    pub(super) hw: Option<String>,
    pub(super) onread: Option<String>,
    pub(super) onwrite: Option<String>,
    pub(super) reset: Option<u64>,
    pub(super) has_other_reset: bool,
    pub(super) pulse: bool,
    pub(super) sets: bool,
    pub(super) counter: Option<Counter>,
    pub(super) enumeration: Option<Enumeration>,
    pub(super) guard: Option<Guard>,
    pub(super) hdl_path: Option<String>,
    pub(super) donttest: bool,
    pub(super) dontcompare: bool,
}

#[derive(Debug, Deserialize)]
pub(super) struct Counter {
    pub(super) direction: String,
    pub(super) saturates: bool,
}

/// A write enable or lock: a bit of a register, or something else.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Guard {
    Bit { register: String, field: String, opens_at: bool },
    Other { lost: String },
}

#[derive(Debug, Deserialize)]
pub(super) struct Enumeration {
    pub(super) name: String,
    pub(super) values: Vec<Value>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Value {
    pub(super) name: String,
    pub(super) title: Option<String>,
    pub(super) value: u64,
    pub(super) description: Option<String>,
}
