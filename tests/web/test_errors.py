"""What visitors are told when something goes wrong: one line, whatever the fault, and what the browser must know."""

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from perfectplay import Limits, load, solve
from perfectplay.base.spelling import named_as_fields
from perfectplay.verbs.verify import verify_saved
from perfectplay.web.app import make_app
from perfectplay.web.guard import HEADERS
from perfectplay.web.settings import ServerSettings


@pytest.fixture
def client() -> Iterator[TestClient]:
    app = make_app(ServerSettings(rate=10**9, names=("testserver",)))
    with TestClient(app, raise_server_exceptions=False) as client:
        yield client


def test_an_error_of_ours_has_the_headers_of_every_answer(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.web.routes.problems.problem_data", lambda *given: 1 // 0)
    reply = client.get("/api/problems/coins/3")
    assert reply.status_code == 500 and "an error of perfectplay itself" in reply.json()["error"]
    assert reply.headers.items() >= HEADERS.items()


def searched(client: TestClient, **asked: Any) -> dict[str, Any]:
    id, end = client.post("/api/solve", json=asked).json()["id"], time.monotonic() + 60
    while (found := client.get(f"/api/solve/{id}").json())["state"] not in ("done", "failed"):
        assert time.monotonic() < end, found
        time.sleep(0.05)
    return dict(found)


def test_a_solution_may_pass_the_goal(client: TestClient) -> None:
    """The fewest pegs can lie beyond the goal of the problem, and such an answer can be stepped through."""
    spec = "pegs/~b28ub28uCgouLm9vby4K"
    moves = solve(spec, objective="pegs").as_json()["solution"]
    reply = client.get(f"/api/problems/{spec}?moves={','.join(moves)}")
    is_goal, is_over = zip(*((found["is_goal"], found["is_over"]) for found in reply.json()["positions"]), strict=True)
    assert any(is_goal[:-1]) and is_over[:-1] == is_goal[:-1] and is_over[-1]


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ({"spec": "army/12x12:d10", "options": {"algorithm": "astar"}}, "leave out “Algorithm”"),
        ({"spec": "pegs/english", "options": {"split": "static"}}, "“Split” is for"),
    ],
)
def test_options_are_named_as_on_the_page(client: TestClient, asked: dict[str, Any], named: str) -> None:
    error = searched(client, **asked)["error"]
    assert named in error and "--" not in error and "=…" not in error


def test_answers_name_no_flags(client: TestClient) -> None:
    asked = {"spec": "pegs/9x9", "objective": "moves", "options": {"algorithm": "uniform"}, "seconds": 0.1}
    found = searched(client, **asked)["answer"]
    assert found["json"]["limit"] == "time" and "limit on time" in found["headline"]
    assert "--" not in json.dumps([found["headline"], found["lines"]])


def test_verdicts_name_no_flags() -> None:
    with named_as_fields():
        verdict = verify_saved(json.dumps(solve("pegs/triangle-6", objective="moves").as_json()), limits=Limits(1e-6))
    assert verdict.verdict == "unconfirmed" and "not settled within 1e-06 s" in str(verdict)
    assert "--" not in str(verdict)


@pytest.mark.parametrize(("most", "status"), [(37, 200), (36, 400), (32, 400)])
def test_cells_and_moves_are_counted_before_they_are_sent(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, most: int, status: int
) -> None:
    monkeypatch.setattr("perfectplay.web.describe.MOST_SHOWN", most)  # there are 33 holes and 4 jumps
    assert client.get("/api/problems/pegs/english").status_code == status


def test_a_search_begins_after_the_moves_of_its_history(client: TestClient) -> None:
    asked = {"spec": "pegs/triangle-5", "history": ["a3-a1", "zz"]}
    assert client.post("/api/solve", json=asked).json()["error"].startswith("move 2: ")
    found = searched(client, **{**asked, "history": ["a3-a1"]})
    assert found["answer"]["json"]["problem"]["start"][2] == ".oo"


def test_an_algorithm_that_does_not_apply_is_refused_at_once(client: TestClient) -> None:
    for name, spec in (("nosuch", "pegs/english"), ("minimax", "pegs/english"), ("astar", "coins/3")):
        reply = client.post("/api/solve", json={"spec": spec, "options": {"algorithm": name}})
        assert reply.status_code == 400 and reply.json()["error"].startswith(f"no algorithm '{name}'; there are ")


def test_points_are_of_games_that_have_them(client: TestClient) -> None:
    for spec, points in (("coins/4", None), ("coins/assignment3", 12)):
        problem = load(spec)
        found = client.get(f"/api/values?spec={spec}&position={problem.text(problem.start)}&moves=1").json()
        assert found["points"] == points and {type(move["points"]) for move in found["moves"]} == {type(points)}
