//! The harness of an open program (section 1): an ordinary main expression that calls the methods of an interface from two
//! threads each. Program in, program out; the choices that the paper writes `*` are the scheduler's here.
//!
//! The receivers, arguments and results live in *slots*, fields of one object of a class that locks itself, so that slots never
//! race.

use racefree_grammar::ast::{self, Expr, ExprId, Program, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_program::{ClassId, MethodId, Resolved};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// A method that is called, on objects of a class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Called {
    /// The class of the receiver.
    pub class: ClassId,
    /// The method, by its index in [`Program::methods`].
    pub method: u32,
}

/// What to call.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The methods, each from `threads` threads.
    pub calls: Vec<Called>,
    /// How many threads call each; two, unless these are single calls.
    pub threads: usize,
    /// A call that main makes before any thread is forked.
    pub warm_up: Option<Called>,
}

/// A program with a harness.
#[derive(Clone, Debug)]
pub struct Harness {
    /// The whole text: that of the library, then the harness.
    pub text: String,
    /// Where the harness begins.
    pub from: u32,
    /// The methods that are called, as `C.m`.
    pub interface: Vec<String>,
    /// How many threads call them.
    pub calls: usize,
    /// For each fork of the harness, in the order of its text, the name of the method that it calls, if it calls one.
    pub forks: Vec<Option<Span>>,
}

/// The methods of an interface: `C` or `C.m`; with no names, every method of every class that is not `thread_local`.
///
/// # Errors
///
/// A sentence: an unknown class or method, or no method at all.
pub fn interface(resolved: &Resolved<'_>, names: &[String]) -> Result<Vec<Called>, String> {
    let program = resolved.program;
    let mut calls = Vec::new();
    if names.is_empty() {
        for (i, class) in program.classes.iter().enumerate().filter(|(_, c)| !c.thread_local) {
            let id = resolved.of_declaration(i);
            calls.extend(class.methods.indices().map(|m| Called { class: id, method: m as u32 }));
        }
    }
    for name in names {
        let (class, method) = name.split_once('.').map_or((name.as_str(), None), |(c, m)| (c, Some(m)));
        let found = program.names.find(class).and_then(|c| resolved.find(c)).filter(|&c| resolved.decl(c).is_some());
        let Some(id) = found else { return Err(format!("there is no class `{class}`")) };
        match method {
            None => calls.extend(methods_of(resolved, id)),
            Some(m) => {
                let found = program.names.find(m).and_then(|m| resolved.method(id, m));
                let Some((_, MethodId::Declared(method))) = found else {
                    return Err(format!("class `{class}` has no method `{m}`"));
                };
                calls.push(Called { class: id, method });
            }
        }
    }
    let mut seen = rustc_hash::FxHashSet::default();
    calls.retain(|&c| seen.insert(c));
    if calls.is_empty() {
        return Err("there is no method to call".to_owned());
    }
    Ok(calls)
}

/// The methods that a class declares or inherits.
fn methods_of(resolved: &Resolved<'_>, class: ClassId) -> Vec<Called> {
    let program = resolved.program;
    let mut found: Vec<Called> = Vec::new();
    for at in resolved.ancestors(class) {
        for m in resolved.decl(at).map_or(Default::default(), |c| c.methods).indices() {
            let name = program.methods[m].name;
            if found.iter().all(|f| program.methods[f.method as usize].name != name) {
                found.push(Called { class, method: m as u32 });
            }
        }
    }
    found.sort_by_key(|c| c.method);
    found
}

/// `C.m`
pub fn name_of(resolved: &Resolved<'_>, called: Called) -> String {
    let program = resolved.program;
    let class = program.text(resolved.get(called.class).name);
    format!("{class}.{}", program.text(program.methods[called.method as usize].name))
}

/// Writes a harness behind a library.
pub fn harness(resolved: &Resolved<'_>, source: &str, plan: &Plan) -> Harness {
    let mut writer = Writer {
        resolved,
        program: resolved.program,
        name: fresh_class(resolved),
        ghosts: Vec::new(),
        slots: Vec::new(),
        by_type: FxHashMap::default(),
        body: String::new(),
        forks: Vec::new(),
    };
    for &called in plan.warm_up.iter().chain(&plan.calls) {
        writer.types_of(called);
    }
    writer.fill();
    if let Some(called) = plan.warm_up {
        let call = writer.call(called, "  ");
        let _ = writeln!(writer.body, "  {{\n{call}  }};");
    }
    let method = |c: Called| resolved.program.methods[c.method as usize].name_span;
    for &called in &plan.calls {
        for _ in 0..plan.threads {
            let call = writer.call(called, "  ");
            let _ = writeln!(writer.body, "  fork {{\n{call}  }}");
            writer.forks.push(Some(method(called)));
        }
    }
    let mut text = source.to_owned();
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    let from = text.len() as u32;
    text.push('\n');
    text.push_str(&writer.finish());
    let mut interface: Vec<String> = plan.calls.iter().map(|&c| name_of(resolved, c)).collect();
    interface.dedup();
    Harness { text, from, interface, calls: plan.calls.len() * plan.threads, forks: writer.forks }
}

fn fresh_class(resolved: &Resolved<'_>) -> String {
    let taken = |name: &str| resolved.program.names.find(name).is_some_and(|n| resolved.find(n).is_some());
    let more = (2..).map(|i| format!("Harness{i}"));
    std::iter::once("Harness".to_owned()).chain(more).find(|n| !taken(n)).unwrap_or_default()
}

/// A type of a slot.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Type {
    Int,
    Boolean,
    Class(ClassId, Vec<String>),
}

struct SlotOf {
    ty: Type,
    /// What the methods of the slot are called behind `get` and `put`.
    name: String,
}

/// How an argument is got.
enum Arg {
    Slot(usize),
    New(String),
}

struct Writer<'r, 'p> {
    resolved: &'r Resolved<'p>,
    program: &'p Program,
    name: String,
    /// The variables that stand for ghosts, with their types.
    ghosts: Vec<(String, String)>,
    slots: Vec<SlotOf>,
    by_type: FxHashMap<Type, usize>,
    body: String,
    forks: Vec<Option<Span>>,
}

/// What the variables in a type stand for; a name that is not there cannot be written in a slot's type.
type Names = FxHashMap<Name, String>;

impl Writer<'_, '_> {
    fn class_name(&self, c: ClassId) -> &str {
        self.program.text(self.resolved.get(c).name)
    }

    /// The variables for the ghosts of a class.
    fn ghosts_of(&mut self, class: ClassId) -> Vec<String> {
        let Some(decl) = self.resolved.decl(class) else { return Vec::new() };
        let mut names = Vec::new();
        for ghost in self.program.ghosts_of(decl) {
            let name = format!("{}_{}", self.class_name(class), self.program.text(ghost.name));
            let ty = self.type_text(ghost.ty, &Names::default()).unwrap_or_else(|| "Object".to_owned());
            if self.ghosts.iter().all(|g| g.0 != name) {
                self.ghosts.push((name.clone(), ty));
            }
            names.push(name);
        }
        names
    }

    fn path_text(&self, l: ExprId, names: &Names) -> Option<String> {
        match self.program.expr(l) {
            Expr::Var(x) => names.get(&x).cloned(),
            Expr::Field { recv, field } => {
                Some(format!("{}.{}", self.path_text(recv, names)?, self.program.text(field)))
            }
            _ => None,
        }
    }

    fn args_of(&self, t: TypeId, names: &Names) -> Option<Vec<String>> {
        self.program.locks_of(t).iter().map(|&l| self.path_text(l, names)).collect()
    }

    fn type_text(&self, t: TypeId, names: &Names) -> Option<String> {
        Some(match self.program.ty(t).kind {
            TypeKind::Int => "int".to_owned(),
            TypeKind::Boolean => "boolean".to_owned(),
            TypeKind::Void => "void".to_owned(),
            TypeKind::Class { name, .. } => with_args(self.program.text(name), &self.args_of(t, names)?),
        })
    }

    /// What the ghosts in scope of a method stand for, if its receiver is of this class.
    fn names_of(&mut self, called: Called) -> Names {
        let mut args = self.ghosts_of(called.class);
        let mut at = called.class;
        loop {
            let Some(decl) = self.resolved.decl(at) else { return Names::default() };
            let ghosts = self.program.ghosts_of(decl).iter().map(|g| g.name);
            let names: Names = ghosts.zip(args).collect();
            if decl.methods.indices().contains(&(called.method as usize)) {
                return names;
            }
            args = decl.extends.and_then(|t| self.args_of(t, &names)).unwrap_or_default();
            match self.resolved.get(at).superclass {
                Some(above) => at = above,
                None => return Names::default(),
            }
        }
    }

    fn method(&self, called: Called) -> ast::Method {
        self.program.methods[called.method as usize]
    }

    /// The slot of a type, made if it is new. None: the type mentions what no slot can, or is of a `thread_local` class.
    fn slot(&mut self, t: TypeId, names: &Names) -> Option<usize> {
        let ty = match self.program.ty(t).kind {
            TypeKind::Int => Type::Int,
            TypeKind::Boolean => Type::Boolean,
            TypeKind::Void => return None,
            TypeKind::Class { name, .. } => Type::Class(self.resolved.find(name)?, self.args_of(t, names)?),
        };
        self.slot_of(ty)
    }

    fn slot_of(&mut self, ty: Type) -> Option<usize> {
        if matches!(ty, Type::Class(c, _) if self.resolved.get(c).thread_local) {
            return None;
        }
        if let Some(&slot) = self.by_type.get(&ty) {
            return Some(slot);
        }
        let base = match &ty {
            Type::Int => "int".to_owned(),
            Type::Boolean => "boolean".to_owned(),
            Type::Class(c, _) => self.class_name(*c).to_owned(),
        };
        let same = self.slots.iter().filter(|s| s.name == base || s.name.starts_with(&format!("{base}_"))).count();
        let name = if same == 0 { base } else { format!("{base}_{}", same + 1) };
        self.by_type.insert(ty.clone(), self.slots.len());
        self.slots.push(SlotOf { ty, name });
        Some(self.slots.len() - 1)
    }

    /// Makes the slots that a call needs.
    fn types_of(&mut self, called: Called) {
        let names = self.names_of(called);
        let ghosts = self.ghosts_of(called.class);
        self.slot_of(Type::Class(called.class, ghosts));
        let method = self.method(called);
        for p in self.program.params_of(&method) {
            self.slot(p.ty, &names);
        }
        if matches!(self.program.ty(method.ret).kind, TypeKind::Class { .. }) {
            self.slot(method.ret, &names);
        }
    }

    fn ty(&self, slot: usize) -> String {
        match &self.slots[slot].ty {
            Type::Int => "int".to_owned(),
            Type::Boolean => "boolean".to_owned(),
            Type::Class(c, args) => with_args(self.class_name(*c), args),
        }
    }

    /// What the slots hold at the beginning: an object of the type from main, those of subclasses from a thread each.
    fn fill(&mut self) {
        for i in 0..self.slots.len() {
            let (ty, name) = (self.slots[i].ty.clone(), self.slots[i].name.clone());
            match ty {
                Type::Int => self.put_by_thread(&name, "1"),
                Type::Boolean => self.put_by_thread(&name, "true"),
                Type::Class(ClassId::STRING, _) => {
                    let _ = writeln!(self.body, "  h.put{name}(\"a\");");
                }
                Type::Class(c, args) => {
                    let _ = writeln!(self.body, "  h.put{name}(new {});", with_args(self.class_name(c), &args));
                    let below = self.resolved.get(c).end;
                    for sub in (c.0 + 1..below.0).map(ClassId).filter(|&s| s != ClassId::STRING) {
                        if !self.resolved.get(sub).thread_local {
                            let args = self.sub_args(sub, c, &args);
                            let object = with_args(self.class_name(sub), &args);
                            self.put_by_thread(&name, &format!("new {object}"));
                        }
                    }
                }
            }
        }
    }

    fn put_by_thread(&mut self, name: &str, value: &str) {
        let _ = writeln!(self.body, "  fork {{ h.put{name}({value}) }}");
        self.forks.push(None);
    }

    /// The ghost arguments of a subclass, so that it is below the slot's type where its ghosts decide that.
    fn sub_args(&mut self, sub: ClassId, sup: ClassId, wanted: &[String]) -> Vec<String> {
        let own = self.ghosts_of(sub);
        let Some(decl) = self.resolved.decl(sub) else { return own };
        let ghosts = self.program.ghosts_of(decl).iter().map(|g| g.name);
        let names: Names = ghosts.zip(own.iter().cloned()).collect();
        // What the superclass gets, in terms of these.
        let (mut at, mut names_at) = (sub, names);
        while at != sup {
            let Some(decl) = self.resolved.decl(at) else { return own };
            let args = decl.extends.and_then(|t| self.args_of(t, &names_at)).unwrap_or_default();
            let Some(above) = self.resolved.get(at).superclass else { return own };
            at = above;
            names_at = match self.resolved.decl(at) {
                Some(decl) => self.program.ghosts_of(decl).iter().map(|g| g.name).zip(args).collect(),
                None => return own,
            };
        }
        let Some(decl) = self.resolved.decl(sup) else { return own };
        let mut args = own.clone();
        for (g, want) in self.program.ghosts_of(decl).iter().zip(wanted) {
            for (mine, arg) in own.iter().zip(&mut args) {
                if names_at.get(&g.name) == Some(mine) {
                    arg.clone_from(want);
                }
            }
        }
        args
    }

    /// One call: receiver and arguments from the slots, unless the receiver is null; an object that it gives goes into its slot.
    fn call(&mut self, called: Called, indent: &str) -> String {
        let method = self.method(called);
        let mut names = self.names_of(called);
        let ghosts = self.ghosts_of(called.class);
        let class = with_args(self.class_name(called.class), &ghosts);
        let mut text = String::new();
        let receiver = self.slot_of(Type::Class(called.class, ghosts));
        let got = receiver.map_or_else(|| format!("new {class}"), |s| format!("h.get{}()", self.slots[s].name));
        let _ = writeln!(text, "{indent}  let {class} r = {got} in");
        names.insert(Name::THIS, "r".to_owned());
        let result = match self.program.ty(method.ret).kind {
            TypeKind::Class { .. } => {
                let slot_names: Names =
                    names.iter().filter(|(n, _)| **n != Name::THIS).map(|(n, t)| (*n, t.clone())).collect();
                self.slot(method.ret, &slot_names)
            }
            _ => None,
        };
        let params: Vec<ast::Param> = self.program.params_of(&method).to_vec();
        let mut args = Vec::new();
        for (j, p) in params.iter().enumerate() {
            let ghosts_only: Names =
                names.iter().filter(|(_, t)| *t != "r" && !t.starts_with('x')).map(|(n, t)| (*n, t.clone())).collect();
            let x = format!("x{}", j + 1);
            let arg = match self.slot(p.ty, &ghosts_only) {
                Some(slot) => Arg::Slot(slot),
                None => Arg::New(self.type_text(p.ty, &names).unwrap_or_else(|| "Object".to_owned())),
            };
            let _ = match arg {
                Arg::Slot(s) => writeln!(text, "{indent}  let {} {x} = h.get{}() in", self.ty(s), self.slots[s].name),
                Arg::New(ty) => writeln!(text, "{indent}  let {ty} {x} = new {ty} in"),
            };
            names.insert(p.name, x.clone());
            args.push(x);
        }
        let mut call = format!("r.{}({})", self.program.text(method.name), args.join(", "));
        if let Some(slot) = result {
            call = format!("h.put{}({call})", self.slots[slot].name);
        }
        for &l in self.program.list(method.requires).iter().rev() {
            if let Some(lock) = self.path_text(l, &names) {
                call = format!("synchronized {lock} in {call}");
            }
        }
        let _ = writeln!(text, "{indent}  if (r != null) {call}");
        text
    }

    fn finish(&self) -> String {
        let mut text = String::from("// What follows is a harness: it calls the methods above from several threads.\n");
        let ghosts: Vec<String> = self.ghosts.iter().map(|(name, ty)| format!("ghost {ty} {name}")).collect();
        let args: Vec<String> = self.ghosts.iter().map(|g| g.0.clone()).collect();
        let _ = writeln!(text, "class {} guarded_by this {{", with_args(&self.name, &ghosts));
        for (i, slot) in self.slots.iter().enumerate() {
            let (ty, name) = (self.ty(i), &slot.name);
            let _ = writeln!(text, "  {ty} slot{name}\n  synchronized {ty} get{name}() {{ this.slot{name} }}");
            let _ = writeln!(text, "  synchronized void put{name}({ty} x) {{ this.slot{name} = x }}");
        }
        text.push_str("}\n\n");
        for (name, ty) in &self.ghosts {
            let _ = writeln!(text, "let {ty} {name} = new {ty} in");
        }
        let this = with_args(&self.name, &args);
        let _ = write!(text, "let {this} h = new {this} in {{\n{}}}\n", self.body);
        text
    }
}

fn with_args(name: &str, args: &[String]) -> String {
    if args.is_empty() { name.to_owned() } else { format!("{name}<{}>", args.join(", ")) }
}
