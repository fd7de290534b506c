//! The dialect of Java where one premise has several cases, and its readings.

use racefree_grammar::parse;
use racefree_java_rules::options::{CONSTRUCTOR_HOLDS_LOCK, CONSTRUCTORS_UNCHECKED, NOT_FRESH};
use racefree_java_rules::{check, derive, rules};
use racefree_kernel::ReadingId;
use racefree_typeck::Options;

/// The premises that fail, by place; the derivation finds the same.
fn failures(source: &str, readings: &[ReadingId]) -> Vec<String> {
    let source = format!("//! dialect: java\n{source}");
    let program = parse(&source).unwrap_or_else(|errors| panic!("{source}: {errors:?}"));
    let options = Options { readings: readings.iter().copied().collect(), ..Options::default() };
    let report = check(&program, &source, &options);
    assert_eq!(derive(&program, &source, &options).0.errors, report.errors, "{source}");
    report.errors.iter().map(|error| rules::premise_name(error.premise)).collect()
}

fn is(source: &str, wrong: &[&str]) {
    assert_eq!(failures(source, &[]), wrong, "{source}");
}

#[test]
fn constructors_are_fresh_hold_a_lock_or_neither() {
    let source = "class R { void add(Object o) { {} } }
        class A { int n guarded_by this constructor(R r) { this.n = 1; r.add(this); this.n = 2 } }
        class A$class { int m guarded_by this = 0 static { this.m = 1 } }";
    let by = |readings: &[ReadingId]| failures(source, readings).len();
    assert_eq!((by(&[]), by(&[NOT_FRESH])), (1, 3));
    assert_eq!(by(&[CONSTRUCTOR_HOLDS_LOCK]), 0);
    assert_eq!(by(&[CONSTRUCTORS_UNCHECKED]), 0);
    let other = "class A { int n guarded_by this constructor(A a) { a.n = 1 } }";
    assert_eq!(failures(other, &[CONSTRUCTORS_UNCHECKED]), [""; 0], "the fields of its own class, whatever the object");
    assert_eq!(failures(other, &[]), ["EXP ASSIGN/guard-held"]);
}

#[test]
fn an_escape_in_one_branch_does_not_end_the_other() {
    let of = |body: &str| {
        format!(
            "class R {{ boolean add(Object o) {{ true }} }} class A {{ int n guarded_by this constructor(R r) {{ {body} }} }}"
        )
    };
    is(&of("if (true) r.add(this) else this.n = 1"), &[]);
    is(&of("if (true) r.add(this) else this.n = 1; this.n = 2"), &["EXP ASSIGN/guard-held"]);
    is(&of("while (r.add(null)) this.n = 1; r.add(this)"), &[]);
    is(&of("while (r.add(this)) this.n = 1"), &["EXP ASSIGN/guard-held"]);
    is(&of("try { r.add(this) } catch (R e) { this.n = 1 }"), &["EXP ASSIGN/guard-held"]);
    is(
        &of("try { 1 } catch (R e) { r.add(this) } catch (A e) { this.n = 1 } finally { this.n = 2 }"),
        &["EXP ASSIGN/guard-held"],
    );
    is(&of("let A a = this in this.n = 1"), &["EXP ASSIGN/guard-held"]);
    is(&of("this.n = { r.add(this); 1 }"), &["EXP ASSIGN/guard-held"]);
    is(&of("synchronized this in r.add(this)"), &[]);
}

#[test]
fn final_fields_are_assigned_in_their_own_class_alone() {
    let rest = "class B extends A { constructor() { super(); this.f = null } } ";
    is(&format!("class A {{ final Object f constructor() {{ this.f = null }} }} {rest}"), &["EXP ASSIGN/not-final"]);
    is("class A { readonly Object f constructor(A a) { a.f = null } }", &["EXP ASSIGN/not-final"]);
    is("class A { readonly Object f constructor() { fork { this.f = null } } }", &["EXP ASSIGN/not-final"]);
    is("class A { readonly Object f void m() { this.f = null } }", &["EXP ASSIGN/not-final"]);
}

#[test]
fn an_explicit_lock_is_no_monitor() {
    let of = |guard: &str, body: &str| {
        format!("class L {{}} class A {{ final L l = new L int n guarded_by {guard} = 0 void m() {{ {body} }} }}")
    };
    is(&of("this.l", "synchronized this.l in this.n = 1"), &[]);
    is(&of("this.l", "locked this.l in this.n = 1"), &["EXP ASSIGN/guard-held"]);
    is(&of("this.l.locked$", "locked this.l in this.n = 1"), &[]);
    is(&of("this.l.locked$", "synchronized this.l in this.n = 1"), &["EXP ASSIGN/guard-held"]);
}

#[test]
fn interfaces_have_ghosts() {
    let of = |lock: &str| {
        format!(
            "interface I<ghost Object l> {{ abstract void m() requires l }}
             interface J<ghost Object k> extends I<k> {{}}
             class A<ghost Object g> implements J<g> {{ void m() requires g {{ {{}} }} }}
             let Object a = new Object in let Object b = new Object in
             let I<a> i = new A<a> in synchronized {lock} in i.m()"
        )
    };
    is(&of("a"), &[]);
    is(&of("b"), &["EXP INVOKE/requires-held"]);
    is(&of("a").replace("I<a> i", "I<b> i"), &["EXP LET/bound", "EXP INVOKE/requires-held"]);
}

#[test]
fn results_may_be_of_types_below_and_parameters_not() {
    let of = |own: &str| format!("class A {{ A m(A a) {{ a }} }} class B extends A {{ {own} }}");
    is(&of("B m(A a) { this }"), &[]);
    is(&of("Object m(A a) { a }"), &["PROG/override-type"]);
    is(&of("A m(B b) { b }"), &["PROG/override-type"]);
}

#[test]
fn a_thread_local_class_overrides_no_shared_interface() {
    is(
        "interface R { abstract void run() } thread_local class A implements R { int n = 0 void run() { this.n = 1 } }",
        &["LOCAL CLASS/override"],
    );
    is(
        "thread_local interface R { abstract void run() } class A implements R { void run() { {} } }",
        &["CLASS3/super-shared"],
    );
}

#[test]
fn what_never_ends_is_of_every_type() {
    is("let int i = while (true) {} in i", &[]);
    is("let int i = if (true) 1 else throw new Object in i", &[]);
    is("let int i = if (true) null else throw new Object in i", &["EXP LET/bound"]);
    is("let int i = while (false) {} in i", &["EXP LET/bound"]);
}

#[test]
fn arrays_are_below_arrays_of_what_is_above() {
    is("class A {} let Object[] x = new A[](1) in x.length", &[]);
    is("class A {} let Object x = new A[](1) in x == null", &[]);
    is("class A {} let A[] x = new Object[](1) in x.length", &["EXP LET/bound"]);
    is("let int[] x = null in x[0] = x[1]", &[]);
    is("class A { int[][]<this> x guarded_by this = null }", &["FIELD/type"]);
    is("class A { int[]<this>[]<this> x guarded_by this = null synchronized int m() { this.x[0][1] } }", &[]);
}
