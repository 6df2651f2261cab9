"""What can go wrong, each with the code of the rules' own reason."""

from __future__ import annotations


class PotezError(ValueError):
    """Something was asked for that does not exist or is not allowed.

    `code` is stable, such as ``cell-taken``; the sentence is for people.
    """

    def __init__(self, message: str, code: str = "bad-request", details: dict[str, str] | None = None):
        super().__init__(message)
        self.code = code
        self.details: dict[str, str] = details or {}

    def __reduce__(self) -> tuple[type[PotezError], tuple[str, str, dict[str, str]]]:
        return type(self), (str(self), self.code, self.details)


class IllegalMove(PotezError):
    """The rules forbid the move here; the message says why.

    >>> import potez
    >>> state = potez.load_game("havannah:size=3").new_initial_state()
    >>> state.apply_move("c3")
    >>> try:
    ...     state.apply_move("c3")
    ... except potez.IllegalMove as error:
    ...     print(error.code, "-", error)
    cell-taken - `c3` is taken
    """


class GameOver(IllegalMove):
    """The game has ended: no move is possible any more."""


def of_message(kind: str, code: str, english: str, details: list[tuple[str, str]]) -> PotezError:
    """The exception of a message of the native part."""
    classes = {"illegal-move": IllegalMove, "game-over": GameOver}
    return classes.get(kind, PotezError)(english, code, dict(details))
