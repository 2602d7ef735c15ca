//! The JSON Schema of workload files, for editors.
//!
//! It accepts the same value as the reader for each key by itself. What involves several keys (names, cycles,
//! whether a kernel fits) is left to the reader. Integers may be written as `118e6` in YAML and in JSON.

use hws_regs::{RegId, params};
use hws_types::ThreadNum;
use serde_json::{Map, Value, json};

use super::GRAPH_PRIORITY_MOST;
use super::dags::{ARRIVAL_MOST, DEADLINES, KINDS};
use super::firmware::{IN_PATHS, L2_MOST, OUT_PATHS, PINS, SCHEDULERS, VCS_MOST};
use super::hardware::{CLASSES, RATE_MOST, legal_topologies};
use super::kernels::{BLOCKS_MOST, BY, ENTRY_BYTES, ON};
use super::read::KERNELS_MOST;
use super::registers::is_setting;
use crate::hardware::CYCLES_MOST;

/// Returns the JSON Schema (draft 2020-12) of a workload file.
#[must_use]
pub fn schema() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Workload",
        "description": "Machine, contexts and task graphs for `hws run`.",
        "type": "object",
        "additionalProperties": false,
        "required": ["dags"],
        "properties": {
            "hardware": hardware(),
            "contexts": contexts(),
            "error_model": error_model(),
            "firmware": firmware(),
            "dags": { "type": "array", "minItems": 1, "items": dag() },
        },
    })
}

/// Returns the JSON Schema of a configuration, which has only `hardware` and `contexts`.
#[must_use]
pub fn config_schema() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Configuration",
        "description": "Machine and contexts for `hws run --config`.",
        "type": "object",
        "additionalProperties": false,
        "properties": { "hardware": hardware(), "contexts": contexts() },
    })
}

fn hardware() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "topology": { "enum": legal_topologies(), "default": "16x2", "description": "CLUSTER_SIP_NUM x CLUSTER_NUM." },
            "time_unit": integer(1, CYCLES_MOST, "Cycles per time unit; 1 by default."),
            "bus_cycles": integer(1, CYCLES_MOST, "Cycles per register access by firmware; 4 by default."),
            "pre_complete_lead": word("Cycles before the end of a block at which its SIP reports pre-complete; 0 (never) by default."),
            "cost": rates(),
            "registers": register_settings(),
        },
    })
}

fn register_settings() -> Value {
    let settings = RegId::all().filter(|&register| is_setting(register));
    let described = settings.map(|register| (register.to_string(), word(register.info().description)));
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": described.collect::<Map<_, _>>(),
        "description": "RW registers by name, such as P_TOP_K or SCALE_RATIO_TABLE_RANK[0].",
    })
}

fn rates() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "description": "Rates of one SIP, for kernels with a `cost`.",
        "properties": {
            "ops_per_cycle": integer(1, RATE_MOST, "Operations per cycle; a multiply-add counts as two. 1024 by default."),
            "bytes_per_cycle": integer(1, RATE_MOST, "Bytes moved per cycle; 16 by default."),
            "overhead": integer(0, RATE_MOST, "Additional cycles of each block; 1000 by default."),
        },
    })
}

fn firmware() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "out_path": words(OUT_PATHS.iter().map(|(word, _)| *word), "mdma"),
            "in_path": words(IN_PATHS.iter().map(|(word, _)| *word), "hdr"),
            "report": { "type": "boolean", "default": true, "description": "REPORT_EN." },
            "pin": words(PINS.iter().map(|(word, _)| *word), "none"),
            "l2_bytes": integer(0, L2_MOST, "Bytes of L2 that firmware may grant in each VG; 4 MiB by default."),
            "vcs": integer(0, VCS_MOST, "VCs that firmware may grant on each die; 64 by default."),
        },
    })
}

fn contexts() -> Value {
    let classes: Map<String, Value> = CLASSES.iter().map(|(name, _)| ((*name).to_owned(), sips())).collect();
    let context = json!({ "type": "object", "additionalProperties": false, "properties": classes });
    let contexts: Map<String, Value> =
        (0..params::N_CTX).map(|ctx| (ctx.to_string(), context.clone())).collect();
    json!({
        "type": "object",
        "additionalProperties": false,
        "properties": contexts,
        "description": "Usage masks by context and size class (1, 2, 3_4, 6_8, 9_12_16).",
    })
}

fn error_model() -> Value {
    let kind = json!({
        "type": "string",
        "pattern": "^(none|low|uniform:\u{b1}?0*[1-9][0-9]?%)$",
        "description": "How real times differ from estimates: none, low, or uniform:N%.",
    });
    let properties = json!({ "kind": kind, "seed": integer(0, u64::MAX, "0 by default.") });
    let with_seed = json!({
        "type": "object", "additionalProperties": false, "required": ["kind"], "properties": properties,
    });
    json!({ "oneOf": [kind, with_seed] })
}

fn dag() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["id"],
        "oneOf": [{ "required": ["kernels"] }, { "required": ["import"] }],
        "properties": {
            "id": name("Name, unique among the graphs, without a slash."),
            "arrival": integer(0, ARRIVAL_MOST, "Cycle in which firmware receives the graph; 0 by default."),
            "kind": words(KINDS.iter().map(|(word, _)| *word), "static"),
            "scheduler": words(SCHEDULERS.iter().map(|(word, _)| *word), "hws"),
            "priority": integer(0, GRAPH_PRIORITY_MOST.into(), "Priority among the graphs; the kernels of a graph with a higher one are chosen first. 0 by default."),
            "deadline": deadline("Cycles after the arrival of each instance in which it should finish; only reports know it."),
            "sips": sips(),
            "repeat": integer(1, KERNELS_MOST as u64, "Number of instances, named id, id#1, id#2 and so on."),
            "every": integer(0, ARRIVAL_MOST, "Cycles between the arrivals of instances."),
            "kernels": { "type": "array", "minItems": 1, "items": kernel() },
            "import": { "type": "string", "description": "A graph file, relative to this file." },
        },
    })
}

fn kernel() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["id"],
        "oneOf": [
            { "required": ["prefetch"] },
            { "required": ["threads", "est"] },
            { "required": ["threads", "cost"] },
        ],
        "properties": kernel_properties(),
    })
}

fn kernel_properties() -> Value {
    let threads: Vec<u32> = ThreadNum::ALL.iter().map(|threads| threads.get()).collect();
    json!({
        "id": name("Name, unique in the graph."),
        "threads": { "enum": threads, "description": "SIPs per block." },
        "blocks": integer(1, BLOCKS_MOST, "Number of blocks; 1 by default."),
        "est": integer(1, u32::MAX.into(), "Estimated time units per block."),
        "cost": cost(),
        "actual": integer(1, u32::MAX.into(), "Real cycles per block; by default, as estimated."),
        "affinity": sips(),
        "coop": { "type": "boolean", "default": false, "description": "All blocks start together." },
        "ctx": integer(0, params::N_CTX as u64 - 1, "Context; 0 by default."),
        "priority": word("offline_priority; by default, the upward rank."),
        "deadline": deadline("Cycles after the arrival of the graph in which it should finish; only reports know it."),
        "deps": { "type": "array", "items": dependency() },
        "trigger": trigger(),
        "l2": integer(0, u32::MAX.into(), "Bytes of L2 per block, granted by firmware."),
        "vc": vc(),
        "ahead": integer(1, u8::MAX.into(), "Grants requested ahead of the blocks launched."),
        "params": params(),
        "prefetch": name("The kernel whose L2 this one allocates; a prefetch does not run itself."),
    })
}

fn vc() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["count"],
        "properties": {
            "count": integer(1, super::kernels::VCS_MOST, "VCs per block."),
            "by": words(BY.iter().map(|(word, _)| *word), "hws"),
        },
    })
}

fn params() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["entry_bytes", "queue"],
        "properties": {
            "entry_bytes": {
                "type": "integer", "minimum": ENTRY_BYTES.start(), "maximum": ENTRY_BYTES.end(), "multipleOf": 4,
                "description": "Bytes per slot.",
            },
            "queue": integer(1, BLOCKS_MOST, "Number of slots, used in turn."),
        },
    })
}

fn cost() -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["ops", "bytes"],
        "properties": {
            "ops": integer(0, u64::MAX, "Operations of the whole kernel; a multiply-add counts as two."),
            "bytes": integer(0, u64::MAX, "Bytes moved by the whole kernel."),
        },
    })
}

fn dependency() -> Value {
    let properties = json!({
        "kernel": name("The predecessor."),
        "on": words(ON.iter().map(|(word, _)| *word), "finish"),
        "dag": name("The predecessor's graph or instance (such as g#1), if it is another one of the same file."),
        "transfer": integer(0, ARRIVAL_MOST, "Cycles from that progress to the earliest start; 0 by default."),
    });
    let with_on = json!({
        "type": "object", "additionalProperties": false, "required": ["kernel"], "properties": properties,
    });
    json!({ "oneOf": [name("The predecessor, which must finish first."), with_on] })
}

fn trigger() -> Value {
    let properties = json!({
        "window": integer(1, BLOCKS_MOST, "Largest number of blocks started and not finished."),
        "credits": { "type": "array", "items": credit() },
    });
    let policy = json!({
        "type": "object",
        "additionalProperties": false,
        "oneOf": [{ "required": ["window"] }, { "required": ["credits"] }],
        "properties": properties,
    });
    json!({ "oneOf": [{ "const": "all" }, policy] })
}

fn credit() -> Value {
    let need = integer(
        0,
        BLOCKS_MOST,
        "Number of first blocks of the other kernel that must finish before this block starts.",
    );
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": ["kernel", "need"],
        "properties": {
            "kernel": name("The other kernel, in the same graph."),
            "need": { "type": "array", "items": need, "description": "One number for each block, never decreasing." },
        },
    })
}

fn integer(least: u64, most: u64, description: &str) -> Value {
    json!({ "type": "integer", "minimum": least, "maximum": most, "description": description })
}

fn deadline(description: &str) -> Value {
    integer(*DEADLINES.start(), *DEADLINES.end(), description)
}

fn word(description: &str) -> Value {
    integer(0, u32::MAX.into(), description)
}

fn name(description: &str) -> Value {
    json!({ "type": ["string", "integer"], "minLength": 1, "description": description })
}

fn words<'w>(words: impl Iterator<Item = &'w str>, usual: &str) -> Value {
    json!({ "enum": words.collect::<Vec<_>>(), "default": usual })
}

fn sips() -> Value {
    let list = json!({ "type": "array", "items": integer(0, params::N_SIP as u64 - 1, "A logical SIP.") });
    json!({ "oneOf": [word("A mask of logical SIPs."), list] })
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::inputs::CONFIG_KEYS;
    use super::super::{dags, firmware, hardware, kernels, read, real_times};
    use super::{config_schema, schema};

    #[test]
    fn keys_of_a_configuration_are_those_of_the_reader() {
        let schema = config_schema();
        let described: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
        let mut known = CONFIG_KEYS.to_vec();
        known.sort_unstable();
        assert_eq!(described, known);
    }

    /// The schema and the reader have the same keys.
    #[rstest]
    #[case("", read::KEYS)]
    #[case("/properties/hardware", hardware::KEYS)]
    #[case("/properties/hardware/properties/cost", hardware::COST_KEYS)]
    #[case("/properties/error_model/oneOf/1", real_times::KEYS)]
    #[case("/properties/firmware", firmware::KEYS)]
    #[case("/properties/dags/items", dags::KEYS)]
    #[case("/properties/dags/items/properties/kernels/items", kernels::KEYS)]
    #[case("/properties/dags/items/properties/kernels/items/properties/vc", kernels::VC_KEYS)]
    #[case("/properties/dags/items/properties/kernels/items/properties/params", kernels::PARAM_KEYS)]
    #[case("/properties/dags/items/properties/kernels/items/properties/cost", kernels::COST_KEYS)]
    #[case(
        "/properties/dags/items/properties/kernels/items/properties/deps/items/oneOf/1",
        kernels::DEP_KEYS
    )]
    #[case(
        "/properties/dags/items/properties/kernels/items/properties/trigger/oneOf/1",
        kernels::TRIGGER_KEYS
    )]
    #[case(
        "/properties/dags/items/properties/kernels/items/properties/trigger/oneOf/1/properties/credits/items",
        kernels::CREDIT_KEYS
    )]
    fn keys_are_those_of_the_reader(#[case] place: &str, #[case] keys: &[&str]) {
        let schema = schema();
        let object = schema.pointer(place).unwrap();
        assert_eq!(object["additionalProperties"], false);
        let mut known: Vec<&str> = keys.to_vec();
        known.sort_unstable();
        let mut described: Vec<&str> =
            object["properties"].as_object().unwrap().keys().map(String::as_str).collect();
        described.sort_unstable();
        assert_eq!(described, known);
    }
}
