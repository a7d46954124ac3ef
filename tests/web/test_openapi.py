"""The document of the routes is true: whatever is asked, nothing fails, and every answer is as it says."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.routing import Route
from starlette.testclient import TestClient

import perfectplay.web
from perfectplay import solve
from perfectplay.web.app import make_app
from perfectplay.web.settings import ServerSettings

DOCUMENT = json.loads((Path(perfectplay.web.__file__).parent / "openapi.json").read_text("utf-8"))
# Nothing is charged, and a search ends soon: what is asked here is nonsense for the most part.
APP = make_app(ServerSettings(rate=10**9, seconds=0.5, value_seconds=0.2, names=("testserver",)))
SCHEMA = schemathesis.openapi.from_asgi("/openapi.json", APP).exclude(
    operation_id="events"
)  # endless, see test_sockets
# Most of what fits the document names no problem, and is refused all the same.
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with TestClient(APP, raise_server_exceptions=False) as client:
        yield client


@SCHEMA.parametrize()
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_whatever_is_asked_is_answered_as_documented(case: Any, client: TestClient) -> None:
    case.call_and_validate(session=client, checks=CHECKS)


def test_every_route_is_documented() -> None:
    served = {
        (route.path.replace(":path", ""), method.lower())
        for route in APP.routes
        if isinstance(route, Route) and route.path.startswith("/api/")
        for method in route.methods or ()
        if method != "HEAD"
    }
    documented = {(path, method) for path, methods in DOCUMENT["paths"].items() for method in methods}
    assert served == documented


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/api/families", {}),
        ("/api/gallery", {}),
        ("/api/problems/pegs/english", {"moves": "d2-d4"}),
        ("/api/problems/army/7x8:d7", {}),
        ("/api/problems/dice/board-11", {"moves": "3-b2"}),
        ("/api/problems/coins/assignment3", {"moves": "a1,a2", "since": 1}),
        ("/api/values", {"spec": "coins/3", "position": "o/oo/ooo", "moves": 1}),
        ("/api/hint", {"spec": "pegs/triangle-5", "position": "./oo/ooo/oooo/ooooo"}),
    ],
)
def test_answers_about_real_problems_are_as_documented(client: TestClient, path: str, query: dict[str, Any]) -> None:
    operation = SCHEMA["/api/problems/{spec}" if "problems" in path else path]["GET"]
    case = operation.Case(
        path_parameters={"spec": path.removeprefix("/api/problems/")} if "problems" in path else {}, query=query
    )
    response = client.get(path, params=query)
    assert response.status_code == 200, response.text
    case.validate_response(response, checks=CHECKS)


@pytest.mark.parametrize(("spec", "algorithm"), [("coins/2", "alphabeta"), ("pegs/triangle-5", "astar")])
def test_traces_are_as_documented(client: TestClient, spec: str, algorithm: str) -> None:
    asked = {"spec": spec, "options": {"algorithm": algorithm}, "trace": 50}
    id = client.post("/api/solve", json=asked).json()["id"]
    deadline = time.monotonic() + 60
    while (response := client.get(f"/api/solve/{id}")).json()["state"] != "done":
        assert time.monotonic() < deadline, response.text
        time.sleep(0.05)
    SCHEMA["/api/solve/{id}"]["GET"].Case(path_parameters={"id": id}).validate_response(response, checks=CHECKS)
    expected = solve(spec, algorithm=algorithm, trace=50)
    answer = response.json()["answer"]
    trace = answer["tree" if expected.problem.facts.players == 2 else "trace"]
    assert [row["event"] for row in trace] == [event.event for event in expected.trace]
    if expected.problem.facts.players == 2:
        assert [row["parent"] for row in trace] == [node.parent for node in expected.trace]


def test_the_problem_says_which_searches_can_be_traced(client: TestClient) -> None:
    found = client.get("/api/problems/coins/3").json()["algorithms"]
    traced = {item["name"]: item["trace"] for item in found}
    assert traced == {"alphabeta": True, "minimax": True, "minimax-memory": True, "retrograde": False}
