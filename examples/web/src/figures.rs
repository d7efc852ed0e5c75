//! How long a frame takes, in a hub and in a vector of structs, in a browser and natively.

use std::io;
use std::thread;
use std::time::Instant;

use soa_test_browser::Browser;
use swarm::structs::Structs;
use swarm::swarm::Swarm;

use crate::server::Server;

const ROWS: u32 = 1_000_000;
const FRAMES: usize = 60;

/// Measures both stores in turns and prints the least times.
pub(crate) fn print(server: Server) -> io::Result<()> {
    let url = format!("http://{}/?still", server.address()?);
    thread::spawn(move || server.serve());
    println!("the least of {FRAMES} frames with {ROWS} rows, in milliseconds\n");
    println!("| | step | draw |\n|---|--:|--:|");

    let (mut hub, mut structs) = (Swarm::new(ROWS), Structs::new(ROWS));
    let (mut of_hub, mut of_structs) = (Vec::new(), Vec::new());
    for _ in 0..FRAMES {
        of_hub.push(timed(|| hub.step(0.01, [0.5, 0.5])));
        of_structs.push(timed(|| structs.step(0.01, [0.5, 0.5])));
    }
    println!("| hub, natively | {:.2} | |", least(&of_hub));
    println!("| structs, natively | {:.2} | |", least(&of_structs));

    let mut pages = [("hub", ""), ("structs", "&structs")].map(|(name, option)| {
        let browser = Browser::start();
        browser.look(1280, 720, "dark");
        browser.open(&format!("{url}{option}"), "document.body?.dataset.ready");
        (name, browser, Vec::new(), Vec::new())
    });
    for _ in 0..FRAMES {
        for (_, browser, steps, draws) in &mut pages {
            let frame = "Object.assign(state, { step: 0, draw: 0 }), frame(0.01), \
                [state.step, state.draw]";
            let times = browser.value(frame);
            steps.push(times[0].as_f64().unwrap_or(f64::NAN));
            draws.push(times[1].as_f64().unwrap_or(f64::NAN));
        }
    }
    for (name, _, steps, draws) in pages {
        let (step, draw) = (least(&steps), least(&draws));
        println!("| {name}, in the browser | {step:.2} | {draw:.1} |");
    }
    Ok(())
}

fn timed(call: impl FnOnce()) -> f64 {
    let start = Instant::now();
    call();
    start.elapsed().as_secs_f64() * 1000.0
}

fn least(times: &[f64]) -> f64 {
    times.iter().copied().fold(f64::INFINITY, f64::min)
}
