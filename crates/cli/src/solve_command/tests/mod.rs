//! What `ayo solve` answers, as its reader sees it.
