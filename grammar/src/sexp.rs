//! The syntax of a program as one s-expression, for programs that read programs, such as the model in `proof/`.
//!
//! Abbreviations are expanded: `synchronized` methods, class-level guards, initialisers that are left out, `;`, `&&`,
//! `||`, the unary operators, `if` without `else`. Members are in the class that declares them. A construct unknown
//! to that model is `(unsupported NAME)` in its place.
//!
//! ```text
//! (program CLASS… (main EXPR))
//! CLASS  ::= (class NAME thread_local|shared ((TYPE NAME)…) TYPE|- (FIELD…) (METHOD…))     the ghosts, the superclass
//! FIELD  ::= (NAME TYPE final|- PATH|- EXPR)
//! METHOD ::= (NAME TYPE ((TYPE NAME)…) (PATH…) EXPR)
//! TYPE   ::= int | boolean | void | (cls NAME PATH…)            PATH ::= (NAME NAME…)
//! EXPR   ::= N | true | false | null | unit | (var NAME) | (new TYPE) | (get EXPR NAME) | (set EXPR NAME EXPR)
//!          | (call EXPR NAME EXPR…) | (let TYPE NAME EXPR EXPR) | (sync EXPR EXPR) | (fork EXPR) | (if EXPR EXPR EXPR)
//!          | (seq EXPR EXPR) | (op OP EXPR EXPR) | (while EXPR EXPR) | (print EXPR) | (assert EXPR)
//! ```

use crate::ast::{BinOp, Class, Dialect, Expr, ExprId, Field, Method, Program, TypeId, TypeKind, UnOp};
use crate::name::Name;
use crate::stack::deep;

/// The predefined class of strings.
const STRING: &str = "String";

/// A program on one line.
pub fn line(program: &Program) -> String {
    let mut writer = SexpWriter { program, text: String::new() };
    writer.program();
    writer.text
}

struct SexpWriter<'p> {
    program: &'p Program,
    text: String,
}

impl SexpWriter<'_> {
    fn put(&mut self, text: &str) {
        if !self.text.is_empty() && !self.text.ends_with('(') && text != ")" {
            self.text.push(' ');
        }
        self.text.push_str(text);
    }

    /// `(head …)`
    fn list(&mut self, head: &str, rest: impl FnOnce(&mut Self)) {
        self.put("(");
        if !head.is_empty() {
            self.put(head);
        }
        rest(self);
        self.put(")");
    }

    fn unsupported(&mut self, what: &str) {
        self.list("unsupported", |w| w.put(what));
    }

    fn program(&mut self) {
        let program = self.program;
        if program.dialect != Dialect::Base {
            return self.unsupported(if program.dialect == Dialect::Owners { "owners" } else { "java" });
        }
        if !program.no_warns.is_empty() {
            return self.unsupported("no_warn");
        }
        let Some(main) = program.main else { return self.unsupported("open-program") };
        self.list("program", |w| {
            program.classes.iter().for_each(|class| w.class(class));
            w.list("main", |w| w.expr(main));
        });
    }

    fn class(&mut self, class: &Class) {
        let program = self.program;
        self.list("class", |w| {
            w.put(program.text(class.name));
            w.put(if class.thread_local { "thread_local" } else { "shared" });
            w.list("", |w| {
                program.ghosts_of(class).iter().for_each(|ghost| w.declared(ghost.ty, ghost.name));
            });
            match class.extends {
                Some(superclass) => w.ty(superclass),
                None => w.put("-"),
            }
            w.list("", |w| program.fields_of(class).iter().for_each(|field| w.field(class, field)));
            w.list("", |w| program.methods_of(class).iter().for_each(|method| w.method(method)));
        });
    }

    fn field(&mut self, class: &Class, field: &Field) {
        let program = self.program;
        self.list(program.text(field.name), |w| {
            w.ty(field.ty);
            w.put(if field.is_final { "final" } else { "-" });
            match program.guard_of(class, field) {
                _ if field.write_guard.is_some() => w.unsupported("write_guarded_by"),
                Some(guard) => w.path(guard),
                None => w.put("-"),
            }
            match field.init {
                Some(init) => w.expr(init),
                None => w.put(match program.ty(field.ty).kind {
                    TypeKind::Int => "0",
                    TypeKind::Boolean => "false",
                    TypeKind::Void | TypeKind::Class { .. } | TypeKind::Array { .. } => "null",
                }),
            }
        });
    }

    fn method(&mut self, method: &Method) {
        let program = self.program;
        self.list(program.text(method.name), |w| {
            w.ty(method.ret);
            w.list("", |w| {
                program.params_of(method).iter().for_each(|param| w.declared(param.ty, param.name));
            });
            w.list("", |w| program.list(method.requires).iter().for_each(|&lock| w.path(lock)));
            match program.clauses_of(method).atomicity {
                Some(_) => w.unsupported("atomicity"),
                None => w.expr(method.body),
            }
        });
    }

    /// `(TYPE NAME)`
    fn declared(&mut self, ty: TypeId, name: Name) {
        self.list("", |w| {
            w.ty(ty);
            w.put(w.program.text(name));
        });
    }

    fn ty(&mut self, ty: TypeId) {
        let program = self.program;
        match program.ty(ty).kind {
            TypeKind::Int => self.put("int"),
            TypeKind::Boolean => self.put("boolean"),
            TypeKind::Void => self.put("void"),
            TypeKind::Class { name, .. } if program.text(name) == STRING => self.unsupported(STRING),
            TypeKind::Class { name, args } => self.list("cls", |w| {
                w.put(program.text(name));
                program.list(args).iter().for_each(|&lock| w.path(lock));
            }),
            TypeKind::Array { .. } => self.unsupported("array"),
        }
    }

    /// A lock: `(x fd₁ … fdₙ)`.
    fn path(&mut self, lock: ExprId) {
        let program = self.program;
        let (mut fields, mut at) = (Vec::new(), lock);
        while let Expr::Field { recv, field } = program.expr(at) {
            fields.push(field);
            at = recv;
        }
        let Expr::Var(root) = program.expr(at) else { return self.unsupported("lock") };
        self.list(program.text(root), |w| fields.iter().rev().for_each(|&field| w.put(program.text(field))));
    }

    fn expr(&mut self, e: ExprId) {
        deep(|| self.node(e));
    }

    fn exprs(&mut self, head: &str, parts: &[ExprId]) {
        self.list(head, |w| parts.iter().for_each(|&part| w.expr(part)));
    }

    /// `e; e; …`, the first outermost.
    fn sequence(&mut self, parts: &[ExprId]) {
        let Some((&last, before)) = parts.split_last() else { return self.put("unit") };
        for &first in before {
            self.put("(");
            self.put("seq");
            self.expr(first);
        }
        self.expr(last);
        self.text.push_str(&")".repeat(before.len()));
    }

    fn node(&mut self, e: ExprId) {
        let program = self.program;
        match program.expr(e) {
            Expr::Var(x) => self.list("var", |w| w.put(program.text(x))),
            Expr::Int(n) => self.put(&n.to_string()),
            Expr::Bool(b) => self.put(if b { "true" } else { "false" }),
            Expr::Null => self.put("null"),
            Expr::Str(_) => self.unsupported(STRING),
            Expr::Unit => self.put("unit"),
            Expr::New(ty) => self.list("new", |w| w.ty(ty)),
            Expr::Field { recv, field } => self.list("get", |w| {
                w.expr(recv);
                w.put(program.text(field));
            }),
            Expr::Assign { recv, field, value } => self.list("set", |w| {
                w.expr(recv);
                w.put(program.text(field));
                w.expr(value);
            }),
            Expr::Call { recv, method, args } => self.list("call", |w| {
                w.expr(recv);
                w.put(program.text(method));
                program.list(args).iter().for_each(|&arg| w.expr(arg));
            }),
            Expr::Let { ty, var, bound, body } => self.list("let", |w| {
                w.ty(ty);
                w.put(program.text(var));
                w.expr(bound);
                w.expr(body);
            }),
            Expr::Sync { lock, body } => self.exprs("sync", &[lock, body]),
            Expr::Fork(body) => self.exprs("fork", &[body]),
            Expr::Atomic(_) => self.unsupported("atomic"),
            Expr::Seq(parts) => self.sequence(program.list(parts)),
            Expr::If { cond, then, otherwise: Some(otherwise) } => self.exprs("if", &[cond, then, otherwise]),
            Expr::If { cond, then, otherwise: None } => self.list("if", |w| {
                w.expr(cond);
                w.expr(then);
                w.put("unit");
            }),
            Expr::While { cond, body } => self.exprs("while", &[cond, body]),
            Expr::Print(value) => self.exprs("print", &[value]),
            Expr::Assert(cond) => self.exprs("assert", &[cond]),
            Expr::Holds(_) => self.unsupported("holds"),
            Expr::Binary(BinOp::And, left, right) => self.list("if", |w| {
                w.expr(left);
                w.boolean(right);
                w.put("false");
            }),
            Expr::Binary(BinOp::Or, left, right) => self.list("if", |w| {
                w.expr(left);
                w.put("true");
                w.boolean(right);
            }),
            Expr::Binary(op, left, right) => self.list("op", |w| {
                w.put(op.text());
                w.expr(left);
                w.expr(right);
            }),
            Expr::Unary(UnOp::Neg, operand) => self.list("op", |w| {
                w.put("-");
                w.put("0");
                w.expr(operand);
            }),
            Expr::Unary(UnOp::Not, operand) => self.list("if", |w| {
                w.expr(operand);
                w.put("false");
                w.put("true");
            }),
            Expr::Move(_) | Expr::Special(_) | Expr::Qualified { .. } => self.unsupported("owners"),
            Expr::Extended(form) => self.unsupported(form.word()),
        }
    }

    /// An operand that must be a boolean: a branch of an `if` could be of any type.
    fn boolean(&mut self, e: ExprId) {
        self.list("if", |w| {
            w.expr(e);
            w.put("true");
            w.put("false");
        });
    }
}
