//! Texts of annotations as locks.

use crate::reading::read;
use racefree_java::tree::{ClassNo, MethodNo};
use racefree_java::{Java, LockPath, LockRoot, LockScope, LockStep, NoLock};

const TEXT: &str = "package p;
class Out {
    final Object lock = new Object(); static final Object LOCK = null; final Node node = null;
    Object get() { return lock; }
    void m(Object par, Node n) { }
    static void s(Node n) { }
    class In extends Base {
        final Object own = null; Node lock;
        class Deep { }
    }
    static class Nest { }
}
class Base { protected final Object base = null; static Object SB; }
class Node { final Node next = null; final Object mutex = null; static Object ALL; Object get() { return null; } }
class Ext extends Missing { java.util.List xs; }";

fn path(java: &Java, path: &LockPath) -> String {
    let class = |c: ClassNo| java.names.text(java.classes[c.index()].name).to_owned();
    let mut text = match path.root {
        LockRoot::This(c) => format!("{}.this", class(c)),
        LockRoot::ClassObject(c) => class(c),
        LockRoot::ExternalClass(name) => format!("external {}", java.names.text(name)),
        LockRoot::Parameter(i) => format!("#{i}"),
        LockRoot::Local(l) => format!("local {}", l.0),
        LockRoot::Itself => "itself".into(),
    };
    for step in &path.steps {
        text += &match step {
            LockStep::Field(f) => format!(".{}", java.names.text(java.fields[f.index()].name)),
            LockStep::Call(m) => format!(".{}()", java.names.text(java.methods[m.index()].name)),
            LockStep::External(name) => format!(".external {}", java.names.text(*name)),
        };
    }
    text
}

fn lock(java: &mut Java, class: &str, method: Option<&str>, text: &str) -> String {
    let named = |java: &Java, c: ClassNo| java.names.text(java.classes[c.index()].name) == class;
    let class = (0..java.classes.len() as u32).map(ClassNo).find(|c| named(java, *c)).expect("the class");
    let method = method.map(|name| {
        let is = |m: &MethodNo| {
            java.names.text(java.methods[m.index()].name) == name && java.methods[m.index()].class == class
        };
        (0..java.methods.len() as u32).map(MethodNo).find(is).expect("the method")
    });
    let is_static = method.is_some_and(|m| java.methods[m.index()].modifiers.is_static());
    match java.resolve_lock(LockScope { class, method, locals: None, is_static }, text) {
        Ok(found) => path(java, &found),
        Err(NoLock::Syntax) => "no path".into(),
        Err(NoLock::UnknownName { span }) => format!("unknown {}", span.text(text)),
        Err(NoLock::NoMember { span }) => format!("no member {}", span.text(text)),
        Err(NoLock::NoThis { span }) => format!("no this {}", span.text(text)),
    }
}

#[test]
fn texts_become_paths() {
    let mut java = read(&[TEXT]);
    let table = [
        ("Out", None, "this", "Out.this"),
        ("Out", None, " ( this ) ", "Out.this"),
        ("Out", None, "lock", "Out.this.lock"),
        ("Out", None, "this . lock", "Out.this.lock"),
        ("Out", None, "LOCK", "Out.LOCK"),
        ("Out", None, "Out.LOCK", "Out.LOCK"),
        ("Out", None, "p.Out.LOCK", "Out.LOCK"),
        ("Out", None, "Out.class", "Out"),
        ("Out", None, "Out.lock", "no this lock"),
        ("Out", None, "node.next.mutex", "Out.this.node.next.mutex"),
        ("Out", None, "node.ALL", "Node.ALL"),
        ("Out", None, "get()", "Out.this.get()"),
        ("Out", None, "node.get()", "Out.this.node.get()"),
        ("Out", None, "nothing", "unknown nothing"),
        ("Out", None, "node.nothing", "no member nothing"),
        ("Out", None, "itself", "itself"),
        ("Out", None, "a b", "no path"),
        ("Out", None, "", "no path"),
        ("Out", None, "node.", "no path"),
        ("Out", None, "lock[0]", "no path"),
        ("Out", Some("m"), "par", "#0"),
        ("Out", Some("m"), "n.mutex", "#1.mutex"),
        ("Out", Some("s"), "n.next.mutex", "#0.next.mutex"),
        ("Out", Some("s"), "lock", "no this lock"),
        ("Out", Some("s"), "this", "no this this"),
        ("Out", Some("s"), "LOCK", "Out.LOCK"),
        ("In", None, "lock.mutex", "In.this.lock.mutex"),
        ("In", None, "Out.this.lock", "Out.this.lock"),
        ("In", None, "node", "Out.this.node"),
        ("In", None, "base", "In.this.base"),
        ("In", None, "super.base", "In.this.base"),
        ("In", None, "SB", "Base.SB"),
        ("In", None, "In.SB", "Base.SB"),
        ("In", None, "Node.class", "Node"),
        ("Deep", None, "own", "In.this.own"),
        ("Deep", None, "Out.this", "Out.this"),
        ("Nest", None, "lock", "no this lock"),
        ("Nest", None, "Out.this", "no this this"),
        ("Nest", None, "LOCK", "Out.LOCK"),
        ("Ext", None, "inherited", "unknown inherited"),
        ("Ext", None, "xs.foo", "Ext.this.xs.external foo"),
        ("Ext", None, "java.util.List.class", "external java.util.List"),
        ("Ext", None, "String.class", "external java.lang.String"),
    ];
    let wrong: Vec<String> = table
        .iter()
        .filter_map(|(class, method, text, expected)| {
            let found = lock(&mut java, class, *method, text);
            (found != *expected).then(|| format!("{class} {method:?} {text}: expected {expected}, found {found}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
