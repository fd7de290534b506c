//! Files of results: input for the continuation of a campaign, and for joins.

use crate::args::FuzzArgs;
use crate::terminal::{Out, aside};
use crate::{atomic_file, options};
use racefree_answers::campaigns::fuzz;
use racefree_answers::variant::Rules;
use racefree_soundness::campaign::{Results, Unusable};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// The results to begin with: what an earlier command left to be done, or none.
pub fn begin(args: &FuzzArgs, rules: &Rules, out: &mut Out) -> Result<Results, String> {
    let (asked, shard) = (&args.options, (args.options.shard.index, args.options.shard.of));
    if let Some(file) = &args.results
        && let Some(old) = earlier(file, out)?
    {
        let wanted = fuzz::begin(asked, rules, asked.seed.unwrap_or(old.seed));
        if let Some(why) = old.differs(&wanted) {
            return Err(format!("`{}` holds the results of another campaign: {why}", file.display()));
        }
        if old.shards.iter().map(|s| (s.shard, s.of)).ne([shard]) {
            return Err(format!("`{}` holds the results of another shard, or of several", file.display()));
        }
        return Ok(old);
    }
    match asked.seed {
        None if shard.1 > 1 => Err("all shards of a campaign have one seed: write --seed N with --shard".to_owned()),
        seed => Ok(fuzz::begin(asked, rules, seed.unwrap_or_else(options::drawn))),
    }
}

/// Writes the results of a campaign to its file. If that cannot be done, it is said once, unless it was `said`, and the campaign
/// goes on. Whether they are written.
pub fn keep(file: &Path, results: &Results, said: &AtomicBool) -> bool {
    let text = serde_json::to_string(results).map_err(io::Error::from);
    let written = text.and_then(|text| atomic_file::replace(file, (text + "\n").as_bytes()));
    if let Err(error) = &written
        && !said.swap(true, Ordering::Relaxed)
    {
        aside(&format!(
            "racefree: the results cannot be written to `{}`: {error}; what is found is printed all the same\n",
            file.display()
        ));
    }
    written.is_ok()
}

/// The results that a file holds, if it is there. What cannot be read is put aside, so that nothing of it is lost.
fn earlier(file: &Path, out: &mut Out) -> Result<Option<Results>, String> {
    if file.symlink_metadata().is_err() {
        return Ok(None);
    }
    let name = file.display();
    let why = match crate::input::read_results(file) {
        Ok(text) => match Results::read(&text) {
            Ok(results) => return Ok(Some(results)),
            Err(why @ Unusable::Version(_)) => {
                return Err(format!("`{name}` {why}; move it away, or name another file"));
            }
            Err(why) => format!("`{name}` {why}"),
        },
        // A device, a folder or the like is not ours to put aside, nor what may not be read.
        Err(message) if !file.is_file() || std::fs::File::open(file).is_err() => return Err(message),
        Err(message) => message,
    };
    let aside = atomic_file::put_aside(file).map_err(|e| format!("{why}; it cannot be put aside: {e}"))?;
    out.complain(&format!("{why}; it is now `{}`, and the campaign starts anew", aside.display()));
    Ok(None)
}
