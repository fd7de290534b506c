//! What people see when a program is wrong, held to snapshots. `INSTA_UPDATE=always cargo test` renews them.

use crate::support;
use support::racefree;

/// The output of `racefree check -` for a program.
fn check(program: &str) -> String {
    let run = racefree(&["check", "-"], program);
    assert_eq!(run.status, i32::from(!run.stdout.contains(": ok")), "{}", run.stdout);
    assert_eq!(run.stderr, "");
    run.stdout
}

macro_rules! shows {
    ($($name:ident: $program:expr;)*) => { $(
        #[test]
        fn $name() {
            insta::assert_snapshot!(check($program));
        }
    )* };
}

shows! {
    guard_not_held: "class Account {\n  int balance guarded_by this = 0\n  int deposit(int x) { this.balance = this.balance + x }\n}\n";
    guard_in_a_fork: "class A { int n guarded_by this = 0 }\nlet A a = new A in\nsynchronized a in fork { a.n = 1 }\n";
    guard_under_a_ghost: "class D { Node<this> head guarded_by this }\nclass Node<ghost D d> { int v guarded_by d }\nlet D d = new D in\nlet Node<d> n = new Node<d> in\nn.v = 1\n";
    two_names_for_one_object: "class A { int n guarded_by this = 0 }\nlet A p = new A in\nlet A q = p in\nsynchronized q in p.n = 1\n";
    receiver_is_no_path: "class A { int n guarded_by this = 0  A me() { this } }\nlet A a = new A in\nsynchronized a in a.me().n\n";
    receiver_is_not_final: "class A { int n guarded_by this = 0 }\nclass B { A a guarded_by this = new A\n  int get() { synchronized this in this.a.n } }\n";
    requires_with_a_parameter: "class Ref {\n  int i guarded_by this = 0\n  int add(Ref r) requires this, r { this.i = this.i + r.i }\n}\nlet Ref a = new Ref in\nlet Ref b = new Ref in\nsynchronized a in a.add(b)\n";
    lock_is_not_final: "class C { Object o guarded_by this = null  int x guarded_by this.o = 0 }\n";
    ghost_argument_not_final: "class Box { Object lock guarded_by this }\nclass Cell<ghost Object g> { }\nlet Box b = new Box in new Cell<b.lock>\n";
    ghost_arguments_differ: "class Cell<ghost Object g> { }\nlet Object p = new Object in\nlet Object q = new Object in\nlet Cell<p> c = new Cell<q> in c\n";
    captured: "thread_local class T { int n = 0 }\nlet T t = new T in\nfork { t.n = 1 }\n";
    neither_guarded_nor_final: "class A { int n }\n";
    local_in_shared: "thread_local class T { }\nclass A { final T t = new T }\n";
    overrides_shared: "class A { int m() { 1 } }\nthread_local class B extends A { int n  int m() { this.n } }\n";
    override_needs_other_locks: "class A { int m() { 1 } }\nclass B extends A { int n guarded_by this  int m() requires this { this.n } }\n";
    shadowed: "let int x = 1 in let int x = 2 in x\n";
    this_in_an_initialiser: "class A { final A me = this }\n";
    owners_ghost: "//! system: owners\nclass Node<ghost Object l> { int v guarded_by l }\n";
    owners_thread_local: "//! system: owners\nthread_local class A<o> { int v guarded_by o }\nlet A<thisThread> a = new A<thisThread> in a.v\n";
    owners_of_no_type: "//! system: owners\nclass T<o> { int x guarded_by o }\nlet T t = null in 1\n";
    owners_other_thread: "//! system: owners\nclass T { }\nlet T<otherThread> t = null in 1\n";
    owners_move_of_a_call: "//! system: owners\nclass T<o> { T<unique> m() { new T<unique> } }\n(new T<self>).m()--\n";
    owners_move_of_this: "//! system: owners\nclass T<o> { void m() { this-- } }\n";
    owners_formal_of_a_formal: "//! system: owners\nclass T<f> { int x guarded_by f$f }\n";
    owners_formal_that_resembles: "//! system: owners\nclass T<thisOwner> { void m(T<thisOwnr> t) {} }\n";
    owners_reserved_formal: "//! system: owners\nclass T<self> { }\n";
    owners_distinct_from_a_special: "//! system: owners\nclass T<f> where f != readonly { }\n";
    owners_lock_of_self: "//! system: owners\nclass T<o> { int x guarded_by o }\nlet T<self> t = new T<self> in t.x\n";
    owners_lock_of_a_formal: "//! system: owners\nclass T<o> { int x guarded_by o  int get() { this.x } }\n";
    owners_lock_of_a_method_formal: "//! system: owners\nclass T<o> { int x guarded_by o }\nclass C<c> { void set(T<p> t) requires c { t.x = 1; {} } }\n";
    owners_one_lock_but_for_self: "//! system: owners\nclass L<o, d> { int v guarded_by d  L<o, d> next guarded_by d\n  int sum() requires d { this.v + this.next.sum() } }\n";
    owners_another_thread: "//! system: owners\nclass T<o> { int x guarded_by o }\nlet T<thisThread> t = new T<thisThread> in\nfork { let T<thisThread> u = new T<thisThread> in fork { u.x = t.x } }\n";
    owners_moved: "//! system: owners\nclass T<o> { int x guarded_by o }\nlet T<unique> t = new T<unique> in\nfork { t.x = 2 }\nt.x\n";
    owners_kept: "//! system: owners\nclass T<o> { }\nlet T<unique> t = new T<unique> in let T<self> s = t in s\n";
    owners_no_guard: "//! system: owners\nclass T<o> { int x }\n";
    owners_unclear_clause: "//! system: owners\nclass T<o> { int x guarded_by o  int m(T<p> a, T<p> b) requires p { a.x + b.x } }\n";
    owners_cyclic_finals: "//! system: owners\nclass A<o> { final A<this.b> a  final A<this.a> b }\n";
    ghost_in_code: "class Cell<ghost Object g> { int m() { synchronized g in 1 } }\n";
    out_of_scope: "class A { int count guarded_by this  int m() { count } }\n";
    misspelt: "class Account { int balance guarded_by this }\nlet Acount a = new Account in synchronized a in a.balanc\n";
    superclass_mentions_this: "class A<ghost Object g> { }\nclass B extends A<this> { }\n";
    types_in_a_circle: "class B<ghost Object x> { }\nclass A { final B<this.g> f = null  final B<this.f> g = null }\n";
    silenced_and_unused: "class A { int n guarded_by this = 0 }\nlet A a = new A in {\n  a.n = 1; //# no_warn race\n  print 1 //# no_warn\n}\n";
    needless_holds: "class A { int n guarded_by this = 0 }\nlet A a = new A in\nsynchronized a in { holds a; a.n = 1 }\n";
    syntax: "class A {\n  int f( { 1 }\n  int g() { return 1; }\n  int h() { let int x = 1; x }\n}\nf();\n";
    void_value: "class A { void m() { 1 } }\nlet int x = (new A).m() in x\n";
}

/// Of a line that is too long to be drawn, what is shown lies around the place, and on that line.
#[test]
fn the_excerpt_of_a_long_line_is_of_that_line() {
    let long = format!("class A {{ int count guarded_by this {} int m() {{ count }} }} // one", "        ".repeat(200));
    for text in [format!("// first\n{long}"), format!("{long}\n// last\n// more"), long] {
        let shown = check(&text);
        let excerpt = shown.lines().find(|line| line.contains("│ …")).unwrap_or_else(|| panic!("{shown}"));
        assert!(excerpt.contains("int m() { count }") && excerpt.contains("// one"), "{excerpt}");
        assert!(!excerpt.contains("first") && !excerpt.contains("last"), "{excerpt}");
    }
}
