//! Random Gemini schedules: they obey every rule and use every feature of the format.
//!
//! Workloads are made one after the other on random cores. Each reads ofmaps of earlier ones, whole, directly or
//! through DRAM, inputs of the network, and a weight or an activation in its place. Snapshots hold what is read
//! and some of what was there before, at addresses that wrap around the ring.
#![allow(dead_code, unreachable_pub, reason = "each user takes a part")]

use serde_json::{Value, json};

/// Random numbers (xorshift), the same on every machine.
pub struct Dice(u64);

impl Dice {
    /// Creates a generator from any number.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// 0 to `sides` - 1.
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % sides
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.roll(n) == 0
    }
}

/// A box of four dimensions, both corners inclusive.
#[derive(Clone, Copy)]
struct Extent {
    lower: [i64; 4],
    upper: [i64; 4],
}

impl Extent {
    fn moved(self, by: [i64; 4]) -> Self {
        let add = |corner: [i64; 4]| std::array::from_fn(|d| corner[d] + by[d]);
        Self { lower: add(self.lower), upper: add(self.upper) }
    }

    /// Cuts the box into pieces along the height, at most one per row.
    fn cut(self, pieces: usize) -> Vec<Self> {
        let rows = self.upper[2] - self.lower[2] + 1;
        let pieces = (pieces as i64).min(rows);
        let piece = |i: i64| {
            let mut piece = self;
            piece.lower[2] = self.lower[2] + rows * i / pieces;
            piece.upper[2] = self.lower[2] + rows * (i + 1) / pieces - 1;
            piece
        };
        (0..pieces).map(piece).collect()
    }

    /// Bytes with this many bits per element and channels in whole words of 64 bits.
    fn bytes(self, bitwidth: i64) -> i64 {
        let align = 64 / bitwidth;
        let side = |d: usize| self.upper[d] - self.lower[d] + 1;
        let channels = (side(1) + align - 1) / align * align;
        side(0) * channels * side(2) * side(3) * bitwidth / 8
    }
}

/// An ofmap that later workloads may read.
#[derive(Clone)]
struct Produced {
    core: usize,
    index: usize,
    /// Transfer and box in the layer, of every piece.
    pieces: Vec<(i64, Extent)>,
    bitwidth: i64,
}

/// A tensor in the L2 of a core.
#[derive(Clone)]
struct Resident {
    entry: Value,
    address: i64,
    size: i64,
}

const BUFFERSIZE: i64 = 1 << 15;

struct Maker {
    dice: Dice,
    transfers: i64,
    /// By core: ids of different cores are the same.
    tensors: Vec<i64>,
    inputs: Vec<Value>,
    outputs: Vec<Value>,
    cores: Vec<Vec<Value>>,
    produced: Vec<Produced>,
    /// Transfers of `-1.out` from the network, with box and bits.
    shared: Vec<(i64, Extent, i64)>,
    resident: Vec<Vec<Resident>>,
    next_byte: Vec<i64>,
}

/// A schedule of `workloads` workloads on `cores` cores, which has no errors and no warnings.
pub fn schedule(seed: u64, cores: usize, workloads: usize) -> Value {
    let mut maker = Maker {
        dice: Dice::new(seed),
        transfers: 0,
        tensors: vec![0; cores],
        inputs: Vec::new(),
        outputs: Vec::new(),
        cores: vec![Vec::new(); cores],
        produced: Vec::new(),
        shared: Vec::new(),
        resident: vec![Vec::new(); cores],
        next_byte: vec![0; cores],
    };
    for _ in 0..workloads {
        let core = maker.dice.roll(cores);
        maker.workload(core);
    }
    maker.finish()
}

impl Maker {
    fn transfer(&mut self) -> i64 {
        self.transfers += 1;
        self.transfers
    }

    fn workload(&mut self, core: usize) {
        let id = self.cores[core].len();
        let bitwidth = [8, 16][self.dice.roll(2)];
        let mut ifmaps = Vec::new();
        let before = self.resident[core].clone();
        self.forget(core);
        let mut held = Vec::new();
        for _ in 0..1 + self.dice.roll(3) {
            let (ifmap, entry) = self.ifmap(core, id, bitwidth);
            ifmaps.push(ifmap);
            held.push(entry);
        }
        let (weight, small) = self.weight(core, id, &mut held);
        let box_ = self.layer_box();
        let ofmaps = self.ofmaps(core, id, box_, bitwidth);
        let size: i64 = ofmaps.iter().map(|ofmap| ofmap["size"].as_i64().unwrap()).sum();
        let buffer = self.snapshot(core, &before, held);
        let kind = ["pe", "vp", "dt"][self.dice.roll(3)];
        let mut workload = json!({
            "workload_id": id, "layer_name": format!("layer_{core}_{id}"), "layer_type": kind,
            "time": self.dice.roll(5000), "workload": [box_.lower, box_.upper], "ifmap": ifmaps, "ofmap": ofmaps,
            "ofmap_size": size, "buffer": buffer, "ring_buffer_info": [[0, BUFFERSIZE]], "tile_padding_tblr": [1, 1, 1, 1],
            "tile_info": tiles(box_, 1 + self.dice.roll(3)),
        });
        if let Some(weight) = weight {
            workload["weight"] = weight;
        }
        workload[["wl0_buffer", "wl1_buffer"][self.dice.roll(2)]] = small;
        self.cores[core].push(workload);
    }

    fn layer_box(&mut self) -> Extent {
        let sides =
            [1 + self.dice.roll(2), 1 + self.dice.roll(40), 1 + self.dice.roll(7), 1 + self.dice.roll(7)];
        let lower: [i64; 4] = std::array::from_fn(|_| self.dice.roll(3) as i64 * 16);
        Extent { lower, upper: std::array::from_fn(|d| lower[d] + sides[d] as i64 - 1) }
    }

    /// An input of a workload, and its entry in L2.
    fn ifmap(&mut self, core: usize, id: usize, bitwidth: i64) -> (Value, Value) {
        let (pieces, bits) = match self.dice.roll(4) {
            0 | 1 if !self.produced.is_empty() => self.directly(core, id),
            2 if !self.produced.is_empty() => self.through_dram(core, id),
            3 if !self.shared.is_empty() && self.dice.one_in(2) => self.again(core, id),
            _ => self.anew(core, id, bitwidth),
        };
        let (first, last) = (pieces[0].1, pieces[pieces.len() - 1].1);
        let whole = Extent { lower: first.lower, upper: last.upper };
        let transfers: Vec<i64> = pieces.iter().map(|piece| piece.0).collect();
        let source = |&(transfer, part, core): &(i64, Extent, i64)| {
            let kind = if core < 0 { "DRAM" } else { "core" };
            json!({"core_id": core, "type": kind, "transfer_id": transfer, "lower": part.lower, "upper": part.upper,
                   "size": part.bytes(bits)})
        };
        let sources: Vec<Value> = pieces.iter().map(source).collect();
        let shape = json!({"align": 64 / bits, "bitwidth": bits, "lower": whole.lower, "upper": whole.upper,
                           "size": whole.bytes(bits), "transfer_id": transfers});
        let mut entry = shape.clone();
        let order = if pieces[0].2 < 0 { json!(self.dice.roll(50)) } else { Value::Null };
        let more = json!({"type": "ifmap", "cur_wl_ifmap": true, "source": sources, "tensor_order": order});
        merge(&mut entry, more);
        (shape, entry)
    }

    fn directly(&mut self, core: usize, id: usize) -> (Vec<(i64, Extent, i64)>, i64) {
        let from = self.produced[self.dice.roll(self.produced.len())].clone();
        let to = json!({"core_id": core, "workload_id": id, "type": "core"});
        let ofmaps = self.cores[from.core][from.index]["ofmap"].as_array_mut().unwrap();
        ofmaps.iter_mut().for_each(|ofmap| ofmap["destination"].as_array_mut().unwrap().push(to.clone()));
        let piece = |&(transfer, part): &(i64, Extent)| (transfer, part, from.core as i64);
        (from.pieces.iter().map(piece).collect(), from.bitwidth)
    }

    /// An input of the network.
    fn anew(&mut self, core: usize, id: usize, bitwidth: i64) -> (Vec<(i64, Extent, i64)>, i64) {
        let (transfer, box_) = (self.network_tensor(core, id, "fmap"), self.layer_box());
        self.shared.push((transfer, box_, bitwidth));
        (vec![(transfer, box_, -1)], bitwidth)
    }

    /// An input of the network that other workloads have read.
    fn again(&mut self, core: usize, id: usize) -> (Vec<(i64, Extent, i64)>, i64) {
        let (transfer, box_, bitwidth) =
            self.shared[self.shared.len() - 1 - self.dice.roll(self.shared.len().min(9))];
        let output = self.outputs.iter_mut().rfind(|output| output["transfer_id"] == transfer).unwrap();
        let to = json!({"core_id": core, "workload_id": id, "type": "core"});
        output["destination"].as_array_mut().unwrap().push(to);
        (vec![(transfer, box_, -1)], bitwidth)
    }

    /// An entry of `-1.out` that reads back every piece.
    fn through_dram(&mut self, core: usize, id: usize) -> (Vec<(i64, Extent, i64)>, i64) {
        let from = self.produced[self.dice.roll(self.produced.len())].clone();
        let output = self.network_tensor(core, id, "fmap");
        for i in 0..from.pieces.len() {
            let transfer = from.pieces[i].0;
            self.spill(&from, i);
            self.outputs.last_mut().unwrap()["related_ifmap"].as_array_mut().unwrap().push(json!(transfer));
            let written = self.inputs.iter_mut().rfind(|input| input["transfer_id"] == transfer).unwrap();
            written["related_ofmap"].as_array_mut().unwrap().push(json!(output));
        }
        let whole =
            Extent { lower: from.pieces[0].1.lower, upper: from.pieces[from.pieces.len() - 1].1.upper };
        (vec![(output, whole, -1)], from.bitwidth)
    }

    /// Sends a piece to DRAM, unless it goes there already; the box of the entry is absolute or relative.
    fn spill(&mut self, from: &Produced, piece: usize) {
        let workload = &mut self.cores[from.core][from.index];
        let ofmap = &mut workload["ofmap"][piece];
        let to = ofmap["destination"].as_array_mut().unwrap();
        if to.iter().any(|to| to["type"] == "DRAM") {
            return;
        }
        to.push(json!({"core_id": -1, "type": "DRAM"}));
        let (transfer, part) = from.pieces[piece];
        let (mut lower, mut upper) = (json!(part.lower), json!(part.upper));
        if self.dice.one_in(2) {
            (lower, upper) = (ofmap["lower"].clone(), ofmap["upper"].clone());
        }
        self.inputs.push(
            json!({"core_id": from.core, "workload_id": from.index, "layer_name": workload["layer_name"],
            "transfer_id": transfer, "lower": lower, "upper": upper, "related_ofmap": []}),
        );
    }

    /// A new entry of `-1.out`.
    fn network_tensor(&mut self, core: usize, id: usize, kind: &str) -> i64 {
        let transfer = self.transfer();
        let box_ = self.layer_box();
        self.outputs.push(json!({"transfer_id": transfer, "type": kind, "size": 1 + self.dice.roll(5000),
            "lower": box_.lower, "upper": box_.upper, "related_ifmap": [],
            "destination": [{"core_id": core, "workload_id": id, "type": "core", "layer_name": "reader"}]}));
        transfer
    }

    /// The weight operand: none, one from DRAM or an activation; and the snapshot of the weight memory.
    fn weight(&mut self, core: usize, id: usize, held: &mut Vec<Value>) -> (Option<Value>, Value) {
        let box_ = self.layer_box();
        let transfer = match self.dice.roll(4) {
            0 => return (None, Value::Null),
            1 if !self.produced.is_empty() => self.produced[self.dice.roll(self.produced.len())].pieces[0].0,
            _ => self.network_tensor(core, id, "weight"),
        };
        let weight = json!({"lower": box_.lower, "upper": box_.upper, "size": 64, "transfer_id": [transfer]});
        let order = self.dice.roll(50);
        let mut small = json!([{"address": 0, "size": 64, "source": "DDR", "tensor_order": order, "transfer_id": [transfer]}]);
        if self.dice.one_in(2) {
            small[0]["source"] = "CORE".into();
            small[0]["tensor_order"] = Value::Null;
            let mut entry = weight.clone();
            let source = json!([{"core_id": -1, "type": "DRAM", "transfer_id": transfer, "lower": box_.lower, "upper": box_.upper}]);
            merge(&mut entry, json!({"type": "weight", "tensor_order": order, "source": source}));
            held.push(entry);
        }
        (Some(weight), small)
    }

    fn ofmaps(&mut self, core: usize, id: usize, box_: Extent, bitwidth: i64) -> Vec<Value> {
        let relative = box_.moved(box_.lower.map(|low| -low));
        let parts = relative.cut(1 + self.dice.roll(3));
        let pieces: Vec<_> = parts.iter().map(|part| (self.transfer(), part.moved(box_.lower))).collect();
        let ofmap = |(part, &(transfer, _)): (&Extent, &(i64, Extent))| json!({"destination": [], "lower": part.lower, "upper": part.upper, "size": part.bytes(bitwidth), "transfer_id": transfer});
        let ofmaps = parts.iter().zip(&pieces).map(ofmap).collect();
        self.produced.push(Produced { core, index: id, pieces, bitwidth });
        if self.produced.len() > 40 {
            self.produced.swap_remove(0);
        }
        ofmaps
    }

    /// Drops some of the contents of L2.
    fn forget(&mut self, core: usize) {
        let dice = &mut self.dice;
        self.resident[core].retain(|_| !dice.one_in(3));
    }

    /// The remaining entries, then the new ones.
    fn snapshot(&mut self, core: usize, before: &[Resident], held: Vec<Value>) -> Vec<Value> {
        for mut entry in held {
            let size = entry["size"].as_i64().unwrap();
            let address = self.next_byte[core];
            self.next_byte[core] = (address + size) % BUFFERSIZE;
            self.resident[core].retain(|other| !overlap((other.address, other.size), (address, size)));
            self.tensors[core] += 1;
            merge(&mut entry, json!({"address": address, "tensor_id": self.tensors[core]}));
            self.resident[core].push(Resident { entry, address, size });
        }
        let was_there = |entry: &Value| before.iter().any(|old| old.entry["tensor_id"] == entry["tensor_id"]);
        let is_first = self.cores[core].is_empty();
        let mut snapshot = Vec::new();
        for resident in &mut self.resident[core] {
            // In the first snapshot of a core, the key is optional.
            let is_new = if is_first { self.dice.one_in(2) } else { !was_there(&resident.entry) };
            resident.entry["newly_added"] = is_new.into();
            snapshot.push(resident.entry.clone());
            resident.entry.as_object_mut().unwrap().remove("cur_wl_ifmap");
        }
        snapshot
    }

    fn finish(self) -> Value {
        let mut schedule = json!({"xlen": self.cores.len(), "ylen": 1, "buffersize": BUFFERSIZE, "top_batch_cut": 1,
            "-1": {"in": self.inputs, "out": self.outputs}});
        for (core, workloads) in self.cores.into_iter().enumerate() {
            schedule[core.to_string()] = Value::Array(workloads);
        }
        schedule
    }
}

fn tiles(box_: Extent, pieces: usize) -> Value {
    let tile = |(i, part): (usize, Extent)| {
        let value = json!({"ofmap_lower": part.lower, "ofmap_upper": part.upper, "single_tile_time_pred": 77.5,
            "cut_mode": "KH", "loop_order": "KNHW", "act_mini_tile": [1, 4, 4, 4]});
        (format!("tile_num_{i}"), value)
    };
    Value::Object(box_.cut(pieces).into_iter().enumerate().map(tile).collect())
}

fn merge(into: &mut Value, more: Value) {
    let Value::Object(more) = more else { return };
    into.as_object_mut().unwrap().extend(more);
}

/// Whether two pieces of the ring, each smaller than half of it, share a byte.
fn overlap(a: (i64, i64), b: (i64, i64)) -> bool {
    (b.0 - a.0).rem_euclid(BUFFERSIZE) < a.1 || (a.0 - b.0).rem_euclid(BUFFERSIZE) < b.1
}
