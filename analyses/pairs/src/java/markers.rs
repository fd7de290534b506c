//! Types that the sources do not declare. In the elaborated program they are all `Object`; as far as their names tell which objects are none of
//! theirs, each becomes a class here that nothing is an instance of: a marker. A variable, a field or a value of such a type has objects from
//! outside, of classes of the sources that say so or of which it is not known, and of the library's classes that may be below it.

use super::{LIBRARY, Plain, own};
use crate::facts::Facts;
use racefree_grammar::ast::{List, Program, Run, TypeExpr, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_program::ClassId;
use rustc_hash::{FxHashMap, FxHashSet};

/// Beginning of the names of markers.
const TYPE: &str = "type ";

/// The marker of every type: of a class with supertypes of which not all is known.
const EVERY: &str = "type *";

/// Types that objects of nearly all sorts may have: they get no marker.
const COMMON: &[&str] =
    &["Object", "String", "Comparable", "Serializable", "Cloneable", "CharSequence", "Constable", "Enum", "Record"];

/// Types of the library of which nothing but what stands here is above, besides common ones.
const ABOVE: &[(&str, &[&str])] = &[
    ("Object", &[]),
    ("Runnable", &[]),
    ("Callable", &[]),
    ("Comparator", &[]),
    ("Comparable", &[]),
    ("Serializable", &[]),
    ("Cloneable", &[]),
    ("AutoCloseable", &[]),
    ("Closeable", &["AutoCloseable"]),
    ("Thread", &["Runnable"]),
    ("TimerTask", &["Runnable"]),
];

/// Sorts of the library's objects that threads need a lock for: parts of the names of their classes, and the other types above these.
const SORTS: &[(&[&str], &[&str])] = &[
    (
        &["SimpleDateFormat", "DateFormat", "NumberFormat", "DecimalFormat", "MessageFormat", "ChoiceFormat"],
        &["Format"],
    ),
    (&["Calendar", "GregorianCalendar"], &[]),
    (&["StringBuilder"], &["Appendable", "AbstractStringBuilder"]),
    (&["Matcher"], &["MatchResult"]),
    (&["Scanner"], &["Iterator", "Closeable", "AutoCloseable"]),
    (&["StringTokenizer"], &["Enumeration"]),
    (&["StringJoiner"], &[]),
    (&["BitSet"], &[]),
];

/// Parts of the names of types that collections, and what looks into one, may have.
const COLLECTIONS: &[&str] = &[
    "Collection",
    "List",
    "Set",
    "Map",
    "Queue",
    "Deque",
    "Stack",
    "Vector",
    "Table",
    "Properties",
    "Dictionary",
    "Iter",
    "Enumeration",
    "Entry",
    "Stream",
    "Access",
    "Split",
];

/// Types of the library whose values have no part that anybody asks for: numbers, names, sizes. No code of the sources is called by way of one, so
/// what a variable of such a type has is no object here.
const VALUES: &[&str] = &[
    "Boolean",
    "Byte",
    "Character",
    "Short",
    "Integer",
    "Long",
    "Float",
    "Double",
    "BigInteger",
    "BigDecimal",
    "Class",
    "Locale",
    "Pattern",
    "UUID",
    "Currency",
    "Instant",
    "Duration",
    "LocalDate",
    "LocalTime",
    "LocalDateTime",
    "Date",
    "Timestamp",
    "File",
    "Color",
    "Font",
    "Dimension",
    "Insets",
    "Point",
    "Rectangle",
    "GridBagConstraints",
    "Charset",
    "InetAddress",
    "TimeUnit",
    "StackTraceElement",
];

/// True for a class of which all supertypes outside of the sources are known: those of the library, by their simple names.
pub fn supertypes_of(library: &str) -> Option<&'static [&'static str]> {
    ABOVE.iter().find(|(name, _)| *name == library).map(|(_, above)| *above)
}

/// True for a marker.
pub(crate) fn is_marker(name: &str) -> bool {
    name.starts_with(TYPE)
}

/// True for the marker of a type whose values are no objects here.
pub(crate) fn is_value(name: &str) -> bool {
    name.strip_prefix(TYPE).is_some_and(|name| VALUES.contains(&name))
}

/// True if objects of a class may have the type of a marker, or of a class of the sources.
pub(crate) fn takes(facts: &Facts<'_>, of: ClassId, class: ClassId) -> bool {
    let program = facts.program();
    let text = |class: ClassId| program.text(facts.resolved.get(class).name);
    let (name, wanted) = (text(of), text(class));
    let is_open = own::is_open(facts, of) && !wanted.strip_prefix(TYPE).is_some_and(|of| VALUES.contains(&of));
    if is_open || facts.resolved.below(of, class) {
        return true;
    }
    let Some(wanted) = wanted.strip_prefix(TYPE) else { return false };
    if VALUES.contains(&wanted) {
        return false;
    }
    if let Some(library) = name.strip_prefix(LIBRARY) {
        return of_library(library, wanted);
    }
    match facts.resolved.decl(of) {
        Some(decl) if decl.name_span != Span::NONE => {
            facts.resolved.interfaces(of).iter().any(|&above| text(above) == EVERY)
        }
        // Neither an array nor a text has a type with a marker; of what else the translation makes nothing is known.
        Some(_) => name != "array",
        None => of != ClassId::STRING,
    }
}

fn of_library(library: &str, wanted: &str) -> bool {
    match SORTS.iter().find(|(names, _)| names.contains(&library)) {
        Some((names, above)) => names.contains(&wanted) || above.contains(&wanted),
        None => library == "object" || COLLECTIONS.iter().any(|part| wanted.contains(part)) || library == wanted,
    }
}

impl Plain<'_> {
    /// Gives types that the sources do not declare their markers.
    pub(super) fn mark_types(&mut self) {
        let declared: FxHashSet<&str> = self.program.classes.iter().map(|c| last(self.program.text(c.name))).collect();
        let above: FxHashSet<usize> = supertypes(&self.program).collect();
        let mut marked: Vec<(usize, &str)> = Vec::new();
        for (t, TypeExpr { kind, span }) in self.program.types.iter().enumerate() {
            let TypeKind::Class { name, .. } = *kind else { continue };
            if self.program.text(name) != "Object" || above.contains(&t) {
                continue;
            }
            let Some(written) = self.known.types.get(span).map(String::as_str) else { continue };
            let is_plain = !self.known.extended.contains(written) || !VALUES.contains(&written);
            if is_plain && !declared.contains(written) && !COMMON.contains(&written) {
                marked.push((t, written));
            }
        }
        let mut markers: FxHashMap<&str, Name> = FxHashMap::default();
        for (t, written) in marked {
            let name =
                *markers.entry(written).or_insert_with(|| marker(&mut self.program, &format!("{TYPE}{written}")));
            let args = List::default();
            self.program.types[t].kind = TypeKind::Class { name, args };
        }
        let every = marker(&mut self.program, EVERY);
        for c in 0..self.program.classes.len() {
            let Some(outside) = self.known.supertypes.get(&self.program.classes[c].name_span) else { continue };
            let all: Vec<Name> = match outside {
                None => vec![every],
                Some(names) => names.iter().filter_map(|name| markers.get(name.as_str()).copied()).collect(),
            };
            self.add_supertypes(c, &all);
        }
        self.markers = markers.into_values().collect();
    }

    fn add_supertypes(&mut self, c: usize, all: &[Name]) {
        let before: Vec<TypeExpr> =
            self.program.classes[c].more_supertypes.indices().map(|t| self.program.ty(TypeId::new(t as u32))).collect();
        let start = self.program.types.len() as u32;
        before.into_iter().for_each(|TypeExpr { kind, span }| {
            self.program.add_type(kind, span);
        });
        for &name in all {
            self.program.add_type(TypeKind::Class { name, args: List::default() }, Span::NONE);
        }
        self.program.classes[c].more_supertypes = Run { start, end: self.program.types.len() as u32 };
    }

    /// The type of the cell of a variable: one of its own for each type that says which objects are there.
    pub(super) fn cell_of(&mut self, ty: TypeId) -> TypeId {
        let Some(class) = super::class_name(&self.program, ty) else { return self.own.cell };
        if !self.sources.contains(&class) && !self.markers.contains(&class) {
            return self.own.cell;
        }
        if let Some(&known) = self.cells.get(&class) {
            return known;
        }
        let name = format!("{} {}", own::CELL, self.program.text(class));
        let name = super::class(&mut self.program, &name, None, &[self.own.value]);
        if let Some(field) = self.program.fields.last_mut() {
            field.ty = ty;
        }
        let made = self.class_type(name);
        self.cells.insert(class, made);
        made
    }
}

fn marker(program: &mut Program, name: &str) -> Name {
    let name = super::class(program, name, None, &[]);
    if let Some(class) = program.classes.last_mut() {
        class.interface = true;
    }
    name
}

/// The supertypes of classes, by the numbers of the types.
fn supertypes(program: &Program) -> impl Iterator<Item = usize> + '_ {
    program.classes.iter().flat_map(|c| c.extends.iter().map(|t| t.index()).chain(c.more_supertypes.indices()))
}

/// The last part of a name.
fn last(name: &str) -> &str {
    name.rsplit(['.', '$', '/']).next().unwrap_or(name)
}
