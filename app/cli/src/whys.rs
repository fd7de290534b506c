//! Commands that show what the premises of type errors are for, named once below the verdicts.

use crate::terminal::Out;
use racefree_answers::why;
use racefree_kernel::{PremiseId, TypeError};
use std::io::{self, Write};

/// Greatest number of premises that are named.
const NAMED: usize = 5;

/// Premises that errors name, each once, in the order of the errors.
#[derive(Default)]
pub struct Whys(Vec<PremiseId>);

impl Whys {
    /// Adds the premises of errors.
    pub fn note<'e>(&mut self, errors: impl IntoIterator<Item = &'e TypeError>) {
        self.append(Whys(errors.into_iter().map(|error| error.premise).collect()));
    }

    /// Adds those of a later file.
    pub fn append(&mut self, other: Whys) {
        for premise in other.0 {
            if !self.0.contains(&premise) {
                self.0.push(premise);
            }
        }
    }

    /// Prints the commands, `margin` before each line.
    pub fn tell(&self, margin: &str, out: &mut Out) -> io::Result<()> {
        let commands: Vec<String> = self.0.iter().filter_map(|&premise| why::command(premise)).collect();
        match commands.as_slice() {
            _ if out.quiet => Ok(()),
            [] => Ok(()),
            [one] => writeln!(out, "{margin}what this premise is for: {one}"),
            all => {
                writeln!(out, "{margin}what these premises are for:")?;
                all.iter().take(NAMED).try_for_each(|command| writeln!(out, "{margin}  {command}"))?;
                match all.len().saturating_sub(NAMED) {
                    0 => Ok(()),
                    more => writeln!(out, "{margin}  and of {more} more: racefree why RULE/premise"),
                }
            }
        }
    }
}
