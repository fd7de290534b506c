//! Grading of the other kinds, rule by rule.

use crate::support::{exercise, graded, ready};
use racefree_exercises::grade::decimal;
use racefree_exercises::ready::said;
use racefree_exercises::{Exercise, Grade, Verdict};

const LOST: &str = "class Account { int balance int deposit(int x) { this.balance = this.balance + x } }
let Account a = new Account in
fork { a.deposit(10) }
fork { a.deposit(10) }
";

#[test]
fn predictions_are_sets() {
    let checks = ready(
        "exercise: predict\nask: check",
        "class A { int f guarded_by this }\nlet A a = new A in { a.f; a.f = 1 }\n",
    );
    let right = "EXP REF/guard-held @ 7, EXP ASSIGN/guard-held @ 7";
    assert_eq!(graded(&checks, right).verdict, Verdict::Right);
    assert_eq!(graded(&checks, "[exp assign]/guard-held@7,exp ref/guard-held @ line 7").verdict, Verdict::Right);
    assert_eq!(graded(&checks, "EXP REF/guard-held @ 7").parts, (1, 2));
    assert_eq!(graded(&checks, "EXP REF/guard-held @ 8").verdict, Verdict::Wrong);
    assert_eq!(graded(&checks, "none").verdict, Verdict::Wrong);
    assert_eq!(graded(&checks, "a\nb").verdict, Verdict::Wrong);
    let outcomes = ready("exercise: predict\nask: outcomes Account#1.balance", LOST);
    assert_eq!(graded(&outcomes, " 20,10 # both").verdict, Verdict::Right);
    assert_eq!(graded(&outcomes, "10, 20, 0").parts, (2, 3));
    let none =
        ready("exercise: predict\nask: race", "class A { final int f }\nlet A a = new A in { fork { a.f } a.f }\n");
    assert_eq!(graded(&none, "none").verdict, Verdict::Right);
    assert_eq!(graded(&none, "A.f").verdict, Verdict::Wrong);
    let deadlock = ready("exercise: predict\nask: deadlock", LOST);
    assert_eq!((graded(&deadlock, "No").verdict, graded(&deadlock, "yes").verdict), (Verdict::Right, Verdict::Wrong));
    let output = ready("exercise: predict\nask: outcomes output", "{ fork { print 1 } print 2 }\n");
    assert_eq!(graded(&output, "1 2").verdict, Verdict::Right);
}

#[test]
fn schedules_get_stars() {
    let lost = ready("exercise: schedule\ngoal: heap Account#1.balance = 10", LOST);
    let shortest = lost.answer(&crate::support::desk()).unwrap();
    assert_eq!(graded(&lost, &shortest).stars, Some(3));
    // The second thread between two steps of the first, and a switch more.
    let longer = graded(&lost, "0*7,1,2*3,1*3,2");
    assert_eq!((longer.verdict, longer.stars), (Verdict::Right, Some(1)), "{longer:?}");
    let serial = graded(&lost, "0*7,1*4,2*4");
    assert_eq!((serial.verdict, serial.stars), (Verdict::Wrong, None), "{serial:?}");
    let early = graded(&lost, "0*7,1*4");
    assert_eq!(early.verdict, Verdict::Wrong, "{early:?}");
    let impossible = graded(&lost, "0*7,1*40");
    assert_eq!(impossible.fault.unwrap().place, "step 12");
    assert_eq!(graded(&lost, "0*7,x").verdict, Verdict::Unreadable);
    assert_eq!(graded(&lost, "0*999999999").verdict, Verdict::Unreadable);
}

#[test]
fn goals_are_reached_or_not() {
    let race = ready("exercise: schedule\ngoal: race Account.balance", LOST);
    let shortest = race.answer(&crate::support::desk()).unwrap();
    assert_eq!(graded(&race, &shortest).verdict, Verdict::Right, "{shortest}");
    let steps: Vec<&str> = shortest.trim().split(',').collect();
    assert_ne!(graded(&race, &steps[..steps.len() - 1].join(",")).verdict, Verdict::Right);
    let printed = ready("exercise: schedule\ngoal: output \"2 1\"", "{ fork { print 1 } print 2 }\n");
    let answer = printed.answer(&crate::support::desk()).unwrap();
    assert_eq!(graded(&printed, &answer).verdict, Verdict::Right);
    let thrown =
        ready("exercise: schedule\ngoal: exception", "class A { int f }\nlet A a = null in { fork { 1 } a.f }\n");
    assert_eq!(graded(&thrown, &thrown.answer(&crate::support::desk()).unwrap()).stars, Some(3));
    let never = exercise("exercise: schedule\ngoal: deadlock", LOST);
    assert!(racefree_exercises::Ready::new(&crate::support::desk(), never).is_err());
}

#[test]
fn annotations_may_be_added_and_nothing_else() {
    let program = "class A {\n  int f\n  synchronized int set() { this.f = 1 }\n}\nlet A a = new A in {\n  fork { a.set() }\n  a.set()\n}\n";
    let asked = ready("exercise: annotate\nallow: guarded_by\nat-most: 1", program);
    let right = program.replace("int f\n", "int f guarded_by this\n");
    let verdict = |text: &str| graded(&asked, text).verdict;
    assert_eq!(verdict(&right), Verdict::Right);
    assert_eq!(verdict(program), Verdict::Wrong);
    assert_eq!(verdict(&program.replace("int f\n", "int f /*# guarded_by this */\n")), Verdict::Right);
    let faults = [
        (right.replace("this.f = 1", "this.f = 2"), "another program"),
        (right.replace("a.set()\n}", "a.set() }\nclass B {}"), "syntax"),
        (program.replace("class A", "thread_local class A").replace("fork { a.set() }", "a.set();"), "another program"),
        (program.replace("class A", "thread_local class A"), "`thread_local` may not be added"),
        (program.replace("int f\n", "int f //# no_warn\n"), "silences"),
        (right.replace("set() {", "set() requires this {"), "`requires` may not be added"),
        (program.replace("int f\n", "int f guarded_by a\n"), "FIELD/guard-final"),
    ];
    for (text, why) in faults {
        let grade = graded(&asked, &text);
        let said = racefree_exercises::ready::said(&grade);
        assert!(grade.verdict != Verdict::Right && said.contains(why), "{why}: {said}\n{text}");
    }
    let two = ready("exercise: annotate\nallow: guarded_by, requires\nat-most: 1", program);
    let both = right.replace("set() {", "set() requires this {");
    assert!(racefree_exercises::ready::said(&graded(&two, &both)).contains("1 is the most"));
}

#[test]
fn repairs_keep_what_must_stay() {
    let asked = ready(
        "exercise: repair\nkeep: Account.deposit, main\nforks: 2\ngoal: race: none, heap Account#1.balance = 20",
        LOST,
    );
    let verdict = |text: &str| graded(&asked, text).verdict;
    let right =
        LOST.replace("{ this.balance = this.balance + x }", "{ synchronized this in this.balance = this.balance + x }");
    assert_eq!(verdict(&right), Verdict::Right);
    assert_eq!(verdict(&LOST.replace("int deposit", "synchronized int deposit")), Verdict::Right);
    assert_eq!(verdict(&LOST.replace("a.deposit(10)", "synchronized a in a.deposit(10)")), Verdict::Right);
    let said = |text: &str| racefree_exercises::ready::said(&graded(&asked, text));
    assert!(said(LOST).contains("race on `Account.balance`"));
    assert!(said(&LOST.replacen("fork { a.deposit(10) }", "a.deposit(10);", 1)).contains("1 fork"));
    assert!(said(&right.replace("+ x", "+ 10")).contains("something else"));
    assert!(said(&right.replace("deposit", "add")).contains("must stay"));
    // Each lock by itself keeps nothing apart.
    let useless = LOST.replace("{ this.balance", "{ synchronized new Object in this.balance");
    assert!(said(&useless).contains("race"), "{}", said(&useless));
}

#[test]
fn claims_that_held_before_are_no_merit() {
    let program = "class A { int f guarded_by this }\nlet A a = new A in\nlet A b = new A in {\n  fork { synchronized a in a.f = 1 }\n  a.f = 2\n}\n";
    let asked = ready("exercise: repair\nforks: 1\ngoal: check: ok, race: none, deadlock: no", program);
    assert_eq!(graded(&asked, program).parts.0, 0);
    let right = program.replace("  a.f = 2", "  synchronized a in a.f = 2");
    assert_eq!(graded(&asked, &right).verdict, Verdict::Right);
    let silenced = program.replace("  a.f = 2", "  a.f = 2 //# no_warn");
    assert_eq!(graded(&asked, &silenced).parts.0, 0, "it has a race still");
}

#[test]
fn a_search_that_is_too_long_is_undecided() {
    let program = "class A { int n guarded_by this }\nlet A a = new A in {\n  fork { while (true) synchronized a in a.n = a.n + 1 }\n  while (true) synchronized a in a.n = a.n + 1\n}\n";
    let given = "class A { int n }\nlet A a = new A in {\n  fork { a.n = 1 }\n  a.n = 2\n}\n";
    let asked = ready("exercise: repair\nforks: 1\ngoal: check: ok, race: none", given);
    let desk =
        racefree_exercises::Budget { time: 0.3, memory: 512 }.desk(std::sync::Arc::new(racefree_explore::SystemHost));
    let grade = asked.grade(&desk, program.as_bytes());
    assert_eq!(grade.verdict, Verdict::Undecided, "{grade:?}");
}

#[test]
fn headers_are_held_to_their_form() {
    let faults = [
        ("exercise: guess", "is no kind"),
        ("exercise: predict", "no line `ask`"),
        ("exercise: predict\nask: weather", "is none of"),
        ("exercise: predict\nask: race\ngoal: deadlock", "has no line `goal`"),
        ("exercise: derivation", "no line `blank`"),
        ("exercise: derivation\nblank: colour", "is none of"),
        ("exercise: schedule\ngoal: peace", "is none of"),
        ("exercise: annotate\nallow: comments", "is no annotation"),
        ("exercise: repair\nkeep: main", "no line `goal`"),
        ("exercise: predict\nask: race\npoints: many", "`points`"),
        ("exercise: predict\nask: race\noption: --colour", "no option"),
        ("exercise: predict\nask: race\nask: check", "two lines"),
    ];
    for (header, why) in faults {
        let lines: String = header.lines().map(|line| format!("//! {line}\n")).collect();
        let fault = Exercise::read("test", &format!("//! Title\n//! task: t\n{lines}{LOST}")).unwrap_err();
        assert!(fault.contains(why), "{header}: {fault}");
    }
    assert!(Exercise::read("test", LOST).is_err());
}

#[test]
fn points_are_shares() {
    let half = Grade::share(1, 3, racefree_exercises::grade::Fault::default());
    assert_eq!(decimal(half.hundredths(2, false)), "0.66");
    assert_eq!((half.hundredths(2, true), decimal(Grade::right().hundredths(3, true))), (0, "3".to_owned()));
}

#[test]
fn elements_are_separated_by_commas_blanks_or_lines() {
    let counter = "class Counter {\n  int n\n  int m\n  int add(int k) { this.n = this.n + k; this.m = 1 }\n}\nlet Counter c = new Counter in {\n  fork { c.add(1) }\n  fork { c.add(2) }\n}\n";
    let values = ready("exercise: predict\nask: outcomes Counter#1.n", counter);
    for handed in ["1,2,3", "1 2 3", "1\n2\n3\n", "3, 1\n 2", "# mine\n1 2, 3"] {
        assert_eq!(graded(&values, handed).verdict, Verdict::Right, "{handed}");
    }
    assert_eq!(graded(&values, "1 2").parts, (2, 3));
    let fields = ready("exercise: predict\nask: race", counter);
    assert_eq!(graded(&fields, "Counter.m\nCounter.n").verdict, Verdict::Right);
    assert!(said(&graded(&fields, "n")).contains("as `Account.balance`"), "the form of an answer");
    // An output has blanks of its own.
    let printed = ready("exercise: predict\nask: outcomes output", "{ print 1; print 2 }\n");
    assert_eq!(graded(&printed, "1 2").verdict, Verdict::Right);
    assert_ne!(graded(&printed, "1, 2").verdict, Verdict::Right);
}

#[test]
fn a_program_that_is_over_has_not_another_end() {
    let asked = ready("exercise: schedule\ngoal: output \"2 1\"", "{ fork { print 1 } print 2 }\n");
    let over = graded(&asked, "0,1*9,0*9");
    assert!(!said(&over).contains("schedule ends"), "{}", said(&over));
    assert!(said(&graded(&asked, "0")).contains("the schedule ends"));
    let right = (1..9).flat_map(|n| (1..9).map(move |m| (n, m)));
    let all: Vec<String> = right.map(|(n, m)| said(&graded(&asked, &format!("0,1*{n},0*{m}")))).collect();
    assert!(all.iter().any(|said| said.contains("the program is over, and its output is not `2 1`")), "{all:?}");
}
