//! Whatever the source is, it is parsed or refused: nothing panics, every error is in words and in its place, and what
//! is accepted can be formatted.

use crate::open;
use proptest::prelude::*;
use proptest::sample::select;
use racefree_grammar::fix::apply;
use racefree_grammar::{parse, printer};
use std::cell::Cell;
use std::path::{Path, PathBuf};

use crate::common;
use crate::noise;
use common::{cases, report, runner};
use noise::noise;

/// Number of sources that were accepted, of those that were refused, and of repairs proposed.
#[derive(Default)]
struct Count {
    accepted: Cell<u32>,
    refused: Cell<u32>,
    repairs: Cell<u32>,
}

impl Count {
    /// Parses a source and checks what comes of it.
    fn check(&self, source: &str) -> Result<(), TestCaseError> {
        match parse(source) {
            Ok(program) => {
                self.accepted.set(self.accepted.get() + 1);
                let formatted = printer::format(source).map_err(|e| TestCaseError::fail(format!("{e:?}")))?;
                let again = parse(&formatted).map_err(|e| TestCaseError::fail(format!("{e:?}\n{formatted}")))?;
                prop_assert!(program.same_syntax(&again), "{source}\nis formatted as\n{formatted}");
                let twice = printer::format(&formatted).map_err(|e| TestCaseError::fail(format!("{e:?}")))?;
                prop_assert_eq!(twice, formatted, "not idempotent: {}", source);
            }
            Err(errors) => {
                self.refused.set(self.refused.get() + 1);
                prop_assert!(!errors.is_empty());
                for error in &errors {
                    let (start, end) = (error.span.start as usize, error.span.end as usize);
                    prop_assert!(start <= end && end <= source.len(), "{error:?} is outside of {source:?}");
                    prop_assert!(source.is_char_boundary(start) && source.is_char_boundary(end), "{error:?}");
                    let message = &error.message;
                    prop_assert!(message.starts_with(|c: char| !c.is_uppercase()), "{message}");
                    for word in ["Token", "Ident", "auto;", "new<", "[", "UnrecognizedToken"] {
                        prop_assert!(!message.replace(&source[start..end], "").contains(word), "{message}");
                    }
                    for fix in &error.fixes {
                        let applied = apply(source, &fix.edits).is_some();
                        prop_assert!(applied, "{fix:?} cannot be applied to {source:?}");
                        self.repairs.set(self.repairs.get() + 1);
                    }
                }
                prop_assert!(errors.windows(2).all(|w| w[0].span.start <= w[1].span.start), "{errors:?}");
            }
        }
        Ok(())
    }
}

#[test]
fn any_bytes() {
    let count = Count::default();
    let bytes = prop::collection::vec(any::<u8>(), 0..200);
    report(runner().run(&bytes, |bytes| count.check(&String::from_utf8_lossy(&bytes))));
    assert!(count.accepted.get() + count.refused.get() >= cases(), "those that failed once are tried as well");
    assert!(count.refused.get() > cases() / 2);
}

const WORDS: &str = "class extends final guarded_by requires ghost thread_local new let in synchronized fork this null true false \
    if else while print assert holds no_warn int boolean void x y C Object f lock return for public sync 1 \
    2147483648 99999999999 \"s\" \"\\q\" \" 'c' ' { } ( ) ; , . = || && == != < <= > >= + - * / % ! // ⏎ /* */ /*# \
    //# [ ? @ & ä";

fn tokens() -> Vec<&'static str> {
    WORDS.split(' ').map(|word| if word == "⏎" { "\n" } else { word }).collect()
}

#[test]
fn any_tokens() {
    let count = Count::default();
    let tokens = prop::collection::vec(select(tokens()), 0..60);
    report(runner().run(&tokens, |tokens| count.check(&tokens.join(" "))));
    assert!(count.refused.get() > cases() / 2);
}

/// A change to a source, made at some byte of it.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    Delete(usize, usize),
    Insert(usize, &'static str),
    Move(usize, usize, usize),
}

pub(crate) fn changes() -> impl Strategy<Value = Vec<Change>> {
    let at = any::<usize>;
    let change = prop_oneof![
        (at(), 1..20usize).prop_map(|(at, n)| Change::Delete(at, n)),
        (at(), select(tokens())).prop_map(|(at, token)| Change::Insert(at, token)),
        (at(), at(), 1..40usize).prop_map(|(from, to, n)| Change::Move(from, to, n)),
    ];
    prop::collection::vec(change, 0..6)
}

/// The source with the changes made.
pub(crate) fn changed(source: &str, changes: &[Change]) -> String {
    let mut chars: Vec<char> = source.chars().collect();
    for change in changes {
        let at = |at: usize, chars: &[char]| at % (chars.len() + 1);
        match *change {
            Change::Delete(from, n) => {
                let from = at(from, &chars);
                chars.drain(from..(from + n).min(chars.len()));
            }
            Change::Insert(to, token) => {
                let to = at(to, &chars);
                chars.splice(to..to, format!(" {token} ").chars());
            }
            Change::Move(from, to, n) => {
                let from = at(from, &chars);
                let piece: Vec<char> = chars.drain(from..(from + n).min(chars.len())).collect();
                let to = at(to, &chars);
                chars.splice(to..to, piece);
            }
        }
    }
    chars.into_iter().collect()
}

/// The programs of the corpus, as far as they are written.
pub(crate) fn corpus() -> Vec<String> {
    fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                collect(&path, files);
            } else if path.extension().is_some_and(|e| e == "rfj") {
                files.push(path);
            }
        }
    }
    let mut files = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus"), &mut files);
    files.sort();
    files.into_iter().filter_map(|path| std::fs::read_to_string(path).ok()).collect()
}

#[test]
fn changed_programs() {
    let count = Count::default();
    let mut sources = corpus();
    sources.extend(include_str!("programs.rfj").split("\n// ----\n").map(str::to_owned));
    let unchanged = Count::default();
    for source in &sources {
        unchanged.check(source).unwrap_or_else(|e| panic!("{e}"));
    }
    assert!(unchanged.accepted.get() >= 4, "too few programs to change");
    let strategy = (select(sources), changes());
    report(runner().run(&strategy, |(source, changes)| count.check(&changed(&source, &changes))));
    assert!(count.accepted.get() > cases() / 20 && count.refused.get() > cases() / 4);
    assert!(count.repairs.get() > cases() / 4, "{} repairs", count.repairs.get());
}

#[test]
fn changed_trees() {
    let count = Count::default();
    let strategy = (open::programs(), prop::collection::vec(any::<u8>(), 0..60), changes());
    report(runner().run(&strategy, |(program, choices, changes)| {
        count.check(&changed(&noise(&printer::print(&program), &choices), &changes))
    }));
    assert!(count.accepted.get() > cases() / 20 && count.refused.get() > cases() / 4);
}
