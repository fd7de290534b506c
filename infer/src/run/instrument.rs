//! The program whose runs are watched: each `new` is handed, with the variables in scope, to a method that gives it back, so that
//! the call shows the frame in which the object was made. Nothing else changes; annotations are gone, as they never run.

use crate::erase::erased;
use racefree_grammar::Program;
use racefree_grammar::ast::{Class, Expr, ExprId, List, Method, Param, Run, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_grammar::stack::deep;
use racefree_program::{ClassId, Resolved};

/// A `new` of the program.
#[derive(Clone, Debug)]
pub struct Site {
    /// The type that is written there.
    pub ty: TypeId,
    /// The variables of class types in scope, in order.
    pub names: Vec<Name>,
}

/// The program to run.
pub struct Instrumented {
    /// It.
    pub program: Program,
    /// For each `new`, what is handed over; the method for it is the one of this number after `first`.
    pub sites: Vec<Site>,
    /// The first method that was added.
    pub first: u32,
    /// The class that they are of.
    pub shows: ClassId,
}

/// A name that no source can have.
const RECEIVER: &str = "\u{1}frame";

/// Adds what shows frames.
pub fn instrument(program: &Program) -> Instrumented {
    let mut p = erased(program);
    let first = p.methods.len() as u32;
    let class = p.names.intern(RECEIVER);
    let mut walk = Walk { program: &p, scope: Vec::new(), found: Vec::new() };
    for c in &p.classes {
        let this = vec![Name::THIS];
        for field in p.fields_of(c) {
            walk.scope.clone_from(&this);
            field.init.into_iter().for_each(|e| walk.expr(e));
        }
        for m in p.methods_of(c) {
            walk.scope.clone_from(&this);
            let params = p.params_of(m).iter().filter(|param| is_class(&p, param.ty));
            walk.scope.extend(params.map(|param| param.name));
            walk.expr(m.body);
        }
    }
    walk.scope.clear();
    p.main.into_iter().for_each(|e| walk.expr(e));
    let found = std::mem::take(&mut walk.found);
    let object = p.add_type(TypeKind::Class { name: Name::OBJECT, args: List::default() }, Span::NONE);
    let receiver = p.add_type(TypeKind::Class { name: class, args: List::default() }, Span::NONE);
    let mut sites = Vec::new();
    for (k, (e, ty, names)) in found.into_iter().enumerate() {
        hand_over(&mut p, e, (k, &names), object, receiver);
        sites.push(Site { ty, names });
    }
    let none = Span::NONE;
    let (fields, ghosts) = (p.fields.len() as u32, p.ghosts.len() as u32);
    let methods = Run { start: first, end: p.methods.len() as u32 };
    p.classes.push(Class {
        name: class,
        name_span: none,
        span: none,
        ghosts: Run { start: ghosts, end: ghosts },
        fields: Run { start: fields, end: fields },
        methods,
        thread_local: false,
        formals: Run::default(),
        not_self: List::default(),
        extends: None,
        guard: None,
    });
    let shows = Resolved::new(&p).of_declaration(p.classes.len() - 1);
    Instrumented { program: p, sites, first, shows }
}

/// `new C` becomes `new Frame.mₖ(x₁, …, xₙ, new C)`.
fn hand_over(p: &mut Program, e: ExprId, (k, names): (usize, &[Name]), object: TypeId, receiver: TypeId) {
    let span = p.span(e);
    let made = p.add(p.expr(e), span);
    let recv = p.add(Expr::New(receiver), span);
    let mut args: Vec<ExprId> = names.iter().map(|&x| p.add(Expr::Var(x), span)).collect();
    args.push(made);
    let args = p.add_list(&args);
    let method = p.names.intern(&format!("{RECEIVER}{k}"));
    p.exprs[e.0 as usize] = Expr::Call { recv, method, args };
    let start = p.params.len() as u32;
    let params: Vec<Name> = (0..=names.len()).map(|i| p.names.intern(&format!("{RECEIVER} {i}"))).collect();
    for &name in &params {
        p.params.push(Param { ty: object, name, span: Span::NONE });
    }
    let body = p.add(Expr::Var(params[names.len()]), Span::NONE);
    let params = Run { start, end: p.params.len() as u32 };
    let requires = List::default();
    let none = Span::NONE;
    p.methods.push(Method {
        synchronized: false,
        atomic: false,
        atomicity: None,
        ret: object,
        name: method,
        name_span: none,
        receiver: None,
        params,
        requires,
        reads: List::default(),
        body,
        span: none,
    });
}

fn is_class(program: &Program, ty: TypeId) -> bool {
    matches!(program.ty(ty).kind, TypeKind::Class { .. })
}

struct Walk<'p> {
    program: &'p Program,
    scope: Vec<Name>,
    found: Vec<(ExprId, TypeId, Vec<Name>)>,
}

impl Walk<'_> {
    fn expr(&mut self, e: ExprId) {
        if let Expr::New(ty) = self.program.expr(e) {
            self.found.push((e, ty, self.scope.clone()));
            return;
        }
        let parts = self.program.parts(e);
        let (binds, last) = (parts.binds, parts.last());
        for child in parts.children() {
            let bound = binds.filter(|_| last == Some(child) && parts.ty.is_some_and(|t| is_class(self.program, t)));
            self.scope.extend(bound);
            deep(|| self.expr(child));
            if bound.is_some() {
                self.scope.pop();
            }
        }
    }
}
