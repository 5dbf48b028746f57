"""Types of the bindings' `ext`, with which op classes are declared, for mypy.

The bindings make members and constructors of op classes from annotations, and have no types themselves.  Names of
`Operation` from ``assembly_format`` on are not the bindings': `triton_shared.dialects.assembly` reads them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from torch_mlir import ir

_T = TypeVar("_T")

class Operand(ir.Value, Generic[_T]): ...
class Result(ir.OpResult, Generic[_T]): ...

Region = ir.Region

def result(*, default_factory: Callable[[], Any] | None = ..., kw_only: bool = ...) -> Any: ...
def infer_result() -> Any: ...
def operand(*, kw_only: bool = ...) -> Any: ...
def attribute(*, default_factory: Callable[[], Any] | None = ..., kw_only: bool = ...) -> Any: ...

@dataclass
class FieldDef:
    name: str
    variadicity: Any
    constraint: Any

class OperandDef(FieldDef): ...
class ResultDef(FieldDef): ...
class AttributeDef(FieldDef): ...
class RegionDef(FieldDef): ...

def partition_fields(
    fields: Sequence[FieldDef],
) -> tuple[list[OperandDef], list[AttributeDef], list[ResultDef], list[RegionDef]]: ...

class _OperationClass(type): ...

class Operation(ir.OpView, metaclass=_OperationClass):
    OPERATION_NAME: ClassVar[str]
    assembly_format: ClassVar[str]
    older_formats: ClassVar[Sequence[str]]
    older_names: ClassVar[Mapping[str, Mapping[str, str]]]
    inferred_types: ClassVar[Mapping[str, Any]]
    attribute_kinds: ClassVar[Mapping[str, Any]]
    result_names: ClassVar[Sequence[str]]
    type_prefixes: ClassVar[Mapping[str, str]]
    def __init_subclass__(
        cls, *, name: str = ..., traits: Sequence[Any] = ..., dialect: type[Dialect] = ...
    ) -> None: ...

class Type(ir.DynamicType):
    type_name: ClassVar[str]
    def __init_subclass__(cls, *, name: str = ..., dialect: type[Dialect] = ...) -> None: ...
    @classmethod
    def get(cls, *args: Any, context: Any = ...) -> Any: ...

class Attribute(ir.DynamicAttr):
    attr_name: ClassVar[str]
    def __init_subclass__(cls, *, name: str = ..., dialect: type[Dialect] = ...) -> None: ...
    @classmethod
    def get(cls, *args: Any, context: Any = ...) -> Any: ...

_Operation = Operation
_Type = Type
_Attribute = Attribute

class Dialect(ir.Dialect):
    DIALECT_NAMESPACE: ClassVar[str]
    operations: ClassVar[list[type[_Operation]]]
    types: ClassVar[list[type[_Type]]]
    attributes: ClassVar[list[type[_Attribute]]]
    class Operation(_Operation): ...
    class Type(_Type): ...
    class Attribute(_Attribute): ...

    def __init_subclass__(cls, name: str) -> None: ...
    @classmethod
    def load(cls) -> None: ...

class Pure:
    class NoMemoryEffect: ...
    class AlwaysSpeculatable: ...
