//! Members of the sources by place: what a finding is about, however its lines move.

use racefree_grammar::Span;
use racefree_java::Java;
use racefree_java::tree::{ClassNo, Field, Method, MethodKind, Origin};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// A member with its code, or a class where it has no members.
struct Within {
    span: Span,
    class: String,
    /// `m(int, T)`, or the name of a field; empty for what stands in the class alone.
    member: String,
}

/// The members of the sources.
#[derive(Default)]
pub struct Members {
    all: Vec<Within>,
    /// Names of fields.
    fields: HashSet<String>,
    /// Methods with a body, by place.
    methods: Vec<MethodAt>,
    /// Fields by place.
    declared: Vec<FieldAt>,
}

/// A method, as repairs need it. Places are of the whole text.
pub struct MethodAt {
    /// Its name.
    pub name: String,
    /// The class that declares it, with its package.
    pub class: String,
    /// All of it.
    pub span: Span,
    /// Begin of its result type, behind the modifiers.
    pub type_start: u32,
    /// End of its name.
    pub name_end: u32,
    /// Declared `static`.
    pub is_static: bool,
    /// Declared `synchronized`.
    pub is_synchronized: bool,
    /// A constructor.
    pub is_constructor: bool,
}

/// A field, as repairs need it. Places are of the whole text.
pub struct FieldAt {
    /// Its name.
    pub name: String,
    class: String,
    within: Span,
    /// Begin of its declaration.
    pub start: u32,
    end: u32,
    /// Begin of its type, behind the modifiers.
    pub type_start: u32,
    /// Its type as it is written.
    pub ty: String,
    /// Declared `static`.
    pub is_static: bool,
    /// Declared `final`.
    pub is_final: bool,
    /// Has a value from its declaration.
    pub is_initialized: bool,
}

impl FieldAt {
    /// Simple name of the class that declares it.
    pub fn class_name(&self) -> &str {
        self.class.rsplit('.').next().unwrap_or(&self.class)
    }
}

/// Identity of a finding: what it is about and where, but for the line.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Identity {
    /// The file, with slashes.
    pub file: String,
    /// The innermost class, with its package.
    pub class: String,
    /// The method with the types of its parameters, or the field that is declared there.
    pub method: String,
    /// The field, method or lock that the finding is about.
    pub field: String,
    /// `RULE/premise`
    pub kind: String,
}

impl Members {
    /// The members of the sources that were read.
    pub fn of(java: &Java) -> Members {
        let own = |class: ClassNo| java.classes[class.index()].origin == Origin::Source;
        let name = |class: ClassNo| java.names.text(java.classes[class.index()].qualified).to_owned();
        let mut all: Vec<Within> = Vec::new();
        for class in java.classes.iter().filter(|c| c.origin == Origin::Source) {
            let class_name = java.names.text(class.qualified).to_owned();
            all.push(Within { span: class.span, class: class_name, member: String::new() });
        }
        for field in java.fields.iter().filter(|f| own(f.class)) {
            let member = java.names.text(field.name).to_owned();
            all.push(Within { span: field.span, class: name(field.class), member });
        }
        for method in java.methods.iter().filter(|m| own(m.class) && m.has_body) {
            let types = method.parameters.iter().map(|p| {
                let written = java.sources.at(p.ty.span);
                written.split_whitespace().collect::<Vec<_>>().join(" ")
            });
            let types: Vec<String> = types.collect();
            let member = format!("{}({})", java.names.text(method.name), types.join(", "));
            all.push(Within { span: method.span, class: name(method.class), member });
        }
        // Of members that begin at one place the longer one comes first: the last that contains a place is the innermost.
        all.sort_by_key(|w| (w.span.start, std::cmp::Reverse(w.span.end)));
        let fields = java.fields.iter().filter(|f| own(f.class)).map(|f| java.names.text(f.name).to_owned()).collect();
        let method = |m: &Method| MethodAt {
            name: java.names.text(m.name).to_owned(),
            class: name(m.class),
            span: m.span,
            type_start: if m.result.span == Span::NONE { m.name_span.start } else { m.result.span.start },
            name_end: m.name_span.end,
            is_static: m.modifiers.is_static(),
            is_synchronized: m.modifiers.is_synchronized(),
            is_constructor: m.kind != MethodKind::Plain,
        };
        let methods = java.methods.iter().filter(|m| own(m.class) && m.has_body).map(method).collect();
        let field = |f: &Field| FieldAt {
            name: java.names.text(f.name).to_owned(),
            class: name(f.class),
            within: java.classes[f.class.index()].span,
            start: f.span.start,
            end: f.span.end,
            type_start: f.ty.span.start,
            ty: java.sources.at(f.ty.span).to_owned(),
            is_static: f.modifiers.is_static(),
            is_final: f.modifiers.is_final(),
            is_initialized: f.initialized,
        };
        let written = java.fields.iter().filter(|f| own(f.class) && f.ty.span != Span::NONE && !f.component);
        let declared = written.map(field).collect();
        Members { all, fields, methods, declared }
    }

    /// The innermost member around a place of the whole text.
    fn innermost(&self, at: Span) -> Option<&Within> {
        let before = self.all.partition_point(|w| w.span.start <= at.start);
        self.all[..before].iter().rev().find(|w| w.span.contains(at) || w.span.contains(Span::new(at.start, at.start)))
    }

    /// The text of the method or field around a place; none, if it stands in no member.
    pub fn member_at(&self, at: Span) -> Option<Span> {
        self.innermost(at).filter(|w| !w.member.is_empty()).map(|w| w.span)
    }

    /// The constructors of the class that declares a field.
    pub fn constructors_of(&self, field: &FieldAt) -> impl Iterator<Item = Span> {
        self.methods.iter().filter(|m| m.is_constructor && m.class == field.class).map(|m| m.span)
    }

    /// The methods with a body.
    pub fn methods(&self) -> impl Iterator<Item = &MethodAt> {
        self.methods.iter()
    }

    /// The innermost method around a place.
    pub fn method_at(&self, at: Span) -> Option<&MethodAt> {
        let around = self.methods.iter().filter(|m| m.span.contains(at));
        around.min_by_key(|m| m.span.end - m.span.start)
    }

    /// Simple names of the fields of the classes around a place.
    pub fn fields_around(&self, at: Span) -> impl Iterator<Item = &str> {
        self.declared.iter().filter(move |f| f.within.contains(at)).map(|f| f.name.as_str())
    }

    /// The innermost class around a place: its name, and where it begins.
    pub fn class_at(&self, at: Span) -> Option<(&str, u32)> {
        let classes = self.all.iter().filter(|w| w.member.is_empty() && w.span.contains(at));
        classes.min_by_key(|w| w.span.end - w.span.start).map(|w| (w.class.as_str(), w.span.start))
    }

    /// The only class of a simple name: its name, and where it begins.
    pub fn class_named(&self, name: &str) -> Option<(&str, u32)> {
        let is_it = |w: &&Within| w.member.is_empty() && w.class.rsplit('.').next() == Some(name);
        let mut found = self.all.iter().filter(is_it);
        found.next().filter(|_| found.next().is_none()).map(|w| (w.class.as_str(), w.span.start))
    }

    /// The field that is declared at a place.
    pub fn field_at(&self, at: Span) -> Option<&FieldAt> {
        self.fields_at(at).next()
    }

    /// The fields of the declaration at a place: `int a, b` are two.
    pub fn fields_at(&self, at: Span) -> impl Iterator<Item = &FieldAt> {
        self.declared.iter().filter(move |f| f.start <= at.start && at.end <= f.end)
    }

    /// The next field that is declared behind a place: a comment in front of the modifiers is about it.
    pub fn field_behind(&self, at: Span) -> Option<&FieldAt> {
        self.declared.iter().filter(|f| f.start >= at.end).min_by_key(|f| f.start)
    }

    /// The field of a name in the classes around a place, the innermost first; else the only one of that name.
    pub fn field_named(&self, name: &str, at: Span) -> Option<&FieldAt> {
        let named = || self.declared.iter().filter(|f| f.name == name);
        let around = named().filter(|f| f.within.contains(at)).min_by_key(|f| f.within.end - f.within.start);
        around.or_else(|| named().next().filter(|_| named().count() == 1))
    }

    /// The field that a message is about: of an access the last name, which is accessed, elsewhere the first that a field has.
    fn field(&self, kind: &str, message: &str) -> String {
        let names: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
        let is_field = |name: &&&str| self.fields.contains(name.rsplit('.').next().unwrap_or(name));
        let is_access = kind.starts_with("EXP REF/") || kind.starts_with("EXP ASSIGN/");
        let last = names.iter().rev().find(is_field).filter(|_| is_access);
        last.or(names.iter().find(is_field)).or(names.first()).map_or_else(String::new, |name| (*name).to_owned())
    }

    /// `Account.deposit`: the member around a place.
    pub fn name_at(&self, at: Span) -> String {
        self.innermost(at).map_or_else(String::new, |within| format!("{}.{}", within.class, within.member))
    }

    /// Identity of a finding at a place.
    pub fn identity(&self, file: &str, at: Span, kind: &str, message: &str) -> Identity {
        let within = self.innermost(at);
        let field = self.field(kind, message);
        Identity {
            file: plain(file),
            class: within.map(|w| w.class.clone()).unwrap_or_default(),
            method: within.map(|w| w.member.clone()).unwrap_or_default(),
            field,
            kind: kind.to_owned(),
        }
    }
}

/// A file's name on every system.
pub fn plain(file: &str) -> String {
    let file = file.replace('\\', "/");
    file.strip_prefix("./").map_or(file.clone(), str::to_owned)
}

impl Identity {
    /// A number for it that is the same on every machine (FNV-1a), `nth` telling findings of one identity apart.
    pub fn fingerprint(&self, nth: usize) -> String {
        let parts = [&self.file, &self.class, &self.method, &self.field, &self.kind];
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        let mut add = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        for part in parts {
            part.bytes().for_each(&mut add);
            add(0);
        }
        format!("{hash:016x}:{}", nth + 1)
    }

    /// As people read it.
    pub fn words(&self) -> String {
        let Identity { file, class, method, field, kind } = self;
        let place = if method.is_empty() { class.clone() } else { format!("{class}.{method}") };
        format!("{file}: {kind} about `{field}` in {place}")
    }
}
