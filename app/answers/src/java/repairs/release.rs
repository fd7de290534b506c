//! Repair of a lock that is not given back on every way: the rest of its block becomes a `try`, and `finally` gives it back.

use super::super::JavaVerdict;
use super::blocks::{block_end, leaks, statements, uses};
use super::text::{code, feed, unit};
use racefree_grammar::{Edit, Fix, Span};

/// The repair, by the message of the error about it.
pub(super) fn given_back(verdict: &JavaVerdict, (text, start): (&str, u32), at: Span, message: &str) -> Option<Fix> {
    let code = &code(text)[..];
    let lock = message.split('`').nth(1)?;
    if is_given_by_another(verdict, Span::new(start, start + text.len() as u32), start + at.start, lock) {
        return None;
    }
    let taken = Span::new(0, at.end.min(code.len() as u32));
    let (takes, gives) =
        if message.starts_with("the permit") { (".acquire", "release()") } else { (".lock", "unlock()") };
    let is_given = |of: &Span| code[of.end as usize..].starts_with(format!(".{gives}").as_bytes());
    let is_taken = |of: &Span| code[of.end as usize..].starts_with(takes.as_bytes());
    let call = uses(code, taken, lock).into_iter().rev().find(is_taken)?;
    let behind = code[call.end as usize..].iter().position(|&b| b == b';')? as u32 + call.end + 1;
    let block = Span::new(behind, block_end(code, behind)?);
    // Statements behind its end stay there: they may wait for others.
    let is_end = |of: &Span| {
        let depth: i32 = code[behind as usize..of.start as usize]
            .iter()
            .map(|b| i32::from(*b == b'{') - i32::from(*b == b'}'))
            .sum();
        depth == 0 && is_given(of)
    };
    let end = match uses(code, block, lock).into_iter().rev().find(is_end) {
        Some(of) => text[of.end as usize..].find('\n').map_or(block.end, |n| (of.end + n as u32 + 1).min(block.end)),
        None => block.end,
    };
    let mut rest = Span::new(behind, end);
    if leaks(text, code, rest, block) {
        // A value that is only returned may as well be returned in the `try`.
        let behind = statements(code, Span::new(end, block.end));
        let [last] = behind[..] else { return None };
        let value = last.text(text).strip_prefix("return ")?;
        if value.contains(['(', '[']) {
            return None;
        }
        rest = block;
    }
    // Code behind the block that gives it back is reached with it.
    let method =
        verdict.members.methods().map(|m| m.span).filter(|m| m.contains(Span::new(start + at.start, start + at.start)));
    let last = method.map(|m| m.end - start).min().unwrap_or(code.len() as u32);
    let next =
        uses(code, Span::new(block.end, last.max(block.end)), lock).into_iter().find(|of| is_given(of) || is_taken(of));
    if next.is_some_and(|of| is_given(&of)) {
        return None;
    }
    let last = behind + rest.text(text).trim_end().len() as u32;
    if last == behind || !rest.text(text).contains('\n') {
        return None;
    }
    let line = text[..call.start as usize].rfind('\n').map_or(0, |n| n + 1);
    let indent: String = text[line..].chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
    let (feed, unit) = (feed(text), unit(&indent));
    let mut edits = vec![
        Edit::insert(behind, format!("{feed}{indent}try {{")),
        Edit::insert(last, format!("{feed}{indent}}} finally {{{feed}{indent}{unit}{lock}.{gives};{feed}{indent}}}")),
    ];
    let all: Vec<Span> = uses(code, rest, lock).into_iter().filter(is_given).collect();
    let given: Vec<Span> = all.iter().filter_map(|of| statement_at(text, code, *of)).collect();
    // One that stays would give it back a second time.
    if all.len() != given.len() {
        return None;
    }
    let starts = rest.text(text).match_indices('\n').map(|(n, _)| behind + n as u32 + 1);
    let stays = |at: &u32| {
        let has_code = *at < last && !text[*at as usize..].starts_with(['\n', '\r']);
        has_code && !given.iter().any(|line| line.contains(Span::new(*at, *at + 1)))
    };
    edits.extend(starts.filter(stays).map(|at| Edit::insert(at, unit)));
    // One that stands at the end is in the way of what is put there.
    let (inner, at_end): (Vec<Span>, Vec<Span>) = given.iter().partition(|line| line.end <= last);
    edits.extend(inner.into_iter().map(|line| Edit::replace(line, "")));
    for line in at_end {
        edits.retain(|edit| edit.span.start != last);
        let behind = format!("{indent}}} finally {{{feed}{indent}{unit}{lock}.{gives};{feed}{indent}}}{feed}");
        edits.push(Edit::replace(line, behind));
    }
    Some(Fix::new(format!("Give `{lock}` back in a `finally`"), edits))
}

/// Returns true if another method of a file gives a lock back that it has not taken, or asks whether it is held: who takes it may mean to keep it.
fn is_given_by_another(verdict: &JavaVerdict, file: Span, at: u32, lock: &str) -> bool {
    let name = lock.rsplit('.').next().unwrap_or(lock);
    let all = verdict.members.methods().filter(|method| file.contains(method.span));
    let mut others = all.filter(|method| !method.span.contains(Span::new(at, at)));
    others.any(|method| {
        let text = method.span.text(verdict.sources.text());
        let has = |call: &str| text.contains(&format!("{name}.{call}"));
        let takes = has("lock") || has("tryLock(") || has("acquire") || has("tryAcquire(");
        has("isHeldByCurrentThread(") || (has("unlock(") || has("release(")) && !takes
    })
}

/// The statement that begins at a place: its whole line, if nothing else is on it, else with the white space behind it.
fn statement_at(text: &str, code: &[u8], of: Span) -> Option<Span> {
    let own = text[..of.start as usize].strip_suffix("this.").map_or(of.start as usize, str::len);
    let end = code[of.end as usize..].iter().position(|&b| b == b';')? + of.end as usize + 1;
    let line = text[..own].rfind('\n').map_or(0, |n| n + 1);
    let feed = text[end..].find('\n')? + end;
    let is_whole = text[line..own].trim().is_empty() && text[end..feed].trim().is_empty();
    let blanks = text[end..feed].len() - text[end..feed].trim_start().len();
    let (start, end) = if is_whole { (line, feed + 1) } else { (own, end + blanks) };
    let before = code[..own].trim_ascii_end().last();
    let is_statement = before.is_none_or(|b| matches!(b, b';' | b'{' | b'}'));
    is_statement.then(|| Span::new(start as u32, end as u32))
}
