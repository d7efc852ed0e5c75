//! Random numbers.

/// Random numbers that are the same in every run.
#[derive(Clone, Copy, Debug)]
pub struct Random(u64);

impl Random {
    /// Returns the first of them.
    #[must_use]
    pub fn new() -> Self {
        Random(1)
    }

    /// Returns the next number.
    pub fn draw(&mut self) -> u64 {
        // Xorshift.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns a number below a limit.
    ///
    /// # Panics
    ///
    /// Panics if the limit is 0.
    pub fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.draw() % limit as u64).expect("it is below a `usize`")
    }
}

impl Default for Random {
    fn default() -> Self {
        Random::new()
    }
}
