//! A client that speaks the remote protocol as gdb does, and the server beside it.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use hws_gdb::{GdbListener, GdbOutcome, debug};
use hws_run::workload::built_in;

use crate::program::image;

/// The other end of a server.
pub(crate) struct Client {
    stream: TcpStream,
    /// What the image has printed, as gdb was told.
    pub(crate) printed: String,
    /// Packets are not acknowledged any more.
    is_quiet: bool,
}

/// What a server has done, and the messages for its user.
pub(crate) struct Served {
    pub(crate) outcome: GdbOutcome,
    pub(crate) messages: Vec<String>,
}

/// Debugs a program with a client; returns what the server did, and what the client returned.
pub(crate) fn with_client<T: Send>(
    program: &[u32],
    client: impl FnOnce(Client, &AtomicBool) -> T + Send,
) -> (Served, T) {
    let listener = GdbListener::bind(&"0".parse().unwrap()).unwrap();
    let address = listener.address();
    let stop = AtomicBool::new(false);
    let (workload, firmware) = (built_in(), image(program));
    let messages = std::cell::RefCell::new(Vec::new());
    let say = |message: &str| messages.borrow_mut().push(message.to_owned());
    thread::scope(|scope| {
        let stopped = &stop;
        let answer = scope.spawn(move || client(Client::new(TcpStream::connect(address).unwrap()), stopped));
        let outcome = debug(&listener, &workload, &firmware, &|| stop.load(Ordering::Relaxed), &say).unwrap();
        let answer = answer.join().unwrap();
        (Served { outcome, messages: messages.take() }, answer)
    })
}

impl Client {
    fn new(stream: TcpStream) -> Self {
        stream.set_read_timeout(Some(std::time::Duration::from_secs(60))).unwrap();
        let mut client = Self { stream, printed: String::new(), is_quiet: false };
        client.ask("qSupported:multiprocess+;swbreak+;hwbreak+;vContSupported+;xmlRegisters=riscv");
        assert_eq!(client.ask("QStartNoAckMode"), "OK");
        client.is_quiet = true;
        client
    }

    /// Sends a packet.
    pub(crate) fn send(&mut self, body: &str) {
        let sum = body.bytes().fold(0_u8, u8::wrapping_add);
        self.stream.write_all(format!("${body}#{sum:02x}").as_bytes()).unwrap();
    }

    pub(crate) fn send_raw(&mut self, bytes: &[u8]) {
        self.stream.write_all(bytes).unwrap();
    }

    /// Sends a packet and returns the answer; output of the image and of commands is collected.
    pub(crate) fn ask(&mut self, body: &str) -> String {
        self.send(body);
        self.answer()
    }

    pub(crate) fn answer(&mut self) -> String {
        loop {
            let packet = self.packet();
            match packet.strip_prefix('O') {
                Some(hex) if hex != "K" => {
                    self.printed.push_str(&String::from_utf8(bytes(hex)).unwrap());
                }
                _ => return packet,
            }
        }
    }

    fn packet(&mut self) -> String {
        while self.byte() != b'$' {}
        let mut body: Vec<u8> = Vec::new();
        loop {
            match self.byte() {
                b'#' => break,
                // A run: the byte before, as often as the count says, without 29.
                b'*' => {
                    let (last, count) = (*body.last().unwrap(), self.byte() - 29);
                    body.extend(std::iter::repeat_n(last, count.into()));
                }
                b'}' => {
                    let escaped = self.byte() ^ 0x20;
                    body.push(escaped);
                }
                byte => body.push(byte),
            }
        }
        let _checksum = [self.byte(), self.byte()];
        if !self.is_quiet {
            self.stream.write_all(b"+").unwrap();
        }
        String::from_utf8(body).unwrap()
    }

    fn byte(&mut self) -> u8 {
        let mut byte = [0];
        self.stream.read_exact(&mut byte).unwrap();
        byte[0]
    }

    /// A register by its number for gdb.
    pub(crate) fn register(&mut self, number: u32) -> u32 {
        word(&self.ask(&format!("p{number:x}")))
    }

    pub(crate) fn pc(&mut self) -> u32 {
        self.register(32)
    }

    pub(crate) fn set_register(&mut self, number: u32, value: u32) -> String {
        self.ask(&format!("P{number:x}={}", hex(&value.to_le_bytes())))
    }

    pub(crate) fn memory(&mut self, address: u32) -> u32 {
        word(&self.ask(&format!("m{address:x},4")))
    }

    pub(crate) fn set_memory(&mut self, address: u32, value: u32) -> String {
        self.ask(&format!("M{address:x},4:{}", hex(&value.to_le_bytes())))
    }

    pub(crate) fn breakpoint(&mut self, address: u32) {
        assert_eq!(self.ask(&format!("Z0,{address:x},2")), "OK");
    }

    /// `monitor COMMAND`.
    pub(crate) fn monitor(&mut self, command: &str) -> String {
        let before = self.printed.len();
        let answer = self.ask(&format!("qRcmd,{}", hex(command.as_bytes())));
        assert_eq!(answer, "OK");
        self.printed.split_off(before)
    }
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<char> = hex.chars().collect();
    let pairs = digits.chunks(2).map(|pair| pair.iter().collect::<String>());
    pairs.map(|pair| u8::from_str_radix(&pair, 16).unwrap()).collect()
}

/// A word of an answer, which is little-endian.
pub(crate) fn word(answer: &str) -> u32 {
    u32::from_le_bytes(bytes(answer).try_into().unwrap_or_else(|_| panic!("not a word: {answer}")))
}
