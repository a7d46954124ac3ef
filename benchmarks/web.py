"""How soon the page's server answers while many visitors ask and searches run: for benchmarks/web.toml."""

import asyncio
import json
import re
import statistics
import subprocess
import sys
import time
from typing import Any

VISITORS = 200
SEARCHES = 20
SECONDS = 10.0
PAUSE = 1.0  # of a visitor between two requests, which is faster than most people click
ASKED = (
    "/",
    "/static/main.js",
    "/api/families",
    "/api/problems/pegs/english?moves=d2-d4,b3-d3&since=2",
    "/api/problems/coins/6",
    "/api/picture/pegs/french.svg",
    "/api/values?spec=coins/4&position=o/oo/ooo/oooo",
)


def answers(spec: str) -> dict[str, Any]:
    """Return the 95th percentile of the time of an answer, in seconds."""
    command = [sys.executable, "-m", "perfectplay", "serve", "--port", "0", "--rate", "1000000", "--max-seconds", "60"]
    server = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert server.stderr is not None
    try:
        found = re.search(r"http://([\d.]+):(\d+)/", server.stderr.readline())
        assert found is not None
        times = asyncio.run(_visit(found[1], int(found[2]), spec))
    finally:
        server.terminate()
        server.communicate()
    return {
        "seconds": statistics.quantiles(times, n=20)[-1],
        "expanded": len(times),
        "detail": f"median {1000 * statistics.median(times):.0f} ms, longest {1000 * max(times):.0f} ms",
    }


async def _visit(host: str, port: int, spec: str) -> list[float]:
    searches = [
        {"spec": spec, "objective": "moves", "options": {"order": "random", "seed": seed}} for seed in range(SEARCHES)
    ]
    begun = [
        json.loads(await _ask(host, port, "/api/solve", json.dumps(search), number))
        for number, search in enumerate(searches)
    ]
    watching = [asyncio.create_task(_ask(host, port, f"/api/events?id={item['id']}")) for item in begun]
    times: list[float] = []
    end = time.perf_counter() + SECONDS

    async def visitor(number: int) -> None:
        await asyncio.sleep(PAUSE * number / VISITORS)
        while time.perf_counter() < end:
            began = time.perf_counter()
            await _ask(host, port, ASKED[number % len(ASKED)], visitor=number)
            times.append(time.perf_counter() - began)
            await asyncio.sleep(PAUSE)

    await asyncio.gather(*map(visitor, range(VISITORS)))
    for task in watching:
        task.cancel()
    return times


async def _ask(host: str, port: int, path: str, body: str | None = None, visitor: int = 0) -> str:
    """Send one request on a connection of its own, and return the body of the answer.

    Visitors have addresses of their own, all of them on this computer: the server bounds what one may ask for.
    """
    reader, writer = await asyncio.open_connection(host, port, local_addr=(f"127.0.1.{1 + visitor}", 0))
    try:
        head = f"{'GET' if body is None else 'POST'} {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n"
        writer.write(f"{head}Content-Length: {len(body or '')}\r\n\r\n{body or ''}".encode())
        answer = (await reader.read()).decode()
        status = answer.split(" ", 2)[1]
        assert status in ("200", "202"), answer[:200]
        return answer.partition("\r\n\r\n")[2]
    finally:
        writer.close()
