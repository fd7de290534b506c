//! Submissions that mean no good: nothing panics, and each has a grade.

use crate::support::{desk, ready};
use racefree_exercises::{Ready, Verdict, file};

/// Every kind of exercise.
fn exercises() -> Vec<Ready> {
    let wanted = ["01-which-field", "02-lost-money", "05-both-count", "07-guard-the-balance", "11-a-call"];
    let read = |name: &&str| {
        let file = file::find(name).unwrap();
        Ready::new(&desk(), file.exercise().unwrap()).map_err(|_| ()).unwrap()
    };
    wanted.iter().map(read).collect()
}

#[test]
fn nothing_that_is_handed_in_is_right_or_brings_the_grader_down() {
    let deep = |open: &str, close: &str, n: usize| format!("{}1{}", open.repeat(n), close.repeat(n));
    let mut handed: Vec<Vec<u8>> = vec![
        Vec::new(),
        b"\n\n  \n".to_vec(),
        b"\xff\xfe\x00".to_vec(),
        b"\0".to_vec(),
        vec![b'x'; 2 << 20],
        vec![b'\n'; 1 << 20],
        "\u{202e}\u{1b}[2J".into(),
    ];
    let texts = [
        deep("(", ")", 300_000),
        deep("{", "}", 5_000),
        deep("fork ", "", 100_000),
        deep("new A<", ">", 2_000),
        format!("1 {} [EXP VAR]", "P; ".repeat(100_000)),
        format!("1{} receiver P |- x : t [R]", ".1".repeat(50_000)),
        format!("1 P; E; ls |- {} : t [EXP VAR]", deep("(", ")", 100_000)),
        (0..20_000).map(|n| format!("1.{n} receiver P |- x : t [R]\n")).collect(),
        "0*4294967295".to_owned(),
        "0*18446744073709551615,1*18446744073709551615".to_owned(),
        "0,1,".repeat(60_000),
        ",".repeat(500_000),
        "a, ".repeat(300_000),
        "\"".repeat(9_999),
        "//! exercise: predict\n//! ask: race\nnone".to_owned(),
        "[____]".repeat(1_000),
        "1 ____ [____]\n1.1 receiver ____ [____]".to_owned(),
        "1 ⊢⊢⊢ : : : [EXP]".to_owned(),
        "1 P;;;; |-final : [".to_owned(),
    ];
    handed.extend(texts.map(String::into_bytes));
    let (desk, mut graded) = (desk(), 0);
    for ready in exercises() {
        for text in &handed {
            let grade = ready.grade(&desk, text);
            let start = String::from_utf8_lossy(&text[..text.len().min(40)]).into_owned();
            assert_ne!(grade.verdict, Verdict::Right, "{}: {start}", ready.exercise.name);
            assert!(grade.hundredths(1, false) < 100);
            graded += 1;
        }
    }
    assert_eq!(graded, 5 * 26);
}

#[test]
fn a_program_that_never_ends_does_not_keep_the_grader() {
    let given = "class A { int n }\nlet A a = new A in {\n  fork { a.n = 1 }\n  a.n = 2\n}\n";
    let asked = ready("exercise: repair\ngoal: race: none", given);
    let endless = "class A { int n guarded_by this }\nlet A a = new A in {\n  fork { while (true) synchronized a in a.n = a.n + 1 }\n  while (true) fork { synchronized a in a.n = 2 }\n}\n";
    let desk =
        racefree_exercises::Budget { time: 0.5, memory: 256 }.desk(std::sync::Arc::new(racefree_explore::SystemHost));
    assert_eq!(asked.grade(&desk, endless.as_bytes()).verdict, Verdict::Undecided);
}

#[test]
fn java_that_is_none_has_a_grade() {
    let desk = desk();
    let ready = Ready::new(&desk, file::find("two-orders").unwrap().exercise().unwrap()).map_err(|_| ()).unwrap();
    let deep = |open: &str, n: usize| format!("class A {{ int n = {}1; }}", open.repeat(n));
    for text in
        ["\0".to_owned(), "class {".to_owned(), deep("(", 20_000), deep("-", 20_000), "class A {}".repeat(2_000)]
    {
        let grade = ready.grade(&desk, text.as_bytes());
        assert!(matches!(grade.verdict, Verdict::Wrong | Verdict::Unreadable), "{grade:?}");
    }
}
