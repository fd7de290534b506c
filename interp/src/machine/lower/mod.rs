//! From the syntax tree to code: names to registers and numbers, methods, initialisers and fork bodies to [`Code`].

mod expressions;
mod names;
mod reference;

use crate::machine::code::*;
use crate::machine::function::{Function, Operand};
use crate::machine::{live, sites};
use crate::program::{CannotRun, ClassId, Field, FieldId, JavaNames, Kind, Tables, Ty};
use crate::program::{Root, Scope, resolve_path, resolve_type};
use crate::value::Value;
use names::{NameNumbers, assigned};
use racefree_grammar::ast::{Dialect, ExprId, Program, TypeId, TypeKind};
use racefree_grammar::name::Name;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The most fields that the objects of all classes together may have, one object each.
const MAX_LAYOUT: u64 = 1 << 26;

/// Makes a program ready to run: one with owners by its erasure.
///
/// # Errors
///
/// All errors for which it cannot run: scope, arity, class hierarchy, no main expression.
pub fn lower(program: impl Into<Arc<Program>>) -> Result<Arc<Lowered>, Vec<CannotRun>> {
    lower_named(program, JavaNames::default())
}

/// The same of a program that may have been made of Java; `names` are those that Java has.
pub fn lower_named(program: impl Into<Arc<Program>>, names: JavaNames) -> Result<Arc<Lowered>, Vec<CannotRun>> {
    lowered(program.into(), names, false).map(Arc::new)
}

/// The same, with the variables in scope at each `new` ([`Code::scope`]): for observers that name objects. Runs are the
/// same.
pub fn lower_with_scopes(program: impl Into<Arc<Program>>) -> Result<Arc<Lowered>, Vec<CannotRun>> {
    lowered(program.into(), JavaNames::default(), true).map(Arc::new)
}

/// The same program, of which detectors and monitors are told the accesses to these fields alone.
pub fn lower_watching(program: &Arc<Lowered>, fields: &[bool]) -> Arc<Lowered> {
    let Ok(mut again) = lowered(program.tables.program.clone(), JavaNames::default(), false) else {
        return program.clone();
    };
    again.watched.copy_from_slice(fields);
    Arc::new(again)
}

fn lowered(program: Arc<Program>, names: JavaNames, keeps_scopes: bool) -> Result<Lowered, Vec<CannotRun>> {
    let mut program = program;
    if program.dialect == Dialect::Owners {
        program = Arc::new(racefree_program::erase(&program));
    }
    if let Some(written) = racefree_program::write_atomic(&program) {
        program = Arc::new(written);
    }
    let tables = Tables::new(program.clone(), names)?;
    let all_fields: u64 = tables.sizes.iter().map(|&n| u64::from(n)).sum();
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
    if tables.java.has_forms {
        return if keeps_scopes { Err(reference::no_code(&tables)) } else { reference::without_code(tables) };
    }
    let mut lowering = Lowering { keeps_scopes, ..Lowering::new(&tables) };
    let main = lowering.main(main);
    let methods: Vec<Callee> = (0..program.methods.len()).map(|m| lowering.method(m)).collect();
    lowering.initialisers();
    lowering.errors.sort_by_key(|e| (e.span.start, e.span.end));
    lowering.errors.dedup();
    if !lowering.errors.is_empty() {
        return Err(lowering.errors);
    }
    let Lowering { codes, field_names, method_names, leaks, ghosts_in_code, inits, .. } = lowering;
    let private_until_built: Vec<bool> = leaks.into_iter().map(|leaks| !leaks && !ghosts_in_code).collect();
    let (layout, defaults) = layouts(&tables);
    let field_names = field_names.meanings(&tables.field_names);
    let method_names = method_names.meanings(&tables.method_names);
    let mut codes: Vec<Code> = codes.into_iter().flatten().collect();
    let scopes = codes.iter_mut().flat_map(|code| &mut code.scopes);
    scopes.enumerate().for_each(|(i, (_, scope))| scope.number = i as u32);
    let assigned = assigned(&codes, &field_names);
    let fixed = |f: &Field| {
        let objects = f.owner.index()..tables.classes.get(f.owner).end().index();
        !assigned.contains(&f.name) && private_until_built[objects].iter().all(|&private| private)
    };
    let fixed: Vec<bool> = tables.fields.iter().map(fixed).collect();
    let constants = |(class, _): (ClassId, _)| {
        let &init = inits.get(&if tables.sizes[class.index()] == 0 { ClassId::OBJECT } else { class })?;
        private_until_built[class.index()].then(|| constants(&codes[init.index()], &tables)).flatten()
    };
    let constants = tables.classes.iter().map(constants).collect();
    let mut accesses = sites::AccessNumbers::new(tables.fields.len());
    codes.iter_mut().for_each(|code| accesses.add(code, &field_names, &private_until_built));
    let longest = codes.iter().map(|c| c.instrs.len() as u32).max().unwrap_or(0);
    let has_blocks = codes.iter().any(|code| code.instrs.contains(&Instr::Begin));
    Ok(Lowered {
        longest,
        has_blocks,
        accesses: accesses.finish(),
        codes,
        main,
        methods,
        field_names,
        method_names,
        private_until_built,
        defaults,
        constants,
        layout,
        watched: vec![true; tables.fields.len()],
        fixed,
        tables,
    })
}

/// Returns the values that initialisers give the fields, if they are constants of the fields' types.
fn constants(init: &Code, tables: &Tables) -> Option<Vec<Value>> {
    let (_, writes) = init.instrs.split_last()?;
    let constant = |write: &Instr| match *write {
        Instr::InitWrite { src, at } if src >= init.constants => {
            let value = init.template[src.index()];
            let of_type = match (&tables.fields[at.field.index()].ty, value) {
                (Ty::Int, Value::Int(_)) | (Ty::Boolean, Value::Bool(_)) | (Ty::Class(..), Value::Null) => true,
                (Ty::Void | Ty::Int | Ty::Boolean | Ty::Class(..), _) => false,
            };
            of_type.then_some(value)
        }
        _ => None,
    };
    writes.iter().map(constant).collect()
}

fn default_of(program: &Program, ty: TypeId) -> Value {
    match program.ty(ty).kind {
        TypeKind::Int => Value::Int(0),
        TypeKind::Boolean => Value::Bool(false),
        TypeKind::Void | TypeKind::Class { .. } | TypeKind::Array { .. } => Value::Null,
    }
}

/// The fields of each class's objects by slot, and their first values.
fn layouts(tables: &Tables) -> (Vec<Vec<FieldId>>, Vec<Vec<Value>>) {
    let mut layout: Vec<Vec<FieldId>> = Vec::with_capacity(tables.classes.len());
    for (id, class) in tables.classes.iter() {
        let mut fields = class.superclass().map_or(Vec::new(), |p| layout[p.index()].clone());
        let own = tables.classes.declaration(&tables.program, id).map_or(Default::default(), |class| class.fields);
        fields.extend(own.indices().map(|f| FieldId(f as u32)));
        layout.push(fields);
    }
    let default = |f: &FieldId| default_of(&tables.program, tables.program.fields[f.index()].ty);
    let defaults = layout.iter().map(|fields| fields.iter().map(default).collect()).collect();
    (layout, defaults)
}

#[allow(clippy::vec_box)] // functions are large, and go from one list to the other
struct Lowering<'a> {
    tables: &'a Tables,
    program: &'a Program,
    codes: Vec<Option<Code>>,
    errors: Vec<CannotRun>,
    field_names: NameNumbers,
    method_names: NameNumbers,
    /// The numbers of parameters that methods of a name take, for the names asked for so far.
    arities: FxHashMap<Name, Vec<usize>>,
    inits: FxHashMap<ClassId, CodeId>,
    to_initialise: Vec<ClassId>,
    /// By class: an initialiser uses `this` in code.
    leaks: Vec<bool>,
    ghosts_in_code: bool,
    /// True if code keeps the variables in scope at each `new`.
    keeps_scopes: bool,
    /// The function being compiled; before it the functions around it, if it is a fork's body.
    functions: Vec<Box<Function>>,
    /// Finished functions, for their memory.
    finished: Vec<Box<Function>>,
}

impl<'a> Lowering<'a> {
    fn new(tables: &'a Tables) -> Lowering<'a> {
        Lowering {
            tables,
            program: &tables.program,
            codes: Vec::new(),
            errors: Vec::new(),
            field_names: NameNumbers::default(),
            method_names: NameNumbers::default(),
            arities: FxHashMap::default(),
            inits: FxHashMap::default(),
            to_initialise: Vec::new(),
            leaks: vec![false; tables.classes.len()],
            ghosts_in_code: false,
            keeps_scopes: false,
            functions: Vec::new(),
            finished: Vec::new(),
        }
    }

    /// Returns true if no method of this name takes `args` arguments, though there are methods of it.
    fn wrong_arity(&mut self, name: Name, args: usize) -> bool {
        let tables = self.tables;
        let known = self.arities.entry(name).or_insert_with(|| {
            let methods = tables.method_names.get(name).map_or(&[][..], |methods| methods.segments());
            let mut list: Vec<usize> = methods.iter().filter_map(|s| s.1).map(|m| tables.arity(m)).collect();
            list.sort_unstable();
            list.dedup();
            list
        });
        !known.is_empty() && !known.contains(&args)
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
        if let Some(mut function) = self.functions.pop() {
            let (mut code, forks, renumber) = function.finish();
            for fork in forks {
                if let Some(body) = &mut self.codes[fork.index()] {
                    body.captures.iter_mut().for_each(|c| c.0 = renumber(c.0));
                }
            }
            let forked = |body: CodeId| self.codes[body.index()].as_ref().map_or(&[][..], |c| &c.captures);
            code.live = live::registers(&code, forked);
            self.codes[id.index()] = Some(code);
            self.finished.push(function);
        }
    }

    /// Begins a function.
    fn begin(&mut self, what: CodeKind, class: Option<ClassId>, parameters: &[Name]) {
        let mut function = self.finished.pop().unwrap_or_default();
        function.begin(what, class, parameters);
        self.functions.push(function);
    }

    // The pieces of code.

    fn main(&mut self, main: ExprId) -> CodeId {
        let id = self.reserve();
        self.begin(CodeKind::Main, None, &[]);
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
        self.begin(CodeKind::Method(m as u32), Some(class), &[Name::THIS]);
        let mut params = Vec::with_capacity(names.len());
        for p in program.params_of(method) {
            let ty = self.ty(p.ty);
            self.f().parameter(p.name, ty.class());
            params.push(ty);
        }
        let ret = self.ty(method.ret);
        let requires = program.list(method.requires);
        let requires: Vec<_> = requires.iter().filter_map(|&l| self.path(l, "METHOD/requires-final")).collect();
        self.tail(method.body);
        self.finish(code);
        let plain = !ret.has_ghosts();
        Callee { code, arity: names.len() as u32, requires, params, ret, plain }
    }

    /// The code of the initialisers of every class of which an object is made.
    fn initialisers(&mut self) {
        // Initialisers of other classes are compiled for their errors only.
        let made: Vec<ClassId> = self.tables.classes.iter().map(|c| c.0).collect();
        for class in made {
            self.init_of(class);
        }
        while let Some(class) = self.to_initialise.pop() {
            self.initialiser(class);
        }
    }

    fn init_of(&mut self, class: ClassId) -> CodeId {
        // Classes without fields have nothing to initialise, as `Object`.
        let class = if self.tables.sizes[class.index()] == 0 { ClassId::OBJECT } else { class };
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
        while let Some(parent) = chain.last().and_then(|&c| tables.classes.get(c).superclass()) {
            chain.push(parent);
        }
        let Some(&id) = self.inits.get(&class) else { return };
        self.begin(CodeKind::Init(class), Some(class), &[Name::THIS]);
        for &owner in chain.iter().rev() {
            self.f().class = Some(owner);
            let own = tables.classes.declared(owner).map_or(Default::default(), |d| program.classes[d as usize].fields);
            for i in own.indices() {
                let field = FieldId(i as u32);
                let at = crate::program::FieldAt { field, slot: tables.fields[i].slot };
                let mark = self.f().mark();
                let (site, src) = match program.fields[i].init {
                    Some(init) => (init, self.operand(init)),
                    None => (ExprId::new(0), self.f().constant(default_of(program, program.fields[i].ty))),
                };
                self.emit(site, Instr::InitWrite { src, at });
                self.f().release(mark);
            }
        }
        self.emit(ExprId::new(0), Instr::Built);
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
        if !matches!(self.functions[at].what, CodeKind::Fork(_)) {
            return None;
        }
        // The functions between are fork bodies too; each captures from the one around it.
        let mut outermost = at;
        let mut found = None;
        while found.is_none() && matches!(self.functions[outermost].what, CodeKind::Fork(_)) {
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
