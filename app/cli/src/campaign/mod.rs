//! Campaigns and certificates as people read them, their files, and how they end.
//!
//! | module | contents |
//! | --- | --- |
//! | [`summary`], `causes`, [`owners`] | what a campaign found |
//! | [`failures`] | the folder of failures |
//! | [`results`] | files of results |
//! | [`certificate`], [`certificates`] | a certificate in words, and files of them |

mod causes;
pub mod certificate;
pub mod certificates;
pub mod failures;
pub mod owners;
pub mod results;
pub mod summary;

use crate::args::FuzzArgs;
use crate::ending::Ending;
use crate::running::interrupt;
use crate::terminal::Out;
use racefree_answers::campaigns::fuzz::Replayed;
use racefree_soundness::campaign::Results;

/// A campaign in which no program was judged shows nothing, and is no success.
pub fn vacuous(accepted: u64, outcome: Ending, out: &mut Out) -> Ending {
    if accepted > 0 || !matches!(outcome, Ending::Fine | Ending::Budget) {
        return outcome;
    }
    out.complain("no program was made that these rules accept, so this campaign says nothing");
    Ending::Failed
}

/// Ending of the campaign.
pub fn outcome(args: &FuzzArgs, results: &Results, replayed: &Replayed, unwritten: bool, guard_cut: bool) -> Ending {
    if results.tally.failures() > 0 || replayed.wrong > 0 {
        return Ending::Wrong;
    }
    if unwritten {
        return Ending::Failed;
    }
    // A stop that comes when all is done stops nothing.
    if interrupt::interrupted() && (guard_cut || !results.finished()) {
        return Ending::Interrupted;
    }
    // The time is a budget only if a number of programs was asked for as well.
    match results.finished() || args.options.programs.is_none() {
        true => Ending::Fine,
        false => Ending::Budget,
    }
}
