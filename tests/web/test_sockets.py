"""A real server at a real socket: who may ask, what floods and slow visitors do, and what becomes of searches."""

import json
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from typing import Any

import psutil
import pytest

from perfectplay import Solved, load, solve
from perfectplay.base.files import text_address
from perfectplay.web.serving import HEAD_SECONDS
from tests.web.serving import SECONDS, Server, serving

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
LONG = {"spec": "pegs/9x9", "objective": "moves", "seconds": 50}  # a search that nobody waits for here
START = "./oo/ooo/oooo/ooooo"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving("--rate", "1000000", str(EXAMPLES / "kayles.py") + ":5") as server:
        yield server


def wait_for(server: Server, id: str, *states: str, seconds: float = 60) -> dict[str, Any]:
    """Return how a search stands once it is in one of some states."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found: dict[str, Any] = server.ask(f"/api/solve/{id}").data
        if found["state"] in states:
            return found
        time.sleep(0.05)
    raise AssertionError(f"still {found['state']}, not {states}")


def workers(server: Server) -> list[psutil.Process]:
    return psutil.Process(server.process.pid).children()


def is_busy(worker: psutil.Process) -> bool:
    with suppress(psutil.NoSuchProcess):
        return bool(worker.cpu_percent(0.3) > 20)
    return False


# Who may ask.


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil", ""])
def test_other_names_are_refused(server: Server, host: str) -> None:
    reply = server.ask("/api/families", Host=host)
    assert reply.status == 421 and "error" in reply.data


@pytest.mark.parametrize("host", ["127.0.0.1:{}", "localhost:{}", "LOCALHOST", "[::1]:{}"])
def test_this_computer_has_several_names(server: Server, host: str) -> None:
    assert server.ask("/api/gallery", Host=host.format(server.port)).status == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://["},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_pages_of_other_servers_are_refused(server: Server, headers: dict[str, str]) -> None:
    assert server.ask("/api/solve", "POST", LONG, **headers).status == 403
    assert server.ask(f"/api/values?spec=pegs/triangle-5&position={START}", **headers).status == 403


def test_the_page_itself_may_ask(server: Server) -> None:
    origin = f"http://127.0.0.1:{server.port}"
    reply = server.ask("/api/solve", "POST", {"spec": "pegs/triangle-5"}, Origin=origin, Sec_Fetch_Site="same-origin")
    assert reply.status == 202


@pytest.mark.parametrize(
    "path", ["/", "/api/families", "/static/nothing.js", "/api/problems/nothing", "/play/pegs/english"]
)
def test_every_answer_tells_the_browser_to_be_strict(server: Server, path: str) -> None:
    headers = server.ask(path).headers
    assert "script-src 'self'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


# What may be named.


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fapp.py",
        "/static//etc/passwd",
        "/static/%00",
        "/api/solve/x/files/..%2f..%2fopenapi.json",
    ],
)
def test_no_file_outside_the_page_is_sent(server: Server, path: str) -> None:
    reply = server.ask(path)
    assert reply.status == 404 and "import" not in reply.text


@pytest.mark.parametrize(
    "spec",
    ["pegs/@/etc/passwd", "dice/-", "./x.py", "../kayles.py:5", "kayles.py:6", str(EXAMPLES / "kayles.py") + ":5"],
)
def test_files_and_rules_never_come_from_a_visitor(server: Server, spec: str) -> None:
    reply = server.ask(f"/api/problems/{spec}")
    assert reply.status == 400 and "root:" not in reply.text
    assert server.ask("/api/solve", "POST", {"spec": spec}).status == 400


def test_options_name_no_file(server: Server) -> None:
    asked = {"spec": "pegs/english", "options": {"weight_functions": "/etc/passwd"}}
    reply = server.ask("/api/solve", "POST", asked)
    assert reply.status == 400 and "generated" in reply.data["error"]


def test_players_are_no_programs(server: Server) -> None:
    asked = {"spec": "coins/3", "player": "/bin/ls", "seconds": 1}
    assert server.ask("/api/move", "POST", asked).status == 400


def test_games_of_the_users_own_are_served(server: Server) -> None:
    families, problem = server.ask("/api/families"), server.ask("/api/problems/kayles.py:5")
    assert [game["spec"] for game in families.data["own"]] == ["kayles.py:5"]
    assert str(EXAMPLES) not in families.text + problem.text, "where a user keeps files is not for visitors to know"
    found = server.ask("/api/problems/kayles.py:5").data
    start = found["positions"][0]["text"]
    value = server.ask(f"/api/values?spec=kayles.py:5&position={start}&moves=1").data
    assert value["category"] == "won" and value["moves"][0]["category"] == "won"
    move = server.ask("/api/move", "POST", {"spec": "kayles.py:5", "player": "perfect", "seconds": 2}).data["move"]
    assert move in [item["move"] for item in value["moves"] if item["category"] == "won"]


# How much may be sent, and how slowly.


def test_huge_bodies_are_refused_unread(server: Server) -> None:
    with server.connect() as connection:
        connection.sendall(b"POST /api/verify HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n")
        assert b" 413 " in connection.recv(4096).splitlines()[0]


def test_huge_bodies_in_pieces_are_refused(server: Server) -> None:
    piece = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    with server.connect() as connection:
        connection.sendall(b"POST /api/verify HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        answer = b""
        try:
            for _ in range(100):
                connection.sendall(piece)
            answer = connection.recv(4096)
        except (BrokenPipeError, ConnectionResetError):
            pass  # the server has closed, which refuses as well
        assert not answer or b" 413 " in answer.splitlines()[0]
    assert server.ask("/api/gallery").status == 200


@pytest.mark.parametrize(
    "body", ["", "[", "[]", "{}", "[" * 10_000, '{"spec": 1}', '{"spec": "pegs/english", "seconds": -1}', "\ud800"]
)
def test_bad_bodies_get_a_line(server: Server, body: str) -> None:
    for path in ("/api/solve", "/api/move"):
        reply = server.ask(path, "POST", body.encode("utf-8", "surrogatepass"))
        assert reply.status == 400 and len(reply.data["error"]) < 300 and "\n" not in reply.data["error"]


def test_a_field_that_nobody_knows_is_refused(server: Server) -> None:
    asked = {"spec": "pegs/triangle-4", "objectiv": "moves"}
    for path in ("/api/solve", "/api/move"):
        reply = server.ask(path, "POST", asked)
        assert reply.status == 400 and reply.data["error"].startswith("no field 'objectiv'; fields are spec, ")
    assert server.ask("/api/editor/pegs", "POST", {"layer": []}).status == 400


def test_seconds_may_have_many_digits(server: Server) -> None:
    asked = {"spec": "pegs/triangle-4", "seconds": 10**400}
    assert server.ask("/api/solve", "POST", asked).status == 202


def test_slow_visitors_hold_up_nobody(server: Server) -> None:
    with ExitStack() as open_connections:
        for _ in range(100):
            connection = open_connections.enter_context(server.connect())
            connection.sendall(b"POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{")
        began = time.monotonic()
        assert server.ask("/api/problems/pegs/english").status == 200
        assert time.monotonic() - began < 5


def test_a_flood_is_charged_and_the_server_lives() -> None:
    with serving("--rate", "30") as server:
        asked = [{"spec": "pegs/triangle-5", "options": {"seed": seed, "order": "random"}} for seed in range(8)]
        replies = [server.ask("/api/solve", "POST", item) for item in asked]
        assert [reply.status for reply in replies] == [202] * 3 + [429] * 5
        assert int(replies[-1].headers["retry-after"]) > 0
        wait_for(server, replies[0].data["id"], "done")
        assert server.ask("/api/solve", "POST", asked[0]).status == 202  # what is in the cache is free
        assert server.ask("/api/families").status == 200


# Searches.


def test_a_search_is_followed_to_its_end(server: Server) -> None:
    begun = server.ask("/api/solve", "POST", {"spec": "pegs/triangle-5", "objective": "moves"})
    assert begun.status == 202
    events = server.ask(f"/api/events?id={begun.data['id']}")
    assert events.headers["content-type"].startswith("text/event-stream")
    last = events.text.strip().split("\n\n")[-1]
    assert last.startswith("event: done\n")
    found = json.loads(last.partition("data: ")[2])
    expected = solve("pegs/triangle-5", objective="moves")
    assert isinstance(expected, Solved)
    assert found["state"] == "done" and found["answer"]["json"]["moves"] == expected.moves
    assert len(found["answer"]["frames"]) == expected.moves + 1
    for name in found["answer"]["files"]:
        file = server.ask(f"/api/solve/{found['id']}/files/{name}")
        assert file.status == 200 and "attachment" in file.headers["content-disposition"]
    saved = server.ask(f"/api/solve/{found['id']}/files/answer.json").text
    verdict = server.ask("/api/verify", "POST", saved).data
    assert verdict["verdict"] == "accepted" and verdict["spec"] == "pegs/triangle-5"
    assert server.ask("/api/verify", "POST", saved.replace('"moves": ', '"moves": 1')).data["verdict"] == "rejected"


def test_one_stream_follows_several_searches(server: Server) -> None:
    """Each has its news and its end, also one that was over before; a stream of nothing or of nobody is refused."""
    specs = ("pegs/triangle-4", "pegs/triangle-5", "dice/board-11")
    ids = [server.ask("/api/solve", "POST", {"spec": spec}).data["id"] for spec in specs]
    wait_for(server, ids[0], "done")
    events = server.ask(f"/api/events?id={'&id='.join(ids)}&id={ids[0]}")
    told = [item.split("\n") for item in events.text.strip().split("\n\n")]
    found = [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in told]
    assert {data["id"] for _, data in found} == set(ids)
    assert sorted(data["id"] for name, data in found if name == "done") == sorted(ids)
    assert all(data["state"] == "done" for name, data in found if name == "done")
    assert server.ask("/api/events").status == 400
    assert server.ask("/api/events?id=" + "&id=".join(map(str, range(17)))).status == 400
    assert server.ask("/api/events?id=nobody").status == 404
    assert server.ask(f"/api/events?id={ids[0]}&id=nobody").text.startswith('event: gone\ndata: {"id": "nobody"}\n')


def test_equal_requests_share_one_search_which_ends_with_its_last_watcher(server: Server) -> None:
    first, second = (server.ask("/api/solve", "POST", LONG).data for _ in range(2))
    assert not first["is_shared"] and second["is_shared"] and first["id"] != second["id"]
    wait_for(server, second["id"], "running")
    assert server.ask(f"/api/solve/{first['id']}", "DELETE").status == 204
    assert server.ask(f"/api/solve/{first['id']}").status == 404
    assert wait_for(server, second["id"], "running")
    while not (busy := [worker for worker in workers(server) if is_busy(worker)]):
        wait_for(server, second["id"], "running")
    assert server.ask(f"/api/solve/{second['id']}", "DELETE").status == 204
    time.sleep(3)
    assert not any(is_busy(worker) for worker in busy)
    third = server.ask("/api/solve", "POST", LONG).data
    assert not third["is_shared"]
    server.ask(f"/api/solve/{third['id']}", "DELETE")


def test_who_leaves_the_page_ends_the_search(server: Server) -> None:
    begun = server.ask("/api/solve", "POST", LONG).data
    wait_for(server, begun["id"], "running")
    while not (busy := [worker for worker in workers(server) if is_busy(worker)]):
        assert server.ask(f"/api/solve/{begun['id']}").data["state"] == "running"
    with server.connect() as connection:
        connection.sendall(f"GET /api/events?id={begun['id']} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert b"200" in connection.recv(1000)
    end = time.monotonic() + 30
    while server.ask(f"/api/solve/{begun['id']}").status == 200:  # each question is a watcher too, for a moment
        time.sleep(11)
        assert time.monotonic() < end
    time.sleep(3)
    assert not any(is_busy(worker) for worker in busy)


def test_a_killed_worker_costs_one_search(server: Server) -> None:
    begun = server.ask("/api/solve", "POST", LONG).data
    while wait_for(server, begun["id"], "running")["progress"] is None:
        pass  # a search that has not begun would be begun anew
    for worker in workers(server):
        worker.kill()
    failed = wait_for(server, begun["id"], "failed")
    assert "has ended" in failed["error"]
    value = server.ask(f"/api/values?spec=pegs/triangle-5&position={START}")
    assert value.status == 200 and value.data["category"] == "won"


SLOW = """
import time
from typing import NamedTuple

import perfectplay as pp
from perfectplay.contract import implements, outcome, signed, successors


class Slow(NamedTuple):
    length: int


@implements(successors, Slow)
def wait(rules, state, out):
    time.sleep(0.02)
    out[0] = state + 1
    return int(signed(state) < rules.length)


@implements(outcome, Slow)
def end(rules, state):
    return -1


def problem():
    return pp.Game(Slow(10**6), start=0, branching=1)
"""


def test_values_are_given_up_when_the_visitor_leaves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PERFECTPLAY_COMPILE", "never")
    (tmp_path / "slow.py").write_text(SLOW, "utf-8")
    with serving("--workers", "1", "./slow.py", cwd=tmp_path) as server:
        with server.connect() as connection:
            asked = "GET /api/values?spec=slow.py&position=0&history=&thorough=1 HTTP/1.1\r\nHost: localhost\r\n\r\n"
            connection.sendall(asked.encode())
            time.sleep(1)
        # One such question at a time: this one is answered within SECONDS, which are fewer than --max-seconds.
        reply = server.ask(f"/api/values?spec=pegs/triangle-5&position={START}&thorough=1")
        assert reply.data["category"] == "won"


def test_a_position_of_a_users_own_game_is_found_by_the_moves_that_lead_there() -> None:
    """Looking for it among all positions that can be reached would take longer than anybody waits."""
    with serving(str(EXAMPLES / "connect.py") + ":7x5") as server:
        moves: list[str] = []
        for _ in range(24):
            shown = server.ask(
                "/api/problems/connect.py:7x5?since=" + str(len(moves)) + "&moves=" + ",".join(moves)
            ).data
            here = shown["positions"][-1]
            if here["is_over"]:
                break
            moves.append(here["moves"][len(moves) % len(here["moves"])]["text"])
        history = ",".join(moves[:-1])
        shown = server.ask(f"/api/problems/connect.py:7x5?since={len(moves) - 1}&moves={history}").data
        text = shown["positions"][-1]["text"]
        began = time.monotonic()
        value = server.ask(f"/api/values?spec=connect.py:7x5&position={text}&history={history}")
        assert value.status == 200 and value.data["position"] == text
        assert time.monotonic() - began < SECONDS
        other = server.ask(f"/api/values?spec=connect.py:7x5&position={text}&history={moves[0]}")
        assert other.status == 400 and "another position" in other.data["error"]


def test_what_the_page_has_not_offered_is_refused_at_once(server: Server) -> None:
    unknown = ({"objective": "x"}, {"limits": 1}, {"trace": 50_000}, {"threads": 256}, {"nonsense": None})
    for options in (*unknown, {"algorithm": [1]}, {"weight": "much"}):
        reply = server.ask("/api/solve", "POST", {"spec": "pegs/english", "options": options})
        assert reply.status == 400, options
    assert server.ask("/api/solve", "POST", {"spec": "pegs/english", "objective": "x"}).status == 400


def test_a_long_play_of_a_large_board_is_bounded(server: Server) -> None:
    moves = ",".join(["a3-a5"] * 600)
    began = time.monotonic()
    assert server.ask(f"/api/problems/army/30x30:d7?moves={moves}").status == 400
    assert time.monotonic() - began < 5


def random_play(spec: str, most: int) -> list[str]:
    problem, drawn, moves = load(spec), Random(1), list[str]()
    position = problem.start
    while len(moves) < most and (found := problem.moves(position)):
        moves.append(drawn.choice(found))
        position = problem.play(position, moves[-1])
    return moves


def test_descriptions_of_large_boards_hold_up_nobody(server: Server) -> None:
    moves = random_play("army/33x33:a20", 300)
    path = f"/api/problems/army/33x33:a20?moves={','.join(moves)}&since="
    assert server.ask(path + "200").status == 400
    largest = server.ask(path + "287")
    assert largest.status == 200 and len(largest.text) < 2_500_000
    with ThreadPoolExecutor(20) as threads:
        asked = [threads.submit(server.ask, path + "287") for _ in range(20)]
        slowest = 0.0
        while not all(item.done() for item in asked):
            began = time.monotonic()
            assert server.ask("/verify").status == 200
            slowest = max(slowest, time.monotonic() - began)
    assert slowest < 2


def test_who_waits_hears_that_the_server_is_ending() -> None:
    """Neither a visitor who waits for a move nor one who follows a search is cut off in the middle."""
    asked = {"spec": "coins/6", "player": "minimax", "seconds": 50}
    with serving("--rate", "1000000") as server, ThreadPoolExecutor(2) as pool:
        id = server.ask("/api/solve", "POST", LONG).data["id"]
        move = pool.submit(server.ask, "/api/move", "POST", asked)
        events = pool.submit(server.ask, f"/api/events?id={id}")
        wait_for(server, id, "running")
        end = time.monotonic() + SECONDS
        while sum(map(is_busy, workers(server))) < 2 and time.monotonic() < end:
            time.sleep(0.05)
        server.process.send_signal(signal.SIGINT)
        reply = move.result(SECONDS)
        assert (reply.status, reply.data["error"]) == (503, "the server is ending")
        last = events.result(SECONDS).text.strip().splitlines()[-1]
        assert '"failed"' in last and "the server is ending" in last


def test_connections_without_a_request_are_ended(server: Server) -> None:
    with server.connect() as connection:
        connection.settimeout(2 * HEAD_SECONDS)
        assert connection.recv(1) == b""


def test_drawings_of_some_size_have_an_address(server: Server) -> None:
    drawing = "\n".join(["." * 28] * 24 + ["o" * 28] * 4)
    spec = f"army/{text_address(drawing)}:d7"
    assert 1000 < len(spec) < 8000
    assert server.ask(f"/api/problems/{spec}").status == 200


def test_a_body_that_no_route_reads_is_bounded_too(server: Server) -> None:
    with server.connect() as connection:
        path = f"/api/values?spec=pegs/9x9&position={'x' * 10}"
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999\r\n\r\n".encode())
        assert connection.recv(4096).splitlines()[0].split()[1] in (b"400", b"413")
    assert server.ask("/api/gallery").status == 200


# Requests that are not HTTP.

HEAD = "{} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
TARGETS = ("POST /api/solve", "POST /api/nothing", "GET /api/gallery")


def test_malformed_chunks_are_one_line_in_the_log() -> None:
    """The first chunk is malformed, and then the second one, by which time there may be an answer to the head."""
    with serving(log_lines=1 + 2 * len(TARGETS)) as server:
        for target in TARGETS:
            head = HEAD.format(target, server.port).encode()
            with server.connect() as connection:
                connection.sendall(head + b"zz\r\n{}")
                assert connection.recv(1000).startswith(b"HTTP/1.1 400")
            with server.connect() as connection:
                connection.sendall(head + b"2\r\n{}\r\n")
                time.sleep(0.2)
                connection.sendall(b"nonsense\r\n")
                received = b""
                while piece := connection.recv(1 << 16):
                    received += piece
                assert received.startswith(b"HTTP/1.1 ") and received.count(b"HTTP/1.1 ") == 1
        assert server.ask("/api/gallery").status == 200
