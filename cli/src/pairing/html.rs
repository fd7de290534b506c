//! One page without network: the funnel, the pairs by field, by object and by threads, and of each pair both excerpts, the call
//! paths as a picture, and the verdict.

use super::answered::{Answered, Told};
use super::human;
use crate::args::pairs::View;
use racefree_grammar::span::{LineIndex, Span};
use std::fmt::Write as _;

/// The page of a file.
pub fn page(answered: &Answered<'_>) -> String {
    let mut body = String::new();
    let _ = writeln!(
        body,
        "<h1>{}</h1>\n<p class=verdict>{}</p>",
        escape(&answered.name),
        escape(&human::verdict(answered))
    );
    funnel(answered, &mut body);
    for (name, view) in [("By field", View::Field), ("By objects", View::Object), ("By threads", View::Threads)] {
        let open = if view == View::Field { " open" } else { "" };
        let _ = writeln!(body, "<details class=view{open}><summary>{name}</summary>");
        for (group, all) in human::groups(answered, view) {
            let _ = writeln!(body, "<h3>{}</h3>", escape(&group));
            for told in all {
                pair(answered, told, &mut body);
            }
        }
        body.push_str("</details>\n");
    }
    for assumption in &answered.assumptions {
        let _ = writeln!(body, "<p>Assumed: {}</p>", escape(assumption));
    }
    format!(
        "<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n<title>Race pairs of {}</title>\n<style>{STYLE}</style>\n{body}</html>\n",
        escape(&answered.name)
    )
}

const STYLE: &str = "body{font:15px/1.5 sans-serif;max-width:70em;margin:2em auto;padding:0 1em}\
pre{background:#f4f4f4;padding:.5em;margin:.3em 0;overflow-x:auto}mark{background:#ffd9a8}\
.bar{background:#4a78b5;height:1em;display:inline-block}.real{color:#b00}.view>summary{font-size:1.2em;font-weight:bold}\
.pair{border-left:3px solid #ccc;padding-left:1em;margin:1em 0}td{padding:0 .8em 0 0}svg text{font:12px monospace}";

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn funnel(answered: &Answered<'_>, body: &mut String) {
    let stages = &answered.analysis.stages;
    let most = stages.iter().map(|c| c.pairs).max().unwrap_or(1).max(1);
    body.push_str("<table>\n");
    for c in stages {
        let width = c.pairs as f64 / most as f64 * 30.0;
        let _ = writeln!(
            body,
            "<tr><td>{}<td>{} pairs<td>{} tuples<td><span class=bar style=\"width:{width:.2}em\"></span>",
            c.stage.name(),
            c.pairs,
            c.tuples
        );
    }
    body.push_str("</table>\n");
}

fn pair(answered: &Answered<'_>, told: &Told, body: &mut String) {
    let lines = LineIndex::new(answered.text());
    body.push_str("<div class=pair>\n");
    if let Some(judged) = &told.judged {
        let class = if judged.verdict.name() == "REAL" { " class=real" } else { "" };
        let _ = writeln!(body, "<p{class}><b>{}</b> {}</p>", judged.verdict.name(), escape(&judged.why));
        if let Some(command) = &judged.command {
            let _ = writeln!(body, "<pre>{}</pre>", escape(command));
        }
    }
    for e in [told.left.pair.0, told.left.pair.1] {
        let (kind, span) = answered.access(e);
        let _ = writeln!(body, "<div>{} in line {}</div>", kind.name(), lines.line(span.start));
        excerpt(answered.text(), span, body);
    }
    if !told.left.names.is_empty() {
        let _ = writeln!(body, "<div>on {}</div>", escape(&told.left.names.join(", ")));
    }
    for t in told.left.threads.iter().take(4) {
        picture(answered, told, t, &lines, body);
    }
    body.push_str("</div>\n");
}

/// The line of an access, the access marked.
fn excerpt(text: &str, span: Span, body: &mut String) {
    let (start, end) = (span.start as usize, (span.end as usize).min(text.len()));
    let from = text[..start].rfind('\n').map_or(0, |i| i + 1);
    let to = text[end..].find('\n').map_or(text.len(), |i| end + i);
    let (before, marked, after) = (&text[from..start], &text[start..end], &text[end..to]);
    let _ = writeln!(body, "<pre>{}<mark>{}</mark>{}</pre>", escape(before), escape(marked), escape(after));
}

/// Both paths, side by side, from the threads down to the accesses.
fn picture(
    answered: &Answered<'_>,
    told: &Told,
    t: &racefree_pairs::report::ThreadPair,
    lines: &LineIndex,
    body: &mut String,
) {
    let columns: Vec<Vec<String>> = [told.left.pair.0, told.left.pair.1]
        .into_iter()
        .enumerate()
        .map(|(side, e)| {
            let mut column = vec![human::thread(answered, t.spawn[side], lines)];
            column
                .extend(answered.path(&t.paths[side], e).into_iter().map(|s| format!("line {}", lines.line(s.start))));
            let locks = &t.locks[side];
            column.push(if locks.is_empty() {
                "holding no lock".to_owned()
            } else {
                format!("holding {}", locks.join(", "))
            });
            column
        })
        .collect();
    let rows = columns.iter().map(Vec::len).max().unwrap_or(0);
    let _ = writeln!(body, "<svg width=640 height={}>", rows * 28 + 6);
    for (side, column) in columns.iter().enumerate() {
        let x = 10 + side * 320;
        for (row, text) in column.iter().enumerate() {
            let y = row * 28 + 18;
            let _ = writeln!(body, "<text x={x} y={y}>{}</text>", escape(text));
            if row + 2 < column.len() {
                let _ = writeln!(body, "<path d=\"M{} {}v10\" stroke=black marker-end=none />", x + 20, y + 5);
            }
        }
    }
    body.push_str("</svg>\n");
}
