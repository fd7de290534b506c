//! The text of a condition: `held(l) or (declared(final) and not shared(t))`.

use super::scope::{Metavariable, Scope, TermSort};
use super::{Argument, Condition, Form, PREDICATES, Predicate};

/// Fault in a condition, and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The byte of the text at which it is.
    pub at: usize,
    /// Fault, in a sentence.
    pub message: String,
}

/// The longest text, in bytes, and how deeply brackets and `not` may nest in it.
const LONGEST: usize = 4_000;
const DEEPEST: usize = 64;

/// Types without arguments that a condition may name.
const CLOSED: [&str; 4] = ["int", "boolean", "String", "Object"];

impl Condition {
    /// Reads a condition for a rule that binds so much.
    ///
    /// # Errors
    ///
    /// Its fault, and the place of it.
    pub fn parse(text: &str, scope: &Scope) -> Result<Condition, Fault> {
        if text.len() > LONGEST {
            let message = format!("a condition has at most {LONGEST} characters; this one has {}", text.len());
            return Err(Fault { at: LONGEST, message });
        }
        let mut reader = ConditionReader { text, at: 0, scope, deep: 0, names: Vec::new() };
        let form = reader.or()?;
        reader.blanks();
        if reader.at < text.len() {
            return Err(reader.fault(format!("expected `and`, `or` or the end, found `{}`", reader.next_word())));
        }
        let names = reader.names;
        let statement = statement(&form, scope, 0);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Ok(Condition { text, statement, names, form })
    }
}

struct ConditionReader<'t, 's> {
    text: &'t str,
    at: usize,
    scope: &'s Scope,
    deep: usize,
    names: Vec<Metavariable>,
}

impl<'t> ConditionReader<'t, '_> {
    fn fault(&self, message: String) -> Fault {
        Fault { at: self.at, message }
    }

    fn blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    /// The word, or the sign, that comes next.
    fn next_word(&self) -> &'t str {
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !(c.is_alphanumeric() || is_sign(c))).unwrap_or(rest.len());
        match (end, rest.chars().next()) {
            (0, Some(c)) => &rest[..c.len_utf8()],
            (0, None) => "the end",
            _ => &rest[..end],
        }
    }

    fn takes(&mut self, word: &str) -> bool {
        self.blanks();
        let found = self.at < self.text.len() && self.next_word() == word;
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn expects(&mut self, sign: &str, after: &str) -> Result<(), Fault> {
        if self.takes(sign) {
            return Ok(());
        }
        Err(self.fault(format!("expected `{sign}` {after}, found `{}`", self.next_word())))
    }

    fn or(&mut self) -> Result<Form, Fault> {
        self.several("or", Self::and, Form::Or)
    }

    fn and(&mut self) -> Result<Form, Fault> {
        self.several("and", Self::single, Form::And)
    }

    fn several(
        &mut self,
        word: &str,
        part: fn(&mut Self) -> Result<Form, Fault>,
        make: fn(Vec<Form>) -> Form,
    ) -> Result<Form, Fault> {
        let mut parts = vec![part(self)?];
        while self.takes(word) {
            parts.push(part(self)?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { make(parts) })
    }

    fn single(&mut self) -> Result<Form, Fault> {
        self.deep += 1;
        if self.deep > DEEPEST {
            return Err(self.fault(format!("nested deeper than {DEEPEST}")));
        }
        let form = if self.takes("not") {
            Form::Not(Box::new(self.single()?))
        } else if self.takes("(") {
            let inner = self.or()?;
            self.expects(")", "at the end of the brackets")?;
            inner
        } else {
            self.atom()?
        };
        self.deep -= 1;
        Ok(form)
    }

    fn atom(&mut self) -> Result<Form, Fault> {
        self.blanks();
        let (start, word) = (self.at, self.next_word());
        let Some(&(predicate, name, usage, _)) = PREDICATES.iter().find(|known| known.1 == word) else {
            let known: Vec<&str> = PREDICATES.iter().map(|known| known.2).collect();
            let message = format!("`{word}` is no condition; there are: {}, and, or, not", known.join(", "));
            return Err(Fault { at: start, message });
        };
        self.at += name.len();
        self.expects("(", &format!("after `{name}`"))?;
        let mut arguments = Vec::new();
        loop {
            self.blanks();
            let at = self.at;
            let (argument, sort) = self.argument(predicate)?;
            arguments.push((argument, sort, at));
            if !self.takes(",") {
                break;
            }
        }
        self.expects(")", &format!("at the end of `{usage}`"))?;
        self.fits(predicate, usage, &arguments, start)?;
        Ok(Form::Atom(predicate, arguments.into_iter().map(|(argument, ..)| argument).collect()))
    }

    fn argument(&mut self, predicate: Predicate) -> Result<(Argument, TermSort), Fault> {
        let word = self.next_word();
        let fault = |message: String| Fault { at: self.at, message };
        if let Some(bound) = self.scope.find(word)
            && (predicate == Predicate::Declared) == (bound.sort == TermSort::Word)
        {
            let bound = bound.clone();
            let found = (Argument::Bound(bound.key.clone()), bound.sort);
            if !self.names.contains(&bound) {
                self.names.push(bound);
            }
            self.at += word.len();
            return Ok(found);
        }
        let constant = match word {
            "this" => Some((Argument::This, TermSort::Variable)),
            word => CLOSED.iter().find(|t| **t == word).map(|t| (Argument::Closed(t), TermSort::Type)),
        };
        if let Some(found) = constant
            && predicate != Predicate::Declared
        {
            self.at += word.len();
            return Ok(found);
        }
        let Scope { rule, .. } = self.scope;
        if predicate == Predicate::Declared {
            let words: Vec<&str> =
                self.scope.names.iter().filter(|x| x.sort == TermSort::Word).map(|x| x.key.as_str()).collect();
            let words = if words.is_empty() { "none".to_owned() } else { words.join(", ") };
            return Err(fault(format!("no declaration in [{rule}] may leave out a word `{word}`; there are: {words}")));
        }
        Err(fault(format!("[{rule}] binds no `{word}`; it binds {}", self.scope.listed())))
    }

    /// Returns true if the predicate takes these arguments in this rule.
    fn fits(
        &self,
        predicate: Predicate,
        usage: &str,
        arguments: &[(Argument, TermSort, usize)],
        start: usize,
    ) -> Result<(), Fault> {
        use TermSort::{Expression, Lock, Locks, Type, Variable, Word};
        let lock = &[Lock, Expression, Variable][..];
        let wanted: &[&[TermSort]] = match predicate {
            Predicate::Held | Predicate::Final => &[&[Lock, Expression, Variable, Locks]],
            Predicate::Shared => &[&[Type]],
            Predicate::Subtype => &[&[Type], &[Type]],
            Predicate::Same => &[&[Lock, Expression, Variable, Type], &[Lock, Expression, Variable, Type]],
            Predicate::NotFree => &[&[Variable], &[Expression, Lock, Locks, Type]],
            Predicate::Declared => &[&[Word]],
        };
        let Scope { rule, .. } = self.scope;
        if arguments.len() != wanted.len() {
            let message = format!("`{usage}` is about {} of them, not {}", wanted.len(), arguments.len());
            return Err(Fault { at: start, message });
        }
        for (&(_, sort, at), wanted) in arguments.iter().zip(wanted) {
            if !wanted.contains(&sort) {
                let names: Vec<&str> = wanted.iter().map(|sort| sort.name()).collect();
                let message = format!("in `{usage}` there stands {}, and this is {}", names.join(" or "), sort.name());
                return Err(Fault { at, message });
            }
        }
        if let (Predicate::Same, [a, b]) = (predicate, arguments)
            && lock.contains(&a.1) != lock.contains(&b.1)
        {
            let message = format!("{} is never the same as {}", a.1.name(), b.1.name());
            return Err(Fault { at: b.2, message });
        }
        if predicate == Predicate::Held && !self.scope.has_locks() {
            return Err(Fault { at: start, message: format!("[{rule}] has no lock set, so nothing is held there") });
        }
        if predicate == Predicate::Final && !self.scope.has_env {
            return Err(Fault { at: start, message: format!("[{rule}] has no environment to ask ⊢final in") });
        }
        Ok(())
    }
}

fn is_sign(c: char) -> bool {
    matches!(c, '_' | '-' | '\'' | '’' | '′' | '₀'..='₉' | 'ᵢ' | 'ⱼ' | 'ₖ')
}

/// In the notation of the calculus. Brackets stand where `or` is below `and`, and behind `not`.
fn statement(form: &Form, scope: &Scope, level: u8) -> String {
    let joined = |parts: &[Form], word: &str, inner: u8| {
        let parts: Vec<String> = parts.iter().map(|part| statement(part, scope, inner)).collect();
        parts.join(word)
    };
    let (own, text) = match form {
        Form::Or(parts) => (0, joined(parts, " or ", 1)),
        Form::And(parts) => (1, joined(parts, " and ", 2)),
        Form::Not(inner) => (2, format!("not {}", statement(inner, scope, 3))),
        Form::Atom(predicate, arguments) => {
            let text = |i: usize| match arguments.get(i) {
                Some(Argument::Bound(key)) => scope.find(key).map_or(key.as_str(), |x| x.written.as_str()),
                Some(Argument::This) => "this",
                Some(Argument::Closed(t)) => t,
                None => "",
            };
            let of_set = matches!(arguments.first(), Some(Argument::Bound(key))
                if scope.find(key).is_some_and(|x| x.sort == TermSort::Locks));
            let text = match predicate {
                Predicate::Held if of_set => format!("{} ⊆ ls", text(0)),
                Predicate::Held => format!("{} ∈ ls", text(0)),
                Predicate::Final => format!("{} is final", text(0)),
                Predicate::Shared => format!("{} is shared", text(0)),
                Predicate::Subtype => format!("{} <: {}", text(0), text(1)),
                Predicate::Same => format!("{} ≡ {}", text(0), text(1)),
                Predicate::NotFree => format!("{} ∉ FV({})", text(0), text(1)),
                Predicate::Declared => format!("it is declared {}", text(0)),
            };
            (if level == 3 { 3 } else { 4 }, text)
        }
    };
    // Behind `not` everything but another `not` is bracketed: `not l ∈ ls` would be read as (not l) ∈ ls.
    if own < level || level == 3 && !matches!(form, Form::Not(_)) { format!("({text})") } else { text }
}
