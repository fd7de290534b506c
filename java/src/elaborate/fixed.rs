//! Fields that are locks though no `final` says so: nothing assigns them behind their initialiser or constructor, as an effectively final variable.

use super::Elaborator;
use super::operations::is_taking;
use crate::spelling::escaped;
use crate::syntax::{At, NodeKind, Role, Syntax};
use crate::tree::{ClassNo, FieldNo, FileNo, Member, Modifiers, Nesting, Origin};
use crate::world::Assumed;
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;
use rustc_hash::FxHashSet;

/// Walker through the code of a file, which knows the classes around a node.
pub(super) struct ClassesAround<'c> {
    classes: &'c [(FileNo, At, ClassNo)],
    around: Vec<(u32, ClassNo)>,
    next: usize,
}

impl<'c> ClassesAround<'c> {
    pub(super) fn new(classes: &'c [(FileNo, At, ClassNo)]) -> Self {
        ClassesAround { classes, around: Vec::new(), next: 0 }
    }

    /// The classes around a node, the innermost last, each with the number of the node behind it. Nodes are asked for in order.
    pub(super) fn at(&mut self, syntax: &Syntax, at: At) -> &[(u32, ClassNo)] {
        while self.around.last().is_some_and(|(end, _)| *end <= at.0) {
            self.around.pop();
        }
        while let Some(&(_, declared, class)) = self.classes.get(self.next).filter(|(_, of, _)| of.0 <= at.0) {
            self.around.push((syntax.node(declared).next, class));
            self.next += 1;
        }
        &self.around
    }
}

impl Elaborator<'_> {
    /// Classes of the sources by file and the node of their declaration, in order.
    pub(super) fn classes_by_place(&self) -> Vec<(FileNo, At, ClassNo)> {
        let of = |(i, class): (usize, &crate::tree::Class)| {
            let at = self.java.tables.infos[i].at;
            (class.origin == Origin::Source).then_some((class.file, at, ClassNo(i as u32)))
        };
        let mut classes: Vec<_> = self.java.classes.iter().enumerate().filter_map(of).collect();
        classes.sort_unstable();
        classes
    }

    /// Makes fields final that are locks and that nothing assigns but their initialisers and constructors.
    pub(super) fn settle_fields(&mut self) {
        if self.options.guesses_as_paper || self.options.only_annotated {
            return;
        }
        let classes = self.classes_by_place();
        let names = self.names_of_locks(&classes);
        let is_candidate = |i: &usize| {
            let it = &self.java.fields[*i];
            let is_source = self.java.classes[it.class.index()].origin == Origin::Source;
            is_source && names.contains(&it.name) && !it.modifiers.is_final() && !it.modifiers.is_volatile()
        };
        let candidates: Vec<FieldNo> =
            (0..self.java.fields.len()).filter(is_candidate).map(|i| FieldNo(i as u32)).collect();
        if candidates.is_empty() {
            return;
        }
        let assigned = self.assigned_fields(&classes, &names);
        for field in candidates {
            let it = &self.java.fields[field.index()];
            let (class, modifiers, at) = (it.class, it.modifiers, it.name_span);
            let head = self.field_head(field);
            if assigned.contains(&field) || !head.guards.is_empty() || head.readonly {
                continue;
            }
            self.java.fields[field.index()].modifiers = modifiers.with(Modifiers::FINAL);
            self.fixed.insert(field);
            if !modifiers.is_private() && !self.is_closed(class) {
                self.found.assumptions.add(Assumed::EffectivelyFinal, at);
            }
        }
    }

    /// Returns true for a class that no code outside of the files that are read can name.
    pub(super) fn is_closed(&self, class: ClassNo) -> bool {
        let mut around = Some(class);
        while let Some(class) = around {
            let it = &self.java.classes[class.index()];
            if it.modifiers.is_private() || matches!(it.nesting, Nesting::Local | Nesting::Anonymous) {
                return true;
            }
            around = it.outer;
        }
        false
    }

    /// Names in what is locked, and in annotations.
    fn names_of_locks(&mut self, classes: &[(FileNo, At, ClassNo)]) -> FxHashSet<Name> {
        let mut names = FxHashSet::default();
        let mut files: Vec<FileNo> = classes.iter().map(|(file, ..)| *file).collect();
        files.dedup();
        for file in files {
            let syntax = self.java.syntax(file);
            for at in (0..syntax.nodes.len() as u32).map(At) {
                let path = match syntax.kind(at) {
                    NodeKind::Synchronized => syntax.part(at, NodeKind::Parenthesized),
                    NodeKind::MethodInvocation => {
                        let name = syntax.child(at, Role::Name);
                        let takes = name.is_some_and(|name| is_taking(self.java.sources.at(syntax.span(name))));
                        syntax.child(at, Role::Object).filter(|_| takes)
                    }
                    NodeKind::Annotation => Some(at),
                    _ => None,
                };
                let Some(path) = path else { continue };
                let text = self.java.sources.at(syntax.span(path));
                names.extend(self.names_in(text));
            }
            let span = self.java.sources.files()[file.index()].span;
            for note in self.java.comments(span.start, span.end).to_vec() {
                let text = self.java.sources.at(note.span);
                names.extend(self.names_in(text));
            }
        }
        names
    }

    fn names_in(&self, text: &str) -> Vec<Name> {
        let words = text.split(|c: char| c != '_' && c != '$' && !c.is_alphanumeric());
        words.filter(|word| !word.is_empty()).filter_map(|word| self.java.names.find(&escaped(word))).collect()
    }

    /// Fields of some names that code assigns besides their initialisers and the constructors of their classes.
    fn assigned_fields(&mut self, classes: &[(FileNo, At, ClassNo)], names: &FxHashSet<Name>) -> FxHashSet<FieldNo> {
        let (mut assigned, mut once) = (FxHashSet::default(), FxHashSet::default());
        let mut rest = classes;
        while let Some(&(file, ..)) = rest.first() {
            let (own, others) = rest.split_at(rest.partition_point(|(of, ..)| *of == file));
            rest = others;
            let syntax = self.java.syntax(file);
            let mut walk = ClassesAround::new(own);
            for at in (0..syntax.nodes.len() as u32).map(At) {
                let target = match syntax.kind(at) {
                    NodeKind::Assignment => syntax.child(at, Role::Left),
                    NodeKind::Update => syntax.first(at),
                    _ => None,
                };
                if let Some(target) = target {
                    let around = walk.at(&syntax, at).to_vec();
                    self.assign(&syntax, (at, target), &around, names, (&mut assigned, &mut once));
                }
            }
        }
        assigned
    }

    fn assign(
        &mut self,
        syntax: &Syntax,
        (at, target): (At, At),
        around: &[(u32, ClassNo)],
        names: &FxHashSet<Name>,
        (assigned, once): (&mut FxHashSet<FieldNo>, &mut FxHashSet<(FieldNo, At)>),
    ) {
        let (name_at, of_this) = match syntax.kind(target) {
            NodeKind::Parenthesized => {
                if let Some(inner) = syntax.first(target) {
                    deep(|| self.assign(syntax, (at, inner), around, names, (assigned, once)));
                }
                return;
            }
            NodeKind::Identifier => (Some(target), true),
            NodeKind::FieldAccess => {
                let object = syntax.child(target, Role::Object);
                let of_this = object.is_some_and(|object| syntax.kind(object) == NodeKind::This);
                (syntax.child(target, Role::Field), of_this)
            }
            _ => return,
        };
        let Some(name_at) = name_at else { return };
        let Some(name) = self.java.names.find(&escaped(self.java.sources.at(syntax.span(name_at)))) else { return };
        if !names.contains(&name) {
            return;
        }
        if !of_this {
            // Of an object whose class is not looked for: any that has the name, and that this code may name.
            let here = around.first().map(|&(_, class)| self.top_class(class));
            let can_be = |field: &crate::tree::Field| {
                field.name == name
                    && !(field.modifiers.is_private() && here.is_some_and(|here| here != self.top_class(field.class)))
            };
            let all = self.java.fields.iter().enumerate().filter(|(_, field)| can_be(field));
            assigned.extend(all.map(|(i, _)| FieldNo(i as u32)));
            return;
        }
        let is_name = syntax.kind(target) == NodeKind::Identifier;
        for (depth, &(_, class)) in around.iter().rev().enumerate() {
            if is_name && self.is_local_in(syntax, at, class, name) {
                return;
            }
            self.java.ensure_members(class);
            if let Some(field) = self.java.field_of(class, name) {
                let own = self.java.fields[field.index()].class == class;
                let place = if depth == 0 && own { self.builder_of(syntax, at, field) } else { None };
                // One that gets a second value may have been a lock before.
                let is_first = place.is_some_and(|place| once.insert((field, place)));
                if !is_first || self.java.fields[field.index()].initialized {
                    assigned.insert(field);
                }
                return;
            }
        }
    }

    /// The class around all that is around a class: within it private members are known.
    fn top_class(&self, class: ClassNo) -> ClassNo {
        let mut class = class;
        while let Some(outer) = self.java.classes[class.index()].outer {
            class = outer;
        }
        class
    }

    /// Returns true if a variable of a name is declared in the member of a class in which a node stands.
    fn is_local_in(&self, syntax: &Syntax, at: At, class: ClassNo, name: Name) -> bool {
        let Some(member) = self.member_at(syntax, at, class) else { return false };
        (member.0..syntax.node(member).next).map(At).any(|node| {
            let declares = matches!(
                syntax.kind(node),
                NodeKind::VariableDeclarator
                    | NodeKind::FormalParameter
                    | NodeKind::CatchParameter
                    | NodeKind::Resource
                    | NodeKind::EnhancedFor
            );
            let named = syntax.child(node, Role::Name).filter(|_| declares && node != member);
            named.is_some_and(|n| self.java.names.find(&escaped(self.java.sources.at(syntax.span(n)))) == Some(name))
        })
    }

    fn member_at(&self, syntax: &Syntax, at: At, class: ClassNo) -> Option<At> {
        let members = self.java.classes[class.index()].members.iter();
        let places = members.map(|member| self.java.site(*member).1);
        places.filter(|place| place.0 <= at.0 && at.0 < syntax.node(*place).next).max()
    }

    /// The constructor or initialiser of the class of a field in which a place is, and that runs once.
    fn builder_of(&self, syntax: &Syntax, at: At, field: FieldNo) -> Option<At> {
        let it = &self.java.fields[field.index()];
        let place = self.member_at(syntax, at, it.class)?;
        let mut within = (place.0..at.0).map(At).filter(|around| syntax.node(*around).next > at.0);
        let repeats = |around: At| {
            matches!(
                syntax.kind(around),
                NodeKind::Lambda | NodeKind::While | NodeKind::Do | NodeKind::For | NodeKind::EnhancedFor
            )
        };
        let builds = |member: &Member| match *member {
            Member::Method(m) => !it.modifiers.is_static() && self.java.methods[m.index()].kind.constructs(),
            Member::Initializer(_) => self.java.is_static(*member) == it.modifiers.is_static(),
            Member::Field(_) => false,
        };
        let mut members = self.java.classes[it.class.index()].members.iter();
        let of = members.find(|member| self.java.site(**member).1 == place).filter(|member| builds(member))?;
        // Behind initialisers, constructors are the only ones that may assign it.
        let is_block = matches!(of, Member::Initializer(_));
        let alone = !is_block || self.java.classes[it.class.index()].members.iter().filter(|m| builds(m)).count() == 1;
        (!within.any(repeats) && alone).then_some(place)
    }
}
