//! The world outside the sources, and what is said besides errors: stubs, assumptions, kinds, names, lints, counts.

use crate::judge::{Judged, judge, judge_all};
use racefree_java::Java;
use racefree_java::elaborate::{Options, elaborate};
use racefree_java::kinds::{self, About, java_kind};
use racefree_java::profile;
use racefree_java::sources::Sources;
use racefree_java::tree::Origin;
use racefree_java::world::Assumed;
use racefree_kernel::Options as Rules;
use racefree_systems::{BASE, premise_name};

fn plain(source: &str) -> Judged {
    judge(source, Options::default(), &Rules::default())
}

/// A source judged with a stub file.
fn with_stub(source: &str, stub: &str) -> Vec<String> {
    let files = [("Test.java", source.as_bytes(), Origin::Source), ("test.stub", stub.as_bytes(), Origin::Stub)];
    let judged = judge_all(&files, Options::default(), &Rules::default());
    judged.found.into_iter().map(|(premise, _)| premise).collect()
}

#[test]
fn what_the_library_may_do_with_the_sources_is_counted() {
    let judged = plain(
        "class Local implements Comparable<Local> {
            int n; public int compareTo(Local o) { return n++; } public String toString() { return \"\"; }
            public boolean equals(Object o) { return o == this; } int own() { return n; } static int hash() { return 1; }
        }
        /*# thread_shared */ class Shared { public String toString() { return \"\"; } }
        /*# thread_shared */ class Below extends Gone { Below() { super(); } }
        /*# thread_shared */ class Implied extends Gone { Implied() { } Implied(int x) { this(); } }
        class Confined extends Gone { Confined() { } }
        class Each { void f(Iterable<Local> all) { for (Local l : all) { l.n++; } } void g(Iterable<String> all) { for (String s : all) { } } }",
    );
    let count = |what| judged.elaborated.assumptions.count(what);
    assert_eq!(count(Assumed::OverridesExternal), 2, "compareTo and toString");
    assert_eq!(count(Assumed::Constructor), 3, "Below, Implied and Confined");
    assert_eq!(count(Assumed::Erased), 1, "the local of a thread-local class");
}

const COUNTER: &str = "package p; class Counter { int n; void up() { n++; } int get(int x) { return n; } }";

#[test]
fn a_stub_adds_annotations_to_the_sources() {
    assert!(plain(COUNTER).found.is_empty(), "it belongs to one thread");
    let guard = "package p; class Counter { int n /*# guarded_by this */; }";
    assert_eq!(with_stub(COUNTER, guard), ["EXP REF/guard-held", "EXP ASSIGN/guard-held", "EXP REF/guard-held"]);
    let requires = "package p; class Counter { @GuardedBy(\"this\") int n; void up() /*# requires this */; @Holding(\"this\") int get(int x); }";
    assert!(with_stub(COUNTER, requires).is_empty());
    let shared = "package p; /*# thread_shared */ class Counter { }";
    assert_eq!(with_stub(COUNTER, shared), ["SHAREABLE/guarded-or-final"]);
}

#[test]
fn a_stub_says_what_guards_the_elements_of_an_array() {
    let source = "package p; class Stack { Object[] all; int n; synchronized void grow() { all = java.util.Arrays.copyOf(all, 9); } \
        synchronized Object top() { Object[] own = all; return own[n]; } Object bad() { Object[] own; synchronized (this) { own = all; } return own[0]; } }";
    let stub = "package p; class Stack { Object[/*# elems_guarded_by this */] all /*# guarded_by this */; int n /*# guarded_by this */; }";
    assert_eq!(with_stub(source, stub), ["EXP REF/guard-held"]);
    let source = "package p; class Stack { Object[] all; Object[] get() { return all; } void put(Object[] a) { a[0] = null; all = a; } \
        synchronized void both() { put(get()); } }";
    let stub = "package p; class Stack { Object[/*# elems_guarded_by this */] all /*# guarded_by this */; \
        Object[/*# elems_guarded_by this */] get() /*# requires this */; void put(Object[/*# elems_guarded_by this */] a) /*# requires this */; }";
    assert!(with_stub(source, stub).is_empty(), "{:?}", with_stub(source, stub));
}

#[test]
fn a_stub_reaches_constructors_and_local_variables() {
    let source = "package p; class Keeper { static final Object key = null; Keeper(int n) { } Keeper() { } \
        static void bad() { new Keeper(1); } static void good() { synchronized (key) { new Keeper(1); } new Keeper(); } }";
    let stub = "package p; class Keeper { Keeper(int n) /*# requires Keeper.key */ { } }";
    assert_eq!(with_stub(source, stub), ["EXP NEW/requires-held"]);
    let source = "package p; class Table { int[] slots; synchronized void grow() { int[] more = new int[9]; more[0] = slots[0]; slots = more; } }";
    let fields = "int[/*# elems_guarded_by this */] slots /*# guarded_by this */;";
    assert!(!with_stub(source, &format!("package p; class Table {{ {fields} }}")).is_empty());
    let local =
        format!("package p; class Table {{ {fields} void grow() {{ int[/*# elems_guarded_by this */] more; }} }}");
    assert!(with_stub(source, &local).is_empty(), "{:?}", with_stub(source, &local));
}

#[test]
fn uses_of_names_are_counted_with_those_that_are_resolved() {
    let source = "import q.Lib; class A { int n; A() { n = 1; } int m(Lib l) { l.go(); missing.x(); return n + m(l) + gone; } \
        Object o() { return new A(); } }";
    let uses = plain(source).elaborated.uses;
    let of = |sort| uses.get(sort).map(|uses: &racefree_java::tree::uses::Resolved| (uses.resolved, uses.all));
    assert_eq!(of("fields"), Some((2, 4)), "`gone` and `missing` are none");
    assert_eq!(of("calls"), Some((1, 2)), "a call of what is external is none of the sources");
    assert_eq!(of("creations"), Some((1, 1)));
}

#[test]
fn a_stub_that_matches_nothing_is_an_error() {
    for stub in [
        "package p; class Counter { int m; }",
        "package p; class Counter { void up(int x); }",
        "package p; class Counter { int get(); }",
    ] {
        assert_eq!(with_stub(COUNTER, stub), ["JAVA ANNOTATION/stub"], "{stub}");
    }
}

#[test]
fn a_stub_declares_what_is_external() {
    let source = "import q.Base; class User { static void m(Base b) { b.use(); } static void n(Base b) { synchronized (b) { b.use(); } } }";
    assert!(plain(source).found.is_empty());
    let stub = "package q; class Base { void use() /*# requires this */; protected int n /*# guarded_by this */; }";
    assert_eq!(with_stub(source, stub), ["EXP INVOKE/requires-held"]);
    let source = "import q.Base; class User extends Base { int m() { return n; } synchronized int k() { return n; } }";
    assert_eq!(with_stub(source, stub), ["EXP REF/guard-held"]);
}

#[test]
fn classes_under_a_source_path_are_read_for_their_signatures() {
    let source = "package p; class User { int n /*# guarded_by this */; \
        int bad(q.Lib l) { l.use(); return l.next().m; } \
        int good(q.Lib l) { synchronized (l) { l.use(); } return new q.Plain().twice(n -> n + 1); } }";
    let lib = "package q; public class Lib { int free; public int m; private int hidden = bad + 1; \
        public void use() /*# requires this */ { free = 1; } public Lib next() { return this; } }";
    let plain = "package q; public class Plain { private int x; public int twice(java.util.function.IntUnaryOperator f) { return x; } }";
    let mut sources = Sources::default();
    sources.add("User.java".to_owned(), source.as_bytes(), Origin::Source).expect("short");
    let find = move |name: &str| match name {
        "q.Lib" => Some(("Lib.java".to_owned(), lib.into())),
        "q.Plain" => Some(("Plain.java".to_owned(), plain.into())),
        _ => None,
    };
    let mut java = Java::read(sources, Some(std::sync::Arc::new(find)), 1);
    let made = elaborate(&mut java, Options::default());
    let report = BASE.check(&made.program, java.sources.text(), &Rules::default());
    let found: Vec<_> = report.errors.iter().map(|e| premise_name(e.premise)).collect();
    assert_eq!(found, ["EXP INVOKE/requires-held"], "what the library does is its own affair");
    assert!(made.problems.is_empty(), "{:?}", made.problems);
}

#[test]
fn nothing_is_taken_on_trust_in_silence() {
    let source = "import q.Out; class A { int n /*# guarded_by this */; \
        void m(Out o) { o.use(new Out(), () -> { }); unknown(); /*# holds this */ n = 1; } \
        int k() { return n; } //# no_warn\n }";
    let judged = plain(source);
    assert!(judged.found.is_empty(), "{:?}", judged.found);
    let count = |what| judged.elaborated.assumptions.count(what);
    assert_eq!(count(Assumed::ExternalType), 1);
    assert_eq!(count(Assumed::ExternalMember), 1);
    assert_eq!(count(Assumed::LambdaToUnknown), 1);
    assert_eq!(count(Assumed::Unresolved), 1);
    assert_eq!(count(Assumed::Holds), 1);
    assert_eq!(count(Assumed::NoWarn), 1);
    assert_eq!(judged.elaborated.assumptions.total(), 6);
    let defaults = Options { defaults: true, ..Options::default() };
    let judged = judge("class A { int n, m; int[] a; synchronized void f() { } }", defaults, &Rules::default());
    assert_eq!(judged.elaborated.assumptions.count(Assumed::Default), 3, "a field and its elements are one place");
    assert!(judged.found.is_empty(), "{:?}", judged.found);
    let named_like_a_type = plain("class A { double d = Double.NaN; double e() { return q.Limits.MaxOf; } }");
    assert_eq!(named_like_a_type.elaborated.assumptions.count(Assumed::ExternalMember), 2);
    let empty = plain(
        "class A { int n; void m() { while (n > 0); for (n = 0; n < 9; n++); if (n > 0); else; do; while (n < 0); } }",
    );
    assert_eq!(empty.elaborated.assumptions.count(Assumed::ThreadLocal), 1);
    assert_eq!(empty.elaborated.assumptions.total(), 1, "an empty statement is understood");
    let method = "class A { final Object o = null; final Object l() { return o; } int n /*# guarded_by l() */; }";
    assert_eq!(plain(method).elaborated.assumptions.count(Assumed::LockMethod), 1);
    let ghost = "class C/*#{ghost Object l}*/ { } class D { void m(C c) { } }";
    assert_eq!(plain(ghost).elaborated.assumptions.count(Assumed::GhostArguments), 1);
    let immediate = "class A { static void f(/*# immediate */ Runnable r) { } static void g() { f(() -> { }); } }";
    assert_eq!(plain(immediate).elaborated.assumptions.count(Assumed::Immediate), 1);
    let forked = "class A { static void f(/*# forks */ q.Action r) { } static void g(q.Action r) { f(r); f(null); } }";
    assert_eq!(plain(forked).elaborated.assumptions.count(Assumed::LambdaToUnknown), 1);
    let arms =
        "class A { static void f(Runnable r) { } static void g(int k) { f(switch (k) { default -> () -> { }; }); } }";
    assert_eq!(plain(arms).elaborated.assumptions.count(Assumed::LambdaToUnknown), 1);
}

#[test]
fn what_leaves_the_sources_is_counted() {
    let count = |source: &str, what| plain(source).elaborated.assumptions.count(what);
    let local = "import java.util.*; import java.util.function.*; import java.util.stream.*; class L { int x; void up() { x++; } } ";
    let functions = |code: &str| count(&format!("{local} class A {{ {code} }}"), Assumed::LambdaToUnknown);
    assert_eq!(
        functions("static volatile Consumer<String> c; void f(L l) { c = s -> l.x++; }"),
        1,
        "in a shared field"
    );
    assert_eq!(functions("void f(L l) { Supplier<Integer> s = () -> l.x++; new Thread(s::get).start(); }"), 1);
    assert_eq!(functions("void f(L l) { Runnable r = null; Supplier<L> s = l::self; }"), 1, "a method reference");
    assert_eq!(
        functions("void f(Integer l) { Supplier<Integer> s = () -> l + 1; }"),
        0,
        "nothing that belongs to a thread"
    );
    assert_eq!(functions("interface I extends Supplier<Integer> { } I f(L l) { return () -> l.x++; }"), 1);
    assert_eq!(functions("void f(List<String> l) { l.stream().forEach(s -> { }); l.forEach(s -> { }); }"), 0);
    assert_eq!(functions("void f(Stream<String> s) { s.forEach(x -> { }); }"), 1, "it may be parallel");
    assert_eq!(functions("Stream<String> g() { return null; } void f() { g().filter(s -> true).count(); }"), 1);
    let erased = |code: &str| count(&format!("{local} class A {{ {code} }}"), Assumed::Erased);
    assert_eq!(erased("void f(List<L> l) { l.get(0).x++; }"), 1, "the result of a call");
    assert_eq!(erased("void f(List<String> l) { l.get(0).length(); l.get(0).getBytes(); }"), 0);
    assert_eq!(erased("void f(Map<String, int[]> m) { m.get(null)[0]++; }"), 1, "an array");
    assert_eq!(erased("void f(List<L> l) { l.forEach(x -> x.up()); }"), 1, "the parameter of a lambda");
    assert_eq!(erased("Object f() { Function<L, L> g = x -> x; return g; }"), 1, "of one that is an object");
    assert_eq!(erased("void f(List<Object> l) { ((L) l.get(0)).up(); }"), 1, "a cast of what is external");
    let external = "import java.util.*; class A { Runnable f(List<String> l) { return l::clear; } Runnable g(q.Out o) { return o::go; } }";
    assert_eq!(count(external, Assumed::ExternalMember), 2, "method references too");
    let literal = "/*# thread_shared */ class S extends q.Starts { }  /*# thread_shared */ class T extends S { int y /*# guarded_by this */ = 1; }";
    assert_eq!(count(literal, Assumed::Constructor), 1, "a literal is assigned late too");
}

#[test]
fn annotations_are_counted_by_kind() {
    let source = "/*# thread_shared */ class C/*#{ghost Object l}*/ { int n /*# guarded_by l */; @GuardedBy(\"this\") int m; \
        void f() /*# requires l, this */ { } C/*#{this}*/ c /*# guarded_by this */; \
        final int[/*# elems_guarded_by this */] a = null; int r; //# readonly\n }";
    let counts = plain(source).elaborated.annotations;
    let of = |word| counts.get(word).copied().unwrap_or(0);
    assert_eq!(of("guarded_by"), 3);
    assert_eq!([of("requires"), of("class_parameters"), of("class_arguments")], [1, 1, 1]);
    assert_eq!([of("elems_guarded_by"), of("thread_shared"), of("readonly")], [1, 1, 1]);
}

#[test]
fn lines_of_code_are_not_those_of_comments_alone() {
    let text = "// one\n\n/*# thread_shared */ class A {\n /* two\n three */ int n; // four\n /* five */ // six\n int m; /* seven\n eight\n */\n}\n";
    let mut sources = Sources::default();
    sources.add("A.java".into(), text.as_bytes(), Origin::Source).expect("a short text");
    let java = Java::read(sources, None, 1);
    assert_eq!(java.lines.last(), Some(&4));
}

#[test]
fn errors_have_the_kinds_of_rccjava() {
    assert_eq!(java_kind("EXP REF/guard-held", About::default()), "Race");
    assert_eq!(java_kind("SHAREABLE/guarded-or-final", About::default()), "SharedField");
    assert_eq!(java_kind("SHAREABLE/guarded-or-final", About { is_static: true, is_array: false }), "StaticField");
    assert_eq!(
        java_kind("SHAREABLE GUARDED FIELD/field-type", About { is_static: false, is_array: true }),
        "SharedArray"
    );
    assert_eq!(java_kind("SHAREABLE GUARDED FIELD/field-type", About::default()), "ThreadLocal");
    assert_eq!(java_kind("JAVA ANNOTATION/place", About::default()), "Modifiers");
    assert_eq!(java_kind("EXP SUB/type", About::default()), kinds::ERROR);
}

#[test]
fn every_premise_of_kinds_and_profiles_exists() {
    let own = |premise: &str| kinds::OWN.iter().any(|own| premise == format!("{}/{}", own.rule, own.name));
    let kinds = kinds::KINDS.iter().flat_map(|kind| kind.premises);
    let profiles = profile::PROFILES.iter().flat_map(|profile| profile.off);
    for premise in kinds.chain(profiles).filter(|premise| !own(premise)) {
        assert!(BASE.book().find_premise(premise).is_some(), "{premise}");
    }
    assert!(profile::find("rccjava").is_ok() && profile::find("rcc").is_err());
    assert_eq!(kinds::expand("race"), kinds::expand("Race"));
    assert!(kinds::expand("thread_local").contains(&"exp_fork2_fv_shared".to_owned()));
    assert_eq!(kinds::expand("exp_ref_guard_held"), ["exp_ref_guard_held"]);
}

#[test]
fn messages_speak_java() {
    let source = "class Outer { int n /*# guarded_by this */; static int s /*# guarded_by Outer.class */; \
        class Inner { int m() { return n; } } static int f(Outer o) { return new Object() { int g() { return o.n + s; } }.g(); } }";
    let judged = plain(source);
    let origins = &judged.elaborated.origins;
    assert_eq!(judged.found.len(), 3);
    assert_eq!(origins.in_java("`this.this$0` must be held"), "`Outer.this` must be held");
    assert_eq!(origins.in_java("the lock `this.this$0.lock`."), "the lock `Outer.this.lock`.");
    assert_eq!(origins.in_java("`this.val$o.n` and `Outer.class.s`"), "`o.n` and `Outer.s`");
    assert_eq!(origins.in_java("`Outer.class` of `Outer$class`"), "`Outer.class` of `Outer.class`");
    assert_eq!(origins.in_java("`this.lock.locked$`; nothing else."), "`this.lock`; nothing else.");
}

#[test]
fn a_volatile_that_is_counted_is_not_atomic() {
    let source = "class A { volatile int n; volatile int m; synchronized void f() { n++; m = 1; n += m; } }";
    let lints = plain(source).elaborated.lints;
    assert_eq!(lints.iter().map(|lint| lint.kind).collect::<Vec<_>>(), ["not_atomic", "not_atomic"]);
}

#[test]
fn errors_stand_at_names_and_strings() {
    let source = "class A {\n  @Deprecated\n  /*# thread_shared */\n  static class B {\n    @Deprecated\n    public\n    int n;\n  }\n  @GuardedBy(\n    \"nothing\") int m;\n}";
    let judged = plain(source);
    let at: Vec<&str> =
        judged.found.iter().map(|(_, span)| &source[span.start as usize..span.start as usize + 3]).collect();
    assert_eq!(at, ["n;\n", "not"]);
    assert_eq!(judged.elaborated.problems[0].related.len(), 1);
}

#[test]
fn uses_of_explicit_locks_that_are_taken_on_trust_are_counted() {
    let of = |lock: &str, body: &str| {
        let text = format!(
            "import java.util.concurrent.*; import java.util.concurrent.locks.*; class C {{ final {lock}; void m() {{ {body} }} }}"
        );
        plain(&text).elaborated.assumptions.count(Assumed::ExplicitLock)
    };
    let held = "s.acquire(); try { } finally { s.release(); }";
    assert_eq!(of("Semaphore s = new Semaphore(1)", held), 0);
    assert_eq!(of("Semaphore s = new Semaphore(1, true)", held), 0);
    assert_eq!(of("Semaphore s = new Semaphore(5)", held), 1);
    let lock = "ReentrantLock l = new ReentrantLock()";
    assert_eq!(of(lock, "l.lock(); try { } finally { l.unlock(); }"), 0);
    assert_eq!(of(lock, "l.lock(); try { l.unlock(); l.lock(); } finally { l.unlock(); }"), 2);
    assert_eq!(of(lock, "l.unlock();"), 1);
    assert_eq!(of(lock, "Runnable r = l::unlock;"), 1);
    assert_eq!(of(lock, "try { l.lock(); } finally { l.unlock(); }"), 0);
    assert_eq!(of(lock, "try { if (l == null) { l.lock(); } } finally { l.unlock(); }"), 1);
    assert_eq!(of(lock, "try { try { l.lock(); } catch (Error e) { } } finally { l.unlock(); }"), 1);
    assert_eq!(of(lock, "try { l.lockInterruptibly(); } finally { l.unlock(); }"), 1);
    assert_eq!(of("Semaphore s = new Semaphore(1)", "try { s.acquire(); } finally { s.release(); }"), 1);
    let held = "l.lock(); try { } finally { l.unlock(); }";
    assert_eq!(of("Lock l = new ReentrantLock()", held), 0);
    assert_eq!(of("Lock l = new ReentrantReadWriteLock().readLock()", held), 1);
    assert_eq!(of("Lock l = new ReentrantLock() { public void lock() {} }", held), 2);
    assert_eq!(of("ReadWriteLock l = null", "l.writeLock().unlock();"), 1);
    assert_eq!(of("StampedLock l = new StampedLock()", "l.tryUnlockWrite(); l.asWriteLock().unlock();"), 2);
    assert_eq!(of("foo.Buffer b = null", "b.release();"), 0);
    let give = "int n; static <K extends Lock> void give(K k) { k.unlock(); }";
    assert_eq!(of(give, ""), 1);
    let class = "int n; class No extends ReentrantLock { public void lock() {} public void show() {} }";
    assert_eq!(of(class, ""), 1);
}

#[test]
fn an_overload_that_depends_on_an_argument_that_is_not_known_is_counted() {
    let of = |more: &str| {
        let text =
            format!("class C {{ void f(int i) {{ }} {more} void m(java.io.File file) {{ f(file.length()); }} }}");
        plain(&text).elaborated.assumptions.count(Assumed::Unresolved)
    };
    assert_eq!([of(""), of("void f(long l) { }"), of("void f(int i, int j) { }")], [0, 1, 0]);
}

#[test]
fn locks_that_are_not_final_are_counted_where_they_are_compared_as_text() {
    let source = "class C { Object l; final Object f = l; void m(Object a, Object b) { synchronized (a) { a = b; } synchronized (l) { } synchronized (f) { } synchronized (b) { } } }";
    let options = Options { only_annotated: true, ..Options::default() };
    let judged = judge(source, options, &Rules::default());
    assert_eq!(judged.elaborated.assumptions.count(Assumed::LockNotFinal), 2);
    assert_eq!(plain(source).elaborated.assumptions.count(Assumed::LockNotFinal), 0);
}

#[test]
fn a_stub_that_declares_a_lock_hides_no_unlock() {
    let stub = "package java.util.concurrent.locks; /*# thread_shared */ public class ReentrantLock { public ReentrantLock() {} public void lock(); public void unlock(); }";
    let source = "class C { final java.util.concurrent.locks.ReentrantLock l = null; void m() { l.unlock(); } }";
    let files = [("C.java", source.as_bytes(), Origin::Source), ("L.java", stub.as_bytes(), Origin::Stub)];
    let judged = judge_all(&files, Options::default(), &Rules::default());
    assert_eq!(judged.elaborated.assumptions.count(Assumed::ExplicitLock), 1);
}

/// What an object of the library may be, and where it goes, is counted with its place.
#[test]
fn contents_that_are_not_looked_at_are_counted() {
    let source = include_str!("../../corpus/java/library/contents-unknown.java");
    let judged = crate::judge::judge(source, Options::default(), &Rules::default());
    let all: Vec<_> = judged
        .elaborated
        .assumptions
        .iter()
        .map(|(what, span)| (what, &source[span.start as usize..span.end as usize]))
        .collect();
    for expected in
        [(Assumed::UnknownContents, "given"), (Assumed::ContentsPassed, "own"), (Assumed::ContentsGuard, "own")]
    {
        assert!(all.contains(&expected), "{expected:?}: {all:?}");
    }
}

#[test]
fn members_of_values_of_unknown_classes_are_counted_as_such() {
    let of = |code: &str| {
        let text = format!(
            "import java.util.*; class C {{ int x /*# guarded_by this */; /*# requires this */ void m() {{ }} void n() {{ }} }} \
             class U {{ void f(com.other.Box<C> b, List<C> l) {{ {code} }} }}"
        );
        plain(&text).elaborated.assumptions.count(Assumed::LibraryValue)
    };
    assert_eq!(of("b.get().x = 1; int i = b.item.x; b.get().m();"), 3);
    assert_eq!(of("b.get().y = 1; b.x = 1; b.get().n(); l.size();"), 0);
    assert_eq!(of("b.each(c -> c.x); b.each((c, d) -> c.x - d.x);"), 3);
}

#[test]
fn arrays_of_a_copy_are_counted() {
    let of = |field: &str, call: &str| {
        let text = format!(
            "class C implements Cloneable {{ {field} public Object clone() throws Exception {{ return {call}; }} }}"
        );
        plain(&text).elaborated.assumptions.count(Assumed::SharedByClone)
    };
    let guarded = "int[/*# elems_guarded_by this */] all /*# guarded_by this */;";
    assert_eq!(of(guarded, "super.clone()"), 1);
    assert_eq!(of(guarded, "null"), 0);
    assert_eq!(of("final int n = 1;", "super.clone()"), 0);
}
