//! Questions about programs that are generated or enumerated.

use super::Request;
use crate::campaigns::certify::{self, Certified};
use crate::campaigns::{Hooks, curve, diff, fuzz, matrix};
use crate::desk::{Desk, Refusal};

/// Answers a question about a campaign.
pub fn answer(desk: &Desk, request: &Request) -> Result<String, Refusal> {
    let json = match request {
        Request::Certify(asked) => {
            let fresh = asked.fresh(asked.claim()?);
            let (certificate, ended) = certify::work(desk, asked, fresh, &Hooks::NONE)?;
            Certified { certificate, ended, wanted: None }.json()
        }
        Request::Diff(asked) => diff::compared(desk, asked, &Hooks::NONE)?.json(),
        Request::Curve(asked) => curve::json(asked, &curve::counted(desk, asked, &Hooks::NONE)?.0),
        Request::Fuzz(asked) => {
            let rules = fuzz::rules(asked, desk.variant)?;
            match fuzz::has_owners(&rules) {
                true => fuzz::owners::campaign(desk, asked, rules, asked.seed.unwrap_or_default())?.json(),
                false => fuzz::campaign(desk, asked, rules).json(),
            }
        }
        Request::Matrix(asked) => return matrix::answer(desk, asked).map_err(Refusal::from),
        _ => return Err("this is no question about a campaign".to_owned().into()),
    };
    Ok(json.to_string())
}
