"""How an endpoint is called, and where its answer is."""

from __future__ import annotations

from typing import NamedTuple, Tuple


class Endpoint(NamedTuple):
    method: str
    path: str
    #: `text`: the text of `message` or `errors` · `message`: all of it · `file`: the body · `extras`: the values of
    #: `keys` next to `message`, and of `record` in it · `key` and `list`: the value of the one key in `message`.
    answer: str
    keys: Tuple[str, ...] = ()
    #: Inputs of a POST that are sent in the query. Other methods send all inputs there.
    query: Tuple[str, ...] = ()
    #: The input that is a file. With it the body is a form, otherwise JSON.
    file: str = ""
    #: The input that is a list of files. If it is given, the body is a form.
    files: str = ""
    #: A call that changes something is repeated only with an idempotency key.
    changes: bool = False
    #: The key in `message` that is answered together with `keys`.
    record: str = ""
