"""The game, the state and the observer of OpenSpiel that stand for any game for two."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from perfectplay.base.errors import InputError
from perfectplay.interop.numbered import NumberedGame
from perfectplay.model.game_for_two import WIN

_registered: dict[str, NumberedGame] = {}


def registered_game(name: str, numbered: NumberedGame) -> "SpielGame":
    """Return the game of a name, which is made known to OpenSpiel if it is not yet; InputError if that is another."""
    if _registered.get(name) != numbered:
        if name in pyspiel.registered_names():
            raise InputError(f"OpenSpiel has another game of the name {name[:60]!r}; give this one another by name=")
        kind = _game_type(name, numbered)
        pyspiel.register_game(kind, GameMaker(kind, numbered))
        _registered[name] = numbered
    game = pyspiel.load_game(name)
    assert isinstance(game, SpielGame)
    return game


def _game_type(name: str, numbered: NumberedGame) -> Any:
    """Return what OpenSpiel has to know to list a game."""
    kind = pyspiel.GameType
    rewards = kind.RewardModel.TERMINAL if numbered.objective == WIN else kind.RewardModel.REWARDS
    return kind(
        short_name=name,
        long_name=f"{numbered.problem.spec} of perfectplay, by {numbered.objective}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=rewards,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )


class SpielGame(pyspiel.Game):
    """A game whose plays can go on for so many moves and no more."""

    def __init__(self, kind: Any, numbered: NumberedGame, parameters: Mapping[str, Any]) -> None:
        assert numbered.longest is not None and numbered.most_reward is not None
        most = float(max(1, numbered.most_reward))
        sizes = pyspiel.GameInfo(
            num_distinct_actions=len(numbered.moves),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=numbered.longest,
        )
        super().__init__(kind, sizes, parameters)
        self.numbered = numbered

    def __reduce__(self) -> tuple[Any, ...]:
        return registered_game, (self.get_type().short_name, self.numbered)

    def new_initial_state(self, state: None = None) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return SpielObserver(self.numbered, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class GameMaker:
    """Makes a game each time that it is loaded by its name.

    OpenSpiel lets go of it after Python has ended, and freeing it then would crash: so it keeps a hold of itself.
    """

    def __init__(self, kind: Any, numbered: NumberedGame) -> None:
        self.kind = kind
        self.numbered = numbered
        self.itself = self

    def __call__(self, parameters: Mapping[str, Any]) -> SpielGame:
        return SpielGame(self.kind, self.numbered, parameters)


class SpielState(pyspiel.State):
    """A play of a game; OpenSpiel saves it as its moves."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.play = game.numbered.begin()

    @property
    def position(self) -> Any:
        """The position on the board, for an oracle or a player of perfectplay."""
        return self.play.position

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.play.mover

    def is_terminal(self) -> bool:
        return self.play.is_over or self.play.is_cut_off

    def _legal_actions(self, player: int) -> list[int]:
        return self.play.legal

    def _apply_action(self, action: int) -> None:
        self.play = self.play.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.play.game.moves[action]

    def rewards(self) -> list[float]:
        return [float(reward) for reward in self.play.rewards]

    def returns(self) -> list[float]:
        return [float(sum_of_rewards) for sum_of_rewards in self.play.returns]

    def __str__(self) -> str:
        return self.play.game.board(self.position)


class SpielObserver:
    """What a player sees, as the vector of `Play.vector` and as text."""

    def __init__(self, numbered: NumberedGame, parameters: Mapping[str, Any] | None) -> None:
        if parameters:
            raise ValueError(f"there are no parameters of observations, and {parameters} were given")
        self.tensor = np.zeros(numbered.vector_size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        self.tensor[:] = state.play.vector(player)

    def string_from(self, state: SpielState, player: int) -> str:
        return f"{state.play.game.problem.text(state.position)}, player {state.play.mover} to move"
