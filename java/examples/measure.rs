//! Reads folders of Java, and prints counts and rates: `cargo run --release -p racefree-java --example measure -- [--threads N] PATH…`.
#![allow(clippy::print_stdout, clippy::disallowed_methods)] // a measurement: it prints, and looks at the clock

use cpu_time::ProcessTime;
use racefree_java::Java;
use racefree_java::declare::Problem;
use racefree_java::sources::Sources;
use racefree_java::tree::Origin;
use std::path::{Path, PathBuf};
use std::time::Instant;

fn walk(path: &Path, files: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let mut entries: Vec<PathBuf> =
            std::fs::read_dir(path).into_iter().flatten().flatten().map(|e| e.path()).collect();
        entries.sort();
        entries.iter().for_each(|e| walk(e, files));
    } else if path.extension().is_some_and(|e| e == "java") {
        files.push(path.to_owned());
    }
}

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut threads = 1;
    if let Some(i) = arguments.iter().position(|a| a == "--threads") {
        threads = arguments.get(i + 1).and_then(|n| n.parse().ok()).unwrap_or(1);
        arguments.drain(i..(i + 2).min(arguments.len()));
    }
    let mut paths = Vec::new();
    arguments.iter().for_each(|a| walk(Path::new(a), &mut paths));
    let mut sources = Sources::default();
    for path in &paths {
        let bytes = std::fs::read(path).unwrap_or_default();
        sources.add(path.display().to_string(), &bytes, Origin::Source).expect("at most 4 GB");
    }
    let lines = sources.text().lines().count();
    let (cpu, wall) = (ProcessTime::now(), Instant::now());
    let java = Java::read(sources, None, threads);
    println!(
        "{} files, {lines} lines; {} classes, {} fields, {} methods",
        paths.len(),
        java.classes.len(),
        java.fields.len(),
        java.methods.len()
    );
    println!("read: {:.2} s of processor time, {:.2} s", cpu.elapsed().as_secs_f64(), wall.elapsed().as_secs_f64());
    for problem in java.problems.iter().take(50) {
        let (span, text) = match problem {
            Problem::Syntax(e) => (e.span, e.message(&java.sources)),
            Problem::DuplicateClass { span, .. } => (*span, format!("duplicate class {}", java.sources.at(*span))),
            Problem::DuplicateMember { span, .. } => (*span, format!("duplicate member {}", java.sources.at(*span))),
            Problem::CyclicInheritance { span } => (*span, "cyclic inheritance".into()),
            Problem::TooLong { file } => panic!("{file} is too long"),
        };
        let (file, place) = java.sources.place(span);
        let file = &java.sources.files()[file.index()];
        let line = java.sources.at(file.span)[..place.start as usize].lines().count();
        println!("{}:{line}: {text}", file.name);
    }
    println!("{} problems", java.problems.len());
}
