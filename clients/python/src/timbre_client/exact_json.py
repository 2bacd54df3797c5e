"""JSON whose figures stay as they are written: a fraction is a Decimal, and a Decimal is written digit by digit."""

import json
from decimal import Decimal
from typing import Any, Mapping, Sequence, Union


def parse(text: Union[str, bytes]) -> Any:
    """Raises ValueError for what is not JSON, or nested too deeply, or has figures that nothing can hold."""
    try:
        return json.loads(text, parse_float=Decimal, parse_constant=_refuse)
    except (ArithmeticError, RecursionError) as error:
        raise ValueError("JSON that cannot be read") from error


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is not a number of JSON")


def text_of(value: Any) -> str:
    """Raises TypeError or ValueError for what JSON does not have."""
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError(f"{value} is not a number of JSON")
        return format(value, "f")
    if isinstance(value, Mapping):
        members = (f"{_name(name)}:{text_of(member)}" for name, member in value.items())
        return "{" + ",".join(members) + "}"
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes)):
        return "[" + ",".join(map(text_of, value)) + "]"
    return json.dumps(value, allow_nan=False)


def _name(name: Any) -> str:
    if not isinstance(name, str):
        raise TypeError(f"{name!r} is not the name of a member")
    return json.dumps(name)
