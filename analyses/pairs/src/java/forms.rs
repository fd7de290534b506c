//! Code, form by form: parts first, then the form itself, in place. The order of evaluation stays, but for indices, which are evaluated
//! before the array they stand behind unless one of them does more than to read.

use super::{Plain, Sort, class_name, construct, is_scalar, is_value};
use racefree_grammar::ast::{Expr, ExprId, Extended, List, MethodKind, TypeId};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_grammar::stack::deep;

impl Plain<'_> {
    /// Puts all code into terms of the calculus.
    pub(super) fn code(&mut self) {
        for c in 0..self.program.classes.len() {
            let class = self.program.classes[c];
            self.class = c;
            for f in class.fields.indices() {
                if let Some(init) = self.program.fields[f].init {
                    self.scope.push((Name::THIS, Sort::Object));
                    self.walk(init);
                    self.scope.clear();
                }
            }
            for m in class.methods.indices() {
                let method = self.program.methods[m];
                self.scope.push((Name::THIS, Sort::Object));
                for p in method.params.indices() {
                    let param = self.program.params[p];
                    let sort = if is_value(&self.program, param.ty) { Sort::Scalar } else { Sort::Object };
                    self.scope.push((param.name, sort));
                }
                let received = self.callbacks.and_then(|callbacks| callbacks.received(&self.program, &method));
                self.givers.extend(received.map(|other| vec![other]));
                self.walk(method.body);
                self.givers.clear();
                self.scope.clear();
                self.labels.clear();
                self.as_method(m);
            }
        }
    }

    /// Constructors and static initialisers are methods.
    fn as_method(&mut self, m: usize) {
        if let Some(clauses) = self.program.methods[m].clauses {
            let clauses = &mut self.program.clauses[clauses.index()];
            if clauses.kind == MethodKind::StaticInitializer {
                self.statics.push(m);
            }
            clauses.kind = MethodKind::Plain;
        }
    }

    fn set(&mut self, e: ExprId, expr: Expr) {
        self.program.exprs[e.index()] = expr;
    }

    fn replace(&mut self, e: ExprId, by: ExprId) {
        self.program.exprs[e.index()] = self.program.expr(by);
        self.program.spans[e.index()] = self.program.span(by);
    }

    pub(super) fn walk_all(&mut self, list: List) -> Vec<ExprId> {
        let all = self.program.list(list).to_vec();
        all.iter().for_each(|&e| self.walk(e));
        all
    }

    pub(super) fn walk(&mut self, e: ExprId) {
        if !self.watch.over() && !std::mem::replace(&mut self.done[e.index()], true) {
            deep(|| self.form(e));
        }
    }

    fn form(&mut self, e: ExprId) {
        let span = self.program.span(e);
        match self.program.expr(e) {
            Expr::Var(x) => {
                if self.sort(x) == Sort::Cell {
                    let cell = self.var(x, span);
                    self.set(e, Expr::Field { recv: cell, field: self.own.value });
                }
            }
            Expr::New(ty) => self.new_object(e, ty, None, &[], span),
            Expr::Let { ty, var, bound, body } => self.let_form(e, ty, var, bound, body),
            Expr::Extended(form) => self.extended(e, form, span),
            Expr::Seq(list) => self.sequence(e, list),
            forms!(literal | member)
            | Expr::Sync { .. }
            | Expr::Fork(_)
            | Expr::Atomic(_)
            | Expr::If { .. }
            | Expr::While { .. }
            | forms!(operator | owned) => {
                let parts: Vec<ExprId> = self.program.children(e).collect();
                parts.into_iter().for_each(|part| self.walk(part));
            }
        }
    }

    pub(super) fn sort(&self, x: Name) -> Sort {
        self.scope.iter().rev().find(|(name, _)| *name == x).map_or(Sort::Object, |(_, sort)| *sort)
    }

    fn scoped(&mut self, x: Name, sort: Sort, body: ExprId) {
        self.scope.push((x, sort));
        self.walk(body);
        self.scope.pop();
    }

    fn sort_of(&self, ty: TypeId, otherwise: Sort) -> Sort {
        if is_scalar(&self.program, ty) { Sort::Scalar } else { otherwise }
    }

    /// A variable of a new object has it while it is constructed.
    fn let_form(&mut self, e: ExprId, ty: TypeId, var: Name, bound: ExprId, body: ExprId) {
        let made = construct::made_by(&self.program, bound).filter(|_| !self.done[bound.index()]);
        let Some((class, constructor)) = made else {
            self.walk(bound);
            let sort = if is_value(&self.program, ty) { Sort::Scalar } else { Sort::Object };
            return self.scoped(var, sort, body);
        };
        let span = self.program.span(bound);
        let args = match self.program.expr(bound) {
            Expr::Extended(Extended::Make { args, .. }) => self.walk_all(args),
            _ => Vec::new(),
        };
        self.done[bound.index()] = true;
        self.scoped(var, Sort::Object, body);
        let (made, object) = (self.class_type(class), self.var(var, span));
        self.set(bound, Expr::New(made));
        let call = match constructor {
            Some(constructor) => self.construct(class, constructor, object, &args, span),
            None => self.construct_implied(class, object, span),
        };
        let rest: Vec<ExprId> = match call {
            Some(call) => vec![call, body],
            None => args.into_iter().chain([body]).collect(),
        };
        let body = self.seq(&rest, span);
        self.set(e, Expr::Let { ty, var, bound, body });
    }

    /// An object, and its constructor called on it.
    fn new_object(&mut self, e: ExprId, ty: TypeId, constructor: Option<Name>, args: &[ExprId], span: Span) {
        let Some(class) = class_name(&self.program, ty) else { return };
        let var = self.name("new");
        let object = self.var(var, span);
        let call = match constructor {
            Some(constructor) => self.construct(class, constructor, object, args, span),
            None => self.construct_implied(class, object, span),
        };
        let all: Vec<ExprId> = match call {
            Some(call) => vec![call],
            None if args.is_empty() => return,
            None => args.to_vec(),
        };
        let (bound, value) = (self.add(Expr::New(ty), span), self.var(var, span));
        let all: Vec<ExprId> = all.into_iter().chain([value]).collect();
        let body = self.seq(&all, span);
        self.set(e, Expr::Let { ty, var, bound, body });
    }

    fn extended(&mut self, e: ExprId, form: Extended, span: Span) {
        match form {
            Extended::ClassConst(_) => {}
            Extended::LetVar { ty, var, bound, body } => {
                self.walk(bound);
                let sort = self.sort_of(ty, Sort::Cell);
                self.scoped(var, sort, body);
                if sort == Sort::Scalar {
                    return self.set(e, Expr::Let { ty, var, bound, body });
                }
                let first = self.name("first");
                let (cell, first_value) = (self.var(var, span), self.var(first, span));
                let store = self.assign(cell, self.own.value, first_value, span);
                let body = self.seq(&[store, body], span);
                let of = self.cell_of(ty);
                let cell = self.add(Expr::New(of), span);
                let inner = self.let_(of, var, cell, body, span);
                self.set(e, Expr::Let { ty, var: first, bound, body: inner });
            }
            Extended::SetVar { var, value } => {
                self.walk(value);
                match self.program.expr(var) {
                    Expr::Var(x) if self.sort(x) == Sort::Cell => {
                        self.done[var.index()] = true;
                        self.set(e, Expr::Assign { recv: var, field: self.own.value, value });
                    }
                    _ => self.replace(e, value),
                }
            }
            Extended::Make { ty, constructor, args } => {
                let args = self.walk_all(args);
                self.set(e, Expr::New(ty));
                self.new_object(e, ty, Some(constructor), &args, span);
            }
            Extended::Delegate { up, constructor, args } => {
                let args = self.walk_all(args);
                self.delegate(e, up, constructor, &args);
            }
            Extended::Any { ty, args } => {
                let args = self.walk_all(args);
                self.given_or_outside(e, ty, &args);
            }
            Extended::Cast { ty, value } => {
                self.walk(value);
                let value = self.of_type(ty, value, span);
                self.replace(e, value);
            }
            Extended::InstanceOf { value, .. } | Extended::Length(value) => {
                self.walk(value);
                let answer = self.add(Expr::Bool(true), span);
                let made = self.seq(&[value, answer], span);
                self.replace(e, made);
            }
            Extended::NewArray { ty, length } => {
                self.walk(length);
                let array = self.array(ty, span);
                let made = self.seq(&[length, array], span);
                self.replace(e, made);
            }
            Extended::Element { array, index } => {
                self.walk(array);
                self.walk(index);
                let made = self.add(Expr::Field { recv: array, field: self.own.elements }, span);
                let made = self.seq(&[index, made], span);
                self.replace(e, made);
            }
            Extended::SetElement { array, index, value } => {
                self.walk(array);
                self.walk(index);
                self.walk(value);
                let made = self.assign(array, self.own.elements, value, span);
                let made = self.seq(&[index, made], span);
                self.replace(e, made);
            }
            Extended::Label { ty, label, body } => self.label(e, ty, label, body, span),
            Extended::Exit { label, value } => {
                value.into_iter().for_each(|value| self.walk(value));
                let cell = self.labels.iter().rev().find(|(of, _)| *of == label).and_then(|(_, cell)| *cell);
                match (cell, value) {
                    (Some(cell), Some(value)) => {
                        let recv = self.var(cell, span);
                        self.set(e, Expr::Assign { recv, field: self.own.value, value });
                    }
                    (None, Some(value)) => self.replace(e, value),
                    (_, None) => self.set(e, Expr::Unit),
                }
            }
            Extended::Throw(value) => {
                self.walk(value);
                let recv = self.thrown(span);
                self.set(e, Expr::Assign { recv, field: self.own.value, value });
            }
            Extended::Try { parts, finally } => self.try_(e, parts, finally, span),
            Extended::Catch { ty, var, body } => {
                self.scoped(var, Sort::Object, body);
                let recv = self.thrown(span);
                let bound = self.field(recv, self.own.value, span);
                self.set(e, Expr::Let { ty, var, bound, body });
            }
            Extended::Locked { lock, body } => self.locked(e, lock, body, span),
        }
    }

    /// The object that has what is thrown. It is also an object of which nothing more is known.
    pub(super) fn thrown(&mut self, span: Span) -> ExprId {
        let name = self.program.text(self.own.thrown).to_owned();
        self.constant(&name, span)
    }

    fn label(&mut self, e: ExprId, ty: Option<TypeId>, label: Name, body: ExprId, span: Span) {
        let ty = ty.filter(|&ty| !is_scalar(&self.program, ty));
        let cell = ty.map(|_| self.name("exit"));
        self.labels.push((label, cell));
        self.walk(body);
        self.labels.pop();
        let Some(var) = cell else { return self.replace(e, body) };
        let recv = self.var(var, span);
        let store = self.assign(recv, self.own.value, body, span);
        let recv = self.var(var, span);
        let load = self.field(recv, self.own.value, span);
        let body = self.seq(&[store, load], span);
        let of = ty.map_or(self.own.cell, |ty| self.cell_of(ty));
        let bound = self.add(Expr::New(of), span);
        self.set(e, Expr::Let { ty: of, var, bound, body });
    }

    /// The body or one of the clauses, and in any case what stands behind `finally`.
    fn try_(&mut self, e: ExprId, parts: List, finally: bool, span: Span) {
        let parts = self.program.parts_of_try(parts, finally);
        let (body, finally) = (parts.body, parts.finally);
        let mut ways = vec![body];
        ways.extend_from_slice(parts.catches);
        ways.iter().for_each(|&way| self.walk(way));
        finally.into_iter().for_each(|last| self.walk(last));
        let made = self.one_of(&ways, span);
        let Some(last) = finally else { return self.replace(e, made) };
        let var = self.name("try");
        let value = self.var(var, span);
        let rest = self.seq(&[last, value], span);
        self.set(e, Expr::Let { ty: self.own.outside, var, bound: made, body: rest });
    }

    /// The monitor of the object that the lock alone has. A lock with a half for readers has another one, which both hold: of that two readers
    /// are no exclusion.
    fn locked(&mut self, e: ExprId, lock: ExprId, body: ExprId, span: Span) {
        let half = self.program.names.find(READ);
        let (of, reads) = match self.program.expr(lock) {
            Expr::Field { recv, field } if Some(field) == half => (recv, true),
            _ => (lock, false),
        };
        self.walk(of);
        self.walk(body);
        if reads || half.is_none() {
            let lock = self.field(of, if reads { self.own.shared } else { self.own.lock }, span);
            return self.set(e, Expr::Sync { lock, body });
        }
        let var = self.name("both");
        let (whole, half) = (self.var(var, span), self.var(var, span));
        let lock = self.field(half, self.own.shared, span);
        let inner = self.add(Expr::Sync { lock, body }, span);
        let lock = self.field(whole, self.own.lock, span);
        let outer = self.add(Expr::Sync { lock, body: inner }, span);
        self.set(e, Expr::Let { ty: self.own.outside, var, bound: of, body: outer });
    }
}

/// The name of the reading half of a lock, as the elaboration has it.
const READ: &str = "read$";
