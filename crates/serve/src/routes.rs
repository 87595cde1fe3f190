//! Which address gets which answer.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, Request, State as Shared};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_TYPE, HOST, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Router};

use crate::Hub;
use crate::events::events;
use crate::places::Place;

/// Finds a game by its number, as JSON, or says why none can be looked for.
pub(crate) type FindGame = dyn Fn(u64) -> Result<Option<String>, String> + Send + Sync;

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
        .route("/events", get(follow))
        .route("/games/{number}", get(game))
        .fallback(nothing)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn_with_state(site.clone(), guard))
        .with_state(site)
}

fn html(text: Bytes) -> Response {
    ([(CONTENT_TYPE, "text/html; charset=utf-8")], text).into_response()
}

async fn follow(Shared(site): Shared<Site>, Extension(place): Extension<Arc<Place>>) -> Response {
    match place.follow() {
        Some(following) => events(site.hub.follow(), following).into_response(),
        None => {
            let told = "too many browsers follow this run: come again later\n";
            (StatusCode::SERVICE_UNAVAILABLE, told).into_response()
        }
    }
}

async fn game(Shared(site): Shared<Site>, Path(number): Path<String>) -> Response {
    let Ok(number) = number.parse() else {
        let told = "a game is asked for by its number, as in /games/7\n";
        return (StatusCode::BAD_REQUEST, told).into_response();
    };
    // Reads a file.
    let found = tokio::task::spawn_blocking(move || (site.find_game)(number)).await;
    let trouble = |why: &str| {
        (StatusCode::SERVICE_UNAVAILABLE, format!("the run cannot be read: {why}\n"))
            .into_response()
    };
    match found {
        Ok(Ok(Some(game))) => ([(CONTENT_TYPE, "application/json")], game).into_response(),
        Ok(Ok(None)) => {
            (StatusCode::NOT_FOUND, format!("there is no finished game {number}\n")).into_response()
        }
        Ok(Err(why)) => trouble(&why),
        Err(_) => trouble("looking for a game failed"),
    }
}

async fn nothing() -> Response {
    let told = "there is nothing here: / is the page of the run, and /games/7 its game 7\n";
    (StatusCode::NOT_FOUND, told).into_response()
}

async fn wrong_method() -> Response {
    let told = "nothing can be changed here: ask with GET or HEAD\n";
    (StatusCode::METHOD_NOT_ALLOWED, told).into_response()
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
