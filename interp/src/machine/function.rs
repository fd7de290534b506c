//! A function being compiled: its registers, scopes, constants and captured variables.

use super::code::*;
use crate::program::{ClassId, LockPath, Root, Ty};
use crate::value::Value;
use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;
use rustc_hash::FxHashMap;

/// Where captured variables are numbered from, until the function is finished.
const CAPTURES: Reg = 1 << 29;
/// Where constants are numbered from, until the function is finished.
const CONSTANTS: Reg = 1 << 30;

/// A register that holds a variable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand(pub(crate) Reg);

/// A function being compiled.
pub(crate) struct Function {
    pub(crate) what: What,
    /// Whose ghosts are in scope.
    pub(crate) class: Option<ClassId>,
    /// `this` occurs in its code, or in a fork inside it.
    pub(crate) uses_this: bool,
    /// The fork bodies inside it.
    pub(crate) forks: Vec<CodeId>,
    instrs: Vec<Instr>,
    sites: Vec<ExprId>,
    scopes: Vec<Name>,
    registers: Vec<Reg>,
    /// The innermost binding of each name, as an index of `scopes`.
    innermost: FxHashMap<Name, Vec<usize>>,
    parameters: Reg,
    top: Reg,
    max: Reg,
    captures: Vec<(Name, Reg)>,
    captured: FxHashMap<Name, Reg>,
    constants: Vec<Value>,
    constant_of: FxHashMap<Value, Reg>,
    args: Vec<Reg>,
    paths: Vec<LockPath>,
    types: Vec<Ty>,
}

impl Function {
    pub(crate) fn new(what: What, class: Option<ClassId>, parameters: &[Name]) -> Function {
        let mut function = Function {
            what,
            class,
            uses_this: false,
            forks: Vec::new(),
            instrs: Vec::new(),
            sites: Vec::new(),
            scopes: Vec::new(),
            registers: Vec::new(),
            innermost: FxHashMap::default(),
            parameters: 0,
            top: 0,
            max: 0,
            captures: Vec::new(),
            captured: FxHashMap::default(),
            constants: Vec::new(),
            constant_of: FxHashMap::default(),
            args: Vec::new(),
            paths: Vec::new(),
            types: Vec::new(),
        };
        parameters.iter().for_each(|&x| function.parameter(x));
        function
    }

    /// Adds a parameter, before any code.
    pub(crate) fn parameter(&mut self, name: Name) {
        let reg = self.temporary();
        self.parameters = self.top;
        self.enter(name, reg);
    }

    // Registers.

    pub(crate) fn mark(&self) -> Reg {
        self.top
    }

    pub(crate) fn release(&mut self, mark: Reg) {
        self.top = mark;
    }

    pub(crate) fn temporary(&mut self) -> Reg {
        self.top += 1;
        self.max = self.max.max(self.top);
        self.top - 1
    }

    /// The register for a result, wanted or not.
    pub(crate) fn target(&mut self, to: Option<Reg>) -> Reg {
        to.unwrap_or_else(|| self.temporary())
    }

    pub(crate) fn constant(&mut self, value: Value) -> Reg {
        let constants = &mut self.constants;
        *self.constant_of.entry(value).or_insert_with(|| {
            constants.push(value);
            CONSTANTS + constants.len() as Reg - 1
        })
    }

    // Scopes.

    pub(crate) fn enter(&mut self, name: Name, reg: Reg) -> usize {
        let at = self.scopes.len();
        self.scopes.push(name);
        self.registers.push(reg);
        self.innermost.entry(name).or_default().push(at);
        at
    }

    pub(crate) fn leave(&mut self, to: usize) {
        while self.scopes.len() > to {
            if let Some(name) = self.scopes.pop()
                && let Some(list) = self.innermost.get_mut(&name)
            {
                list.pop();
            }
            self.registers.pop();
        }
    }

    pub(crate) fn find(&self, name: Name) -> Option<Operand> {
        let local = self.innermost.get(&name).and_then(|list| list.last()).map(|&i| self.registers[i]);
        local.or_else(|| self.captured.get(&name).copied()).map(Operand)
    }

    /// Captures a variable that the function around this one has in `from`.
    pub(crate) fn capture(&mut self, name: Name, from: Operand) -> Operand {
        let reg = CAPTURES + self.captures.len() as Reg;
        self.captures.push((name, from.0));
        self.captured.insert(name, reg);
        Operand(reg)
    }

    // Code.

    pub(crate) fn emit(&mut self, site: ExprId, instr: Instr) -> Pc {
        self.instrs.push(instr);
        self.sites.push(site);
        self.instrs.len() as Pc - 1
    }

    /// Lets the jump or branch at `from` go to what comes next.
    pub(crate) fn land(&mut self, from: Pc) {
        let here = self.instrs.len() as Pc;
        match &mut self.instrs[from as usize] {
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

    pub(crate) fn path(&mut self, path: LockPath) -> u32 {
        self.paths.push(path);
        self.paths.len() as u32 - 1
    }

    pub(crate) fn paths(&mut self, paths: Vec<LockPath>) -> Args {
        let start = self.paths.len() as u32;
        let len = paths.len() as u32;
        self.paths.extend(paths);
        Args { start, len }
    }

    pub(crate) fn ty(&mut self, ty: Ty) -> u32 {
        self.types.push(ty);
        self.types.len() as u32 - 1
    }

    /// The code, its fork bodies, and how its registers were renumbered: parameters, captured variables, the rest,
    /// constants.
    pub(crate) fn finish(self) -> (Code, Vec<CodeId>, impl Fn(Reg) -> Reg) {
        let Function { what, forks, mut instrs, sites, parameters, max, captures, constants, .. } = self;
        let (mut args, mut paths, mut types) = (self.args, self.paths, self.types);
        let captured = captures.len() as Reg;
        let first_constant = max + captured;
        let renumber = move |reg: Reg| match reg {
            _ if reg < parameters => reg,
            _ if reg >= CONSTANTS => first_constant + (reg - CONSTANTS),
            _ if reg >= CAPTURES => parameters + (reg - CAPTURES),
            _ => reg + captured,
        };
        instrs.iter_mut().for_each(|i| i.registers(|reg, _| *reg = renumber(*reg)));
        args.iter_mut().for_each(|reg| *reg = renumber(*reg));
        let in_types = types.iter_mut().flat_map(|t| match t {
            Ty::Class(_, args) => args.as_mut_slice(),
            Ty::Int | Ty::Boolean | Ty::Void => &mut [],
        });
        for path in paths.iter_mut().chain(in_types) {
            match &mut path.root {
                Root::Reg(reg) => *reg = renumber(*reg),
                Root::Ghost { this, .. } => *this = renumber(*this),
            }
        }
        let mut template = vec![Value::Void; first_constant as usize];
        template.extend(constants);
        for pc in 0..instrs.len() {
            if let (&Instr::Invoke { dst, .. }, Some(&Instr::Return { src })) = (&instrs[pc], instrs.get(pc + 1))
                && dst == src
                && let Instr::Invoke { tail, .. } = &mut instrs[pc]
            {
                *tail = true;
            }
        }
        let captures = captures.iter().enumerate().map(|(k, &(_, from))| (from, parameters + k as Reg)).collect();
        let code = Code {
            what,
            instrs,
            sites,
            template,
            constants: first_constant,
            args,
            paths,
            types,
            quick_types: Vec::new(),
            captures,
            live: Vec::new(),
            fast: Vec::new(),
            parameters: Vec::new(),
            accesses: Vec::new(),
            moves: Vec::new(),
        };
        (code, forks, renumber)
    }
}
