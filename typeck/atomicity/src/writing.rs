//! Judgments as text: what those of this system consist of, for the templates that `rules.rs` declares; and where in the source the
//! things are that they are about.

use crate::checker::Checker;
use crate::judgment::Judgment;
use crate::names::cut;
use crate::rules::BOOK;
use crate::tree::Tree;
use racefree_grammar::ast::{Expr, ExprId, Program};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_kernel::template::{Slot, Symbols, Syntax, Writer};
use racefree_kernel::{Derivation, Derived, JudgmentWriter, Limits, NodeId, Shape, Sort, Statement, Templates};
use racefree_typeck::statement::expressions;
use std::collections::BTreeMap;
use std::sync::LazyLock;

const SYMBOLS: Symbols = Symbols {
    metavariables: &[
        "E", "P", "a", "b", "c", "cn", "defn", "e", "fd", "l", "ls", "meth", "mn", "n", "op", "t", "v", "x",
    ],
    functions: &[],
    substitutions: &[],
    relations: &[" & ", " overrides "],
    predicates: &[],
    whole: &[],
    words: &[("this", Sort::Variable)],
};

static TEMPLATES: LazyLock<Templates> = LazyLock::new(|| Templates::new(BOOK, SYMBOLS));

/// Value of a metavariable.
#[derive(Clone)]
enum Part {
    /// E, ls: as text.
    Text(Sort, String),
    Atomicity(Tree),
    Class(u32),
    Method(u32),
    Expr(ExprId),
}

/// A derivation with what its judgments refer to.
pub(crate) struct Written<'p> {
    program: &'p Program,
    derivation: Derivation<Judgment>,
    /// The atomicities, as text.
    shown: BTreeMap<Tree, String>,
    /// E and ls of each expression.
    points: BTreeMap<ExprId, (String, String)>,
}

impl<'p> Written<'p> {
    /// The derivation of a checker, with the text of its atomicities and environments.
    pub(crate) fn new(cx: &Checker<'_, 'p>, derivation: Derivation<Judgment>) -> Written<'p> {
        let program = cx.program;
        let mut points = BTreeMap::new();
        let mut shown = BTreeMap::new();
        for (_, node) in derivation.nodes() {
            if let Judgment::Expr(_, a) | Judgment::Program(a) | Judgment::Method(_, a) = node.judgment {
                shown.entry(a).or_insert_with(|| cx.trees.show(a, cx.source).to_string());
            }
            if let Judgment::Expr(e, _) = node.judgment
                && let Some(context) = cx.types.context(e, cx.source)
            {
                points.entry(e).or_insert(context);
            }
        }
        Written { program, derivation, shown, points }
    }

    fn span(&self, judgment: &Judgment) -> Option<Span> {
        match *judgment {
            Judgment::Program(_) => self.program.classes.first().map(|class| class.span),
            Judgment::Class(class) => Some(self.program.classes[class as usize].span),
            Judgment::Method(m, _) | Judgment::Override(m, _) => Some(self.program.methods[m as usize].span),
            Judgment::Expr(e, _) => Some(self.program.span(e)),
        }
    }
}

struct Writing<'t, 'p> {
    of: &'t Written<'p>,
    limits: Limits,
}

fn text(sort: Sort, text: &str, most: usize) -> Slot<Part> {
    if text.is_empty() {
        return Slot::Many(Vec::new());
    }
    Slot::One(Part::Text(sort, cut(text, most)))
}

impl Syntax for Writing<'_, '_> {
    type Judgment = Judgment;
    type Part = Part;

    fn derivation(&self) -> &Derivation<Judgment> {
        &self.of.derivation
    }

    fn places(&self, id: NodeId) -> Vec<Slot<Part>> {
        let empty = (String::new(), String::new());
        match self.of.derivation.node(id).judgment {
            Judgment::Program(a) => vec![Slot::One(Part::Atomicity(a))],
            Judgment::Class(class) => vec![Slot::One(Part::Class(class))],
            Judgment::Method(m, a) => vec![Slot::Nothing, Slot::One(Part::Method(m)), Slot::One(Part::Atomicity(a))],
            Judgment::Override(m, over) => {
                vec![Slot::Nothing, Slot::One(Part::Method(m)), Slot::One(Part::Method(over))]
            }
            Judgment::Expr(e, a) => {
                let (env, locks) = self.of.points.get(&e).unwrap_or(&empty);
                let e = Slot::One(Part::Expr(e));
                let env = text(Sort::Variable, env, self.limits.environment);
                vec![env, text(Sort::Variable, locks, self.limits.locks), e, Slot::One(Part::Atomicity(a))]
            }
        }
    }

    fn parts(&self, part: &Part) -> Vec<Slot<Part>> {
        let Part::Expr(e) = *part else { return Vec::new() };
        let program = self.of.program;
        let sub = |e| Slot::One(Part::Expr(e));
        let member = |name: Name| Slot::One(Part::Text(Sort::Member, program.text(name).to_owned()));
        match program.expr(e) {
            Expr::Field { recv, field } => vec![sub(recv), member(field)],
            Expr::Assign { recv, field, value } => vec![sub(recv), member(field), sub(value)],
            Expr::Call { recv, method, args } => {
                vec![sub(recv), member(method), Slot::list(program.list(args).iter().map(|&arg| Part::Expr(arg)))]
            }
            Expr::Let { ty, var, bound, body } => {
                let t = Part::Text(Sort::Class, written_type(program, ty));
                let x = Part::Text(Sort::Variable, program.text(var).to_owned());
                vec![Slot::One(t), Slot::One(x), sub(bound), sub(body)]
            }
            Expr::Move(of) => match program.expr(of) {
                // `e.fd--` is `e.fd = …` of what it reads.
                Expr::Field { recv, field } => vec![sub(recv), member(field), sub(of)],
                _ => vec![sub(of)],
            },
            Expr::New(ty) => vec![Slot::One(Part::Text(Sort::Class, written_type(program, ty)))],
            Expr::Binary(op, left, right) => {
                vec![sub(left), Slot::One(Part::Text(Sort::Plain, op.text().to_owned())), sub(right)]
            }
            Expr::Seq(list) => vec![Slot::list(program.list(list).iter().map(|&e| Part::Expr(e)))],
            Expr::Var(_) | forms!(literal | block | operator | owned | extended) => {
                program.children(e).map(sub).collect()
            }
        }
    }

    fn write(&mut self, out: &mut Statement, part: &Part) {
        let program = self.of.program;
        match part {
            Part::Text(sort, text) => out.push(*sort, text),
            Part::Atomicity(a) => out.meta(&self.of.shown[a]),
            Part::Class(class) => out.push(Sort::Class, program.text(program.classes[*class as usize].name)),
            Part::Method(m) => {
                let method = &program.methods[*m as usize];
                out.push(Sort::Member, program.text(method.name));
                out.plain("(");
                for (i, param) in program.params_of(method).iter().enumerate() {
                    out.plain(if i > 0 { ", " } else { "" });
                    out.push(Sort::Variable, program.text(param.name));
                }
                out.plain(")");
            }
            Part::Expr(e) => expressions::expression(out, program, *e, self.limits.expression),
        }
    }

    fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }
}

/// A written type, without its ghost arguments.
fn written_type(program: &Program, ty: racefree_grammar::ast::TypeId) -> String {
    use racefree_grammar::ast::TypeKind;
    match program.ty(ty).kind {
        TypeKind::Int => "int".to_owned(),
        TypeKind::Boolean => "boolean".to_owned(),
        TypeKind::Void => "void".to_owned(),
        TypeKind::Class { name, .. } => program.text(name).to_owned(),
        TypeKind::Array { elem, .. } => format!("{}[]", written_type(program, elem)),
    }
}

impl Derived for Written<'_> {
    fn shape(&self) -> &Shape {
        &self.derivation
    }

    fn places(&self) -> Vec<Span> {
        self.derivation.places(|judgment| self.span(judgment))
    }

    fn is_selectable(&self, id: NodeId) -> bool {
        !matches!(self.derivation.node(id).judgment, Judgment::Program(_) | Judgment::Override(..))
    }

    fn writer(&self, limits: Limits) -> Box<dyn JudgmentWriter + '_> {
        Box::new(Writer { syntax: Writing { of: self, limits }, templates: &TEMPLATES })
    }
}
