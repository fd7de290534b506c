//! The typed program: for each expression its type, the environment and the locks held where it is, and the member that it
//! resolves to. Editors, inference and other systems ask for it; [`crate::check`] keeps none of it.
//!
//! It is read off the judgments that the rules conclude anyway: so nothing is typed in two places, and a program with errors is typed
//! as far as it goes.

use crate::cx::Cx;
use crate::env::{Binding, EnvId};
use crate::judgment::{Judgment, MethodId};
use crate::locks::{Held, LocksId};
use crate::options::Options;
use crate::types::Ty;
use crate::{Base, Language};
use racefree_grammar::ast::{ExprId, Program};
use racefree_kernel::listener::Listener;
use racefree_kernel::{PremiseId, Report, RuleId};
use std::cell::RefCell;

/// The member that an access or a call resolves to, and the class type that declares it as the receiver's type is seen there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Member {
    /// A field, by its index in the program.
    Field(u32, Ty),
    /// A method.
    Method(MethodId, Ty),
}

/// An expression's judgment P; E; ls ⊢ e : t, and the member that e uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    /// E
    pub env: EnvId,
    /// ls
    pub locks: LocksId,
    /// t, the least type; [`Ty::ERROR`] where an error leaves none.
    pub ty: Ty,
    /// Of an access or a call.
    pub member: Option<Member>,
}

/// Keeps what the judgments about expressions say. A lock expression that is a path is no expression that runs by a rule of its
/// own, so it has no point; nor has a `holds` within a sequence.
#[derive(Default)]
pub struct Points {
    by_expr: Vec<Option<Point>>,
    /// For each rule that has begun, the member that was found for it.
    open: Vec<Option<Member>>,
}

impl Points {
    /// No points yet.
    pub(crate) fn new(program: &Program) -> Points {
        Points { by_expr: vec![None; program.exprs.len()], ..Points::default() }
    }

    /// The point of an expression.
    pub(crate) fn get(&self, e: ExprId) -> Option<Point> {
        self.by_expr[e.index()]
    }
}

impl Listener<Base> for Points {
    fn opens(&mut self, _: RuleId) {
        self.open.push(None);
    }

    fn subsumes(&mut self, rule: RuleId, _: PremiseId) {
        self.opens(rule);
    }

    fn concludes(&mut self, judgment: &Judgment) {
        let member = self.open.pop().flatten();
        let found = match *judgment {
            Judgment::FieldIn { field, at, .. } => Member::Field(field, at),
            Judgment::MethodIn { method, at, .. } => Member::Method(method, at),
            Judgment::Expr { env, locks, expr, ty } => {
                // [EXP SUB] concludes once more, and with a greater type.
                self.by_expr[expr.index()].get_or_insert(Point { env, locks, ty, member });
                return;
            }
            _ => return,
        };
        if let Some(around) = self.open.last_mut() {
            *around = Some(found);
        }
    }
}

/// A program with its types.
pub struct Typed<'p>(Cx<'p, Points>);

/// Type checks a program and keeps its types.
pub fn typed<'p>(program: &'p Program, source: &'p str, options: &'p Options) -> (Report, Typed<'p>) {
    Language::CALCULUS.typed(program, source, options)
}

impl Language {
    /// Type checks a program and keeps its types.
    pub fn typed<'p>(self, program: &'p Program, source: &'p str, options: &'p Options) -> (Report, Typed<'p>) {
        let points = RefCell::new(Points::new(program));
        let (report, cx) = self.judge(program, source, options, Some(&points));
        (report, Typed(cx.with(points.into_inner())))
    }
}

impl<'p> Typed<'p> {
    /// The point of an expression; none of one that is no code, such as a guard.
    pub fn point(&self, e: ExprId) -> Option<Point> {
        self.0.heard.get(e)
    }

    /// Every expression of which something is known.
    pub fn points(&self) -> impl Iterator<Item = (ExprId, Point)> + '_ {
        (0..).map(ExprId::new).zip(&self.0.heard.by_expr).filter_map(|(e, point)| Some((e, (*point)?)))
    }

    /// The variables in scope at a point, the one bound last first.
    pub fn env(&self, point: Point) -> impl Iterator<Item = &Binding> {
        self.0.env.bindings(point.env)
    }

    /// The locks held at a point, the one taken last first.
    pub fn locks(&self, point: Point) -> impl Iterator<Item = &Held> {
        self.0.locks.elements(point.locks)
    }

    /// The tables that the ids refer to: classes, types, lock expressions.
    pub fn cx(&self) -> &Cx<'p, Points> {
        &self.0
    }
}
