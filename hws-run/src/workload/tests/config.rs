//! The machine from files, a configuration and policies, each overriding the one before.

use hws_regs::RegId;
use hws_types::SipMask;
use rstest::rstest;

use super::{STG, load};
use crate::workload::{ErrorKind, ErrorModel, InputFile, Inputs, Workload, WorkloadError};

const FILE: &str = "\
hardware: { topology: 6x4, time_unit: 2, bus_cycles: 9, registers: { P_TOP_K: 2, PROMOTE: 0x00041001 } }
contexts: { 0: { 1: 1, 2: 3 }, 1: { 1: 1 } }
dags: [{ id: g, kernels: [{ id: a, threads: 4, blocks: 8, est: 10 }] }]
";

fn read(file: &str, config: Option<&str>, policies: &[(&str, &str)]) -> Result<Workload, WorkloadError> {
    let source =
        |name: &str, text: &str| InputFile { name: name.to_owned(), bytes: text.as_bytes().to_vec() };
    let owned = |&(key, value): &(&str, &str)| (key.to_owned(), value.to_owned());
    let inputs = Inputs {
        files: vec![source("w.yaml", file)],
        config: config.map(|text| source("c.yaml", text)),
        policies: policies.iter().map(owned).collect(),
        ..Inputs::default()
    };
    inputs.read(&mut |_, path| load(path))
}

#[test]
fn each_layer_wins_over_the_one_before_key_by_key() {
    let config = "hardware: { time_unit: 3, registers: { P_TOP_K: 4, DYN_DAG_PRIO: 1 } }\n\
                  contexts: { 0: { '2': 7 }, 2: { '1': 5 } }\n";
    let policies = [("p_top_k", "1"), ("p_top_k", "3"), ("topology", "8x4")];
    let workload = read(FILE, Some(config), &policies).unwrap();
    let hardware = &workload.hardware;
    assert_eq!((hardware.topology.cluster_sip_num(), hardware.time_unit, hardware.bus_cycles), (8, 3, 9));
    let set = [RegId::PTopK, RegId::Promote, RegId::DynDagPrio].map(|register| hardware.setting(register));
    assert_eq!(set, [Some(3), Some(0x0004_1001), Some(1)]);
    let masks: Vec<_> =
        workload.usage_masks.iter().map(|&(ctx, threads, mask)| (ctx, threads.get(), mask)).collect();
    let expected = [(0, 1, 1), (1, 1, 1), (0, 2, 7), (2, 1, 5)];
    assert_eq!(masks, expected.map(|(ctx, threads, mask)| (ctx, threads, SipMask(mask))));
}

/// 8 blocks of 4 threads: on 6x4 one fits in a cluster, so two rounds of 10; on 8x4 one round.
#[test]
fn priorities_and_scales_are_those_of_the_last_machine() {
    let rank = |workload: Workload| workload.dags[0].kernels[0].priority;
    assert_eq!(rank(read(FILE, None, &[]).unwrap()), 20);
    assert_eq!(rank(read(FILE, None, &[("topology", "8x4")]).unwrap()), 10);
    let scale = |policies: &[(&str, &str)]| read(STG, None, policies).unwrap().est_scale;
    assert_eq!((scale(&[]), scale(&[("time_unit", "20")])), (1000, 10));
}

#[test]
fn the_built_in_example_runs_on_other_machines_if_it_fits() {
    let on = |topology: &str| {
        let policies = vec![("topology".to_owned(), topology.to_owned())];
        Inputs { policies, ..Inputs::default() }.read(&mut |_, path| load(path))
    };
    assert_eq!(on("16x1").unwrap().hardware.topology.cluster_num(), 1);
    let error = on("3x4").unwrap_err().to_string();
    assert!(error.starts_with("the built-in example: a block of "), "{error}");
    let longer = vec![("time_unit".to_owned(), "7".to_owned())];
    let longer = Inputs { policies: longer, ..Inputs::default() }.read(&mut |_, path| load(path)).unwrap();
    for ((_, unit), (_, cycle)) in longer.kernels().zip(crate::workload::built_in().kernels()) {
        assert_eq!(unit.est, cycle.est.div_ceil(7), "estimates are units");
    }
}

#[rstest]
#[case("dags: []", "c.yaml:1:1: unknown key `dags` in a configuration; the keys are hardware, contexts")]
#[case("hardware: { topology: 1 }", "c.yaml:1:23: `topology` is 1; give ")]
#[case("contexts: 1", "c.yaml:1:11: `contexts` is 1; give ")]
#[case("hardware: [", "c.yaml:1:")]
#[case("", "c.yaml:1:1: a configuration is empty; give a map of hardware, contexts")]
#[case(
    "hardware: { topology: 3x4 }",
    "w.yaml:3:45: a block of 4 threads does not fit in a cluster of 3 SIPs"
)]
fn configurations_that_are_refused(#[case] config: &str, #[case] start: &str) {
    let error = read(FILE, Some(config), &[]).unwrap_err().to_string();
    assert!(error.starts_with(start), "\n found {error}\nwanted {start}");
    assert!(error.contains("; "), "no remedy: {error}");
}

#[test]
fn a_configuration_is_text_and_a_policy_has_its_name_in_front() {
    let config = Some(InputFile { name: "c".to_owned(), bytes: b"hardware: \xFF".to_vec() });
    let error = Inputs { config, ..Inputs::default() }.read(&mut |_, path| load(path)).unwrap_err();
    assert_eq!(error.to_string(), "c: the file is not text: byte 10 is not UTF-8; correct the YAML");
    let error = read(FILE, None, &[("p_top_k", "7")]).unwrap_err().to_string();
    assert!(error.starts_with("policy p_top_k=7: 7 is not a legal value of `kernels`; give"), "{error}");
}

/// 1000 operations at 10 per cycle and SIP, 4 threads and 2 blocks: ceil(500 / 40) = 13 plus 7, in units of
/// 2 cycles. Bytes: 900 / 2 at 4 × 3 per cycle is 38.
#[rstest]
#[case("{ ops_per_cycle: 10, overhead: 7 }", "{ ops: 1000, bytes: 0 }", 10)]
#[case("{ bytes_per_cycle: 3, overhead: 0 }", "{ ops: 0, bytes: 900 }", 19)]
#[case("{}", "{ ops: 0, bytes: 0 }", 500)]
fn the_rates_of_the_cost_model_can_be_given(#[case] rates: &str, #[case] cost: &str, #[case] est: u32) {
    let text = format!(
        "hardware: {{ time_unit: 2, cost: {rates} }}\n\
         dags: [{{ id: g, kernels: [{{ id: a, threads: 4, blocks: 2, cost: {cost} }}] }}]\n"
    );
    assert_eq!(read(&text, None, &[]).unwrap().dags[0].kernels[0].est, est);
}

#[test]
fn the_lead_of_pre_completes_can_be_given() {
    let lead = |hardware: &str| read(&format!("hardware: {hardware}\n{STG_IN_OURS}"), None, &[]);
    assert_eq!(lead("{}").unwrap().hardware.pre_complete_lead, 0);
    assert_eq!(lead("{ pre_complete_lead: 4294967295 }").unwrap().hardware.pre_complete_lead, u32::MAX);
}

const STG_IN_OURS: &str = "dags: [{ id: g, import: g.stg }]\n";

#[derive(Default)]
struct Model<'t> {
    file: &'t str,
    kind: Option<ErrorKind>,
    seed: Option<u64>,
}

impl Model<'_> {
    fn actual(self) -> Result<Option<u32>, WorkloadError> {
        let text = format!("{}{FILE}", self.file);
        let files = vec![InputFile { name: "w.yaml".to_owned(), bytes: text.into_bytes() }];
        let inputs = Inputs { files, error_kind: self.kind, seed: self.seed, ..Inputs::default() };
        Ok(inputs.read(&mut |_, path| load(path))?.dags[0].kernels[0].actual)
    }
}

/// The kernel takes 10 units of 2 cycles.
#[test]
fn an_error_model_comes_from_the_file_or_from_outside() {
    let of = |kind, seed| Some(ErrorModel { kind, seed }.real_cycles("g", "a", 20) as u32);
    let half = ErrorKind::Uniform { percent: 50 };
    let file = "error_model: { kind: 'uniform:50%', seed: 9 }\n";
    assert_ne!(of(half, 9), of(half, 5));
    assert_eq!(Model::default().actual().unwrap(), None);
    assert_eq!(
        Model { file: "error_model: uniform:50%\n", ..Model::default() }.actual().unwrap(),
        of(half, 0)
    );
    assert_eq!(Model { file, ..Model::default() }.actual().unwrap(), of(half, 9));
    assert_eq!(Model { file, seed: Some(5), ..Model::default() }.actual().unwrap(), of(half, 5));
    let kind = Some(ErrorKind::None);
    assert_eq!(Model { file, kind, ..Model::default() }.actual().unwrap(), None);
    assert_eq!(Model { kind: Some(half), seed: Some(9), ..Model::default() }.actual().unwrap(), of(half, 9));
}

#[rstest]
#[case(
    "error_model: high\n",
    "w.yaml:1:14: an error model is the text \"high\"; give none, low, or uniform:N%"
)]
#[case("error_model: 5\n", "w.yaml:1:14: an error model is 5; give none")]
#[case("error_model: { seed: 5 }\n", "w.yaml:1:14: missing key `kind` in an error model")]
#[case(
    "error_model: { kind: low, sead: 5 }\n",
    "w.yaml:1:27: unknown key `sead` in an error model; did you mean"
)]
#[case("error_model: { kind: low, seed: -1 }\n", "w.yaml:1:33: `seed` is -1; give an integer")]
fn error_models_that_are_refused(#[case] file: &str, #[case] start: &str) {
    let error = Model { file, ..Model::default() }.actual().unwrap_err().to_string();
    assert!(error.starts_with(start), "\n found {error}\nwanted {start}");
    assert!(error.contains("; "), "no remedy: {error}");
}

#[test]
fn a_seed_needs_a_model_and_a_real_time_32_bits() {
    let error = Model { seed: Some(7), ..Model::default() }.actual().unwrap_err().to_string();
    assert!(error.starts_with("seed 7: nothing is random without an error model; choose one"), "{error}");
    let kernel = "{ id: a, threads: 1, est: 4294967295 }";
    let text = format!(
        "hardware: {{ time_unit: 65536 }}\nerror_model: low\ndags: [{{ id: g, kernels: [{kernel}] }}]"
    );
    let error = read(&text, None, &[]).unwrap_err().to_string();
    assert!(error.starts_with("error model low: a block of g/a would take 2"), "{error}");
}
