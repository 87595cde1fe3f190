//! Certificates of the value of a position, and a check of them by the rules alone.
//!
//! # What is claimed
//!
//! A [`Claim`] says that one side gets so much whatever the other plays:
//!
//! | claim | the side gets | under |
//! |---|---|---|
//! | `south 27` | at least 27 of the 48 seeds, counted to the end | any repetition rule |
//! | `south wins` | more seeds than the other | the repetition rule of the rules |
//! | `south draws` | at least as many as the other | the same |
//!
//! Counted to the end means that nobody stops at 25: the rule `majority` plays no
//! part. It changes who wins for nobody, so that `south 25` is a win and `south 24`
//! at least a draw under `majority`, too. What a side that loses gets there is
//! another number: the winner stops before all seeds are counted.
//!
//! The game starts in the position: it is the first occurrence of itself, and
//! plies count from it.
//!
//! # What a certificate is
//!
//! The side's strategy, a move for every position that can come up: written down
//! as letters only, in the order in which a walk through these positions needs
//! them. The other side's moves are not in it, since all of them are walked.
//!
//! ```
//! use ayo_proof::{Limits, Proof, check, verdict};
//!
//! let text = "\
//! ayo proof 1
//! rules ayoayo
//! position 0.1.0.1.0.1/1.0.1.0.0.0 20-23 N
//! claim south 25
//! DBBD
//! end
//! ";
//! let proof = Proof::read(text.as_bytes(), &Limits::DEFAULT).unwrap();
//! let checked = check(&proof.rules, &proof.position, &proof.claims[0]).unwrap();
//! assert_eq!((checked.decisions, checked.longest_line), (4, 4));
//! assert_eq!(verdict(&proof).to_string(), "south wins");
//! ```
//!
//! [`check`] walks and either finds that every line of play ends as claimed or says
//! which one does not. Why that is a proof is told in the `walk` module. [`Table`]
//! reads an older form of a strategy, positions with moves, and has it walked alike.
//!
//! # What it deliberately does not do
//!
//! It finds no proof and shares nothing with the program that does, so that an error
//! there shows here. It reads no files and unpacks nothing: reader and writer are
//! arguments. It trusts the rules crate, and nothing else.

mod claim;
mod file;
mod table;
mod verdict;
mod walk;

pub use claim::{Claim, Goal, Proof};
pub use file::{Limits, Malformed, ReadError};
pub use table::{BadRow, Table, TableError};
pub use verdict::{Conclusion, Verdict, verdict};
pub use walk::{Checked, Fault, Flaw, check, walk};
