//! What the search knows of the questions it has met.

use crate::question::Key;

/// A proof or disproof number that is infinite.
pub(crate) const INFINITE: u32 = (1 << NUMBER_BITS) - 1;
/// The largest finite one.
pub(crate) const LARGEST: u32 = INFINITE - 1;

/// What is known of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// Not the answer.
    Open {
        /// Positions to settle at least for a yes.
        proof: u32,
        /// Positions to settle at least for a no.
        disproof: u32,
    },
    /// The answer.
    Answer(Answer),
}

/// An answer that holds for the position, however it was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    /// Whether South gets what he wants.
    pub yes: bool,
    /// Whether some line of the proof ends where a position comes back.
    pub repeats: bool,
    /// Plies of the longest line of the proof, as far as it was searched.
    ///
    /// Whoever has his way can have it in so many plies, or reach within them a position
    /// that the tables of endings know. It goes down by one at least with each move of
    /// the proof, so who always moves to where it is least does not go in a circle.
    pub plies: u16,
}

impl Answer {
    /// Returns an answer that needs no search.
    pub(crate) const fn at_once(yes: bool) -> Answer {
        Answer { yes, repeats: false, plies: 0 }
    }

    /// Returns the answer one ply before this one.
    pub(crate) const fn a_ply_before(self) -> Answer {
        Answer { plies: self.plies.saturating_add(1), ..self }
    }
}

/// A table that grows with what is in it up to a fixed size; from there on what took least
/// work gives way.
///
/// Growing doubles the buckets in use: each gives the questions whose hash has the next bit
/// to a bucket behind all of them, so that a short search stays in the processor's cache
/// and touches few pages.
///
/// A slot is one word of 128 bits, from the low end; 0 is an empty slot:
///
/// ```text
///   81  the whole key, so that no other is ever taken for it
///    2  open, yes, no
///    1  whether the answer repeats
///    6  work: its binary logarithm
///   38  proof and disproof number of an open question, 19 bits each; plies of an answer
/// ```
#[derive(Debug)]
pub(crate) struct Table {
    slots: Vec<u128>,
    /// Where the first bucket begins, so that each is one line of the processor's cache.
    first: usize,
    /// Binary logarithm of the buckets in use, and of those there are.
    bits: u32,
    most_bits: u32,
    /// The buckets that are not empty, so that forgetting takes as long as the search before did, and
    /// not as long as the table is large.
    used: Vec<u32>,
}

/// Slots that one look at the memory brings.
type Bucket = [u128; SLOTS];

const SLOTS: usize = 4;
/// Binary logarithm of the buckets that a table begins with: 256 KiB.
const FIRST_BITS: u32 = 12;
const NUMBER_BITS: u32 = 19;
const KIND_SHIFT: u32 = Key::BITS;
const REPEATS_SHIFT: u32 = KIND_SHIFT + 2;
const WORK_SHIFT: u32 = REPEATS_SHIFT + 1;
const PROOF_SHIFT: u32 = WORK_SHIFT + 6;
const DISPROOF_SHIFT: u32 = PROOF_SHIFT + NUMBER_BITS;
const YES: u128 = 1;
const NO: u128 = 2;

impl Table {
    /// Returns an empty table of at most that many bytes, and a bucket at least; a smaller one
    /// where the system does not have so many.
    pub(crate) fn new(bytes: usize) -> Table {
        let mut most_bits = (bytes / size_of::<Bucket>()).max(1).ilog2().min(u32::BITS - 1);
        while most_bits > 0 && !has_room(SLOTS << most_bits) {
            most_bits -= 1;
        }
        // Zeros of a plain number come from the system page by page when they are used; those
        // of a type with an alignment of its own would be written here.
        let slots = vec![0_u128; (SLOTS << most_bits) + SLOTS - 1];
        let first = slots.as_ptr().align_offset(size_of::<Bucket>()).min(SLOTS - 1);
        Table { slots, first, bits: FIRST_BITS.min(most_bits), most_bits, used: Vec::new() }
    }

    /// Forgets everything.
    pub(crate) fn forget(&mut self) {
        // One after another is quicker than here and there, when there are many.
        if self.used.len() > (1 << self.bits) / 8 {
            self.slots[..self.first + (SLOTS << self.bits)].fill(0);
            self.used.clear();
        }
        for index in std::mem::take(&mut self.used) {
            *self.bucket_mut(index as usize) = [0; SLOTS];
        }
        self.bits = FIRST_BITS.min(self.most_bits);
    }

    /// Returns what is known of a question.
    ///
    /// Another answer about the same board may decide it: who gets that many seeds gets
    /// fewer, and who does not get them does not get more.
    #[inline]
    pub(crate) fn get(&self, key: Key) -> Option<Known> {
        let index = self.index(key.board());
        let slots = &self.slots[self.first..].as_chunks::<SLOTS>().0[index];
        let mut open = None;
        let mut shortest: Option<Answer> = None;
        for &slot in slots {
            let asked = Key::from_bits(slot);
            if asked.board() != key.board() {
                continue;
            }
            match unpack(slot) {
                Known::Answer(answer)
                    if decides(answer, asked, key)
                        && shortest.is_none_or(|other| answer.plies < other.plies) =>
                {
                    shortest = Some(answer);
                }
                Known::Open { proof, disproof } if asked == key => {
                    open = Some(Known::Open { proof, disproof });
                }
                _ => {}
            }
        }
        shortest.map(Known::Answer).or(open)
    }

    /// Notes what is known of a question, and that `work` more positions went into it.
    pub(crate) fn set(&mut self, key: Key, known: Known, work: u64) {
        let index = self.index(key.board());
        let slots = self.bucket_mut(index);
        let is_new = slots[0] == 0;
        let place = slots.iter().position(|&slot| is_of(slot, key));
        let before = place.map_or(0, |place| work_of(slots[place]));
        let place = place.unwrap_or_else(|| cheapest(slots));
        slots[place] = key.bits() | pack(known, (work.max(1).ilog2() as u8 + 1).max(before));
        if is_new {
            self.used.push(index as u32);
            self.grow();
        }
    }

    /// Doubles the buckets when seven of eight are in use: they are half full then.
    fn grow(&mut self) {
        if self.bits == self.most_bits || self.used.len() < (7 << self.bits) / 8 {
            return;
        }
        let more = 1 << self.bits;
        self.bits += 1;
        for index in std::mem::take(&mut self.used) {
            let all = std::mem::take(self.bucket_mut(index as usize));
            let (mut stay, mut go) = ([0; SLOTS], [0; SLOTS]);
            let (mut staying, mut going) = (0, 0);
            for slot in all.into_iter().take_while(|&slot| slot != 0) {
                if self.index(Key::from_bits(slot).board()) == index as usize {
                    stay[staying] = slot;
                    staying += 1;
                } else {
                    go[going] = slot;
                    going += 1;
                }
            }
            for (index, bucket) in [(index, stay), (index + more, go)] {
                if bucket[0] != 0 {
                    *self.bucket_mut(index as usize) = bucket;
                    self.used.push(index);
                }
            }
        }
    }

    fn bucket_mut(&mut self, index: usize) -> &mut Bucket {
        &mut self.slots[self.first..].as_chunks_mut().0[index]
    }

    /// Returns in which bucket questions about a board are.
    #[inline]
    fn index(&self, board: u128) -> usize {
        // Folding the product brings the good bits of a multiplication down.
        let mixed = board as u64 ^ ((board >> 64) as u64).wrapping_mul(0xff51_afd7_ed55_8ccd);
        let product = u128::from(mixed) * u128::from(0x9e37_79b9_7f4a_7c15_u64);
        let hash = product as u64 ^ (product >> 64) as u64;
        (hash & ((1 << self.bits) - 1)) as usize
    }
}

/// Returns whether the system has memory for so many slots, and a quarter more for all else.
fn has_room(slots: usize) -> bool {
    let mut probe: Vec<u128> = Vec::new();
    let room = probe.try_reserve_exact(slots + slots / 4);
    // Nothing is written to it, so that it might be left out.
    std::hint::black_box(&mut probe);
    room.is_ok()
}

/// Returns whether the answer to one question about a board is that of another.
#[inline]
fn decides(answer: Answer, asked: Key, key: Key) -> bool {
    let reaches = if answer.yes { asked.need() >= key.need() } else { asked.need() <= key.need() };
    reaches && (!answer.repeats || asked.has_cycles_of(key))
}

#[inline]
fn is_of(slot: u128, key: Key) -> bool {
    slot & ((1 << Key::BITS) - 1) == key.bits()
}

fn work_of(slot: u128) -> u8 {
    (slot >> WORK_SHIFT) as u8 & 0x3f
}

/// Returns the slot into which least work went; an empty one has none.
fn cheapest(slots: &[u128; SLOTS]) -> usize {
    (0..SLOTS).min_by_key(|&place| work_of(slots[place])).expect("a bucket has slots")
}

fn pack(known: Known, work: u8) -> u128 {
    let work = u128::from(work) << WORK_SHIFT;
    match known {
        Known::Open { proof, disproof } => {
            work | u128::from(proof) << PROOF_SHIFT | u128::from(disproof) << DISPROOF_SHIFT
        }
        Known::Answer(Answer { yes, repeats, plies }) => {
            let kind = if yes { YES } else { NO };
            let repeats = u128::from(repeats) << REPEATS_SHIFT;
            work | kind << KIND_SHIFT | repeats | u128::from(plies) << PROOF_SHIFT
        }
    }
}

fn unpack(slot: u128) -> Known {
    let number = |shift| (slot >> shift) as u32 & INFINITE;
    let repeats = slot >> REPEATS_SHIFT & 1 == 1;
    match slot >> KIND_SHIFT & 3 {
        0 => Known::Open { proof: number(PROOF_SHIFT), disproof: number(DISPROOF_SHIFT) },
        kind => {
            let plies = (slot >> PROOF_SHIFT) as u16;
            Known::Answer(Answer { yes: kind == YES, repeats, plies })
        }
    }
}
