//! Every exercise that is built in: it has no fault, its answer gets all points, and wrong answers get less.

use crate::support::desk;
use racefree_exercises::mutants::mutants;
use racefree_exercises::ready::{lint, said};
use racefree_exercises::{Verdict, file};
use std::collections::BTreeMap;

/// The exercises; of those in Java, which read a library each time, one of each kind.
fn some() -> Vec<file::File> {
    let slow = ["57-wait-in-an-if", "58-notify-one", "61-check-then-act"];
    let all = std::env::var_os("RACEFREE_ALL").is_some();
    file::all().into_iter().filter(|file| all || !slow.iter().any(|name| file.name.ends_with(name))).collect()
}

#[test]
fn all_are_without_faults_and_in_the_canonical_layout() {
    let desk = desk();
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for file in file::all().into_iter().filter(|file| file.path.ends_with(".rfj")) {
        match file.exercise().and_then(|exercise| lint(&desk, exercise)) {
            Err(fault) => wrong.push(format!("{}: {fault}", file.name)),
            Ok(linted) => *kinds.entry(linted.ready.exercise.kind.name()).or_default() += 1,
        }
        let formatted = racefree_grammar::printer::format(file.text).unwrap_or_default();
        if formatted != file.text {
            wrong.push(format!("racefree fmt --write app/exercises/{}.rfj", file.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(kinds.values().sum::<usize>() >= 40, "{kinds:?}");
    assert!(kinds.len() == 5 && kinds.values().all(|n| *n >= 6), "{kinds:?}");
}

#[test]
fn those_in_java_are_without_faults() {
    let desk = desk();
    let java: Vec<_> = some().into_iter().filter(|file| file.path.ends_with(".java")).collect();
    let faults = java.iter().filter_map(|file| lint(&desk, file.exercise().unwrap()).err().map(|e| (file.name, e)));
    assert_eq!(faults.collect::<Vec<_>>(), []);
    assert!(file::all().iter().filter(|file| file.path.ends_with(".java")).count() >= 7);
}

#[test]
fn wrong_answers_get_less_and_the_fault_is_found_where_it_is() {
    let desk = desk();
    let (mut wrong, mut tried, mut placed) = (Vec::new(), 0, 0);
    for file in some() {
        let Ok(linted) = file.exercise().and_then(|exercise| lint(&desk, exercise)) else { continue };
        let (points, all) = (linted.ready.exercise.points, linted.ready.exercise.all_or_nothing);
        let full = linted.ready.grade(&desk, linted.answer.as_bytes());
        assert_eq!(full.hundredths(points, all), u64::from(points) * 100, "{}", file.name);
        let mutants = mutants(&linted.ready, &linted.answer, 20);
        if mutants.len() < 20 {
            wrong.push(format!("{}: only {} wrong answers", file.name, mutants.len()));
        }
        for mutant in mutants {
            let grade = linted.ready.grade(&desk, mutant.handed.as_bytes());
            let fault = grade.fault.clone().unwrap_or_default();
            tried += 1;
            placed += usize::from(!mutant.place.is_empty());
            if grade.verdict == Verdict::Right || grade.hundredths(points, all) >= u64::from(points) * 100 {
                wrong.push(format!("{}: all points for\n{}", file.name, mutant.handed));
            } else if !mutant.place.is_empty() && fault.place != mutant.place {
                wrong.push(format!("{}: at {}, found {}\n{}", file.name, mutant.place, said(&grade), mutant.handed));
            }
        }
    }
    assert!(tried >= 800 && placed >= 150, "{tried} wrong answers, {placed} with a place");
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn other_names_for_each_student_change_no_grade() {
    let desk = desk();
    for file in some() {
        let Ok(linted) = file.exercise().and_then(|exercise| lint(&desk, exercise)) else { continue };
        let names = |student| racefree_exercises::vary::Names::new(&linted.ready.exercise, student);
        let (ann, bob) = (names("ann"), names("bob"));
        let own = ann.put(&linted.answer);
        assert_eq!(ann.taken_back(&own), linted.answer, "{}", file.name);
        let copied = bob.taken_back(&own);
        let grade = linted.ready.grade(&desk, copied.as_bytes());
        // An answer without names has none of another student.
        if own != linted.answer {
            assert_ne!(grade.verdict, Verdict::Right, "{}: a copy of\n{own}", file.name);
        }
    }
}

#[test]
fn answers_to_questions_fit_their_schema() {
    use racefree_answers::desk::Desk;
    use racefree_answers::protocol::schemas;
    let (_, schema) = schemas::WRITTEN.iter().find(|(name, _)| *name == "exercise").unwrap();
    let validator = jsonschema::validator_for(&serde_json::from_str(schema).unwrap()).unwrap();
    let desk = Desk { exercise: racefree_exercises::ask, ..desk() };
    let mut fitting = 0;
    let names = some().into_iter().map(|file| file.name);
    let questions = names.map(|name| {
        serde_json::json!({ "name": name, "handed": "0*7,1*3,2*4,1", "solve": true, "feedback": 3, "vary": "ann" })
    });
    for options in questions.chain([serde_json::json!({})]) {
        let answer = desk.ask(&serde_json::json!({ "ask": "exercise", "options": options }).to_string());
        let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
        assert!(validator.is_valid(&answer), "{options}: {answer}");
        fitting +=
            usize::from(answer["grade"]["verdict"].is_string() || answer["exercises"].as_array().unwrap().len() > 40);
    }
    assert_eq!(fitting, some().len() + 1);
}
