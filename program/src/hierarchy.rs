//! Superclasses by name, cut at cycles, and the numbering in preorder that they give. No table is made but those that stay, unless a
//! class is declared behind its subclass; and only then does it take more than time linear in the number of classes, however deep they
//! are, by a sort.

use crate::classes::{Class, ClassId, Classes};
use crate::problem::SuperProblem;
use racefree_grammar::ast::{self, Dialect, Program, TypeKind};
use racefree_grammar::name::Name;
use smallvec::SmallVec;

type Order = SmallVec<[u32; 16]>;

/// The number that a class has until the classes are numbered: by its place in the program.
fn placed(place: usize) -> ClassId {
    ClassId(ClassId::PREDEFINED + place as u32)
}

impl Classes {
    /// Numbers the classes of a program, in the memory of another one's.
    pub fn read(&mut self, program: &Program) {
        self.by_name.clear();
        self.by_name.resize(program.names.len(), 0);
        let predefined = [Name::OBJECT, Name::STRING];
        let declared = || program.classes.iter().enumerate().filter(|(_, c)| !predefined.contains(&c.name));
        for (i, class) in declared().rev() {
            self.by_name[class.name.index()] = placed(i).0 + 1;
        }
        let order = if self.superclasses(program) { self.superclasses_first() } else { Order::new() };
        self.number(&order);
        for (i, class) in declared().rev() {
            self.by_name[class.name.index()] = self.numbers[i].0 + 1;
        }
        for (i, name) in predefined.into_iter().enumerate() {
            self.by_name[name.index()] = i as u32 + 1;
        }
    }

    /// Each class with its superclass, or what is wrong with it, in the order of the program. Whether one is declared behind its
    /// subclass: without that there is no cycle.
    fn superclasses(&mut self, program: &Program) -> bool {
        let one = |name, declared| Class {
            name,
            declared,
            superclass: ClassId::OBJECT,
            end: ClassId(1),
            depth: 0,
            ghosts: 0,
            thread_local: false,
            problem: None,
            broken: false,
        };
        self.all.clear();
        self.all.reserve_exact(placed(program.classes.len()).index());
        self.all.extend([Name::OBJECT, Name::STRING].map(|name| one(name, Class::PREDEFINED)));
        self.all[1].depth = 1;
        let mut forward = false;
        for (i, class) in program.classes.iter().enumerate() {
            let found = self.superclass(program, class);
            let (superclass, problem) = (found.unwrap_or(ClassId::OBJECT), found.err());
            forward |= superclass >= placed(i);
            let (ghosts, thread_local) = (class.ghosts.len() as u32, class.thread_local);
            self.all.push(Class { superclass, ghosts, thread_local, problem, ..one(class.name, i as u32) });
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

    /// The classes in an order in which superclasses come first, and those with the same superclass as in the program. `Object` is made
    /// the superclass of one class of each cycle, the first in the program, which has the problem then.
    fn superclasses_first(&mut self) -> Order {
        let all = &mut self.all;
        let declared = ClassId::PREDEFINED..all.len() as u32;
        // From where a class was met.
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
            let first = &mut all[first as usize];
            (first.superclass, first.problem) = (ClassId::OBJECT, Some(SuperProblem::Cycle));
        }
        let mut chain = Order::new();
        for mut at in declared.clone() {
            while at != 0 && all[at as usize].depth == 0 {
                chain.push(at);
                at = all[at as usize].superclass.0;
            }
            let mut depth = all[at as usize].depth;
            while let Some(below) = chain.pop() {
                depth += 1;
                all[below as usize].depth = depth;
            }
        }
        met.clear();
        met.extend(declared);
        met.sort_by_key(|&c| all[c as usize].depth);
        met
    }

    /// Numbers the classes in preorder, looking at them in an order in which superclasses come first: that of the program, unless another
    /// one is given.
    fn number(&mut self, order: &[u32]) {
        let Classes { all, numbers, .. } = self;
        let declared = all.len() - placed(0).index();
        let nth = |i: usize| order.get(i).map_or(placed(i), |&c| ClassId(c)).index();
        // How many each has below it, itself included.
        for i in (0..declared).rev() {
            let Class { superclass, end: below, .. } = all[nth(i)];
            all[superclass.index()].end.0 += below.0;
        }
        numbers.clear();
        numbers.resize(declared, ClassId::OBJECT);
        // From here on, the end of a class that has its number is the next number for one below it.
        (all[0].end, all[1].end) = (placed(0), placed(0));
        for i in 0..declared {
            let class = all[nth(i)];
            let above = &mut all[class.superclass.index()];
            let number = above.end;
            above.end.0 += class.end.0;
            let (depth, broken) = (above.depth + 1, above.broken || class.problem.is_some());
            let superclass = class.superclass.0.checked_sub(ClassId::PREDEFINED);
            let superclass = superclass.map_or(ClassId::OBJECT, |place| numbers[place as usize]);
            numbers[class.declared as usize] = number;
            all[nth(i)] = Class { superclass, end: ClassId(number.0 + 1), depth, broken, ..class };
        }
        for i in placed(0).index()..all.len() {
            // Each swap brings a class to its place.
            while let to = numbers[all[i].declared as usize].index()
                && to != i
            {
                all.swap(i, to);
            }
        }
    }
}
