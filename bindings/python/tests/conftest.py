"""What several tests use."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

#: The root of the repository.
ROOT = Path(__file__).parent.parent.parent.parent


def interrupted(text: str, *arguments: str, presses: int = 1, within: float = 120) -> tuple[str, str]:
    """What a program prints after its line `ready`, and its errors, if Ctrl-C is pressed so many times; it ends within these seconds."""
    command = [sys.executable, "-c", text, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
        for _ in range(presses):
            time.sleep(0.5)
            program.send_signal(signal.SIGINT)
        try:
            return program.communicate(timeout=within)
        finally:
            program.kill()


@pytest.fixture
def examples() -> Path:
    """The example workloads."""
    return ROOT / "examples"


@pytest.fixture
def golden() -> Path:
    """Stimuli with their traces."""
    return ROOT / "tests" / "golden"


@pytest.fixture
def planner_data() -> Path:
    """Inputs of the planners."""
    return ROOT / "hws-plan" / "tests" / "data"


@pytest.fixture
def command() -> str:
    """The command `hws`, for files that the package reads and does not write."""
    if "HWS" not in os.environ:
        pytest.skip("HWS does not name the command `hws`")
    return os.environ["HWS"]


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    """A small workload."""
    file = tmp_path / "small.yaml"
    file.write_text(
        """dags:
  - id: d
    kernels:
      - {id: a, est: 500, threads: 4, blocks: 2}
      - {id: b, est: 300, threads: 8, blocks: 1, deps: [a]}
"""
    )
    return file
