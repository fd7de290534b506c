//! The commands, and how they end.

mod ask;
mod atomicity;
mod certify;
pub mod check;
mod curve;
mod diff;
mod erase;
mod examples;
mod explain;
mod explore;
mod fix;
mod fmt;
mod fuzz;
mod infer;
mod matrix;
mod overhead;
mod pairs;
mod play;
mod rules;
mod run;
mod shell;
mod test;
mod typeset;
mod variants;
mod why;

use crate::args::{Args, Command};
use crate::terminal::Out;
use racefree_answers::Ending;
use std::io::Write;
use std::process::ExitCode;

/// How a command ended, worst last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Outcome {
    /// Nothing wrong was found.
    Fine,
    /// Something is wrong with a program.
    Wrong,
    /// The command could not be carried out.
    Failed,
    /// A budget ran out before an answer, and nothing wrong was found so far.
    Budget,
    /// The user wanted no more; what was found so far has been printed.
    Interrupted = 130,
}

impl From<Ending> for Outcome {
    fn from(ending: Ending) -> Outcome {
        match ending {
            Ending::Fine => Outcome::Fine,
            Ending::Wrong => Outcome::Wrong,
            Ending::Budget => Outcome::Budget,
            Ending::Interrupted => Outcome::Interrupted,
        }
    }
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> ExitCode {
        ExitCode::from(outcome as u8)
    }
}

/// Carries out a command.
pub fn run(args: &Args) -> Outcome {
    let mut out = Out::new(args.color, args.quiet);
    let outcome = match &args.command {
        Command::Check(check) => check::run(check, &mut out),
        Command::Play(play) => play::run(play, &mut out),
        Command::Ask(ask) => ask::run(ask, &mut out),
        Command::Atomicity(atomicity) => atomicity::run(atomicity, &mut out),
        Command::Fmt(fmt) => fmt::run(fmt, &mut out),
        Command::Rules(rules) => rules::run(rules, &mut out),
        Command::Run(run) => run::run(run, &mut out),
        Command::Test(test) => test::run(test, &mut out),
        Command::Explore(explore) => explore::run(explore, &mut out),
        Command::Explain(explain) => explain::run(explain, &mut out),
        Command::Infer(infer) => infer::run(infer, &mut out),
        Command::Erase(erase) => erase::run(erase, &mut out),
        Command::Pairs(pairs) => pairs::run(pairs, &mut out),
        Command::Overhead(overhead) => overhead::run(overhead, &mut out),
        Command::Translate(translate) => erase::translate(translate, &mut out),
        Command::Why(why) => why::run(why, &mut out),
        Command::Examples(examples) => examples::run(examples, &mut out),
        Command::Variants(variants) => variants::run(variants, &mut out),
        Command::Certify(certify) => certify::run(certify, &mut out),
        Command::Fuzz(fuzz) => fuzz::run(fuzz, &mut out),
        Command::Completions { shell } => shell::completions(*shell, &mut out),
        Command::Man { command, output } => shell::man(command, output.as_deref(), &mut out),
    };
    let flushed = outcome.and_then(|outcome| match out.flush() {
        // The reader of a pipe has seen enough; that changes nothing in how it went.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(outcome),
        flushed => flushed.map(|()| outcome),
    });
    match flushed {
        Ok(outcome) => outcome,
        // The reader of a pipe has seen enough.
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Outcome::Fine,
        Err(error) => {
            out.complain(&format!("the output cannot be written: {error}"));
            Outcome::Failed
        }
    }
}
