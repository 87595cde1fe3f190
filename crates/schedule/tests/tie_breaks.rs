//! Tie-breaks and standings.

#![allow(clippy::unwrap_used)]

mod crosstable;

use ayo_schedule::{
    Bye, Entry, PairedBy, ParseTieBreakError, Player, Points, Round, Tournament, TournamentDraft,
    parse_tie_breaks, read_trf, standings,
};
use crosstable::{draft, random_draft};

/// Returns the rank and the values of every player, by number.
fn table(tournament: &Tournament, paired_by: PairedBy, list: &str) -> Vec<(usize, Vec<String>)> {
    let list = parse_tie_breaks(list).unwrap();
    let mut rows = standings(tournament, tournament.rounds_paired(), paired_by, &list);
    rows.sort_by_key(|row| row.player);
    rows.into_iter()
        .map(|row| (row.rank, row.values.iter().map(ToString::to_string).collect()))
        .collect()
}

#[test]
fn worked_examples_agree() {
    let mut cases = 0;
    for case in include_str!("data/tie_breaks.txt").split("\n@ ").skip(1) {
        let (name, rest) = case.split_once('\n').unwrap();
        let (trf, rest) = rest.split_once("\n= ").unwrap();
        let (codes, players) = rest.split_once('\n').unwrap();
        let paired_by =
            if name.ends_with("swiss") { PairedBy::Swiss } else { PairedBy::RoundRobin };
        let tournament = read_trf(trf.as_bytes()).unwrap().tournament;
        let rows = table(&tournament, paired_by, &codes.replace(' ', ","));
        let numbers = tournament.players().iter().map(|player| player.number);
        let found = numbers
            .zip(rows)
            .map(|(number, (rank, values))| format!("- {number} {rank} {}", values.join(" ")));
        assert_eq!(
            found.collect::<Vec<_>>(),
            players.lines().collect::<Vec<_>>(),
            "{name}: {codes}"
        );
        cases += 1;
    }
    assert_eq!(cases, 36);
}

/// Compares rank and values of all players, each `rank:value,value`.
#[track_caller]
fn check(paired_by: PairedBy, players: &str, list: &str, expected: &str) {
    let tournament = Tournament::new(draft(players)).unwrap();
    let rows = table(&tournament, paired_by, list);
    let found: Vec<_> =
        rows.iter().map(|(rank, values)| format!("{rank}:{}", values.join(","))).collect();
    assert_eq!(found.join(" "), expected);
}

#[test]
fn equal_players_share_a_rank() {
    let swiss = PairedBy::Swiss;
    check(swiss, "2w1\n1b0\n4w1\n3b0\n.", "PTS", "1:1.0 3:0.0 1:1.0 3:0.0 3:0.0");
    check(swiss, "2w1\n1b0\n4w1\n3b0\n.", "PTS,TPN", "1:1.0,1 3:0.0,2 2:1.0,3 4:0.0,4 5:0.0,5");
    check(swiss, "", "PTS,DE,BH", "");
    check(swiss, ".", "PTS,DE,BH,SB,ARO", "1:0.0,0,0.0,0.00,0");
}

#[test]
fn direct_encounter_separates_the_tied() {
    let (swiss, round_robin) = (PairedBy::Swiss, PairedBy::RoundRobin);
    check(swiss, "2w1 Z\n1b0 F\nF U", "PTS,DE", "2:1.0,1 3:1.0,2 1:2.0,0");
    // A circle.
    check(swiss, "2w1 Z 3b0\n1b0 3w1 Z\nZ 2b0 1w1", "PTS,DE", "1:1.0,0 1:1.0,0 1:1.0,0");
    // A win by forfeit is no game in a Swiss, but one in a round robin.
    check(swiss, "2w+ Z\n1b- F\nF U", "PTS,DE", "2:1.0,0 2:1.0,0 1:2.0,0");
    check(round_robin, "2w+ Z\n1b- F\nF U", "PTS,DE", "2:1.0,1 3:1.0,2 1:2.0,0");
    // The third has met nobody and could still reach the first.
    check(swiss, "2w1 Z\n1b0 F\nZ U", "PTS,DE", "1:1.0,0 1:1.0,0 1:1.0,0");
    // Of several games against the same opponent the mean counts.
    check(swiss, "2w1 2b0\n1b0 1w1", "PTS,DE", "1:1.0,0 1:1.0,0");
    check(swiss, "2w1 2b0 2w1 Z\n1b0 1w1 1b0 F\nF F F U", "PTS,DE", "2:2.0,1 3:2.0,2 1:4.0,0");
}

#[test]
fn unplayed_rounds_count_by_article_16() {
    // The first leaves: his opponents count draws, his own dummies have his points.
    let players = "2w1 Z Z\n1b0 3w= 4w1\n4w= 2b= U\n3b= Z 2b0";
    let expected = "3:1.0,3.5,2.5 2:1.5,4.5,4.0 1:2.0,3.5,3.0 4:0.5,4.0,3.5";
    check(PairedBy::Swiss, players, "PTS,BH,BH/C1", expected);
}

#[test]
fn games_and_rounds_are_counted() {
    let list = "WIN,WON,BPG,BWG,REP,PS,PS/C1";
    let players = "2b1 2w+ U 2n1\n1w0 1b- Z 1n0";
    check(PairedBy::Swiss, players, list, "1:4,2,1,1,4,10.0,9.0 2:0,0,0,0,2,0.0,0.0");
}

#[test]
fn ratings_are_averaged() {
    let mut rated = draft("2w1 3b0 4w=\n1b0 Z Z\nZ 1w1 Z\nZ Z 1b=");
    [rated.players[1].rating, rated.players[2].rating] = [Some(1500), Some(1501)];
    let rows = table(&Tournament::new(rated).unwrap(), PairedBy::Swiss, "ARO,RTNG");
    let found: Vec<_> = rows.iter().map(|(_, values)| values.join(" ")).collect();
    assert_eq!(found, ["1501 0", "0 1500", "0 1501", "0 0"]);
}

#[track_caller]
fn parses(list: &str, printed: Result<&str, &str>) {
    let parsed = parse_tie_breaks(list);
    let found = parsed.map(|list| list.iter().map(ToString::to_string).collect::<Vec<_>>());
    let found = found.map(|list| list.join(",")).map_err(|error| error.to_string());
    assert_eq!(found, printed.map(str::to_string).map_err(str::to_string));
}

#[test]
fn the_system_decides_what_is_usual() {
    let usual = |system: &str| {
        let system = Some(system.to_string());
        let tournament = TournamentDraft { system, ..draft(".") };
        let paired_by = PairedBy::of(&Tournament::new(tournament).unwrap());
        let list = paired_by.default_tie_breaks().iter().map(ToString::to_string);
        list.collect::<Vec<_>>().join(",")
    };
    assert_eq!(usual("FIDE_DUTCH"), "PTS,DE,BH/C1,BH,SB,WON");
    assert_eq!(usual("BERGER_DOUBLEROUNDROBIN"), "PTS,DE,SB,WON");
}

#[test]
fn lists_are_read() {
    let all = "PTS,DE,BH,BH/C1,BH/C2,BH/M1,FB,FB/M2,SB,SB/C1,PS,PS/C3,WIN,WON,BPG,BWG,KS,ARO,REP,TPN,RTNG";
    parses(all, Ok(all));
    parses(" pts , bh/c1", Ok("PTS,BH/C1"));
    parses("BHC1", Err("`BHC1` is no tie-break; do you mean `BH`?"));
    parses("PST", Err("`PST` is no tie-break; do you mean `PTS`?"));
    parses("", Err("`` is no tie-break; do you mean `DE`?"));
    parses("PTS,", Err("`` is no tie-break; do you mean `DE`?"));
    let cut = "a cut looks like `BH/C1`, `BH/M1` or `PS/C1`";
    for (name, suffix) in [
        ("BH", "C0"),
        ("BH", "C100"),
        ("BH", "C+1"),
        ("SB", "X1"),
        ("SB", ""),
        ("PS", "M1"),
        ("WIN", "C1"),
        ("DE", "é"),
    ] {
        parses(
            &format!("{name}/{suffix}"),
            Err(&format!("`{name}` cannot have `/{suffix}`: {cut}")),
        );
    }
    parses("DE,PTS,DE", Err("`DE` is in the list twice"));
    let many: Vec<String> = (1..=33).map(|cut| format!("BH/C{cut}")).collect();
    assert_eq!(parse_tie_breaks(&many[..32].join(",")).unwrap().len(), 32);
    assert_eq!(parse_tie_breaks(&many.join(",")), Err(ParseTieBreakError::TooMany));
}

/// The definitions, slowly: no tables, every question asked again.
struct Naive<'a> {
    tournament: &'a Tournament,
    round_robin: bool,
}

impl Naive<'_> {
    fn rounds(&self) -> usize {
        self.tournament.rounds_paired()
    }

    fn entry(&self, player: &Player, round: usize) -> Entry {
        player.entry(Round::new(round).unwrap())
    }

    fn points(&self, player: &Player, round: usize) -> u64 {
        self.tournament.point_system().of(self.entry(player, round)).tenths().into()
    }

    fn opponent(&self, player: &Player, round: usize) -> Option<&Player> {
        let number = self.entry(player, round).opponent()?;
        self.tournament.players().iter().find(|other| other.number == number)
    }

    fn played(&self, player: &Player, round: usize) -> bool {
        match self.entry(player, round) {
            Entry::Played(_) => true,
            Entry::Forfeited(_) => self.round_robin,
            _ => false,
        }
    }

    fn wanted_to_play(&self, player: &Player, round: usize) -> bool {
        match self.entry(player, round) {
            Entry::Played(_) => true,
            Entry::Forfeited(forfeit) => forfeit.won,
            Entry::Bye(bye) => bye == Bye::PairingAllocated || bye == Bye::Full,
            Entry::Blank => false,
        }
    }

    fn adjusted(&self, player: &Player) -> u64 {
        let draw = u64::from(self.tournament.point_system().draw.tenths());
        (1..=self.rounds())
            .map(|round| {
                let gone = (round..=self.rounds()).all(|later| !self.wanted_to_play(player, later));
                let alone = self.opponent(player, round).is_none();
                if gone && alone && !self.round_robin { draw } else { self.points(player, round) }
            })
            .sum()
    }

    fn buchholz(&self, player: &Player) -> u64 {
        let draw = u64::from(self.tournament.point_system().draw.tenths());
        let own: u64 = (1..=self.rounds()).map(|round| self.points(player, round)).sum();
        (1..=self.rounds())
            .map(|round| match self.opponent(player, round) {
                Some(opponent) if self.played(player, round) => self.adjusted(opponent),
                Some(opponent) => own.min(self.adjusted(opponent)),
                None if self.round_robin => 0,
                None => own.min(draw * self.rounds() as u64),
            })
            .sum()
    }

    /// Returns the points from games with players of a group, twice met counted
    /// half, and the games that are missing; in units of 1/8400 of a point.
    fn against(&self, player: &Player, group: &[&Player]) -> (u64, u64) {
        let (mut score, mut missing) = (0, 0);
        for other in group.iter().filter(|other| other.number != player.number) {
            let met: Vec<usize> = (1..=self.rounds())
                .filter(|&round| self.played(player, round))
                .filter(|&round| {
                    self.opponent(player, round).is_some_and(|found| found.number == other.number)
                })
                .collect();
            let points: u64 = met.iter().map(|&round| self.points(player, round)).sum();
            match met.len() as u64 {
                0 if self.round_robin => {}
                0 => missing += 1,
                games => score += points * 840 / games,
            }
        }
        (score, missing)
    }

    /// Returns the players in order, those who stay tied together.
    fn direct_encounter<'b>(&self, group: Vec<&'b Player>) -> Vec<Vec<&'b Player>> {
        let win = u64::from(self.tournament.point_system().win.tenths());
        let score = |player: &Player| self.against(player, &group).0;
        let best = |player: &Player| score(player) + self.against(player, &group).1 * win * 840;
        let mut parts: Vec<Vec<&Player>> = Vec::new();
        if group.iter().all(|player| self.against(player, &group).1 == 0) {
            let mut scores: Vec<u64> = group.iter().map(|player| score(player)).collect();
            scores.sort_unstable();
            scores.dedup();
            for wanted in scores.into_iter().rev() {
                parts.push(group.iter().copied().filter(|p| score(p) == wanted).collect());
            }
        } else {
            let mut rest = group.clone();
            while let Some(first) = (0..rest.len()).find(|&first| {
                let others = rest.iter().filter(|other| other.number != rest[first].number);
                rest.len() > 1 && others.clone().all(|other| score(rest[first]) > best(other))
            }) {
                parts.push(vec![rest.remove(first)]);
            }
            parts.push(rest);
        }
        if parts.len() < 2 {
            return vec![group];
        }
        parts.into_iter().flat_map(|part| self.direct_encounter(part)).collect()
    }

    /// Returns the place of a player among those with the same points.
    fn place(&self, player: &Player) -> usize {
        let points = |player: &Player| self.tournament.points(player);
        let all = self.tournament.players().iter();
        let tied: Vec<&Player> = all.filter(|other| points(other) == points(player)).collect();
        let order = self.direct_encounter(tied);
        if order.len() == 1 {
            return 0;
        }
        let before = |part: &&Vec<&Player>| part.iter().all(|other| other.number != player.number);
        1 + order.iter().take_while(before).map(Vec::len).sum::<usize>()
    }
}

#[test]
fn slow_definitions_agree() {
    let mut separated = 0;
    for seed in 0..1_500 {
        let tournament = Tournament::new(random_draft(seed)).unwrap();
        for paired_by in [PairedBy::Swiss, PairedBy::RoundRobin] {
            let round_robin = paired_by == PairedBy::RoundRobin;
            let naive = Naive { tournament: &tournament, round_robin };
            let rows = table(&tournament, paired_by, "PTS,DE,BH");
            for (player, (_, values)) in tournament.players().iter().zip(rows) {
                let place = naive.place(player);
                let buchholz = Points::from_tenths(naive.buchholz(player) as u32);
                let slow = [place.to_string(), buchholz.to_string()];
                assert_eq!(values[1..], slow, "seed {seed}, {paired_by:?}, {}", player.number);
                separated += usize::from(place > 0);
            }
        }
    }
    assert!(separated > 100, "{separated} players were separated");
}
