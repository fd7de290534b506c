//! Questions of editors, on the corpus: names mean what the typing rules make of them, and another name changes nothing else.

use racefree_answers::editing::{Buffer, Entity, candidates, changes, held, names, place, rename};
use racefree_answers::{Rules, Verdict};
use racefree_corpus::{Entry, entries, program_text};
use racefree_grammar::Span;
use racefree_grammar::ast::Dialect;
use racefree_grammar::lexer::Lexer;
use racefree_grammar::token::{Extras, Token};
use racefree_program::{MethodId, Predefined};
use racefree_typeck::typed::Member;

fn buffer(entry: &Entry) -> Buffer {
    let header = entry.header();
    let system = racefree_systems::find(header.system()).unwrap_or_else(|e| panic!("{e}"));
    let rules = Rules { defaults: header.list("option").contains(&"--defaults"), ..Rules::of(system) };
    Buffer::judged(program_text(entry.source).to_owned(), rules)
}

fn base(text: &str) -> Buffer {
    Buffer::judged(text.to_owned(), Rules::of(racefree_systems::BASE))
}

#[test]
fn every_name_of_a_well_typed_program_is_resolved() {
    let mut resolved = 0;
    for entry in entries() {
        let buffer = buffer(&entry);
        let (Some(program), true) = (&buffer.program, buffer.verdict.is_ok()) else { continue };
        let names = buffer.names();
        for o in &names.occurrences {
            assert_eq!(o.span.text(&buffer.text), names::name_of(program, o.entity), "{}", entry.path);
            assert!(names.declaration(o.entity).is_some(), "{}: {o:?}", entry.path);
        }
        for (start, token, end) in Lexer::of(&buffer.text, Extras::default(), program.dialect) {
            let (Token::Ident(_), span) = (token, Span::new(start, end)) else { continue };
            let text = span.text(&buffer.text);
            let predefined =
                matches!(text, "Object" | "String" | "thisOwner") || Predefined::ALL.iter().any(|m| m.name() == text);
            let found = names.at(start).filter(|o| o.span == span);
            // The head of a method with owners may name an owner that nothing declares: it is of that method alone.
            let headed = program.dialect == Dialect::Owners && !text.starts_with(char::is_uppercase);
            assert!(found.is_some() || predefined || headed, "{}: `{text}` at {start} is not resolved", entry.path);
            resolved += usize::from(found.is_some());
        }
    }
    assert!(resolved > 5_000, "only {resolved} names");
}

#[test]
fn members_are_those_that_the_rules_find() {
    let mut members = 0;
    for entry in entries() {
        let buffer = buffer(&entry);
        let Some(program) = buffer.program.as_ref().filter(|p| p.dialect == Dialect::Base) else { continue };
        let (_, typed) = racefree_java_rules::typed(program, &buffer.text, &buffer.rules.options);
        for (e, point) in typed.points() {
            let entity = match point.member {
                Some(Member::Field(f, _)) => Entity::Field(f),
                Some(Member::Method(MethodId::Declared(m), _)) => Entity::Method(m),
                Some(Member::Method(MethodId::Predefined(_), _)) | None => continue,
            };
            let inside = |o: &&names::Occurrence| program.span(e).contains(o.span) && o.entity == entity;
            let found = buffer.names().occurrences.iter().find(inside);
            assert!(found.is_some(), "{}: {}", entry.path, program.span(e).text(&buffer.text));
            members += 1;
        }
    }
    assert!(members > 1_500, "only {members} members");
}

/// \[EXP ASSIGN\] gives an assignment the type of its field, not that of the value.
#[test]
fn an_assignment_has_the_class_of_its_field() {
    let text = "class C { int m() { 1 } } class D extends C { int m() { 2 } } class B { C f guarded_by this }
let B b = new B in synchronized b in (b.f = new D).m()";
    let buffer = base(text);
    assert!(buffer.verdict.is_ok());
    let at = |part: &str| text.rfind(part).map_or(0, |i| i as u32 + part.len() as u32);
    let called = buffer.names().at(at(").")).map(|o| o.entity);
    assert_eq!(called, Some(Entity::Method(0)));
}

#[test]
fn a_fresh_name_keeps_the_verdict_and_can_be_taken_back() {
    let (mut renamed, mut refused) = (0, Vec::new());
    for entry in entries().into_iter().step_by(3) {
        let buffer = buffer(&entry);
        let Some(program) = &buffer.program else { continue };
        let mut entities: Vec<Entity> = buffer.names().occurrences.iter().map(|o| o.entity).collect();
        entities.sort();
        entities.dedup();
        for entity in entities.into_iter().take(12) {
            if buffer.names().is_predefined(entity) {
                continue;
            }
            let old = names::name_of(program, entity);
            if old == "thisOwner" {
                continue;
            }
            let edits = match rename(&buffer, entity, "fresh_name") {
                Ok(edits) => edits,
                Err(why) => {
                    refused.push(format!("{}: {old}: {why}", entry.path));
                    continue;
                }
            };
            let text = racefree_grammar::fix::apply(&buffer.text, &edits).unwrap_or_else(|| panic!("{}", entry.path));
            let after = Buffer::judged(text, buffer.rules.clone());
            let errors = |buffer: &Buffer| buffer.report().map(|judged| judged.report.errors.len());
            assert_eq!(errors(&buffer), errors(&after), "{}: {old}", entry.path);
            let back = rename(&after, entity, old).unwrap_or_else(|e| panic!("{}: {old} back: {e}", entry.path));
            let text = racefree_grammar::fix::apply(&after.text, &back).unwrap_or_else(|| panic!("{}", entry.path));
            assert_eq!(text, buffer.text, "{}", entry.path);
            renamed += 1;
        }
    }
    assert!(renamed > 500, "only {renamed} names were tried");
    // Another name can be what mends a program that shadows a variable.
    assert!(refused.len() * 50 <= renamed, "{} of {renamed} refused:\n{}", refused.len(), refused.join("\n"));
}

#[test]
fn names_that_would_mean_something_else_are_refused() {
    let text = "class A { int f guarded_by this int g guarded_by this int m(int x) requires this { this.f + x } \
                int k() { 1 } }\nclass B extends A { int m(int y) requires this { y } }\n\
                let A a = new A in let B b = new B in { a.k(); synchronized b in b.m(1) }";
    let buffer = base(text);
    assert!(buffer.verdict.is_ok(), "{:?}", buffer.verdict);
    let at = |needle: &str| {
        let found = text.find(needle).unwrap_or_else(|| panic!("{needle}")) as u32;
        buffer.names().at(found).unwrap_or_else(|| panic!("no name at {needle}")).entity
    };
    let why = |needle: &str, new: &str| rename(&buffer, at(needle), new).err().unwrap_or_default();
    assert_eq!(why("a = new", "while"), "`while` is a reserved word");
    assert_eq!(why("a = new", "9a"), "`9a` is no name: write letters, digits and `_`, a letter first");
    assert_eq!(why("A {", "Object"), "`Object` is a predefined class");
    assert!(why("f guarded", "g").contains('g'), "{}", why("f guarded", "g"));
    assert!(!why("a = new", "b").is_empty(), "shadowing (D10)");
    assert!(!why("k()", "m").is_empty(), "two methods of one name");
    assert_eq!(why("k()", "equals"), "`equals` is a predefined method, which this one would override");
    // A method with its overriding ones and all calls.
    let edits = rename(&buffer, at("m(int x)"), "n").unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(edits.len(), 3);
}

#[test]
fn what_is_held_is_told_where_it_changes() {
    let text = "class A { int f guarded_by this int m() requires this { this.f } }\n\
                let A a = new A in synchronized a in { a.m(); fork { a; 1 } }";
    let shown: Vec<(String, String)> =
        held(&base(text)).into_iter().map(|h| (h.span.text(text).to_owned(), h.locks.join(", "))).collect();
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(shown, [pair("this.f", "this"), pair("a.m(); fork { a; 1 }", "a"), pair("a; 1", "")]);
}

#[test]
fn judgments_and_locks_at_places() {
    let text = "class A { A next guarded_by this final Object l = new Object int f guarded_by this }\n\
                let A a = new A in synchronized a in { a.f = 1; a.next; a.l }";
    let buffer = base(text);
    let span = |needle: &str| {
        let at = text.rfind(needle).unwrap_or_else(|| panic!("{needle}")) as u32;
        Span::new(at, at + needle.len() as u32)
    };
    let read = place::judgment(&buffer, span("a.next")).unwrap_or_else(|| panic!("no judgment"));
    assert_eq!((read.rule, read.ty.as_deref()), ("EXP REF", Some("A")));
    assert_eq!(read.locks, Some(vec!["a".to_owned()]));
    assert_eq!(read.substitution.as_deref(), Some("[a/this] this = a"));
    assert_eq!(place::why_no_lock(&buffer, span("a.l")), Some(Ok(())));
    let why = place::why_no_lock(&buffer, span("a.next")).unwrap_or_else(|| panic!("no answer"));
    assert!(why.clone().is_err_and(|why| why.contains("final")), "{why:?}");
}

#[test]
fn locks_of_the_right_type_are_offered() {
    let text = "class L { }\nclass C<ghost L l> { int v guarded_by l }\nclass M { final L mine = new L }\n\
                let Object o = new Object in let L k = new L in let M m = new M in let C<k> c = new C<| in c";
    let (text, at) = (text.replace('|', ""), text.find('|').unwrap_or(0) as u32);
    let buffer = base(&text);
    // No word behind `new C<` makes it a program: the last program is asked.
    let good = base(&text.replace("new C<", "new C<k>"));
    let found = candidates::candidates(&buffer, Some((&good, at)), at);
    let found: Vec<&str> = found.iter().map(|c| c.text.as_str()).collect();
    assert_eq!(found, ["k", "m.mine"]);
}

#[test]
fn changes_are_tried_out() {
    let text = "class A { int f guarded_by this int m() { this.f } }\nlet A a = new A in a.m()";
    let buffer = base(text);
    let at = text.find("this.f").unwrap_or(0) as u32;
    let titles: Vec<String> = changes::locks(&buffer, Span::new(at, at)).into_iter().map(|f| f.title).collect();
    assert_eq!(titles, ["Wrap in `synchronized this`", "Add `requires this` to `m`"]);
    let Verdict::Judged(judged) = &buffer.verdict else { panic!("a program") };
    let silenced = changes::no_warn(&buffer, &judged.report.errors[0]).unwrap_or_else(|| panic!("no change"));
    assert_eq!(silenced.title, "Silence it: `no_warn exp_ref_guard_held`");
    let bare = base("class A { int f }\nclass B { final Object l = new Object int g int h guarded_by this }\n1");
    let filled: Vec<String> = changes::defaults(&bare).into_iter().map(|edit| edit.text).collect();
    assert_eq!(filled, ["thread_local ", " guarded_by this"]);
}
