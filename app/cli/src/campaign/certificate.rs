//! Certificates as people read them.

use crate::terminal::Out;
use racefree_answers::campaigns::certify::{Certified, Ended};
use racefree_answers::count;
use racefree_soundness::certificate::{Certificate, Claim};
use std::io::{self, Write};

/// Prints a certificate; with too little memory, `too_little` says so.
pub fn print(certified: &Certified, too_little: &str, out: &mut Out) -> io::Result<()> {
    let Certified { certificate, ended, wanted } = certified;
    let Claim { system, signature, nodes, variant } = &certificate.claim;
    let total = &certificate.total;
    for wrong in &certificate.wrong {
        writeln!(out, "{} under the schedule {}:", wrong.kind, wrong.schedule)?;
        writeln!(out)?;
        out.indented("  ", &wrong.program)?;
        writeln!(out)?;
    }
    if out.quiet && certificate.holds() && certified.agrees() != Some(false) {
        return Ok(());
    }
    writeln!(out, "signature    {signature}")?;
    writeln!(out, "size         at most {nodes} nodes")?;
    if let Some(system) = system {
        writeln!(out, "system       {system}")?;
    }
    writeln!(out, "rules        {variant}")?;
    writeln!(out, "skeletons    {}, {} of them well typed", total.skeletons, total.well_typed_skeletons)?;
    writeln!(out, "programs     {} over those", total.programs)?;
    writeln!(out, "well typed   {}", total.well_typed)?;
    writeln!(out, "  threads    {} start a thread, for {} the schedule matters", total.threads, total.contended)?;
    writeln!(out, "  traces     {}", total.traces)?;
    writeln!(out, "digest       {}", total.digest)?;
    let what = if certificate.complete() {
        format!("all {} of at most {nodes} nodes", count(total.programs, "program"))
    } else if certificate.finished() {
        format!("{} of this share", count(total.programs, "program"))
    } else {
        format!("not finished: {} so far", count(total.programs, "program"))
    };
    let verdict = match (total.wrong, total.unknown) {
        (0, 0) => "none goes wrong in any schedule".to_owned(),
        (0, n) => format!("of {n} it is not known whether they go wrong"),
        (n, _) => format!("{n} go wrong"),
    };
    let summary = match certificate.vacuous() {
        true => format!("{what}: none is well typed, so this says nothing; take more nodes or another signature"),
        false => format!("{what}: {} well typed, {verdict}", total.well_typed),
    };
    writeln!(out, "{}", out.bold(&summary))?;
    match *ended {
        Ended::AsFarAsItGoes => {}
        Ended::Time => writeln!(out, "  the time was over (--time)")?,
        Ended::Interrupted => writeln!(out, "  interrupted")?,
        Ended::Memory(skeleton) => {
            writeln!(out, "  {too_little}; those of skeleton number {skeleton}, the first being 0, are the next")?;
        }
    }
    wanted.as_ref().map_or(Ok(()), |wanted| verified(certificate, wanted, out))
}

/// Says how a certificate compares with the one that was to be verified.
fn verified(fresh: &Certificate, wanted: &Certificate, out: &mut Out) -> io::Result<()> {
    if !fresh.complete() {
        return writeln!(out, "not verified so far");
    }
    if wanted.agrees(fresh) {
        return writeln!(out, "{}", out.bold("verified: the same counts, digest and counterexamples"));
    }
    if wanted.total == fresh.total {
        let what = "not verified: the same counts and digest, but other counterexamples";
        return writeln!(out, "{}", out.bold(what));
    }
    writeln!(out, "{}", out.bold("not verified: the certificate says otherwise"))?;
    let there = &wanted.total;
    let (programs, well_typed, wrong, digest) = (there.programs, there.well_typed, there.wrong, there.digest);
    writeln!(out, "  there: {programs} programs, {well_typed} well typed, {wrong} wrong, digest {digest}")
}
