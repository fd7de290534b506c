//! Threads as terms: what is left of the program text, values put in for variables, the redex marked.

use super::context::{Binding, Control, Env, Frame};
use super::{Execution, State};
use crate::program::FieldId;
use crate::value::{ObjectId, ThreadId, Value};
use racefree_grammar::ast::{Expr, ExprId, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;

/// A term as text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Term {
    /// The text.
    pub text: String,
    /// The bytes of the redex in it; none if the term has no redex.
    pub redex: Option<std::ops::Range<usize>>,
}

/// Longer terms are cut off.
const LONGEST: usize = 20_000;

impl Execution<'_> {
    /// What a thread still has to do, on one line.
    pub fn term(&self, state: &State, thread: ThreadId) -> Term {
        let Some(t) = state.threads.get(thread.index()) else { return Term::default() };
        let mut text = String::new();
        match &t.control {
            Control::Eval(e, env) => self.expr(state, *e, env, &mut text),
            Control::Value(v) => text.push_str(&self.value(state, *v)),
            Control::Throw(x) => text.push_str(&format!("throw {x}")),
        }
        let whole = matches!(t.control, Control::Eval(..));
        let mut redex = (whole || t.context.is_empty()).then_some(0..text.len());
        let value = t.context.is_empty() && !whole;
        for frame in t.context.iter().rev() {
            if text.len() > LONGEST {
                text.push('…');
                break;
            }
            let (before, after) = self.frame(state, frame);
            redex = redex.map(|r| r.start + before.len()..r.end + before.len());
            text = format!("{before}{text}{after}");
            // The innermost layer with a value in its hole is the redex.
            redex.get_or_insert(0..text.len());
        }
        Term { redex: redex.filter(|_| !value), text }
    }

    /// An object's name in terms: `Account#3` is object number 3, an Account; a string is its contents.
    pub fn object(&self, state: &State, o: ObjectId) -> String {
        match state.heap.get(o.index()) {
            Some(object) => match &object.text {
                Some(text) => format!("{:?}", String::from_utf16_lossy(text)),
                None => format!("{}#{}", self.tables.class_name(object.class), o.0),
            },
            None => format!("?{}", o.0),
        }
    }

    fn value(&self, state: &State, v: Value) -> String {
        match v {
            Value::Object(o) => self.object(state, o),
            Value::Void => "{}".to_owned(),
            Value::Null | Value::Bool(_) | Value::Int(_) => self.show_value(state, v),
        }
    }

    /// What stands before and after the hole.
    fn frame(&self, state: &State, frame: &Frame) -> (String, String) {
        let program = &self.tables.program;
        let name = |n: &Name| program.text(*n).to_owned();
        let expr = |e: ExprId, env: &Env| {
            let mut out = String::new();
            self.expr(state, e, env, &mut out);
            out
        };
        let values = |vs: &[Value]| vs.iter().map(|v| self.value(state, *v)).collect::<Vec<_>>().join(", ");
        let text = |s: &str| s.to_owned();
        match frame {
            Frame::Ref { field, .. } => (text(""), format!(".{}", name(field))),
            Frame::AssignTo { field, value, env, .. } => {
                (text(""), format!(".{} = {}", name(field), expr(*value, env)))
            }
            Frame::Assign { recv, field, .. } => (format!("{}.{} = ", self.value(state, *recv), name(field)), text("")),
            Frame::Receiver { at, env } => {
                let args = self.args(*at).iter().map(|&a| expr(a, env)).collect::<Vec<_>>().join(", ");
                (text(""), format!(".{}({args})", self.method(*at)))
            }
            Frame::Argument { at, recv, done, env } => {
                let rest: String =
                    self.args(*at).iter().skip(done.len() + 1).map(|&a| format!(", {}", expr(a, env))).collect();
                let comma = if done.is_empty() { "" } else { ", " };
                (
                    format!("{}.{}({}{comma}", self.value(state, *recv), self.method(*at), values(done)),
                    format!("{rest})"),
                )
            }
            Frame::Let { at, env } => match program.expr(*at) {
                Expr::Let { ty, var, body, .. } => (
                    format!("let {} {} = ", self.ty(state, ty, env), name(&var)),
                    format!(" in {}", expr(body, &env.without(&var))),
                ),
                _ => (text(""), text("")),
            },
            Frame::Sync { body, env, .. } => (text("synchronized "), format!(" in {}", expr(*body, env))),
            Frame::InSync { object, .. } => {
                let lock = object.map_or(text("null"), |o| self.object(state, o));
                (format!("in_sync {lock} {{ "), text(" }"))
            }
            Frame::Init { object, fields, next, .. } => {
                let field = |f: &FieldId| program.text(self.tables.fields[f.index()].name);
                match fields.get(*next) {
                    Some(f) => {
                        let rest: String = fields[next + 1..].iter().map(|f| format!(", {} = …", field(f))).collect();
                        (format!("init {} ({} = ", self.object(state, *object), field(f)), format!("{rest})"))
                    }
                    None => (text("init "), text(" ()")),
                }
            }
            Frame::Left { at, right, env } => (text("("), format!(" {} {})", self.operator(*at), expr(*right, env))),
            Frame::Right { at, left } => (format!("({} {} ", self.value(state, *left), self.operator(*at)), text(")")),
            Frame::Unary { at } => (self.operator(*at).to_owned(), text("")),
            Frame::Logic { at, right, env } => (text("("), format!(" {} {})", self.operator(*at), expr(*right, env))),
            Frame::Seq { at, next, env } => {
                let rest = match program.expr(*at) {
                    Expr::Seq(list) => program.list(list).get(*next..).unwrap_or(&[]),
                    _ => &[],
                };
                (text(""), rest.iter().map(|&e| format!("; {}", expr(e, env))).collect())
            }
            Frame::Again { at, env } => (text(""), format!("; {}", expr(*at, env))),
            Frame::If { at, env } => match program.expr(*at) {
                Expr::If { then, otherwise, .. } => {
                    let otherwise = otherwise.map_or(String::new(), |e| format!(" else {}", expr(e, env)));
                    (text("if ("), format!(") {}{otherwise}", expr(then, env)))
                }
                Expr::While { body, .. } => (text("if ("), format!(") {{ {}; {} }}", expr(body, env), expr(*at, env))),
                _ => (text(""), text("")),
            },
            Frame::Print { .. } => (text("print "), text("")),
            Frame::Assert { .. } => (text("assert "), text("")),
            Frame::Ghost { path, next, .. } => {
                (text(""), path.fields.get(*next..).unwrap_or(&[]).iter().map(|f| format!(".{}", name(f))).collect())
            }
        }
    }

    fn method(&self, at: ExprId) -> &str {
        match self.tables.program.expr(at) {
            Expr::Call { method, .. } => self.tables.program.text(method),
            _ => "",
        }
    }

    fn operator(&self, at: ExprId) -> &'static str {
        match self.tables.program.expr(at) {
            Expr::Binary(op, ..) => op.text(),
            Expr::Unary(op, _) => op.text(),
            _ => "",
        }
    }

    fn ty(&self, state: &State, ty: TypeId, env: &Env) -> String {
        let program = &self.tables.program;
        match program.ty(ty).kind {
            TypeKind::Int => "int".to_owned(),
            TypeKind::Boolean => "boolean".to_owned(),
            TypeKind::Void => "void".to_owned(),
            TypeKind::Class { name, args } if args.len == 0 => program.text(name).to_owned(),
            TypeKind::Class { name, args } => {
                let arg = |&l: &ExprId| {
                    let mut out = String::new();
                    self.expr(state, l, env, &mut out);
                    out
                };
                let args: Vec<String> = program.list(args).iter().map(arg).collect();
                format!("{}<{}>", program.text(name), args.join(", "))
            }
        }
    }

    /// θe
    fn expr(&self, state: &State, e: ExprId, env: &Env, out: &mut String) {
        if out.len() > LONGEST {
            return;
        }
        deep(|| {
            let program = &self.tables.program;
            let sub = |e: ExprId, env: &Env| {
                let mut inner = String::new();
                self.expr(state, e, env, &mut inner);
                inner
            };
            let text = match program.expr(e) {
                Expr::Var(x) => match env.get(&x) {
                    Some(Binding::Value(v)) => self.value(state, *v),
                    Some(Binding::Ghost(path)) => {
                        let fields: String = path.fields.iter().map(|f| format!(".{}", program.text(*f))).collect();
                        format!("{}{fields}", self.value(state, path.root))
                    }
                    None => program.text(x).to_owned(),
                },
                Expr::Int(n) => n.to_string(),
                Expr::Bool(b) => b.to_string(),
                Expr::Null => "null".to_owned(),
                Expr::Str(s) => format!("{:?}", program.text(s)),
                Expr::Unit => "{}".to_owned(),
                Expr::New(ty) => format!("new {}", self.ty(state, ty, env)),
                Expr::Field { recv, field } => format!("{}.{}", sub(recv, env), program.text(field)),
                Expr::Assign { recv, field, value } => {
                    format!("{}.{} = {}", sub(recv, env), program.text(field), sub(value, env))
                }
                Expr::Call { recv, method, args } => {
                    let args: Vec<String> = program.list(args).iter().map(|&a| sub(a, env)).collect();
                    format!("{}.{}({})", sub(recv, env), program.text(method), args.join(", "))
                }
                Expr::Let { ty, var, bound, body } => {
                    let (ty, bound) = (self.ty(state, ty, env), sub(bound, env));
                    format!("let {ty} {} = {bound} in {}", program.text(var), sub(body, &env.without(&var)))
                }
                Expr::Sync { lock, body } => format!("synchronized {} in {}", sub(lock, env), sub(body, env)),
                Expr::Fork(body) => format!("fork {}", sub(body, env)),
                Expr::Seq(list) => {
                    let all: Vec<String> = program.list(list).iter().map(|&e| sub(e, env)).collect();
                    format!("{{ {} }}", all.join("; "))
                }
                Expr::If { cond, then, otherwise } => {
                    let otherwise = otherwise.map_or(String::new(), |e| format!(" else {}", sub(e, env)));
                    format!("if ({}) {}{otherwise}", sub(cond, env), sub(then, env))
                }
                Expr::While { cond, body } => format!("while ({}) {}", sub(cond, env), sub(body, env)),
                Expr::Print(of) => format!("print {}", sub(of, env)),
                Expr::Assert(of) => format!("assert {}", sub(of, env)),
                Expr::Holds(l) => format!("holds {}", sub(l, env)),
                Expr::Binary(op, a, b) => format!("({} {} {})", sub(a, env), op.text(), sub(b, env)),
                Expr::Unary(op, a) => format!("{}{}", op.text(), sub(a, env)),
            };
            out.push_str(&text);
        });
    }
}
