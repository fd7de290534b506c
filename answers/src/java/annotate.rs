//! Annotations inferred for Java source: those of the elaborated program, put into the Java text. Inference has no algorithm of its own here.

use super::{JavaFile, check, elaborated, lowered};
use crate::options::{AnnotateOptions, NotationWord, RuleOptions};
use crate::variant::Rules;
use racefree_grammar::ast::Program;
use racefree_grammar::{Edit, Span};
use racefree_infer::Settings;
use racefree_infer::edits::{Annotation, Kind};
use racefree_java::Java;
use racefree_java::declare::Find;
use racefree_java::elaborate::Elaborated;
use racefree_java::tree::{FileNo, Origin};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Annotations for Java files.
pub struct Annotated {
    /// Files that change: number and new text.
    pub files: Vec<(FileNo, String)>,
    /// Number of annotations put in.
    pub count: usize,
    /// True if the texts check with them.
    pub ok: bool,
    /// Annotations with no place in the text, as `CLASS.member: annotation`.
    pub unplaced: Vec<String>,
}

/// Reads Java files, finds annotations by some rules, puts them into the texts, and judges these: an annotation may have no place in
/// the text, and may be about a member of the library.
/// Fails as [`elaborated`] does, and if the search ends early, or does not know the program.
pub fn annotate(
    files: Vec<JavaFile>,
    library: impl Fn() -> Option<Find>,
    rules: Rules,
    options: &AnnotateOptions,
    interrupt: Arc<AtomicBool>,
    threads: usize,
) -> Result<(Java, Annotated), String> {
    let (words, mut texts) = (RuleOptions::default(), files.clone());
    let (java, elaborated) = elaborated(files, library(), &words, &options.java, threads)?;
    let (options_of_rules, time) = (rules.options.clone(), options.time);
    // Class parameters have no place in the text.
    let settings = Settings { options: options_of_rules, time, interrupt, threads, ghosts: 0, ..Settings::default() };
    let mut annotated = inferred(&java, &elaborated, &settings, options.style)?;
    annotated.files.iter().for_each(|(file, text)| texts[file.index()].bytes = text.clone().into_bytes());
    let verdict = check(texts, library(), &words, &options.java, &rules, threads)?;
    annotated.ok = verdict.files.iter().all(|file| file.errors.is_empty());
    Ok((java, annotated))
}

fn inferred(
    java: &Java,
    elaborated: &Elaborated,
    settings: &Settings,
    notation: NotationWord,
) -> Result<Annotated, String> {
    let text = lowered(elaborated);
    let program = racefree_grammar::parse(&text).map_err(|errors| {
        errors.first().map_or_else(String::new, |error| format!("the elaborated program: {}", error.message))
    })?;
    let answer = racefree_infer::infer(&program, &text, settings, None, None).map_err(|problem| match problem {
        racefree_infer::Problem::CannotRun(message) => message,
        racefree_infer::Problem::Stopped(_) => "the search ended before there was an answer".to_owned(),
        racefree_infer::Problem::NoProgram(_) => "the elaborated program is not one that inference knows".to_owned(),
    })?;
    let fields = java.fields.iter().map(|field| (field.name_span.start, field.span.start));
    let methods = java.methods.iter().map(|method| (method.name_span.start, method.span.start));
    let mut names: FxHashMap<u32, u32> = FxHashMap::default();
    fields.clone().for_each(|(_, start)| *names.entry(start).or_default() += 1);
    let alone = |(_, start): &(u32, u32)| names.get(start).is_none_or(|&n| n == 1);
    let starts = fields.chain(methods).filter(alone).collect();
    let mut placer =
        Placer { java, elaborated, notation, starts, edits: BTreeMap::new(), unplaced: Vec::new(), count: 0 };
    answer.inferred.iter().for_each(|inferred| placer.place(&program, &inferred.annotation));
    let Placer { edits, unplaced, count, .. } = placer;
    let mut files: BTreeMap<u32, Vec<Edit>> = BTreeMap::new();
    for (at, texts) in edits {
        let (file, span) = java.sources.place(Span::new(at, at));
        files.entry(file.0).or_default().push(Edit { span, text: written(&texts) });
    }
    let changed = |(file, edits): (u32, Vec<Edit>)| {
        let of = java.sources.at(java.sources.files()[file as usize].span);
        racefree_grammar::fix::apply(of, &edits).map(|text| (FileNo(file), text))
    };
    Ok(Annotated { files: files.into_iter().filter_map(changed).collect(), count, ok: answer.ok, unplaced })
}

/// Text of an insertion.
#[derive(Default)]
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

struct Placer<'j> {
    java: &'j Java,
    elaborated: &'j Elaborated,
    notation: NotationWord,
    /// Offsets of declarations by those of their names, of those with one name.
    starts: FxHashMap<u32, u32>,
    /// Insertions by offset in the text of the run.
    edits: BTreeMap<u32, Insertion>,
    unplaced: Vec<String>,
    count: usize,
}

impl Annotated {
    /// The unified difference of a changed file.
    pub fn difference(&self, java: &Java, (file, text): &(FileNo, String)) -> String {
        let of = &java.sources.files()[file.index()];
        let diff = similar::TextDiff::from_lines(java.sources.at(of.span), text);
        diff.unified_diff().context_radius(2).header(&of.name, &format!("{} (annotated)", of.name)).to_string()
    }
}

impl Placer<'_> {
    fn place(&mut self, lowered: &Program, annotation: &Annotation) {
        if self.put(lowered, annotation).is_some() {
            self.count += 1;
            return;
        }
        let class = annotation.class.and_then(|c| lowered.classes.get(c as usize));
        let class = class.map_or("", |class| lowered.text(class.name));
        let member = annotation.member.as_deref().map_or_else(String::new, |member| format!(".{member}"));
        let what = format!("{class}{member}: {}", annotation.text);
        self.unplaced.push(self.elaborated.origins.in_java(&what));
    }

    /// Puts an annotation to its declaration.
    fn put(&mut self, lowered: &Program, annotation: &Annotation) -> Option<()> {
        let program = &self.elaborated.program;
        let name = lowered.text(lowered.classes.get(annotation.class? as usize)?.name);
        let class = *program.classes.iter().find(|class| program.text(class.name) == name)?;
        let member = annotation.member.as_deref();
        let locks = self.elaborated.origins.in_java(&self.of_class(program.text(class.name), &annotation.text));
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
                let written = self.java.fields.iter().find(|written| written.name_span == field.name_span)?;
                // Java wants a value for each variable of a final declaration.
                if !self.java.fields.iter().all(|other| other.span != written.span || other.initialized) {
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

    /// A lock as it is written in a class: of static members, `this` is the class.
    fn of_class(&self, class: &str, lock: &str) -> String {
        match (racefree_java::spelling::of_static(class), lock.split_once('.')) {
            (Some(class), None) if lock == "this" => format!("{class}.class"),
            (Some(class), Some(("this", rest))) => format!("{class}.{rest}"),
            _ => lock.to_owned(),
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
