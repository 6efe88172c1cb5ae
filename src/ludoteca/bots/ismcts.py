"""The bot that searches before it chooses."""

from __future__ import annotations

from typing import Any, Final

from ludoteca.bots.bot import Bot, Deed, Perspective
from ludoteca.bots.search import Search
from ludoteca.bots.search_report import SearchReport
from ludoteca.bots.settings import SearchSettings, settings_for
from ludoteca.bots.tree import Node
from ludoteca.kernel.actions import Action
from ludoteca.kernel.game import Game
from ludoteca.kernel.source import Source
from ludoteca.kernel.state import CHANCE

UNLIMITED: Final = -1.0


class Ismcts(Bot):
    """Searches with the game's own settings, or with given ones, until its iterations or seconds are spent.

    `iterations` 0 and negative `seconds` are no limit; at least one of them must be one. The part of the tree
    that still holds is kept for the next decision of the same match. `last` explains the last choice.
    """

    def __init__(
        self, iterations: int = 0, seconds: float = UNLIMITED, settings: SearchSettings | None = None
    ) -> None:
        assert iterations > 0 or seconds >= 0.0, "a search needs a limit"
        self.iterations = iterations
        self.seconds = seconds
        self.settings = settings
        self.last: SearchReport | None = None
        self._game: Game[Any] | None = None
        self._used: SearchSettings | None = settings
        self._root: Node | None = None
        self._story: tuple[Deed, ...] = ()
        self._seat = -1

    def choose(self, perspective: Perspective, source: Source) -> Action:
        options = perspective.worth_weighing
        return options[0] if len(options) == 1 else self.think(perspective, source).choice

    def seconds_for(self, perspective: Perspective) -> float:
        if self.iterations or perspective.routine is not None or not perspective.telling:
            return 0.0
        return self.seconds

    def think(self, perspective: Perspective, source: Source) -> SearchReport:
        """Search, and say what was found out about every option."""
        settings = self.settings_of(perspective.game)
        search = Search(perspective, settings, source, self._kept(perspective, settings))
        report = self.searched(perspective, search, source)
        self._keep(perspective, search.root)
        self.last = report
        return report

    def searched(self, perspective: Perspective, search: Search, source: Source) -> SearchReport:
        """Let the search run until the budget is spent."""
        search.run(self.iterations, self.seconds)
        return search.report()

    def settings_of(self, game: Game[Any]) -> SearchSettings:
        used = self._used
        if used is None or (self.settings is None and self._game is not game):
            used = self._used = settings_for(game)
            self._root = None
        self._game = game
        return used

    # The tree kept between decisions

    def _keep(self, perspective: Perspective, root: Node) -> None:
        root.hand_down(perspective.seats)
        self._root = root if perspective.story else None
        self._story = perspective.story
        self._seat = perspective.seat

    def _kept(self, perspective: Perspective, settings: SearchSettings) -> Node | None:
        """The part of the last tree that lies after what happened since, if the match is the same."""
        node = self._root
        before = len(self._story)
        story = perspective.story
        if node is None or perspective.seat != self._seat or not before or len(story) <= before:
            return None
        if story[:before] != self._story:
            return None
        for actor, action in story[before:]:
            if node is None:
                return None
            if actor == CHANCE:
                if action is not None and settings.outcomes:
                    node = node.after_outcome(action.index, settings.outcomes)
            elif action is None:
                node = node.unseen
            else:
                arm = node.arms.get(action.index)
                node = arm.node if arm is not None else None
        return node
