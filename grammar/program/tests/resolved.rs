//! Classes, hierarchy and members of programs: by hand, at random against a naive reading, and very large.

#![allow(clippy::disallowed_methods, reason = "it measures")]

use racefree_grammar::ast::{Expr, Program};
use racefree_grammar::parse;
use racefree_program::{ClassId, MethodId, Predefined, Problem, Resolved, SuperProblem, write_atomic};
use std::fmt::Write as _;
use std::time::{Duration, Instant};

fn parsed(source: &str) -> Program {
    parse(source).unwrap_or_else(|errors| panic!("{source}\n{errors:?}"))
}

/// The class of a name.
fn class(r: &Resolved<'_>, name: &str) -> ClassId {
    r.find(r.program.names.find(name).expect("a name of the program")).expect("a class")
}

/// The classes in the order of their numbers.
fn order(r: &Resolved<'_>) -> String {
    let names: Vec<&str> = r.iter().map(|(_, c)| r.program.text(c.name)).collect();
    names.join(" ")
}

/// What is wrong, in short.
fn wrong(source: &str) -> Vec<String> {
    let program = parsed(source);
    let r = Resolved::new(&program);
    let name = |c: ClassId| program.text(r.get(c).name);
    let show = |p: Problem| {
        let what = match p {
            Problem::ClassAgain { first, .. } => format!("class again {}", first.0),
            Problem::Superclass { class, problem } => format!("{} {problem:?}", name(class)),
            Problem::Supertype { class, problem, .. } => format!("{} {problem:?}", name(class)),
            Problem::FieldAgain { first, again } => format!("field {} again {}", again.0, first.0),
            Problem::FieldInherited { field, owner, inherited } => {
                format!("field {} inherits {} of {}", field.0, inherited.0, name(owner))
            }
            Problem::MethodAgain { first, again } => format!("method {again} again {first}"),
        };
        format!("{what} at {}", p.span(&r).text(source))
    };
    r.problems().into_iter().map(show).collect()
}

#[test]
fn classes_are_numbered_in_preorder() {
    let source =
        "class D extends B { } class A { } class C extends A { } class B { } class E extends A { } class F { }";
    let program = parsed(source);
    let r = Resolved::new(&program);
    assert_eq!(order(&r), "Object String A C E B D F");
    let (a, b, c, d, e) = (class(&r, "A"), class(&r, "B"), class(&r, "C"), class(&r, "D"), class(&r, "E"));
    assert!(r.below(c, a) && r.below(e, a) && r.below(a, a) && r.below(d, b) && !r.below(d, a) && !r.below(a, c));
    assert!(
        r.iter().all(|(c, _)| r.below(c, ClassId::OBJECT) && (c == ClassId::STRING || !r.below(c, ClassId::STRING)))
    );
    assert_eq!(r.of_declaration(0), d);
    assert_eq!(r.ancestors(d).collect::<Vec<_>>(), [d, b, ClassId::OBJECT]);
    assert_eq!((r.get(b).superclass(), r.get(ClassId::OBJECT).superclass()), (Some(ClassId::OBJECT), None));
}

#[test]
fn what_is_wrong_with_classes() {
    assert!(wrong("class A { } class B extends A { } class C<ghost Object g> extends B { }").is_empty());
    assert_eq!(wrong("class A { } class B { } class A extends B { }"), ["class again 2 at A"]);
    assert_eq!(wrong("class String { } class Object { }"), ["class again 1 at String", "class again 0 at Object"]);
    assert_eq!(wrong("class A extends N { }"), ["A Unknown at N"]);
    assert_eq!(wrong("class A extends String { }"), ["A IsString at String"]);
    assert_eq!(wrong("class A<ghost Object g> { } class B extends A { }"), ["B Arity at A"]);
    assert_eq!(wrong("class A<ghost Object g> extends Object<g> { }"), ["A Arity at Object<g>"]);
    assert_eq!(wrong("class A extends A { }"), ["A Cycle at A"]);
    // The first of the cycle, though another one is met first.
    assert_eq!(wrong("class T extends C { } class B extends C { } class C extends B { }"), ["B Cycle at B"]);
    assert_eq!(
        wrong("class A extends B { } class B extends A { } class C extends D { } class D extends C { }").len(),
        2
    );
}

#[test]
fn what_is_inherited_through_an_error_is_unknown() {
    let program = parsed("class A extends N { } class B extends A { } class C extends B { } class D { }");
    let r = Resolved::new(&program);
    let broken: Vec<bool> = r.iter().map(|(_, c)| c.broken()).collect();
    assert_eq!(order(&r), "Object String A B C D");
    assert_eq!(broken, [false, false, true, true, true, false]);
    let program = parsed("class A extends C { } class B extends A { } class C extends B { } class D extends C { }");
    let r = Resolved::new(&program);
    assert_eq!(order(&r), "Object String A B C D");
    assert_eq!(r.problem(class(&r, "A")), Some(SuperProblem::Cycle));
    assert!(r.get(class(&r, "D")).broken());
}

#[test]
fn what_is_wrong_with_members() {
    assert_eq!(wrong("class A { int f; int g; int f; int f }"), ["field 2 again 0 at f", "field 3 again 0 at f"]);
    assert_eq!(wrong("class A { int m() { 0 } int n() { 0 } int m() { 0 } }"), ["method 2 again 0 at m"]);
    let source = "class C extends B { int f } class A { int f } class B extends A { int g; int f; int f }";
    let inherits = |f: u32, of: &str| format!("field {f} inherits {of} at f");
    let expected =
        [inherits(0, "3 of B"), "field 4 again 3 at f".to_owned(), inherits(3, "1 of A"), inherits(4, "1 of A")];
    assert_eq!(wrong(source), expected);
    // Through an error nothing is inherited.
    assert_eq!(wrong("class A { int f } class B extends A<this> { int f }"), ["B Arity at A<this>"]);
}

#[test]
fn members_are_inherited_and_overridden() {
    let source =
        "class A { int f; int m() { 0 } int equals(Object o) { 0 } } class B extends A { int g; int m() { 1 } }
        class S { String s; boolean t() { s.equals(s) && s.length() > 1 } } 0";
    let program = parsed(source);
    let r = Resolved::new(&program);
    let name = |text: &str| program.names.find(text).expect("a name");
    let (a, b, s) = (class(&r, "A"), class(&r, "B"), class(&r, "S"));
    let owner = |c, f| r.field(c, name(f)).map(|found| (found.0, found.1.0));
    assert_eq!([owner(b, "f"), owner(b, "g"), owner(a, "g")], [Some((a, 0)), Some((b, 1)), None]);
    let declared = |c, m| Some((c, MethodId::Declared(m)));
    let predefined = |m: Predefined| Some((m.class(), MethodId::Predefined(m)));
    assert_eq!(r.method(a, name("m")), declared(a, 0));
    assert_eq!(r.method(b, name("m")), declared(b, 2));
    assert_eq!(r.method(b, name("equals")), declared(a, 1));
    assert_eq!(r.method(s, name("equals")), predefined(Predefined::ObjectEquals));
    assert_eq!(r.method(ClassId::OBJECT, name("equals")), predefined(Predefined::ObjectEquals));
    assert_eq!(r.method(ClassId::STRING, name("equals")), predefined(Predefined::StringEquals));
    assert_eq!(r.method(ClassId::STRING, name("length")), predefined(Predefined::Length));
    assert_eq!(r.method(s, name("length")), None);
    for m in Predefined::ALL {
        assert_eq!(m.arity(), m.params().len());
    }
}

/// A stream of numbers, the same each time (a multiplicative congruential generator).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

/// A program whose classes extend each other at random, unknown classes, cycles and duplicates included.
fn random(numbers: &mut Numbers) -> String {
    let n = 1 + numbers.below(24);
    // Often only earlier classes are extended, so that chains get long.
    let (orderly, long) = (numbers.below(2) == 0, numbers.below(2) == 0);
    let mut source = String::new();
    for i in 0..n {
        let name = if numbers.below(30) == 0 { numbers.below(n) } else { i };
        let _ = write!(source, "class C{name} ");
        let superclass = match orderly {
            true if i == 0 => None,
            true if long => Some(i - 1),
            true => Some(numbers.below(i)),
            false => Some(numbers.below(n + 1)),
        };
        if let Some(superclass) = superclass.filter(|_| long || numbers.below(6) > 0) {
            let _ = write!(source, "extends C{superclass} ");
        }
        source.push_str("{ ");
        for _ in 0..numbers.below(3) {
            let _ = write!(source, "int f{}; ", numbers.below(6));
        }
        for _ in 0..numbers.below(3) {
            let _ = write!(source, "int m{}() {{ 0 }} ", numbers.below(4));
        }
        source.push_str("} ");
    }
    source
}

#[test]
fn lookup_is_what_a_naive_reading_finds() {
    let mut numbers = Numbers(7);
    let (mut deep, mut cycles, mut again, mut found) = (0, 0, 0, 0);
    for _ in 0..600 {
        let source = random(&mut numbers);
        let program = parsed(&source);
        let r = Resolved::new(&program);
        for (c, info) in r.iter() {
            let Some(decl) = r.decl(c) else { continue };
            let up: Vec<ClassId> = r.ancestors(c).collect();
            assert!(up.len() <= r.len() && up.last() == Some(&ClassId::OBJECT), "{source}");
            assert!(r.iter().all(|(d, _)| r.below(c, d) == up.contains(&d)), "{source}");
            let sound = r.problem(c).is_none();
            let written = decl.extends.map_or("Object", |t| program.ty(t).span.text(&source));
            let superclass = info.superclass().map(|s| program.text(r.get(s).name));
            assert!(!sound || superclass == Some(written), "{source}");
            assert_eq!(info.broken(), up.iter().any(|&c| r.problem(c).is_some()));
            cycles += u32::from(r.problem(c) == Some(SuperProblem::Cycle));
            again += u32::from(r.find(info.name) != Some(c));
            deep += u32::from(up.len() > 9);
            for f in &program.fields {
                let naive = up.iter().find_map(|&c| {
                    let i = program.fields_of(&r.decl(c)?).iter().position(|g| g.name == f.name)?;
                    Some((c, r.decl(c)?.fields.start + i as u32))
                });
                assert_eq!(r.field(c, f.name).map(|(c, f)| (c, f.0)), naive, "{source}");
                found += u32::from(naive.is_some_and(|n| up.len() > r.ancestors(n.0).count() + 8));
            }
            for m in &program.methods {
                let naive = up.iter().find_map(|&c| {
                    let i = program.methods_of(&r.decl(c)?).iter().position(|g| g.name == m.name)?;
                    Some((c, MethodId::Declared(r.decl(c)?.methods.start + i as u32)))
                });
                assert_eq!(r.method(c, m.name), naive, "{source}");
            }
        }
        for (i, decl) in program.classes.iter().enumerate() {
            assert_eq!(r.declared(r.of_declaration(i)), Some(i as u32));
            let first = program.classes.iter().position(|c| c.name == decl.name);
            assert_eq!(r.find(decl.name), first.map(|i| r.of_declaration(i)));
        }
    }
    assert!(deep > 500 && cycles > 50 && again > 50 && found > 50, "{deep} {cycles} {again} {found}");
}

/// Resolves, and fails if that takes much longer than it should on a slow machine.
fn in_time(what: &str, source: &str, problems: usize) {
    let program = parsed(source);
    let start = Instant::now();
    let r = Resolved::new(&program);
    assert_eq!(r.problems().len(), problems, "{what}");
    for (c, _) in r.iter() {
        for name in [program.names.find("f"), program.names.find("x7")].into_iter().flatten() {
            assert!(r.field(c, name).is_none_or(|f| r.below(c, f.0)));
        }
    }
    assert!(start.elapsed() < Duration::from_secs(10), "{what} took {:?}", start.elapsed());
}

#[test]
fn large_programs_take_linear_time() {
    const N: usize = 100_000;
    let chain = |first: &str, member: &dyn Fn(usize) -> String| {
        let mut source = format!("class C0 {first} {{ int f }} ");
        for i in 1..N {
            let _ = write!(source, "class C{i} extends C{} {{ {} }} ", i - 1, member(i));
        }
        source
    };
    in_time("a chain", &chain("", &|i| format!("int x{i}")), 0);
    in_time("a cycle", &chain(&format!("extends C{}", N - 1), &|i| format!("int m{i}() {{ 0 }}")), 1);
    in_time("a chain of one field", &chain("", &|_| "int f".to_owned()), N - 1);
    in_time("duplicates", &"class C { }".repeat(N), N - 1);
    in_time("unknown superclasses", &"class C extends D { }".repeat(N), 2 * N - 1);
    let members: String = (0..N).map(|i| format!("int x{i}; int m{i}() {{ x{i} }} ")).collect();
    in_time("members", &format!("class C {{ {members} }}"), 0);
    in_time("one member", &format!("class C {{ {} }}", "int f; int m() { 0 } ".repeat(N)), 2 * (N - 1));
}

/// The value that a taken field is left with is of its type, whatever form its object has.
#[test]
fn a_field_that_is_taken_is_cleared_by_its_type() {
    for object in [
        "b",
        "atomic { b }",
        "{ 1; b }",
        "if (true) b else null",
        "let Box<self> c = b in c",
        "b.same()",
        "b.inner = b",
    ] {
        let source = format!(
            "//! system: owners+atomicity
class Box<thisOwner> {{ int n guarded_by thisOwner Box<self> inner guarded_by thisOwner Box<self> same() {{ this }} }}
let Box<self> b = new Box<self> in ({object}).n--"
        );
        let erased = racefree_grammar::printer::print(&racefree_program::erase(&parsed(&source)));
        assert!(erased.contains(".n = 0"), "{object}:\n{erased}");
    }
}

#[test]
fn interfaces_are_above_all_classes_that_name_them() {
    let source = "//! dialect: java
        interface I { abstract int a(); } interface J extends I { abstract int b(); } interface K { abstract int c(); }
        class A implements K { int c() { 1 } } class B extends A implements J { } class C { }";
    let program = parsed(source);
    let r = Resolved::new(&program);
    let class = |text: &str| r.find(program.names.find(text).unwrap()).unwrap();
    let below = |a, b| r.below(class(a), class(b));
    assert!(below("B", "J") && below("B", "I") && below("B", "K") && below("B", "A") && below("J", "I"));
    assert!(!below("A", "J") && !below("C", "I") && !below("I", "J") && !below("K", "A"));
    let owner = |c: &str, m: &str| r.method(class(c), program.names.find(m).unwrap()).map(|(owner, _)| owner);
    assert_eq!(owner("B", "c"), Some(class("A")), "a superclass comes before an interface");
    assert_eq!((owner("B", "a"), owner("B", "b"), owner("C", "a")), (Some(class("I")), Some(class("J")), None));
    assert_eq!(r.problems(), []);
}

#[test]
fn interfaces_that_are_none_are_told() {
    let java = |source: &str| wrong(&format!("//! dialect: java\n{source}"));
    assert_eq!(java("class A implements B {} class B {}"), ["A NoInterface at B"]);
    assert_eq!(java("class A implements String, Z {}"), ["A IsString at String", "A Unknown at Z"]);
    assert_eq!(java("interface I extends J {} interface J extends I {}"), ["J Cycle at I"]);
    assert_eq!(java("interface I<ghost Object x> {} class A implements I {}"), ["A Arity at I"]);
}

#[test]
fn overriding_methods_become_atomic_through_classes_that_say_nothing() {
    let program = parsed(
        "class A { atomic int m() { 1 } int n() { 1 } }
         class B extends A { int m() { 2 } int n() { 2 } }
         class C extends B { int m() { 3 } }",
    );
    let written = write_atomic(&program).expect("some override");
    assert_eq!(written.methods.iter().map(|m| m.atomic).collect::<Vec<_>>(), [true, false, true, false, true]);
    assert!(matches!(written.expr(written.methods[4].body), Expr::Atomic(_)));
    assert!(write_atomic(&written).is_none());
}
