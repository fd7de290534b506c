//! The one stream of random numbers: the same seed gives the same numbers on every machine and in later versions.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;

/// Random numbers from a seed: PCG XSL 128/64 (MCG), seeded through SplitMix64, so that nothing depends on how a library
/// seeds its generators.
#[derive(Clone, Debug)]
pub struct Stream {
    generator: Pcg64Mcg,
    /// The half of the last 64 bits that was not used yet.
    half: Option<u32>,
}

fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Stream {
    /// The stream of a seed.
    #[inline]
    pub fn new(seed: u64) -> Stream {
        let mut state = seed;
        let (high, low) = (split_mix(&mut state), split_mix(&mut state));
        Stream { generator: Pcg64Mcg::new(u128::from(high) << 64 | u128::from(low)), half: None }
    }

    /// The seed of run number `run` of a campaign: run 0 has the campaign's own.
    pub fn seed_of_run(seed: u64, run: u64) -> u64 {
        seed.wrapping_add(run)
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.generator.next_u64()
    }

    /// A number below `n`, uniform but for a bias of less than n / 2³². Zero for `n` = 0.
    #[inline]
    pub fn below(&mut self, n: u32) -> u32 {
        let bits = match self.half.take() {
            Some(bits) => bits,
            None => {
                let both = self.generator.next_u64();
                self.half = Some((both >> 32) as u32);
                both as u32
            }
        };
        ((u64::from(bits) * u64::from(n)) >> 32) as u32
    }

    /// `true` once in `n` times.
    pub fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }
}
