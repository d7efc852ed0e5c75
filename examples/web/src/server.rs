//! A server of four files.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

const PAGE: &[u8] = include_bytes!("../page/index.html");
const SCRIPT: &[u8] = include_bytes!("../page/page.js");
const COLUMNS: &[u8] = include_bytes!("../page/columns.js");

/// The files of the page, and the module.
#[derive(Debug)]
pub(crate) struct Server {
    listener: TcpListener,
    module: Vec<u8>,
}

impl Server {
    /// Listens on a port of this machine alone. Port 0 is any free one.
    pub(crate) fn bind(port: u16, module: Vec<u8>) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", port))?;
        Ok(Server { listener, module })
    }

    /// Returns where it listens.
    pub(crate) fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers requests until the program ends.
    pub(crate) fn serve(&self) -> io::Result<()> {
        for stream in self.listener.incoming() {
            // A browser that goes away in the middle is no reason to end.
            if let Err(error) = self.answer(stream?) {
                eprintln!("{error}");
            }
        }
        Ok(())
    }

    fn answer(&self, mut stream: TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(Duration::from_secs(1)))?;
        let mut request = String::new();
        BufReader::new(&stream).read_line(&mut request)?;
        let path = request.split([' ', '?']).nth(1).unwrap_or_default();
        let (status, kind, body) = match path {
            "/" => ("200 OK", "text/html", PAGE),
            "/page.js" => ("200 OK", "text/javascript", SCRIPT),
            "/columns.js" => ("200 OK", "text/javascript", COLUMNS),
            "/swarm.wasm" => ("200 OK", "application/wasm", &*self.module),
            _ => ("404 Not Found", "text/plain", &b"there is no such file"[..]),
        };
        write!(
            stream,
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
             Cache-Control: no-store\r\nConnection: close\r\n\r\n",
            body.len()
        )?;
        stream.write_all(body)
    }
}
