//! YAML as most files are written, JSON among them, read in one pass: block collections, flow collections, and scalars of one line
//! each, without anchors and tags. The library takes ten times as long, which counts for workloads of a million kernels.
//!
//! Whatever else a text has, and whatever is to be refused, is left to the library: this reader then returns nothing, so that
//! there is one wording of each error. Where it returns a tree, the tree is that of the library, places included.

mod cursor;
mod scalar;

use std::collections::HashSet;

use super::names::Names;
use super::{Key, Limits, Node, Value};
#[cfg(test)]
mod tests;

use crate::Place;
use cursor::Cursor;
use scalar::Scalar;

/// Maps with more keys are searched for duplicates in a set.
const FEW_KEYS: usize = 16;
/// Values that the library may count and this reader does not.
const SPARE: usize = 16;

/// Reads a text, if it is as simple as that.
pub(super) fn read(text: &str, limits: &Limits) -> Option<Node> {
    // Places are 32 bits.
    u32::try_from(text.len()).ok()?;
    let mut reader = Reader::new(text, limits);
    reader.cursor.first_line()?;
    let root = reader.block(limits.depth)?;
    let is_collection = matches!(root.value, Value::Map(_) | Value::List(_));
    (is_collection && reader.cursor.is_at_end()).then_some(root)
}

struct Reader<'t> {
    cursor: Cursor<'t>,
    limits: &'t Limits,
    /// The values that may still follow.
    left: usize,
    names: Names,
    /// The elements and entries of the collections that are being read: each takes its own from the end, so that none has more
    /// room than it needs.
    elements: Vec<Node>,
    entries: Vec<(Key, Node)>,
    /// The column that every line of a flow collection has to reach: beyond the block that it is in.
    flow_column: u32,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, limits: &'t Limits) -> Self {
        Self {
            cursor: Cursor::new(text),
            limits,
            left: limits.nodes.saturating_sub(SPARE),
            names: Names::default(),
            elements: Vec::new(),
            entries: Vec::new(),
            flow_column: 1,
        }
    }

    /// A value of a block, which begins here and takes whole lines; `depth` is the number of levels that it may have.
    fn block(&mut self, depth: usize) -> Option<Node> {
        if self.cursor.is_dash() {
            return self.list(self.cursor.place(0), depth);
        }
        if matches!(self.cursor.byte(), Some(b'{' | b'[')) {
            let node = self.flow(depth)?;
            return self.cursor.next_line().map(|()| node);
        }
        let start = self.cursor.place(0);
        let scalar = self.cursor.scalar()?;
        if self.cursor.is_colon() {
            return self.map(start, scalar, depth);
        }
        let node = self.value(scalar)?;
        self.cursor.next_line().map(|()| node)
    }

    /// The lines of a map, of which the first key has been read.
    fn map(&mut self, place: Place, first: Scalar<'t>, depth: usize) -> Option<Node> {
        let depth = depth.checked_sub(1)?;
        let (column, start) = (place.column(), self.entries.len());
        let mut key = first;
        loop {
            self.flow_column = column + 1;
            let key_node = self.key(key)?;
            let value = self.value_of_key(column, depth)?;
            self.entries.push((key_node, value));
            if self.cursor.is_at_end() || self.cursor.column() < column {
                break;
            }
            if self.cursor.column() > column || self.cursor.is_dash() {
                return None;
            }
            key = self.cursor.scalar()?;
            self.cursor.is_colon().then_some(())?;
        }
        self.map_of(start, place)
    }

    /// The value of a key in this column: on its line, or on those below.
    fn value_of_key(&mut self, column: u32, depth: usize) -> Option<Node> {
        self.cursor.skip_blanks();
        if !self.cursor.is_at_end_of_line() {
            return if self.cursor.is_dash() { None } else { self.block_without_keys(depth) };
        }
        self.cursor.next_line()?;
        if self.cursor.is_at_end() {
            return None;
        }
        match (self.cursor.column() > column, self.cursor.column() == column && self.cursor.is_dash()) {
            (true, _) => self.block(depth),
            // The library takes the first element for the beginning of such a list.
            (false, true) => self.list(self.cursor.after_dash()?, depth),
            (false, false) => None,
        }
    }

    /// A value behind a key: one on its line cannot be a map with a line for each key.
    fn block_without_keys(&mut self, depth: usize) -> Option<Node> {
        let node = match self.cursor.byte() {
            Some(b'{' | b'[') => self.flow(depth)?,
            _ => {
                let scalar = self.cursor.scalar()?;
                self.value(scalar)?
            }
        };
        self.cursor.next_line().map(|()| node)
    }

    /// The lines of a list.
    fn list(&mut self, place: Place, depth: usize) -> Option<Node> {
        let depth = depth.checked_sub(1)?;
        let (column, start) = (self.cursor.column(), self.elements.len());
        loop {
            self.flow_column = column + 1;
            self.cursor.step();
            self.cursor.skip_blanks();
            if self.cursor.is_at_end_of_line() {
                self.cursor.next_line()?;
                if self.cursor.is_at_end() || self.cursor.column() <= column {
                    return None;
                }
            }
            let element = self.block(depth)?;
            self.elements.push(element);
            if self.cursor.is_at_end()
                || self.cursor.column() < column
                || self.cursor.column() == column && !self.cursor.is_dash()
            {
                break;
            }
            if self.cursor.column() > column {
                return None;
            }
        }
        self.list_of(start, place)
    }

    /// A collection in brackets or braces.
    fn flow(&mut self, depth: usize) -> Option<Node> {
        let depth = depth.checked_sub(1)?;
        let place = self.cursor.place(1);
        let is_map = self.cursor.byte() == Some(b'{');
        let (entries, elements) = (self.entries.len(), self.elements.len());
        let end = if is_map { b'}' } else { b']' };
        self.cursor.step();
        self.skip_in_flow()?;
        while self.cursor.byte() != Some(end) {
            if is_map {
                let key = self.cursor.scalar()?;
                let is_json = key.is_quoted() && self.cursor.byte() == Some(b':');
                (is_json || self.cursor.is_colon()).then_some(())?;
                let key = self.key(key)?;
                self.skip_in_flow()?;
                let value = self.flow_value(depth)?;
                self.entries.push((key, value));
            } else {
                let element = self.flow_value(depth)?;
                self.elements.push(element);
            }
            self.skip_in_flow()?;
            match self.cursor.byte()? {
                b',' => self.cursor.step(),
                byte if byte == end => break,
                _ => return None,
            }
            self.skip_in_flow()?;
            // A comma before the end is left to the library.
            (self.cursor.byte() != Some(end)).then_some(())?;
        }
        self.cursor.step();
        if is_map { self.map_of(entries, place) } else { self.list_of(elements, place) }
    }

    /// Goes to what follows, on this line or on a later one.
    fn skip_in_flow(&mut self) -> Option<()> {
        self.cursor.skip_blanks();
        if self.cursor.is_at_end_of_line() {
            self.cursor.next_line()?;
            (self.cursor.column() >= self.flow_column).then_some(())?;
        }
        Some(())
    }

    fn flow_value(&mut self, depth: usize) -> Option<Node> {
        if matches!(self.cursor.byte(), Some(b'{' | b'[')) {
            return self.flow(depth);
        }
        let scalar = self.cursor.scalar()?;
        self.value(scalar)
    }

    fn map_of(&mut self, start: usize, place: Place) -> Option<Node> {
        let entries: Box<[_]> = self.entries.drain(start..).collect();
        (!has_duplicates(&entries)).then_some(())?;
        self.count().map(|()| Node { place, value: Value::Map(entries) })
    }

    fn list_of(&mut self, start: usize, place: Place) -> Option<Node> {
        let elements = self.elements.drain(start..).collect();
        self.count().map(|()| Node { place, value: Value::List(elements) })
    }

    fn value(&mut self, scalar: Scalar<'t>) -> Option<Node> {
        self.count()?;
        Some(Node { place: scalar.place, value: scalar.value(self.limits)? })
    }

    /// The key that has been read, up to its colon.
    fn key(&mut self, scalar: Scalar<'t>) -> Option<Key> {
        self.count()?;
        let name = self.names.get(scalar.name()?);
        self.cursor.step();
        Some(Key { place: scalar.place, name })
    }

    fn count(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        Some(())
    }
}

fn has_duplicates(entries: &[(Key, Node)]) -> bool {
    let names = || entries.iter().map(|(key, _)| key.name.as_str());
    if entries.len() <= FEW_KEYS {
        return names().enumerate().any(|(index, name)| names().take(index).any(|other| other == name));
    }
    names().collect::<HashSet<_>>().len() < entries.len()
}
