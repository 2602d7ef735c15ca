//! A block of value changes.
//!
//! It consists of the values at its start, the changes of each signal (compressed), where to find them, and the
//! times. A change is stored with the difference between the numbers of its time stamp and the previous one of
//! the same signal.

use std::borrow::Cow;
use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::super::signals::Signal;
use super::varint;

/// The type of the block: changes with a table of positions that may have aliases.
pub(super) const BLOCK_TYPE: u8 = 8;

/// The letter of the compression: LZ4.
const LZ4: u8 = b'4';

/// Bytes of an average change.
const CHANGE: usize = 5;

/// Shorter chains are stored as they are.
const COMPRESSED_FROM: usize = 32;

/// The changes since the last block.
pub(super) struct Block {
    start: u64,
    end: u64,
    signals: Vec<Chain>,
    /// The values at the start.
    frame: Vec<u8>,
    times: Vec<u8>,
    stamps: u32,
    size: usize,
}

/// The changes of one signal.
struct Chain {
    form: Form,
    /// The number of the time stamp of its last change.
    stamp: u32,
    value: u64,
    bytes: Vec<u8>,
}

/// How the changes of a signal are stored: a head, then the bytes of the value. Numbers instead of a case for each width,
/// because signals take turns in no order that a processor could foresee.
#[derive(Clone, Copy)]
struct Form {
    width: u8,
    /// Where the head has the difference of the time stamps.
    shift: u8,
    /// The bits of the value that the head has: that of a signal of one bit, behind one that tells 0 and 1 from other states.
    in_head: u8,
    /// The bytes behind the head.
    length: u8,
}

impl Block {
    pub(super) fn new(signals: &[Signal], values: &[u64]) -> Self {
        let chain = |(signal, &value): (&Signal, &u64)| Chain {
            form: Form::new(signal.width),
            stamp: 0,
            value,
            bytes: Vec::new(),
        };
        let signals: Vec<_> = signals.iter().zip(values).map(chain).collect();
        Self { start: 0, end: 0, frame: frame(&signals), signals, times: Vec::new(), stamps: 0, size: 0 }
    }

    /// About the number of bytes that the changes take, before they are compressed.
    pub(super) const fn size(&self) -> usize {
        self.size
    }

    /// The last time stamp.
    pub(super) const fn end(&self) -> u64 {
        self.end
    }

    /// Begins a time stamp. The first one of a block is stored as it is, the others as the difference.
    pub(super) fn time(&mut self, time: u64) {
        let base = if self.stamps == 0 { 0 } else { self.end };
        varint::push(&mut self.times, time - base);
        self.stamps += 1;
        self.end = time;
    }

    /// Changes a signal at the last time stamp.
    #[inline]
    pub(super) fn change(&mut self, signal: usize, value: u64) {
        self.signals[signal].change(self.stamps - 1, value);
        self.size += CHANGE;
    }

    /// Returns the bytes of the block, and begins the next one.
    pub(super) fn encode(&mut self) -> Vec<u8> {
        let mut bytes = vec![BLOCK_TYPE];
        // The length is known at the end.
        let memory = self.signals.iter().map(|chain| chain.bytes.len() as u64).sum();
        [0, self.start, self.end, memory].into_iter().for_each(|number| push_word(&mut bytes, number));
        self.push_frame(&mut bytes);
        self.push_chains(&mut bytes);
        self.push_times(&mut bytes);
        let length = (bytes.len() - 1) as u64;
        bytes[1..9].copy_from_slice(&length.to_be_bytes());
        self.begin_next();
        bytes
    }

    fn begin_next(&mut self) {
        self.frame = frame(&self.signals);
        self.signals.iter_mut().for_each(|chain| {
            chain.stamp = 0;
            chain.bytes.clear();
        });
        self.times.clear();
        (self.start, self.stamps, self.size) = (self.end, 0, 0);
    }

    fn push_frame(&self, bytes: &mut Vec<u8>) {
        let stored = smaller(&self.frame);
        [self.frame.len(), stored.len(), self.signals.len()]
            .into_iter()
            .for_each(|number| varint::push(bytes, number as u64));
        bytes.extend_from_slice(&stored);
    }

    /// The chains, then the table of their positions: differences, and runs of signals without changes.
    fn push_chains(&self, bytes: &mut Vec<u8>) {
        varint::push(bytes, self.signals.len() as u64);
        let mut previous = bytes.len();
        bytes.push(LZ4);
        let (mut table, mut without) = (Vec::new(), 0);
        for chain in &self.signals {
            if chain.bytes.is_empty() {
                without += 1;
                continue;
            }
            push_run(&mut table, &mut without);
            varint::push_signed(&mut table, ((bytes.len() - previous) as i64) << 1 | 1);
            previous = bytes.len();
            push_chain(bytes, &chain.bytes);
        }
        push_run(&mut table, &mut without);
        bytes.extend_from_slice(&table);
        push_word(bytes, table.len() as u64);
    }

    fn push_times(&self, bytes: &mut Vec<u8>) {
        let stored = smaller(&self.times);
        bytes.extend_from_slice(&stored);
        push_word(bytes, self.times.len() as u64);
        push_word(bytes, stored.len() as u64);
        push_word(bytes, self.stamps.into());
    }
}

impl Chain {
    #[inline]
    fn change(&mut self, stamp: u32, value: u64) {
        let Self { form, bytes, .. } = self;
        let waited = u64::from(stamp - self.stamp);
        (self.stamp, self.value) = (stamp, value);
        // The lowest bit: every bit of the value is 0 or 1.
        let mut head = waited << form.shift | (value & u64::from(form.in_head)) << 1;
        while head >= 0x80 {
            bytes.push(head as u8 | 0x80);
            head >>= 7;
        }
        // The highest bit of the signal is that of the first byte.
        let word = (value << (u64::BITS - u32::from(form.width))).to_be_bytes();
        // A whole word at once, of which as many bytes are kept as the signal has.
        let [a, b, c, d, e, f, g, h] = word;
        let end = bytes.len() + 1 + usize::from(form.length);
        bytes.extend_from_slice(&[head as u8, a, b, c, d, e, f, g, h]);
        bytes.truncate(end);
    }
}

impl Form {
    const fn new(width: u32) -> Self {
        let is_bit = width == 1;
        Self {
            width: width as u8,
            shift: 1 + is_bit as u8,
            in_head: is_bit as u8,
            length: if is_bit { 0 } else { width.div_ceil(8) as u8 },
        }
    }
}

/// The values of all signals as text.
fn frame(signals: &[Chain]) -> Vec<u8> {
    let text = |chain: &Chain| {
        let value = chain.value;
        (0..chain.form.width).rev().map(move |bit| b'0' + (value >> bit & 1) as u8)
    };
    signals.iter().flat_map(text).collect()
}

fn push_word(bytes: &mut Vec<u8>, number: u64) {
    bytes.extend_from_slice(&number.to_be_bytes());
}

/// A number of signals without changes.
fn push_run(table: &mut Vec<u8>, without: &mut u64) {
    if *without > 0 {
        varint::push(table, *without << 1);
        *without = 0;
    }
}

/// A chain with its length, or with 0 if it is stored as it is.
fn push_chain(bytes: &mut Vec<u8>, chain: &[u8]) {
    let compressed = (chain.len() >= COMPRESSED_FROM).then(|| lz4_flex::block::compress(chain));
    match compressed.filter(|compressed| compressed.len() < chain.len()) {
        Some(compressed) => {
            varint::push(bytes, chain.len() as u64);
            bytes.extend_from_slice(&compressed);
        }
        None => {
            varint::push(bytes, 0);
            bytes.extend_from_slice(chain);
        }
    }
}

/// Compressed if that makes it shorter: equal lengths mean that it is not.
fn smaller(bytes: &[u8]) -> Cow<'_, [u8]> {
    let compressed = zlib(bytes).filter(|compressed| compressed.len() < bytes.len());
    compressed.map_or(Cow::Borrowed(bytes), Cow::Owned)
}

fn zlib(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    // Writing to memory does not fail.
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}
