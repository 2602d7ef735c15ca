//! The conversation with gdb: packets in, movements of the debuggee in between, answers out.

use std::io;
use std::net::TcpStream;

use gdbstub::common::Signal;
use gdbstub::stub::state_machine::{GdbStubStateMachine, GdbStubStateMachineInner, state};
use gdbstub::stub::{DisconnectReason, GdbStub, GdbStubError, SingleThreadStopReason};
use gdbstub::target::ext::base::reverse_exec::ReplayLogPosition;

use crate::debuggee::Ending;
use crate::link::{Input, Link};
use crate::motion::{Course, Stop};
use crate::outcome::GdbEnd;
use crate::target::GdbTarget;

/// Steps between two looks at the connection.
const SLICE: u64 = 4096;
/// What gdb is told when the run ends without a code: the exit status of `hws run`.
const FAILED: u8 = 1;

type Machine<'t, 'w> = GdbStubStateMachine<'t, GdbTarget<'w>, Link>;
type Running<'t, 'w> = GdbStubStateMachineInner<'t, state::Running, GdbTarget<'w>, Link>;
type ServerError = GdbStubError<std::convert::Infallible, io::Error>;

/// What the conversation needs besides the connection.
pub(crate) struct Server<'s, 'w> {
    pub(crate) target: GdbTarget<'w>,
    /// Whether the run was stopped by its user.
    pub(crate) stop: &'s dyn Fn() -> bool,
    /// For messages to the user.
    pub(crate) say: &'s dyn Fn(&str),
    /// gdb was shown that the run ends here; the next movement ends it.
    has_shown_end: bool,
}

impl<'s, 'w> Server<'s, 'w> {
    pub(crate) fn new(target: GdbTarget<'w>, stop: &'s dyn Fn() -> bool, say: &'s dyn Fn(&str)) -> Self {
        Self { target, stop, say, has_shown_end: false }
    }

    /// Talks with gdb to the end.
    pub(crate) fn serve(&mut self, stream: TcpStream) -> GdbEnd {
        match self.converse(stream) {
            Ok(end) => end,
            Err(error) => GdbEnd::Lost(error.to_string()),
        }
    }

    fn converse(&mut self, stream: TcpStream) -> Result<GdbEnd, Broken> {
        let link = Link::new(stream)?;
        let mut machine = GdbStub::new(link).run_state_machine(&mut self.target)?;
        loop {
            if (self.stop)() {
                return Ok(GdbEnd::Stopped);
            }
            machine = match machine {
                GdbStubStateMachine::Idle(mut idle) => match idle.borrow_conn().wait()? {
                    Input::Byte(byte) => idle.incoming_data(&mut self.target, byte)?,
                    Input::Nothing => idle.into(),
                    Input::Closed => return Ok(GdbEnd::Lost("gdb closed the connection".to_owned())),
                },
                GdbStubStateMachine::Running(mut running) => match running.borrow_conn().look()? {
                    Input::Byte(byte) => running.incoming_data(&mut self.target, byte)?,
                    Input::Nothing => self.run(running)?,
                    Input::Closed => return Ok(GdbEnd::Lost("gdb closed the connection".to_owned())),
                },
                GdbStubStateMachine::CtrlCInterrupt(interrupt) => {
                    let reason = SingleThreadStopReason::Signal(Signal::SIGINT);
                    interrupt.interrupt_handled(&mut self.target, Some(reason))?
                }
                GdbStubStateMachine::Disconnected(mut ended) => {
                    let reason = ended.get_reason();
                    if reason == DisconnectReason::Kill {
                        // gdb waits for an answer before it closes the connection. If it has gone already, nothing is missed.
                        let _ = ended.borrow_conn().accept_kill();
                    }
                    return Ok(match reason {
                        DisconnectReason::TargetExited(_) | DisconnectReason::TargetTerminated(_) => {
                            GdbEnd::Over
                        }
                        DisconnectReason::Disconnect => GdbEnd::Detached,
                        DisconnectReason::Kill => GdbEnd::Killed,
                    });
                }
            };
            self.target.refusals.drain(..).for_each(|refusal| (self.say)(&refusal));
        }
    }

    /// A part of a movement.
    fn run<'t>(&mut self, mut running: Running<'t, 'w>) -> Result<Machine<'t, 'w>, Broken> {
        let target = &mut self.target;
        let stop = match &mut target.motion {
            Some(motion) => {
                let (debuggee, points, reported) =
                    (&mut target.debuggee, &target.points, &mut target.reported);
                motion.slice(Course { debuggee, points, reported }, SLICE)
            }
            None => Some(Stop::Done),
        };
        self.show_output(running.borrow_conn())?;
        let Some(stop) = stop else { return Ok(running.into()) };
        let reason = self.reason(stop, running.borrow_conn())?;
        Ok(running.report_stop(&mut self.target, reason)?)
    }

    /// Shows what the image has printed and gdb has not shown yet.
    fn show_output(&mut self, link: &mut Link) -> io::Result<()> {
        let printed = self.target.debuggee.session().printed();
        if let Some(new @ [_, ..]) = printed.get(self.target.shown..) {
            link.print(new)?;
            self.target.shown = printed.len();
        }
        Ok(())
    }

    /// The reason of a stop for gdb. A run that fails is shown where it fails, before it ends.
    fn reason(&mut self, stop: Stop, link: &mut Link) -> io::Result<SingleThreadStopReason<u32>> {
        let has_shown_end = std::mem::take(&mut self.has_shown_end);
        Ok(match stop {
            Stop::Done => SingleThreadStopReason::DoneStep,
            Stop::Breakpoint(false) => SingleThreadStopReason::SwBreak(()),
            Stop::Breakpoint(true) => SingleThreadStopReason::HwBreak(()),
            Stop::Watch(point) => {
                SingleThreadStopReason::Watch { tid: (), kind: point.kind, addr: point.address }
            }
            Stop::Beginning => SingleThreadStopReason::ReplayLog { tid: None, pos: ReplayLogPosition::Begin },
            Stop::Ended(Ending::Exit(code)) => {
                // A code that has no room is not 0.
                SingleThreadStopReason::Exited(u8::try_from(code).unwrap_or(u8::MAX))
            }
            Stop::Ended(Ending::Failed(_)) if has_shown_end => SingleThreadStopReason::Exited(FAILED),
            Stop::Ended(Ending::Failed(reason)) => {
                link.print(format!("The run ends here: {reason}\n").as_bytes())?;
                self.has_shown_end = true;
                SingleThreadStopReason::Signal(Signal::SIGABRT)
            }
        })
    }
}

/// Why a conversation broke off.
#[derive(Debug, thiserror::Error)]
enum Broken {
    #[error("the connection to gdb is broken: {0}")]
    Io(#[from] io::Error),
    #[error("gdb cannot be understood: {0}")]
    Server(#[from] ServerError),
}
