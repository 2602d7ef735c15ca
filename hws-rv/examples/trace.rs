//! Runs an image and prints, before each instruction, the program counter and the registers 1 to 31 in hexadecimal:
//! `cargo run -p hws-rv --example trace -- IMAGE`. `.ci/firmware` compares the lines with those of QEMU.
//!
//! Memory is 1 MiB at 0x80000000; a write to 0x100000 ends the program.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use hws_rv::{AccessFault, BusAnswer, Core, CoreBus, CoreInputs, Image, Size, StepKind};

const BASE: u32 = 0x8000_0000;
const BYTES: usize = 1 << 20;
const FINISHER: u32 = 0x10_0000;

struct Board {
    memory: Vec<u8>,
    is_finished: bool,
}

impl Board {
    fn span(&mut self, address: u32, size: u32) -> Option<&mut [u8]> {
        let start = address.checked_sub(BASE)? as usize;
        self.memory.get_mut(start..start.checked_add(size as usize)?)
    }
}

impl CoreBus for Board {
    fn read(&mut self, address: u32, size: Size) -> Result<BusAnswer, AccessFault> {
        let bytes = self.span(address, size.bytes()).ok_or(AccessFault::default())?;
        Ok(BusAnswer::new(bytes.iter().rev().fold(0, |value, &byte| value << 8 | u32::from(byte))))
    }

    fn write(&mut self, address: u32, size: Size, value: u32) -> Result<u32, AccessFault> {
        if address == FINISHER {
            self.is_finished = true;
            return Ok(0);
        }
        let bytes = self.span(address, size.bytes()).ok_or(AccessFault::default())?;
        bytes.copy_from_slice(&value.to_le_bytes()[..size.bytes() as usize]);
        Ok(0)
    }
}

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: trace IMAGE");
        return ExitCode::from(2);
    };
    match run(&path) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{path}: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(path: &str) -> Result<(), String> {
    let file = std::fs::read(path).map_err(|error| error.to_string())?;
    let image = Image::read(&file).map_err(|error| error.to_string())?;
    let mut board = Board { memory: vec![0; BYTES], is_finished: false };
    for segment in &image.segments {
        let place = board.span(segment.address, segment.bytes.len() as u32).ok_or("outside memory")?;
        place.copy_from_slice(&segment.bytes);
    }
    trace(&mut Core::new(image.entry), &mut board).map_err(|error| error.to_string())
}

fn trace(core: &mut Core, board: &mut Board) -> io::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    while !board.is_finished {
        write!(out, "{:08x}", core.pc())?;
        for number in 1..32 {
            write!(out, " {:08x}", core.register(number))?;
        }
        writeln!(out)?;
        if core.step(board, CoreInputs::default()).kind == StepKind::Waiting {
            return Err(io::Error::other("the program waits for an interrupt"));
        }
    }
    out.flush()
}
