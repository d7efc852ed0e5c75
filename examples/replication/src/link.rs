//! A UDP socket on the loopback address, with the weather of a real network.

use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};

use fastrand::Rng;

/// What happens to packets, of 1000 each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weather {
    pub(crate) lost: u32,
    pub(crate) repeated: u32,
    pub(crate) delayed: u32,
}

/// The end of a link.
#[derive(Debug)]
pub(crate) struct Link {
    socket: UdpSocket,
    weather: Weather,
    random: Rng,
    frame: u32,
    /// Packets that are sent in later frames.
    delayed: Vec<(u32, SocketAddr, Vec<u8>)>,
}

impl Link {
    pub(crate) fn new(weather: Weather, seed: u64) -> io::Result<Self> {
        let socket = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0))?;
        socket.set_nonblocking(true)?;
        Ok(Link {
            socket,
            weather,
            random: Rng::with_seed(seed),
            frame: 0,
            delayed: Vec::new(),
        })
    }

    pub(crate) fn address(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }

    /// Sends a packet, or loses, repeats or delays it.
    pub(crate) fn send(&mut self, packet: Vec<u8>, to: SocketAddr) -> io::Result<()> {
        let Weather {
            lost,
            repeated,
            delayed,
        } = self.weather;
        if self.random.u32(..1000) < lost {
            return Ok(());
        }
        if self.random.u32(..1000) < repeated {
            self.delayed.push((self.frame + 1, to, packet.clone()));
        }
        if self.random.u32(..1000) < delayed {
            let frames = 1 + self.random.u32(..3);
            self.delayed.push((self.frame + frames, to, packet));
            return Ok(());
        }
        self.transmit(&packet, to)
    }

    /// Begins a frame: sends the packets that were delayed until now.
    pub(crate) fn frame(&mut self) -> io::Result<()> {
        self.frame += 1;
        let frame = self.frame;
        let packets = std::mem::take(&mut self.delayed).into_iter();
        let (due, later): (Vec<_>, Vec<_>) = packets.partition(|(due, ..)| *due <= frame);
        self.delayed = later;
        for (_, to, packet) in due {
            self.transmit(&packet, to)?;
        }
        Ok(())
    }

    fn transmit(&self, packet: &[u8], to: SocketAddr) -> io::Result<()> {
        match self.socket.send_to(packet, to) {
            Ok(_) => Ok(()),
            // A full buffer loses the packet, as networks do.
            Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Returns the next packet that has arrived, and its sender.
    pub(crate) fn receive(&self, buffer: &mut [u8]) -> io::Result<Option<(usize, SocketAddr)>> {
        match self.socket.recv_from(buffer) {
            Ok(packet) => Ok(Some(packet)),
            Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(None),
            Err(error) => Err(error),
        }
    }
}
