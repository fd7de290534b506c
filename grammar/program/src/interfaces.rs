//! Interfaces: the further supertypes of classes, in programs of the dialect of Java. The preorder of the classes knows superclasses alone, so
//! a class has a list of all interfaces above it; a program without interfaces has no table of them.

use crate::classes::{BROKEN, ClassId, Classes};
use crate::problem::SuperProblem;
use racefree_grammar::ast::{Program, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;
use rustc_hash::FxHashSet;

/// The interfaces of a program's classes, by the numbers of the classes.
#[derive(Clone, Debug)]
pub(crate) struct Interfaces {
    /// Interfaces that a class names, with the types as written.
    direct: Vec<Vec<(ClassId, TypeId)>>,
    /// All above a class, the nearest first; one that extends another one before that.
    above: Vec<Vec<ClassId>>,
    /// Length of the longest way up from a class.
    depths: Vec<u32>,
    /// Written supertypes that are none, in the order of the program.
    problems: Vec<(ClassId, TypeId, SuperProblem)>,
}

/// Progress with the interfaces above a class.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    New,
    Open,
    Done,
}

impl Interfaces {
    fn read(program: &Program, classes: &Classes) -> Interfaces {
        let n = classes.len();
        let (direct, above) = (vec![Vec::new(); n], vec![Vec::new(); n]);
        let mut found = Interfaces { direct, above, depths: vec![0; n], problems: Vec::new() };
        for (i, class) in program.classes.iter().enumerate() {
            let id = classes.of_declaration(i);
            for ty in class.more_supertypes.indices().map(|t| TypeId::new(t as u32)) {
                match classes.interface(program, ty) {
                    Ok(interface) => found.direct[id.index()].push((interface, ty)),
                    Err(problem) => found.problems.push((id, ty, problem)),
                }
            }
        }
        let mut visits = vec![Visit::New; classes.len()];
        for (id, _) in classes.iter() {
            found.visit(classes, id, &mut visits);
        }
        found
    }

    /// Finds all interfaces above a class. One that comes back to itself is cut there.
    fn visit(&mut self, classes: &Classes, id: ClassId, visits: &mut [Visit]) {
        if visits[id.index()] != Visit::New {
            return;
        }
        visits[id.index()] = Visit::Open;
        let superclass = classes.get(id).superclass();
        if let Some(superclass) = superclass {
            deep(|| self.visit(classes, superclass, visits));
        }
        let mut direct = std::mem::take(&mut self.direct[id.index()]);
        direct.retain(|&(interface, ty)| {
            deep(|| self.visit(classes, interface, visits));
            let cyclic = visits[interface.index()] == Visit::Open;
            if cyclic {
                self.problems.push((id, ty, SuperProblem::Cycle));
            }
            !cyclic
        });
        let (mut seen, mut above) = (FxHashSet::default(), Vec::new());
        // The first interface that another one extends is its superclass here.
        let up =
            |&(interface, _): &(ClassId, TypeId)| classes.ancestors(interface).take_while(|&c| c != ClassId::OBJECT);
        let near: Vec<ClassId> = direct.iter().flat_map(up).collect();
        let far = near.iter().copied().chain(superclass).flat_map(|c| self.above[c.index()].iter().copied());
        above.extend(near.iter().copied().chain(far).filter(|&interface| seen.insert(interface)));
        // A method of an interface hides those of the interfaces that it extends.
        above.sort_by_key(|interface| std::cmp::Reverse(self.depths[interface.index()]));
        self.depths[id.index()] = above.iter().map(|up| self.depths[up.index()] + 1).max().unwrap_or(0);
        (self.direct[id.index()], self.above[id.index()]) = (direct, above);
        visits[id.index()] = Visit::Done;
    }
}

impl Classes {
    /// Reads the further supertypes of all classes, if there are any.
    pub(crate) fn read_interfaces(&mut self, program: &Program) {
        self.interfaces = None;
        if program.classes.iter().all(|class| class.more_supertypes.is_empty()) {
            return;
        }
        let found = Interfaces::read(program, self);
        let wrong: FxHashSet<ClassId> = found.problems.iter().map(|&(class, ..)| class).collect();
        for id in (0..self.len() as u32).map(ClassId) {
            let inherited = self.get(id).superclass().is_some_and(|c| self.get(c).broken());
            if inherited || wrong.contains(&id) || found.above[id.index()].iter().any(|c| wrong.contains(c)) {
                self.all[id.index()].end |= BROKEN;
            }
        }
        self.interfaces = Some(Box::new(found));
    }

    /// The interface that a written type is.
    fn interface(&self, program: &Program, ty: TypeId) -> Result<ClassId, SuperProblem> {
        let TypeKind::Class { name, args } = program.ty(ty).kind else { return Err(SuperProblem::NoClass) };
        let class = self.find(name).ok_or(SuperProblem::Unknown)?;
        match self.declaration(program, class) {
            _ if name == Name::STRING => Err(SuperProblem::IsString),
            Some(declared) if declared.interface && declared.ghosts.len() == args.len as usize => Ok(class),
            Some(declared) if declared.interface => Err(SuperProblem::Arity),
            Some(_) | None => Err(SuperProblem::NoInterface),
        }
    }

    /// All interfaces above a class, the nearest first.
    #[inline]
    pub fn interfaces(&self, class: ClassId) -> &[ClassId] {
        self.interfaces.as_ref().map_or(&[], |all| &all.above[class.index()])
    }

    /// The interfaces that a class names, with the types as written.
    pub fn direct_interfaces(&self, class: ClassId) -> &[(ClassId, TypeId)] {
        self.interfaces.as_ref().map_or(&[], |all| &all.direct[class.index()])
    }

    /// The problems with further supertypes of a class.
    pub fn problems_of_supertypes(&self, class: ClassId) -> impl Iterator<Item = (TypeId, SuperProblem)> + '_ {
        let problems = self.interfaces.iter().flat_map(|all| &all.problems);
        problems.filter(move |(of, ..)| *of == class).map(|&(_, ty, problem)| (ty, problem))
    }
}
