//! Expressions to instructions: operands to registers, branches to jumps.

use super::Lowering;
use crate::machine::code::*;
use crate::program::{CannotRun, Kind, Ty};
use crate::program::{Root, Scope};
use crate::value::{ObjectId, Value};
use racefree_grammar::ast::{BinOp, Expr, ExprId, List, TypeId};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;
use rustc_hash::FxHashSet;

impl Lowering<'_> {
    /// Code for `e` as the whole rest of the function.
    pub(super) fn tail(&mut self, e: ExprId) {
        deep(|| match self.program.expr(e) {
            Expr::If { cond, then, otherwise } => {
                let branch = self.condition(e, cond);
                self.tail(then);
                self.f().land(branch);
                match otherwise {
                    Some(otherwise) => self.tail(otherwise),
                    None => {
                        let src = self.f().constant(Value::Void);
                        self.emit(e, Instr::Return { src });
                    }
                }
            }
            Expr::Seq(list) => {
                if let Some(last) = self.all_but_last(e, list) {
                    self.tail(last);
                }
            }
            Expr::Let { ty, var, bound, body } => {
                let (mark, shadow) = self.bind(e, ty, var, bound);
                self.tail(body);
                self.unbind(mark, shadow);
            }
            _ => {
                let mark = self.f().mark();
                let src = self.operand(e);
                self.emit(e, Instr::Return { src });
                self.f().release(mark);
            }
        });
    }

    /// The register with the value of `e`; for variables and constants that is no code.
    pub(super) fn operand(&mut self, e: ExprId) -> Reg {
        match self.leaf(e) {
            Some(reg) => reg,
            None => {
                let dst = self.f().temporary();
                self.expr(e, Some(dst));
                dst
            }
        }
    }

    fn leaf(&mut self, e: ExprId) -> Option<Reg> {
        let value = match self.program.expr(e) {
            Expr::Var(x) => match self.lookup(x) {
                Some(Root::Reg(reg)) => {
                    if x == Name::THIS {
                        self.functions.iter_mut().for_each(|f| f.uses_this = true);
                    }
                    return Some(reg);
                }
                Some(Root::Ghost { .. }) => return None,
                Some(Root::Nothing) | None => {
                    let message = format!("`{}` is not in scope here", self.program.text(x));
                    self.errors.push(CannotRun::new(Kind::Scope, "EXP VAR/in-scope", message, self.program.span(e)));
                    Value::Void
                }
            },
            Expr::Int(n) => Value::Int(n),
            Expr::Bool(b) => Value::Bool(b),
            Expr::Null => Value::Null,
            Expr::Unit => Value::Void,
            Expr::Str(text) => Value::Object(ObjectId(self.tables.literal_objects.get(&text).copied().unwrap_or(0))),
            Expr::New(_) | forms!(member | block | operator | owned | extended) => return None,
        };
        Some(self.f().constant(value))
    }

    /// Code for `e`; its value goes to `dst`, or nowhere.
    fn expr(&mut self, e: ExprId, dst: Option<Reg>) {
        deep(|| {
            let mark = self.f().mark();
            self.expression(e, dst);
            self.f().release(mark);
        });
    }

    fn expression(&mut self, e: ExprId, to: Option<Reg>) {
        if let Some(src) = self.leaf(e) {
            if let Some(dst) = to {
                self.emit(e, Instr::Move { dst, src });
            }
            return;
        }
        let program = self.program;
        match program.expr(e) {
            Expr::Var(x) => self.ghost_in_code(e, x, to),
            Expr::Int(_) | Expr::Bool(_) | Expr::Null | Expr::Unit | Expr::Str(_) => {}
            Expr::New(ty) => self.new_object(e, ty, to),
            Expr::Field { recv, field } => {
                let obj = self.operand(recv);
                let (dst, name) = (self.f().target(to), self.field_name(recv, field));
                self.emit(e, Instr::Read { dst, obj, name });
            }
            Expr::Assign { recv, field, value } => {
                let obj = self.operand(recv);
                let src = self.operand(value);
                let (dst, name) = (self.f().target(to), self.field_name(recv, field));
                self.emit(e, Instr::Write { dst, obj, name, src });
            }
            Expr::Call { recv, method, args } => self.call(e, recv, method, args, to),
            Expr::Let { ty, var, bound, body } => {
                let (mark, shadow) = self.bind(e, ty, var, bound);
                self.expr(body, to);
                self.unbind(mark, shadow);
            }
            Expr::Sync { lock, body } => {
                let lock = self.operand(lock);
                self.emit(e, Instr::Acquire { lock });
                self.expr(body, to);
                self.emit(e, Instr::Release);
            }
            Expr::Atomic(body) => {
                self.emit(e, Instr::Begin);
                self.expr(body, to);
                self.emit(e, Instr::End);
            }
            Expr::Fork(body) => self.fork(e, body, to),
            Expr::Seq(list) => {
                if let Some(last) = self.all_but_last(e, list) {
                    self.expr(last, to);
                }
            }
            Expr::If { cond, then, otherwise } => self.if_(e, cond, then, otherwise, to),
            Expr::While { cond, body } => self.while_(e, cond, body, to),
            Expr::Print(of) => {
                let a = self.operand(of);
                let dst = self.f().target(to);
                self.emit(e, Instr::Print { dst, a });
            }
            Expr::Assert(of) => {
                let a = self.operand(of);
                let dst = self.f().target(to);
                self.emit(e, Instr::Assert { dst, a });
            }
            Expr::Holds(lock) => {
                if let Some(path) = self.path(lock, "FINAL VAR/in-scope") {
                    let dst = self.f().target(to);
                    let path = self.f().path(path);
                    self.emit(e, Instr::Holds { dst, path });
                }
            }
            Expr::Binary(op @ (BinOp::And | BinOp::Or), left, right) => {
                let src = self.operand(left);
                let dst = self.f().target(to);
                let branch = self.emit(e, Instr::Logic { dst, src, on: op == BinOp::And, end: Pc::START });
                self.expr(right, Some(dst));
                self.f().land(branch);
            }
            Expr::Binary(op, left, right) => {
                let a = self.operand(left);
                let b = self.operand(right);
                let dst = self.f().target(to);
                self.emit(e, Instr::Binary { op, dst, a, b });
            }
            Expr::Unary(op, of) => {
                let a = self.operand(of);
                let dst = self.f().target(to);
                self.emit(e, Instr::Unary { op, dst, a });
            }
            // Owners and moves are erased before a program is lowered.
            forms!(owned | extended) => {
                let message = "owners and moves do not run: they are erased before";
                self.errors.push(CannotRun::new(Kind::Form, "", message, self.program.span(e)));
            }
        }
    }

    fn condition(&mut self, e: ExprId, cond: ExprId) -> Pc {
        let mark = self.f().mark();
        let cond = self.operand(cond);
        self.f().release(mark);
        self.emit(e, Instr::If { cond, otherwise: Pc::START })
    }

    fn all_but_last(&mut self, e: ExprId, list: List) -> Option<ExprId> {
        let (last, before) = self.program.list(list).split_last()?;
        for &element in before {
            self.expr(element, None);
            self.emit(e, Instr::Seq);
        }
        Some(*last)
    }

    fn bind(&mut self, e: ExprId, ty: TypeId, var: Name, bound: ExprId) -> (u32, usize) {
        let mark = self.f().mark();
        let ty = self.ty(ty);
        let class = ty.class();
        let dst = self.f().temporary();
        let src = match self.leaf(bound) {
            Some(reg) => reg,
            None => {
                self.expr(bound, Some(dst));
                dst
            }
        };
        let ty = self.f().ty(ty);
        self.emit(e, Instr::Let { dst, src, ty });
        let scope = self.f().enter(var, dst, class);
        (mark, scope)
    }

    fn unbind(&mut self, mark: u32, scope: usize) {
        self.f().leave(scope);
        self.f().release(mark);
    }

    fn if_(&mut self, e: ExprId, cond: ExprId, then: ExprId, otherwise: Option<ExprId>, to: Option<Reg>) {
        let branch = self.condition(e, cond);
        self.expr(then, to);
        if otherwise.is_none() && to.is_none() {
            self.f().land(branch);
            return;
        }
        let jump = self.emit(e, Instr::Jump { to: Pc::START });
        self.f().land(branch);
        match otherwise {
            Some(otherwise) => self.expr(otherwise, to),
            None => self.void(e, to),
        }
        self.f().land(jump);
    }

    fn while_(&mut self, e: ExprId, cond: ExprId, body: ExprId, to: Option<Reg>) {
        let again = self.emit(e, Instr::While);
        let branch = self.condition(e, cond);
        self.expr(body, None);
        self.emit(e, Instr::Seq);
        self.emit(e, Instr::Jump { to: again });
        self.f().land(branch);
        self.void(e, to);
    }

    fn void(&mut self, e: ExprId, to: Option<Reg>) {
        if let Some(dst) = to {
            let src = self.f().constant(Value::Void);
            self.emit(e, Instr::Move { dst, src });
        }
    }

    fn ghost_in_code(&mut self, e: ExprId, x: Name, to: Option<Reg>) {
        let Some(Root::Ghost { this, class, ghost }) = self.lookup(x) else { return };
        self.ghosts_in_code = true;
        let (dst, done) = (self.f().target(to), self.f().temporary());
        self.emit(e, Instr::Ghost { dst, done, this, class, ghost });
        self.emit(e, Instr::GhostStep { dst, done, this, class, ghost });
    }

    fn new_object(&mut self, e: ExprId, ty: TypeId, to: Option<Reg>) {
        let Ty::Class(class, paths) = self.ty(ty) else { return };
        let init = self.init_of(class);
        let dst = self.f().target(to);
        let ghosts = self.f().paths(paths);
        let at = self.emit(e, Instr::New { dst, class, ghosts, init });
        if self.keeps_scopes {
            let scope = self.in_scope();
            self.f().in_scope(at, scope);
        }
    }

    /// The variables in scope; fork bodies capture them.
    fn in_scope(&mut self) -> InScope {
        let Some(innermost) = self.functions.len().checked_sub(1) else { return InScope::default() };
        let forks = self.functions.iter().rev().take_while(|f| matches!(f.what, CodeKind::Fork(_))).count();
        let functions = self.functions.iter().rev().take(forks + 1);
        let mut names: Vec<Name> = functions.flat_map(|f| f.names()).collect();
        let mut seen = FxHashSet::default();
        names.retain(|&name| seen.insert(name));
        let variables = names.into_iter().filter_map(|x| Some((x, self.variable(innermost, x)?.0)));
        let (names, regs) = variables.unzip();
        InScope { number: 0, names, regs }
    }

    fn call(&mut self, e: ExprId, recv: ExprId, method: Name, args: List, to: Option<Reg>) {
        if self.wrong_arity(method, args.len as usize) {
            let message = format!("no method `{}` takes {} arguments", self.program.text(method), args.len);
            self.errors.push(CannotRun::new(Kind::Arity, "EXP INVOKE/arity", message, self.program.span(e)));
        }
        let name = self.method_name(recv, method);
        let recv = self.operand(recv);
        let args: Vec<Reg> = self.program.list(args).iter().map(|&a| self.operand(a)).collect();
        let args = self.f().args(&args);
        let dst = self.f().target(to);
        self.emit(e, Instr::Invoke { dst, recv, name, args, tail: false });
    }

    fn fork(&mut self, e: ExprId, body: ExprId, to: Option<Reg>) {
        let id = self.reserve();
        let class = self.f().class;
        self.begin(CodeKind::Fork(e), class, &[]);
        self.tail(body);
        self.finish(id);
        let dst = self.f().target(to);
        self.f().forks.push(id);
        self.emit(e, Instr::Fork { dst, body: id });
    }
}
