//! The command line of QEMU, as libqtest writes it.

use crate::args::serve::address::SocketAddress;
use crate::failure::Failure;

/// What is used of the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct QemuLine {
    pub(super) qtest: SocketAddress,
    /// The socket of the monitor.
    pub(super) qmp: Option<SocketAddress>,
}

impl QemuLine {
    /// Understands `-qtest SOCKET`, and `-chardev socket,path=FILE,id=ID` with `-mon chardev=ID,mode=control`.
    pub(super) fn read(line: &[String]) -> Result<Self, Failure> {
        let Some(qtest) = last(line, "-qtest") else {
            return Err(Failure::usage(
                "--as-qemu: the command line of QEMU has no `-qtest unix:PATH`".to_owned(),
            ));
        };
        let qtest =
            qtest.parse().map_err(|error| Failure::usage(format!("--as-qemu: -qtest {qtest}: {error}")))?;
        Ok(Self { qtest, qmp: monitor(line) })
    }
}

/// The values of an option, which has one or two dashes.
fn all<'l>(line: &'l [String], option: &str) -> impl DoubleEndedIterator<Item = &'l str> {
    let is_option = move |word: &str| word == option || word.strip_prefix('-') == Some(option);
    line.windows(2).filter(move |pair| is_option(&pair[0])).map(|pair| pair[1].as_str())
}

fn last<'l>(line: &'l [String], option: &'l str) -> Option<&'l str> {
    all(line, option).next_back()
}

/// The value of a key in `a=b,c=d`.
fn value<'v>(options: &'v str, key: &str) -> Option<&'v str> {
    options.split(',').find_map(|option| option.strip_prefix(key)?.strip_prefix('='))
}

fn monitor(line: &[String]) -> Option<SocketAddress> {
    let wanted = all(line, "-mon").filter(|options| value(options, "mode") == Some("control"));
    let id = wanted.filter_map(|options| value(options, "chardev")).next_back()?;
    let device = all(line, "-chardev").find(|options| value(options, "id") == Some(id))?;
    let path = device.starts_with("socket,").then(|| value(device, "path"))??;
    Some(SocketAddress::unix(path.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<String> {
        line.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn the_line_of_libqtest_is_understood() {
        let line = "-qtest unix:/tmp/q.sock -qtest-log /dev/null -chardev socket,path=/tmp/q.qmp,id=char0 \
                    -mon chardev=char0,mode=control -display none -machine virt -accel qtest";
        let read = QemuLine::read(&words(line)).unwrap();
        assert_eq!(read.qtest, SocketAddress::unix("/tmp/q.sock".into()));
        assert_eq!(read.qmp, Some(SocketAddress::unix("/tmp/q.qmp".into())));
    }

    #[test]
    fn a_line_without_a_socket_is_refused_and_one_without_a_monitor_is_not() {
        assert!(matches!(QemuLine::read(&words("-display none")), Err(Failure::Input(_))));
        assert!(matches!(QemuLine::read(&words("-qtest tcp:0.0.0.0:1")), Err(Failure::Input(_))));
        assert_eq!(QemuLine::read(&words("--qtest unix:q -mon stdio")).unwrap().qmp, None);
    }
}
