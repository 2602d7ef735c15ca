//! How alike two names are: their words, without regard to case, abbreviations, suffixes of registers, and the place
//! of indices.

/// The words of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Words {
    /// The words of the name itself.
    own: Vec<String>,
    /// Those of the scopes around it, the nearest ones.
    outer: Vec<String>,
    /// The numbers in the name, and those in the scopes, too.
    indices: Vec<u64>,
    all_indices: Vec<u64>,
}

/// Scopes that are looked at.
const SCOPES: usize = 2;
/// What a word of a scope counts, compared with one of the name; missing ones count a tenth of that.
const OUTER: f64 = 0.15;
/// Words at the end of a name that tell registers and ports apart, and nothing else.
const SUFFIXES: [&str; 14] =
    ["q", "r", "reg", "ff", "d", "i", "o", "in", "out", "s", "sig", "wire", "next", "int"];
const CLOCKS: [&str; 6] = ["clk", "clock", "aclk", "pclk", "hclk", "ck"];

impl Words {
    pub(super) fn new(path: &str) -> Self {
        let mut parts = path.rsplit('.').filter(|part| !part.is_empty());
        let (mut own, indices) = split(parts.next().unwrap_or(""));
        while own.len() > 1 && own.last().is_some_and(|last| SUFFIXES.contains(&last.as_str())) {
            own.pop();
        }
        let (mut outer, mut all_indices) = (Vec::new(), indices.clone());
        for part in parts.take(SCOPES) {
            let (words, numbers) = split(part);
            outer.extend(words);
            all_indices.extend(numbers);
        }
        all_indices.sort_unstable();
        let mut indices = indices;
        indices.sort_unstable();
        Self { own, outer, indices, all_indices }
    }

    /// Whether it is called a clock.
    pub(super) fn has_clock(&self) -> bool {
        self.own.iter().any(|word| CLOCKS.contains(&word.as_str()))
    }

    /// The first letters of the words, one bit each: names without a common one are not alike.
    pub(super) fn letters(&self) -> u32 {
        let letters = self.own.iter().chain(&self.outer).filter_map(|word| word.bytes().next());
        letters.filter(u8::is_ascii_lowercase).fold(0, |mask, letter| mask | 1 << (letter - b'a'))
    }

    /// Whether the same elements of arrays can be meant.
    pub(super) fn has_indices_of(&self, other: &Self) -> bool {
        self.indices == other.indices
            || self.all_indices == other.all_indices
            || self.indices == other.all_indices
            || self.all_indices == other.indices
    }

    /// From 0 to 1.
    pub(super) fn likeness(&self, other: &Self) -> f64 {
        let (here, there) = (self.covered(other), other.covered(self));
        (here.0 + there.0) / (here.1 + there.1)
    }

    /// How much of the words the other name has, and how much there is.
    fn covered(&self, other: &Self) -> (f64, f64) {
        let best = |word: &String| {
            let of = |words: &[String], most: f64| {
                words.iter().map(|it| alike(word, it) * most).fold(0.0, f64::max)
            };
            // A word of a scope counts less.
            of(&other.own, 1.0).max(of(&other.outer, 0.9))
        };
        let own: f64 = self.own.iter().map(best).sum();
        let outer: f64 = self.outer.iter().map(best).sum();
        let missed = self.outer.len() as f64 - outer;
        (own + OUTER * outer, self.own.len() as f64 + OUTER * (outer + 0.1 * missed))
    }
}

/// Words in lower case, and numbers: `rsFlags_q[3]` is rs, flags, q and 3.
fn split(name: &str) -> (Vec<String>, Vec<u64>) {
    let (mut words, mut indices): (Vec<String>, Vec<u64>) = Default::default();
    let mut word = String::new();
    let mut last = ' ';
    for character in name.chars().chain([' ']) {
        let is_border = !character.is_ascii_alphanumeric()
            || last.is_ascii_lowercase() && character.is_ascii_uppercase()
            || last.is_ascii_digit() != character.is_ascii_digit();
        if is_border && !word.is_empty() {
            match word.parse() {
                Ok(number) => indices.push(number),
                Err(_) => words.push(word.to_ascii_lowercase()),
            }
            word.clear();
        }
        if character.is_ascii_alphanumeric() {
            word.push(character);
        }
        last = character;
    }
    (words, indices)
}

/// Equal, the beginning of the other word, or an abbreviation of it: `cnt` of `count`.
fn alike(one: &str, other: &str) -> f64 {
    if one == other {
        return 1.0;
    }
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    if short.len() < 2 {
        0.0
    } else if long.starts_with(short) {
        0.9
    } else if short.as_bytes()[0] == long.as_bytes()[0] && is_within(short, long) {
        0.8
    } else {
        0.0
    }
}

/// Whether the letters of the short word are in the long one, in their order.
fn is_within(short: &str, long: &str) -> bool {
    let mut letters = long.bytes();
    short.bytes().all(|letter| letters.any(|it| it == letter))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::Words;

    #[rstest]
    #[case("TOP.hws.count", "tb.u_dut.cnt_q", 0.6)]
    #[case("top.RS_FLAGS[3]", "tb.x.rs_3_flags_reg", 0.8)]
    #[case("a.busValid", "b.bus_vld_i", 0.8)]
    #[case("top.rs.flags", "tb.rs_flags", 0.9)]
    #[case("a.address", "b.ADDR", 0.8)]
    fn spellings_of_one_name_are_alike(#[case] one: &str, #[case] other: &str, #[case] least: f64) {
        let (one, other) = (Words::new(one), Words::new(other));
        let likeness = one.likeness(&other);
        assert!(likeness >= least && one.letters() & other.letters() != 0, "{likeness}");
        assert!(one.has_indices_of(&other));
    }

    #[test]
    fn other_names_and_other_indices_are_not() {
        let (valid, ready) = (Words::new("a.bus_valid"), Words::new("a.hdr_ready"));
        assert!(valid.likeness(&ready) < 0.3, "{}", valid.likeness(&ready));
        assert!(!Words::new("x.data_1").has_indices_of(&Words::new("x.data_2")));
        assert!(Words::new("x.core_clk_i").has_clock() && !Words::new("x.block").has_clock());
    }
}
