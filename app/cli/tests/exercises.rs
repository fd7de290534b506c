//! `racefree exercise`: one exercise in the terminal and as JSON, and folders of submissions.

use crate::place::Place;
use crate::support::{Run, racefree, signalled};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::time::Duration;

fn exercise(args: &[&str], input: &str) -> Run {
    racefree(&[&["exercise"], args].concat(), input)
}

#[test]
fn the_list_is_in_the_order_of_the_course() {
    let run = exercise(&["list"], "");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let names: Vec<&str> = run.stdout.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.len() >= 40 && names.is_sorted(), "{names:?}");
    // All of them are looked at where they are made.
    let chapter = Path::new(env!("CARGO_MANIFEST_DIR")).join("../exercises/01-races");
    let files = fs::read_dir(chapter).expect("a chapter").map(|file| file.expect("a file").path());
    let files: Vec<String> = files.map(|path| path.display().to_string()).collect();
    let lint = exercise(&["lint"].into_iter().chain(files.iter().map(String::as_str)).collect::<Vec<_>>(), "");
    let last = format!("{} exercises, 0 faults", files.len());
    assert_eq!((lint.status, lint.stdout.lines().last()), (0, Some(last.as_str())), "{}", lint.stdout);
}

#[test]
fn a_question_about_an_exercise_is_answered_as_by_its_command() {
    let asked =
        |options: Value| racefree(&["ask"], &format!("{}\n", json!({ "ask": "exercise", "options": options }))).stdout;
    let json = ["--format", "json"];
    assert_eq!(asked(json!({})), exercise(&[&["list"], &json[..]].concat(), "").stdout);
    for name in ["lost-money", "11-a-call", "05-both-count", "01-races/01-which-field", "the-callers-lock"] {
        let show = exercise(&[&["show", name], &json[..]].concat(), "").stdout;
        assert_eq!(asked(json!({ "name": name })), show);
        let answer = exercise(&[&["answer", name], &json[..]].concat(), "").stdout;
        assert_eq!(asked(json!({ "name": name, "solve": true })), answer);
        let solved: Value = serde_json::from_str(&answer).expect("JSON");
        let handed = solved["answer"].as_str().expect("an answer");
        let check = exercise(&[&["check", name, "-", "--feedback", "3"], &json[..]].concat(), handed);
        assert_eq!(asked(json!({ "name": name, "handed": handed, "feedback": 3 })), check.stdout);
        let graded = check.json();
        assert_eq!((&graded["grade"]["verdict"], check.status), (&json!("right"), 0), "{name}");
        let varied = exercise(&["answer", name, "--vary", "ann"], "").stdout;
        assert_eq!(exercise(&["check", name, "-", "--vary", "ann"], &varied).status, 0, "{varied}");
        assert_eq!(
            exercise(&["check", name, "-", "--vary", "bob"], &varied).status,
            i32::from(varied != handed),
            "{varied}"
        );
    }
    assert!(asked(json!({ "name": "nothing" })).starts_with("{\"error\""));
}

#[test]
fn an_exercise_is_played_in_a_pipe() {
    let run = exercise(&["play", "lost-money"], "hint\n0*7,1*4,2*4\n0*7,1*3,2*4,1\n");
    assert_eq!(run.status, 0, "{}", run.stderr);
    for said in ["Two deposits of 10", "evaluated before the result", "wrong, 0 of 1: step 15", "right ***, 1 of 1"] {
        assert!(run.stdout.contains(said), "{said}: {}", run.stdout);
    }
    assert_eq!(exercise(&["play", "lost-money"], "answer\nquit\n").status, 1);
    let unknown = exercise(&["show", "lost-mony"], "");
    assert_eq!(unknown.status, 2);
    assert!(unknown.stderr.contains("did you mean"), "{}", unknown.stderr);
}

#[test]
fn faults_of_exercises_are_found() {
    let place = Place::new("lint");
    let file = place.file("a.rfj");
    let faults = [
        ("exercise: schedule\n//! goal: deadlock", "no schedule leads to a deadlock"),
        ("exercise: repair\n//! goal: race: none", "there is nothing to do"),
        ("exercise: annotate\n//! allow: ghost", "there is nothing to do"),
        ("exercise: derivation\n//! blank: 7.7/rule", "no line 7.7"),
        ("exercise: repair\n//! keep: A.g\n//! goal: race: none", "there is no `A.g`"),
    ];
    for (header, fault) in faults {
        let text = format!(
            "//! Title\n//! task: t\n//! hint: h\n//! {header}\nclass A {{ final int f }}\nlet A a = new A in a.f\n"
        );
        fs::write(&file, text).expect("a file");
        let run = exercise(&["lint", &file], "");
        assert!(run.status == 1 && run.stdout.contains(fault), "{fault}: {}", run.stdout);
    }
}

/// A folder of three exercises and one of submissions, good and bad.
fn class(place: &Place) -> (String, String) {
    let (exercises, submissions) = (place.file("exercises"), place.file("submissions"));
    fs::create_dir_all(&exercises).expect("a folder");
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace's root").join("app/exercises");
    for (name, chapter) in [
        ("01-which-field", "01-races"),
        ("02-lost-money", "01-races"),
        ("05-both-count", "01-races"),
        ("11-a-call", "03-requires"),
    ] {
        let from = root.join(chapter).join(format!("{name}.rfj"));
        fs::copy(from, Path::new(&exercises).join(format!("{name}.rfj"))).expect("an exercise");
    }
    let answer = |name: &str| exercise(&["answer", name], "").stdout;
    let hand_in = |student: &str, file: &str, text: &[u8]| {
        let folder = Path::new(&submissions).join(student);
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join(file), text).expect("a submission");
    };
    for (name, extension) in
        [("01-which-field", "txt"), ("02-lost-money", "txt"), ("05-both-count", "rfj"), ("11-a-call", "txt")]
    {
        hand_in("ann", &format!("{name}.{extension}"), answer(name).as_bytes());
    }
    hand_in("=2+3", "01-which-field.txt", b"Pair.right, Pair.left");
    hand_in("=2+3", "11-a-call.txt", answer("11-a-call").replacen(": Account", ": int", 1).as_bytes());
    hand_in("bob, the \"builder\"", "02-lost-money.txt", b"0*7,1*99");
    hand_in("bob, the \"builder\"", "05-both-count.rfj", b"class {");
    hand_in("eve", "01-which-field.txt", b"\xff\xfe\0");
    hand_in("eve", "02-lost-money.txt", &vec![b'0'; 2 << 20]);
    hand_in("eve", "05-both-count.rfj", "(".repeat(100_000).as_bytes());
    hand_in("eve", "11-a-call.txt", b"1 \x1b[2J");
    hand_in("eve", "12-nothing.txt", b"");
    #[cfg(unix)]
    {
        let link = Path::new(&submissions).join("=2+3").join("02-lost-money.txt");
        std::os::unix::fs::symlink("/etc/passwd", link).expect("a link");
        std::os::unix::fs::symlink(Path::new(&submissions).join("ann"), Path::new(&submissions).join("zoe"))
            .expect("a link");
        hand_in("\u{1b}[31mred\u{202e}", "01-which-field.txt", b"Pair.left");
    }
    (exercises, submissions)
}

#[test]
fn a_folder_is_graded_to_the_same_bytes_by_any_number_of_workers() {
    let place = Place::new("grade");
    let (exercises, submissions) = class(&place);
    let folders = ["grade", "--exercises", &exercises, "--submissions", &submissions];
    let grade = |more: &[&str]| exercise(&[&folders, more].concat(), "");
    let table = grade(&["--format", "csv", "--threads", "1"]);
    assert_eq!(table.status, 0, "{}", table.stderr);
    assert!(table.stderr.contains("`eve/12-nothing.txt` is a submission of no exercise"), "{}", table.stderr);
    assert_eq!(table.stdout, grade(&["--format", "csv", "--threads", "4"]).stdout);
    let rows: Vec<&str> = table.stdout.split("\r\n").collect();
    assert_eq!(rows[0], "student,exercise,points,max,verdict,where,message");
    let row = |start: &str| {
        *rows.iter().find(|row| row.starts_with(start)).unwrap_or_else(|| panic!("{start}: {}", table.stdout))
    };
    assert_eq!(row("ann,02"), "ann,02-lost-money,1,1,right,,***");
    let first = row("'=2+3,01");
    assert!(
        first.starts_with("'=2+3,01-which-field,0.5,1,partly,line 1,\"`Pair.right` is not among them. A race takes"),
        "{first}"
    );
    assert!(row("'=2+3,11").contains(",partly,1.1 receiver,"), "{}", row("'=2+3,11"));
    assert!(row("'=2+3,05").contains(",missing,"));
    assert!(row("\"bob, the \"\"builder\"\"\",02").contains(",wrong,step 12,"));
    for unreadable in ["'=2+3,02", "\"bob, the \"\"builder\"\"\",05", "eve,01", "eve,02", "eve,05", "eve,11"] {
        assert!(!cfg!(unix) || row(unreadable).contains(",unreadable,"), "{}", row(unreadable));
    }
    assert!(!table.stdout.contains("zoe") && !table.stdout.contains('\u{1b}') && !table.stdout.contains('\u{202e}'));
    assert!(!table.stdout.contains("root:"), "a link was followed");

    let all: Value = serde_json::from_str(&grade(&["--format", "json"]).stdout).expect("JSON");
    assert_eq!(all["rows"].as_array().map(Vec::len), Some(rows.len() - 2));
    let call =
        all["exercises"].as_array().and_then(|e| e.iter().find(|e| e["exercise"] == "11-a-call")).expect("a summary");
    assert_eq!(call["faults"], json!([["1.1 receiver", 1]]));
    let human = grade(&["--feedback", "0"]);
    assert!(
        human.stdout.contains("11-a-call: mean") && !human.stdout.contains("is not among them"),
        "{}",
        human.stdout
    );

    let reports = place.file("reports");
    grade(&["--format", "csv", "--reports", &reports, "--feedback", "3"]);
    let report = fs::read_to_string(Path::new(&reports).join("=2+3/01-which-field.txt")).expect("a report");
    assert!(report.contains("partly: 0.5 of 1 points") && report.contains("expected: Pair.left"), "{report}");
}

/// Exercises about Java are shown, solved, played and graded as the others are.
#[test]
fn java_is_handed_in_as_java() {
    let place = Place::new("java");
    let (exercises, submissions) = (place.file("exercises"), place.file("submissions"));
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace's root").join("app/exercises");
    let student = Path::new(&submissions).join("ann");
    fs::create_dir_all(&exercises).expect("a folder");
    fs::create_dir_all(&student).expect("a folder");
    for name in ["60-two-orders.java", "60-two-orders.solution.java", "59-sleep-is-no-join.java"] {
        fs::copy(root.join("13-mistakes").join(name), Path::new(&exercises).join(name)).expect("an exercise");
    }
    let own = Path::new(&exercises).join("60-two-orders.java");
    let lint = exercise(&["lint", &own.to_string_lossy()], "");
    assert!(lint.status == 0 && lint.stdout.ends_with("1 exercise, 0 faults\n"), "{}", lint.stdout);
    let answer = exercise(&["answer", &own.to_string_lossy()], "").stdout;
    assert_eq!(answer, fs::read_to_string(own.with_extension("solution.java")).expect("the solution"));
    assert_eq!(exercise(&["check", "two-orders", "-"], &answer).stdout, "right, 1 of 1\n");
    let show: Value = exercise(&["show", "two-orders", "--format", "json"], "").json();
    assert_eq!(show["exercises"][0]["file"], "60-two-orders.java");
    fs::write(student.join("60-two-orders.java"), &answer).expect("a submission");
    fs::write(student.join("59-sleep-is-no-join.txt"), "42\n").expect("a submission");
    let grade = exercise(&["grade", "--exercises", &exercises, "--submissions", &submissions, "--format", "csv"], "");
    assert!(grade.stdout.contains("ann,60-two-orders,1,1,right,,"), "{}", grade.stdout);
    assert!(
        grade.stdout.contains(
            "ann,59-sleep-is-no-join,0.5,1,partly,line 1,1 of 2 are there. Some schedule ends in another way"
        ),
        "{}",
        grade.stdout
    );
    let scope =
        exercise(&["grade", "--exercises", &exercises, "--submissions", &submissions, "--format", "gradescope"], "")
            .json();
    assert_eq!(scope["tests"].as_array().map(Vec::len), Some(2));
    // No solution stands beside it.
    fs::remove_file(own.with_extension("solution.java")).expect("the solution");
    let none = exercise(&["answer", &own.to_string_lossy()], "");
    assert!(none.status != 0 && none.stderr.contains("no solution stands beside"), "{}", none.stderr);
}

/// Platforms read the grades of one student as results of tests; what a student writes does not get out of its place.
#[test]
fn platforms_get_the_formats_that_they_read() {
    use base64::prelude::{BASE64_STANDARD, Engine as _};
    let place = Place::new("platforms");
    let (exercises, submissions) = class(&place);
    let one = place.file("one");
    fs::create_dir_all(&one).expect("a folder");
    fs::rename(Path::new(&submissions).join("ann"), Path::new(&one).join("a\"<&")).expect("a student");
    let grade = |format: &str, of: &str| {
        exercise(&["grade", "--exercises", &exercises, "--submissions", of, "--format", format], "")
    };
    let scope: Value = serde_json::from_str(&grade("gradescope", &one).stdout).expect("JSON");
    let tests = scope["tests"].as_array().expect("tests");
    let lost = tests.iter().find(|test| test["name"] == "02-lost-money").expect("a test");
    assert_eq!((&lost["score"], &lost["max_score"], &lost["status"]), (&json!(1.0), &json!(1), &json!("passed")));
    assert!(tests.iter().all(|test| test["output"].is_string() && test["visibility"] == "visible"), "{scope}");
    let text = BASE64_STANDARD.decode(grade("github", &one).stdout.trim()).expect("base64");
    let result: Value = serde_json::from_slice(&text).expect("JSON");
    assert_eq!(result["tests"].as_array().map(Vec::len), Some(tests.len()));
    let points =
        |of: &Value| of["tests"].as_array().into_iter().flatten().filter_map(|t| t["score"].as_f64()).sum::<f64>();
    assert!((points(&result) - points(&scope)).abs() < 1e-9 && result["version"] == 1, "{result}");
    let xml = grade("junit", &one).stdout;
    assert_eq!(xml.matches("<testcase ").count(), tests.len(), "{xml}");
    assert!(xml.contains("classname=\"a&quot;&lt;&amp;\"") && !xml.contains("a\"<"), "{xml}");
    // These are about one student.
    let several = grade("gradescope", &submissions);
    assert!(several.status == 2 && several.stderr.contains("about one"), "{}", several.stderr);
}

#[test]
fn an_interrupted_table_is_gone_on_with() {
    let place = Place::new("resume");
    let (exercises, submissions) = class(&place);
    let file = place.file("grades.csv");
    let folders =
        ["grade", "--exercises", &exercises, "--submissions", &submissions, "--format", "csv", "--output", &file];
    assert_eq!(exercise(&folders, "").status, 0);
    let whole = fs::read(&file).expect("a table");
    for cut in [0, 10, 60, whole.len() / 2, whole.len() / 2 + 7, whole.len() - 1, whole.len()] {
        // A head that is cut off is no table.
        let wrong = (1..40).contains(&cut);
        fs::write(&file, &whole[..cut]).expect("a table");
        let run = exercise(&[&folders, &["--resume"][..]].concat(), "");
        assert_eq!(run.status, if wrong { 2 } else { 0 }, "{cut}: {}", run.stderr);
        assert!(wrong || fs::read(&file).expect("a table") == whole, "cut at {cut}");
    }
    fs::write(&file, String::from_utf8_lossy(&whole).replace("ann", "amy")).expect("a table");
    assert_eq!(exercise(&[&folders, &["--resume"][..]].concat(), "").status, 2);
}

/// A folder of one exercise and one of submissions by these students. Bob's cannot be judged in any time.
fn endless(place: &Place, students: &[&str]) -> (String, String) {
    let given = "class Account {\n  int balance\n  int deposit(int x) { this.balance = this.balance + x }\n}\nlet Account a = new Account in\nfork { a.deposit(10) }\nfork { a.deposit(10) }\n";
    let header =
        "//! T\n//! exercise: repair\n//! task: t\n//! hint: h\n//! goal: deadlock: no, exception: none, race: none\n";
    let locks = given.replace("a.deposit(10)", "synchronized a in a.deposit(10)");
    let spins = locks
        .replace("synchronized a in", "synchronized a in while (true)")
        .replace("int deposit(int x) {", "int deposit(int x) { fork { while (true) synchronized this in {} };");
    let (exercises, submissions) = (place.file("e"), place.file("s"));
    fs::create_dir_all(&exercises).expect("a folder");
    fs::write(Path::new(&exercises).join("x.rfj"), format!("{header}{given}")).expect("an exercise");
    for student in students {
        let folder = Path::new(&submissions).join(student);
        fs::create_dir_all(&folder).expect("a folder");
        fs::write(folder.join("x.rfj"), if *student == "bob" { &spins } else { &locks }).expect("a submission");
    }
    (exercises, submissions)
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_rows_of_a_table() {
    let place = Place::new("stopped");
    let (e, s) = endless(&place, &["ann", "bob", "cleo"]);
    let file = place.file("grades.csv");
    let args = ["exercise", "grade", "--exercises", &e, "--submissions", &s, "--format", "csv", "--output", &file];
    let rows = || fs::read_to_string(&file).map_or(0, |text| text.lines().count());
    let run = signalled(&[&args[..], &["--time", "600"]].concat(), "-INT", || {
        // The head and the row before that of the endless submission.
        for _ in 0..600 {
            if rows() >= 2 {
                break;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    });
    assert_eq!((run.status, rows()), (130, 2), "{}{}", run.stdout, run.stderr);
    let run = racefree(&[&args[..], &["--time", "1", "--resume"]].concat(), "");
    let table = fs::read_to_string(&file).expect("a table");
    assert!(run.status == 3 && rows() == 4, "{}: {table}{}", run.status, run.stderr);
    assert!(table.contains(",undecided,"), "{table}");
}

#[test]
fn folders_that_cannot_be_graded_are_said() {
    let place = Place::new("ungraded");
    let (exercises, submissions) = class(&place);
    let nowhere = place.file("nowhere");
    let status = |e: &str, s: &str| exercise(&["grade", "--exercises", e, "--submissions", s], "").status;
    assert_eq!((status(&exercises, &nowhere), status(&nowhere, &submissions)), (2, 2));
    let (e, s) = endless(&place, &["bob"]);
    let run = exercise(&["grade", "--exercises", &e, "--submissions", &s, "--time", "1", "--format", "csv"], "");
    assert!(run.status == 3 && run.stdout.contains(",undecided,"), "{} {}", run.status, run.stdout);
}
