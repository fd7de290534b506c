//! The choices that a program is made of: small numbers, given in advance or drawn from a seed.

use racefree_interp::schedule::Stream;

/// A row of choices. When those given in advance are used up, the smallest is taken every time, so that shorter rows make
/// smaller programs and a shrinker of rows shrinks programs.
#[derive(Clone, Debug)]
pub struct Choices<'c> {
    given: std::slice::Iter<'c, u16>,
    stream: Option<Stream>,
    /// Log of the choices, if it is kept.
    log: Option<Vec<u16>>,
}

impl<'c> Choices<'c> {
    /// Choices given in advance.
    pub fn given(row: &'c [u16]) -> Choices<'c> {
        Choices { given: row.iter(), stream: None, log: None }
    }

    /// Choices drawn from a seed.
    pub fn seeded(seed: u64) -> Choices<'static> {
        Choices { given: [].iter(), stream: Some(Stream::new(seed)), log: None }
    }

    /// Keeps a log of the choices.
    #[must_use]
    pub fn logged(self) -> Choices<'c> {
        Choices { log: Some(Vec::new()), ..self }
    }

    /// The log of choices.
    pub fn log(self) -> Vec<u16> {
        self.log.unwrap_or_default()
    }

    /// A number below `n`; 0 for `n` = 0.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        let n = n.clamp(1, 1 << 16);
        let choice = match &mut self.stream {
            Some(stream) => stream.below(n as u32) as usize,
            None => self.given.next().map_or(0, |&c| c as usize % n),
        };
        if let Some(log) = &mut self.log {
            log.push(choice as u16);
        }
        choice
    }

    /// Yes in `percent` of a hundred cases. The smallest choice is no.
    #[inline]
    pub fn percent(&mut self, percent: u32) -> bool {
        self.below(100) >= 100usize.saturating_sub(percent as usize)
    }

    /// Draws one of the alternatives by weight. The smallest choice is the first.
    #[inline]
    pub fn weighted<const N: usize>(&mut self, weights: [u32; N]) -> usize {
        let total: u32 = weights.iter().sum();
        let mut at = self.below(total as usize) as u32;
        for (i, weight) in weights.into_iter().enumerate() {
            if at < weight {
                return i;
            }
            at -= weight;
        }
        0
    }

    /// Draws one of these.
    pub fn pick<'t, T>(&mut self, from: &'t [T]) -> Option<&'t T> {
        if from.is_empty() { None } else { from.get(self.below(from.len())) }
    }
}
