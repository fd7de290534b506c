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
