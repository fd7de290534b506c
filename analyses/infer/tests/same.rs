//! Invariant 8: the same bytes on every machine. What each way answers to each program of the corpus is kept as a number in
//! `answers.txt`.

use crate::support::*;
use racefree_infer::{Answer, Failed, Runs, Settings, Way, infer_by_runs};
use std::fmt::Write;

/// FNV-1a, which is the same everywhere.
fn number(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, b| (hash ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3))
}

/// What an answer says: the text, what is to blame, and why fields fail.
fn said(answer: &Answer) -> String {
    let core: Vec<_> = answer.core.iter().map(|i| (i.span, racefree_infer::words::name(i.premise))).collect();
    let failed = |f: &Failed| {
        let locks: Vec<_> = f.candidates.iter().map(|c| (&c.lock, c.roots.len(), &c.schedule)).collect();
        format!("{} {} {locks:?} {:?}", f.field, f.reason, f.edit)
    };
    let failed: Vec<String> = answer.failed.iter().map(failed).collect();
    let why: Vec<_> = answer.inferred.iter().map(|i| (i.by, &i.also)).collect();
    format!("{}\n{core:?}\n{failed:?}\n{why:?}", answer.text)
}

/// Every answer as it is now.
fn answers(threads: usize) -> String {
    let mut out = String::new();
    for entry in racefree_corpus::entries() {
        let header = entry.header();
        if header.system() != "base" || !header.list("option").is_empty() || header.claim("check").is_none() {
            continue;
        }
        let Ok(program) = racefree_grammar::parse(entry.source) else { continue };
        let text = racefree_infer::erase(&program, entry.source, false);
        let settings = Settings { threads, ..Settings::default() };
        let mut numbers = Vec::new();
        for way in [Way::Fixpoint, Way::Sat] {
            let answer = by(Some(way), &text, &settings);
            numbers.push(answer.map_or(0, |a| number(&said(&a))));
        }
        if program.main.is_some() {
            let limits = racefree_infer::run::Limits { steps: 2_000, ..Default::default() };
            let runs = Runs { runs: 3, seed: 7, limits, ..Runs::default() };
            let answer = infer_by_runs(&parsed(&text), &text, &settings, &runs, None);
            numbers.push(answer.map_or(0, |a| number(&said(&a))));
        }
        let numbers: Vec<String> = numbers.iter().map(|n| format!("{n:016x}")).collect();
        let _ = writeln!(out, "{} {}", entry.path, numbers.join(" "));
    }
    out
}

#[test]
fn answers_are_the_same_on_every_machine_and_with_every_solver() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/answers.txt");
    let now = answers(2);
    if std::env::var_os("RACEFREE_BLESS").is_some() {
        std::fs::write(path, &now).expect("it can be written");
    }
    let kept = std::fs::read_to_string(path).expect("answers.txt");
    let differ: Vec<(&str, &str)> = kept.lines().zip(now.lines()).filter(|(a, b)| a != b).collect();
    assert!(kept == now, "{} answers changed (RACEFREE_BLESS=1 keeps them): {differ:#?}", differ.len());
    assert!(now.lines().count() > 200);
}
