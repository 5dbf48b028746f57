"""`records.dataclass` makes what the standard library's does: compared over classes of all parameters and fields."""

import copy
import dataclasses
import inspect
import itertools
import pickle
import sys

import pytest

from triton_shared import records

FIELDS = {
    "plain": lambda: dataclasses.field(),
    "default": lambda: dataclasses.field(default=1),
    "shown not": lambda: dataclasses.field(default=2, repr=False),
    "compared not": lambda: dataclasses.field(default=3, compare=False),
    "hashed not": lambda: dataclasses.field(default_factory=dict, hash=False),
    "computed": lambda: dataclasses.field(init=False, default=4),
    "made": lambda: dataclasses.field(init=False, default_factory=list, hash=False),
    "named": lambda: dataclasses.field(default=5, kw_only=True),
}
OWN = {
    "nothing": {},
    "equality": {"__eq__": lambda self, other: True, "__hash__": lambda self: 5},
    "text": {"__repr__": lambda self: "own"},
}


def made(maker, fields, own, **parameters):
    """A class by the decorator ``maker``; with as many required fields as there are ``plain`` ones."""
    names = {f"{kind.replace(' ', '_')}": FIELDS[kind]() for kind in fields}
    space = {"__annotations__": dict.fromkeys(names, "object"), "__doc__": "", **names, **OWN[own]}
    return maker(**parameters)(type("Record", (), {**space, "__module__": __name__}))


def seen(cls):
    """What can be told of ``cls`` and its objects: by values that are equal, or not, or cannot be hashed."""
    plain = "plain" in cls.__annotations__
    nan = () if sys.version_info >= (3, 13) else (float("nan"),)  # equal to itself no longer
    objects = [cls(*[value] * plain) for value in (0, 0, 1, *nan, [], "0")]
    objects += [dataclasses.replace(one) for one in objects]

    def hashed(one):
        try:
            return hash(one) if cls.__hash__ is not object.__hash__ else "by identity"
        except TypeError as error:
            return str(error)

    by_identity = cls.__eq__ is object.__eq__
    equal = None if by_identity else [a == b for a, b in itertools.product(objects, repeat=2)]
    shown = [repr(one) for one in objects] + [[f.name for f in dataclasses.fields(cls)], cls.__match_args__]
    signature = str(inspect.signature(cls))
    return (
        equal,
        [hashed(o) for o in objects],
        shown,
        [dataclasses.astuple(o) for o in objects[:3]],
        signature,
    )


@pytest.mark.parametrize("own", OWN)
@pytest.mark.parametrize("frozen", [False, True])
@pytest.mark.parametrize("eq", [False, True])
def test_same_as_the_standard_library(own, frozen, eq):
    for count in range(len(FIELDS) + 1):
        for fields in itertools.combinations(FIELDS, count):
            pair = [
                made(maker, fields, own, frozen=frozen, eq=eq)
                for maker in (dataclasses.dataclass, records.dataclass)
            ]
            theirs, ours = map(seen, pair)
            assert str(ours) == str(theirs), fields


@records.dataclass(frozen=True)
class Pair:
    """Two values."""

    first: object
    second: object = None


def test_the_same_nan_is_equal_on_every_python():
    nan = float("nan")
    assert Pair(nan) == Pair(nan) != Pair(float("nan"))
    assert (nan,) == (nan,) != (float("nan"),)


@records.dataclass(frozen=True)
class Named(Pair):
    """With a name."""

    name: str = ""


def test_classes_differ_as_their_objects_do():
    assert Pair(1) != Named(1)
    assert Pair(1) != (1, None)
    assert Named(1, name="a") == Named(1, None, "a") != Named(1, name="b")
    assert repr(Named(1, name="a")) == "Named(first=1, second=None, name='a')"
    assert {Pair(1): 2}[Pair(1)] == 2


def test_copies():
    one = Named([1], Pair(2), "a")
    assert pickle.loads(pickle.dumps(one)) == copy.deepcopy(one) == one


def test_one_that_holds_itself_is_shown():
    one = Pair([])
    one.first.append(one)
    assert repr(one) == "Pair(first=[...], second=None)"


def test_slots():
    made = records.dataclass(slots=True, eq=False)(type("Slots", (), {"__annotations__": {"a": "int"}}))
    assert repr(made(1)) == "Slots(a=1)"
    assert not hasattr(made(1), "__dict__")


def test_a_class_without_parameters():
    plain = records.dataclass(type("Plain", (), {"__annotations__": {"a": "int"}}))
    assert plain(1) == plain(1)
    with pytest.raises(TypeError, match="unhashable"):
        hash(plain(1))


def test_what_follows_the_constructor():
    for maker in (dataclasses.dataclass, records.dataclass):

        @maker
        class Sum:
            """A number and its double; ``self`` is a field as any other."""

            self: int
            more: list = dataclasses.field(default_factory=list)
            double: int = dataclasses.field(init=False)
            last: int = dataclasses.field(kw_only=True)

            def __post_init__(self):
                self.double = 2 * self.self

        assert Sum(2, last=1).double == 4 and Sum(2, last=1).more is not Sum(2, last=1).more
        assert Sum(1, [3], last=1).more == [3]
        with pytest.raises(TypeError, match="last"):
            Sum(1)
        assert Sum.__init__.__qualname__.endswith("Sum.__init__")


def test_slots_with_defaults():
    space = {"__annotations__": {"a": "int", "b": "int"}, "b": dataclasses.field(init=False, default=2)}
    for maker in (dataclasses.dataclass, records.dataclass):
        one = maker(slots=True)(type("Slots", (), dict(space)))(1)
        assert (one.a, one.b) == (1, 2)


def test_a_constructor_of_its_own():
    class Own:
        """It stays."""

        a: int

        def __init__(self):
            self.a = 7

    assert records.dataclass(Own)().a == 7
    assert "__init__" not in vars(
        records.dataclass(init=False)(type("None_", (), {"__annotations__": {"a": "int"}}))
    )
