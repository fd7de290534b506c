//! Reads folders of Java, and prints counts and rates: `cargo run --release -p racefree-java --example measure -- [--threads N] PATH…`.
//! `MISSING=1` lists uses that are not resolved; `DUMP=FILE` writes what each name means, to be compared with a compiler's answer.
#![allow(clippy::print_stdout, clippy::disallowed_methods)] // a measurement: it prints, and looks at the clock

use cpu_time::ProcessTime;
use racefree_grammar::Span;
use racefree_java::Java;
use racefree_java::declare::Problem;
use racefree_java::sources::Sources;
use racefree_java::tree::body::{Callee, Kind};
use racefree_java::tree::uses::{DECLARED, EXTERNAL, use_of};
use racefree_java::tree::{ClassNo, MethodKind, Origin};
use racefree_java::types::{Shape, Ty};
use std::collections::BTreeMap;
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
    let mut java = Java::read(sources, None, threads);
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
    attribute(&mut java, lines);
}

fn attribute(java: &mut Java, lines: usize) {
    let (cpu, wall) = (ProcessTime::now(), Instant::now());
    let (mut counts, mut expressions) = (BTreeMap::<&str, BTreeMap<&str, usize>>::new(), 0);
    let mut missing: Vec<(Span, &str)> = Vec::new();
    let mut dump =
        std::env::var_os("DUMP").map(|path| std::io::BufWriter::new(std::fs::File::create(path).expect("a file")));
    let classes: Vec<ClassNo> = (0..java.classes.len() as u32).map(ClassNo).filter(|c| !java.is_inner(*c)).collect();
    for member in classes.into_iter().flat_map(|c| java.classes[c.index()].members.clone()).collect::<Vec<_>>() {
        let body = java.attribute(member);
        expressions += body.expressions.len();
        if let Some(out) = &mut dump {
            dump_body(java, &body, out);
        }
        for (what, known, span) in body.expressions.iter().filter_map(use_of) {
            *counts.entry(what).or_default().entry(known).or_default() += 1;
            if known != DECLARED {
                missing.push((span, what));
            }
        }
    }
    let (seconds, wall) = (cpu.elapsed().as_secs_f64(), wall.elapsed().as_secs_f64());
    println!("attributed: {seconds:.2} s of processor time, {wall:.2} s; {:.0} lines a second", lines as f64 / seconds);
    println!("{expressions} expressions");
    for (what, by) in &counts {
        let of = |known| by.get(known).copied().unwrap_or(0);
        let all: usize = by.values().sum::<usize>() - of(EXTERNAL);
        println!("{what}: {:.3} % {by:?}", 100.0 * of(DECLARED) as f64 / all.max(1) as f64);
    }
    if std::env::var_os("MISSING").is_some() {
        list(java, &missing);
    }
}

fn list(java: &Java, missing: &[(Span, &str)]) {
    for (span, what) in missing {
        let (file, place) = java.sources.place(*span);
        let file = &java.sources.files()[file.index()];
        let line = java.sources.at(file.span)[..place.start as usize].lines().count();
        println!("{}:{line}: {what}: {}", file.name, java.sources.at(*span).lines().next().unwrap_or(""));
    }
}

/// Writes what every name means, a line each, to be compared with another implementation.
fn dump_body(java: &mut Java, body: &racefree_java::tree::body::Body, out: &mut impl std::io::Write) {
    let mut lines: Vec<(&str, u32, String)> = Vec::new();
    for e in &body.expressions {
        match &e.kind {
            Kind::Field { field, name_span, .. } => {
                let f = &java.fields[field.index()];
                let owner = java.names.text(java.classes[f.class.index()].name);
                lines.push(("field", name_span.end, format!("{owner}.{}", java.names.text(f.name))));
            }
            Kind::Call(call) => lines.push(("call", call.name_span.end, method_text(java, call.callee))),
            Kind::New(new) if new.anonymous.is_none() => {
                lines.push(("new", e.span.start, method_text(java, new.callee)))
            }
            Kind::Reference(reference) => lines.push(("ref", e.span.end, method_text(java, reference.callee))),
            _ => {}
        }
    }
    for local in &body.locals {
        let ty = type_text(java, local.ty.ty);
        lines.push(("local", local.name_span.start, format!("{} {ty}", local.effectively_final)));
    }
    for (kind, at, text) in lines {
        let (file, place) = java.sources.place(Span::new(at, at));
        let place = java.sources.files()[file.index()].original(place);
        writeln!(out, "{}\t{kind}\t{}\t{text}", java.sources.files()[file.index()].name, place.start).expect("written");
    }
}

fn method_text(java: &mut Java, callee: Callee) -> String {
    match callee {
        Callee::Declared(m) => {
            let m = java.methods[m.index()].clone();
            let parameters: Vec<String> = m.parameters.iter().map(|p| type_text(java, p.ty.ty)).collect();
            let owner = java.names.text(java.classes[m.class.index()].name);
            let constructor = matches!(m.kind, MethodKind::Constructor | MethodKind::Compact | MethodKind::Canonical);
            let name = if constructor { "new" } else { java.names.text(m.name) };
            format!("{owner}.{name}({})", parameters.join(","))
        }
        Callee::Implied(class) => format!("{}.new()", java.names.text(java.classes[class.index()].name)),
        Callee::External { .. } => "external".into(),
        Callee::Missing { .. } | Callee::Unresolved => "unresolved".into(),
    }
}

fn type_text(java: &mut Java, ty: Ty) -> String {
    let ty = java.types.erased(ty);
    match java.types.shape(ty) {
        Shape::Class(class, _) => java.names.text(java.classes[class.index()].name).to_owned(),
        Shape::Array(element) => format!("{}[]", type_text(java, element)),
        Shape::Primitive(p) => p.text().into(),
        Shape::External(name, _) => java.names.text(name).rsplit('.').next().unwrap_or("").to_owned(),
        Shape::Any | Shape::Super(_) => "Object".into(),
        other => format!("{other:?}"),
    }
}
