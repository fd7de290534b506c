//! Prints Java source as a program of the calculus, and what is wrong with it: `cargo run -p racefree-java --example lower -- [--count] PATH…`.
//! With `--count`, folders are walked, and counts and rates are printed instead.
//! A file `*.stub` is a stub.
#![allow(clippy::print_stdout)] // it shows its result

use cpu_time::ProcessTime;
use racefree_grammar::printer;
use racefree_grammar::span::LineIndex;
use racefree_java::Java;
use racefree_java::elaborate::{Elaborated, Options, elaborate};
use racefree_java::sources::Sources;
use racefree_java::tree::Origin;
use racefree_java::world::{Assumed, STUBS};
use racefree_systems::{BASE, premise_name};
use std::collections::BTreeMap;
use std::path::Path;

fn add(path: &Path, sources: &mut Sources) {
    if path.is_dir() {
        let mut entries: Vec<_> = std::fs::read_dir(path).into_iter().flatten().flatten().map(|e| e.path()).collect();
        entries.sort();
        entries.iter().for_each(|entry| add(entry, sources));
        return;
    }
    let origin = match path.extension().and_then(|e| e.to_str()) {
        Some("java") => Origin::Source,
        Some("stub") => Origin::Stub,
        _ => return,
    };
    let bytes = std::fs::read(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    sources.add(path.display().to_string(), &bytes, origin).expect("short enough");
}

fn main() {
    let (mut sources, mut count) = (Sources::default(), false);
    for argument in std::env::args().skip(1) {
        if argument == "--count" {
            count = true;
        } else {
            add(Path::new(&argument), &mut sources);
        }
    }
    let lines = sources.text().lines().count();
    for (name, text) in STUBS {
        sources.add((*name).to_owned(), text.as_bytes(), Origin::Stub).expect("short enough");
    }
    let start = ProcessTime::now();
    let mut java = Java::read(sources, None, 1);
    let read = start.elapsed();
    let made = elaborate(&mut java, Options::default());
    let all = start.elapsed();
    if count {
        println!(
            "{lines} lines: declared in {read:.2?}, elaborated in {all:.2?}: {:.0} lines/s",
            lines as f64 / all.as_secs_f64()
        );
        counts(&java, &made);
    } else {
        println!("{}", printer::print(&made.program));
        errors(&java, &made);
    }
}

fn counts(java: &Java, made: &Elaborated) {
    let program = &made.program;
    println!(
        "{} classes, {} methods, {} expressions",
        program.classes.len(),
        program.methods.len(),
        program.exprs.len()
    );
    for sort in Assumed::ALL {
        println!("{:>9} {}", made.assumptions.count(sort), sort.text());
    }
    println!("{} problems of the elaboration", made.problems.len());
    for problem in &made.problems {
        let (file, span) = java.sources.place(problem.span);
        let file = &java.sources.files()[file.index()];
        let line = LineIndex::new(java.sources.at(file.span)).line(span.start);
        println!("    {}:{line}: {}: {}", file.name, problem.premise, problem.message);
    }
    let start = ProcessTime::now();
    let report = BASE.check(program, java.sources.text(), &racefree_kernel::Options::default());
    println!("judged in {:.2?}", start.elapsed());
    let mut by_premise: BTreeMap<String, (usize, String)> = BTreeMap::new();
    for error in report.errors.iter().flat_map(|e| e.all()) {
        let (file, span) = java.sources.place(error.span);
        let file = &java.sources.files()[file.index()];
        let line = || LineIndex::new(java.sources.at(file.span)).line(span.start);
        let example = || format!("{}:{}: {}", file.name, line(), made.origins.in_java(&error.message));
        by_premise.entry(premise_name(error.premise)).or_insert_with(|| (0, example())).0 += 1;
    }
    for (premise, (n, example)) in by_premise {
        println!("{n:>9} {premise}   {example}");
    }
}

fn errors(java: &Java, made: &Elaborated) {
    let lines = LineIndex::new(java.sources.text());
    let report = BASE.check(&made.program, java.sources.text(), &racefree_kernel::Options::default());
    for error in report.errors.iter().flat_map(|e| e.all()) {
        let line = lines.line(error.span.start);
        println!("{line}: {}: {}", premise_name(error.premise), made.origins.in_java(&error.message));
        for (premise, because) in &error.because {
            println!("    {}: {}", premise_name(*premise), made.origins.in_java(because));
        }
    }
    for problem in &made.problems {
        println!("{}: {}: {}", lines.line(problem.span.start), problem.premise, problem.message);
    }
    for (sort, place) in made.assumptions.iter() {
        println!("{}: assumed: {}", lines.line(place.start), sort.text());
    }
}
