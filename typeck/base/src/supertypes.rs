//! Superclasses as types: what a class type is, seen at a class that it inherits from (calculus, section 5.4: \[CLASS
//! INSTANTIATION\]). The classes themselves are those of the resolved program; what stands here depends on interned types.

use crate::types::{ClassId, Ty, Types};
use racefree_grammar::ast::{Program, TypeId, TypeKind};
use racefree_grammar::path::{Path, Substitution};
use racefree_program::Resolved;
use smallvec::SmallVec;
use std::ops::Deref;

/// The superclasses of a class as types over its own ghosts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Above {
    /// The superclass.
    superclass: Ty,
    /// An ancestor further up, and it as a type (skew-binary jump pointers, so that a climb takes logarithmic time).
    jump: ClassId,
    jump_ty: Ty,
}

/// The resolved program with its superclasses as types.
pub struct Supertypes<'p> {
    resolved: Resolved<'p>,
    /// By class; empty, if no superclass has ghost arguments.
    above: Vec<Above>,
}

impl<'p> Deref for Supertypes<'p> {
    type Target = Resolved<'p>;

    fn deref(&self) -> &Resolved<'p> {
        &self.resolved
    }
}

impl<'p> Supertypes<'p> {
    /// Resolves a program.
    pub(crate) fn new(program: &'p Program, types: &mut Types) -> Supertypes<'p> {
        let (resolved, mut above) = (Resolved::new(program), Vec::new());
        if !program.classes.iter().filter_map(|c| c.extends).any(|t| !program.locks_of(t).is_empty()) {
            return Supertypes { resolved, above };
        }
        above.resize(resolved.len(), Above { superclass: Ty::OBJECT, jump: ClassId::OBJECT, jump_ty: Ty::OBJECT });
        // In the order of the program, in which paths are numbered.
        for (i, class) in program.classes.iter().enumerate() {
            let id = resolved.of_declaration(i);
            let superclass = resolved.get(id).superclass().filter(|&c| c != ClassId::OBJECT);
            let (Some(superclass), Some(extends)) = (superclass, class.extends) else { continue };
            let TypeKind::Class { args, .. } = program.ty(extends).kind else { continue };
            let args: SmallVec<[Path; 4]> =
                program.list(args).iter().map(|&l| types.paths.of_expr(program, l)).collect();
            above[id.index()].superclass = types.instance(superclass, &args);
        }
        let mut depths = vec![0; resolved.len()];
        let mut classes = Supertypes { resolved, above };
        // Superclasses have smaller numbers.
        for id in (ClassId::PREDEFINED..classes.len() as u32).map(ClassId) {
            classes.climb(id, &mut depths, types);
        }
        classes
    }

    /// Sets the jump of a class whose superclass has one, and how many steps it is to `Object`.
    fn climb(&mut self, id: ClassId, depths: &mut [u32], types: &mut Types) {
        let superclass = self.get(id).superclass().unwrap_or(ClassId::OBJECT);
        depths[id.index()] = depths[superclass.index()] + 1;
        let depth = |c: ClassId| depths[c.index()];
        let (own, parent) = (self.above[id.index()].superclass, self.above[superclass.index()]);
        let far = self.above[parent.jump.index()];
        let long = depth(superclass) - depth(parent.jump) == depth(parent.jump) - depth(far.jump);
        let (jump, jump_ty) = if long && superclass != ClassId::OBJECT {
            let near = self.instantiate(parent.jump_ty, own, types);
            (far.jump, self.instantiate(far.jump_ty, near, types))
        } else {
            (superclass, own)
        };
        let above = &mut self.above[id.index()];
        (above.jump, above.jump_ty) = (jump, jump_ty);
    }

    /// The superclass of a class as a type over its own ghosts.
    #[inline]
    pub fn super_ty(&self, class: ClassId) -> Ty {
        self.above(class).superclass
    }

    /// Known superclasses of a class.
    #[inline]
    fn above(&self, class: ClassId) -> Above {
        self.above.get(class.index()).copied().unwrap_or_else(|| {
            let jump = self.get(class).superclass().unwrap_or(ClassId::OBJECT);
            Above { superclass: Ty::class(jump), jump, jump_ty: Ty::class(jump) }
        })
    }

    /// `ty`, which is over the ghosts of the class of `at`, with the ghost arguments of `at` put in for them.
    pub fn instantiate(&self, ty: Ty, at: Ty, types: &mut Types) -> Ty {
        if !types.has_args(ty) || !types.has_args(at) {
            return ty;
        }
        let theta = self.ghost_substitution(at, types);
        types.substitute(ty, &theta)
    }

    /// [lᵢ/xᵢ] for a type cn<l₁…ₙ>.
    pub fn ghost_substitution(&self, at: Ty, types: &Types) -> Substitution {
        let mut theta = Substitution::default();
        if let Some(class) = types.class_of(at).and_then(|c| self.decl(c)) {
            for (ghost, &arg) in self.program.ghosts_of(&class).iter().zip(types.args(at)) {
                theta.add(ghost.name, arg);
            }
        }
        theta
    }

    /// Number of ghost parameters.
    #[inline]
    pub fn ghosts(&self, class: ClassId) -> usize {
        self.resolved.ghosts(self.program, class)
    }

    /// `ty` seen at the class `ancestor`, which its class inherits from (or is).
    pub fn as_ancestor(&self, ty: Ty, ancestor: ClassId, types: &mut Types) -> Ty {
        if !self.get(ancestor).has_ghosts() {
            return Ty::class(ancestor);
        }
        let mut ty = ty;
        while let Some(class) = types.class_of(ty).filter(|&c| c != ancestor) {
            let above = self.above(class);
            let far = self.below(above.jump, ancestor);
            ty = match self.toward(ty, ancestor, types) {
                Some(interface) if !far => interface,
                _ => self.instantiate(if far { above.jump_ty } else { above.superclass }, ty, types),
            };
            if class == ClassId::OBJECT {
                break;
            }
        }
        ty
    }

    /// Returns true if `ancestor` is more than `steps` up the hierarchy from `class`, which inherits from it.
    pub fn is_far_up(&self, class: ClassId, ancestor: ClassId, steps: usize) -> bool {
        self.ancestors(class).nth(steps).is_some_and(|c| c != ancestor && self.below(c, ancestor))
    }

    /// The interface that a class names, as a supertype of a type of it, if that is the way to `ancestor`.
    pub(crate) fn toward(&self, ty: Ty, ancestor: ClassId, types: &mut Types) -> Option<Ty> {
        let class = types.class_of(ty)?;
        if !self.interfaces(class).contains(&ancestor) {
            return None;
        }
        let way = |&&(interface, _): &&(ClassId, TypeId)| self.below(interface, ancestor);
        let &(interface, written) = self.direct_interfaces(class).iter().find(way)?;
        let args: SmallVec<[Path; 4]> = {
            let locks = self.program.locks_of(written).iter();
            locks.map(|&l| types.paths.of_expr(self.program, l)).collect()
        };
        let up = types.instance(interface, &args);
        Some(self.instantiate(up, ty, types))
    }

    /// The immediate supertype of a class type; none for `Object`.
    pub fn supertype(&self, ty: Ty, types: &mut Types) -> Option<Ty> {
        let class = types.class_of(ty).filter(|&c| c != ClassId::OBJECT)?;
        Some(self.instantiate(self.super_ty(class), ty, types))
    }
}
