//! Java that `javac` rejects does not run with a meaning of its own: each error is reported at its place.

use super::java_run::{answer, jdk};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Members of a class; the marked line is wrong, and the words are among those of the report.
const WRONG: &[(&str, &str)] = &[
    ("static void f() { int x = \"s\"; } // here", "`String` does not fit where `int`"),
    ("static int f() { return 2.5; } // here", "`double` does not fit where `int`"),
    ("static void f() { byte b = 300; } // here", "`int` does not fit where `byte`"),
    ("static int x = 1L; // here", "`long` does not fit where `int`"),
    ("static void g(int n) {}\nstatic void f() { g(\"s\"); } // here", "`String` does not fit where `int`"),
    ("static void f() { String s = 5; } // here", "`int` does not fit where `String`"),
    ("static void g() {}\nstatic void f() { int x = g(); } // here", "`void` does not fit where `int`"),
    ("static void f() { int[] a = new String[1]; } // here", "`String[]` does not fit where `int[]`"),
    ("static void f() { if (1) return; } // here", "a condition is a `boolean`"),
    ("static void f(int n) { while (n && true) n--; } // here", "a condition is a `boolean`"),
    ("static boolean f(String s) { return s == 1; } // here", "cannot be compared"),
    ("static boolean f(int n) { return n == null; } // here", "cannot be compared"),
    ("static int f(int n) { if (n > 0) return 1; } // here", "a `return` is missing"),
    ("static int f(int n) { while (n > 0) n--; } // here", "a `return` is missing"),
    ("static void f() { return 1; } // here", "returns no value"),
    ("static void f() { final int x = 1; x = 2; } // here", "this is final"),
    ("final int x = 1;\nvoid f() { x++; } // here", "this is final"),
    ("static void f() { int x = 1; { int x = 2; } } // here", "a variable `x` is there already"),
    ("static void f(int x) { for (int x = 0; x < 1; x++) {} } // here", "a variable `x` is there already"),
    ("int x;\nstatic int f() { return x; } // here", "there is no object here"),
    ("void g() {}\nstatic void f() { g(); } // here", "there is no object here"),
    ("interface I { void m(); }\nstatic class C implements I {} // here", "has no method `m` of `I`"),
    ("static abstract class B { abstract int m(); }\nstatic class C extends B {} // here", "has no method `m` of `B`"),
    ("static void f() { y = 1; } // here", "declares `y`"),
    ("static void f() { \"s\".nothing(); } // here", "no `nothing`"),
    ("static void f(int n); // here", "has no code"),
];

/// Members that look alike and are right.
const RIGHT: &str = "
    static final byte B = 5; static final char C = 65; final int later; { later = 3; }
    static int f(int n) { while (true) { if (n > 3) return n; n++; } }
    static int g(int n) { switch (n) { case 1: return 1; default: throw new IllegalStateException(); } }
    static int h(Object o) { return switch (o) { case Integer i -> i; default -> 0; }; }
    static int k(int n) { for (;;) { try { return n; } finally { n++; } } }
    static int l(int n) { do { n++; } while (n < 3); synchronized (Main.class) { return n; } }
    static long m(Integer n) { final long x; x = n; short s = 3; s += 2; Byte b = 7; return x + s + b.intValue(); }
    static boolean n(Integer a, Object o) { return a == 3 && o != null && o == (Object) \"s\"; }
    static void o() { { int x = 1; } { int x = 2; } for (int i = 0; i < 1; i++) {} for (int i = 0; i < 1; i++) {} }
    interface I { void m(); default void d() {} } static abstract class A implements I {} static class D extends A { public void m() {} }
    enum E implements I { X { public void m() {} }, Y { public void m() {} } }
";

fn program(members: &str) -> String {
    format!("public class Main {{\n{members}\n    public static void main(String[] args) {{}}\n}}\n")
}

#[test]
fn code_that_the_compiler_rejects_is_refused_at_its_place() {
    for (members, words) in WRONG {
        let text = program(members);
        let line = text.lines().position(|l| l.ends_with("// here")).expect("a mark") + 1;
        let said = answer("run", Path::new("Main.java"), &text);
        let all = said.to_string().replace("\\\"", "\"");
        assert!(said["output"].is_null() && all.contains(words), "{members}: {all}");
        assert!(all.contains(&format!("\"line\":{line}")) || all.contains(&format!("line {line}")), "{members}: {all}");
    }
    let said = answer("run", Path::new("Main.java"), &program(RIGHT));
    let all = said.to_string();
    // Boxes of bytes are left out, and nothing else is.
    let wrong = ["does not fit", "condition", "compared", "missing", "final", "already", "no object", "not abstract"];
    assert!(wrong.iter().all(|words| !all.contains(words)), "{all}");
}

/// Code that is judged is held to the same: no verdict is about code that no compiler takes.
#[test]
fn code_that_the_compiler_rejects_is_an_error_of_check() {
    // Members of classes of the library are known to runs alone.
    for (members, words) in WRONG.iter().filter(|(_, words)| !words.contains("`nothing`")) {
        let text = program(members);
        let line = text.lines().position(|l| l.ends_with("// here")).expect("a mark") + 1;
        let said = answer("check", Path::new("Main.java"), &text);
        let errors = said["errors"].as_array().expect("errors");
        let here = |error: &&serde_json::Value| {
            let rule = error["rule"].as_str().unwrap_or_default();
            let is_own = rule == "JAVA CODE" || error["premise"] == "not-final";
            is_own && error["span"]["line"] == line
        };
        assert!(errors.iter().any(|error| here(&error)), "{members}, {words}: {said}");
    }
    let said = answer("check", Path::new("Main.java"), &program(RIGHT));
    let errors = said["errors"].as_array().expect("errors");
    assert!(!errors.iter().any(|error| error["rule"] == "JAVA CODE"), "{said}");
}

#[test]
#[ignore = "runs javac for each program"]
#[expect(clippy::print_stderr, reason = "a test that is left out says so")]
fn the_compiler_rejects_them_too() {
    let bin = match jdk() {
        Ok(bin) => bin,
        Err(why) => return eprintln!("{why}"),
    };
    let folder = std::env::temp_dir().join(format!("racefree-rejected-{}", std::process::id()));
    let compiles = |members: &str| {
        fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join("Main.java");
        fs::write(&file, program(members)).expect("written");
        let made = Command::new(bin.join("javac")).arg("-d").arg(&folder).arg(&file).output().expect("javac");
        made.status.success()
    };
    assert!(compiles(RIGHT));
    // One start of the compiler for all of them would stop at the first kind of error.
    for (members, _) in WRONG.iter().step_by(4) {
        assert!(!compiles(members), "{members}");
    }
    let _ = fs::remove_dir_all(&folder);
}
