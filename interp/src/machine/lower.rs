//! From the syntax tree to code: names to registers and numbers, methods, initialisers and fork bodies to [`Code`].

use super::code::*;
use super::function::{Function, Operand};
use super::{fast, live};
use crate::program::{CannotRun, ClassId, FieldId, Kind, Member, QuickField, QuickType, Tables, Ty};
use crate::program::{Root, Scope, resolve_path, resolve_type};
use crate::value::{ObjectId, Value};
use racefree_grammar::ast::{BinOp, Expr, ExprId, List, Program, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The most fields that the objects of all classes together may have, one object each.
const MAX_LAYOUT: u64 = 1 << 26;

/// Makes a program ready to run.
///
/// # Errors
///
/// All errors for which it cannot run: scope, arity, class hierarchy, no main expression.
pub fn lower(program: impl Into<Arc<Program>>) -> Result<Arc<Lowered>, Vec<CannotRun>> {
    let program = program.into();
    let tables = Tables::new(program.clone())?;
    let all_fields: u64 = tables.classes.iter().map(|(_, c)| u64::from(c.size)).sum();
    let Some(main) = program.main else {
        let message = "this is an open program: it has no main expression to run";
        return Err(vec![CannotRun::new(
            Kind::NoMain,
            "",
            message,
            program.classes.last().map_or(racefree_grammar::Span::NONE, |c| c.span),
        )]);
    };
    if all_fields > MAX_LAYOUT {
        let message = "the classes of this program inherit too many fields";
        return Err(vec![CannotRun::new(Kind::Form, "", message, program.span(main))]);
    }
    let mut lowering = Lowering::new(&tables);
    let main = lowering.main(main);
    let methods: Vec<Callee> = (0..program.methods.len()).map(|m| lowering.method(m)).collect();
    lowering.initialisers();
    lowering.errors.sort_by_key(|e| (e.span.start, e.span.end));
    lowering.errors.dedup();
    if !lowering.errors.is_empty() {
        return Err(lowering.errors);
    }
    let Lowering { codes, field_names, method_names, leaks, ghosts_in_code, .. } = lowering;
    let private_until_built = leaks.into_iter().map(|leaks| !leaks && !ghosts_in_code).collect();
    let (layout, defaults) = layouts(&tables);
    let field_names: Vec<_> = field_names.list.into_iter().map(|n| (n, fast(tables.field_names.get(&n)))).collect();
    let method_names: Vec<_> = method_names.list.into_iter().map(|n| (n, fast(tables.method_names.get(&n)))).collect();
    let mut codes: Vec<Code> = codes.into_iter().flatten().collect();
    let names = fast::Names { fields: &field_names, methods: &method_names, callees: &methods };
    codes.iter_mut().for_each(|c| fast::add(c, &names));
    let longest = codes.iter().map(|c| c.instrs.len() as u32).max().unwrap_or(0);
    Ok(Arc::new(Lowered {
        longest,
        codes,
        main,
        methods,
        field_names,
        method_names,
        private_until_built,
        defaults,
        layout,
        fields: tables.fields.iter().map(|f| QuickField::of(f, &tables.classes)).collect(),
        tables,
    }))
}

/// The widest part of the class order in which a name means something.
fn fast<T: Copy>(member: Option<&Member<T>>) -> Fast<T> {
    let segments = member.map_or(&[][..], |m| m.segments());
    let ends = segments.iter().skip(1).map(|s| s.0).chain([ClassId(u32::MAX)]);
    let parts = segments.iter().zip(ends).filter(|(s, _)| s.1.is_some());
    match parts.clone().max_by_key(|(s, end)| end.0 - s.0.0) {
        Some((&(from, what), to)) => Fast { from, to, what, more: parts.count() > 1 },
        None => Fast { from: ClassId(0), to: ClassId(0), what: None, more: false },
    }
}

fn default_of(program: &Program, ty: TypeId) -> Value {
    match program.ty(ty).kind {
        TypeKind::Int => Value::Int(0),
        TypeKind::Boolean => Value::Bool(false),
        TypeKind::Void | TypeKind::Class { .. } => Value::Null,
    }
}

/// The fields of each class's objects by slot, and what is in them at first.
fn layouts(tables: &Tables) -> (Vec<Vec<FieldId>>, Vec<Vec<Value>>) {
    let mut layout: Vec<Vec<FieldId>> = Vec::with_capacity(tables.classes.len());
    for (_, class) in tables.classes.iter() {
        let mut fields = class.parent.map_or(Vec::new(), |p| layout[p.index()].clone());
        let own = class.declared.map_or(Default::default(), |d| tables.program.classes[d as usize].fields);
        fields.extend(own.indices().map(|f| FieldId(f as u32)));
        layout.push(fields);
    }
    let default = |f: &FieldId| default_of(&tables.program, tables.program.fields[f.index()].ty);
    let defaults = layout.iter().map(|fields| fields.iter().map(default).collect()).collect();
    (layout, defaults)
}

#[derive(Default)]
struct Numbering {
    list: Vec<Name>,
    numbers: FxHashMap<Name, u32>,
}

impl Numbering {
    fn number(&mut self, name: Name) -> u32 {
        *self.numbers.entry(name).or_insert_with(|| {
            self.list.push(name);
            self.list.len() as u32 - 1
        })
    }
}

struct Lowering<'a> {
    tables: &'a Tables,
    program: &'a Program,
    codes: Vec<Option<Code>>,
    errors: Vec<CannotRun>,
    field_names: Numbering,
    method_names: Numbering,
    /// The numbers of parameters that methods of a name take.
    arities: FxHashMap<Name, Vec<usize>>,
    inits: FxHashMap<ClassId, CodeId>,
    to_initialise: Vec<ClassId>,
    /// By class: an initialiser uses `this` in code.
    leaks: Vec<bool>,
    ghosts_in_code: bool,
    /// The function being compiled; before it those around it, if it is a fork's body.
    functions: Vec<Function>,
}

impl<'a> Lowering<'a> {
    fn new(tables: &'a Tables) -> Lowering<'a> {
        let mut arities: FxHashMap<Name, Vec<usize>> = FxHashMap::default();
        for (&name, methods) in &tables.method_names {
            let list = arities.entry(name).or_default();
            list.extend(methods.segments().iter().filter_map(|s| s.1).map(|m| tables.arity(m)));
            list.sort_unstable();
            list.dedup();
        }
        Lowering {
            tables,
            program: &tables.program,
            codes: Vec::new(),
            errors: Vec::new(),
            field_names: Numbering::default(),
            method_names: Numbering::default(),
            arities,
            inits: FxHashMap::default(),
            to_initialise: Vec::new(),
            leaks: vec![false; tables.classes.len()],
            ghosts_in_code: false,
            functions: Vec::new(),
        }
    }

    fn reserve(&mut self) -> CodeId {
        self.codes.push(None);
        CodeId(self.codes.len() as u32 - 1)
    }

    fn f(&mut self) -> &mut Function {
        let last = self.functions.len() - 1;
        &mut self.functions[last]
    }

    fn emit(&mut self, site: ExprId, instr: Instr) -> Pc {
        self.f().emit(site, instr)
    }

    /// Ends the function being compiled.
    fn finish(&mut self, id: CodeId) {
        if let Some(function) = self.functions.pop() {
            let (mut code, forks, renumber) = function.finish();
            for fork in forks {
                if let Some(body) = &mut self.codes[fork.0 as usize] {
                    body.captures.iter_mut().for_each(|c| c.0 = renumber(c.0));
                }
            }
            let forked = |body: CodeId| self.codes[body.0 as usize].as_ref().map_or(&[][..], |c| &c.captures);
            code.live = live::registers(&code, forked);
            code.quick_types = code.types.iter().map(|ty| QuickType::of(ty, &self.tables.classes)).collect();
            self.codes[id.0 as usize] = Some(code);
        }
    }

    // The pieces of code.

    fn main(&mut self, main: ExprId) -> CodeId {
        let id = self.reserve();
        self.functions.push(Function::new(What::Main, None, &[]));
        self.tail(main);
        self.finish(id);
        id
    }

    fn method(&mut self, m: usize) -> Callee {
        let (program, tables) = (self.program, self.tables);
        let method = &program.methods[m];
        let names: Vec<Name> = program.params_of(method).iter().map(|p| p.name).collect();
        let class = tables.method_owner[m];
        let code = self.reserve();
        // The types of the parameters may mention the parameters before them.
        self.functions.push(Function::new(What::Method(m as u32), Some(class), &[Name::THIS]));
        let mut params = Vec::with_capacity(names.len());
        for p in program.params_of(method) {
            params.push(self.ty(p.ty));
            self.f().parameter(p.name);
        }
        let ret = self.ty(method.ret);
        let requires = program.list(method.requires);
        let requires = requires.iter().filter_map(|&l| self.path(l, "METHOD/requires-final")).collect();
        self.tail(method.body);
        self.finish(code);
        let plain = !matches!(&ret, Ty::Class(_, args) if !args.is_empty());
        let of = |ty| QuickType::of(ty, &tables.classes);
        let quick = (params.iter().map(of).collect(), of(&ret));
        Callee { code, arity: names.len() as u32, requires, params, ret, quick, plain }
    }

    /// The code of the initialisers of every class of which an object is made.
    fn initialisers(&mut self) {
        // Those of other classes are compiled for their errors only.
        let made: Vec<ClassId> = self.tables.classes.iter().map(|c| c.0).collect();
        for class in made {
            self.init_of(class);
        }
        while let Some(class) = self.to_initialise.pop() {
            self.initialiser(class);
        }
    }

    fn init_of(&mut self, class: ClassId) -> CodeId {
        if let Some(&code) = self.inits.get(&class) {
            return code;
        }
        let code = self.reserve();
        self.inits.insert(class, code);
        self.to_initialise.push(class);
        code
    }

    fn initialiser(&mut self, class: ClassId) {
        let (program, tables) = (self.program, self.tables);
        let mut chain = vec![class];
        while let Some(parent) = chain.last().and_then(|&c| tables.classes.get(c).parent) {
            chain.push(parent);
        }
        let Some(&id) = self.inits.get(&class) else { return };
        self.functions.push(Function::new(What::Init(class), Some(class), &[Name::THIS]));
        for &owner in chain.iter().rev() {
            self.f().class = Some(owner);
            let own =
                tables.classes.get(owner).declared.map_or(Default::default(), |d| program.classes[d as usize].fields);
            for i in own.indices() {
                let field = FieldId(i as u32);
                let at = crate::program::FieldAt { field, slot: tables.fields[i].slot };
                let mark = self.f().mark();
                let (site, src) = match program.fields[i].init {
                    Some(init) => (init, self.operand(init)),
                    None => (ExprId(0), self.f().constant(default_of(program, program.fields[i].ty))),
                };
                self.emit(site, Instr::InitWrite { src, at });
                self.f().release(mark);
            }
        }
        self.emit(ExprId(0), Instr::Built);
        self.leaks[class.index()] |= self.f().uses_this;
        self.finish(id);
    }

    // Names.

    fn path(&mut self, l: ExprId, rule: &'static str) -> Option<crate::program::LockPath> {
        let mut errors = std::mem::take(&mut self.errors);
        let program = self.program;
        let path = resolve_path(program, self, l, rule, &mut errors);
        self.errors = errors;
        path
    }

    fn ty(&mut self, ty: TypeId) -> Ty {
        let mut errors = std::mem::take(&mut self.errors);
        let (program, tables) = (self.program, self.tables);
        let ty = resolve_type(program, &tables.classes, self, ty, &mut errors);
        self.errors = errors;
        ty
    }

    // Expressions.

    /// Code for `e` as the whole rest of the function.
    fn tail(&mut self, e: ExprId) {
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
    fn operand(&mut self, e: ExprId) -> Reg {
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
                None => {
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
            _ => return None,
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
                let (dst, name) = (self.f().target(to), self.field_names.number(field));
                self.emit(e, Instr::Read { dst, obj, name });
            }
            Expr::Assign { recv, field, value } => {
                let obj = self.operand(recv);
                let src = self.operand(value);
                let (dst, name) = (self.f().target(to), self.field_names.number(field));
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
                let branch = self.emit(e, Instr::Logic { dst, src, on: op == BinOp::And, end: 0 });
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
        }
    }

    fn condition(&mut self, e: ExprId, cond: ExprId) -> Pc {
        let mark = self.f().mark();
        let cond = self.operand(cond);
        self.f().release(mark);
        self.emit(e, Instr::If { cond, otherwise: 0 })
    }

    fn all_but_last(&mut self, e: ExprId, list: List) -> Option<ExprId> {
        let (last, before) = self.program.list(list).split_last()?;
        for &element in before {
            self.expr(element, None);
            self.emit(e, Instr::Seq);
        }
        Some(*last)
    }

    fn bind(&mut self, e: ExprId, ty: TypeId, var: Name, bound: ExprId) -> (Reg, usize) {
        let mark = self.f().mark();
        let ty = self.ty(ty);
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
        let scope = self.f().enter(var, dst);
        (mark, scope)
    }

    fn unbind(&mut self, mark: Reg, scope: usize) {
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
        let jump = self.emit(e, Instr::Jump { to: 0 });
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
        self.emit(e, Instr::New { dst, class, ghosts, init });
    }

    fn call(&mut self, e: ExprId, recv: ExprId, method: Name, args: List, to: Option<Reg>) {
        if self.arities.get(&method).is_some_and(|known| !known.is_empty() && !known.contains(&(args.len as usize))) {
            let message = format!("no method `{}` takes {} arguments", self.program.text(method), args.len);
            self.errors.push(CannotRun::new(Kind::Arity, "EXP INVOKE/arity", message, self.program.span(e)));
        }
        let recv = self.operand(recv);
        let args: Vec<Reg> = self.program.list(args).iter().map(|&a| self.operand(a)).collect();
        let args = self.f().args(&args);
        let (dst, name) = (self.f().target(to), self.method_names.number(method));
        self.emit(e, Instr::Invoke { dst, recv, name, args, tail: false });
    }

    fn fork(&mut self, e: ExprId, body: ExprId, to: Option<Reg>) {
        let id = self.reserve();
        let class = self.f().class;
        self.functions.push(Function::new(What::Fork(e), class, &[]));
        self.tail(body);
        self.finish(id);
        let dst = self.f().target(to);
        self.f().forks.push(id);
        self.emit(e, Instr::Fork { dst, body: id });
    }
}

impl Scope for Lowering<'_> {
    fn lookup(&mut self, name: Name) -> Option<Root> {
        let innermost = self.functions.len().checked_sub(1)?;
        if let Some(Operand(reg)) = self.variable(innermost, name) {
            return Some(Root::Reg(reg));
        }
        let class = self.functions[innermost].class?;
        let ghost = crate::program::ghost_of(self.program, &self.tables.classes, class, name)?;
        let Operand(this) = self.variable(innermost, Name::THIS)?;
        Some(Root::Ghost { this, class, ghost })
    }
}

impl Lowering<'_> {
    /// The register of a variable in function number `at`, captured from the functions around it if need be.
    fn variable(&mut self, at: usize, name: Name) -> Option<Operand> {
        if let Some(found) = self.functions[at].find(name) {
            return Some(found);
        }
        if !matches!(self.functions[at].what, What::Fork(_)) {
            return None;
        }
        // The functions between are fork bodies too; each captures from the one around it.
        let mut outermost = at;
        let mut found = None;
        while found.is_none() && matches!(self.functions[outermost].what, What::Fork(_)) {
            outermost = outermost.checked_sub(1)?;
            found = self.functions[outermost].find(name);
        }
        let mut operand = found?;
        for inner in outermost + 1..=at {
            operand = self.functions[inner].capture(name, operand);
        }
        Some(operand)
    }
}
