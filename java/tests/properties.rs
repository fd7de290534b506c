//! What must hold of every program: notations agree, names of locals mean nothing, the printed program is the judged one, and no bytes
//! make a panic or an error outside the file.

use crate::corpus::{every, options, programs, some};
use crate::judge::{Judged, judge, judge_all};
use proptest::prelude::*;
use racefree_corpus::Header;
use racefree_grammar::ast::Dialect;
use racefree_grammar::parser;
use racefree_grammar::printer;
use racefree_grammar::span::LineIndex;
use racefree_java::Java;
use racefree_java::elaborate::Options;
use racefree_java::sources::Sources;
use racefree_java::tree::{Member, Origin};
use racefree_kernel::Options as Rules;
use racefree_systems::{BASE, premise_name};
use std::collections::BTreeSet;

/// `RULE/premise @ line` of each error.
pub(crate) fn lines(source: &str, judged: &Judged) -> Vec<String> {
    let index = LineIndex::new(source);
    judged.found.iter().map(|(premise, span)| format!("{premise} @ {}", index.line(span.start))).collect()
}

/// A program whose guards and requires sets are written as `@GuardedBy` and `@Holding`, line by line.
fn with_modifiers(source: &str) -> String {
    let written = |line: &str| -> Option<String> {
        for (word, name) in [("guarded_by", "GuardedBy"), ("requires", "Holding")] {
            let open = format!("/*# {word} ");
            let Some(start) = line.find(&open) else { continue };
            let end = start + line[start..].find("*/")?;
            let locks: Vec<String> =
                line[start + open.len()..end].split(',').map(|lock| format!("\"{}\"", lock.trim())).collect();
            let rest = format!("{}{}", line[..start].trim_end(), &line[end + 2..]);
            let indent = rest.len() - rest.trim_start().len();
            let is_class = rest.contains("class ") || rest.contains("interface ") || rest.trim().is_empty();
            let only = line.matches("/*#").count() == 1 && !line.trim_start().starts_with("/*#") && !is_class;
            return only.then(|| format!("{}@{name}({{{}}}) {}", &rest[..indent], locks.join(", "), &rest[indent..]));
        }
        None
    };
    source.lines().map(|line| written(line).unwrap_or_else(|| line.to_owned())).collect::<Vec<_>>().join("\n")
}

#[test]
fn comments_and_modifiers_mean_the_same() {
    let mut changed = 0;
    for (path, source) in some(3) {
        let other = with_modifiers(&source);
        if other == source || path.contains("/place-") {
            continue;
        }
        changed += 1;
        let (options, rules) = options(&Header::read(&source));
        let (one, two) = (judge(&source, options, &rules), judge(&other, options, &rules));
        assert_eq!(lines(&source, &one), lines(&other, &two), "{path}\n{other}");
    }
    assert!(changed >= 30, "{changed} programs");
}

/// Names of local variables that mean nothing else in a program.
fn local_names(source: &str) -> BTreeSet<String> {
    let mut sources = Sources::default();
    sources.add("Test.java".to_owned(), source.as_bytes(), Origin::Source).expect("short");
    let mut java = Java::read(sources, None, 1);
    let (mut locals, mut others) = (BTreeSet::new(), BTreeSet::new());
    for i in 0..java.classes.len() {
        for member in java.classes[i].members.clone() {
            let body = java.attribute(member);
            locals.extend(body.locals.iter().map(|l| java.names.text(l.name).to_owned()));
            if let Member::Method(m) = member {
                let parameters = java.methods[m.index()].parameters.iter();
                locals.extend(parameters.map(|p| java.names.text(p.name).to_owned()));
            }
        }
    }
    others.extend(java.fields.iter().map(|f| java.names.text(f.name).to_owned()));
    others.extend(java.methods.iter().map(|m| java.names.text(m.name).to_owned()));
    others.extend(java.classes.iter().map(|c| java.names.text(c.name).to_owned()));
    locals.difference(&others).filter(|name| !name.is_empty()).cloned().collect()
}

/// A text in which words are replaced, but in imports: those name what is outside.
fn renamed(source: &str, names: &BTreeSet<String>, suffix: &str) -> String {
    let (mut out, mut word) = (String::new(), String::new());
    let flush = |word: &mut String, out: &mut String| {
        out.push_str(word);
        if names.contains(word.as_str()) {
            out.push_str(suffix);
        }
        word.clear();
    };
    for line in source.split_inclusive('\n') {
        if line.starts_with("import ") {
            out.push_str(line);
            continue;
        }
        for c in line.chars() {
            if c == '_' || c.is_alphanumeric() {
                word.push(c);
            } else {
                flush(&mut word, &mut out);
                out.push(c);
            }
        }
        flush(&mut word, &mut out);
    }
    out
}

/// Names of classes, fields and methods of a program that the library and annotations have not.
fn declared_names(source: &str) -> BTreeSet<String> {
    let mut sources = Sources::default();
    sources.add("Test.java".to_owned(), source.as_bytes(), Origin::Source).expect("short");
    let java = Java::read(sources, None, 1);
    let of_library = |name: &str| {
        let texts = racefree_java::world::STUBS.iter().map(|(_, text)| *text);
        let mut words = texts.flat_map(|text| text.split(|c: char| c != '_' && !c.is_alphanumeric()));
        words.any(|word| word == name)
    };
    let fields = java.fields.iter().map(|f| f.name);
    let all = fields.chain(java.methods.iter().map(|m| m.name)).chain(java.classes.iter().map(|c| c.name));
    let all = all.map(|name| java.names.text(name).to_owned());
    all.filter(|name| name.len() > 1 && !KNOWN.contains(&name.as_str()) && !of_library(name)).collect()
}

/// Words that mean something besides the declarations of a program.
const KNOWN: &[&str] = &[
    "main",
    "lock",
    "unlock",
    "read",
    "write",
    "close",
    "value",
    "values",
    "valueOf",
    "name",
    "of",
    "test",
    "readLock",
    "writeLock",
    "getClass",
    "toString",
    "hashCode",
    "equals",
    "clone",
    "finalize",
    "wait",
    "Object",
    "String",
    "Thread",
    "isSatisfied",
    "itself",
    "release",
    "size",
];

#[test]
fn names_as_the_elaboration_makes_them_change_nothing() {
    let mut wrong = Vec::new();
    for (i, (path, source)) in some(3).enumerate() {
        let (options, rules) = options(&Header::read(&source));
        let is_header = |line: &&str| line.starts_with("//!");
        let header: usize = source.split_inclusive('\n').take_while(is_header).map(str::len).sum();
        let (header, body) = source.split_at(header);
        let before = lines(&source, &judge(&source, options, &rules));
        for suffix in ["$class", "$", "$lambda$1"].into_iter().skip(i % every(3)).step_by(every(3)) {
            let other = format!("{header}{}", renamed(body, &declared_names(&source), suffix));
            let after = lines(&other, &judge(&other, options, &rules));
            if before != after {
                wrong.push(format!("{path}:\n{before:?}\n{after:?}\n{other}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn names_of_locals_change_nothing() {
    let mut changed = 0;
    for (path, source) in some(3) {
        let other = renamed(&source, &local_names(&source), "_of_another_name");
        changed += usize::from(other != source);
        let (options, rules) = options(&Header::read(&source));
        let (one, two) = (judge(&source, options, &rules), judge(&other, options, &rules));
        assert_eq!(lines(&source, &one), lines(&other, &two), "{path}\n{other}");
    }
    assert!(changed >= 30, "{changed} programs");
}

#[test]
fn the_printed_program_fails_the_same_premises() {
    let mut wrong = Vec::new();
    for (path, source) in some(3) {
        let (options, rules) = options(&Header::read(&source));
        let judged = judge(&source, options, &rules);
        let text = printer::print(&judged.elaborated.program);
        let read = parser::Options { dialect: Some(Dialect::Java), ..parser::Options::default() };
        let again = match parser::parse_with(&text, read) {
            Ok(again) => again,
            Err(errors) => {
                wrong.push(format!("{path}: {:?}\n{text}", errors[0]));
                continue;
            }
        };
        if !again.same_syntax(&judged.elaborated.program) {
            wrong.push(format!("{path}: reads back as\n{}\nand was\n{text}", printer::print(&again)));
        }
        let premises = |program| {
            let mut all: Vec<_> = BASE.failures(program, &rules).into_iter().map(|(p, _)| premise_name(p)).collect();
            all.sort();
            all
        };
        if premises(&again) != premises(&judged.elaborated.program) {
            wrong.push(format!("{path}: {:?}\n{text}", premises(&again)));
        }
    }
    assert!(wrong.is_empty(), "{} programs:\n{}", wrong.len(), wrong.join("\n"));
}

/// The errors of damaged bytes: none panics, and all stand within the text.
fn holds_of_bytes(bytes: &[u8]) {
    let files = [("Test.java", bytes, Origin::Source)];
    let judged = judge_all(&files, Options::default(), &Rules::default());
    let text = String::from_utf8_lossy(bytes);
    // Bytes that are no UTF-8 are longer as text; what stands behind the file is that of the stubs.
    let end = text.len().max(2 * bytes.len()) as u32;
    for (premise, span) in &judged.found {
        assert!(span.end <= end, "{premise} at {span:?} of {end}\n{text}");
    }
}

fn cases() -> u32 {
    std::env::var("RACEFREE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(120)
}

/// Edits of a text, each at a part of its length: bytes removed, bytes put in, a piece of it put elsewhere.
fn edited(source: &str, edits: &[(u16, u8, u8)]) -> Vec<u8> {
    const PIECES: &[&[u8]] = &[
        b"{",
        b"}",
        b"(",
        b")",
        b";",
        b"/*#",
        b"*/",
        b"\"",
        b"@GuardedBy(",
        b"class ",
        b".",
        b"->",
        b"\xff",
        b"<",
        b"synchronized ",
    ];
    let mut bytes = source.as_bytes().to_vec();
    for &(at, sort, length) in edits {
        let at = usize::from(at) * bytes.len() / 65_536;
        let end = (at + usize::from(length)).min(bytes.len());
        match sort % 4 {
            0 => drop(bytes.drain(at..end)),
            1 => drop(bytes.splice(at..at, PIECES[usize::from(length) % PIECES.len()].iter().copied())),
            2 => {
                let piece = bytes[at..end].to_vec();
                let to = (at * 7 + 13) % (bytes.len() + 1);
                drop(bytes.splice(to..to, piece));
            }
            _ => bytes.truncate(end),
        }
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_make_a_panic_or_an_error_outside_the_file(
        which in any::<prop::sample::Index>(),
        edits in prop::collection::vec(any::<(u16, u8, u8)>(), 1..5),
    ) {
        let programs = programs();
        let (_, source) = &programs[which.index(programs.len())];
        holds_of_bytes(&edited(source, &edits));
    }
}
