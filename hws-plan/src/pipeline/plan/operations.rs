//! The plan of each operation.

use super::draft::{Draft, Unit, infeasible};
use crate::InputError;
use crate::pipeline::operation::{Operation, Pipeline};
use crate::pipeline::phase::{Front, Phase};
use crate::pipeline::rows::RowPipeline;
use crate::pipeline::soma_router::SomaRouter;
use crate::plan::{DepKind, Plan};

const AXON: Unit = Unit("axon", 0);
const SOMA1: Unit = Unit("soma1", 1);
const ROUTER: Unit = Unit("router", 2);
/// Soma2 is the same unit as Soma1.
const SOMA2: Unit = Unit("soma2", SOMA1.1);

impl Pipeline {
    /// Returns the plan of a row pipeline, a packet pipeline or a phase; `None` for a deadlock. `source` names the
    /// input.
    ///
    /// # Errors
    /// An operation that runs nothing, a phase that takes no time, or more than 65535 rows.
    pub fn to_plan(&self, source: Option<&str>) -> Result<Option<Plan>, InputError> {
        let draft = match &self.0 {
            Operation::Rows(rows) => row_pipeline(rows)?,
            Operation::SomaRouter(packets) => Some(soma_router(packets)?),
            Operation::Phase(phase) => phase_chain(phase)?,
            Operation::Strategy(_) | Operation::Match(_) | Operation::Support(_) => {
                return Err(infeasible(
                    "the operation runs nothing",
                    "use the op row_pipeline, soma_router or phase",
                ));
            }
        };
        Ok(draft.map(|draft| draft.finish(source)))
    }
}

fn row_pipeline(rows: &RowPipeline) -> Result<Option<Draft>, InputError> {
    if rows.is_deadlock() {
        return Ok(None);
    }
    let mut draft = Draft::new("rows");
    draft.option("op", "row_pipeline");
    axon_soma1(&mut draft, rows)?;
    Ok(Some(draft))
}

/// Returns when each of the two ends.
fn axon_soma1(draft: &mut Draft, rows: &RowPipeline) -> Result<(i64, i64), InputError> {
    let credits = rows.credits();
    draft.option("ny", credits.rows);
    draft.option("pipeline_num", credits.pipeline_num);
    draft.option("ky", credits.ky);
    draft.option("sy", credits.sy);
    draft.option("pad_top", credits.pad_top);
    draft.option("fw_latency", rows.fw_latency());
    rows.warnings().into_iter().for_each(|warning| draft.note(warning.to_owned()));
    draft.buffer("rows", rows.buffer_bytes()?.plain, [AXON, SOMA1]);
    draft.stream([AXON, SOMA1], credits)
}

fn soma_router(packets: &SomaRouter) -> Result<Draft, InputError> {
    let mut draft = Draft::new("packets");
    let credits = packets.credits();
    draft.option("op", "soma_router");
    draft.option("packets", credits.rows);
    draft.option("dout_length", credits.pipeline_num);
    draft.buffer("packets", packets.mem_bytes(), [SOMA1, ROUTER]);
    draft.stream([SOMA1, ROUTER], credits)?;
    Ok(draft)
}

fn phase_chain(phase: &Phase) -> Result<Option<Draft>, InputError> {
    if phase.ends().is_none() {
        return Ok(None);
    }
    let mut draft = Draft::new("phase");
    draft.option("op", "phase");
    draft.option("router_overlap", phase.router_overlap);
    draft.option("a2s2_mode", u8::from(phase.is_beside_axon));
    let (axon_end, soma1_end) = match &phase.front {
        Front::Rows(rows) => axon_soma1(&mut draft, rows)?,
        Front::Times { axon, soma1 } => {
            draft.block(AXON, 0, *axon, &[]);
            draft.block(SOMA1, 0, *soma1, &[]);
            (*axon, *soma1)
        }
    };
    let ends = phase.ends_after(axon_end, soma1_end);
    let (router_start, soma1_first) =
        if phase.router_overlap { (0, None) } else { (ends.soma1, Some((SOMA1.0, DepKind::Data))) };
    draft.block(ROUTER, router_start, phase.router, soma1_first.as_slice());
    let before = [(SOMA1.0, DepKind::Order), (ROUTER.0, DepKind::Data), (AXON.0, DepKind::Order)];
    // With A2S2-mode 1, Soma2 does not wait for Axon.
    let before = if phase.is_beside_axon { &before[..2] } else { &before };
    draft.block(SOMA2, ends.soma2_start, phase.soma2, before);
    if draft.is_empty() {
        return Err(infeasible("no unit of the phase takes time", "give axon, soma1, router or soma2"));
    }
    Ok(Some(draft))
}
