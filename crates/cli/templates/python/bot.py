"""__NAME__, a bot for Ayoayo: wins as many seeds as it can with each move."""

from ayoayo import Position, Turn, run


def choose_move(position: Position, turn: Turn) -> int:
    """Returns the pit to sow: the one that captures most, the first of equals."""
    return max(position.legal_moves(), key=lambda pit: position.sow(pit).captured)


if __name__ == "__main__":
    run(choose_move, name="__NAME__")
