//! Writes the map of a plan, and sees to it that it is valid: what does not fit is cut to size.

use super::plan::{
    ExtraPlan, FieldPlan, GroupPlan, LegalPlan, MapPlan, PagePlan, ParameterPlan, PartPlan, RegisterPlan,
    ResetPlan,
};
use hws_regmap::{MapAccess, WriteEffect, pascal_case, snake_case};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Names that exports use themselves, or that become the same when put together; the second half needs `names: any`.
/// Not among them: SELF, with which svd2rust makes a type `Self`.
const NAMES: &[&str] = &[
    "CTRL",
    "STATUS",
    "A",
    "B",
    "C",
    "A_B",
    "B_C",
    "A_B_C",
    "WRITE",
    "PULSE",
    "RESET",
    "MASK",
    "OFFSET",
    "COUNT",
    "AT",
    "TYPE",
    "VALUE",
    "PARAM",
    "PAGE",
    "X0",
    "X_0",
    "X_1",
    "X",
    "BASE",
    "GET",
    "FIELD",
    "REGISTERS",
    "PARAM_P0",
    "TRY",
    "P0_BASE",
    "ctrl",
    "type",
    "reg",
    "read",
    "write",
    "reset",
    "get",
    "class",
    "build",
    "value",
    "name",
    "field",
    "default",
    "encode",
    "try",
    "in",
    "offset",
    "r",
    "rw",
    "new",
    "sample",
    "decode",
    "address",
    "fields",
    "None",
    "match",
    "fn",
    "int",
    "Dim",
    "u32",
];

const TEXTS: &[&str] = &[
    "",
    "Plain.",
    "Ends a comment */ and <b>opens</b> a tag & \"quotes\".",
    "Back\\slash, {{ braces }}, {% percent %}, %s and $display.",
    "A | pipe, `backticks`, *stars* and [links](to).",
    "Ümläute, 中文 and 🦀.",
    "Two\\nlines\\tand a tab.",
    "'single', --dashes--, ]]> and <!-- comments -->.",
];

const WIDTHS: [u64; 4] = [8, 16, 32, 64];

/// Returns the text of the map. With `numbers`, every name is made different from all others.
pub(super) fn text(plan: &MapPlan, numbers: bool) -> String {
    let writer = Writer {
        out: String::new(),
        any_case: plan.any_case,
        numbers,
        named: 0,
        width: WIDTHS[plan.width % 4],
        shared: plan.enums.iter().map(|values| values.iter().copied().collect()).collect(),
        registers: BTreeSet::new(),
        plain: None,
        next: 0,
    };
    writer.map(plan)
}

struct Writer {
    out: String,
    any_case: bool,
    numbers: bool,
    named: usize,
    width: u64,
    shared: Vec<BTreeSet<u64>>,
    /// Names of the registers, groups and memories so far, in the form that has to differ.
    registers: BTreeSet<String>,
    /// A register that an alias may name, with its width.
    plain: Option<(String, u64)>,
    /// The first free byte.
    next: u64,
}

impl Writer {
    fn map(mut self, plan: &MapPlan) -> String {
        let case = if plan.any_case { "any" } else { "capitals" };
        self.line(0, &format!("name: {}", if plan.any_case { "Random" } else { "RANDOM" }));
        self.line(0, &format!("description: {}", quoted(plan.text)));
        self.line(0, &format!("names: {case}\nwidth: {}", self.width));
        self.line(0, "parameters:\n  - {name: KEYS_RESET, value: 1}");
        for (number, parameter) in plan.parameters.iter().enumerate() {
            self.parameter(number, parameter);
        }
        self.line(0, "enums:\n  - {name: Unused, values: [{name: ONE, value: \"KEYS_RESET\"}]}");
        for (number, values) in self.shared.clone().iter().enumerate() {
            self.line(1, &format!("- {{name: Shared{number}, values: [{}]}}", variants(values)));
        }
        self.line(0, "pages:");
        for (number, page) in plan.pages.iter().enumerate() {
            self.page(number, page);
        }
        let window = self.next.next_multiple_of(64);
        self.line(0, &format!("window_bytes: {window:#x}"));
        self.out
    }

    fn parameter(&mut self, number: usize, plan: &ParameterPlan) {
        let ParameterPlan { value, room, cycles } = plan;
        let range = room.map(|room| format!(", min: {}, max: {}", value.saturating_sub(room), value + room));
        let unit = if *cycles { "cycles" } else { "count" };
        let range = range.unwrap_or_default();
        self.line(
            1,
            &format!(
                "- {{name: P{number}, value: {value}{range}, unit: {unit}, description: \"Of {number}.\"}}"
            ),
        );
    }

    fn page(&mut self, number: usize, plan: &PagePlan) {
        let base = self.next.next_multiple_of(16);
        self.next = base;
        let (mut registers, mut groups, mut interrupts, mut memories) = Default::default();
        if number == 0 {
            self.registers.insert("Keys".to_owned());
            let fields = "[{name: OPEN, bits: [0], reset: KEYS_RESET}, {name: SHUT, bits: [1], reset: 0}]";
            entry(&mut registers, &format!("{{name: KEYS, offset: {}, fields: {fields}}}", self.place(1, 8)));
        }
        let shift = if plan.relative { base } else { 0 };
        for part in &plan.parts {
            match part {
                PartPlan::Register(plan) => entry(&mut registers, &self.register(plan, shift)),
                PartPlan::Interleaved(first, second) => {
                    let start = self.place(64, 8) - shift;
                    for (plan, offset) in [(first, start), (second, start + 4)] {
                        let name = self.name_of_register(plan.name, "");
                        let dims = "[{count: 3, stride: 8}]";
                        let body = self.body(plan, 32, 3, true);
                        entry(
                            &mut registers,
                            &format!("{{name: {name}, offset: {offset}, width: 32, dims: {dims}{body}}}"),
                        );
                    }
                }
                PartPlan::Group(plan) => entry(&mut groups, &self.group(plan, shift)),
                PartPlan::Interrupts(causes, enable, test) => {
                    let text = self.interrupts(causes, *enable, *test, shift);
                    entry(&mut interrupts, &text);
                }
                PartPlan::Memory { words, width, access } => {
                    let (name, width) = (self.name_of_register(*words as usize, ""), WIDTHS[*width]);
                    let bytes = words * width / 8;
                    let offset = self.place(bytes, 8) - shift;
                    let access = ["RW", "RO", "WO"][*access];
                    let size = format!("bytes: {bytes}, width: {width}, access: {access}");
                    entry(&mut memories, &format!("{{name: {name}, offset: {offset:#x}, {size}}}"));
                }
                PartPlan::Gap(bytes) => self.next += bytes,
            }
        }
        self.next = (self.next + 1).next_multiple_of(16);
        let size = self.next - base;
        self.line(
            1,
            &format!(
                "- name: P{number}\n    base: {base:#x}\n    size: {size}\n    relative: {}",
                plan.relative
            ),
        );
        self.line(2, &format!("description: {}", quoted(plan.text)));
        let lists = [
            ("registers", registers),
            ("groups", groups),
            ("interrupts", interrupts),
            ("memories", memories),
        ];
        for (key, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
            self.line(2, &format!("{key}:\n{}", list.trim_end()));
        }
    }

    fn register(&mut self, plan: &RegisterPlan, shift: u64) -> String {
        let name = self.name_of_register(plan.name, "");
        let alias = self.plain.clone().filter(|_| matches!(plan.extra, ExtraPlan::Alias));
        if let Some((target, width)) = alias {
            let offset = self.place(width / 8, width / 8) - shift;
            let access = if plan.access.is_multiple_of(2) { ", access: RO" } else { "" };
            return format!("{{name: {name}, offset: {offset}, width: {width}, alias_of: {target}{access}}}");
        }
        let width = plan.width.map_or(self.width, |width| WIDTHS[width]);
        let (dims, extent, elements) = dims(&plan.dims, width / 8);
        let offset = self.place(extent, 8) - shift;
        let body = self.body(plan, width, elements, plan.dims.len() == 1);
        if plan.dims.is_empty() {
            self.plain = Some((name.clone(), width));
        }
        format!("{{name: {name}, offset: {offset:#x}, width: {width}{dims}{body}}}")
    }

    fn group(&mut self, plan: &GroupPlan, shift: u64) -> String {
        let name = self.name_of_register(plan.name, "");
        let (mut words, mut offset) = (Vec::new(), 0_u64);
        for word in &plan.words {
            let own = self.name_of_register(word.name, &format!("{name}_"));
            let width = word.width.map_or(self.width, |width| WIDTHS[width]);
            let (dims, extent, _) = dims(&word.dims, width / 8);
            offset = offset.next_multiple_of(width / 8);
            let body = self.body(
                &RegisterPlan { fields: constant_resets(&word.fields), ..word.clone() },
                width,
                1,
                false,
            );
            words.push(format!("{{name: {own}, offset: {offset}, width: {width}{dims}{body}}}"));
            offset += extent;
        }
        let (dims, extent, _) = dims(&plan.dims, offset.next_multiple_of(8));
        let start = self.place(extent, 8) - shift;
        let description = quoted(plan.text);
        format!(
            "{{name: {name}, offset: {start:#x}{dims}, description: {description}, words: [{}]}}",
            words.join(", ")
        )
    }

    fn interrupts(&mut self, causes: &[(bool, u32)], enable: bool, test: bool, shift: u64) -> String {
        let (mut sources, mut bit) = (Vec::new(), 0);
        for (number, (is_level, gap)) in causes.iter().enumerate() {
            bit += gap;
            if u64::from(bit) >= self.width {
                break;
            }
            let kind = if *is_level { "level" } else { "event" };
            sources.push(format!("{{name: CAUSE_{number}, bit: {bit}, kind: {kind}}}"));
            bit += 1;
        }
        if sources.is_empty() {
            sources.push("{name: CAUSE, bit: 0}".to_owned());
        }
        let mut part = |key: &str, is_there: bool| {
            let name = self.name_of_register(0, &format!("I_{}_", key.to_ascii_uppercase()));
            let offset = self.place(self.width / 8, 8) - shift;
            if is_there { format!(", {key}: {{name: {name}, offset: {offset}}}") } else { String::new() }
        };
        let registers = [part("status", true), part("enable", enable), part("test", test)].concat();
        format!("{{name: INTR{}{registers}, sources: [{}]}}", self.named, sources.join(", "))
    }

    /// Returns what follows the place of a register; `linear` if its resets may depend on the index.
    fn body(&mut self, plan: &RegisterPlan, width: u64, elements: u64, linear: bool) -> String {
        let is = |extra: &ExtraPlan| std::mem::discriminant(extra) == std::mem::discriminant(&plan.extra);
        let (is_constant, is_queued) = (is(&ExtraPlan::Constant), is(&ExtraPlan::Queued));
        let access = if is_constant { MapAccess::Ro } else { choose(plan.access, is_queued) };
        let (mut fields, mut names, mut next, mut is_written) = (Vec::new(), BTreeSet::new(), 0, false);
        for field in &plan.fields {
            let lsb = next + u64::from(field.gap);
            let bits = u64::from(field.width).min(width.saturating_sub(lsb));
            if bits == 0 {
                break;
            }
            next = lsb + bits;
            let name = self.name(field.name, "", &mut names, snake_case);
            let access = field.access.filter(|_| !is_constant).map(|access| choose(access, is_queued));
            is_written |= access.unwrap_or_else(|| choose(plan.access, is_queued)).is_writable();
            fields.push(Field { name, lsb, bits, access, elements, linear, is_constant }.text(
                self,
                field,
                width,
                plan.access,
                is_queued,
            ));
        }
        let mut body = format!(", access: {}, description: {}", access.as_str(), quoted(plan.text));
        if !fields.is_empty() {
            write!(body, ", fields: [{}]", fields.join(", ")).unwrap();
        }
        let is_written = if fields.is_empty() { access.is_writable() } else { is_written };
        body.push_str(match &plan.extra {
            ExtraPlan::Queued => ", queued: true",
            ExtraPlan::Guarded if is_written && plan.access.is_multiple_of(2) => ", write_enable: KEYS.OPEN",
            ExtraPlan::Guarded if is_written => ", lock: KEYS.SHUT",
            ExtraPlan::Constant => ", constant: true",
            ExtraPlan::Skipped => ", skip_tests: [bit_bash, reset]",
            ExtraPlan::InRtl => ", hdl_path: u_regs.q",
            _ => "",
        });
        body
    }

    fn name_of_register(&mut self, number: usize, prefix: &str) -> String {
        let mut names = std::mem::take(&mut self.registers);
        let name = self.name(number, prefix, &mut names, pascal_case);
        self.registers = names;
        name
    }

    /// Returns a name whose form no other in the scope has.
    fn name(
        &mut self,
        number: usize,
        prefix: &str,
        scope: &mut BTreeSet<String>,
        form: fn(&str) -> String,
    ) -> String {
        let pool = if self.any_case { NAMES } else { &NAMES[..30] };
        let base = pool[number % pool.len()];
        self.named += 1;
        let own = format!("{base}N{}", self.named);
        let name = if self.numbers { own.clone() } else { base.to_owned() };
        let name = if scope.insert(form(&format!("{prefix}{name}"))) { name } else { own };
        scope.insert(form(&format!("{prefix}{name}")));
        name
    }

    /// Takes bytes of the window.
    fn place(&mut self, bytes: u64, align: u64) -> u64 {
        let start = self.next.next_multiple_of(align);
        self.next = start + bytes;
        start
    }

    fn line(&mut self, indent: usize, text: &str) {
        writeln!(self.out, "{}{text}", "  ".repeat(indent)).unwrap();
    }
}

struct Field {
    name: String,
    lsb: u64,
    bits: u64,
    access: Option<MapAccess>,
    elements: u64,
    linear: bool,
    is_constant: bool,
}

impl Field {
    fn text(
        &self,
        writer: &Writer,
        plan: &FieldPlan,
        width: u64,
        of_register: usize,
        is_queued: bool,
    ) -> String {
        let access = if self.is_constant {
            MapAccess::Ro
        } else {
            self.access.unwrap_or_else(|| choose(of_register, is_queued))
        };
        let max = u64::MAX >> (64 - self.bits);
        let (legal, reset) = self.legal(writer, &plan.legal, access, max);
        let reset = match (&plan.reset, reset) {
            (ResetPlan::Unknown, _) if !self.is_constant && !legal.contains("pulse") => String::new(),
            (ResetPlan::Linear(step), None) if self.linear && step * (self.elements - 1) <= max => {
                format!(", reset: {{base: 0, step: {step}}}")
            }
            (ResetPlan::Value(value), None) => format!(", reset: {:#x}", value & max),
            (_, reset) => format!(", reset: {}", reset.unwrap_or(0)),
        };
        let (msb, lsb) = (self.lsb + self.bits - 1, self.lsb);
        assert!(msb < width);
        let access = self.access.map(|access| format!(", access: {}", access.as_str())).unwrap_or_default();
        let counter = plan.counter.filter(|_| !self.is_constant);
        let counter =
            counter.map(|way| format!(", counter: {}", ["up", "down", "up_down"][way])).unwrap_or_default();
        let description = quoted(plan.text);
        format!(
            "{{name: {}, bits: [{msb}, {lsb}]{access}{reset}{legal}{counter}, description: {description}}}",
            self.name
        )
    }

    /// Returns the restriction and, if it needs one, the reset value.
    fn legal(&self, writer: &Writer, plan: &LegalPlan, access: MapAccess, max: u64) -> (String, Option<u64>) {
        let is_named = access.stores() || access.write() == WriteEffect::Ignored;
        match plan {
            LegalPlan::Range(low, high) if access.stores() => {
                let (low, high) = ((low & max).min(high & max), (low & max).max(high & max));
                (format!(", range: [{low}, {high}]"), Some(low))
            }
            LegalPlan::Multiple(step) if access.stores() && *step <= max => {
                (format!(", multiple_of: {step}"), Some(0))
            }
            LegalPlan::Own(values, open) if is_named => {
                let values: BTreeSet<u64> = values.iter().map(|value| value & max).collect();
                let name = format!("Of{}", writer.named);
                let first = values.first().copied();
                (format!(", enum: {name}, values: [{}], open: {open}", variants(&values)), first)
            }
            LegalPlan::Shared(which, open) if is_named => {
                let fits = |values: &&BTreeSet<u64>| values.last().is_some_and(|last| *last <= max);
                let Some(values) = writer.shared.get(*which).filter(fits) else {
                    return (String::new(), None);
                };
                (format!(", enum: Shared{which}, open: {open}"), values.first().copied())
            }
            LegalPlan::Pulse if self.bits == 1 && matches!(access, MapAccess::Rw | MapAccess::Wo) => {
                (", pulse: true".to_owned(), Some(0))
            }
            _ => (String::new(), None),
        }
    }
}

fn constant_resets(fields: &[FieldPlan]) -> Vec<FieldPlan> {
    let constant = |field: &FieldPlan| match field.reset {
        ResetPlan::Linear(_) => FieldPlan { reset: ResetPlan::Value(1), ..field.clone() },
        _ => field.clone(),
    };
    fields.iter().map(constant).collect()
}

/// Returns an access; of a command, one that can be written.
fn choose(number: usize, is_queued: bool) -> MapAccess {
    let all = MapAccess::ALL.iter().copied().filter(|access| !is_queued || access.is_writable());
    let all: Vec<MapAccess> = all.collect();
    all[number % all.len()]
}

/// Returns the key, the bytes that the array takes and the number of its elements.
fn dims(plan: &[(u64, u64)], bytes: u64) -> (String, u64, u64) {
    let (mut list, mut stride, mut elements) = (Vec::new(), bytes, 1);
    for (count, factor) in plan.iter().rev() {
        stride *= factor;
        list.insert(0, format!("{{count: {count}, stride: {stride:#x}, index: \"which\"}}"));
        (stride, elements) = (stride * count, elements * count);
    }
    let key = if list.is_empty() { String::new() } else { format!(", dims: [{}]", list.join(", ")) };
    (key, stride, elements)
}

fn variants(values: &BTreeSet<u64>) -> String {
    let texts = values.iter().enumerate().map(|(number, value)| match number {
        0 => format!("{{name: RESET, value: {value}, description: {}}}", quoted(2)),
        _ => format!("{{name: V{number}, value: {value}}}"),
    });
    texts.collect::<Vec<_>>().join(", ")
}

fn entry(list: &mut String, text: &str) {
    writeln!(list, "      - {text}").unwrap();
}

fn quoted(text: usize) -> String {
    format!(
        "\"{}\"",
        TEXTS[text % TEXTS.len()]
            .replace('\\', "\\\\")
            .replace('"', "\\\"")
            .replace("\\\\n", "\\n")
            .replace("\\\\t", "\\t")
    )
}
