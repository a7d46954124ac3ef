"""A player that is another program, which exchanges lines with us over its standard input and output.

Whatever the program does or writes, it can neither delay the referee beyond its time nor fill the memory: its output is
read only while an answer is awaited, and only up to a bound.  A program that exceeds one of these limits is killed with
all its children, and started again for the next turn.
"""

import contextlib
import os
import selectors
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

from perfectplay.arena.protocol import (
    HELLO,
    MOST_LINE,
    MOST_OUTPUT,
    QUIT,
    is_comment,
    move_of_answer,
    new_game,
    opponent_line,
    result_line,
    shown,
    turn_line,
)
from perfectplay.arena.stray import kill_marked, marked_environment, new_mark
from perfectplay.base.errors import UnsupportedError
from perfectplay.model.game_for_two import GameForTwo
from perfectplay.model.player import (
    CRASH,
    FLOOD,
    GARBAGE,
    TIMEOUT,
    Fault,
    GameRecord,
    Player,
    PlayerFaultError,
    in_seconds,
)

CHUNK = 4096
TAIL = 500  # bytes of what it wrote last on its standard error
QUIT_SECONDS = 0.5  # seconds that a program gets to exit by itself
LOOK_SECONDS = 0.1  # seconds between checks that a silent program still runs

_sessions: set[int] = set()  # session ids of the running programs


def kill_programs() -> None:
    """Kill every program of this process with all its children, one that is just being started included.

    It waits for nothing and needs no lock, so that a signal handler may call it.
    """
    for session in tuple(_sessions):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(session, signal.SIGKILL)
    kill_marked()


class Program:
    """A child process whose lines are read within bounds."""

    def __init__(self, command: list[str]) -> None:
        if os.name != "posix":
            raise UnsupportedError("programs can take part on Linux and macOS, not on this system")
        self.mark = new_mark()
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                env=marked_environment(self.mark),
                start_new_session=True,  # killing the session ends the program's children too
            )
        except OSError as error:
            raise PlayerFaultError(CRASH, f"{command[0]} cannot be started: {error.strerror}") from None
        _sessions.add(self.process.pid)
        assert self.process.stdin and self.process.stdout and self.process.stderr
        self.input, self.output, self.errors = self.process.stdin, self.process.stdout, self.process.stderr
        self.selector = selectors.DefaultSelector()
        for pipe in (self.input, self.output, self.errors):
            os.set_blocking(pipe.fileno(), False)
        self.selector.register(self.output, selectors.EVENT_READ)
        self.selector.register(self.errors, selectors.EVENT_READ)
        self.unsaid = b""
        self.unread = b""
        self.tail = b""
        self.error_bytes = 0  # bytes read from standard error since the last question
        self.is_output_open = True

    def say(self, *lines: str) -> None:
        """Send some lines; whatever the pipe does not take now is written while an answer is awaited."""
        self.unsaid += "".join(f"{line}\n" for line in lines).encode()
        self._write()

    def _write(self) -> None:
        try:
            while self.unsaid:
                self.unsaid = self.unsaid[os.write(self.input.fileno(), self.unsaid) :]
        except BlockingIOError:
            return
        except (OSError, ValueError):  # the program no longer reads, or its input is closed; its output shows why
            self.unsaid = b""

    def forget(self) -> None:
        """Discard unrequested output, except for the beginning of a comment whose end is still to come."""
        data = self.unread
        with contextlib.suppress(BlockingIOError, OSError):
            for _ in range(MOST_OUTPUT // CHUNK):
                found = os.read(self.output.fileno(), CHUNK)
                data += found
                if not found:
                    break
        begun = data.rpartition(b"\n")[2]
        self.unread = begun if begun.strip() and is_comment(begun) else b""

    def answer(self, seconds: float, allowed: float | None = None) -> str:
        """Return its next line that is no comment, or raise PlayerFaultError; `allowed` was the time at first."""
        ends = time.perf_counter() + seconds
        room = MOST_OUTPUT
        self.error_bytes = 0
        while True:
            while b"\n" in self.unread:
                line, _, self.unread = self.unread.partition(b"\n")
                if not is_comment(line):
                    return line.decode("utf-8", "replace")
            if len(self.unread) > MOST_LINE:
                raise PlayerFaultError(FLOOD, f"it wrote more than {MOST_LINE:,} bytes without the end of a line")
            if room <= 0:
                where = "error" if self.error_bytes > MOST_OUTPUT // 2 else "output"
                raise PlayerFaultError(
                    FLOOD, f"it wrote more than {MOST_OUTPUT:,} bytes on standard {where} without an answer"
                )
            if not self.is_output_open:
                raise PlayerFaultError(CRASH, self._last_words(ends))
            left = ends - time.perf_counter()
            if left <= 0:
                raise PlayerFaultError(TIMEOUT, f"it did not answer within {in_seconds(allowed or seconds)}")
            has_ended = self.process.poll() is not None
            heard = self._listen(min(left, LOOK_SECONDS))
            if heard is None and has_ended:
                self.is_output_open = False  # though its children may keep it open
            room -= heard or 0

    def writes_within(self, seconds: float) -> bytes:
        """Return what it writes within some time, when nobody asked."""
        ends = time.perf_counter() + seconds
        while (left := ends - time.perf_counter()) > 0 and len(self.unread) < MOST_LINE and self.is_output_open:
            self._listen(left)
        return self.unread

    def _listen(self, seconds: float) -> int | None:
        """Read and write what can be within some time; return how many bytes were read, None if nothing happened."""
        if self.unsaid and self.input not in self.selector.get_map():
            self.selector.register(self.input, selectors.EVENT_WRITE)
        ready = self.selector.select(seconds)
        count = 0
        for key, _ in ready:
            if key.fileobj is self.input:
                self._write()
                if not self.unsaid:
                    self.selector.unregister(self.input)
                continue
            try:
                data = os.read(key.fd, CHUNK)
            except BlockingIOError:
                continue
            count += len(data)
            if not data:
                self.is_output_open &= key.fileobj is not self.output
                self.selector.unregister(key.fileobj)
            elif key.fileobj is self.errors:
                self.tail = (self.tail + data)[-TAIL:]
                self.error_bytes += len(data)
            else:
                self.unread += data
        return count if ready else None

    def _last_words(self, ends: float) -> str:
        """Say how a program that closed its output has ended."""
        try:
            code = self.process.wait(max(0.0, min(QUIT_SECONDS, ends - time.perf_counter())))
        except subprocess.TimeoutExpired:
            return "it closed its standard output"
        with contextlib.suppress(BlockingIOError, OSError):
            while data := os.read(self.errors.fileno(), CHUNK):
                self.tail = (self.tail + data)[-TAIL:]
        last = [line for line in self.tail.decode("utf-8", "replace").splitlines() if line.strip()][-1:]
        ended = f"it ended with status {code}" if code >= 0 else f"it was ended by signal {-code}"
        return ended + (f", and said {shown(last[0])}" if last else "")

    def end(self) -> None:
        """Let it leave, or kill it with all its children; no process is left behind."""
        try:
            self.input.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(QUIT_SECONDS)
        finally:
            self.kill()

    def kill(self) -> None:
        """End it now."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        kill_marked(self.mark)
        _sessions.discard(self.process.pid)
        self.process.wait()
        self.selector.close()
        for pipe in (self.input, self.output, self.errors):
            pipe.close()


class ExternalPlayer(Player):
    """Plays what a program says."""

    def __init__(self, command: list[str]) -> None:
        super().__init__(Path(command[-1] if command[-1].endswith(".py") else command[0]).name)
        self.command = command
        self.program: Program | None = None
        self.is_greeted = False  # whether the program has answered the first line
        self.is_in_game = False  # whether the program knows of the game

    def begin(self, problem: GameForTwo, is_first: bool, seed: int, seconds: float | None = None) -> None:
        super().begin(problem, is_first, seed, seconds)
        self.seed = seed
        self.is_in_game = False
        with contextlib.suppress(PlayerFaultError):  # a failure counts as a fault only when the program is to move
            self._say_new(problem.start)

    def _say_new(self, position: Any) -> None:
        if self.program is None:
            self.program = Program(self.command)
            self.program.say(HELLO)
            self.is_greeted = False
        self.program.say(*new_game(self.problem, self.is_first, self.seed, position, self.allowed))
        self.is_in_game = True

    def choose(self, position: Any, seconds: float) -> str:
        ends = time.perf_counter() + seconds
        try:
            if self.program is None or not self.is_in_game:
                self._say_new(position)
            assert self.program is not None
            if not self.is_greeted:
                self._hear_ready(seconds)
            self.program.forget()
            left = max(0.0, ends - time.perf_counter())
            self.program.say(turn_line(self.problem, position, left))
            answer = self.program.answer(left, seconds)
        except PlayerFaultError:
            self.drop()
            raise
        return move_of_answer(self.problem, position, answer)

    def _hear_ready(self, seconds: float) -> None:
        assert self.program is not None
        try:
            answer = self.program.answer(seconds)
        except PlayerFaultError as error:
            if error.kind == TIMEOUT:
                advice = "answer the first line with it, and flush standard output"
                raise PlayerFaultError(
                    TIMEOUT, f"`ready` did not come within {in_seconds(seconds)}; {advice}"
                ) from None
            raise
        if answer.split()[:1] != ["ready"]:
            raise PlayerFaultError(GARBAGE, f"it answered {shown(answer)} to {HELLO!r}, where `ready` is expected")
        self.is_greeted = True

    def on_move(self, text: str) -> None:
        if self.program is not None and self.is_in_game:
            self.program.say(opponent_line(text))

    def on_take_back(self) -> None:
        self.is_in_game = False  # the protocol knows of no way back, so its next turn begins with `new`

    def on_refusal(self, fault: Fault) -> None:
        if self.program is not None and self.is_in_game:
            self.program.say(f"invalid {fault.text}")

    def on_end(self, record: GameRecord) -> None:
        if self.program is not None and self.is_in_game:
            self.program.say(result_line(record, 0 if self.is_first else 1))
        self.is_in_game = False

    def close(self) -> None:
        program, self.program, self.is_in_game = self.program, None, False
        if program is not None:
            try:
                program.say(QUIT)
            finally:
                program.end()

    def drop(self) -> None:
        """Kill the program."""
        program, self.program, self.is_in_game = self.program, None, False
        if program is not None:
            program.kill()
