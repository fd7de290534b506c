//! What is read declarations first, bodies later, is what is read at once: the same sources, and the same parts of the same programs.

use crate::common::{report, runner};
use crate::fuzz::{changed, changes, corpus};
use crate::noise::noise;
use proptest::prelude::*;
use proptest::sample::select;
use racefree_grammar::arbitrary::programs;
use racefree_grammar::ast::{Dialect, ExprId, List, Mapper, Method, Program, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::outline::{Outline, with_places};
use racefree_grammar::{Options, Span, parse_with, printer};
use std::cell::Cell;

/// A program whose expressions are told in full, with or without their places.
#[derive(Clone, Copy)]
struct Told<'p> {
    program: &'p Program,
    places: bool,
}

/// An expression with nothing for its parts, and its parts in words.
struct Form<'p> {
    told: Told<'p>,
    parts: Vec<String>,
}

impl Mapper for Form<'_> {
    fn ty(&mut self, t: TypeId) -> TypeId {
        self.parts.push(self.told.ty(t));
        TypeId::new(0)
    }

    fn child(&mut self, e: ExprId) -> ExprId {
        self.parts.push(self.told.expr(e));
        ExprId::new(0)
    }

    fn list(&mut self, list: List) -> List {
        self.parts.push(self.told.list(list));
        List::default()
    }

    fn binder(&mut self, x: Name) -> Name {
        self.label(x)
    }

    fn var(&mut self, x: Name) -> Name {
        self.label(x)
    }

    fn label(&mut self, x: Name) -> Name {
        self.parts.push(self.told.program.text(x).to_owned());
        Name(0)
    }
}

impl Told<'_> {
    fn expr(self, e: ExprId) -> String {
        let mut form = Form { told: self, parts: Vec::new() };
        let expr = self.program.expr(e).map(&mut form);
        let place = if self.places { self.program.span(e) } else { Span::NONE };
        format!("{expr:?} {place:?} [{}]", form.parts.join(", "))
    }

    fn optional(self, e: Option<ExprId>) -> Option<String> {
        e.map(|e| self.expr(e))
    }

    fn list(self, list: List) -> String {
        self.program.list(list).iter().map(|&e| self.expr(e)).collect::<Vec<_>>().join(", ")
    }

    fn ty(self, t: TypeId) -> String {
        let ty = self.program.ty(t);
        let name = match ty.kind {
            racefree_grammar::ast::TypeKind::Class { name, .. } => self.program.text(name).to_owned(),
            simple => format!("{simple:?}"),
        };
        let locks: Vec<String> = self.program.locks_of(t).iter().map(|&l| self.expr(l)).collect();
        format!("{name}<{}> {:?}", locks.join(", "), if self.places { ty.span } else { Span::NONE })
    }

    fn name(self, name: Name) -> String {
        self.program.text(name).to_owned()
    }

    fn method(self, m: &Method) -> String {
        let params = self.program.params_of(m).iter();
        let params: Vec<_> = params.map(|p| (self.name(p.name), self.ty(p.ty), p.span)).collect();
        let words = (
            m.atomic,
            m.synchronized,
            self.program.clauses_of(m).receiver.is_some(),
            self.program.clauses_of(m).atomicity.is_some(),
        );
        let (ret, name) = (self.ty(m.ret), self.name(m.name));
        let (requires, reads) = (self.list(m.requires), self.list(self.program.clauses_of(m).reads));
        format!("{words:?} {ret} {name} {:?} {params:?} {requires} {reads} {:?}", m.name_span, m.span)
    }

    /// All declarations, without bodies and the places of locks and types.
    fn declarations(self) -> Vec<String> {
        let (p, mut all) = (self.program, Vec::new());
        for c in p.classes.iter() {
            let ghosts: Vec<_> = p.ghosts_of(&c).iter().map(|g| (self.name(g.name), self.ty(g.ty), g.span)).collect();
            let (above, guard) = (c.extends.map(|t| self.ty(t)), self.optional(c.guard));
            let places = (c.name_span, c.span, c.thread_local);
            all.push(format!("{} {places:?} {ghosts:?} {above:?} {guard:?}", self.name(c.name)));
            all.extend(p.fields_of(&c).iter().map(|f| {
                let locks = (self.optional(f.guard), self.optional(f.write_guard));
                let (init, ty, name) = (self.optional(f.init), self.ty(f.ty), self.name(f.name));
                format!("{} {ty} {name} {:?} {locks:?} {init:?} {:?}", f.is_final, f.name_span, f.span)
            }));
            all.extend(p.methods_of(&c).iter().map(|m| self.method(m)));
        }
        all
    }
}

/// Reads a source in both ways, so many bytes of bodies at a time; whether it was taken.
fn both(source: &str, piece: u32) -> Result<bool, TestCaseError> {
    fn told(program: &Program) -> Told<'_> {
        Told { program, places: true }
    }
    let heads = |program: &Program| Told { program, places: false }.declarations();
    let whole = parse_with(source, Options { dialect: Some(Dialect::Base), ..Options::default() });
    let Some(mut outline) = Outline::new(source) else { return Ok(false) };
    let mut bodies = Vec::new();
    loop {
        let Some(read) = outline.read_bodies(piece) else { return Ok(false) };
        if read == bodies.len() {
            break;
        }
        let program = outline.program();
        bodies.extend(program.methods[bodies.len()..read].iter().map(|m| told(program).expr(m.body)));
    }
    let Some(main) = outline.read_main() else { return Ok(false) };
    let main = main.map(|main| told(outline.program()).expr(main));
    let Some(program) = outline.finish() else { return Ok(false) };
    let whole = whole.map_err(|errors| TestCaseError::fail(format!("{errors:?} in {source}")))?;
    prop_assert_eq!(heads(&program), heads(&whole), "{}", source);
    let expected: Vec<_> = whole.methods.iter().map(|m| told(&whole).expr(m.body)).collect();
    prop_assert_eq!(bodies, expected, "{}", source);
    prop_assert_eq!(main, whole.main.map(|main| told(&whole).expr(main)), "{}", source);
    prop_assert_eq!(&program.no_warns, &whole.no_warns, "{}", source);
    prop_assert_eq!(&program.annotations, &whole.annotations, "{}", source);
    again(source, piece, &whole)?;
    Ok(true)
}

/// Reads a source and then every other class again, and the rest after that without bodies: then every declaration has its places.
fn again(source: &str, piece: u32, whole: &Program) -> Result<(), TestCaseError> {
    fn told(program: &Program) -> Told<'_> {
        Told { program, places: true }
    }
    let outline = || {
        let mut outline = Outline::new(source).unwrap();
        while outline.read_bodies(piece) != Some(whole.methods.len()) {}
        outline.read_main().unwrap();
        outline
    };
    let (_, exprs) = outline().finish_with(0..whole.classes.len()).unwrap();
    // One stands for bodies that are not there.
    prop_assert_eq!(exprs, whole.exprs.len() + 1, "{}", source);
    let every_other = |from: usize| (from..whole.classes.len()).step_by(2);
    let (program, _) = outline().finish_with(every_other(piece as usize % 2)).unwrap();
    for class in every_other(piece as usize % 2) {
        for m in whole.classes.at(class).methods.indices() {
            let (read, expected) =
                (told(&program).expr(program.methods[m].body), told(whole).expr(whole.methods[m].body));
            prop_assert_eq!(read, expected, "{}", source);
        }
    }
    let main = |program: &Program| program.main.map(|main| told(program).expr(main));
    prop_assert_eq!(main(&program), main(whole), "{}", source);
    prop_assert_eq!(&program.annotations, &whole.annotations, "{}", source);
    prop_assert_eq!(&program.no_warns, &whole.no_warns, "{}", source);
    let program = with_places(program, source, every_other(1 - piece as usize % 2)).unwrap();
    prop_assert_eq!(told(&program).declarations(), told(whole).declarations(), "{}", source);
    Ok(())
}

#[test]
fn the_corpus_is_read_alike() {
    for source in corpus() {
        let taken = both(&source, 1).unwrap_or_else(|e| panic!("{e}"));
        let is_program = parse_with(&source, Options { dialect: Some(Dialect::Base), ..Options::default() }).is_ok();
        assert!(taken || !is_program, "left to the tree: {source}");
    }
}

#[test]
fn changed_sources_are_read_alike() {
    let [taken, left] = [Cell::new(0), Cell::new(0)];
    let strategy = (select(corpus()), changes(), 1u32..200);
    let result = runner().run(&strategy, |(source, changes, piece)| {
        let count = if both(&changed(&source, &changes), piece)? { &taken } else { &left };
        count.set(count.get() + 1);
        Ok(())
    });
    report(result);
    assert!(taken.get() > 10 && left.get() > 100, "{taken:?} {left:?}");
}

#[test]
fn changed_trees_are_read_alike() {
    let strategy = (programs(), prop::collection::vec(any::<u8>(), 0..60), changes(), 1u32..200);
    let result = runner().run(&strategy, |(program, choices, changes, piece)| {
        let text = noise(&printer::print(&program), &choices);
        both(&text, piece)?;
        both(&changed(&text, &changes), piece).map(|_| ())
    });
    report(result);
}

#[test]
fn what_looks_like_the_end_of_a_block_is_none() {
    let long = "x; ".repeat(100);
    for inside in [
        "\"}\"",
        "\"\\\"}\"",
        "{ /* } */ }",
        "{ /* /* } */ } */ 1 }",
        "{ // }\n 1 }",
        "{ /*# holds this */ 1 }",
        "{ //# holds this\n 1 }",
        "1 /**/ / 2",
        "{ {}; { { 1 }; {} } }",
    ] {
        for source in [
            format!("class A {{ int x; void m() {{ {inside} }} synchronized int n() {{ {long}{inside} }} }} {inside}"),
            format!("class A {{ int m() {{ {inside}; {long}{inside} }} int x; }} class B {{ }} (new A).m()"),
        ] {
            assert!(both(&source, 1).unwrap_or_else(|e| panic!("{e}")), "{source}");
            let source = source.replace("synchronized int", "atomic synchronized int") + "; atomic { atomic }";
            assert!(both(&source, 1).unwrap_or_else(|e| panic!("{e}")), "{source}");
        }
    }
}
