import pathlib
import tempfile

import pytest


@pytest.fixture
def tmp_path():
    """Gone after the test: pytest's own keeps the last three runs."""
    with tempfile.TemporaryDirectory(prefix="larder-test-") as folder:
        yield pathlib.Path(folder)
