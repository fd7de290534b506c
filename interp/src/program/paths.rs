//! Types and lock expressions with their names resolved (calculus, sections 2 and 8). Registers stand for variables; a
//! ghost variable is a ghost of the object that `this` is.

use super::error::{CannotRun, Kind};
use crate::value::Value;
use racefree_grammar::ast::{Expr, ExprId, Extended, Program, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_program::{ClassId, Classes};
use std::ops::{Index, IndexMut};

racefree_grammar::index! {
    /// A register of a frame. In declarations the first is `this`, and the parameters follow.
    Reg;
}

impl Reg {
    /// The register of `this`.
    pub const THIS: Reg = Reg(0);
}

impl Index<Reg> for [Value] {
    type Output = Value;

    #[inline(always)]
    fn index(&self, reg: Reg) -> &Value {
        &self[reg.index()]
    }
}

impl IndexMut<Reg> for [Value] {
    #[inline(always)]
    fn index_mut(&mut self, reg: Reg) -> &mut Value {
        &mut self[reg.index()]
    }
}

/// Start of a lock expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Root {
    /// A variable, by its register.
    Reg(Reg),
    /// Ghost number `ghost` of class `class`, as the object in register `this` has it.
    Ghost {
        /// The register of `this`.
        this: Reg,
        /// The class that declares the ghost.
        class: ClassId,
        /// Its position among the ghosts of the class.
        ghost: u32,
    },
    /// The object of a class, or a name that is not in scope, which the path's first field is: it denotes nothing, as a path through `null` does (D13).
    Nothing,
}

/// `x.fd₁…fdₙ`
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LockPath {
    /// `x`
    pub root: Root,
    /// `fd₁…fdₙ`
    pub fields: Vec<Name>,
}

impl LockPath {
    /// Returns true for the variable in register 0 and nothing else.
    pub fn is_this(&self) -> bool {
        self.root == Root::Reg(Reg::THIS) && self.fields.is_empty()
    }
}

/// `t`
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ty {
    /// `int`
    Int,
    /// `boolean`
    Boolean,
    /// `void`
    Void,
    /// `cn<l*>`
    Class(ClassId, Vec<LockPath>),
}

impl Ty {
    /// The class, if it is one.
    pub fn class(&self) -> Option<ClassId> {
        match self {
            Ty::Class(class, _) => Some(*class),
            Ty::Int | Ty::Boolean | Ty::Void => None,
        }
    }

    /// Returns true if it has ghost arguments.
    pub fn has_ghosts(&self) -> bool {
        matches!(self, Ty::Class(_, args) if !args.is_empty())
    }
}

/// Meanings of names at a place of the program.
pub trait Scope {
    /// The variable or ghost of a name.
    fn lookup(&mut self, name: Name) -> Option<Root>;
}

/// Ghosts and `this` of a class, then variables in registers.
pub(crate) struct Declared<'a> {
    pub(crate) program: &'a Program,
    /// The class, and true if `this` is in scope.
    pub(crate) class: Option<(ClassId, bool)>,
    pub(crate) classes: &'a Classes,
    /// Variables in order; the register of the first is 1.
    pub(crate) variables: Vec<Name>,
}

impl Scope for Declared<'_> {
    fn lookup(&mut self, name: Name) -> Option<Root> {
        if let Some(i) = self.variables.iter().rposition(|&x| x == name) {
            return Some(Root::Reg(Reg(i as u32 + 1)));
        }
        let (class, this) = self.class?;
        if name == Name::THIS {
            return this.then_some(Root::Reg(Reg::THIS));
        }
        ghost(self.program, self.classes, class, name).map(|ghost| Root::Ghost { this: Reg::THIS, class, ghost })
    }
}

/// Returns the position of the ghost of this name in a class.
pub(crate) fn ghost(program: &Program, classes: &Classes, class: ClassId, name: Name) -> Option<u32> {
    program.ghosts_of(&classes.declaration(program, class)?).iter().rposition(|g| g.name == name).map(|i| i as u32)
}

/// Resolves a lock expression of an annotation, which keeps no program from running if a name in it means nothing. `None` if there were
/// errors, which are in `errors` then.
pub fn resolve_path(
    program: &Program,
    scope: &mut dyn Scope,
    path: ExprId,
    rule: &'static str,
    errors: &mut Vec<CannotRun>,
) -> Option<LockPath> {
    let mut fields = Vec::new();
    let mut at = path;
    loop {
        match program.expr(at) {
            Expr::Field { recv, field } => {
                fields.push(field);
                at = recv;
            }
            Expr::Var(x) => {
                let root = scope.lookup(x).unwrap_or_else(|| {
                    fields.push(x);
                    Root::Nothing
                });
                fields.reverse();
                return Some(LockPath { root, fields });
            }
            // The object of a class guards what is static: for the checker, which reads it.
            Expr::Extended(Extended::ClassConst(_)) => return Some(LockPath { root: Root::Nothing, fields }),
            _ => {
                let message = "a lock is named by a variable and fields".to_owned();
                errors.push(CannotRun::new(Kind::Form, rule, message, program.span(at)));
                return None;
            }
        }
    }
}

/// Resolves a type. After an error it is the type `Object`.
pub fn resolve_type(
    program: &Program,
    classes: &Classes,
    scope: &mut dyn Scope,
    ty: TypeId,
    errors: &mut Vec<CannotRun>,
) -> Ty {
    let written = program.ty(ty);
    let (name, args) = match written.kind {
        TypeKind::Int => return Ty::Int,
        TypeKind::Boolean => return Ty::Boolean,
        TypeKind::Void => return Ty::Void,
        TypeKind::Class { name, args } => (name, args),
        // Of a program that was refused.
        TypeKind::Array { .. } => return Ty::Class(ClassId::OBJECT, Vec::new()),
    };
    let Some(class) = classes.find(name) else {
        let message = format!("there is no class `{}`", program.text(name));
        errors.push(CannotRun::new(Kind::Scope, "TYPE C/class-known", message, written.span));
        return Ty::Class(ClassId::OBJECT, Vec::new());
    };
    let wanted = classes.ghosts(program, class);
    if args.len as usize != wanted {
        let message = format!("class `{}` has {wanted} ghosts, and here are {}", program.text(name), args.len);
        errors.push(CannotRun::new(Kind::Arity, "TYPE C/arity", message, written.span));
        return Ty::Class(ClassId::OBJECT, Vec::new());
    }
    let args = program
        .list(args)
        .iter()
        .filter_map(|&l| resolve_path(program, scope, l, "FINAL VAR/in-scope", errors))
        .collect();
    Ty::Class(class, args)
}
