//! A server and its clients over real UDP sockets. 10 000 units move on the server; each client
//! has a mirror of them, which follows by deltas.
//!
//! ```sh
//! cargo run --release -p replication
//! ```
//!
//! The link loses, repeats and delays packets; a seed makes it the same in every run. One client
//! joins late, one sees only an area, and one shoots: it shows its shots before the server has
//! heard of them. In the middle the late client takes over as the server, and the others go on with
//! new mirrors; no id means two units. Whenever a mirror has applied a delta, it is compared bit for bit with what the
//! server had at that tick.

mod client;
mod history;
mod issued;
mod link;
mod message;
mod server;
mod standby;
mod unit;
mod view;

use crate::client::Client;
use crate::link::Weather;
use crate::server::Server;
use crate::unit::Area;

const UNITS: usize = 10_000;
/// Ticks of 50 milliseconds.
const TICKS: u32 = 300;
/// The tick in which the third client joins.
const LATE: u32 = 100;
/// The number of this client.
const STANDBY: u64 = 3;
/// The tick in which it takes over.
const HANDOVER: u32 = 185;

/// The number of packets in 1000 that are lost, repeated and delayed.
const WEATHER: Weather = Weather {
    lost: 50,
    repeated: 20,
    delayed: 200,
};

fn main() -> std::io::Result<()> {
    let mut server = Server::new(UNITS, WEATHER)?;
    let area = Area {
        low: [200.0, 200.0],
        high: [500.0, 500.0],
    };
    let mut clients = vec![server.join(None)?, server.join(Some(area))?];
    for tick in 0..TICKS {
        if tick == LATE {
            clients.push(server.join(None)?);
        }
        if tick == HANDOVER {
            server = standby::hand_over(server, &mut clients, STANDBY)?;
        }
        // The first client shoots now and then, except at the end.
        if tick % 10 == 3 && tick + 100 < TICKS {
            clients[0].shoot();
        }
        server.frame()?;
        frame_of_clients(&server, &mut clients)?;
    }
    report(&server, &clients);
    Ok(())
}

fn frame_of_clients(server: &Server, clients: &mut [Client]) -> std::io::Result<()> {
    for client in clients {
        let area = server.area_of(client.number);
        client.frame(|mirror, tick| server.history.check(&mirror.units, tick, area))?;
    }
    Ok(())
}

fn report(server: &Server, clients: &[Client]) {
    println!(
        "{} units after {TICKS} ticks; of 1000 packets {} are lost, {} repeated, {} delayed",
        server.game.units.len(),
        WEATHER.lost,
        WEATHER.repeated,
        WEATHER.delayed,
    );
    for client in clients {
        let sent = server.sent(client.number);
        println!(
            "client {}: {} rows; {} confirmed ticks were bit-identical, {} deltas came too late",
            client.number,
            client.mirror.units.len(),
            client.confirmed,
            client.old,
        );
        println!(
            "  {} bytes to join, then {} bytes per tick in deltas; {} per tick in all packets",
            sent.join / sent.joins.max(1),
            sent.deltas / sent.ticks.max(1),
            sent.packets / sent.ticks.max(1),
        );
    }
    let shooter = &clients[0];
    println!(
        "{} shots were shown at once, and {} of them became rows of the server",
        shooter.shots, shooter.answered,
    );
    assert!(
        clients.iter().all(|client| client.confirmed > 20),
        "every client followed"
    );
    assert!(shooter.old > 0, "some deltas came too late");
    assert_eq!(shooter.answered, shooter.shots, "every shot has arrived");
    assert!(shooter.predicted.is_empty(), "no predicted row is left");
    assert!(
        clients[1].mirror.units.len() < clients[0].mirror.units.len() / 2,
        "an area is a part"
    );
}
