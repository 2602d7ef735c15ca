//! The rows of Axon's output and their size in memory (J8, J9).

use std::fmt;

use super::read::{MOST_ROWS, boolean_or, integer_or, rows};
use crate::input::{InputError, InputNode, fit};

/// Values of an MLP row.
const MLP_ROW: i64 = 32;
/// Bytes of a value: Axon writes int32 only.
const VALUE_BYTES: i128 = 4;
/// Values of a 16-byte line.
const LINE: i64 = 4;

/// Axon's output.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shape {
    /// Rows: ny, or for an MLP floor(nf / 32), which may be 0.
    pub(crate) rows: i64,
    nx: i64,
    nf: i64,
    /// Whether it is an MLP and nf is not a multiple of 32.
    pub(crate) is_split_badly: bool,
}

/// Memory of `pipeline_num` rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BufferBytes {
    /// 4 × pipeline_num × nx × nf.
    pub(crate) plain: i64,
    /// The same with nf rounded up to a 16-byte line.
    pub(crate) padded: i64,
}

impl Shape {
    /// Reads ny, nx, nf and mlp; for an MLP, neither ny nor nx is read.
    pub(crate) fn read(node: &InputNode<'_, '_>) -> Result<Self, InputError> {
        if boolean_or(node, "mlp", false)? {
            let most = MOST_ROWS * MLP_ROW;
            let nf = node.maybe("nf").map_or(Ok(1), |nf| nf.integer(1..=most))?;
            return Ok(Self { rows: nf / MLP_ROW, nx: 1, nf: MLP_ROW, is_split_badly: nf % MLP_ROW != 0 });
        }
        let (nx, nf) = (integer_or(node, "nx", 1, 1)?, integer_or(node, "nf", 1, 1)?);
        Ok(Self { rows: rows(node, "ny")?, nx, nf, is_split_badly: false })
    }

    /// Returns the same where nf has to be a multiple of 32.
    pub(crate) fn read_whole(node: &InputNode<'_, '_>) -> Result<Self, InputError> {
        let shape = Self::read(node)?;
        if shape.is_split_badly {
            return Err(node.key("nf")?.unwanted("a multiple of 32"));
        }
        Ok(shape)
    }

    /// Values of a row; below 2^62.
    pub(crate) fn row_length(&self) -> i64 {
        self.nx * self.nf
    }

    /// Memory of a buffer of this many rows.
    pub(crate) fn buffer_bytes(&self, pipeline_num: i64) -> Result<BufferBytes, InputError> {
        let bytes = |nf: i64| VALUE_BYTES * i128::from(pipeline_num) * i128::from(self.nx) * i128::from(nf);
        let padded = self.nf + (LINE - self.nf % LINE) % LINE;
        Ok(BufferBytes {
            plain: fit(bytes(self.nf), "buffer_bytes")?,
            padded: fit(bytes(padded), "buffer_bytes_padded")?,
        })
    }
}

impl fmt::Display for BufferBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes, {} in 16-byte lines", self.plain, self.padded)
    }
}
