//! Rule sets: the named presets and the options in which they differ.

use std::fmt;
use std::ops::RangeInclusive;

/// The most plies a game can be allowed: so many moves still fit in one line of the protocol.
pub const MAX_PLIES: u32 = 6_000;

/// How far one move sows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sowing {
    /// A lap that ends in an occupied pit lifts it and goes on.
    Relay,
    /// One lap a move.
    Single,
}

/// What captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Capture {
    /// Ending in an own empty pit takes the opposite pit.
    Opposite,
    /// Making 2 or 3 in the opponent's row takes them, and the unbroken run before.
    TwoThree,
}

/// What becomes of the seed that captures the opposite pit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CapturingSeed {
    /// It goes to the store with the others.
    Taken,
    /// It stays where it fell.
    Stays,
}

/// Who gets the seeds on the board when a player cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leftovers {
    /// All go to the opponent of the player who cannot move.
    Opponent,
    /// Each player takes his own row.
    OwnSide,
}

/// What a capture of every seed in the opponent's row does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GrandSlam {
    /// It is a capture like any other.
    Allowed,
    /// The move stands, nothing is taken.
    NoCapture,
    /// The move is not legal.
    Forbidden,
    /// The pit of the last seed is not taken.
    LeaveLast,
}

/// Who gets the seeds on the board when a game ends by repetition or ply limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RepetitionAward {
    /// Nobody: the stores decide.
    Nobody,
    /// Each player takes his own row.
    OwnSide,
}

/// A rule set: one value for each option.
///
/// `Display` writes the name of the preset, followed by the options that differ
/// from it (`ayoayo capturing_seed=stays max_plies=200`); `FromStr` reads that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// How far one move sows.
    pub sowing: Sowing,
    /// What captures.
    pub capture: Capture,
    /// What becomes of the capturing seed.
    pub capturing_seed: CapturingSeed,
    /// Who gets the rest when a player cannot move.
    pub leftovers: Leftovers,
    /// Whether the game stops when a store reaches 25.
    pub majority: bool,
    /// What a capture of the whole opposite row does.
    pub grand_slam: GrandSlam,
    /// At which occurrence of a position the game ends; 0 is never.
    pub repetition: u32,
    /// Who gets the rest then.
    pub repetition_award: RepetitionAward,
    /// After how many plies the game ends; 1 to [`MAX_PLIES`].
    pub max_plies: u32,
}

impl Rules {
    /// Ayoayo as the German description after Russ (1984) has it; the default.
    pub const AYOAYO: Rules = Rules {
        sowing: Sowing::Relay,
        capture: Capture::Opposite,
        capturing_seed: CapturingSeed::Taken,
        leftovers: Leftovers::Opponent,
        majority: true,
        grand_slam: GrandSlam::Allowed,
        repetition: 3,
        repetition_award: RepetitionAward::Nobody,
        max_plies: 1000,
    };

    /// Oware with captures that take a whole row void.
    pub const OWARE: Rules = Rules {
        sowing: Sowing::Single,
        capture: Capture::TwoThree,
        grand_slam: GrandSlam::NoCapture,
        leftovers: Leftovers::OwnSide,
        repetition_award: RepetitionAward::OwnSide,
        ..Rules::AYOAYO
    };

    /// All presets with their names.
    pub const PRESETS: [(&'static str, Rules); 8] = [
        ("ayoayo", Rules::AYOAYO),
        ("ayoayo-full-count", Rules { majority: false, ..Rules::AYOAYO }),
        ("ayoayo-seed-stays", Rules { capturing_seed: CapturingSeed::Stays, ..Rules::AYOAYO }),
        ("ayoayo-own-side", Rules { leftovers: Leftovers::OwnSide, ..Rules::AYOAYO }),
        ("oware", Rules::OWARE),
        ("oware-slam-allowed", Rules { grand_slam: GrandSlam::Allowed, ..Rules::OWARE }),
        ("oware-slam-forbidden", Rules { grand_slam: GrandSlam::Forbidden, ..Rules::OWARE }),
        ("oware-slam-leave-last", Rules { grand_slam: GrandSlam::LeaveLast, ..Rules::OWARE }),
    ];

    /// The names of the options, in the order of [`Rules::options`].
    pub const OPTION_NAMES: [&'static str; 9] = [
        "sowing",
        "capture",
        "capturing_seed",
        "leftovers",
        "majority",
        "grand_slam",
        "repetition",
        "repetition_award",
        "max_plies",
    ];

    /// Returns the preset with this name.
    #[must_use]
    pub fn preset(name: &str) -> Option<Rules> {
        Rules::PRESETS.iter().find(|(known, _)| *known == name).map(|&(_, rules)| rules)
    }

    /// Returns every option with its value.
    #[must_use]
    pub fn options(&self) -> [(&'static str, OptionValue); 9] {
        let values = [
            OptionValue::Word(SOWING.word(self.sowing)),
            OptionValue::Word(CAPTURE.word(self.capture)),
            OptionValue::Word(CAPTURING_SEED.word(self.capturing_seed)),
            OptionValue::Word(LEFTOVERS.word(self.leftovers)),
            OptionValue::Flag(self.majority),
            OptionValue::Word(GRAND_SLAM.word(self.grand_slam)),
            OptionValue::Count(self.repetition),
            OptionValue::Word(REPETITION_AWARD.word(self.repetition_award)),
            OptionValue::Count(self.max_plies),
        ];
        std::array::from_fn(|index| (Rules::OPTION_NAMES[index], values[index]))
    }

    /// Changes one option, given as text.
    ///
    /// # Errors
    /// Names the option when it is unknown, and what it takes when the value is.
    pub fn set(&mut self, option: &str, value: &str) -> Result<(), OptionError> {
        match option {
            "sowing" => self.sowing = SOWING.value(option, value)?,
            "capture" => self.capture = CAPTURE.value(option, value)?,
            "capturing_seed" => self.capturing_seed = CAPTURING_SEED.value(option, value)?,
            "leftovers" => self.leftovers = LEFTOVERS.value(option, value)?,
            "majority" => self.majority = FLAG.value(option, value)?,
            "grand_slam" => self.grand_slam = GRAND_SLAM.value(option, value)?,
            "repetition" => self.repetition = read_count(option, value, 0..=MAX_PLIES)?,
            "repetition_award" => self.repetition_award = REPETITION_AWARD.value(option, value)?,
            "max_plies" => self.max_plies = read_count(option, value, 1..=MAX_PLIES)?,
            _ => return Err(OptionError::Unknown { option: option.to_owned() }),
        }
        Ok(())
    }

    /// Returns the preset that needs the fewest changes to become these rules.
    fn nearest_preset(&self) -> (&'static str, Rules) {
        let changes = |rules: &Rules| {
            rules.options().iter().zip(self.options()).filter(|(a, b)| **a != *b).count()
        };
        Rules::PRESETS
            .into_iter()
            .min_by_key(|(_, rules)| changes(rules))
            .expect("there are presets")
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::AYOAYO
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, preset) = self.nearest_preset();
        f.write_str(name)?;
        for ((option, value), (_, usual)) in self.options().into_iter().zip(preset.options()) {
            if value != usual {
                write!(f, " {option}={value}")?;
            }
        }
        Ok(())
    }
}

impl std::str::FromStr for Rules {
    type Err = OptionError;

    fn from_str(text: &str) -> Result<Rules, OptionError> {
        let mut words = text.split_ascii_whitespace();
        let name = words.next().unwrap_or_default();
        let mut rules =
            Rules::preset(name).ok_or_else(|| OptionError::Preset { name: name.to_owned() })?;
        for word in words {
            let (option, value) = word.split_once('=').unwrap_or((word, ""));
            rules.set(option, value)?;
        }
        Ok(rules)
    }
}

/// The value of an option, as it is shown and sent to bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// One of a few words.
    Word(&'static str),
    /// `true` or `false`.
    Flag(bool),
    /// A number.
    Count(u32),
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Word(word) => f.write_str(word),
            OptionValue::Flag(flag) => flag.fmt(f),
            OptionValue::Count(count) => count.fmt(f),
        }
    }
}

/// What is wrong with a rule set given as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionError {
    /// No preset has this name.
    Preset {
        /// The name given.
        name: String,
    },
    /// No option has this name.
    Unknown {
        /// The name given.
        option: String,
    },
    /// The option does not take this value.
    Value {
        /// The option.
        option: String,
        /// The value given.
        value: String,
        /// What it takes.
        takes: String,
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::Preset { name } => {
                let names: Vec<&str> = Rules::PRESETS.iter().map(|(name, _)| *name).collect();
                write!(f, "unknown rules `{name}`; the presets are {}", names.join(", "))
            }
            OptionError::Unknown { option } => write!(
                f,
                "unknown rule option `{option}`; the options are {}",
                Rules::OPTION_NAMES.join(", ")
            ),
            OptionError::Value { option, value, takes } => {
                write!(f, "`{option}` takes {takes}, not `{value}`")
            }
        }
    }
}

impl std::error::Error for OptionError {}

/// The words of one option.
struct Words<T: 'static>(&'static [(&'static str, T)]);

impl<T: Copy + PartialEq> Words<T> {
    fn word(&self, value: T) -> &'static str {
        let found = self.0.iter().find(|(_, known)| *known == value);
        found.expect("every value has a word").0
    }

    fn value(&self, option: &str, word: &str) -> Result<T, OptionError> {
        self.0.iter().find(|(known, _)| *known == word).map(|&(_, value)| value).ok_or_else(|| {
            let words: Vec<String> = self.0.iter().map(|(word, _)| format!("`{word}`")).collect();
            OptionError::Value {
                option: option.to_owned(),
                value: word.to_owned(),
                takes: words.join(" or "),
            }
        })
    }
}

const SOWING: Words<Sowing> = Words(&[("relay", Sowing::Relay), ("single", Sowing::Single)]);
const CAPTURE: Words<Capture> =
    Words(&[("opposite", Capture::Opposite), ("two-three", Capture::TwoThree)]);
const CAPTURING_SEED: Words<CapturingSeed> =
    Words(&[("taken", CapturingSeed::Taken), ("stays", CapturingSeed::Stays)]);
const LEFTOVERS: Words<Leftovers> =
    Words(&[("opponent", Leftovers::Opponent), ("own-side", Leftovers::OwnSide)]);
const FLAG: Words<bool> = Words(&[("true", true), ("false", false)]);
const GRAND_SLAM: Words<GrandSlam> = Words(&[
    ("allowed", GrandSlam::Allowed),
    ("no-capture", GrandSlam::NoCapture),
    ("forbidden", GrandSlam::Forbidden),
    ("leave-last", GrandSlam::LeaveLast),
]);
const REPETITION_AWARD: Words<RepetitionAward> =
    Words(&[("nobody", RepetitionAward::Nobody), ("own-side", RepetitionAward::OwnSide)]);

fn read_count(option: &str, value: &str, range: RangeInclusive<u32>) -> Result<u32, OptionError> {
    value.parse().ok().filter(|&count| range.contains(&count)).ok_or_else(|| OptionError::Value {
        option: option.to_owned(),
        value: value.to_owned(),
        takes: format!("a whole number from {} to {}", range.start(), range.end()),
    })
}
