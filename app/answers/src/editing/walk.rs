//! The walk that finds the names of a program: through declarations, types, annotations and code, with the variables in scope.

use super::names::{Entity, Occurrence};
use racefree_grammar::ast::{Atom, AtomId, Class, Expr, ExprId, Method, Program, TypeId, TypeKind};
use racefree_grammar::forms;
use racefree_grammar::lexer::Lexer;
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_grammar::stack::deep;
use racefree_grammar::token::Extras;
use racefree_program::{ClassId, FieldId, MethodId, Resolved};

/// Walker through a program.
pub(super) struct Walk<'w> {
    resolved: &'w Resolved<'w>,
    program: &'w Program,
    source: &'w str,
    /// The words of the source, keywords among them.
    words: Vec<Span>,
    /// The class around, as a type.
    this: Option<ClassId>,
    /// The variables in scope with their classes, the last bound last.
    scope: Vec<(Name, Entity, Option<ClassId>)>,
    found: Vec<Occurrence>,
    classes: Vec<Option<ClassId>>,
}

/// The words of a source: names and keywords.
pub(super) fn words(source: &str, dialect: racefree_grammar::ast::Dialect) -> Vec<Span> {
    let is_word = |span: &Span| {
        let first = source.as_bytes().get(span.start as usize);
        span.start < span.end && first.is_some_and(|&c| c.is_ascii_alphabetic() || c == b'_' || c == b'$')
    };
    let tokens = Lexer::of(source, Extras::default(), dialect);
    tokens.map(|(start, _, end)| Span::new(start, end)).filter(is_word).collect()
}

impl<'w> Walk<'w> {
    pub(super) fn new(resolved: &'w Resolved<'w>, source: &'w str) -> Walk<'w> {
        let program = resolved.program;
        let mut words = words(source, program.dialect);
        words.sort();
        let classes = vec![None; program.exprs.len()];
        Walk { resolved, program, source, words, this: None, scope: Vec::new(), found: Vec::new(), classes }
    }

    /// Every occurrence, and the class of every expression.
    pub(super) fn all(mut self) -> (Vec<Occurrence>, Vec<Option<ClassId>>) {
        for (i, class) in self.program.classes.iter().enumerate() {
            self.class(i as u32, class);
        }
        self.this = None;
        self.scope.clear();
        if let Some(main) = self.program.main {
            self.expr(main);
        }
        (self.found, self.classes)
    }

    /// Notes a name that ends at a place or stands there.
    fn note(&mut self, span: Option<Span>, name: Name, entity: Entity, declares: bool) {
        let text = self.program.text(name);
        if let Some(span) = span.filter(|span| span.text(self.source) == text) {
            self.found.push(Occurrence { span, entity, declares });
        }
    }

    /// The first word of this text from a place on, before another.
    fn word(&self, name: Name, from: u32, until: u32) -> Option<Span> {
        let text = self.program.text(name);
        let first = self.words.partition_point(|w| w.start < from);
        let mut near = self.words[first..].iter().take_while(|w| w.end <= until);
        near.find(|w| w.text(self.source) == text).copied()
    }

    /// The end of a declaration, if it is this name.
    fn last_word(&self, name: Name, span: Span) -> Option<Span> {
        let length = self.program.text(name).len() as u32;
        span.end.checked_sub(length).filter(|&start| start >= span.start).map(|start| Span::new(start, span.end))
    }

    fn class(&mut self, i: u32, class: &Class) {
        self.this = Some(self.resolved.of_declaration(i as usize));
        self.scope.clear();
        self.note(Some(class.name_span), class.name, Entity::Class(i), true);
        let formals = self.program.owners_of(class).formals;
        for f in formals.indices() {
            let formal = self.program.formals[f];
            if !formal.implied {
                self.note(self.last_word(formal.name, formal.span), formal.name, Entity::Formal(f as u32), true);
            }
            self.scope.push((formal.name, Entity::Formal(f as u32), None));
        }
        for g in class.ghosts.indices() {
            let ghost = self.program.ghosts[g];
            self.scope.push((ghost.name, Entity::Ghost(g as u32), self.resolved.class_of_type(ghost.ty)));
        }
        for g in class.ghosts.indices() {
            let ghost = self.program.ghosts[g];
            self.ty(ghost.ty);
            self.note(self.last_word(ghost.name, ghost.span), ghost.name, Entity::Ghost(g as u32), true);
        }
        self.all_of(self.program.not_self_of(class));
        class.extends.into_iter().for_each(|t| self.ty(t));
        class.guard.into_iter().for_each(|l| self.expr(l));
        for f in class.fields.indices() {
            let field = self.program.fields[f];
            self.ty(field.ty);
            self.note(Some(field.name_span), field.name, Entity::Field(f as u32), true);
            for e in [field.guard, field.write_guard, field.init].into_iter().flatten() {
                self.expr(e);
            }
        }
        for m in class.methods.indices() {
            let depth = self.scope.len();
            self.method(m, &self.program.methods[m]);
            self.scope.truncate(depth);
        }
    }

    fn method(&mut self, m: usize, method: &Method) {
        self.ty(method.ret);
        self.note(Some(method.name_span), method.name, Entity::Method(m as u32), true);
        let clauses = self.program.clauses_of(method);
        clauses.receiver.into_iter().for_each(|t| self.ty(t));
        for p in method.params.indices() {
            let param = self.program.params[p];
            self.scope.push((param.name, Entity::Param(p as u32), self.resolved.class_of_type(param.ty)));
        }
        for p in method.params.indices() {
            let param = self.program.params[p];
            self.ty(param.ty);
            self.note(self.last_word(param.name, param.span), param.name, Entity::Param(p as u32), true);
        }
        self.all_of(self.program.list(method.requires));
        self.all_of(self.program.list(clauses.reads));
        clauses.atomicity.into_iter().for_each(|a| self.atom(a));
        self.expr(method.body);
    }

    fn atom(&mut self, a: AtomId) {
        if let Atom::Held { lock, then, otherwise } = self.program.atom(a) {
            self.expr(lock);
            deep(|| self.atom(then));
            deep(|| self.atom(otherwise));
        }
    }

    fn all_of(&mut self, list: &[ExprId]) {
        list.iter().for_each(|&e| self.expr(e));
    }

    /// A written type: its class, and its arguments.
    fn ty(&mut self, t: TypeId) {
        let TypeKind::Class { name, args } = self.program.ty(t).kind else { return };
        let span = self.program.ty(t).span;
        if let Some(class) = self.resolved.find(name).and_then(|class| self.resolved.declared(class)) {
            self.note(self.word(name, span.start, span.end), name, Entity::Class(class), false);
        }
        self.all_of(self.program.list(args));
    }

    fn expr(&mut self, e: ExprId) {
        let parts = self.program.parts(e);
        parts.ty.into_iter().for_each(|t| self.ty(t));
        let depth = self.scope.len();
        let last = parts.last();
        for child in parts.children() {
            if let Some(x) = parts.binds.filter(|_| Some(child) == last) {
                let from = parts.ty.map_or(0, |t| self.program.ty(t).span.end);
                self.note(self.word(x, from, self.program.span(e).end), x, Entity::Let(e), true);
                let class = parts.ty.and_then(|t| self.resolved.class_of_type(t));
                self.scope.push((x, Entity::Let(e), class));
            }
            deep(|| self.expr(child));
        }
        self.scope.truncate(depth);
        self.classes[e.index()] = match self.program.expr(e) {
            Expr::Var(x) => self.variable(x, Some(self.program.span(e))),
            _ => self.resolved.declared_class(e, &mut |part| self.classes[part.index()]),
        };
        self.member(e);
    }

    /// Notes the variable that a name stands for, and tells its class.
    fn variable(&mut self, x: Name, span: Option<Span>) -> Option<ClassId> {
        if x == Name::THIS {
            return self.this;
        }
        let &(_, entity, class) = self.scope.iter().rev().find(|(name, ..)| *name == x)?;
        self.note(span, x, entity, false);
        class
    }

    /// Notes the member or the formal owner that an expression names.
    fn member(&mut self, e: ExprId) {
        let end = self.program.span(e).end;
        match self.program.expr(e) {
            Expr::Qualified { formal, .. } => {
                self.variable(formal, self.word(formal, self.program.span(e).start, end));
            }
            Expr::Field { recv, field } | Expr::Assign { recv, field, .. } => {
                let found = self.classes[recv.index()].and_then(|class| self.resolved.field(class, field));
                if let Some((_, FieldId(f))) = found {
                    self.note(self.word(field, self.program.span(recv).end, end), field, Entity::Field(f), false);
                }
            }
            Expr::Call { recv, method, .. } => {
                let found = self.classes[recv.index()].and_then(|class| self.resolved.method(class, method));
                if let Some((_, MethodId::Declared(m))) = found {
                    self.note(self.word(method, self.program.span(recv).end, end), method, Entity::Method(m), false);
                }
            }
            Expr::Var(_)
            | Expr::New(_)
            | Expr::Move(_)
            | Expr::Special(_)
            | forms!(literal | block | operator | extended) => {}
        }
    }
}
