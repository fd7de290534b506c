//! Types that the sources do not declare say which objects are none of theirs, and lose none that may have them: each of these programs has a race
//! behind a variable, a parameter, a field or a cast of such a type.

use crate::java_pairs::fields;

/// Classes, what main makes, and what two threads do with it.
const PROGRAMS: &[[&str; 3]] = &[
    [
        "",
        "ActionListener l = new ActionListener() { public void actionPerformed(ActionEvent e) { X.n++; } };",
        "l.actionPerformed(null);",
    ],
    ["", "ActionListener l = e -> X.n++;", "l.actionPerformed(null);"],
    ["", "ActionListener l = e -> X.n++; l = e -> X.n--; ActionListener m = l;", "m.actionPerformed(null);"],
    [
        "class L implements ActionListener { public void actionPerformed(ActionEvent e) { X.n++; } }",
        "ActionListener l = new L();",
        "l.actionPerformed(null);",
    ],
    [
        "class H { ActionListener l; }  class L implements ActionListener { public void actionPerformed(ActionEvent e) { X.n++; } }",
        "H h = new H(); h.l = new L();",
        "h.l.actionPerformed(null);",
    ],
    [
        "class L extends ArrayList<N> { public boolean add(N x) { X.n++; return true; } }",
        "ArrayList<N> v = new L();",
        "v.add(null);",
    ],
    [
        "",
        "class L extends ArrayList<N> { public boolean add(N x) { X.n++; return true; } } ArrayList<N> v = new L();",
        "v.add(null);",
    ],
    ["", "List<N> v = new ArrayList<N>() { public boolean add(N x) { X.n++; return true; } };", "v.add(null);"],
    [
        "class K extends ArrayList<N> { } class L extends K { public boolean add(N x) { X.n++; return true; } }",
        "List<N> v = new L();",
        "v.add(null);",
    ],
    ["enum E implements Supplier<N> { A; public N get() { X.n++; return null; } }", "Supplier<N> s = E.A;", "s.get();"],
    [
        "record R(int a) implements Supplier<N> { public N get() { X.n++; return null; } }",
        "Supplier<N> s = new R(1);",
        "s.get();",
    ],
    ["class Box<A> { A it; }", "Box<N> b = new Box<>(); b.it = new N();", "b.it.go();"],
    [
        "class Box<A extends Comparator> { A it; } class L implements Comparator<N> { public int compare(N a, N b) { X.n++; return 0; } }",
        "Box<L> b = new Box<>(); b.it = new L();",
        "b.it.compare(null, null);",
    ],
    ["class D extends Date { public long getTime() { X.n++; return 0; } }", "Date d = new D();", "d.getTime();"],
    [
        "class D extends java.io.File { D() { super(\"\"); } public String getName() { X.n++; return null; } }",
        "java.io.File d = new D();",
        "d.getName();",
    ],
    [
        "class L implements Iterator<N> { public boolean hasNext() { return true; } public N next() { X.n++; return null; } }",
        "Iterator<N> i = new L(); i = new L(); Iterator<N> j = i;",
        "j.next();",
    ],
    [
        "class L implements Iterator<N> { public boolean hasNext() { return true; } public N next() { X.n++; return null; } }  class M { Iterator<N> get(Iterator<N> i) { if (i == null) return null; return i; } }",
        "M m = new M(); Iterator<N> i = new L();",
        "m.get(i).next();",
    ],
    [
        "interface I extends Iterator<N> { } class L implements I { public boolean hasNext() { return true; } public N next() { X.n++; return null; } }",
        "Iterator<N> i = new L();",
        "i.next();",
    ],
    [
        "class L { void go() { X.n++; } }",
        "Map<String, L> m = new HashMap<>(); m.put(\"a\", new L());",
        "m.get(\"a\").go();",
    ],
    ["class L { void go() { X.n++; } }", "Object o = new L();", "((L) o).go();"],
    [
        "class L extends Thread { public void run() { X.n++; } }",
        "Executor x = Executors.newFixedThreadPool(2); Runnable r = new L();",
        "x.execute(r);",
    ],
    ["class L extends TimerTask { public void run() { X.n++; } }", "TimerTask r = new L();", "r.run();"],
    ["class L extends com.foo.Bar { void go() { X.n++; } }", "com.foo.Bar b = new L();", "((L) b).go();"],
    ["class L extends com.foo.Bar { public void go() { X.n++; } }", "com.foo.Bar b = new L();", "b.go();"],
    [
        "class L extends com.foo.Bar { public void go() { X.n++; } }",
        "com.foo.Baz b = (com.foo.Baz) (Object) new L();",
        "b.go();",
    ],
    [
        "class L implements Runnable { public void run() { X.n++; } }",
        "Collection<Runnable> v = new ArrayList<>(); v.add(new L());",
        "for (Runnable r : v) r.run();",
    ],
    [
        "class L { public String toString() { X.n++; return null; } }",
        "List<L> v = new ArrayList<>(); v.add(new L()); StringBuilder s = new StringBuilder();",
        "s.append(v.get(0));",
    ],
    ["", "List<N> v = new ArrayList<>(); Iterator<N> i = v.iterator();", "i.next(); v.add(null);"],
    ["", "Map<N, N> v = new HashMap<>(); Set<Map.Entry<N, N>> i = v.entrySet();", "i.remove(null); v.put(null, null);"],
    ["", "java.text.DateFormat f = new java.text.SimpleDateFormat();", "f.format(null);"],
    ["", "Calendar c = new GregorianCalendar();", "c.get(1);"],
    ["", "StringBuilder c = new StringBuilder(); CharSequence d = c;", "c.append(1);"],
    ["", "Object[] v = new Object[1]; Cloneable c = v;", "((Object[]) c)[0] = null;"],
];

#[test]
fn objects_that_may_have_a_type_of_the_library_are_there() {
    for [classes, made, does] in PROGRAMS {
        let text = format!(
            "import java.util.*; import java.util.concurrent.*; import java.util.function.*; import java.awt.event.*;
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
        );
        assert!(!fields(&text).is_empty(), "{classes} {made} {does}");
    }
}

#[test]
fn objects_that_cannot_have_a_type_are_not() {
    // The result of `format` is anything that it is given, and no text is a format.
    let text = "import java.text.*; import java.util.*; import java.util.regex.*;
        public class T {
            static final SimpleDateFormat f = new SimpleDateFormat();
            static final Pattern p = Pattern.compile(\"x\");
            static void show(Date d) {
                StringBuffer s;
                synchronized (f) { s = f.format(d, new StringBuffer(), new FieldPosition(0)); }
                Matcher m = p.matcher(s);
                m.find();
            }
            public static void main(String[] args) {
                new Thread(() -> show(new Date())).start();
                show(new Date());
            }
        }";
    let found = fields(text);
    assert!(found.is_empty(), "{found:?}");
}
