//! Annotations as insertions into the text of a program (specification, section 7): nothing else of it changes.

use crate::clauses::Lit;
use crate::erase::{next, tokens};
use crate::slots::{Place, ghost_names};
use crate::system::System;
use racefree_grammar::Program;
use racefree_grammar::ast::Dialect;
use racefree_grammar::fix::{self, Edit};
use racefree_grammar::span::Span;
use racefree_grammar::token::Token;
use std::collections::BTreeMap;

/// Syntax of written annotations.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Plain keywords.
    Plain,
    /// Each in an annotation comment.
    Comments,
}

/// Sorts of annotations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Kind {
    /// `thread_local`
    ThreadLocal,
    /// A ghost of a class.
    Ghost,
    /// An argument for one.
    Argument,
    /// `final`
    Final,
    /// `guarded_by`
    GuardedBy,
    /// A lock that a method requires.
    Requires,
}

impl Kind {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// An annotation that was found.
#[derive(Clone, Debug)]
pub struct Annotation {
    /// Its sort.
    pub kind: Kind,
    /// The class that it belongs to; none in the main expression.
    pub class: Option<u32>,
    /// The field or method.
    pub member: Option<String>,
    /// Text to write: `guarded_by this`, a ghost's name, an argument.
    pub text: String,
    /// The declaration or type that it belongs to.
    pub span: Span,
    /// Position of the insertion.
    pub at: u32,
    /// Literal of the constraint system.
    pub lit: Option<Lit>,
}

/// Replaces the guards of a class by one guard for the class, if all guards found are the same and cover every field
/// that is neither final nor guarded.
pub fn fold_guards(program: &Program, source: &str, annotations: Vec<Annotation>) -> Vec<Annotation> {
    let mut folded: Vec<Annotation> = annotations;
    for (c, class) in program.classes.iter().enumerate() {
        let is_guard = |a: &Annotation| a.kind == Kind::GuardedBy && a.class == Some(c as u32);
        let guards: Vec<&Annotation> = folded.iter().filter(|a| is_guard(a)).collect();
        let finals = folded.iter().filter(|a| a.kind == Kind::Final && a.class == Some(c as u32)).count();
        let open = program.fields_of(class).iter().filter(|f| !f.is_final && f.guard.is_none()).count();
        let same = guards.windows(2).all(|pair| pair[0].text == pair[1].text);
        if class.guard.is_some() || guards.len() < 2 || !same || guards.len() + finals != open {
            continue;
        }
        let tokens = tokens_of(source);
        let brace = tokens.iter().position(|(t, s)| *t == Token::OpenBrace && s.start >= class.name_span.end);
        let Some(before) = brace.and_then(|i| i.checked_sub(1)) else { continue };
        let at = tokens[before].1.end;
        let one = Annotation { member: None, span: class.name_span, at, ..guards[0].clone() };
        folded.retain(|a| !is_guard(a));
        folded.push(one);
    }
    folded.sort_by_key(|a| (a.at, a.kind));
    folded
}

/// The annotations that a solution says, in the order of the text.
pub fn annotations(system: &System<'_>, source: &str, values: &[bool]) -> Vec<Annotation> {
    let holds = |lit: Lit| !lit.is_constant() && lit.holds(values);
    let program = &system.template.program;
    let names = ghost_names_of(system, program);
    let mut found = Vec::new();
    for (c, class) in program.classes.iter().enumerate() {
        let mut add = |kind, member, text: &str, (span, at), lit| {
            let (class, text) = (Some(c as u32), text.to_owned());
            found.extend(holds(lit).then_some(Annotation { kind, class, member, text, span, at, lit: Some(lit) }));
        };
        add(Kind::ThreadLocal, None, "thread_local", (class.name_span, class.span.start), system.local[c]);
        for (&lit, name) in system.ghosts[c].iter().zip(&names) {
            add(Kind::Ghost, None, name, (class.name_span, class.name_span.end), lit);
        }
        for f in class.fields.indices() {
            let field = &program.fields[f];
            let (member, at) = (Some(program.text(field.name).to_owned()), program.ty(field.ty).span.start);
            add(Kind::Final, member, "final", (field.name_span, at), system.finals[f]);
        }
    }
    let tokens = std::cell::OnceCell::new();
    for slot in &system.slots {
        for (lit, l) in slot.choices().filter(|&(lit, _)| holds(lit)) {
            let tokens = || &**tokens.get_or_init(|| tokens_of(source));
            let annotation = of_slot(system, slot.place, tokens);
            found.push(Annotation { text: system.text(l), lit: Some(lit), ..annotation });
        }
    }
    // Arguments of one type in the order of its ghosts, required locks in their order: slots' variables follow one another.
    found.sort_by_key(|a| (a.at, a.kind, a.lit));
    found
}

/// The annotation that a slot is, without its text.
fn of_slot<'t>(system: &System<'_>, place: Place, tokens: impl FnOnce() -> &'t [(Token, Span)]) -> Annotation {
    let program = &system.template.program;
    let member = |name| Some(program.text(name).to_owned());
    let (text, lit) = (String::new(), None);
    match place {
        Place::Guard(f) => {
            let field = &program.fields[f as usize];
            let class = system.cx.classes.declared(system.cx.heard.class_of_field(f));
            let (kind, span, member) = (Kind::GuardedBy, field.name_span, member(field.name));
            Annotation { kind, class, member, text, span, at: span.end, lit }
        }
        Place::Requires(m) => {
            let method = &program.methods[m as usize];
            let class = system.cx.classes.declared(system.cx.heard.class_of_method(m));
            let after = program.params_of(method).last().map_or(method.name_span.end, |p| p.span.end);
            let at = next(tokens(), after, Token::CloseParen).map_or(after, |close| close.end);
            let (kind, span, member) = (Kind::Requires, method.name_span, member(method.name));
            Annotation { kind, class, member, text, span, at, lit }
        }
        Place::Arg(t, _) => {
            let span = program.ty(t).span;
            let class = owner(program, span.start);
            Annotation { kind: Kind::Argument, class, member: None, text, span, at: span.end, lit }
        }
    }
}

fn tokens_of(source: &str) -> Vec<(Token, Span)> {
    tokens(source, Dialect::Base)
}

fn ghost_names_of(system: &System<'_>, program: &Program) -> Vec<String> {
    let many = system.ghosts.iter().map(Vec::len).max().unwrap_or(0);
    if many == 0 { Vec::new() } else { ghost_names(program, many as u32) }
}

/// The class in whose text a place is.
pub fn owner(program: &Program, at: u32) -> Option<u32> {
    let after = program.classes.partition_point(|c| c.span.start <= at);
    let class = after.checked_sub(1)?;
    (at < program.classes[class].span.end).then_some(class as u32)
}

/// The text with annotations put in, and with comments at the ends of lines beside some places.
pub fn insert(source: &str, annotations: &[Annotation], style: Style, comments: &[(u32, String)]) -> String {
    let mut by_place: BTreeMap<(u32, Kind), Vec<&str>> = BTreeMap::new();
    for a in annotations {
        by_place.entry((a.at, a.kind)).or_default().push(&a.text);
    }
    let mut edits: Vec<Edit> = Vec::new();
    for ((at, kind), texts) in by_place {
        let list = texts.join(", ");
        let (before, text, after) = match kind {
            Kind::ThreadLocal => ("", "thread_local".to_owned(), " "),
            Kind::Final => ("", "final".to_owned(), " "),
            Kind::Ghost => {
                let ghosts: Vec<String> = texts.iter().map(|name| format!("ghost Object {name}")).collect();
                ("", format!("<{}>", ghosts.join(", ")), "")
            }
            Kind::Argument => ("", format!("<{list}>"), ""),
            Kind::GuardedBy => (" ", format!("guarded_by {list}"), ""),
            Kind::Requires => (" ", format!("requires {list}"), ""),
        };
        let text = match style {
            Style::Plain => format!("{before}{text}{after}"),
            Style::Comments => format!("{before}/*# {text} */{after}"),
        };
        edits.push(Edit::insert(at, text));
    }
    for (at, text) in comments {
        let end = source[*at as usize..].find('\n').map_or(source.len(), |i| *at as usize + i);
        edits.push(Edit::insert(end as u32, format!(" // {text}")));
    }
    edits.sort_by_key(|edit| edit.span.start);
    fix::apply(source, &edits).unwrap_or_else(|| source.to_owned())
}

/// The style of a file: annotation comments, if it has such and no plain annotation.
pub fn style_of(program: &Program, source: &str) -> Style {
    let commented = |span: Span| program.annotations.iter().any(|comment| comment.contains(span));
    if program.annotations.is_empty() {
        return Style::Plain;
    }
    let annotation = |t: Token| matches!(t, Token::GuardedBy | Token::Requires | Token::Ghost | Token::ThreadLocal);
    let plain = tokens_of(source).into_iter().any(|(t, span)| annotation(t) && !commented(span));
    if plain { Style::Plain } else { Style::Comments }
}
