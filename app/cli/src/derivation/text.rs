//! A derivation as lines for a terminal: each judgment with its premises below, indented and numbered.

use super::{Document, Look};
use crate::terminal::{BOLD, FAINT, painted};
use racefree_answers::derivation::outline::{Item, PremiseView};
use racefree_kernel::JudgmentWriter;
use racefree_kernel::NodeId;
use racefree_kernel::statement::{Limits, Sort, Statement};
use std::collections::HashMap;

/// Least width of a terminal.
const NARROWEST: usize = 60;
/// The longest that the number of a premise is written.
const LONGEST_NUMBER: usize = 16;

/// The derivation as text.
pub(super) fn render(document: &Document<'_>, look: Look) -> String {
    let width = look.width.max(NARROWEST);
    let limits = Limits { environment: (width / 6).clamp(12, 30), ..Limits::default() };
    let mut writer = TextWriter {
        document,
        notation: document.derived.writer(limits),
        limits,
        paint: Paint(look.color),
        width,
        numbers: HashMap::new(),
        out: String::new(),
    };
    writer.tree();
    writer.footer();
    writer.out
}

struct TextWriter<'d, 'c> {
    document: &'d Document<'c>,
    notation: Box<dyn JudgmentWriter + 'c>,
    limits: Limits,
    paint: Paint,
    width: usize,
    /// The numbers of the judgments shown, for lines that refer to them.
    numbers: HashMap<NodeId, String>,
    out: String,
}

/// A premise that is yet to be written.
struct Todo {
    item: Item,
    number: String,
    /// The judgment whose premise it is.
    below: NodeId,
    /// Guides at the left of its line, and of the lines after it.
    guides: (String, String),
}

impl TextWriter<'_, '_> {
    fn tree(&mut self) {
        let root = self.document.outline.root;
        self.judgment(root, "", ("", ""), None);
        let mut todo = self.premises(root, "", "");
        while let Some(next) = todo.pop() {
            self.premise(&next);
            if let PremiseView::Judgment(id) = next.item.shown {
                todo.append(&mut self.premises(id, &next.number, &next.guides.1));
            }
        }
    }

    /// The premises of a judgment that get lines of their own, the last first; the others are written, in one line.
    fn premises(&mut self, id: NodeId, number: &str, guide: &str) -> Vec<Todo> {
        let outline = &self.document.outline;
        let (folded, own): (Vec<Item>, Vec<Item>) = outline.items(id).into_iter().partition(|item| match item.shown {
            PremiseView::Judgment(above) | PremiseView::Again(above) => outline.is_trivial(above),
            PremiseView::Holds => true,
            PremiseView::Assumed | PremiseView::Fails => false,
        });
        if !folded.is_empty() && (!own.is_empty() || id == outline.root) {
            self.folded(id, &folded, &own, guide);
        }
        let mut todo = Vec::new();
        let last = own.len().saturating_sub(1);
        for (i, item) in own.into_iter().enumerate() {
            let number = if number.is_empty() { (i + 1).to_string() } else { format!("{number}.{}", i + 1) };
            let (here, on) = if i == last { ("└ ", "  ") } else { ("├ ", "│ ") };
            let guides = (self.guide(guide, here), self.guide(guide, on));
            if let PremiseView::Judgment(above) = item.shown {
                self.numbers.insert(above, number.clone());
            }
            todo.push(Todo { item, number, below: id, guides });
        }
        todo.reverse();
        todo
    }

    /// The guides of a line, cut at the left where they would take more than a third of the width.
    fn guide(&self, guide: &str, end: &str) -> String {
        let all = format!("{guide}{end}");
        let n = all.chars().count();
        let most = self.width / 3;
        if n <= most { all } else { format!("…{}", all.chars().skip(n - most + 1).collect::<String>()) }
    }

    fn premise(&mut self, todo: &Todo) {
        let label = format!("{} {}", short(&todo.number), racefree_systems::premise(todo.item.premise).name);
        let guides = (todo.guides.0.as_str(), todo.guides.1.as_str());
        match todo.item.shown {
            PremiseView::Judgment(id) => self.judgment(id, &label, guides, None),
            PremiseView::Again(id) => {
                let number = self.numbers.get(&id).filter(|_| !self.document.outline.is_leaf(id));
                let number = number.map_or(String::new(), |number| short(number));
                self.judgment(id, &label, guides, Some(&number));
            }
            PremiseView::Assumed | PremiseView::Fails => {
                let fails = todo.item.shown == PremiseView::Fails;
                let mut said = self.notation.premise(todo.below, todo.item.premise, todo.item.nth);
                said.push(Sort::Plain, if fails { "  ← this fails" } else { " (assumed)" });
                let mut start = format!("{}{label}  ", if fails { "✗ " } else { "" });
                let mut guide = guides.0;
                let used = |guide: &str, start: &str| guide.chars().count() + start.chars().count();
                let first = self.width.saturating_sub(used(guide, &start));
                for line in said.wrap(first, self.width.saturating_sub(used(guides.1, "    "))) {
                    let text = format!("{start}{}", line.text());
                    let text = if fails { self.paint.with(CULPRIT, &text) } else { self.paint.with(TRUSTED, &text) };
                    self.raw(guide, &text);
                    (guide, start) = (guides.1, "    ".to_owned());
                }
            }
            PremiseView::Holds => {}
        }
        self.definitions(guides.1);
    }

    /// The line of a judgment; `again` is the number of the line where its premises are, if they are not here.
    fn judgment(&mut self, id: NodeId, label: &str, guides: (&str, &str), again: Option<&str>) {
        let node = self.document.shape().step(id);
        let rule = format!("[{}]", racefree_systems::rule(node.rule).name);
        let rule = match again {
            Some(number) if !number.is_empty() => format!("as {number} {rule}"),
            _ => rule,
        };
        let mark = if node.holds { "" } else { "✗ " };
        let gap = if label.is_empty() { "" } else { "  " };
        let used: usize = [guides.0, mark, label, gap].iter().map(|s| s.chars().count()).sum();
        let behind = rule.chars().count() + 1;
        let statement = self.fitting(self.width.saturating_sub(used + behind), id);
        let label =
            if node.holds { self.paint.with(FAINT, label) } else { self.paint.with(BAD, &format!("{mark}{label}")) };
        let indent = guides.1.chars().count() + 4;
        let mut lines = statement.wrap(self.width - used, self.width.saturating_sub(indent)).into_iter().peekable();
        let mut start = format!("{label}{gap}");
        let (mut guide, mut used) = (guides.0, used);
        while let Some(line) = lines.next() {
            let mut text = format!("{start}{}", self.paint.statement(&line));
            used += line.width();
            if lines.peek().is_none() {
                if used + behind > self.width {
                    self.raw(guide, &text);
                    (guide, text, used) = (guides.1, String::new(), guides.1.chars().count());
                }
                text.push_str(&" ".repeat(self.width.saturating_sub(used + behind - 1)));
                text.push_str(&self.paint.with(RULE, &rule));
            }
            self.raw(guide, &text);
            (guide, start, used) = (guides.1, "    ".to_owned(), indent);
        }
        if again.is_none() {
            self.substitution(id, guides.1);
        }
        self.definitions(guides.1);
        let hidden = if again.is_some() { 0 } else { self.document.outline.hidden(id) };
        if hidden > 0 {
            let text = format!("… {hidden} judgment{}", if hidden == 1 { "" } else { "s" });
            self.raw(guides.1, &self.paint.with(FAINT, &text));
        }
    }

    /// Prints the substitution into the declaration of a member.
    fn substitution(&mut self, id: NodeId, guide: &str) {
        let Some(said) = self.notation.substitution(id) else { return };
        let room = self.width.saturating_sub(guide.chars().count() + 10);
        for (i, line) in said.wrap(room, room).iter().enumerate() {
            let start = if i == 0 { "    where " } else { "          " };
            let text = format!("{}{}", self.paint.with(FAINT, start), self.paint.statement(line));
            self.raw(guide, &text);
        }
    }

    /// A judgment with its expression abbreviated so that it fits, if that can be.
    fn fitting(&mut self, room: usize, id: NodeId) -> Statement {
        let mut statement = self.notation.conclusion(id);
        for expression in [48, 40, 32, 24] {
            if statement.width() > room {
                self.notation.set_limits(Limits { expression, ..self.limits });
                statement = self.notation.conclusion(id);
            }
        }
        self.notation.set_limits(self.limits);
        if room > statement.width() + 24 {
            let expression = self.limits.expression + room - statement.width() - 4;
            self.notation.set_limits(Limits { expression, ..self.limits });
            let longer = self.notation.conclusion(id);
            if longer.width() <= room {
                statement = longer;
            }
            self.notation.set_limits(self.limits);
        }
        statement
    }

    /// Prints premises that need no lines of their own in one line: with their statements, if there is room.
    fn folded(&mut self, id: NodeId, items: &[Item], own: &[Item], guide: &str) {
        let guide = self.guide(guide, if own.is_empty() { "  " } else { "│ " });
        let room = self.width.saturating_sub(guide.chars().count() + 2);
        let mut said = String::new();
        let mut width = 0;
        let mut names: Vec<(&str, usize)> = Vec::new();
        let before = self.notation.named();
        for item in items {
            let name = racefree_systems::premise(item.premise).name;
            match names.last_mut() {
                Some(last) if last.0 == name => last.1 += 1,
                _ if own.iter().any(|own| own.premise == item.premise) => {}
                _ => names.push((name, 1)),
            }
            if width > room {
                continue;
            }
            let statement = match item.shown {
                PremiseView::Judgment(above) | PremiseView::Again(above) => self.notation.conclusion(above),
                _ => self.notation.premise(id, item.premise, item.nth),
            };
            let sep = if said.is_empty() { "" } else { " · " };
            said.push_str(&format!("{sep}{} {}", self.paint.with(FAINT, name), self.paint.statement(&statement)));
            width += sep.chars().count() + name.len() + 1 + statement.width();
        }
        if width > room {
            self.notation.unname(before);
            let text = |&(name, n): &(&str, usize)| if n == 1 { name.to_owned() } else { format!("{name} ×{n}") };
            let names = names.iter().map(text).collect::<Vec<_>>().join(" · ");
            let lines = wrap(&names, room).into_iter().map(|line| self.paint.with(FAINT, &line));
            said = lines.collect::<Vec<_>>().join("\n");
        }
        for (i, line) in said.lines().enumerate() {
            let mark = if i == 0 { self.paint.with(GOOD, "✓") } else { " ".to_owned() };
            self.raw(&guide, &format!("{mark} {line}"));
        }
        self.definitions(&guide);
    }

    /// The environments that the last lines are the first to name.
    fn definitions(&mut self, guide: &str) {
        for (name, definition) in self.notation.new_environments() {
            let first = self.width.saturating_sub(guide.chars().count() + name.chars().count() + 13);
            let lines = definition.wrap(first, first);
            for (i, line) in lines.iter().enumerate() {
                let start = if i == 0 { format!("    where {name} = ") } else { " ".repeat(13 + name.chars().count()) };
                let text = format!("{}{}", self.paint.with(FAINT, &start), self.paint.statement(line));
                self.raw(guide, &text);
            }
        }
    }

    fn raw(&mut self, guide: &str, line: &str) {
        let guide = self.paint.with(FAINT, guide.trim_end_matches(if line.is_empty() { ' ' } else { '\0' }));
        self.out.push_str(&guide);
        self.out.push_str(line.trim_end());
        self.out.push('\n');
    }

    fn footer(&mut self) {
        self.out.push('\n');
        for remark in self.document.remarks() {
            wrap(&remark, self.width).iter().for_each(|line| self.raw("", line));
        }
        let (failures, more) = self.document.failures();
        for failure in failures {
            let number = self.numbers.get(&failure.node).map_or(String::new(), |n| format!(" ({} above)", short(n)));
            for line in wrap(&format!("{}{number}.", failure.sentence), self.width) {
                let line = self.paint.with(CULPRIT, &line);
                self.raw("", &line);
            }
        }
        if more > 0 {
            self.raw("", &format!("So do {more} more premises."));
        }
    }
}

/// Text in lines of at most `width` characters, broken at blanks.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let statement = Statement::of(Sort::Plain, text);
    statement.wrap(width, width).iter().map(|line| line.text().trim_end().to_owned()).collect()
}

/// The number of a premise, cut at the left where it would be long.
fn short(number: &str) -> String {
    let n = number.len();
    if n <= LONGEST_NUMBER { number.to_owned() } else { format!("…{}", &number[n - LONGEST_NUMBER + 1..]) }
}

/// A rule's name.
const RULE: &str = "36";
/// Judgments that hold.
const GOOD: &str = "32";
/// Judgments that lead to a failing premise.
const BAD: &str = "31";
/// A premise that fails.
const CULPRIT: &str = "1;31";
/// Assumptions.
const TRUSTED: &str = "33";
/// Keywords.
const KEYWORD: &str = "34";

/// Colours, if wanted.
#[derive(Clone, Copy)]
struct Paint(bool);

impl Paint {
    /// Text in the colour of its role.
    fn with(self, code: &str, text: &str) -> String {
        painted(self.0, code, text)
    }

    /// A judgment or side condition.
    fn statement(self, statement: &Statement) -> String {
        if !self.0 {
            return statement.text().to_owned();
        }
        let piece = |(sort, text): (Sort, &str)| match sort {
            Sort::Keyword => self.with(KEYWORD, text),
            Sort::Meta => self.with(BOLD, text),
            Sort::Literal => self.with(GOOD, text),
            Sort::Omitted => self.with(FAINT, text),
            Sort::Plain | Sort::Variable | Sort::Class | Sort::Member => text.to_owned(),
        };
        statement.pieces().map(piece).collect()
    }
}
