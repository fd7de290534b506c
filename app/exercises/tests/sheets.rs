//! Grading of sheets: what counts as the same, what follows from a mistake, what is missing or foreign.

use crate::support::{graded, ready};
use racefree_exercises::{Feedback, Ready, Verdict};

const CALL: &str = "class Account {
  int balance guarded_by this
  int deposit(int x) requires this { this.balance = this.balance + x }
}
let Account a = new Account in
let Account b = new Account in
synchronized a in synchronized b in a.deposit(10)
";

fn sheet(blank: &str) -> (Ready, String) {
    let ready = ready(&format!("exercise: derivation\nat: 13:37\nblank: {blank}"), CALL);
    let answer = ready.answer(&crate::support::desk()).unwrap();
    (ready, answer)
}

fn place(ready: &Ready, handed: &str) -> String {
    graded(ready, handed).fault.unwrap_or_default().place
}

#[test]
fn the_sheet_has_the_form_that_was_promised() {
    let (ready, answer) = sheet("env, locks, rule");
    assert!(ready.sheet().contains("P; ____; ____ |- a.deposit(10) : int"), "{}", ready.sheet());
    assert!(ready.sheet().contains("[____]"));
    assert!(answer.contains("1.3      requires-held"), "{answer}");
    assert_eq!(graded(&ready, &answer).verdict, Verdict::Right, "{answer}");
}

#[test]
fn writing_does_not_matter() {
    let (ready, answer) = sheet("all");
    let unicode = answer.replace("|-", "⊢").replace(") in ", ") ∈ ").replace(" a in {", " a ∈ {").replace("<=", "⊆");
    assert_eq!(graded(&ready, &unicode).verdict, Verdict::Right, "{unicode}");
    let wide = answer.replace("; ", "  ;   ").replace("a.deposit(10)", "( a . deposit ( 10 ) )");
    assert_eq!(graded(&ready, &wide).verdict, Verdict::Right, "{wide}");
    let narrow: String = answer.lines().map(|l| l.split_whitespace().collect::<Vec<_>>().join(" ") + "\n").collect();
    assert_eq!(graded(&ready, &narrow).verdict, Verdict::Right, "{narrow}");
    let turned = answer.replace("{a, b}", "{ b , a }");
    assert_ne!(turned, answer);
    assert_eq!(graded(&ready, &turned).verdict, Verdict::Right, "{turned}");
    let remarked = format!("# my sheet\n\n{}", answer.replace("[EXP VAR]", "[exp var]  # a variable"));
    assert_eq!(graded(&ready, &remarked).verdict, Verdict::Right, "{remarked}");
    let mut lines: Vec<&str> = answer.lines().collect();
    lines.reverse();
    assert_eq!(graded(&ready, &lines.join("\n")).verdict, Verdict::Right);
}

#[test]
fn an_environment_has_an_order() {
    let (ready, answer) = sheet("env");
    let turned = answer.replace("Account a, Account b", "Account b, Account a");
    assert_eq!(place(&ready, &turned), "1");
}

#[test]
fn what_follows_from_a_mistake_is_not_held_against_the_student() {
    let (ready, answer) = sheet("locks");
    // The lock is forgotten at the root, and so everywhere.
    let forgotten = answer.replace("{a, b} |-", "{b} |-");
    let grade = graded(&ready, &forgotten);
    assert_eq!(grade.fault.clone().unwrap().place, "1");
    assert_eq!(grade.parts.1 - grade.parts.0, 1, "{forgotten}");
    // It is forgotten once: the rest does not follow, and is right.
    let once = answer.replacen("{a, b} |-", "{b} |-", 1);
    assert_eq!(graded(&ready, &once).parts.1 - graded(&ready, &once).parts.0, 1, "{once}");
}

#[test]
fn a_type_follows_from_the_premises_as_they_are_written() {
    let program = "class A { int f guarded_by this }\nlet A a = new A in\nsynchronized a in synchronized a in a.f\n";
    let ready = ready("exercise: derivation\nat: 9:1\nblank: type", program);
    let answer = ready.answer(&crate::support::desk()).unwrap();
    let wrong = answer.replace(": int", ": boolean");
    let grade = graded(&ready, &wrong);
    // The two judgments below have the type of the body; the read has that of the field.
    assert_eq!(grade.parts.1 - grade.parts.0, 1, "{wrong}");
    let fault = grade.fault.unwrap();
    assert!(fault.part.contains("type") && fault.expected == "int", "{fault:?}");
    let line = answer.lines().find(|line| line.contains("a.f") && !line.contains("synchronized")).unwrap();
    assert_eq!(fault.place, line.split_whitespace().take(2).collect::<Vec<_>>().join(" "));
}

#[test]
fn premises_that_are_missing_or_foreign_are_found() {
    let (ready, answer) = sheet("rule");
    let without: String = answer
        .lines()
        .filter(|line| !line.contains("requires-held") && !line.contains("element"))
        .map(|l| format!("{l}\n"))
        .collect();
    let grade = graded(&ready, &without);
    assert!(grade.fault.as_ref().unwrap().part.contains("`requires-held` is missing"), "{grade:?}");
    let foreign = format!("{answer}1.9 guard-held P; Account a, Account b |- a in {{a, b}} [LOCK ELEM]\n");
    let grade = graded(&ready, &foreign);
    assert!(grade.fault.as_ref().unwrap().part.contains("no premise `guard-held`"), "{grade:?}");
    assert_ne!(grade.verdict, Verdict::Right);
    let twice = format!("{answer}1.8 receiver P; Account a, Account b; {{a, b}} |- a : Account [EXP VAR]\n");
    assert_ne!(graded(&ready, &twice).verdict, Verdict::Right);
    let lost = format!("{answer}3.1 receiver P; Account a |- a : Account [EXP VAR]\n");
    assert!(graded(&ready, &lost).fault.unwrap().part.contains("premise of no judgment"));
}

#[test]
fn premises_may_be_in_any_order_and_evident_ones_may_be_written() {
    let (ready, answer) = sheet("rule");
    let swapped = answer.replace("1.1 ", "1.7 ").replace("1.2 ", "1.6 ");
    assert_eq!(graded(&ready, &swapped).verdict, Verdict::Right, "{swapped}");
    let more = format!("{answer}1.5 type P; Account a, Account b |- int [TYPE INT]\n");
    assert_eq!(
        graded(&ready, &more).verdict,
        Verdict::Right,
        "{}",
        racefree_exercises::ready::said(&graded(&ready, &more))
    );
    let wrong = format!("{answer}1.5 type P; Account a, Account b |- int [TYPE OBJECT]\n");
    assert_ne!(graded(&ready, &wrong).verdict, Verdict::Right);
}

#[test]
fn parts_that_were_given_may_not_be_changed() {
    let (ready, answer) = sheet("rule");
    let other = answer.replacen("a.deposit(10)", "b.deposit(10)", 1);
    assert_eq!(place(&ready, &other), "1");
    let grade = graded(&ready, &other);
    assert!(grade.verdict == Verdict::Partly && grade.parts.0 < grade.parts.1);
}

#[test]
fn feedback_has_levels() {
    let (ready, answer) = sheet("rule");
    let wrong = answer.replace("[LOCK SUBSET]", "[LOCK ELEM]");
    let grade = graded(&ready, &wrong);
    assert_eq!((grade.place(Feedback::Verdict), grade.message(Feedback::Verdict)), (String::new(), String::new()));
    assert_eq!(grade.place(Feedback::Place), "1.3 requires-held");
    assert_eq!(grade.message(Feedback::Place), "");
    assert!(grade.message(Feedback::Reason).starts_with("the rule is not [LOCK ELEM]"));
    assert!(!grade.message(Feedback::Reason).contains("LOCK SUBSET"));
    assert!(grade.message(Feedback::Expected).ends_with("expected: [LOCK SUBSET]"));
}

#[test]
fn a_blank_that_is_left_is_missing() {
    let (ready, _) = sheet("type, rule");
    let grade = graded(&ready, &ready.sheet());
    assert_eq!((grade.verdict, grade.parts.0), (Verdict::Wrong, 0));
    let fault = grade.fault.unwrap();
    assert_eq!((fault.place.as_str(), fault.part.as_str()), ("1", "the rule is missing"));
}

#[test]
fn what_is_no_sheet_says_where() {
    let (ready, _) = sheet("rule");
    let grade = graded(&ready, "1 P; E |- x : t [EXP VAR]\nhello\n");
    assert_eq!((grade.verdict, grade.fault.unwrap().place.as_str()), (Verdict::Unreadable, "line 2"));
    assert_eq!(graded(&ready, "1 P |- x : t [R]\n1 P |- x : t [R]\n").verdict, Verdict::Unreadable);
}

#[test]
fn locks_are_not_inherited_by_a_fork() {
    let program = "class A { int f guarded_by this }\nlet A a = new A in\nsynchronized a in fork { a.f }\n";
    let ready = ready("exercise: derivation\nat: 9:19\nblank: locks, verdict", program);
    let answer = ready.answer(&crate::support::desk()).unwrap();
    assert_eq!(graded(&ready, &answer).verdict, Verdict::Right, "{answer}");
    // The lock is carried into the thread, and so the access seems to hold it.
    let inherited = answer.replace("{} |-", "{a} |-").replace("in {}", "in {a}").replace("fails", "holds");
    let grade = graded(&ready, &inherited);
    let body = answer.lines().find(|line| line.contains(" body ")).unwrap();
    let number = body.split_whitespace().next().unwrap();
    assert_eq!(grade.fault.as_ref().unwrap().place, format!("{number} body"), "{inherited}");
    // The premises of the body follow from it; that the lock is held does not.
    assert!(grade.parts.0 + 3 >= grade.parts.1 && grade.verdict == Verdict::Partly, "{grade:?}");
}

#[test]
fn each_line_is_right_wrong_or_open_while_it_is_filled_in() {
    use racefree_exercises::sheet::{choices, lines, states};
    let (ready, answer) = sheet("rule, locks");
    let tree = ready.tree().unwrap();
    let state = |handed: &str, number: &str| {
        let marks = states(tree, handed, Feedback::Reason);
        let mark = marks.iter().find(|mark| mark.number == number).unwrap();
        (mark.state, mark.wrong.clone(), mark.open.clone(), mark.message.clone())
    };
    let blank = ready.sheet();
    assert_eq!(state(&blank, "1").0, "open");
    assert!(states(tree, &answer, Feedback::Reason).iter().all(|mark| mark.state == "right"), "{answer}");
    let root = blank.lines().find(|line| line.starts_with("1 ")).unwrap();
    let ruled = blank.replace(root, &root.replace("[____]", "[EXP INVOKE]"));
    assert_eq!(state(&ruled, "1"), ("open", vec![], vec!["locks"], String::new()));
    let (now, wrong, open, message) = state(&blank.replace(root, &root.replace("[____]", "[EXP REF]")), "1");
    assert_eq!((now, wrong, open), ("wrong", vec!["rule"], vec!["locks"]));
    assert!(message.starts_with("the rule is not [EXP REF]"), "{message}");
    // Less is told to who is told less.
    assert!(states(tree, &blank, Feedback::Verdict).is_empty());
    // What is right can be chosen, and other things can.
    let offered = choices(tree);
    for line in lines(tree) {
        assert!(line.blanks.iter().all(|blank| ["rule", "locks"].contains(blank)), "{line:?}");
    }
    assert!(offered.locks.contains(&"{a, b}".to_owned()) && offered.locks.len() > 2, "{:?}", offered.locks);
    assert!(offered.rule.contains(&"EXP INVOKE".to_owned()) && !offered.rule.contains(&"EXP TRY".to_owned()));
}
