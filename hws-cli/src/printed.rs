//! The end of a result: standard output keeps what follows the last line feed, and drops its error at the end of the program.

use std::io::{self, ErrorKind, Write};

/// Writes what is left. A closed pipe is not an error: its reader has all it wanted, and the exit status may be a verdict.
pub(crate) fn flush(out: &mut impl Write) -> io::Result<()> {
    match out.flush() {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Failing(ErrorKind);

    impl Write for Failing {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(self.0.into())
        }
    }

    #[test]
    fn a_full_disk_is_an_error_and_a_closed_pipe_is_none() {
        assert_eq!(flush(&mut Failing(ErrorKind::StorageFull)).unwrap_err().kind(), ErrorKind::StorageFull);
        flush(&mut Failing(ErrorKind::BrokenPipe)).unwrap();
    }
}
