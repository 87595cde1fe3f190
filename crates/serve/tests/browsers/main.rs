//! What browsers get, and what they cannot do.
#![allow(clippy::disallowed_methods, clippy::unwrap_used)]

mod crowd;
mod server;

use std::io::Write as _;
use std::net::TcpStream;

use server::Server;

#[test]
fn addresses() {
    let server = Server::start();
    server.hub.show_page(b"<p>all".to_vec(), b"<p>some".to_vec());
    let check = |head: &str, status: &str, content: &str| {
        let (first, text) = server.answer(&format!("{head}\r\nConnection: close\r\n\r\n"));
        assert_eq!(first, format!("HTTP/1.1 {status}"), "{head}");
        assert!(text.contains(content), "{head}: {text}");
    };
    let get = |path: &str| format!("GET {path} HTTP/1.1\r\nHost: localhost");
    check(&get("/"), "200 OK", "<p>all");
    check(&get("/"), "200 OK", "cache-control: no-store");
    check(&get("/tables"), "200 OK", "<p>some");
    check(&get("/games/2"), "200 OK", "{\"number\":2}");
    check(&get("/games/3"), "404 Not Found", "there is no finished game 3");
    let gone = "the run cannot be read: no run database at `runs/club/run.db`\n";
    check(&get("/games/7"), "503 Service Unavailable", gone);
    let by_number = "a game is asked for by its number, as in /games/7\n";
    for number in ["-1", "x", "1e3", "%20", "99999999999999999999"] {
        check(&get(&format!("/games/{number}")), "400 Bad Request", by_number);
    }
    let nothing = "there is nothing here: / is the page of the run, and /games/7 its game 7\n";
    for path in ["/games/../../etc/passwd", "/run.db", "/games/", "/games"] {
        check(&get(path), "404 Not Found", nothing);
    }
    let post = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0";
    check(post, "405 Method Not Allowed", "nothing can be changed here: ask with GET or HEAD\n");
    check("GET / HTTP/1.1\r\nHost: 127.0.0.1:7676", "200 OK", "<p>all");
    // A page from elsewhere whose name was made to point here.
    check("GET / HTTP/1.1\r\nHost: example.org", "421 Misdirected Request", "localhost");
    check("GET / HTTP/1.1\r\nNothing: here", "421 Misdirected Request", "localhost");
}

#[test]
fn a_browser_follows() {
    let server = Server::start();
    server.hub.show_games("{\"text\":\"first\"}".to_owned());
    let mut events = server.events();
    assert_eq!(events.next("games"), "{\"text\":\"first\"}");
    assert_eq!(events.next("tables"), "0");
    server.hub.show_games("{\"text\":\"second\"}".to_owned());
    assert_eq!(events.next("games"), "{\"text\":\"second\"}");
    server.hub.show_page(b"page".to_vec(), b"tables".to_vec());
    assert_eq!(events.next("tables"), "1");
    // The same again is no news.
    server.hub.show_page(b"page".to_vec(), b"tables".to_vec());
    server.hub.show_page(b"page".to_vec(), b"others".to_vec());
    assert_eq!(events.next("tables"), "2");
}

/// One browser takes nothing any more; nobody waits for it, and the others miss only what
/// is not true any more.
#[test]
fn a_browser_that_does_not_read() {
    let server = Server::start();
    let dead = server.events();
    let mut alive = server.events();
    let long = "x".repeat(100_000);
    for number in 0..2_000 {
        server.hub.show_games(format!("{number} {long}"));
    }
    while !alive.next("games").starts_with("1999 ") {}
    drop(dead);
}

#[test]
fn a_head_without_an_end() {
    let server = Server::start();
    let mut stream = TcpStream::connect(server.address).unwrap();
    // The server says no, or just closes; it does not read on for ever.
    let line = format!("X: {}\r\n", "y".repeat(1_000));
    let refused = (0..100_000).any(|_| stream.write_all(line.as_bytes()).is_err());
    assert!(refused);
}
