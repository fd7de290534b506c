//! Pages: self-contained HTML files, which load nothing, send nothing, and run no script but their own.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use sha2::{Digest, Sha256};

/// Text that is no markup, in elements and in attributes.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The content security policy of a page with this script, or none: nothing is loaded, and a script that is put into the page by a
/// program's text does not run, since its hash is another one.
fn policy(script: Option<&str>) -> String {
    let script = script.map_or(String::new(), |script| {
        format!("; script-src 'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(script.as_bytes())))
    });
    let policy = format!("default-src 'none'; style-src 'unsafe-inline'{script}; base-uri 'none'; form-action 'none'");
    format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">")
}

/// A page without a script. The body is markup.
pub fn plain(title: &str, style: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n{}\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n<style>\n{style}</style>\n</head>\n\
         <body>\n<main>\n{body}</main>\n</body>\n</html>\n",
        policy(None),
        escaped(title)
    )
}

/// A page whose script makes everything from the data: markup with comments where policy, title, style, data and script go.
/// Nothing of a program is put into markup but its name.
pub fn assemble(markup: &str, title: &str, style: &str, script: &str, json: &str) -> String {
    let mut page = String::with_capacity(markup.len() + style.len() + script.len() + json.len());
    let script = format!("\n{script}");
    for part in markup.split_inclusive("-->") {
        match part.split_once("<!--") {
            Some((before, "policy-->")) => page.extend([before, &policy(Some(&script))]),
            Some((before, "title-->")) => page.extend([before, &escaped(title)]),
            Some((before, "style-->")) => page.extend([before, "<style>\n", style, "</style>"]),
            Some((before, "data-->")) => {
                page.extend([before, "<script type=\"application/json\" id=\"data\">", &in_markup(json), "</script>"]);
            }
            Some((before, "script-->")) => page.extend([before, "<script>", &script, "</script>"]),
            _ => page.push_str(part),
        }
    }
    page
}

/// JSON that can stand in markup. These characters stand within strings only; so no tag can end the script.
fn in_markup(json: &str) -> String {
    let mut text = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' => text.push_str("\\u003c"),
            '>' => text.push_str("\\u003e"),
            '&' => text.push_str("\\u0026"),
            '\u{2028}' => text.push_str("\\u2028"),
            '\u{2029}' => text.push_str("\\u2029"),
            c => text.push(c),
        }
    }
    text
}
