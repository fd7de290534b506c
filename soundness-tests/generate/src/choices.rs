//! The choices that a program is made of: small numbers, given in advance or drawn from a seed.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;

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
            Some(stream) => ((u64::from(stream.bits()) * n as u64) >> 32) as usize,
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

    /// Draws one of these, which are some.
    pub fn one_of<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// Draws one of these, if there are any.
    pub fn pick<'t, T>(&mut self, from: &'t [T]) -> Option<&'t T> {
        if from.is_empty() { None } else { from.get(self.below(from.len())) }
    }
}

/// Random bits of a seed, by the generator and the seeding of the schedulers: the same on every machine and in later versions.
#[derive(Clone, Debug)]
struct Stream {
    generator: Pcg64Mcg,
    /// The half of the last 64 bits that was not used yet.
    half: Option<u32>,
}

impl Stream {
    fn new(seed: u64) -> Stream {
        let mixed = |n: u64| {
            let z = seed.wrapping_add(n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            u128::from(z ^ (z >> 31))
        };
        Stream { generator: Pcg64Mcg::new(mixed(1) << 64 | mixed(2)), half: None }
    }

    #[inline]
    fn bits(&mut self) -> u32 {
        self.half.take().unwrap_or_else(|| {
            let both = self.generator.next_u64();
            self.half = Some((both >> 32) as u32);
            both as u32
        })
    }
}
