//! Writes well-typed RaceFreeJava programs of any size.
//!
//! [`program`] uses every feature of the language, [`equivalent`] is what `benchmarks/typecheck.py` also writes in Java
//! and C++. Both repeat one block of classes whose names end in the number of the block, so nothing but the length
//! grows: no class has more superclasses, members or ghosts in a longer program. In the templates `@k` is the number of
//! the block and `@j` that of the block before it (0 for the first). [`shapes`] are programs that are long in one respect each.

pub mod shapes;

const FEATURES: &str = include_str!("features.template");
const FEATURES_MAIN: &str = include_str!("features.main.template");
const EQUIVALENT_HEAD: &str = include_str!("equivalent.head.template");
const EQUIVALENT: &str = include_str!("equivalent.template");
const EQUIVALENT_MAIN: &str = "print (new Account0).deposit(1)\n";

/// A program of about `lines` lines (never less than one block) that uses every feature of the language.
pub fn program(lines: usize) -> String {
    repeat("", FEATURES, FEATURES_MAIN, lines)
}

/// A program of about `lines` lines whose classes are those of `benchmarks/typecheck.py` in Java and C++: guarded
/// fields, a method that requires the lock, one that takes it, one that takes two in a loop.
pub fn equivalent(lines: usize) -> String {
    repeat(EQUIVALENT_HEAD, EQUIVALENT, EQUIVALENT_MAIN, lines)
}

/// As many copies of `block` between `head` and `main` as come nearest to `lines` lines.
fn repeat(head: &str, block: &str, main: &str, lines: usize) -> String {
    let count = |text: &str| text.lines().count();
    let room = lines.saturating_sub(count(head) + count(main));
    let blocks = ((room + count(block) / 2) / count(block)).max(1);
    let mut out = String::with_capacity(head.len() + main.len() + 16 + blocks * (block.len() + block.len() / 8));
    out.push_str(head);
    for k in 0..blocks {
        fill(&mut out, block, k);
    }
    fill(&mut out, main, blocks - 1);
    out
}

/// Appends `template` with the numbers of block `k` put in.
fn fill(out: &mut String, template: &str, k: usize) {
    let (this, before) = (k.to_string(), k.saturating_sub(1).to_string());
    let mut parts = template.split('@');
    out.push_str(parts.next().unwrap_or(""));
    for part in parts {
        let (number, rest) = match part.strip_prefix('j') {
            Some(rest) => (&before, rest),
            None => (&this, &part[1..]),
        };
        out.push_str(number);
        out.push_str(rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [fn(usize) -> String; 2] = [program, equivalent];

    #[test]
    fn templates_have_no_other_marks() {
        for template in [FEATURES, FEATURES_MAIN, EQUIVALENT_HEAD, EQUIVALENT] {
            assert!(template.split('@').skip(1).all(|part| part.starts_with(['k', 'j'])));
            assert!(template.ends_with('\n') && !template.contains(['\r', '\t']) && template.is_ascii());
        }
    }

    #[test]
    fn as_long_as_asked() {
        for kind in KINDS {
            for lines in [1_000, 10_000, 100_000] {
                let got = kind(lines).lines().count();
                assert!(got.abs_diff(lines) <= 250, "{got} for {lines}");
            }
            assert_eq!(kind(0), kind(1));
        }
    }

    #[test]
    fn natural_lines() {
        for kind in KINDS {
            let text = kind(100_000);
            let average = text.len() as f64 / text.lines().count() as f64;
            assert!((22.0..32.0).contains(&average), "{average}");
            assert!(text.lines().all(|line| line.len() <= 100));
        }
    }

    #[test]
    fn brackets_match() {
        for kind in KINDS {
            let text = kind(5_000);
            for (open, close) in [('(', ')'), ('{', '}')] {
                assert_eq!(text.matches(open).count(), text.matches(close).count());
            }
            assert_eq!(text.matches("/*").count(), text.matches("*/").count());
        }
    }

    #[test]
    fn every_word_and_operator() {
        let text = program(0);
        let words = "class extends final guarded_by requires ghost thread_local new let in synchronized fork this null \
                     true false if else while print assert holds int boolean void Object String equals length charAt \
                     indexOf substring concat || && == != < <= > >= + - * / % ! = /*# //# -2147483648 2147483647";
        for word in words.split_whitespace() {
            assert!(text.contains(word), "{word}");
        }
    }

    #[test]
    fn blocks_are_numbered() {
        let text = program(2_000);
        for part in ["class Driver0 ", "class Driver1 ", "final Account0 peer = new Account0;", "class Driver4 "] {
            assert!(text.contains(part), "{part}");
        }
    }
}
