//! Repairs as people read them.

use crate::diagnostics::Artist;
use crate::terminal::Out;
use racefree_answers::fixes::Repaired;
use racefree_answers::json::Places;
use racefree_answers::{Verdict, count};
use racefree_grammar::SyntaxError;
use std::io::{self, Write};

/// Prints the repairs made and the errors left, on standard error if the program itself is on standard output.
pub fn left(name: &str, repaired: &Repaired, out: &mut Out) -> io::Result<()> {
    let edits: usize = repaired.rounds.iter().map(Vec::len).sum();
    let count = |n: usize, of: &str| count(n as u64, of);
    let done = match edits {
        0 => "nothing to repair".to_owned(),
        n => format!("{} in {}", count(n, "repair"), count(repaired.rounds.len(), "round")),
    };
    let rest = match &repaired.verdict {
        verdict if verdict.is_ok() => "ok".to_owned(),
        Verdict::Syntax(errors) => {
            let unseen: Vec<&SyntaxError> = errors.iter().filter(|e| e.is_rest()).collect();
            let left = count(errors.len() - unseen.len(), "syntax error");
            match unseen.first() {
                Some(first) => {
                    let line = Places::new(&repaired.text).line(first.span);
                    format!("{left} left, and more from line {line} on that were not looked at")
                }
                None => format!("{left} left"),
            }
        }
        Verdict::Judged(judged) => format!("{} left", count(judged.report.errors.len(), "error")),
    };
    let artist = Artist::new(name, &repaired.text, out);
    match &repaired.verdict {
        Verdict::Syntax(errors) => errors.iter().take(20).try_for_each(|e| artist.syntax_error(e, out))?,
        Verdict::Judged(judged) => {
            judged.report.errors.iter().take(20).try_for_each(|e| artist.type_error(e, false, out))?;
        }
    }
    let (places, unsure) = (Places::new(&repaired.text), repaired.unsure());
    if !unsure.is_empty() {
        writeln!(
            out,
            "Not applied, since they are guesses (`--fix=N` applies one, `--fix=all` the first of each error):"
        )?;
        for (n, (span, fix)) in unsure.iter().take(20).enumerate() {
            writeln!(out, "  {}  line {}: {}", n + 1, places.line(*span), fix.title)?;
        }
        writeln!(out)?;
    }
    let more = if repaired.is_cut { "; the search for repairs ended at its limit, another run goes on" } else { "" };
    out.summary(&format!("{name}: {done}; {rest}{more}"))
}
