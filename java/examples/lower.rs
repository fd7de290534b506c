//! Prints Java source as a program of the calculus, and what is wrong with it: `cargo run -p racefree-java --example lower -- FILE…`.
#![allow(clippy::print_stdout)] // it shows its result

use racefree_grammar::printer;
use racefree_grammar::span::LineIndex;
use racefree_java::Java;
use racefree_java::elaborate::{Options, elaborate};
use racefree_java::sources::Sources;
use racefree_java::tree::Origin;
use racefree_systems::{BASE, premise_name};

fn main() {
    let mut sources = Sources::default();
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
        sources.add(path, &bytes, Origin::Source).expect("short enough");
    }
    for (name, text) in racefree_java::world::STUBS {
        sources.add((*name).to_owned(), text.as_bytes(), Origin::Stub).expect("short enough");
    }
    let mut java = Java::read(sources, None, 1);
    let made = elaborate(&mut java, Options::default());
    println!("{}", printer::print(&made.program));
    let lines = LineIndex::new(java.sources.text());
    let report = BASE.check(&made.program, java.sources.text(), &racefree_kernel::Options::default());
    for error in report.errors.iter().flat_map(|e| e.all()) {
        let line = lines.line(error.span.start);
        println!("{line}: {}: {}", premise_name(error.premise), made.origins.in_java(&error.message));
        for (premise, because) in &error.because {
            println!("    {}: {because}", premise_name(*premise));
        }
    }
    for problem in &made.problems {
        println!("{}: {}: {}", lines.line(problem.span.start), problem.premise, problem.message);
    }
    for (sort, place) in made.assumptions.iter() {
        println!("{}: assumed: {}", lines.line(place.start), sort.text());
    }
}
