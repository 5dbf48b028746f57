"""Lines of each kind of text, and the places that they come from."""

from pathlib import Path

import pytest

from triton_shared import dialects
from triton_shared.explorer.lines import Line, of_assembly, of_llvm, of_mlir, of_sass
from triton_shared.passes.manager import run_pipeline

EXAMPLES = sorted(Path(__file__).parents[2].glob("examples/*.mlir"))


def places(lines: list[Line]) -> dict[str, list[int]]:
    """The lines of the source by text, without blanks."""
    return {line.text.strip(): [number for _, number in line.places] for line in lines}


@pytest.mark.parametrize(
    "passes", [[], ["triton-to-structured"], ["triton-to-linalg"]], ids=["ttir", "tts", "shared"]
)
def test_without_its_locations_mlir_is_what_is_printed_without_them(passes):
    """Of samples, at each level; and an op's places are those that MLIR tells."""
    for path in EXAMPLES[:: 6 if passes else 3]:
        module = dialects.parse(path.read_text(encoding="utf-8"), "sample.mlir")
        run_pipeline(module, passes)
        lines = of_mlir(dialects.print_module(module, debug_info=True))
        assert [line.text for line in lines] == dialects.print_module(module).rstrip("\n").split("\n"), (
            path.name
        )
        assert {file for line in lines for file, _ in line.places} == {"sample.mlir"}


def test_locations_of_mlir_are_read_however_they_nest():
    text = """\
#loc = loc("a.py":1:1)
module attributes {note = "text loc(\\"b.py\\":99:1)"} {
  func.func @f(%arg0: i32 loc("n"(#loc))) -> i32 {
    %0 = arith.addi %arg0, %arg0 : i32 loc(#loc3)
    %1 = scf.if %c -> (i32) {
      scf.yield %0 : i32 loc(callsite("helper"("we) ird.py":5:2) at fused<"x">[#loc, "a.py":7:3]))
    } else {
      scf.yield %arg0 : i32 loc(unknown)
    } loc("a.py":8:3)
    return %1 : i32 loc(#loc4)
  } loc(#loc)
} loc(#loc)
#loc2 = loc("a\\22\\\\.py":2:1)
#loc3 = loc("x"(#loc2))
#loc4 = loc(fused[#loc4, #loc3])
"""
    found = of_mlir(text)
    assert found[0].text == 'module attributes {note = "text loc(\\"b.py\\":99:1)"} {'
    assert found[1].text == "  func.func @f(%arg0: i32) -> i32 {"
    by_text = {line.text.strip(): line.places for line in found}
    assert by_text["%0 = arith.addi %arg0, %arg0 : i32"] == (('a"\\.py', 2),)
    assert by_text["scf.yield %0 : i32"] == (("we) ird.py", 5), ("a.py", 1), ("a.py", 7))
    assert by_text["scf.yield %arg0 : i32"] == ()
    assert by_text["%1 = scf.if %c -> (i32) {"] == (("a.py", 8),)
    assert by_text["return %1 : i32"] == (('a"\\.py', 2),)


def test_code_of_llvm_has_the_places_of_its_callers():
    found = places(
        of_llvm("""\
; ModuleID = 'm'
define void @f(ptr %0) !dbg !3 {
  %2 = load i32, ptr %0, align 4, !dbg !6, !range !9
  ret void
}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1)
!1 = !DIFile(filename: "k.py", directory: "/d")
!3 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 9, unit: !0)
!4 = distinct !DISubprogram(name: "g", scope: !1, file: !1, line: 1, unit: !0)
!5 = !DILexicalBlockFile(scope: !4, file: !1, discriminator: 0)
!6 = !DILocation(line: 2, column: 1, scope: !5, inlinedAt: !7)
!7 = distinct !DILocation(line: 12, column: 4, scope: !3, inlinedAt: !7)
""")
    )
    assert found == {
        "define void @f(ptr %0) {": [9],
        "%2 = load i32, ptr %0, align 4, !range !9": [2, 12],
        "ret void": [],
        "}": [],
    }


def test_an_instruction_has_the_last_place_that_was_told():
    found = of_assembly("""\
\t.text
f:
.Lfunc_begin0:
\t.file\t1 "/d" "k.py"
\t.loc\t1 9 0
\tpushq\t%rbp
.Ltmp0:
\t.loc\t1 12 4 prologue_end
\tmovl\t%eax, %ebx
.LBB0_1:
\t.p2align 4
\t{ .reg .pred %p; setp.gt.s64 %p, %a, 0; }
\t.loc\t1 0 4
\tretq
\t.section\t.debug_info
\t.byte\t1
\t.section\t".note.GNU-stack"
""")
    assert places(found) == {
        ".text": [], "f:": [], "pushq    %rbp": [9], "movl    %eax, %ebx": [12], ".LBB0_1:": [], ".p2align 4": [],
        "{ .reg .pred %p; setp.gt.s64 %p, %a, 0; }": [12], "retq": [], '.section    ".note.GNU-stack"': [],
    }  # fmt: skip
    assert {file for line in found for file, _ in line.places} == {"/d/k.py"}


def test_machine_code_of_gpus_has_lines_with_their_callers():
    found = of_sass("""\
.text.f:
\t//## File "/d/lib.py", line 3 inlined at "/d/k.py", line 12
\t//## File "/d/k.py", line 12
        /*0000*/                   MOV R1, c[0x0][0x28] ;
        /*0010*/                   EXIT ;
\t//## File "/d/k.py", line 14
        /*0020*/                   BRA `(.L_1);
.L_1:
""")
    assert [[n for _, n in line.places] for line in found] == [[], [3, 12], [3, 12], [14], []]
