//! The Arrow schema of a table, which Parquet files carry as metadata: units and meanings of the columns.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use hws_run::sweep::{Column, ColumnKind};
use parquet::file::metadata::KeyValue;
use planus::Builder;
use polars_arrow_format::ipc;

/// Where readers of the Arrow schema look for it.
const KEY: &str = "ARROW:schema";

/// Marks the start of a message and its length (Arrow IPC, encapsulated message format).
const CONTINUATION: [u8; 4] = [0xFF; 4];

/// A message is padded to a multiple of this number of bytes.
const ALIGNMENT: usize = 8;

/// The metadata of a file with these columns.
pub(super) fn metadata(columns: &[Column]) -> KeyValue {
    let schema = ipc::Schema { fields: Some(columns.iter().map(field).collect()), ..ipc::Schema::default() };
    let message = ipc::Message {
        version: ipc::MetadataVersion::V5,
        header: Some(ipc::MessageHeader::Schema(Box::new(schema))),
        ..ipc::Message::default()
    };
    KeyValue::new(KEY.to_owned(), BASE64_STANDARD.encode(encapsulated(&message)))
}

fn encapsulated(message: &ipc::Message) -> Vec<u8> {
    let mut builder = Builder::new();
    let message = builder.finish(message, None);
    let length = message.len().next_multiple_of(ALIGNMENT);
    let prefix = u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes();
    let mut bytes = [&CONTINUATION, &prefix, message].concat();
    bytes.resize(CONTINUATION.len() + prefix.len() + length, 0);
    bytes
}

fn field(column: &Column) -> ipc::Field {
    let about = [("unit", &column.unit), ("description", &column.description)];
    let known = about.into_iter().filter(|(_, text)| !text.is_empty());
    let metadata: Vec<_> = known
        .map(|(key, text)| ipc::KeyValue { key: Some(key.to_owned()), value: Some(text.clone()) })
        .collect();
    ipc::Field {
        name: Some(column.name.clone()),
        nullable: true,
        type_: Some(type_of(column.kind)),
        // Readers in C++ insist on the list, even where it is empty.
        children: Some(Vec::new()),
        custom_metadata: (!metadata.is_empty()).then_some(metadata),
        ..ipc::Field::default()
    }
}

fn type_of(kind: ColumnKind) -> ipc::Type {
    let integer = |is_signed| ipc::Type::Int(Box::new(ipc::Int { bit_width: 64, is_signed }));
    match kind {
        ColumnKind::U64 => integer(false),
        ColumnKind::I64 => integer(true),
        ColumnKind::Bool => ipc::Type::Bool(Box::default()),
        ColumnKind::Text => ipc::Type::Utf8(Box::default()),
    }
}

#[cfg(test)]
mod tests {
    use planus::ReadAsRoot;

    use super::*;

    #[test]
    fn a_reader_finds_names_units_and_meanings() {
        let columns = [
            Column::new("makespan", ColumnKind::I64, "The last end").with_unit("cycles"),
            Column::new("ok", ColumnKind::Bool, ""),
        ];
        let message = BASE64_STANDARD.decode(metadata(&columns).value.unwrap()).unwrap();
        let (prefix, message) = message.split_at(CONTINUATION.len() + size_of::<u32>());
        assert_eq!(prefix[..4], CONTINUATION);
        assert_eq!(prefix[4..], u32::try_from(message.len()).unwrap().to_le_bytes());
        assert_eq!(message.len() % ALIGNMENT, 0);
        let message = ipc::MessageRef::read_as_root(message).unwrap();
        let Some(ipc::MessageHeaderRef::Schema(schema)) = message.header().unwrap() else {
            panic!("a schema")
        };
        let fields: Vec<_> = schema.fields().unwrap().unwrap().iter().map(Result::unwrap).collect();
        let names: Vec<_> = fields.iter().map(|field| field.name().unwrap().unwrap()).collect();
        assert_eq!(names, ["makespan", "ok"]);
        let about = fields[0].custom_metadata().unwrap().unwrap().iter().map(Result::unwrap);
        let about: Vec<_> =
            about.map(|pair| (pair.key().unwrap().unwrap(), pair.value().unwrap().unwrap())).collect();
        assert_eq!(about, [("unit", "cycles"), ("description", "The last end")]);
        assert!(fields[1].custom_metadata().unwrap().is_none());
    }
}
