//! Calls of Java whose method is not the one that the text names: `super`, types that the sources do not have, constants of enums, functions
//! and tasks of the library. Each of these programs has a race, by the explorer too where it runs.

use crate::java_pairs::fields;
use crate::java_run::answer;
use serde_json::json;
use std::path::Path;

/// Two threads do the same with one object.
fn both(classes: &str, made: &str, does: &str) -> String {
    format!(
        "import java.util.*; import java.util.concurrent.*; import java.util.function.*;
         {classes}
         class X {{ static int n; }}
         class N {{ int n; void go() {{ n++; }} }}
         public class T {{
             public static void main(String[] args) throws Exception {{
                 {made}
                 new Thread(() -> {{ try {{ {does} }} catch (Exception e) {{ }} }}).start();
                 {does}
             }}
         }}"
    )
}

fn races(field: &str, classes: &str, made: &str, does: &str) {
    let found = fields(&both(classes, made, does));
    assert!(found.contains(field), "{classes} {made} {does}: {found:?}");
}

fn none(classes: &str, made: &str, does: &str) {
    let found = fields(&both(classes, made, does));
    assert!(found.is_empty(), "{classes} {made} {does}: {found:?}");
}

#[test]
fn super_calls_the_method_above() {
    let made = "L v = new L();";
    for classes in [
        "class B { void go() { X.n++; } } class L extends B { void go() { super.go(); } }",
        "class B { void go() { X.n++; } } class M extends B { } class L extends M { void go() { super.go(); } }",
        "class B { void go() { X.n++; } } class L extends B { void go() { Runnable r = super::go; r.run(); } }",
        "class B { void go() { X.n++; } } class L extends B { void go() { Runnable r = () -> super.go(); r.run(); } }",
        "interface I { default void go() { X.n++; } } class L implements I { public void go() { I.super.go(); } }",
    ] {
        races("X.n", classes, made, "v.go();");
    }
    // The method above holds the lock.
    let locked = "class B { int n; synchronized void go() { n++; } } class L extends B { void go() { super.go(); } }";
    none(locked, made, "v.go();");
    let around = "class B { int n; void go() { n++; } } class L extends B { synchronized void go() { super.go(); } }";
    none(around, made, "v.go();");
    // A cast of `this` is no `super`.
    let cast = "class B { void go() { X.n++; } } class L extends B { void go() { } void up() { ((B) this).go(); } }";
    none(cast, made, "v.up();");
}

#[test]
fn types_outside_of_the_sources_are_overridden() {
    for (classes, made, does) in [
        (
            "class L extends AbstractList<Integer> { public Integer get(int i) { X.n++; return i; } public int size() { return 1; } }",
            "List<Integer> v = new L();",
            "v.get(0);",
        ),
        (
            "class L extends ArrayList<String> { @Override public boolean add(String s) { X.n++; return true; } }",
            "List<String> v = new L();",
            "v.add(\"\");",
        ),
        (
            "class L implements BooleanSupplier { public boolean getAsBoolean() { X.n++; return true; } }",
            "BooleanSupplier v = new L();",
            "v.getAsBoolean();",
        ),
        (
            "class L extends Thread { @Override public void interrupt() { X.n++; } }",
            "Thread v = new L();",
            "v.interrupt();",
        ),
        (
            "class L extends com.ext.Base { @Override protected void work() { X.n++; } }",
            "com.ext.Base v = new L();",
            "v.work();",
        ),
        (
            "class L implements ThreadFactory { public Thread newThread(Runnable r) { return new Thread(r); } }",
            "ThreadFactory v = new L();",
            "v.newThread(() -> { X.n = 1; }).start();",
        ),
    ] {
        races("X.n", classes, made, does);
    }
    // Another name, or another number of parameters, is another method.
    let other = "class L extends com.ext.Base { void work(int i) { X.n++; } void rest() { X.n++; } }";
    none(other, "com.ext.Base v = new L();", "v.work();");
}

#[test]
fn constants_of_enums_are_objects() {
    for (classes, made, does) in [
        ("enum L { A; N n = new N(); }", "", "for (L l : L.values()) l.n.go();"),
        ("enum L { A; N n = new N(); }", "", "L.valueOf(\"A\").n.go();"),
        (
            "enum L { A { N of() { return n; } }; N n = new N(); N of() { return null; } }",
            "L v = L.values()[0];",
            "v.of().go();",
        ),
    ] {
        races("N.n", classes, made, does);
    }
}

#[test]
fn tasks_and_futures_give_back_what_they_are_given() {
    let pool = "N w = new N(); ExecutorService x = Executors.newFixedThreadPool(1);";
    for (made, does) in [
        (format!("{pool} var f = x.submit(() -> w);"), "f.get().go(); w.go();"),
        (format!("{pool} var f = CompletableFuture.supplyAsync(() -> w);"), "f.join().go(); w.go();"),
        (format!("{pool} var f = CompletableFuture.supplyAsync(() -> w);"), "f.thenAccept(a -> a.go()); w.go();"),
        (format!("{pool} var f = CompletableFuture.supplyAsync(() -> w);"), "f.thenApply(a -> a.n++);"),
        (format!("{pool} var f = CompletableFuture.supplyAsync(() -> w);"), "f.thenCombine(f, (a, b) -> a.n++);"),
        (format!("{pool} var f = new FutureTask<N>(() -> w); f.run();"), "f.get().go(); w.go();"),
        ("N w = new N(); Consumer<N> s = N::go;".to_owned(), "s.accept(w);"),
        (
            "N w = new N(); Function<N, N> s = a -> a; var g = s.andThen(a -> { a.n++; return a; });".to_owned(),
            "g.apply(w);",
        ),
        (
            "List<N> v = new ArrayList<>(); v.add(new N());".to_owned(),
            "v.stream().collect(Collectors.toList()).get(0).go();",
        ),
        ("Stack<N> v = new Stack<>(); v.push(new N());".to_owned(), "v.peek().go();"),
        ("List<N> v = new ArrayList<>(); v.add(new N());".to_owned(), "v.toArray(new N[0])[0].go();"),
        ("N[] v = { new N() }; N[] w = new N[1]; System.arraycopy(v, 0, w, 0, 1);".to_owned(), "w[0].go();"),
        ("N v = new N(); N[] w = new N[1]; Arrays.fill(w, v);".to_owned(), "w[0].go();"),
    ] {
        races("N.n", "", &made, does);
    }
    races(
        "X.n",
        "class L { void go() { X.n++; } }",
        "ThreadLocal<L> v = ThreadLocal.withInitial(L::new);",
        "v.get().go();",
    );
}

#[test]
fn a_thread_begins_before_what_follows_it() {
    // The arguments of the call behind the forks are evaluated behind them.
    let text = "class W extends Thread { int n; int get() { return n; } public void run() { n++; } }
                public class T { public static void main(String[] args) {
                    W w = new W(); w.start(); System.out.println(w.get());
                } }";
    assert!(fields(text).contains("W.n"));
}

#[test]
fn readers_are_no_exclusion_of_what_they_write() {
    let program = |reads: &str| {
        format!(
            "import java.util.concurrent.locks.*;
             public class T {{
                 private final ReadWriteLock rw = new ReentrantReadWriteLock();
                 private int hits, value;
                 private void hit() {{ hits++; }}
                 int get() {{ rw.readLock().lock(); try {{ {reads} return value; }} finally {{ rw.readLock().unlock(); }} }}
                 void set(int v) {{ rw.writeLock().lock(); try {{ value = v; }} finally {{ rw.writeLock().unlock(); }} }}
                 public static void main(String[] args) {{
                     T t = new T();
                     new Thread(() -> {{ t.get(); t.set(1); }}).start();
                     t.get(); t.set(2);
                 }}
             }}"
        )
    };
    assert!(fields(&program("")).is_empty());
    for writes in ["hits++;", "hit();"] {
        let found: Vec<String> = fields(&program(writes)).into_iter().collect();
        assert_eq!(found, ["T.hits"], "{writes}");
    }
}

#[test]
fn super_in_a_function_is_no_call_of_the_override() {
    let text = "public class T {
        static class A { void go() { System.out.println(\"A\"); } }
        static class L extends A {
            void go() { System.out.println(\"L\"); }
            void all() {
                ((A) this).go();
                Runnable r = super::go;
                r.run();
                Runnable q = () -> super.go();
                q.run();
                class I { void up() { L.super.go(); } }
                new I().up();
            }
        }
        public static void main(String[] args) { new L().all(); }
    }";
    let explored = answer("explore", Path::new("T.java"), text);
    assert_eq!(explored["outcomes"][0]["output"], json!(["L", "A", "A", "A"]), "{explored}");
}
