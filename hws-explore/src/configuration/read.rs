//! Reads a configuration from YAML.

mod kernels;
mod registers;

use hws_input::Place;
use hws_input::yaml::{Limits, Node, Oddities, YamlFile, YamlRead};
use hws_regs::{EarlyLaunchMode, EarlyMode, RegId};
use hws_types::{SipMask, Topology};

use super::fields::{pair, sips};
use super::{Configuration, TimeStep};

const LIMITS: Limits = Limits { depth: 8, nodes: 10_000, replayed: 0, oddities: Oddities::Refused };

const KEYS: [&str; 13] = [
    "version",
    "topology",
    "sips",
    "time",
    "registers",
    "dags",
    "kernels",
    "pre_complete",
    "usage_masks",
    "claims",
    "dag_resets",
    "most_states",
    "starves",
];

impl Configuration {
    /// Reads a configuration.
    ///
    /// ```
    /// use hws_explore::Configuration;
    ///
    /// let text = "
    /// version: 1
    /// topology: 3x4
    /// sips: [0, 1]
    /// kernels:
    ///   - { name: a, threads: 1 }
    ///   - { name: b, threads: 2, blocks: 2, after: [a] }
    /// ";
    /// let configuration = Configuration::read("two.yaml", text)?;
    /// assert_eq!(configuration.kernels[1].after, [0]);
    ///
    /// let error = Configuration::read("two.yaml", "version: 1\nkernls: []").unwrap_err();
    /// assert!(error.to_string().starts_with("two.yaml:2:1: unknown key `kernls` in a configuration; did you mean `kernels`?"));
    /// # Ok::<(), Box<hws_input::Diagnostic>>(())
    /// ```
    ///
    /// # Errors
    /// The first mistake, with its place.
    pub fn read(file: &str, text: &str) -> YamlRead<Self> {
        let file = YamlFile::new(file);
        let root = file.parse(text, &LIMITS)?;
        let mut configuration = Self::empty();
        for (key, value) in file.entries(&root, "a configuration", &KEYS)? {
            configuration.take(file, &key.name, value)?;
        }
        file.required(&root, "version", "a configuration", "add `version: 1`")?;
        configuration.check(file, &root)?;
        Ok(configuration)
    }

    fn empty() -> Self {
        Self {
            topology: Topology::FULL,
            sips: SipMask::EMPTY,
            time: TimeStep::Events,
            registers: Vec::new(),
            dags: Vec::new(),
            kernels: Vec::new(),
            pre_complete: false,
            usage_masks: Vec::new(),
            claims: Vec::new(),
            dag_resets: 0,
            most_states: 50_000_000,
            starves: Vec::new(),
        }
    }

    fn take(&mut self, file: YamlFile<'_>, key: &str, value: &Node) -> YamlRead<()> {
        match key {
            "version" => file.version(value)?,
            "topology" => self.topology = topology(file, value)?,
            "sips" => self.sips = sips(file, value)?,
            "time" => self.time = time(file, value)?,
            "registers" => self.registers = registers::read(file, value)?,
            "dags" => self.dags = dags(file, value)?,
            "kernels" => self.kernels = kernels::read(file, value)?,
            "pre_complete" => self.pre_complete = file.flag(value)?,
            "usage_masks" => self.usage_masks = sets(file, value)?,
            "claims" => self.claims = sets(file, value)?,
            "dag_resets" => self.dag_resets = file.number(value, "a number, 0 to 255")?,
            "most_states" => self.most_states = file.number(value, "a number of states below 2^32")?,
            _ => self.starves = names(file, value)?,
        }
        Ok(())
    }

    /// What no single key shows.
    fn check(&self, file: YamlFile<'_>, root: &Node) -> YamlRead<()> {
        let at = |key: &str| root.get(key).map_or(root.place, |node| node.place);
        let (present, kernels) = (self.topology.present(), self.kernels.len());
        if kernels == 0 || kernels > Self::MOST_KERNELS {
            let remedy = format!("give 1 to {}", Self::MOST_KERNELS);
            return Err(file.at("kernel-count", at("kernels"), format!("{kernels} kernels"), remedy));
        }
        if self.sips.is_empty() || !present.contains(self.sips) {
            let remedy = format!("give some of {present}, which {} has", self.topology);
            return Err(file.at("absent-sip", at("sips"), format!("SIPs {}", self.sips), remedy));
        }
        if let Some(name) = self.starves.iter().find(|name| self.kernel(name).is_none()) {
            let message = format!("no kernel is named `{name}`");
            return Err(file.at("unknown-kernel", at("starves"), message, "give the name of a kernel"));
        }
        self.check_time(file, at("time"))
    }

    fn check_time(&self, file: YamlFile<'_>, place: Place) -> YamlRead<()> {
        let is_estimating = |&(register, value): &(RegId, u32)| match register {
            RegId::LaunchSipDelay => value != 0,
            RegId::EarlyLaunchMode => EarlyLaunchMode::from_bits(value).mode() == EarlyMode::HwsEstimate,
            _ => false,
        };
        let has_estimates = self.kernels.iter().any(|kernel| kernel.td.est_exec_time != 0);
        if self.time == TimeStep::Events && (has_estimates || self.registers.iter().any(is_estimating)) {
            let message =
                "with estimates, LAUNCH_SIP_DELAY or estimated pre-idle, decisions depend on the time";
            return Err(file.at("needs-ticks", place, message, "use `time: ticks`"));
        }
        Ok(())
    }

    /// Returns the index of the kernel with this name.
    #[must_use]
    pub fn kernel(&self, name: &str) -> Option<usize> {
        self.kernels.iter().position(|kernel| kernel.name == name)
    }
}

fn topology(file: YamlFile<'_>, node: &Node) -> YamlRead<Topology> {
    let (sips, clusters) = pair(file, node, "a topology such as `3x4`")?;
    Topology::new(sips, clusters).ok_or_else(|| file.illegal(node, "a topology of scheduler.md §8.8"))
}

fn time(file: YamlFile<'_>, node: &Node) -> YamlRead<TimeStep> {
    file.choice(node, &[("events", TimeStep::Events), ("ticks", TimeStep::Ticks)])
}

fn sets(file: YamlFile<'_>, node: &Node) -> YamlRead<Vec<SipMask>> {
    file.list(node, "lists of SIPs")?.iter().map(|set| sips(file, set)).collect()
}

fn names(file: YamlFile<'_>, node: &Node) -> YamlRead<Vec<String>> {
    let names = file.list(node, "names")?.iter();
    names.map(|name| file.text(name, "the name of a kernel").map(str::to_owned)).collect()
}

fn dags(file: YamlFile<'_>, node: &Node) -> YamlRead<Vec<(u16, u32, bool)>> {
    file.list(node, "DAGs")?.iter().map(|node| dag(file, node)).collect()
}

fn dag(file: YamlFile<'_>, node: &Node) -> YamlRead<(u16, u32, bool)> {
    let mut dag = (0, 0, false);
    for (key, value) in file.entries(node, "a DAG", &["tag", "total", "dynamic"])? {
        match key.name.as_str() {
            "tag" => dag.0 = file.number(value, "a tag, 0 to 65535")?,
            "total" => dag.1 = file.number(value, "a number of kernels")?,
            _ => dag.2 = file.flag(value)?,
        }
    }
    Ok(dag)
}
