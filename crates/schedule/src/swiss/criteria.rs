//! The rules that decide between pairings, most important first.

use std::fmt;

/// A rule of the Dutch system, edition 2026 (FIDE C.04.3), in order of importance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Criterion {
    /// C1 to C4: nobody meets an opponent twice, has a second bye or gets a colour
    /// he must not get, and everybody below can still be paired.
    Legality,
    /// C5: the player with the bye has as few points as possible.
    ByeScore,
    /// C6: as few players as possible float down.
    Pairs,
    /// C7: those who float down have as few points as possible.
    FloaterScores,
    /// C8: the next group can be paired as well as possible.
    NextGroup,
    /// C9: the player with the bye has played as many games as possible.
    ByeGames,
    /// C10: no topscorer and none of his opponents gets one colour three times more
    /// often than the other.
    WideDifference,
    /// C11: no topscorer and none of his opponents gets a colour three times running.
    ThirdRunning,
    /// C12: as many players as possible get their colour.
    Colours,
    /// C13: as many strong preferences for a colour as possible are met.
    StrongColours,
    /// C14: nobody floats down who floated down in the last round.
    DownAgain,
    /// C15: nobody floats up who floated up in the last round.
    UpAgain,
    /// C16: nobody floats down who floated down two rounds ago.
    DownTwoAgo,
    /// C17: nobody floats up who floated up two rounds ago.
    UpTwoAgo,
    /// C18: small differences of points for those who floated down in the last round.
    DownAgainDifference,
    /// C19: small differences of points for those who floated up in the last round.
    UpAgainDifference,
    /// C20: small differences of points for those who floated down two rounds ago.
    DownTwoAgoDifference,
    /// C21: small differences of points for those who floated up two rounds ago.
    UpTwoAgoDifference,
    /// All criteria are equal: the first pairing in the order of the rules.
    Order,
}

impl Criterion {
    /// Returns the number in the FIDE rules, for example `C12`, where there is one.
    pub fn code(self) -> &'static str {
        match self {
            Criterion::Legality => "C1-C4",
            Criterion::ByeScore => "C5",
            Criterion::Pairs => "C6",
            Criterion::FloaterScores => "C7",
            Criterion::NextGroup => "C8",
            Criterion::ByeGames => "C9",
            Criterion::WideDifference => "C10",
            Criterion::ThirdRunning => "C11",
            Criterion::Colours => "C12",
            Criterion::StrongColours => "C13",
            Criterion::DownAgain => "C14",
            Criterion::UpAgain => "C15",
            Criterion::DownTwoAgo => "C16",
            Criterion::UpTwoAgo => "C17",
            Criterion::DownAgainDifference => "C18",
            Criterion::UpAgainDifference => "C19",
            Criterion::DownTwoAgoDifference => "C20",
            Criterion::UpTwoAgoDifference => "C21",
            Criterion::Order => "order",
        }
    }

    /// Returns what would be worse, to continue "because otherwise …".
    fn otherwise(self) -> &'static str {
        match self {
            Criterion::Legality => {
                "somebody would have no legal opponent, here or in the groups below"
            }
            Criterion::ByeScore => "the bye would go to a player with more points",
            Criterion::Pairs => "more players would have to float down",
            Criterion::FloaterScores => "a player with more points would float down",
            Criterion::NextGroup => "the next group could not be paired as well",
            Criterion::ByeGames => "the bye would go to a player who has played fewer games",
            Criterion::WideDifference => {
                "a topscorer or his opponent would get one side three times more than the other"
            }
            Criterion::ThirdRunning => {
                "a topscorer or his opponent would get the same side a third time running"
            }
            Criterion::Colours => "fewer players would get the side they should have",
            Criterion::StrongColours => {
                "more players who had one side more often would get it again"
            }
            Criterion::DownAgain => "a player would float down for the second time running",
            Criterion::UpAgain => "a player would float up for the second time running",
            Criterion::DownTwoAgo => "a player would float down again after two rounds",
            Criterion::UpTwoAgo => "a player would float up again after two rounds",
            Criterion::DownAgainDifference => {
                "a player who floated down in the last round would meet a weaker score"
            }
            Criterion::UpAgainDifference => {
                "a player who floated up in the last round would meet a higher score"
            }
            Criterion::DownTwoAgoDifference => {
                "a player who floated down two rounds ago would meet a weaker score"
            }
            Criterion::UpTwoAgoDifference => {
                "a player who floated up two rounds ago would meet a higher score"
            }
            Criterion::Order => "the pairing would be as good, but later in the order of the rules",
        }
    }
}

impl fmt::Display for Criterion {
    /// Writes half a sentence, to continue "because otherwise …".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.otherwise())
    }
}
