//! The programs of `corpus/atomicity`: each has the verdict that it states, each sole cause is one, the rules are all used.

use racefree_atomicity::rules::atom_block;
use racefree_atomicity::{Atomicity, analyse};
use racefree_grammar::parse;
use racefree_grammar::span::LineIndex;
use racefree_kernel::{Options, System};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

pub fn programs(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).unwrap_or_else(|e| panic!("{}: {e}", dir.display())) {
        let path = entry.unwrap_or_else(|e| panic!("{e}")).path();
        match path.is_dir() {
            true => programs(&path, found),
            false => found.push(path),
        }
    }
}

fn said<'s>(source: &'s str, key: &str) -> Vec<&'s str> {
    let lines = source.lines().map_while(|line| line.strip_prefix("//!"));
    let of_key = lines.filter_map(|line| line.trim().strip_prefix(key)?.strip_prefix(':'));
    of_key.flat_map(|value| value.split(',')).map(str::trim).collect()
}

pub fn verdict(source: &str, options: &Options) -> Vec<String> {
    let program = parse(source).unwrap_or_else(|errors| panic!("{source}: {errors:?}"));
    let lines = LineIndex::new(source);
    let report = Atomicity.check(&program, source, options);
    let name = |e: &racefree_kernel::TypeError| {
        format!("{} @ {}", Atomicity.book().premise_name(e.premise), lines.line(e.span.start))
    };
    report.errors.iter().map(name).collect()
}

/// Returns the atomicities of a program's methods and blocks, by the `atomicity` line's names for them, and the claims
/// that fail.
fn known(source: &str) -> (BTreeMap<String, String>, Vec<String>) {
    let program = parse(source).unwrap_or_else(|errors| panic!("{source}: {errors:?}"));
    let (lines, analysis) = (LineIndex::new(source), analyse(&program, source, &Options::default()));
    let methods = analysis.methods.iter().map(|m| (m.name.clone(), m.atomicity.to_string()));
    let blocks = analysis.claims.iter().filter(|claim| claim.method.is_none());
    let blocks = blocks.map(|claim| (claim.block.clone(), claim.atomicity.text().to_owned()));
    let failed = analysis.errors.iter().filter(|e| e.premise == atom_block::CLAIM);
    let failed = failed.map(|e| format!("ATOM BLOCK/claim @ {}", lines.line(e.span.start)));
    (methods.chain(blocks).collect(), failed.collect())
}

#[test]
fn every_atomicity_and_every_claim_is_as_stated() {
    let mut files = Vec::new();
    programs(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/atomicity"), &mut files);
    let (mut stated, mut claims, mut wrong) = (0, 0, Vec::new());
    for file in files {
        let source = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{e}"));
        let (expected, claimed) = (said(&source, "atomicity"), said(&source, "claims"));
        if file.components().any(|part| part.as_os_str() == "papers") && (expected.is_empty() || claimed.is_empty()) {
            wrong.push(format!("{}: no line `atomicity`, or no line `claims`", file.display()));
        }
        let (found, failed) = known(&source);
        for line in &expected {
            stated += 1;
            let (name, is) = line.split_once('=').unwrap_or((line, ""));
            match found.get(name.trim()) {
                Some(found) if found == is.trim() => {}
                other => wrong.push(format!("{}: {} is {other:?}, and not {is}", file.display(), name.trim())),
            }
        }
        let claimed = claimed.into_iter().filter(|&line| line != "ok").collect::<Vec<_>>();
        if !said(&source, "claims").is_empty() {
            claims += 1;
            if failed != claimed {
                wrong.push(format!("{}: claims {failed:?}, and not {claimed:?}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(stated >= 40 && claims >= 20, "{stated} atomicities, {claims} programs with claims");
}

#[test]
fn every_program_has_its_verdict_and_every_sole_cause_is_one() {
    let mut files = Vec::new();
    programs(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/atomicity"), &mut files);
    let (mut sole, mut proved, mut wrong) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    for file in files {
        let source = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{e}"));
        let expected = said(&source, "check");
        let expected: Vec<&str> = if expected == ["ok"] { Vec::new() } else { expected };
        let found = verdict(&source, &Options::default());
        if found != expected {
            wrong.push(format!("{}: {found:?}, not {expected:?}", file.display()));
        }
        for premise in said(&source, "sole-cause") {
            let mut options = Options::default();
            let id = Atomicity.book().find_premise(premise).unwrap_or_else(|| panic!("no premise {premise}"));
            options.off.switch_off(id);
            let left = verdict(&source, &options);
            if !left.is_empty() {
                wrong.push(format!("{}: without {premise} still {left:?}", file.display()));
            }
            sole.insert(premise.to_owned());
        }
        if found.is_empty() {
            let program = parse(&source).unwrap_or_default();
            let options = Options::default();
            let (_, derived) = Atomicity.derive(&program, &source, &options);
            proved.extend(derived.shape().steps().map(|(_, step)| Atomicity.book().rule(step.rule).name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let book = Atomicity.book();
    let missing: Vec<_> = book.switches().map(|(id, _)| book.premise_name(id)).filter(|p| !sole.contains(p)).collect();
    assert!(missing.is_empty(), "no program is rejected by these alone: {missing:?}");
    let missing: Vec<_> = book.rules().map(|(_, rule)| rule.name).filter(|rule| !proved.contains(rule)).collect();
    assert!(missing.is_empty(), "no program uses these rules: {missing:?}");
}
