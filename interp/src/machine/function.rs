//! A function being compiled: its registers, scopes, constants and captured variables.

use super::code::*;
use crate::program::{ClassId, LockPath, Root, Ty};
use crate::value::Value;
use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;
use rustc_hash::FxHashMap;

/// First number of captured variables, until the function is finished.
const CAPTURES: u32 = 1 << 29;
/// First number of constants, until the function is finished.
const CONSTANTS: u32 = 1 << 30;

/// A register that holds a variable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand(pub(crate) Reg);

/// A variable in scope.
#[derive(Clone, Copy, Debug)]
struct Bound {
    name: Name,
    reg: Reg,
    /// The class that it is declared with.
    class: Option<ClassId>,
    /// The innermost binding again once this one is left.
    hides: usize,
}

/// Number of constants that are compared one by one.
const FEW: usize = 8;

/// A function being compiled.
#[derive(Default)]
pub(crate) struct Function {
    pub(crate) what: CodeKind,
    /// The class whose ghosts are in scope.
    pub(crate) class: Option<ClassId>,
    /// `this` occurs in its code, or in a fork inside it.
    pub(crate) uses_this: bool,
    /// The fork bodies inside it.
    pub(crate) forks: Vec<CodeId>,
    instrs: Vec<Instr>,
    sites: Vec<ExprId>,
    scopes: Vec<Bound>,
    /// One more than the innermost binding of each name, as an index of `scopes`; 0 if none is in scope.
    innermost: FxHashMap<Name, usize>,
    /// Numbers of registers: of parameters, in use now, in use at most.
    parameters: u32,
    top: u32,
    max: u32,
    captures: Vec<(Name, Reg)>,
    captured: FxHashMap<Name, Reg>,
    constants: Vec<Value>,
    /// The registers of constants, in functions with many.
    constant_of: FxHashMap<Value, Reg>,
    args: Vec<Reg>,
    paths: Vec<LockPath>,
    types: Vec<Ty>,
    scopes_at: Vec<(Pc, InScope)>,
}

/// Clears a table, and drops its memory if that is much.
fn clear<K, V>(table: &mut FxHashMap<K, V>) {
    if table.capacity() > 1 << 10 { *table = FxHashMap::default() } else { table.clear() }
}

impl Function {
    /// Begins to compile a function, in the memory of the one [finished](Function::finish) before.
    pub(crate) fn begin(&mut self, what: CodeKind, class: Option<ClassId>, parameters: &[Name]) {
        (self.what, self.class, self.uses_this) = (what, class, false);
        (self.parameters, self.top, self.max) = (0, 0, 0);
        self.scopes.clear();
        clear(&mut self.innermost);
        self.captures.clear();
        clear(&mut self.captured);
        clear(&mut self.constant_of);
        parameters.iter().for_each(|&x| self.parameter(x, class));
    }

    /// Adds a parameter, before any code.
    pub(crate) fn parameter(&mut self, name: Name, class: Option<ClassId>) {
        let reg = self.temporary();
        self.parameters = self.top;
        self.enter(name, reg, class);
    }

    // Registers.

    pub(crate) fn mark(&self) -> u32 {
        self.top
    }

    pub(crate) fn release(&mut self, mark: u32) {
        self.top = mark;
    }

    pub(crate) fn temporary(&mut self) -> Reg {
        self.top += 1;
        self.max = self.max.max(self.top);
        Reg(self.top - 1)
    }

    /// The register for a result, wanted or not.
    pub(crate) fn target(&mut self, to: Option<Reg>) -> Reg {
        to.unwrap_or_else(|| self.temporary())
    }

    pub(crate) fn constant(&mut self, value: Value) -> Reg {
        let constants = &mut self.constants;
        if let Some(at) = constants.iter().take(FEW).position(|&c| c == value) {
            return Reg(CONSTANTS + at as u32);
        }
        let next = Reg(CONSTANTS + constants.len() as u32);
        let reg = if constants.len() < FEW { next } else { *self.constant_of.entry(value).or_insert(next) };
        if reg == next {
            constants.push(value);
        }
        reg
    }

    // Scopes.

    pub(crate) fn enter(&mut self, name: Name, reg: Reg, class: Option<ClassId>) -> usize {
        let at = self.scopes.len();
        let hides = self.innermost.insert(name, at + 1).unwrap_or(0);
        self.scopes.push(Bound { name, reg, class, hides });
        at
    }

    pub(crate) fn leave(&mut self, to: usize) {
        for Bound { name, hides, .. } in self.scopes.drain(to..).rev() {
            self.innermost.insert(name, hides);
        }
    }

    fn bound(&self, name: Name) -> Option<&Bound> {
        self.scopes.get(self.innermost.get(&name)?.wrapping_sub(1))
    }

    /// The class that a variable of this function is declared with.
    pub(crate) fn class_of(&self, name: Name) -> Option<ClassId> {
        self.bound(name)?.class
    }

    pub(crate) fn find(&self, name: Name) -> Option<Operand> {
        let local = self.bound(name).map(|b| b.reg);
        local.or_else(|| self.captured.get(&name).copied()).map(Operand)
    }

    /// The names in scope, without captured variables.
    pub(crate) fn names(&self) -> impl Iterator<Item = Name> {
        self.scopes.iter().map(|bound| bound.name)
    }

    /// Notes the variables in scope at an instruction.
    pub(crate) fn in_scope(&mut self, at: Pc, scope: InScope) {
        self.scopes_at.push((at, scope));
    }

    /// Captures a variable that the function around this one has in `from`.
    pub(crate) fn capture(&mut self, name: Name, from: Operand) -> Operand {
        let reg = Reg(CAPTURES + self.captures.len() as u32);
        self.captures.push((name, from.0));
        self.captured.insert(name, reg);
        Operand(reg)
    }

    // Code.

    pub(crate) fn emit(&mut self, site: ExprId, instr: Instr) -> Pc {
        self.instrs.push(instr);
        self.sites.push(site);
        Pc(self.instrs.len() as u32 - 1)
    }

    /// Lets the jump or branch at `from` go to the next instruction.
    pub(crate) fn land(&mut self, from: Pc) {
        let here = Pc(self.instrs.len() as u32);
        match &mut self.instrs[from.index()] {
            Instr::Jump { to } => *to = here,
            Instr::If { otherwise, .. } => *otherwise = here,
            Instr::Logic { end, .. } => *end = here,
            _ => {}
        }
    }

    pub(crate) fn args(&mut self, args: &[Reg]) -> Args {
        let start = self.args.len() as u32;
        self.args.extend_from_slice(args);
        Args { start, len: args.len() as u32 }
    }

    pub(crate) fn path(&mut self, path: LockPath) -> PathAt {
        self.paths.push(path);
        PathAt(self.paths.len() as u32 - 1)
    }

    pub(crate) fn paths(&mut self, paths: Vec<LockPath>) -> Args {
        let start = self.paths.len() as u32;
        let len = paths.len() as u32;
        self.paths.extend(paths);
        Args { start, len }
    }

    pub(crate) fn ty(&mut self, ty: Ty) -> LetType {
        self.types.push(ty);
        LetType(self.types.len() as u32 - 1)
    }

    /// The code, its fork bodies, and the renumbering of its registers: parameters, captured variables, the rest,
    /// constants.
    pub(crate) fn finish(&mut self) -> (Code, Vec<CodeId>, impl Fn(Reg) -> Reg + use<>) {
        let &mut Function { what, parameters, max, .. } = self;
        let captured = self.captures.len() as u32;
        let first_constant = max + captured;
        let renumber = move |Reg(reg): Reg| match reg {
            _ if reg < parameters => Reg(reg),
            _ if reg >= CONSTANTS => Reg(first_constant + (reg - CONSTANTS)),
            _ if reg >= CAPTURES => Reg(parameters + (reg - CAPTURES)),
            _ => Reg(reg + captured),
        };
        // Finished code has no spare capacity.
        let mut instrs: Vec<Instr> = self.instrs.drain(..).collect();
        instrs.iter_mut().for_each(|i| i.registers(|reg, _| *reg = renumber(*reg)));
        let args = self.args.drain(..).map(renumber).collect();
        let mut paths: Vec<LockPath> = self.paths.drain(..).collect();
        let mut types: Vec<Ty> = self.types.drain(..).collect();
        let in_types = types.iter_mut().flat_map(|t| match t {
            Ty::Class(_, args) => args.as_mut_slice(),
            Ty::Int | Ty::Boolean | Ty::Void => &mut [],
        });
        for path in paths.iter_mut().chain(in_types) {
            match &mut path.root {
                Root::Reg(reg) => *reg = renumber(*reg),
                Root::Ghost { this, .. } => *this = renumber(*this),
                Root::Nothing => {}
            }
        }
        let length = (first_constant as usize + self.constants.len()).max(1);
        let mut template = Vec::with_capacity(length);
        template.resize(first_constant as usize, Value::Void);
        template.append(&mut self.constants);
        template.resize(length, Value::Void);
        for pc in 0..instrs.len() {
            if let (&Instr::Invoke { dst, .. }, Some(&Instr::Return { src })) = (&instrs[pc], instrs.get(pc + 1))
                && dst == src
                && let Instr::Invoke { tail, .. } = &mut instrs[pc]
            {
                *tail = true;
            }
        }
        let captures =
            self.captures.iter().enumerate().map(|(k, &(_, from))| (from, Reg(parameters + k as u32))).collect();
        let mut scopes: Vec<(Pc, InScope)> = self.scopes_at.drain(..).collect();
        scopes.iter_mut().flat_map(|s| &mut s.1.regs).for_each(|reg| *reg = renumber(*reg));
        let code = Code {
            what,
            instrs,
            sites: self.sites.drain(..).collect(),
            template,
            constants: Reg(first_constant),
            args,
            paths,
            types,
            captures,
            live: Vec::new(),
            accesses: Vec::new(),
            scopes,
        };
        (code, std::mem::take(&mut self.forks), renumber)
    }
}
