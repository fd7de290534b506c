//! Final fields and static initialisers: what Java orders before all other threads has no pairs, what a constructor gives away too early has.

use crate::java_pairs::fields;

fn of(text: &str) -> Vec<String> {
    let text = format!("import java.util.*; import java.util.concurrent.*; {text}");
    fields(&text).into_iter().collect()
}

fn main(body: &str) -> String {
    format!("public static void main(String[] args) throws Exception {{ {body} }}")
}

#[test]
fn a_final_field_races_if_its_constructor_gives_the_object_away_before() {
    let made = main("new T();");
    // By a thread, by a thread of the class above, by a static variable.
    let own =
        "class T { final int x; T() { new Thread(() -> go()).start(); x = 1; } void go() { System.out.println(x); }";
    assert_eq!(of(&format!("public {own} {made} }}")), ["T.x"]);
    let base = "class Base { Base() { new Thread(() -> go()).start(); } void go() {} }";
    let below = "class T extends Base { final int x; T() { x = 1; } void go() { System.out.println(x); }";
    assert_eq!(of(&format!("{base} public {below} {made} }}")), ["T.x"]);
    let variable = "class T { static volatile T it; final int x; T() { it = this; x = 1; }";
    let read = main("new Thread(() -> System.out.println(it.x)).start(); new T();");
    assert_eq!(of(&format!("public {variable} {read} }}")), ["T.x"]);
    let list =
        "class T { static final List<T> ALL = new CopyOnWriteArrayList<>(); final int x; T() { ALL.add(this); x = 1; }";
    let read = main("new Thread(() -> System.out.println(ALL.get(0).x)).start(); new T();");
    assert_eq!(of(&format!("public {list} {read} }}")), ["T.x"]);
    // An object that has it: a function, and one of an inner class.
    for has in ["() -> go()", "new In()"] {
        let inner = "class In implements Runnable { public void run() { System.out.println(x); } }";
        let inside =
            format!("class T {{ static volatile Runnable it; final int x; {inner} T() {{ it = {has}; x = 1; }}");
        let go = "void go() { System.out.println(x); }";
        let read = main("new Thread(() -> it.run()).start(); new T();");
        assert_eq!(of(&format!("public {inside} {go} {read} }}")), ["T.x"], "{has}");
    }
    // The object before it in a list, which others may have.
    let nodes = "class T { static volatile T it; T next; final int x; T(T o) { if (o != null) o.next = this; x = 1; }";
    let read = main("it = new T(null); new Thread(() -> System.out.println(it.next.x)).start(); new T(it);");
    assert!(of(&format!("public {nodes} {read} }}")).contains(&"T.x".to_owned()));
}

#[test]
fn a_constructor_that_keeps_its_object_orders_its_fields() {
    let read = main("T t = new T(); new Thread(() -> System.out.println(t.x + t.y)).start(); System.out.println(t.x);");
    for body in [
        "final int x; int y; T() { x = of(); y = of(); } int of() { return 3; }",
        "final int x; int y; final In in; T() { in = new In(); x = 1; y = 2; } class In { int of() { return x; } }",
        "final int x; int y; final List<T> mine = new ArrayList<>(); T() { mine.add(this); x = 1; y = 2; }",
        "final int x; int y; final Object in = new Object() { int of() { return x; } }; T() { x = 1; y = 2; }",
        "final int x; int y; Runnable r; T() { r = () -> System.out.println(this.y); x = 1; y = 2; }",
    ] {
        assert!(of(&format!("public class T {{ {body} {read} }}")).is_empty(), "{body}");
    }
    // One that has been given away is not its own any more.
    let late = "final int x; int y; T() { x = 1; new Thread(() -> System.out.println(y)).start(); y = 2; }";
    assert_eq!(of(&format!("public class T {{ {late} {} }}", main("new T();"))), ["T.y"]);
}

#[test]
fn static_initialisers_come_before_all_other_threads() {
    let thread = "static final Thread T0; static int n; static final int[] v; \
                  static { T0 = new Thread(() -> System.out.println(K.v.length + K.n)); T0.start(); v = new int[1]; n = 2; }";
    let used = main("K.T0.join(); System.out.println(K.n);");
    assert!(of(&format!("public class T {{ static class K {{ {thread} }} {used} }}")).is_empty());
    // The static fields of another class have no such order.
    let other =
        "static class K { static { new Thread(() -> System.out.println(n)).start(); n = 2; } static void use() {} }";
    assert_eq!(of(&format!("public class T {{ static int n; {other} {} }}", main("K.use();"))), ["T.n"]);
}

#[test]
fn the_contents_of_a_static_final_collection_are_told_once() {
    let two = main("new Thread(() -> xs.add(1)).start(); new Thread(() -> xs.add(2)).start();");
    let list = "static final List<Integer> xs = new ArrayList<>();";
    assert_eq!(of(&format!("public class T {{ {list} {two} }}")), ["the contents of ArrayList"]);
    let field = "class T { private final Map<String, String> m = new HashMap<>(); synchronized void put() { m.put(\"\", \"\"); } \
                 String get() { return m.get(\"\"); } }";
    assert_eq!(of(field), ["the contents of HashMap"]);
    // A method of the library that is given the collection, by whatever overload.
    for sort in
        ["Collections.sort(xs)", "Collections.sort(xs, null)", "Collections.sort(xs, Comparator.naturalOrder())"]
    {
        let two = main(&format!("new Thread(() -> {sort}).start(); xs.add(1);"));
        assert_eq!(of(&format!("public class T {{ {list} {two} }}")), ["the contents of ArrayList"], "{sort}");
    }
    // What others made is not seen: the field stands for it.
    let given = "class T { private final Map<String, String> m; T(Map<String, String> m) { this.m = m; } \
                 synchronized void put() { m.put(\"\", \"\"); } String get() { return m.get(\"\"); } }";
    assert!(!of(given).is_empty());
}
