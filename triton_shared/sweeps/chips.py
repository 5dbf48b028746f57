"""What tells chips from each other: a CPU by its model, what it has, and its cores; a GPU by its name."""

from __future__ import annotations

import hashlib
import os
from typing import Any

from triton_shared.sweeps import backends
from triton_shared.tools.arguments import UsageError


def of(target: str) -> dict[str, Any]:
    """The chip that ``target`` is on this machine: its ``name``, a digest of its ``features``, its ``cores``.

    Raises:
        UsageError: nothing is measured there.
    """
    if target == "cpu" or target in backends.MACHINES:
        machine = backends.MACHINES.get(target) or backends.machines.native_target()
        digest = hashlib.sha256(",".join(sorted(machine.features.split(","))).encode()).hexdigest()[:8]
        return {"name": machine.cpu, "features": digest, "cores": len(os.sched_getaffinity(0))}
    if target == "cuda":
        import torch

        properties = torch.cuda.get_device_properties(torch.cuda.current_device())
        features = f"sm_{properties.major}{properties.minor}"
        return {"name": properties.name, "features": features, "cores": properties.multi_processor_count}
    raise UsageError(f"nothing is measured on '{target}': it is no machine")
