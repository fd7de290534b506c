//! Superclasses by name, cut at cycles, and the numbering in preorder that they give. Everything takes time linear in the number
//! of classes, however deep they are.

use crate::classes::{Class, ClassId, Classes};
use crate::problem::SuperProblem;
use racefree_grammar::ast::{self, Dialect, Program, TypeKind};
use racefree_grammar::name::Name;
use smallvec::SmallVec;

/// No declaration: as a superclass, `Object`.
const NONE: u32 = u32::MAX;

/// A declared class in the tree of superclasses; classes are named by their place in the program here.
#[derive(Clone, Copy)]
struct Node {
    superclass: u32,
    /// The children as a linked list, in the order of the program.
    first_child: u32,
    next_sibling: u32,
    problem: Option<SuperProblem>,
}

type Nodes = SmallVec<[Node; 16]>;

impl Classes {
    /// Numbers the classes of a program, in the memory of another one's.
    pub fn read(&mut self, program: &Program) {
        // Until the numbers are known, names are bound to places in the program.
        self.by_name.clear();
        self.by_name.resize(program.names.len(), 0);
        let predefined = [Name::OBJECT, Name::STRING];
        let declared = || program.classes.iter().enumerate().filter(|(_, c)| !predefined.contains(&c.name));
        for (i, class) in declared().rev() {
            self.by_name[class.name.index()] = i as u32 + 1;
        }
        let (mut nodes, forward) = self.superclasses(program);
        if forward {
            cut_cycles(&mut nodes);
        }
        self.number(program, &mut nodes);
        for (i, class) in declared().rev() {
            self.by_name[class.name.index()] = self.numbers[i].0 + 1;
        }
        for (i, name) in predefined.into_iter().enumerate() {
            self.by_name[name.index()] = i as u32 + 1;
        }
    }

    /// Each class's superclass, or what is wrong with it, and whether one is declared behind its subclass: without that there
    /// is no cycle.
    fn superclasses(&self, program: &Program) -> (Nodes, bool) {
        let mut forward = false;
        let superclass = |(i, class): (usize, &ast::Class)| {
            let found = self.superclass(program, class);
            let superclass = found.unwrap_or(NONE);
            forward |= superclass != NONE && superclass >= i as u32;
            Node { superclass, first_child: NONE, next_sibling: NONE, problem: found.err() }
        };
        let nodes = program.classes.iter().enumerate().map(superclass).collect();
        (nodes, forward)
    }

    fn superclass(&self, program: &Program, class: &ast::Class) -> Result<u32, SuperProblem> {
        let Some(extends) = class.extends else { return Ok(NONE) };
        let TypeKind::Class { name, args } = program.ty(extends).kind else { return Err(SuperProblem::NoClass) };
        let (superclass, ghosts) = match (name, self.by_name[name.index()]) {
            // In the dialect of owners `Object` has an owner; without arguments, it is that of the class.
            (Name::OBJECT, _) => (NONE, usize::from(program.dialect == Dialect::Owners && args.len > 0)),
            (Name::STRING, _) => return Err(SuperProblem::IsString),
            (_, 0) => return Err(SuperProblem::Unknown),
            (_, i) => (i - 1, program.parameters_of(&program.classes[i as usize - 1])),
        };
        let lacks = self.skeleton && args.len == 0;
        if lacks || args.len as usize == ghosts { Ok(superclass) } else { Err(SuperProblem::Arity) }
    }

    /// Numbers the classes in preorder.
    fn number(&mut self, program: &Program, nodes: &mut Nodes) {
        let mut first_root = NONE;
        for i in (0..nodes.len()).rev() {
            let above = nodes[i].superclass;
            let first = if above == NONE { &mut first_root } else { &mut nodes[above as usize].first_child };
            let next = std::mem::replace(first, i as u32);
            nodes[i].next_sibling = next;
        }
        let all = 2 + nodes.len() as u32;
        let predefined = |name, superclass, end, depth| Class {
            name,
            declared: Class::PREDEFINED,
            superclass,
            end,
            depth,
            ghosts: 0,
            thread_local: false,
            problem: None,
            broken: false,
        };
        self.all.clear();
        self.all.push(predefined(Name::OBJECT, ClassId::OBJECT, ClassId(all), 0));
        self.all.push(predefined(Name::STRING, ClassId::OBJECT, ClassId(2), 1));
        self.numbers.clear();
        self.numbers.resize(nodes.len(), ClassId::OBJECT);
        let mut at = first_root;
        let mut superclass = ClassId::OBJECT;
        while at != NONE {
            let (class, node) = (&program.classes[at as usize], nodes[at as usize]);
            let id = ClassId(self.all.len() as u32);
            let above = self.get(superclass);
            let (depth, broken) = (above.depth + 1, above.broken || node.problem.is_some());
            self.numbers[at as usize] = id;
            self.all.push(Class {
                name: class.name,
                declared: at,
                superclass,
                end: ClassId(id.0 + 1),
                depth,
                ghosts: class.ghosts.len() as u32,
                thread_local: class.thread_local,
                problem: node.problem,
                broken,
            });
            if node.first_child != NONE {
                (at, superclass) = (node.first_child, id);
                continue;
            }
            // Up from here, as long as there is no sibling.
            while at != NONE && nodes[at as usize].next_sibling == NONE {
                at = nodes[at as usize].superclass;
                if at != NONE {
                    let above = self.numbers[at as usize];
                    self.all[above.index()].end = ClassId(self.all.len() as u32);
                    superclass = self.get(above).superclass;
                }
            }
            if at != NONE {
                at = nodes[at as usize].next_sibling;
            }
        }
    }
}

/// Makes `Object` the superclass of one class of each cycle, the first in the program, which has the problem then.
fn cut_cycles(nodes: &mut Nodes) {
    // In which round a class was met: rounds count from 1.
    let mut met: SmallVec<[u32; 16]> = SmallVec::from_elem(0, nodes.len());
    for start in 0..nodes.len() as u32 {
        let round = start + 1;
        let mut at = start;
        while at != NONE && met[at as usize] == 0 {
            met[at as usize] = round;
            at = nodes[at as usize].superclass;
        }
        if at == NONE || met[at as usize] != round {
            continue;
        }
        let cycle = std::iter::successors(Some(nodes[at as usize].superclass), |&c| {
            (c != at).then(|| nodes[c as usize].superclass)
        });
        let first = cycle.min().unwrap_or(at);
        let first = &mut nodes[first as usize];
        (first.superclass, first.problem) = (NONE, Some(SuperProblem::Cycle));
    }
}
