//! Two fields that one method sets and another one reads together, each under a lock of its own: who reads may see the one without the other.

use super::Judge;
use super::calls::uses;
use crate::tree::body::{ExprNo, Form, Kind, StmtNo};
use crate::tree::{FieldNo, Member};
use racefree_grammar::{Edit, Fix, Span};

/// Two blocks one behind the other, of two locks, each with the one field that it uses.
struct Pair {
    locks: [FieldNo; 2],
    fields: [FieldNo; 2],
    writes: bool,
    /// From the end of the first block's statements to the start of the second's.
    between: Span,
    /// The lock of the second block.
    second: Span,
}

impl Judge<'_, '_> {
    /// Warns of methods that read two fields under two locks, which another method sets together.
    pub(super) fn parted(&mut self) {
        let read: Vec<Pair> = self.pairs().into_iter().filter(|pair| !pair.writes).collect();
        for pair in read {
            let class = self.it.java.fields[pair.fields[0].index()].class;
            let mut set: Vec<Pair> = Vec::new();
            for member in self.it.java.classes[class.index()].members.clone() {
                if let Member::Method(m) = member
                    && !self.it.java.methods[m.index()].kind.constructs()
                {
                    let body = self.it.java.attribute(member);
                    set.extend(self.with_body(&body, |other| other.pairs()));
                }
            }
            set.retain(|other| other.writes && other.locks == pair.locks && other.fields == pair.fields);
            if set.is_empty() {
                continue;
            }
            let name = |field: FieldNo| self.it.text(self.it.java.fields[field.index()].name).to_owned();
            let ([first, second], [lock, other]) = (pair.fields.map(name), pair.locks.map(name));
            let repair = self.one_lock(&pair, &set, &lock, &other);
            let message = format!(
                "`{first}` and `{second}` are set together, and each has a lock of its own: what is read here may be the new value of one and the \
                 old one of the other; `{lock}` can be the lock of both"
            );
            if !self.it.found.lints.iter().any(|lint| lint.kind == "two_locks" && lint.span == pair.second) {
                self.it.found.lints.push(crate::elaborate::result::Lint {
                    kind: "two_locks",
                    span: pair.second,
                    message,
                    repair,
                });
            }
        }
    }

    /// The pairs of blocks in code.
    fn pairs(&mut self) -> Vec<Pair> {
        let mut found = Vec::new();
        for all in self.lists() {
            for two in all.windows(2) {
                found.extend(self.pair(two[0], two[1]));
            }
        }
        found
    }

    fn pair(&self, first: StmtNo, second: StmtNo) -> Option<Pair> {
        let (lock, own, writes, end, _) = self.block_about_one(first)?;
        let (other, its, also, _, start) = self.block_about_one(second)?;
        let Form::Synchronized { lock: at, .. } = self.body.statements[second.index()].form else { return None };
        (lock != other && own != its && writes == also).then(|| Pair {
            locks: [lock, other],
            fields: [own, its],
            writes,
            between: Span::new(end, start),
            second: self.span(at),
        })
    }

    /// A block of a lock in a field that uses one other field: both, whether it writes that, and the places behind and in front of its statements.
    fn block_about_one(&self, s: StmtNo) -> Option<(FieldNo, FieldNo, bool, u32, u32)> {
        let Form::Synchronized { lock, body: all } = &self.body.statements[s.index()].form else { return None };
        let lock = self.own_field(*lock)?;
        let spans = all.iter().map(|s| self.statement_span(*s));
        let inside = spans.reduce(|a, b| Span::new(a.start, b.end))?;
        let mut used: Vec<FieldNo> = self.inside(inside).filter_map(|(e, _)| self.own_field(e)).collect();
        used.dedup();
        let [field] = used[..] else { return None };
        let writes = self.inside(inside).any(|(_, e)| match e.kind {
            Kind::Assign { target, .. } | Kind::Compound { target, .. } | Kind::Step { target, .. } => {
                self.own_field(target) == Some(field)
            }
            _ => false,
        });
        Some((lock, field, writes, inside.end, inside.start))
    }

    fn own_field(&self, e: ExprNo) -> Option<FieldNo> {
        match *self.kind(e) {
            Kind::Field { target, field, .. } => {
                target.is_none_or(|of| matches!(self.kind(of), Kind::This { .. })).then_some(field)
            }
            _ => None,
        }
    }

    /// One block for each pair, of the first lock, which is that of all blocks of the second.
    fn one_lock(&self, pair: &Pair, set: &[Pair], lock: &str, other: &str) -> Option<Fix> {
        let class = self.it.java.fields[pair.fields[0].index()].class;
        let whole = self.it.java.classes[class.index()].span;
        let text = self.it.java.sources.at(whole);
        let gap = |pair: &Pair| {
            let own = self.it.java.sources.at(pair.between);
            let lines = own.split_once('}').map(|(_, rest)| rest)?;
            // Nothing may stand in between but the head of the second block.
            let head: String = lines.split_whitespace().collect();
            let plain = head.replace("this.", "");
            (plain == format!("synchronized({other}){{")).then(|| {
                let feed = if own.contains('\n') { self.gap_text(pair) } else { " ".to_owned() };
                Edit::replace(pair.between, feed)
            })
        };
        let mut edits: Vec<Edit> = [pair].into_iter().chain(set).map(gap).collect::<Option<_>>()?;
        for end in uses(text, other) {
            let at = Span::new(whole.start + (end - other.len()) as u32, whole.start + end as u32);
            let before = text[..end - other.len()].trim_end().trim_end_matches("this.").trim_end();
            let is_lock = before.strip_suffix('(').is_some_and(|before| before.trim_end().ends_with("synchronized"));
            let is_declared = self.it.java.fields[pair.locks[1].index()].name_span == at;
            let is_gone = edits.iter().any(|edit| edit.span.contains(at));
            match (is_gone, is_declared, is_lock) {
                (true, ..) | (_, true, _) => {}
                (_, _, true) => edits.push(Edit::replace(at, lock)),
                _ => return None,
            }
        }
        edits.sort();
        Some(Fix::new(format!("Lock `{lock}` for both"), edits))
    }

    /// White space between two statements, as it stands in front of the first of the second block.
    fn gap_text(&self, pair: &Pair) -> String {
        let before = &self.it.java.sources.text()[..pair.between.end as usize];
        let blanks = before.len() - before.trim_end().len();
        before[before.len() - blanks..].to_owned()
    }
}
