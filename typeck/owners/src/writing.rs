//! Judgments as text: what those of this system and their terms consist of, for the templates that `rules.rs` declares; and
//! where in the source the things are that they are about.

use crate::owner::{Owner, Ty};
use crate::rules::BOOK;
use crate::typing::{EnvId, Judgment, LocksId, Mode, Typing};
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::path::Path;
use racefree_grammar::span::Span;
use racefree_kernel::template::{Slot, Symbols, Syntax, WORDS, Writer};
use racefree_kernel::{Derivation, Derived, JudgmentWriter, Limits, NodeId, Shape, Sort, Statement, Templates};
use racefree_program::{ClassId, FieldId, MethodId};
use racefree_typeck::statement::expressions;
use std::sync::LazyLock;

const SYMBOLS: Symbols = Symbols {
    metavariables: &[
        "E", "arg", "c", "cn", "defn", "e", "f", "fd", "field", "l", "ls", "meth", "mn", "n", "o", "op", "p", "s", "t",
        "x",
    ],
    functions: &["E"],
    substitutions: &[],
    relations: &[" : ", " <: ", " ∈ ", " ⇐ "],
    predicates: &[],
    whole: &["wf"],
    words: WORDS,
};

static TEMPLATES: LazyLock<Templates> = LazyLock::new(|| Templates::new(BOOK, SYMBOLS));

/// Value of a metavariable.
#[derive(Clone, Copy)]
enum Part<'p> {
    /// E; where it is what ⊢ wf is about, it has parts.
    Env(EnvId),
    Locks(LocksId),
    Ty(Ty),
    Owner(Owner),
    Path(Path),
    Class(ClassId),
    Field(FieldId),
    Method(MethodId),
    Expr(ExprId),
    Elements(&'p [ExprId]),
    Name(Sort, Name),
    Word(Sort, &'static str),
}

type Slots<'p> = Vec<Slot<Part<'p>>>;

/// The derivation of a program, with the tables that its judgments refer to.
pub(crate) struct Judged<'p> {
    pub(crate) typing: Typing<'p>,
    pub(crate) derivation: Derivation<Judgment>,
}

struct Written<'t, 'p> {
    judged: &'t Judged<'p>,
    of: &'t Typing<'p>,
    limits: Limits,
}

impl Written<'_, '_> {
    fn env(&self, out: &mut Statement, env: EnvId) {
        let texts = self.of.env(env).map(|b| (b.ghost, self.of.show(b.ty).into(), self.of.program.text(b.name)));
        out.environment(self.limits.environment, texts);
    }

    /// A lock set: ls₀ by that name, and what was added to it.
    fn lock_set(&self, out: &mut Statement, locks: LocksId) {
        let mut taken: Vec<(Owner, Mode)> = self.of.taken(locks).collect();
        taken.reverse();
        out.meta("ls₀");
        if taken.is_empty() {
            return;
        }
        out.plain(" ∪ {");
        out.elements(&taken, |out, &(lock, mode)| {
            out.push(Sort::Variable, &self.of.show_owner(lock));
            out.plain(if mode == Mode::Read { ":r" } else { "" });
        });
        out.plain("}");
    }
}

fn env<'p>(env: EnvId) -> Slot<Part<'p>> {
    if env == EnvId(0) { Slot::Many(Vec::new()) } else { Slot::One(Part::Env(env)) }
}

fn ty<'p>(ty: Ty) -> Slot<Part<'p>> {
    Some(Part::Ty(ty)).filter(|_| ty != Ty::Error).into()
}

impl<'p> Syntax for Written<'_, 'p> {
    type Judgment = Judgment;
    type Part = Part<'p>;

    fn derivation(&self) -> &Derivation<Judgment> {
        &self.judged.derivation
    }

    fn places(&self, id: NodeId) -> Slots<'p> {
        let program = self.of.program;
        let one = Slot::One;
        match self.derivation().node(id).judgment {
            Judgment::Program(t) => vec![ty(t)],
            Judgment::Class(class) => vec![one(Part::Class(class))],
            Judgment::Env(e) => vec![env(e)],
            Judgment::Type(e, t) => vec![env(e), ty(t)],
            Judgment::Owner(e, o) => match o {
                Owner::Path(p) => vec![env(e), one(Part::Path(p))],
                o => vec![env(e), one(Part::Owner(o))],
            },
            Judgment::Lock(e, l) => vec![env(e), one(Part::Owner(l))],
            Judgment::Held(e, l, ls) => vec![env(e), one(Part::Owner(l)), one(Part::Locks(ls))],
            Judgment::Subtype(e, s, t) => vec![env(e), ty(s), ty(t)],
            Judgment::Field(e, f) => vec![env(e), one(Part::Field(f))],
            Judgment::Method(e, m) => vec![env(e), one(Part::Method(m))],
            Judgment::FieldIn(f, c) => vec![one(Part::Field(f)), one(Part::Class(c))],
            Judgment::MethodIn(m, c) => vec![one(Part::Method(m)), one(Part::Class(c))],
            Judgment::Final(e, p, t) => vec![env(e), one(Part::Path(p)), ty(t)],
            Judgment::Give(v, ls, e, t) | Judgment::Expr(v, ls, e, t, _) => {
                vec![env(v), one(Part::Locks(ls)), one(Part::Expr(e)), ty(t)]
            }
            Judgment::Rest(v, ls, start, len, t) => {
                let elements = &program.lists[start as usize..(start + len) as usize];
                vec![env(v), one(Part::Locks(ls)), one(Part::Elements(elements)), ty(t)]
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
            Part::Elements([first, rest @ ..]) => {
                let first = if let Expr::Holds(lock) = program.expr(*first) { lock } else { *first };
                vec![sub(first), Slot::One(Part::Elements(rest))]
            }
            Part::Expr(e) => match program.expr(e) {
                Expr::Move(of) if matches!(program.expr(of), Expr::Field { .. }) => self.parts(&Part::Expr(of)),
                Expr::Field { recv, field } => vec![sub(recv), member(field)],
                Expr::Assign { recv, field, value } => vec![sub(recv), member(field), sub(value)],
                Expr::Call { recv, method, args } => {
                    let args = program.list(args).iter().map(|&arg| Part::Expr(arg));
                    vec![sub(recv), member(method), Slot::list(args)]
                }
                Expr::Let { var, bound, body, .. } => {
                    vec![Slot::Nothing, Slot::One(Part::Name(Sort::Variable, var)), sub(bound), sub(body)]
                }
                Expr::New(_) => vec![Slot::Nothing],
                Expr::Holds(lock) => vec![sub(lock), Slot::One(Part::Elements(&[]))],
                Expr::Binary(op, left, right) => {
                    vec![sub(left), Slot::One(Part::Word(Sort::Plain, op.text())), sub(right)]
                }
                Expr::Seq(list) => self.parts(&Part::Elements(program.list(list))),
                Expr::Var(_) | forms!(literal | block | operator | owned | extended) => {
                    program.parts(e).children().map(sub).collect()
                }
            },
            Part::Elements([]) | Part::Ty(_) | Part::Name(..) | Part::Word(..) | Part::Owner(_) => Vec::new(),
            Part::Path(_) | Part::Class(_) | Part::Field(_) | Part::Method(_) | Part::Locks(_) => Vec::new(),
        }
    }

    fn write(&mut self, out: &mut Statement, part: &Part<'p>) {
        let program = self.of.program;
        match *part {
            Part::Env(e) => self.env(out, e),
            Part::Locks(ls) => self.lock_set(out, ls),
            Part::Ty(t @ Ty::Class(..)) => out.push(Sort::Class, &self.of.show(t)),
            Part::Ty(t) => out.keyword(&self.of.show(t)),
            Part::Owner(o) => out.push(Sort::Variable, &self.of.show_owner(o)),
            Part::Path(p) => out.push(Sort::Variable, &self.of.show_path(p)),
            Part::Class(class) => {
                out.keyword("class ");
                out.push(Sort::Class, program.text(self.of.resolved.get(class).name));
            }
            Part::Field(f) => {
                let decl = &program.fields[f.index()];
                out.keyword(if decl.is_final { "final " } else { "" });
                out.push(Sort::Member, program.text(decl.name));
            }
            Part::Method(m) => {
                let name = match m {
                    MethodId::Declared(m) => program.text(program.methods[m as usize].name),
                    MethodId::Predefined(m) => m.name(),
                };
                out.push(Sort::Member, name);
                out.plain("(");
                out.omitted();
                out.plain(")");
            }
            Part::Expr(e) => expressions::expression(out, program, e, self.limits.expression),
            Part::Elements(of) => expressions::sequence(out, program, of, self.limits.expression),
            Part::Name(sort, name) => out.push(sort, program.text(name)),
            Part::Word(sort, word) => out.push(sort, word),
        }
    }

    fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }
}

impl Derived for Judged<'_> {
    fn shape(&self) -> &Shape {
        &self.derivation
    }

    fn places(&self) -> Vec<Span> {
        let (typing, program) = (&self.typing, self.typing.program);
        self.derivation.places(|judgment| match *judgment {
            Judgment::Program(_) => program.classes.first().map(|class| class.span),
            Judgment::Class(class) => typing.resolved.decl(class).map(|class| class.span),
            Judgment::Env(env) => typing.last(env).map(|last| last.span),
            Judgment::Field(_, f) | Judgment::FieldIn(f, _) => Some(program.fields[f.index()].span),
            Judgment::Method(_, MethodId::Declared(m)) | Judgment::MethodIn(MethodId::Declared(m), _) => {
                Some(program.methods[m as usize].span)
            }
            Judgment::Expr(_, _, e, ..) | Judgment::Give(_, _, e, _) => Some(program.span(e)),
            Judgment::Rest(_, _, start, len, _) => {
                let at = |i| program.span(program.lists[i as usize]);
                Some(at(start).to(at(start + len - 1)))
            }
            _ => None,
        })
    }

    fn is_selectable(&self, id: NodeId) -> bool {
        match self.derivation.node(id).judgment {
            Judgment::Env(env) => self.typing.last(env).is_some_and(|last| last.name != Name::THIS),
            Judgment::Class(_) | Judgment::Field(..) | Judgment::Method(..) => true,
            Judgment::Expr(..) | Judgment::Rest(..) => true,
            _ => false,
        }
    }

    fn writer(&self, limits: Limits) -> Box<dyn JudgmentWriter + '_> {
        Box::new(Writer { syntax: Written { judged: self, of: &self.typing, limits }, templates: &TEMPLATES })
    }
}
