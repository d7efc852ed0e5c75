//! A fountain of 100 000 drops that shows itself on a page. Open the address that it prints.
//!
//! ```sh
//! cargo run --release -p soa-inspect --example fountain
//! ```

use std::f32::consts::TAU;
use std::io::{self, Write};
use std::iter::zip;
use std::thread;
use std::time::{Duration, Instant};

use soa_inspect::Inspector;
use soa_runtime::IdAllocator;

/// A drop of water. Its slot is used again when it has fallen, which the page shows.
#[derive(IdAllocator)]
#[soa(tracked, derive(Debug, Default))]
struct Drop {
    position: [f32; 3],
    velocity: [f32; 3],
    jet: JetId,
    #[soa(default = 240)]
    frames_left: u32,
}

/// A jet of the fountain.
#[derive(IdAllocator)]
#[soa(layout = dense, derive(Debug))]
struct Jet {
    name: String,
    angle: f32,
    drops_per_frame: u32,
}

/// The lamp of a jet. Only its colour is tracked.
#[derive(IdAllocator)]
#[soa(layout = dense, derive(Debug))]
struct Lamp {
    #[soa(tracked)]
    colour: [u8; 3],
    jet: JetId,
}

struct Fountain {
    drops: DropHub,
    jets: JetHub,
    lamps: LampHub,
    random: u32,
}

impl Fountain {
    fn new(jets: u8) -> Self {
        let mut fountain = Fountain {
            drops: DropHub::new(),
            jets: JetHub::new(),
            lamps: LampHub::new(),
            random: 0x9e37_79b9,
        };
        for number in 0..jets {
            let jet = fountain.jets.insert(Jet {
                name: format!("jet {number}"),
                angle: TAU * f32::from(number) / f32::from(jets),
                drops_per_frame: 30 + u32::from(number) * 5,
            });
            fountain.lamps.insert(Lamp {
                colour: [number * 9, 120, 255 - number * 9],
                jet,
            });
        }
        fountain
    }

    /// Returns a number from 0 to 1. Marsaglia's xorshift.
    fn chance(&mut self) -> f32 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 17;
        self.random ^= self.random << 5;
        f32::from(u16::try_from(self.random >> 16).unwrap_or(0)) / f32::from(u16::MAX)
    }

    fn frame(&mut self, number: u32) {
        let drops = self.drops.columns_mut();
        for (position, velocity) in zip(drops.position, drops.velocity) {
            velocity[1] -= 0.01;
            for (position, velocity) in zip(position, velocity) {
                *position += *velocity;
            }
        }
        self.drops.retain(|_, drop| {
            *drop.frames_left -= 1;
            *drop.frames_left > 0 && drop.position[1] > -40.0
        });
        let jets: Vec<_> = (self.jets.iter())
            .map(|(id, jet)| (id, *jet.angle, *jet.drops_per_frame))
            .collect();
        // The jets swell and sink.
        let phase = u16::try_from(number % 600).unwrap_or(0);
        let strength = 0.55 + 0.45 * (TAU * f32::from(phase) / 600.0).sin();
        for (jet, angle, most) in jets {
            for _ in 0..most {
                if self.chance() > strength {
                    continue;
                }
                let speed = 0.2 + 0.1 * self.chance();
                let life = 200 + 160 * u32::from(self.chance() > 0.5);
                let velocity = [
                    speed * angle.cos(),
                    1.4 + 0.3 * self.chance(),
                    speed * angle.sin(),
                ];
                self.drops.insert(Drop {
                    velocity,
                    jet,
                    frames_left: life,
                    ..Default::default()
                });
            }
        }
        if let Some(lamp) = self
            .lamps
            .id_at(number as usize / 10 % self.lamps.len().max(1))
        {
            let red = &mut self.lamps.columns_mut().colour[lamp][0];
            *red = red.wrapping_add(16);
        }
        self.drops.advance();
        self.lamps.advance();
    }
}

fn main() -> io::Result<()> {
    let inspector = Inspector::bind("127.0.0.1:0")?;
    println!("open {}", inspector.url());
    io::stdout().flush()?;
    let mut fountain = Fountain::new(12);
    let mut number = 0;
    loop {
        let start = Instant::now();
        if inspector.gate() {
            fountain.frame(number);
            number += 1;
        }
        inspector.show("drops", &fountain.drops);
        inspector.show("jets", &fountain.jets);
        inspector.show("lamps", &fountain.lamps);
        thread::sleep(Duration::from_micros(16_667).saturating_sub(start.elapsed()));
    }
}
