//! Collections and arrays that constructors fill in, and that nobody changes or hands out afterwards: whoever sees the object sees all of them.

use super::repairs::code;
use super::shown::is_value;
use racefree_grammar::Span;
use racefree_grammar::ast::Field;
use racefree_java::library;

/// Beginnings of values that nobody else has.
const MADE: &[&str] =
    &["new ", "List.of(", "List.copyOf(", "Set.of(", "Set.copyOf(", "Map.of(", "Map.copyOf(", "Arrays.copyOf", "{"];

/// Returns true for a field of such a collection or array, whose elements are values; `builds` are the constructors of its class.
pub(super) fn is_settled(text: &str, field: &Field, name: &str, builds: &[Span]) -> bool {
    let before = &text[..field.name_span.start as usize];
    let head = before[before.rfind([';', '{', '}']).map_or(0, |at| at + 1)..].trim();
    let Some(of) = Contents::of(head) else { return false };
    let code = code(text);
    let letter =
        |b: Option<&u8>| b.is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$') || !b.is_ascii());
    let places = (0..code.len()).filter(|&at| {
        code[at..].starts_with(name.as_bytes()) && !letter(code[..at].last()) && !letter(code.get(at + name.len()))
    });
    let initial = |at: usize| {
        let value = text[at + name.len()..].trim_start();
        match value.strip_prefix('=').filter(|value| !value.starts_with('=')) {
            Some(value) => MADE.iter().any(|made| value.trim_start().starts_with(made)),
            None => value.starts_with(';'),
        }
    };
    places.into_iter().all(|at| match () {
        () if at == field.name_span.start as usize => initial(at),
        () if builds.iter().any(|span| span.contains(Span::new(at as u32, at as u32 + 1))) => {
            let rest = text[at + name.len()..].trim_start();
            // A parameter of the same name is given by somebody.
            let is_parameter = rest.starts_with([',', ')']) && of.is_written_in_front(&text[..at]);
            let is_copied = text[..at].trim_end().ends_with('(') && rest.starts_with(')');
            is_parameter || is_copied || rest.starts_with(['.', '[']) || rest.starts_with('=') && initial(at)
        }
        () => of.is_only_read(&text[..at], &text[at + name.len()..]),
    })
}

/// Sort of such a field.
enum Contents<'t> {
    /// A collection of the library, by its simple class.
    Collection(&'t str),
    Array(&'t str),
}

impl<'t> Contents<'t> {
    /// The sort by the words of a declaration: its elements are values.
    fn of(head: &'t str) -> Option<Contents<'t>> {
        const PRIMITIVE: &[&str] = &["int", "long", "short", "byte", "char", "boolean", "double", "float"];
        let is_element = |ty: &str| is_value(ty.trim()) || PRIMITIVE.contains(&ty.trim());
        let ty = match head.find('<') {
            Some(open) => &head[head[..open].rfind(char::is_whitespace).map_or(0, |at| at + 1)..],
            None => head.rsplit(char::is_whitespace).next()?,
        };
        if let Some(element) = ty.strip_suffix("[]") {
            return is_element(element).then_some(Contents::Array(ty));
        }
        let (class, arguments) = ty.split_once('<')?;
        let class = class.rsplit('.').next()?;
        let arguments = arguments.strip_suffix('>')?;
        let is_known = library::may_be_confined(class) && arguments.split(',').all(is_element);
        is_known.then_some(Contents::Collection(class))
    }

    /// Returns true for text that ends with the type: a parameter follows.
    fn is_written_in_front(&self, before: &str) -> bool {
        match self {
            Contents::Collection(_) => before.trim_end().ends_with('>'),
            Contents::Array(ty) => before.trim_end().ends_with(ty),
        }
    }

    /// Returns true for a use that reads: `map.get(k)`, `row[i]`, `: list)`.
    fn is_only_read(&self, before: &str, behind: &str) -> bool {
        let rest = behind.trim_start();
        let path = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
        let before = before.trim_end_matches(path);
        if before.trim_end().ends_with(':') && rest.starts_with(')') || rest.starts_with('(') {
            return true;
        }
        match self {
            Contents::Collection(class) => {
                let method = rest.strip_prefix('.').and_then(|rest| rest.split('(').next()).unwrap_or("").trim();
                // Iterators and views change the collection.
                let is_view =
                    matches!(method, "iterator" | "listIterator" | "entrySet" | "keySet" | "values" | "subList");
                !is_view && library::only_reads(class, method)
            }
            Contents::Array(_) => {
                let Some(index) = rest.strip_prefix('[') else { return rest.starts_with(".length") };
                let behind = index.split_once(']').map_or("", |(_, behind)| behind).trim_start();
                let assigns = behind.starts_with('=') && !behind.starts_with("==")
                    || ["++", "--", "+=", "-=", "*=", "/=", "["].iter().any(|sign| behind.starts_with(sign));
                !assigns && !before.trim_end().ends_with("++") && !before.trim_end().ends_with("--")
            }
        }
    }
}
