//! An element of a queue that tells who takes it to end, put once for several threads: one of them ends, and the others wait for ever.

use super::super::Judge;
use crate::tree::body::{ExprNo, Form, Kind, LocalNo, StmtNo};
use racefree_grammar::{Fix, Span};

/// Methods that put an element into a queue.
const PUTS: &[&str] = &["put", "add", "offer", "addLast", "offerLast"];

impl Judge<'_, '_> {
    /// Warns of such an element that fewer threads get than wait for it.
    pub(super) fn pills(&mut self) {
        if !self.calls_something() || !self.it.java.sources.text().contains(".take()") {
            return;
        }
        let lists = self.lists();
        for all in &lists {
            let mut pills: Vec<(LocalNo, String)> = all.iter().filter_map(|s| self.pill_of(*s)).collect();
            pills.sort();
            pills.dedup();
            for (queue, pill) in pills {
                let same = |s: &StmtNo| self.pill_of(*s).is_some_and(|of| of == (queue, pill.clone()));
                let puts: Vec<Span> = all.iter().copied().filter(same).map(|s| self.statement_span(s)).collect();
                self.pill(queue, &pill, &puts);
            }
        }
    }

    /// An element that statements put into a queue.
    fn pill(&mut self, queue: LocalNo, pill: &str, puts: &[Span]) {
        let Some(takers) = self.takers(queue, pill) else { return };
        let (&[first, ..], &[.., last]) = (puts, puts) else { return };
        let is_all = self.puts_in_file(pill) == puts.len();
        let is_looped = self.around(first).is_none_or(|around| around.is_in_lambda()) || self.is_in_loop(first);
        if is_looped || !is_all || puts.len() >= takers.len() || takers.iter().any(|made| last.end <= made.start) {
            return;
        }
        let text = self.it.java.sources.at(first).to_owned();
        let (name, n) = (self.name_of(queue).to_owned(), takers.len());
        let message = format!(
            "{n} threads take from `{name}`, and each ends by a `{pill}` of its own: {} put, and the others wait for ever",
            if puts.len() == 1 { "one is".to_owned() } else { format!("{} are", puts.len()) }
        );
        let more = vec![text.as_str(); n - puts.len()];
        let fix = Fix::new(format!("Put one `{pill}` for each of them"), vec![self.behind(last, &more)]);
        self.warn_wait("one_for_several", first, message, Some(fix));
    }

    /// The queue, and the text of a constant or a literal that a statement puts there.
    fn pill_of(&self, s: StmtNo) -> Option<(LocalNo, String)> {
        let call = self.call_of(s).filter(|call| PUTS.contains(&self.it.text(call.name)))?;
        let Kind::Local(queue) = *self.kind(call.target?) else { return None };
        let is_queue = self.it.last_name(self.ty(call.target?)).contains("Queue")
            && self.body.locals[queue.index()].effectively_final;
        let [given] = call.arguments[..] else { return None };
        let is_constant = match self.kind(given) {
            Kind::Literal(_) => true,
            Kind::Unary { operand, .. } => matches!(self.kind(*operand), Kind::Literal(_)),
            Kind::Field { target: None, field, .. } => self.it.java.fields[field.index()].modifiers.is_final(),
            _ => false,
        };
        (is_queue && is_constant).then(|| (queue, self.words(given)))
    }

    fn is_in_loop(&self, at: Span) -> bool {
        let is_loop = |form: &Form| {
            matches!(form, Form::While { .. } | Form::DoWhile { .. } | Form::For { .. } | Form::ForEach { .. })
        };
        self.body.statements.iter().any(|s| is_loop(&s.form) && s.span.contains(at))
    }

    /// The number of places in the file that put an element.
    fn puts_in_file(&self, pill: &str) -> usize {
        let (file, _) = self.it.java.sources.place(self.span(ExprNo(0)));
        let whole = self.it.java.sources.at(self.it.java.sources.files()[file.index()].span);
        let text: String = whole.split_whitespace().collect();
        let pill: String = pill.split_whitespace().collect();
        let constant = pill.rsplit('.').next().unwrap_or(&pill);
        let mut names = vec![&*pill, constant];
        names.dedup();
        let put =
            |name: &&str| -> usize { names.iter().map(|pill| text.matches(&format!(".{name}({pill})")).count()).sum() };
        PUTS.iter().map(put).sum()
    }

    /// The places at which the threads are started that take from a queue until they find an element; none, if their number is not known.
    fn takers(&self, queue: LocalNo, pill: &str) -> Option<Vec<Span>> {
        let mut found = Vec::new();
        for (n, e) in self.body.expressions.iter().enumerate() {
            let Kind::New(new) = &e.kind else { continue };
            let place = e.span;
            let code = match new.arguments.iter().find_map(|given| self.code_given(*given)) {
                Some(code) if self.it.last_name(e.ty) == "Thread" => Some(code),
                _ => new.callee.method().map(|m| {
                    let class = self.it.java.methods[m.index()].class;
                    self.it.java.classes[class.index()].span
                }),
            };
            let Some(code) = code.filter(|code| !code.contains(place) && self.ends_by(*code, pill)) else { continue };
            let has_it = new.arguments.iter().any(|e| matches!(self.kind(*e), Kind::Local(of) if *of == queue))
                || !self.places_of(code, queue).is_empty();
            if !has_it {
                continue;
            }
            if self.is_in_loop(place) || !self.is_started_once(ExprNo(n as u32)) {
                return None;
            }
            found.push(place);
        }
        (found.len() > 1).then_some(found)
    }

    /// The lambda, or the variable of one, that a thread gets.
    fn code_given(&self, e: ExprNo) -> Option<Span> {
        let made = match *self.kind(e) {
            Kind::Local(local) => self.body.locals[local.index()].value?,
            _ => e,
        };
        matches!(self.kind(made), Kind::Lambda(_)).then(|| self.span(made))
    }

    /// Returns true for a thread in a variable that is started, or that starts where it is made.
    fn is_started_once(&self, made: ExprNo) -> bool {
        let is_it = |of: ExprNo| match *self.kind(of) {
            Kind::Local(local) => self.body.locals[local.index()].value == Some(made),
            _ => of == made,
        };
        let starts = self.body.expressions.iter().filter(|e| match &e.kind {
            Kind::Call(call) => self.it.text(call.name) == "start" && call.target.is_some_and(is_it),
            _ => false,
        });
        starts.count() == 1
    }

    /// Returns true for code that takes elements until one is the pill, and puts none back.
    fn ends_by(&self, code: Span, pill: &str) -> bool {
        let text: String = self.it.java.sources.at(code).split_whitespace().collect();
        let constant = pill.rsplit('.').next().unwrap_or(pill);
        let asks = |pill: &str| {
            [format!(".equals({pill})"), format!("=={pill}"), format!("{pill}==")]
                .iter()
                .any(|test| text.contains(test))
                || text.contains(&format!("{pill}.equals("))
        };
        let leaves = text.contains("break;") || text.contains("return;");
        let puts_back = PUTS.iter().any(|name| text.contains(&format!(".{name}(")));
        text.contains(".take()") && (asks(pill) || asks(constant)) && leaves && !puts_back
    }
}
