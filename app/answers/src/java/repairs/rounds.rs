//! Files repaired: in each round the first sure repair of every error, then the files are judged again.

use super::merged::merged;
use super::{Judge, Tries, takes_lock};
use crate::difference;
use crate::fixes::turned::is_turned;
use crate::java::JavaVerdict;
use crate::java::implied::MISSING;
use racefree_grammar::{Edit, Fix, Span};
use racefree_java::tree::FileNo;
use std::collections::BTreeMap;

/// Most rounds.
const ROUNDS: usize = 20;

/// Most repairs that are put together one by one.
const MOST: usize = 40;

/// A file that repairs change.
pub struct RepairedFile {
    /// Its number.
    pub file: FileNo,
    /// Its name.
    pub name: String,
    /// Its bytes as they were read.
    pub read: Vec<u8>,
    /// Its bytes now.
    pub bytes: Vec<u8>,
    /// The difference, as a patch.
    pub difference: String,
}

/// Files that were repaired.
pub struct RepairedJava {
    /// Files that changed.
    pub files: Vec<RepairedFile>,
    /// Titles of the repairs that were made.
    pub made: Vec<String>,
    /// Number of rounds.
    pub rounds: usize,
    /// The verdict on the repaired files.
    pub verdict: JavaVerdict,
    /// Guesses of errors that are left: the file, the line and the titles.
    pub guesses: Vec<(String, u32, Vec<String>)>,
    /// True if the number of verdicts ended the search.
    pub is_cut: bool,
}

/// Repairs files by sure repairs; with `all`, an error that has none gets its first guess.
pub fn repair(judge: &Judge, all: bool, tries: &Tries) -> Result<RepairedJava, String> {
    let (mut now, mut made, mut rounds) = (judge.clone(), Vec::new(), 0);
    let first = judge.verdict()?;
    let texts: Vec<String> = first.sources.files().iter().map(|f| first.sources.at(f.span).to_owned()).collect();
    let mut verdict = first;
    while rounds < ROUNDS && (verdict.errors() > 0 || warnings(&verdict) > 0) && !tries.are_over() {
        let fixes = chosen(&now, &verdict, all, tries);
        if fixes.is_empty() {
            break;
        }
        let Some((next, after, titles)) = applied(&now, &verdict, &fixes) else { break };
        (now, verdict) = (next, after);
        made.extend(titles);
        rounds += 1;
    }
    let mut files = Vec::new();
    for (i, (old, new)) in judge.files.iter().zip(&now.files).enumerate() {
        if old.bytes != new.bytes {
            let text = verdict.sources.at(verdict.sources.files()[i].span);
            let difference = difference::unified((&new.name, &format!("{} (repaired)", new.name)), &texts[i], text);
            let (name, read, bytes) = (new.name.clone(), old.bytes.clone(), new.bytes.clone());
            files.push(RepairedFile { file: FileNo(i as u32), name, read, bytes, difference });
        }
    }
    let guesses = guesses(&now, &verdict, tries);
    Ok(RepairedJava { files, made, rounds, verdict, guesses, is_cut: tries.are_over() })
}

/// Sorts of warnings about the order of threads, which says what needs a lock, and about the one lock of several fields.
const FIRST: &[&str] = &["not_awaited", "early_count_down", "two_locks", "starts_early"];

/// A repair for each error that has one; those of the order of threads come by themselves.
fn chosen(judge: &Judge, verdict: &JavaVerdict, all: bool, tries: &Tries) -> Vec<(FileNo, Fix)> {
    let mut found = Vec::new();
    for file in &verdict.files {
        for warning in file.warnings.iter().filter(|warning| FIRST.contains(&warning.kind)) {
            let fixes = judge.repairs_of_warning(verdict, file, warning, tries);
            found.extend(fixes.into_iter().find(|fix| fix.sure).map(|fix| (file.file, fix)));
        }
    }
    if !found.is_empty() {
        return found;
    }
    for file in &verdict.files {
        for error in &file.errors {
            let fixes = judge.repairs(verdict, file, error, tries);
            let guess = || fixes.iter().find(|fix| all && !is_turned(&fix.title));
            let sure = fixes.iter().find(|fix| fix.sure).or_else(guess);
            found.extend(sure.map(|fix| (file.file, fix.clone())));
        }
        for warning in &file.warnings {
            let fixes = judge.repairs_of_warning(verdict, file, warning, tries);
            let sure = fixes.iter().find(|fix| fix.sure).or_else(|| fixes.iter().find(|_| all));
            found.extend(sure.map(|fix| (file.file, fix.clone())));
        }
    }
    found
}

/// Number of warnings.
fn warnings(verdict: &JavaVerdict) -> usize {
    verdict.files.iter().map(|file| file.warnings.len()).sum()
}

/// Number of annotations that are missing, and nothing else.
fn missing(verdict: &JavaVerdict) -> usize {
    let all = verdict.files.iter().flat_map(|file| &file.warnings);
    all.filter(|warning| warning.kind == MISSING).count()
}

/// All repairs together, or the first alone if together they do not make fewer errors.
fn applied(judge: &Judge, verdict: &JavaVerdict, fixes: &[(FileNo, Fix)]) -> Option<(Judge, JavaVerdict, Vec<String>)> {
    let takes = fixes.iter().any(|(_, fix)| takes_lock(fix));
    let (nesting, standing) = (takes.then(|| judge.nesting()).flatten(), takes.then(|| judge.standing()));
    let together = |fixes: &[(FileNo, Fix)]| {
        let mut edits: BTreeMap<u32, Vec<Edit>> = BTreeMap::new();
        let mut titles = Vec::new();
        for (file, fix) in fixes {
            let known = edits.entry(file.0).or_default();
            let apart = |e: &Edit| known.iter().all(|k| e.span.end < k.span.start || k.span.end < e.span.start);
            let same = fix.edits.iter().all(|e| known.contains(e));
            if same || fix.edits.iter().all(apart) {
                known.extend(fix.edits.iter().filter(|_| !same).cloned());
                titles.extend((!same).then(|| fix.title.clone()));
            }
        }
        let mut next = judge.clone();
        for (file, mut edits) in edits {
            edits.sort();
            next = next.with(verdict, FileNo(file), &edits)?;
        }
        let after = next.verdict().ok()?;
        let (next, after) = one_block(verdict, &next, &after).unwrap_or((next, after));
        // A text that is understood may have more errors than one that is not.
        let rank = |verdict: &JavaVerdict| {
            let broken: usize = verdict.files.iter().map(|f| super::broken(verdict, f.file)).sum();
            (broken, verdict.errors(), warnings(verdict) - missing(verdict), missing(verdict))
        };
        // Together they may take a lock away that another one needs.
        let (known, now) = (super::numbers(verdict, None), super::numbers(&after, None));
        let is_new = |(key, n): (&super::Key, &usize)| known.get(key).is_none_or(|known| n > known);
        let breaks = rank(verdict).0 == 0 && now.iter().any(is_new);
        // Each by itself may turn no locks round and have nobody wait with a lock that others need, and two of them together.
        let locks = || {
            let turns = || next.turns(nesting.as_ref()).is_some();
            fixes.len() > 1 && standing.is_some_and(|before| turns() || next.has_more_standing(before))
        };
        (!breaks && rank(&after) < rank(verdict) && !locks()).then_some((next, after, titles))
    };
    if let Some(all) = together(fixes) {
        return Some(all);
    }
    // As many as go together, in their order.
    let (mut kept, mut best): (Vec<(FileNo, Fix)>, _) = (Vec::new(), None);
    for fix in fixes.iter().take(MOST) {
        kept.push(fix.clone());
        match together(&kept) {
            Some(found) => best = Some(found),
            None => _ = kept.pop(),
        }
    }
    best
}

/// Files in which the blocks of one lock are one that repairs have put side by side, if nothing is wrong with that.
fn one_block(verdict: &JavaVerdict, next: &Judge, after: &JavaVerdict) -> Option<(Judge, JavaVerdict)> {
    let mut one = next.clone();
    for file in &verdict.files {
        let of = |verdict: &JavaVerdict| verdict.sources.at(verdict.sources.files()[file.file.index()].span).to_owned();
        let (before, now) = (of(verdict), of(after));
        if before != now
            && let Some(text) = merged(&before, &now)
        {
            let whole = Span::new(0, now.len() as u32);
            one = one.with(after, file.file, &[Edit::replace(whole, text)])?;
        }
    }
    if one.files.iter().zip(&next.files).all(|(one, next)| one.bytes == next.bytes) {
        return None;
    }
    let found = one.verdict().ok()?;
    let is_right = found.errors() <= after.errors() && warnings(&found) <= warnings(after);
    (is_right && one.standing() <= next.standing()).then_some((one, found))
}

/// The repairs of the errors that are left, which nothing says to be meant.
fn guesses(judge: &Judge, verdict: &JavaVerdict, tries: &Tries) -> Vec<(String, u32, Vec<String>)> {
    let mut found = Vec::new();
    for file in &verdict.files {
        let source = verdict.source(file.file);
        let lines = racefree_grammar::span::LineIndex::new(&source.text);
        for error in &file.errors {
            let titles: Vec<String> =
                judge.repairs(verdict, file, error, tries).into_iter().map(|fix| fix.title).collect();
            if !titles.is_empty() {
                found.push((source.name.clone(), lines.line(error.span.start), titles));
            }
        }
        for warning in &file.warnings {
            let fixes = judge.repairs_of_warning(verdict, file, warning, tries);
            let titles: Vec<String> = fixes.into_iter().map(|fix| fix.title).collect();
            if !titles.is_empty() {
                found.push((source.name.clone(), lines.line(warning.span.start), titles));
            }
        }
    }
    found
}
