//! An output that may be closed during a check: the check still gives its verdict.

use std::io::{self, ErrorKind, Write};

/// Passes everything on until the reader has closed the pipe, and drops the rest.
#[derive(Debug)]
pub(super) struct UntilClosed<W> {
    out: W,
    is_closed: bool,
}

impl<W: Write> UntilClosed<W> {
    pub(super) const fn new(out: W) -> Self {
        Self { out, is_closed: false }
    }

    /// The answer of the output; a closed pipe answers like one that takes everything.
    fn unless_closed<T>(&mut self, answer: io::Result<T>, all: T) -> io::Result<T> {
        match answer {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(all)
            }
            answer => answer,
        }
    }
}

impl<W: Write> Write for UntilClosed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.is_closed {
            return Ok(bytes.len());
        }
        let answer = self.out.write(bytes);
        self.unless_closed(answer, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        let answer = self.out.flush();
        self.unless_closed(answer, ())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Full(usize, ErrorKind);

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or_else(|| io::Error::from(self.1))?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn what_follows_a_closed_pipe_is_dropped() {
        let mut out = UntilClosed::new(Full(5, ErrorKind::BrokenPipe));
        let written: Vec<_> = [3, 2, 1, 9].map(|bytes| out.write(&vec![0; bytes]).unwrap()).into();
        assert_eq!((written, out.out.0), (vec![3, 2, 1, 9], 0));
        out.flush().unwrap();
    }

    #[test]
    fn other_errors_remain() {
        let mut out = UntilClosed::new(Full(0, ErrorKind::StorageFull));
        assert_eq!(out.write(&[1]).unwrap_err().kind(), ErrorKind::StorageFull);
    }
}
