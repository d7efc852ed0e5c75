//! A client: it mirrors the server's units, and shows its own shots before the server has heard of
//! them.

use std::io;
use std::net::SocketAddr;

use renet::{ConnectionConfig, RenetClient};
use soa_runtime::{Applied, Tick};

use crate::link::Link;
use crate::message::{FAST, SURE, Upward};
use crate::server::STEP;
use crate::unit::{GameMirror, Unit, UnitHub};

pub(crate) struct Client {
    pub(crate) number: u64,
    pub(crate) mirror: GameMirror,
    /// The rows that this client has made and the server not yet. A mirror issues no ids, so they
    /// are in a hub of their own, with its ids.
    pub(crate) predicted: UnitHub,
    pub(crate) shots: u32,
    pub(crate) answered: u32,
    pub(crate) confirmed: u32,
    /// The deltas that came too late.
    pub(crate) old: u32,
    net: RenetClient,
    link: Link,
    server: SocketAddr,
}

impl Client {
    pub(crate) fn new(number: u64, link: Link, server: SocketAddr) -> Self {
        let mut net = RenetClient::new(ConnectionConfig::default());
        net.set_connected();
        Client {
            number,
            mirror: GameMirror::default(),
            predicted: UnitHub::new(),
            shots: 0,
            answered: 0,
            confirmed: 0,
            old: 0,
            net,
            link,
            server,
        }
    }

    /// Goes on with another server: with a new mirror, and with the shots that have no answer.
    pub(crate) fn restart(&mut self, server: SocketAddr) {
        self.net = RenetClient::new(ConnectionConfig::default());
        self.net.set_connected();
        (self.mirror, self.server) = (GameMirror::default(), server);
        self.predicted.sort_by_key(|shot| *shot.shot);
        let shots = self
            .predicted
            .iter()
            .map(|(_, unit)| (*unit.shot, *unit.pos));
        for (number, pos) in shots.collect::<Vec<_>>() {
            self.say(SURE, &Upward::Shot { number, pos });
        }
    }

    pub(crate) fn address(&self) -> io::Result<SocketAddr> {
        self.link.address()
    }

    /// Shoots: the shot is a row here at once, and a message to the server.
    pub(crate) fn shoot(&mut self) {
        self.shots += 1;
        let (number, pos) = (self.shots, [500.0; 2]);
        self.predicted.insert(Unit {
            pos,
            hp: 100,
            owner: self.number,
            shot: number,
            speed: [10.0, 3.0],
        });
        self.say(SURE, &Upward::Shot { number, pos });
    }

    /// Receives, applies, confirms and sends. `check` sees the mirror after each applied delta.
    pub(crate) fn frame(&mut self, mut check: impl FnMut(&GameMirror, Tick)) -> io::Result<()> {
        self.link.frame()?;
        self.net.update(STEP);
        let mut buffer = [0; 2048];
        while let Some((bytes, from)) = self.link.receive(&mut buffer)? {
            if from == self.server {
                self.net.process_packet(&buffer[..bytes]);
            }
        }
        for channel in [SURE, FAST] {
            while let Some(message) = self.net.receive_message(channel) {
                let applied = self
                    .mirror
                    .apply(&mut postcard::Deserializer::from_bytes(&message));
                match applied.map_err(io::Error::other)? {
                    Applied::Now(tick) => {
                        self.confirmed += 1;
                        check(&self.mirror, tick);
                    }
                    Applied::Old => self.old += 1,
                }
            }
        }
        self.take_answers();
        // Again and again, because a confirmation may be lost, too.
        let seen = self.mirror.tick();
        self.say(FAST, &Upward::Seen(seen));
        for packet in self.net.get_packets_to_send() {
            self.link.send(packet, self.server)?;
        }
        Ok(())
    }

    /// Removes the predicted rows whose shots are rows of the server by now.
    fn take_answers(&mut self) {
        let last = self.mirror.shots.get(&self.number).copied();
        let before = self.predicted.len();
        self.predicted.retain(|_, shot| Some(*shot.shot) > last);
        let answered = before - self.predicted.len();
        self.answered += u32::try_from(answered).unwrap_or(0);
    }

    fn say(&mut self, channel: u8, message: &Upward) {
        let bytes = postcard::to_allocvec(message).expect("memory is the only limit");
        self.net.send_message(channel, bytes);
    }
}
