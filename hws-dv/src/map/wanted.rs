//! The signals that a map asks for, before it is known which of them a design has.

use super::bind::{NOT_OF_SIGNALS, is_needed, names};
use super::{MapError, NameMap, Port, SignalTarget, misfit};

/// A signal that a map asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WantedSignal {
    /// What it is.
    pub target: SignalTarget,
    /// The names that it may have in the scope of the HWS, the best one first.
    pub names: Vec<String>,
    /// The map file names it: the design must have it, in any scope.
    pub is_renamed: bool,
    /// It is sampled just before the edge of the clock; all others are sampled after it.
    pub is_input: bool,
    /// Without it no design can be followed. `hdr_valid` is not needed, but with it the other ports of a push are;
    /// of `tick_busy` and `cycle` one is.
    pub is_needed: bool,
}

impl NameMap {
    /// Returns the signals to look for in a design, in the order of [`SignalTarget::all`].
    ///
    /// # Errors
    /// [`MapError`] if the map renames something that is not a signal of an HWS.
    pub fn wanted(&self) -> Result<Vec<WantedSignal>, MapError> {
        if !self.has_only_names() {
            return Err(misfit(NOT_OF_SIGNALS));
        }
        let mut wanted = Vec::new();
        for (target, found) in names(self)? {
            let port = match target {
                SignalTarget::Port(port) => Some(port),
                _ => None,
            };
            wanted.push(WantedSignal {
                target,
                names: found.names,
                is_renamed: found.rename.is_some(),
                is_input: port.is_some_and(Port::is_input),
                is_needed: port.is_some_and(|port| is_needed(port, self.bus)),
            });
        }
        Ok(wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(yaml: &str) -> NameMap {
        NameMap::from_yaml("map.yaml", yaml, &|_| Err(std::io::ErrorKind::NotFound.into())).unwrap()
    }

    fn names(wanted: &[WantedSignal], name: &str) -> Vec<String> {
        wanted.iter().find(|wanted| wanted.target.name() == name).unwrap().names.clone()
    }

    #[test]
    fn renames_and_prefixes_give_the_names() {
        let wanted = map("prefix: q_\nsignals: {'RS[].FLAGS': 'u_rs.flags[]'}\n").wanted().unwrap();
        assert_eq!(names(&wanted, "irq"), ["q_irq"]);
        assert_eq!(names(&wanted, "RS[3].FLAGS"), ["u_rs.flags[3]"]);
        assert_eq!(names(&wanted, "DAG[3].FLAGS")[0], "q_DAG_FLAGS[3]");
        assert!(wanted.iter().all(|wanted| wanted.is_renamed == wanted.names[0].starts_with("u_rs.")));
    }

    #[test]
    fn only_the_signals_of_the_bus_are_wanted() {
        let ports = |yaml: &str| -> Vec<String> {
            let wanted = map(yaml).wanted().unwrap();
            let needed = wanted.iter().filter(|wanted| wanted.is_needed);
            needed.map(|wanted| wanted.names[0].clone()).collect()
        };
        let memory = ["sm_rdata", "clk", "sm_req", "sm_addr"];
        assert_eq!(ports("{}"), [&["bus_valid", "bus_write", "bus_addr", "bus_wdata"][..], &memory].concat());
        assert_eq!(
            ports("bus: {kind: apb, prefix: s_}")[..5],
            [&memory[..1], &["s_psel", "s_penable", "s_pwrite", "s_paddr"]].concat()
        );
    }

    #[test]
    fn a_map_that_renames_nothing_is_refused() {
        let error = map("signals: {irk: x}").wanted().unwrap_err().to_string();
        assert!(error.starts_with("map.yaml:1:") && error.contains("did you mean `irq`"), "{error}");
    }
}
