//! The matrix: every `?` premise and every variant against the smallest program found that it lets through and that goes wrong.
//! All programs are found by the search. What is committed in `matrix/matrix.json` is held to by the tests.

use crate::hunt::{Effort, Hunt, Kill};
use crate::judge::{Judge, Kind};
use crate::reduce;
use crate::tree::{Tree, tokens};
use crate::variant::{self, Rules, Variant};
use racefree_explore::Found;
use racefree_interp::drive::Key;
use racefree_interp::schedule::Schedule;
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// A program with what goes wrong in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Example {
    /// The source.
    pub program: String,
    /// Its tokens.
    pub tokens: usize,
    /// `race`, `stuck`, `monitor`, `waits for itself`.
    pub kind: String,
    /// Which monitor, or the racy field.
    pub detail: String,
    /// A schedule that shows it, as `--scheduler replay:` takes it. Of a race: up to and with both accesses.
    pub schedule: String,
    /// No single edit of the reducer makes it smaller.
    pub one_minimal: bool,
}

/// A line of the matrix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The variant.
    pub variant: String,
    /// The smallest program found, whatever goes wrong.
    pub smallest: Option<Example>,
    /// The smallest program found that has a race, if that is another one.
    pub race: Option<Example>,
    /// Without a program: why there is none, as far as we know.
    pub none_because: Option<String>,
    /// Programs that were made in search of one.
    pub programs: u64,
    /// Of those, accepted by the variant and not by the base.
    pub apart: u64,
}

impl Entry {
    /// The smaller examples of two entries for one variant.
    #[must_use]
    pub fn or_smaller(self, other: Entry) -> Entry {
        let smaller = |a: Option<Example>, b: Option<Example>| match (a, b) {
            (Some(a), Some(b)) => Some(if (b.tokens, !b.one_minimal) < (a.tokens, !a.one_minimal) { b } else { a }),
            (a, b) => a.or(b),
        };
        let smallest = smaller(self.smallest, other.smallest);
        let race = smaller(self.race, other.race);
        let none_because = if smallest.is_some() { None } else { other.none_because };
        let (programs, apart) = (self.programs + other.programs, self.apart + other.apart);
        Entry { variant: self.variant, smallest, race, none_because, programs, apart }
    }
}

/// How long to look.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Hunts, each from another seed.
    pub seeds: u64,
    /// Time of a hunt.
    pub hunt: Duration,
    /// Time to make small what a hunt has found.
    pub reduce: Duration,
}

/// A schedule as it is written on the command line.
pub fn written(schedule: &Schedule) -> String {
    let runs: Vec<String> = schedule.runs().iter().map(|(t, n)| format!("{}*{n}", t.0)).collect();
    runs.join(",")
}

/// Searches for the entry of a variant.
///
/// # Errors
///
/// A sentence, if the variant means nothing.
pub fn search(variant: &Variant, budget: Budget) -> Result<Entry, String> {
    let rules = variant.rules()?;
    let mut effort = Effort::default();
    let mut kills: Vec<Kill> = Vec::new();
    let mut best: Option<(Tree, bool)> = None;
    let mut race: Option<(Tree, bool)> = None;
    for seed in 0..budget.seeds {
        let mut hunt = Hunt::new(&rules, seed);
        let kill = hunt.run(budget.hunt);
        add(&mut effort, hunt.effort);
        let Some(kill) = kill else { break };
        let small = reduce::smallest(&kill.tree, &rules.options, &mut |t| hunt.still(t).is_some(), seed, budget.reduce);
        if hunt.race_in(&small.0) {
            better(&mut race, small.clone());
        }
        better(&mut best, small);
        kills.push(kill);
    }
    if !kills.is_empty() {
        let mut from: Vec<Tree> = kills.into_iter().map(|k| k.tree).collect();
        from.extend(best.iter().map(|(t, _)| t.clone()));
        for seed in 0..budget.seeds.min(2) {
            let mut hunt = Hunt::new(&rules, seed).for_race(from.clone());
            if let Some(kill) = hunt.run(budget.hunt) {
                let keeps: &mut dyn FnMut(&Tree) -> bool = &mut |t| hunt.still(t).is_some();
                let small = reduce::smallest(&kill.tree, &rules.options, keeps, seed, budget.reduce);
                better(&mut race, small.clone());
                better(&mut best, small);
            }
        }
    }
    let none_because = match best {
        Some(_) => None,
        None => Some(reason(variant, &effort)),
    };
    let example = |found: &Option<(Tree, bool)>, race: bool| {
        found.as_ref().and_then(|(tree, minimal)| example(&rules, &tree.compact(), *minimal, race))
    };
    let smallest = example(&best, false);
    let race =
        example(&race, true).filter(|r| smallest.as_ref().is_none_or(|s| s.kind != "race" || s.program != r.program));
    Ok(Entry {
        variant: variant.name.clone(),
        smallest,
        race,
        none_because,
        programs: effort.programs,
        apart: effort.apart,
    })
}

fn add(total: &mut Effort, more: Effort) {
    total.programs += more.programs;
    total.apart += more.apart;
}

fn better(best: &mut Option<(Tree, bool)>, other: (Tree, bool)) {
    if best.as_ref().is_none_or(|b| reduce::cost(&other.0) < reduce::cost(&b.0)) {
        *best = Some(other);
    }
}

/// A source as an example: explored once more from its text.
pub fn example(rules: &Rules, source: &str, one_minimal: bool, race: bool) -> Option<Example> {
    let program = racefree_grammar::parse(source).ok()?;
    if !rules.sets_apart(&program) {
        return None;
    }
    let lowered = Judge::lower(program)?;
    let mut judge = Judge::new(rules);
    let (kind, found): (Kind, Found) = match race {
        true => (Kind::Race, judge.race(&lowered)?),
        false => judge.wrong(&lowered)?,
    };
    let detail = match &found.key {
        Key::Race(field, ..) => lowered.tables.field_name(*field),
        Key::Monitor(monitor, _) => monitor.name().to_owned(),
        _ => String::new(),
    };
    Some(Example {
        program: source.to_owned(),
        tokens: tokens(source),
        kind: kind.name().to_owned(),
        detail,
        schedule: written(&found.schedule),
        one_minimal,
    })
}

/// Why a premise has no counterexample, where that is understood.
const WHY: &[(&str, &str)] = &[
    ("PROG/class-once", "there is no program: with two classes of one name a program cannot run"),
    ("PROG/fields-once", "there is no program: with two fields of one name in a class a program cannot run"),
    ("PROG/methods-once", "there is no program: with two methods of one name in a class a program cannot run"),
    (
        "CLASS3/ghost-type",
        "masked: [ENV GHOST] then asks for the same in the environment so far, and for distinct names; a ghost's type over earlier ghosts, which is what is left, is substituted along with them",
    ),
    ("LOCAL CLASS/ghost-type", "masked, as CLASS3/ghost-type"),
    ("ENV GHOST/type", "masked: ghost-type of the class's rule asks for P; ∅ ⊢ t, which implies it"),
    ("ENV GHOST/fresh", "masked: ghost-type of the class's rule asks for distinct ghosts, and E holds nothing else"),
    (
        "ENV X/type",
        "masked: no value but null has an ill-formed type, since EXP NEW/type, EXP REF/type, EXP INVOKE/args and EXP INVOKE/type ask again; a type out of scope cannot run",
    ),
    (
        "TYPE C/arg-type",
        "masked: what is in a ghost is never looked at by code (D4), so its type matters to the names of locks only; such a name is looked up again, and must be final, wherever a lock is taken",
    ),
    (
        "FIELD/type",
        "masked: EXP REF/type and EXP ASSIGN/type ask again at every use of the field, and EXP NEW/type in its initialiser",
    ),
    (
        "FIELD/guard-final",
        "masked: the guard must be in the lock set at every access, and EXP SYNC/lock-final and METHOD/requires-final let nothing into it that is not final",
    ),
    ("METHOD/return-type", "masked: EXP INVOKE/type asks again at every call"),
    (
        "METHOD/requires-final",
        "masked: every call must hold the lock, and EXP SYNC/lock-final lets no lock be held that is not final",
    ),
    (
        "FINAL REF/type",
        "it is there for derivations to be finite: final fields whose types need each other; ghosts are looked up only when they are looked at, so nothing goes wrong",
    ),
    (
        "EXP NEW/type",
        "masked: an object of an ill-formed type can be used only where EXP INVOKE/type, EXP REF/type, ENV X/type ask for its type again, or as a supertype without the ghosts, where no lock is named by them",
    ),
    (
        "EXP REF/type",
        "masked: a value of an ill-formed type goes nowhere: EXP ASSIGN/type, EXP INVOKE/args, ENV X/type and METHOD/return-type ask for the type that is expected",
    ),
    (
        "EXP ASSIGN/type",
        "masked: there is no value of the ill-formed type to assign but null, by EXP NEW/type, EXP REF/type and EXP INVOKE/type",
    ),
    ("EXP INVOKE/type", "masked, as EXP REF/type"),
    (
        "EXP LET/result",
        "masked by ENV X/fresh: the name that leaks is not in scope outside, and no variable of the same name can be meant by it",
    ),
    ("EXP HOLDS/lock-final", "outside the theorem: `holds` is an escape (section 7)"),
];

fn reason(variant: &Variant, effort: &Effort) -> String {
    let why = WHY.iter().find(|(name, _)| *name == variant.name).map_or("not understood yet", |(_, why)| why);
    format!(
        "{why}; searched: {} programs, of which the variant alone accepts {}, and none of these goes wrong",
        effort.programs, effort.apart
    )
}

/// The premises that have no counterexample of their own, for which pairs are tried.
pub fn masked() -> Vec<&'static str> {
    let cannot = |name: &str| name.starts_with("PROG/") || name.starts_with("EXP HOLDS");
    WHY.iter().map(|(name, _)| *name).filter(|name| !cannot(name)).collect()
}

/// Pairs of premises neither of which has a counterexample of its own.
pub fn pairs() -> Vec<Variant> {
    let names = masked();
    let mut pairs = Vec::new();
    for (i, a) in names.iter().enumerate() {
        for b in &names[i + 1..] {
            if let (Ok(a), Ok(b)) = (variant::premise(a), variant::premise(b)) {
                pairs.push(Variant::of_premises(&[a, b]));
            }
        }
    }
    pairs
}

/// The matrix that is committed.
///
/// # Errors
///
/// The file is broken.
pub fn committed() -> Result<Vec<Entry>, String> {
    serde_json::from_str(include_str!("../matrix/matrix.json"))
        .map_err(|e| format!("the committed matrix is broken: {e}"))
}

/// Holds an entry to what it says: the variant accepts the program, the base rejects it, and the schedule goes wrong as said.
///
/// # Errors
///
/// What is not so.
pub fn verify(entry: &Entry) -> Result<(), String> {
    let rules = variant::find(&entry.variant)?.rules()?;
    for (said, race) in [(&entry.smallest, false), (&entry.race, true)] {
        let Some(said) = said else { continue };
        let program = racefree_grammar::parse(&said.program).map_err(|e| format!("{}: {e:?}", entry.variant))?;
        if !rules.sets_apart(&program) {
            return Err(format!("{}: the program does not set the variant apart", entry.variant));
        }
        let Some(lowered) = Judge::lower(program) else { return Err(format!("{}: cannot run", entry.variant)) };
        Judge::new(&rules).replays(&lowered, said, race).map_err(|e| format!("{}: {e}", entry.variant))?;
    }
    Ok(())
}

/// Time spent so far, for those who watch.
pub fn since(start: Instant) -> String {
    format!("{:.1} s", start.elapsed().as_secs_f64())
}
