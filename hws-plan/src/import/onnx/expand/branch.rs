//! `If`: one of two graphs.

use super::{Call, Made, Stopped, size};

impl Call<'_, '_, '_> {
    /// Runs the graph that a condition chooses which is known before the run.
    pub(super) fn branch(&mut self) -> Result<Made, Stopped> {
        let condition = self.input(0)?;
        let value = self.value(condition).ok_or_else(|| self.control_flow())?;
        let graph = self.body_graph(if value == 0 { "else_branch" } else { "then_branch" })?;
        self.take_room(size(graph), 1)?;
        self.body(graph, &[], None)
    }
}
