//! The exercises about mistakes that students make: the answer that the mistake leads to is not right, and what is said tells why.

use crate::support::desk;
use racefree_exercises::ready::said;
use racefree_exercises::{Ready, Verdict, file};

/// An answer in the usual way.
enum Wrong {
    /// A line.
    Line(&'static str),
    /// The program that was given, with texts replaced.
    Changed(&'static [(&'static str, &'static str)]),
}
use Wrong::{Changed, Line};

const UNDER_LOCK: (&str, &str) = ("let int old = synchronized this in this.n in", "let int old = this.n in");

/// Exercises, each with a wrong answer and what is said of it.
const USUAL: &[(&str, Wrong, &str)] = &[
    // A synchronized method locks its own object, and not all of the class.
    ("50-one-lock-for-many", Line("none"), "Some schedule has a race that is not among them"),
    ("50-one-lock-for-many", Line("Account.balance, Bank.total"), "that nothing orders"),
    // Any lock will do.
    (
        "51-many-locks-for-one",
        Changed(&[("in\nfork { synchronized mine in c", "in\nfork { synchronized c in c")]),
        "race on `Counter.n`",
    ),
    // A write is what needs a lock, and a block for each access is enough.
    ("52-too-little", Changed(&[UNDER_LOCK]), "EXP REF/guard-held @ 11"),
    ("52-too-little", Changed(&[]), "some run ends with `Counter#1.n = 1`"),
    // A reader sees what was there before or what is there behind.
    ("53-reading", Line("0, 2"), "Some schedule ends in another way"),
    // A thread waits for itself.
    ("54-taken-twice", Line("yes"), "in every schedule, who waits for a lock gets it in the end"),
    // Both threads have the first lock, and one waits for the other.
    ("55-another-lock", Line("0*9,1*6"), "the schedule ends, and has not reached a race on `Counter.n`"),
    // Volatile makes `++` one step.
    ("56-volatile", Line("0*59,1*13,2*13,0*13"), "the program is over, and its output is not `1`"),
    // One more look is enough, and nobody comes in between.
    (
        "57-wait-in-an-if",
        Changed(&[("if (size == 0) wait();", "if (size == 0) wait(); size--;"), ("[--size]", "[size]")]),
        "throws an exception",
    ),
    ("57-wait-in-an-if", Changed(&[("if (size == 0) wait();", "while (size == 0);")]), "some run goes on for ever"),
    ("57-wait-in-an-if", Changed(&[("notifyAll", "notify")]), "`Mailbox.put` does something else"),
    // A loop is all that is missing, or a notification is.
    ("58-notify-one", Changed(&[("while", "if")]), "some schedule throws an exception (line 12)"),
    (
        "58-notify-one",
        Changed(&[("while", "if"), ("notify", "notifyAll")]),
        "some schedule throws an exception (line 12)",
    ),
    // A second is long enough.
    ("59-sleep-is-no-join", Line("42"), "Some schedule ends in another way"),
    // One lock is enough, if all threads take one.
    (
        "60-two-orders",
        Changed(&[("synchronized (to) {", "{")]),
        "race on `Account.balance`: nothing orders two accesses of it (lines",
    ),
    ("60-two-orders", Changed(&[]), "threads wait for each other (line"),
    // A map that is safe needs no lock around two calls.
    ("61-check-then-act", Changed(&[("counts.put(word, 1)", "counts.putIfAbsent(word, 1)")]), "some run prints `1`"),
    (
        "61-check-then-act",
        Changed(&[(
            "counts.put(word, counts.get(word) + 1)",
            "synchronized (word) { counts.put(word, counts.get(word) + 1); }",
        )]),
        "some run prints `1`",
    ),
];

#[test]
fn the_usual_mistake_is_not_right_and_the_reason_is_told() {
    let desk = desk();
    let mut exercises: Vec<&str> = Vec::new();
    for (name, wrong, why) in USUAL {
        let file = file::find(name).unwrap();
        let ready =
            Ready::new(&desk, file.exercise().unwrap()).unwrap_or_else(|grade| panic!("{name}: {}", said(&grade)));
        let handed = match wrong {
            Line(line) => (*line).to_owned(),
            Changed(edits) => edits.iter().fold(file.text.to_owned(), |text, (from, to)| {
                assert!(text.contains(from), "{name}: {from}");
                text.replace(from, to)
            }),
        };
        let grade = ready.grade(&desk, handed.as_bytes());
        let told = said(&grade);
        assert!(
            grade.verdict != Verdict::Right && told.to_lowercase().contains(&why.to_lowercase()),
            "{name}: {told}\n{handed}"
        );
        exercises.push(name);
    }
    exercises.dedup();
    let all: Vec<&str> = file::all().iter().filter_map(|file| file.name.strip_prefix("13-mistakes/")).collect();
    assert_eq!(exercises, all, "each has its mistake");
}

#[test]
fn other_right_answers_are_right() {
    let desk = desk();
    let right: [(&str, &[(&str, &str)]); 4] = [
        ("51-many-locks-for-one", &[("int up() {", "synchronized int up() {")]),
        ("60-two-orders", &[("static void transfer", "static synchronized void transfer")]),
        ("61-check-then-act", &[("static void count", "static synchronized void count")]),
        (
            "61-check-then-act",
            &[
                ("!counts.containsKey(word)", "counts.putIfAbsent(word, 1) != null"),
                ("counts.put(word, 1);", "counts.merge(word, 1, Integer::sum);"),
                (" else {\n            counts.put(word, counts.get(word) + 1);\n        }", ""),
            ],
        ),
    ];
    for (name, edits) in right {
        let file = file::find(name).unwrap();
        let ready =
            Ready::new(&desk, file.exercise().unwrap()).unwrap_or_else(|grade| panic!("{name}: {}", said(&grade)));
        let handed = edits.iter().fold(file.text.to_owned(), |text, (from, to)| text.replace(from, to));
        assert_ne!(handed, file.text);
        let grade = ready.grade(&desk, handed.as_bytes());
        assert_eq!(grade.verdict, Verdict::Right, "{name}: {}\n{handed}", said(&grade));
    }
}

#[test]
fn java_has_the_kinds_that_it_has() {
    let read = |header: &str| {
        let lines: String = header.lines().map(|line| format!("//! {line}\n")).collect();
        racefree_exercises::Exercise::read("a/T.java", &format!("//! T\n//! task: t\n{lines}class T {{}}\n"))
    };
    assert!(read("exercise: derivation\nblank: all").unwrap_err().contains("not about one in Java"));
    assert!(read("exercise: annotate").unwrap_err().contains("not about one in Java"));
    assert!(read("exercise: repair\nforks: 2\ngoal: race: none").unwrap_err().contains("keep the method"));
    let exercise = read("exercise: repair\nkeep: T.m\ngoal: race: none, waiting: no").unwrap();
    assert_eq!((exercise.name.as_str(), exercise.file().as_str(), exercise.java), ("a/T", "a/T.java", true));
    // Nobody writes the solution of a repair of Java.
    let ready = Ready::new(&desk(), read("exercise: predict\nask: race").unwrap());
    assert!(ready.is_err(), "there is no `main`");
}
