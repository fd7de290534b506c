//! Tables for the forms of the dialect of Java: objects of classes, the classes of constructor calls and of `super`, primitives of
//! the library.

use super::{ClassId, Classes, FieldId, MethodId};
use crate::value::ObjectId;
use racefree_grammar::ast::{Expr, ExprId, Extended, MethodKind, Program};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_grammar::stack::deep;
use racefree_program::Primitive;
use racefree_program::primitives::CLASS;
use rustc_hash::{FxHashMap, FxHashSet};

/// Number of the first element of an array, as a field.
pub const ELEMENTS: u32 = 1 << 24;

/// Ending of the name of a class that holds the static members of another one.
const STATIC: &str = "$class";

/// Tables for the forms of the dialect of Java; empty for a program that has none of them.
#[derive(Clone, Default)]
pub struct JavaTables {
    /// The program has such forms: the reference engine runs it, and no other.
    pub has_forms: bool,
    /// The classes of class constants, the constants' objects being numbered behind the literals'.
    pub constants: Vec<ClassId>,
    /// The number of each class constant's object, by the constant.
    pub constant_objects: FxHashMap<Name, u32>,
    /// The constants' objects by the classes whose static members they hold.
    pub holders: FxHashMap<ClassId, ObjectId>,
    /// The holders that the use of a class initialises.
    uses: FxHashMap<ClassId, Vec<ObjectId>>,
    /// The holders with code that runs at first use.
    initialised: FxHashSet<ClassId>,
    /// The class of the constructor around each `super(…)` and `this(…)`.
    pub delegates: FxHashMap<ExprId, ClassId>,
    /// The class from which each `super.m(…)` looks up its method.
    pub super_calls: FxHashMap<ExprId, ClassId>,
    /// The primitives among the methods.
    primitives: FxHashMap<u32, Primitive>,
    /// The method that a thread begins with, of class `Thread`.
    pub entry: Option<u32>,
    /// The class of locks of the library that exclude and order nothing: what they guard is seen by nobody else.
    pub quiet: Option<ClassId>,
    /// The class of exceptions of what does not run.
    pub refusal: Option<ClassId>,
    /// True if some code learns of the steps of another thread that nothing orders before its own.
    pub learns_unordered: bool,
    /// True if some code looks whether a lock is free.
    pub tries: bool,
    /// True if some code asks whether a thread is alive, or waits for its end for some time alone or until it is interrupted.
    pub asks_alive: bool,
    /// True if some code asks what another thread is about.
    pub asks_activity: bool,
    /// True if some code may ask for the name of a thread.
    pub asks_names: bool,
    /// The scopes of variables that nothing reads but their own changes.
    pub unread: FxHashSet<ExprId>,
    /// True if some code interrupts a thread.
    pub interrupts: bool,
    /// The classes of boxes.
    pub boxes: Boxes,
    /// Names as the source has them.
    pub names: JavaNames,
}

/// Names of a program that was made of Java, as Java has them.
#[derive(Clone, Default)]
pub struct JavaNames {
    /// Simple names of classes, fields and methods, where they differ.
    pub shown: FxHashMap<Name, String>,
    /// Qualified names of classes.
    pub qualified: FxHashMap<Name, String>,
    /// Arrays that no `new` in the text makes: the arguments of `main`, and those that are many for one parameter.
    pub implied: FxHashSet<ExprId>,
    /// Messages for what is null, by place: of a dereference, and of what is implied there.
    pub null_messages: FxHashMap<(Span, bool), String>,
    /// End of the program's own text: the library stands behind it. None, if all is its own.
    pub own_end: Option<u32>,
}

/// The classes of boxes, those that the program uses.
#[derive(Clone, Copy, Default)]
pub struct Boxes {
    /// `Integer`
    pub integer: Option<ClassId>,
    /// `Boolean`
    pub boolean: Option<ClassId>,
    /// `Character`
    pub character: Option<ClassId>,
    /// `Long`
    pub long: Option<ClassId>,
    /// `Double`
    pub double: Option<ClassId>,
    /// `Float`
    pub float: Option<ClassId>,
    /// `Number`
    pub number: Option<ClassId>,
}

impl JavaTables {
    pub(super) fn new(program: &Program, classes: &Classes, owners: &[ClassId], literals: usize) -> JavaTables {
        let mut tables = JavaTables::default();
        if program.extension().is_none() {
            return tables;
        }
        tables.has_forms = true;
        let class = |name: &str| classes.find(program.names.find(name)?);
        tables.quiet = class("RacefreeQuiet");
        tables.refusal = class("RacefreeRefusal");
        tables.learns_unordered = tables.quiet.is_some();
        tables.boxes = Boxes {
            integer: class("Integer"),
            boolean: class("Boolean"),
            character: class("Character"),
            long: class("Long"),
            double: class("Double"),
            float: class("Float"),
            number: class("Number"),
        };
        tables.number_constants(program, classes, literals);
        let (mut called, mut waits_for_some_time) = (FxHashSet::default(), FxHashSet::default());
        let mut joins = FxHashSet::default();
        for (m, (method, &owner)) in program.methods.iter().zip(owners).enumerate() {
            let (kind, name) = (program.kind_of(method), program.text(method.name));
            let class = program.text(classes.get(owner).name);
            match kind {
                MethodKind::StaticInitializer => drop(tables.initialised.insert(owner)),
                MethodKind::Abstract if class.strip_suffix(STATIC) == Some(CLASS) => {
                    tables.primitives.extend(Primitive::named(name).map(|primitive| (m as u32, primitive)));
                }
                _ if class == "Thread" && name.split('$').next() == Some("enterThread") => {
                    tables.entry = Some(m as u32)
                }
                _ => {}
            }
            super::unread::add(program, method.body, &mut tables.unread);
            for e in program.within(method.body) {
                match program.expr(e) {
                    Expr::Extended(Extended::Delegate { .. }) => drop(tables.delegates.insert(e, owner)),
                    Expr::Call { recv, method: name, .. } => {
                        let asked = Primitive::named(program.text(name));
                        tables.asks_alive |= matches!(asked, Some(Primitive::IsAlive | Primitive::Activity));
                        tables.asks_activity |= asked == Some(Primitive::Activity);
                        called.insert(name);
                        if asked == Some(Primitive::JoinTimed) {
                            waits_for_some_time.insert(method.name);
                        }
                        if asked == Some(Primitive::Join) {
                            joins.insert(method.name);
                        }
                        tables.tries |= matches!(asked, Some(Primitive::TryAcquire | Primitive::IsHeld));
                        tables.interrupts |= asked == Some(Primitive::Interrupt);
                        tables.asks_names |= program.text(name).split('$').next() == Some("getName");
                        if let Some(of) = classes.super_of(program, owner, recv) {
                            tables.super_calls.insert(e, of);
                        }
                    }
                    _ => {}
                }
            }
        }
        tables.asks_alive |= waits_for_some_time.iter().any(|method| called.contains(method));
        // A wait that is interrupted sees that the other thread has not ended yet.
        tables.asks_alive |= tables.interrupts && joins.iter().any(|method| called.contains(method));
        tables.learns_unordered |= tables.tries;
        tables
    }

    fn number_constants(&mut self, program: &Program, classes: &Classes, literals: usize) {
        for e in &program.exprs {
            if let Expr::Extended(Extended::ClassConst(name)) = e
                && !self.constant_objects.contains_key(name)
            {
                let class = program.class_of_constant(*name).and_then(|c| program.names.find(&format!("{c}{STATIC}")));
                self.constant_objects.insert(*name, (literals + self.constants.len()) as u32);
                self.constants.push(class.and_then(|c| classes.find(c)).unwrap_or(ClassId::OBJECT));
            }
        }
        let holders =
            classes.iter().filter_map(|(id, class)| Some((id, program.text(class.name).strip_suffix(STATIC)?)));
        for (id, of) in holders {
            let at = self.constants.iter().position(|&c| c == id).unwrap_or_else(|| {
                self.constants.push(id);
                self.constants.len() - 1
            });
            if let Some(of) = program.names.find(of).and_then(|of| classes.find(of)) {
                self.holders.insert(of, ObjectId((literals + at) as u32));
            }
        }
        for (class, _) in classes.iter() {
            let mut all = self.before(program, classes, class);
            let own = self.holders.get(&class).copied();
            all.extend(own);
            if let Some(holder) = own {
                self.uses.insert(self.constants[holder.index() - literals], all.clone());
            }
            if !all.is_empty() {
                self.uses.insert(class, all);
            }
        }
    }

    /// The holders that are initialised before that of a class (JLS 12.4.2): those of its superclasses, each behind its interfaces
    /// with methods that have bodies. Those of an interface: none.
    fn before(&self, program: &Program, classes: &Classes, class: ClassId) -> Vec<ObjectId> {
        let is_interface = |class| classes.declaration(program, class).is_some_and(|declared| declared.interface);
        let mut found = Vec::new();
        if is_interface(class) {
            return found;
        }
        if let Some(above) = classes.get(class).superclass() {
            found.extend(deep(|| self.before(program, classes, above)));
            found.extend(self.holders.get(&above));
        }
        let mut open: Vec<ClassId> = classes.direct_interfaces(class).iter().rev().map(|&(class, _)| class).collect();
        let mut seen = FxHashSet::default();
        while let Some(&interface) = open.last() {
            if seen.insert(interface) {
                open.extend(classes.direct_interfaces(interface).iter().rev().map(|&(class, _)| class));
                // The first interface that another one extends is its superclass here.
                open.extend(classes.get(interface).superclass().filter(|&class| is_interface(class)));
                continue;
            }
            open.pop();
            let holder = self.holders.get(&interface).filter(|&&holder| !found.contains(&holder));
            found.extend(holder.filter(|_| has_bodies(program, classes, interface)));
        }
        found
    }

    /// The primitive that a method is.
    pub fn primitive(&self, method: MethodId) -> Option<Primitive> {
        match method {
            MethodId::Declared(m) => self.primitives.get(&m).copied(),
            MethodId::Predefined(_) => None,
        }
    }

    /// The holders that the use of a class initialises, in order, its own at last: of the class, or of the class of its holder.
    pub fn used_by(&self, class: ClassId) -> &[ObjectId] {
        self.uses.get(&class).map_or(&[], Vec::as_slice)
    }

    /// Returns true for a place in the library.
    pub fn is_library(&self, place: Span) -> bool {
        self.names.own_end.is_some_and(|end| place.start >= end)
    }

    /// Returns true if a holder of static members has code that runs at first use.
    pub fn initialises(&self, holder: ClassId) -> bool {
        self.initialised.contains(&holder)
    }
}

/// Returns true for an interface that has methods with bodies of objects.
fn has_bodies(program: &Program, classes: &Classes, interface: ClassId) -> bool {
    let declared = classes.declaration(program, interface);
    let methods = declared.map_or(&[][..], |declared| program.methods_of(&declared));
    methods
        .iter()
        .any(|method| !matches!(program.kind_of(method), MethodKind::Abstract | MethodKind::StaticInitializer))
}

/// The field of an array's element.
pub fn element(n: usize) -> FieldId {
    FieldId(ELEMENTS + n as u32)
}

/// Number of the element that a field stands for; none, if it is the field of a class.
pub fn element_number(field: FieldId) -> Option<u32> {
    field.0.checked_sub(ELEMENTS)
}
