//! Superclasses by name, cut at cycles, and the preorder numbering that they give. No temporary table is made, unless a
//! class is declared behind its subclass; only then does it take more than time linear in the number of classes,
//! regardless of their depth, for a sort.

use crate::classes::{BROKEN, Class, ClassId, Classes, GHOSTS, LOCAL};
use crate::problem::SuperProblem;
use racefree_grammar::ast::{self, Dialect, Program, TypeKind};
use racefree_grammar::name::Name;
use smallvec::SmallVec;

type Order = SmallVec<[u32; 16]>;

impl Classes {
    /// Numbers the classes of a program, in the memory of another one's.
    pub fn read(&mut self, program: &Program) {
        self.by_name.clear();
        self.by_name.resize(program.names.len(), 0);
        let predefined = [Name::OBJECT, Name::STRING];
        // Of two of one name the first counts, and none of a predefined one.
        for i in (0..program.classes.len()).rev() {
            self.by_name[program.classes[i].name.index()] = ClassId::placed(i).0 + 1;
        }
        predefined.iter().for_each(|name| self.by_name[name.index()] = 0);
        let order = if self.superclasses(program) { self.superclasses_first() } else { Order::new() };
        self.number(&order);
        for (i, number) in self.numbers.iter().enumerate().rev() {
            self.by_name[program.classes[i].name.index()] = number.0 + 1;
        }
        for (i, name) in predefined.into_iter().enumerate() {
            self.by_name[name.index()] = i as u32 + 1;
        }
        self.read_interfaces(program);
    }

    /// Finds the superclass of each class, or the problem with it, in the order of the program. Returns true if some
    /// class is declared behind its subclass: without that there is no cycle.
    fn superclasses(&mut self, program: &Program) -> bool {
        self.all.clear();
        self.problems.clear();
        self.all.reserve_exact(ClassId::placed(program.classes.len()).index());
        self.all.push(Class { name: Name::OBJECT, superclass: Class::NO_SUPERCLASS, end: 1 });
        self.all.push(Class { name: Name::STRING, superclass: ClassId::OBJECT, end: 1 });
        let mut forward = false;
        for (i, class) in program.classes.iter().enumerate() {
            let superclass = self.superclass(program, class).unwrap_or_else(|problem| {
                self.problems.insert(i as u32, problem);
                ClassId::OBJECT
            });
            forward |= superclass >= ClassId::placed(i);
            let local = if class.thread_local { LOCAL } else { 0 };
            let ghosts = if class.ghosts.is_empty() { 0 } else { GHOSTS };
            self.all.push(Class { name: class.name, superclass, end: 1 | local | ghosts });
        }
        forward
    }

    fn superclass(&self, program: &Program, class: &ast::Class) -> Result<ClassId, SuperProblem> {
        let Some(extends) = class.extends else { return Ok(ClassId::OBJECT) };
        let TypeKind::Class { name, args } = program.ty(extends).kind else { return Err(SuperProblem::NoClass) };
        let (superclass, ghosts) = match (name, self.by_name[name.index()]) {
            // In the dialect of owners `Object` has an owner; without arguments, it is that of the class.
            (Name::OBJECT, _) => (ClassId::OBJECT, usize::from(program.dialect == Dialect::Owners && args.len > 0)),
            (Name::STRING, _) => return Err(SuperProblem::IsString),
            (_, 0) => return Err(SuperProblem::Unknown),
            (_, i) => {
                let place = i - 1 - ClassId::PREDEFINED;
                (ClassId(i - 1), program.parameters_of(&program.classes[place as usize]))
            }
        };
        let lacks = self.skeleton && args.len == 0;
        if lacks || args.len as usize == ghosts { Ok(superclass) } else { Err(SuperProblem::Arity) }
    }

    /// Returns the classes in an order in which superclasses come first, and siblings as in the program. `Object` is
    /// made the superclass of one class of each cycle, the first in the program, which has the problem then.
    fn superclasses_first(&mut self) -> Order {
        let all = &mut self.all;
        let declared = ClassId::PREDEFINED..all.len() as u32;
        // The class from which each class was met.
        let mut met = Order::from_elem(0, all.len());
        for start in declared.clone() {
            let mut at = start;
            while at != 0 && met[at as usize] == 0 {
                met[at as usize] = start;
                at = all[at as usize].superclass.0;
            }
            if at == 0 || met[at as usize] != start {
                continue;
            }
            let above = |c: u32| all[c as usize].superclass.0;
            let cycle = std::iter::successors(Some(above(at)), |&c| (c != at).then(|| above(c)));
            let first = cycle.min().unwrap_or(at);
            all[first as usize].superclass = ClassId::OBJECT;
            self.problems.insert(first - ClassId::PREDEFINED, SuperProblem::Cycle);
        }
        // Steps to `Object`, once they are known.
        let mut depths = Order::from_elem(0, all.len());
        let mut chain = Order::new();
        for mut at in declared.clone() {
            while at != 0 && depths[at as usize] == 0 {
                chain.push(at);
                at = all[at as usize].superclass.0;
            }
            let mut depth = depths[at as usize];
            while let Some(below) = chain.pop() {
                depth += 1;
                depths[below as usize] = depth;
            }
        }
        met.clear();
        met.extend(declared);
        met.sort_by_key(|&c| depths[c as usize]);
        met
    }

    /// Numbers the classes in preorder, looking at them in an order in which superclasses come first: that of the program, unless another
    /// one is given.
    fn number(&mut self, order: &[u32]) {
        let Classes { all, numbers, declared, problems, .. } = self;
        let count = all.len() - ClassId::placed(0).index();
        let nth = |i: usize| order.get(i).map_or(ClassId::placed(i), |&c| ClassId(c)).index();
        // Number of classes below each, itself included.
        for i in (0..count).rev() {
            let class = all[nth(i)];
            all[class.superclass.index()].end += class.end().0;
        }
        numbers.clear();
        declared.clear();
        // From here on, the end of a class that has its number is the next number for one below it.
        (all[0].end, all[1].end) = (ClassId::PREDEFINED, ClassId::PREDEFINED);
        for i in 0..count {
            let (class, place) = (all[nth(i)], nth(i) - ClassId::placed(0).index());
            let above = &mut all[class.superclass.index()];
            let (number, outer) = (above.end(), above.end & BROKEN);
            above.end += class.end().0;
            if numbers.is_empty() && number != ClassId::placed(place) {
                // Classes before this one keep their numbers.
                numbers.extend((0..count).map(ClassId::placed));
            }
            if let Some(known) = numbers.get_mut(place) {
                *known = number;
            }
            let above =
                class.superclass.0.checked_sub(ClassId::PREDEFINED).and_then(|above| numbers.get(above as usize));
            let superclass = above.copied().unwrap_or(class.superclass);
            let broken = if problems.contains_key(&(place as u32)) { BROKEN } else { outer };
            let flags = class.end & (LOCAL | GHOSTS) | broken;
            all[nth(i)] = Class { superclass, end: (number.0 + 1) | flags, ..class };
        }
        if numbers.is_empty() {
            return;
        }
        declared.extend(0..count as u32);
        for i in 0..count {
            // Each swap brings a class to its place.
            while let to = numbers[declared[i] as usize]
                && to != ClassId::placed(i)
            {
                declared.swap(i, to.index() - ClassId::placed(0).index());
                all.swap(ClassId::placed(i).index(), to.index());
            }
        }
    }
}
