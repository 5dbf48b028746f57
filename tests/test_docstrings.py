"""The public names document their arguments, results and errors; the page of the Python interface shows all of it."""

import ast
import inspect
import re
import textwrap
from functools import cache

import pytest

import triton_shared
from website import reference

SECTION = re.compile(r"^(Args|Attributes|Raises|Returns):\n((?:    .*(?:\n|$)|\n)+)", re.M)


@cache
def public():
    """The functions and classes that the page lists, by name; the drivers are there where Triton is."""
    found = {}
    for name in triton_shared.__all__:
        try:
            found[name] = getattr(triton_shared, name)
        except ImportError:
            continue
    return {name: value for name, value in found.items() if callable(value)}


def members(one):
    """What the page lists of a class: name, function, whether it is called."""
    for name, value in vars(one).items():
        function = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
        if not name.startswith("_") and inspect.isfunction(function):
            yield name, function, not isinstance(value, property)


def sections(one):
    return {match[1]: match[2] for match in SECTION.finditer(inspect.getdoc(one) or "")}


def entries(text):
    """The names before a colon, of a section and of lists in it."""
    return set(re.findall(r"[\w*]+", " ".join(re.findall(r"^ {4,8}([\w*]+(?:, [\w*]+)*): ", text, re.M))))


def parameters(one):
    try:
        found = inspect.signature(one).parameters
    except (TypeError, ValueError):  # an exception's, which are those of Python
        return set()
    return {name for name, p in found.items() if name not in ("self", "cls") and p.annotation is not p.empty}


def raised(function):
    """The names of the classes that ``function`` itself raises."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    calls = [
        n.exc.func if isinstance(n.exc, ast.Call) else n.exc
        for n in ast.walk(tree)
        if isinstance(n, ast.Raise) and n.exc
    ]
    return {n.id for n in calls if isinstance(n, ast.Name) and n.id[:1].isupper()}


@pytest.mark.parametrize("name", public())
def test_every_argument_is_documented_and_no_other(name):
    one, found = public()[name], sections(public()[name])
    told = entries(found.get("Args", "") + found.get("Attributes", ""))
    assert not parameters(one) - told - {"options"}
    if inspect.isfunction(one):
        assert told - {"options"} <= set(inspect.signature(one).parameters)


@pytest.mark.parametrize("name", [name for name, one in public().items() if inspect.isfunction(one)])
def test_functions_say_what_they_return_and_raise(name):
    one, found = public()[name], sections(public()[name])
    assert inspect.signature(one).return_annotation in (None, "None") or found.get("Returns")
    assert raised(one) <= entries(found.get("Raises", ""))


@pytest.mark.parametrize("name", [name for name, one in public().items() if inspect.isclass(one)])
def test_methods_name_what_they_take_and_raise(name):
    for member, function, is_called in members(public()[name]):
        text = inspect.getdoc(function) or ""
        assert text, member
        assert not is_called or all(re.search(rf"\b{p}\b", text) for p in parameters(function)), member
        assert all(error in text for error in raised(function) - {"NotImplementedError"}), member


def test_constructors_say_what_they_raise():
    for one in filter(inspect.isclass, public().values()):
        for name in ("__init__", "__post_init__"):
            function = vars(one).get(name)
            if inspect.isfunction(function) and "<" not in function.__code__.co_filename:
                assert raised(function) <= entries(sections(one).get("Raises", "")), one


def test_the_page_shows_the_sections():
    text = "\n".join(reference._api())
    assert text.count("**Args**") >= 8 and text.count("**Returns**") >= 5 and text.count("**Raises**") >= 7


def test_what_is_not_documented_is_found():
    def half(array: object, rest: int) -> int:
        """Half.

        Args:
            array: of any shape.
        """
        raise ValueError(rest)

    assert parameters(half) - entries(sections(half)["Args"]) == {"rest"}
    assert raised(half) == {"ValueError"} and "Returns" not in sections(half)
