//! Two rule sets compared by programs.

use super::{Hooks, Skeletons, skeletons_of};
use crate::desk::Desk;
use crate::json::VERSION;
use crate::left::Job;
use crate::options::{DiffOptions, named};
use crate::source::Ending;
use racefree_kernel::System;
use racefree_soundness::diff::{Comparison, Difference, compare};
use racefree_soundness::enumerate::{Memory, Signature, Universe};
use racefree_soundness::generate::systems::{compares, enumerates};
use serde_json::{Value, json};
use std::sync::OnceLock;

/// A comparison of two rule sets.
pub struct Compared {
    /// Their system.
    pub system: &'static dyn System,
    /// Their names.
    pub names: [String; 2],
    /// The programs that were enumerated.
    pub universe: Option<Universe>,
    /// Differences found.
    pub found: Difference,
    /// The seed of the generated programs.
    pub seed: u64,
    /// Ending of the search.
    pub ending: Ending,
}

/// Compares two rule sets. Fails if a word means nothing.
pub fn compared(desk: &Desk, asked: &DiffOptions, company: &Hooks<'_, ()>) -> Result<Compared, String> {
    let system = named(asked.system.as_deref());
    let rules = |name: &str| compares(system).and_then(|()| (desk.variant)(system, name)).and_then(|v| v.rules());
    let (a, b) = (rules(&asked.a)?, rules(&asked.b)?);
    let signature = Signature::within(asked.signature.parse()?, system);
    let universe = enumerates(system).is_ok().then_some(Universe { signature, nodes: asked.nodes as usize });
    let comparison = Comparison {
        a: &a,
        b: &b,
        universe,
        generated: asked.programs,
        seed: asked.seed,
        keep: asked.keep as usize,
        memory: &Memory::of((asked.memory as usize) << 20),
    };
    let over = desk.until(asked.time);
    let (total, start, mut turn) = (OnceLock::new(), desk.host.now(), None);
    let found = compare(&comparison, &over, &mut |so_far| {
        let (enumerated, generated, done) = (so_far.enumerated, so_far.generated, so_far.skeletons);
        let now = desk.host.now();
        // First all skeletons, then the generated programs: each at a rate of its own.
        let began = match generated {
            0 => start,
            _ => *turn.get_or_insert(now),
        };
        (company.tell)(&|seconds| {
            let all = *total.get_or_init(|| universe.map(|universe| skeletons_of(desk, &universe)));
            let by_rate = |all: Option<u64>, done| Job { all, time: None }.left(done, (now - began).as_secs_f64());
            let of = all.map_or_else(String::new, |all| all.words(done));
            let left = match (asked.time, generated) {
                (Some(_), _) => Job { all: None, time: asked.time }.left(0, seconds as f64),
                (None, 0) => by_rate(all.and_then(Skeletons::all), done),
                (None, _) => by_rate(Some(asked.programs), generated),
            };
            // Of what comes after the skeletons there is no rate yet.
            let then = if generated == 0 && !left.is_empty() && asked.time.is_none() { " for these" } else { "" };
            format!(
                "{of}{enumerated} programs enumerated, {generated} of {} generated, {seconds} s{left}{then}",
                asked.programs
            )
        });
        !over()
    });
    let ending = desk.ending(found.complete);
    Ok(Compared {
        system,
        names: [a.name.clone(), b.name.clone()],
        universe: comparison.universe,
        found,
        seed: asked.seed,
        ending,
    })
}

impl Compared {
    /// Answer as JSON.
    pub fn json(&self) -> Value {
        let [a, b] = &self.names;
        json!({
            "version": VERSION,
            "system": self.system.name(),
            "a": a,
            "b": b,
            "signature": self.universe.as_ref().map(|universe| universe.signature.to_string()),
            "nodes": self.universe.as_ref().map(|universe| universe.nodes),
            "seed": self.seed,
            "difference": self.found,
        })
    }
}
