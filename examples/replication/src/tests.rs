//! The same with fewer units, in good and in bad weather.

use crate::client::Client;
use crate::frame;
use crate::link::Weather;
use crate::server::Server;
use crate::standby::hand_over;
use crate::unit::Area;

fn play(weather: Weather) -> (Server, Vec<Client>) {
    let mut server = Server::new(300, weather).expect("there is a socket");
    let area = Area {
        low: [0.0; 2],
        high: [400.0; 2],
    };
    let first = [server.join(None), server.join(Some(area))];
    let mut clients: Vec<_> = first
        .into_iter()
        .map(|client| client.expect("there is a socket"))
        .collect();
    for tick in 0..200 {
        if tick == 60 {
            clients.push(server.join(None).expect("there is a socket"));
        }
        if tick == 95 {
            server = hand_over(server, &mut clients, 3).expect("the sockets work");
            assert_eq!(clients.len(), 2);
        }
        if tick % 20 == 5 && tick < 100 {
            clients[0].shoot();
        }
        frame(&mut server, &mut clients).expect("the sockets work");
    }
    (server, clients)
}

#[test]
fn without_losses_every_tick_is_confirmed() {
    let calm = Weather {
        lost: 0,
        repeated: 0,
        delayed: 0,
    };
    let (_, clients) = play(calm);
    assert!(clients[0].confirmed >= 195, "{}", clients[0].confirmed);
    assert_eq!(
        (clients[0].shots, clients[0].answered, clients[0].old),
        (5, 5, 0)
    );
}

#[test]
fn in_bad_weather_the_confirmed_ticks_are_right() {
    let storm = Weather {
        lost: 250,
        repeated: 150,
        delayed: 400,
    };
    let (_, clients) = play(storm);
    for client in &clients {
        assert!(client.confirmed > 20, "client {}", client.number);
    }
    assert!(clients[0].old > 0, "some deltas came too late");
}
