//! Methods of the sources that Java's library calls: the pairs have what they access.

use crate::java_pairs::fields;

#[test]
fn what_the_library_calls_is_called() {
    // Two threads do the same with one key.
    let program = |body: &str| {
        format!(
            "import java.util.*; import java.util.concurrent.*; import java.util.function.*;
             class Key implements Comparable<Key> {{
                 int hash, order, text;
                 public int hashCode() {{ return hash++; }}
                 public boolean equals(Object o) {{ return true; }}
                 public int compareTo(Key o) {{ o.order = 1; return 0; }}
                 public String toString() {{ text = 1; return null; }}
             }}
             class Keys implements Iterable<Key> {{
                 public Iterator<Key> iterator() {{
                     return new Iterator<Key>() {{
                         public boolean hasNext() {{ T.n++; return false; }}
                         public Key next() {{ return null; }}
                     }};
                 }}
             }}
             public class T {{
                 static int n;
                 static final Key key = new Key();
                 static final ConcurrentMap<Key, String> map = new ConcurrentHashMap<>();
                 static final ThreadLocal<Key> own = ThreadLocal.withInitial(() -> {{ n++; return new Key(); }});
                 static void work() {{ {body} }}
                 public static void main(String[] args) {{ new Thread(T::work).start(); work(); }}
             }}"
        )
    };
    let found = |body: &str| fields(&program(body)).into_iter().collect::<Vec<String>>().join(" ");
    let hashed = found("map.get(key);");
    assert!(hashed.contains("Key.hash"), "{hashed}");
    let shown = found("String s = \"key \" + key;");
    assert!(shown.contains("Key.text"), "{shown}");
    let sorted = found("List<Key> all = new ArrayList<>(); all.add(key); Collections.sort(all);");
    assert!(sorted.contains("Key.order"), "{sorted}");
    for body in [
        "own.get();",
        "Supplier<String> made = () -> { n++; return null; }; Objects.requireNonNullElseGet(null, made);",
        "Function<Key, String> made = k -> { n++; return null; }; map.computeIfAbsent(key, made);",
        "for (Key k : new Keys()) { }",
    ] {
        let found = found(body);
        assert!(found.contains("T.n"), "{body}: {found}");
    }
    // The argument of a function is one of the objects that the library has.
    let each = found("List<Key> all = new ArrayList<>(); all.add(key); all.forEach(k -> k.text = 2);");
    assert!(each.contains("Key.text"), "{each}");
    // A collection runs no task, and the library calls nothing of what it does not have.
    assert_eq!(found("new ArrayList<Runnable>().add(() -> n++); map.size();"), "");
}

#[test]
fn arrays_that_are_written_out_have_their_elements() {
    let program = |body: &str| {
        format!(
            "class Task {{ int n; void up() {{ n++; }} }}
             public class T {{
                 static final Task[] all = {{ new Task() }};
                 static final int[] numbers = {{ 1, 2 }};
                 static void work() {{ {body} }}
                 public static void main(String[] args) {{ new Thread(T::work).start(); work(); }}
             }}"
        )
    };
    for body in ["all[0].up();", "Task[] own = { all[0] }; own[0].up();", "new Task[][] { all }[0][0].up();"] {
        let found = fields(&program(body));
        assert!(found.contains("Task.n"), "{body}: {found:?}");
    }
    assert!(!fields(&program("numbers[0]++;")).is_empty());
    assert!(fields(&program("int[] own = { 1 }; own[0]++; Task[] two = { new Task() }; two[0].up();")).is_empty());
}

#[test]
fn objects_go_through_references_and_functions() {
    let program = |body: &str| {
        format!(
            "import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.function.*;
             class C {{ int n; void up() {{ n++; }} C self() {{ return this; }} }}
             public class T {{
                 static void both(Runnable r) {{ new Thread(r).start(); new Thread(r).start(); }}
                 public static void main(String[] args) throws Exception {{ C c = new C(); C[] one = {{ c }}; {body} }}
             }}"
        )
    };
    for body in [
        "Runnable r = c::up; both(r);",
        "Runnable r = c.self()::up; both(r);",
        "Runnable r = one[0]::up; both(r);",
        "Runnable[] all = { c::up }; both(all[0]);",
        "Supplier<Runnable> s = () -> c::up; both(s.get());",
        "Runnable r = args.length == 0 ? c::up : () -> { }; both(r);",
        "Callable<Void> k = () -> { c.up(); return null; }; Executors.newFixedThreadPool(2).invokeAll(List.of(k, k));",
        "List.of(1, 2, 3).parallelStream().forEach(i -> c.up());",
        "Map<Integer, C> m = new ConcurrentHashMap<>(); Runnable r = () -> m.computeIfAbsent(1, k -> new C()).up(); both(r);",
        "AtomicReference<C> a = new AtomicReference<>(); Runnable r = () -> a.updateAndGet(x -> new C()).up(); both(r);",
    ] {
        let found = fields(&program(body));
        assert!(found.contains("C.n"), "{body}: {found:?}");
    }
    assert!(fields(&program("Runnable r = new C()::up; new Thread(r).start();")).is_empty());
}

#[test]
fn collections_are_read_by_loops_and_as_texts() {
    let program = |body: &str| {
        format!(
            "import java.util.*;
             public class T {{
                 public static void main(String[] args) {{
                     List<Integer> xs = new ArrayList<>(); StringBuilder sb = new StringBuilder();
                     new Thread(() -> {{ xs.add(3); sb.append(3); }}).start();
                     {body}
                 }}
             }}"
        )
    };
    for body in [
        "for (int x : xs) { }",
        "System.out.println(xs);",
        "String s = \"x\" + sb;",
        "List<Integer> other = new ArrayList<>(xs);",
        "Collections.sort(xs);",
    ] {
        assert!(!fields(&program(body)).is_empty(), "{body}");
    }
    assert!(fields(&program("List<List<Integer>> all = new ArrayList<>(); all.add(xs);")).is_empty());
}
