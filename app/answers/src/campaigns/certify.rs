//! Certificates: all programs over a signature up to a size, by a worker a part.

use super::{Hooks, Skeletons, skeletons_of};
use crate::desk::Desk;
use crate::json::VERSION;
use crate::left::Job;
use crate::options::{CertifyOptions, named};
use crate::source::Ending;
use crate::variant::said;
use racefree_explore::Control;
use racefree_soundness::certificate::{self, Bounds, Certificate, Claim, EnumerationCounts, Shard, Stop};
use racefree_soundness::enumerate::{Memory, Starved};
use racefree_soundness::generate::systems::enumerates;
use racefree_soundness::tree::Tree;
use racefree_systems::BASE;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// A certificate, as far as it is; of one that is verified, with the one that it should be.
pub struct Certified {
    /// The certificate.
    pub certificate: Certificate,
    /// Why the work ended.
    pub ended: Ended,
    /// The certificate to compare with.
    pub wanted: Option<Certificate>,
}

/// Why the work ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ended {
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
    fn name(self) -> Option<&'static str> {
        match self {
            Ended::AsFarAsItGoes => None,
            Ended::Time => Some("time"),
            Ended::Interrupted => Some("interrupted"),
            Ended::Memory(_) => Some("memory"),
        }
    }
}

impl CertifyOptions {
    /// Returns the claim of a certificate. A name and its expansion are one claim.
    /// Fails if a word means nothing, or programs of the system cannot be enumerated.
    pub fn claim(&self) -> Result<Claim, String> {
        let system = named(self.system.as_deref());
        enumerates(system)?;
        let mut claim = Claim {
            system: said(system),
            signature: self.signature.clone(),
            nodes: self.nodes as usize,
            variant: match self.variant.iter().chain(&self.off).cloned().collect::<Vec<_>>() {
                none if none.is_empty() => system.name().to_owned(),
                all => all.join(" + "),
            },
        };
        claim.variant = claim.rules()?.spelled();
        claim.signature = claim.universe()?.signature.to_string();
        Ok(claim)
    }

    /// The certificate of a claim, to begin with.
    pub fn fresh(&self, claim: Claim) -> Certificate {
        Certificate::new(claim, self.shard.index, self.shard.of, self.threads)
    }

    fn bytes(&self) -> usize {
        (self.memory as usize) << 20
    }

    /// The sentence about too little memory.
    pub fn too_little(&self) -> String {
        format!("lists of bodies need more than {} MB of memory (--memory)", self.memory)
    }
}

/// The program of a number, as text; nothing if there is too little memory to come to it. Fails if there is no such program.
pub fn program(asked: &CertifyOptions, claim: &Claim, number: u128) -> Result<Option<String>, String> {
    let (universe, rules) = (claim.universe()?, claim.rules()?);
    let accepts = &mut |tree: &Tree| rules.accepts(&tree.program());
    match universe.program(number, &Memory::of(asked.bytes()), accepts) {
        Err(Starved) => Ok(None),
        Ok(Some(tree)) => Ok(Some(tree.source())),
        Ok(None) => Err(format!("there are only {} programs, numbered from 0 on", universe.count(accepts))),
    }
}

/// Does the parts that are not finished, a worker each, until they are, or one of the bounds is reached.
/// Fails if a word of the claim means nothing.
pub fn work(
    desk: &Desk,
    asked: &CertifyOptions,
    mut certificate: Certificate,
    company: &Hooks<'_, Certificate>,
) -> Result<(Certificate, Ended), String> {
    let (start, until) = (desk.host.now(), desk.until(asked.time));
    let starved = AtomicBool::new(false);
    let over = || starved.load(Relaxed) || until();
    let (memory, control) = (Memory::of(asked.bytes()), Arc::new(Control::default()));
    let claim = certificate.claim.clone();
    let seen = Mutex::new(certificate.parts.clone());
    let progress = Arc::new(EnumerationCounts::default());
    let total: OnceLock<Option<Skeletons>> = OnceLock::new();
    let begun = certificate.parts.clone();
    let mut todo: Vec<(usize, &mut Shard)> =
        certificate.parts.iter_mut().enumerate().filter(|(_, p)| p.position.is_some()).collect();
    todo.reverse();
    let workers = todo.len().min(asked.threads as usize);
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
                    let mut shown = desk.host.now();
                    outcome = certificate::work(claim, part, &bounds, &mut |part| {
                        if desk.host.now() - shown >= Duration::from_millis(200) {
                            shown = desk.host.now();
                            seen.lock().unwrap_or_else(PoisonError::into_inner)[i] = part.clone();
                        }
                        !over()
                    });
                    seen.lock().unwrap_or_else(PoisonError::into_inner)[i] = part.clone();
                }
                // Memory is shared: if one worker has too little, the others soon would.
                starved.fetch_or(matches!(outcome, Ok(Stop::Memory(_))), Relaxed);
                *left.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
                outcome
            }));
        }
        while *left.lock().unwrap_or_else(PoisonError::into_inner) > 0 {
            std::thread::sleep(Duration::from_millis(if desk.host.now() - start < Duration::from_secs(1) {
                2
            } else {
                100
            }));
            control.interrupt.store(over(), Relaxed);
            (company.tell)(&|seconds| {
                let [skeletons, explored, wrong] =
                    [&progress.skeletons, &progress.explored, &progress.wrong].map(|count| count.load(Relaxed));
                let counted =
                    *total.get_or_init(|| claim.universe().ok().map(|universe| skeletons_of(desk, &universe)));
                let parts = seen.lock().unwrap_or_else(PoisonError::into_inner).clone();
                let done = |all: u64, parts: &[Shard]| {
                    parts.iter().map(|part| part.position.map_or(all, |p| p.skeletons)).sum::<u64>()
                };
                let job = Job { all: None, time: asked.time };
                // Skeletons that an earlier run has done say nothing of the rate of this one.
                let (of, left) = match counted.map(|counted| (counted, counted.all())) {
                    None => (String::new(), job.left(0, seconds as f64)),
                    Some((counted, None)) => {
                        let each = done(0, &parts) / parts.len().max(1) as u64;
                        (counted.words(each), job.left(0, seconds as f64))
                    }
                    Some((counted, Some(all))) => {
                        let (now, before, parts) = (done(all, &parts), done(all, &begun), parts.len() as u64);
                        let job = Job { all: Some((all * parts).saturating_sub(before)), ..job };
                        let left = job.left(now.saturating_sub(before), seconds as f64);
                        (counted.words(now / parts.max(1)), left)
                    }
                };
                format!(
                    "{of}bodies of {skeletons} well-typed ones listed, {explored} programs explored, {wrong} go wrong, {seconds} s{left}"
                )
            });
            (company.keep)(&|| {
                let parts = seen.lock().unwrap_or_else(PoisonError::into_inner).clone();
                Certificate { claim: claim.clone(), parts, ..Certificate::new(claim.clone(), 0, 1, 1) }.summed()
            });
        }
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
        None if desk.interrupted() => Ended::Interrupted,
        None => Ended::Time,
    };
    Ok((certificate.summed(), ended))
}

impl Certified {
    /// Returns whether the certificate is the wanted one, if one is wanted.
    pub fn agrees(&self) -> Option<bool> {
        self.wanted.as_ref().map(|wanted| wanted.agrees(&self.certificate))
    }

    /// Ending of the run. A vacuous certificate, of which no program is well typed, is a failure.
    pub fn ending(&self) -> Ending {
        let Certified { certificate, ended, wanted } = self;
        let stopped = if *ended == Ended::Interrupted { Ending::Interrupted } else { Ending::Budget };
        match () {
            () if wanted.is_some() && !certificate.complete() => stopped,
            () if self.agrees() == Some(false) => Ending::Wrong,
            () if certificate.vacuous() => Ending::Failed,
            () if certificate.total.wrong > 0 => Ending::Wrong,
            () if *ended == Ended::Interrupted || !certificate.finished() || certificate.total.unknown > 0 => stopped,
            () => Ending::Fine,
        }
    }

    /// Answer as JSON.
    pub fn json(&self) -> Value {
        let Certified { certificate, ended, .. } = self;
        json!({
            "version": VERSION,
            "system": certificate.claim.system.as_deref().unwrap_or(BASE.name()),
            "certificate": certificate,
            "complete": certificate.complete(),
            "holds": certificate.holds(),
            "stopped_by": ended.name(),
            "verified": self.agrees(),
        })
    }
}
