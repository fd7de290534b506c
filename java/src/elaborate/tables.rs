//! Tables: arrays in final fields that code only reads, once the field has its value. All threads may have them, though no guard is written.

use super::Elaborator;
use super::fixed::ClassesAround;
use crate::spelling::escaped;
use crate::syntax::{At, NodeKind, Role, Syntax};
use crate::tree::{ClassNo, FieldNo, FileNo, Member, NoteKind, Origin};
use crate::types::{Shape, Ty};
use crate::world::Assumed;
use racefree_grammar::name::Name;
use rustc_hash::{FxHashMap, FxHashSet};

/// Methods of `Arrays` and `System` that only read their first argument, and keep no reference to it.
const READERS: &[&str] =
    &["copyOf", "copyOfRange", "hashCode", "deepHashCode", "toString", "deepToString", "binarySearch", "arraycopy"];

/// Fields by name that may be tables.
type Candidates = FxHashMap<Name, Vec<FieldNo>>;

/// Names of variables that members of a file declare, by member.
type Locals = FxHashMap<At, FxHashSet<Name>>;

/// An occurrence of a name in a file.
struct Occurrence<'s> {
    syntax: &'s Syntax,
    at: At,
    /// The nodes around it, the innermost last.
    around: &'s [At],
    /// The classes around it, the innermost last.
    classes: &'s [(u32, ClassNo)],
    name: Name,
}

impl Elaborator<'_> {
    /// Finds the tables. One that code outside of the files could write is counted.
    pub(super) fn settle_tables(&mut self) {
        if self.options.guesses_as_paper || self.options.only_annotated || self.options.run {
            return;
        }
        let mut candidates = Candidates::default();
        for i in 0..self.java.fields.len() {
            let field = FieldNo(i as u32);
            if self.may_be_table(field) {
                candidates.entry(self.java.fields[i].name).or_default().push(field);
            }
        }
        if candidates.is_empty() {
            return;
        }
        let written = self.used_otherwise(&candidates);
        let mut tables: Vec<FieldNo> = candidates.into_values().flatten().filter(|f| !written.contains(f)).collect();
        tables.sort_unstable();
        let all: FxHashSet<FieldNo> = tables.iter().copied().collect();
        tables.retain(|field| !self.java.is_small() || self.is_given_fixed(*field, &all));
        for field in tables {
            let it = &self.java.fields[field.index()];
            let (class, modifiers, at) = (it.class, it.modifiers, it.name_span);
            self.tables.insert(field);
            self.found.tables.insert(at.start);
            if !modifiers.is_private() && !self.is_closed(class) {
                self.found.assumptions.add(Assumed::ReadOnlyTable, at);
            }
        }
    }

    /// A final field of the sources, of an array type without guards. The array of a record is its maker's.
    fn may_be_table(&self, field: FieldNo) -> bool {
        let it = &self.java.fields[field.index()];
        let is_source = self.java.classes[it.class.index()].origin == Origin::Source;
        let comment = |note: &crate::tree::Note| matches!(note.kind, NoteKind::Comment);
        is_source
            && it.modifiers.is_final()
            && !it.component
            && !it.notes.iter().any(comment)
            && self.dimensions_of_table(field).is_some()
            && !self.has_element_guards(it.span.start, it.name_span.end)
    }

    /// Dimensions of an array of numbers, truth values or strings, which nobody changes.
    pub(super) fn dimensions(&self, ty: Ty) -> Option<usize> {
        let (mut ty, mut dimensions) = (ty, 0);
        while let Shape::Array(element) = self.java.types.shape(ty) {
            (ty, dimensions) = (element, dimensions + 1);
        }
        let fixed = matches!(self.java.types.shape(ty), Shape::Primitive(_)) || ty == self.java.known.string;
        (dimensions > 0 && fixed).then_some(dimensions)
    }

    /// Dimensions of an array of such elements, or of objects that any thread may have: locks, and objects that are nothing else.
    fn dimensions_of_table(&self, field: FieldNo) -> Option<usize> {
        let ty = self.java.fields[field.index()].ty.ty;
        let Shape::Array(element) = self.java.types.shape(ty) else { return None };
        let is_lock = || self.is_explicit_lock(element) || self.has_plain_objects(field);
        self.dimensions(ty).or_else(|| is_lock().then_some(1))
    }

    /// Returns true for an array of `Object` whose elements are all made as such, as far as the text of its file says: they have no state.
    fn has_plain_objects(&self, field: FieldNo) -> bool {
        let it = &self.java.fields[field.index()];
        let squeezed: String = self.java.sources.at(it.span).split_whitespace().collect();
        let Some((head, value)) = squeezed.split_once('=') else { return false };
        let name = self.text(it.name);
        if !head.ends_with(&format!("Object[]{name}")) {
            return false;
        }
        let value = value.trim_end_matches(';');
        let value = value.strip_prefix("newObject[]").unwrap_or(value);
        let is_object = |element: &str| matches!(element, "newObject()" | "");
        if let Some(elements) = value.strip_prefix('{').and_then(|value| value.strip_suffix('}')) {
            return elements.split(',').all(is_object);
        }
        let (file, _) = self.java.sources.place(it.span);
        let text: String =
            self.java.sources.at(self.java.sources.files()[file.index()].span).split_whitespace().collect();
        let element = format!("{name}[");
        let mut given = text.match_indices(&element).filter_map(|(at, _)| {
            let (_, value) = text[at..].split_once(']')?;
            let value = value.strip_prefix('=').filter(|value| !value.starts_with('='))?;
            value.split(';').next()
        });
        value.starts_with("newObject[") && given.all(|value| value == "newObject()")
    }

    /// Candidates that some code writes, passes on, or gives another name.
    fn used_otherwise(&mut self, candidates: &Candidates) -> FxHashSet<FieldNo> {
        let mut found = FxHashSet::default();
        let classes = self.classes_by_place();
        let mut rest = &classes[..];
        while let Some(&(file, ..)) = rest.first() {
            let (own, others) = rest.split_at(rest.partition_point(|(of, ..)| *of == file));
            rest = others;
            self.used_otherwise_in(file, own, candidates, &mut found);
        }
        found
    }

    fn used_otherwise_in(
        &mut self,
        file: FileNo,
        own: &[(FileNo, At, ClassNo)],
        candidates: &Candidates,
        found: &mut FxHashSet<FieldNo>,
    ) {
        let syntax = self.java.syntax(file);
        let (mut walk, mut around, mut locals) = (ClassesAround::new(own), Vec::new(), Locals::default());
        for at in (0..syntax.nodes.len() as u32).map(At) {
            while around.last().is_some_and(|last: &At| syntax.node(*last).next <= at.0) {
                around.pop();
            }
            if syntax.kind(at) == NodeKind::Identifier
                && let Some(name) = self.java.names.find(&escaped(self.java.sources.at(syntax.span(at))))
                && candidates.contains_key(&name)
            {
                let classes = walk.at(&syntax, at);
                let of = Occurrence { syntax: &syntax, at, around: &around, classes, name };
                self.look_at(&of, candidates, &mut locals, found);
            }
            around.push(at);
        }
    }

    fn look_at(
        &mut self,
        of: &Occurrence<'_>,
        candidates: &Candidates,
        locals: &mut Locals,
        found: &mut FxHashSet<FieldNo>,
    ) {
        let role = of.syntax.node(of.at).role;
        let all = || candidates[&of.name].iter().copied();
        let parent = of.around.last().copied();
        if role == Role::Name {
            // A declaration, whose own value must be a new array; or the name of a method.
            let value = parent.filter(|p| of.syntax.kind(*p) == NodeKind::VariableDeclarator);
            let value = value.and_then(|p| of.syntax.child(p, Role::Value));
            let span = of.syntax.span(of.at);
            let own = all().find(|f| self.java.fields[f.index()].name_span == span);
            found.extend(own.filter(|_| value.is_some_and(|value| !self.is_new(of.syntax, value))));
            return;
        }
        let qualified = parent.filter(|p| of.syntax.kind(*p) == NodeKind::FieldAccess && role == Role::Field);
        let object = qualified.and_then(|p| of.syntax.child(p, Role::Object));
        let is_own = object.is_none_or(|object| of.syntax.kind(object) == NodeKind::This);
        // `System.out` is no field of the sources.
        if object.is_some_and(|object| self.java.sources.at(of.syntax.span(object)) == "System") {
            return;
        }
        let field = match is_own {
            true if object.is_none() && self.is_variable(of, locals) => return,
            true => self.field_around(of),
            false => None,
        };
        match field {
            Some(field) if !candidates[&of.name].contains(&field) => {}
            Some(field) => {
                if !self.only_reads(of, field, qualified) {
                    found.insert(field);
                }
            }
            None => {
                let written: Vec<FieldNo> = all().filter(|f| !self.only_reads(of, *f, qualified)).collect();
                found.extend(written);
            }
        }
    }

    /// The field that a simple name means in the classes around it. Classes in code are not read yet: a field of theirs is taken for one around it.
    fn field_around(&mut self, of: &Occurrence<'_>) -> Option<FieldNo> {
        of.classes.iter().rev().find_map(|&(_, class)| {
            if self.java.is_inner(class) {
                return None;
            }
            self.java.ensure_members(class);
            self.java.field_of(class, of.name)
        })
    }

    /// True for a name that the member around it declares as a variable somewhere.
    fn is_variable(&self, of: &Occurrence<'_>, locals: &mut Locals) -> bool {
        let declares = |at: At| {
            let kind = of.syntax.kind(at);
            matches!(
                kind,
                NodeKind::MethodDeclaration
                    | NodeKind::Constructor
                    | NodeKind::CompactConstructor
                    | NodeKind::StaticInitializer
                    | NodeKind::FieldDeclaration
                    | NodeKind::ConstantDeclaration
            ) || kind == NodeKind::Block && of.around.contains(&at)
        };
        let Some(member) = of.around.iter().copied().find(|at| declares(*at)) else { return false };
        let names = locals.entry(member).or_insert_with(|| {
            let syntax = of.syntax;
            let is_field = matches!(syntax.kind(member), NodeKind::FieldDeclaration | NodeKind::ConstantDeclaration);
            let named = (member.0..syntax.node(member).next).map(At).filter_map(|node| {
                let variable = matches!(
                    syntax.kind(node),
                    NodeKind::VariableDeclarator
                        | NodeKind::FormalParameter
                        | NodeKind::CatchParameter
                        | NodeKind::Resource
                        | NodeKind::EnhancedFor
                );
                let own = is_field && syntax.children(member).any(|child| child == node);
                syntax.child(node, Role::Name).filter(|_| variable && !own)
            });
            let lambdas = (member.0..syntax.node(member).next)
                .map(At)
                .filter(|node| matches!(syntax.kind(*node), NodeKind::InferredParameters | NodeKind::Lambda))
                .flat_map(|node| syntax.children(node).filter(|child| syntax.kind(*child) == NodeKind::Identifier));
            let text = |at: At| self.java.names.find(&escaped(self.java.sources.at(syntax.span(at))));
            named.chain(lambdas).filter_map(text).collect()
        });
        names.contains(&of.name)
    }

    /// True for a value that nobody else has.
    fn is_new(&self, syntax: &Syntax, value: At) -> bool {
        match syntax.kind(value) {
            NodeKind::ArrayCreation | NodeKind::ArrayInitializer => true,
            NodeKind::MethodInvocation => {
                let name = syntax.child(value, Role::Name).map_or("", |name| self.java.sources.at(syntax.span(name)));
                let object =
                    syntax.child(value, Role::Object).map_or("", |object| self.java.sources.at(syntax.span(object)));
                name == "clone"
                    || object.ends_with("Arrays") && matches!(name, "copyOf" | "copyOfRange")
                    || matches!(name, "toCharArray" | "getBytes" | "split")
            }
            _ => false,
        }
    }

    /// True for a use that reads elements or the length, and for one that fills in what its own initialiser or constructor has made.
    fn only_reads(&self, of: &Occurrence<'_>, field: FieldNo, qualified: Option<At>) -> bool {
        let syntax = of.syntax;
        let mut whole = qualified.unwrap_or(of.at);
        let mut around = of.around.iter().rev().copied().skip(usize::from(qualified.is_some()));
        let dimensions = self.dimensions_of_table(field).unwrap_or(1);
        let mut depth = 0;
        loop {
            let Some(parent) = around.next() else { return false };
            let role = syntax.node(whole).role;
            match syntax.kind(parent) {
                NodeKind::Parenthesized => {}
                NodeKind::ArrayAccess if role == Role::Array && depth < dimensions => depth += 1,
                // A write in its own initialiser or constructor: nobody else has the array yet.
                NodeKind::Assignment if role == Role::Left => {
                    let right = syntax.child(parent, Role::Right);
                    let is_new = depth == dimensions || right.is_some_and(|right| self.is_new(syntax, right));
                    return (is_new || self.is_given(of, depth, right)) && self.builds_around(of, field);
                }
                NodeKind::Update => return depth == dimensions && self.builds_around(of, field),
                _ if depth == dimensions => return true,
                NodeKind::FieldAccess if role == Role::Object => {
                    let name = syntax.child(parent, Role::Field);
                    return name.is_some_and(|name| self.java.sources.at(syntax.span(name)) == "length");
                }
                NodeKind::EnhancedFor => return role == Role::Value && depth + 1 == dimensions,
                NodeKind::Binary => return true,
                NodeKind::MethodInvocation if role == Role::Object => {
                    let name = syntax.child(parent, Role::Name);
                    return name.is_some_and(|name| self.java.sources.at(syntax.span(name)) == "clone");
                }
                NodeKind::ArgumentList if depth + 1 == dimensions => {
                    let Some(call) = around.next().filter(|call| syntax.kind(*call) == NodeKind::MethodInvocation)
                    else {
                        return false;
                    };
                    let text = |role| syntax.child(call, role).map_or("", |at| self.java.sources.at(syntax.span(at)));
                    let first = syntax.children(parent).next() == Some(whole);
                    let library = matches!(text(Role::Object), "Arrays" | "System" | "java.util.Arrays");
                    return first && library && READERS.contains(&text(Role::Name));
                }
                _ => return false,
            }
            whole = parent;
        }
    }

    /// True for a variable as the value: who makes the object decides.
    fn is_given(&self, of: &Occurrence<'_>, depth: usize, right: Option<At>) -> bool {
        depth == 0 && right.is_some_and(|right| of.syntax.kind(right) == NodeKind::Identifier) && self.java.is_small()
    }

    /// True in an initialiser or constructor of the class of a field, outside of functions that run later.
    fn builds_around(&self, of: &Occurrence<'_>, field: FieldNo) -> bool {
        let it = &self.java.fields[field.index()];
        let later = of.around.iter().any(|at| {
            matches!(of.syntax.kind(*at), NodeKind::Lambda | NodeKind::MethodDeclaration | NodeKind::ObjectCreation)
        });
        let builds = |member: &Member| match *member {
            Member::Method(m) => !it.modifiers.is_static() && self.java.methods[m.index()].kind.constructs(),
            Member::Initializer(_) => self.java.is_static(*member) == it.modifiers.is_static(),
            Member::Field(_) => false,
        };
        let mut members = self.java.classes[it.class.index()].members.iter().filter(|member| builds(member));
        let innermost = of.classes.last().is_some_and(|(_, class)| *class == it.class);
        innermost && !later && members.any(|member| of.around.contains(&self.java.site(*member).1))
    }
}
