"""Environments of PettingZoo: its own tests, and plays by the rules and by exact values."""

import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pettingzoo.test
import pytest

from perfectplay.base.errors import InputError
from perfectplay.interop.pettingzoo import env
from perfectplay.model.game_for_two import GameForTwo
from perfectplay.model.problem import Problem
from perfectplay.model.specs import load
from perfectplay.verbs.values import game_values
from tests.interop.games import Walk, heaps

GAMES: dict[str, Callable[[], Problem]] = {
    "coins": lambda: load("coins/4"),
    "points": lambda: load("coins/assignment3"),
    "heaps": lambda: heaps("3-4-5"),
    "walk": lambda: Walk(5),
}
each_game = pytest.mark.parametrize("game", GAMES)


@each_game
# PettingZoo excuses the classic games of its own, by name, for observations that are dictionaries with an action mask;
# other environments that do as they do are warned.
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning")
def test_the_tests_of_pettingzoo_pass(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    def make(render_mode: str | None = None) -> Any:
        return env(GAMES[game](), render_mode, most_moves=40)

    pettingzoo.test.api_test(make(), num_cycles=60)
    pettingzoo.test.seed_test(make, num_cycles=60)
    pettingzoo.test.render_test(make)
    assert capsys.readouterr().out


def play_out(environment: Any, choose: Callable[[Any, Any], int]) -> dict[str, int]:
    """Return the rewards that the agents got in a play, as `last` tells them."""
    environment.reset()
    rewards = dict.fromkeys(environment.possible_agents, 0)
    for agent in environment.agent_iter():
        seen, reward, terminated, truncated, _ = environment.last()
        rewards[agent] += reward
        environment.step(None if terminated or truncated else choose(environment, seen["action_mask"]))
    return rewards


@each_game
@pytest.mark.parametrize("seed", range(3))
def test_the_mask_is_that_of_the_rules_and_rewards_add_up(game: str, seed: int) -> None:
    chance = Random(seed)

    def choose(environment: Any, mask: Any) -> int:
        inner = environment.unwrapped
        legal = [number for number, is_legal in enumerate(mask) if is_legal]
        moves = inner.game.problem.moves(inner.position)
        assert sorted(inner.game.moves[number] for number in legal) == sorted(moves)
        other = inner.possible_agents[1 - inner.play.mover]
        assert not environment.observe(other)["action_mask"].any()
        return chance.choice(legal)

    environment = env(GAMES[game](), most_moves=40)
    first, second = play_out(environment, choose).values()
    assert (first, second) == environment.unwrapped.play.returns


@pytest.mark.parametrize(("spec", "objective"), [("coins/4", "win"), ("coins/3:points=1/3/2", "score")])
def test_best_play_earns_the_exact_value(spec: str, objective: str) -> None:
    problem = load(spec)
    assert isinstance(problem, GameForTwo)
    oracle = game_values(problem, objective)

    def choose(environment: Any, mask: Any) -> int:
        inner = environment.unwrapped
        return int(inner.game.number[oracle.best_move(inner.position)])

    value = oracle.value(problem.start).points
    assert value is not None
    assert play_out(env(problem, objective=objective), choose) == {"player_0": value, "player_1": -value}


def test_an_illegal_action_costs_what_can_be_lost(caplog: pytest.LogCaptureFixture) -> None:
    environment = env("coins/3:points=1/3/2")
    environment.reset()
    environment.step(0)
    environment.step(0)
    assert "Illegal move" in caplog.text
    assert environment.rewards == {"player_0": 0, "player_1": -environment.unwrapped.game.most_reward}
    assert all(environment.terminations.values())


def test_boards_are_rendered() -> None:
    environment = env("coins/2", "ansi")
    environment.reset()
    assert environment.render() == "  a b\n1 o\n2 o o"
    assert env(heaps("2-1"), "ansi").metadata["name"] == "heaps/2-1:play=normal"
    with pytest.raises(InputError, match="there are human and ansi"):
        env("coins/2", "rgb_array")


def test_an_environment_can_be_sent_to_another_process() -> None:
    environment = env("coins/3")
    environment.reset()
    environment.step(0)
    again = pickle.loads(pickle.dumps(environment))
    assert again.unwrapped.play == environment.unwrapped.play
