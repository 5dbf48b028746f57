"""Text that nests, grows or repeats without bounds: every program ends soon, in success or in an error with a place."""

import pytest

from tests.fuzz.workshop import GOOD, outcomes

COUNT = 20_000


def function(body: str = "", arguments: str = "") -> str:
    return f"tt.func public @k({arguments}) {{\n{body}\ntt.return\n}}\n"


def attribute(text: str) -> str:
    return f"module attributes {{a.b = {text}}} {{}}\n"


def aliases(sigil: str, first: str, next_one: str, count: int, use: str) -> str:
    lines = [f"{sigil}a0 = {first}"]
    lines += [f"{sigil}a{k + 1} = {next_one.replace('?', f'{sigil}a{k}')}" for k in range(count)]
    return "\n".join([*lines, use.replace("?", f"{sigil}a{count}"), ""])


def mapped(pack: int) -> str:
    return function(
        f'%0 = "tt.map_elementwise"(%x) ({{\n^bb0(%a: i32):\ntt.map_elementwise.return %a : i32\n}}) '
        f"{{pack = {pack} : i32}} : (tensor<4xi32>) -> tensor<4xi32>",
        "%x: tensor<4xi32>",
    )


def assembled(count: str) -> str:
    how = f'constraints = "=r,r", packed_element = {count}, pure = true'
    assembly = f'tt.elementwise_inline_asm "mov.b32 $0, $1;" {{{how}}} %x : tensor<4xi32> -> tensor<4xi32>'
    return function(f"%0 = {assembly}", "%x: tensor<4xi32>")


def part(number: int | str) -> str:
    struct = "!llvm.struct<(ptr, i64)>"
    short = f"%0 = llvm.extractvalue %x[{number}] : {struct}"
    generic = f'%0 = "llvm.extractvalue"(%x) <{{position = array<i64: {number}>}}> : ({struct}) -> !llvm.ptr'
    return function(generic if number == 2**63 - 1 else short, f"%x: {struct}")


REFUSED = {
    "regions": function("scf.if %c {\n" * 5_000 + "}\n" * 5_000, "%c: i1"),
    "regions, open": function("scf.if %c {\n" * 5_000, "%c: i1"),
    "brackets": attribute("[" * COUNT),
    "brackets, closed": attribute("[" * COUNT + "]" * COUNT),
    "pointers": function(arguments="%x: " + "!tt.ptr<" * COUNT + "f32" + ">" * COUNT),
    "pointers, closed wrongly": function(arguments="%x: " + "!tt.ptr<f32), " * COUNT),
    "signs": attribute(f"affine_map<(d0) -> ({'- ' * COUNT}d0)>"),
    "type aliases nest": aliases(
        "!", "tuple<i32>", "tuple<?>", COUNT, "func.func private @f(%x: ?)".replace("%x: ", "")
    ),
    "type aliases double": aliases("!", "tuple<i32>", "tuple<?, ?>", 60, "func.func private @f(?)"),
    "attribute aliases double": aliases("#", "[1]", "[?, ?]", 60, attribute("?")),
    "locations nest": aliases("#", "loc(unknown)", 'loc("x"(?))', COUNT, "module {} loc(?)"),
    "an attribute that does not end": function("", f"%x: i32 {{a.b = dense<[{'1, ' * COUNT}1]> ), q}}"),
    "blanks": "tt.fun" + " " * COUNT + "x" + " " * COUNT,
    "blank lines": "tt.fun\n" + (" " * 50 + "\n") * (COUNT // 10) + "x",
    "comments": "//\n" * COUNT + "x" + "//\n" * COUNT + "x",
    "words": "tt.load " * COUNT,
    "quotes": '"' * COUNT,
    "digits": function(f"%0 = arith.constant {'9' * 1_000_000} : i64"),
    "pack": mapped(2**31 - 1),
    "no pack": mapped(0),
    "no elements of assembly": assembled("0 : i32"),
    "elements of assembly that are no number": assembled("false"),
    "a policy that is none": function(
        '%0 = "tt.load"(%x) <{cachePolicy = false, operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tt.ptr<f32>) -> f32',
        "%x: !tt.ptr<f32>",
    ),
    **{f"part {n} of a struct": part(n) for n in (2**32, -(2**31) - 1, 2**63 - 1, "0x100000000")},
    "elements": function("%0 = arith.constant dense<1> : tensor<4611686018427387904xi32>"),
    "dimensions": function(f"%0 = arith.constant dense<1> : tensor<{'1x' * COUNT}xi32>"),
    "rank": function(f"%0 = arith.constant dense<1> : tensor<{'1x' * 200}i32>"),
    "parameters": function(arguments=", ".join(f"%x{k}: i32" for k in range(COUNT // 4))),
}
COMPILED = {
    "regions within the limit": function("scf.if %c {\n" * 100 + "}\n" * 100, "%c: i1"),
    "blanks behind": function() + " " * COUNT + "\n" * COUNT + "// " + " " * COUNT,
    "a comment at the end": function() + "// no line break",
    "ops in a line": function(
        " ".join(f"%y{k} = tt.splat %x : i32 -> tensor<4xi32>" for k in range(1000)), "%x: i32"
    ),
    "a long name": function().replace("@k", "@" + "k" * COUNT),
    "non-ASCII comments": "// é€\U0001f4a5\n" + function("// é€\U0001f4a5"),
}


@pytest.fixture(scope="module")
def ended():
    texts = {**REFUSED, **COMPILED}
    return dict(zip(texts, sorted(outcomes(texts.values(), 2), key=lambda o: o.number), strict=True))


@pytest.mark.parametrize("name", REFUSED)
def test_refused_with_a_place(ended, name):
    assert ended[name].kind == "diagnosed", ended[name].details[-2000:]


@pytest.mark.parametrize("name", COMPILED)
def test_compiled(ended, name):
    assert ended[name].kind == "compiled", ended[name].details[-2000:]


def test_all_ended(ended):
    assert {o.kind for o in ended.values()} <= set(GOOD)
