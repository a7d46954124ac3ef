"""What visitors are told when something goes wrong: one line, whatever the fault, and what the browser must know."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from perfectplay.web.app import make_app
from perfectplay.web.guard import HEADERS
from perfectplay.web.settings import ServerSettings

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def client_of(**settings: object) -> TestClient:
    made = ServerSettings(rate=10**9, names=("testserver",), **settings)  # type: ignore[arg-type]
    return TestClient(make_app(made), raise_server_exceptions=False)


@pytest.fixture
def client() -> Iterator[TestClient]:
    with client_of() as client:
        yield client


def test_an_error_of_ours_has_the_headers_of_every_answer(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("perfectplay.web.routes.problem_data", lambda *given: 1 // 0)
    reply = client.get("/api/problems/coins/3")
    assert reply.status_code == 500 and "an error of perfectplay itself" in reply.json()["error"]
    assert reply.headers.items() >= HEADERS.items()
