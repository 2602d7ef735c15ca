//! Element types of tensors, by their numbers in onnx.proto (TensorProto.DataType).

/// An element type. Texts have no fixed size; one counts as a reference of eight bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DType(i32);

/// Number, name, bits of an element.
const TYPES: &[(i32, &str, u64)] = &[
    (1, "float32", 32),
    (2, "uint8", 8),
    (3, "int8", 8),
    (4, "uint16", 16),
    (5, "int16", 16),
    (6, "int32", 32),
    (7, "int64", 64),
    (8, "string", 64),
    (9, "bool", 8),
    (10, "float16", 16),
    (11, "float64", 64),
    (12, "uint32", 32),
    (13, "uint64", 64),
    (14, "complex64", 64),
    (15, "complex128", 128),
    (16, "bfloat16", 16),
    (17, "float8e4m3fn", 8),
    (18, "float8e4m3fnuz", 8),
    (19, "float8e5m2", 8),
    (20, "float8e5m2fnuz", 8),
    (21, "uint4", 4),
    (22, "int4", 4),
    (23, "float4e2m1", 4),
    (24, "float8e8m0", 8),
    (25, "uint2", 2),
    (26, "int2", 2),
];

impl DType {
    /// 32-bit floating point, the usual one.
    pub const FLOAT: Self = Self(1);
    /// Unsigned 8-bit integers.
    pub const UINT8: Self = Self(2);
    /// Signed 8-bit integers.
    pub const INT8: Self = Self(3);
    /// Signed 32-bit integers.
    pub const INT32: Self = Self(6);
    /// Signed 64-bit integers, the type of shapes and indices.
    pub const INT64: Self = Self(7);
    /// Texts.
    pub const STRING: Self = Self(8);
    /// Truth values.
    pub const BOOL: Self = Self(9);
    /// 16-bit floating point.
    pub const FLOAT16: Self = Self(10);
    /// 64-bit floating point.
    pub const FLOAT64: Self = Self(11);
    /// Two 32-bit floats: real and imaginary part.
    pub const COMPLEX64: Self = Self(14);
    /// 16-bit floating point with the exponents of 32 bits.
    pub const BFLOAT16: Self = Self(16);

    /// Returns the type with this number, if it is known.
    #[must_use]
    pub fn new(number: i32) -> Option<Self> {
        TYPES.iter().any(|&(known, ..)| known == number).then_some(Self(number))
    }

    /// Returns the type by the name that old operators use (`FLOAT`, `INT64`, …).
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        let name = match name.to_ascii_lowercase().as_str() {
            "float" => "float32".to_owned(),
            "double" => "float64".to_owned(),
            other => other.to_owned(),
        };
        Self::named(&name)
    }

    /// Returns the type with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        TYPES.iter().find(|(_, known, _)| *known == name).map(|&(number, ..)| Self(number))
    }

    /// Returns the names of all types.
    pub fn names() -> impl Iterator<Item = &'static str> {
        TYPES.iter().map(|&(_, name, _)| name)
    }

    /// Returns whether values are integers or truth values.
    #[must_use]
    pub fn is_integer(self) -> bool {
        let name = self.name();
        name.starts_with("int") || name.starts_with("uint") || name == "bool"
    }

    /// Returns the name that NumPy uses.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// Bits of an element.
    #[must_use]
    pub fn bits(self) -> u64 {
        self.row().2
    }

    fn row(self) -> (i32, &'static str, u64) {
        // `new` and the constants admit only numbers of the table.
        TYPES.iter().copied().find(|&(number, ..)| number == self.0).unwrap_or(TYPES[0])
    }
}
