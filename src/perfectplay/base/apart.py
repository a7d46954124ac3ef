"""Foreign code on a thread of its own, so that no signal handler runs inside its callbacks.

Python runs signal handlers on the main thread, between any two instructions.  If a handler raises in a function that a
C or C++ library calls, the exception is lost or the process ends with a segmentation fault.
"""

import os
from _thread import start_new_thread  # an exception of a handler may break the bookkeeping of threading.Thread.start
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from queue import SimpleQueue
from threading import Lock
from typing import TypeVar

TICK_SECONDS = 0.02  # between two checks

T = TypeVar("T")
Works = SimpleQueue[Callable[[], None]]  # the work of one thread

_idle: list[Works] = []  # threads are kept: libraries prepare much for each thread that calls them
if hasattr(os, "register_at_fork"):  # Windows does not have it
    os.register_at_fork(after_in_child=_idle.clear)  # threads do not survive a fork


def _do_nothing() -> None:
    pass


def run_apart(
    work: Callable[[], T], check: Callable[[], None] = _do_nothing, stop: Callable[[], None] = _do_nothing
) -> T:
    """Return the result of `work`, which runs on another thread while this thread waits and calls `check`.

    If `check` or a signal handler raises, call `stop`, which should shorten the work; raise after the work has ended.

    >>> run_apart(lambda: 6 * 7)
    42
    """
    context = copy_context()
    waiting = [lambda: context.run(work)]  # the thread takes the work from here, unless it is withdrawn first
    results: list[T] = []
    errors: list[BaseException] = []
    running = Lock()
    running.acquire()

    def run() -> None:
        try:
            results.append(waiting.pop()())
        except BaseException as error:
            errors.append(error)
        finally:
            _idle.append(works)
            running.release()

    try:
        works = _idle_thread()
        works.put(run)
        while not running.acquire(timeout=TICK_SECONDS):
            check()
    except BaseException:  # a handler may raise at any of these lines, also before the work has begun
        with suppress(BaseException):  # the work ends before the first exception is raised
            stop()
        try:
            waiting.pop()
        except IndexError:
            while not results and not errors:
                with suppress(BaseException):  # of further handlers: the first exception is raised
                    running.acquire(timeout=TICK_SECONDS)
        raise
    if errors:
        raise errors.pop()
    return results.pop()


def _idle_thread() -> Works:
    """Return the queue of a thread that has no work."""
    with suppress(IndexError):
        return _idle.pop()
    works = Works()
    start_new_thread(_serve, (works,))
    return works


def _serve(works: Works) -> None:
    while True:
        works.get()()
