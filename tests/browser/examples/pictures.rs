//! Takes pictures of a page: `cargo run -p soa-test-browser --example pictures -- URL FOLDER`.

use std::path::Path;
use std::thread;
use std::time::Duration;
use std::{env, fs};

use soa_test_browser::Browser;

fn main() {
    let mut arguments = env::args().skip(1);
    let url = arguments.next().expect("an address");
    let folder = arguments.next().expect("a folder");
    let folder = Path::new(&folder);
    fs::create_dir_all(folder).expect("a folder");
    let browser = Browser::start();
    browser.look(1280, 800, "light");
    browser.open(&url, "document.querySelectorAll('.line .id').length > 3");
    thread::sleep(Duration::from_secs(20));
    for (name, width, height, colours) in [
        ("light", 1280, 860, "light"),
        ("dark", 1280, 860, "dark"),
        ("narrow", 400, 2100, "light"),
        ("phone", 400, 800, "dark"),
        ("wide", 2000, 1100, "light"),
        ("wide_dark", 2000, 1100, "dark"),
    ] {
        browser.look(width, height, colours);
        thread::sleep(Duration::from_secs(1));
        browser.picture(&folder.join(format!("{name}.png")));
    }
    println!("complaints: {:?}", browser.complaints());
}
