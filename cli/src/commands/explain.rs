//! `racefree explain`.
use super::Outcome;
use crate::args::ExplainArgs;
use crate::terminal::Out;
use std::io;
/// Explains.
pub fn run(_: &ExplainArgs, _: &mut Out) -> io::Result<Outcome> { Ok(Outcome::Fine) }
