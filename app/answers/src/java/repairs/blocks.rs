//! Statements that belong together: those of a block from the first to the last that use a field. Between two of them no other thread may
//! come in, or what one has seen is untrue for the next (`if (stock > 0) stock--;`, `created++; return created;`).

use super::text::{code, declares};
use racefree_grammar::Span;

/// The statements of the innermost block that has all uses of a path (`stock`, `this.stock`, `p.stock`) around a place, if they are
/// more than a simple statement.
pub(super) fn belonging(text: &str, code: &[u8], method: Span, at: Span, path: &str) -> Option<Span> {
    let mut block = block_around(code, method, at)?;
    let elsewhere = run_elsewhere(code, block);
    let uses: Vec<Span> = uses(code, block, path)
        .into_iter()
        .filter(|of| !elsewhere.iter().any(|part| part.contains(*of) && !part.contains(at)))
        .collect();
    loop {
        let all = statements(code, block);
        let touched: Vec<Span> = all.into_iter().filter(|s| uses.iter().any(|u| s.contains(*u))).collect();
        let range = Span::new(touched.first()?.start, touched.last()?.end);
        if !range.contains(at) {
            return None;
        }
        let [one] = touched[..] else {
            return (!leaks(text, code, range, block)).then_some(range);
        };
        let head = head_end(code, one);
        match inner(code, one, at) {
            // A use in the head belongs to those under it.
            Some(inside)
                if inside != one
                    && !uses.iter().any(|u| u.start < head)
                    && uses.iter().all(|u| inside.contains(*u)) =>
            {
                block = inside;
            }
            Some(_) => return Some(one),
            None => return None,
        }
    }
}

/// The innermost statement around a place, without brackets around it too; the whole of one whose head the place is in. None for a declaration and
/// the head of a loop.
pub(super) fn innermost(text: &str, code: &[u8], method: Span, at: Span) -> Option<Span> {
    let mut block = block_around(code, method, at)?;
    loop {
        let own = statements(code, block).into_iter().find(|s| s.contains(at))?;
        match inner(code, own, at) {
            Some(inside) if inside.contains(at) && inside != block => block = inside,
            Some(_) => return (word(code, own.start as usize) == b"if").then_some(own),
            None => return (!declares(own.text(text))).then_some(own),
        }
    }
}

/// The blocks `synchronized (l) {…}` in a part of code: the lock, the head with its bracket, and the bracket at the end.
pub(super) fn locked_in(code: &[u8], within: Span) -> Vec<(Span, Span, Span)> {
    let (start, end) = (within.start as usize, within.end as usize);
    let at = |&at: &usize| word(code, at) == b"synchronized" && (at == 0 || !is_letter(code[at - 1]));
    let block = |head: usize| {
        let open = next(code, head + "synchronized".len(), end).filter(|&open| code[open] == b'(')?;
        let close = closing(code, open)?;
        let bracket = next(code, close + 1, end).filter(|&at| code[at] == b'{')?;
        let last = closing(code, bracket)?;
        let span = |from: usize, to: usize| Span::new(from as u32, to as u32);
        Some((span(open + 1, close), span(head, bracket + 1), span(last, last + 1)))
    };
    (start..end).filter(at).filter_map(block).collect()
}

/// The inside of the body of the innermost lambda around a place, or of the method.
pub(super) fn block_around(code: &[u8], method: Span, at: Span) -> Option<Span> {
    let body = code[method.start as usize..].iter().position(|&b| b == b'{')? as u32 + method.start;
    let (mut open, mut depth) = (at.start as usize, 0);
    while open > body as usize {
        open -= 1;
        match code[open] {
            b'}' => depth += 1,
            b'{' if depth > 0 => depth -= 1,
            b'{' if code[..open].trim_ascii_end().ends_with(b"->") => break,
            _ => {}
        }
    }
    let end = closing(code, open)?;
    Some(Span::new(open as u32 + 1, end as u32))
}

/// The expression around a place that is the body of a lambda whose value nobody asks for: a task of a thread.
pub(super) fn task_around(code: &[u8], method: Span, at: Span) -> Option<Span> {
    const TASKS: &[&[u8]] = &[
        b"new Thread(",
        b".execute(",
        b".submit(",
        b"Thread.startVirtualThread(",
        b".ofVirtual().start(",
        b".runAsync(",
        b".thenRun(",
        b".thenRunAsync(",
    ];
    let all = run_elsewhere(code, method).into_iter().filter(|part| part.contains(at));
    let own = all.min_by_key(|part| part.end - part.start)?;
    let arrow = code[..own.start as usize].trim_ascii_end().strip_suffix(b"->")?.trim_ascii_end();
    let open = arrow.strip_suffix(b"()")?.trim_ascii_end();
    let is_variable = open.strip_suffix(b"=").is_some_and(|before| {
        let declared = before.trim_ascii_end();
        let name = declared.iter().rev().take_while(|&&b| is_letter(b)).count();
        declared[..declared.len() - name].trim_ascii_end().ends_with(b"Runnable")
    });
    let is_task = is_variable || TASKS.iter().any(|task| open.ends_with(task));
    (is_task && code[own.start as usize] != b'{').then_some(own)
}

/// The parts of a block that run at another time: bodies of lambdas, and of classes without a name.
pub(super) fn run_elsewhere(code: &[u8], block: Span) -> Vec<Span> {
    let (start, end) = (block.start as usize, block.end as usize);
    let span = |from: usize, to: usize| Span::new(from as u32, to as u32);
    let lambda = |at: usize| {
        let body = next(code, at + 2, end)?;
        match code[body] {
            b'{' => closing(code, body).map(|last| span(body, last)),
            _ => {
                let mut depth = 0;
                let ends = |b: &u8| {
                    depth += i32::from(matches!(b, b'{' | b'(' | b'[')) - i32::from(matches!(b, b'}' | b')' | b']'));
                    depth < 0 || depth == 0 && matches!(b, b';' | b',')
                };
                code[body..end].iter().position(ends).map(|n| span(body, body + n))
            }
        }
    };
    let class = |at: usize| {
        let rest = &code[at + 4..end];
        let open = at + 4 + rest.iter().position(|&b| matches!(b, b'(' | b';' | b'{')).filter(|&n| rest[n] == b'(')?;
        let body = next(code, closing(code, open)? + 1, end).filter(|&body| code[body] == b'{')?;
        closing(code, body).map(|last| span(body, last))
    };
    let is_new = |at: usize| code[at..end].starts_with(b"new ") && (at == 0 || !is_letter(code[at - 1]));
    (start..end)
        .filter_map(|at| match () {
            () if code[at..end].starts_with(b"->") => lambda(at),
            () if is_new(at) => class(at),
            () => None,
        })
        .collect()
}

/// Returns true for code with a loop that may wait for another thread: one that changes nothing that it looks at, or takes locks of its own.
pub(super) fn waits_in_loop(text: &str) -> bool {
    let code = code(text);
    let waits = |at: usize| {
        let end = code.len();
        let open = next(&code, at + "while".len(), end).filter(|&open| code[open] == b'(')?;
        let close = closing(&code, open)?;
        let (test, body) = (&text[open..close], &text[close + 1..end_of(&code, at, end)?]);
        let mut names = test.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|name| !name.is_empty());
        let takes = body.contains("synchronized") || body.contains(".lock(");
        Some(takes || !names.any(|name| assigns(body, name)))
    };
    let mut starts = (0..code.len()).filter(|&at| word(&code, at) == b"while" && (at == 0 || !is_letter(code[at - 1])));
    starts.any(|at| waits(at).unwrap_or(true))
}

/// Returns true for code that gives a variable a value: `n = 1`, `n += 1`, `n--`.
pub(super) fn assigns(body: &str, name: &str) -> bool {
    let all = uses(body.as_bytes(), Span::new(0, body.len() as u32), name);
    all.iter().any(|of| {
        let behind = body[of.end as usize..].trim_start();
        let before = body[..of.start as usize].trim_end().trim_end_matches("this.");
        let steps = ["++", "--"].iter().any(|step| behind.starts_with(step) || before.ends_with(step));
        let compound = ["+=", "-=", "*=", "/="].iter().any(|sign| behind.starts_with(sign));
        steps || compound || behind.starts_with('=') && !behind.starts_with("==")
    })
}

/// Offset of the bracket that closes the block around a place.
pub(super) fn block_end(code: &[u8], from: u32) -> Option<u32> {
    let mut depth = 0;
    let closes = |b: &u8| {
        depth += i32::from(*b == b'{') - i32::from(*b == b'}');
        depth < 0
    };
    Some(code[from as usize..].iter().position(closes)? as u32 + from)
}

/// Offset of the bracket that closes the one at a place.
pub(in crate::java) fn closing(code: &[u8], open: usize) -> Option<usize> {
    let mut depth = 0;
    code[open..]
        .iter()
        .position(|b| {
            depth += i32::from(matches!(b, b'{' | b'(' | b'[')) - i32::from(matches!(b, b'}' | b')' | b']'));
            depth == 0
        })
        .map(|n| open + n)
}

fn is_letter(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$') || !b.is_ascii()
}

/// The places of a path in code; `this.` in front makes no difference.
pub(super) fn uses(code: &[u8], within: Span, path: &str) -> Vec<Span> {
    let path = path.strip_prefix("this.").unwrap_or(path);
    let end = within.end as usize;
    let is_use = |&at: &usize| {
        let before = &code[..at];
        let free = before.last().is_none_or(|&b| !is_letter(b) && b != b'.') || before.ends_with(b"this.");
        free && code[at..end].starts_with(path.as_bytes()) && code.get(at + path.len()).is_none_or(|&b| !is_letter(b))
    };
    (within.start as usize..end).filter(is_use).map(|at| Span::new(at as u32, (at + path.len()) as u32)).collect()
}

/// The statements of a block, from behind its bracket.
pub(super) fn statements(code: &[u8], block: Span) -> Vec<Span> {
    let (mut all, mut at) = (Vec::new(), block.start as usize);
    while let Some(start) = next(code, at, block.end as usize) {
        let Some(end) = end_of(code, start, block.end as usize) else { break };
        all.push(Span::new(start as u32, end as u32));
        at = end;
    }
    all
}

/// The next sign of code.
fn next(code: &[u8], at: usize, end: usize) -> Option<usize> {
    code[at..end].iter().position(|b| !b.is_ascii_whitespace()).map(|n| at + n)
}

fn word(code: &[u8], at: usize) -> &[u8] {
    &code[at..at + code[at..].iter().take_while(|&&b| is_letter(b)).count()]
}

/// The word in front of the brackets that close at a place, with its beginning.
pub(super) fn word_before(code: &[u8], close: usize) -> Option<(usize, &[u8])> {
    let mut depth = 0;
    let opens = |b: &u8| {
        depth += i32::from(*b == b')') - i32::from(*b == b'(');
        depth == 0
    };
    let open = code[..=close].iter().rposition(opens)?;
    let head = code[..open].trim_ascii_end();
    let start = head.len() - head.iter().rev().take_while(|&&b| is_letter(b)).count();
    Some((start, &head[start..]))
}

/// The end of the statement that begins at a place.
pub(super) fn statement_end(code: &[u8], start: usize) -> Option<usize> {
    end_of(code, start, code.len())
}

/// The end of the statement that begins at a place, before the end of what it is in.
fn end_of(code: &[u8], start: usize, end: usize) -> Option<usize> {
    racefree_grammar::stack::deep(|| {
        let behind_head = |at: usize| {
            let open = next(code, at, end).filter(|&open| code[open] == b'(')?;
            Some(closing(code, open)? + 1)
        };
        let statement = |at: usize| end_of(code, next(code, at, end)?, end);
        let follows =
            |at: usize, what: &[u8]| next(code, at, end).filter(|&at| word(code, at) == what).map(|at| at + what.len());
        let own = word(code, start);
        let behind = start + own.len();
        match own {
            _ if code[start] == b'{' => Some(closing(code, start)? + 1),
            b"if" => {
                let yes = statement(behind_head(behind)?)?;
                match follows(yes, b"else") {
                    Some(no) => statement(no),
                    None => Some(yes),
                }
            }
            b"while" | b"for" | b"switch" | b"synchronized" => statement(behind_head(behind)?),
            b"do" => Some(behind_head(follows(statement(behind)?, b"while")?)? + 1),
            b"try" => {
                let mut at = statement(behind_head(behind).unwrap_or(behind))?;
                while let Some(clause) = follows(at, b"catch") {
                    at = statement(behind_head(clause)?)?;
                }
                match follows(at, b"finally") {
                    Some(last) => statement(last),
                    None => Some(at),
                }
            }
            b"class" | b"interface" | b"enum" => {
                let open = code[start..end].iter().position(|&b| b == b'{')? + start;
                Some(closing(code, open)? + 1)
            }
            _ => {
                let mut depth = 0;
                let sign = |b: &u8| {
                    depth += i32::from(matches!(b, b'{' | b'(' | b'[')) - i32::from(matches!(b, b'}' | b')' | b']'));
                    depth < 0 || depth == 0 && *b == b';'
                };
                let at = code[start..end].iter().position(sign)? + start;
                (code[at] == b';').then_some(at + 1)
            }
        }
    })
}

/// The end of what stands in front of the block of a statement.
fn head_end(code: &[u8], statement: Span) -> u32 {
    let start = statement.start as usize;
    let open = next(code, start + word(code, start).len(), statement.end as usize).filter(|&open| code[open] == b'(');
    open.and_then(|open| closing(code, open)).map_or(statement.start, |end| end as u32 + 1)
}

/// The inside of the block of a compound statement around a place, or of the statement that stands for one.
pub(super) fn inner(code: &[u8], statement: Span, at: Span) -> Option<Span> {
    const COMPOUND: &[&[u8]] = &[b"if", b"while", b"for", b"switch", b"synchronized", b"do", b"try"];
    let own = word(code, statement.start as usize);
    if code[statement.start as usize] != b'{' && !COMPOUND.contains(&own) {
        return None;
    }
    let mut from = statement.start as usize;
    while let Some(open) = code[from..statement.end as usize].iter().position(|&b| b == b'{').map(|n| from + n) {
        let end = closing(code, open)?;
        let inside = Span::new(open as u32 + 1, end as u32);
        if inside.contains(at) {
            return Some(inside);
        }
        from = end + 1;
    }
    // A statement without brackets.
    Some(Span::new(head_end(code, statement), statement.end))
}

/// Returns true if what is declared in a range is used behind it.
pub(super) fn leaks(text: &str, code: &[u8], range: Span, block: Span) -> bool {
    let declared = |s: &Span| {
        let own = s.text(text);
        let names = own.split_once('=').map_or(own, |(names, _)| names);
        let name = names
            .trim_end_matches(';')
            .trim()
            .rsplit(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'))
            .next()?;
        declares(own).then(|| name.to_owned())
    };
    let behind = Span::new(range.end, block.end);
    statements(code, range).iter().filter_map(declared).any(|name| !uses(code, behind, &name).is_empty())
}
