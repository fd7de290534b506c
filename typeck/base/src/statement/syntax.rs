//! Constituents of the calculus's judgments and terms, form by form.

use super::parts::Instantiation;
use super::{Notation, Sort, Statement, expressions};
use crate::env::EnvId;
use crate::judgment::{Judgment, MethodId};
use crate::locks::LocksId;
use crate::types::{ClassId, Ty};

use racefree_grammar::ast::{Expr, ExprId, Ghost, List, MethodKind, Param, TypeId, TypeKind};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root, Step};
use racefree_kernel::template::{Index, Slot, Syntax, Variable};
use racefree_kernel::{Derivation, Evidence, NodeId};
use std::rc::Rc;

/// A variable is looked for so deep in its environment.
const DEEP: usize = 1_000;

/// Range of the metavariables.
#[derive(Clone)]
pub enum Part<'p> {
    /// E
    Env(EnvId),
    /// E in ⊢ wf: what it extends, and by what.
    Extended(EnvId),
    /// ls
    LockSet(LocksId),
    /// The locks that a node of \[LOCK SUBSET\] is about, as its premises name them.
    Needed(NodeId),
    /// t
    Ty(Ty),
    /// cn
    Class(ClassId),
    /// l, where it is a path.
    Path(Path),
    /// e
    Expr(ExprId),
    /// e₁; …; eₙ, an end of a sequence.
    Elements(&'p [ExprId]),
    /// defn
    Declaration(ClassId),
    /// class cn<l₁…ₙ> \[lᵢ/xᵢ\]body
    Instance(Ty),
    /// field, as seen at a type of its class.
    Field(u32, Option<Ty>),
    /// The initial value of a field.
    Initial(u32),
    /// meth, as seen at a type of its class.
    Method(MethodId, Option<Ty>),
    /// garg
    Ghost(&'p Ghost),
    /// arg, in a declaration instantiated.
    Param(&'p Param, Rc<Instantiation>),
    /// t as written in a declaration, instantiated.
    Written(TypeId, Rc<Instantiation>),
    /// l as written in a declaration, instantiated.
    Lock(ExprId, Rc<Instantiation>),
    /// ls likewise.
    Locks(List, Rc<Instantiation>),
    /// x, fd, mn
    Name(Sort, Name),
    /// A word of the language.
    Word(Sort, &'static str),
}

pub(super) type Slots<'p> = Vec<Slot<Part<'p>>>;

impl<'p> Notation<'_, 'p> {
    fn env_slot(&self, env: EnvId) -> Slot<Part<'p>> {
        let mut bindings = self.cx.env.bindings(env).filter(|binding| self.annotated || !binding.ghost);
        if bindings.next().is_none() { Slot::Many(Vec::new()) } else { Slot::One(Part::Env(env)) }
    }

    pub(super) fn ty_slot(&self, ty: Ty) -> Slot<Part<'p>> {
        Some(Part::Ty(ty)).filter(|_| !ty.is_error()).into()
    }

    pub(super) fn variable_slot(&self, x: Name) -> Slot<Part<'p>> {
        Slot::One(Part::Name(Sort::Variable, x))
    }

    fn member_slot(&self, name: Name) -> Slot<Part<'p>> {
        Slot::One(Part::Name(Sort::Member, name))
    }

    /// The word `ghost`, where x is one.
    fn ghost_slot(&self, env: EnvId, x: Name) -> Slot<Part<'p>> {
        match self.cx.env.bindings(env).take(DEEP).find(|binding| binding.name == x) {
            Some(binding) if binding.ghost => Slot::One(Part::Word(Sort::Keyword, "ghost")),
            Some(_) => Slot::Many(Vec::new()),
            None => Slot::Nothing,
        }
    }

    fn env_parts(&self, env: EnvId) -> Slots<'p> {
        let Some(last) = self.cx.env.bindings(env).next() else { return Vec::new() };
        vec![self.env_slot(last.before), self.ty_slot(last.ty), self.variable_slot(last.name)]
    }

    /// `cn`, `garg₁…ₙ`, `c`; not the contents of the class.
    fn class_parts(&self, class: ClassId) -> Slots<'p> {
        let Some(decl) = self.cx.classes.decl(class) else { return Vec::new() };
        let ghosts = self.program.ghosts_of(&decl).iter().map(Part::Ghost);
        let superclass = decl.extends.map_or(Part::Ty(Ty::OBJECT), |ty| Part::Written(ty, Rc::default()));
        let cn = Slot::One(Part::Class(class));
        self.without_locks(1, vec![cn, Slot::list(ghosts), Slot::One(superclass), Slot::Nothing, Slot::Nothing])
    }

    /// `t`, `fd`, `l`, `e`
    fn field_parts(&self, field: u32, at: Option<Ty>) -> Slots<'p> {
        let decl = &self.program.fields[field as usize];
        let seen = Rc::new(at.map_or_else(Instantiation::default, |at| self.instance(at, std::iter::empty())));
        let guard = self.guard(field).map(|guard| Part::Lock(guard, seen.clone()));
        let ty = Slot::One(Part::Written(decl.ty, seen));
        vec![ty, self.member_slot(decl.name), guard.into(), Slot::One(Part::Initial(field))]
    }

    /// `t`, `mn`, `arg₁…ₙ`, `ls`, `e`
    fn method_parts(&self, method: MethodId, at: Option<Ty>) -> Slots<'p> {
        let m = match method {
            MethodId::Declared(m) => m,
            MethodId::Predefined(method) => {
                let name = Slot::One(Part::Word(Sort::Member, method.name()));
                let params = Slot::list(method.params().iter().map(|param| Part::Word(Sort::Variable, param.1)));
                let ret = self.ty_slot(Ty::of_predefined(method.ret()));
                return self.without_locks(3, vec![ret, name, params, Slot::Many(Vec::new()), Slot::Nothing]);
            }
        };
        let decl = &self.program.methods[m as usize];
        let (params, kind) = (self.program.params_of(decl), self.program.kind_of(decl));
        if kind == MethodKind::StaticInitializer {
            return vec![Slot::One(Part::Expr(decl.body))];
        }
        let seen = at.map_or_else(Instantiation::default, |at| self.instance(at, params.iter().map(|p| p.name)));
        let seen = Rc::new(seen);
        let mut parts = vec![
            Slot::One(Part::Written(decl.ret, seen.clone())),
            self.member_slot(decl.name),
            Slot::list(params.iter().map(|param| Part::Param(param, seen.clone()))),
            self.requires_slot(decl.requires, seen),
            Slot::One(Part::Expr(decl.body)),
        ];
        if kind == MethodKind::Constructor {
            parts.remove(0);
            return parts;
        }
        self.without_locks(3, parts)
    }

    /// All but the part of this number, which says something of locks, in a system that has no race annotations.
    fn without_locks(&self, nth: usize, mut parts: Slots<'p>) -> Slots<'p> {
        if !self.annotated {
            parts.remove(nth);
        }
        parts
    }

    fn requires_slot(&self, requires: List, seen: Rc<Instantiation>) -> Slot<Part<'p>> {
        if requires.len == 0 { Slot::Many(Vec::new()) } else { Slot::One(Part::Locks(requires, seen)) }
    }

    fn expr_parts(&self, e: ExprId) -> Slots<'p> {
        let sub = |e| Slot::One(Part::Expr(e));
        match self.program.expr(e) {
            Expr::New(ty) => vec![Slot::One(Part::Written(ty, Rc::default()))],
            Expr::Field { recv, field } => vec![sub(recv), self.member_slot(field)],
            Expr::Assign { recv, field, value } => vec![sub(recv), self.member_slot(field), sub(value)],
            Expr::Call { recv, method, args } => {
                let args = self.program.list(args).iter().map(|&arg| Part::Expr(arg));
                vec![sub(recv), self.member_slot(method), Slot::list(args)]
            }
            Expr::Let { ty, var, bound, body } => {
                let ty = Slot::One(Part::Written(ty, Rc::default()));
                vec![ty, self.variable_slot(var), sub(bound), sub(body)]
            }
            Expr::Holds(lock) => vec![sub(lock), Slot::One(Part::Elements(&[]))],
            Expr::Seq(list) => self.element_parts(self.program.list(list)),
            Expr::If { cond, then, otherwise } => vec![sub(cond), sub(then), otherwise.map(Part::Expr).into()],
            Expr::Binary(op, left, right) => vec![sub(left), Slot::One(Part::Word(Sort::Plain, op.text())), sub(right)],
            Expr::Unary(op, operand) => {
                vec![Slot::Nothing, Slot::One(Part::Word(Sort::Plain, op.text())), sub(operand)]
            }
            Expr::Extended(form) => self.form_parts(form),
            Expr::Var(_) | forms!(literal | block | operator | owned) => self.program.children(e).map(sub).collect(),
        }
    }

    /// `e₁; e₂`, or `holds l; e`
    fn element_parts(&self, elements: &'p [ExprId]) -> Slots<'p> {
        let Some((&first, rest)) = elements.split_first() else { return Vec::new() };
        let first = if let Expr::Holds(lock) = self.program.expr(first) { lock } else { first };
        vec![Slot::One(Part::Expr(first)), Slot::One(Part::Elements(rest))]
    }

    /// The elements of a sequence from an entry of the program's lists on.
    fn sequence_from(&self, first: u32) -> &'p [ExprId] {
        let end = match self.sequences.partition_point(|list| list.start <= first).checked_sub(1) {
            Some(i) => self.sequences[i].start + self.sequences[i].len,
            None => first,
        };
        self.program.lists.get(first as usize..end as usize).unwrap_or(&[])
    }

    fn needed(&self, id: NodeId) -> Vec<Path> {
        let children = self.cx.heard.children(id).iter();
        let needed = children.filter_map(|child| match child.evidence {
            Evidence::Node(element) => match self.node(element).judgment {
                Judgment::LockElem(_, path, _) => Some(path),
                _ => None,
            },
            _ => None,
        });
        needed.collect()
    }

    /// The value of a field without an initialiser.
    fn initial(&self, out: &mut Statement, field: u32) {
        let decl = &self.program.fields[field as usize];
        match (decl.init, self.program.ty(decl.ty).kind) {
            (Some(init), _) => expressions::expression(out, self.program, init, self.limits.expression),
            (None, TypeKind::Int) => out.push(Sort::Literal, "0"),
            (None, TypeKind::Boolean) => out.keyword("false"),
            (None, _) => out.keyword("null"),
        }
    }
}

impl<'c, 'p> Syntax for Notation<'c, 'p> {
    type Judgment = Judgment;
    type Part = Part<'p>;

    fn derivation(&self) -> &Derivation<Judgment> {
        &self.cx.heard
    }

    fn places(&self, id: NodeId) -> Slots<'p> {
        let env = |env| self.env_slot(env);
        let ty = |t| self.ty_slot(t);
        let locks = |ls| Slot::One(Part::LockSet(ls));
        match self.node(id).judgment {
            Judgment::Program(t) | Judgment::Shared(t) => vec![ty(t)],
            Judgment::Class(class) => vec![Slot::One(Part::Declaration(class))],
            Judgment::Env(EnvId::EMPTY) => vec![Slot::Many(Vec::new())],
            Judgment::Env(e) => vec![Slot::One(Part::Extended(e))],
            Judgment::Field(e, field) => vec![env(e), Slot::One(Part::Field(field, None))],
            Judgment::Method(e, m) => vec![env(e), Slot::One(Part::Method(MethodId::Declared(m), None))],
            Judgment::WellFormed(e, t) => self.without_locks(0, vec![env(e), ty(t)]),
            Judgment::Subtype(e, s, t) => self.without_locks(0, vec![env(e), ty(s), ty(t)]),
            Judgment::Instance(e, c) => vec![env(e), Slot::One(Part::Instance(c))],
            Judgment::FieldIn { env: e, class, field, at } => {
                self.without_locks(0, vec![env(e), Slot::One(Part::Field(field, Some(at))), ty(class)])
            }
            Judgment::MethodIn { env: e, class, method, at } => {
                self.without_locks(0, vec![env(e), Slot::One(Part::Method(method, Some(at))), ty(class)])
            }
            Judgment::Shareable(field) => vec![Slot::One(Part::Field(field, None))],
            Judgment::OverrideOk(e, c, m) => vec![env(e), ty(c), Slot::One(Part::Method(MethodId::Declared(m), None))],
            Judgment::Final(e, path, t) => vec![env(e), Slot::One(Part::Path(path)), ty(t)],
            Judgment::LockSet(e, m) => {
                vec![env(e), self.requires_slot(self.program.methods[m as usize].requires, Rc::default())]
            }
            Judgment::LockElem(e, lock, ls) => vec![env(e), Slot::One(Part::Path(lock)), locks(ls)],
            Judgment::LockSubset(e, _, ls) => vec![env(e), Slot::One(Part::Needed(id)), locks(ls)],
            Judgment::Expr { env: e, locks: ls, expr, ty: t } => {
                self.without_locks(1, vec![env(e), locks(ls), Slot::One(Part::Expr(expr)), ty(t)])
            }
            Judgment::Rest { env: e, locks: ls, first, ty: t } => self
                .without_locks(1, vec![env(e), locks(ls), Slot::One(Part::Elements(self.sequence_from(first))), ty(t)]),
        }
    }

    fn parts(&self, part: &Part<'p>) -> Slots<'p> {
        match *part {
            Part::Env(env) | Part::Extended(env) => self.env_parts(env),
            Part::Ty(ty) => match self.cx.types.class_of(ty) {
                Some(class) => {
                    let args = self.cx.types.args(ty).iter().map(|&path| Part::Path(path));
                    vec![Slot::One(Part::Class(class)), Slot::list(args)]
                }
                None => self.array_parts(ty),
            },
            Part::Path(path) => match self.cx.types.paths.step(path) {
                Step::Field(before, field) => vec![Slot::One(Part::Path(before)), self.member_slot(field)],
                Step::Root(_) => Vec::new(),
            },
            Part::Expr(e) => self.expr_parts(e),
            Part::Elements(elements) => self.element_parts(elements),
            Part::Declaration(class) => self.class_parts(class),
            Part::Field(field, at) => self.field_parts(field, at),
            Part::Method(method, at) => self.method_parts(method, at),
            Part::Ghost(ghost) => {
                vec![Slot::One(Part::Written(ghost.ty, Rc::default())), self.variable_slot(ghost.name)]
            }
            Part::Param(param, ref seen) => {
                vec![Slot::One(Part::Written(param.ty, seen.clone())), self.variable_slot(param.name)]
            }
            Part::LockSet(_) | Part::Needed(_) | Part::Class(_) | Part::Instance(_) | Part::Initial(_) => Vec::new(),
            Part::Written(..) | Part::Lock(..) | Part::Locks(..) | Part::Name(..) | Part::Word(..) => Vec::new(),
        }
    }

    fn given(&self, id: NodeId, variable: &Variable) -> Slot<Part<'p>> {
        let several = variable.index != Index::One;
        match (self.node(id).judgment, variable.name) {
            (_, "this") => self.variable_slot(Name::THIS),
            (Judgment::Program(_), "e") => self.program.main.map(Part::Expr).into(),
            (Judgment::Class(class), "G") => self.class_parts(class).into_iter().nth(1).unwrap_or(Slot::Nothing),
            (Judgment::Field(env, _), "G") => self.env_parts(env).into_iter().next().unwrap_or(Slot::Nothing),
            (Judgment::Field(env, _), "c") => self.env_parts(env).into_iter().nth(1).unwrap_or(Slot::Nothing),
            (Judgment::Shareable(field), "fd") => self.member_slot(self.program.fields[field as usize].name),
            // The ghosts of the class, and their types with the arguments put in.
            (Judgment::WellFormed(_, ty), name @ ("t" | "x")) if several => {
                let Some(class) = self.cx.types.class_of(ty).and_then(|class| self.cx.classes.decl(class)) else {
                    return Slot::Nothing;
                };
                let seen = Rc::new(self.instance(ty, std::iter::empty()));
                Slot::list(self.program.ghosts_of(&class).iter().map(|ghost| match name {
                    "t" => Part::Written(ghost.ty, seen.clone()),
                    _ => Part::Name(Sort::Variable, ghost.name),
                }))
            }
            (Judgment::Final(env, path, _), "[ghost]") => match self.cx.types.paths.root(path) {
                Root::Var(x) => self.ghost_slot(env, x),
                Root::Expr(_) | Root::Open(_) => Slot::Nothing,
            },
            (Judgment::Expr { env, expr, .. }, "[ghost]") => match self.program.expr(expr) {
                Expr::Var(x) => self.ghost_slot(env, x),
                _ => Slot::Nothing,
            },
            (Judgment::Subtype(_, _, t), "l'") if several => {
                Slot::list(self.cx.types.args(t).iter().map(|&path| Part::Path(path)))
            }
            // The lock itself is the one that it is equal to.
            (Judgment::LockElem(_, lock, _), "l'") if self.node(id).holds => Slot::One(Part::Path(lock)),
            _ => Slot::Nothing,
        }
    }

    fn put(&self, part: &Part<'p>, old: &Part<'p>, new: &Part<'p>) -> Option<Part<'p>> {
        let (&Part::Name(_, x), &Part::Expr(e)) = (old, new) else { return None };
        let put = |seen: &Rc<Instantiation>| {
            let mut seen = Instantiation::clone(seen);
            seen.used.push((x, e));
            Rc::new(seen)
        };
        match part {
            Part::Written(ty, seen) => Some(Part::Written(*ty, put(seen))),
            Part::Lock(lock, seen) => Some(Part::Lock(*lock, put(seen))),
            Part::Locks(locks, seen) => Some(Part::Locks(*locks, put(seen))),
            _ => None,
        }
    }

    fn write(&mut self, out: &mut Statement, part: &Part<'p>) {
        match *part {
            Part::Env(env) => self.env(out, env),
            Part::Extended(env) => self.extended(out, env),
            Part::LockSet(locks) => self.lock_set(out, locks),
            Part::Needed(id) => self.set(out, false, &self.needed(id)),
            Part::Ty(ty) => self.ty(out, ty),
            Part::Class(class) => self.class_name(out, class),
            Part::Path(path) => self.path(out, path),
            Part::Expr(e) => expressions::expression(out, self.program, e, self.limits.expression),
            Part::Elements([]) => out.plain("{}"),
            Part::Elements(elements) => {
                expressions::sequence(out, self.program, elements, self.limits.expression);
            }
            Part::Declaration(class) => self.class(out, class),
            Part::Instance(ty) => self.instantiated(out, ty),
            Part::Field(field, None) => self.field(out, field, None),
            Part::Method(method, None) => self.method(out, method, None),
            Part::Field(field, at) => {
                out.plain("(");
                self.field(out, field, at);
                out.plain(")");
            }
            Part::Method(method, at) => {
                out.plain("(");
                self.method(out, method, at);
                out.plain(")");
            }
            Part::Initial(field) => self.initial(out, field),
            Part::Ghost(ghost) => self.ghost(out, ghost),
            Part::Param(param, ref seen) => self.param(out, param, seen),
            Part::Written(ty, ref seen) => self.ty_in(out, ty, seen),
            Part::Lock(lock, ref seen) => self.lock_in(out, lock, seen),
            Part::Locks(locks, ref seen) => {
                out.meta("{");
                self.locks_in(out, locks, seen);
                out.meta("}");
            }
            Part::Name(sort, name) => out.push(sort, self.program.text(name)),
            Part::Word(sort, text) => out.push(sort, text),
        }
    }
}
