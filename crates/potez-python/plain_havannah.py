"""Havannah in plain Python, straight from the rules: slow and obvious.

It shares nothing with the package; tests hold one against the other, `bench.py` compares their speed.
"""

from __future__ import annotations

NEIGHBOURS = [(-1, -1), (0, -1), (1, 0), (1, 1), (0, 1), (-1, 0)]


class PlainState:
    """A game in progress, with the names that OpenSpiel has for everything."""

    def __init__(self, size: int):
        last = 2 * size - 2
        # Rules 1.1 and 1.2: the cells in reading order.
        self.cells = [(x, y) for y in range(last + 1) for x in range(last + 1) if abs(x - y) < size]
        # Rule 1.4: corners, and the edges between them.
        middle = size - 1
        ring = [(0, 0), (middle, 0), (last, middle), (last, last), (middle, last), (0, middle)]
        self.corners = set(ring)
        edges = [lambda x, y: y == 0, lambda x, y: x - y == middle, lambda x, y: x == last]
        edges += [lambda x, y: y == last, lambda x, y: y - x == middle, lambda x, y: x == 0]
        self.edges = [{c for c in self.cells if edge(*c) and c not in self.corners} for edge in edges]
        self.around = {(x, y): [(x + dx, y + dy) for dx, dy in NEIGHBOURS] for x, y in self.cells}
        self.rim = self.corners.union(*self.edges)
        self.stones: dict[tuple[int, int], int] = {}
        self.turn = 0
        self.winner: int | None = None
        self.how: list[str] = []

    def legal_actions(self) -> list[int]:
        if self.is_terminal():
            return []
        return [number for number, cell in enumerate(self.cells) if cell not in self.stones]

    def is_terminal(self) -> bool:
        return self.winner is not None or len(self.stones) == len(self.cells)

    def returns(self) -> list[float]:
        return [0.0, 0.0] if self.winner is None else [1.0, -1.0] if self.winner == 0 else [-1.0, 1.0]

    def reason(self) -> str | None:
        return "+".join(self.how) or ("full-board" if self.is_terminal() else None)

    def apply_action(self, action: int) -> None:
        cell = self.cells[action]
        self.stones[cell] = self.turn
        chain = self.flood({cell}, lambda other: self.stones.get(other) == self.turn)
        # Rules 3.1 to 3.3.
        if len(chain & self.corners) >= 2:
            self.how.append("bridge")
        if sum(1 for edge in self.edges if chain & edge) >= 3:
            self.how.append("fork")
        if self.is_ring(chain):
            self.how.append("ring")
        if self.how:
            self.winner = self.turn
        self.turn = 1 - self.turn

    def is_ring(self, chain: set[tuple[int, int]]) -> bool:
        """Something is cut off from the rim by the chain, or a stone has six others of it around it."""
        outside = self.flood(self.rim - chain, lambda cell: cell not in chain)
        full = any(all(other in chain for other in self.around[cell]) for cell in chain)
        return full or len(outside) + len(chain) < len(self.cells)

    def flood(self, start, inside) -> set[tuple[int, int]]:
        """All cells that are reached from some over such that are inside."""
        seen, waiting = set(start), list(start)
        while waiting:
            for other in self.around[waiting.pop()]:
                if other in self.around and other not in seen and inside(other):
                    seen.add(other)
                    waiting.append(other)
        return seen
