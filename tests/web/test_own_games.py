"""Games of a user's own on the page: their folder stays unknown, and an edited file is another game."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import perfectplay as pp
from perfectplay.web.app import make_app
from perfectplay.web.own_games import without_folders
from perfectplay.web.settings import ServerSettings
from tests.places import EXAMPLES

STEPS = """
from typing import NamedTuple

import perfectplay as pp
from perfectplay.contract import implements, is_goal, signed, successors


class Steps(NamedTuple):
    longest: int
    end: int


@implements(successors, Steps)
def steps(rules, state, out):
    here = signed(state)
    {fault}
    for length in range(1, rules.longest + 1):
        out[length - 1] = here + length
    return rules.longest


@implements(is_goal, Steps)
def there(rules, state):
    return signed(state) == rules.end


def problem(end):
    return pp.Puzzle(Steps({longest}, int(end)), 0, branching=3, text=str, scene={scene})
"""
SCENE = 'lambda state: pp.Scene((pp.Cell("a1", 0, 0, str(state)),))'


def write(folder: Path, *, longest: int = 3, fault: str = "pass") -> Path:
    path = folder / "steps.py"
    path.write_text(STEPS.format(longest=longest, fault=fault, scene=SCENE))
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    found = tmp_path / "private"
    found.mkdir()
    write(found)
    return found


@pytest.fixture
def client(folder: Path) -> Iterator[TestClient]:
    own = {"steps.py:7": f"{folder / 'steps.py'}:7", "kayles.py:4": f"{EXAMPLES / 'kayles.py'}:4"}
    with TestClient(make_app(ServerSettings(rate=10**9, names=("testserver",), own=own))) as client:
        yield client


def solved(client: TestClient, **asked: Any) -> dict[str, Any]:
    id, end = client.post("/api/solve", json=asked).json()["id"], time.monotonic() + 60
    while (found := client.get(f"/api/solve/{id}").json())["state"] not in ("done", "failed"):
        assert time.monotonic() < end, found
        time.sleep(0.05)
    return dict(found)


def test_an_answer_names_the_file_alone_and_can_be_verified(client: TestClient, folder: Path, tmp_path: Path) -> None:
    found = solved(client, spec="steps.py:7", position="2")
    assert found["answer"]["json"]["problem"]["spec"] == "steps.py:7 from 2"
    assert found["answer"]["files"] == ["answer.json", "picture.svg", "replay.html"]
    texts = [json.dumps(found), client.get("/api/problems/steps.py:7").text, client.get("/api/families").text]
    for name in found["answer"]["files"]:
        texts.append(client.get(f"/api/solve/{found['id']}/files/{name}").text)
    assert not [text for text in texts if str(folder) in text]
    saved = tmp_path / "answer.json"
    saved.write_text(client.get(f"/api/solve/{found['id']}/files/answer.json").text)
    assert pp.verify(saved, rules=folder / "steps.py").verdict == "accepted"
    assert pp.verify(saved, rules=EXAMPLES / "kayles.py").verdict == "rejected"


def test_a_mistake_in_the_rules_is_said_without_the_folder(client: TestClient, folder: Path) -> None:
    write(folder, fault="out[99] = here")
    place = "steps.py, line 16, in steps: IndexError"
    texts = [
        client.get("/api/problems/steps.py:7").json()["error"],
        client.get("/api/problems/steps.py:7/try?text=1").json()["error"],
        client.get("/api/values?spec=steps.py:7&position=0").json()["error"],
        client.get("/api/hint?spec=steps.py:7&position=0").json()["error"],
        solved(client, spec="steps.py:7")["error"],
    ]
    assert all(text.startswith(place) for text in texts), texts
    write(folder, fault=f"raise FileNotFoundError({str(folder)!r})")
    assert str(folder) not in client.get("/api/problems/steps.py:7").text


def test_folders_are_left_out_however_they_are_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "near").mkdir()
    monkeypatch.chdir(tmp_path / "near")
    own = {"a.py": "../a.py", "b.py": "b.py", "c.py": "/c.py"}
    assert without_folders(f"{tmp_path / 'a.py'}, line 3", own) == "a.py, line 3"
    assert without_folders("../a.py, line 3", own) == "a.py, line 3"
    assert without_folders("'..|/../|..' is none", own) == "'..|/../|..' is none"  # the text of a position
    assert without_folders(f"{tmp_path / 'near' / 'b.py'}: 1/2 ./b.py", own) == "b.py: 1/2 ./b.py"


def test_an_edited_game_is_judged_by_its_new_rules(client: TestClient, folder: Path) -> None:
    def distances() -> tuple[int, int, str]:
        value = client.get("/api/values?spec=steps.py:7&position=0&moves=1").json()
        return value["distance"], len(value["moves"]), client.get("/api/hint?spec=steps.py:7&position=0").text

    first = distances()
    assert first[:2] == (3, 3) and distances() == first
    write(folder, longest=1)
    assert distances()[:2] == (7, 1)
    assert solved(client, spec="steps.py:7")["answer"]["json"]["moves"] == 7
    write(folder)
    assert distances() == first


def test_the_list_of_games_says_what_an_edit_has_broken(client: TestClient, folder: Path) -> None:
    def listed() -> dict[str, Any]:
        return next(game for game in client.get("/api/families").json()["own"] if game["spec"] == "steps.py:7")

    assert listed()["players"] == 1
    path = folder / "steps.py"
    rules = path.read_text()
    path.write_text("from nowhere import nothing\n")
    broken = listed()
    assert broken["players"] is None and broken["about"].startswith("steps.py, line 1")
    assert str(folder) not in str(broken)
    path.write_text(rules.replace("0, 0, str(state)", "0, 0, stands_for='b1'"))
    broken = listed()
    assert broken["players"] is None and "'a1' stands for 'b1', which is no cell of the scene" in broken["about"]
    assert [game["players"] for game in client.get("/api/families").json()["own"]] == [None, 2]
    path.write_text(rules)
    assert listed()["players"] == 1


def test_moves_are_called_by_the_cells_that_they_change(client: TestClient) -> None:
    """The pins of Kayles have numbers; the texts of its moves are rows of pins."""
    [position] = client.get("/api/problems/kayles.py:4").json()["positions"]
    names = {move["name"]: move["text"] for move in position["moves"]}
    assert names["1"] == ".|||" and names["2-3"] == "|..|" and len(names) == 7
    for typed in ("2-3", "2 3", "2–3", "2 -> 3", "|..|"):
        assert client.get(f"/api/problems/kayles.py:4/try?text={typed}").json() == {"move": "|..|", "error": None}
    error = client.get("/api/problems/kayles.py:4/try?text=9").json()["error"]
    assert error == "'9' is no move here; moves are 1, 2, 3, 4, 1-2, 2-3, 3-4"


def test_a_tree_and_a_replay_call_moves_so_too(client: TestClient) -> None:
    found = solved(client, spec="kayles.py:4", options={"algorithm": "minimax"}, trace=20)
    tree = found["answer"]["tree"]
    assert tree[0]["name"] is None and tree[1]["name"] == "1" and tree[1]["move"] == ".|||"
    replay = client.get(f"/api/solve/{found['id']}/files/replay.html").text
    assert "|||" not in replay.partition("<svg")[0] and '"2-3"' in replay


def test_nothing_is_played_after_a_draw_by_repetition() -> None:
    own = {"swing.py": str(Path(__file__).parent / "swing.py")}
    with TestClient(make_app(ServerSettings(rate=10**9, names=("testserver",), own=own))) as client:
        moves = ["at 0", "at 1", "at 0", "at 1"]
        spec = f"swing.py?moves={','.join(moves)}"
        last = client.get(f"/api/problems/{spec}").json()["positions"][-1]
        assert (last["is_over"], last["outcome"], last["moves"]) == (True, "draw", [])
        over = "the play is over: there is no move to make"
        tried = client.get("/api/problems/swing.py/try", params={"moves": ",".join(moves), "text": "at 0"}).json()
        assert tried == {"move": None, "error": over}
        asked = {"spec": "swing.py", "moves": moves, "player": "random", "seconds": 1}
        assert client.post("/api/move", json=asked).json()["error"] == over
        assert client.post("/api/move", json={**asked, "moves": moves[:3]}).json()["move"] == "at 1"


ENDS = """
from typing import NamedTuple

import perfectplay as pp
from perfectplay.contract import gain, implements, outcome, signed, successors


class Ends(NamedTuple):
    cells: int


@implements(successors, Ends)
def take(rules, state, out):
    here = signed(state)
    if here >= rules.cells:
        return 0
    out[0] = here + 1
    return 1


@implements(gain, Ends)
def points(rules, state, after):
    return signed(after) * signed(after)


@implements(outcome, Ends)
def end(rules, state):
    return 0


def scene(state):
    colours = ["red" if place == state else "" for place in range(3)]
    return pp.Scene(tuple(pp.Cell("abc"[place], place, 0, "o", colour=colour) for place, colour in enumerate(colours)))


def problem():
    return pp.Game(Ends(2), start=0, branching=1, text=str, scene=scene)
"""


def test_whoever_has_more_points_has_won_where_nothing_else_counts(tmp_path: Path) -> None:
    path = tmp_path / "ends.py"
    path.write_text(ENDS)
    with TestClient(make_app(ServerSettings(names=("testserver",), own={"ends.py": str(path)}))) as client:
        *_, last = client.get("/api/problems/ends.py?moves=1,2").json()["positions"]
        # The first player has 1 point, the second 4, and the first would be to move.
        assert (last["points"], last["mover"], last["outcome"]) == ([1, 4], 0, "lost")


def test_pieces_that_differ_by_their_colour_alone_differ(tmp_path: Path) -> None:
    path = tmp_path / "ends.py"
    path.write_text(ENDS)
    with TestClient(make_app(ServerSettings(names=("testserver",), own={"ends.py": str(path)}))) as client:
        [first] = client.get("/api/problems/ends.py").json()["positions"]
        assert [(move["text"], move["name"], move["cells"]) for move in first["moves"]] == [("1", "a-b", ["a", "b"])]


def test_players_of_an_edited_game_play_by_its_new_rules(folder: Path) -> None:
    path = folder / "kayles.py"
    rules = (EXAMPLES / "kayles.py").read_text("utf-8")
    path.write_text(rules)
    settings = ServerSettings(rate=10**9, names=("testserver",), own={"kayles.py:1": f"{path}:1"})
    with TestClient(make_app(settings)) as client:
        asked = {"spec": "kayles.py:1", "player": "perfect", "seconds": 2}
        assert client.post("/api/move", json=asked).json()["move"] == "."
        path.write_text(rules.replace('"|" if', '"i" if').replace('else "."', 'else "-"'))
        assert client.post("/api/move", json=asked).json()["move"] == "-"
