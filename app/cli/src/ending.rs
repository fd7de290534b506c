//! Endings of commands.

use crate::args::RunFormat;
use crate::terminal::Out;
pub use racefree_answers::Ending;
use racefree_answers::desk::Refusal;
use std::io;
use std::process::ExitCode;

/// Exit status of the program.
pub fn status(ending: Ending) -> ExitCode {
    ExitCode::from(match ending {
        Ending::Fine => 0,
        Ending::Wrong => 1,
        Ending::Failed => 2,
        Ending::Budget => 3,
        Ending::Asked(status) => status,
        Ending::Interrupted => 130,
    })
}

/// Result of a command: its value, or the reason why it ends early.
pub type Done<T = Ending> = Result<T, Halt>;

/// The reason why a command ends before its end.
pub enum Halt {
    /// End whose reason has been shown.
    Shown(Ending),
    /// Message about a command that cannot be carried out.
    Message(String),
    /// A program has no answer, which is told in this format.
    Refused(Box<Refusal>, RunFormat),
    /// The output cannot be written.
    Output(io::Error),
}

impl Halt {
    /// Tells in a format why a program has no answer.
    pub fn refused(format: RunFormat) -> impl Fn(Refusal) -> Halt {
        move |refusal| Halt::Refused(Box::new(refusal), format)
    }
}

impl From<io::Error> for Halt {
    fn from(error: io::Error) -> Halt {
        Halt::Output(error)
    }
}

impl From<String> for Halt {
    fn from(message: String) -> Halt {
        Halt::Message(message)
    }
}

impl From<&str> for Halt {
    fn from(message: &str) -> Halt {
        Halt::Message(message.to_owned())
    }
}

/// The ending of a command, unless a file could not be written: that is said, and the command has failed.
pub fn written(file: Result<(), String>, ending: Ending, out: &mut Out) -> Ending {
    match file {
        Ok(()) => ending,
        Err(message) => {
            out.complain(&message);
            Ending::Failed
        }
    }
}
