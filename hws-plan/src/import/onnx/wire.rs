//! Checks on the protobuf encoding before it is decoded: is this a model, and how many parts does it have?
//!
//! An ONNX file has no magic bytes. It is recognised by its outer message: every field is a field of a model in
//! its encoding, and `ir_version` is among them. The limit on parts bounds the memory for decoding, since an empty
//! message takes two bytes in the file and many more in memory: a file may have one for every four of its bytes, which
//! is more than a node with its names needs.

use super::error::OnnxError;

/// Nodes, names, attributes and other parts that any model may have.
pub(super) const PARTS_FREE: usize = 1 << 21;
/// Most parts of a large model, enough for 10^6 nodes.
const PARTS_MOST: usize = 1 << 23;
/// Bytes of a large model for each part.
const BYTES_PER_PART: usize = 4;

/// Deepest nesting of messages; the decoder refuses more than 100.
const DEPTH_MOST: usize = 128;

const VARINT: u8 = 0;
const FIXED64: u8 = 1;
const BYTES: u8 = 2;
const FIXED32: u8 = 5;

/// Fields of ModelProto: number and encoding.
const MODEL: &[(u64, u8)] = &[
    (1, VARINT),
    (2, BYTES),
    (3, BYTES),
    (4, BYTES),
    (5, VARINT),
    (6, BYTES),
    (7, BYTES),
    (8, BYTES),
    (14, BYTES),
    (20, BYTES),
    (25, BYTES),
    (26, BYTES),
];
const IR_VERSION: u64 = 1;

/// Returns whether the outer message is that of a model. A truncated one counts, so that the reader can report it.
pub(crate) fn is_model(bytes: &[u8]) -> bool {
    let mut fields = Fields { rest: bytes };
    let mut versions = 0;
    let mut others = 0;
    for field in &mut fields {
        match field {
            Field { number: IR_VERSION, encoding: VARINT, .. } => versions += 1,
            Field { number, encoding, .. } if MODEL.contains(&(number, encoding)) => others += 1,
            _ => return false,
        }
    }
    let cut_off = fields.next_key();
    others += usize::from(cut_off.is_some());
    versions > 0 && others > 0 && cut_off.is_none_or(|key| MODEL.contains(&key))
}

/// Refuses a model of too many parts. Damaged data is left to the decoder.
pub(super) fn check_parts(bytes: &[u8]) -> Result<(), OnnxError> {
    let most = (bytes.len() / BYTES_PER_PART).clamp(PARTS_FREE, PARTS_MOST);
    let mut left = most;
    count(bytes, Kind::Model, DEPTH_MOST, &mut left).ok_or(OnnxError::TooManyParts { most })
}

/// The messages that hold further messages or texts.
#[derive(Clone, Copy)]
enum Kind {
    Model,
    Graph,
    Function,
    Node,
    Attribute,
    ValueInfo,
    Type,
    TensorType,
    Shape,
    Leaf,
}

impl Kind {
    fn of_field(self, number: u64) -> Self {
        match (self, number) {
            (Self::Model, 7) | (Self::Attribute, 6) => Self::Graph,
            (Self::Model, 25) => Self::Function,
            (Self::Graph, 1) | (Self::Function, 7) => Self::Node,
            (Self::Node, 5) | (Self::Function, 11) => Self::Attribute,
            (Self::Graph, 11..=13) => Self::ValueInfo,
            (Self::ValueInfo, 2) => Self::Type,
            (Self::Type, 1) => Self::TensorType,
            (Self::TensorType, 2) => Self::Shape,
            _ => Self::Leaf,
        }
    }
}

/// Takes the parts from `left`, which may not have enough. Stops at a depth that the decoder refuses.
fn count(bytes: &[u8], kind: Kind, depth: usize, left: &mut usize) -> Option<()> {
    let Some(depth) = depth.checked_sub(1) else { return Some(()) };
    for field in (Fields { rest: bytes }) {
        if field.encoding == BYTES {
            *left = left.checked_sub(1)?;
            let part = kind.of_field(field.number);
            if !matches!(part, Kind::Leaf) {
                count(field.bytes, part, depth, left)?;
            }
        }
    }
    Some(())
}

struct Field<'a> {
    number: u64,
    encoding: u8,
    /// The content of a field of bytes.
    bytes: &'a [u8],
}

/// The complete fields of a message, up to its end or the first damage.
struct Fields<'a> {
    rest: &'a [u8],
}

impl Fields<'_> {
    /// Returns the number and encoding of the next field.
    fn next_key(&self) -> Option<(u64, u8)> {
        let (key, _) = varint(self.rest)?;
        Some((key >> 3, (key & 7) as u8))
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = Field<'a>;

    fn next(&mut self) -> Option<Field<'a>> {
        let (key, rest) = varint(self.rest)?;
        let encoding = (key & 7) as u8;
        let (bytes, rest) = match encoding {
            VARINT => (&rest[..0], varint(rest)?.1),
            FIXED64 => (&rest[..0], rest.get(8..)?),
            FIXED32 => (&rest[..0], rest.get(4..)?),
            BYTES => {
                let (length, rest) = varint(rest)?;
                rest.split_at_checked(usize::try_from(length).ok()?)?
            }
            _ => return None,
        };
        self.rest = rest;
        Some(Field { number: key >> 3, encoding, bytes })
    }
}

/// Decodes a variable-length integer; returns it and the bytes after it.
fn varint(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let mut value = 0;
    for (at, &byte) in bytes.iter().enumerate().take(10) {
        value |= u64::from(byte & 0x7f).checked_shl(7 * at as u32)?;
        if byte < 0x80 {
            return Some((value, &bytes[at + 1..]));
        }
    }
    None
}
