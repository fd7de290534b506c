//! Search spaces: signatures that exercise the premises without a counterexample, and how far they are enumerated.

use crate::enumerate::{Signature, Universe};
use racefree_kernel::System;
use std::borrow::Cow;

/// All programs of bounded size over a signature.
#[derive(Clone, Debug)]
pub struct Space {
    /// Purpose.
    pub about: &'static str,
    /// The signature.
    pub signature: Cow<'static, str>,
    /// Bound on the nodes, if there is time.
    pub nodes: usize,
    /// The tests enumerate so far.
    pub quick: usize,
}

/// Spaces of the base.
pub const SPACES: [Space; 10] = [
    Space {
        about: "types of variables and new objects over paths that are not final",
        signature: Cow::Borrowed("classes=1 ghosts=1 fields=1 locals=2 path=1 +local +object +null"),
        nodes: 17,
        quick: 11,
    },
    Space {
        about: "two classes: one has a field that is not final, the other a ghost",
        signature: Cow::Borrowed("classes=2 ghosts=1 fields=1 locals=2 forks=1 path=1 +guards +null"),
        nodes: 16,
        quick: 11,
    },
    Space {
        about: "result types, types of parameters, and calls",
        signature: Cow::Borrowed("classes=1 ghosts=1 fields=1 methods=1 params=1 locals=2 path=1 +local +object +null"),
        nodes: 15,
        quick: 10,
    },
    Space {
        about: "guards and requires clauses that are not final",
        signature: Cow::Borrowed("classes=1 fields=2 methods=1 requires=1 locals=1 forks=1 path=1 +guards +final +int"),
        nodes: 14,
        quick: 9,
    },
    Space {
        about: "requires clauses with ghosts and parameters",
        signature: Cow::Borrowed(
            "classes=1 ghosts=1 fields=1 methods=1 params=1 requires=1 locals=1 forks=1 path=1 +guards +object +null",
        ),
        nodes: 13,
        quick: 10,
    },
    Space {
        about: "final fields whose types mention themselves",
        signature: Cow::Borrowed("classes=1 ghosts=1 fields=2 locals=2 path=1 +final +object +null"),
        nodes: 14,
        quick: 10,
    },
    Space {
        about: "ghosts whose types mention earlier ghosts, in shared and thread-local classes",
        signature: Cow::Borrowed("classes=2 ghosts=2 fields=1 locals=1 path=1 +object +local +dependent"),
        nodes: 14,
        quick: 9,
    },
    Space {
        about: "ghost arguments of the wrong class",
        signature: Cow::Borrowed(
            "classes=2 ghosts=1 fields=1 locals=2 forks=1 path=1 +guards +object +final +mistyped",
        ),
        nodes: 13,
        quick: 9,
    },
    Space {
        about: "superclasses' ghost arguments",
        signature: Cow::Borrowed("classes=3 ghosts=1 fields=1 locals=1 path=1 +inherit +local +mistyped"),
        nodes: 13,
        quick: 9,
    },
    Space {
        about: "types that leave the scope of a variable",
        signature: Cow::Borrowed("classes=1 ghosts=1 fields=1 locals=1 forks=1 path=1 +final +object +nested"),
        nodes: 15,
        quick: 9,
    },
];

/// Spaces of a system: those of the base, without annotations if its programs have none.
pub fn spaces(system: &dyn System) -> Vec<Space> {
    let mut spaces: Vec<Space> = Vec::new();
    for space in SPACES {
        let Ok(signature) = space.signature.parse::<Signature>() else { continue };
        let within = signature.within(system);
        let signature = if within == signature { space.signature } else { within.to_string().into() };
        if !spaces.iter().any(|known| known.signature == signature) {
            spaces.push(Space { signature, ..space });
        }
    }
    spaces
}

impl Space {
    /// The programs of bounded size, in nodes.
    ///
    /// # Errors
    ///
    /// A sentence that names the mistake in the signature.
    pub fn universe(&self, nodes: usize) -> Result<Universe, String> {
        let signature: Signature = self.signature.parse()?;
        Ok(Universe { signature, nodes })
    }
}
