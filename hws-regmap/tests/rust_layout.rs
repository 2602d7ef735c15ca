//! The types of registers are written in the layout of prettyplease, whatever the length of their names.

use hws_regmap::{emit, load};

/// A map whose register and field names have that length, with every shape of a member.
fn map(length: usize) -> String {
    let name = |initial: char| format!("{initial}{}", "x".repeat(length - 1));
    let (register, field) = (name('R').to_uppercase(), name('F').to_uppercase());
    format!(
        "name: LONG
window_bytes: 0x1000
parameters:
  - {{name: {parameter}, value: 4, min: 1, max: 8}}
pages:
  - name: P
    base: 0
    size: 0x1000
    description: \"All \\\"registers\\\".\"
    registers:
      - name: {register}A
        offset: 0x0
        access: RW
        hardware: reads
        description: \"A word \\\\ and a backslash.\"
        fields:
          - {{name: {field}, bits: [31, 0]}}
      - name: {register}B
        offset: 0x10
        access: RW
        hardware: reads
        dims: [{{count: {parameter}, stride: 4, index: \"the index\"}}]
        fields:
          - {{name: {field}, bits: [3, 0], range: [1, 9], reset: 1}}
          - {{name: {field}G, bits: [7, 4], multiple_of: 2}}
          - {{name: {field}H, bits: [8], description: \"{long}\"}}
      - name: {register}C
        offset: 0x100
        access: RW
        hardware: reads
        dims: [{{count: {parameter}, stride: 16, index: \"a\"}}, {{count: 4, stride: 4, index: \"b\"}}]
        legal: {{fields: [{field}I, {field}J], combinations: [[1, 0], [0, 1]]}}
        fields:
          - {{name: {field}I, bits: [0], enum: {value}Type, values: [{{name: OFF, value: 0}}, {{name: {value}, value: 1}}]}}
          - {{name: {field}J, bits: [2, 1], enum: {value}Kind, values: [{{name: NONE, value: 0}}, {{name: {value}1, value: 1}}]}}
",
        parameter = name('N').to_uppercase(),
        value = name('V').to_uppercase(),
        long = "long ".repeat(30).trim_end(),
    )
}

#[test]
fn every_length_of_name_has_the_layout_of_prettyplease() {
    for length in 1..=100 {
        let text = map(length);
        let map = load(&text, "long.yaml").unwrap_or_else(|found| panic!("{length}: {found:?}\n{text}"));
        let written = emit::rust(&map).unwrap_or_else(|found| panic!("{length}: {found:?}"));
        let (_, items) = written.split_once('\n').expect("a heading");
        let mut file = syn::parse_file(items).expect("Rust");
        for item in std::mem::take(&mut file.items).into_iter().filter(|item| !is_storage(item)) {
            file.items = vec![item];
            let printed = prettyplease::unparse(&file);
            assert!(items.contains(&printed), "names of {length} characters:\n{printed}");
        }
    }
}

/// The register file is printed by prettyplease itself, which prints what it has printed in another way: it takes the
/// braces that it has put around a long arm for the author's.
fn is_storage(item: &syn::Item) -> bool {
    matches!(item, syn::Item::Impl(block) if matches!(&*block.self_ty, syn::Type::Path(path) if path.path.is_ident("RegFile")))
}
