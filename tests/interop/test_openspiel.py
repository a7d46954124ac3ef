"""Games of OpenSpiel: its own tests, and its alpha-beta search against our exact values."""

import pickle
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from perfectplay.base.errors import InputError, UnsupportedError
from perfectplay.base.limits import Limits
from perfectplay.interop.openspiel import register
from perfectplay.model.game_for_two import GameForTwo
from perfectplay.model.problem import Problem
from perfectplay.model.specs import load
from perfectplay.verbs.values import game_values
from tests.families.heaps.solving import HeapOracle
from tests.interop.games import Walk, heaps

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed; `make test-long` installs it")
minimax = pytest.importorskip("open_spiel.python.algorithms.minimax")


@pytest.mark.parametrize(
    "problem", [load("coins/4"), load("coins/assignment3"), heaps("3-4-5"), Walk(5)], ids=lambda problem: problem.spec
)
def test_the_simulations_of_openspiel_pass(problem: Problem, capfd: pytest.CaptureFixture[str]) -> None:
    game = register(problem, f"simulated {problem.spec}", most_moves=40)
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)


@pytest.mark.parametrize(
    ("spec", "objective"),
    [
        ("coins/2", "win"),
        ("coins/3", "win"),
        ("coins/3:play=normal", "win"),
        ("coins/4:position=o/oo/.oo/o..o", "win"),
        ("coins/4:position=o/oo/.oo/o..o,play=normal", "win"),
        ("coins/3:points=1/3/2", "win"),
        ("coins/3:points=1/3/2", "score"),
        ("coins/3", "score"),
    ],
)
def test_alpha_beta_finds_our_values(spec: str, objective: str) -> None:
    problem = load(spec)
    assert isinstance(problem, GameForTwo)
    game = register(problem, f"{spec} by {objective}", objective=objective)
    oracle = game_values(problem, objective)
    for state in states(game):
        value, action = minimax.alpha_beta_search(game, state=state)
        so_far = state.returns()[state.current_player()]
        assert value - so_far == oracle.value(state.position).points
        assert game.numbered.moves[action] in oracle.best_moves(state.position)


def states(game: Any) -> list[Any]:
    """Return the start of a game and what two moves at random lead to."""
    found = [game.new_initial_state()]
    for action in Random(1).sample(found[0].legal_actions(), 2):
        state = found[0].clone()
        state.apply_action(action)
        if not state.is_terminal():
            found.append(state)
    return found


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("variant", ["1-2", "1-2-3", "2-2-2", "1-1-3"])
def test_alpha_beta_finds_the_values_of_heaps(variant: str, play: str) -> None:
    problem = heaps(variant, play)
    value, _ = minimax.alpha_beta_search(register(problem))
    assert value == HeapOracle(problem, Limits()).value(problem.start).points


def test_a_draw_is_found_where_nobody_can_win() -> None:
    assert minimax.alpha_beta_search(register(Walk(8), "walk from 8", most_moves=6))[0] == 0
    assert minimax.alpha_beta_search(register(Walk(1), "walk from 1", most_moves=6))[0] == 1


@pytest.mark.parametrize("seed", range(3))
def test_rewards_add_up_to_the_points(seed: int) -> None:
    problem = load("coins/assignment3")
    assert isinstance(problem, GameForTwo)
    state, chance, rewards = register(problem).new_initial_state(), Random(seed), 0.0
    points = [0, 0]
    while not state.is_terminal():
        player, action = state.current_player(), chance.choice(state.legal_actions())
        points[player] += problem.points_of(state.position, state.action_to_string(player, action))
        state.apply_action(action)
        rewards += state.rewards()[0]
    ends = problem.end_points(problem.winner(state.position, len(state.history()) % 2))
    assert rewards == state.returns()[0] == points[0] + ends[0] - points[1] - ends[1]


def test_states_are_told_as_text_and_vector() -> None:
    game = register("coins/2")
    state = game.new_initial_state()
    state.apply_action(game.numbered.number["a1-a2"])
    assert (str(state), state.observation_string(1)) == ("  a b\n1 .\n2 . o", "./.o, player 1 to move")
    assert list(state.observation_tensor(1)) == [1, 0, 0, 0, 1]
    assert state.information_state_string(0) == "3"
    again = pickle.loads(pickle.dumps(game))
    assert again.numbered == game.numbered and str(again) == "coins/2()"


def test_names_are_not_taken_twice() -> None:
    game = register("coins/3", "my game")
    assert str(register("coins/3", "my game")) == str(game)
    for name, message in [("my game", "another game"), ("tic_tac_toe", "another game"), ("f(x)", "without brackets")]:
        with pytest.raises(InputError, match=message):
            register("coins/4", name)
    with pytest.raises(UnsupportedError, match="can go on for ever"):
        register(Walk(5), "endless")


def test_a_process_with_a_game_ends_in_peace() -> None:
    script = "from perfectplay.interop.openspiel import register; state = register('coins/3').new_initial_state()"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
