//! The chapters, each a table of cases and what tries them.

mod forward;
mod framing;
mod life;
mod resources;
mod robust;
mod rules;
mod start;
mod state;
mod time;

use crate::case::Chapter;

/// All chapters, in order. The number of a case is its place: new ones go behind the others.
pub(crate) static ALL: [Chapter; 9] = [
    start::CHAPTER,
    framing::CHAPTER,
    forward::CHAPTER,
    rules::CHAPTER,
    state::CHAPTER,
    time::CHAPTER,
    life::CHAPTER,
    robust::CHAPTER,
    resources::CHAPTER,
];
