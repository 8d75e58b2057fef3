"""A larderd of one's own: started on a free port, stopped or killed by its process id, checked to leave nothing."""

import os
import pathlib
import queue
import re
import signal
import subprocess
import threading

ROOT = pathlib.Path(__file__).resolve().parents[2]
START_SECONDS_MAX = 30  # sanitizer builds on a busy machine included
STOP_SECONDS_MAX = 30


def binary():
    return os.environ.get("LARDERD", str(ROOT / "build" / "dev" / "bin" / "larderd"))


class Daemon:
    """Start and stop may alternate: a restart on the same data directory is `stop(); start()` or `kill(); start()`."""

    def __init__(self, *options):
        self.options = list(options)
        self.process = None
        self.endpoint = None
        self.lines = []

    def start(self):
        assert self.process is None
        # Settings of the machine must not reach the daemon under test.
        environment = {k: v for k, v in os.environ.items() if not k.startswith("LARDER_")}
        self.process = subprocess.Popen(
            [binary(), "--http-port", "0", *self.options],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment)
        self.lines = []
        seen = queue.Queue()
        self.reader = threading.Thread(target=self._read, args=(self.process.stderr, seen), daemon=True)
        self.reader.start()
        try:
            self.endpoint = seen.get(timeout=START_SECONDS_MAX)
        except queue.Empty:
            self.endpoint = None
        if self.endpoint is None:
            self.kill()
            raise AssertionError("larderd did not come up:\n" + "".join(self.lines))
        return self

    def _read(self, stream, seen):
        for line in stream:
            self.lines.append(line)
            found = re.search(r"listening on (https?://\S+?)[,;.]?(\s|$)", line)
            if found:
                seen.put(found.group(1))
        seen.put(None)

    @property
    def pid(self):
        return self.process.pid

    @property
    def host_port(self):
        host, _, port = self.endpoint.split("//")[1].rpartition(":")
        return host.strip("[]"), int(port)

    def stop(self, signal_number=signal.SIGTERM):
        """Orderly: the daemon must drain and leave with 0."""
        code = self.end(signal_number)
        assert code == 0, f"larderd left with {code}:\n" + "".join(self.lines)

    def end(self, signal_number):
        """Its exit code after this signal."""
        self.process.send_signal(signal_number)
        try:
            code = self.process.wait(STOP_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            self.kill()
            raise AssertionError("larderd did not stop:\n" + "".join(self.lines))
        self._forget()
        return code

    def kill(self):
        """As a crash: SIGKILL, nothing is drained."""
        self.process.kill()
        self.process.wait()
        self._forget()

    def _forget(self):
        self.reader.join()
        self.process.stderr.close()
        self.process = None

    def __enter__(self):
        return self.start()

    def __exit__(self, kind, value, trace):
        if self.process is None:
            return
        if kind is None:
            self.stop()
        else:
            self.kill()
