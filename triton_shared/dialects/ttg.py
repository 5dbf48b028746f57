"""What TTIR holds of the ttg dialect: barriers."""

from triton_shared.dialects.effects import ReadsWrites
from triton_shared.dialects.syntax import bit_enum
from triton_shared.mlir import ext

AddrSpace = bit_enum(none=0, local=1, global_read=2, global_write=4, tensor_read=8, tensor_write=16, all=31)


class TTG(ext.Dialect, name="ttg"):
    """Triton's dialect for GPUs."""


class BarrierOp(TTG.Operation, name="barrier", traits=[ReadsWrites]):
    """Waits until every thread of the program is here and the accesses to ``addrSpace`` are seen by all."""

    assembly_format = "$addrSpace attr-dict"
    attribute_kinds = {"addrSpace": AddrSpace}
