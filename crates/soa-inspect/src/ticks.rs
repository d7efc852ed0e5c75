//! Which tick ended about a second ago.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use soa_runtime::{Incarnation, Tick};

/// The ticks of the last second.
#[derive(Debug, Clone, Default)]
pub(crate) struct Ticks {
    /// The hub whose ticks they are.
    hub: Option<Incarnation>,
    /// When a tick was first seen.
    samples: VecDeque<(Instant, Tick)>,
    observed: Option<Instant>,
}

impl Ticks {
    const SPAN: Duration = Duration::from_secs(1);
    /// Ticks closer to each other are not kept.
    const STEP: Duration = Duration::from_millis(40);

    /// Records that the last tick of this hub that ended is `tick`.
    pub(crate) fn observe(&mut self, hub: Option<Incarnation>, tick: Tick, now: Instant) {
        let age = |since: Instant| now.duration_since(since);
        let is_gap = self.observed.is_some_and(|last| age(last) > Self::SPAN);
        // Without incarnations a clock that goes back is another one.
        let is_earlier = self.samples.back().is_some_and(|&(_, last)| tick < last);
        if is_gap || is_earlier || self.hub != hub {
            // Nobody looked, or the hub is another one.
            self.samples.clear();
        }
        self.hub = hub;
        self.observed = Some(now);
        let is_new =
            (self.samples.back()).is_none_or(|&(at, last)| last != tick && age(at) >= Self::STEP);
        if is_new {
            self.samples.push_back((now, tick));
        }
        while self
            .samples
            .get(1)
            .is_some_and(|&(at, _)| age(at) >= Self::SPAN)
        {
            self.samples.pop_front();
        }
    }

    /// Returns the tick that ended about a second ago, or the first that is known.
    pub(crate) fn since(&self) -> Option<Tick> {
        self.samples.front().map(|&(_, tick)| tick)
    }

    pub(crate) fn since_when(&self) -> Option<Instant> {
        self.samples.front().map(|&(at, _)| at)
    }
}

#[cfg(test)]
mod tests {
    use soa_runtime::IdAllocator;

    use super::*;

    #[test]
    fn changes_are_those_of_the_last_second() {
        let mut ticks = Ticks::default();
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        for frame in 0..300_u64 {
            ticks.observe(None, Tick::from_bits(frame), at(frame * 16));
        }
        let (now, since) = (at(299 * 16), ticks.since_when().unwrap());
        let age = now.duration_since(since);
        assert!(
            age >= Ticks::SPAN && age < Ticks::SPAN + 2 * Ticks::STEP,
            "{age:?}"
        );
        assert!(ticks.samples.len() < 40);
        // Nobody looked for a while.
        ticks.observe(None, Tick::from_bits(900), at(60_000));
        assert_eq!(ticks.since(), Some(Tick::from_bits(900)));
        // The hub is another one.
        ticks.observe(None, Tick::from_bits(3), at(60_001));
        assert_eq!(ticks.since(), Some(Tick::from_bits(3)));
    }

    #[test]
    fn another_hub_is_noticed_whatever_its_tick_is() {
        #[derive(IdAllocator)]
        struct Light {
            #[soa(tracked)]
            colour: u32,
        }
        let (one, other) = (LightHub::with_capacity(1), LightHub::with_capacity(1));
        let (mut ticks, start) = (Ticks::default(), Instant::now());
        let mut look = |hub: &LightHub, millis| {
            let tick = Tick::from_bits(millis);
            let now = start + Duration::from_millis(millis);
            ticks.observe(hub.incarnation(), tick, now);
            ticks.since().map(Tick::to_bits)
        };
        assert_eq!([look(&one, 100), look(&one, 200)], [Some(100); 2]);
        assert_eq!([look(&other, 300), look(&other, 400)], [Some(300); 2]);
        assert_eq!(look(&LightHub::new(), 500), Some(500));
    }

    #[test]
    fn a_program_that_ends_no_ticks_has_changes_since_the_first_look() {
        let mut ticks = Ticks::default();
        let start = Instant::now();
        for frame in 0..300 {
            ticks.observe(None, Tick::START, start + Duration::from_millis(frame * 16));
        }
        assert_eq!(ticks.since_when(), Some(start));
    }
}
