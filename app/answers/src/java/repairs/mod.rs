//! Repairs of Java text. Each is a small change near its error, and is tried out: the files are judged again, and only what makes the error
//! go, brings no other one, and leaves no name unresolved is kept.
//!
//! | module | contents |
//! | --- | --- |
//! | `arrays` | arrays of numbers that threads count in |
//! | `awaited` | waits for other threads, collections for several |
//! | `blocks` | statements that belong together |
//! | `candidates` | changes worth trying, by the premise |
//! | `constructed` | values behind the start of a thread, elements of arrays |
//! | `declared` | variables with a value that needs a lock |
//! | `given` | uses of a collection that a method gives away |
//! | `text` | places in the text: statements, modifiers, the ends of heads |
//! | `hoisted` | locks that each call makes anew |
//! | `interrupts` | exceptions of interrupts |
//! | `locks` | the lock that is missing |
//! | `merged` | blocks of one lock side by side
//! | `names` | the name that is meant, the import that is missing |
//! | `release` | locks that are not given back |
//! | `replaced` | locks at the wrong place |
//! | `waits` | reads in front of a wait |
//! | `waiting` | words of code that waits, or takes locks |
//! | `warned` | code that is warned of |
//! | `syntax` | the sign that is missing, the word that is misspelt |
//! | `rounds` | files repaired: the first sure repair of each error, again and again |

mod arrays;
mod awaited;
mod blocks;
mod builders;
mod candidates;
mod constructed;
mod declared;
mod given;
mod hoisted;
mod interrupts;
mod locks;
mod merged;
mod names;
mod release;
mod replaced;
mod rounds;
mod syntax;
mod text;
mod waiting;
mod waits;
mod warned;

pub use rounds::{RepairedFile, RepairedJava, repair};

pub(super) use blocks::closing;
pub(super) use text::code;
pub(super) use waiting::may_block;
use warned::WARNING;

use super::baseline::whole;
use super::error::Volatile;
use super::implied::MISSING;
use super::speech::SYNTAX;
use super::{FileVerdict, JavaError, JavaFile, JavaVerdict, JavaWarning, check, elaborated, noted, read};
use crate::fixes::nesting::Nesting;
use crate::options::{JavaOptions, RuleOptions};
use crate::variant::Rules;
use racefree_grammar::{Edit, Fix};
use racefree_java::declare::Find;
use racefree_java::elaborate::Elaborated;
use racefree_java::tree::FileNo;
use racefree_java::world::Assumed;
use std::cell::Cell;
use std::collections::BTreeMap;

/// Files with all that a verdict on them depends on.
#[derive(Clone)]
pub struct Judge {
    /// The files; stubs among them.
    pub files: Vec<JavaFile>,
    /// Finder of classes that none of them declares.
    pub library: Option<Find>,
    /// Options of the rules.
    pub words: RuleOptions,
    /// Options for Java.
    pub options: JavaOptions,
    /// The rules.
    pub rules: Rules,
    /// Number of threads.
    pub threads: usize,
}

/// Verdicts that are still allowed, so that a program of many errors has an answer.
pub struct Tries(Cell<usize>);

/// Most lines that are judged to try repairs out: each is tried on all files, and nobody waits for a Help.
const LINES: u32 = 20_000;

/// Most verdicts by which repairs are tried out.
const TRIES: usize = 60;

impl Tries {
    /// As many verdicts as nobody has to wait for.
    pub fn of(verdict: &JavaVerdict) -> Tries {
        Tries::new(TRIES.min((LINES / verdict.lines().max(1)) as usize))
    }

    /// A number of verdicts.
    pub fn new(most: usize) -> Tries {
        Tries(Cell::new(most))
    }

    fn take(&self) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        left > 0
    }

    /// True if there is none left.
    pub fn are_over(&self) -> bool {
        self.0.get() == 0
    }
}

impl Judge {
    /// Judges the files.
    pub fn verdict(&self) -> Result<JavaVerdict, String> {
        let Judge { files, library, words, options, rules, threads } = self;
        check(files.clone(), library.clone(), words, options, rules, *threads)
    }

    /// The files with edits of one of them; none, if they cannot be written in its encoding.
    fn with(&self, verdict: &JavaVerdict, file: FileNo, edits: &[Edit]) -> Option<Judge> {
        let mut other = self.clone();
        let of = &verdict.sources.files()[file.index()];
        let bytes = racefree_java::sources::edited(of, &self.files[file.index()].bytes, edits)?;
        other.files[file.index()].bytes = bytes;
        Some(other)
    }

    /// The repairs of an error that do what they say, the likeliest first.
    pub fn repairs(&self, verdict: &JavaVerdict, file: &FileVerdict, error: &JavaError, tries: &Tries) -> Vec<Fix> {
        let sort = error.code.strip_prefix(WARNING);
        let before = numbers(verdict, sort);
        let key = key(file, error);
        let mends = |fix: &Fix| {
            if !tries.take() {
                return false;
            }
            let after = self.with(verdict, file.file, &fix.edits).and_then(|other| other.verdict().ok());
            let Some(after) = after else { return false };
            // Code that is understood now may have errors of its own.
            if error.code == SYNTAX {
                return broken(&after, file.file) == 0;
            }
            let unresolved = |verdict: &JavaVerdict| verdict.assumptions.count(Assumed::Unresolved);
            let now = numbers(&after, sort);
            let trusted = unresolved(&after) <= unresolved(verdict);
            let none_more = now.iter().all(|(key, n)| before.get(key).is_some_and(|known| n <= known));
            trusted && none_more && now.get(&key).copied().unwrap_or(0) < before[&key]
        };
        let mut found: Vec<Fix> = Vec::new();
        for fix in candidates::of(verdict, file, error) {
            match mends(&fix) {
                true => found.push(fix),
                false => found.extend(self.carried(verdict, file, &fix, tries).into_iter().find(mends)),
            }
        }
        // Who waits with the lock that another thread is given now waits for ever.
        let mut standing = None;
        found.retain(|fix| {
            !takes_lock(fix) || {
                let before = *standing.get_or_insert_with(|| self.standing());
                self.with(verdict, file.file, &fix.edits).is_some_and(|other| !other.has_more_standing(before))
            }
        });
        // A lock inside of another may be taken the other way round elsewhere, by way of calls.
        let mut nesting = None;
        for fix in found.iter_mut().filter(|fix| takes_lock(fix)) {
            let nesting = nesting.get_or_insert_with(|| self.nesting());
            let other = self.with(verdict, file.file, &fix.edits);
            if let Some(remark) = other.and_then(|other| other.turns(nesting.as_ref())) {
                fix.sure = false;
                fix.title = format!("{}; {remark}", fix.title);
            }
        }
        // One repair is what is meant, if one is; the others are choices.
        let first = found.iter().position(|fix| fix.sure);
        found.iter_mut().enumerate().for_each(|(i, fix)| fix.sure &= Some(i) == first);
        found
    }
}

impl Judge {
    /// The repairs of a warning, likewise.
    pub fn repairs_of_warning(
        &self,
        verdict: &JavaVerdict,
        file: &FileVerdict,
        warning: &JavaWarning,
        tries: &Tries,
    ) -> Vec<Fix> {
        self.repairs(verdict, file, &as_error(warning), tries)
    }

    fn elaborated(&self) -> Option<Elaborated> {
        let Judge { files, library, words, options, rules: _, threads } = self;
        Some(elaborated(files.clone(), library.clone(), words, options, *threads).ok()?.1)
    }

    /// Number of waits with a lock and places where who is waited for may take it.
    fn standing(&self) -> usize {
        let read = read(
            noted(self.files.clone(), &self.options),
            self.library.clone(),
            self.threads,
            &self.rules.options.until,
        );
        read.map_or(0, |mut java| racefree_java::standing::pairs(&mut java).len())
    }

    /// Returns true for files in which more waits than so many keep a lock from who is waited for, and no sure repair of a warning mends that.
    fn has_more_standing(&self, before: usize) -> bool {
        if self.standing() <= before {
            return false;
        }
        let Ok(verdict) = self.verdict() else { return true };
        let warned =
            verdict.files.iter().flat_map(|file| file.warnings.iter().map(move |warning| (file.file, warning)));
        let mut repairs =
            warned.filter_map(|(file, warning)| Some((file, warning.repair.as_ref().filter(|fix| fix.sure)?)));
        let mends = |of: Judge| of.standing() <= before;
        !repairs.any(|(file, fix)| self.with(&verdict, file, &fix.edits).is_some_and(mends))
    }

    /// The nestings of the locks; none, if the files cannot be read.
    fn nesting(&self) -> Option<Nesting> {
        self.elaborated().map(|it| Nesting::of(&it.program))
    }

    /// The remark on files that nest two locks anew, and somewhere the other way round.
    fn turns(&self, before: Option<&Nesting>) -> Option<&'static str> {
        before.zip(self.elaborated()).and_then(|(before, it)| before.turned_by(&it.program))
    }

    /// A repair with what repairs the errors that it uncovers in its file, without and with those in the midst of another one's edits.
    fn carried(&self, verdict: &JavaVerdict, file: &FileVerdict, fix: &Fix, tries: &Tries) -> Vec<Fix> {
        let lean = self.carried_by(verdict, file, fix, (tries, true));
        let full = self.carried_by(verdict, file, fix, (tries, false)).filter(|full| lean.as_ref() != Some(full));
        lean.into_iter().chain(full).collect()
    }

    fn carried_by(
        &self,
        verdict: &JavaVerdict,
        file: &FileVerdict,
        fix: &Fix,
        (tries, lean): (&Tries, bool),
    ) -> Option<Fix> {
        // Several places belong together for a guard and for a block: others say by themselves what they need.
        let is_one = fix.edits.len() == 1 || ["Guard ", "Wrap in "].iter().any(|of| fix.title.starts_with(of));
        if !is_one || fix.edits.is_empty() || !tries.take() {
            return None;
        }
        let after = self.with(verdict, file.file, &fix.edits)?.verdict().ok()?;
        let before = numbers(verdict, None);
        let there = after.files.iter().find(|f| f.file == file.file)?;
        let mut own = fix.edits.clone();
        own.sort();
        let back = |at: u32| before_edits(&own, at);
        let (mut edits, mut title) = (fix.edits.clone(), fix.title.clone());
        for error in there.errors.iter().filter(|e| !before.contains_key(&key(there, e))) {
            let first = candidates::of(&after, there, error).into_iter().find(|fix| fix.sure)?;
            // A lock around the whole method is one for all in it.
            let at = back(error.span.start);
            let own = edits[fix.edits.len()..].iter().map(|edit| edit.span);
            let (from, to) = (own.clone().map(|span| span.start).min(), own.map(|span| span.end).max());
            if lean && at.zip(from.zip(to)).is_some_and(|(at, (from, to))| from <= at && at <= to) {
                continue;
            }
            let mut letters = first.title.chars();
            let step = letters.next().map_or(String::new(), |c| c.to_lowercase().chain(letters).collect());
            if !title.contains(&step) {
                title = format!("{title}; {step}");
            }
            for edit in first.edits {
                edits.push(Edit::replace(
                    racefree_grammar::Span::new(back(edit.span.start)?, back(edit.span.end)?),
                    edit.text,
                ));
            }
        }
        let whole = Fix::new(title, edits);
        (whole.edits.len() > fix.edits.len()).then(|| whole.if_sure(fix.sure))
    }
}

/// The place in the text in front of edits, in their order, that is one behind them; none inside of what they write.
fn before_edits(edits: &[Edit], at: u32) -> Option<u32> {
    let (mut added, mut taken) = (0, 0);
    for Edit { span, text } in edits {
        let start = span.start + added - taken;
        let end = start + text.len() as u32;
        match () {
            () if at <= start => break,
            () if at < end => return None,
            () => (added, taken) = (added + text.len() as u32, taken + span.end - span.start),
        }
    }
    Some(at + taken - added)
}

/// Returns true for a repair that takes a lock.
fn takes_lock(fix: &Fix) -> bool {
    fix.edits
        .iter()
        .any(|edit| ["synchronized", ".lock()", ".class", "this"].iter().any(|word| edit.text.contains(word)))
}

/// Number of errors of the syntax in a file.
fn broken(verdict: &JavaVerdict, file: FileNo) -> usize {
    let errors = verdict.files.iter().filter(|f| f.file == file).flat_map(|f| &f.errors);
    errors.filter(|error| error.code == SYNTAX).count()
}

/// An error by what it is about, wherever its line is.
type Key = (u32, String, String);

fn key(file: &FileVerdict, error: &JavaError) -> Key {
    (file.file.0, error.code.clone(), error.message.clone())
}

/// Number of errors of each sort, and of warnings, if it is a warning of some sort that is repaired. A missing annotation is no harm.
fn numbers(verdict: &JavaVerdict, repaired: Option<&str>) -> BTreeMap<Key, usize> {
    let mut all = BTreeMap::new();
    for file in &verdict.files {
        file.errors.iter().for_each(|error| *all.entry(key(file, error)).or_default() += 1);
        let counts = |warning: &&JavaWarning| repaired.is_some_and(|sort| warning.kind != MISSING || sort == MISSING);
        let warned = file.warnings.iter().filter(counts).map(as_error);
        warned.for_each(|warning| *all.entry(key(file, &warning)).or_default() += 1);
    }
    all
}

/// A warning as its repairs see it.
fn as_error(warning: &JavaWarning) -> JavaError {
    let (code, message, repair) =
        (format!("{WARNING}{}", warning.kind), warning.message.clone(), warning.repair.clone());
    let is_held = warning.kind == MISSING;
    let guard = is_held.then(|| message.split('`').nth(3).unwrap_or_default().to_owned());
    let volatile = if is_held { Volatile::Useless } else { Volatile::default() };
    JavaError { code, span: warning.span, message, repair, guard, is_held, volatile, ..JavaError::default() }
}

/// The place of an error in the text of all files.
fn place(verdict: &JavaVerdict, file: &FileVerdict, error: &JavaError) -> racefree_grammar::Span {
    whole(verdict.sources.files()[file.file.index()].span, error.span)
}
