//! Which address gets which answer.

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, Request, State as Shared};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_TYPE, HOST, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use crate::Hub;
use crate::events::events;

/// Finds a game by its number, as JSON.
pub(crate) type FindGame = dyn Fn(u64) -> Option<String> + Send + Sync;

/// What all requests share.
#[derive(Clone)]
pub(crate) struct Site {
    pub(crate) hub: Arc<Hub>,
    pub(crate) find_game: Arc<FindGame>,
    /// Requests must name this host.
    pub(crate) local: bool,
}

pub(crate) fn router(site: Site) -> Router {
    Router::new()
        .route("/", get(|Shared(site): Shared<Site>| async move { html(site.hub.state().page) }))
        .route(
            "/tables",
            get(|Shared(site): Shared<Site>| async move { html(site.hub.state().tables.text) }),
        )
        .route(
            "/events",
            get(|Shared(site): Shared<Site>| async move { events(site.hub.follow()) }),
        )
        .route("/games/{number}", get(game))
        .layer(middleware::from_fn_with_state(site.clone(), guard))
        .with_state(site)
}

fn html(text: Bytes) -> Response {
    ([(CONTENT_TYPE, "text/html; charset=utf-8")], text).into_response()
}

async fn game(Shared(site): Shared<Site>, Path(number): Path<u64>) -> Response {
    // Reads a file.
    let found = tokio::task::spawn_blocking(move || (site.find_game)(number)).await;
    match found {
        Ok(Some(game)) => ([(CONTENT_TYPE, "application/json")], game).into_response(),
        _ => {
            (StatusCode::NOT_FOUND, format!("there is no finished game {number}\n")).into_response()
        }
    }
}

/// Refuses who means another host, and has nothing kept or shown inside other pages.
async fn guard(Shared(site): Shared<Site>, request: Request, next: Next) -> Response {
    let host = request.headers().get(HOST).and_then(|host| host.to_str().ok());
    if site.local && !host.is_some_and(is_local) {
        let told = "this server answers to localhost, 127.0.0.1 and [::1] only\n";
        return (StatusCode::MISDIRECTED_REQUEST, told).into_response();
    }
    let mut response = next.run(request).await;
    for (name, value) in [
        (CACHE_CONTROL, "no-store"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Says whether a `Host`, with or without a port, is a name of this host itself.
fn is_local(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    name.eq_ignore_ascii_case("localhost") || name == "127.0.0.1" || name == "[::1]"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_this_host() {
        for host in ["localhost", "LocalHost:80", "127.0.0.1", "127.0.0.1:7676", "[::1]", "[::1]:9"]
        {
            assert!(is_local(host), "{host}");
        }
        for host in
            ["", "example.org", "localhost.example.org:80", "127.0.0.1.example.org", "::1:x"]
        {
            assert!(!is_local(host), "{host}");
        }
    }
}
