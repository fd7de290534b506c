//! The class hierarchy (calculus, section 4: ClassOnce, WFClasses), numbered in preorder: `cn` is below `cn'` exactly if
//! its number lies in the range of `cn'`.

use super::error::{CannotRun, Kind};
use racefree_grammar::ast::{Program, TypeKind};
use racefree_grammar::name::Name;
use rustc_hash::FxHashMap;

/// A class by its number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ClassId(pub u32);

impl ClassId {
    /// The root.
    pub const OBJECT: ClassId = ClassId(0);
    /// The predefined class of strings.
    pub const STRING: ClassId = ClassId(1);

    /// Its position in tables of classes.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A class.
#[derive(Clone, Debug)]
pub struct Class {
    /// Its name.
    pub name: Name,
    /// Its index in [`Program::classes`]; none for the predefined ones.
    pub declared: Option<u32>,
    /// The superclass; none for `Object`.
    pub parent: Option<ClassId>,
    /// One past the last of its subclasses.
    pub end: ClassId,
    /// Declared `thread_local`.
    pub thread_local: bool,
    /// How many fields its objects have, inherited ones included.
    pub size: u32,
}

/// All classes.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    all: Vec<Class>,
    by_name: FxHashMap<Name, ClassId>,
    /// For each class of the program its number.
    numbers: Vec<ClassId>,
}

impl Classes {
    /// Orders the classes of a program.
    pub(crate) fn new(program: &Program, errors: &mut Vec<CannotRun>) -> Classes {
        let declared = declared_once(program, errors);
        let parents = parents(program, &declared, errors);
        number(program, &declared, &parents, errors)
    }

    /// The class of a number.
    #[inline]
    pub fn get(&self, class: ClassId) -> &Class {
        &self.all[class.index()]
    }

    /// The class of a name.
    pub fn find(&self, name: Name) -> Option<ClassId> {
        self.by_name.get(&name).copied()
    }

    /// Every class, superclasses before their subclasses.
    pub fn iter(&self) -> impl Iterator<Item = (ClassId, &Class)> {
        self.all.iter().enumerate().map(|(i, c)| (ClassId(i as u32), c))
    }

    /// How many classes there are, `Object` and `String` among them.
    #[allow(clippy::len_without_is_empty)] // never empty
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether `sub` is `sup` or inherits from it.
    #[inline]
    pub fn below(&self, sub: ClassId, sup: ClassId) -> bool {
        sup <= sub && sub < self.all[sup.index()].end
    }

    /// The number of a class of [`Program::classes`].
    pub fn of_declaration(&self, index: usize) -> ClassId {
        self.numbers.get(index).copied().unwrap_or(ClassId::OBJECT)
    }

    pub(crate) fn set_sizes(&mut self, sizes: &[u32]) {
        for (class, &size) in self.all.iter_mut().zip(sizes) {
            class.size = size;
        }
    }
}

/// What stands for `Object` where a class of the program is named by its index.
const OBJECT: usize = usize::MAX;

fn declared_once(program: &Program, errors: &mut Vec<CannotRun>) -> FxHashMap<Name, usize> {
    let mut declared = FxHashMap::default();
    for (i, class) in program.classes.iter().enumerate() {
        let name = program.text(class.name);
        let again = class.name == Name::OBJECT || class.name == Name::STRING || declared.contains_key(&class.name);
        if again {
            let message = format!("class `{name}` is declared more than once");
            errors.push(CannotRun::new(Kind::Hierarchy, "PROG/class-once", message, class.name_span));
        } else {
            declared.insert(class.name, i);
        }
    }
    declared
}

fn parents(program: &Program, declared: &FxHashMap<Name, usize>, errors: &mut Vec<CannotRun>) -> Vec<usize> {
    let mut parent_of = |class: &racefree_grammar::ast::Class| {
        let Some(extends) = class.extends.map(|t| program.ty(t)) else { return OBJECT };
        let mut wrong = |rule, message: String| {
            errors.push(CannotRun::new(Kind::Hierarchy, rule, message, extends.span));
            OBJECT
        };
        match extends.kind {
            TypeKind::Class { name: Name::OBJECT, .. } => OBJECT,
            TypeKind::Class { name: Name::STRING, .. } => {
                wrong("CLASS3/super-not-string", "`String` cannot be extended".to_owned())
            }
            TypeKind::Class { name, .. } => match declared.get(&name) {
                Some(&parent) => parent,
                None => wrong("CLASS3/super-known", format!("there is no class `{}` to extend", program.text(name))),
            },
            TypeKind::Int | TypeKind::Boolean | TypeKind::Void => {
                wrong("CLASS3/super-known", "only a class can be extended".to_owned())
            }
        }
    };
    program.classes.iter().map(&mut parent_of).collect()
}

fn number(
    program: &Program,
    declared: &FxHashMap<Name, usize>,
    parents: &[usize],
    errors: &mut Vec<CannotRun>,
) -> Classes {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); parents.len()];
    let mut roots = Vec::new();
    for (i, &parent) in parents.iter().enumerate() {
        match children.get_mut(parent) {
            Some(siblings) => siblings.push(i),
            None => roots.push(i),
        }
    }
    let predefined = |name, parent, end| Class { name, declared: None, parent, end, thread_local: false, size: 0 };
    let mut all =
        vec![predefined(Name::OBJECT, None, ClassId(0)), predefined(Name::STRING, Some(ClassId::OBJECT), ClassId(2))];
    let mut numbers = vec![None; parents.len()];
    // A class to enter, or one whose subclasses are done.
    let mut work: Vec<(usize, bool)> = roots.into_iter().rev().map(|i| (i, true)).collect();
    while let Some((i, enter)) = work.pop() {
        let end = ClassId(all.len() as u32);
        if !enter {
            if let Some(ClassId(n)) = numbers[i] {
                all[n as usize].end = end;
            }
            continue;
        }
        let class = &program.classes[i];
        numbers[i] = Some(end);
        let parent = numbers.get(parents[i]).copied().flatten().unwrap_or(ClassId::OBJECT);
        all.push(Class {
            name: class.name,
            declared: Some(i as u32),
            parent: Some(parent),
            end,
            thread_local: class.thread_local,
            size: 0,
        });
        work.push((i, false));
        work.extend(children[i].iter().rev().map(|&c| (c, true)));
    }
    all[0].end = ClassId(all.len() as u32);
    cycles(program, parents, &numbers, errors);
    let mut by_name: FxHashMap<Name, ClassId> =
        declared.iter().filter_map(|(&name, &i)| Some((name, numbers[i]?))).collect();
    by_name.insert(Name::OBJECT, ClassId::OBJECT);
    by_name.insert(Name::STRING, ClassId::STRING);
    Classes { all, by_name, numbers: numbers.into_iter().map(|n| n.unwrap_or(ClassId::OBJECT)).collect() }
}

/// Reports each cycle once, at its first class. What the numbering did not reach lies on a cycle or below one.
fn cycles(program: &Program, parents: &[usize], numbers: &[Option<ClassId>], errors: &mut Vec<CannotRun>) {
    let mut seen = vec![0u32; parents.len()];
    for start in 0..parents.len() {
        if numbers[start].is_some() || seen[start] != 0 {
            continue;
        }
        let mark = start as u32 + 1;
        let mut at = start;
        while seen[at] == 0 {
            seen[at] = mark;
            at = parents[at];
        }
        if seen[at] == mark {
            let class = &program.classes[at];
            let message = format!("class `{}` inherits from itself", program.text(class.name));
            errors.push(CannotRun::new(Kind::Hierarchy, "PROG/acyclic", message, class.name_span));
        }
    }
}
