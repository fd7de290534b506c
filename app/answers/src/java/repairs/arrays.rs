//! Arrays of numbers in a variable that several threads count in: an atomic number, or an array of such, in their place.

use super::blocks::{closing, run_elsewhere, uses};
use super::candidates::Near;
use super::names::behind_imports;
use racefree_grammar::{Edit, Fix, Span};

/// A use of an element: the index, and the edits that make it one of an atomic.
struct Use {
    index: String,
    edit: Edit,
}

/// Classes of the numbers that an array has, and words of numbers that do not fit into it.
const NUMBERS: &[(&str, &str, &str, &[&str])] = &[
    (
        "int[]",
        "AtomicInteger",
        "AtomicIntegerArray",
        &["long", "Long", "double", "Double", "float", "Float", "BigInteger", "BigDecimal"],
    ),
    ("long[]", "AtomicLong", "AtomicLongArray", &["double", "Double", "float", "Float", "BigInteger", "BigDecimal"]),
];

impl Near<'_> {
    /// Atomic numbers in the place of an array whose elements threads count up and down.
    pub(super) fn atomic_elements(&self) -> Option<Fix> {
        let mut names = self.names();
        let (name, ty) = (names.next()?, names.next()?);
        let (_, one, many, unfit) = NUMBERS.iter().find(|(of, ..)| *of == ty)?;
        if !self.error.message.contains("would share") || unfit.iter().any(|word| self.text.contains(word)) {
            return None;
        }
        let method = self.verdict.members.method_at(self.at)?;
        let own = Span::new(self.own(method.span.start), self.own(method.span.end));
        let declared = format!("{ty} {name} = ");
        let mut places = own.text(self.text).match_indices(&declared).map(|(at, _)| own.start as usize + at);
        let at = places.next().filter(|_| places.next().is_none())?;
        let value = Span::new((at + declared.len()) as u32, (at + self.text[at..].find(';')?) as u32);
        let behind = Span::new(value.end, own.end);
        let elsewhere = run_elsewhere(&self.code, own);
        let all = uses(&self.code, behind, name);
        let made: Option<Vec<Option<Use>>> = all
            .into_iter()
            .map(|of| {
                let in_thread = elsewhere.iter().any(|part| part.contains(of));
                if self.text[of.end as usize..].starts_with(".length") && !in_thread {
                    return Some(None);
                }
                self.atomic_use(name, of, in_thread).map(Some)
            })
            .collect();
        let made: Vec<Use> = made?.into_iter().flatten().collect();
        let first = value.text(self.text).trim();
        let inside = first.strip_prefix(&format!("new {ty}")).unwrap_or(first).trim();
        let element = inside.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).map(str::trim);
        let base = &ty[..ty.len() - 2];
        let length = first.strip_prefix(&format!("new {base}[")).and_then(|rest| rest.strip_suffix(']'));
        let is_one = made.iter().all(|of| of.index == "0");
        let (class, value_of) = match (element, length) {
            (Some(element), _) if is_one && !element.contains(',') => (*one, element.to_owned()),
            (None, Some("1")) if is_one => (*one, String::new()),
            (None, Some(length)) => (*many, length.to_owned()),
            _ => return None,
        };
        let mut edits = vec![
            Edit::replace(Span::new(at as u32, (at + ty.len()) as u32), class),
            Edit::replace(value, format!("new {class}({value_of})")),
        ];
        let of_array = class == *many;
        for of in made {
            let text = if of_array { of.edit.text } else { of.edit.text.replace("(0, ", "(").replace("(0)", "()") };
            edits.push(Edit::replace(of.edit.span, text));
        }
        let lengths =
            uses(&self.code, behind, name).into_iter().filter(|of| self.text[of.end as usize..].starts_with(".length"));
        if of_array {
            edits.extend(lengths.map(|of| Edit::insert(of.end + ".length".len() as u32, "()")));
        } else if lengths.count() > 0 {
            return None;
        }
        let import = format!("import java.util.concurrent.atomic.{class};");
        if !self.text.contains(&import) && !self.text.contains("import java.util.concurrent.atomic.*;") {
            if self.text.contains("package ") && !self.text.contains("import ") {
                return None;
            }
            edits.push(Edit::insert(
                behind_imports(self.text, &self.code),
                format!("{import}{}", super::text::feed(self.text)),
            ));
        }
        Some(Fix::new(format!("Make `{name}` an `{class}`"), edits))
    }

    /// A use of an element as one of an atomic: `n[i]++`, `n[i] += e`, and behind the threads `n[i]`.
    fn atomic_use(&self, name: &str, of: Span, in_thread: bool) -> Option<Use> {
        let open = of.end as usize;
        let end = closing(&self.code, open).filter(|_| self.code.get(open) == Some(&b'['))?;
        let index = self.text[open + 1..end].trim().to_owned();
        let behind = self.text[end + 1..].trim_start();
        let rest = self.text.len() - behind.len();
        let before = self.text[..of.start as usize].trim_end();
        let stands_alone = before.ends_with([';', '{', '}']) || before.ends_with("->") || before.ends_with(')');
        let span = |from: u32, to: usize| Span::new(from, to as u32);
        let call = |method: &str, span: Span, more: &str| {
            let edit = Edit::replace(span, format!("{name}.{method}({index}{more})"));
            Some(Use { index: index.clone(), edit })
        };
        for (step, method, first) in
            [("++", "incrementAndGet", "getAndIncrement"), ("--", "decrementAndGet", "getAndDecrement")]
        {
            if behind.starts_with(step) {
                // A statement has no value, so that the usual name is meant.
                let ends = self.text[rest + 2..].trim_start().starts_with(';');
                let is_statement = ends && stands_alone && !before.ends_with("->");
                return call(if is_statement { method } else { first }, span(of.start, rest + 2), "");
            }
            if before.ends_with(step) {
                return call(method, span(before.len() as u32 - 2, end + 1), "");
            }
        }
        for (sign, negates) in [("+=", false), ("-=", true)] {
            if behind.starts_with(sign) && stands_alone {
                let mut depth = 0;
                let ends = |b: &u8| {
                    depth += i32::from(matches!(b, b'(' | b'[' | b'{')) - i32::from(matches!(b, b')' | b']' | b'}'));
                    depth < 0 || depth == 0 && matches!(b, b';' | b',')
                };
                let last = self.code[rest + 2..].iter().position(ends)? + rest + 2;
                let added = self.text[rest + 2..last].trim();
                // A number that depends on another element is no longer the one that was read.
                if !uses(added.as_bytes(), Span::new(0, added.len() as u32), name).is_empty() {
                    return None;
                }
                let added = if negates { format!(", -({added})") } else { format!(", {added}") };
                return call("addAndGet", span(of.start, last), &added);
            }
        }
        let is_assigned = behind.starts_with('=') && !behind.starts_with("==")
            || ["*=", "/=", "%=", "|=", "&=", "^=", "<<", ">>", "+=", "-=", "++", "--"]
                .iter()
                .any(|sign| behind.starts_with(sign));
        (!is_assigned && !in_thread).then(|| call("get", span(of.start, end + 1), ""))?
    }
}
