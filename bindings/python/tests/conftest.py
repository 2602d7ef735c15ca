"""What several tests use."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

#: The root of the repository.
ROOT = Path(__file__).parent.parent.parent.parent


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
