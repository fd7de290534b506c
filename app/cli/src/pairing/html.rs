//! Self-contained page: the funnel; the pairs by field, each with both excerpts, the call paths as a picture, and the
//! verdict; and the other views, which point to them.

use super::human;
use crate::args::pairs::Grouping;
use crate::page::{escaped, plain};
use racefree_answers::count;
use racefree_answers::pairing::answered::{Answered, ToldPair};
use racefree_answers::pairing::lines::Lines;
use racefree_grammar::span::Span;
use racefree_pairs::report::ThreadPair;
use racefree_pairs::{AccessId, Mode, Pair, Stage};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// The page of a file.
pub fn page(answered: &Answered<'_>) -> String {
    let numbers = answered.told.iter().enumerate().map(|(n, t)| (t.left.pair, n + 1)).collect();
    let page = Page { answered, lines: answered.source.lines(), numbers };
    let name = escaped(&answered.name);
    let mut body = format!("<h1>{name}</h1>\n<p class=verdict>{}</p>\n", escaped(&human::verdict(answered)));
    let _ = writeln!(body, "<p>{}</p>", escaped(&human::how(answered).replace("\n ", ";")));
    if answered.analysis.options.mode == Mode::Paper {
        body.push_str("<p>Paper mode may miss races.</p>\n");
    }
    page.funnel(&mut body);
    for assumption in &answered.assumptions {
        let _ = writeln!(body, "<p>Assumed: {}</p>", escaped(assumption));
    }
    if answered.told.len() as u64 != answered.total {
        let _ = writeln!(body, "<p>{} are counted, not listed.</p>", count(answered.total, "pair"));
    }
    for (title, view) in
        [("By field", Grouping::Field), ("By objects", Grouping::Object), ("By threads", Grouping::Threads)]
    {
        page.view(title, view, &mut body);
    }
    plain(&format!("Race pairs of {}", answered.name), STYLE, &body)
}

const STYLE: &str = "body{font:15px/1.5 sans-serif;max-width:70em;margin:1em auto;padding:0 1em;overflow-wrap:anywhere}\
pre.command{white-space:pre-wrap}table{margin-bottom:1em}pre{background:#f4f4f4;padding:.5em;margin:.3em 0;overflow-x:auto}mark{background:#ffd9a8}\
table{width:100%;border-spacing:0}td{padding:0 .8em 0 0;white-space:nowrap}td:last-child{width:100%;padding:0}\
.bar{background:#4a78b5;height:1em;display:block}.real{color:#b00}summary{font-size:1.2em;font-weight:bold;cursor:pointer}\
.pair{border-left:3px solid #ccc;padding-left:1em;margin:1em 0}.paths{display:flex;flex-wrap:wrap;gap:.5em 2em;margin:.5em 0}\
.paths+.paths{border-top:1px dotted #ccc;padding-top:.5em}.paths figure{margin:0;max-width:100%}figcaption{font-size:.9em}svg{max-width:100%;height:auto;display:block}\
svg text{font:12px monospace}svg rect{fill:#fff;stroke:#777}svg .end{fill:#ffd9a8}\
@media (max-width:600px){pre{white-space:pre-wrap}td{white-space:normal}}\
@media (prefers-color-scheme:dark){body{color:#eee;background:#161616}pre,svg rect{background:#262626;fill:#262626}\
mark{background:#6b4a10;color:#fff}svg text{fill:#eee}svg .end{fill:#6b4a10}.real{color:#ff8a80}.bar{background:#7da7dd}}\n";

struct Page<'a, 's> {
    answered: &'a Answered<'s>,
    lines: Lines<'a>,
    /// The place of each pair in the list of all that are told.
    numbers: FxHashMap<Pair, usize>,
}

impl Page<'_, '_> {
    fn funnel(&self, body: &mut String) {
        let stages = &self.answered.analysis.stages;
        let most = stages.iter().map(|c| c.pairs).max().unwrap_or(1).max(1);
        body.push_str("<table>\n");
        for c in stages {
            let width = c.pairs as f64 / most as f64 * 100.0;
            let (name, pairs, tuples) = (c.stage.name(), count(c.pairs, "pair"), count(c.tuples, "tuple"));
            let bar = format!("<span class=bar style=\"width:{width:.2}%\"></span>");
            let _ = writeln!(body, "<tr><td>{name}<td>{pairs}<td>{tuples}<td>{bar}");
        }
        body.push_str("</table>\n");
    }

    /// A view; the pairs are told in the one by field, the others point there.
    fn view(&self, title: &str, view: Grouping, body: &mut String) {
        let open = if view == Grouping::Field { " open" } else { "" };
        let _ = writeln!(body, "<details{open}><summary>{title}</summary>");
        for (group, all) in human::groups(self.answered, view) {
            let _ = writeln!(body, "<h3>{}</h3>", escaped(&group));
            for told in all {
                if view == Grouping::Field {
                    self.pair(told, body);
                } else {
                    let (number, accesses) = (self.number(told), self.accesses(told));
                    let _ =
                        writeln!(body, "<p><a href=\"#p{number}\">{}: {accesses}</a></p>", escaped(&told.left.field));
                }
            }
        }
        body.push_str("</details>\n");
    }

    fn number(&self, told: &ToldPair) -> usize {
        self.numbers.get(&told.left.pair).copied().unwrap_or(0)
    }

    fn access(&self, e: AccessId) -> String {
        let (kind, span) = self.answered.access(e);
        format!("{} in line {}", kind.name(), self.lines.line(span))
    }

    fn accesses(&self, told: &ToldPair) -> String {
        format!("{} and {}", self.access(told.left.pair.0), self.access(told.left.pair.1))
    }

    fn pair(&self, told: &ToldPair, body: &mut String) {
        let _ = writeln!(body, "<div class=pair id=p{}>", self.number(told));
        if let Some(judged) = &told.judged {
            let class = if judged.verdict.name() == "REAL" { " class=real" } else { "" };
            let _ = writeln!(body, "<p{class}><b>{}</b> {}</p>", judged.verdict.name(), escaped(&judged.why));
            if let Some(command) = &judged.command {
                let _ = writeln!(body, "<pre class=command>{}</pre>", escaped(command));
            }
        }
        if told.stage != Stage::Unlocked {
            let _ = writeln!(body, "<p>removed behind the stage {}</p>", told.stage.name());
        }
        let (a, b) = told.left.pair;
        for e in [Some(a), Some(b).filter(|_| a != b)].into_iter().flatten() {
            let twice = if a == b { ", by two threads" } else { "" };
            let _ = writeln!(body, "<div>{}{twice}</div>", self.access(e));
            excerpt(self.answered.text(), self.answered.access(e).1, body);
        }
        if !told.left.names.is_empty() {
            let _ = writeln!(body, "<div>on {}</div>", escaped(&told.left.names.join(", ")));
        }
        for threads in &told.left.threads {
            body.push_str("<div class=paths>\n");
            for side in 0..2 {
                self.path(told, threads, side, body);
            }
            body.push_str("</div>\n");
        }
        body.push_str("</div>\n");
    }

    /// Picture of one path, from the thread down to the access.
    fn path(&self, told: &ToldPair, threads: &ThreadPair, side: usize, body: &mut String) {
        let e = [told.left.pair.0, told.left.pair.1][side];
        let calls = self.answered.path(&threads.paths[side], e);
        let mut boxes = vec![human::thread(self.answered, threads.spawn[side], &self.lines)];
        let (_, through) = calls.split_last().unwrap_or((&Span::NONE, &[]));
        boxes.extend(through.iter().map(|s| format!("call in line {}", self.lines.line(*s))));
        boxes.push(self.access(e));
        let height = boxes.len() * 40 - 12;
        let _ = writeln!(body, "<figure><svg width=260 height={height} viewBox=\"0 0 260 {height}\">");
        for (i, text) in boxes.iter().enumerate() {
            let (y, class) = (i * 40, if i + 1 == boxes.len() { " class=end" } else { "" });
            let _ = writeln!(body, "<rect{class} x=1 y={} width=258 height=24 rx=4 />", y + 1);
            let _ = writeln!(body, "<text x=10 y={}>{}</text>", y + 17, escaped(text));
            if i + 1 < boxes.len() {
                let _ = writeln!(body, "<path d=\"M20 {}v12m-4-5l4 5l4-5\" stroke=black fill=none />", y + 26);
            }
        }
        let locks = &threads.locks[side];
        let held = if locks.is_empty() { "no lock".to_owned() } else { locks.join(", ") };
        let _ = writeln!(body, "</svg><figcaption>holding {}</figcaption></figure>", escaped(&held));
    }
}

/// The line of an access, the access marked.
fn excerpt(text: &str, span: Span, body: &mut String) {
    let (start, end) = (span.start as usize, (span.end as usize).min(text.len()));
    let from = text[..start].rfind('\n').map_or(0, |i| i + 1);
    let to = text[end..].find('\n').map_or(text.len(), |i| end + i);
    let (before, marked, after) = (&text[from..start], &text[start..end], &text[end..to]);
    let _ = writeln!(body, "<pre>{}<mark>{}</mark>{}</pre>", escaped(before), escaped(marked), escaped(after));
}
