//! Slots of a harness: their number, their types, and their contents at the beginning.

use super::{Called, with_args};
use racefree_grammar::ast::{self, Expr, ExprId, Program, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_program::{ClassId, Resolved};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// A type of a slot.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Type {
    Int,
    Boolean,
    Class(ClassId, Vec<String>),
}

pub(super) struct SlotOf {
    pub(super) ty: Type,
    /// Suffix of the slot's methods, behind `get` and `put`.
    pub(super) name: String,
}

/// Source of an argument.
pub(super) enum Arg {
    Slot(usize),
    New(String),
}

pub(super) struct Writer<'r, 'p> {
    pub(super) resolved: &'r Resolved<'p>,
    pub(super) program: &'p Program,
    pub(super) name: String,
    /// The variables that stand for ghosts, with their types.
    pub(super) ghosts: Vec<(String, String)>,
    pub(super) slots: Vec<SlotOf>,
    pub(super) by_type: FxHashMap<Type, usize>,
    pub(super) body: String,
    pub(super) forks: Vec<Option<Span>>,
}

/// Texts for the variables in a type; a name without one cannot be written in a slot's type.
pub(super) type Names = FxHashMap<Name, String>;

impl Writer<'_, '_> {
    pub(super) fn class_name(&self, c: ClassId) -> &str {
        self.program.text(self.resolved.get(c).name)
    }

    /// The variables for the ghosts of a class.
    pub(super) fn ghosts_of(&mut self, class: ClassId) -> Vec<String> {
        let Some(decl) = self.resolved.decl(class) else { return Vec::new() };
        let mut names = Vec::new();
        for ghost in self.program.ghosts_of(&decl) {
            let name = format!("{}_{}", self.class_name(class), self.program.text(ghost.name));
            let ty = self.type_text(ghost.ty, &Names::default()).unwrap_or_else(|| "Object".to_owned());
            if self.ghosts.iter().all(|g| g.0 != name) {
                self.ghosts.push((name.clone(), ty));
            }
            names.push(name);
        }
        names
    }

    pub(super) fn path_text(&self, l: ExprId, names: &Names) -> Option<String> {
        match self.program.expr(l) {
            Expr::Var(x) => names.get(&x).cloned(),
            Expr::Field { recv, field } => {
                Some(format!("{}.{}", self.path_text(recv, names)?, self.program.text(field)))
            }
            _ => None,
        }
    }

    pub(super) fn args_of(&self, t: TypeId, names: &Names) -> Option<Vec<String>> {
        self.program.locks_of(t).iter().map(|&l| self.path_text(l, names)).collect()
    }

    pub(super) fn type_text(&self, t: TypeId, names: &Names) -> Option<String> {
        Some(match self.program.ty(t).kind {
            TypeKind::Int => "int".to_owned(),
            TypeKind::Boolean => "boolean".to_owned(),
            TypeKind::Void => "void".to_owned(),
            TypeKind::Array { .. } => return None,
            TypeKind::Class { name, .. } => with_args(self.program.text(name), &self.args_of(t, names)?),
        })
    }

    /// Returns the texts for the ghosts in scope of a method, if its receiver is of this class.
    pub(super) fn names_of(&mut self, called: Called) -> Names {
        let mut args = self.ghosts_of(called.class);
        let mut at = called.class;
        loop {
            let Some(decl) = self.resolved.decl(at) else { return Names::default() };
            let ghosts = self.program.ghosts_of(&decl).iter().map(|g| g.name);
            let names: Names = ghosts.zip(args).collect();
            if decl.methods.indices().contains(&(called.method as usize)) {
                return names;
            }
            args = decl.extends.and_then(|t| self.args_of(t, &names)).unwrap_or_default();
            match self.resolved.get(at).superclass() {
                Some(above) => at = above,
                None => return Names::default(),
            }
        }
    }

    pub(super) fn method(&self, called: Called) -> ast::Method {
        self.program.methods[called.method as usize]
    }

    /// The slot of a type, made if it is new. None: the type mentions what no slot can, or is of a `thread_local` class.
    pub(super) fn slot(&mut self, t: TypeId, names: &Names) -> Option<usize> {
        let ty = match self.program.ty(t).kind {
            TypeKind::Int => Type::Int,
            TypeKind::Boolean => Type::Boolean,
            TypeKind::Void | TypeKind::Array { .. } => return None,
            TypeKind::Class { name, .. } => Type::Class(self.resolved.find(name)?, self.args_of(t, names)?),
        };
        self.slot_of(ty)
    }

    pub(super) fn slot_of(&mut self, ty: Type) -> Option<usize> {
        if matches!(ty, Type::Class(c, _) if self.resolved.get(c).thread_local()) {
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
    pub(super) fn types_of(&mut self, called: Called) {
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

    pub(super) fn ty(&self, slot: usize) -> String {
        match &self.slots[slot].ty {
            Type::Int => "int".to_owned(),
            Type::Boolean => "boolean".to_owned(),
            Type::Class(c, args) => with_args(self.class_name(*c), args),
        }
    }

    /// Fills the slots at the beginning: an object of the type from main, those of subclasses from a thread each.
    pub(super) fn fill(&mut self) {
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
                    let below = self.resolved.get(c).end();
                    for sub in (c.0 + 1..below.0).map(ClassId).filter(|&s| s != ClassId::STRING) {
                        if !self.resolved.get(sub).thread_local() {
                            let args = self.sub_args(sub, c, &args);
                            let object = with_args(self.class_name(sub), &args);
                            self.put_by_thread(&name, &format!("new {object}"));
                        }
                    }
                }
            }
        }
    }

    pub(super) fn put_by_thread(&mut self, name: &str, value: &str) {
        let _ = writeln!(self.body, "  fork {{ h.put{name}({value}) }}");
        self.forks.push(None);
    }

    /// The ghost arguments of a subclass, so that it is below the slot's type where its ghosts decide that.
    pub(super) fn sub_args(&mut self, sub: ClassId, sup: ClassId, wanted: &[String]) -> Vec<String> {
        let own = self.ghosts_of(sub);
        let Some(decl) = self.resolved.decl(sub) else { return own };
        let ghosts = self.program.ghosts_of(&decl).iter().map(|g| g.name);
        let names: Names = ghosts.zip(own.iter().cloned()).collect();
        // Arguments of the superclass, in terms of these.
        let (mut at, mut names_at) = (sub, names);
        while at != sup {
            let Some(decl) = self.resolved.decl(at) else { return own };
            let args = decl.extends.and_then(|t| self.args_of(t, &names_at)).unwrap_or_default();
            let Some(above) = self.resolved.get(at).superclass() else { return own };
            at = above;
            names_at = match self.resolved.decl(at) {
                Some(decl) => self.program.ghosts_of(&decl).iter().map(|g| g.name).zip(args).collect(),
                None => return own,
            };
        }
        let Some(decl) = self.resolved.decl(sup) else { return own };
        let mut args = own.clone();
        for (g, want) in self.program.ghosts_of(&decl).iter().zip(wanted) {
            for (mine, arg) in own.iter().zip(&mut args) {
                if names_at.get(&g.name) == Some(mine) {
                    arg.clone_from(want);
                }
            }
        }
        args
    }
}
