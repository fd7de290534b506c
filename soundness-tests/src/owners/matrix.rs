//! The matrix of the system: for each premise that can be switched off and each literal reading, the smallest program found that it
//! accepts, the rules as they stand reject, and that goes wrong. Programs come from the corpus and from near misses; one that is
//! found is made small by taking tokens out, as long as all that stays so.

use super::campaign::rules;
use super::{Dice, near_miss, program};
use crate::judge::{Judge, Kind};
use crate::matrix::{Entry, Example, Matrix, lines, why, written};
use crate::tree::tokens;
use crate::variant::Rules;
use racefree_grammar::Program;
use racefree_grammar::ast::Dialect;
use racefree_grammar::lexer::Lexer;
use racefree_grammar::token::Extras;
use racefree_interp::drive::Key;
use std::time::{Duration, Instant};

/// How long a program is made smaller.
const REDUCE: Duration = Duration::from_secs(20);

/// The matrix of what is known, of these sources, and of the near misses of these seeds.
pub fn search(known: &Matrix, sources: &[&str], seeds: std::ops::Range<u64>, near: u64) -> Matrix {
    let base = rules();
    let mut judge = Judge::new(&base);
    let variants: Vec<Rules> = lines(base.system)
        .iter()
        .filter_map(|line| line.rules().ok())
        .filter(|rules| rules.name != "racy-fields" && rules.semantics == base.semantics)
        .collect();
    let mut best: Vec<Option<String>> = variants
        .iter()
        .map(|v| known.entry(&v.name).and_then(|e| e.smallest.as_ref()).map(|e| e.program.clone()))
        .collect();
    let mut counts = vec![(0, 0); variants.len()];
    let generated = seeds.flat_map(|seed| {
        let source = program(seed);
        let mut dice = Dice::new(seed ^ 0x3a7);
        (0..near).filter_map(move |_| near_miss(&source, &mut dice)).collect::<Vec<_>>()
    });
    for source in sources.iter().map(|s| (*s).to_owned()).chain(generated) {
        let Some(program) = parsed(&source) else { continue };
        let failures = base.system.failures(&program, &base.options);
        if failures.is_empty() || failures.len() > 8 {
            continue;
        }
        let mut wrong = None;
        for (i, variant) in variants.iter().enumerate() {
            counts[i].0 += 1;
            if !variant.accepts(&program) {
                continue;
            }
            counts[i].1 += 1;
            let smaller = best[i].as_ref().is_none_or(|known| 2 * tokens(known) > tokens(&source));
            if smaller && *wrong.get_or_insert_with(|| judge.goes_wrong(program.clone()).is_some()) {
                let small = reduced(&source, variant, &base, &mut judge);
                if best[i].as_ref().is_none_or(|known| tokens(&small) < tokens(known)) {
                    best[i] = Some(small);
                }
            }
        }
    }
    let mut entries = Vec::new();
    for ((variant, best), (programs, apart)) in variants.iter().zip(best).zip(counts) {
        let smallest = best.and_then(|source| example(&source, &mut judge));
        let none = || why("owners", &variant.name).unwrap_or("not understood yet").to_owned();
        let none_because = smallest.is_none().then(none);
        entries.push(Entry {
            variant: variant.name.clone(),
            smallest,
            race: None,
            none_because,
            bounds: Vec::new(),
            company: None,
            programs,
            apart,
        });
    }
    Matrix { scopes: Vec::new(), entries }
}

/// A program that has no `holds`, of which nothing is promised.
fn parsed(source: &str) -> Option<Program> {
    let program = racefree_grammar::parse(source).ok()?;
    let holds = program.exprs.iter().any(|e| matches!(e, racefree_grammar::ast::Expr::Holds(_)));
    (!holds && program.main.is_some()).then_some(program)
}

/// Whether a variant accepts a program that the rules reject and that goes wrong.
fn shows(source: &str, variant: &Rules, base: &Rules, judge: &mut Judge) -> bool {
    let Some(program) = parsed(source) else { return false };
    variant.accepts(&program) && !base.accepts(&program) && judge.goes_wrong(program).is_some()
}

/// The source without runs of tokens that it does not need, in the canonical layout.
fn reduced(source: &str, variant: &Rules, base: &Rules, judge: &mut Judge) -> String {
    let until = Instant::now() + REDUCE;
    let text = |parts: &[&str]| format!("//! system: owners\n{}", parts.join(" "));
    let spans: Vec<_> = Lexer::of(source, Extras::default(), Dialect::Owners).collect();
    let mut parts: Vec<&str> =
        spans.iter().map(|&(start, _, end)| &source[start as usize..end as usize]).filter(|t| !t.is_empty()).collect();
    if !shows(&text(&parts), variant, base, judge) {
        return source.to_owned();
    }
    loop {
        let before = parts.len();
        let mut size = (parts.len() / 2).max(1);
        while size > 0 && Instant::now() < until {
            let mut at = 0;
            while at + size <= parts.len() && Instant::now() < until {
                let fewer: Vec<&str> = [&parts[..at], &parts[at + size..]].concat();
                if shows(&text(&fewer), variant, base, judge) {
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
    printed.filter(|printed| shows(printed, variant, base, judge)).unwrap_or(small)
}

/// A source as an example: explored once more.
fn example(source: &str, judge: &mut Judge) -> Option<Example> {
    let lowered = Judge::lower(parsed(source)?)?;
    let (kind, found) = judge.wrong(&lowered)?;
    let detail = match &found.key {
        Key::Race(field, ..) => lowered.tables.field_name(*field),
        Key::Monitor(monitor, _) => monitor.name().to_owned(),
        _ => String::new(),
    };
    Some(Example {
        program: source.to_owned(),
        tokens: tokens(source),
        nodes: 0,
        kind: kind.name().to_owned(),
        detail,
        schedule: written(&found.schedule),
        one_minimal: false,
        below: None,
    })
}

/// Holds an entry to what it says: the variant accepts the program, the rules reject it, the schedule goes wrong as said.
///
/// # Errors
///
/// What is not so.
pub fn verify(entry: &Entry) -> Result<(), String> {
    let base = rules();
    let mut judge = Judge::new(&base);
    let variant = crate::variant::find_in(base.system, &entry.variant)?.rules()?;
    let Some(said) = &entry.smallest else { return Ok(()) };
    if !shows(&said.program, &variant, &base, &mut judge) {
        return Err(format!("{}: the program does not set the variant apart, or nothing goes wrong", entry.variant));
    }
    let lowered =
        parsed(&said.program).and_then(Judge::lower).ok_or_else(|| format!("{}: cannot run", entry.variant))?;
    judge.replays(&lowered, said, said.kind == Kind::Race.name()).map_err(|e| format!("{}: {e}", entry.variant))
}
