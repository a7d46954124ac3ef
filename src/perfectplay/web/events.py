"""The news of several searches as one stream of server-sent events.

A browser opens six connections to a server, over all of its tabs, and a stream keeps one: so a page has one for all of
its searches.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import ExitStack
from functools import partial

from perfectplay.web.following import event_text, run_data
from perfectplay.web.jobs import Handle, SharedRun

PING_SECONDS = 10.0


async def events_of(
    handles: Sequence[Handle], gone: Iterable[str], describe: Callable[[Callable[[], str]], Awaitable[str]]
) -> AsyncIterator[str]:
    """Yield events until some searches are over; `describe` writes an answer, which may be large, in a thread.

    What the server no longer has is said at once, and is no reason to hear nothing of the others.

    Only the latest state is sent: a visitor whose network is slow gets fewer events, and the server keeps none.
    """
    for id in gone:
        yield event_text("gone", {"id": id})
    news = asyncio.Event()
    sent = dict.fromkeys(handles, "")
    with ExitStack() as watching:
        for handle in handles:
            following = asyncio.create_task(_follow(watching.enter_context(handle), news))
            watching.callback(following.cancel)
        while sent:
            try:
                async with asyncio.timeout(PING_SECONDS):
                    await news.wait()
            except TimeoutError:
                yield event_text("ping", {})
            news.clear()
            for handle, last in list(sent.items()):
                if handle.run.is_over:
                    del sent[handle]
                    yield await describe(partial(_end, handle))
                elif (text := _progress(handle)) != last:
                    sent[handle] = text
                    yield text


async def _follow(run: SharedRun, news: asyncio.Event) -> None:
    """Say that there is news, at first and after each change."""
    news.set()
    while not run.is_over:
        await run.change()
        news.set()


def _progress(handle: Handle) -> str:
    run = handle.run
    state = {"id": handle.id, "state": run.state, "message": run.message}
    return event_text("progress", {**state, **(run.progress or {})})


def _end(handle: Handle) -> str:
    return event_text("done", run_data(handle))
