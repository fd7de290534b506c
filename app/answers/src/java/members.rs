//! Members of the sources by place: what a finding is about, however its lines move.

use racefree_grammar::Span;
use racefree_java::Java;
use racefree_java::tree::{ClassNo, Origin};
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
        Members { all, fields }
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

    /// The field that a message is about: of an access the last name, which is accessed, elsewhere the first that a field has.
    fn field(&self, kind: &str, message: &str) -> String {
        let names: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
        let is_field = |name: &&&str| self.fields.contains(name.rsplit('.').next().unwrap_or(name));
        let is_access = kind.starts_with("EXP REF/") || kind.starts_with("EXP ASSIGN/");
        let last = names.iter().rev().find(is_field).filter(|_| is_access);
        last.or(names.iter().find(is_field)).or(names.first()).map_or_else(String::new, |name| (*name).to_owned())
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
