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

use fastrand::Rng;
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
    random: Rng,
}

impl Fountain {
    fn new(jets: u8) -> Self {
        let mut fountain = Fountain {
            drops: DropHub::new(),
            jets: JetHub::new(),
            lamps: LampHub::new(),
            random: Rng::with_seed(1),
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
        for (jet, row) in &self.jets {
            for _ in 0..*row.drops_per_frame {
                let mut chance = || self.random.f32();
                let speed = 0.2 + 0.1 * chance();
                let (sin, cos) = row.angle.sin_cos();
                self.drops.insert(Drop {
                    velocity: [speed * cos, 1.4 + 0.3 * chance(), speed * sin],
                    jet,
                    frames_left: if chance() > 0.5 { 360 } else { 200 },
                    ..Default::default()
                });
            }
        }
        let lamp = number as usize / 10 % self.lamps.len().max(1);
        if let Some(lamp) = self.lamps.id_at(lamp) {
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
