//! Java that `javac` rejects does not run with a meaning of its own: each error is reported at its place.

use super::java_run::{answer, javac, jdk};
use std::fs;
use std::path::Path;

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
    ("static int f(boolean b) { int x; if (b) x = 1; return x; } // here", "`x` may have no value"),
    ("static int f(int n) { int x; while (n > 0) { x = 1; n--; } return x; } // here", "`x` may have no value"),
    ("static int f(int n) { int x; switch (n) { case 1: x = 1; } return x; } // here", "`x` may have no value"),
    (
        "static int f(int n) { int x; try { x = g(n); } catch (RuntimeException e) { } return x; } // here\nstatic int g(int n) { return n; }",
        "`x` may have no value",
    ),
    ("static void f() { int x; x++; } // here", "`x` may have no value"),
    ("static void f() { int x; Runnable r = () -> System.out.println(x); } // here", "`x` may have no value"),
    ("static boolean f(boolean b) { int x; return b || (x = 1) > 0 ? x > 0 : b; } // here", "`x` may have no value"),
    ("static void f(int n) { final int x; x = 1; x = 2; } // here", "this is final"),
    ("static void f(int n) { final int x; while (n-- > 0) x = 2; } // here", "this is final"),
    (
        "static void f() { int x = 1; Runnable r = () -> System.out.println(x); x = 2; } // here",
        "`x` is assigned more than once",
    ),
    ("static void f() { int x = 1; Runnable r = () -> x++; } // here", "`x` is assigned more than once"),
    (
        "static void f() { for (int i = 0; i < 3; i++) new Thread(() -> System.out.println(i)).start(); } // here",
        "`i` is assigned more than once",
    ),
    (
        "static void f(int p) { p = 2; Object o = new Object() { int g() { return p; } }; } // here",
        "`p` is assigned more than once",
    ),
    (
        "static void f(boolean b) { int x; x = 1; if (b) x = 2; Runnable r = () -> System.out.println(x); } // here",
        "`x` is assigned more than once",
    ),
    ("static void g() throws Exception {}\nstatic void f() { g(); } // here", "`g` may throw an `Exception`"),
    ("static void f() { Thread.sleep(1); } // here", "`sleep` may throw an `InterruptedException`"),
    ("void f() { synchronized (this) { while (true) wait(); } } // here", "`wait` may throw an `InterruptedException`"),
    ("static class E extends Exception {}\nstatic void f() { throw new E(); } // here", "throws an `E`"),
    (
        "static class E extends Exception {}\nstatic class C { C() throws E {} }\nstatic C f() { return new C(); } // here",
        "may throw an `E`",
    ),
    (
        "static class E extends Exception {}\nstatic void g() throws E {}\nstatic void f() { Runnable r = () -> g(); } // here",
        "may throw an `E`",
    ),
    (
        "static class E extends Exception {}\nstatic void g() throws E {}\nstatic void f() { Runnable r = Main::g; } // here",
        "may throw an `E`",
    ),
    (
        "static class E extends Exception {}\nstatic class R implements AutoCloseable { public void close() throws E {} }\nstatic void f() { try (R r = new R()) { } } // here",
        "`close` may throw an `E`",
    ),
    (
        "static class E extends Exception {}\nstatic void g() throws E {}\nstatic void f() { try { g(); } catch (Exception e) { throw e; } } // here",
        "throws an `E`",
    ),
    (
        "static class E extends Exception {}\nstatic void f() { try { int x = 1; } catch (E e) { } } // here",
        "nothing in this `try`",
    ),
    (
        "static class E extends Exception {}\nstatic void g() throws E {}\nstatic void f() { try { g(); } catch (Exception e) { } catch (E e) { } } // here",
        "a clause before this",
    ),
    (
        "static class T implements Runnable { public void run() throws InterruptedException { } } // here",
        "so this one cannot declare",
    ),
    ("static int f() { return 1; int x = 2; } // here", "no code gets to"),
    (
        "static void f() { while (true) { } } static void g() { throw new RuntimeException(); } static void h() { for (;;) { } g(); } // here",
        "no code gets to",
    ),
    ("static void f(int n) { while (n > 0) { break; n--; } } // here", "no code gets to"),
    ("static void f() { while (false) { f(); } } // here", "no code gets to"),
    ("static final boolean T = true;\nstatic void f() { while (T) { } f(); } // here", "no code gets to"),
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
    static final boolean ON = 1 < 2; static int p() { while (ON) { } }
    static int q(boolean b) { int x; if (b) x = 1; else x = 2; int y; if (b && (y = 3) > 2) return y; return x; }
    static int r(int n) { int x; switch (n) { case 1: x = 1; break; case 2: default: x = 2; } return x; }
    static int s(int n) { int x; while (true) { x = n; if (x > 3) break; n++; } return x; }
    static int t(int n) { int x; try { x = n; } finally { n++; } int y = switch (n) { case 1 -> { x = 5; yield x; } default -> x; }; return y; }
    static int u(int n) { final int x; if (n > 1) { x = 1; } else { x = 2; } Runnable a = () -> System.out.println(x); int z; z = 3; Runnable b = () -> System.out.println(z); return x; }
    static int v(int n) { int x; for (;;) { if (n > 0) { x = n; break; } n++; } return x; }
    static int w(boolean b) { final int x; if (b) { x = 1; return x; } x = 2; return x; }
    static int x(boolean b) { int x; if (!b) throw new IllegalStateException(); else x = 1; return x; }
    static int y(int[] all) { int last; do { last = all[0]; } while (last > 3); for (int n : all) { int m; m = n; Runnable r = () -> System.out.println(m + n); } return last; }
    static void a1() { try { Thread.sleep(1); } catch (InterruptedException e) { return; } finally { } }
    static class X1 extends Exception {} static class X2 extends X1 {} static void b1() throws X2 { throw new X2(); }
    static void c1() { try { b1(); } catch (X1 e) { } try { b1(); } catch (Exception e) { } try { b1(); } catch (X2 e) { } catch (X1 e) { } catch (Throwable e) { } }
    static void d1() throws X2 { try { b1(); } catch (Exception e) { throw e; } }
    static void e1() { try { int n = 1; } catch (Exception e) { } try { b1(); } catch (Exception e) { throw new RuntimeException(e); } finally { } }
    interface Throws { void call() throws Exception; } static void f1(Throws t) { } static void g1() { f1(() -> b1()); f1(Main::b1); f1(() -> { throw new X1(); }); }
    interface Any<T extends Exception> { void call() throws T; } static <T extends Exception> void h1(Any<T> a) throws T { a.call(); } static void i1() { h1(() -> { }); }
    static int j1() { try { b1(); } finally { return 1; } }
    static void k1() { if (false) { l1(); } do { break; } while (true); l1(); out: { break out; } l1(); }
    static void l1() { for (int i = 0; i < 3; i++) { int j = i; new Thread(() -> System.out.println(j)).start(); } }
    static int m1(Object o) { if (!(o instanceof Integer n)) { return 0; } return n; }
    static int n1(E e) { return switch (e) { case X -> 1; case Y -> { int k; k = 2; yield k; } }; }
    static int p1(int[] a) { return a.clone().length; }
    static int o1(int n) { loop: while (true) { switch (n) { case 1: break loop; case 2: return 2; default: n = 1; continue loop; } } return n; }
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
    let wrong = [
        "does not fit",
        "condition",
        "compared",
        "missing",
        "final",
        "already",
        "no object",
        "not abstract",
        "no value",
        "more than once",
        "nothing catches",
        "nothing in this",
        "a clause before",
        "no code gets",
    ];
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
        let made = javac(&bin).arg("-d").arg(&folder).arg(&file).output().expect("javac");
        made.status.success()
    };
    assert!(compiles(RIGHT));
    // One start of the compiler for all of them would stop at the first kind of error.
    for (members, _) in WRONG.iter().step_by(4) {
        assert!(!compiles(members), "{members}");
    }
    let _ = fs::remove_dir_all(&folder);
}
