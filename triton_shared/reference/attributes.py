"""Attributes as values."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from triton_shared.mlir import ir
from triton_shared.reference import floats
from triton_shared.reference.elements import Element, Value, element_of, shape_of
from triton_shared.reference.errors import NoRule


def integers(op: ir.Operation, name: str) -> list[int]:
    """The numbers of the array attribute ``name`` of ``op``; none where it has none."""
    attribute = op.attributes.get(name, ())
    return [getattr(number, "value", number) for number in attribute]


def value(op: ir.Operation, name: str, default: Any = None) -> Any:
    """The number or text of the attribute ``name`` of ``op``; ``default`` where it has none."""
    return op.attributes[name].value if name in op.attributes else default


def constant(attribute: ir.Attribute) -> Value:
    """The scalar or array that ``attribute`` stands for."""
    match attribute:
        case ir.IntegerAttr():
            return element_of(attribute.type).integer(attribute.value)
        case ir.BoolAttr():
            return np.bool_(attribute.value)
        case ir.FloatAttr():
            return floats.rounded(np.float64(attribute.value), element_of(attribute.type))
        case ir.DenseElementsAttr():
            return _elements(attribute)
    raise NoRule(f"has no rule in the executor for the constant {attribute}")


def _elements(attribute: ir.DenseElementsAttr) -> Value:
    element, shape = element_of(attribute.type), shape_of(attribute.type)
    if attribute.is_splat:
        one = constant(attribute.get_splat_value())
        found = np.full(shape, one, element.dtype)
    else:
        found = np.array(_listed(attribute, element), element.dtype).reshape(shape)
    if isinstance(found, np.ndarray):
        found.flags.writeable = False
    return found[()]


def _listed(attribute: ir.DenseElementsAttr, element: Element) -> list:
    """The elements in order."""
    if element.format is None:
        numbers = list(ir.DenseIntElementsAttr(attribute))
        return [element.integer(int(number)) for number in numbers]
    if element.native:
        return list(ir.DenseFPElementsAttr(attribute))
    text = str(attribute)
    if found := re.match(r'dense<"0x([0-9A-Fa-f]*)"', text):
        return list(np.frombuffer(bytes.fromhex(found[1]), element.dtype))
    numbers = re.findall(r"0x[0-9A-Fa-f]+|[-+.\deE]+", text[text.index("<") + 1 : text.rindex(">")])
    return [int(n, 16) if n.startswith("0x") else floats.rounded(np.float64(n), element) for n in numbers]
