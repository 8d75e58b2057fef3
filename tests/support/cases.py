"""How our pytest cases are written: rows that say why, refusals with their exact text, fresh names."""

import contextlib
import itertools
import os

import botocore.exceptions
import pytest

RUN = f"{os.getpid():x}-{os.urandom(3).hex()}"  # tells two runs against one endpoint apart
_counter = itertools.count(1)


def fresh(what="key"):
    """A name that no other test of this or another run uses."""
    return f"{what}-{RUN}-{next(_counter)}"


def rows(names, *cases):
    """Cases that differ only in their input: each is (why, *values of `names`)."""
    return pytest.mark.parametrize(names, [
        pytest.param(*case[1:], id="".join(c if c.isalnum() else "_" for c in case[0])) for case in cases])


@contextlib.contextmanager
def refused(code="ValidationException", text=None, containing=()):
    """The block must end in this error. `containing` (any case) is for texts that we are not sure of to the letter."""
    with pytest.raises(botocore.exceptions.ClientError) as info:
        yield info
    error = info.value.response["Error"]
    assert error["Code"] == code, error
    if text is not None:
        assert error["Message"] == text
    for part in [containing] if isinstance(containing, str) else containing:
        assert part.lower() in error["Message"].lower(), error["Message"]


def pages(call, **arguments):
    """Every page of a paged call, following LastEvaluatedKey; a loop without progress fails."""
    seen = []
    while True:
        page = call(**arguments)
        yield page
        last = page.get("LastEvaluatedKey")
        if last is None:
            return
        assert last not in seen, "the continuation does not move"
        seen.append(last)
        arguments["ExclusiveStartKey"] = last


def all_items(call, **arguments):
    return [item for page in pages(call, **arguments) for item in page["Items"]]
