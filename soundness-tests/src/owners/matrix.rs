//! The matrix of the system: for each premise that can be switched off and each literal reading, the smallest program found that it
//! accepts, the rules as they stand reject, and that goes wrong. Programs come from the corpus and from near misses; one that is
//! found is made small by taking tokens out, as long as all that stays so.

use super::campaign::rules;
use super::with_near_misses;
use crate::judge::Judge;
use crate::matrix::update::{UpdatePlan, Watch};
use crate::matrix::{Entry, Example, Matrix, explored, lines, why};
use crate::tree::tokens;
use crate::variant::Rules;
use racefree_grammar::Program;
use racefree_grammar::ast::Dialect;
use racefree_grammar::lexer::Lexer;
use racefree_grammar::token::Extras;
use std::time::{Duration, Instant};

/// Time to shrink a program.
const REDUCE: Duration = Duration::from_secs(20);

/// Number of programs between two points at which an update may stop.
const CHUNK: u64 = 5;
/// Number of near misses of each.
const NEAR: u64 = 3;

/// Searches among near misses for the time of a plan, for its variants; the programs of the corpus, `sources`, are looked at first.
/// Another update goes on with other programs.
pub fn update(mut known: Matrix, sources: &[&str], plan: &UpdatePlan, watch: &Watch<'_>) -> Matrix {
    let until = Instant::now() + plan.time;
    let wanted = |name: &str| plan.only.is_empty() || plan.only.iter().any(|part| name.contains(part.as_str()));
    let all = variants();
    let variants: Vec<&Rules> = all.iter().filter(|rules| wanted(&rules.name)).collect();
    // Each seed gave more than one program, so that the seeds from here on are new.
    let mut seed = known.entries.iter().map(|entry| entry.programs).max().unwrap_or(0);
    let mut sources = sources;
    loop {
        let found = search_for(&known, sources, seed..seed + CHUNK, NEAR, &variants);
        known = joined(&known, found, &all);
        (seed, sources) = (seed + CHUNK, &[]);
        let with = known.entries.iter().filter(|entry| entry.smallest.is_some()).count();
        (watch.at)(&format!("near misses up to seed {seed}: {with} lines have a program"), &known);
        if Instant::now() >= until || (watch.stop)() {
            return known;
        }
    }
}

/// Searches for one variant: among these sources, and in near misses of the seeds from one on until something is found or the time
/// is over.
pub fn search_one(variant: &Rules, sources: &[&str], first: u64, time: Duration) -> Entry {
    let until = Instant::now() + time;
    let (mut known, mut sources, mut seed) = (Matrix::default(), sources, first);
    loop {
        let entries = search_for(&known, sources, seed..seed + CHUNK, NEAR, &[variant]);
        (seed, sources) = (seed + CHUNK, &[]);
        if entries[0].smallest.is_some() || Instant::now() >= until {
            break entries.into_iter().next().unwrap_or_default();
        }
        known.entries = entries;
    }
}

/// The variants of the matrix: those of the rules that may let a failure through.
fn variants() -> Vec<Rules> {
    let base = rules();
    let all = lines(base.system).into_iter().filter_map(|line| line.rules().ok());
    all.filter(|rules| rules.name != "racy-fields" && rules.semantics == base.semantics).collect()
}

/// The known entries, some of them replaced, in the order of the variants.
fn joined(known: &Matrix, mut entries: Vec<Entry>, variants: &[Rules]) -> Matrix {
    let others = known.entries.iter().filter(|entry| entries.iter().all(|e| e.variant != entry.variant));
    entries.extend(others.cloned().collect::<Vec<_>>());
    let place = |entry: &Entry| variants.iter().position(|rules| rules.name == entry.variant);
    entries.retain(|entry| place(entry).is_some());
    entries.sort_by_key(place);
    Matrix { scopes: Vec::new(), entries }
}

/// The lines of these variants, after these sources and the near misses of these seeds.
fn search_for(
    known: &Matrix,
    sources: &[&str],
    seeds: std::ops::Range<u64>,
    near: u64,
    variants: &[&Rules],
) -> Vec<Entry> {
    let base = rules();
    let mut judge = Judge::new(&base);
    // Smallest program of each variant that goes wrong, and smallest that races.
    let mut best: Vec<[Option<String>; 2]> = variants
        .iter()
        .map(|v| {
            let entry = known.entry(&v.name);
            [entry.and_then(|e| e.smallest.as_ref()), entry.and_then(|e| e.race.as_ref())]
                .map(|e| e.map(|e| e.program.clone()))
        })
        .collect();
    let mut counts = vec![(0, 0); variants.len()];
    let generated = seeds.flat_map(|seed| with_near_misses(seed, near));
    for source in sources.iter().map(|s| (*s).to_owned()).chain(generated) {
        let Some(program) = parsed(&source) else { continue };
        let failures = base.system.failures(&program, &base.options);
        if failures.is_empty() || failures.len() > 8 {
            continue;
        }
        let mut wrong = [None; 2];
        for (i, variant) in variants.iter().enumerate() {
            counts[i].0 += 1;
            if !variant.accepts(&program) {
                continue;
            }
            counts[i].1 += 1;
            for race in [false, true] {
                let known = &best[i][usize::from(race)];
                let smaller = known.as_ref().is_none_or(|known| 2 * tokens(known) > tokens(&source));
                let wrong = &mut wrong[usize::from(race)];
                if smaller && *wrong.get_or_insert_with(|| goes_wrong(&program, race, &mut judge)) {
                    let small = reduced(&source, &mut |text| shows(text, variant, (&base, race), &mut judge));
                    if best[i][usize::from(race)].as_ref().is_none_or(|known| tokens(&small) < tokens(known)) {
                        best[i][usize::from(race)] = Some(small);
                    }
                }
            }
        }
    }
    let mut entries = Vec::new();
    for ((variant, [best, race]), (programs, apart)) in variants.iter().zip(best).zip(counts) {
        let before = known.entry(&variant.name).map_or((0, 0), |entry| (entry.programs, entry.apart));
        let (programs, apart) = (before.0 + programs, before.1 + apart);
        let smallest = best.and_then(|source| example(&source, false, &mut judge));
        let race = race.and_then(|source| example(&source, true, &mut judge));
        let other = |race: &Example| smallest.as_ref().is_some_and(|s| s.kind != "race" || s.tokens > race.tokens);
        let race = race.filter(other);
        let none = || why("owners", &variant.name).unwrap_or("not understood yet").to_owned();
        let none_because = smallest.is_none().then(none);
        entries.push(Entry {
            variant: variant.name.clone(),
            smallest,
            race,
            none_because,
            programs,
            apart,
            ..Entry::default()
        });
    }
    entries
}

/// A program without `holds`, which would void all promises.
fn parsed(source: &str) -> Option<Program> {
    let program = racefree_grammar::parse(source).ok()?;
    let holds = program.exprs.iter().any(|e| matches!(e, racefree_grammar::ast::Expr::Holds(_)));
    (!holds && program.main.is_some()).then_some(program)
}

/// Returns true if something goes wrong in some schedule, or, if `race`, there is a race.
fn goes_wrong(program: &Program, race: bool, judge: &mut Judge) -> bool {
    Judge::lower(program.clone()).is_some_and(|lowered| judge.failure(&lowered, race).is_some())
}

/// Returns true if a variant accepts a program that the rules reject and that goes wrong, or races.
fn shows(source: &str, variant: &Rules, (base, race): (&Rules, bool), judge: &mut Judge) -> bool {
    let Some(program) = parsed(source) else { return false };
    variant.accepts(&program) && !base.accepts(&program) && goes_wrong(&program, race, judge)
}

/// The source without runs of tokens that `keeps` does not need, in the canonical layout.
pub(crate) fn reduced(source: &str, keeps: &mut dyn FnMut(&str) -> bool) -> String {
    let until = Instant::now() + REDUCE;
    let text = |parts: &[&str]| format!("//! system: owners\n{}", parts.join(" "));
    let spans: Vec<_> = Lexer::of(source, Extras::default(), Dialect::Owners).collect();
    let mut parts: Vec<&str> =
        spans.iter().map(|&(start, _, end)| &source[start as usize..end as usize]).filter(|t| !t.is_empty()).collect();
    if !keeps(&text(&parts)) {
        return source.to_owned();
    }
    loop {
        let before = parts.len();
        let mut size = (parts.len() / 2).max(1);
        while size > 0 && Instant::now() < until {
            let mut at = 0;
            while at + size <= parts.len() && Instant::now() < until {
                let fewer: Vec<&str> = [&parts[..at], &parts[at + size..]].concat();
                if keeps(&text(&fewer)) {
                    parts = fewer;
                } else {
                    at += 1;
                }
            }
            size = if size > 24 { size * 2 / 3 } else { size - 1 };
        }
        if parts.len() == before || Instant::now() >= until {
            break;
        }
    }
    let small = text(&parts);
    let printed = parsed(&small).map(|program| racefree_owners::translate::print(&program));
    printed.filter(|printed| keeps(printed)).unwrap_or(small)
}

/// A source as an example: explored once more.
fn example(source: &str, race: bool, judge: &mut Judge) -> Option<Example> {
    explored(source, &Judge::lower(parsed(source)?)?, race, judge)
}
