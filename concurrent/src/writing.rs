//! Judgments as text: what those of this system and their terms consist of, for the templates that `rules.rs` declares; and
//! where in the source the things are that they are about.

use crate::rules::BOOK;
use crate::typing::{EnvId, Judgment, Ty, Typing};
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_kernel::template::{Slot, Symbols, Syntax, Variable, WORDS, Writer};
use racefree_kernel::{Derivation, Derived, JudgmentWriter, Limits, NodeId, Shape, Sort, Statement, Templates, Tree};
use racefree_program::{ClassId, FieldId, MethodId};
use racefree_typeck::statement::expressions;
use std::sync::LazyLock;

const SYMBOLS: Symbols = Symbols {
    metavariables: &[
        "E", "arg", "c", "cn", "defn", "e", "fd", "field", "meth", "mn", "n", "op", "s", "t", "u", "x", "y",
    ],
    functions: &[],
    substitutions: &[],
    relations: &[" : ", " <: ", " ∈ "],
    predicates: &[],
    whole: &["wf"],
    words: WORDS,
};

static TEMPLATES: LazyLock<Templates> = LazyLock::new(|| Templates::new(BOOK, SYMBOLS));

/// What metavariables range over.
#[derive(Clone, Copy)]
enum Part<'p> {
    /// E; where it is what ⊢ wf is about, it has parts.
    Env(EnvId),
    Ty(Ty),
    Class(ClassId),
    Field(FieldId),
    Method(MethodId),
    Expr(ExprId),
    Elements(&'p [ExprId]),
    /// arg
    Param(Ty, Name),
    Name(Sort, Name),
    Word(Sort, &'static str),
}

type Slots<'p> = Vec<Slot<Part<'p>>>;

struct Written<'t, 'p> {
    of: &'t Typing<'p, Tree<Judgment>>,
    limits: Limits,
}

impl<'p> Written<'_, 'p> {
    fn params(&self, method: MethodId) -> Vec<Part<'p>> {
        let MethodId::Declared(m) = method else { return Vec::new() };
        let params = self.of.program.params_of(&self.of.program.methods[m as usize]);
        params.iter().map(|param| Part::Param(self.of.meant(param.ty), param.name)).collect()
    }

    fn env(&self, out: &mut Statement, env: EnvId) {
        let bindings = std::iter::successors(self.of.last(env), |binding| self.of.last(binding.outer));
        let texts = bindings.map(|b| (false, self.of.show(b.ty).into(), self.of.program.text(b.name)));
        out.environment(self.limits.environment, texts);
    }
}

fn env<'p>(env: EnvId) -> Slot<Part<'p>> {
    if env == EnvId::EMPTY { Slot::Many(Vec::new()) } else { Slot::One(Part::Env(env)) }
}

fn ty<'p>(ty: Ty) -> Slot<Part<'p>> {
    Some(Part::Ty(ty)).filter(|_| ty != Ty::Error).into()
}

impl<'p> Syntax for Written<'_, 'p> {
    type Judgment = Judgment;
    type Part = Part<'p>;

    fn derivation(&self) -> &Derivation<Judgment> {
        self.of.recorder.derivation()
    }

    fn places(&self, id: NodeId) -> Slots<'p> {
        let program = self.of.program;
        match self.derivation().node(id).judgment {
            Judgment::Program(t) | Judgment::Type(t) => vec![ty(t)],
            Judgment::Class(class) => vec![Slot::One(Part::Class(class))],
            Judgment::Env(e) => vec![env(e)],
            Judgment::Subtype(s, t) => vec![ty(s), ty(t)],
            Judgment::Field(e, f) => vec![env(e), Slot::One(Part::Field(f))],
            Judgment::Method(e, m) => vec![env(e), Slot::One(Part::Method(m))],
            Judgment::FieldIn(f, c) => vec![Slot::One(Part::Field(f)), ty(Ty::Class(c))],
            Judgment::MethodIn(m, c) => vec![Slot::One(Part::Method(m)), ty(Ty::Class(c))],
            Judgment::Expr(v, e, t) => vec![env(v), Slot::One(Part::Expr(e)), ty(t)],
            Judgment::Rest(v, start, len, t) => {
                let elements = &program.lists[start as usize..(start + len) as usize];
                vec![env(v), Slot::One(Part::Elements(elements)), ty(t)]
            }
        }
    }

    fn parts(&self, part: &Part<'p>) -> Slots<'p> {
        let program = self.of.program;
        let sub = |e| Slot::One(Part::Expr(e));
        let member = |name| Slot::One(Part::Name(Sort::Member, name));
        match *part {
            Part::Env(e) => self.of.last(e).map_or_else(Vec::new, |last| {
                vec![env(last.outer), ty(last.ty), Slot::One(Part::Name(Sort::Variable, last.name))]
            }),
            Part::Class(class) => {
                let superclass = self.of.resolved.get(class).superclass().unwrap_or(ClassId::OBJECT);
                vec![ty(Ty::Class(class)), ty(Ty::Class(superclass)), Slot::Nothing, Slot::Nothing]
            }
            Part::Field(f) => {
                let decl = &program.fields[f.index()];
                vec![ty(self.of.meant(decl.ty)), member(decl.name), decl.init.map(Part::Expr).into()]
            }
            Part::Method(m) => {
                let (name, body) = match m {
                    MethodId::Declared(m) => {
                        let decl = &program.methods[m as usize];
                        (member(decl.name), Slot::One(Part::Expr(decl.body)))
                    }
                    MethodId::Predefined(m) => (Slot::One(Part::Word(Sort::Member, m.name())), Slot::Nothing),
                };
                vec![ty(self.of.signature(m).1), name, Slot::list(self.params(m)), body]
            }
            Part::Elements([first, rest @ ..]) => vec![sub(*first), Slot::One(Part::Elements(rest))],
            Part::Param(t, x) => vec![ty(t), Slot::One(Part::Name(Sort::Variable, x))],
            Part::Expr(e) => match program.expr(e) {
                Expr::Field { recv, field } => vec![sub(recv), member(field)],
                Expr::Assign { recv, field, value } => vec![sub(recv), member(field), sub(value)],
                Expr::Call { recv, method, args } => {
                    let args = program.list(args).iter().map(|&arg| Part::Expr(arg));
                    vec![sub(recv), member(method), Slot::list(args)]
                }
                Expr::Let { ty: t, var, bound, body } => {
                    let x = Slot::One(Part::Name(Sort::Variable, var));
                    vec![ty(self.of.meant(t)), x, sub(bound), sub(body)]
                }
                Expr::New(t) => vec![ty(self.of.meant(t))],
                Expr::Binary(op, left, right) => {
                    vec![sub(left), Slot::One(Part::Word(Sort::Plain, op.text())), sub(right)]
                }
                Expr::Seq(list) => self.parts(&Part::Elements(program.list(list))),
                Expr::Var(_)
                | Expr::Int(_)
                | Expr::Bool(_)
                | Expr::Null
                | Expr::Str(_)
                | Expr::Unit
                | Expr::Sync { .. }
                | Expr::Fork(_)
                | Expr::Atomic(_)
                | Expr::If { .. }
                | Expr::While { .. }
                | Expr::Print(_)
                | Expr::Assert(_)
                | Expr::Holds(_)
                | Expr::Unary(..)
                | Expr::Special(_)
                | Expr::Qualified { .. }
                | Expr::Move(_) => program.parts(e).children().map(sub).collect(),
            },
            Part::Elements([]) | Part::Ty(_) | Part::Name(..) | Part::Word(..) => Vec::new(),
        }
    }

    fn given(&self, _: NodeId, _: &Variable) -> Slot<Part<'p>> {
        Slot::Nothing
    }

    fn put(&self, _: &Part<'p>, _: &Part<'p>, _: &Part<'p>) -> Option<Part<'p>> {
        None
    }

    fn write(&mut self, out: &mut Statement, part: &Part<'p>) {
        let program = self.of.program;
        match *part {
            Part::Env(e) => self.env(out, e),
            Part::Ty(Ty::Class(class)) => out.push(Sort::Class, self.of.show(Ty::Class(class))),
            Part::Ty(t) => out.keyword(self.of.show(t)),
            Part::Class(class) => {
                let superclass = self.of.resolved.get(class).superclass().unwrap_or(ClassId::OBJECT);
                out.keyword("class ");
                out.push(Sort::Class, self.of.show(Ty::Class(class)));
                out.keyword(" extends ");
                out.push(Sort::Class, self.of.show(Ty::Class(superclass)));
                out.plain(" { ");
                out.omitted();
                out.plain(" }");
            }
            Part::Field(f) => {
                let decl = &program.fields[f.index()];
                out.keyword(if decl.is_final { "final " } else { "" });
                self.write(out, &Part::Param(self.of.meant(decl.ty), decl.name));
            }
            Part::Method(m) => {
                let [result, name, ..] = &self.parts(part)[..] else { return };
                for (i, slot) in [result, name].into_iter().enumerate() {
                    out.plain(if i == 0 { "" } else { " " });
                    if let Slot::One(part) = slot {
                        self.write(out, part);
                    }
                }
                out.plain("(");
                let params = self.params(m);
                out.elements(&params, |out, param| self.write(out, param));
                out.plain(")");
            }
            Part::Expr(e) => expressions::expression(out, program, e, self.limits.expression),
            Part::Elements(of) => expressions::sequence(out, program, of, self.limits.expression),
            Part::Param(t, x) => {
                self.write(out, &Part::Ty(t));
                out.plain(" ");
                out.push(Sort::Variable, program.text(x));
            }
            Part::Name(sort, name) => out.push(sort, program.text(name)),
            Part::Word(sort, word) => out.push(sort, word),
        }
    }

    fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }
}

impl Derived for Typing<'_, Tree<Judgment>> {
    fn shape(&self) -> &Shape {
        self.recorder.derivation()
    }

    fn places(&self) -> Vec<Span> {
        let program = self.program;
        self.recorder.derivation().places(|judgment| match *judgment {
            Judgment::Program(_) => program.classes.first().map(|class| class.span),
            Judgment::Class(class) => self.resolved.decl(class).map(|class| class.span),
            Judgment::Env(env) => self.last(env).map(|last| last.span),
            Judgment::Field(_, f) | Judgment::FieldIn(f, _) => Some(program.fields[f.index()].span),
            Judgment::Method(_, MethodId::Declared(m)) | Judgment::MethodIn(MethodId::Declared(m), _) => {
                Some(program.methods[m as usize].span)
            }
            Judgment::Expr(_, e, _) => Some(program.span(e)),
            Judgment::Rest(_, start, len, _) => {
                let at = |i| program.span(program.lists[i as usize]);
                Some(at(start).to(at(start + len - 1)))
            }
            Judgment::Method(..) | Judgment::MethodIn(..) | Judgment::Type(_) | Judgment::Subtype(..) => None,
        })
    }

    fn is_selectable(&self, id: NodeId) -> bool {
        match self.recorder.derivation().node(id).judgment {
            Judgment::Env(env) => self.last(env).is_some_and(|last| last.name != Name::THIS),
            Judgment::Class(_) | Judgment::Field(..) | Judgment::Method(..) => true,
            Judgment::Expr(..) | Judgment::Rest(..) => true,
            Judgment::Program(_) | Judgment::Type(_) | Judgment::Subtype(..) => false,
            Judgment::FieldIn(..) | Judgment::MethodIn(..) => false,
        }
    }

    fn writer(&self, limits: Limits) -> Box<dyn JudgmentWriter + '_> {
        Box::new(Writer { syntax: Written { of: self, limits }, templates: &TEMPLATES })
    }
}
