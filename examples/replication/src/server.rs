//! The server: it simulates the units, and sends each client what it lacks.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use fastrand::Rng;
use renet::{ConnectionConfig, RenetServer};
use soa_runtime::{Tick, World};

use crate::client::Client;
use crate::history::History;
use crate::issued::Issued;
use crate::link::{Link, Weather};
use crate::message::{FAST, SURE, Upward};
use crate::unit::{Area, Game, GameMirror, Unit, UnitId, WORLD};
use crate::view::View;

/// The length of a tick.
pub(crate) const STEP: Duration = Duration::from_millis(50);

/// The bytes above which a delta goes through the channel that repeats what is lost. It fills
/// several packets, and would be lost with any of them.
const LARGE: usize = 8000;

pub(crate) struct Server {
    pub(crate) game: Game,
    pub(crate) history: History,
    pub(crate) issued: Issued,
    net: RenetServer,
    link: Link,
    clients: Vec<Remote>,
    random: Rng,
    weather: Weather,
}

/// What the server knows of a client.
struct Remote {
    number: u64,
    address: SocketAddr,
    /// The last tick that the client has confirmed: the start of the next delta.
    confirmed: Tick,
    /// The end of a large delta that is on its way, and arrives for sure. Before it is confirmed,
    /// another delta would have all of it again.
    awaited: Tick,
    /// What the client sees, unless it is everything.
    view: Option<View>,
    sent: Sent,
}

/// A shot that a client has told of.
struct Shot {
    owner: u64,
    number: u32,
    pos: [f32; 2],
}

/// The bytes that a client was sent.
#[derive(Clone, Copy, Default)]
pub(crate) struct Sent {
    pub(crate) joins: usize,
    /// The first deltas.
    pub(crate) join: usize,
    /// The ticks after the first delta was confirmed.
    pub(crate) ticks: usize,
    /// The other deltas.
    pub(crate) deltas: usize,
    /// Everything, with the headers of renet.
    pub(crate) packets: usize,
}

impl Server {
    pub(crate) fn new(units: usize, weather: Weather) -> io::Result<Self> {
        let mut random = Rng::with_seed(1);
        let units = (0..units).map(|_| neutral(&mut random)).collect();
        let shots = BTreeMap::new();
        Server::with(Game { units, shots }, Issued::default(), random, weather)
    }

    fn with(game: Game, issued: Issued, random: Rng, weather: Weather) -> io::Result<Self> {
        Ok(Server {
            game,
            history: History::default(),
            issued,
            net: RenetServer::new(ConnectionConfig::default()),
            link: Link::new(weather, 2)?,
            clients: Vec::new(),
            random,
            weather,
        })
    }

    /// Makes a server of what a client has seen of another one.
    pub(crate) fn take_over(mirror: GameMirror, old: &mut Server) -> io::Result<Self> {
        let (mut random, weather) = (Rng::with_seed(3), old.weather);
        let mut game = mirror.promote();
        // The speeds have never left the old server.
        for speed in &mut game.units.columns_mut().speed {
            *speed = some_speed(&mut random);
        }
        let issued = std::mem::take(&mut old.issued).handed_over(&old.game.units, &mut game.units);
        Server::with(game, issued, random, weather)
    }

    /// Adds a client, which sees an area or everything.
    pub(crate) fn join(&mut self, area: Option<Area>) -> io::Result<Client> {
        let number = self.clients.len() as u64 + 1;
        let client = Client::new(
            number,
            Link::new(self.weather, 2 + number)?,
            self.link.address()?,
        );
        self.welcome(&client, area)?;
        Ok(client)
    }

    /// Adds a client of another server, which starts from scratch.
    pub(crate) fn adopt(&mut self, client: &mut Client, area: Option<Area>) -> io::Result<()> {
        client.restart(self.link.address()?);
        self.welcome(client, area)
    }

    fn welcome(&mut self, client: &Client, area: Option<Area>) -> io::Result<()> {
        self.net.add_connection(client.number);
        self.clients.push(Remote {
            number: client.number,
            address: client.address()?,
            confirmed: Tick::START,
            awaited: Tick::START,
            view: area.map(View::new),
            sent: Sent::default(),
        });
        Ok(())
    }

    pub(crate) fn area_of(&self, number: u64) -> Option<Area> {
        let remote = self.clients.iter().find(|remote| remote.number == number);
        remote
            .and_then(|remote| remote.view.as_ref())
            .map(|view| view.area)
    }

    pub(crate) fn sent(&self, number: u64) -> Sent {
        let remote = self.clients.iter().find(|remote| remote.number == number);
        remote.map(|remote| remote.sent).unwrap_or_default()
    }

    /// Receives, simulates and sends.
    pub(crate) fn frame(&mut self) -> io::Result<()> {
        for Shot { owner, number, pos } in self.receive()? {
            let last = self.game.shots.entry(owner).or_default();
            // A client repeats shots when it starts from scratch.
            if number <= *last {
                continue;
            }
            *last = number;
            self.game.units.insert(Unit {
                pos,
                hp: 100,
                owner,
                shot: number,
                speed: [10.0, 3.0],
            });
        }
        self.simulate();
        self.send()
    }

    /// Receives and sends. The units stand still, and shots are lost with this server.
    pub(crate) fn rest(&mut self) -> io::Result<()> {
        self.receive()?;
        self.send()
    }

    fn send(&mut self) -> io::Result<()> {
        // The end of the tick: from here on nothing is written before the deltas are made.
        let now = self.game.advance();
        self.history.remember(now, &self.game.units);
        self.issued.follow(&self.game.units, now);
        for remote in &mut self.clients {
            remote.send_delta(&mut self.net, &self.game, now);
            let packets = self.net.get_packets_to_send(remote.number);
            for packet in packets.map_err(io::Error::other)? {
                remote.sent.packets += packet.len();
                self.link.send(packet, remote.address)?;
            }
        }
        Ok(())
    }

    /// Takes in what has arrived, and returns the new shots.
    fn receive(&mut self) -> io::Result<Vec<Shot>> {
        self.link.frame()?;
        self.net.update(STEP);
        let mut buffer = [0; 2048];
        while let Some((bytes, from)) = self.link.receive(&mut buffer)? {
            let sender = self.clients.iter().find(|remote| remote.address == from);
            if let Some(remote) = sender {
                let received = self
                    .net
                    .process_packet_from(&buffer[..bytes], remote.number);
                received.map_err(io::Error::other)?;
            }
        }
        let mut shots = Vec::new();
        for remote in &mut self.clients {
            let owner = remote.number;
            for channel in [FAST, SURE] {
                while let Some(message) = self.net.receive_message(owner, channel) {
                    match postcard::from_bytes(&message) {
                        Ok(Upward::Seen(tick)) => remote.confirmed = remote.confirmed.max(tick),
                        Ok(Upward::Shot { number, pos }) => shots.push(Shot { owner, number, pos }),
                        Err(_) => {} // a stranger's
                    }
                }
            }
        }
        Ok(shots)
    }

    /// One in 100 units moves, some of these die, and others come.
    fn simulate(&mut self) {
        let mut dead: Vec<UnitId> = Vec::new();
        let random = &mut self.random;
        for (id, mut unit) in &mut self.game.units {
            if *unit.owner == 0 && random.u32(..100) > 0 {
                continue;
            }
            for axis in 0..2 {
                let moved = unit.pos[axis] + unit.speed[axis];
                unit.pos[axis] = moved.rem_euclid(WORLD);
            }
            let luck = if *unit.owner == 0 { 2 } else { 100 };
            if random.u32(..luck) == 0 {
                *unit.hp = unit.hp.saturating_sub(40);
                if *unit.hp == 0 {
                    dead.push(id);
                }
            }
        }
        let mut gone = self.game.units.dealloc_many(dead);
        while gone > 0 {
            gone -= 1;
            self.game.units.insert(neutral(&mut self.random));
        }
    }
}

fn neutral(random: &mut Rng) -> Unit {
    Unit {
        pos: [(); 2].map(|()| random.f32() * WORLD),
        hp: 100,
        owner: 0,
        shot: 0,
        speed: some_speed(random),
    }
}

fn some_speed(random: &mut Rng) -> [f32; 2] {
    [(); 2].map(|()| random.f32() * 8.0 - 4.0)
}

impl Remote {
    /// Sends what the client lacks at the end of the tick `now`.
    fn send_delta(&mut self, net: &mut RenetServer, world: &Game, now: Tick) {
        let game = match &mut self.view {
            Some(view) => {
                view.follow(world, now);
                &view.game
            }
            None => world,
        };
        if self.confirmed > Tick::START {
            self.sent.ticks += 1;
        }
        if self.confirmed < self.awaited {
            return;
        }
        let delta = game.delta(self.confirmed);
        let bytes = postcard::to_allocvec(&delta).expect("memory is the only limit");
        if self.confirmed == Tick::START {
            self.sent.joins += 1;
            self.sent.join += bytes.len();
        } else {
            self.sent.deltas += bytes.len();
        }
        let channel = if bytes.len() > LARGE {
            self.awaited = delta.tick();
            SURE
        } else {
            FAST
        };
        net.send_message(self.number, channel, bytes);
    }
}
