//! Threads as terms: the rest of the program text, values put in for variables, the redex marked. The unmarked part is
//! the evaluation context.

use super::context::{Binding, Control, Env, Frame};
use super::{Execution, Names, State};
use crate::value::{ThreadId, Value};
use racefree_grammar::ast::{Expr, ExprId, Program};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::printer::line::{self, Kind, Line, Place};
use racefree_grammar::stack::deep;
use std::ops::Range;

/// `C[r]` as text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Term {
    /// The text.
    pub text: String,
    /// The bytes of the redex in it; none if the term has no redex.
    pub redex: Option<Range<usize>>,
}

/// Length at which expressions are cut off.
const LONGEST: usize = 20_000;
/// Number of layers of a context that are shown, the innermost ones.
const LAYERS: usize = 200;

impl Term {
    /// Returns the text before the redex, the redex, and the text after it.
    pub fn parts(&self) -> [&str; 3] {
        let Range { start, end } = self.redex.clone().unwrap_or(self.text.len()..self.text.len());
        [&self.text[..start], &self.text[start..end], &self.text[end..]]
    }

    /// The term in about `most` characters: the redex and its surroundings. `…` stands for text left out.
    #[must_use]
    pub fn abridged(&self, most: usize) -> Term {
        let [before, redex, after] = self.parts().map(|part| part.chars().collect::<Vec<char>>());
        if before.len() + redex.len() + after.len() <= most {
            return self.clone();
        }
        let first = |all: &[char], n: usize| match all.len() <= n {
            true => all.iter().collect::<String>(),
            false => all[..n].iter().chain(&['…']).collect(),
        };
        // Room that one side of the context does not need goes to the other.
        let redex = first(&redex, most * 2 / 3);
        let room = most.saturating_sub(redex.chars().count());
        let (left, right) = (before.len().min(room / 2), after.len().min(room / 2));
        let (left, right) = (before.len().min(room - right), after.len().min(room - left));
        let cut = if left < before.len() { "…" } else { "" };
        let mut text: String = cut.chars().chain(before[before.len() - left..].iter().copied()).collect();
        let start = text.len();
        text.push_str(&redex);
        let end = text.len();
        text.push_str(&first(&after, right));
        Term { text, redex: self.redex.is_some().then_some(start..end) }
    }
}

impl Execution<'_> {
    /// Returns the rest of a thread's expression, on one line.
    pub fn term(&self, state: &State, names: &Names, thread: ThreadId) -> Term {
        self.printer(state, names).term(thread)
    }

    fn printer<'a>(&'a self, state: &'a State, names: &'a Names) -> Printer<'a> {
        Printer { run: *self, state, names, env: Env::new(), outer: Vec::new(), out: String::new() }
    }

    /// Returns the variables in scope of a thread's redex with their values, by name; `this` is one. Ghosts have no values.
    pub fn variables(&self, state: &State, names: &Names, thread: ThreadId) -> Vec<(String, String)> {
        let mut printer = self.printer(state, names);
        let Some(t) = state.threads.get(thread.index()) else { return Vec::new() };
        let layers: Vec<&Frame> = t.context.iter().collect();
        let env = match &t.control {
            Control::Eval(_, env) => Some(env.clone()),
            _ => layers.iter().rev().find_map(|layer| printer.hole(layer)?.env.cloned()),
        };
        let mut found = Vec::new();
        for (name, binding) in env.iter().flat_map(|env| env.iter()) {
            if let Binding::Value(value) = binding {
                printer.value(*value);
                found.push((self.tables.program.text(*name).to_owned(), std::mem::take(&mut printer.out)));
            }
        }
        found.sort();
        found
    }
}

/// Writes terms of a state.
struct Printer<'a> {
    run: Execution<'a>,
    state: &'a State,
    names: &'a Names,
    /// Substitutes for the variables of the expression that is being written, and those outside of the `let`s that it
    /// is in.
    env: Env,
    outer: Vec<Env>,
    out: String,
}

/// The expression of a layer, and the number of the part that is its hole: the parts before it are values.
struct Hole<'f> {
    at: ExprId,
    nth: usize,
    done: Vec<Value>,
    env: Option<&'f Env>,
}

impl<'a> Line<'a> for Printer<'a> {
    fn program(&self) -> &'a Program {
        &self.run.tables.program
    }

    fn put(&mut self, _: Kind, text: &str) {
        self.text(text);
    }

    /// θe
    fn expr(&mut self, e: ExprId, place: Place, _: bool) {
        let expr = self.program().expr(e);
        let around = parentheses(expr, place);
        self.text(around.0);
        match expr {
            _ if self.out.len() > LONGEST => self.text("…"),
            Expr::Var(x) => self.variable(e, x),
            _ => deep(|| {
                let own = own(expr);
                self.text(own.0);
                line::row(self, e);
                self.text(own.1);
            }),
        }
        self.text(around.1);
    }

    fn bind(&mut self, x: Name) {
        let inner = self.env.without(&x);
        self.outer.push(std::mem::replace(&mut self.env, inner));
    }

    fn unbind(&mut self) {
        self.env = self.outer.pop().unwrap_or_default();
    }
}

/// Returns the brackets of sequences and operators, which make the redex in them easy to see.
fn own(e: Expr) -> (&'static str, &'static str) {
    match e {
        Expr::Seq(_) => ("{ ", " }"),
        Expr::Binary(..) => ("(", ")"),
        _ => ("", ""),
    }
}

/// Returns the parentheses of a receiver that is more than a name.
fn parentheses(e: Expr, place: Place) -> (&'static str, &'static str) {
    match e {
        Expr::Var(_) | Expr::Field { .. } | Expr::Call { .. } | Expr::Str(_) | Expr::Null | Expr::Binary(..) => {
            ("", "")
        }
        _ if place == Place::Receiver => ("(", ")"),
        Expr::New(_) | Expr::Assign { .. } | forms!(literal | block | operator | owned | extended) => ("", ""),
    }
}

impl<'a> Printer<'a> {
    /// `C[r]`: the layers of `C` from the outside in, the content of the hole, and the layers from the inside out.
    fn term(mut self, thread: ThreadId) -> Term {
        let Some(t) = self.state.threads.get(thread.index()) else { return Term::default() };
        let layers: Vec<&Frame> = t.context.iter().collect();
        // The layer that is the redex, its filled hole included; the hole itself, if it has no layer more.
        let redex = match t.control {
            Control::Eval(..) => Some(layers.len()),
            Control::Value(_) => layers.len().checked_sub(1),
            _ => layers.iter().rposition(|f| f.unwinds()),
        };
        let outermost = layers.len().saturating_sub(LAYERS).min(redex.unwrap_or(usize::MAX));
        self.text(if outermost > 0 { "… " } else { "" });
        let bare = matches!(t.control, Control::Value(_));
        let (mut start, mut end) = (0, 0);
        for (i, layer) in layers.iter().enumerate().skip(outermost) {
            start = if redex == Some(i) { self.out.len() } else { start };
            self.before(layer, i + 1 == layers.len() && bare);
        }
        start = if redex == Some(layers.len()) { self.out.len() } else { start };
        match &t.control {
            Control::Eval(e, env) => self.under(env, *e),
            Control::Value(v) => self.value(*v),
            Control::Throw(x) => self.text(&format!("throw {x}")),
            Control::Thrown(o) => {
                self.text("throw ");
                self.value(Value::Object(*o));
            }
            Control::Exit(label, _) => {
                self.text("exit ");
                self.name(*label);
            }
            Control::Waiting(waiting) => {
                self.text("waiting ");
                self.value(Value::Object(waiting.set));
            }
        }
        end = if redex == Some(layers.len()) { self.out.len() } else { end };
        for (i, layer) in layers.iter().enumerate().skip(outermost).rev() {
            self.after(layer, i + 1 == layers.len() && bare);
            end = if redex == Some(i) { self.out.len() } else { end };
        }
        self.text(if outermost > 0 { " …" } else { "" });
        Term { redex: redex.map(|_| start..end), text: self.out }
    }

    fn text(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn name(&mut self, name: Name) {
        self.out.push_str(self.run.tables.program.text(name));
    }

    fn value(&mut self, v: Value) {
        let text = match v {
            Value::Object(o) => self.names.object(o),
            Value::Void => "{}".to_owned(),
            Value::Null | Value::Bool(_) | Value::Int(_) => self.run.show_value(self.state, v),
        };
        self.text(&text);
    }

    /// Writes the substitute for a variable.
    fn variable(&mut self, e: ExprId, x: Name) {
        match self.env.get(&x).cloned() {
            Some(Binding::Value(v)) => self.value(v),
            Some(Binding::Ghost(path)) => {
                self.value(path.root);
                self.path(&path.fields);
            }
            Some(Binding::Cell(_)) | None => line::row(self, e),
        }
    }

    /// `.fd…`
    fn path(&mut self, fields: &[Name]) {
        for &fd in fields {
            self.text(".");
            self.name(fd);
        }
    }

    /// θe
    fn under(&mut self, env: &Env, e: ExprId) {
        self.env = env.clone();
        self.expr(e, Place::Contents, true);
    }

    /// Returns the hole of a layer, if the layer is in the table of forms.
    fn hole<'f>(&self, frame: &'f Frame) -> Option<Hole<'f>> {
        let hole = |at: &ExprId, done: Vec<Value>, env| Some(Hole { at: *at, nth: done.len(), done, env });
        match frame {
            Frame::If { at, .. } if !matches!(self.run.tables.program.expr(*at), Expr::If { .. }) => None,
            Frame::Ref { at, .. } | Frame::Unary { at } | Frame::Print { at } | Frame::Assert { at } => {
                hole(at, Vec::new(), None)
            }
            Frame::AssignTo { at, env, .. }
            | Frame::Receiver { at, env }
            | Frame::Let { at, env }
            | Frame::Sync { at, env, .. }
            | Frame::Left { at, env, .. }
            | Frame::Logic { at, env, .. }
            | Frame::If { at, env } => hole(at, Vec::new(), Some(env)),
            Frame::Assign { at, recv, .. } => hole(at, vec![*recv], None),
            Frame::Right { at, left } => hole(at, vec![*left], None),
            Frame::Argument { at, recv, done, env } => {
                hole(at, [*recv].into_iter().chain(done.iter().copied()).collect(), Some(env))
            }
            Frame::Seq { at, next, env } => {
                Some(Hole { at: *at, nth: next.saturating_sub(1), done: Vec::new(), env: Some(env) })
            }
            Frame::InSync { .. }
            | Frame::InAtomic { .. }
            | Frame::Init { .. }
            | Frame::Again { .. }
            | Frame::SetVar { .. }
            | Frame::Scope { .. }
            | Frame::Making { .. }
            | Frame::Label { .. }
            | Frame::Called { .. }
            | Frame::Catching { .. }
            | Frame::Finally { .. }
            | Frame::Behind { .. }
            | Frame::Static { .. }
            | Frame::Ghost { .. } => None,
            Frame::Operands { at, done, env } => hole(at, done.clone(), Some(env)),
        }
    }

    /// Writes the text before the hole of a layer; `bare` is true if a value is in it.
    fn before(&mut self, frame: &Frame, bare: bool) {
        if let Some(hole) = self.hole(frame) {
            self.env = hole.env.cloned().unwrap_or_default();
            self.text(own(self.program().expr(hole.at)).0);
            // Elements of a sequence that have become values are gone.
            if !matches!(frame, Frame::Seq { .. }) {
                line::before(self, hole.at, hole.nth, |printer, i| {
                    hole.done.get(i).into_iter().for_each(|&v| printer.value(v));
                });
            }
            return self.text(self.around(&hole, bare).0);
        }
        match frame {
            Frame::InSync { object, .. } => {
                self.text("in_sync ");
                self.value(object.map_or(Value::Null, Value::Object));
                self.text(" { ");
            }
            Frame::InAtomic { .. } => self.text("in_atomic { "),
            Frame::Init { object, fields, next, .. } => {
                self.text("init ");
                if let Some(field) = fields.get(*next) {
                    self.value(Value::Object(*object));
                    self.text(" (");
                    self.name(self.run.tables.fields[field.index()].name);
                    self.text(" = ");
                }
            }
            Frame::Again { .. } => self.text("{ "),
            Frame::If { .. } => self.text("if ("),
            _ => {}
        }
    }

    /// Writes the text after the hole.
    fn after(&mut self, frame: &Frame, bare: bool) {
        if let Some(hole) = self.hole(frame) {
            self.env = hole.env.cloned().unwrap_or_default();
            self.text(self.around(&hole, bare).1);
            line::after(self, hole.at, hole.nth);
            return self.text(own(self.program().expr(hole.at)).1);
        }
        match frame {
            Frame::InSync { .. } | Frame::InAtomic { .. } => self.text(" }"),
            Frame::Init { fields, next, .. } => match fields.get(next + 1..) {
                Some(rest) => {
                    for field in rest {
                        self.text(", ");
                        self.name(self.run.tables.fields[field.index()].name);
                        self.text(" = …");
                    }
                    self.text(")");
                }
                None => self.text(" ()"),
            },
            Frame::Again { at, env } => {
                self.text("; ");
                self.under(env, *at);
                self.text(" }");
            }
            // The reduct of a loop.
            Frame::If { at, env } => {
                self.text(") { ");
                for e in [line::child(self.program(), *at, 1).map_or(*at, |body| body.0), *at] {
                    self.under(env, e);
                    self.text(if e == *at { " }" } else { "; " });
                }
            }
            Frame::Ghost { path, next, .. } => self.path(path.fields.get(*next..).unwrap_or_default()),
            _ => {}
        }
    }

    /// Returns the parentheses around the hole itself.
    fn around(&self, hole: &Hole<'_>, bare: bool) -> (&'static str, &'static str) {
        match line::child(self.program(), hole.at, hole.nth) {
            Some((e, place)) if !bare => parentheses(self.program().expr(e), place),
            _ => ("", ""),
        }
    }
}
