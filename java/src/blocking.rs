//! Calls of the library that block: they wait for other threads, and keep the locks that are held meanwhile. Read off the text.

/// Calls that wait for a partner, who hands something over or comes to a meeting, of whatever they are called on.
const PARTNER: &[&str] = &[
    ".await",
    "AndAwaitAdvance(",
    ".acquire",
    ".takeFirst(",
    ".takeLast(",
    ".putFirst(",
    ".putLast(",
    ".exchange(",
    "park(",
    "parkNanos(",
    "parkUntil(",
];

/// Calls that wait for the end of something: a thread, a task, a process, or some time.
const END: &[&str] = &[
    ".join(",
    ".get()",
    ".resultNow(",
    ".invoke",
    ".waitFor(",
    "sleep(",
    // A unit of time says how long to wait.
    "TimeUnit.",
];

/// Calls that wait if what they are called on is of a class whose name ends like this.
const BY_CLASS: &[(&str, &[&str])] = &[
    (
        ".take(",
        &["BlockingQueue", "BlockingDeque", "TransferQueue", "SynchronousQueue", "DelayQueue", "CompletionService"],
    ),
    (".put(", &["BlockingQueue", "BlockingDeque", "TransferQueue", "SynchronousQueue"]),
    (".transfer(", &["TransferQueue"]),
    (".offer(", &["SynchronousQueue"]),
    (".poll(", &["SynchronousQueue"]),
    (".tryTransfer(", &["TransferQueue"]),
    (".close()", &["ExecutorService", "ForkJoinPool", "TaskScope"]),
    (".send(", &["HttpClient"]),
];

/// Returns true for code that waits until another thread gives it something, takes something from it, or comes.
pub fn needs_partner(text: &str, file: &str) -> bool {
    PARTNER.iter().any(|word| text.contains(word)) || BY_CLASS.iter().any(|(call, of)| calls(text, file, call, of))
}

/// Returns true for code with a call that may block.
pub fn may_block(text: &str, file: &str) -> bool {
    END.iter().any(|word| text.contains(word)) || needs_partner(text, file)
}

/// Returns true for code that calls a method on what its file declares as one of some classes, or on what no name tells.
fn calls(text: &str, file: &str, call: &str, classes: &[&str]) -> bool {
    classes.iter().any(|class| file.contains(class))
        && text.match_indices(call).any(|(at, _)| {
            let name = text[..at].rsplit(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$'))).next();
            name.is_none_or(|name| name.is_empty() || is_one_of(file, name, classes))
        })
}

/// Returns true if a statement of a file, or the head of a method, names a class in front of or behind a variable.
fn is_one_of(file: &str, name: &str, classes: &[&str]) -> bool {
    let has_name =
        |text: &str| text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$'))).any(|w| w == name);
    file.split([';', '{', '}']).any(|part| classes.iter().any(|class| part.contains(class)) && has_name(part))
}

/// Returns true for code with a loop that nothing ends: its head asks nothing, and its body has no way out.
pub fn is_endless(text: &str) -> bool {
    let open = |(at, word): (usize, &str)| {
        let head = text[at + word.len()..].trim_start();
        let is_word = !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let end = closing(head, '(', ')').filter(|_| is_word)?;
        let test: String = head[1..end].split_whitespace().collect::<String>();
        let asks = match word {
            "for" => test.split(';').nth(1).is_none_or(|test| !matches!(test, "" | "true")),
            _ => test != "true",
        };
        let body = head[end + 1..].trim_start();
        let whole = match body.starts_with('{') {
            true => &body[..closing(body, '{', '}').unwrap_or(body.len())],
            // Behind a `do` block its test stands alone, and the block in front of it.
            false if body.starts_with(';') && word == "while" => &text[..at],
            false => body.split(';').next().unwrap_or(body),
        };
        let leaves = ["break", "return", "throw ", "exit("].iter().any(|way| whole.contains(way));
        (!asks && !leaves).then_some(())
    };
    ["for", "while"].into_iter().flat_map(|word| text.match_indices(word)).any(|found| open(found).is_some())
}

/// The end of what the bracket at the start of a text opens.
fn closing(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        depth += i32::from(c == open) - i32::from(c == close);
        if depth == 0 {
            return (c == close).then_some(at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{is_endless, may_block};

    #[test]
    fn hand_offs_block_by_the_class_of_what_they_are_called_on() {
        let file = "class C { final SynchronousQueue<String> q = new SynchronousQueue<>(); Map<String, String> m; }";
        assert!(
            may_block("q.put(s);", file) && may_block("this.q.offer(s);", file) && may_block("queue().put(s);", file)
        );
        assert!(!may_block("m.put(k, v);", file) && !may_block("q.put(s);", "class C { Map<String, String> q; }"));
        assert!(
            may_block("s.take();", "class C { CompletionService<Integer> s; }") && !may_block("stock.take(1);", file)
        );
        let bank = "class C { void m(LinkedTransferQueue<String> t, Bank b) { } }";
        assert!(may_block("t.transfer(s);", bank));
        assert!(!may_block("bank.transfer(s);", bank));
        for call in ["p.arriveAndAwaitAdvance();", "d.takeLast();", "c.awaitNanos(5);", "f.get(1, TimeUnit.SECONDS);"] {
            assert!(may_block(call, ""), "{call}");
        }
    }

    #[test]
    fn loops_without_a_way_out_are_endless() {
        for code in [
            "for (;;) n++;",
            "for (int i = 0; ; i = 1 - i) n = i;",
            "while (true) { n++; }",
            "do { n++; } while (true);",
        ] {
            assert!(is_endless(code), "{code}");
        }
        assert!(is_endless("try { for (;;) { n = 1; } } catch (E e) { return; }"));
        for code in ["for (int i = 0; i < 3; i++) n++;", "while (true) { if (done) break; }", "for (int i : all) n++;"]
        {
            assert!(!is_endless(code), "{code}");
        }
    }
}
