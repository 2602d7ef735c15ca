//! Every keyword, on values just inside and just outside its limits. Unimplemented keywords are not skipped.

use crate::Schema;
use rstest::rstest;
use serde_json::{Value, json};

#[rstest]
#[case(json!({"type": "integer"}), json!(1.0), json!(1.5))]
#[case(json!({"type": ["string", "null"]}), json!(null), json!(1))]
#[case(json!({"type": "number"}), json!(0.5), json!("0.5"))]
#[case(json!({"type": "boolean"}), json!(false), json!(0))]
#[case(json!({"type": "array"}), json!([]), json!({}))]
#[case(json!({"type": "object"}), json!({}), json!([]))]
#[case(json!({"enum": ["a", 1]}), json!(1.0), json!("b"))]
#[case(json!({"const": 2}), json!(2), json!(3))]
#[case(json!({"const": "a"}), json!("a"), json!(["a"]))]
#[case(json!({"required": ["a"]}), json!({"a": null}), json!({"b": 1}))]
#[case(json!({"minimum": 0}), json!(0), json!(-1))]
#[case(json!({"maximum": 18446744073709551614_u64}), json!(18446744073709551614_u64), json!(u64::MAX))]
#[case(json!({"maximum": u64::MAX}), json!(u64::MAX), json!(18446744073709551616.0))]
#[case(json!({"multipleOf": 4}), json!(8), json!(6))]
#[case(json!({"minLength": 2}), json!("±±"), json!("±"))]
#[case(json!({"pattern": "^a+$"}), json!("aa"), json!("ab"))]
#[case(json!({"minItems": 1}), json!([0]), json!([]))]
#[case(json!({"maxItems": 1}), json!([0]), json!([0, 0]))]
#[case(json!({"items": {"type": "null"}}), json!([null]), json!([null, 0]))]
#[case(json!({"properties": {"a": {"const": 1}}}), json!({"a": 1, "b": 2}), json!({"a": 2}))]
#[case(json!({"properties": {"a": {}}, "additionalProperties": false}), json!({"a": 1}), json!({"a": 1, "b": 1}))]
#[case(json!({"additionalProperties": {"type": "null"}}), json!({"a": null}), json!({"a": 1}))]
#[case(json!({"anyOf": [{"minimum": 5}, {"maximum": 1}]}), json!(0), json!(3))]
#[case(json!({"oneOf": [{"minimum": 1}, {"maximum": 3}]}), json!(0), json!(2))]
#[case(json!({"$defs": {"a": {"const": 1}}, "$ref": "#/$defs/a"}), json!(1), json!(2))]
#[case(json!({"items": {"$ref": "#/$defs/a"}, "$defs": {"a": false}}), json!([]), json!([0]))]
fn keywords(#[case] schema: Value, #[case] valid: Value, #[case] invalid: Value) {
    let schema = Schema::new(schema);
    assert_eq!(schema.errors(&valid), [""; 0]);
    assert_eq!(schema.errors(&invalid).len(), 1, "{:?}", schema.errors(&invalid));
}

/// A keyword checks only the type that it applies to.
#[rstest]
#[case(json!({"required": ["a"], "minimum": 1, "minLength": 1, "minItems": 1, "items": false}), json!(true))]
#[case(json!({"properties": {"a": false}, "additionalProperties": false, "pattern": "a"}), json!([1]))]
fn other_types_pass(#[case] schema: Value, #[case] value: Value) {
    assert!(Schema::new(schema).is_valid(&value));
}

#[test]
fn a_place_is_a_pointer() {
    let schema = json!({"properties": {"a": {"items": {"additionalProperties": {"type": "null"}}}}});
    let value = json!({"a": [{}, {"b": 1}]});
    assert_eq!(Schema::new(schema).errors(&value), ["/a/1/b: 1 where `type` is \"null\""]);
}

#[rstest]
#[case(json!({"maxLength": 1}))]
#[case(json!({"properties": []}))]
#[case(json!({"minItems": -1}))]
#[case(json!({"$ref": "other.json"}))]
#[case(json!({"type": "text"}))]
#[case(json!({"enum": ["a", ["b"]]}))]
#[case(json!([]))]
#[should_panic]
fn what_is_not_implemented_panics(#[case] schema: Value) {
    let _ = Schema::new(schema).errors(&json!([1]));
}
