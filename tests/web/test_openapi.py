"""The document of the routes is true: whatever is asked, nothing fails, and every answer is as it says."""

import json
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
