"""Everything a bot for Ayoayo needs, in one file: the protocol and the rules.

    from ayoayo import Position, Turn, run

    def choose_move(position: Position, turn: Turn) -> int:
        return max(position.legal_moves(), key=lambda pit: position.pits[pit])

    run(choose_move, name="my-bot")

`run` speaks protocol.md, version 1, with the arena `ayo`: greeting, pings, ids,
flushing, unknown messages, broken lines, `quit` and the end of the input. Only
`choose_move` is yours. `print` is free to use: it goes to stderr, which the arena
keeps and never judges.

`Position` knows the rules, those of every preset: legal moves, relays that come to
an end and relays that do not, captures, the end of a game. Positions never change,
so a search needs no taking back:

    def value(position: Position, depth: int) -> int:
        if depth == 0 or position.is_over():
            return position.score()
        return max(-value(after, depth - 1) for _, after in position.children())

Pits are 0-11: South (side 0) owns 0-5, North (side 1) owns 6-11. Sowing goes to the
next number, and from 11 to 0; the opposite of pit `p` is `11 - p`.

What this file deliberately does not do: choose moves, keep time for you, or need
anything but Python 3.8 and its own library.
"""

from __future__ import annotations

import dataclasses
import json
import operator
import os
import random
import sys
from typing import Any, BinaryIO, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

__version__ = "0.1.0"
__all__ = [
    "LETTERS", "NORTH", "PRESETS", "RESIGN", "SOUTH",
    "Conversation", "Game", "IllegalMove", "Outcome", "Position", "Rules", "Sown", "Turn", "run",
]

SOUTH, NORTH = 0, 1
#: The letter of each pit, as in `CcAf`.
LETTERS = "ABCDEFabcdef"
#: What to return instead of a pit, to give the game up.
RESIGN = -1

_SEEDS = 48
_MAJORITY = 25
#: The longest line that is read, in bytes; those of the arena have at most 16,384.
_MAX_LINE_BYTES = 1 << 20
#: The longest `info` that is sent, in bytes of UTF-8: the arena keeps no longer one.
_MAX_INFO_BYTES = 512


# ---- Rules -------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Rules:
    """A rule set: a value for each option, by default those of Ayoayo."""

    #: "relay": a lap that ends in an occupied pit goes on; "single": one lap a move.
    sowing: str = "relay"
    #: "opposite": ending in an own empty pit; "two-three": making 2 or 3 over there.
    capture: str = "opposite"
    #: Whether the seed that captures is "taken" too, or "stays".
    capturing_seed: str = "taken"
    #: Who gets the rest when a side cannot move: its "opponent", or each its "own-side".
    leftovers: str = "opponent"
    #: Whether the game stops when a store reaches 25.
    majority: bool = True
    #: Taking the whole row: "allowed", "no-capture", "forbidden" or "leave-last".
    grand_slam: str = "allowed"
    #: The occurrence of a position that ends the game; 0 is never.
    repetition: int = 3
    #: Who gets the rest then: "nobody", or each its "own-side".
    repetition_award: str = "nobody"
    #: After how many plies the game ends.
    max_plies: int = 1000

    @staticmethod
    def from_options(options: Mapping[str, Any]) -> Rules:
        """Returns the rules of `hello`; options that are not known are left out."""
        known = {field.name for field in dataclasses.fields(Rules)}
        return Rules(**{name: value for name, value in options.items() if name in known})


_OWARE = Rules(
    sowing="single", capture="two-three", grand_slam="no-capture",
    leftovers="own-side", repetition_award="own-side",
)

#: All presets of the arena by name.
PRESETS: Dict[str, Rules] = {
    "ayoayo": Rules(),
    "ayoayo-full-count": Rules(majority=False),
    "ayoayo-seed-stays": Rules(capturing_seed="stays"),
    "ayoayo-own-side": Rules(leftovers="own-side"),
    "oware": _OWARE,
    "oware-slam-allowed": dataclasses.replace(_OWARE, grand_slam="allowed"),
    "oware-slam-forbidden": dataclasses.replace(_OWARE, grand_slam="forbidden"),
    "oware-slam-leave-last": dataclasses.replace(_OWARE, grand_slam="leave-last"),
}


class IllegalMove(ValueError):
    """A move that may not be played. `reason` is one word:
    "empty", "endless", "grand-slam" or "starves"."""

    def __init__(self, pit: int, reason: str) -> None:
        super().__init__(f"pit {pit} may not be sown: {reason}")
        self.pit = pit
        self.reason = reason


class Outcome(NamedTuple):
    """How a game ended."""

    #: "majority", "no_moves", "repetition" or "ply_limit".
    reason: str
    #: The final count, South's first.
    stores: Tuple[int, int]

    @property
    def winner(self) -> Optional[int]:
        """The side with more seeds; None for a draw."""
        south, north = self.stores
        return None if south == north else int(north > south)


class Sown(NamedTuple):
    """What a move did."""

    position: Position
    #: Seeds that went to the mover's store.
    captured: int
    #: The pit in which the last seed fell.
    end: int
    #: Laps sown, at least 1.
    laps: int


# ---- Sowing ------------------------------------------------------------------
#
# Inside, a board is one integer with a byte for each pit, pit 0 lowest. A whole lap
# is then one addition of a number from a table, several times as fast as a loop
# over its seeds, and two boards are compared at once.

_ROW = 0xFFFF_FFFF_FFFF
_ROWS = (_ROW, _ROW << 48)


def _lap(origin: int, seeds: int) -> Tuple[int, int]:
    """Returns what a lap adds to the board, and the pit in which it ends."""
    change, pit = -(seeds << 8 * origin), origin
    while seeds > 0:
        pit = (pit + 1) % 12
        if pit != origin:  # A lap skips the pit it was lifted from, on every pass.
            change += 1 << 8 * pit
            seeds -= 1
    return change, pit


_LAPS = [[_lap(origin, seeds) for seeds in range(_SEEDS + 1)] for origin in range(12)]

#: Laps sown before the first look for a circle; hardly a relay has more.
_TRUSTED_LAPS = 64


def _relay(board: int, pit: int) -> Optional[Tuple[int, int, int]]:
    """Sows laps until one ends in an empty pit; None when none ever does.

    Returns the board, the last pit and the number of laps. A relay is endless exactly
    when pits and last pit are as they were after an earlier lap. One earlier state
    is remembered, anew after 1, 2, 4, 8, ... laps (Brent's method), so that relays of
    thousands of laps are no burden.
    """
    seeds = board >> (pit << 3) & 63
    laps, remembered, renew_at = 0, (0, -1), _TRUSTED_LAPS
    while True:
        change, pit = _LAPS[pit][seeds]
        board += change
        laps += 1
        seeds = board >> (pit << 3) & 63
        if seeds == 1:
            return board, pit, laps
        if laps > _TRUSTED_LAPS and remembered == (board, pit):
            return None
        if laps == renew_at:
            remembered, renew_at = (board, pit), 2 * renew_at


class Position:
    """Where the seeds are, and who is to move. It never changes."""

    __slots__ = ("rules", "stores", "turn", "_board", "_legal")

    #: The rules by which it is played.
    rules: Rules
    #: Seeds won by South and by North.
    stores: Tuple[int, int]
    #: The side to move: SOUTH or NORTH.
    turn: int

    def __init__(
        self, pits: Sequence[int], stores: Sequence[int] = (0, 0), turn: int = SOUTH,
        rules: Rules = PRESETS["ayoayo"],
    ) -> None:
        """Makes a position of seeds in 12 pits and 2 stores.

        Raises ValueError unless these are counts of 48 seeds in all.
        """
        if len(pits) != 12 or len(stores) != 2 or turn not in (SOUTH, NORTH):
            raise ValueError("a position has 12 pits, 2 stores, and 0 or 1 to move")
        seeds = [operator.index(count) for count in (*pits, *stores)]
        if min(seeds) < 0 or sum(seeds) != _SEEDS:
            raise ValueError(f"pits and stores hold {sum(seeds)} seeds, not {_SEEDS}")
        self.rules = rules
        self.stores = (seeds[12], seeds[13])
        self.turn = turn
        self._board = int.from_bytes(bytes(seeds[:12]), "little")
        self._legal: Optional[List[int]] = None

    @staticmethod
    def start(rules: Rules = PRESETS["ayoayo"]) -> Position:
        """Returns the position in which a game begins."""
        return Position([4] * 12, rules=rules)

    @staticmethod
    def parse(text: str, rules: Rules = PRESETS["ayoayo"]) -> Position:
        """Reads a position as `ayo explain` does: `4.4.4.4.4.4/4.4.4.4.4.4 0-0 S`.

        Raises ValueError when it is none.
        """
        try:
            rows, stores, turn = text.split()
            south, north = rows.split("/")
            pits = [int(count) for row in (south, north) for count in row.split(".")]
            counts = [int(count) for count in stores.split("-")]
            return Position(pits, counts, {"S": SOUTH, "N": NORTH}[turn], rules)
        except (KeyError, ValueError) as error:
            raise ValueError(f"`{text}` is no position: {error}") from None

    def __str__(self) -> str:
        pits = [str(seeds) for seeds in self.pits]
        south, north = ".".join(pits[:6]), ".".join(pits[6:])
        return f"{south}/{north} {self.stores[0]}-{self.stores[1]} {'SN'[self.turn]}"

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self._key() == other._key() and self.rules == other.rules

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> Tuple[int, Tuple[int, int], int]:
        return self._board, self.stores, self.turn

    @property
    def pits(self) -> Tuple[int, ...]:
        """The seeds in pits 0-11."""
        return tuple(self._board.to_bytes(12, "little"))

    def row(self, side: int) -> Tuple[int, ...]:
        """Returns the seeds in the six pits of a side."""
        return self.pits[6 * side : 6 * side + 6]

    def legal_moves(self) -> List[int]:
        """Returns the pits that may be sown, rising; none when the game is over."""
        if self._legal is None:
            self._legal = [pit for pit, _ in self.children()]
        return list(self._legal)

    def children(self) -> List[Tuple[int, Position]]:
        """Returns every legal move with the position after it; none when the game is over."""
        if self._has_majority():
            return []
        own = range(6 * self.turn, 6 * self.turn + 6)
        tried = ((pit, self._try(pit)) for pit in own)
        return [(pit, sown.position) for pit, sown in tried if isinstance(sown, Sown)]

    def play(self, pit: int) -> Position:
        """Returns the position after sowing a pit; raises IllegalMove."""
        return self.sow(pit).position

    def sow(self, pit: int) -> Sown:
        """Returns all that sowing a pit does; raises IllegalMove.

        After the end of the game every move is illegal, as if its pit were empty.
        """
        sown = "empty" if self._has_majority() else self._try(pit)
        if isinstance(sown, str):
            raise IllegalMove(pit, sown)
        return sown

    def why_illegal(self, pit: int) -> Optional[str]:
        """Returns why a pit may not be sown, as in IllegalMove; None if it may."""
        sown = "empty" if self._has_majority() else self._try(pit)
        return sown if isinstance(sown, str) else None

    def is_over(self) -> bool:
        """Returns whether the game is over here. Repetitions need a Game to be seen."""
        if self._has_majority():
            return True
        own = range(6 * self.turn, 6 * self.turn + 6)
        return not any(isinstance(self._try(pit), Sown) for pit in own)

    def outcome(self) -> Optional[Outcome]:
        """Returns how the game ended; None if it goes on."""
        if self._has_majority():
            return Outcome("majority", self.stores)
        if not self.is_over():
            return None
        south, north = self.stores
        if self.rules.leftovers == "own-side":
            return Outcome("no_moves", self._with_own_sides())
        rest = _SEEDS - south - north
        # To the opponent of the side that cannot move.
        stores = (south, north + rest) if self.turn == SOUTH else (south + rest, north)
        return Outcome("no_moves", stores)

    def score(self, side: Optional[int] = None) -> int:
        """Returns by how many seeds a side is ahead: by default the side to move.

        When the game is over, what is left on the board is counted as the rules say.
        """
        outcome = self.outcome()
        south, north = outcome.stores if outcome else self.stores
        return south - north if (self.turn if side is None else side) == SOUTH else north - south

    def _has_majority(self) -> bool:
        return self.rules.majority and max(self.stores) >= _MAJORITY

    def _with_own_sides(self) -> Tuple[int, int]:
        return self.stores[0] + sum(self.row(SOUTH)), self.stores[1] + sum(self.row(NORTH))

    def _try(self, pit: int) -> Sown | str:
        """Returns what a move does, or why it is illegal. Majority is not looked at."""
        board, turn, rules = self._board, self.turn, self.rules
        if not 0 <= pit < 12 or pit // 6 != turn or board >> (pit << 3) & 63 == 0:
            return "empty"
        sown = _relay(board, pit) if rules.sowing == "relay" else self._single(pit)
        if sown is None:
            return "endless"
        after, end, laps = sown
        taken = self._taken(after, end)
        if taken is None:
            return "grand-slam"
        captured = 0
        if taken:
            captured = sum(taken.to_bytes(12, "little"))
            after -= taken
        opponent_row = _ROWS[1 - turn]
        if not board & opponent_row and not after & opponent_row:
            return "starves"
        south, north = self.stores
        child = Position.__new__(Position)
        child.rules = rules
        child.stores = (south + captured, north) if turn == SOUTH else (south, north + captured)
        child.turn = 1 - turn
        child._board = after
        child._legal = None
        return Sown(child, captured, end, laps)

    def _single(self, pit: int) -> Tuple[int, int, int]:
        change, end = _LAPS[pit][self._board >> (pit << 3) & 63]
        return self._board + change, end, 1

    def _taken(self, board: int, end: int) -> Optional[int]:
        """Returns the seeds that a move captures, as a board with these only; None for a
        grand slam that is forbidden."""
        if self.rules.capture == "opposite":
            own_empty = end // 6 == self.turn and board >> (end << 3) & 63 == 1
            last = 63 << 8 * (11 - end)
            taken = board & last if own_empty else 0
        else:
            last = 63 << 8 * end
            taken = self._twos_and_threes(board, end)
        if not taken:
            return 0
        if self.rules.grand_slam != "allowed" and taken == board & _ROWS[1 - self.turn]:
            if self.rules.grand_slam == "forbidden":
                return None
            taken = 0 if self.rules.grand_slam == "no-capture" else taken & ~last
        if taken and self.rules.capture == "opposite" and self.rules.capturing_seed == "taken":
            taken |= 1 << 8 * end
        return taken

    def _twos_and_threes(self, board: int, end: int) -> int:
        """Returns the unbroken run of twos and threes in the opponent's row, up to `end`."""
        taken, first = 0, 6 * (1 - self.turn)
        while first <= end < first + 6 and board >> (end << 3) & 63 in (2, 3):
            taken |= board & 63 << 8 * end
            end -= 1
        return taken


class Game:
    """A game move by move, with what needs its history: repetition and the ply limit."""

    def __init__(self, position: Optional[Position] = None) -> None:
        """Begins at a position, by default at the start of Ayoayo."""
        self.position = position or Position.start()
        #: The moves so far.
        self.moves: List[int] = []
        #: How it ended; None while it goes on.
        self.outcome: Optional[Outcome] = None
        self._occurrences: Dict[Position, int] = {}
        self._arrive()

    def play(self, pit: int) -> Sown:
        """Plays a move; raises IllegalMove, and nothing has changed then."""
        if self.outcome:
            raise IllegalMove(pit, "empty")
        sown = self.position.sow(pit)
        self.position = sown.position
        self.moves.append(pit)
        self._arrive()
        return sown

    def _arrive(self) -> None:
        rules = self.position.rules
        count = self._occurrences[self.position] = self._occurrences.get(self.position, 0) + 1
        self.outcome = self.position.outcome()
        if self.outcome:
            return
        if 0 < rules.repetition <= count:
            self.outcome = self._stopped("repetition")
        elif len(self.moves) >= rules.max_plies:
            self.outcome = self._stopped("ply_limit")

    def _stopped(self, reason: str) -> Outcome:
        own_side = self.position.rules.repetition_award == "own-side"
        return Outcome(reason, self.position._with_own_sides() if own_side else self.position.stores)


# ---- Protocol ----------------------------------------------------------------


@dataclasses.dataclass
class Turn:
    """What else there is to know when a move is asked for."""

    #: Your side, which is to move: SOUTH or NORTH.
    side: int
    #: Moves made so far, those of the opening included.
    ply: int
    #: The move before this one; None at the very start.
    last: Optional[int]
    #: Every legal move, as the arena sees it.
    legal: List[int]
    #: Time left for South and for North, in milliseconds.
    clock_ms: Tuple[int, int]
    #: Limit for this move alone, in milliseconds; None when there is none.
    move_ms: Optional[int]
    #: What each move adds to a clock, in milliseconds; None without a clock for the game.
    increment_ms: Optional[int]
    game_id: str
    #: The opponent's name; any text of at most 64 characters.
    opponent: str
    #: Random numbers that follow from the game's seed, so that it can be played again.
    random: random.Random
    #: Sent along with the move for people and tools: score, depth, nodes, pv, text. The
    #: arena keeps 512 bytes of JSON a move: `text`, and then `pv`, are cut to fit.
    info: Dict[str, Any] = dataclasses.field(default_factory=dict)

    @staticmethod
    def at(position: Position) -> Turn:
        """Returns a turn with time enough, to test a bot with."""
        return Turn(
            side=position.turn, ply=0, last=None, legal=position.legal_moves(), clock_ms=(10_000, 10_000),
            move_ms=None, increment_ms=100, game_id="test", opponent="test", random=random.Random(0),
        )

    @property
    def seconds(self) -> float:
        """The time allowed for this move, in seconds. Use less: the next one needs some too."""
        clock_ms = self.clock_ms[self.side]
        return (clock_ms if self.move_ms is None else min(clock_ms, self.move_ms)) / 1000


#: Returns the pit to sow, or RESIGN.
ChooseMove = Callable[[Position, Turn], int]


class Conversation:
    """A bot's half of the protocol, without pipes: lines in, lines out."""

    def __init__(
        self, choose_move: ChooseMove, *, name: str,
        author: Optional[str] = None, version: Optional[str] = None,
    ) -> None:
        self._choose_move = choose_move
        self._hello: Dict[str, Any] = {"protocol": 1, "name": name}
        if author is not None:
            self._hello["author"] = author
        if version is not None:
            self._hello["version"] = version
        self._rules = Rules()
        self._game: Dict[str, Any] = {}
        self._random = random.Random(0)
        #: Whether the arena has asked the bot to exit.
        self.over = False

    def answer(self, line: bytes) -> Optional[str]:
        """Returns the line to send for a line, without its end; None when none is owed.

        A line that makes no sense is ignored. What `choose_move` raises is passed on.
        """
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            return None
        if not isinstance(message, dict):
            return None
        kind, id = message.get("type"), message.get("id")
        if kind == "quit":
            self.over = True
        elif kind == "new_game":
            self._begin(message)
        # No id, no answer; nor to `error`.
        if kind in ("quit", "error") or not _is_integer(id):
            return None
        reply = self._reply(kind, message)
        return None if reply is None else _line({**reply, "id": id})

    def _reply(self, kind: Any, message: Dict[str, Any]) -> Optional[Dict[str, Any]]:
        if kind == "hello":
            options = message.get("rules")
            self._rules = Rules.from_options(options if isinstance(options, dict) else {})
            return {"type": "hello", **self._hello}
        if kind == "go":
            return self._move(message)
        if kind == "ping":
            return {"type": "pong"}
        text = "this bot does not know that type"
        return {"type": "error", "code": "unknown_type", "message": text}

    def _begin(self, message: Dict[str, Any]) -> None:
        self._game = message
        seed = message.get("seed")
        self._random = random.Random(seed if _is_integer(seed) else 0)

    def _move(self, message: Dict[str, Any]) -> Optional[Dict[str, Any]]:
        try:
            position, turn = self._read_go(message)
        except (KeyError, TypeError, ValueError) as error:
            print(f"ayoayo: a `go` that cannot be read is ignored: {error!r}", file=sys.stderr)
            return None
        # A number of another library too, but nothing that is no integer.
        pit = operator.index(self._choose_move(position, turn))
        move: Dict[str, Any] = {"type": "move"}
        if pit == RESIGN:
            move["resign"] = True
        else:
            move["pit"] = pit
        info = _sendable(turn.info)
        if info:
            move["info"] = info
        return move

    def _read_go(self, message: Dict[str, Any]) -> Tuple[Position, Turn]:
        position = Position(message["pits"], message["stores"], message["turn"], self._rules)
        if message.get("legal"):
            # The arena has the last word, under rules that this file does not know too.
            position._legal = [operator.index(pit) for pit in message["legal"]]
        time = self._game.get("time")
        south_ms, north_ms = message["clock_ms"]
        return position, Turn(
            side=position.turn,
            ply=message.get("ply", 0),
            last=message.get("last"),
            legal=position.legal_moves(),
            clock_ms=(south_ms, north_ms),
            move_ms=message.get("move_ms"),
            increment_ms=time.get("increment_ms") if isinstance(time, dict) else None,
            game_id=str(message.get("game_id", "")),
            opponent=str(self._game.get("opponent", "")),
            random=self._random,
        )


def _line(message: Dict[str, Any]) -> str:
    """Returns a message as text; raises ValueError for NaN and infinity, which are no JSON."""
    return json.dumps(message, separators=(",", ":"), allow_nan=False)


def _sendable(info: Dict[str, Any]) -> Dict[str, Any]:
    """Returns what of this goes along with a move: it is not worth losing a game."""
    try:
        if _info_bytes(info) <= _MAX_INFO_BYTES:
            return info
        info = _shortened(_shortened(info, "text", str, "…"), "pv", list, [])
        if _info_bytes(info) <= _MAX_INFO_BYTES:
            return info
        print(f"ayoayo: `info` is left out, it has more than {_MAX_INFO_BYTES} bytes", file=sys.stderr)
    except (RecursionError, TypeError, ValueError) as error:
        print(f"ayoayo: `info` is left out, it is no JSON: {error}", file=sys.stderr)
    return {}


def _info_bytes(info: Dict[str, Any]) -> int:
    """Returns the size that the arena counts; half of a surrogate pair is a ValueError."""
    text = json.dumps(info, separators=(",", ":"), allow_nan=False, ensure_ascii=False)
    return len(text.encode("utf-8"))


def _shortened(info: Dict[str, Any], member: str, kind: type, end: Any) -> Dict[str, Any]:
    """Returns this with as much of a member as has room, and `end` behind it; at least that."""
    whole = info.get(member)
    if not isinstance(whole, kind) or _info_bytes(info) <= _MAX_INFO_BYTES:
        return info
    low, high = 0, min(len(whole), _MAX_INFO_BYTES)
    while low < high:
        middle = (low + high + 1) // 2
        if _info_bytes({**info, member: whole[:middle] + end}) <= _MAX_INFO_BYTES:
            low = middle
        else:
            high = middle - 1
    return {**info, member: whole[:low] + end}


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def run(
    choose_move: ChooseMove, *, name: str = "ayoayo-bot",
    author: Optional[str] = None, version: Optional[str] = None,
) -> None:
    """Plays until the arena says `quit` or is gone; call it last.

    `choose_move` is called for every move with the position and the Turn, and returns
    the pit to sow, or RESIGN. What it raises ends the bot with a traceback,
    which the arena keeps with the game that is lost by it.
    """
    conversation = Conversation(choose_move, name=name, author=author, version=version)
    stdin: BinaryIO = sys.stdin.buffer
    sys.stdout.flush()
    out = os.dup(1)
    # Whatever prints from here on, libraries in C too, prints to stderr.
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    while not conversation.over:
        line = stdin.readline(_MAX_LINE_BYTES)
        if not line:
            return
        reply = conversation.answer(line)
        if reply is not None and not _send(out, reply):
            return


def _send(out: int, line: str) -> bool:
    """Writes a whole line at once; returns whether somebody is there to read it."""
    rest = (line + "\n").encode()
    try:
        while rest:
            rest = rest[os.write(out, rest) :]
    except BrokenPipeError:
        return False
    return True
