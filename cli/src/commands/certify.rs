//! `racefree certify`.

use super::Outcome;
use crate::args::RunFormat;
use crate::args::certify::CertifyArgs;
use crate::running::{failed, interrupt};
use crate::terminal::Out;
use racefree_answers::count;
use racefree_answers::variant::said;
use racefree_explore::Control;
use racefree_soundness::certificate::{self, Bounds, Certificate, Claim, Progress, Shard, Stop};
use racefree_soundness::enumerate::{Memory, Starved};
use racefree_soundness::generate::systems::enumerates;
use racefree_soundness::tree::Tree;
use racefree_systems::BASE;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The file is written so often while the work goes on.
const SAVED_EVERY: Duration = Duration::from_secs(30);

/// Makes, joins or verifies a certificate.
pub fn run(args: &CertifyArgs, out: &mut Out) -> io::Result<Outcome> {
    let (certificate, ended, wanted) = match prepare(args) {
        Err(message) => return Ok(failed(out, &message)),
        Ok(Prepared::ToDo(certificate)) if args.program.is_some() => return program(args, &certificate.claim, out),
        Ok(Prepared::Joined(certificate)) => (certificate, Ended::AsFarAsItGoes, None),
        Ok(Prepared::ToDo(certificate)) => match work(args, certificate, out) {
            Ok((certificate, ended)) => (certificate, ended, None),
            Err(message) => return Ok(failed(out, &message)),
        },
        Ok(Prepared::ToVerify(wanted)) => {
            match work(args, Certificate::new(wanted.claim.clone(), 0, 1, args.threads), out) {
                Ok((certificate, ended)) => (certificate, ended, Some(wanted)),
                Err(message) => return Ok(failed(out, &message)),
            }
        }
    };
    finish(args, &certificate, ended, wanted.as_ref(), out)
}

/// Why the work ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    /// There is no more to do, or nothing was done.
    AsFarAsItGoes,
    /// The time is over.
    Time,
    /// Ctrl-C.
    Interrupted,
    /// The lists for the skeleton of this number take too much memory.
    Memory(u64),
}

impl Ended {
    /// For tools.
    fn name(self) -> Option<&'static str> {
        match self {
            Ended::AsFarAsItGoes => None,
            Ended::Time => Some("time"),
            Ended::Interrupted => Some("interrupted"),
            Ended::Memory(_) => Some("memory"),
        }
    }
}

/// Prints the program of a number.
fn program(args: &CertifyArgs, claim: &Claim, out: &mut Out) -> io::Result<Outcome> {
    let (universe, rules) = match (claim.universe(), claim.rules()) {
        (Ok(universe), Ok(rules)) => (universe, rules),
        (Err(message), _) | (_, Err(message)) => return Ok(failed(out, &message)),
    };
    let accepts = &mut |tree: &Tree| rules.accepts(&tree.program());
    let memory = Memory::of(bytes(args));
    match universe.program(args.program.unwrap_or_default(), &memory, accepts) {
        Err(Starved) => {
            out.complain(&format!("{}, and the program is none of those before", too_little(args)));
            Ok(Outcome::Budget)
        }
        Ok(Some(tree)) => {
            write!(out, "{}", tree.source())?;
            Ok(Outcome::Fine)
        }
        Ok(None) => {
            let count = universe.count(accepts);
            Ok(failed(out, &format!("there are only {count} programs, numbered from 0 on")))
        }
    }
}

enum Prepared {
    /// Shards, merged.
    Joined(Certificate),
    /// A certificate to begin, or to go on with.
    ToDo(Certificate),
    /// A certificate to be computed once more.
    ToVerify(Certificate),
}

fn prepare(args: &CertifyArgs) -> Result<Prepared, String> {
    if let Some(path) = &args.verify {
        let certificate = read(path)?;
        if !certificate.complete() {
            return Err(format!("`{}` is not complete: there is nothing to compare with", path.display()));
        }
        return Ok(Prepared::ToVerify(certificate));
    }
    if !args.merge.is_empty() {
        let all = args.merge.iter().map(|p| read(p)).collect::<Result<Vec<_>, String>>()?;
        return Certificate::merge(all).map(Prepared::Joined);
    }
    let system = racefree_answers::options::named(args.system.as_deref());
    enumerates(system)?;
    let mut claim = Claim {
        system: said(system),
        signature: args.signature.clone(),
        nodes: args.nodes as usize,
        variant: args.variant.clone().unwrap_or_else(|| system.name().to_owned()),
    };
    // A name and what it stands for are one claim.
    claim.variant = claim.rules()?.spelled();
    claim.signature = claim.universe()?.signature.to_string();
    let fresh = Certificate::new(claim.clone(), args.shard.index, args.shard.of, args.threads);
    match &args.output {
        Some(path) if path.exists() && !path.is_file() => Err(format!("`{}` is no regular file", path.display())),
        Some(path) if args.resume && path.exists() => {
            let saved = read(path)?;
            if saved.claim != claim {
                return Err(format!("`{}` is about other programs or rules", path.display()));
            }
            let mine = saved.parts.iter().all(|p| p.shard % args.shard.of == args.shard.index);
            if !mine {
                return Err(format!("`{}` is another shard", path.display()));
            }
            Ok(Prepared::ToDo(saved))
        }
        Some(path) if !args.resume && path.exists() => {
            Err(format!("`{}` is there already: write --resume to go on with it, or remove it", path.display()))
        }
        _ => Ok(Prepared::ToDo(fresh)),
    }
}

fn read(path: &Path) -> Result<Certificate, String> {
    let text = crate::input::read_results(path)?;
    Certificate::read(&text).map_err(|why| format!("`{}` {why}", path.display()))
}

/// Writes a certificate so that an earlier one is there until the new one is.
fn save(certificate: &Certificate, path: &Path) -> Result<(), String> {
    let text = serde_json::to_string_pretty(certificate).map_err(|e| e.to_string())? + "\n";
    let written = crate::atomic_file::replace(path, text.as_bytes());
    written.map_err(|e| format!("the certificate cannot be written to `{}`: {e}", path.display()))
}

fn bytes(args: &CertifyArgs) -> usize {
    (args.memory as usize) << 20
}

fn too_little(args: &CertifyArgs) -> String {
    format!("lists of bodies need more than {} MB of memory (--memory)", args.memory)
}

/// Does the parts that are not finished, a worker each, until they are, or one of the bounds is reached.
fn work(args: &CertifyArgs, mut certificate: Certificate, out: &mut Out) -> Result<(Certificate, Ended), String> {
    interrupt::listen();
    let start = Instant::now();
    let starved = AtomicBool::new(false);
    let late = || args.time.is_some_and(|time| start.elapsed() >= time);
    let over = || interrupt::interrupted() || starved.load(Relaxed) || late();
    let (memory, control) = (Memory::of(bytes(args)), Arc::new(Control::default()));
    let claim = certificate.claim.clone();
    let seen = Mutex::new(certificate.parts.clone());
    let progress = Arc::new(Progress::default());
    let mut todo: Vec<(usize, &mut Shard)> =
        certificate.parts.iter_mut().enumerate().filter(|(_, p)| p.position.is_some()).collect();
    todo.reverse();
    let workers = todo.len().min(args.threads as usize);
    let (todo, left) = (Mutex::new(todo), Mutex::new(workers));
    let outcomes: Vec<Result<Stop, String>> = std::thread::scope(|scope| {
        let mut handles = Vec::new();
        for _ in 0..workers {
            let (claim, seen, todo, left, over, starved) = (&claim, &seen, &todo, &left, &over, &starved);
            let (memory, control, progress) = (&memory, control.clone(), progress.clone());
            handles.push(scope.spawn(move || {
                let bounds = Bounds { over, memory, control, progress };
                let mut outcome = Ok(Stop::Finished);
                while outcome == Ok(Stop::Finished) {
                    let Some((i, part)) = todo.lock().unwrap_or_else(PoisonError::into_inner).pop() else { break };
                    let mut shown = Instant::now();
                    outcome = certificate::work(claim, part, &bounds, &mut |part| {
                        if shown.elapsed() >= Duration::from_millis(200) {
                            shown = Instant::now();
                            seen.lock().unwrap_or_else(PoisonError::into_inner)[i] = part.clone();
                        }
                        !over()
                    });
                    seen.lock().unwrap_or_else(PoisonError::into_inner)[i] = part.clone();
                }
                // Where one has too little memory the others soon would.
                starved.fetch_or(matches!(outcome, Ok(Stop::Memory(_))), Relaxed);
                *left.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
                outcome
            }));
        }
        watch(args, &claim, (&seen, &progress), &left, start, &|| control.interrupt.store(over(), Relaxed), out);
        handles.into_iter().map(|h| h.join().unwrap_or_else(|_| Err("a worker broke down".to_owned()))).collect()
    });
    let stops = outcomes.into_iter().collect::<Result<Vec<_>, String>>()?;
    let starved = stops.iter().find_map(|stop| match stop {
        Stop::Memory(skeleton) => Some(*skeleton),
        Stop::Finished | Stop::Asked => None,
    });
    let ended = match starved {
        None if stops.iter().all(|stop| *stop == Stop::Finished) => Ended::AsFarAsItGoes,
        Some(skeleton) => Ended::Memory(skeleton),
        None if interrupt::interrupted() => Ended::Interrupted,
        None => Ended::Time,
    };
    Ok((certificate.summed(), ended))
}

/// Tells how far it is, and writes the file now and then, until no worker is left.
fn watch(
    args: &CertifyArgs,
    claim: &Claim,
    (seen, progress): (&Mutex<Vec<Shard>>, &Progress),
    left: &Mutex<usize>,
    start: Instant,
    look: &dyn Fn(),
    out: &mut Out,
) {
    let shows = !out.quiet && io::stderr().is_terminal();
    let (mut saved, mut told) = (Instant::now(), false);
    while *left.lock().unwrap_or_else(PoisonError::into_inner) > 0 {
        std::thread::sleep(Duration::from_millis(if start.elapsed() < Duration::from_secs(1) { 2 } else { 100 }));
        look();
        let save_now = args.verify.is_none() && saved.elapsed() >= SAVED_EVERY;
        let tell_now = shows && start.elapsed() >= Duration::from_secs(1);
        if !save_now && !tell_now {
            continue;
        }
        if tell_now {
            told = true;
            let [skeletons, explored, wrong] =
                [&progress.skeletons, &progress.explored, &progress.wrong].map(|count| count.load(Relaxed));
            let seconds = start.elapsed().as_secs();
            // Progress is a courtesy: that it cannot be written changes nothing.
            let _ = write!(
                io::stderr(),
                "\r\x1b[Kbodies of {skeletons} well-typed skeletons listed, {explored} well-typed programs explored, {wrong} go wrong, {seconds} s"
            );
        }
        if save_now && let Some(path) = &args.output {
            let parts = seen.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let so_far =
                Certificate { claim: claim.clone(), parts, ..Certificate::new(claim.clone(), 0, 1, 1) }.summed();
            saved = Instant::now();
            if let Err(message) = save(&so_far, path) {
                out.complain(&message);
            }
        }
    }
    if told {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
}

/// Writes the file and says what was found.
fn finish(
    args: &CertifyArgs,
    certificate: &Certificate,
    ended: Ended,
    wanted: Option<&Certificate>,
    out: &mut Out,
) -> io::Result<Outcome> {
    let interrupted = ended == Ended::Interrupted;
    let mut outcome = if certificate.total.wrong > 0 {
        Outcome::Wrong
    } else if interrupted {
        Outcome::Interrupted
    } else if !certificate.finished() || certificate.total.unknown > 0 {
        Outcome::Budget
    } else {
        Outcome::Fine
    };
    let differs = wanted.is_some_and(|w| !w.agrees(certificate) && certificate.complete());
    if differs {
        outcome = Outcome::Wrong;
    } else if certificate.vacuous() {
        outcome = Outcome::Failed;
    }
    if wanted.is_some() && !certificate.complete() {
        outcome = if interrupted { Outcome::Interrupted } else { Outcome::Budget };
    }
    let saved = match &args.output {
        Some(path) if wanted.is_none() => save(certificate, path),
        _ => Ok(()),
    };
    match args.format {
        RunFormat::Json => {
            let object = serde_json::json!({
                "version": racefree_answers::json::VERSION,
                "system": certificate.claim.system.as_deref().unwrap_or(BASE.name()),
                "certificate": certificate,
                "complete": certificate.complete(),
                "holds": certificate.holds(),
                "stopped_by": ended.name(),
                "verified": wanted.map(|w| w.agrees(certificate)),
            });
            writeln!(out, "{object}")?;
        }
        RunFormat::Human => human(args, certificate, ended, wanted, out)?,
    }
    if let Err(message) = saved {
        out.complain(&message);
        outcome = Outcome::Failed;
    }
    Ok(outcome)
}

fn human(
    args: &CertifyArgs,
    certificate: &Certificate,
    ended: Ended,
    wanted: Option<&Certificate>,
    out: &mut Out,
) -> io::Result<()> {
    let Claim { system, signature, nodes, variant } = &certificate.claim;
    let total = &certificate.total;
    for wrong in &certificate.wrong {
        writeln!(out, "{} under the schedule {}:", wrong.kind, wrong.schedule)?;
        writeln!(out)?;
        for line in wrong.program.lines() {
            writeln!(out, "{}", format!("  {line}").trim_end())?;
        }
        writeln!(out)?;
    }
    if out.quiet && certificate.holds() && wanted.is_none_or(|w| w.agrees(certificate)) {
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
    match ended {
        Ended::AsFarAsItGoes => {}
        Ended::Time => writeln!(out, "  the time was over (--time)")?,
        Ended::Interrupted => writeln!(out, "  interrupted")?,
        Ended::Memory(skeleton) => {
            writeln!(
                out,
                "  {}; those of skeleton number {skeleton}, the first being 0, are the next",
                too_little(args)
            )?;
        }
    }
    match wanted {
        Some(w) if certificate.complete() && w.agrees(certificate) => {
            writeln!(out, "{}", out.bold("verified: the same counts, digest and counterexamples"))
        }
        Some(w) if certificate.complete() && w.total == *total => {
            writeln!(out, "{}", out.bold("not verified: the same counts and digest, but other counterexamples"))
        }
        Some(w) if certificate.complete() => {
            writeln!(out, "{}", out.bold("not verified: the certificate says otherwise"))?;
            writeln!(
                out,
                "  there: {} programs, {} well typed, {} wrong, digest {}",
                w.total.programs, w.total.well_typed, w.total.wrong, w.total.digest
            )
        }
        Some(_) => writeln!(out, "not verified so far"),
        None => Ok(()),
    }
}
