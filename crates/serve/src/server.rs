//! Connections, and how long each may take.

use std::io;
use std::net::TcpListener as StdTcpListener;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::signal::unix::{SignalKind, signal};

use crate::Hub;
use crate::places::{Place, Places};
use crate::routes::{Site, router};

/// Time for the head of a request to come, and for a connection without one to stay.
pub const HEADERS_WITHIN: Duration = Duration::from_secs(10);
/// A browser that takes nothing of what it is sent for so long is dead.
pub const DEAD_AFTER: Duration = Duration::from_secs(30);
/// The longest head of a request, in bytes.
const HEAD_BYTES: usize = 64 << 10;
/// Connections that may wait to be taken; who comes when so many do is slowed by the kernel, by
/// a second.
const WAITING: i32 = 1_024;
/// Games that are looked for at the same time.
const LOOKED_FOR: usize = 2;
/// The wait after a connection could not be taken, as when there are too many open files.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves until the [`Hub`] is closed, or somebody asks the process to end (SIGINT,
/// SIGTERM).
///
/// `find_game` returns the game of a number as JSON, nothing when there is none, or why the run
/// cannot be read; it may read files.
///
/// # Errors
/// Says what the system refuses.
pub fn serve(
    listener: StdTcpListener,
    hub: Arc<Hub>,
    find_game: impl Fn(u64) -> Result<Option<String>, String> + Send + Sync + 'static,
) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_io()
        .enable_time()
        .max_blocking_threads(LOOKED_FOR)
        .build()?;
    let mut state = hub.follow();
    let local = listener.local_addr()?.ip().is_loopback();
    listener.set_nonblocking(true)?;
    rustix::net::listen(&listener, WAITING)?;
    runtime.block_on(async {
        let listener = TcpListener::from_std(listener)?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        let mut terminate = signal(SignalKind::terminate())?;
        let router = router(Site { hub, find_game: Arc::new(find_game), local });
        tokio::select! {
            () = take_all(&listener, &router) => {}
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = state.wait_for(|state| state.closed) => {}
        }
        Ok(())
    })
}

/// Takes one connection after the other.
async fn take_all(listener: &TcpListener, router: &Router) {
    let places = Arc::new(Places::default());
    loop {
        match listener.accept().await {
            Ok((stream, _)) => drop(tokio::spawn(answer(stream, router.clone(), places.take()))),
            Err(_) => tokio::time::sleep(PAUSE).await,
        }
    }
}

/// Answers what one connection asks, until it is closed, or somebody else needs its place.
async fn answer(stream: TcpStream, router: Router, place: Arc<Place>) {
    let _ = stream.set_nodelay(true);
    // The kernel's own watch over a browser that is gone, or stopped.
    let _ = rustix::net::sockopt::set_tcp_user_timeout(&stream, DEAD_AFTER.as_millis() as u32);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEADERS_WITHIN).max_buf_size(HEAD_BYTES);
    let router = TowerToHyperService::new(router);
    let service = service_fn(|mut request: Request<Incoming>| {
        place.asks();
        request.extensions_mut().insert(Arc::clone(&place));
        router.call(request)
    });
    tokio::select! {
        // What goes wrong on a connection is over with it.
        _ = http.serve_connection(TokioIo::new(stream), service) => {}
        () = place.is_needed() => {}
    }
}
