//! Superclasses, cut at cycles, and each class's place in the tree that they make.

use super::{Classes, SuperProblem};
use crate::types::{ClassId, Ty, Types};
use racefree_grammar::ast::TypeKind;
use smallvec::{SmallVec, smallvec};

impl Classes<'_> {
    /// Finds each class's superclass, and what is wrong with it.
    pub(super) fn superclasses(&mut self, types: &mut Types) {
        for i in ClassId::PREDEFINED as usize..self.infos.len() {
            let id = ClassId(i as u32);
            let Some(extends) = self.decl(id).and_then(|c| c.extends) else { continue };
            let TypeKind::Class { name, args } = self.program.ty(extends).kind else { continue };
            let problem = match self.find(name) {
                None => Some(SuperProblem::Unknown),
                Some(ClassId::STRING) => Some(SuperProblem::IsString),
                Some(class) if self.ghosts(class) != args.len as usize => Some(SuperProblem::Arity),
                Some(class) => {
                    let args: SmallVec<[_; 4]> =
                        self.program.list(args).iter().map(|&l| types.paths.of_expr(self.program, l)).collect();
                    self.infos[i].superclass = class;
                    self.infos[i].super_ty = types.instance(class, &args);
                    None
                }
            };
            if let Some(problem) = problem {
                self.problems.insert(id, problem);
                self.infos[i].broken = true;
            }
        }
        self.cut_cycles();
    }

    /// Makes `Object` the superclass of one class of each cycle; the class that is reported is the first in the program.
    fn cut_cycles(&mut self) {
        const NEW: u32 = 0;
        const DONE: u32 = u32::MAX;
        let mut seen: SmallVec<[u32; 16]> = smallvec![NEW; self.infos.len()];
        seen[ClassId::OBJECT.index()] = DONE;
        for start in 0..self.infos.len() as u32 {
            let round = start + 1;
            let mut at = ClassId(start);
            while seen[at.index()] == NEW {
                seen[at.index()] = round;
                at = self.infos[at.index()].superclass;
            }
            if seen[at.index()] == round {
                let mut first = at;
                let mut on = self.infos[at.index()].superclass;
                while on != at {
                    first = first.min(on);
                    on = self.infos[on.index()].superclass;
                }
                let info = &mut self.infos[first.index()];
                (info.superclass, info.super_ty, info.broken) = (ClassId::OBJECT, Ty::OBJECT, true);
                self.problems.insert(first, SuperProblem::Cycle);
            }
            at = ClassId(start);
            while seen[at.index()] == round {
                seen[at.index()] = DONE;
                at = self.infos[at.index()].superclass;
            }
        }
    }

    /// Numbers the classes so that ancestors are found in constant time, and supertypes in logarithmic time.
    pub(super) fn hierarchy(&mut self, types: &mut Types) {
        // Children of each class as linked lists, in order of declaration.
        const NONE: u32 = u32::MAX;
        let n = self.infos.len();
        let mut first_child: SmallVec<[u32; 16]> = smallvec![NONE; n];
        let mut next_sibling = first_child.clone();
        for i in (1..n).rev() {
            let parent = self.infos[i].superclass.index();
            next_sibling[i] = first_child[parent];
            first_child[parent] = i as u32;
        }
        let mut counter = 0;
        let mut stack: SmallVec<[(u32, bool); 16]> = smallvec![(0u32, false)];
        while let Some((i, left)) = stack.pop() {
            if left {
                self.infos[i as usize].leave = counter;
                continue;
            }
            counter += 1;
            self.infos[i as usize].enter = counter;
            if i != 0 {
                self.climb(ClassId(i), types);
            }
            stack.push((i, true));
            let mut child = first_child[i as usize];
            while child != NONE {
                stack.push((child, false));
                child = next_sibling[child as usize];
            }
        }
    }

    /// Sets depth and jump of a class whose superclass has them.
    fn climb(&mut self, id: ClassId, types: &mut Types) {
        let info = self.infos[id.index()];
        let parent = self.infos[info.superclass.index()];
        let far = self.infos[parent.jump.index()];
        let long = parent.depth - far.depth == far.depth - self.infos[far.jump.index()].depth;
        let (jump, jump_ty) = if long && parent.depth > 0 {
            let near = self.instantiate(parent.jump_ty, info.super_ty, types);
            (far.jump, self.instantiate(far.jump_ty, near, types))
        } else {
            (info.superclass, info.super_ty)
        };
        let info = &mut self.infos[id.index()];
        info.depth = parent.depth + 1;
        (info.jump, info.jump_ty) = (jump, jump_ty);
        info.broken |= parent.broken;
    }
}
