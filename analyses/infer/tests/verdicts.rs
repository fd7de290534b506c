//! Section 12: what the corpus says of inference (`//! infer: fixpoint …; sat …`) is so.

use crate::support::*;
use racefree_infer::{Settings, Way};

#[test]
fn corpus_programs_have_the_verdicts_that_they_state() {
    let mut held = 0;
    for entry in racefree_corpus::entries() {
        let header = entry.header();
        let Some(claim) = header.claim("infer") else { continue };
        let text = erased(entry.path);
        for part in claim.split(';') {
            let (way, verdict) = part.trim().split_once(' ').expect("a way and a verdict");
            let way = if way == "fixpoint" { Way::Fixpoint } else { Way::Sat };
            let (word, rest) = verdict.split_once(' ').unwrap_or((verdict, ""));
            let answer = by(Some(way), &text, &Settings::default()).expect("an answer");
            assert_eq!(answer.ok, word == "ok", "{} by {}\n{}", entry.path, way.name(), answer.text);
            match word {
                "ok" => assert_eq!(answer.size().to_string(), rest, "{}\n{}", entry.path, answer.text),
                _ if !rest.is_empty() => {
                    let expected: Vec<&str> = rest.split(", ").collect();
                    assert_eq!(errors(&answer), expected, "{}\n{}", entry.path, answer.text);
                }
                _ => {}
            }
            held += 1;
        }
    }
    assert!(held >= 98, "only {held} verdicts");
}

#[test]
fn findlocks_programs_need_ghosts_without_thread_local_classes() {
    let settings = Settings { thread_local: false, ..Settings::default() };
    for (path, size) in [("external-and-internal-lock", 6), ("recursive-list", 10)] {
        let text = erased(&format!("rose-swamy-hicks-2005/{path}.rfj"));
        assert!(!by(Some(Way::Fixpoint), &text, &settings).expect("an answer").ok);
        let answer = by(Some(Way::Sat), &text, &settings).expect("an answer");
        assert!(answer.ok && answer.size() == size, "{path}: {} {}\n{}", answer.ok, answer.size(), answer.text);
    }
}

#[test]
fn an_access_without_its_lock_is_where_the_error_is() {
    let text = erased("types-against-races/ref.rfj").replace("synchronized y in y.i = 3", "y.i = 3");
    let answer = by(Some(Way::Sat), &text, &Settings::default()).expect("an answer");
    assert_eq!(errors(&answer), ["EXP ASSIGN/guard-held @ 29"], "{}", answer.text);
}

#[test]
fn what_checks_checks_again_once_it_is_erased() {
    let (mut all, mut failed) = (0, Vec::new());
    for entry in racefree_corpus::entries() {
        if entry.header().system() != "base" || entry.header().claim("check") != Some("ok") {
            continue;
        }
        let program = parsed(entry.source);
        if !program.no_warns.is_empty() || !entry.header().list("option").is_empty() {
            continue;
        }
        let erased = |finals| racefree_infer::erase(&program, entry.source, finals);
        // Of a library, nothing shows which classes are one thread's.
        let erasable = program.main.is_some() || program.classes.iter().all(|class| !class.thread_local);
        let texts = [("as it is", entry.source.to_owned()), ("erased", erased(false)), ("all", erased(true))];
        for (what, text) in texts.into_iter().take(if erasable { 3 } else { 1 }) {
            all += 1;
            match by(None, &text, &Settings::default()) {
                Ok(answer) if answer.ok => unchanged(entry.path, &text, &answer.text),
                Ok(answer) => failed.push(format!("{} {what}: {:?}", entry.path, errors(&answer))),
                Err(problem) => failed.push(format!("{} {what}: {problem:?}", entry.path)),
            }
        }
    }
    assert!(all > 200, "{all}");
    assert!(failed.is_empty(), "{} of {all}\n{}", failed.len(), failed.join("\n"));
}

/// Invariant 1: erased, it is the erased input; it differs by insertions alone; inference of it changes nothing.
pub fn unchanged(path: &str, input: &str, text: &str) {
    let finals = |s: &str| s.matches("final ").count();
    let erased = |s: &str, finals: bool| racefree_infer::erase(&parsed(s), s, finals);
    let tokens = |s: &str| -> Vec<String> {
        let lexer = racefree_grammar::lexer::Lexer::new(s, Default::default());
        lexer.map(|(start, _, end)| s[start as usize..end as usize].to_owned()).collect()
    };
    // `final` is an annotation where it is inferred.
    let both = finals(text) > finals(input);
    assert_eq!(tokens(&erased(input, both)), tokens(&erased(text, both)), "{path}");
    let mut rest = text.chars();
    assert!(input.chars().all(|c| rest.any(|d| d == c)), "{path}: something is gone\n{text}");
    let second = by(None, text, &Settings::default()).expect("an answer");
    assert!(second.ok && second.text == text, "{path}\n{text}\n{}", second.text);
}
