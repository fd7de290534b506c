//! The exercises about mistakes that students make: the answer that the mistake leads to is not right, and what is said tells why.

use crate::support::desk;
use racefree_exercises::ready::{lint, said};
use racefree_exercises::repair::Claim;
use racefree_exercises::{Kind, Ready, Verdict, file};

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
    ("56-volatile", Line("0*59,1*13,2*13,0*23"), "the program is over, and its output is not `1`"),
    // One more look is enough, and nobody comes in between.
    (
        "57-wait-in-an-if",
        Changed(&[("if (size == 0) wait();", "if (size == 0) wait(); size--;"), ("[--size]", "[size]")]),
        "throws an exception",
    ),
    ("57-wait-in-an-if", Changed(&[("if (size == 0) wait();", "while (size == 0);")]), "some run goes on for ever"),
    // Who finds nothing goes home.
    ("57-wait-in-an-if", Changed(&[("if (size == 0) wait();", "if (size == 0) return null;")]), "prints `a null`"),
    ("57-wait-in-an-if", Changed(&[("notifyAll", "notify")]), "`Mailbox.put` does something else"),
    // A loop is all that is missing, or a notification is.
    ("58-notify-one", Changed(&[("while", "if")]), "some schedule throws an exception (line 12)"),
    (
        "58-notify-one",
        Changed(&[("while", "if"), ("notify", "notifyAll")]),
        "some schedule throws an exception (line 12)",
    ),
    (
        "58-notify-one",
        Changed(&[("(full) wait();", "(full) return;"), ("(!full) wait();", "(!full) return;")]),
        "some run prints",
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
    ("61-check-then-act", Changed(&[("counts.put(word, 1)", "counts.putIfAbsent(word, 1)")]), "some run prints `1 1`"),
    (
        "61-check-then-act",
        Changed(&[(
            "counts.put(word, counts.get(word) + 1)",
            "synchronized (word) { counts.put(word, counts.get(word) + 1); }",
        )]),
        "some run prints `1 1`",
    ),
    // The object that is locked is what counts, by whatever name; and a field that all threads see is no lock.
    (
        "62-a-boxed-lock",
        Changed(&[("synchronized (hits) {", "final Box box = hits;\n        synchronized (box) {")]),
        "race on `Hits.hits`",
    ),
    ("62-a-boxed-lock", Changed(&[("static Box hits", "static volatile Box hits")]), "some run prints `2 3`"),
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
    let right: [(&str, &[(&str, &str)]); 7] = [
        ("51-many-locks-for-one", &[("int up() {", "synchronized int up() {")]),
        ("57-wait-in-an-if", &[("if (size == 0) wait();", "for (;;) { if (size > 0) break; wait(100); }")]),
        ("62-a-boxed-lock", &[("static void hit", "static synchronized void hit")]),
        (
            "62-a-boxed-lock",
            &[
                ("final int value", "int value"),
                ("static Box", "static final Box"),
                ("hits = new Box(hits.value + 1)", "hits.value++"),
            ],
        ),
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

/// Programs that reach less than is asked for, though no schedule of them goes wrong.
#[test]
fn a_goal_that_an_idle_program_reaches_is_a_fault() {
    let desk = desk();
    let goals = [
        ("13-mistakes/57-wait-in-an-if", ", output \"a b\"", "if Mailbox.take does nothing"),
        (
            "13-mistakes/58-notify-one",
            ", output \"put put taken taken\"",
            "if each method that need not stay does nothing",
        ),
        ("08-thread-local/32-own-buffers", ", output \"1 1\"", "if a thread does nothing"),
    ];
    // Four threads that wait take long; `RACEFREE_ALL=1` is for all.
    let all = std::env::var_os("RACEFREE_ALL").is_some();
    for (name, goal, idle) in goals.into_iter().filter(|goal| all || !goal.0.contains("58")) {
        let file = file::find(name).unwrap();
        let mut exercise = file.exercise().unwrap();
        assert!(exercise.text.contains(goal));
        exercise.text = exercise.text.replace(goal, "");
        if let Kind::Repair(asked) = &mut exercise.kind {
            asked.claims.retain(|claim| !matches!(claim, Claim::Output(_)));
        }
        let fault = lint(&desk, exercise).err().unwrap_or_default();
        assert!(fault.contains(idle), "{name}: {fault}");
    }
}

#[test]
fn a_class_that_must_stay_as_it_is_keeps_its_locks_too() {
    let file = file::find("40-safe-override").unwrap();
    let ready = Ready::new(&desk(), file.exercise().unwrap()).unwrap_or_else(|grade| panic!("{}", said(&grade)));
    let handed =
        file.text.replace("{ synchronized this in this.n = this.n + 1 }", "requires this { this.n = this.n + 1 }");
    let handed = handed.replace("c.add()", "synchronized c in c.add()");
    let told = said(&ready.grade(&desk(), handed.as_bytes()));
    assert!(told.contains("the class Counter must stay as it is"), "{told}");
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
