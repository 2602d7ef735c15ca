//! Reads a configuration from YAML.

mod kernels;
mod registers;

use hws_input::Place;
use hws_input::yaml::{Limits, Node, Oddities, parse};
use hws_regs::{EarlyLaunchMode, EarlyMode, RegId};
use hws_types::{SipMask, Topology};

use super::error::ConfigurationError;
use super::fields::{File, Read};
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
    /// assert!(error.to_string().starts_with("two.yaml:2:1: unknown key `kernls`; did you mean `kernels`?"));
    /// # Ok::<(), hws_explore::ConfigurationError>(())
    /// ```
    ///
    /// # Errors
    /// The first mistake, with its place.
    pub fn read(file: &str, text: &str) -> Result<Self, ConfigurationError> {
        let root = parse(text, &LIMITS).map_err(|e| ConfigurationError::new(file, e.place, e.message))?;
        let file = File(file);
        let mut configuration = Self::empty();
        for (key, value) in file.entries(&root, &KEYS)? {
            configuration.take(file, &key.name, value)?;
        }
        if root.get("version").is_none() {
            return file.refuse(root.place, "the key `version` is missing; it must be 1");
        }
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

    fn take(&mut self, file: File<'_>, key: &str, value: &Node) -> Read<()> {
        match key {
            "version" => check_version(file, value)?,
            "topology" => self.topology = topology(file, value)?,
            "sips" => self.sips = file.sips(value)?,
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
    fn check(&self, file: File<'_>, root: &Node) -> Read<()> {
        let at = |key: &str| root.get(key).map_or(root.place, |node| node.place);
        let (present, kernels) = (self.topology.present(), self.kernels.len());
        if kernels == 0 || kernels > Self::MOST_KERNELS {
            let reason = format!("{kernels} kernels; expected 1 to {}", Self::MOST_KERNELS);
            return file.refuse(at("kernels"), reason);
        }
        if self.sips.is_empty() || !present.contains(self.sips) {
            let reason =
                format!("SIPs {}; expected some of {present}, which {} has", self.sips, self.topology);
            return file.refuse(at("sips"), reason);
        }
        if let Some(name) = self.starves.iter().find(|name| self.kernel(name).is_none()) {
            return file.refuse(at("starves"), format!("no kernel is named `{name}`"));
        }
        self.check_time(file, at("time"))
    }

    fn check_time(&self, file: File<'_>, place: Place) -> Read<()> {
        let is_estimating = |&(register, value): &(RegId, u32)| match register {
            RegId::LaunchSipDelay => value != 0,
            RegId::EarlyLaunchMode => EarlyLaunchMode::from_bits(value).mode() == EarlyMode::HwsEstimate,
            _ => false,
        };
        let has_estimates = self.kernels.iter().any(|kernel| kernel.td.est_exec_time != 0);
        if self.time == TimeStep::Events && (has_estimates || self.registers.iter().any(is_estimating)) {
            let reason = "with estimates, LAUNCH_SIP_DELAY or estimated pre-idle, decisions depend on the time; \
                          use `time: ticks`";
            return file.refuse(place, reason);
        }
        Ok(())
    }

    /// Returns the index of the kernel with this name.
    #[must_use]
    pub fn kernel(&self, name: &str) -> Option<usize> {
        self.kernels.iter().position(|kernel| kernel.name == name)
    }
}

fn check_version(file: File<'_>, node: &Node) -> Read<()> {
    match file.number::<u32>(node, "the version, 1")? {
        1 => Ok(()),
        other => file.refuse(node.place, format!("version {other} is not supported; it must be 1")),
    }
}

fn topology(file: File<'_>, node: &Node) -> Read<Topology> {
    let (sips, clusters) = file.pair(node, "a topology such as `3x4`")?;
    let legal = Topology::new(sips, clusters);
    legal.map_or_else(|| file.refuse(node.place, "not a legal topology (scheduler.md §8.8)"), Ok)
}

fn time(file: File<'_>, node: &Node) -> Read<TimeStep> {
    match node.text() {
        Some("events") => Ok(TimeStep::Events),
        Some("ticks") => Ok(TimeStep::Ticks),
        _ => file.refuse(node.place, "expected `events` or `ticks`"),
    }
}

fn sets(file: File<'_>, node: &Node) -> Read<Vec<SipMask>> {
    file.list(node, "lists of SIPs")?.iter().map(|set| file.sips(set)).collect()
}

fn names(file: File<'_>, node: &Node) -> Read<Vec<String>> {
    let names = file.list(node, "names")?.iter();
    names.map(|name| file.text(name, "the name of a kernel").map(str::to_owned)).collect()
}

fn dags(file: File<'_>, node: &Node) -> Read<Vec<(u16, u32, bool)>> {
    file.list(node, "DAGs")?.iter().map(|node| dag(file, node)).collect()
}

fn dag(file: File<'_>, node: &Node) -> Read<(u16, u32, bool)> {
    let mut dag = (0, 0, false);
    for (key, value) in file.entries(node, &["tag", "total", "dynamic"])? {
        match key.name.as_str() {
            "tag" => dag.0 = file.number(value, "a tag, 0 to 65535")?,
            "total" => dag.1 = file.number(value, "a number of kernels")?,
            _ => dag.2 = file.flag(value)?,
        }
    }
    Ok(dag)
}
