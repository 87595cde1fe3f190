//! More connections than there are places, and a browser that asks for something.

use std::io::{BufRead as _, ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use ayo_serve::{MOST_CONNECTIONS, MOST_FOLLOWERS};

use crate::server::Server;

/// After so long without an answer a test is called hanging; a place that is given up by itself
/// is so later than this.
const HANG: Duration = Duration::from_secs(5);
/// Connections that the server may accept before it reads what the first of them asks for.
const NEIGHBOURS: usize = 128;
/// More than who does not read can be sent at first.
const PAGE_BYTES: usize = 200_000;
const GET: &str = "GET / HTTP/1.1\r\nHost: localhost\r\n";

/// A process may have a thousand open files on many hosts: one crowd after the other.
static CROWD: Mutex<()> = Mutex::new(());

/// Returns the status line of an answer that must come.
#[track_caller]
fn status(stream: &mut TcpStream) -> String {
    stream.set_read_timeout(Some(HANG)).unwrap();
    let mut line = Vec::new();
    let mut byte = [0];
    while line.last() != Some(&b'\r') {
        stream.read_exact(&mut byte).expect("the answer comes");
        line.push(byte[0]);
    }
    String::from_utf8(line).unwrap().trim_end().to_owned()
}

/// Reads what has come, and says whether that is all there will ever be.
fn is_closed(mut stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).unwrap();
    match std::io::copy(&mut stream, &mut std::io::sink()) {
        Ok(_) => true,
        Err(error) if error.kind() == ErrorKind::WouldBlock => false,
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::ConnectionReset);
            true
        }
    }
}

/// Waits until so many connections are closed, and returns their places.
#[track_caller]
fn closed(crowd: &[TcpStream], left: usize) -> Vec<usize> {
    let began = Instant::now();
    let mut closed = Vec::new();
    while closed.len() < left {
        assert!(began.elapsed() < HANG, "{} of {left} have left: {closed:?}", closed.len());
        for (place, stream) in crowd.iter().enumerate() {
            if !closed.contains(&place) && is_closed(stream) {
                closed.push(place);
            }
        }
    }
    closed
}

/// One and a half times as many connections as there are places, each of which has sent this;
/// then somebody asks for the page.
#[track_caller]
fn check(sent: &str, is_answered: bool) {
    let server = Server::start();
    server.hub.show_page(vec![b'x'; PAGE_BYTES], b"tables".to_vec());
    let crowd: Vec<TcpStream> = (0..MOST_CONNECTIONS * 3 / 2)
        .map(|_| {
            let mut stream = TcpStream::connect(server.address).unwrap();
            // Who has had to leave already may be told so here.
            let _ = stream.write_all(sent.as_bytes());
            if is_answered {
                assert_eq!(status(&mut stream), "HTTP/1.1 404 Not Found");
            }
            stream
        })
        .collect();
    let mut asking = TcpStream::connect(server.address).unwrap();
    asking.write_all(format!("{GET}Connection: close\r\n\r\n").as_bytes()).unwrap();
    assert_eq!(status(&mut asking), "HTTP/1.1 200 OK", "behind {sent:?}");
    // Who has done nothing for longest has made room, and nobody else. The server may hear
    // neighbours in another order than they spoke.
    let left = crowd.len() + 1 - MOST_CONNECTIONS;
    let closed = closed(&crowd, left);
    assert_eq!(closed.len(), left, "{sent:?}");
    let youngest = closed.iter().max();
    assert!(youngest < Some(&(left + NEIGHBOURS)), "{youngest:?} has left, {sent:?}");
}

#[test]
fn who_has_asked_for_nothing_for_longest_makes_room() {
    let _one_crowd = CROWD.lock().unwrap_or_else(PoisonError::into_inner);
    check("", false);
    check("GET / HTTP/1.1\r\nHost: lo", false);
    check("GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n", true);
    // The page is not read.
    check(&format!("{GET}\r\n"), false);
}

/// Browsers that follow the run stay, and do not take all places.
#[test]
fn followers_leave_places_for_others() {
    let _one_crowd = CROWD.lock().unwrap_or_else(PoisonError::into_inner);
    let server = Server::start();
    server.hub.show_page(b"page".to_vec(), b"tables".to_vec());
    server.hub.show_games("{}".to_owned());
    let mut followers: Vec<_> = (0..MOST_FOLLOWERS).map(|_| server.events()).collect();
    for follower in &mut followers {
        assert_eq!(follower.next("games"), "{}");
    }
    let events = "GET /events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    let (refused, text) = server.answer(events);
    assert_eq!(refused, "HTTP/1.1 503 Service Unavailable");
    assert!(text.ends_with("too many browsers follow this run: come again later\n"), "{text}");
    let silent: Vec<_> =
        (0..MOST_CONNECTIONS).map(|_| TcpStream::connect(server.address).unwrap()).collect();
    let (status, _) = server.answer(&format!("{GET}Connection: close\r\n\r\n"));
    assert_eq!(status, "HTTP/1.1 200 OK");
    // None of them had to leave.
    server.hub.show_games("{\"text\":\"news\"}".to_owned());
    for follower in &mut followers {
        assert_eq!(follower.next("games"), "{\"text\":\"news\"}");
    }
    drop(silent);
    // When one leaves, there is a place for another one.
    drop(followers.pop());
    let status_of_another = || {
        let mut line = String::new();
        server.ask(events).read_line(&mut line).unwrap();
        line
    };
    while status_of_another().trim_end() != "HTTP/1.1 200 OK" {}
}
