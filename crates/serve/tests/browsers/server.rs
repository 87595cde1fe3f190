//! A server on a free port, and what it is asked.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread::JoinHandle;

use ayo_serve::{Hub, serve};

/// A server on a free port, closed when it is dropped.
pub(crate) struct Server {
    pub(crate) hub: Arc<Hub>,
    pub(crate) address: SocketAddr,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub(crate) fn start() -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let hub = Arc::new(Hub::new());
        let served = Arc::clone(&hub);
        let find = |number| match number {
            0..3 => Ok(Some(format!("{{\"number\":{number}}}"))),
            7 => Err("no run database at `runs/club/run.db`".to_owned()),
            _ => Ok(None),
        };
        let thread = std::thread::spawn(move || serve(listener, served, find).unwrap());
        Server { hub, address, thread: Some(thread) }
    }

    pub(crate) fn ask(&self, head: &str) -> BufReader<TcpStream> {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        BufReader::new(stream)
    }

    /// Returns the status line and the whole answer.
    pub(crate) fn answer(&self, head: &str) -> (String, String) {
        let mut text = String::new();
        self.ask(head).read_to_string(&mut text).unwrap();
        (text.lines().next().unwrap().to_owned(), text)
    }

    pub(crate) fn events(&self) -> Events {
        Events(self.ask("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.hub.close();
        self.thread.take().unwrap().join().unwrap();
    }
}

pub(crate) struct Events(BufReader<TcpStream>);

impl Events {
    /// Waits for the next event of this name.
    pub(crate) fn next(&mut self, name: &str) -> String {
        let mut is_it = false;
        loop {
            let mut line = String::new();
            assert!(self.0.read_line(&mut line).unwrap() > 0, "the events have ended");
            match line.trim_end().split_once(": ") {
                Some(("event", event)) => is_it = event == name,
                Some(("data", data)) if is_it => return data.to_owned(),
                _ => {}
            }
        }
    }
}
