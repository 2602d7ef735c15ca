//! `hws serve`: sockets, clients that come and go, and the end of the program.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::FileTypeExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use rstest::rstest;

use crate::common::{absent, as_text, command, file, refused, said};

const ID: &str = "OK 0x0000000048575330\n";

/// A server that is listening. A socket's path is short, so that it is not in the folder of the tests.
struct Server {
    child: Child,
    /// The line that it printed.
    address: String,
    folder: tempfile::TempDir,
}

fn short() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// Starts a server on a socket in a folder.
fn server_in(folder: tempfile::TempDir, options: &[&str]) -> Server {
    let socket = as_text(&folder.path().join("hws.sock"));
    server_at(folder, &socket, options)
}

fn server_at(folder: tempfile::TempDir, socket: &str, options: &[&str]) -> Server {
    let arguments = [&["serve", "--qtest", socket], options].concat();
    let mut child = command(&arguments).stderr(Stdio::piped()).spawn().unwrap();
    let mut address = String::new();
    BufReader::new(child.stderr.as_mut().unwrap()).read_line(&mut address).unwrap();
    assert!(address.starts_with("listening on "), "{address}");
    Server { child, address, folder }
}

impl Server {
    fn path(&self) -> PathBuf {
        self.folder.path().join("hws.sock")
    }

    fn connect(&self) -> UnixStream {
        UnixStream::connect(self.path()).unwrap()
    }

    /// Ends the server as Ctrl-C does, and returns its status.
    fn end(mut self) -> (Option<i32>, PathBuf, tempfile::TempDir) {
        send("-INT", &self.child);
        let path = self.path();
        (self.child.wait().unwrap().code(), path, self.folder)
    }
}

fn send(signal: &str, child: &Child) {
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
}

/// Sends a line and reads one.
fn ask(stream: &mut (impl Read + Write), line: &str) -> String {
    stream.write_all(format!("{line}\n").as_bytes()).unwrap();
    let mut answer = Vec::new();
    while answer.last() != Some(&b'\n') {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        answer.extend(byte);
    }
    String::from_utf8(answer).unwrap()
}

#[test]
fn clients_are_served_in_turn_each_from_power_on_and_ctrl_c_removes_the_socket() {
    let server = server_in(short(), &[]);
    let mut first = server.connect();
    assert_eq!(ask(&mut first, "clock_step 100"), "OK 100\n");
    // The second one waits until the first has gone, in the middle of a line.
    let mut second = server.connect();
    second.write_all(b"clock_step 1\n").unwrap();
    first.write_all(b"clock_step 5").unwrap();
    drop(first);
    assert_eq!(ask(&mut second, "readl 0x10000000"), "OK 1\n");
    drop(second);
    let (status, path, _folder) = server.end();
    assert_eq!((status, path.exists()), (Some(130), false));
}

#[test]
fn a_client_that_closes_without_reading_does_not_end_the_server() {
    let server = server_in(short(), &[]);
    for _ in 0..3 {
        let mut client = server.connect();
        client.write_all("read 0x40000000 0x10000\n".repeat(50).as_bytes()).unwrap();
    }
    assert_eq!(ask(&mut server.connect(), "readl 0x10000000"), ID);
    server.end();
}

#[test]
fn a_socket_that_was_left_behind_is_replaced() {
    let folder = short();
    drop(UnixListener::bind(folder.path().join("hws.sock")).unwrap());
    let server = server_in(folder, &[]);
    assert_eq!(ask(&mut server.connect(), "readl 0x10000000"), ID);
    server.end();
}

#[test]
fn a_socket_that_is_in_use_is_kept() {
    let server = server_in(short(), &[]);
    let error = refused(&["serve", "--qtest", &as_text(&server.path())]);
    assert!(error.contains("another program listens there; end it, or give another path"), "{error}");
    assert_eq!(ask(&mut server.connect(), "readl 0x10000000"), ID);
    server.end();
}

#[test]
fn a_file_that_is_no_socket_is_kept() {
    let path = file("serve/file", "content");
    let error = refused(&["serve", "--qtest", &path]);
    assert_eq!(
        error,
        format!("error: unix:{path}: this file exists and is not a socket; it is kept: give another path\n")
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), "content");
    let folder = short();
    let socket = folder.path().join("socket");
    drop(UnixListener::bind(&socket).unwrap());
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(&socket, &link).unwrap();
    assert!(refused(&["serve", "--qtest", &as_text(&link)]).contains("not a socket"));
    assert!(fs::symlink_metadata(&socket).unwrap().file_type().is_socket());
}

/// Something else may have taken the path meanwhile.
#[test]
fn the_end_removes_no_other_file() {
    let server = server_in(short(), &[]);
    fs::remove_file(server.path()).unwrap();
    fs::write(server.path(), "content").unwrap();
    let (status, path, _folder) = server.end();
    assert_eq!(status, Some(130));
    assert_eq!(fs::read_to_string(path).unwrap(), "content");
}

#[test]
fn a_free_port_of_the_loopback_address_is_printed() {
    let server = server_at(short(), "tcp:127.0.0.1:0", &["--frequency", "500MHz"]);
    let address = server.address.strip_prefix("listening on tcp:").unwrap();
    let mut client = TcpStream::connect(address.split(';').next().unwrap()).unwrap();
    let mtime = "0x0200bff8";
    assert_eq!(ask(&mut client, "clock_step 10"), "OK 10\n");
    assert_eq!(ask(&mut client, &format!("readl {mtime}")), "OK 0x0000000000000005\n");
    server.end();
}

#[rstest]
#[case::base(&["--base", "0x50000000"])]
#[case::platform(&["--platform", "PLATFORM"])]
fn the_register_window_can_be_elsewhere(#[case] options: &[&str]) {
    let platform = file("serve/platform.yaml", "hws: 0x50000000\n");
    let options: Vec<&str> =
        options.iter().map(|&option| if option == "PLATFORM" { &platform } else { option }).collect();
    let server = server_in(short(), &options);
    let mut client = server.connect();
    assert_eq!(ask(&mut client, "readl 0x50000000"), ID);
    assert!(ask(&mut client, "readl 0x10000000").starts_with("FAIL "));
    server.end();
}

/// A client that listens, as libqtest does, gets a server that ends with it.
#[test]
fn a_client_may_listen() {
    let folder = short();
    let path = folder.path().join("client");
    let listener = UnixListener::bind(&path).unwrap();
    let mut child = command(&["serve", "--connect", "--qtest", &as_text(&path)]).spawn().unwrap();
    let (mut client, _) = listener.accept().unwrap();
    assert_eq!(ask(&mut client, "endianness"), "OK little\n");
    drop(client);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(fs::symlink_metadata(&path).unwrap().file_type().is_socket(), "the socket belongs to the client");
}

/// The command line of QEMU, as libqtest writes it.
fn as_qemu(folder: &Path) -> (UnixListener, UnixListener, Child) {
    let (qtest, qmp) = (folder.join("qtest"), folder.join("qmp"));
    let listeners = (UnixListener::bind(&qtest).unwrap(), UnixListener::bind(&qmp).unwrap());
    let line = format!(
        "serve --as-qemu -qtest unix:{} -qtest-log /dev/null -chardev socket,path={},id=char0 -mon chardev=char0,mode=control \
         -display none -machine none -accel qtest",
        qtest.display(),
        qmp.display()
    );
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    (listeners.0, listeners.1, command(&words).spawn().unwrap())
}

#[test]
fn the_place_of_qemu_is_taken_and_sigterm_is_success() {
    let folder = short();
    let (qtest, qmp, mut child) = as_qemu(folder.path());
    let (mut client, _) = qtest.accept().unwrap();
    let (mut monitor, _) = qmp.accept().unwrap();
    let mut greeting = String::new();
    BufReader::new(monitor.try_clone().unwrap()).read_line(&mut greeting).unwrap();
    assert!(greeting.starts_with(r#"{"QMP":{"#), "{greeting}");
    assert_eq!(ask(&mut monitor, r#"{"execute": "qmp_capabilities"}"#), "{\"return\":{}}\r\n");
    assert_eq!(ask(&mut client, "endianness"), "OK little\n");
    send("-TERM", &child);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn quit_of_the_monitor_ends_the_program() {
    let folder = short();
    let (qtest, qmp, mut child) = as_qemu(folder.path());
    let _client = qtest.accept().unwrap();
    let (mut monitor, _) = qmp.accept().unwrap();
    ask(&mut monitor, "");
    assert_eq!(ask(&mut monitor, r#"{"execute": "quit"}"#), "{\"return\":{}}\r\n");
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[rstest]
#[case(&[], "--qtest <SOCKET>")]
#[case(&["--qtest", "localhost:4444"], "give tcp:localhost:4444")]
#[case(&["--qtest", "tcp:0.0.0.0:4444"], "only loopback addresses are served")]
#[case(&["--qtest", "x", "--base", "0x10000001"], "--base 0x10000001: 0x10000001 is not a multiple of 0x1000; round it down")]
#[case(&["--qtest", "x", "--base", "0x80000000"], "overlaps")]
#[case(&["--qtest", "x", "--base", "here: 5"], "--base here: 5: not an address")]
#[case(&["--qtest", "x", "--base", "there"], "--base there: `there` is not legal here; give an integer")]
#[case(&["--qtest", "x", "--base", "0", "--platform", "y"], "cannot be used with")]
#[case(&["--qtest", "x", "--platform", "no/such.yaml"], "no/such.yaml")]
#[case(&["--qtest", "x", "--frequency", "fast"], "`fast` is not a frequency")]
#[case(&["--qtest", "no/such/folder/x"], "unix:no/such/folder/x: ")]
#[case(&["--qtest", "no/such/socket", "--connect"], "start the client that listens there first")]
#[case(&["--as-qemu", "-display", "none"], "has no `-qtest unix:PATH`")]
#[case(&["--as-qemu"], "has no `-qtest unix:PATH`")]
fn wrong_use_is_refused(#[case] options: &[&str], #[case] expected: &str) {
    let _ = absent("x");
    let error = refused(&[&["serve"], options].concat());
    assert!(error.contains(expected), "{error}");
    assert!(!Path::new("x").exists());
}

#[test]
fn a_path_that_is_too_long_for_a_socket_is_refused() {
    let long = format!("/tmp/{}", "x".repeat(200));
    let (status, _, error) = said(&command(&["serve", "--qtest", &long]).output().unwrap());
    assert_eq!(status, Some(2));
    assert!(error.contains("SUN_LEN"), "{error}");
}
