"""The environment of PettingZoo that plays any game for two."""

from typing import Any

import numpy as np
from gymnasium import logger, spaces
from pettingzoo import AECEnv

from perfectplay.interop.numbered import NumberedGame

RENDER_MODES = ("human", "ansi")


class GameEnv(AECEnv):
    """Two agents, `player_0` and `player_1`; the first moves first.

    What an agent observes is a dictionary as in `pettingzoo.classic`: `observation` is the vector of `Play.vector`,
    and `action_mask` has a 1 for each legal action, and none while the other agent is to move.
    """

    possible_agents = ["player_0", "player_1"]  # noqa: RUF012 - so does PettingZoo

    def __init__(self, game: NumberedGame, render_mode: str | None) -> None:
        super().__init__()
        self.game = game
        self.render_mode = render_mode
        self.metadata = {
            "name": game.problem.spec or game.problem.family,
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.action_spaces = {agent: spaces.Discrete(len(game.moves)) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, game.most_mark, (game.vector_size,), np.uint8),
                    "action_mask": spaces.Box(0, 1, (len(game.moves),), np.int8),
                }
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    @property
    def position(self) -> Any:
        """The position on the board, for an oracle or a player of perfectplay."""
        return self.play.position

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin anew; nothing here is left to chance, so a seed has no effect, and there are no options."""
        self.play = self.game.begin()
        self.agents = list(self.possible_agents)
        self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        observer = self.possible_agents.index(agent)
        mask = np.zeros(len(self.game.moves), np.int8)
        if observer == self.play.mover:
            mask[self.play.legal] = 1
        return {"observation": np.array(self.play.vector(observer), np.uint8), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0
        self.play = self.play.after(int(action))
        self.rewards = dict(zip(self.agents, self.play.rewards, strict=True))
        self.terminations = dict.fromkeys(self.agents, self.play.is_over)
        self.truncations = dict.fromkeys(self.agents, self.play.is_cut_off)
        self.agent_selection = self.agents[self.play.mover]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Return the board as text in the mode `ansi`, print it in the mode `human`."""
        if self.render_mode is None:
            logger.warn("nothing is rendered: the environment was made without a render_mode")
            return None
        board = self.game.board(self.position)
        if self.render_mode == "ansi":
            return board
        print(board, end="\n\n")
        return None

    def close(self) -> None:
        """There is no window to close."""
