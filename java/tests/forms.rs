//! Small Java texts, a file an idea, with what their names mean: a line that ends with `//> a, b` uses these members in this order, and one with
//! `//: x T, y U` declares these locals. `f` behind a local's type is an effectively final one, `c` a captured one.

use racefree_grammar::Span;
use racefree_java::Java;
use racefree_java::tree::body::{Body, Callee, Form, Kind};
use racefree_java::tree::{ClassNo, MethodKind};
use racefree_java::types::{Shape, Ty};
use std::collections::BTreeMap;

/// The text of a type, with arguments.
pub(crate) fn type_text(java: &Java, ty: Ty) -> String {
    let list = |list| -> String {
        let items: Vec<String> = java.types.items(list).iter().map(|t| type_text(java, *t)).collect();
        if items.is_empty() { String::new() } else { format!("<{}>", items.join(" ")) }
    };
    match java.types.shape(ty) {
        Shape::Class(c, arguments) => {
            let class = &java.classes[c.index()];
            let name = java.names.text(class.name);
            format!("{}{}", if name.is_empty() { "{}" } else { name }, list(arguments))
        }
        Shape::External(name, arguments) => format!("{}{}", java.names.text(name), list(arguments)),
        Shape::Array(element) => format!("{}[]", type_text(java, element)),
        Shape::Variable(v) => java.names.text(java.types.variables[v.index()].name).to_owned(),
        Shape::Primitive(p) => p.text().to_owned(),
        Shape::Any => "?".into(),
        Shape::Extends(b) => format!("+{}", type_text(java, b)),
        Shape::Super(b) => format!("-{}", type_text(java, b)),
        Shape::Both(all) => list(all),
        Shape::Unknown => "unknown".into(),
        Shape::Void => "void".into(),
        Shape::Null => "null".into(),
        Shape::Hole(_) => "hole".into(),
    }
}

fn class_text(java: &Java, class: ClassNo) -> String {
    let name = java.names.text(java.classes[class.index()].name);
    if name.is_empty() { "{}".into() } else { name.to_owned() }
}

fn callee_text(java: &Java, callee: Callee, name: &str) -> String {
    match callee {
        Callee::Declared(m) => {
            let m = &java.methods[m.index()];
            let parameters: Vec<String> = m.parameters.iter().map(|p| type_text(java, p.ty.ty)).collect();
            let constructor = matches!(m.kind, MethodKind::Constructor | MethodKind::Compact | MethodKind::Canonical);
            let name = if constructor { "new" } else { java.names.text(m.name) };
            format!("{}.{name}({})", class_text(java, m.class), parameters.join(" "))
        }
        Callee::Implied(class) => format!("{}.new", class_text(java, class)),
        Callee::External { owner } => format!("external {}.{name}", type_text(java, owner)),
        Callee::Missing { .. } | Callee::Unresolved => format!("? {name}"),
    }
}

/// The bodies of all members.
pub(crate) fn bodies(java: &mut Java) -> Vec<Body> {
    let classes: Vec<ClassNo> = (0..java.classes.len() as u32).map(ClassNo).filter(|c| !java.is_inner(*c)).collect();
    let members: Vec<_> = classes.iter().flat_map(|c| java.classes[c.index()].members.clone()).collect();
    members.into_iter().map(|m| java.attribute(m)).collect()
}

/// A use or, if it is marked, a local: its place and its text.
type Fact = (u32, bool, String);

/// Uses and locals of a body, by place.
fn facts(java: &Java, body: &Body) -> Vec<Fact> {
    let mut facts = Vec::new();
    for e in &body.expressions {
        let name_of = |n| java.names.text(n).to_owned();
        let fact = match &e.kind {
            Kind::Field { field, name_span, .. } => {
                let f = &java.fields[field.index()];
                (name_span.start, format!("{}.{}", class_text(java, f.class), name_of(f.name)))
            }
            Kind::ExternalField { owner, name, .. } => {
                (e.span.end, format!("external {}.{}", type_text(java, *owner), name_of(*name)))
            }
            Kind::Unresolved { name, .. } => (e.span.end, format!("? {}", name_of(*name))),
            Kind::NotUnderstood => (e.span.start, "not understood".into()),
            Kind::Length(_) => (e.span.end, "length".into()),
            Kind::Call(call) => {
                let spread = call.spread.map_or(String::new(), |n| format!("…{n}"));
                (call.name_span.start, callee_text(java, call.callee, &name_of(call.name)) + &spread)
            }
            Kind::New(new) => {
                (e.span.start, callee_text(java, new.callee, "new") + if new.anonymous.is_some() { "{}" } else { "" })
            }
            Kind::Reference(r) => (e.span.start, format!("::{}", callee_text(java, r.callee, &name_of(r.name)))),
            Kind::This { class } if e.span.start < e.span.end => {
                let written = match java.sources.at(e.span) {
                    "this" => "This",
                    text if text.contains("super") => "Super",
                    _ => "Qualified",
                };
                (e.span.start, format!("{written} {}", class_text(java, *class)))
            }
            _ => continue,
        };
        facts.push((fact.0, false, fact.1));
    }
    for s in &body.statements {
        if let Form::Delegate { callee, outer, .. } = s.form {
            let of = outer.map_or(String::new(), |e| match body.expressions[e.index()].kind {
                Kind::This { class, .. } => format!("@{}", class_text(java, class)),
                _ => "@".into(),
            });
            facts.push((s.span.start, false, callee_text(java, callee, "new") + &of));
        }
    }
    for local in &body.locals {
        let flags = [(local.effectively_final, " f"), (local.captured, " c")];
        let flags: String = flags.iter().filter(|(on, _)| *on).map(|(_, text)| *text).collect();
        let text = format!("{} {}{flags}", java.names.text(local.name), type_text(java, local.ty.ty));
        facts.push((local.name_span.start, true, text));
    }
    facts
}

/// Compares the facts of a text with its comments. A line `//====` begins another file.
fn check(file: &str, text: &str) -> Vec<String> {
    let parts: Vec<&str> = text.split("//====\n").collect();
    let mut java = crate::reading::read(&parts);
    let mut wrong: Vec<String> = java.problems.iter().map(|p| format!("{file}: {p:?}")).collect();
    let mut by_line: BTreeMap<(usize, usize), Vec<Fact>> = BTreeMap::new();
    for body in bodies(&mut java) {
        for fact in facts(&java, &body) {
            let (part, place) = java.sources.place(Span::new(fact.0, fact.0));
            let line = parts[part.index()][..place.start as usize].matches('\n').count();
            by_line.entry((part.index(), line)).or_default().push(fact);
        }
    }
    for (i, line) in
        parts.iter().enumerate().flat_map(|(part, text)| text.lines().enumerate().map(move |(i, l)| ((part, i), l)))
    {
        let mut facts = by_line.remove(&i).unwrap_or_default();
        facts.sort();
        for (mark, locals) in [("//>", false), ("//:", true)] {
            let Some((_, expected)) = line.split_once(mark) else { continue };
            let expected = expected.split("//").next().unwrap_or("").trim();
            let found: Vec<&str> = facts.iter().filter(|f| f.1 == locals).map(|f| f.2.as_str()).collect();
            if found.join(", ") != expected {
                wrong.push(format!(
                    "{file}, file {}, line {}: expected `{expected}`, found `{}`",
                    i.0 + 1,
                    i.1 + 1,
                    found.join(", ")
                ));
            }
        }
    }
    wrong
}

#[test]
fn names_mean_what_is_written_behind_them() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/forms");
    let mut files: Vec<_> =
        std::fs::read_dir(folder).expect("the folder").map(|e| e.expect("an entry").path()).collect();
    files.sort();
    assert!(files.len() > 10, "forms are missing");
    let wrong: Vec<String> = files
        .iter()
        .flat_map(|f| {
            let name = f.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let text = std::fs::read_to_string(f).expect("a text");
            assert!(text.contains("//>") || text.contains("//:"), "{name} expects nothing");
            check(&name, &text)
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_wrong_expectation_is_found() {
    let text = "class A { int f; int m() { return f; } } //> A.g";
    assert_eq!(check("a", text), ["a, file 1, line 1: expected `A.g`, found `A.f`"]);
}
