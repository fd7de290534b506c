//! The programs of `corpus/atomicity`: each atomicity and each claim is as stated. Verdicts, sole causes and rules are held with those of
//! all systems (`corpus/tests`).

use racefree_atomicity::rules::atom_block;
use racefree_atomicity::{Atomicity, analyse};
use racefree_grammar::parse;
use racefree_grammar::span::LineIndex;
use racefree_kernel::{Options, System};
use std::collections::BTreeMap;
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
