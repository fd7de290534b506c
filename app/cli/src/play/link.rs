//! Links to views of the page. A file of its own: the site of the course, which does not know the command line, includes it.

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine as _};
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde::Serialize;
use std::io::Write;

/// Greatest length of a link: longer ones do not survive everything that they pass through.
const LONGEST: usize = 8_000;

/// The link to a view: behind the `#` of the page's address `#1.`, and in base64url what deflate makes of its JSON.
/// Fails if it would be too long.
pub fn of(shown: &impl Serialize) -> Result<String, String> {
    let linked = serde_json::to_string(shown).map_err(|e| e.to_string())?;
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
    let packed = packed.write_all(linked.as_bytes()).and_then(|()| packed.finish()).map_err(|e| e.to_string())?;
    let link = format!("#1.{}", BASE64_URL_SAFE_NO_PAD.encode(packed));
    match link.len() <= LONGEST {
        true => Ok(link),
        false => Err(format!(
            "the link would have {} characters, and {LONGEST} are the most: pass the file on instead",
            link.len()
        )),
    }
}
