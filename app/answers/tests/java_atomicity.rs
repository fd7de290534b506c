//! Atomicity of Java: the programs of `corpus/java-atomicity` are as they say, and what the rules call atomic is never parted in a run.
//!
//! ```text
//! //! atomicity: Account.deposit = (held this ? mover : cmpd), …     of methods
//! //! claims: ok                                                     or those that fail: ATOM BLOCK/claim @ line
//! //! serializable: yes                                              or: no, some schedule parts a claimed method
//! ```

use crate::java_run::lines;
use racefree_answers::java::repairs::Judge;
use racefree_answers::java::{self, JavaAtomicity, JavaFile};
use racefree_answers::options::{JavaOptions, RuleOptions};
use racefree_answers::variant::Rules;
use racefree_grammar::span::LineIndex;
use racefree_interp::drive::{self, RunOptions};
use racefree_interp::machine::lower_named;
use racefree_interp::options::Limits;
use racefree_kernel::Options;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Runs of each program.
const RUNS: u64 = 400;

fn programs(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(folder);
    let (mut found, mut folders) = (Vec::new(), vec![root]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.expect("an entry").path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

/// The atomicities of a text.
fn judged(text: &str) -> JavaAtomicity {
    let rules = |name: &str| {
        let system = racefree_systems::find(name).expect("a system");
        Rules { options: Options::default(), ..Rules::of(system) }
    };
    let file = JavaFile { name: "Program.java".to_owned(), bytes: text.as_bytes().to_vec(), stub: false };
    let judge = Judge {
        files: std::iter::once(file).chain(java::built_in()).collect(),
        library: None,
        words: RuleOptions::default(),
        options: JavaOptions::default(),
        rules: rules("atomicity"),
        threads: 1,
    };
    java::atomicity(&judge, &rules("base"), "Program.java").expect("an answer")
}

/// The lines of blocks that some run of a program parts; none, if it does not run.
fn parted(text: &str, runs: u64) -> Option<BTreeSet<u64>> {
    let file = JavaFile { name: "Program.java".to_owned(), bytes: text.as_bytes().to_vec(), stub: false };
    let parsed = java::running::parsed_bare("Program.java", vec![file], Rules::of(racefree_systems::BASE)).ok()?;
    let program = lower_named(parsed.program, parsed.names).ok()?;
    let places = LineIndex::new(text);
    let mut found = BTreeSet::new();
    for seed in 0..runs {
        let limits = Limits { steps: 20_000, ..Limits::default() };
        let run = drive::run(&program, &RunOptions { seed, limits, ..RunOptions::default() });
        let span = |site: racefree_interp::Site| site.span(&program.tables.program);
        found.extend(run.monitors.iter().map(|fired| u64::from(places.line(span(fired.site).start))));
    }
    Some(found)
}

fn parts<'t>(text: &'t str, key: &str) -> Vec<&'t str> {
    lines(text, key).into_iter().flat_map(|line| line.split(", ")).collect()
}

#[test]
fn every_program_is_as_atomic_as_it_says() {
    let (mut stated, mut wrong) = (0, Vec::new());
    for path in programs("java-atomicity") {
        let text = fs::read_to_string(&path).expect("text");
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let JavaAtomicity { analysis, .. } = judged(&text);
        for line in parts(&text, "atomicity") {
            stated += 1;
            let (method, is) = line.split_once(" = ").expect("a method");
            let found = analysis.methods.iter().find(|m| m.name == method).map(|m| m.atomicity.to_string());
            if found.as_deref() != Some(is) {
                wrong.push(format!("{name}: {method} is {found:?}, and not {is}"));
            }
        }
        let places = LineIndex::new(&text);
        let errors = analysis
            .errors
            .iter()
            .map(|e| format!("{} @ {}", racefree_systems::premise_name(e.premise), places.line(e.span.start)));
        let (found, said): (Vec<String>, Vec<&str>) = (errors.collect(), parts(&text, "claims"));
        if found != said && !(found.is_empty() && said == ["ok"]) {
            wrong.push(format!("{name}: {found:?}, and not {said:?}"));
        }
        let parted = parted(&text, RUNS).unwrap_or_else(|| panic!("{name} does not run"));
        let is = if parted.is_empty() { "yes" } else { "no" };
        if lines(&text, "serializable") != [is] {
            wrong.push(format!("{name}: lines {parted:?} are parted"));
        }
        for claim in analysis.claims.iter().filter(|claim| claim.holds == Some(true)) {
            let line = u64::from(places.line(claim.span.start));
            if parted.contains(&line) {
                wrong.push(format!("{name}: the claim in line {line} holds, and a run parts it"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(stated >= 25, "{stated}");
}

/// A text in which every method claims to be atomic of which the rules say so; the number of claims.
fn claimed(text: &str) -> (String, usize) {
    let JavaAtomicity { analysis, .. } = judged(text);
    let atomic = |m: &&racefree_atomicity::MethodInfo| {
        use racefree_grammar::ast::Basic::{Cmpd, Error};
        !matches!(m.with_requires, Cmpd | Error) && !m.name.starts_with("new ") && !m.name.starts_with("static ")
    };
    // A claim stands behind the parameters.
    let end = |at: usize| -> Option<usize> {
        let mut depth = 0;
        for (i, c) in text[at..].char_indices() {
            match c {
                '(' => depth += 1,
                ')' if depth == 1 => return Some(at + i + 1),
                ')' => depth -= 1,
                '{' | ';' | '}' if depth == 0 => return None,
                _ => {}
            }
        }
        None
    };
    let has_body = |at: &usize| text[*at..].trim_start().starts_with(['{', 't']);
    let places = analysis.methods.iter().filter(atomic).filter_map(|m| end(m.span.start as usize)).filter(has_body);
    let places: BTreeSet<usize> = places.collect();
    let mut out = text.to_owned();
    places.iter().rev().for_each(|&at| out.insert_str(at, " /*# atomic */"));
    (out, places.len())
}

/// The oracle of the rules: nothing that they call atomic is parted, in programs that were written for something else.
#[test]
fn what_is_atomic_is_never_parted() {
    let (mut run, mut claims, mut wrong) = (0, 0, Vec::new());
    let step = if crate::java_run::all() { 3 } else { 12 };
    for path in programs("java-run").into_iter().step_by(step) {
        let text = fs::read_to_string(&path).expect("text");
        let (text, n) = claimed(&text);
        if n == 0 {
            continue;
        }
        let again = judged(&text);
        assert!(again.analysis.claims.len() >= n, "{}: {n} claims\n{text}", path.display());
        let places = LineIndex::new(&text);
        let holding = again.analysis.claims.iter().filter(|claim| claim.holds == Some(true));
        let holding: BTreeSet<u64> = holding.map(|claim| u64::from(places.line(claim.span.start))).collect();
        // Where `check` finds an error that is not tolerated, no claim is called good.
        if holding.is_empty() {
            continue;
        }
        let Some(parted) = parted(&text, 60) else { continue };
        run += 1;
        claims += holding.len();
        if !parted.is_disjoint(&holding) {
            wrong.push(format!("{}: lines {parted:?}\n{text}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(run >= 40 / step && claims >= 80 / step, "{run} programs, {claims} claims");
}

/// What nothing is known of is taken for one step, and counted; the records of JSON say it.
#[test]
fn what_is_outside_is_counted() {
    let text = "class A { synchronized void m(java.sql.Connection c) throws Exception { c.commit(); } }";
    let found = judged(text);
    assert_eq!((found.analysis.assumed.len(), found.analysis.methods.len()), (1, 1));
    let twice = judged(&text.replace("c.commit();", "c.commit(); c.commit();"));
    assert_eq!(twice.analysis.methods[0].atomicity.to_string(), "cmpd");
}

/// Errors of the code itself are said, the rest is judged, and no claim is called good.
#[test]
fn code_that_does_not_compile_is_judged_as_far_as_it_goes() {
    let text = "class A { int n; /*# atomic */ synchronized int m() { if (n > 0); return n; } }";
    let found = judged(text);
    assert_eq!(found.of_code.iter().map(|e| e.code).collect::<Vec<_>>(), ["JAVA CODE/meant"]);
    assert_eq!(found.analysis.claims.iter().map(|claim| claim.holds).collect::<Vec<_>>(), [None]);
    assert!(!found.analysis.methods.is_empty());
}
