"""Games for two as environments of PettingZoo, in which agents move in turn (AEC)."""

from typing import Any

from perfectplay.base.errors import InputError, UnsupportedError
from perfectplay.base.loading import loading
from perfectplay.interop.numbered import NumberedGame
from perfectplay.model.problem import Problem


def env(
    problem: Problem | str, render_mode: str | None = None, *, objective: str = "", most_moves: int | None = None
) -> Any:
    """Return a game for two as an environment, wrapped as those of `pettingzoo.classic` are.

    An action is the number of a move in `env.unwrapped.game.moves`; the observation has the legal ones as
    `action_mask`.  An illegal action ends the game, and costs what a player can lose at most.  A play of `most_moves`
    is truncated.
    """
    try:
        with loading():
            from pettingzoo.utils import wrappers

            from perfectplay.interop.pettingzoo_env import RENDER_MODES, GameEnv
    except ImportError:
        raise UnsupportedError("environments need PettingZoo: pip install 'perfectplay[pettingzoo]'") from None
    if render_mode not in (None, *RENDER_MODES):
        raise InputError(f"no render_mode {render_mode!r:.40}; there are {' and '.join(RENDER_MODES)}")
    game = NumberedGame(problem, objective, most_moves)
    wrapped = wrappers.TerminateIllegalWrapper(GameEnv(game, render_mode), illegal_reward=-(game.most_reward or 1))
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))
