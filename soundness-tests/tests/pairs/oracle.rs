//! Races by the explorer, and pairs by the analysis: holding the one to the other, for every k and every refinement switched off.

use racefree_explore::{Algorithm, Budget, Options as Exploring, explore};
use racefree_interp::drive::Key;
use racefree_interp::event::Site as RunSite;
use racefree_interp::machine::{Lowered, lower};
use racefree_interp::options::Limits;
use racefree_interp::program::FieldId;
use racefree_pairs::facts::Site;
use racefree_pairs::stages::pair;
use racefree_pairs::{AccessId, Analysis, Facts, Options, Pair, Refinement, Stage, analyse};
use racefree_typeck::{Options as Rules, failures};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Maximum number of steps explored of a program, unless there are very many programs.
pub const STEPS: u64 = 60_000;

/// The races of a program, those of a part of its schedules if it has too many, and whether that was all of them.
pub fn races(program: &Arc<Lowered>, steps: u64) -> (Vec<(FieldId, RunSite, RunSite)>, bool) {
    let options = Exploring {
        algorithm: Algorithm::Dpor,
        limits: Limits { steps: 400, calls: 24, threads: 6, objects: 60 },
        budget: Budget { steps, ..Budget::default() },
        outcomes: false,
        ..Exploring::default()
    };
    let result = explore(program, &options);
    let race = |key: &Key| match key {
        Key::Race(field, a, b) => Some((*field, *a, *b)),
        _ => None,
    };
    (result.found.iter().filter_map(|f| race(&f.key)).collect(), result.complete())
}

/// The access of a field at a place of a run.
fn access(facts: &Facts<'_>, field: FieldId, site: RunSite) -> Option<AccessId> {
    let name = facts.program().fields[field.index()].name;
    facts.access_ids().find(|&e| {
        let access = facts.access(e);
        access.field == name
            && match access.site {
                Site::Expr(n) => site == RunSite::expr(n),
                Site::Field(f) => site == RunSite::field(f),
            }
    })
}

/// A race as a pair of accesses.
pub fn as_pair(facts: &Facts<'_>, (field, a, b): (FieldId, RunSite, RunSite)) -> Option<Pair> {
    Some(pair(access(facts, field, a)?, access(facts, field, b)?))
}

/// Every way in which the sound mode can be asked; the first one is the usual one, whose answer is the intersection of k = 0 to 3.
pub fn ways() -> Vec<Options> {
    let mut all = vec![Options::default()];
    all.extend((0..3).map(|k| Options { k: [k; 4], ..Options::default() }));
    all.extend(Refinement::ALL.iter().map(|&off| Options { off: vec![off], ..Options::default() }));
    all
}

/// What was looked at.
#[derive(Default, Debug)]
pub struct Seen {
    pub programs: u64,
    /// The type checker rejects them.
    pub ill_typed: u64,
    /// Every schedule was covered; of the others, a part.
    pub complete: u64,
    /// Analyses whose pairs were held to the races.
    pub analyses: u64,
    /// Pairs that race.
    pub races: u64,
    /// Programs with a race.
    pub racy: u64,
    /// Pairs after each stage.
    pub pairs: [u64; 5],
    /// The same of programs all of whose schedules were covered, and how many of them never race.
    pub judged: [u64; 5],
    pub false_alarms: [u64; 5],
}

impl Seen {
    /// Holds a program to its races.
    pub fn look(&mut self, source: &str, ways: &[Options]) -> Result<(), String> {
        self.look_at(STEPS, source, ways)
    }

    /// The same, to those that a bounded number of steps shows.
    fn look_at(&mut self, steps: u64, source: &str, ways: &[Options]) -> Result<(), String> {
        let Ok(program) = racefree_grammar::parse(source) else { return Err(format!("does not parse:\n{source}")) };
        // Pairs of Java are held to the explorer by the tests of the answers.
        let Some(lowered) = lower(program).ok().filter(|lowered| !lowered.on_reference()) else { return Ok(()) };
        let (races, complete) = races(&lowered, steps);
        self.programs += 1;
        self.ill_typed += u64::from(!failures(&lowered.tables.program, &Rules::default()).is_empty());
        self.complete += u64::from(complete);
        self.racy += u64::from(!races.is_empty());
        let program = &lowered.tables.program;
        let mut usual: Option<[Vec<Pair>; 5]> = None;
        for way in ways {
            let analysis = analyse(program, None, way);
            self.analyses += 1;
            let left = analysis.left();
            for &race in &races {
                let found = as_pair(&analysis.facts, race);
                if found.is_none_or(|p| left.binary_search(&p).is_err()) {
                    return Err(missed(&analysis, way, race, source));
                }
            }
            let stages = Stage::ALL.map(|s| analysis.pairs(s));
            if let Some(law) = broken(&stages, usual.as_ref()) {
                return Err(format!("{law}, k {:?}, off {:?}:\n{source}", way.k, way.off));
            }
            if usual.is_none() {
                // Fields of one name in two classes are two races and one pair.
                let pairs: BTreeSet<Pair> = races.iter().filter_map(|&r| as_pair(&analysis.facts, r)).collect();
                self.count(&analysis, pairs.len() as u64, complete);
                usual = Some(stages);
            }
        }
        Ok(())
    }

    fn count(&mut self, analysis: &Analysis<'_>, races: u64, complete: bool) {
        self.races += races;
        for (n, stage) in Stage::ALL.into_iter().enumerate() {
            let pairs = analysis.count(stage);
            self.pairs[n] += pairs;
            if complete {
                self.judged[n] += pairs;
                self.false_alarms[n] += pairs - races;
            }
        }
    }

    /// Pairs that are left.
    pub fn left(&self) -> u64 {
        self.pairs[4]
    }
}

/// Which law is broken: a stage is a part of the one before, and no other way to ask has fewer pairs than the usual one, which is that
/// of the largest k with every refinement.
fn broken(stages: &[Vec<Pair>; 5], usual: Option<&[Vec<Pair>; 5]>) -> Option<&'static str> {
    let part = |a: &[Pair], b: &[Pair]| a.iter().all(|p| b.binary_search(p).is_ok());
    if stages.windows(2).any(|s| !part(&s[1], &s[0])) {
        return Some("a stage adds a pair");
    }
    let usual = usual?;
    usual.iter().zip(stages).any(|(u, s)| !part(u, s)).then_some("a larger k or a refinement adds a pair")
}

fn missed(analysis: &Analysis<'_>, way: &Options, race: (FieldId, RunSite, RunSite), source: &str) -> String {
    let program = analysis.facts.program();
    let text = |site: RunSite| site.span(program).text(source).to_owned();
    let stage = as_pair(&analysis.facts, race).and_then(|p| analysis.stage_of(p));
    let (a, b) = (text(race.1), text(race.2));
    format!("the race of `{a}` and `{b}` is missing, k {:?}, off {:?}, last stage {stage:?}:\n{source}", way.k, way.off)
}

/// How many cases; `RACEFREE_CASES` asks for more, from `RACEFREE_SEED` on: other seeds are other shards.
pub fn cases(usual: u64) -> std::ops::Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|s| s.parse().ok());
    let from = number("RACEFREE_SEED").unwrap_or(1);
    from..from + number("RACEFREE_CASES").unwrap_or(usual)
}

/// Number of programs above which a campaign looks at each less closely: fewer steps, and at one in eight in another way.
const MANY: u64 = 10_000;

/// Holds the programs of some seeds to their races, and says now and then how far it is. Each program is analysed as usual, which is
/// k = 0 to 3, and in one other way, all of them in turn.
#[allow(clippy::print_stdout)]
pub fn campaign(name: &str, usual: u64, source: impl Fn(u64) -> String) -> Seen {
    let mut seen = Seen::default();
    let (mut missed, ways, seeds) = (0, ways(), cases(usual));
    let (steps, every) = if seeds.end - seeds.start > MANY { (2_000, 8) } else { (STEPS, 1) };
    for seed in seeds {
        let other = (seed % every == 0).then(|| ways[1 + (seed / every) as usize % (ways.len() - 1)].clone());
        let asked: Vec<Options> = std::iter::once(ways[0].clone()).chain(other).collect();
        if let Err(message) = seen.look_at(steps, &source(seed), &asked) {
            println!("{name}, seed {seed}: {message}");
            missed += 1;
        }
        if seed.is_multiple_of(MANY) {
            println!("{name}, up to seed {seed}: {missed} with a race that is missing, {seen:?}");
        }
    }
    println!("{name}: {missed} with a race that is missing, {seen:?}");
    assert_eq!(missed, 0, "{name}");
    seen
}
