//! Changes worth trying, by the premise that fails: a lock; `final` for what nothing assigns; a guard or `volatile` for what has none.

use super::super::error::Volatile;
use super::super::members::FieldAt;
use super::super::speech::SYNTAX;
use super::super::unguarded::lets_this_go;
use super::super::{FileVerdict, JavaError, JavaVerdict};
use super::interrupts::interrupted;
use super::text::code;
use super::{names, release, syntax};
use racefree_grammar::{Edit, Fix, Span};
use strsim::osa_distance;

/// Changes that may mend an error, the likeliest first.
pub(super) fn of(verdict: &JavaVerdict, file: &FileVerdict, error: &JavaError) -> Vec<Fix> {
    let of = &verdict.sources.files()[file.file.index()];
    let text = verdict.sources.at(of.span);
    // Of a text that was not understood nothing else is known for sure.
    if file.errors.iter().any(|e| e.code == SYNTAX) {
        let first = file.errors.iter().filter(|e| e.code == SYNTAX).min_by_key(|e| e.span.start);
        let is_first = first.is_some_and(|first| first.span == error.span) && error.code == SYNTAX;
        return if is_first { syntax::of(text, &code(text), error.span) } else { Vec::new() };
    }
    // A name that is misspelt is put right first: the rest may hang on it.
    let is_code = |e: &JavaError| e.code.starts_with("JAVA CODE/") && e.code != "JAVA CODE/monitor-held";
    if file.errors.iter().any(is_code) {
        let (code, at) = (code(text), error.span);
        return match error.code.as_str() {
            "JAVA CODE/declared" if error.message.contains("may throw an") => {
                interrupted(verdict, file, error, &code).into_iter().collect()
            }
            "JAVA CODE/declared" => names::declared(text, &code, at, &error.message),
            "JAVA CODE/given-back" => {
                release::given_back(verdict, (text, of.span.start), at, &error.message).into_iter().collect()
            }
            "JAVA CODE/meant" => names::meant(&code, at, &error.message).into_iter().collect(),
            "JAVA CODE/typed" => names::typed(&code, at, &error.message),
            _ => Vec::new(),
        };
    }
    let near =
        Near { verdict, text, code: code(text), start: of.span.start, error, at: super::place(verdict, file, error) };
    match error.code.as_str() {
        "EXP REF/guard-held"
        | "EXP ASSIGN/guard-held"
        | "EXP INVOKE/requires-held"
        | "EXP NEW/requires-held"
        | "JAVA CODE/monitor-held" => near.copied().into_iter().chain(near.taken()).collect(),
        "SHAREABLE/guarded-or-final" if near.field().is_some_and(|field| near.is_open(field)) => near.guarded(),
        "SHAREABLE/guarded-or-final" => {
            let first = near.waited_for().or_else(|| near.joined());
            let started = near.field().and_then(|field| near.before_the_start(field));
            let hoisted = near.field().and_then(|field| near.of_all_calls(field));
            let first = first.into_iter().chain(started).chain(near.synchronized_uses());
            let several = near.component_for_several();
            first.chain(hoisted).chain(several).chain(near.guarded()).chain(near.field_for_several()).collect()
        }
        code if code.ends_with("FIELD/field-type") => {
            near.atomic_elements().into_iter().chain(near.guarded_elements()).collect()
        }
        "EXP SYNC/lock-final" | "METHOD/requires-final" | "FIELD/guard-final" => near.final_lock(),
        "JAVA ANNOTATION/place" => near.without_annotation(),
        "JAVA ANNOTATION/resolved" => near.of_class().into_iter().chain(near.nearest()).collect(),
        "EXP FORK2/fv-shared" | "LOCAL CLASS/override" => {
            let first = near.waited_for().or_else(|| near.for_several()).or_else(|| near.atomic_elements());
            first.into_iter().chain(near.shared()).collect()
        }
        "EXP ASSIGN/not-final" => near.not_final(),
        "warning/wait_without_loop" => near.in_loop().into_iter().chain(error.repair.clone()).collect(),
        "warning/text_identity" => near.by_equals().into_iter().collect(),
        "warning/unlock_without_finally" => {
            release::given_back(verdict, (text, near.start), error.span, &error.message).into_iter().collect()
        }
        "warning/not_atomic" => error.repair.clone().or_else(|| near.without_volatile()).into_iter().collect(),
        "warning/missing_annotation" => near.guarded(),
        _ => error.repair.clone().into_iter().collect(),
    }
}

/// Surroundings of an error.
pub(super) struct Near<'v> {
    pub(super) verdict: &'v JavaVerdict,
    pub(super) text: &'v str,
    pub(super) code: Vec<u8>,
    /// Offset of the file in the text of all.
    pub(super) start: u32,
    pub(super) error: &'v JavaError,
    /// The place in the text of all.
    pub(super) at: Span,
}

impl Near<'_> {
    /// A place of the whole text as one of the file.
    pub(super) fn own(&self, at: u32) -> u32 {
        at - self.start
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.error.message.split('`').skip(1).step_by(2)
    }

    /// The field of the class around that the message names.
    fn field(&self) -> Option<&FieldAt> {
        let members = &self.verdict.members;
        let simple = |name: &str| name.rsplit('.').next().unwrap_or(name).to_owned();
        let named = |f: &&FieldAt| self.names().any(|name| simple(name) == f.name);
        let here = members.fields_at(self.at).find(named).or(members.field_at(self.at));
        here.or_else(|| self.names().find_map(|name| members.field_named(&simple(name), self.at)))
    }

    /// Protects a field that nothing protects.
    fn guarded(&self) -> Vec<Fix> {
        let Some(field) = self.field() else { return Vec::new() };
        let before = |word: &str| vec![Edit::insert(self.own(field.type_start), word.to_owned())];
        // A modifier in front of a declaration is one of all its fields.
        let all: Vec<String> = self.verdict.members.fields_at(self.at).map(|f| format!("`{}`", f.name)).collect();
        let all = if all.is_empty() { format!("`{}`", field.name) } else { all.join(", ") };
        let usual = || if field.is_static { format!("{}.class", field.class_name()) } else { "this".to_owned() };
        let guard = self.error.guard.clone().unwrap_or_else(usual);
        let is_final = self.gets_a_value(field).then(|| Fix::new(format!("Make {all} final"), before("final ")));
        // Of several fields in one declaration each has its own guard.
        let is_one = !all.contains(',');
        let at = self.error.span.start;
        let guarded = match self.text[at as usize..].starts_with(&field.name) && !is_one {
            true => {
                let edit = Edit::insert(at + field.name.len() as u32, format!(" /*# guarded_by {guard} */"));
                Fix::new(format!("Guard `{}` by `{guard}`", field.name), vec![edit])
            }
            false => Fix::new(format!("Guard {all} by `{guard}`"), before(&format!("/*# guarded_by {guard} */ "))),
        };
        let volatile = Fix::new(format!("Make {all} volatile"), before("volatile ")).if_sure(is_one);
        // The others of a declaration have their values likewise.
        let all_have = || self.verdict.members.fields_at(self.at).all(|other| self.gets_a_value(other));
        let (is_own, is_open) = (!self.is_seen(field), self.is_open(field));
        let is_final = is_final.map(|fix| fix.if_sure(is_own && (is_one || all_have())));
        let mut fixes: Vec<Fix> = is_final.into_iter().collect();
        match self.error.volatile {
            // A thread that waits for a flag would hold its lock.
            Volatile::Enough | Volatile::Shows => fixes.extend([volatile, guarded]),
            Volatile::Perhaps if self.is_checked_twice(field) => fixes.extend([volatile, guarded]),
            Volatile::Perhaps if guard == "this" && self.is_of_thread() => {
                fixes.extend([volatile.if_sure(false), guarded]);
            }
            Volatile::Perhaps => fixes.extend([guarded, volatile.if_sure(false)]),
            Volatile::Useless => fixes.push(guarded),
        }
        fixes.into_iter().map(|fix| if is_open { fix.if_sure(false) } else { fix }).collect()
    }

    /// True for a field that code which is not here may see, and give a value.
    fn is_seen(&self, field: &FieldAt) -> bool {
        let head = Span::new(self.own(field.start), self.own(field.type_start)).text(self.text);
        head.split_whitespace().any(|word| matches!(word, "public" | "protected"))
    }

    /// True for such a field that no code here gives a value behind its constructor: nothing here has to change.
    fn is_open(&self, field: &FieldAt) -> bool {
        let is_enough = self.error.notes.iter().any(|note| note.ends_with("`final` in front of it is enough"));
        is_enough && self.is_seen(field) && self.gets_a_value(field)
    }

    /// True for a field that a method looks at without a lock, and once more under it, before it gives it a value.
    fn is_checked_twice(&self, field: &FieldAt) -> bool {
        let question = format!("{} == null", field.name);
        self.verdict.members.methods().filter(|m| !m.is_synchronized && m.class.ends_with(field.class_name())).any(
            |m| {
                let text = m.span.text(self.verdict.sources.text());
                let inner = text.split_once("synchronized").map_or("", |(_, inner)| inner);
                text.matches(&question).count() == 2 && inner.matches(&question).count() == 1
            },
        )
    }

    /// True for a field that has a value once it is made, as a final one must: from its declaration, or from every constructor.
    fn gets_a_value(&self, field: &FieldAt) -> bool {
        let text = self.verdict.sources.text();
        let assigns = |span: Span| {
            let assigned = span.text(text).split(&field.name).skip(1).any(|rest| {
                let rest = rest.trim_start();
                rest.starts_with('=') && !rest.starts_with("==")
            });
            assigned || span.text(text).contains("this(")
        };
        // Others may have the object before it is built; a thread that is made with it has nothing before its start.
        let escapes = |span: Span| {
            let own = span.text(text);
            let letter = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
            let assigned = format!("{} =", field.name);
            let mut places = own.rmatch_indices(&assigned).map(|(at, _)| at);
            let start = places.find(|at| !own[..*at].ends_with(letter));
            let start = start.and_then(|at| own[at..].find(';').map(|end| at + end));
            let (before, behind) = own.split_at(start.unwrap_or(own.len()));
            let is_last = start.is_some() && behind.contains(".start()") && !before.contains("start(");
            let before = if is_last { before.replace("new Thread(this", "") } else { own.to_owned() };
            lets_this_go(&before)
        };
        // A lambda in front of the assignment would read it before it has a value.
        let reads_early = |span: Span| {
            let text = span.text(text);
            let mut parts = text.match_indices("->").map(|(at, _)| &text[at..]);
            parts.any(|rest| rest.contains(&field.name) && rest.contains(&format!("{} =", field.name)))
        };
        let mut constructors = self.verdict.members.constructors_of(field);
        if !field.is_initialized && constructors.any(|span| escapes(span) || reads_early(span)) {
            return false;
        }
        let mut constructors = self.verdict.members.constructors_of(field).peekable();
        field.is_initialized || (!field.is_static && constructors.peek().is_some() && constructors.all(assigns))
    }

    /// A lock is final.
    fn final_lock(&self) -> Vec<Fix> {
        let members = &self.verdict.members;
        let last = self.names().next().and_then(|path| path.rsplit('.').next());
        let free = |f: &&FieldAt| !f.is_final && self.gets_a_value(f);
        let Some(field) = last.and_then(|name| members.field_named(name, self.at)).filter(free) else {
            return Vec::new();
        };
        // A volatile field cannot be final.
        let own = self.own(field.type_start);
        let mut edits = vec![Edit::insert(own, "final ")];
        let head = Span::new(self.own(field.start), own);
        if let Some(at) = head.text(self.text).find("volatile ") {
            let at = head.start + at as u32;
            edits.insert(0, Edit::replace(Span::new(at, at + "volatile ".len() as u32), ""));
        }
        vec![Fix::new(format!("Make `{}` final", field.name), edits)]
    }

    /// The comment goes.
    fn without_annotation(&self) -> Vec<Fix> {
        let at = self.error.span;
        let before = &self.text[..at.start as usize];
        let Some(start) = before.rfind("/*#").filter(|&s| !before[s..].contains("*/")) else { return Vec::new() };
        let Some(length) = self.text[start..].find("*/") else { return Vec::new() };
        let span = Span::new(start as u32, (start + length + 2) as u32);
        // Of several clauses one may be right.
        if span.text(self.text).contains(['{', ';']) {
            return Vec::new();
        }
        vec![Fix::guess(format!("Take out `{}`", span.text(self.text)), vec![Edit::remove(span, self.text)])]
    }

    /// The nearest name of a field, in the place of one that there is not.
    fn nearest(&self) -> Vec<Fix> {
        let Some(wrong) = self.names().next().filter(|_| self.error.message.starts_with("there is no `")) else {
            return Vec::new();
        };
        let span = self.error.span;
        let written = span.text(self.text);
        let Some(at) = written.find(wrong) else { return Vec::new() };
        let span = Span::new(span.start + at as u32, span.start + (at + wrong.len()) as u32);
        let mut near: Vec<(usize, &str)> =
            self.verdict.members.fields_around(self.at).map(|n| (osa_distance(wrong, n), n)).collect();
        near.sort_unstable();
        near.dedup();
        let Some(&(least, _)) = near.first().filter(|(d, _)| *d <= 2 && *d < wrong.len()) else { return Vec::new() };
        let all: Vec<&str> = near.iter().filter(|(d, _)| *d == least).map(|(_, n)| *n).collect();
        let fix = |name: &&str| Fix::new(format!("Write `{name}`"), vec![Edit::replace(span, *name)]);
        all.iter().map(|name| fix(name).if_sure(all.len() == 1)).collect()
    }

    /// The class of an object that several threads have is said to be shared.
    fn shared(&self) -> Vec<Fix> {
        let members = &self.verdict.members;
        let named = self.names().last().filter(|_| self.error.code.starts_with("EXP FORK2"));
        let class = named.map_or_else(|| members.class_at(self.at), |name| members.class_named(name));
        let Some((name, start)) = class.filter(|(_, start)| *start >= self.start) else { return Vec::new() };
        let edit = Edit::insert(self.own(start), "/*# thread_shared */ ");
        vec![Fix::guess(format!("Say that threads share `{name}`"), vec![edit])]
    }

    /// A field that is assigned is not final.
    fn not_final(&self) -> Vec<Fix> {
        let Some(field) = self.field().filter(|f| f.is_final) else { return Vec::new() };
        let head = Span::new(self.own(field.start), self.own(field.type_start));
        let Some(at) = head.text(self.text).find("final ") else { return Vec::new() };
        let at = head.start + at as u32;
        let edit = Edit::replace(Span::new(at, at + "final ".len() as u32), "");
        vec![Fix::guess(format!("Take `final` from `{}`", field.name), vec![edit])]
    }

    /// A static member is guarded by the object of its class.
    fn of_class(&self) -> Vec<Fix> {
        let span = self.error.span;
        let written = span.text(self.text).trim_matches('"');
        let members = &self.verdict.members;
        let field = members.field_at(self.at).or_else(|| members.field_behind(self.at));
        let Some(field) = field.filter(|f| f.is_static && written == "this") else { return Vec::new() };
        let guard = format!("{}.class", field.class_name());
        let quoted = span.text(self.text).starts_with('"');
        let text = if quoted { format!("\"{guard}\"") } else { guard.clone() };
        vec![Fix::new(format!("Guard `{}` by `{guard}`", field.name), vec![Edit::replace(span, text)])]
    }
}
