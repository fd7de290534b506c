//! Threads as terms: what is left of the program text, values put in for variables, the redex marked. What is not marked is
//! the evaluation context.

use super::context::{Binding, Control, Env, Frame};
use super::{Execution, Names, State};
use crate::value::{ThreadId, Value};
use racefree_grammar::ast::{Expr, ExprId, TypeId, TypeKind};
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

/// Longer expressions are cut off.
const LONGEST: usize = 20_000;
/// So many layers of a context are shown, the innermost ones.
const LAYERS: usize = 200;

impl Term {
    /// What is before the redex, the redex, and what is after it.
    pub fn parts(&self) -> [&str; 3] {
        let Range { start, end } = self.redex.clone().unwrap_or(self.text.len()..self.text.len());
        [&self.text[..start], &self.text[start..end], &self.text[end..]]
    }

    /// The term in at most about so many characters: the redex, and what is next to it. `…` stands for what is left out.
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
        // What one side of the context does not need, the other may have.
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
    /// What a thread still has to do, on one line.
    pub fn term(&self, state: &State, names: &Names, thread: ThreadId) -> Term {
        Printer { run: *self, state, names, out: String::new() }.term(thread)
    }
}

/// Writes what is in a state.
pub struct Printer<'a> {
    run: Execution<'a>,
    state: &'a State,
    names: &'a Names,
    out: String,
}

impl<'a> Printer<'a> {
    /// `C[r]`: the layers of `C` from the outside in, what is in the hole, and the layers from the inside out.
    fn term(mut self, thread: ThreadId) -> Term {
        let Some(t) = self.state.threads.get(thread.index()) else { return Term::default() };
        let layers: Vec<&Frame> = t.context.iter().collect();
        // The layer that is the redex, what is in its hole included; the hole itself, if it has no layer more.
        let redex = match t.control {
            Control::Eval(..) => Some(layers.len()),
            Control::Value(_) => layers.len().checked_sub(1),
            Control::Throw(_) => layers.iter().rposition(|f| matches!(f, Frame::InSync { .. })),
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
            Control::Eval(e, env) => self.expr(*e, env),
            Control::Value(v) => self.value(*v),
            Control::Throw(x) => self.text(&format!("throw {x}")),
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

    fn name(&mut self, name: racefree_grammar::name::Name) {
        let program = &self.run.tables.program;
        self.out.push_str(program.text(name));
    }

    fn value(&mut self, v: Value) {
        let text = match v {
            Value::Object(o) => self.names.object(o),
            Value::Void => "{}".to_owned(),
            Value::Null | Value::Bool(_) | Value::Int(_) => self.run.show_value(self.state, v),
        };
        self.text(&text);
    }

    /// Each item, and this between them.
    fn list<T>(&mut self, items: impl IntoIterator<Item = T>, between: &str, mut item: impl FnMut(&mut Self, T)) {
        for (i, it) in items.into_iter().enumerate() {
            self.text(if i > 0 { between } else { "" });
            item(self, it);
        }
    }

    /// What stands before the hole of a layer; `bare` says that a value is in it.
    fn before(&mut self, frame: &Frame, bare: bool) {
        let program = &self.run.tables.program;
        match frame {
            Frame::Assign { recv, field, .. } => {
                self.value(*recv);
                self.text(".");
                self.name(*field);
                self.text(" = ");
            }
            Frame::Argument { at, recv, done, .. } => {
                self.value(*recv);
                self.method(*at);
                done.iter().for_each(|&v| {
                    self.value(v);
                    self.text(", ");
                });
            }
            Frame::Let { at, env } => {
                if let Expr::Let { ty, var, .. } = program.expr(*at) {
                    self.text("let ");
                    self.ty(ty, env);
                    self.text(" ");
                    self.name(var);
                    self.text(" = ");
                }
            }
            Frame::Sync { .. } => self.text("synchronized "),
            Frame::InSync { object, .. } => {
                self.text("in_sync ");
                self.value(object.map_or(Value::Null, Value::Object));
                self.text(" { ");
            }
            Frame::Init { object, fields, next, .. } => {
                self.text("init ");
                if let Some(field) = fields.get(*next) {
                    self.value(Value::Object(*object));
                    self.text(" (");
                    self.name(self.run.tables.fields[field.index()].name);
                    self.text(" = ");
                }
            }
            Frame::Left { .. } | Frame::Logic { .. } => self.text("("),
            Frame::Right { at, left } => {
                self.text("(");
                self.value(*left);
                self.operator(*at);
            }
            Frame::Unary { at } => {
                if let Expr::Unary(op, _) = program.expr(*at) {
                    self.text(op.text());
                }
            }
            Frame::If { .. } => self.text("if ("),
            Frame::Print { .. } => self.text("print "),
            Frame::Assert { .. } => self.text("assert "),
            Frame::Seq { .. } | Frame::Again { .. } => self.text("{ "),
            Frame::Ref { at, .. } | Frame::AssignTo { at, .. } | Frame::Receiver { at, .. } => {
                self.text(if !bare && self.open(*at) { "(" } else { "" });
            }
            Frame::Ghost { .. } => {}
        }
    }

    /// What stands after it.
    fn after(&mut self, frame: &Frame, bare: bool) {
        let program = &self.run.tables.program;
        if let Frame::Ref { at, .. } | Frame::AssignTo { at, .. } | Frame::Receiver { at, .. } = frame {
            self.text(if !bare && self.open(*at) { ")" } else { "" });
        }
        match frame {
            Frame::Ref { field, .. } => {
                self.text(".");
                self.name(*field);
            }
            Frame::AssignTo { field, value, env, .. } => {
                self.text(".");
                self.name(*field);
                self.text(" = ");
                self.expr(*value, env);
            }
            Frame::Receiver { at, env } => {
                self.method(*at);
                self.list(self.run.args(*at), ", ", |p, &e| p.expr(e, env));
                self.text(")");
            }
            Frame::Argument { at, done, env, .. } => {
                self.run.args(*at).iter().skip(done.len() + 1).for_each(|&e| {
                    self.text(", ");
                    self.expr(e, env);
                });
                self.text(")");
            }
            Frame::Let { at, env } => {
                if let Expr::Let { var, body, .. } = program.expr(*at) {
                    self.text(" in ");
                    self.expr(body, &env.without(&var));
                }
            }
            Frame::Sync { body, env, .. } => {
                self.text(" in ");
                self.expr(*body, env);
            }
            Frame::InSync { .. } => self.text(" }"),
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
            Frame::Left { at, right, env } | Frame::Logic { at, right, env } => {
                self.operator(*at);
                self.expr(*right, env);
                self.text(")");
            }
            Frame::Right { .. } => self.text(")"),
            Frame::Seq { at, next, env } => {
                if let Expr::Seq(list) = program.expr(*at) {
                    program.list(list).iter().skip(*next).for_each(|&e| {
                        self.text("; ");
                        self.expr(e, env);
                    });
                }
                self.text(" }");
            }
            Frame::Again { at, env } => {
                self.text("; ");
                self.expr(*at, env);
                self.text(" }");
            }
            Frame::If { at, env } => {
                self.text(") ");
                match program.expr(*at) {
                    Expr::If { then, otherwise, .. } => self.branches(then, otherwise, env),
                    Expr::While { body, .. } => {
                        self.text("{ ");
                        self.expr(body, env);
                        self.text("; ");
                        self.expr(*at, env);
                        self.text(" }");
                    }
                    _ => {}
                }
            }
            Frame::Ghost { path, next, .. } => path.fields.iter().skip(*next).for_each(|&fd| {
                self.text(".");
                self.name(fd);
            }),
            Frame::Assign { .. } | Frame::Unary { .. } | Frame::Print { .. } | Frame::Assert { .. } => {}
        }
    }

    /// `.mn(`
    fn method(&mut self, call: ExprId) {
        if let Expr::Call { method, .. } = self.run.tables.program.expr(call) {
            self.text(".");
            self.name(method);
            self.text("(");
        }
    }

    /// ` op `
    fn operator(&mut self, at: ExprId) {
        if let Expr::Binary(op, ..) = self.run.tables.program.expr(at) {
            self.text(&format!(" {} ", op.text()));
        }
    }

    fn branches(&mut self, then: ExprId, otherwise: Option<ExprId>, env: &Env) {
        self.expr(then, env);
        if let Some(otherwise) = otherwise {
            self.text(" else ");
            self.expr(otherwise, env);
        }
    }

    fn ty(&mut self, ty: TypeId, env: &Env) {
        let program = &self.run.tables.program;
        match program.ty(ty).kind {
            TypeKind::Int => self.text("int"),
            TypeKind::Boolean => self.text("boolean"),
            TypeKind::Void => self.text("void"),
            TypeKind::Class { name, args } => {
                self.name(name);
                if args.len > 0 {
                    self.text("<");
                    self.list(program.list(args), ", ", |p, &l| p.expr(l, env));
                    self.text(">");
                }
            }
        }
    }

    /// θe
    fn expr(&mut self, e: ExprId, env: &Env) {
        if self.out.len() > LONGEST {
            self.text("…");
            return;
        }
        deep(|| self.written(e, env));
    }

    fn written(&mut self, e: ExprId, env: &Env) {
        let program = &self.run.tables.program;
        match program.expr(e) {
            Expr::Var(x) => match env.get(&x) {
                Some(Binding::Value(v)) => self.value(*v),
                Some(Binding::Ghost(path)) => {
                    self.value(path.root);
                    for &fd in &path.fields {
                        self.text(".");
                        self.name(fd);
                    }
                }
                None => self.name(x),
            },
            Expr::Int(n) => self.text(&n.to_string()),
            Expr::Bool(b) => self.text(&b.to_string()),
            Expr::Null => self.text("null"),
            Expr::Str(s) => self.text(&format!("{:?}", program.text(s))),
            Expr::Unit => self.text("{}"),
            Expr::New(ty) => {
                self.text("new ");
                self.ty(ty, env);
            }
            Expr::Field { recv, field } => {
                self.receiver(e, recv, env);
                self.text(".");
                self.name(field);
            }
            Expr::Assign { recv, field, value } => {
                self.receiver(e, recv, env);
                self.text(".");
                self.name(field);
                self.text(" = ");
                self.expr(value, env);
            }
            Expr::Call { recv, args, .. } => {
                self.receiver(e, recv, env);
                self.method(e);
                self.list(program.list(args), ", ", |p, &a| p.expr(a, env));
                self.text(")");
            }
            Expr::Let { ty, var, bound, body } => {
                self.text("let ");
                self.ty(ty, env);
                self.text(" ");
                self.name(var);
                self.text(" = ");
                self.expr(bound, env);
                self.text(" in ");
                self.expr(body, &env.without(&var));
            }
            Expr::Sync { lock, body } => {
                self.text("synchronized ");
                self.expr(lock, env);
                self.text(" in ");
                self.expr(body, env);
            }
            Expr::Fork(body) => self.prefix("fork ", body, env),
            Expr::Seq(list) => {
                self.text("{ ");
                self.list(program.list(list), "; ", |p, &e| p.expr(e, env));
                self.text(" }");
            }
            Expr::If { cond, then, otherwise } => {
                self.prefix("if (", cond, env);
                self.text(") ");
                self.branches(then, otherwise, env);
            }
            Expr::While { cond, body } => {
                self.prefix("while (", cond, env);
                self.prefix(") ", body, env);
            }
            Expr::Print(of) => self.prefix("print ", of, env),
            Expr::Assert(of) => self.prefix("assert ", of, env),
            Expr::Holds(l) => self.prefix("holds ", l, env),
            Expr::Binary(_, a, b) => {
                self.prefix("(", a, env);
                self.operator(e);
                self.expr(b, env);
                self.text(")");
            }
            Expr::Unary(op, a) => self.prefix(op.text(), a, env),
            Expr::Move(a) => self.expr(a, env),
            Expr::Special(special) => self.text(special.text()),
            Expr::Qualified { path, .. } => self.expr(path, env),
        }
    }

    /// Whether the receiver of an access or a call needs parentheses.
    fn open(&self, at: ExprId) -> bool {
        let program = &self.run.tables.program;
        match program.expr(at) {
            Expr::Field { recv, .. } | Expr::Assign { recv, .. } | Expr::Call { recv, .. } => !matches!(
                program.expr(recv),
                Expr::Var(_) | Expr::Field { .. } | Expr::Call { .. } | Expr::Str(_) | Expr::Null | Expr::Binary(..)
            ),
            _ => false,
        }
    }

    fn receiver(&mut self, at: ExprId, recv: ExprId, env: &Env) {
        let open = self.open(at);
        self.text(if open { "(" } else { "" });
        self.expr(recv, env);
        self.text(if open { ")" } else { "" });
    }

    fn prefix(&mut self, text: &str, e: ExprId, env: &Env) {
        self.text(text);
        self.expr(e, env);
    }
}
