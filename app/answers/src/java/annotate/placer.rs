//! Annotations put into Java text.

use super::Changed;
use crate::java::JavaFile;
use crate::options::NotationWord;
use racefree_grammar::{Edit, Span};
use racefree_infer::edits::{Annotation, Kind};
use racefree_java::Java;
use racefree_java::elaborate::Elaborated;
use racefree_java::tree::{FileNo, Origin};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Text of an insertion.
#[derive(Clone, Default)]
struct Insertion {
    /// Locks of one `@GuardedBy`.
    guards: Vec<String>,
    /// Words that go in one comment, with their locks.
    clauses: BTreeMap<&'static str, Vec<String>>,
    /// True if it stands before what it is about.
    before: bool,
    /// Texts as they are.
    plain: Vec<String>,
}

fn written(insertion: &Insertion) -> String {
    let clause = |(word, locks): (&&str, &Vec<String>)| match locks.is_empty() {
        true => format!("/*# {word} */"),
        false => format!("/*# {word} {} */", locks.join(", ")),
    };
    let guards = match &*insertion.guards {
        [] => None,
        [lock] => Some(format!("@GuardedBy({lock})")),
        locks => Some(format!("@GuardedBy({{{}}})", locks.join(", "))),
    };
    let plain = guards.into_iter().chain(insertion.plain.iter().cloned());
    let all: Vec<String> = plain.chain(insertion.clauses.iter().map(clause)).collect();
    if insertion.before { all.join(" ") + " " } else { format!(" {}", all.join(" ")) }
}

/// A lock as it is written in a class: of static members, `this` is the class.
pub(super) fn of_class(class: &str, lock: &str) -> String {
    match (racefree_java::spelling::of_static(class), lock.split_once('.')) {
        (Some(class), None) if lock == "this" => format!("{class}.class"),
        (Some(class), Some(("this", rest))) => format!("{class}.{rest}"),
        _ => lock.to_owned(),
    }
}

/// Annotations on their way into the text.
#[derive(Clone)]
pub(super) struct Placer<'j> {
    java: &'j Java,
    elaborated: &'j Elaborated,
    notation: NotationWord,
    /// Offsets of declarations by those of their names, of those with one name.
    starts: FxHashMap<u32, u32>,
    /// Insertions by offset in the text of the run.
    edits: BTreeMap<u32, Insertion>,
    /// True for the names of fields whose declaration gives all its variables a value.
    initialized: FxHashMap<Span, bool>,
    /// Annotations with no place in the text.
    pub(super) unplaced: Vec<String>,
    /// Number of annotations put in.
    pub(super) count: usize,
}

impl<'j> Placer<'j> {
    pub(super) fn new(java: &'j Java, elaborated: &'j Elaborated, notation: NotationWord) -> Placer<'j> {
        let fields = java.fields.iter().map(|field| (field.name_span.start, field.span.start));
        let methods = java.methods.iter().map(|method| (method.name_span.start, method.span.start));
        let mut names: FxHashMap<u32, u32> = FxHashMap::default();
        fields.clone().for_each(|(_, start)| *names.entry(start).or_default() += 1);
        let alone = |(_, start): &(u32, u32)| names.get(start).is_none_or(|&n| n == 1);
        let starts = fields.chain(methods).filter(alone).collect();
        let mut all: FxHashMap<Span, bool> = FxHashMap::default();
        java.fields.iter().for_each(|field| *all.entry(field.span).or_insert(true) &= field.initialized);
        let initialized = java.fields.iter().map(|field| (field.name_span, all[&field.span])).collect();
        Placer {
            java,
            elaborated,
            notation,
            starts,
            edits: BTreeMap::new(),
            initialized,
            unplaced: Vec::new(),
            count: 0,
        }
    }

    /// Files that change, of those that were given.
    pub(super) fn files(&self, given: &[JavaFile]) -> Vec<Changed> {
        let mut files: BTreeMap<u32, Vec<Edit>> = BTreeMap::new();
        for (&at, texts) in &self.edits {
            let (file, span) = self.java.sources.place(Span::new(at, at));
            files.entry(file.0).or_default().push(Edit { span, text: written(texts) });
        }
        let changed = |(file, edits): (u32, Vec<Edit>)| {
            let of = &self.java.sources.files()[file as usize];
            let text = racefree_grammar::fix::apply(self.java.sources.at(of.span), &edits)?;
            let read = given[file as usize].bytes.clone();
            let bytes = racefree_java::sources::edited(of, &read, &edits);
            Some(Changed { file: FileNo(file), text, read, bytes })
        };
        files.into_iter().filter_map(changed).collect()
    }

    /// Puts a guard of elements behind the opening brackets of a type.
    pub(super) fn elements(&mut self, brackets: &[u32], lock: &str) {
        for &at in brackets {
            let insertion = self.edits.entry(at).or_default();
            insertion.before = true;
            insertion.plain.push(format!("/*# elems_guarded_by {lock} */"));
        }
        self.count += brackets.len();
    }

    /// Puts in an annotation, or keeps it among those without a place.
    pub(super) fn place(&mut self, annotation: &Annotation) {
        if self.put(annotation).is_some() {
            self.count += 1;
            return;
        }
        let class = annotation.class.and_then(|c| self.elaborated.program.classes.get(c as usize));
        let class = class.map_or("", |class| self.elaborated.program.text(class.name));
        let member = annotation.member.as_deref().map_or_else(String::new, |member| format!(".{member}"));
        let what = format!("{class}{member}: {}", annotation.text);
        self.unplaced.push(self.elaborated.origins.in_java(&what));
    }

    /// Puts an annotation to its declaration.
    fn put(&mut self, annotation: &Annotation) -> Option<()> {
        let program = &self.elaborated.program;
        let class = *program.classes.get(annotation.class? as usize)?;
        let member = annotation.member.as_deref();
        let locks = self.elaborated.origins.written_lock(&of_class(program.text(class.name), &annotation.text));
        match annotation.kind {
            Kind::GuardedBy => {
                let field = program.fields_of(&class).iter().find(|field| Some(program.text(field.name)) == member)?;
                self.guard(field.name_span, field.name_span.end, "guarded_by", locks)
            }
            Kind::Requires => {
                let method = program.methods_of(&class).iter().find(|m| Some(program.text(m.name)) == member)?;
                let end = self.end_of_head(method.name_span)?;
                self.guard(method.name_span, end, "requires", locks)
            }
            Kind::Final => {
                let field = program.fields_of(&class).iter().find(|field| Some(program.text(field.name)) == member)?;
                self.is_source(field.name_span)?;
                // Java wants a value for each variable of a final declaration.
                if !*self.initialized.get(&field.name_span)? {
                    self.edits.entry(field.name_span.end).or_default().clauses.entry("readonly").or_default();
                    return Some(());
                }
                let insertion = self.edits.entry(program.ty(field.ty).span.start).or_default();
                insertion.before = true;
                insertion.plain.push("final".to_owned());
                Some(())
            }
            Kind::ThreadLocal => {
                self.is_source(class.name_span)?;
                let insertion = self.edits.entry(class.span.start).or_default();
                insertion.before = true;
                insertion.clauses.entry("thread_local").or_default();
                Some(())
            }
            Kind::Ghost | Kind::Argument => None,
        }
    }

    fn guard(&mut self, name: Span, end: u32, word: &'static str, lock: String) -> Option<()> {
        self.is_source(name)?;
        let at = self.starts.get(&name.start).filter(|_| self.notation == NotationWord::Annotations);
        match at {
            Some(&at) => {
                let insertion = self.edits.entry(at).or_default();
                insertion.before = true;
                insertion.guards.push(format!("\"{lock}\""));
            }
            None => self.edits.entry(end).or_default().clauses.entry(word).or_default().push(lock),
        }
        Some(())
    }

    /// The place is a name in a text of the sources.
    fn is_source(&self, name: Span) -> Option<()> {
        let (file, _) = self.java.sources.place(name);
        let text = self.java.sources.at(name);
        let is_name = !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'));
        (is_name && self.java.sources.files()[file.index()].origin == Origin::Source).then_some(())
    }

    /// Offset behind the parameters of a method.
    fn end_of_head(&self, name: Span) -> Option<u32> {
        let rest = &self.java.sources.text().as_bytes()[name.end as usize..];
        let mut depth = 0;
        for (i, byte) in rest.iter().enumerate() {
            match byte {
                b'(' => depth += 1,
                b')' if depth == 1 => return Some(name.end + i as u32 + 1),
                b')' => depth -= 1,
                b'{' | b';' if depth == 0 => return None,
                _ => {}
            }
        }
        None
    }
}
