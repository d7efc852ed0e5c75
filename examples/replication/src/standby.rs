//! A client takes over as the server.

use std::io;

use soa_runtime::World;

use crate::client::Client;
use crate::frame_of_clients;
use crate::server::Server;

/// Makes a server of the client with this number, and lets the other clients go on with it.
///
/// The old server stands still until the standby has seen its last tick. So the new one has
/// everything, and no id that a client has seen can mean another unit later: a server that is
/// gone at once takes with it the ids of its last ticks, which no other process has.
pub(crate) fn hand_over(
    mut old: Server,
    clients: &mut Vec<Client>,
    standby: u64,
) -> io::Result<Server> {
    let at = clients.iter().position(|client| client.number == standby);
    let at = at.expect("the standby is a client");
    let last = old.game.last_tick();
    while Some(clients[at].mirror.tick()) < last {
        old.rest()?;
        frame_of_clients(&old, clients)?;
    }
    let standby = clients.remove(at);
    println!(
        "client {} takes over {} units; {} ids were issued before",
        standby.number,
        standby.mirror.units.len(),
        old.issued.len(),
    );
    let mut server = Server::take_over(standby.mirror, &mut old)?;
    for client in clients {
        server.adopt(client, old.area_of(client.number))?;
    }
    Ok(server)
}
