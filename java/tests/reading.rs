//! Files, syntax, declarations: bytes of all sorts, what is wrong with a text, where annotations stand.

use crate::forms::{bodies, type_text};
use crate::judge::judge;
use racefree_grammar::Span;
use racefree_java::Java;
use racefree_java::declare::Problem;
use racefree_java::elaborate::Options;
use racefree_java::sources::Sources;
use racefree_java::tree::body::{Form, Kind};
use racefree_java::tree::{Class, ClassKind, Nesting, Note, NoteKind, Origin};
use racefree_kernel::Options as Rules;

pub(crate) fn read(texts: &[&str]) -> Java {
    let mut sources = Sources::default();
    for (i, text) in texts.iter().enumerate() {
        sources.add(format!("{i}.java"), text.as_bytes(), Origin::Source).expect("short texts");
    }
    Java::read(sources, None, 2)
}

fn fields(java: &Java) -> Vec<String> {
    java.fields.iter().map(|f| format!("{} {}", type_text(java, f.ty.ty), java.names.text(f.name))).collect()
}

fn problems(java: &Java) -> Vec<String> {
    let at = |span: &Span| java.sources.at(*span).to_owned();
    let text = |p: &Problem| match p {
        Problem::Syntax(e) => e.message(&java.sources),
        Problem::DuplicateClass { span, .. } => format!("duplicate class {}", at(span)),
        Problem::DuplicateMember { span, .. } => format!("duplicate member {}", at(span)),
        Problem::CyclicInheritance { span } => format!("cycle at {}", at(span)),
        Problem::TooLong { file } => format!("{file} is too long"),
    };
    java.problems.iter().map(text).collect()
}

#[test]
fn bytes_become_text() {
    let mut sources = Sources::default();
    let add =
        |sources: &mut Sources, bytes: &[u8]| sources.add("f".into(), bytes, Origin::Source).expect("a short text");
    let marked = add(&mut sources, b"\xEF\xBB\xBFclass A { int f; }\r\n");
    let latin = add(&mut sources, b"class B { int \xE9; }");
    let escaped = add(
        &mut sources,
        br#"class \u0043 { \uuu0069nt f\u00e9; String s = "\\u0041\u0022; //\u000a char c = '\u0000'; }"#,
    );
    let files = sources.files().to_vec();
    assert_eq!((files[marked.index()].skipped, files[marked.index()].latin), (3, false));
    assert!(files[latin.index()].latin);
    assert_eq!(
        sources.at(files[escaped.index()].span),
        "class C { int fé; String s = \"\\\\u0041\"; //\n char c = '\\u0000'; }"
    );
    let name = Span::new(14, 17); // fé
    assert_eq!(files[escaped.index()].original(name), Span::new(26, 33));
    let java = Java::read(sources, None, 1);
    assert_eq!(problems(&java), [""; 0]);
    assert_eq!(fields(&java), ["int f", "int é", "int fé", "java.lang.String s", "char c"]);
    let (file, place) = java.sources.place(java.fields[1].name_span);
    assert_eq!((file, place), (latin, Span::new(14, 16)));
}

#[test]
fn wrong_syntax_is_told_in_words_and_the_rest_is_read() {
    let java = read(&["class A { int f = 1 int g; void m() { f = ; } void n() { g(); } int h; } class B { int b; }"]);
    assert!(!java.problems.is_empty());
    assert!(java.problems.iter().all(|p| matches!(p, Problem::Syntax(_))));
    assert!(
        fields(&java).contains(&"int b".to_owned()) && fields(&java).contains(&"int h".to_owned()),
        "{:?}",
        fields(&java)
    );
    assert!(java.classes[0].damaged >= 1);
    let java = read(&["class A { void m() { f(; } }"]);
    assert_eq!(problems(&java), ["unexpected `(`"], "one error");
    let m = &java.methods[0];
    assert!(!m.has_body, "the damaged body is not looked at");
    let java = read(&["class A { int f; int m() { return f } }"]);
    assert_eq!(problems(&java), ["`;` is missing here"]);
}

#[test]
fn gaps_of_the_grammar_are_no_errors_of_the_program() {
    let text = "class A { void m(Object o) { switch (o) { case final String s -> o.f(); default -> o.g(); } } int f; }";
    let java = read(&[text]);
    assert_eq!(problems(&java).len(), 1);
    assert!(
        problems(&java)[0].ends_with("is not understood, and what it stands in is not checked"),
        "{:?}",
        problems(&java)
    );
    assert_eq!(fields(&java), ["int f"]);
}

#[test]
fn type_parameters_that_bound_each_other_are_errors() {
    let text = "class A<T extends U, U extends T> { T t; void f() { t.foo(); } }
        class B { <V extends W[], W extends V> void f(V t) { t[0] = null; t.clone(); } }
        class C<X extends I & Y, Y extends X> { void f(X t) { t.x(); } } interface I { void x(); }
        class Right<T extends Comparable<T>, U extends T> { U u; int f(T t) { return t.compareTo(u); } }";
    assert_eq!(problems(&read(&[text])), ["cycle at U", "cycle at W", "cycle at Y"]);
    let judged = judge(text, Options::default(), &Rules::default());
    assert!(judged.found.is_empty(), "{:?}", judged.found);
}

#[test]
fn a_carriage_return_ends_a_line_and_a_comment() {
    let java = read(&["class A { // c\r int f;\r\n}\r"]);
    assert_eq!(fields(&java), ["int f"]);
    assert_eq!(java.sources.text(), "class A { // c\n int f;\r\n}\n\n");
}

#[test]
fn second_declarations_and_cycles_are_errors() {
    let java = read(&[
        "class A { int f; int f; void m(int i) { } void m(int j) { } class I { } class I { } }",
        "class A { int g; } class C extends D { } class D extends C { } class E extends E { } interface I extends I { }",
    ]);
    let mut found = problems(&java);
    found.sort();
    let expected = [
        "cycle at C",
        "cycle at E",
        "cycle at I",
        "duplicate class A",
        "duplicate class I",
        "duplicate member f",
        "duplicate member m",
    ];
    let cycle = |p: &String| p.starts_with("cycle at C") || p.starts_with("cycle at D");
    assert_eq!(found.iter().filter(|p| cycle(p)).count(), 1);
    assert_eq!(found.len(), expected.len(), "{found:?}");
}

#[test]
fn classes_are_found_when_they_are_named() {
    let mut sources = Sources::default();
    let text = "import lib.List; import lib.deep.*; class A { List<A> all; A next; Far far; Nowhere no; int m() { return all.get(0).next.far.near.size; } }";
    sources.add("A".into(), text.as_bytes(), Origin::Source).expect("a short text");
    let stub = "package lib; class List<T> { /*# requires this */ T get(int i); } class Other { int o; }";
    sources.add("stub".into(), stub.as_bytes(), Origin::Stub).expect("a short text");
    let find = |name: &str| {
        let text = match name {
            "lib.List" => {
                "package lib; public class List<T> extends Base { public T get(int i) { broken(; } public List<Unused> un; }"
            }
            "lib.deep.Far" => "package lib.deep; public class Far { public lib.List near; }",
            "lib.Base" => "package lib; public class Base { public int size; }",
            "lib.Unused" => panic!("nobody asks for a member of it"),
            _ => return None,
        };
        Some((format!("{name}.java"), text.as_bytes().to_vec()))
    };
    let find = move |name: &str| if name == "lib.Unused" { None } else { find(name) };
    let mut java = Java::read(sources, Some(std::sync::Arc::new(find)), 1);
    let bodies = bodies(&mut java);
    let fields: Vec<&str> = bodies
        .iter()
        .flat_map(|b| &b.expressions)
        .filter_map(|e| match e.kind {
            Kind::Field { field, .. } => Some(java.names.text(java.fields[field.index()].name)),
            _ => None,
        })
        .collect();
    assert_eq!(fields, ["all", "next", "far", "near", "size"]);
    assert_eq!(problems(&java), [""; 0], "what is wrong in a library is not told");
    let list = (0..java.classes.len() as u32).map(racefree_java::tree::ClassNo);
    let of = |java: &Java, origin| {
        list.clone().find(|c| {
            java.names.text(java.classes[c.index()].name) == "List" && java.classes[c.index()].origin == origin
        })
    };
    let (library, stub) = (of(&java, Origin::Library).expect("found"), of(&java, Origin::Stub).expect("read"));
    assert_eq!(java.stub_of(library), Some(stub));
    let method = java.methods.iter().find(|m| m.class == stub).expect("get");
    assert_eq!(notes(&java, &method.notes), ["requires this"]);
}

fn notes(java: &Java, notes: &[Note]) -> Vec<String> {
    let text = |n: &Note| match n.kind {
        NoteKind::Comment => java.sources.at(n.span)[3..].trim_end_matches("*/").trim().to_owned(),
        NoteKind::Annotation { name, arguments } => {
            format!("@{}({})", java.names.text(name), java.sources.at(arguments))
        }
    };
    notes.iter().map(text).collect()
}

#[test]
fn annotations_stand_where_they_belong() {
    let text = r#"
/*# thread_shared */ @ThreadSafe class A /*# {ghost Object l} */ <T> extends B /*# {l} */ implements I {
    @p.GuardedBy("this") private int f /*# guarded_by this */ = 1, g /*# guarded_by g */; //# guarded_by both
    /* no */ // no
    /*# guarded_by x */ Object /*# {l} */ h; //# guarded_by y
    //# guarded_by z
    int one; /*# guarded_by two */ int two; int three /*# guarded_by w */;
    Object[/*# elems_guarded_by l */] a;
    @Holding({"a", "b"}) /*# requires m */ void m(final /*# readonly */ int p /*# forks */, int q) /*# requires n */ {
        /*# holds a */
        int local /*# readonly */ = 1; //# no_warn
        f = 2;
        //# no_warn Race
    }
    abstract void n() /*# requires k */; //# no_warn
}"#;
    let mut java = read(&[text]);
    assert_eq!(problems(&java), [""; 0]);
    assert_eq!(notes(&java, &java.classes[0].notes), ["@ThreadSafe()", "thread_shared", "{ghost Object l}"]);
    let superclass = java.classes[0].superclass.expect("B");
    assert_eq!(notes(&java, java.comments(superclass.span.start, superclass.until)), ["{l}"]);
    let of = |java: &Java, name: &str| {
        let field = java.fields.iter().find(|f| java.names.text(f.name) == name).expect("a field").clone();
        let on_type = java.comments(field.ty.span.start, field.ty.until);
        (notes(java, &field.notes), notes(java, on_type))
    };
    let none = Vec::<String>::new();
    let list = |texts: &[&str]| texts.iter().map(|t| (*t).to_owned()).collect::<Vec<_>>();
    assert_eq!(of(&java, "f"), (list(&["@GuardedBy(\"this\")", "guarded_by this", "guarded_by both"]), none.clone()));
    assert_eq!(of(&java, "g"), (list(&["@GuardedBy(\"this\")", "guarded_by g", "guarded_by both"]), none.clone()));
    assert_eq!(of(&java, "h"), (list(&["guarded_by x", "guarded_by y"]), list(&["{l}"])));
    assert_eq!(of(&java, "one").0, ["guarded_by z"]);
    assert_eq!(of(&java, "two").0, ["guarded_by two"]);
    assert_eq!(of(&java, "three").0, ["guarded_by w"]);
    assert_eq!(of(&java, "a"), (none, list(&["elems_guarded_by l"])));
    let (m, n) = (java.methods[0].clone(), java.methods[1].clone());
    assert_eq!(notes(&java, &m.notes), ["@Holding({\"a\", \"b\"})", "requires m", "requires n"]);
    assert_eq!(notes(&java, &m.parameters[0].notes), ["readonly", "forks"]);
    assert!(m.parameters[0].is_final && m.parameters[1].notes.is_empty());
    assert_eq!(notes(&java, &n.notes), ["requires k", "no_warn"]);
    let bodies = bodies(&mut java);
    let between: Vec<Note> = bodies
        .iter()
        .flat_map(|b| &b.statements)
        .filter_map(|s| match s.form {
            Form::Note(note) => Some(note),
            _ => None,
        })
        .collect();
    assert_eq!(notes(&java, &between), ["holds a", "no_warn", "no_warn Race"]);
    let local = bodies.iter().flat_map(|b| &b.locals).find(|l| java.names.text(l.name) == "local").expect("the local");
    assert_eq!(notes(&java, &local.notes), ["readonly"]);
}

#[test]
fn classes_in_code_tell_what_they_capture() {
    let text = "class A { int f; void m(int p, int q, int r) {
        class L { int x = p; } class M { L make() { return new L(); } int y = q; }
        Runnable a = () -> { new M(); f = 1; }; Runnable b = () -> { int z = r; }; Runnable c = () -> { Runnable d = () -> m(z, r, 0); };
        Object o = new Object() { L l = new L(); int z = r; };
        class S extends L { } Object t = new S() { }; class Self { Self again() { return new Self() { }; } int x = q; }
    } int z; }";
    let mut java = read(&[text]);
    let body = bodies(&mut java).into_iter().find(|b| !b.classes.is_empty()).expect("m");
    let names = |locals: &[racefree_java::tree::body::LocalNo]| -> Vec<String> {
        let mut names: Vec<String> =
            locals.iter().map(|l| java.names.text(body.locals[l.index()].name).to_owned()).collect();
        names.sort();
        names
    };
    let captured: Vec<Vec<String>> = body.classes.iter().map(|c| names(&c.locals)).collect();
    assert_eq!(captured, [vec!["p"], vec!["p", "q"], vec!["p", "r"], vec!["p"], vec!["p"], vec!["q"], vec!["q"]]);
    let lambdas: Vec<(Vec<String>, bool)> = body
        .expressions
        .iter()
        .filter_map(|e| match &e.kind {
            Kind::Lambda(l) => Some((names(&l.captures), l.uses_this)),
            _ => None,
        })
        .collect();
    let of = |names: &[&str], this| (names.iter().map(|n| (*n).to_owned()).collect(), this);
    assert_eq!(lambdas, [of(&["p", "q"], true), of(&["r"], false), of(&["r"], true), of(&["r"], true)]);
}

#[test]
fn number_of_threads_changes_nothing() {
    let texts: Vec<String> = (0..40)
        .map(|i| format!("package p{}; class C{i} {{ int f{i}; C{i} m() {{ return this; }} }}", i % 3))
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let with = |threads| {
        let mut sources = Sources::default();
        texts.iter().for_each(|t| {
            sources.add("f".into(), t.as_bytes(), Origin::Source).expect("short texts");
        });
        let java = Java::read(sources, None, threads);
        (fields(&java), format!("{:?}", java.classes))
    };
    assert_eq!(with(1), with(7));
}

#[test]
fn text_outside_of_classes_is_an_error_or_a_member() {
    const OUTSIDE: &str = "this is in no class, and not checked: outside of classes there are members alone, in a \
                           file that is in no package and has a method `main`";
    for text in [
        "x++;",
        "int x;",
        "int x; void m() { x++; }",
        "package p; int x; void main() { x++; }",
        "void main() { } if (true) { }",
        "void main() { } { }",
        "import java.util.*; class A { } int x = 1;",
        "assert false; class A { }",
        "class A { } ; ; return;",
    ] {
        assert_eq!(problems(&read(&[text])), [OUTSIDE], "{text}");
    }
    for text in ["", ";", "class A { };", "import java.util.*; ; class A { }", "package p;", "module m { }"] {
        assert_eq!(problems(&read(&[text])), [""; 0], "{text}");
    }
    let java = read(&["int x; static int y = 1, z; void main() { x++; } class A { } private int f() { return 1; }"]);
    assert_eq!(problems(&java), [""; 0]);
    assert_eq!(fields(&java), ["int x", "int y", "int z"]);
    assert_eq!((java.methods.len(), java.classes.len()), (2, 2));
    assert!(java.classes[1].has_outer_instance, "a class in it is an inner class");
}

#[test]
fn a_class_without_its_header_is_no_class_that_is_well() {
    for (path, source) in crate::corpus::programs() {
        let whole = read(&[&source]);
        // The header of a record has members.
        let is_top = |class: &&Class| class.nesting == Nesting::Top && class.kind != ClassKind::Record;
        for class in whole.classes.iter().filter(is_top) {
            let (start, open, close) = (class.span.start as usize, class.body.start as usize, class.body.end as usize);
            let without = [&source[..start], &source[open + 1..close - 1], &source[close..]].concat();
            let java = read(&[&without]);
            let all = (java.fields.len(), java.methods.len(), java.initializers.len());
            let is_kept = all == (whole.fields.len(), whole.methods.len(), whole.initializers.len());
            assert!(!java.problems.is_empty() || is_kept, "{path} without the header at {start}:\n{without}");
        }
    }
}
