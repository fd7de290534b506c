//! `racefree certify`.

use crate::args::{CertifyArgs, RunFormat};
use crate::campaign::certificate;
use crate::campaign::certificates::{begin, read};
use crate::ending::{Done, Ending, written};
use crate::options;
use crate::running::{Every, Line, write_json};
use crate::terminal::{Out, aside};
use racefree_answers::campaigns::Hooks;
use racefree_answers::campaigns::certify::{self, Certified, Ended};
use racefree_answers::options::named;
use racefree_soundness::certificate::{Certificate, Claim};
use std::io::Write;
use std::time::Duration;

/// The file is written so often while the work goes on.
const SAVED_EVERY: Duration = Duration::from_secs(30);

/// The arguments, a variant from a file written out: a certificate says what it is about.
fn spelled(args: &CertifyArgs) -> Result<CertifyArgs, String> {
    let mut args = args.clone();
    if let Some(name) = &args.options.variant {
        let system = named(args.options.system.as_deref());
        args.options.variant = Some(options::variant(system, name)?.rules()?.spelled());
    }
    Ok(args)
}

/// Makes, joins or verifies a certificate.
pub fn run(args: &CertifyArgs, out: &mut Out) -> Done {
    let args = &spelled(args)?;
    let made = if let Some(path) = &args.verify {
        let wanted = read(path)?;
        if !wanted.complete() {
            return Err(format!("`{}` is not complete: there is nothing to compare with", path.display()).into());
        }
        let fresh = Certificate::new(wanted.claim.clone(), 0, 1, args.options.threads);
        work(args, fresh, Some(wanted), out)?
    } else if !args.merge.is_empty() {
        let all = args.merge.iter().map(|p| read(p)).collect::<Result<Vec<_>, String>>()?;
        Certified { certificate: Certificate::merge(all)?, ended: Ended::AsFarAsItGoes, wanted: None }
    } else {
        let certificate = begin(args)?;
        if args.program.is_some() {
            return program(args, &certificate.claim, out);
        }
        work(args, certificate, None, out)?
    };
    finish(args, &made, out)
}

/// Does the work, and keeps the file while it goes on.
fn work(
    args: &CertifyArgs,
    certificate: Certificate,
    wanted: Option<Certificate>,
    out: &Out,
) -> Result<Certified, String> {
    let (desk, _) = options::desk(false);
    let (line, often) = (Line::new(!out.quiet), Every::new(SAVED_EVERY));
    let keep = |so_far: &dyn Fn() -> Certificate| {
        if let Some(path) = args.output.as_ref().filter(|_| wanted.is_none() && often.is_due())
            && let Err(message) = write_json(path, "certificate", &so_far())
        {
            aside(&format!("racefree: {message}\n"));
        }
    };
    let company = Hooks { tell: &|words| line.tell(words), keep: &keep };
    let (certificate, ended) = certify::work(&desk, &args.options, certificate, &company)?;
    Ok(Certified { certificate, ended, wanted })
}

/// Prints the program of a number.
fn program(args: &CertifyArgs, claim: &Claim, out: &mut Out) -> Done {
    match certify::program(&args.options, claim, args.program.unwrap_or_default())? {
        None => {
            out.complain(&format!("{}, and the program is none of those before", args.options.too_little()));
            Ok(Ending::Budget)
        }
        Some(text) => {
            write!(out, "{text}")?;
            Ok(Ending::Fine)
        }
    }
}

/// Writes the file and prints the result.
fn finish(args: &CertifyArgs, certified: &Certified, out: &mut Out) -> Done {
    let saved = match &args.output {
        Some(path) if certified.wanted.is_none() => write_json(path, "certificate", &certified.certificate),
        _ => Ok(()),
    };
    match args.format {
        RunFormat::Json => writeln!(out, "{}", certified.json())?,
        RunFormat::Human => certificate::print(certified, &args.options.too_little(), out)?,
    }
    Ok(written(saved, certified.ending(), out))
}
